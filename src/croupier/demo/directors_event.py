"""A live tournament for a demonstration, some hours old: walk-ins at several tables, registration still open, chips
counted, the clock running, and one table that waits for a player whom the director may move. Nobody plays it: it is
there for whoever looks at the director's desk and at the wall clock."""

import random
from string import ascii_uppercase

from croupier.demo.poker_tournament import CLERK, MANAGER, PLACE, SUPERVISOR
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.house.tournaments.poker.plan import Level, Plan
from croupier.house.tournaments.poker.state import CANCELLED, OVER
from croupier.house.tournaments.structure_sheets import plan_from, sheets

OWN = "LIVE-"
ENTRIES, SHORT = 33, 3
BREAK_AFTER = 5
LEVEL, GONE_S = 4, 78  # the level that runs, and how long it has run
POSTED: dict[str, bool | int | str] = {"deals": True}  # so that one may be agreed
AGAIN = 2  # of those who went out, so many have come in again


def live_plan() -> Plan:
    levels = sheets()["ante"].levels
    return plan_from(
        "ante",
        levels=(*levels[:BREAK_AFTER], Level(15), *levels[BREAK_AFTER:]),
        name="Wednesday no-limit hold'em",
        property=PLACE,
        chips=20_000,
        seats=9,
        prize=120_00,
        administration=15_00,
        house=15_00,
        late_minutes=75,
        reentry_minutes=75,
        live=True,
    )


async def furnish_live_event(desk: PokerTournaments, seed: str = "a wednesday") -> str:
    """One live tournament under way; its name. Where there is one that is not over, it stays as it is."""
    found = [event for event in desk.all(PLACE) if event.id.startswith(OWN)]
    there = next((event.id for event in found if event.state not in (OVER, CANCELLED)), "")
    if there:
        return there
    name, rng = f"{OWN}{len(found) + 1}", random.Random(seed)
    await desk.plan(MANAGER, name, live_plan(), POSTED)
    for number in range(ENTRIES):
        await desk.director.walk_in(CLERK, name, _initials(number), f"PT-{number + 1:03}")
    await desk.start(SUPERVISOR, name)
    await desk.do(SUPERVISOR, name, acts.Jump(at_us=0, level=LEVEL))
    await desk.do(SUPERVISOR, name, acts.Shift(at_us=0, seconds=-GONE_S))
    out = await _knock_out(desk, name, rng)
    for badge in out[:AGAIN]:
        player = (await desk.live(name)).game.players[badge]
        await desk.register(CLERK, name, badge, player.card)
    await _count(desk, name, rng)
    return name


def _initials(number: int) -> str:
    """A guest's name as it stands on a desk; no two are alike."""
    return f"{ascii_uppercase[number % 26]}.{ascii_uppercase[(7 * number + number // 26 + 10) % 26]}."


async def _knock_out(desk: PokerTournaments, name: str, rng: random.Random) -> list[str]:
    """Of the last table as many as make it too short to play on, then one of every other but the first."""
    tables = sorted((await desk.live(name)).game.tables)
    out = []
    for number in (*([tables[-1]] * (SHORT + AGAIN)), *tables[1:-1]):
        felt = (await desk.live(name)).game.tables[number]
        out.append(rng.choice(felt.names()))
        await desk.do(SUPERVISOR, name, acts.Bust(at_us=0, name=out[-1]))
    return out


async def _count(desk: PokerTournaments, name: str, rng: random.Random) -> None:
    """Everybody's chips, as a count at the last break would have found them: what is in play, not all alike."""
    game = (await desk.live(name)).game
    players = [badge for felt in game.tables.values() for badge in felt.names()]
    unit = 500
    weights = {badge: rng.uniform(0.3, 2.2) for badge in players}
    each = game.in_play() / sum(weights.values())
    chips = {badge: max(unit, round(each * weight / unit) * unit) for badge, weight in weights.items()}
    first = players[0]
    chips[first] += game.in_play() - sum(chips.values())
    await desk.do(SUPERVISOR, name, acts.Count(at_us=0, chips=chips))
    for number, felt in sorted(game.tables.items()):
        seats = sorted(felt.table.seats)
        await desk.do(SUPERVISOR, name, acts.Button(at_us=0, table=number, seat=rng.choice(seats)))
