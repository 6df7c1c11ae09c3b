"""One request and who may make it; the tables, rooms and bodies that the requests name."""

from typing import Any

from croupier.demo.furnish import PASSWORD
from croupier.house.people.permissions import PERMITS, ROLES
from croupier.house.tables.live import AT_TABLE

from ..lab import PLACE

EVERYBODY = frozenset(ROLES)
BY_HAND, ELECTRONIC = "TCP-111", "TCP-101"
JOURNAL = f"{ELECTRONIC}.1"
ROOM = "horseshoe-baltimore"
SIGNED = {"password": PASSWORD}
CASH_GAME = "PK-1"
GAME = {"id": CASH_GAME, "property": "horseshoe-baltimore", "form": "holdem", "small": 300, "blinds": [100, 300]}
TOUCHED: dict[str, Any] = {"challenge": "none", "credential": {}}  # what a security key would answer


class Try:
    """One request: who may make it, and whether it then works."""

    def __init__(
        self, method: str, route: str, may: str | frozenset[str], *, body: Any = None, works: bool = True, **path: str
    ) -> None:
        self.method, self.route, self.body = method, route, body
        self.path = route.format(**({"table_id": ELECTRONIC} | path)) if "{" in route else route
        self.may = PERMITS[may] if isinstance(may, str) else may
        self.works = works  # False: somebody allowed may be refused for another reason
        words = body.get("act", body.get("kind", "")) if isinstance(body, dict) else ""
        words = words.get("act", "") if isinstance(words, dict) else words
        self.id = f"{method} {self.path}" + (f" {words}" if words else "")

    def send(self, client: Any) -> Any:
        if self.method == "GET":
            return client.get(self.path)
        return client.request(self.method, self.path, json=self.body if self.body is not None else {})


LIFE = {
    "begin-opening": "table.open",
    "open": "table.open",
    "begin-closing": "table.close",
    "clear-seats": "table.close",
    "close": "table.close",
    "cancel": "table.open",
    "dealer-in": "table.dealer",
    "dealer-out": "table.dealer",
    "options": "table.limits",
    "options-everywhere": "table.limits",
}
CAGE = {
    "buy-in": "cage.exchange",
    "cash-out": "cage.exchange",
    "demo": "cage.own",
    "ticket": "cage.own",
    "redeem": "cage.own",
    "toke": "cage.own",
}
# Acts of people who deal or rule; what a player may do for himself depends on his seat.
DEALT = {
    "fall": ({"card": 3}, frozenset(AT_TABLE) - {"player"}),
    "shuffled": ({"cut": 40}, frozenset(AT_TABLE) - {"player"}),
    "undone": ({"entry": 1}, PERMITS["table.undo"]),
    "close": ({}, PERMITS["table.deal"]),
    "bet": ({"position": 1, "wager": "ante", "amount": 1000}, frozenset(AT_TABLE)),
    "reads": ({"cents": 10**9}, frozenset()),
}


# A version of rules, and what its steps ask for.
RULES = "/approvals/{house}/{game}/{version}"
VERSION = {"house": PLACE, "property": PLACE, "game": "big-six", "version": "2019-12-05"}
STEPS: dict[str, dict[str, Any]] = {
    "submit": {},
    "decide": {"approve": False, "reason": "x", "decision": "refuse"},
    "poll": {"deadline": "2020-01-02T16:30"},
    "vote": {"votes": {"1": "support"}, "member-1": "support"},
    "close": {},
    "notice": {},
    "enter": {"meeting": "2020-01-02"},
    "ask": {"question": "x"},
    "answer": {"answer": "x"},
    "withdraw": {"reason": "x"},
    "post": {"where": "x"},
}
