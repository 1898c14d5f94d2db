// The list that a select opens: one choice at once, or several with a tick each.
import { h, icon } from "./dom.js";

let close = null;

export function optionsOf(c, app) {
  const picked = new Set((c.default_values || []).map((v) => v.id));
  const option = (id, label, description) => ({ value: id, label, description, default: picked.has(id) });
  const people = app.members.map((m) => option(m.id, m.name, m.bot ? "App" : null));
  const roles = app.roles.map((r) => option(r.id, `@${r.name}`));
  const fits = (x) => (c.channel_types?.length ? c.channel_types.includes(x.kind) : x.kind !== 1);
  switch (c.type) {
    case 3: return c.options;
    case 5: return people;
    case 6: return roles;
    case 7: return [...people, ...roles];
    case 8: return app.channels.filter(fits).map((x) => option(x.id, `#${x.name}`));
    default: return [];
  }
}

export function openSelect(anchor, c, app, done) {
  if (close) { const was = close.anchor; close(); if (was === anchor) return; }
  const most = c.max_values ?? 1, least = c.min_values ?? 1;
  const options = optionsOf(c, app);
  const chosen = new Set(options.filter((o) => o.default).map((o) => o.value));
  const before = JSON.stringify([...chosen]);
  const many = most > 1;
  const list = h("div", { class: "select-list", role: "listbox", "aria-multiselectable": String(many), "aria-label": c.placeholder || "Options" });
  const search = c.type !== 3 && h("input", { class: "search", placeholder: "Search", "aria-label": "Search", oninput: draw });
  const apply = h("button", { type: "button", class: "button primary apply", onclick: finish }, "Done");
  const popup = h("div", { class: "popup", id: "select-popup" }, search, list, many && h("div", { class: "popup-foot" },
    h("span", {}, least === most ? `Choose ${most}` : `Choose ${least} to ${most}`), apply));

  function draw() {
    const typed = search ? search.value.toLowerCase() : "";
    list.replaceChildren(...options.filter((o) => o.label.toLowerCase().includes(typed)).map((o) => {
      const on = chosen.has(o.value);
      return h("button", { type: "button", role: "option", class: "option", "aria-selected": String(on), "data-value": o.value,
        "aria-label": o.label, disabled: many && !on && chosen.size >= most, onclick: () => pick(o) },
      h("span", { class: "words" }, h("span", {}, o.emoji ? `${o.emoji.name} ` : null, o.label), o.description && h("small", {}, o.description)),
      many ? h("span", { class: on ? "tick on" : "tick" }) : on && h("span", { class: "dot" }));
    }));
    apply.disabled = chosen.size < least || chosen.size > most;
  }

  function pick(option) {
    if (!many) { shut(); done(least === 0 && chosen.has(option.value) ? [] : [option.value]); return; }
    if (!chosen.delete(option.value)) chosen.add(option.value);
    draw();
  }

  function finish() {
    if (apply.disabled) return;
    shut();
    done(options.map((o) => o.value).filter((v) => chosen.has(v)));
  }

  function outside(event) {
    if (popup.contains(event.target) || anchor.contains(event.target)) return;
    if (many && JSON.stringify([...chosen]) !== before && chosen.size >= least) finish(); else shut();
  }
  function key(event) { if (event.key === "Escape") { event.stopPropagation(); shut(); anchor.focus(); } }
  function shut() {
    popup.remove();
    anchor.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    document.removeEventListener("keydown", key, true);
    close = null;
  }
  close = shut;
  close.anchor = anchor;

  draw();
  (anchor.closest("dialog") || document.body).append(popup);
  const box = anchor.getBoundingClientRect();
  const below = innerHeight - box.bottom, up = below < 260 && box.top > below;
  const width = Math.min(Math.max(box.width, 260), innerWidth - 16);
  popup.style.cssText = `width:${width}px;left:${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px;`
    + `${up ? `bottom:${innerHeight - box.top + 4}px` : `top:${box.bottom + 4}px`};max-height:${Math.min(340, (up ? box.top : below) - 16)}px`;
  anchor.setAttribute("aria-expanded", "true");
  document.addEventListener("pointerdown", outside, true);
  document.addEventListener("keydown", key, true);
  (search || list.querySelector("button"))?.focus();
}

export function selectFace(c, app, onchange) {
  const state = { values: optionsOf(c, app).filter((o) => o.default).map((o) => o.value) };
  const text = h("span", {});
  const show = () => {
    const names = optionsOf(c, app).filter((o) => state.values.includes(o.value)).map((o) => o.label);
    text.className = names.length ? "chosen" : "placeholder";
    text.textContent = names.join(", ") || c.placeholder || "Make a selection";
  };
  show();
  const face = h("button", { type: "button", class: "select", id: `field-${c.custom_id}`, "aria-haspopup": "listbox", "aria-expanded": "false" }, text, icon("down"));
  face.addEventListener("click", () => openSelect(face, c, app, (values) => { state.values = values; show(); onchange?.(); }));
  return [face, () => state.values];
}
