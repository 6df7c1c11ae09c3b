"""A live tournament at high speed: a director's evening with hundreds of walk-ins, through the house's own desk.

Nobody plays cards here. Chance says who goes out; everything else is done as a director does it: entries with their
money, knock-outs, some taken back, re-entries, what the book proposes confirmed, the clock, the end.
"""

import asyncio
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from croupier.demo.furnish import PASSWORD
from croupier.demo.poker_tournament import CLERK, MANAGER, SUPERVISOR
from croupier.house.house import House
from croupier.house.people.persons import Person
from croupier.house.record.clock import HandClock, Sources
from croupier.house.record.database.storage import Storage
from croupier.house.tournaments.poker import acts, store
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.house.tournaments.poker.live.director_desk import proposal
from croupier.house.tournaments.poker.plan import Plan
from croupier.house.tournaments.poker.state import OVER
from croupier.house.tournaments.poker.store import Due

STAFF = (CLERK, SUPERVISOR, MANAGER)
NAME = "NIGHT"

SECOND_US = 1_000_000
OUT_S = 45  # from one knock-out to the next, of the whole room
UNDONE_EVERY, COUNTED_EVERY = 130, 60
Tell = Callable[[str], None]


class Evening(msgspec.Struct):
    """What a night came to."""

    entries: int = 0
    again: int = 0
    tables: int = 0
    tapped: int = 0  # knock-outs, those that were taken back too
    undone: int = 0
    confirmed: dict[str, int] = {}
    acts: int = 0
    pool: int = 0
    seconds: int = 0  # by the tournament's clock


def simulate(plan: Plan, entries: int, seed: str, tell: Tell = lambda words: None) -> tuple[Evening, list[Due]]:
    """A whole night in a house of its own that is gone afterwards; its prizes, as they are due."""
    clock = HandClock()
    with tempfile.TemporaryDirectory() as folder:
        storage = Storage.file(Path(folder) / "night.sqlite3")
        storage.migrate()

        async def night() -> tuple[Evening, list[Due]]:
            house = House(storage, Sources.seeded(seed, clock))
            try:
                house.people.add_demo([(one.badge, one.name, one.role) for one in STAFF], PASSWORD)
                desk = PokerTournaments(house)
                await desk.plan(MANAGER, NAME, plan)
                done = await run_event(desk, (CLERK, SUPERVISOR), NAME, entries, clock, seed, tell)
                with storage.reading() as conn:
                    wrong = [*house.ledger.audit(conn), *filter(None, [store.verify(conn, NAME)])]
                    assert not wrong, f"the record is whole: {wrong}"
                    return done, store.prizes(conn, NAME)
            finally:
                await house.stop()

        try:
            return asyncio.run(night())
        finally:
            storage.close()


async def run_event(
    desk: PokerTournaments,
    people: tuple[Person, Person],
    name: str,
    entries: int,
    clock: HandClock,
    seed: str = "evening",
    tell: Tell = lambda words: None,
) -> Evening:
    """From the first walk-in to the last knock-out; `people` are the clerk and the director."""
    clerk, director = people
    rng, night = random.Random(seed), Evening()
    for number in range(1, entries + 1):
        await desk.director.walk_in(clerk, name, f"Guest {number}", f"C-{name}-{number}")
    live = await desk.live(name)
    await desk.start(director, name)
    night.tables = len(live.game.tables)
    tell(f"{entries} entries at {night.tables} tables, {live.game.in_play():,} chips")
    while live.game.state != OVER:
        clock.advance(OUT_S * SECOND_US)
        await _one_out(desk, director, name, rng, night)
        await _comes_again(desk, clerk, name, rng, night)
        await _confirm(desk, director, name, night, tell)
        live = await desk.live(name)
    game = live.game
    night.entries, night.acts, night.pool = game.entries, live.event.acts, game.pools().all
    night.seconds = game.elapsed_us(game.now_us) // SECOND_US
    return night


async def _one_out(desk: PokerTournaments, by: Person, name: str, rng: random.Random, night: Evening) -> None:
    game = (await desk.live(name)).game
    halted = set(game.halted())
    playing = [felt for number, felt in sorted(game.tables.items()) if number not in halted and felt.players > 1]
    if not playing:  # everybody waits until registration closes and tables are broken
        return
    felt = rng.choice(playing)
    gone, *others = rng.sample(felt.names(), 2)
    bounty = tuple(others) if game.plan.bounty else ()
    await desk.do(by, name, acts.Bust(at_us=0, name=gone, by=bounty))
    night.tapped += 1
    if night.tapped % UNDONE_EVERY == 0:  # it was the wrong seat
        await desk.director.undo(by, name)
        night.undone += 1
    if night.tapped % COUNTED_EVERY == 0:
        chips = {player: game.stack(player) for player in felt.names()}
        await desk.do(by, name, acts.Count(at_us=0, chips=chips))
    game = (await desk.live(name)).game
    if game.hand_for_hand(game.now_us):
        await desk.do(by, name, acts.Round(at_us=0))


async def _comes_again(desk: PokerTournaments, by: Person, name: str, rng: random.Random, night: Evening) -> None:
    """Of those who went out in time, one in six comes in again."""
    game = (await desk.live(name)).game
    minutes = game.plan.reentry_minutes
    if not minutes or not game.within(minutes, game.now_us) or rng.randrange(6):
        return
    out = [player for player in game.players.values() if not player.table]
    if out:
        chosen = rng.choice(out)
        await desk.register(by, name, chosen.name, chosen.card)
        night.again += 1


async def _confirm(desk: PokerTournaments, by: Person, name: str, night: Evening, tell: Tell) -> None:
    while (found := proposal(await desk.live(name))) is not None:
        await desk.director.confirm(by, name, found.key)
        night.confirmed[found.what] = night.confirmed.get(found.what, 0) + 1
        if found.what in ("break", "redraw", "end"):
            game = (await desk.live(name)).game
            tell(f"{found.what}: {len(game.left())} left at {len(game.tables)} tables")
