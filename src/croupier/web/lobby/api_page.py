"""The page about the API: every route with what it takes, and a bot in ten lines."""

from typing import Any

import msgspec
from fastapi import Request
from fastapi.responses import HTMLResponse

from croupier.web.kit.context import person, show
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person

pages = Pages()

BOT = """import httpx, time

house = httpx.Client(base_url="{address}/api/v1")
me = house.post("/guests", json={{}}).json()
house.headers["authorization"] = "Bearer " + me["token"]
look = lambda: house.get("/tables/{table}").raise_for_status().json()
act = lambda **a: house.post("/tables/{table}/acts", json={{"act": a}}).raise_for_status()
seat = next(p["number"] for p in look()["positions"] if not p["patron"])
act(act="sit", position=seat, patron=me["person"]["badge"], chips=50_000)
act(act="bet", position=seat, wager="blackjack", amount=2_500)
round = look()["round"]
house.post("/tables/{table}/ready").raise_for_status()
while (table := look())["round"] == round:
    asked = table["asked"] or {{"kind": "Betting"}}  # nothing: it is another's turn
    part = asked.get("parts", [asked])[0]
    names = [c["name"] for c in part.get("choices", ()) if not c["blocked"]]
    mine = {{"act": "chosen", "name": names[0]}} if names else {{"act": "staked", "amount": 0}}
    act(position=seat, **mine) if asked["kind"] != "Betting" else time.sleep(0.2)
print(house.get("/audit/rounds").json()[0])
act(act="leave", position=seat)"""


class Operation(msgspec.Struct, frozen=True):
    method: str
    path: str
    summary: str
    takes: tuple[tuple[str, str], ...]
    body: tuple[tuple[str, str], ...]


def _schema(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref", "")
    found: dict[str, Any] = document["components"]["schemas"][reference.rsplit("/", 1)[1]] if reference else schema
    return found


def _kind(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(_kind(s) for s in schema["anyOf"] if s.get("type") != "null")
    return str(schema.get("type", "object"))


def operations(document: dict[str, Any]) -> dict[str, list[Operation]]:
    """The routes of the OpenAPI document by their tag."""
    groups: dict[str, list[Operation]] = {}
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            takes = tuple((p["name"], f"in the {p['in']}, {_kind(p['schema'])}") for p in route.get("parameters", ()))
            content = route.get("requestBody", {}).get("content", {}).get("application/json", {})
            schema = _schema(document, content.get("schema", {})) if content else {}
            needed = schema.get("required", ())
            fields = tuple(
                (
                    name,
                    f"{_kind(field)}{', required' if name in needed else ''}. {field.get('description', '')}".strip(),
                )
                for name, field in schema.get("properties", {}).items()
            )
            groups.setdefault(route.get("tags", ["other"])[0], []).append(
                Operation(method.upper(), path, route.get("summary", ""), takes, fields)
            )
    return groups


@pages.get("/api")
async def api_page(request: Request) -> HTMLResponse:
    who = await person(request)
    document = await request.app.state.contract.document()
    address = str(request.base_url).rstrip("/")
    bot = BOT.format(address=address, table="BJ-101")
    return show(
        request,
        "api.html",
        me=shown_person(who, None),
        groups=operations(document),
        bot=bot,
        version=document["info"]["version"],
    )
