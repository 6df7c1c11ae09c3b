"""Every route with every role and with nobody: only what the permissions allow, and a refusal changes nothing."""

import contextlib
import functools
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from croupier.demo.furnish import PASSWORD
from croupier.house.approvals.case import ACTS
from croupier.house.papers.documents import FLOWS
from croupier.house.people.permissions import PERMITS, ROLES
from croupier.house.poker_room.procedures.desk import SLIPS
from croupier.house.tables.live import AT_TABLE
from croupier.web.books.numbers import GUARDS
from croupier.web.promotions.pages import ACTS as PROMOTION
from croupier.web.promotions.pages import STEPS as CLAIM
from croupier.web.tournaments.poker_pages import ACTS as EVENT
from croupier.web.tournaments.poker_pages import STEPS as PRIZE
from croupier.web.tournaments.table_pages import ACTS as TOURNAMENT

from .lab import BADGES, PLACE, Lab, csrf, lab, routes

EVERYBODY = frozenset(ROLES)
BY_HAND, ELECTRONIC = "TCP-111", "TCP-101"
JOURNAL = f"{ELECTRONIC}.1"
ROOM = "horseshoe-baltimore"
SIGNED = {"password": PASSWORD}
CASH_GAME = "PK-1"
GAME = {"id": CASH_GAME, "property": "horseshoe-baltimore", "form": "holdem", "small": 300, "blinds": [100, 300]}


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


# Anybody may read these without a session: the lobby, the felt as a passer-by sees it, the rules.
PUBLIC = {
    ("GET", "/"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),  # with a token of its own, or from the machine itself: in test_operations
    ("GET", "/sign-in"),
    ("GET", "/assets/{name}"),
    ("GET", "/tables/{table_id}"),
    ("GET", "/tables/{table_id}/about"),
    ("GET", "/tables/{table_id}/clause"),
    ("GET", "/tables/{table_id}/money/{act}"),  # leads to the station's money, which asks who comes
    ("GET", "/cage/{act}"),  # leads to the cage
    ("GET", "/room"),
    ("GET", "/room/tables/{table_id}"),
    ("GET", "/room/{house}/screen"),
    ("GET", "/tournaments"),
    ("GET", "/tournaments/{tournament}"),
    ("GET", "/poker-tournaments"),
    ("GET", "/poker-tournaments/{tournament}"),
    ("GET", "/poker-tournaments/{tournament}/tables/{number}"),
    ("GET", "/poker-tournaments/{tournament}/wall"),
    ("GET", "/promotions"),
    ("GET", "/promotions/{promotion}"),
    ("GET", "/rulebooks"),
    ("GET", "/rulebooks/compare"),
    ("GET", "/rulebooks/{house}/{game}/{day}"),
    ("GET", "/rulebooks/{house}/{game}/{day}/odds"),
    ("GET", "/rulebooks/{house}/{game}/{day}/print"),
    ("GET", "/rulebooks/{house}/{game}/{day}/strategy"),
    ("GET", "/rulebooks/changes"),
    ("GET", "/api/v1/rulebooks-changed/{property}"),
    ("GET", "/api/v1/rulebooks-compared"),
    ("GET", "/api/v1/rulebooks/{property}/{game}/strategy"),
    ("GET", "/api"),
    ("GET", "/api/v1/openapi.json"),
    ("GET", "/api/v1/properties"),
    ("GET", "/api/v1/house"),
    ("GET", "/api/v1/rulebooks"),
    ("GET", "/api/v1/rulebooks/{property}/{game}"),
    ("GET", "/api/v1/rulebooks/{property}/{game}/compare"),
    ("WS", "/live"),
    ("WS", "/tables/{table_id}/live"),
    ("WS", "/tournaments/{tournament}/live"),
    ("WS", "/poker-tournaments/live"),
    ("WS", "/poker-tournaments/{tournament}/live"),
    ("WS", "/poker-tournaments/{tournament}/tables/{number}/live"),
    ("WS", "/poker-tournaments/{tournament}/wall/live"),
    ("WS", "/promotions/live"),
    ("WS", "/promotions/{promotion}/live"),
    ("WS", "/room/live"),
    ("WS", "/room/{house}/screen/live"),
    ("WS", "/room/tables/{table_id}/live"),
}
# These begin or end a session; they have tests of their own.
DOORS = {
    ("POST", "/sign-in"),
    ("POST", "/sign-out"),
    ("POST", "/demo"),
    ("POST", "/tables/{table_id}/sit"),
    ("POST", "/tournaments/{tournament}/enter"),
    ("POST", "/poker-tournaments/{tournament}/enter"),
    ("POST", "/room/tables/{table_id}/sit"),
    ("POST", "/api/v1/sessions"),
    ("DELETE", "/api/v1/sessions"),
    ("POST", "/api/v1/guests"),
    ("POST", "/keys/ask"),  # a security key signs, at the door and elsewhere: in test_security_keys
    ("POST", "/keys/answer"),
    ("POST", "/api/v1/security-keys/ask"),
    ("POST", "/api/v1/security-keys/answer"),
}

TOUCHED: dict[str, Any] = {"challenge": "none", "credential": {}}  # what a security key would answer

# Of a live tournament: in test_live_tournaments.
ELSEWHERE = {("WS", "/poker-tournaments/{tournament}/desk/live")}

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


def pages() -> Iterator[Try]:
    for path in ("/account", "/history"):
        yield Try("GET", path, EVERYBODY)
    yield Try("GET", "/cage", frozenset({"player", "cage"}))
    for path in ("/pit", "/notices", "/meters", "/audit/search"):
        yield Try("GET", path, "table.watch")
    yield Try("GET", "/pit/search", "table.watch", works=False)  # it leads elsewhere
    yield Try("GET", "/out-of-order", "table.watch")
    yield Try(
        "GET",
        "/out-of-order/{kind}/{subject}",
        "table.watch",
        works=False,
        kind="table",
        subject=JOURNAL.partition(".")[0],
    )
    yield Try("GET", "/pit/{table_id}", "table.watch")
    yield Try("GET", "/deal/{table_id}", "table.deal", table_id=BY_HAND)
    yield Try("GET", "/deal/{table_id}/ruling", "table.declare", table_id=BY_HAND)
    yield Try("GET", "/deal/{table_id}/keyed", "table.deal", works=False, table_id=BY_HAND)
    yield Try("GET", "/tables-new", "table.add")
    yield Try("GET", "/slips", "document.read")
    yield Try("GET", "/slips/{document_id}", "document.read", works=False, document_id="none")
    yield Try("GET", "/slips/{document_id}/void", "document.void", works=False, document_id="none")
    yield Try("GET", "/tables/{table_id}/money", "cage.own")
    yield Try("GET", "/slots", "payout.hand")
    yield Try("GET", "/tickets", "document.read")
    yield Try("GET", "/tickets/{house}/{number}", "document.read", works=False, house=PLACE, number="1")
    for path in ("/audit", "/audit/anchor", "/audit/log", "/audit/verify"):
        yield Try("GET", path, "audit.read")
    yield Try("GET", "/results", "audit.read")
    yield Try("GET", "/results/{what}", "audit.read", what="patrons")
    yield Try("GET", "/audit/ledger", "ledger.read")
    yield Try("GET", "/audit/ledger.{kind}", "ledger.read", kind="csv")
    yield Try("GET", "/audit/{table_id}/{journal}/journal.jsonl", "audit.read", journal=JOURNAL)
    replay = {"journal": JOURNAL, "round_": "1"}
    yield Try("GET", "/audit/{table_id}/{journal}/{round_}", "audit.read", works=False, **replay)
    yield Try(
        "GET", "/audit/{table_id}/{journal}/{round_}/export.{kind}", "audit.read", works=False, kind="csv", **replay
    )
    yield Try("GET", "/tournaments/new", "tournament.plan")
    yield Try("GET", "/poker-tournaments/new", "tournament.plan")
    event = "/poker-tournaments/{tournament}"
    yield Try("GET", event + "/desk", "event.deal", works=False, tournament="NONE")
    yield Try("GET", event + "/tables/{number}/rulings", "event.deal", works=False, tournament="NONE", number="1")
    yield Try("GET", event + "/receipts/{number}", "event.register", works=False, tournament="NONE", number="1")
    yield Try("GET", "/promotions/new", "promotion.plan")
    yield Try("GET", "/approvals", "table.watch")
    yield Try("GET", RULES, "table.watch", **VERSION)
    yield Try("GET", RULES + "/notice", "table.watch", works=False, **VERSION)
    yield Try("GET", "/studio", "draft.read")
    guarded = {"house": PLACE, "property": PLACE, "game": "big-six", "day": "2019-12-05"}
    for path in ("/rulebooks/{house}/{game}/{day}/protection", "/api/v1/rulebooks/{property}/{game}/protection"):
        yield Try("GET", path, GUARDS, works=False, **guarded)
    for name in ("", "/effect", "/cases", "/what-if", "/text", "/print", "/print.pdf"):
        yield Try("GET", f"/studio/{{draft}}{name}", "draft.read", works=False, draft="D-0000")
    yield Try("GET", "/people", "people.read")
    yield Try("GET", "/people/{badge}", "people.read", badge="dealer-2")


def acts_of_pages() -> Iterator[Try]:
    for act in ("key", "do", "mark"):
        yield Try("POST", f"/deal/{{table_id}}/{act}", "table.deal", works=False, table_id=BY_HAND)
    yield Try("POST", "/deal/{table_id}/undo", "table.undo", works=False, table_id=BY_HAND)
    yield Try("POST", "/deal/{table_id}/declare", "table.declare", works=False, table_id=BY_HAND)
    yield Try("POST", "/deal/{table_id}/call", PERMITS["table.call-supervisor"], table_id=BY_HAND, works=False)
    seated = {"action": "bet", "wager": "ante", "amount": 1000}
    fold = {"act": "fold", "seat": 1}
    yield Try("POST", "/room/tables/{table_id}/act", frozenset(AT_TABLE), body=fold, works=False, table_id=CASH_GAME)
    yield Try("POST", "/room/tables/{table_id}/dealing", "table.declare", body=fold, works=False, table_id=CASH_GAME)
    yield Try("GET", "/room/tables/{table_id}/ruling", "table.declare", works=False, table_id=CASH_GAME)
    yield Try("GET", "/room/tables/{table_id}/seat", "table.declare", works=False, table_id=CASH_GAME)
    when = {"when": "first-cards-exposed"}
    preview = "/api/v1/room/tables/{table_id}/rulings/preview"
    yield Try("POST", preview, "table.declare", body=when, works=False, table_id=CASH_GAME)
    joined = {"act": "join", "game": "holdem-no-1-3", "patron": "nobody"}
    may_list = PERMITS["room.list"] | {"player"}
    yield Try("POST", "/room/lists/{house}", may_list, body=joined, works=False, house=ROOM)
    yield Try("GET", "/room/{house}/board", "table.watch", house=ROOM)
    yield Try("GET", "/room/{house}/reports", "room.report", house=ROOM)
    act = {"house": ROOM, "act": "end"}
    may_end = PERMITS["room.report"] & PERMITS["room.record"]
    yield Try("POST", "/room/{house}/reports/{act}", may_end, body={"fact": "x"}, works=False, **act)
    board = {"house": ROOM, "act": "unlock"}
    body = {"table": "NONE", "seat": "1"}
    yield Try("POST", "/room/{house}/board/{act}", "room.list", body=body, works=False, **board)
    yield Try("POST", "/tables/{table_id}/act", EVERYBODY, body=seated, works=False)
    yield Try("POST", "/tables/{table_id}/leave", EVERYBODY, works=False)
    where = {"kind": "table", "subject": ELECTRONIC}
    yield Try("POST", "/out-of-order/{kind}/{subject}", "table.give-up", body=SIGNED, works=False, **where)
    for act, permit in {**LIFE, "void": "table.void"}.items():
        body = {"badge": "dealer-3", **SIGNED}
        yield Try("POST", "/pit/{table_id}/{act}", permit, body=body, works=False, act=act)
    yield Try("POST", "/pit/{table_id}/{act}", "notice.settle", body={"notice": "none"}, works=False, act="notice")
    for kind, flow in FLOWS.items():
        body = {"kind": kind, "chips-2500": "4", **SIGNED}
        yield Try("POST", "/pit/{table_id}/document", flow.steps[0].act, body=body, works=False, table_id=BY_HAND)
    for act, permit in CAGE.items():
        yield Try("POST", "/cage/{act}", permit, body={"amount": "5", "patron": "player"}, works=False, act=act)
    body = {"ticket": "0" * 18, "house": PLACE}
    yield Try("POST", "/cage/{act}", "cage.exchange", body=body, works=False, act="pay-ticket")
    for act in ("ticket", "account", "insert", "buy"):
        yield Try("POST", "/tables/{table_id}/money/{act}", "cage.own", body=body, works=False, act=act)
    void = {"second": "cage-2", "second-password": PASSWORD, "reason": "wrong", **SIGNED}
    where = {"house": PLACE, "number": "1"}
    yield Try("POST", "/tickets/{house}/{number}/void", "document.void", body=void, works=False, **where)
    by_hand = {"table": ELECTRONIC, "patron": "player", "amount": "6000", **SIGNED}
    yield Try("POST", "/slots/pay", "payout.hand", body=by_hand, works=False)
    yield Try("POST", "/slots/{table_id}/{act}", "payout.hand", body={"when": "misdeal"}, works=False, act="declare")
    yield Try("POST", "/account/end", "people.manage", body={"badge": "dealer-2", "handle": "00"}, works=False)
    yield Try("POST", "/account/token", EVERYBODY, body={"label": "x", **SIGNED})
    for path in ("/account/factor", "/account/factor/confirm", "/account/factor/remove"):
        yield Try("POST", path, EVERYBODY, body={"code": "000000", "password": "no"}, works=False)
    for path in ("/account/keys/begin", "/account/keys", "/account/keys/remove"):
        yield Try("POST", path, EVERYBODY, body={"key": "none", "credential": {}, "password": "no"}, works=False)
    yield Try("POST", "/second-factor/roles", "people.manage", body={"role": "player", "wanted": "no"}, works=False)
    yield Try("POST", "/account/password", EVERYBODY, body={"old": "no", "new": "nothing new here"}, works=False)
    yield Try("POST", "/tables-new", "table.add", body={"table": "Q-1", "house": PLACE, "game": "blackjack"})
    person = {"badge": "new-1", "name": "New", "role": "dealer"}
    yield Try("POST", "/people", "people.manage", body=person, works=False)
    for act in ("role", "dismiss", "reinstate", "reset", "reset-factor"):
        body = {"role": "dealer", **SIGNED}
        works = act == "dismiss"  # the others are proposed
        yield Try("POST", "/people/{badge}/{act}", "people.manage", body=body, works=works, badge="dealer-3", act=act)
    changes = {"document_id": "none", "answer": "confirm"}
    yield Try("POST", "/people-changes/{document_id}/{answer}", "people.confirm", body=SIGNED, works=False, **changes)
    posting = {"name": "cooling", "value": "5", "second": "nobody", **SIGNED}
    yield Try("POST", "/house-posted", "house.post", body=posting, works=False)
    step = {"step": "prepare", "chips-2500": "4", **SIGNED}
    yield Try("POST", "/slips/{document_id}/sign", "fill.prepare", body=step, works=False, document_id="FILL")
    void = {"second": "cage-2", "second-password": PASSWORD, "reason": "wrong", **SIGNED}
    yield Try("POST", "/slips/{document_id}/void", "document.void", body=void, works=False, document_id="FILL")
    plan = {"id": "T-1", "game": f"{PLACE}/mini-midi-baccarat"}
    yield Try("POST", "/tournaments/new", "tournament.plan", body=plan, works=False)
    for act, permit in TOURNAMENT.items():
        body = {"table": ELECTRONIC, **SIGNED}
        yield Try("POST", "/tournaments/{tournament}/{act}", permit, body=body, works=False, tournament="NONE", act=act)
    yield from acts_of_poker_events()
    yield from acts_of_drafts()
    for step, body in STEPS.items():
        yield Try(
            "POST", RULES + "/{step}", ACTS[step], body=body | {"password": "no"}, works=False, step=step, **VERSION
        )


def acts_of_drafts() -> Iterator[Try]:
    at, path = {"draft": "D-0000"}, "/studio/{draft}"
    yield Try("POST", "/studio", "draft.edit", body={"house": PLACE, "game": "no-game"}, works=False)
    typed = {"seen": "1", "at": "wagers.x"}
    reading = [(name, "draft.read") for name in ("check", "hold", "what-if")]
    for name, permit in (("edit", "draft.edit"), ("save", "draft.edit"), *reading):
        yield Try("POST", f"{path}/{name}", permit, body=typed, works=False, **at)
    for step in ("submit", "play", "drop"):
        yield Try("POST", path + "/{step}", "draft.edit", body=typed | {"password": "no"}, works=False, step=step, **at)
    programs = "/api/v1/drafts"
    yield Try("GET", programs, "draft.read")
    yield Try("POST", programs, "draft.edit", body={"property": PLACE, "game": "no-game"}, works=False)
    for name in ("", "/effect", "/cases"):
        yield Try("GET", f"{programs}/{{draft}}{name}", "draft.read", works=False, **at)
    edits = {"seen": 1, "edits": [{"act": "remove", "address": "wagers.x"}]}
    yield Try("POST", programs + "/{draft}/edits", "draft.edit", body=edits, works=False, **at)
    yield Try("POST", programs + "/{draft}/what-if", "draft.read", works=False, **at)
    yield Try("POST", programs + "/{draft}/drop", "draft.edit", body={}, works=False, **at)
    signed = {"seen": 1, "password": "no"}
    yield Try("POST", programs + "/{draft}/play", "draft.edit", body=signed, works=False, **at)
    body = signed | {"day": "2030-01-01"}
    yield Try("POST", programs + "/{draft}/submit", "approval.submit", body=body, works=False, **at)


def acts_of_poker_events() -> Iterator[Try]:
    path, at = "/poker-tournaments/{tournament}", {"tournament": "NONE"}
    plan = {"id": "SUN-1", "property": ROOM, "cents-prize": "5"}
    yield Try("POST", "/poker-tournaments/new", "tournament.plan", body=plan, works=False)
    for act, permit in EVENT.items():
        yield Try("POST", path + "/{act}", permit, body={"patron": "player", "card": "1"}, works=False, act=act, **at)
    for act in ("withdraw", "rebuy", "add-on", "back"):
        yield Try("POST", path + "/own/{act}", "event.play", works=False, act=act, **at)
    for step, permit in PRIZE.items():
        yield Try(
            "POST", path + "/prizes/{number}/{step}", permit, body={**SIGNED}, works=False, number="1", step=step, **at
        )
    body = {"act": "clock"}
    yield Try("POST", path + "/tables/{number}/rulings", "event.deal", body=body, works=False, number="1", **at)
    table = path + "/tables/{number}/act"
    yield Try("POST", table, "event.deal", body={"act": "deal"}, works=False, number="1", **at)
    yield Try("POST", table, "event.play", body={"act": "fold"}, works=False, number="1", **at)
    keyed = {"act": "fold", "patron": "nobody"}
    yield Try("POST", table, "event.deal", body=keyed, works=False, number="1", **at)
    promotion, of = "/promotions/{promotion}", {"promotion": "NONE"}
    posted = {"id": "HH-1", "property": ROOM, "kind": "flop-pot"}
    yield Try("POST", "/promotions/new", "promotion.plan", body=posted, works=False)
    yield Try("POST", "/promotions/funds/{house}", "promotion.plan", body={"what": "seed"}, works=False, house=ROOM)
    for act, permit in PROMOTION.items():
        yield Try("POST", promotion + "/{act}", permit, works=False, act=act, **of)
    for step, permit in CLAIM.items():
        claim = {"claim": "none", "step": step}
        yield Try("POST", "/promotions/claims/{claim}/{step}", permit, body={**SIGNED}, works=False, **claim)


def api() -> Iterator[Try]:
    for name in ("me", "me/second-factor", "meters", "tables"):
        yield Try("GET", f"/api/v1/{name}", EVERYBODY)
    yield Try("GET", "/api/v1/tables/{table_id}", "table.see")
    yield Try("GET", "/api/v1/tables/{table_id}/rules", "table.see")
    yield Try("GET", "/api/v1/audit/rounds", EVERYBODY)  # a player sees his own
    for name in ("anchor", "journals", "log", "journals/{journal}/entries", "journals/{journal}/verify"):
        yield Try("GET", f"/api/v1/audit/{name}", "audit.read", journal=JOURNAL)
    yield Try("GET", "/api/v1/results/{property}", "audit.read", property=PLACE)
    yield Try("GET", "/api/v1/results/{property}/{what}", "audit.read", property=PLACE, what="tables")
    for name in ("ledger", "balances"):
        yield Try("GET", f"/api/v1/audit/{name}", "ledger.read")
    for name in ("pit", "notices", "out-of-order"):
        yield Try("GET", f"/api/v1/{name}", "table.watch")
    where = {"kind": "table", "subject": ELECTRONIC}
    yield Try("GET", "/api/v1/out-of-order/{kind}/{subject}", "table.watch", works=False, **where)
    yield Try("GET", "/api/v1/rulebooks-left-out", "table.watch")
    yield Try("POST", "/api/v1/rulebooks/check", "table.watch", body={"text": ""})
    twice = {"password": "no", "second_badge": "manager", "second_password": "no", "reason": "none"}
    route = "/api/v1/out-of-order/{kind}/{subject}/close"
    yield Try("POST", route, "table.give-up", body=twice, works=False, **where)
    yield Try("GET", "/api/v1/documents", "document.read")
    yield Try("GET", "/api/v1/documents/{document_id}", "document.read", document_id="FILL")
    yield Try("GET", "/api/v1/people", "people.read")
    yield Try("POST", "/api/v1/people", "people.manage", body={"badge": "new-2", "role": "dealer", **SIGNED})
    yield Try("GET", "/api/v1/people/changes", "people.read")
    change = {"change": "reinstate", **SIGNED}
    yield Try("POST", "/api/v1/people/{badge}/changes", "people.manage", body=change, badge="dealer-3")
    yield Try("GET", "/first-day", "house.plan")
    yield Try("GET", "/house", "house.confirm")
    yield Try("GET", "/house/plan.toml", "house.plan")
    yield Try("POST", "/house/{part}", "house.plan", body=SIGNED, works=False, part="day")
    no = {"document_id": "none", "answer": "confirm"}
    yield Try("POST", "/house-changes/{document_id}/{answer}", "house.confirm", body=SIGNED, works=False, **no)
    api = "/api/v1/house"
    yield Try("GET", f"{api}/first-day", "house.confirm")
    yield Try("GET", f"{api}/plan", "house.plan")
    yield Try("POST", f"{api}/check", "house.plan", body={"text": "format = 1"})
    yield Try("POST", f"{api}/plan", "house.plan", body={"text": "format = 1", **SIGNED}, works=False)
    part = {"value": {"pits": []}, **SIGNED}
    yield Try("POST", api + "/parts/{part}", "house.plan", body=part, part="pits")
    yield Try("GET", f"{api}/changes", "house.confirm")
    yield Try("POST", api + "/changes/{document_id}", "house.confirm", body=SIGNED, works=False, document_id="none")
    gone = {"role": "cage", "property": PLACE}
    yield Try("POST", "/api/v1/people/{badge}/withdraw", "people.manage", body=gone, works=False, badge="dealer-3")
    answer = "/api/v1/people/changes/{document_id}"
    yield Try("POST", answer, "people.confirm", body=SIGNED, works=False, document_id="none")
    yield Try("GET", "/api/v1/posted", "table.watch")
    second = {"value": 5, "second_badge": "nobody", "second_password": "no", **SIGNED}
    yield Try("POST", "/api/v1/posted/{name}", "house.post", body=second, works=False, name="cooling")
    yield Try("GET", "/api/v1/cage/currency", "ledger.read")
    coupon = {"patron": "player", "cents": 500, "second_badge": "nobody", "second_password": "no", **SIGNED}
    by_hand = {"patron": "player", "cents": 6_000_00, **SIGNED}
    yield Try("POST", "/api/v1/tables/{table_id}/payouts", "payout.hand", body=by_hand, works=False)
    yield Try("GET", "/api/v1/coupons", EVERYBODY)
    yield Try("POST", "/api/v1/coupons", "coupon.issue", body=coupon, works=False)
    gone = {"reason": "a mistake", "second_badge": "nobody", "second_password": "no", **SIGNED}
    yield Try("POST", "/api/v1/coupons/{number}/cancel", "coupon.issue", body=gone, works=False, number="1")
    factor = "/api/v1/me/second-factor"
    yield Try("POST", factor, EVERYBODY, body={"password": "no"}, works=False)
    yield Try("POST", f"{factor}/confirm", EVERYBODY, body={"code": "000000"}, works=False)
    yield Try("POST", f"{factor}/remove", EVERYBODY, body={"code": "000000", "password": "no"}, works=False)
    keys = "/api/v1/me/security-keys"
    yield Try("GET", keys, EVERYBODY)
    yield Try("POST", f"{keys}/begin", EVERYBODY, body={"password": "no"}, works=False)
    yield Try("POST", keys, EVERYBODY, body=TOUCHED, works=False)
    yield Try("POST", f"{keys}/remove", EVERYBODY, body={"key": "none", "password": "no"}, works=False)
    lost = "/api/v1/people/{badge}/second-factor/reset"
    yield Try("POST", lost, "people.manage", body=SIGNED, works=False, badge="dealer-3")
    yield Try("GET", "/api/v1/second-factor/roles", "people.read")
    body = {"role": "player", "wanted": False}
    yield Try("POST", "/api/v1/second-factor/roles", "people.manage", body=body, works=False)
    table = {"id": "Q-2", "property": PLACE, "game": "blackjack"}
    yield Try("POST", "/api/v1/tables", "table.add", body=table, works=False)
    for act, permit in LIFE.items():
        body = {"act": act, "badge": "dealer-3", **SIGNED}
        yield Try("POST", "/api/v1/tables/{table_id}/life", permit, body=body, works=False)
    for act, (fields, may) in DEALT.items():
        body = {"act": {"act": act, **fields}}
        yield Try("POST", "/api/v1/tables/{table_id}/acts", may, body=body, works=False, table_id=BY_HAND)
    yield Try("POST", "/api/v1/tables/{table_id}/ready", EVERYBODY, works=False)
    yield Try("POST", "/api/v1/tables/{table_id}/wagers", EVERYBODY, body={"act": "same"}, works=False)
    ticket = {"act": "insert", "position": 1, "ticket": "none"}
    yield Try("POST", "/api/v1/tables/{table_id}/tickets", "cage.own", body=ticket, works=False)
    yield Try("POST", "/api/v1/tables/{table_id}/call", "table.call-supervisor", body={"words": "please"})
    for kind, flow in FLOWS.items():
        body = {"kind": kind, "table": BY_HAND, **SIGNED}
        yield Try("POST", "/api/v1/documents", flow.steps[0].act, body=body, works=False)
    signed = {"chips": {"2500": 4}, **SIGNED}
    for step in ("prepare", "carry", "confirm"):
        route = "/api/v1/documents/{document_id}/steps/{step}"
        # Out of turn nobody signs; in turn only the cage does.
        may = PERMITS["fill.prepare"] if step == "prepare" else EVERYBODY
        yield Try("POST", route, may, body=signed, works=False, document_id="FILL", step=step)
    void = {"second_badge": "cage-2", "second_password": PASSWORD, "reason": "wrong", **SIGNED}
    route = "/api/v1/documents/{document_id}/void"
    yield Try("POST", route, "document.void", body=void, works=False, document_id="FILL")
    yield Try("POST", "/api/v1/notices/{notice_id}/settle", "notice.settle", works=False, notice_id="none")
    yield from tournaments()
    yield from approvals()
    yield from procedures()
    yield from cash_games()
    for act, permit in CAGE.items():
        yield Try("POST", "/api/v1/cage", permit, body={"act": act, "patron": "player", "cents": 500}, works=False)


def approvals() -> Iterator[Try]:
    path = "/api/v1/approvals/{property}/{game}/{version}"
    yield Try("GET", "/api/v1/approvals", "table.watch")
    yield Try("GET", path, "table.watch", **VERSION)
    for step, given in STEPS.items():
        body = {key: value for key, value in given.items() if key not in ("decision", "member-1")} | {"password": "no"}
        yield Try("POST", f"{path}/{step}", ACTS[step], body=body, works=False, **VERSION)


def procedures() -> Iterator[Try]:
    yield Try("GET", "/conduct", "conduct.read")
    yield Try("GET", "/tips", "tips.read")
    yield Try("GET", "/room/papers", "bank.read")
    for act in ("deck", "slip", "sign", "tube"):
        about: dict[str, Any] = {"house": ROOM, "kind": "deck", "step": "verify", "document": "none", **SIGNED}
        yield Try("POST", "/room/papers/{act}", "bank.read", body=about, works=False, act=act)
    sanction = {"house": ROOM, "patron": "player", "kind": "warning", "offence": "stalling", **SIGNED}
    for act, permit in (("sanction", "conduct.decide"), ("report", "conduct.report"), ("lift", "conduct.lift")):
        body: dict[str, Any] = {**sanction, "sanction": "none", "reason": "late"}
        yield Try("POST", "/conduct/{act}", permit, body=body, works=False, act=act)
    path, room = "/api/v1/procedures/{property}", {"property": ROOM}
    yield Try("GET", path + "/rules", EVERYBODY, **room)
    for name, act in (("sanctions", "conduct.read"), ("banks", "bank.read"), ("decks", "bank.read")):
        yield Try("GET", f"{path}/{name}", act, **room)
    for name in ("tips", "staffing"):
        yield Try("GET", f"{path}/{name}", "tips.read", **room)
    yield Try("GET", path + "/tips/clerks", "tips.read", works=False, **room)
    yield Try("POST", path + "/tips/tube", "tips.own", body={"chips": {"100": 1}}, works=False, **room)
    yield Try("GET", path + "/tables/{table}", "bank.read", works=False, table="P-1", **room)
    cancelled = {"number": "1", "reason": "late", **SIGNED}
    cancel = "/api/v1/promotions/searches/{property}/cancel"
    yield Try("POST", cancel, "promotion.pay", body=cancelled, works=False, **room)
    yield Try("GET", path + "/banks/{name}", "bank.read", works=False, name="P-1", **room)
    body = {"patron": "player", "kind": "warning", "offence": "stalling", **SIGNED}
    yield Try("POST", path + "/sanctions", "conduct.decide", body=body, works=False, **room)
    body = {"reason": "late", **SIGNED}
    yield Try("POST", path + "/sanctions/{sanction}/lift", "conduct.lift", body=body, works=False, sanction="x", **room)
    body = {"patron": "player", "offence": "stalling"}
    yield Try("POST", path + "/reports", "conduct.report", body=body, works=False, **room)
    body = {"name": "P-1", "kind": "rack", "par": 150_000, **SIGNED}
    yield Try("POST", path + "/banks", "bank.set", body=body, works=False, **room)
    yield Try("POST", path + "/banks/{name}/key", "container.key", works=False, name="P-1", **room)
    body = {"kind": "cash-for-chips", "patron": "player", "cents": 500}
    yield Try("POST", path + "/banks/{name}/exchanges", "cart.use", body=body, works=False, name="C-1", **room)
    yield Try("POST", path + "/decks", "deck.receive", body={"label": "D-1", **SIGNED}, works=False, **room)
    for kind in SLIPS:
        body = {"kind": kind, "table": "P-1", **SIGNED}
        yield Try("POST", path + "/slips", FLOWS[kind].steps[0].act, body=body, works=False, **room)
    # Which line it is and so who may sign it, only the slip says.
    signed = {"document_id": "none", "step": "count", **room}
    yield Try("POST", path + "/slips/{document_id}/{step}", EVERYBODY, body=SIGNED, works=False, **signed)
    yield Try("POST", path + "/tips", "tips.give", body={"dealer": "dealer", "cents": 500}, works=False, **room)
    body = {"tournament": "T-1", "kind": "hand-in", "cents": 500}
    yield Try("POST", path + "/staffing", "tips.collect", body=body, works=False, **room)


def cash_games() -> Iterator[Try]:
    path, at = "/api/v1/room", {"table_id": CASH_GAME}
    yield Try("GET", path, EVERYBODY)
    yield Try("GET", path + "/spreads", EVERYBODY, works=False)
    yield Try("GET", path + "/tables/{table_id}", "table.see", **at)
    yield Try("GET", path + "/tables/{table_id}/hands", "table.see", **at)
    yield Try("GET", path + "/tables/{table_id}/rulings", "table.declare", **at)
    played = {"journal": f"{CASH_GAME}.1", "number": "1"}
    yield Try("GET", path + "/journals/{journal}/hands/{number}", "audit.read", works=False, **played)
    yield Try("POST", path + "/tables", "table.open", body=GAME | {"id": "PK-2", "form": "badugi"}, works=False)
    yield Try("POST", path + "/tables/{table_id}/close", "table.close", works=False, table_id="NONE")
    body: dict[str, Any] = {"small": 500, "blinds": [200, 500]}
    yield Try("POST", path + "/tables/{table_id}/limits", "table.limits", body=body, works=False, table_id="NONE")
    yield Try("POST", path + "/tables/{table_id}/break", "table.close", works=False, table_id="NONE")
    yield Try("POST", path + "/tables/{table_id}/refuse-move", PERMITS["room.list"] | {"player"}, works=False, **at)
    yield Try("POST", path + "/tables/{table_id}/play-on", PERMITS["room.list"] | {"player"}, works=False, **at)
    yield Try("GET", path + "/openings/{property}", "room.list", property=ROOM)
    body = {"table": "NONE"}
    yield Try("POST", path + "/openings/{property}", "room.list", body=body, works=False, property=ROOM)
    yield Try("GET", path + "/screen/{property}", EVERYBODY, property=ROOM)
    yield Try("GET", path + "/reports/{property}/{what}", "room.report", property=ROOM, what="days")
    yield Try("GET", path + "/comps/{property}", "room.report", property=ROOM)
    body = {"day": "2099-01-01", "cents_an_hour": 100}
    yield Try("POST", path + "/comps/{property}", "promotion.plan", body=body, works=False, property=ROOM)
    body = {"patron": "player", "cents": 100}
    yield Try("POST", path + "/comps/{property}/used", "promotion.run", body=body, works=False, property=ROOM)
    yield Try("POST", path + "/records/{property}", "room.record", body={"kind": "x"}, works=False, property=ROOM)
    fact = {"property": ROOM, "fact": "none"}
    yield Try("POST", path + "/records/{property}/{fact}/end", "room.record", works=False, **fact)
    yield Try("GET", path + "/staffing/{property}", "table.watch", property=ROOM)
    body = {"dealer": "nobody"}
    yield Try("POST", path + "/staffing/{property}/push", "table.dealer", body=body, works=False, property=ROOM)
    yield Try("POST", path + "/hooks/{property}", "room.hook", body={"url": "ftp://x"}, works=False, property=ROOM)
    body = {"patron": "player", "tier": "seven-star", "number": "7", "name": "Seven", "expires": "2099-01-01"}
    yield Try("POST", path + "/cards/{property}", "card.register", body=body, property=ROOM)
    floor_only = PERMITS["table.rule"]  # nobody deals at this table, so no dealer acts at it
    for act, fields, may in (
        ("sit", {"seat": 1, "cents": 1, "patron": "player"}, floor_only | {"player", "clerk"}),
        ("declare", {"when": "no-burn"}, floor_only),
        ("impound", {"seat": 1, "cents": 100, "reason": "x"}, floor_only),
        ("half-rake", {"half": True}, floor_only),
    ):
        body = {"act": {"act": act, **fields}}
        yield Try("POST", path + "/tables/{table_id}/acts", may, body=body, works=False, **at)
    lists = {"property": ROOM}
    yield Try("GET", path + "/lists/{property}", EVERYBODY, **lists)
    for act, fields, may in (
        ("away", {"patron": "nobody"}, PERMITS["room.list"] | {"player"}),
        ("call", {"game": "holdem-no-1-3", "table": CASH_GAME}, PERMITS["room.list"]),
        ("unlock", {"table": CASH_GAME, "seat": 1}, PERMITS["room.list"]),
    ):
        yield Try(
            "POST", path + "/lists/{property}/acts", may, body={"act": {"act": act, **fields}}, works=False, **lists
        )


def tournaments() -> Iterator[Try]:
    path = "/api/v1/tournaments"
    yield Try("GET", path, EVERYBODY)
    yield Try("GET", path + "/{tournament}", EVERYBODY, works=False, tournament="NONE")
    plan = {"id": "T-1", "name": "T", "property": PLACE, "game": "mini-midi-baccarat", "rounds": 3, "seats": 4}
    plan |= {"betting_order": "fixed", "approved": {"by": "Executive Director", "day": "2020-01-01"}}
    yield Try("POST", path, "tournament.plan", body=plan, works=False)
    yield Try("POST", path + "/{tournament}/entries", "cage.own", body={}, works=False, tournament="NONE")
    yield Try("DELETE", path + "/{tournament}/entries", "cage.own", works=False, tournament="NONE")
    yield Try("POST", path + "/{tournament}/draw", "tournament.run", body={}, works=False, tournament="NONE")
    yield Try(
        "POST", path + "/{tournament}/tables/{table_id}/end", "tournament.run", body={}, works=False, tournament="NONE"
    )
    away = {"entry": 1, **SIGNED}
    go_on = path + "/{tournament}/tables/{table_id}/go-on"
    yield Try("POST", go_on, "tournament.run", body=away, works=False, tournament="NONE")
    yield Try("POST", path + "/{tournament}/prizes", "tournament.pay", body={**SIGNED}, works=False, tournament="NONE")
    off = {"reason": "a leak", **SIGNED}
    yield Try("POST", path + "/{tournament}/call-off", "tournament.pay", body=off, works=False, tournament="NONE")


def poker_events() -> Iterator[Try]:
    path, at = "/api/v1/poker-tournaments", {"tournament": "NONE"}
    one = path + "/{tournament}"
    for route in (path, path + "/sheets"):
        yield Try("GET", route, "event.read")
    yield Try("GET", one, "event.read", works=False, **at)
    yield Try("GET", one + "/tables/{table}", "event.read", works=False, table="1", **at)
    yield Try("GET", one + "/prizes", "event.read", works=False, **at)
    yield Try("GET", one + "/report", "prize.read", works=False, **at)
    yield Try("GET", one + "/journal", "audit.read", works=False, **at)
    yield Try("GET", path + "/intercepts/{property}", "prize.read", property=ROOM)
    plan = {"id": "SUN-1", "name": "Sunday", "property": ROOM, "prize": 9_000, "house": 1_000}
    yield Try("POST", path, "tournament.plan", body=plan, works=False)
    entry = {"patron": "player", "card": "TR-1"}
    yield Try("POST", one + "/entries", "event.register", body=entry, works=False, **at)
    yield Try("POST", one + "/withdrawals", "event.register", body={"patron": "player"}, works=False, **at)
    yield Try("POST", one + "/rebuys", "event.register", body={"patron": "player"}, works=False, **at)
    yield Try("POST", one + "/start", "tournament.run", works=False, **at)
    yield Try("POST", one + "/arrange", "event.deal", works=False, **at)
    yield Try("POST", one + "/decisions", "tournament.run", body={"what": "clock"}, works=False, **at)
    for what in ("out", "count", "button"):
        body = {"what": what, "patron": "walk-in-1"}
        yield Try("POST", one + "/decisions", "event.deal", body=body, works=False, **at)
    yield Try("GET", one + "/clock", "event.read", works=False, **at)
    yield Try("GET", one + "/proposal", "event.deal", works=False, **at)
    yield Try("GET", one + "/receipts/{number}", "event.register", works=False, number="1", **at)
    walk_in = {"name": "A.K.", "card": "TR-1"}
    yield Try("POST", one + "/walk-ins", "event.register", body=walk_in, works=False, **at)
    yield Try("POST", one + "/proposal", "tournament.run", body={"key": "00"}, works=False, **at)
    yield Try("POST", one + "/undo", "tournament.run", body={}, works=False, **at)
    yield Try("POST", one + "/deals", "event.deal", body={}, works=False, **at)
    desk = {"table": "1", **at}
    yield Try("GET", one + "/tables/{table}/rulings", "event.deal", works=False, **desk)
    for path_, body in (("rulings", {"when": "x"}), ("rulings/preview", {"when": "x"}), ("time", {}), ("cards", {})):
        yield Try("POST", one + "/tables/{table}/" + path_, "event.deal", body=body, works=False, **desk)
    yield Try("POST", one + "/tables/{table}/said", "event.deal", body={"patron": "player"}, works=False, **desk)
    yield Try("POST", one + "/tables/{table}/hands", "event.deal", works=False, table="1", **at)
    yield Try("POST", one + "/tables/{table}/acts", "event.play", body={"verb": "fold"}, works=False, table="1", **at)
    seen = {"identification": "MD-1", "card": "TR-1", **SIGNED}
    yield Try("POST", one + "/prizes/{number}/check", "prize.check", body=seen, works=False, number="1", **at)
    signed = one + "/prizes/{number}/steps/{step}"
    for step, act in (("manage", "prize.intercept"), ("escort", "prize.escort"), ("receive", "prize.receive")):
        yield Try("POST", signed, act, body={**SIGNED}, works=False, number="1", step=step, **at)


def promotions() -> Iterator[Try]:
    path = "/api/v1/promotions"
    one, at = path + "/{promotion}", {"promotion": "NONE"}
    claim, of = path + "/claims/{claim}", {"claim": "none"}
    yield Try("GET", path, "event.read")
    yield Try("GET", path + "/funds/{property}", "event.read", property=ROOM)
    yield Try("GET", path + "/funds/{property}/log", "promotion.log", property=ROOM)
    yield Try("GET", one, "event.read", works=False, **at)
    yield Try("GET", claim + "/shares", "promotion.claim", works=False, **of)
    yield Try("GET", path + "/tables/{table_id}", "promotion.claim", works=False)
    yield Try("POST", one + "/tables/{table_id}/claims", "promotion.claim", works=False, **at)
    posted = {"id": "HH-1", "property": ROOM, "kind": "flop-pot", "amount": 10_000, "tables": ["PK-1"]}
    yield Try("POST", path, "promotion.plan", body=posted, works=False)
    money = {"what": "seed", "fund": "bad-beat", "cents": 50}
    yield Try("POST", path + "/{promotion}/hours", "promotion.run", works=False, promotion="NONE")
    yield Try("POST", path + "/funds/{property}", "promotion.plan", body=money, works=False, property=ROOM)
    yield Try("POST", one + "/end", "promotion.run", works=False, **at)
    hand = {"table": "PK-1", "hand": "1", "day": "2020-01-01", "pot": 5_000, "board": [], "seats": []}
    yield Try("POST", one + "/claims", "promotion.claim", body=hand, works=False, **at)
    yield Try("POST", one + "/ties", "promotion.surveil", body={"claims": ["a", "b"]}, works=False, **at)
    yield Try("POST", one + "/games", "promotion.run", body={"what": "number"}, works=False, **at)
    yield Try("POST", claim + "/deny", "promotion.verify", body={"reason": "no"}, works=False, **of)
    for step in ("verify", "surveil", "pay"):
        body = {**SIGNED}
        yield Try("POST", claim + "/steps/{step}", f"promotion.{step}", body=body, works=False, step=step, **of)
    yield Try("POST", claim + "/square", "promotion.run", body={"row": 1, "column": 1}, works=False, **of)
    yield Try("POST", claim + "/winner", "promotion.run", body={"patron": "player"}, works=False, **of)


SOCKETS = [
    ("/pit/live", "table.watch"),
    ("/deal/{table_id}/live", "table.deal"),
    ("/room/tables/{table_id}/dealing", "table.declare"),
    ("/room/{house}/board/live", "table.watch"),
    ("/api/v1/tables/{table_id}/events", "table.see"),
    ("/api/v1/room/tables/{table_id}/events", "table.see"),
    ("/api/v1/room/events", "table.see"),
]
TRIES = [*pages(), *acts_of_pages(), *api(), *poker_events(), *promotions()]
CHANGING = [t for t in TRIES if t.method != "GET"]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("roles"), "blackjack", "three-card-poker") as made:
        begun = made.program("supervisor").post(
            "/api/v1/documents", json={"kind": "fill", "table": BY_HAND, "chips": {"2500": 4}, **SIGNED}
        )
        assert begun.status_code == 201, begun.text
        spread = made.program("supervisor").post("/api/v1/room/tables", json=GAME)
        assert spread.json()["state"] == "open", spread.text
        slip = begun.json()["id"]
        for one in TRIES:
            one.path = one.path.replace("FILL", slip)
        yield made


@pytest.fixture(scope="module")
def browsers(floor: Lab) -> Any:
    """One signed-in browser a badge."""
    return functools.cache(floor.browser)


def test_every_route_is_tried(floor: Lab) -> None:
    """A new route must say here who may use it."""
    tried = {(t.method, t.route) for t in TRIES} | PUBLIC | DOORS | ELSEWHERE | {("WS", path) for path, _ in SOCKETS}
    found = set(routes(floor.app))
    # A path that another one of the list stands for: /api/v1/audit/{name} and the like are spelled out.
    assert found - tried == set()
    assert tried - found == set()


def test_the_openapi_document_lists_every_route_of_the_api(floor: Lab) -> None:
    listed = floor.anybody().get("/api/v1/openapi.json").json()["paths"]
    known = {(m.upper(), path) for path, methods in listed.items() for m in methods}
    routed = {(m, p) for m, p in routes(floor.app) if p.startswith("/api/") and m != "WS"}
    assert routed - known == {("GET", "/api/v1/openapi.json")}


@pytest.mark.parametrize("one", TRIES, ids=lambda one: one.id)
def test_who_may_not_is_refused_and_nothing_changes(floor: Lab, one: Try) -> None:
    before = floor.record()
    for role in ROLES:
        if role in one.may:
            continue
        logged = floor.refusals(BADGES[role])
        answer = one.send(floor.program(BADGES[role]))
        assert answer.status_code == 403, (role, answer.status_code, answer.text[:200])
        assert floor.refusals(BADGES[role]) == logged + 1, f"the refusal of {role} is not in the log, or twice"
    assert floor.record() == before


@pytest.mark.parametrize("one", TRIES, ids=lambda one: one.id)
def test_nobody_gets_nothing(floor: Lab, one: Try) -> None:
    before = floor.record()
    forged = floor.anybody(authorization=f"Bearer {'0' * 64}")
    for client in (floor.anybody(), forged):
        answer = one.send(client)
        signs_in = answer.status_code == 303 and answer.headers["location"].startswith("/sign-in?next=/")
        assert answer.status_code in (401, 403) or signs_in, answer.status_code
        assert PASSWORD not in answer.text
    assert floor.record() == before


@pytest.mark.parametrize("one", [t for t in TRIES if t.method == "GET"], ids=lambda one: one.id)
def test_who_may_is_answered(floor: Lab, one: Try) -> None:
    for role in one.may:
        status = one.send(floor.program(BADGES[role])).status_code
        assert status == 200 if one.works else status not in (401, 403), (role, status)


def test_only_who_deals_declares_an_irregularity(floor: Lab) -> None:
    rules = floor.program("player").get(f"/api/v1/tables/{BY_HAND}/rules").json()
    live = floor.do(lambda: floor.house.table(BY_HAND))
    known = {i.when for i in live.driver.game.posting.rulebook.irregularities} | set(rules["declarable"])
    assert known
    before = floor.record()
    for role in EVERYBODY - PERMITS["table.declare"]:
        client = floor.program(BADGES[role])
        for when in known:
            body = {"act": {"act": "declared", "when": when}}
            answer = client.post(f"/api/v1/tables/{BY_HAND}/acts", json=body)
            # One that can't be declared now is refused to everybody in the same words.
            assert answer.status_code == 403 or (role == "player" and answer.status_code == 422), (role, when)
    assert floor.record() == before


@pytest.mark.parametrize("one", CHANGING, ids=lambda one: one.id)
def test_a_change_needs_a_request_of_our_own_page(floor: Lab, browsers: Any, one: Try) -> None:
    """A session's cookie alone changes nothing: another site can make a browser send it."""
    badge = BADGES[sorted(one.may)[0]] if one.may else "player"
    browser = browsers(badge)
    token = browser.headers["x-csrf"]
    del browser.headers["x-csrf"]
    before = floor.record()
    for headers in (
        {},
        {"x-csrf": "0" * 40},
        {"x-csrf": "\xe9".encode("latin-1")},
        {"x-csrf": csrf(floor.anybody().get("/sign-in").text)},
        {"x-csrf": token, "sec-fetch-site": "cross-site"},
        {"x-csrf": token, "sec-fetch-site": "same-site"},
    ):
        browser.headers.update(headers)
        assert one.send(browser).status_code == 403, headers
        for name in headers:
            del browser.headers[name]
    browser.headers["x-csrf"] = token
    assert floor.record() == before


def test_the_doors_need_a_request_of_our_own_page_too(floor: Lab) -> None:
    browser = floor.browser("player-2")
    del browser.headers["x-csrf"]
    before = floor.record()
    for method, path in DOORS - {("POST", "/api/v1/sessions"), ("POST", "/api/v1/guests")}:
        path = path.format(table_id=ELECTRONIC, tournament="NONE")
        given = {"/api/v1/security-keys/ask": SIGNED, "/api/v1/security-keys/answer": TOUCHED}.get(path, {})
        assert browser.request(method, path, json=None if method == "DELETE" else given).status_code == 403, path
    assert floor.record() == before
    assert browser.get("/account").status_code == 200


@pytest.mark.parametrize(("path", "permit"), SOCKETS)
def test_a_socket_is_for_who_may_look(floor: Lab, path: str, permit: str) -> None:
    path = path.format(table_id=CASH_GAME if "/room/" in path else BY_HAND, house=ROOM)
    for role in (*ROLES, ""):
        client = floor.program(BADGES[role]) if role else floor.anybody()
        allowed = role in PERMITS[permit]
        refused = contextlib.nullcontext() if allowed else pytest.raises(WebSocketDisconnect)
        with refused, client.websocket_connect(path) as socket:
            assert socket.receive_text()


def test_a_socket_of_another_site_is_refused(floor: Lab) -> None:
    browser = floor.browser("player-2")
    for path in (f"/tables/{ELECTRONIC}/live", f"/api/v1/tables/{ELECTRONIC}/events", "/live"):
        with (
            pytest.raises(WebSocketDisconnect),
            browser.websocket_connect(path, headers={"origin": "https://other.example"}) as socket,
        ):
            socket.receive_text()
        with browser.websocket_connect(path, headers={"origin": "http://testserver"}) as socket:
            assert socket.receive_text()
