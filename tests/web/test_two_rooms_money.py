"""Exchanges, the first buy-in, tips and promotions of Cleveland over HTTP, by clause; Oneida prints none of them."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.promotions import store
from croupier.house.record import accounts

from .lab import Lab, lab
from .money_table import WITH_ADMIN
from .two_rooms import BANK, YEARS_US, Room

CLEVELAND, ONEIDA, TABLE = "horseshoe-cleveland", "oneida", "P-1"
DAY_US = 24 * 3_600 * 1_000_000


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "big-six") as made:
        made.clock.advance(5 * YEARS_US)
        yield made


@pytest.fixture
def room(floor: Lab) -> Room:
    made = Room(floor, CLEVELAND)
    made.open(TABLE)
    return made


@pytest.fixture
def other(floor: Lab) -> Room:
    made = Room(floor, ONEIDA)
    made.spread("P-9")
    return made


@pytest.fixture(autouse=True)
def whole(floor: Lab) -> Iterator[None]:
    yield
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == []
        assert floor.house.documents.gaps(conn) == []


def where(room: Room) -> list[int]:
    """The table's bank, what is on its way, the cage."""
    return room.balance(accounts.inventory(TABLE), accounts.transit(CLEVELAND), accounts.cage(CLEVELAND))


# ---- 22.A


def test_a_tables_bank_is_changed_evenly_under_lammers(room: Room) -> None:
    rack, _, cage = where(room)
    assert room.refused("dealer", "even-exchange", TABLE, cents=rack + 1)[1] == "22.A"
    room.slip("clerk", "even-exchange", TABLE, 403, cents=100_00)
    slip = room.slip("dealer", "even-exchange", TABLE, cents=60_00, chips={"500": 8})
    room.line("dealer", slip, "verify", 403, cents=60_00, chips={"500": 8})
    room.line("supervisor", slip, "verify", cents=60_00, chips={"500": 8})
    for lammers in ({}, {"lammers": 90_00}):
        assert room.line_refused("clerk", slip, "carry", **lammers)[1] == "22.A"
    assert where(room) == [rack, 0, cage]
    room.line("clerk", slip, "carry", lammers=100_00)
    assert where(room) == [rack - 100_00, 100_00, cage]
    said = room.line_refused("cage", slip, "exchange", chips={"100": 99})
    assert said == ("$99.00 for $100.00 is not even. The cage gives as much as it gets.", "22.A")
    room.line("cage", slip, "exchange", chips={"100": 100})
    room.line("dealer", slip, "announce", chips={"100": 100})
    assert "still lie" in room.line_refused("supervisor", slip, "acknowledge")[0]
    assert room.line("supervisor", slip, "acknowledge", lammers_collected=True)["state"] == "acknowledged"
    assert where(room) == [rack, 0, cage]


def test_an_exchange_whose_counts_differ_stops_and_its_void_brings_everything_back(room: Room) -> None:
    before = where(room)
    slip = room.slip("dealer", "even-exchange", TABLE, cents=50_00)
    assert room.line("supervisor", slip, "verify", cents=40_00)["state"] == "differs"
    slip = room.slip("dealer", "even-exchange", TABLE, cents=50_00)
    room.line("supervisor", slip, "verify", cents=50_00)
    room.line("supervisor", slip, "carry", lammers=50_00)  # a supervisor is of the staff too
    room.line("cage", slip, "exchange", chips={"500": 10})
    assert room.line("dealer", slip, "announce", chips={"500": 9})["state"] == "differs"
    assert where(room) == [before[0] - 50_00, 50_00, before[2]]
    void = {"password": PASSWORD, "second_badge": "manager", "second_password": PASSWORD, "reason": "counted wrong"}
    room.ask("supervisor", f"/api/v1/documents/{slip['id']}/void", **void)
    assert where(room) == before


def test_nobody_of_security_signs_an_exchange(room: Room) -> None:
    flows = room.get("dealer", "/rules")["slips"]
    for kind in ("even-exchange", "patron-exchange", "first-buy-in"):
        for step in flows[kind]["steps"]:
            assert step[1] in ("rack.count", "rack.carry", "rack.exchange", "exchange.verify")


# ---- 22.B, 22.D


def test_a_patron_gets_chips_from_a_bank_of_the_room_and_cash_at_the_poker_bank_only(room: Room) -> None:
    asked: dict[str, Any] = {"patron": "player-3", "cents": 80_00, "chips": {"500": 4}, "lammers": 100_00}
    said = room.refused("clerk", "patron-exchange", TABLE, **asked | {"wants": "cash"})
    assert said == ("Cash is paid at the poker bank only. Here patrons get chips for cash or chips.", "22.B, 22.D")
    assert room.refused("clerk", "patron-exchange", TABLE, **asked | {"lammers": 80_00})[1] == "22.B, 22.D"
    room.slip("dealer", "patron-exchange", TABLE, 403, **asked)
    slip = room.slip("clerk", "patron-exchange", TABLE, **asked)
    assert "poker room bank or satellite bank" in room.line_refused("cage", slip, "exchange", chips={"500": 20})[0]
    assert room.line_refused("cage", slip, "exchange", chips={"500": 19}, bank="satellite-bank")[1] == "22.B, 22.D"
    room.line("cage", slip, "exchange", chips={"500": 20}, bank="satellite-bank")
    assert room.line_refused("clerk", slip, "deliver")[1] == "22.B, 22.D"
    assert room.line("clerk", slip, "deliver", lammers_collected=True)["state"] == "delivered"
    assert room.balance(accounts.patron("player-3")) == [80_00]  # the cash; chips for chips change nothing


# ---- 22.E


def test_the_first_buy_in_sells_what_was_drawn_and_brings_back_as_much(room: Room) -> None:
    rack, _, cage = where(room)
    slip = room.slip("clerk", "first-buy-in", TABLE, chips={"500": 100, "100": 100})
    assert room.line_refused("cage", slip, "issue")[0].startswith("No chips are written down")
    room.line("cage", slip, "issue", chips={"500": 100, "100": 100})
    assert where(room) == [rack, 600_00, cage - 600_00]
    assert room.line_refused("dealer", slip, "accept", lammers=500_00)[1] == "22.E"
    room.line("dealer", slip, "accept", lammers=600_00)
    sold = [{"patron": "player-2", "cents": 200_00}, {"patron": "walk-in", "cents": 100_00}]
    rest = {"chips": {"500": 50, "100": 50}, "cents": 300_00}
    assert room.line_refused("dealer", slip, "sell", sales=sold, **rest | {"cents": 299_00})[1] == "22.E"
    assert "Who bought what" in room.line_refused("dealer", slip, "sell", **rest)[0]
    room.line("dealer", slip, "sell", sales=sold, **rest)
    assert room.balance(accounts.patron("player-2"), accounts.patron("walk-in")) == [200_00, 100_00]
    assert room.line_refused("clerk", slip, "collect", **rest)[0].startswith("The lammers still lie")
    room.line("clerk", slip, "collect", lammers_collected=True, **rest)
    wrong = {"chips": {"500": 49, "100": 50}, "cents": 300_00}
    assert room.line_refused("cage", slip, "return", **wrong)[1] == "22.E"
    assert room.line("cage", slip, "return", **rest)["state"] == "returned"
    assert where(room) == [rack, 0, cage]


@pytest.mark.parametrize("kind", ["even-exchange", "patron-exchange", "first-buy-in"])
def test_a_room_that_prints_no_exchange_says_so(other: Room, kind: str) -> None:
    by = "dealer" if kind == "even-exchange" else "clerk"
    about = {"patron": "player-3", "cents": 10_00, "chips": BANK, "lammers": 1_010_00}
    said, _ = other.refused(by, kind, "P-9", **about)
    assert said.startswith("The book of this room prints nothing on ")


def test_an_exchange_is_of_a_poker_table_of_the_room(room: Room) -> None:
    for table in ("BS-1", "P-9", "NONE"):
        room.slip("dealer", "even-exchange", table, 404, cents=10_00)
    body = {"kind": "even-exchange", "table": "P-9", "cents": 10_00, "password": PASSWORD}
    assert room.floor.program("dealer").post("/api/v1/documents", json=body).status_code == 422


# ---- 23


def player_has_money(room: Room) -> None:
    room.ask("cage", "/api/v1/cage", act="buy-in", patron="player", cents=500_00, property=CLEVELAND)


def handed_in(room: Room, box: str, cents: int, **counted: Any) -> None:
    """What a player gave to a dealer, out of its box at the cage."""
    slip = room.slip("dealer-2", "token-box", box=box)
    assert room.ask("player", f"{room.base}/tips", dealer="dealer-2", cents=cents) == {"box": cents}
    room.line("dealer-2", slip, "hand-in")
    room.line("cage", slip, "pay", **counted)


def test_tips_are_for_dealers_and_clerks_and_never_for_a_supervisor(room: Room) -> None:
    player_has_money(room)
    tip = {"cents": 10_00}
    said = room.ask("player", f"{room.base}/tips", 422, dealer="supervisor", **tip)
    assert said == {
        "error": "Badge supervisor takes no tips. They are for a dealer or a poker clerk.",
        "clause": "23(A)",
    }
    assert room.ask("player", f"{room.base}/tips", 422, dealer="dealer-2", **tip)["clause"] == "23(B)"
    room.slip("supervisor", "token-box", "", 403, box="9")
    slip = room.slip("clerk", "token-box", box="8")
    assert room.ask("player", f"{room.base}/tips", dealer="clerk", **tip) == {"box": 10_00}
    room.line("clerk", slip, "hand-in")
    room.line("cage", slip, "pay", chips={"500": 2})
    assert room.balance(accounts.payroll("clerk"), accounts.clerk_tips(CLEVELAND)) == [10_00, 0]  # a clerk's own


def test_a_dealers_tips_go_to_the_wages_less_three_per_cent_of_the_day_for_the_clerks(room: Room) -> None:
    player_has_money(room)
    handed_in(room, "21", 33_00, chips={"500": 6, "100": 3})
    handed_in(room, "22", 17_00, chips={"500": 3, "100": 2})
    paid = room.balance(accounts.payroll("dealer-2"), accounts.clerk_tips(CLEVELAND))
    assert paid == [48_50, 1_50]  # of the day's fifty dollars, not of each box
    told = {one["badge"]: one["tokens"] for one in room.get("manager", "/tips")}
    assert told["dealer-2"] == 48_50
    room.floor.clock.advance(DAY_US)
    handed_in(room, "23", 33, tickets=33)
    assert room.balance(accounts.clerk_tips(CLEVELAND)) == [1_50]  # three per cent of 33 cents is no cent


def test_the_clerks_part_is_shared_by_hours(room: Room) -> None:
    player_has_money(room)
    handed_in(room, "24", 50_00, chips={"500": 10})
    assert room.get("manager", "/tips/clerks")["inside"] == 1_50
    slip = room.slip("cage", "clerk-tips", cents=1_50)
    assert room.line_refused("manager", slip, "distribute")[1] == "23(E)"
    room.slip("supervisor", "work-card", "", 422, job="poker-supervisor", minutes=60)  # no shares for supervisors
    card = room.slip("clerk", "work-card", job="poker-clerk", minutes=95)
    room.line("supervisor", card, "confirm")
    assert room.get("manager", "/tips/clerks")["shares"] == {"clerk": 1_50}
    assert room.refused("cage", "clerk-tips", cents=1_49)[1] == "23(D)"
    assert room.line("manager", slip, "distribute")["state"] == "distributed"
    assert room.get("manager", "/tips/clerks") == {"inside": 0, "shares": {}}


def test_a_tube_of_twenty_five_chips_is_colored_up_before_the_tray(room: Room) -> None:
    tube = f"{room.base}/tips/tube"
    assert room.ask("dealer-2", tube, 422, chips={"100": 5})["clause"] == "23(B)"  # no box yet
    slip = room.slip("dealer-2", "token-box", box="5")
    assert room.ask("dealer-2", tube, chips={"100": 20}) == {"tube": 20}
    refused = room.ask("dealer-2", tube, 422, chips={"100": 6})
    assert refused == {"error": "The tube holds 25 chips. Color up what is in it.", "clause": "23(C)"}
    assert room.ask("dealer-2", tube, chips={"100": 5}) == {"tube": 25}
    stale = room.line("dealer-2", slip, "hand-in", 409)
    assert stale["clause"] == "23(C)"
    up: dict[str, Any] = {"chips": {"100": 25}, "into": {"2500": 1}, "items": ["announced", "before-the-tray"]}
    wrong: tuple[dict[str, Any], ...] = (
        {"chips": {"100": 26}},
        {"into": {"500": 4}},
        {"into": {"100": 25}},
        {"items": ["announced"]},
    )
    for changed in wrong:
        assert room.refused("dealer-2", "tips-colored-up", **up | changed)[1] == "23(C)"
    room.slip("dealer-2", "tips-colored-up", **up)
    room.line("dealer-2", slip, "hand-in")


def test_tips_of_tournaments_are_the_dealers_by_their_downs(room: Room) -> None:
    given = {"tournament": "T-1", "kind": "tips", "cents": 90_00}
    assert room.ask("clerk", f"{room.base}/staffing", 422, **given | {"kind": "staffing-fee"})["clause"] == "23(D)1.a"
    room.ask("clerk", f"{room.base}/staffing", **given)
    for badge, minutes in (("dealer", 60), ("dealer-2", 30)):
        card = room.slip(badge, "down-card", tournament="T-1", minutes=minutes)
        room.line("supervisor", card, "confirm")
    assert room.get("manager", "/staffing")["shared"]["owed"] == {"dealer": 60_00, "dealer-2": 30_00}
    slip = room.slip("cage", "tip-pool", cents=90_00)
    assert room.line("manager", slip, "distribute")["state"] == "distributed"


def test_a_room_that_prints_no_tips_says_so(other: Room) -> None:
    assert other.refused("dealer-2", "token-box", box="1")[0].startswith("The book of this room prints nothing on")
    for path in ("/tips/clerks",):
        other.get("manager", path, 422)
    said = other.ask("dealer", f"{other.base}/tips/tube", 422, chips={"100": 1})["error"]
    assert said == "The book of this room prints nothing on a tube for tips to be colored up. " + (
        "Every tip goes into the box as it is."
    )


# ---- 21(c)2


def post(room: Room, name: str, kind: str = "high-card", **terms: Any) -> str:
    given = {"id": name, "property": CLEVELAND, "kind": kind, "tables": [TABLE], "amount": 100_00} | terms
    if kind == "hot-seat":  # drawn on paper, at a table that the record does not know
        given["tables"] = ["PAPER-1"]
    room.ask("manager", "/api/v1/promotions", 201, **given)
    return f"/api/v1/promotions/{name}"


def funded(room: Room, cents: int) -> None:
    seed = {"what": "seed", "fund": "special-hands", "cents": cents, **WITH_ADMIN}
    room.ask("manager", f"/api/v1/promotions/funds/{CLEVELAND}", **seed)


def pay(room: Room, claim: str, status: int = 200, **found: Any) -> Any:
    """The three signatures of a claim; of those that stand already only the last."""
    path = f"/api/v1/promotions/claims/{claim}/steps"
    for badge, step in (("supervisor", "verify"), ("surveillance", "surveil")):
        room.program(badge).post(f"{path}/{step}", json={"password": PASSWORD})
    return room.ask("cage", f"{path}/pay", status, password=PASSWORD, **found)


def test_the_highest_card_of_a_drawn_table_wins_and_equal_ranks_share(room: Room) -> None:
    promotion = post(room, "HIGH-1", prizes=[300_00, 100_01])
    names = room.seat(TABLE, 1, 2, 3)  # the first test that seats anybody
    cards = dict(zip(names, ("Kd", "Ks", "7c")))
    game = {"what": "cards", "table": TABLE, "cards": cards}
    assert room.ask("supervisor", f"{promotion}/games", 409, **game)["clause"] == "21(c)2"  # not drawn yet
    said = room.ask("supervisor", f"{promotion}/games", 422, what="tables", tables=["P-2"])
    assert said["clause"] == "21(c)2"
    drawn = room.ask("supervisor", f"{promotion}/games", what="tables", tables=[TABLE, "P-2"])
    assert drawn == {"done": [TABLE]}
    wrong: tuple[dict[str, str], ...] = (
        dict(list(cards.items())[:2]),
        cards | {names[2]: "Kd"},
        {**dict(list(cards.items())[:2]), "x": "2c"},
    )
    for other in wrong:
        room.ask("supervisor", f"{promotion}/games", 422, **game | {"cards": other})
    (claim,) = room.ask("supervisor", f"{promotion}/games", **game)["done"]
    assert (claim["finding"]["holders"], claim["amount"]) == (sorted(names[:2]), 400_01)
    room.ask("supervisor", f"{promotion}/games", 409, **game)  # one card each
    funded(room, 400_01)
    pay(room, claim["id"])
    assert sorted(room.balance(*(accounts.patron(name) for name in names))) == [0, 200_00, 200_01]


def test_the_house_deals_the_cards_where_nobody_keys_them_and_the_page_draws(room: Room) -> None:
    promotion = post(room, "HIGH-2")
    room.seat(TABLE, 4, 5)
    client = room.floor.browser("supervisor")
    page = promotion.removeprefix("/api/v1")
    assert "Draw tables" in client.get(page).text
    assert client.post(f"{page}/tables", data={"tables": TABLE, "count": "1"}).status_code == 303
    assert f"Cards at {TABLE} by seat" in client.get(page).text
    assert client.post(f"{page}/cards", data={"table": TABLE, "cards": "Ks"}).status_code == 422
    assert client.post(f"{page}/cards", data={"table": TABLE, "cards": ""}).status_code == 303
    (claim, *_) = room.program("supervisor").get(promotion).json()["claims"]
    assert claim["amount"] == 100_00 and claim["finding"]["words"].startswith("high card ")
    room.ask("supervisor", f"{promotion}/games", 422, what="seat", patrons=["player"])  # that is the hot seat


# ---- 24


@pytest.fixture
def won(room: Room) -> tuple[str, str]:
    """A claim of $1,000 for one player, verified and confirmed; who it is, and how it is paid."""
    number = next(_claims)
    promotion = post(room, f"SEAT-{number}", "hot-seat", amount=1_000_00)
    funded(room, 1_000_00)
    claim = room.ask("supervisor", f"{promotion}/games", what="seat", patrons=["player"])["done"]
    return "player", claim["id"]


_claims = itertools.count()
INTERCEPT, TAX = f"intercept:{CLEVELAND}", f"tax:{CLEVELAND}"
PAPERS = ["jackpot-worksheet", "prize-winners-receipt"]


def test_a_payout_up_to_the_limit_is_not_searched(room: Room) -> None:
    promotion = post(room, "SMALL", "hot-seat", amount=599_00)
    funded(room, 599_00)
    claim = room.ask("supervisor", f"{promotion}/games", what="seat", patrons=["player"])["done"]
    assert pay(room, claim["id"])["state"] == "paid"


WAITING = [
    (None, "24.A"),
    ({}, "24.C"),
    ({"owed": 100_00}, "24.B"),
    ({"number": "7", "owed": 100_00, "papers": PAPERS[:1]}, "24.B"),
    ({"no_inquiry": "in a hurry"}, "24.D"),
    ({"no_inquiry": "system-down"}, "24.D"),
    ({"number": "7", "tax": 2_000_00}, "24.A"),
]


def test_a_taxable_payout_waits_for_its_search(room: Room, won: Any) -> None:
    badge, claim = won
    for search, clause in WAITING:
        found = {"w2g": [badge]} | ({"searched": {badge: search}} if search is not None else {})
        assert pay(room, claim, 422, **found)["clause"] == clause
    assert "tax form" in pay(room, claim, 422)["error"]


@pytest.mark.parametrize(
    ("search", "tax", "support"),
    [
        ({"number": "101"}, 0, 0),
        ({"number": "102", "owed": 300_00, "tax": 240_00, "papers": PAPERS}, 240_00, 300_00),
        ({"number": "103", "owed": 5_000_00, "tax": 240_00, "papers": PAPERS}, 240_00, 760_00),
        ({"no_inquiry": "no-ssn"}, 0, 0),
        ({"no_inquiry": "system-down", "told": True, "tax": 100_00}, 100_00, 0),
    ],
)
def test_support_is_withheld_after_taxes_and_the_rest_is_paid(
    room: Room, won: Any, search: Any, tax: int, support: int
) -> None:
    badge, claim = won
    before = room.balance(accounts.patron(badge), INTERCEPT, TAX)
    assert pay(room, claim, w2g=[badge], searched={badge: search})["state"] == "paid"
    after = room.balance(accounts.patron(badge), INTERCEPT, TAX)
    assert [new - old for old, new in zip(before, after)] == [1_000_00 - tax - support, support, tax]


def test_a_search_is_cancelled_once_with_its_number_and_reason(room: Room, won: Any) -> None:
    badge, claim = won
    path = f"/api/v1/promotions/searches/{CLEVELAND}/cancel"
    found = {"number": "900", "owed": 250_00, "papers": PAPERS}
    pay(room, claim, w2g=[badge], searched={badge: found})
    before = room.balance(accounts.patron(badge), INTERCEPT)
    about = {"number": "900", "reason": "another person", "password": PASSWORD}
    assert room.ask("cage", path, 422, **about | {"reason": " "})["clause"] == "24.E"
    room.ask("cage", path, 404, **about | {"number": "901"})
    room.ask("dealer", path, 403, **about)
    page = room.floor.browser("cage")
    assert "Cancel a search for support" in page.get(f"/promotions?house={CLEVELAND}").text
    wrong = page.post(f"/promotions/searches/{CLEVELAND}", data=about | {"number": "901"})
    assert wrong.status_code in (404, 422) and "901" in wrong.text
    assert page.post(f"/promotions/searches/{CLEVELAND}", data=about | {"command": "cancel-900"}).status_code == 303
    done = [room.ask("cage", path, 201, **about, command="cancel-900") for _ in range(2)]
    assert done[0] == done[1]  # sent twice, it acts once
    after = room.balance(accounts.patron(badge), INTERCEPT)
    assert [new - old for old, new in zip(before, after)] == [250_00, -250_00]
    assert room.ask("cage", path, 409, **about)["clause"] == "24.E"


def test_the_page_of_a_claim_asks_for_the_search(room: Room, won: Any) -> None:
    badge, claim = won
    pay(room, claim, 422)
    client = room.floor.browser("cage")
    with room.floor.storage.reading() as conn:
        page = f"/promotions/{store.claim(conn, claim).promotion}"
    assert "Number of the search" in client.get(page).text
    form = {f"w2g-{badge}": "yes", f"search-number-{badge}": "77", f"search-owed-{badge}": "100", "password": PASSWORD}
    refused = client.post(f"/promotions/claims/{claim}/pay", data=form)
    assert refused.status_code == 422 and "Not printed" in refused.text
    form |= {f"search-paper-{badge}-{paper}": "yes" for paper in PAPERS}
    assert client.post(f"/promotions/claims/{claim}/pay", data=form).status_code == 303
