"""Promotions for a demonstration: funds that the house has seeded, a bad beat, a high hand and flop pots that run."""

from croupier.house.house import House
from croupier.house.money.poker_funds import BAD_BEAT, SPECIAL_HANDS
from croupier.house.people.persons import Person
from croupier.house.promotions.desk import Promotions
from croupier.house.promotions.rules import FLOP_POT, HIGH_HAND
from croupier.house.promotions.store import Terms
from croupier.house.record.clock import DAY_US
from croupier.house.record.writer import Tx

PLACE = "horseshoe-baltimore"
SEEDS = {BAD_BEAT: 25_000_00, SPECIAL_HANDS: 10_000_00}
HIGH_HAND_DAYS = 7
MANAGER = Person("manager", "Manager", "manager", True, False)


def _seed(tx: Tx, desk: Promotions, fund: str, cents: int) -> None:
    """A fund as it stands in a demonstration; on a floor two people sign for it."""
    book, demo = desk.books.today(tx.conn, PLACE), desk.demo_room(tx.conn, PLACE)
    desk.funds.seed(tx, book, fund, cents, MANAGER.badge, demo=demo)


async def furnish_promotions(house: House, tables: tuple[str, ...]) -> int:
    """Seed the funds and post what is not posted, at these tables; how many were posted."""
    desk, now = Promotions(house), house.sources.now_us()
    there = {made.id for made in desk.all(PLACE)}
    wanted = {
        "BAD-BEAT": Terms(kind=BAD_BEAT, tables=tables),
        "HIGH-HAND": Terms(
            kind=HIGH_HAND, tables=tables, amount=200_00, from_us=now, to_us=now + HIGH_HAND_DAYS * DAY_US
        ),
        "FLOP-POT": Terms(kind=FLOP_POT, tables=tables, amount=100_00),
    }
    lacking = [name for name in wanted if name not in there]
    if len(lacking) == len(wanted):
        for fund, cents in SEEDS.items():
            await house.write(lambda tx, fund=fund, cents=cents: _seed(tx, desk, fund, cents))  # type: ignore[misc]
    for name in lacking:
        await desk.plan(MANAGER, name, PLACE, wanted[name])
    return len(lacking)
