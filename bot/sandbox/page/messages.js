// A message as Discord shows it: words, embeds, pictures, buttons and selects.
import { avatar, h, icon } from "./dom.js";
import { markdown, moment } from "./markdown.js";
import { openSelect, optionsOf } from "./select.js";

const EPHEMERAL = 64, LOADING = 128;
const BUTTONS = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

// Local address of a file: the same whatever port it was stored under.
const local = (url) => (url.includes("/attachments/") ? new URL(url, location.href).pathname : url);

export function messageNode(message, before, app) {
  const follows = before && before.author.id === message.author.id && !message.interaction_metadata?.name
    && !message.referenced_message && Boolean(before.flags & EPHEMERAL) === Boolean(message.flags & EPHEMERAL)
    && Date.parse(message.timestamp) - Date.parse(before.timestamp) < 420000;
  const mine = message.mentions.some((u) => u.id === app.me.id);
  const when = Date.parse(message.timestamp) / 1000;
  return h("article", {
    id: `message-${message.id}`, "data-id": message.id, "aria-label": `Message from ${message.author.global_name}`,
    class: ["message", follows && "follows", mine && "mentions-me", message.private && "private"].filter(Boolean).join(" "),
  },
  follows ? h("span", { class: "side-time" }, moment(when, "t")) : avatar(message.author.global_name, { bot: message.author.bot }),
  h("div", { class: "body" },
    !follows && aboveLine(message),
    !follows && h("header", {}, h("strong", { class: message.author.bot ? "is-bot" : null }, message.author.global_name),
      message.author.bot && h("span", { class: "app-tag" }, "APP"), h("span", { class: "when" }, moment(when, "s"))),
    message.flags & LOADING ? thinking(message) : content(message, app),
    message.private && h("div", { class: "only-you" }, icon("eye"), "Only you can see this · ",
      h("button", { type: "button", class: "as-link", "aria-label": "Dismiss message",
        onclick: () => app.ask("dismiss", { channel: message.channel_id, message: message.id }) }, "Dismiss message")),
    h("div", { class: "failed", role: "alert", hidden: true })));
}

function aboveLine(message) {
  const used = message.interaction_metadata;
  if (used?.name) {
    return h("div", { class: "above" }, avatar(used.user.global_name, { small: true }), h("b", {}, used.user.global_name),
      " used ", h("span", { class: "mention" }, `/${used.name}`));
  }
  const to = message.referenced_message;
  if (!to) return null;
  return h("div", { class: "above" }, avatar(to.author.global_name, { small: true, bot: to.author.bot }),
    h("b", {}, to.author.global_name), " ", h("span", { class: "cut" }, to.content.slice(0, 120) || "Click to see attachment"));
}

const thinking = (message) =>
  h("div", { class: "thinking" }, h("span", { class: "dots" }, h("i"), h("i"), h("i")), `${message.author.global_name} is thinking…`);

function content(message, app) {
  const shown = new Set(message.embeds.flatMap((e) => [e.image?.url, e.thumbnail?.url]).filter(Boolean));
  const v2 = Boolean(message.flags & (1 << 15));
  const files = v2 ? [] : message.attachments.filter((a) => !shown.has(a.url));
  return [
    message.content && h("div", { class: "text" }, markdown(message.content, app.look),
      message.edited_timestamp && h("span", { class: "edited" }, "(edited)")),
    files.length > 0 && h("div", { class: "files" }, files.map(attachment)),
    message.embeds.map((e) => embed(e, app, message.attachments)),
    message.components.length > 0 && h("div", { class: "components" }, message.components.map((c) => component(c, message, app))),
    message.thread && app.look.channel(message.thread.id) && h("button", { type: "button", class: "thread-card",
      onclick: () => app.open(message.thread.id) }, icon("thread"), h("b", {}, message.thread.name), h("span", {}, "Open thread ›")),
  ];
}

export function picture(url, alt, width, height, kind = "picture") {
  const scale = width && height ? Math.min(1, 550 / width, 420 / height) : null;
  return h("button", { type: "button", class: kind, "aria-label": alt ? `Enlarge: ${alt}` : "Enlarge picture", onclick: () => enlarge(url, alt) },
    h("img", { src: local(url), alt: alt || "", loading: "eager",
      width: scale && Math.round(width * scale), height: scale && Math.round(height * scale) }));
}

function enlarge(url, alt) {
  const box = document.getElementById("lightbox");
  const shown = h("img", { src: local(url), alt: alt || "",
    onload: () => box.classList.toggle("tall", shown.naturalHeight > 2 * shown.naturalWidth) });
  box.replaceChildren(shown,
    h("p", {}, alt ? h("span", {}, alt) : null, h("a", { href: local(url), target: "_blank" }, "Open in a new tab")));
  box.onclick = (e) => { if (e.target.tagName !== "A") box.close(); };
  box.showModal();
}

function attachment(file) {
  if ((file.content_type || "").startsWith("image/")) return picture(file.url, file.description, file.width, file.height);
  return h("a", { class: "file", href: local(file.url), download: file.filename }, h("b", {}, file.filename), h("span", {}, size(file.size)));
}

const size = (bytes) => (bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1048576).toFixed(1)} MB`);

function embed(e, app, attachments) {
  const colour = e.color ? `#${e.color.toString(16).padStart(6, "0")}` : "#1e1f22";
  const alt = (url) => attachments.find((a) => a.url === url)?.description;
  return h("section", { class: "embed", style: `border-left-color:${colour}` },
    e.thumbnail && picture(e.thumbnail.url, alt(e.thumbnail.url), null, null, "thumbnail"),
    e.author?.name && h("div", { class: "embed-author" }, e.author.name),
    e.title && h("div", { class: "embed-title" }, e.url ? h("a", { href: e.url, target: "_blank", rel: "noopener noreferrer" }, e.title)
      : markdown(e.title, app.look)),
    e.description && h("div", { class: "embed-text" }, markdown(e.description, app.look)),
    e.fields?.length > 0 && h("div", { class: "fields" }, e.fields.map((f) =>
      h("div", { class: f.inline ? "field inline" : "field" }, h("div", { class: "field-name" }, markdown(f.name, app.look)),
        h("div", { class: "field-value" }, markdown(f.value, app.look))))),
    e.image && picture(e.image.url, alt(e.image.url), e.image.width, e.image.height),
    (e.footer?.text || e.timestamp) && h("div", { class: "embed-footer" },
      [e.footer?.text, e.timestamp && moment(Date.parse(e.timestamp) / 1000, "f")].filter(Boolean).join(" • ")));
}

// ---- components ----
function component(c, message, app) {
  const inside = (list) => list.map((inner) => component(inner, message, app));
  switch (c.type) {
    case 1: return h("div", { class: "row" }, inside(c.components));
    case 2: return button(c, message, app);
    case 3: case 5: case 6: case 7: case 8: return select(c, message, app);
    case 9: return h("div", { class: "section" }, h("div", {}, inside(c.components)), component(c.accessory, message, app));
    case 10: return h("div", { class: "text" }, markdown(c.content, app.look));
    case 11: return picture(media(c.media, message), c.description, null, null, "thumbnail");
    case 12: return h("div", { class: "gallery" }, c.items.map((i) => picture(media(i.media, message), i.description)));
    case 13: return attachment(message.attachments.find((a) => a.url === media(c.file, message)) || { filename: c.file.url, url: c.file.url, size: 0 });
    case 14: return h("hr", { class: c.divider === false ? "blank" : null });
    case 17: return h("div", { class: "container", style: c.accent_color ? `border-left-color:#${c.accent_color.toString(16).padStart(6, "0")}` : null }, inside(c.components));
    default: return null;
  }
}

function media(item, message) {
  const name = item.url.replace("attachment://", "");
  return message.attachments.find((a) => a.filename === name)?.url || item.url;
}

const emoji = (e) => (e ? h("span", { class: "emoji" }, e.id ? `:${e.name}:` : e.name) : null);

function button(c, message, app) {
  const label = c.label || c.emoji?.name || "";
  const face = [emoji(c.emoji), c.label && h("span", {}, c.label)];
  if (c.style === 5) return h("a", { class: "button secondary", href: c.url, target: "_blank", rel: "noopener noreferrer" }, face, " ↗");
  const element = h("button", { type: "button", class: `button ${BUTTONS[c.style] || "secondary"}`, "data-custom-id": c.custom_id,
    "aria-label": label, disabled: c.disabled }, face);
  element.addEventListener("click", () => act(element, message, app, "click", { id: c.custom_id }));
  return element;
}

function select(c, message, app) {
  const chosen = optionsOf(c, app).filter((o) => o.default);
  const placeholder = c.placeholder || "Make a selection";
  const element = h("button", { type: "button", class: "select", "data-custom-id": c.custom_id, disabled: c.disabled,
    "aria-haspopup": "listbox", "aria-expanded": "false", "aria-label": placeholder },
  h("span", { class: chosen.length ? "chosen" : "placeholder" }, chosen.length ? chosen.map((o) => o.label).join(", ") : placeholder), icon("down"));
  element.addEventListener("click", () => openSelect(element, c, app, (values) => {
    act(element, message, app, "select", { id: c.custom_id, values });
  }));
  return element;
}

// Press or choose: busy until the bot answers; what goes wrong is said below the message.
async function act(element, message, app, what, details) {
  if (element.classList.contains("busy")) return;
  element.classList.add("busy");
  element.closest(".message").querySelector(".failed").hidden = true;
  const outcome = await app.ask(what, { channel: message.channel_id, message: message.id, ...details });
  element.classList.remove("busy");
  const failed = document.getElementById(`message-${message.id}`)?.querySelector(".failed");
  if (outcome.error && failed) {
    failed.textContent = outcome.error;
    failed.hidden = false;
  } else if (outcome.error) app.notice(outcome.error);
}
