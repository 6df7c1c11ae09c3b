"""Requests of pages and of what their forms send."""

from collections.abc import Iterator

from croupier.demo.furnish import PASSWORD
from croupier.house.approvals.case import ACTS
from croupier.house.papers.documents import FLOWS
from croupier.house.people.permissions import PERMITS
from croupier.house.tables.live import AT_TABLE
from croupier.web.books.number_sheets import GUARDS
from croupier.web.promotions.pages import ACTS as PROMOTION
from croupier.web.promotions.pages import STEPS as CLAIM
from croupier.web.tournaments.poker_pages import ACTS as EVENT
from croupier.web.tournaments.poker_pages import STEPS as PRIZE
from croupier.web.tournaments.table_pages import ACTS as TOURNAMENT

from ..lab import PLACE
from .asking import (
    BY_HAND,
    CAGE,
    CASH_GAME,
    ELECTRONIC,
    EVERYBODY,
    JOURNAL,
    LIFE,
    ROOM,
    RULES,
    SIGNED,
    STEPS,
    VERSION,
    Try,
)


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
    for path in ("/audit", "/audit/anchor", "/audit/log", "/audit/periods", "/audit/verify"):
        yield Try("GET", path, "audit.read")
    yield Try("GET", "/results", "audit.read")
    yield Try("GET", "/results/{what}", "audit.read", what="patrons")
    yield Try("GET", "/audit/ledger", "ledger.read")
    yield Try("GET", "/audit/ledger.{kind}", "ledger.read", kind="csv")
    yield Try("GET", "/audit/{table_id}/{journal}/journal.jsonl", "audit.read", journal=JOURNAL)
    replay = {"journal": JOURNAL, "round_": "1"}
    yield Try("GET", "/audit/{table_id}/{journal}/{round_}", "audit.read", works=False, **replay)
    # Everybody has a history; a round in it is his who had a wager in it.
    yield Try("GET", "/history/{table_id}/{journal}/{round_}", EVERYBODY, works=False, **replay)
    yield Try(
        "GET", "/audit/{table_id}/{journal}/{round_}/export.{kind}", "audit.read", works=False, kind="csv", **replay
    )
    yield Try("GET", "/tournaments/new", "tournament.plan")
    yield Try("GET", "/poker-tournaments/new", "tournament.plan")
    event = "/poker-tournaments/{tournament}"
    yield Try("GET", event + "/desk", "event.deal", works=False, tournament="NONE")
    yield Try("GET", event + "/tables/{number}/rulings", "event.deal", works=False, tournament="NONE", number="1")
    for panel in ("ruling", "seat"):
        what = f"{event}/tables/{{number}}/{panel}"
        yield Try("GET", what, "event.deal", works=False, tournament="NONE", number="1")
    yield Try("GET", event + "/receipts/{number}", "event.register", works=False, tournament="NONE", number="1")
    yield Try("GET", "/promotions/new", "promotion.plan")
    yield Try("GET", "/approvals", "table.watch")
    yield Try("GET", RULES, "table.watch", **VERSION)
    yield Try("GET", RULES + "/notice", "table.watch", works=False, **VERSION)
    yield Try("GET", "/studio", "draft.read")
    guarded = {"house": PLACE, "property": PLACE, "game": "big-six", "day": "2019-12-05"}
    for what in ("protection", "hour"):
        for path in ("/rulebooks/{house}/{game}/{day}/", "/api/v1/rulebooks/{property}/{game}/"):
            yield Try("GET", path + what, GUARDS, works=False, **guarded)
    for name in ("", "/effect", "/cases", "/what-if", "/text", "/print", "/print.pdf"):
        yield Try("GET", f"/studio/{{draft}}{name}", "draft.read", works=False, draft="D-0000")
    yield Try("GET", "/people", "people.read")
    yield Try("GET", "/people/{badge}", "people.read", badge="dealer-2")


def acts_of_pages() -> Iterator[Try]:
    for act in ("key", "do", "mark"):
        yield Try("POST", f"/deal/{{table_id}}/{act}", "table.deal", works=False, table_id=BY_HAND)
    yield Try("POST", "/deal/{table_id}/undo", "table.undo", works=False, table_id=BY_HAND)
    signed = {"badge": "supervisor", **SIGNED}
    yield Try("POST", "/deal/{table_id}/correct", "table.undo", body=signed, works=False, table_id=BY_HAND)
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
    days = {"first": "2026-01-01", "last": "2026-01-02", **SIGNED}
    yield Try("POST", "/audit/periods", "audit.read", body=days, works=False)
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
    said = {"at": "", "says": "Fine."}
    yield Try("POST", f"{path}/comment", "draft.comment", body=said, works=False, **at)
    yield Try("POST", "/api/v1/drafts/{draft}/comments", "draft.comment", body=said, works=False, **at)
    for step in ("submit", "play", "drop"):
        yield Try("POST", path + "/{step}", "draft.edit", body=typed | {"password": "no"}, works=False, step=step, **at)
    programs = "/api/v1/drafts"
    yield Try("GET", programs, "draft.read")
    yield Try("POST", programs, "draft.edit", body={"property": PLACE, "game": "no-game"}, works=False)
    for name in ("", "/effect", "/cases", "/comments"):
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
    for act in ("withdraw", "rebuy", "add-on", "back", "agree"):
        yield Try("POST", path + "/own/{act}", "event.play", works=False, act=act, **at)
    for step, permit in PRIZE.items():
        yield Try(
            "POST", path + "/prizes/{number}/{step}", permit, body={**SIGNED}, works=False, number="1", step=step, **at
        )
    body = {"act": "clock"}
    yield Try("POST", path + "/tables/{number}/rulings", "event.deal", body=body, works=False, number="1", **at)
    pushed = {"act": "push"}
    yield Try("POST", path + "/tables/{number}/dealing", "event.deal", body=pushed, works=False, number="1", **at)
    table = path + "/tables/{number}/act"
    yield Try("POST", table, "event.deal", body={"act": "deal"}, works=False, number="1", **at)
    yield Try("POST", table, "event.play", body={"act": "fold"}, works=False, number="1", **at)
    keyed = {"act": "fold", "patron": "nobody"}
    yield Try("POST", table, "event.deal", body=keyed, works=False, number="1", **at)
    promotion, of = "/promotions/{promotion}", {"promotion": "NONE"}
    posted = {"id": "HH-1", "property": ROOM, "kind": "flop-pot"}
    yield Try("POST", "/promotions/new", "promotion.plan", body=posted, works=False)
    cancel = {"number": "1", "reason": "late", **SIGNED}
    yield Try("POST", "/promotions/searches/{house}", "promotion.pay", body=cancel, works=False, house=ROOM)
    yield Try("POST", "/promotions/funds/{house}", "promotion.plan", body={"what": "seed"}, works=False, house=ROOM)
    for act, permit in PROMOTION.items():
        yield Try("POST", promotion + "/{act}", permit, works=False, act=act, **of)
    for step, permit in CLAIM.items():
        claim = {"claim": "none", "step": step}
        yield Try("POST", "/promotions/claims/{claim}/{step}", permit, body={**SIGNED}, works=False, **claim)
