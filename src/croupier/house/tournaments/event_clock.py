"""The time to act at tables of a poker tournament that a machine deals: the clock is called and runs out by itself.

Nothing here has a memory: what is due follows from the tables and from the time. A player first has the time to think
that the plan gives, never less than the book wants before a clock; then the book's clock, as his time bank.
"""

from typing import Any

from croupier.house.people.persons import MACHINE
from croupier.house.record.loops import Loop
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.house.tournaments.poker.keeper import Live
from croupier.house.tournaments.poker.live.keyed_table import timer as called
from croupier.house.tournaments.poker.ruled_play import think_us as thinking
from croupier.house.tournaments.poker.state import PLAYING, Felt

LOOK_S = 0.5
IDLE_S = 2.0
ROLE = "dealer"  # who may call the clock after the time that the book wants


def think_us(live: Live, felt: Felt) -> int:
    return thinking(live.event.plan, felt.room)


def timer(live: Live, felt: Felt, now_us: int) -> dict[str, Any] | None:
    """How long the player in turn still has, of how long, and the clock that comes then."""
    hand = felt.hand
    if hand is None or hand.actor < 0 or live.game.stopped_us:
        return None
    if felt.clock_us:
        return called(felt, now_us)
    think = think_us(live, felt)
    if not think:
        return None
    left = max(0, felt.asked_us + think - now_us) // 1000
    bank = int(felt.room.value("clock-seconds", 0))
    return {"left_ms": left, "of_ms": think // 1000, "bank_s": bank, "bank": False}


def due(live: Live, felt: Felt, now_us: int) -> acts.Timed | None:
    """The clock that is to be called at a table now, or that has run out."""
    hand = felt.hand
    if live.event.plan.live or hand is None or hand.actor < 0 or live.game.stopped_us:
        return None
    if felt.clock_us:
        up = now_us >= felt.clock_us
        return acts.Timed(at_us=now_us, table=felt.number, role=ROLE, up=True) if up else None
    think = think_us(live, felt)
    if not think or now_us - felt.asked_us < think:
        return None
    return acts.Timed(at_us=now_us, table=felt.number, role=ROLE)


class EventClock:
    """Looks at the tournaments that a machine deals, as long as the house is open."""

    def __init__(self, desk: PokerTournaments) -> None:
        self._desk, self._playing = desk, 0
        self._loop = Loop("the clock of tournament tables")

    async def run(self) -> None:
        await self._loop.run(self.look, lambda: LOOK_S if self._playing else IDLE_S)

    async def look(self) -> int:
        """Do what is due at every table; how much was done."""
        events = [event for event in self._desk.all() if event.state == PLAYING and not event.plan.live]
        self._playing, done = len(events), 0
        for event in events:
            with self._loop.apart(event.id):
                done += await self._look(event.id)
        return done

    async def _look(self, name: str) -> int:
        live, done = await self._desk.live(name), 0
        for number in sorted(live.game.tables):
            felt = live.game.tables.get(number)
            act = due(live, felt, self._desk.house.sources.now_us()) if felt is not None else None
            if act is not None:
                await self._desk.do(MACHINE, name, act)
                done += 1
        return done
