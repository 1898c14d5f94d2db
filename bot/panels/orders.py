"""The panel of one's standing orders. Nothing is ordered by a slip: what was picked is confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.panels.facts import Facts
from bot.panels.ids import Press
from bot.panels.post import Button, Choice, Post, Row, Select, buttons
from engine.core.orders import Order
from engine.core.text import say

if TYPE_CHECKING:
    from bot.orders import Given

MOST = 4  # lists in a message, beside its row of buttons


def orders(facts: Facts, given: Sequence[Given], notice: str = "") -> Post:
    """All orders with what stands for each, and lists to change them."""
    lines = [say("**Standing orders in match {n}** (only you see them)", n=facts.id)]
    if notice:
        lines.append(f"*{notice}*")
    lines.append(say("They hold while you are not there to be asked; nobody is told of them."))
    rows: list[Row] = []
    for each in given[:MOST]:
        order = each.order
        lines.append(say("• **{name}**, {when}: {what}.", name=order.name, when=order.line, what=order.said(each.value)))
        choices = tuple(
            Choice(value, _upper(str(said)), say("as usual") if value == order.default else "", chosen=value == each.value)
            for value, said in order.values
        )
        rows.append(Select(Press(facts.id, 0, "o_pick", order.id).id("ps"), str(order.name), choices))
    if not given:
        lines.append(say("There is nothing to order in this match."))
    if any(not each.usual for each in given):
        rows += buttons([Button(Press(facts.id, 0, "o_usual").id(), say("All as usual"))])
    return Post("\n".join(lines), tuple(rows))


def confirm(facts: Facts, order: Order, value: str) -> Post:
    """What was picked, before it holds."""
    text = say("**{name}**, {when}: from now on {what}?", name=order.name, when=order.line, what=order.said(value))
    row = [
        Button(Press(facts.id, 0, "o_set", f"{order.id}={value}").id(), say("Order it"), "success"),
        Button(Press(facts.id, 0, "orders").id(), say("Back")),
    ]
    return Post(text, tuple(buttons(row)))


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
