"""Jackpots asked for six times at one instant, of two servers on one SQLite file: each is done once, and paid once."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from croupier.demo import players as bots
from croupier.demo.furnish import PASSWORD
from croupier.equipment.cards import parse_card
from croupier.equipment.entropy import SeededEntropy
from croupier.house.money.progressives import Jackpot
from croupier.house.record.clock import DAY_US, HOUR_US
from croupier.house.record.database.storage import Storage
from croupier.rounds import acts
from croupier.rounds.requests import Decide, Do, Stack, Turn

from ..house.test_two_servers import at_once, one_of, post
from .lab import PLACE, Lab
from .money_table import SIGNED, WITH_ADMIN, begin, life, ok, sign
from .test_rules_between_promotions import hand
from .test_rules_between_tables import person

BALTIMORE, TABLE = "horseshoe-baltimore", "PRG-9"
PEOPLE = [
    *((name, name.title(), "player") for name in ("ann", "bea", "cleo")),
    *((f"{role}-{n}", f"{role} {n}", role) for role in ("supervisor", "surveillance", "cage") for n in (2, 3)),
]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Lab, Lab]]:
    folder = tmp_path_factory.mktemp("jackpot-races")
    with Lab(folder, ["big-six"]) as here:
        here.clock.advance(1_830 * DAY_US)
        here.house.people.add_demo(PEOPLE, PASSWORD)
        with Lab(folder, [], Storage.file(folder / "lab.sqlite3"), beside=here) as there:
            yield here, there


def raced(both: tuple[Lab, Lab], role: str, call: Any, *args: Any, **data: Any) -> Any:
    """Three people of a role at each of the servers ask for the same at once; what was done, once."""
    people = (role, f"{role}-2", f"{role}-3")
    answer = one_of(at_once(*(partial(call, server, by, *args, **data) for server in both for by in people)))
    for server in both:
        with server.storage.reading() as conn:
            assert server.house.ledger.audit(conn) == []
    return answer.json()


def paid(floor: Lab, kind: str) -> list[int]:
    with floor.storage.reading() as conn:
        return [
            sum(cents for _, cents in g.lines if cents > 0) for g in floor.house.ledger.groups(conn) if g.kind == kind
        ]


FACES = {"1": ("As", "Ks", "Qs"), "dealer": ("2c", "4d", "6h")}


def played(floor: Lab) -> list[Jackpot]:
    """The dealer keys these cards until a win holds the table, or the round is over; what holds it."""
    house, chance = floor.house, SeededEntropy("royal")

    async def step() -> bool:
        live = await house.table(TABLE)
        driver, asked = live.driver, live.driver.pending
        if live.held or driver.betting:
            return False
        faces = tuple(map(parse_card, FACES.get(getattr(asked, "to", ""), ())))
        given = bots.fact(chance, driver) or bots.decision(chance, driver)
        if isinstance(asked, Turn) or (isinstance(asked, Stack) and asked.face == "up"):
            given = acts.Falls(faces[: asked.count])
        assert given is not None
        place = getattr(given, "position", 0) if isinstance(asked, Decide) else 0
        who = driver.table.position(place).patron if place else "supervisor" if isinstance(asked, Do) else "dealer"
        await house.answer(TABLE, person(floor, who), given, driver.number)
        return True

    while floor.do(step):
        pass
    return list(floor.do(lambda: house.table(TABLE)).held)


def royal(floor: Lab, patron: str) -> Jackpot:
    """A guest wagers on the meter and is dealt a royal of spades."""
    played(floor)
    who = person(floor, patron)
    bets = (acts.Sit(1, patron, 500_00), acts.Bet(1, "ante", 25_00), acts.Bet(1, "progressive", 5_00))
    for one in bets:
        floor.do(partial(floor.house.answer, TABLE, who, one))
    floor.do(lambda: floor.house.answer(TABLE, person(floor, "dealer"), acts.Close()))
    (won,) = played(floor)
    return won


def test_a_progressive_is_verified_confirmed_and_paid_once(both: tuple[Lab, Lab]) -> None:
    here = both[0]
    new = {"id": TABLE, "property": PLACE, "game": "three-card-poker", "options": {"progressive": "three-card"}}
    ok(post(here, "manager", "tables", {**new, "mode": "dealer", "demo": True}), 201)
    for step, about in (("begin-opening", {}), ("dealer-in", {"badge": "dealer"}), ("open", {})):
        ok(life(here, TABLE, step, **about))
    won = royal(here, here.guest()[1])
    slip = raced(both, "supervisor", begin, "jackpot", TABLE, jackpot=won.id)
    raced(both, "surveillance", sign, slip, "surveil")
    played(here)  # the round goes on to its end, and the win is settled
    cash = sign(here, "cage", slip, "pay", paid_from="cage")
    assert (cash.status_code, "deals for demo chips" in cash.text) == (422, True)
    raced(both, "cage", sign, slip, "pay", paid_from="inventory")
    with here.storage.reading() as conn:
        assert here.house.progressives.get(conn, won.id).state == "paid"
    assert paid(here, "jackpot-paid") == [won.amount]


def test_a_bad_beat_is_called_verified_confirmed_and_paid_once(both: tuple[Lab, Lab]) -> None:
    here = both[0]
    seed = {"what": "seed", "fund": "bad-beat", "cents": 5_000_00, **WITH_ADMIN}
    ok(post(here, "manager", f"promotions/funds/{BALTIMORE}", seed))
    now = here.house.sources.now_us()
    terms = {"id": "BEAT", "property": BALTIMORE, "kind": "bad-beat", "tables": ["PAPER"]}
    ok(post(here, "manager", "promotions", terms | {"from_us": now - HOUR_US, "to_us": now + DAY_US}), 201)
    claim = raced(both, "supervisor", post, "promotions/BEAT/claims", hand(here, "PAPER", "7"))["id"]
    steps = f"promotions/claims/{claim}/steps"
    for role, step, data in (
        ("supervisor", "verify", SIGNED),
        ("surveillance", "surveil", SIGNED),
        ("cage", "pay", {**SIGNED, "w2g": ["ann", "bea", "cleo", "walk-in"]}),
    ):
        raced(both, role, post, f"{steps}/{step}", data)
    shares = paid(here, "promotion-paid")
    assert (len(shares), sum(shares)) == (1, 5_000_00)
