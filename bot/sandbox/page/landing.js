// The landing page: who is there, and a link for each of them.
import { avatar, h } from "./dom.js";

const list = document.getElementById("people");

function show(people) {
  list.replaceChildren(...people.map((p) =>
    h("li", {}, h("a", { href: `/?as=${encodeURIComponent(p.handle)}`, target: "_blank", id: `player-${p.handle}` },
      avatar(p.name), h("span", {}, p.name)))));
}

document.getElementById("add-player").addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = document.getElementById("new-player");
  const answer = await fetch("/people", { method: "POST", body: JSON.stringify({ name: input.value }) });
  if (answer.ok) { show(await answer.json()); input.value = ""; }
});

show(await (await fetch("/people")).json());
