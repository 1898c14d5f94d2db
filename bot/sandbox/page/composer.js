// Where a player writes: words, or a slash command with its options and live suggestions.
import { h } from "./dom.js";

const FILE = 11, BOOLEAN = 5, KINDS = { 6: "user", 7: "channel", 8: "role", 9: "mentionable" };

export class Composer {
  constructor(app) {
    this.app = app;
    this.area = document.getElementById("composer");
    this.bar = document.getElementById("command");
    this.picker = document.getElementById("picker");
    this.box = document.getElementById("composer-box");
    this.command = null; // the command being filled in
    this.values = {}; // option name -> {value, label}
    this.suggestions = [];
    this.active = 0;
    this.asked = 0;
    this.box.addEventListener("submit", (e) => { e.preventDefault(); this.send(); });
    this.area.addEventListener("input", () => { this.grow(); this.typed(); });
    this.area.addEventListener("keydown", (e) => this.key(e));
    document.addEventListener("pointerdown", (e) => {
      if (!this.box.contains(e.target) && !this.picker.contains(e.target)) this.suggest([]);
    });
  }

  reset() {
    this.command = null;
    this.values = {};
    this.area.value = "";
    this.area.hidden = false;
    this.bar.hidden = true;
    this.bar.replaceChildren();
    this.suggest([]);
    this.grow();
  }

  grow() {
    this.area.style.height = "auto";
    this.area.style.height = `${Math.min(this.area.scrollHeight, 200)}px`;
  }

  // ---- typing in the plain box ----
  async typed() {
    const text = this.area.value;
    if (!text.startsWith("/")) { this.suggest([]); return; }
    const ticket = ++this.asked;
    const outcome = await this.app.ask("commands", { channel: this.app.room });
    if (ticket !== this.asked || !this.area.value.startsWith("/")) return;
    if (this.written(outcome.commands || [])) return;
    const typed = this.area.value.slice(1).toLowerCase().trimEnd();
    const found = (outcome.commands || []).filter((c) => c.name.includes(typed));
    found.sort((a, b) => Number(!a.name.startsWith(typed)) - Number(!b.name.startsWith(typed)));
    this.suggest(found.map((c) => ({
      label: `/${c.name}`, detail: c.description, more: c.options.map((o) => (o.required ? o.name : `${o.name}?`)),
      pick: () => this.begin(c),
    })), outcome.error || (found.length ? "" : "No command like that"));
  }

  // A command written out with options ("/board text:True"): its form, filled in as far as it goes. Whether it was one.
  written(commands) {
    const said = this.area.value.slice(1);
    const [command] = commands.filter((c) => said.toLowerCase().startsWith(`${c.name} `)).sort((a, b) => b.name.length - a.name.length);
    if (!command) return false;
    const rest = said.slice(command.name.length + 1);
    const options = new Map(command.options.map((o) => [o.name, o]));
    const named = [...rest.matchAll(/(?:^|\s)([\w-]+):/g)].filter((m) => options.has(m[1]));
    if (!named.length || rest.slice(0, named[0].index).trim()) return false;
    this.begin(command);
    named.forEach((m, i) => {
      const o = options.get(m[1]);
      const said = rest.slice(m.index + m[0].length, named[i + 1]?.index).trim();
      const known = o.type === BOOLEAN ? [{ name: "True", value: true }, { name: "False", value: false }] : [...o.choices || [], ...KINDS[o.type] ? this.things(o.type) : []];
      const meant = known.find((c) => c.name.toLowerCase() === said.toLowerCase());
      if (said) this.values[o.name] = { value: meant ? meant.value : said, label: meant ? meant.name : said };
      this.shown.add(o.name);
    });
    this.draw();
    document.getElementById(`option-${named.at(-1)[1]}`).focus();
    return true;
  }

  key(event) {
    if (this.keyInList(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); this.send(); }
  }

  keyInList(event) {
    if (this.picker.hidden) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.suggestions.length) {
      event.preventDefault();
      this.active = (this.active + step + this.suggestions.length) % this.suggestions.length;
      this.mark();
      return true;
    }
    if ((event.key === "Enter" || event.key === "Tab") && this.suggestions[this.active]) {
      event.preventDefault();
      this.suggestions[this.active].pick();
      return true;
    }
    if (event.key === "Escape") { event.preventDefault(); this.suggest([]); return true; }
    return false;
  }

  // ---- the list above the box ----
  suggest(list, words = "") {
    this.suggestions = list;
    this.active = 0;
    this.picker.hidden = !list.length && !words;
    this.picker.replaceChildren(...list.map((s, i) =>
      h("button", { type: "button", role: "option", class: "suggestion", id: `suggestion-${i}`, "aria-label": s.label,
        onpointerdown: (e) => e.preventDefault(), onclick: () => s.pick() },
      h("span", { class: "words" }, h("b", {}, s.label), s.detail && h("small", {}, s.detail)),
      s.more?.length ? h("span", { class: "options" }, s.more.map((m) => h("code", {}, m))) : null)),
    words ? h("p", {}, words) : "");
    this.mark();
  }

  mark() {
    [...this.picker.querySelectorAll(".suggestion")].forEach((e, i) => {
      e.setAttribute("aria-selected", String(i === this.active));
      if (i === this.active) e.scrollIntoView({ block: "nearest" });
    });
  }

  // ---- filling in a command ----
  begin(command) {
    this.command = command;
    this.values = {};
    this.area.value = "";
    this.area.hidden = true;
    this.bar.hidden = false;
    this.suggest([]);
    this.shown = new Set(command.options.filter((o) => o.required).map((o) => o.name));
    this.draw();
    const first = this.bar.querySelector("input");
    if (first) first.focus(); else document.getElementById("send").focus();
  }

  draw() {
    const { name, description, options } = this.command;
    const hiddenOptions = options.filter((o) => !this.shown.has(o.name));
    this.bar.replaceChildren(
      h("div", { class: "command-head" }, h("b", {}, `/${name}`), h("span", { id: "command-hint" }, description),
        h("button", { type: "button", class: "as-link", id: "command-cancel", onclick: () => { this.reset(); this.area.focus(); } }, "Cancel")),
      h("div", { class: "command-options" },
        options.filter((o) => this.shown.has(o.name)).map((o) => this.option(o)),
        hiddenOptions.map((o) => h("button", { type: "button", class: "more-option", "aria-label": `Add option ${o.name}`,
          title: o.description, onclick: () => { this.shown.add(o.name); this.draw(); document.getElementById(`option-${o.name}`).focus(); } }, `+ ${o.name}`))));
  }

  option(o) {
    const input = h("input", { id: `option-${o.name}`, type: o.type === FILE ? "file" : "text", "aria-label": o.name,
      autocapitalize: "off", spellcheck: "false", enterkeyhint: "next", inputmode: o.type === 4 ? "numeric" : o.type === 10 ? "decimal" : null });
    if (o.type !== FILE) input.value = this.values[o.name]?.label ?? "";
    input.addEventListener("focus", () => { document.getElementById("command-hint").textContent = o.description; this.fill(o, input); });
    input.addEventListener("input", () => {
      if (o.type === FILE) { this.file(o, input.files[0]); return; }
      this.values[o.name] = { value: input.value, label: input.value };
      input.classList.remove("picked");
      this.fill(o, input);
    });
    input.addEventListener("keydown", (e) => {
      if (this.keyInList(e)) return;
      if (e.key === "Enter") { e.preventDefault(); this.send(); }
      else if (e.key === "Escape" || (e.key === "Backspace" && !input.value && !o.required)) {
        e.preventDefault();
        if (o.required || e.key === "Escape") { this.reset(); this.area.focus(); return; }
        this.shown.delete(o.name);
        delete this.values[o.name];
        this.draw();
        this.suggest([]);
      }
    });
    return h("label", { class: o.required ? "option-field required" : "option-field" }, h("span", {}, o.name), input);
  }

  file(o, file) {
    const reader = new FileReader();
    reader.onload = () => { this.values[o.name] = { value: { name: file.name, data: reader.result.split(",")[1] }, label: file.name }; };
    if (file) reader.readAsDataURL(file);
  }

  // Suggestions for one option: fixed ones, people and channels, or what the bot offers for what is typed.
  async fill(o, input) {
    const typed = input.value.toLowerCase();
    const offer = (list) => this.suggest(list.map((c) => ({ label: c.name, detail: c.detail, pick: () => this.take(o, input, c) })));
    const fits = (list) => list.filter((c) => c.name.toLowerCase().includes(typed) || input.classList.contains("picked")).slice(0, 25);
    const ticket = ++this.asked;
    if (o.choices?.length) offer(fits(o.choices));
    else if (o.type === BOOLEAN) offer(fits([{ name: "True", value: true }, { name: "False", value: false }]));
    else if (KINDS[o.type]) offer(fits(this.things(o.type)));
    else if (o.autocomplete) {
      await new Promise((r) => setTimeout(r, 120));
      if (ticket !== this.asked) return;
      const outcome = await this.app.ask("complete", { channel: this.app.room, command: this.command?.name, option: o.name, options: this.plain(o.name, input.value) });
      if (ticket !== this.asked || document.activeElement !== input) return;
      if (outcome.error) this.suggest([], outcome.error === "The application did not respond" ? "Loading options failed" : outcome.error);
      else if (outcome.choices.length) offer(outcome.choices);
      else this.suggest([], "No options match");
    } else this.suggest([]);
  }

  things(kind) {
    const people = this.app.members.map((m) => ({ name: m.name, value: m.id, detail: m.bot ? "App" : "" }));
    const roles = this.app.roles.map((r) => ({ name: `@${r.name}`, value: r.id }));
    if (kind === 7) return this.app.channels.filter((c) => c.kind !== 1).map((c) => ({ name: `#${c.name}`, value: c.id }));
    return kind === 6 ? people : kind === 8 ? roles : [...people, ...roles];
  }

  take(o, input, choice) {
    this.values[o.name] = { value: choice.value, label: choice.name };
    input.value = choice.name;
    input.classList.add("picked");
    this.asked++;
    this.suggest([]);
    const inputs = [...this.bar.querySelectorAll("input")];
    const next = inputs.slice(inputs.indexOf(input) + 1).find((i) => !i.value) || inputs.find((i) => !i.value && i.closest(".required"));
    if (next) next.focus(); else document.getElementById("send").focus();
  }

  plain(focused = null, typed = "") {
    const out = {};
    for (const [name, v] of Object.entries(this.values)) if (v.value !== "") out[name] = v.value;
    if (focused) out[focused] = typed;
    return out;
  }

  // ---- sending ----
  async send() {
    if (this.command) { await this.run(); return; }
    const text = this.area.value.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      const outcome = await this.app.ask("commands", { channel: this.app.room });
      if (this.command || this.written(outcome.commands || [])) { await this.run(); return; }
      const exact = (outcome.commands || []).find((c) => `/${c.name}` === text);
      if (exact && exact.options.length) { this.begin(exact); return; }
      if (!exact) { this.app.notice("No such command"); return; }
      this.command = exact;
      this.values = {};
      await this.run();
      return;
    }
    this.reset();
    const outcome = await this.app.ask("write", { channel: this.app.room, text });
    if (outcome.error) { this.app.notice(outcome.error); this.area.value = text; }
  }

  async run() {
    const missing = this.command.options.find((o) => o.required && (this.values[o.name]?.value ?? "") === "");
    if (missing) {
      const input = document.getElementById(`option-${missing.name}`);
      input.classList.add("wrong");
      input.focus();
      return;
    }
    const name = this.command.name, room = this.app.room, options = this.plain();
    this.reset();
    if (matchMedia("(hover: hover)").matches) this.area.focus();
    const pending = this.app.pending(room, `/${name}`);
    const outcome = await this.app.ask("slash", { channel: room, command: name, options });
    if (outcome.error) pending.fail(outcome.error); else pending.gone();
  }
}
