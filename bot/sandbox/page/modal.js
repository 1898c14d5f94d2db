// Forms that the bot opens.
import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { selectFace } from "./select.js";

export function openForm(form, modal, app) {
  const dialog = document.getElementById("form");
  const getters = {};
  const wrong = h("p", { class: "failed", role: "alert", hidden: true });
  const send = h("button", { class: "button primary", id: "form-submit" }, "Submit");
  const close = () => dialog.close();

  function field(c, label, description) {
    const [input, get] = inputFor(c, app);
    getters[c.custom_id] = get;
    const needed = c.required !== false;
    return h("div", { class: "form-field" },
      h("label", { for: `field-${c.custom_id}` }, label, needed && h("span", { class: "needed" }, " *")),
      description && h("small", {}, description), input);
  }

  const fields = modal.components.map((part) => {
    if (part.type === 1) return part.components.map((c) => field(c, c.label));
    if (part.type === 18) return field(part.component, part.label, part.description);
    return h("div", { class: "text" }, markdown(part.content || "", app.look));
  });
  const sheet = h("form", { method: "dialog" }, h("h2", { id: "form-title" }, modal.title), fields, wrong,
    h("div", { class: "form-foot" }, h("button", { type: "button", class: "button secondary", id: "form-cancel", onclick: close }, "Cancel"), send));
  sheet.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    const values = {};
    for (const [id, get] of Object.entries(getters)) {
      const value = get();
      if (value !== null && !(Array.isArray(value) && !value.length)) values[id] = value;
    }
    const outcome = await app.ask("submit", { form, values });
    send.disabled = false;
    if (!outcome.error) { close(); return; }
    wrong.textContent = outcome.error;
    wrong.hidden = false;
  });
  dialog.replaceChildren(sheet);
  if (!dialog.open) dialog.showModal();
  sheet.querySelector("input, textarea, .select")?.focus();
}

function inputFor(c, app) {
  const id = `field-${c.custom_id}`;
  const common = { id, placeholder: c.placeholder, minlength: c.min_length, maxlength: c.max_length || 4000, required: c.required !== false };
  if (c.type === 4) {
    const input = c.style === 2 ? h("textarea", { ...common, rows: 4 }) : h("input", common);
    input.value = c.value || "";
    return [input, () => input.value];
  }
  if (c.type === 21 || c.type === 22) {
    const kind = c.type === 21 ? "radio" : "checkbox";
    const boxes = c.options.map((o) => h("input", { type: kind, name: id, value: o.value, checked: o.default }));
    return [h("div", { class: "boxes", id }, c.options.map((o, i) => h("label", {}, boxes[i], " ", o.label))),
      () => boxes.filter((b) => b.checked).map((b) => b.value)];
  }
  if (c.type === 23) {
    const box = h("input", { type: "checkbox", id, checked: c.default });
    return [box, () => box.checked];
  }
  return selectFace(c, app);
}
