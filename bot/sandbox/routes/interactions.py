"""Answers to interactions and the messages that follow them."""

from __future__ import annotations

from bot.sandbox.basics import ApiError
from bot.sandbox.rest import Answer, Call, Routes

routes = Routes()


@routes.add("POST", "/interactions/{interaction}/{token}/callback")
async def callback(call: Call) -> Answer:
    if not isinstance(call.body, dict) or "type" not in call.body:
        raise ApiError(400, 50035, "Invalid Form Body")
    out = call.desk.answer(call.ids["interaction"], call.ids["token"], call.body, call.files)
    return out if call.query.get("with_response", "").lower() in ("1", "true") else None


@routes.add("POST", "/webhooks/{app}/{token}")
async def follow_up(call: Call) -> Answer:
    return call.desk.follow_up(call.ids["token"], call.body or {}, call.files).data


@routes.add("GET", "/webhooks/{app}/{token}/messages/{message}")
async def get(call: Call) -> Answer:
    return call.desk.find(call.ids["token"], call.ids["message"]).data


@routes.add("PATCH", "/webhooks/{app}/{token}/messages/{message}")
async def edit(call: Call) -> Answer:
    return call.desk.edit(call.ids["token"], call.ids["message"], call.body or {}, call.files).data


@routes.add("DELETE", "/webhooks/{app}/{token}/messages/{message}")
async def delete(call: Call) -> Answer:
    call.desk.delete(call.ids["token"], call.ids["message"])
    return None
