"""Rules of promotions over several tables and people, tried over HTTP by somebody who wants to get around them."""

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from croupier.demo.furnish import PASSWORD
from croupier.house.money.poker_funds import SPECIAL_HANDS, fund
from croupier.house.people.grants import Grant
from croupier.house.record import accounts, schema
from croupier.house.record.clock import DAY_US, HOUR_US, MINUTE_US
from croupier.house.record.writer import Tx

from .lab import CHEAP, Lab, lab, sent
from .money_table import SIGNED, WITH_ADMIN, ok
from .test_book_examples_http import Box, four

PLACE, ROOM, PROMOTIONS = "horseshoe-baltimore", "/api/v1/room", "/api/v1/promotions"
FUNDS = f"{PROMOTIONS}/funds/{PLACE}"
GAME = {"form": "holdem", "limit": "no", "small": 300, "blinds": [100, 300], "property": PLACE}
KINDS = {"BB": "bad-beat", "SP": "splash-pot", "BR": "bankroll", "FR": "freeroll"}
KINDS |= {"SQ": "football-squares"}
REFUSED = (403, 404, 409, 422)


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    """Ann and Bea at one table, Cleo at the other, funds seeded, promotions posted at both."""
    with lab(tmp_path, "big-six") as made:
        made.clock.advance(1_830 * DAY_US)
        patrons = [(name, name.title(), "player") for name in ("ann", "bea", "cleo")]
        made.house.people.add_demo([*patrons, ("sup-2", "Sup 2", "supervisor")], PASSWORD)
        supervisor, manager = made.program("supervisor"), made.program("manager")
        for number, (name, table, seat) in enumerate((("ann", "P-1", 1), ("bea", "P-1", 2), ("cleo", "P-2", 1))):
            if seat == 1:
                ok(supervisor.post(f"{ROOM}/tables", json={"id": table, **GAME}), 201)
            cash = {"act": "buy-in", "property": PLACE, "patron": name, "cents": 500_00, **SIGNED}
            ok(made.program("cage").post("/api/v1/cage", json=cash))
            sit = {"act": {"act": "sit", "seat": seat, "cents": 200_00}, "command": f"sit-{number}"}
            ok(made.program(name).post(f"{ROOM}/tables/{table}/acts", json=sit))
        for purse in ("bad-beat", "special-hands"):
            ok(manager.post(FUNDS, json={"what": "seed", "fund": purse, "cents": 5_000_00, **WITH_ADMIN}))
        now = made.house.sources.now_us()
        for name, kind in KINDS.items():
            terms = {"tables": ["P-1", "P-2"], "amount": 100_00, "minutes": 60, "target": "SUN"}
            when = {"from_us": now - HOUR_US, "to_us": now + DAY_US}
            given = {"id": name, "property": PLACE, "kind": kind, **terms, **when}
            ok(manager.post(PROMOTIONS, json=given), 201)
        terms = {"tables": ["PAPER"], "amount": 100_00, "minutes": 60, "from_us": now - HOUR_US, "to_us": now + DAY_US}
        ok(manager.post(PROMOTIONS, json={"id": "BP", "property": PLACE, "kind": "bankroll", **terms}), 201)
        ok(manager.post(PROMOTIONS, json={"id": "HP", "property": PLACE, "kind": "bad-beat", **terms}), 201)
        made.browser("supervisor")  # the first page that is signed in at is known from then on
        yield made


def hand(floor: Lab, table: str, number: str, later_us: int = -MINUTE_US, **changed: Any) -> dict[str, Any]:
    """Four sevens beaten by a straight flush."""
    at = floor.house.sources.now_us() + later_us
    seats: list[dict[str, Any]] = [{"name": "ann", "cards": ["7d", "7c"]}, {"name": "bea", "cards": ["Js", "Ts"]}]
    seats += [{"name": name, "folded": True} for name in ("cleo", "walk-in")]
    day = datetime.datetime.fromtimestamp(at / 1e6, datetime.UTC).date().isoformat()
    about = {"table": table, "hand": number, "day": day, "pot": 60_00, "board": ["7s", "7h", "8s", "9s", "Kd"]}
    return about | {"seats": seats, "began_us": at, "tabled_us": at} | changed


# (who, promotion, what is sent, what refuses it)
TRIED: list[tuple[str, str, dict[str, Any], str]] = [
    ("supervisor", "SP", {"what": "splash", "tables": ["P-2"]}, "P-1 plays and takes part too"),
    ("supervisor", "SP", {"what": "splash", "tables": ["P-9"]}, "None of these tables takes part"),
    ("dealer", "SP", {"what": "splash", "tables": ["P-1", "P-2"]}, "is not for a dealer"),
    ("supervisor", "BR", {"what": "played", "patron": "cleo", "minutes": 60}, "visits at its tables are on record"),
    ("supervisor", "FR", {"what": "played", "patron": "cleo", "minutes": 60}, "visits at its tables are on record"),
    ("supervisor", "BP", {"what": "played", "patron": "cleo", "minutes": 61}, "61 minutes are more than have passed"),
    ("supervisor", "BP", {"what": "played", "patron": "sup-2", "minutes": 30}, "Promotions are for patrons"),
    ("supervisor", "BP", {"what": "played", "patron": "cleo", "minutes": 0}, "Minutes of a day"),
    ("supervisor", "FR", {"what": "entry", "patron": "cleo"}, "cleo has 0 minutes"),
    ("supervisor", "SQ", {"what": "score", "quarter": "first", "home": 7, "visitors": 3}, "A score is after"),
    ("supervisor", "SQ", {"what": "score", "quarter": "final", "home": 7, "visitors": 3}, "The board is not numbered"),
    ("supervisor", "BP", {"what": "drawing"}, "Nobody has a ticket"),
    ("supervisor", "NO", {"what": "drawing"}, "There is no promotion NO"),
    ("supervisor", "SP", {"what": "drawing"}, "SP is"),
]
# (who, what is posted, what refuses it)
POSTED: list[tuple[str, dict[str, Any], str]] = [
    ("supervisor", {}, "is not for a supervisor"),
    ("manager", {"id": "A B"}, "names no promotion"),
    ("manager", {"kind": "lottery"}, "is no promotion of horseshoe-baltimore"),
    ("manager", {"least_category": "eight-high"}, "is no hand"),
    ("manager", {"least_category": "four-of-a-kind", "least_rank": "X"}, "is no rank"),
    ("manager", {"amount": 0}, "What it pays is set beforehand"),
    ("manager", {}, "The time within which it may be won is set beforehand"),
    ("manager", {"minutes": 0}, "How long one must play is set beforehand"),
    ("manager", {"prizes": [10_00]}, "Prizes by rank are for the cards of a drawn table"),
]


@pytest.mark.parametrize(("who", "name", "given", "words"), TRIED)
def test_whoever_runs_a_promotion_draws_of_all_who_play_and_adds_no_hours(
    floor: Lab, who: str, name: str, given: dict[str, Any], words: str
) -> None:
    """Baltimore 20.SH.5-7 (004:1152-1156): a random table, hours played, an entry earned."""
    before = floor.record()
    answer = floor.program(who).post(f"{PROMOTIONS}/{name}/games", json=given)
    assert answer.status_code in REFUSED and words in answer.text, answer.text
    form = {key: ", ".join(value) if isinstance(value, list) else str(value) for key, value in given.items()}
    page = sent(floor, who, f"/promotions/{name}/{form.pop('what')}", **form)
    assert page.status_code in REFUSED and words in page.text, "the page calls the same service"
    assert floor.record() == before


@pytest.mark.parametrize(("who", "changed", "words"), POSTED)
def test_a_promotion_is_posted_as_the_book_offers_it_or_not_at_all(
    floor: Lab, who: str, changed: dict[str, Any], words: str
) -> None:
    """Baltimore 20.SH.6 (004:1154): what it takes and what it pays is set beforehand, by management."""
    before = floor.record()
    given = {"id": "NEW", "property": PLACE, "kind": "bankroll", "tables": ["P-1"], "amount": 100_00, "minutes": 60}
    given |= changed
    answer = floor.program(who).post(PROMOTIONS, json=given)
    assert answer.status_code in REFUSED and words in answer.text, answer.text
    form = {name.replace("_", "-"): str(value) for name, value in given.items()} | {"tables": "P-1"}
    form |= {"amount": str(given["amount"] // 100), "prizes": " ".join(str(p // 100) for p in given.get("prizes", ()))}
    page = sent(floor, who, "/promotions/new", **form)
    assert page.status_code in REFUSED and words in page.text, page.text
    assert floor.record() == before


def test_keyed_hours_of_one_day_do_not_add_up_to_two(floor: Lab) -> None:
    played = {"what": "played", "patron": "cleo", "minutes": 40}
    ok(floor.program("supervisor").post(f"{PROMOTIONS}/BP/games", json=played))
    again = floor.program("sup-2").post(f"{PROMOTIONS}/BP/games", json=played)
    assert again.status_code == 422 and "80 minutes are more than have passed" in again.text


def test_a_hand_is_claimed_once_as_its_table_dealt_it(floor: Lab) -> None:
    """Baltimore 20.BQ and 20.MQ (004:1160-1205)."""
    dealer, path = floor.program("dealer"), f"{PROMOTIONS}/HP/claims"
    invented = dealer.post(f"{PROMOTIONS}/BB/claims", json=hand(floor, "P-1", "1"))
    assert invented.status_code == 422 and "The hands of P-1 are on record" in invented.text
    early = dealer.post(path, json=hand(floor, "PAPER", "7", HOUR_US))
    assert early.status_code == 422 and "has not come" in early.text
    backwards = hand(floor, "PAPER", "7", tabled_us=1)
    assert "tabled before it began" in dealer.post(path, json=backwards).text
    claim = ok(dealer.post(path, json=hand(floor, "PAPER", "7")), 201)
    for number in ("7", "07", "#7", " 7 "):
        again = dealer.post(path, json=hand(floor, "PAPER", number))
        assert again.status_code == 409 and "was claimed" in again.text, number
    through_the_pit = {"kind": "promotion", "table": "P-1", **SIGNED}
    answer = floor.program("supervisor").post("/api/v1/documents", json=through_the_pit)
    assert "begun at the promotions' desk" in answer.text
    steps = f"{PROMOTIONS}/claims/{claim['id']}/steps"
    ok(floor.program("supervisor").post(f"{steps}/verify", json=SIGNED))
    early = floor.program("cage").post(f"{steps}/pay", json=SIGNED)
    assert early.status_code == 409 and "pay comes later" in early.text
    assert floor.program("sup-2").post(f"{steps}/surveil", json=SIGNED).status_code == 403
    ok(floor.program("surveillance").post(f"{steps}/surveil", json=SIGNED))
    alone = floor.program("supervisor").post(f"{steps}/pay", json={**SIGNED, "w2g": ["ann", "bea"]})
    assert alone.status_code == 403 and "Another person signs pay" in alone.text
    untaxed = floor.program("cage").post(f"{steps}/pay", json=SIGNED)
    assert untaxed.status_code == 422 and "tax form" in untaxed.text
    ok(floor.program("cage").post(f"{steps}/pay", json={**SIGNED, "w2g": ["ann", "bea", "cleo", "walk-in"]}))


def test_a_hand_that_names_staff_is_not_verified(floor: Lab) -> None:
    given = hand(floor, "PAPER", "11")
    given["seats"][0]["name"] = "sup-2"
    claim = ok(floor.program("dealer").post(f"{PROMOTIONS}/HP/claims", json=given), 201)
    answer = floor.program("supervisor").post(f"{PROMOTIONS}/claims/{claim['id']}/steps/verify", json=SIGNED)
    assert answer.status_code == 422 and "Badge sup-2 is a supervisor" in answer.text
    ok(
        floor.program("supervisor").post(
            f"{PROMOTIONS}/claims/{claim['id']}/deny", json={"reason": "no patron", **SIGNED}
        )
    )


QUADS = {"board": (("7s", "7h", "8s"), ("9c",), ("Kd",)), "wins": ["7d", "7c"], "loses": ["Ah", "Qd"]}
PLAIN = {"board": (("2s", "5h", "8s"), ("9c",), ("Kd",)), "wins": ["Ks", "7c"], "loses": ["Ah", "Qd"]}


def dealt(box: Box, hand: dict[str, Any]) -> str:
    """A hand that two of four play to its end; the badge of who won it."""
    box.deal()
    box.plays(("raise", 10), "call", "fold", "fold")
    for cards in hand["board"]:
        box.board(*cards)
        box.plays("check", "check")
    winner = box.patrons[box.turn]
    for cards in (hand["wins"], hand["loses"]):
        box.do(act="play", seat=box.turn, verb="show", cards=cards)
    box.do(act="push")
    return winner


def test_a_hand_is_called_from_the_record_when_others_were_dealt_since(floor: Lab) -> None:
    """Baltimore 20.SH.2 and 20.MQ (004:1120-1205): a hand is paid by when it began, whoever sits in its seat by now."""
    box = four(floor)
    name = box.table.rpartition("/")[2]
    terms = {"id": "FLOPS", "property": PLACE, "kind": "flop-pot", "tables": [name], "amount": 50_00}
    ok(floor.program("manager").post(PROMOTIONS, json=terms), 201)
    path = f"{PROMOTIONS}/FLOPS/tables/{name}/claims"

    def called(**given: Any) -> Any:
        return floor.program("dealer").post(path, json=given)

    dealt(box, QUADS)
    assert "has played a hand before" in called().text, "the first hand of whoever sat down wins nothing (20.BQ.7)"
    winners = ["", *(dealt(box, hand) for hand in (QUADS, PLAIN, QUADS))]
    seat = next(number for number, patron in box.patrons.items() if patron == winners[3])
    ok(box.floors(act="leave", seat=seat))
    box.sit(seat, 300)
    newcomer = box.patrons[seat]
    last = ok(called(), 201)
    assert last["finding"]["holders"] == [winners[3]] != [newcomer], "not who took the seat since"
    first = ok(called(hand=2), 201)
    assert first["finding"]["holders"] == [winners[1]] and first["began_us"] <= last["began_us"]
    for again in ({}, {"hand": 2}, {"hand": 4}):
        assert called(**again).status_code == 409, "one hand is called once, by whatever way"
    assert "does not qualify" in called(hand=3).text
    unknown = called(hand=5)
    assert unknown.status_code == 404 and "not on record" in unknown.text
    page = sent(floor, "dealer", "/promotions/FLOPS/call", table=name, number="3")
    assert page.status_code == 422 and "does not qualify" in page.text, "the page calls the same service"


def test_the_pot_of_a_drawn_table_goes_to_who_won_its_next_hand(floor: Lab) -> None:
    """Baltimore 20.SH.5 (004:1152): the amount is on top of the pot of the next hand to be played."""
    box = four(floor)
    name = box.table.rpartition("/")[2]
    now = floor.house.sources.now_us()
    terms = {"tables": [name], "amount": 100_00, "from_us": now - HOUR_US, "to_us": now + DAY_US}
    made = {"id": "SPLASH", "property": PLACE, "kind": "splash-pot", **terms}
    ok(floor.program("manager").post(PROMOTIONS, json=made), 201)
    before = dealt(box, PLAIN)
    floor.clock.advance(MINUTE_US)
    draw = {"what": "splash", "tables": [name]}
    claim = ok(floor.program("supervisor").post(f"{PROMOTIONS}/SPLASH/games", json=draw))["done"]
    path = f"{PROMOTIONS}/claims/{claim['id']}/winner"

    def named(patron: str) -> Any:
        return floor.program("supervisor").post(path, json={"patron": patron})

    early = named(before)
    assert early.status_code == 409 and "No hand was played" in early.text
    floor.clock.advance(MINUTE_US)
    winner = dealt(box, PLAIN)
    dealt(box, PLAIN)
    for patron in [*(one for one in box.patrons.values() if one != winner), "cleo"]:
        answer = named(patron)
        assert answer.status_code == 422 and "did not win the pot" in answer.text, answer.text
    staff = named("supervisor")
    assert staff.status_code == 422 and "Promotions are for patrons" in staff.text
    assert ok(named(winner))["finding"]["holders"] == [winner]
    assert named(winner).status_code == 409


def test_who_is_new_signs_no_prize_until_the_cooling_time_is_over(floor: Lab) -> None:
    """A supervisor, a surveillance agent and a cashier who were added today verify, confirm and pay nothing."""
    ok(floor.program("manager").post(FUNDS, json={"what": "seed", "fund": "bad-beat", "cents": 5_000_00, **WITH_ADMIN}))
    claim = ok(floor.program("dealer").post(f"{PROMOTIONS}/HP/claims", json=hand(floor, "PAPER", "21")), 201)
    steps = f"{PROMOTIONS}/claims/{claim['id']}/steps"
    paid = {**SIGNED, "w2g": ["ann", "bea", "cleo", "walk-in"]}
    staff = {"verify": ("supervisor", "new-sup"), "surveil": ("surveillance", "new-eye"), "pay": ("cage", "new-cage")}
    old = {"verify": "sup-2", "surveil": "surveillance", "pay": "cage"}

    def added(tx: Tx) -> None:
        for role, badge in staff.values():
            floor.house.people.insert_in(tx, "admin-demo", badge, badge, (Grant(role),), f"added as {role}")
            changed = {"password": CHEAP.hash(PASSWORD), "must_change": 0}
            tx.conn.execute(update(schema.person).where(schema.person.c.badge == badge).values(**changed))

    floor.house.writer.run(added)
    for step, (_, badge) in staff.items():
        given = paid if step == "pay" else SIGNED
        before = floor.record()
        refused = floor.program(badge).post(f"{steps}/{step}", json=given)
        assert refused.status_code == 403 and "is new here" in refused.text, refused.text
        assert floor.record() == before
        if step != "pay":
            ok(floor.program(old[step]).post(f"{steps}/{step}", json=given))
    floor.clock.advance(25 * HOUR_US)
    ok(floor.program("new-cage").post(f"{steps}/pay", json=paid))


def test_what_a_drop_box_held_is_no_fund_of_the_promotions(floor: Lab) -> None:
    """Baltimore 20.BB.6 (004:1104): the jackpot's own boxes feed the funds; a drop waits for its two counts."""
    house = floor.house

    def dropped(tx: Tx) -> None:
        names = (accounts.outside(PLACE), accounts.drop("P-1"))
        house.ledger.open(tx, *names, *accounts.of_property(PLACE))
        house.ledger.move(tx, "test", "system", *names, 300_00)

    house.writer.run(dropped)
    drop = {"kind": "drop", "table": "P-1", **SIGNED}
    ok(floor.program("security").post("/api/v1/documents", json=drop), 201)
    for cents in (300_00, 1):
        answer = floor.program("manager").post(FUNDS, json={"what": "allocate", "cents": cents})
        assert answer.status_code == 422 and "not counted yet" in answer.text, answer.text


def test_an_entry_that_was_won_for_demo_chips_is_no_seat_at_an_event_for_money(floor: Lab) -> None:
    """Baltimore 20.SH.7 (004:1156): the fund pays an entry; a fund of demo chips pays none of money."""
    events = "/api/v1/poker-tournaments"
    sheet = floor.program("manager").get(f"{events}/sheets").json()["sheets"]["daily"]
    plan = {**sheet, "id": "SUN", "name": "Sunday", "property": PLACE, "prize": 100_00, "administration": 10_00}
    ok(floor.program("manager").post(events, json=plan), 201)

    def won(tx: Tx) -> None:
        ledger, outside, entry = floor.house.ledger, accounts.outside(PLACE), "tournament:SUN/entry/bea"
        demo = fund(PLACE, SPECIAL_HANDS, demo=True)
        ledger.open(tx, outside, demo, entry)
        ledger.move(tx, "test", "system", outside, demo, 110_00)
        ledger.move(tx, "promotion-entry", "system", demo, entry, 110_00)

    floor.house.writer.run(won)
    for name, card in (("ann", "C-1"), ("bea", "C-2")):
        answer = floor.program("clerk").post(f"{events}/SUN/entries", json={"patron": name, "card": card})
        assert answer.status_code == (201 if name == "ann" else 422), answer.text
    assert "This entry was won for demo chips; the tournament is for money" in answer.text


def test_a_fund_is_given_up_by_two_people_and_not_while_a_hand_waits_for_it(floor: Lab) -> None:
    """Baltimore 20.BB.10-11 (004:1108-1109): the players' money goes from one fund to the other."""
    dealer, manager = floor.program("dealer"), floor.program("manager")
    now = floor.house.sources.now_us()
    terms = {"tables": ["PAPER"], "from_us": now - HOUR_US, "to_us": now + HOUR_US}
    ok(manager.post(PROMOTIONS, json={"id": "GU", "property": PLACE, "kind": "bad-beat", **terms}), 201)
    claim = ok(dealer.post(f"{PROMOTIONS}/GU/claims", json=hand(floor, "PAPER", "31")), 201)
    given = {"what": "give-up", "fund": "bad-beat", **SIGNED}
    before = floor.record()
    assert manager.post(FUNDS, json=given).status_code == 422
    for second, status, words in (("manager", 403, "signed twice"), ("admin-demo", 409, "called for GU waits")):
        signed = {**given, "second_badge": second, "second_password": PASSWORD}
        answer = manager.post(FUNDS, json=signed)
        assert answer.status_code == status and words in answer.text, answer.text
        form = {"second": second, "second-password": PASSWORD}
        page = sent(floor, "manager", f"/promotions/funds/{PLACE}", **given, **form)
        assert page.status_code == status and words in page.text, "the page calls the same service"
    assert floor.record() == before
    ok(
        floor.program("supervisor").post(
            f"{PROMOTIONS}/claims/{claim['id']}/deny", json={"reason": "of a test", **SIGNED}
        )
    )


def test_what_was_drawn_is_set_aside_by_two_and_not_drawn_again_before(floor: Lab) -> None:
    """Baltimore 20.SH.6 and 20.BQ.8 (004:1154, 1185), as they are read: a lot is not one person's to take back."""
    supervisor, games = floor.program("supervisor"), f"{PROMOTIONS}/LOT/games"
    now = floor.house.sources.now_us()
    terms = {"tables": ["PAPER"], "amount": 100_00, "minutes": 10, "from_us": now - HOUR_US, "to_us": now + DAY_US}
    posted = {"id": "LOT", "property": PLACE, "kind": "bankroll", **terms}
    ok(floor.program("manager").post(PROMOTIONS, json=posted), 201)
    for patron in ("ann", "cleo"):
        ok(supervisor.post(games, json={"what": "played", "patron": patron, "minutes": 20}))
    claim = ok(supervisor.post(games, json={"what": "drawing"}))["done"]
    again = floor.program("sup-2").post(games, json={"what": "drawing"})
    assert (again.status_code, "What was drawn before waits" in again.text) == (409, True)
    deny, before = f"{PROMOTIONS}/claims/{claim['id']}/deny", floor.record()
    watched = {"second_badge": "surveillance", "second_password": PASSWORD}
    for given, status, words in (
        ({**SIGNED}, 422, "'Nothing' is no ground"),
        ({**SIGNED, "ground": "another-would-be-better", **watched}, 422, "It is no-patron or barred or absent"),
        ({**SIGNED, "ground": "absent"}, 403, "Surveillance signs too"),
        ({**SIGNED, "ground": "absent", **watched, "second_badge": "supervisor"}, 403, "is not for a supervisor"),
        ({**SIGNED, "ground": "absent", **watched, "second_password": "wrong"}, 422, "password"),
    ):
        answer = supervisor.post(deny, json={"reason": "not in the room", **given})
        assert (answer.status_code, words in answer.text) == (status, True), answer.text
    form = {"reason": "not in the room", "ground": "absent", "password": PASSWORD}
    alone = sent(floor, "supervisor", f"/promotions/claims/{claim['id']}/deny", **form)
    assert (alone.status_code, "Surveillance signs too" in alone.text) == (403, True), "the page asks the same"
    assert floor.record() == before
    second = {"second": "surveillance", "second-password": PASSWORD}
    assert sent(floor, "supervisor", f"/promotions/claims/{claim['id']}/deny", **form, **second).status_code == 303
    ok(supervisor.post(games, json={"what": "drawing"}))


def test_a_fund_is_seeded_by_two(floor: Lab) -> None:
    """Baltimore 20.BB.1 (004:1097), as it is read: nobody moves so much of the house's money alone."""
    manager, before = floor.program("manager"), floor.record()
    seed = {"what": "seed", "fund": "bad-beat", "cents": 1_000_00, **SIGNED}
    assert manager.post(FUNDS, json=seed).status_code == 422
    twice = manager.post(FUNDS, json={**seed, **WITH_ADMIN, "second_badge": "manager"})
    assert (twice.status_code, "signed twice" in twice.text) == (403, True)
    page = sent(floor, "manager", f"/promotions/funds/{PLACE}", what="seed", fund="bad-beat", cents="1,000", **SIGNED)
    assert page.status_code == 422 and floor.record() == before


def test_a_game_that_feeds_no_fund_is_paid_from_none(floor: Lab) -> None:
    """Baltimore 3.TBL.2 and 20.SH.0 (004:206, 1117): a table that is not eligible for the bad beat wins nothing."""
    box = four(floor, options={"jackpot": False})
    name = box.table.rpartition("/")[2]
    now = floor.house.sources.now_us()
    terms = {"property": PLACE, "kind": "flop-pot", "amount": 50_00, "from_us": now - HOUR_US, "to_us": now + DAY_US}
    refused = floor.program("manager").post(PROMOTIONS, json={"id": "NF", "tables": [name], **terms})
    assert refused.status_code == 422 and "feeds no fund" in refused.text and "20.SH.0" in refused.text
    ok(floor.program("manager").post(PROMOTIONS, json={"id": "NF", "tables": ["P-1"], **terms}), 201)
