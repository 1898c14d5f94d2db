// Discord's markdown as DOM nodes, and time stamps that stay true.
import { h } from "./dom.js";

const INLINE = [
  [/^\\([^\sA-Za-z0-9])/, (m) => m[1]],
  [/^``([^]+?)``(?!`)/, (m) => h("code", {}, m[1])],
  [/^`([^`]+)`/, (m) => h("code", {}, m[1])],
  [/^\*\*\*([^]+?)\*\*\*(?!\*)/, (m, look) => h("strong", {}, h("em", {}, inline(m[1], look)))],
  [/^\*\*([^]+?)\*\*(?!\*)/, (m, look) => h("strong", {}, inline(m[1], look))],
  [/^__([^]+?)__(?!_)/, (m, look) => h("u", {}, inline(m[1], look))],
  [/^\*(?!\s)([^*]+?)(?<!\s)\*(?!\*)/, (m, look) => h("em", {}, inline(m[1], look))],
  [/^_(?!\s)([^_]+?)_(?!\w)/, (m, look) => h("em", {}, inline(m[1], look)), true],
  [/^~~([^]+?)~~/, (m, look) => h("s", {}, inline(m[1], look))],
  [/^\|\|([^]+?)\|\|/, (m, look) => h("span", { class: "spoiler", tabindex: "0",
    onclick: (e) => e.currentTarget.classList.add("open") }, inline(m[1], look))],
  [/^<t:(-?\d+)(?::([tTdDfFRsS]))?>/, (m) => stamp(Number(m[1]), m[2] || "f")],
  [/^<@!?(\d+)>/, (m, look) => h("span", { class: look.me === m[1] ? "mention mine" : "mention" }, `@${look.user(m[1])}`)],
  [/^<@&(\d+)>/, (m, look) => h("span", { class: "mention" }, `@${look.role(m[1])}`)],
  [/^<#(\d+)>/, (m, look) => channelLink(m[1], look)],
  [/^<\/([^:>]+):\d+>/, (m) => h("span", { class: "mention" }, `/${m[1]}`)],
  [/^<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, look) => link(m[2], inline(m[1], look))],
  [/^<?(https?:\/\/[^\s<>]*[^\s<>.,:;!?)'"\]])>?/, (m) => link(m[1], m[1])],
];

function link(url, label) {
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label);
}

function channelLink(id, look) {
  const name = look.channel(id);
  if (!name) return h("span", { class: "mention" }, "#unknown");
  return h("button", { class: "mention", type: "button", onclick: () => look.open(id) }, `#${name}`);
}

export function inline(text, look) {
  const out = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    let found = null;
    if (/[\\`*_~|<[h]/.test(rest[0])) {
      for (const [pattern, make, atWordStart] of INLINE) {
        if (atWordStart && /\w$/.test(plain)) continue;
        const match = pattern.exec(rest);
        if (match) { found = [match, make]; break; }
      }
    }
    if (!found) { plain += rest[0]; at += 1; continue; }
    if (plain) out.push(plain);
    plain = "";
    out.push(found[1](found[0], look));
    at += found[0][0].length;
  }
  if (plain) out.push(plain);
  return out;
}

// A whole text with code blocks, quotes, headings, lists and small print.
export function markdown(text, look) {
  const out = [];
  for (const piece of text.split(/(```[^]*?```)/)) {
    const code = /^```(?:[\w+-]*\n)?([^]*?)\n?```$/.exec(piece);
    if (code) out.push(h("pre", {}, h("code", {}, code[1])));
    else if (piece) out.push(...blocks(piece.replace(/^\n|\n$/g, ""), look));
  }
  return out;
}

function blocks(text, look) {
  const lines = text.split("\n");
  const out = [];
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) out.push(h("p", {}, inline(paragraph.join("\n"), look)));
    paragraph = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    let m;
    if ((m = /^>>> ?([^]*)/.exec(lines.slice(i).join("\n")))) {
      flush();
      out.push(h("blockquote", {}, blocks(m[1], look)));
      return out;
    }
    if (/^> ?/.test(line)) {
      flush();
      const quoted = [];
      while (i < lines.length && /^>( |$)/.test(lines[i])) quoted.push(lines[i++].replace(/^> ?/, ""));
      if (!quoted.length) { paragraph.push(line); continue; }
      i--;
      out.push(h("blockquote", {}, blocks(quoted.join("\n"), look)));
    } else if ((m = /^(#{1,3}) +(.+)/.exec(line))) {
      flush();
      out.push(h(`h${m[1].length + 2}`, {}, inline(m[2], look)));
    } else if ((m = /^-# +(.+)/.exec(line))) {
      flush();
      out.push(h("small", {}, inline(m[1], look)));
    } else if (/^\s*([-*]|\d+\.) +\S/.test(line)) {
      flush();
      const ordered = /^\s*\d/.test(line);
      const items = [];
      const start = /^\s*(\d+)/.exec(line);
      while (i < lines.length && (m = /^(\s*)(?:[-*]|\d+\.) +(.*)/.exec(lines[i]))) {
        items.push(h("li", { class: m[1].length > 1 ? "nested" : null }, inline(m[2], look)));
        i++;
      }
      i--;
      out.push(h(ordered ? "ol" : "ul", { start: start ? start[1] : null }, items));
    } else paragraph.push(line);
  }
  flush();
  return out;
}

// ---- time stamps ----
const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" }, S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });

export function moment(seconds, style) {
  if (style !== "R") return new Intl.DateTimeFormat("en-GB", STYLES[style]).format(new Date(seconds * 1000));
  const away = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, s]) => Math.abs(away) >= s) || UNITS.at(-1);
  return relative.format(Math.round(away / size), unit);
}

function stamp(seconds, style) {
  return h("time", { datetime: new Date(seconds * 1000).toISOString(), title: moment(seconds, "F"),
    "data-at": seconds, "data-style": style }, moment(seconds, style));
}

setInterval(() => {
  for (const element of document.querySelectorAll('time[data-style="R"]')) {
    const now = moment(Number(element.dataset.at), "R");
    if (element.textContent !== now) element.textContent = now;
  }
}, 1000);
