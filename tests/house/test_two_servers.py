"""Two servers on one PostgreSQL: what two people ask for at one instant is done once, the other is told why not."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.clock import DAY_US, HOUR_US
from croupier.house.record.database.cluster import Cluster
from croupier.house.record.database.storage import Storage
from croupier.house.tables.equipment import checklist

from ..web.lab import Lab
from ..web.money_table import CHIPS, SIGNED, act, begin, dealers, inspected, life, ok, opened, sign
from ..web.test_rules_between_promotions import hand
from .databases import MIGRATED

CLEVELAND, HARD_ROCK, ONEIDA = "jack-cleveland", "hard-rock-cincinnati", "oneida"
BALTIMORE = "horseshoe-baltimore"
TWO = {"second_badge": "manager", "second_password": PASSWORD}
RACES = 5
Call = Callable[[], Any]


Both = tuple[Lab, Lab]


@pytest.fixture(scope="module")
def both(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    with _two(cluster, "two_servers", tmp_path_factory.mktemp("two-servers")) as made:
        yield made


@pytest.fixture
def apart(cluster: Cluster, tmp_path: Path) -> Iterator[Both]:
    """A house of the test's own: which chips its poker room plays for follows from what is played there."""
    with _two(cluster, "two_servers_apart", tmp_path) as made:
        yield made


@contextmanager
def _two(cluster: Cluster, name: str, folder: Path) -> Iterator[Both]:
    """The same house behind two applications, each with its own writer and its own hold on the tables."""
    url = cluster.create(name, template=MIGRATED)
    with Lab(folder, ["big-six"], Storage(url)) as here:
        here.clock.advance(1_830 * DAY_US)
        dealers(here, *(f"d{n}" for n in range(1, 30)))
        people = [("sup-2", "Sup 2", "supervisor"), ("cage-2", "Cage 2", "cage"), ("admin-b", "B", "administrator")]
        here.house.people.add_demo(people, PASSWORD)
        with Lab(folder, [], Storage(url), beside=here) as there:
            yield here, there


def at_once(*calls: Call) -> list[Any]:
    """Each in a thread of its own, begun together; their answers, none of them an error of ours."""
    together = threading.Barrier(len(calls))

    def run(call: Call) -> Any:
        together.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        answers = list(pool.map(run, calls))
    for answer in answers:
        assert answer.status_code < 500, answer.text
        assert answer.status_code < 300 or answer.json()["error"], "a refusal is a sentence"
    return answers


def one_of(answers: list[Any]) -> Any:
    """The one that was done; the other was refused."""
    done = [answer for answer in answers if answer.status_code < 300]
    assert len(done) == 1, [(answer.status_code, answer.text) for answer in answers]
    return done[0]


def patron(both: Both, name: str) -> str:
    both[0].house.people.add_demo([(name, name.title(), "player")], PASSWORD)
    return name


def in_turn(both: Both, names: tuple[str, str], call: Callable[..., Any], *args: Any, **data: Any) -> list[Any]:
    """The same asked of both servers at once, by two people: `call` takes the server and the badge first."""
    return at_once(*(partial(call, server, by, *args, **data) for server, by in zip(both, names)))


def post(server: Lab, by: str, path: str, given: Any) -> Any:
    return server.program(by).post(f"/api/v1/{path}", json=given)


def moved(server: Lab, by: str, table: str, step: str, **given: Any) -> Any:
    return life(server, table, step, by=by, **given)


def opened_by_machine(floor: Lab, name: str, game: str, place: str) -> str:
    new = {"id": name, "property": place, "game": game, "bank": 100_000_00}
    ok(floor.program("manager").post("/api/v1/tables", json=new), 201)
    ok(life(floor, name, "begin-opening"))
    ok(life(floor, name, "open"))
    return name


SUPERVISORS, CASHIERS = ("supervisor", "sup-2"), ("cage", "cage-2")


def test_a_slip_is_signed_once(both: Both) -> None:
    table = opened(both[0], "TC-1", HARD_ROCK, "three-card-poker", "d1", batches=1, dealing="hand")
    chips = {"chips": {"10000": 10}}
    for _ in range(RACES):
        fill = ok(begin(both[0], "supervisor", "fill", table, **chips), 201)
        for step, names, data in (
            ("prepare", CASHIERS, chips),
            ("carry", ("security", "security"), {}),
            ("count", ("d1", "d1"), chips),
            ("confirm", ("sup-2", "sup-2"), {}),
        ):
            one_of(in_turn(both, names, sign, fill, step, **data))
    with both[0].storage.reading() as conn:
        assert both[0].house.ledger.audit(conn) == []


def test_a_set_of_cards_goes_to_one_of_two_tables(both: Both) -> None:
    here = both[0]
    at = {
        f"d{n}": opened(here, f"TC-{n}", HARD_ROCK, "three-card-poker", f"d{n}", batches=1, dealing="hand")
        for n in (2, 3)
    }
    for race in range(RACES):
        slips = [ok(begin(here, dealer, "cards", table, label=f"Blue {race}"), 201) for dealer, table in at.items()]
        answers = at_once(*(partial(sign, *who, "verify") for who in zip(both, SUPERVISORS, slips)))
        one_of(answers)
        assert any(f"Blue {race} is in play at" in answer.text for answer in answers)


def test_a_dealer_stands_at_one_table(both: Both) -> None:
    tables = ("TC-6", "TC-7")
    for name in tables:
        new = {"id": name, "property": HARD_ROCK, "game": "three-card-poker", "mode": "dealer"}
        ok(post(both[0], "manager", "tables", new), 201)
        ok(life(both[0], name, "begin-opening"))
    for race in range(RACES):
        one_of(at_once(*(partial(life, *at, "dealer-in", badge=f"d{10 + race}") for at in zip(both, tables))))


def test_a_table_is_added_opened_counted_and_closed_once(both: Both) -> None:
    here, name = both[0], "TC-8"
    new = {"id": name, "property": HARD_ROCK, "game": "three-card-poker", "mode": "dealer"}
    one_of(in_turn(both, ("manager", "manager"), post, "tables", new))

    def counted(kind: str, **data: Any) -> None:
        slip = ok(begin(here, "d8", kind, name, chips=CHIPS), 201)
        one_of(in_turn(both, SUPERVISORS, sign, slip, "verify", chips=CHIPS, variance=0, **data))

    for _ in range(2):
        one_of(in_turn(both, SUPERVISORS, moved, name, "begin-opening"))
        ok(life(both[1], name, "dealer-in", badge="d8"))
        inspected(here, name, "d8")
        counted("opening")
        posting = here.house.posting_of(name)
        assert posting is not None
        ok(begin(here, "d8", "checklist", name, items=list(checklist(posting))), 201)
        one_of(in_turn(both, SUPERVISORS, moved, name, "open"))
        one_of(in_turn(both, SUPERVISORS, moved, name, "begin-closing"))
        counted("closing", container="cage")
        drop = ok(begin(here, "security", "drop", name), 201)
        one_of(in_turn(both, SUPERVISORS, sign, drop, "witness"))
        one_of(in_turn(both, ("cage", "cage"), sign, drop, "count", cents=0))
        one_of(in_turn(both, ("cage-2", "cage-2"), sign, drop, "verify", cents=0))
        one_of(in_turn(both, SUPERVISORS, moved, name, "close"))


def test_two_tables_that_post_another_vigorish_are_not_both_opened(both: Both) -> None:
    for race in range(RACES):
        names = [f"MB-{race}{side}" for side in "ab"]
        for name, unit in zip(names, (1, 5)):
            options = {"vigorish-unit": unit}
            new = {
                "id": name,
                "property": CLEVELAND,
                "game": "mini-midi-baccarat",
                "options": options,
                "bank": 1_000_00,
            }
            ok(post(both[0], "manager", "tables", new), 201)
        first = one_of(at_once(*(partial(life, *at, "begin-opening") for at in zip(both, names))))
        ok(life(both[0], first.json()["id"], "cancel"))


def test_two_exchanges_that_together_pass_an_amount_are_not_both_small(both: Both) -> None:
    for race in range(RACES):
        cash = {"act": "buy-in", "property": HARD_ROCK, "patron": patron(both, f"rich{race}"), "cents": 2_000_00}
        answers = in_turn(both, CASHIERS, post, "cage", {**cash, **SIGNED})
        one_of(answers)
        assert any("a second person's signature" in answer.text for answer in answers)


def test_coupons_of_a_day_are_counted_together_and_each_is_laid_down_once(both: Both) -> None:
    tables = [opened_by_machine(both[0], name, "three-card-poker", ONEIDA) for name in ("BJ-1", "BJ-2")]
    for race in range(RACES):
        name, seat = patron(both, f"lucky{race}"), race + 1
        given = {"patron": name, "cents": 60_00, "property": ONEIDA, **SIGNED, **TWO, "second_badge": "supervisor"}
        made = one_of(in_turn(both, ("manager", "manager"), post, "coupons", given)).json()
        cash = {"act": "buy-in", "property": ONEIDA, "patron": name, "cents": 400_00, **SIGNED}
        ok(post(both[0], "cage", "cage", cash))
        for table in tables:
            ok(act(both[0], name, table, act="sit", position=seat, patron=name, chips=200_00))
            ok(act(both[0], name, table, act="bet", position=seat, wager="ante", amount=60_00))
        laid = {"act": "coupon", "position": seat, "wager": "ante", "number": made["number"], "amount": 60_00}
        one_of(at_once(*(partial(act, server, name, table, **laid) for server, table in zip(both, tables))))


def test_two_administrators_do_not_dismiss_each_other(both: Both) -> None:
    """One stays, whoever was first: a house without anybody who manages its people can't be entered again."""
    names = ("admin-demo", "admin-b")
    pages = [server.browser(by) for server, by in zip(both, names)]
    with ThreadPoolExecutor(2) as pool:
        for page, badge in zip(pages, reversed(names)):
            pool.submit(page.post, f"/people/{badge}/dismiss", data={"csrf": page.headers["x-csrf"]})
    with both[0].storage.reading() as conn:
        assert sum(both[0].house.people.get(conn, badge).active for badge in names) == 1


def test_a_hand_is_called_verified_and_paid_once(apart: Both) -> None:
    """Baltimore's bad beat (004:1160-1205), each of its steps asked of both servers."""
    both = apart
    both[0].house.people.add_demo([("man-3", "Man 3", "manager")], PASSWORD)
    seed = {"what": "seed", "fund": "bad-beat", "cents": 1_000_00, **SIGNED, **TWO, "second_badge": "man-3"}
    ok(post(both[0], "manager", f"promotions/funds/{BALTIMORE}", seed))
    terms = {"id": "BEAT", "property": BALTIMORE, "kind": "bad-beat", "tables": ["PAPER"]}
    ok(post(both[0], "manager", "promotions", terms), 201)
    for name in ("ann", "bea", "cleo"):
        patron(both, name)
    called = hand(both[0], "PAPER", "7")
    claim = one_of(in_turn(both, ("dealer", "dealer"), post, "promotions/BEAT/claims", called)).json()["id"]
    steps = f"promotions/claims/{claim}/steps"
    one_of(in_turn(both, SUPERVISORS, post, f"{steps}/verify", SIGNED))
    one_of(in_turn(both, ("surveillance", "surveillance"), post, f"{steps}/surveil", SIGNED))
    paid = {**SIGNED, "w2g": ["ann", "bea", "cleo", "walk-in"]}
    one_of(in_turn(both, CASHIERS, post, f"{steps}/pay", paid))
    with both[0].storage.reading() as conn:
        assert both[0].house.ledger.audit(conn) == []


def test_what_a_patron_has_is_paid_out_once(both: Both) -> None:
    """His credit at two windows, his ticket at two windows."""
    for race in range(RACES):
        name = patron(both, f"gone{race}")
        cash = {"property": HARD_ROCK, "patron": name, "cents": 300_00, **SIGNED}
        ok(post(both[0], "cage", "cage", {"act": "buy-in", **cash}))
        printed = ok(post(both[0], name, "cage", {"act": "ticket", "property": HARD_ROCK, "cents": 100_00}))
        ticket = {"act": "pay-ticket", "property": HARD_ROCK, "ticket": printed["ticket"], **SIGNED}
        one_of(in_turn(both, CASHIERS, post, "cage", ticket))
        one_of(in_turn(both, CASHIERS, post, "cage", {"act": "cash-out", **cash, "cents": 200_00}))


def test_two_places_of_one_patron_at_two_servers_share_the_posted_most(both: Both) -> None:
    """001:5839: each of his wagers is within the limit, both together are not."""
    name = patron(both, "twice")
    cash = {"act": "buy-in", "property": HARD_ROCK, "patron": name, "cents": 900_00, **SIGNED}
    ok(post(both[0], "cage", "cage", cash))
    table = "BS-2"
    new = {"id": table, "property": HARD_ROCK, "game": "big-six", "bank": 100_000_00, "options": {"most": "$100"}}
    ok(post(both[0], "manager", "tables", new), 201)
    for step in ("begin-opening", "open"):
        ok(life(both[0], table, step))
    for place, chips in ((1, 900_00), (2, 0)):
        ok(act(both[0], name, table, act="sit", position=place, patron=name, chips=chips))
    for wager in ("dollar-1", "dollar-2", "dollar-5"):
        lays = {"act": "bet", "wager": wager, "amount": 60_00}
        one_of(at_once(*(partial(act, server, name, table, position=n, **lays) for n, server in enumerate(both, 1))))


def test_one_seat_at_a_poker_table_and_one_entry_at_an_event(both: Both) -> None:
    game = {"form": "holdem", "limit": "no", "small": 300, "blinds": [100, 300], "property": BALTIMORE, "demo": True}
    for table in ("PK-1", "PK-2"):
        ok(post(both[0], "supervisor", "room/tables", {"id": table, **game}), 201)
    sheet = both[0].program("manager").get("/api/v1/poker-tournaments/sheets").json()["sheets"]["daily"]
    plan = {**sheet, "id": "RACE", "name": "Race", "property": BALTIMORE, "prize": 50_00, "administration": 5_00}
    ok(post(both[0], "manager", "poker-tournaments", plan), 201)
    for race in range(3):
        guests = [both[0].guest()[1] for _ in range(2)]
        sits = [{"act": "sit", "seat": race + 1, "cents": 200_00, "patron": name} for name in guests]
        path = "room/tables/PK-1/acts"
        one_of(at_once(*(partial(post, *at, path, {"act": sit}) for at, sit in zip(zip(both, SUPERVISORS), sits))))
        alone = {"act": sits[0] | {"patron": both[0].guest()[1], "seat": race + 4}}
        paths = ("room/tables/PK-1/acts", "room/tables/PK-2/acts")
        one_of(at_once(*(partial(post, *at, path, alone) for at, path in zip(zip(both, SUPERVISORS), paths))))
        name = patron(both, f"enters{race}")
        cash = {"act": "buy-in", "property": BALTIMORE, "patron": name, "cents": 300_00, **SIGNED}
        ok(post(both[0], "cage", "cage", cash))
        entry = {"patron": name, "card": f"RC-{race}"}
        one_of(in_turn(both, ("clerk", "clerk"), post, "poker-tournaments/RACE/entries", entry))
    with both[0].storage.reading() as conn:
        assert both[0].house.ledger.audit(conn) == []


def test_an_office_approves_once_fees_go_back_once_and_one_lot_is_drawn(both: Both) -> None:
    """A tournament at tables (003:5910) and a drawing of tickets (004:1154), each step asked of both servers."""
    here = both[0]
    people = [("com-2", "Com 2", "commission"), ("man-2", "Man 2", "manager")]
    here.house.people.add_demo(people, PASSWORD)
    plan = {"id": "OFFICE", "property": HARD_ROCK, "game": "mini-midi-baccarat", "rounds": 1, "seats": 4}
    plan |= {"name": "Race", "advance": 1, "betting_order": "fixed", "entry_cents": 50_00, "prizes": [70]}
    one_of(in_turn(both, ("manager", "man-2"), post, "tournaments", plan))
    one_of(in_turn(both, ("commission", "com-2"), post, "tournaments/OFFICE/approval", SIGNED))
    for name in ("tia", "tom"):
        cash = {"act": "buy-in", "property": HARD_ROCK, "patron": patron(both, name), "cents": 60_00, **SIGNED, **TWO}
        ok(post(here, "cage", "cage", cash))
        one_of(in_turn(both, (name, name), post, "tournaments/OFFICE/entries", {}))
    one_of(in_turn(both, ("manager", "man-2"), post, "tournaments/OFFICE/call-off", {"reason": "a race", **SIGNED}))
    now = here.house.sources.now_us()
    terms = {"id": "LOTS", "property": BALTIMORE, "kind": "bankroll", "tables": ["PAPER"], "amount": 100_00}
    terms |= {"minutes": 10, "from_us": now - HOUR_US, "to_us": now + DAY_US}
    ok(post(here, "manager", "promotions", terms), 201)
    for given in ({"what": "played", "patron": "tia", "minutes": 40}, {"what": "drawing"}):
        one_of(in_turn(both, SUPERVISORS, post, "promotions/LOTS/games", given))
    with here.storage.reading() as conn:
        assert here.house.ledger.balance(conn, "tournament:OFFICE") == 0
        assert here.house.ledger.audit(conn) == []
