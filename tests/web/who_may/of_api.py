"""Requests of the API."""

from collections.abc import Iterator
from typing import Any

from croupier.demo.furnish import PASSWORD
from croupier.house.approvals.case import ACTS
from croupier.house.papers.documents import FLOWS
from croupier.house.people.permissions import PERMITS
from croupier.house.poker_room.procedures.desk import SLIPS

from ..lab import PLACE
from ..money_table import WITH_ADMIN
from .asking import (
    BY_HAND,
    CAGE,
    CASH_GAME,
    DEALT,
    ELECTRONIC,
    EVERYBODY,
    GAME,
    JOURNAL,
    LIFE,
    ROOM,
    SIGNED,
    STEPS,
    TOUCHED,
    VERSION,
    Try,
)


def api() -> Iterator[Try]:
    for name in ("me", "me/second-factor", "meters", "tables"):
        yield Try("GET", f"/api/v1/{name}", EVERYBODY)
    yield Try("GET", "/api/v1/tables/{table_id}", "table.see")
    yield Try("GET", "/api/v1/tables/{table_id}/rules", "table.see")
    yield Try("GET", "/api/v1/audit/rounds", EVERYBODY)  # a player sees his own
    own = {"journal": JOURNAL, "round_": "1"}  # of everybody: a round is his who had a wager in it
    yield Try("GET", "/api/v1/audit/rounds/{table_id}/{journal}/{round_}", EVERYBODY, works=False, **own)
    for name in ("anchor", "journals", "log", "journals/{journal}/entries", "journals/{journal}/verify"):
        yield Try("GET", f"/api/v1/audit/{name}", "audit.read", journal=JOURNAL)
    days = {"first": "2026-01-01", "last": "2026-01-02", **SIGNED}
    yield Try("POST", "/api/v1/audit/periods", "audit.read", body=days, works=False)
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
    yield Try("GET", "/house/{part}", "house.confirm", works=False, part="day")  # it leads elsewhere
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
    for route in ("/api/v1/me/sessions", "/api/v1/people/{badge}/sessions"):
        may: str | frozenset[str] = "people.read" if "badge" in route else EVERYBODY
        yield Try("GET", route, may, badge="dealer-3")
        ends = "people.manage" if "badge" in route else EVERYBODY
        yield Try("DELETE", route + "/{handle}", ends, works=False, badge="dealer-3", handle="none")
    yield Try("POST", "/api/v1/people/{badge}/dismiss", "people.manage", works=False, badge="nobody")
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
    yield Try("GET", "/api/v1/tickets/{property}", "document.read", property=PLACE)
    yield Try("GET", "/api/v1/tickets/{property}/{number}", "document.read", works=False, property=PLACE, number="1")
    void = "/api/v1/tickets/{property}/{number}/void"
    yield Try("POST", void, "document.void", body=gone, works=False, property=PLACE, number="1")
    yield Try("POST", "/api/v1/me/password", EVERYBODY, body={"old": "no", "new": "nor this"}, works=False)
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
    signed = {"badge": "supervisor", **SIGNED}
    where = "/api/v1/tables/{table_id}/corrections"
    yield Try("POST", where, "table.undo", body=signed, works=False, table_id=BY_HAND)
    void = {"when": "none", **SIGNED}
    yield Try("POST", "/api/v1/tables/{table_id}/void", "table.void", body=void, works=False, table_id=BY_HAND)
    yield Try("POST", "/api/v1/tables/{table_id}/wheel-review", "wheel.review", body=SIGNED, works=False)
    yield Try("GET", "/api/v1/audit/log/{form}", "audit.read", form="csv")
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
    yield Try("GET", path + "/settled-again", "table.watch", **VERSION)
    yield Try("GET", path, "table.watch", **VERSION)
    for step, given in STEPS.items():
        body = {key: value for key, value in given.items() if key not in ("decision", "member-1")} | {"password": "no"}
        yield Try("POST", f"{path}/{step}", ACTS[step], body=body, works=False, **VERSION)


def procedures() -> Iterator[Try]:
    yield Try("GET", "/conduct", "conduct.read")
    yield Try("GET", "/tips", "tips.read")
    yield Try("GET", "/room/papers", "bank.read")
    for act in ("deck", "slip", "sign", "tube", "bank", "key", "exchange", "staffing"):
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
    seats = {"property": ROOM, "table_id": "NONE"}
    yield Try("POST", path + "/openings/{property}/tables/{table_id}", "room.list", works=False, **seats)
    yield Try("POST", path + "/tables/{table_id}/open", "table.open", works=False, table_id="NONE")
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
    plan |= {"betting_order": "fixed"}
    yield Try("POST", path, "tournament.plan", body=plan, works=False)
    yield Try(
        "POST", path + "/{tournament}/approval", "approval.decide", body={**SIGNED}, works=False, tournament="NONE"
    )
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
    yield Try("POST", one + "/deals/own", "event.play", body={}, works=False, **at)
    desk = {"table": "1", **at}
    yield Try("GET", one + "/tables/{table}/rulings", "event.deal", works=False, **desk)
    plain = (("time", {}), ("cards", {}), ("undo", {}))
    for path_, body in (("rulings", {"when": "x"}), ("rulings/preview", {"when": "x"}), *plain):
        yield Try("POST", one + "/tables/{table}/" + path_, "event.deal", body=body, works=False, **desk)
    yield Try("POST", one + "/own/{act}", "event.play", works=False, act="enter", **at)
    yield Try("POST", one + "/tables/{table}/call", "event.deal", works=False, **desk)
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
    event, there = "/tournaments/{tournament}/tables/{table}", {"tournament": "NONE", "table": "1"}
    yield Try("GET", path + event, "promotion.claim", works=False, **there)
    yield Try("POST", one + event + "/claims", "promotion.claim", works=False, **at, **there)
    posted = {"id": "HH-1", "property": ROOM, "kind": "flop-pot", "amount": 10_000, "tables": ["PK-1"]}
    yield Try("POST", path, "promotion.plan", body=posted, works=False)
    money = {"what": "seed", "fund": "bad-beat", "cents": 50, **WITH_ADMIN}
    yield Try("POST", path + "/{promotion}/hours", "promotion.run", works=False, promotion="NONE")
    yield Try("POST", path + "/funds/{property}", "promotion.plan", body=money, works=False, property=ROOM)
    yield Try("POST", one + "/end", "promotion.run", works=False, **at)
    hand = {"table": "PK-1", "hand": "1", "day": "2020-01-01", "pot": 5_000, "board": [], "seats": []}
    yield Try("POST", one + "/claims", "promotion.claim", body=hand, works=False, **at)
    yield Try("POST", one + "/ties", "promotion.surveil", body={"claims": ["a", "b"]}, works=False, **at)
    yield Try("POST", one + "/games", "promotion.run", body={"what": "number"}, works=False, **at)
    yield Try("POST", claim + "/deny", "promotion.verify", body={"reason": "no", **SIGNED}, works=False, **of)
    for step in ("verify", "surveil", "pay"):
        body = {**SIGNED}
        yield Try("POST", claim + "/steps/{step}", f"promotion.{step}", body=body, works=False, step=step, **of)
    yield Try("POST", claim + "/square", "promotion.run", body={"row": 1, "column": 1}, works=False, **of)
    yield Try("POST", claim + "/winner", "promotion.run", body={"patron": "player"}, works=False, **of)
