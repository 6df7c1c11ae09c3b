"""A live tournament of five hundred entries on sixty tables, run to its end through the house's own desk."""

import time
from pathlib import Path

import pytest

from croupier.demo.live_event import Evening, run_event
from croupier.house.tournaments.poker import store
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.house.tournaments.poker.plan import Level

from .conftest import CHEAP
from .houses import run
from .poker_events import EventFloor, plan_of

NAME = "CROWD"
LEVELS = (
    Level(20, (100, 200), chip=100),
    Level(20, (200, 400)),
    Level(10),
    Level(40, (500, 1_000), chip=500),
    Level(60, (1_000, 2_000), chip=1_000),
    Level(60, (5_000, 10_000)),
)


def evening(folder: Path, entries: int) -> Evening:
    """A night to its end; the ledger, the record and another server agree on it."""
    floor = EventFloor(f"sqlite:///{folder}/crowd.db", hasher=CHEAP)
    floor.storage.migrate()
    found: list[Evening] = []

    async def scenario(floor: EventFloor) -> None:
        plan = plan_of(name="The crowd", live=True, seats=9, levels=LEVELS, late_minutes=40, reentry_minutes=40)
        await floor.events.plan(floor.person("manager-1"), NAME, plan)
        people = (floor.person("clerk-9"), floor.person("supervisor-1"))
        night = await run_event(floor.events, people, NAME, entries, floor.clock)
        assert floor.balance(f"tournament:{NAME}") == night.pool == night.entries * plan.prize
        with floor.storage.reading() as conn:
            assert sum(prize.cents for prize in store.prizes(conn, NAME)) == night.pool
            assert store.verify(conn, NAME) is None
        again = (await PokerTournaments(floor.house).live(NAME)).game  # another server, from the record
        assert again.places() == (await floor.events.live(NAME)).game.places()
        assert sum(map(len, again.places())) == entries and again.state == "over"
        found.append(night)

    run(scenario, floor)  # type: ignore[arg-type]
    return found[0]


@pytest.mark.slow
def test_five_hundred_entries_on_sixty_tables_are_run_to_the_last_player(tmp_path: Path) -> None:
    began = time.process_time()
    night = evening(tmp_path, 536)
    assert night.tables == 60 and night.entries == 536 + night.again
    assert night.tapped - night.undone == night.entries - 1 and night.undone > 3 and night.again > 3
    assert night.confirmed["redraw"] == 3 and night.confirmed["end"] == 1
    assert night.confirmed["break"] >= 50 and night.confirmed["race"] >= 60 and night.confirmed["move"] > 30
    assert (time.process_time() - began) / night.acts < 0.05, "an act costs no more the more there are"


def test_a_night_of_six_tables_is_run_to_the_last_player(tmp_path: Path) -> None:
    night = evening(tmp_path, 52)
    assert night.tables == 6 and night.again and night.confirmed["end"] == 1
    assert night.tapped - night.undone == night.entries - 1
