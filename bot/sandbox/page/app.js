// One player's tab: the channel list, the open channel, and news as it comes.
import { Composer } from "./composer.js";
import { avatar, h, icon } from "./dom.js";
import { Link } from "./link.js";
import { messageNode } from "./messages.js";
import { openForm } from "./modal.js";

const DM = 1, PRIVATE_THREAD = 12;
const player = new URLSearchParams(location.search).get("as");
const $ = (id) => document.getElementById(id);

class App {
  constructor() {
    this.me = { id: "", name: "" };
    this.channels = [];
    this.people = [];
    this.members = [];
    this.roles = [];
    this.room = location.hash.slice(1) || null;
    this.messages = new Map(); // of the open channel, by id
    this.unread = new Map(); // channel id -> [messages, of which for me]
    this.pinned = true;
    this.look = {
      me: "",
      user: (id) => this.people.find((p) => p.id === id)?.name ?? "unknown-user",
      role: (id) => this.roles.find((r) => r.id === id)?.name ?? "unknown-role",
      channel: (id) => this.channels.find((c) => c.id === id)?.name,
      open: (id) => this.open(id),
    };
    this.controls();
    this.composer = new Composer(this);
    this.link = new Link(player, (news) => this.hear(news));
  }

  // Ask the sandbox; a form that the bot opens in answer is shown.
  async ask(what, details) {
    const outcome = await this.link.ask(what, details);
    if (outcome.modal) openForm(outcome.form, outcome.modal, this);
    return outcome;
  }

  controls() {
    $("settings").append(icon("gear"));
    $("open-channels").append(icon("menu"));
    $("send").append(icon("send"));
    const drawer = (open) => { document.body.classList.toggle("drawer", open); $("veil").hidden = !open; };
    this.drawer = drawer;
    $("open-channels").onclick = () => drawer(true);
    $("veil").onclick = () => drawer(false);
    $("settings").onclick = () => {
      $("settings-panel").hidden = !$("settings-panel").hidden;
      $("settings").setAttribute("aria-expanded", String(!$("settings-panel").hidden));
    };
    document.addEventListener("pointerdown", (e) => {
      if (!$("me").contains(e.target)) { $("settings-panel").hidden = true; $("settings").setAttribute("aria-expanded", "false"); }
    });
    $("dms-closed").onchange = async (e) => {
      const outcome = await this.ask("dms", { closed: e.target.checked });
      if (outcome.error) this.notice(outcome.error);
      else this.notice(outcome.dmsClosed ? "The bot can no longer write to you." : "The bot can write to you again.");
    };
    $("locale").onchange = async (e) => {
      const outcome = await this.ask("locale", { locale: e.target.value });
      this.notice(outcome.error || "From your next press or command on the bot answers in that language, if it speaks it.");
    };
    $("restart-bot").onclick = async () => {
      const outcome = await this.ask("restart");
      this.notice(outcome.error || "The bot is starting again.");
    };
    $("to-bottom").onclick = () => { this.pinned = true; this.stick(); };
    const scroll = $("scroll");
    scroll.addEventListener("scroll", () => {
      this.pinned = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 80;
      $("to-bottom").hidden = this.pinned;
    });
    const watch = new ResizeObserver(() => this.stick());
    watch.observe($("messages"));
    watch.observe(scroll);
    addEventListener("focus", () => this.read());
    document.addEventListener("keydown", (e) => {
      const inField = /INPUT|TEXTAREA/.test(document.activeElement?.tagName) || document.querySelector("dialog[open]");
      if (!inField && e.key.length === 1 && !e.ctrlKey && !e.metaKey && !e.altKey && e.key !== " " && !this.composer.area.hidden) this.composer.area.focus();
    });
  }

  stick() { if (this.pinned) $("scroll").scrollTop = $("scroll").scrollHeight; }

  // ---- news ----
  hear(news) {
    switch (news.op) {
      case "hello": this.hello(news); break;
      case "channels": this.channels = news.channels; this.listed(); break;
      case "message": this.arrived(news.message, news.new); break;
      case "gone": this.gone(news); break;
      case "typing": if (news.channel === this.room) this.typing(); break;
      case "bot": this.botState(news.connected); break;
      case "offline": this.botState(null); break;
    }
  }

  hello(news) {
    this.me = news.me;
    this.look.me = news.me.id;
    this.people = news.people;
    this.members = news.people.filter((p) => news.members.includes(p.id));
    this.roles = news.roles;
    this.bot = news.bot;
    $("server-name").textContent = news.guild;
    $("my-name").textContent = this.me.name;
    $("my-avatar").replaceWith(Object.assign(avatar(this.me.name, { small: true }), { id: "my-avatar" }));
    $("dms-closed").checked = this.me.dmsClosed;
    $("locale").value = this.me.locale;
    $("restart-bot").hidden = !news.canRestart;
    this.botState(news.bot.connected);
    this.fresh = true;
  }

  botState(connected) {
    const words = connected === null ? "Sandbox not running" : connected ? "Bot online" : "Bot offline";
    $("bot-state").textContent = words;
    $("bot-state").dataset.state = connected ? "online" : "offline";
  }

  // ---- channels ----
  listed() {
    const known = this.channels.some((c) => c.id === this.room);
    if (!known) this.room = null;
    if (this.fresh) this.countOld();
    this.drawChannels();
    if (this.fresh || !this.room) {
      this.fresh = false;
      this.open(this.room || this.channels.find((c) => !c.parent && c.kind !== DM)?.id);
    } else this.header();
  }

  readUpTo() { return JSON.parse(localStorage.getItem(`read:${this.me.id}`) || "{}"); }

  countOld() {
    const read = this.readUpTo();
    for (const c of this.channels) {
      if (c.last && c.last !== read[c.id] && BigInt(c.last) > BigInt(read[c.id] || 0) && !this.unread.has(c.id)) this.unread.set(c.id, [1, 0]);
    }
  }

  drawChannels() {
    const rooms = this.channels.filter((c) => !c.parent && c.kind !== DM).sort((a, b) => a.position - b.position);
    const threadsOf = (id) => this.channels.filter((c) => c.parent === id)
      .sort((a, b) => Number(a.archived) - Number(b.archived) || (BigInt(b.last || b.id) > BigInt(a.last || a.id) ? 1 : -1));
    const dms = this.channels.filter((c) => c.kind === DM);
    $("channels").replaceChildren(
      h("h2", {}, "Channels"),
      ...rooms.flatMap((c) => [this.entry(c, "hash"), ...threadsOf(c.id).map((t) => this.entry(t, t.locked || t.kind === PRIVATE_THREAD ? "lock" : "thread", true))]),
      ...(dms.length ? [h("h2", {}, "Direct messages"), ...dms.map((c) => this.entry(c, "at"))] : []));
    const [count, mine] = [...this.unread.entries()].filter(([id]) => id !== this.room).reduce((sum, [, n]) => [sum[0] + n[0], sum[1] + n[1]], [0, 0]);
    $("elsewhere").hidden = !count;
    $("elsewhere").textContent = mine || count;
    $("elsewhere").setAttribute("aria-label", `${count} new messages elsewhere`);
    this.title(mine || 0);
  }

  entry(c, sign, nested = false) {
    const [count, mine] = this.unread.get(c.id) || [0, 0];
    const loud = mine || (c.kind === DM ? count : 0);
    return h("button", { type: "button", id: `channel-${c.id}`, "data-name": c.name, "aria-label": c.name + (count ? `, ${count} new` : ""),
      "aria-current": c.id === this.room ? "page" : null, onclick: () => this.open(c.id),
      class: ["channel", nested && "nested", count && "unread", c.archived && "archived"].filter(Boolean).join(" ") },
    icon(sign), h("span", { class: "channel-name" }, c.name), count > 0 && h("span", { class: loud ? "badge" : "badge quiet" }, loud || count));
  }

  header() {
    const c = this.channels.find((x) => x.id === this.room);
    if (!c) return;
    $("room-name").textContent = c.name;
    $("room-icon").replaceChildren(icon(c.kind === DM ? "at" : c.parent ? "thread" : "hash"));
    $("room-topic").textContent = c.archived ? (c.locked ? "Archived and locked" : "Archived: writing here opens it again") : c.topic || "";
    $("composer").placeholder = `Message ${c.kind === DM ? "@" : "#"}${c.name}`;
    this.title();
  }

  title(loud = this.loud || 0) {
    this.loud = loud;
    const c = this.channels.find((x) => x.id === this.room);
    document.title = `${loud ? `(${loud}) ` : ""}${c ? (c.kind === DM ? "@" : "#") + c.name : "Sandbox"} – ${this.me.name}`;
  }

  async open(id) {
    if (!id) return;
    this.drawer(false);
    const other = id !== this.room || !this.messages.size;
    this.room = id;
    history.replaceState(null, "", `#${id}`);
    if (other) { this.composer.reset(); $("typing").textContent = ""; }
    const outcome = await this.ask("open", { channel: id });
    if (outcome.error) { this.notice(outcome.error); return; }
    if (outcome.room !== this.room) return;
    this.messages = new Map(outcome.messages.map((m) => [m.id, m]));
    this.pinned = true;
    this.drawMessages();
    this.header();
    this.read();
    if (matchMedia("(hover: hover)").matches && !document.querySelector("dialog[open]")) this.composer.area.focus();
  }

  // The open channel counts as read while somebody looks at it.
  read() {
    if (!document.hasFocus() && document.hidden) return;
    const last = [...this.messages.keys()].at(-1);
    if (last) localStorage.setItem(`read:${this.me.id}`, JSON.stringify({ ...this.readUpTo(), [this.room]: last }));
    this.unread.delete(this.room);
    this.drawChannels();
  }

  // ---- messages ----
  drawMessages() {
    const c = this.channels.find((x) => x.id === this.room);
    const nodes = [h("div", { class: "beginning" }, h("h2", {}, c.kind === DM ? c.name : `Welcome to ${c.parent ? "" : "#"}${c.name}`),
      h("p", {}, c.kind === DM ? `Only you and ${c.name} see this conversation.` : "Type / to see what the bot can do."))];
    let before = null, day = "";
    for (const message of this.messages.values()) {
      const today = new Date(message.timestamp).toLocaleDateString("en-GB", { dateStyle: "long" });
      if (today !== day) { nodes.push(h("div", { class: "day" }, today)); before = null; day = today; }
      nodes.push(messageNode(message, before, this));
      before = message;
    }
    $("messages").replaceChildren(...nodes);
    this.stick();
  }

  arrived(message, isNew) {
    if (message.channel_id === this.room) {
      const known = this.messages.has(message.id);
      this.messages.set(message.id, message);
      if (known) this.redraw(message); else this.drawNew(message);
      if (isNew && message.author.bot) $("typing").textContent = "";
      this.read();
    } else if (isNew && message.author.id !== this.me.id) {
      const [count, mine] = this.unread.get(message.channel_id) || [0, 0];
      const forMe = message.mentions.some((u) => u.id === this.me.id) || message.private;
      this.unread.set(message.channel_id, [count + 1, mine + (forMe ? 1 : 0)]);
      this.drawChannels();
    }
  }

  drawNew(message) {
    const all = [...this.messages.values()];
    const before = all.at(-2);
    if (!before || new Date(before.timestamp).toDateString() !== new Date(message.timestamp).toDateString()) { this.drawMessages(); return; }
    const node = messageNode(message, before, this);
    const waiting = document.querySelector("#messages .pending");
    if (waiting) waiting.before(node); else $("messages").append(node);
    this.stick();
  }

  redraw(message) {
    const all = [...this.messages.values()];
    const at = all.findIndex((m) => m.id === message.id);
    const old = $(`message-${message.id}`);
    const before = old?.classList.contains("follows") ? all[at - 1] : null;
    old?.replaceWith(messageNode(message, before, this));
  }

  gone({ channel, id }) {
    if (channel !== this.room) return;
    this.messages.delete(id);
    this.drawMessages();
  }

  // A command on its way; its failure stays where the player looks.
  pending(room, name) {
    if (room !== this.room) return { fail: (words) => this.notice(words), gone() {} };
    const node = h("article", { class: "message private pending" }, avatar(this.bot.name, { bot: true }),
      h("div", { class: "body" }, h("header", {}, h("strong", { class: "is-bot" }, this.bot.name), h("span", { class: "app-tag" }, "APP")),
        h("div", { class: "thinking" }, h("span", { class: "dots" }, h("i"), h("i"), h("i")), `Sending ${name}…`)));
    const late = setTimeout(() => { $("messages").append(node); this.stick(); }, 150);
    return {
      gone: () => { clearTimeout(late); node.remove(); },
      fail: (words) => {
        clearTimeout(late);
        node.classList.replace("pending", "local");
        const dismiss = h("button", { type: "button", class: "as-link", onclick: () => node.remove() }, "Dismiss message");
        node.querySelector(".thinking").replaceWith(h("div", { class: "failed", role: "alert" }, words),
          h("div", { class: "only-you" }, icon("eye"), `Only you can see this · ${name} · `, dismiss));
        if (!node.isConnected) $("messages").append(node);
        this.pinned = true;
        this.stick();
      },
    };
  }

  typing() {
    $("typing").textContent = `${this.bot.name} is typing…`;
    clearTimeout(this.typingEnds);
    this.typingEnds = setTimeout(() => { $("typing").textContent = ""; }, 9000);
  }

  notice(words) {
    $("notice").textContent = words;
    $("notice").hidden = false;
    clearTimeout(this.noticeEnds);
    this.noticeEnds = setTimeout(() => { $("notice").hidden = true; }, 5000);
  }
}

window.app = new App();
