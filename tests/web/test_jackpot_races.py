"""Jackpots asked for six times at one instant, of two servers on one SQLite file: each is done once, and paid once."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.money.progressives import Jackpot, Win
from croupier.house.record.clock import DAY_US, HOUR_US
from croupier.house.record.storage import Storage

from ..house.test_two_servers import at_once, one_of, post
from .lab import PLACE, Lab
from .money_table import SIGNED, WITH_ADMIN, begin, life, ok, sign
from .test_between_promotions import hand

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


def test_a_progressive_is_verified_confirmed_and_paid_once(both: tuple[Lab, Lab]) -> None:
    here = both[0]
    new = {"id": TABLE, "property": PLACE, "game": "three-card-poker", "options": {"progressive": "three-card"}}
    ok(post(here, "manager", "tables", {**new, "mode": "dealer", "demo": True}), 201)
    for step in ("begin-opening", "open"):
        ok(life(here, TABLE, step))
    win = Win(3, here.guest()[1], "progressive", "mini-royal-spades", 100_000, 1_000_00)
    meter, keyed = f"{PLACE}-three-card-demo", list[Jackpot]()

    async def key() -> None:
        key_in = here.house.progressives.key_in
        keyed.append(await here.house.write(lambda tx: key_in(tx, meter, TABLE, f"{TABLE}.1", 1, 10_000_00, win)))

    here.do(key)
    slip = raced(both, "supervisor", begin, "jackpot", TABLE, jackpot=keyed[0].id)
    raced(both, "surveillance", sign, slip, "surveil")
    settled = (keyed[0].id, ("confirmed",), "settled")  # as its round does when it is over
    here.do(lambda: here.house.write(lambda tx: here.house.progressives.move(tx, *settled)))
    cash = sign(here, "cage", slip, "pay", paid_from="cage")
    assert (cash.status_code, "deals for demo chips" in cash.text) == (422, True)
    raced(both, "cage", sign, slip, "pay", paid_from="inventory")
    with here.storage.reading() as conn:
        assert here.house.progressives.get(conn, keyed[0].id).state == "paid"
    assert paid(here, "jackpot-paid") == [keyed[0].amount]


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
