// Making elements: text is always text, never HTML.

const BOOLEAN = new Set(["disabled", "hidden", "checked", "required", "multiple", "selected"]);

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else if (BOOLEAN.has(name)) element[name] = true;
    else if (name === "style") element.style.cssText = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

const PATHS = {
  hash: "M5.9 21 7 15H3l.4-2h4l1-6h-4l.4-2h4L9.9 0h2l-1.1 5h6L17.9 0h2l-1.1 5h4l-.4 2h-4l-1 6h4l-.4 2h-4l-1.1 6h-2l1.1-6H9l-1.1 6zM10.4 7l-1 6h6l1-6z",
  thread: "M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-7l-5 4.5V17H4a2 2 0 0 1-2-2V5c0-1.1.9-2 2-2zm2.5 4.5v1.8h11V7.5zm0 3.7V13h7.5v-1.8z",
  lock: "M17 10V7A5 5 0 0 0 7 7v3a2 2 0 0 0-2 2v7c0 1.1.9 2 2 2h10a2 2 0 0 0 2-2v-7a2 2 0 0 0-2-2zM9 7a3 3 0 0 1 6 0v3H9z",
  at: "M12 2a10 10 0 1 0 5.5 18.3l-1.1-1.6A8 8 0 1 1 20 12v1a1.5 1.5 0 0 1-3 0V8h-2v.9A5 5 0 1 0 15.6 15 3.5 3.5 0 0 0 22 13v-1A10 10 0 0 0 12 2zm0 13a3 3 0 1 1 0-6 3 3 0 0 1 0 6z",
  gear: "M19.4 13a7.6 7.6 0 0 0 0-2l2.1-1.6-2-3.5-2.5 1a7.3 7.3 0 0 0-1.7-1L15 3.3h-4l-.4 2.6a7.3 7.3 0 0 0-1.7 1l-2.5-1-2 3.5L6.5 11a7.6 7.6 0 0 0 0 2l-2.1 1.6 2 3.5 2.5-1c.5.4 1.1.7 1.7 1l.4 2.6h4l.4-2.6c.6-.3 1.2-.6 1.7-1l2.5 1 2-3.5zM13 15.5a3.5 3.5 0 1 1 0-7 3.5 3.5 0 0 1 0 7z",
  menu: "M3 6h18v2H3zm0 5h18v2H3zm0 5h18v2H3z",
  send: "M3 20V4l19 8zm2-3 11.9-5L5 7v3.5l6 1.5-6 1.5z",
  eye: "M12 5C7 5 2.7 8.1 1 12.5 2.7 16.9 7 20 12 20s9.3-3.1 11-7.5C21.3 8.1 17 5 12 5zm0 12.5a5 5 0 1 1 0-10 5 5 0 0 1 0 10zm0-8a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  down: "M7 10l5 5 5-5z",
  close: "M18.3 5.7 12 12l6.3 6.3-1.4 1.4L10.6 13.4 4.3 19.7 2.9 18.3 9.2 12 2.9 5.7 4.3 4.3l6.3 6.3 6.3-6.3z",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

const COLOURS = ["#5865f2", "#3ba55c", "#eb459e", "#faa61a", "#1abc9c", "#e67e22", "#9b59b6"];

export function avatar(name, { bot = false, small = false } = {}) {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  const parts = name.trim().split(/\s+/);
  const letters = parts.length > 1 ? parts[0][0] + parts.at(-1)[0] : name.slice(0, 2);
  return h("div", { class: `avatar${small ? " small" : ""}`, "aria-hidden": "true",
    style: `background:${bot ? "#23a55a" : COLOURS[sum % COLOURS.length]}` }, letters.toUpperCase());
}
