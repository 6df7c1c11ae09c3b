"""A patron's own round at one of its steps: the table as it stood then, and what had ended by then."""

import asyncio
from typing import Any

import msgspec

from croupier.house.people.persons import Person
from croupier.house.record import journals
from croupier.house.record.errors import NotFound
from croupier.house.record.journals import Stored
from croupier.house.replays import Replays, check_journal, check_over
from croupier.house.tables.desk import TableDesk
from croupier.house.tables.life import FloorTable
from croupier.house.tables.own_history import Owner, owner, owners, unnamed
from croupier.rounds.acts import By, Landed, Thrown, Undone
from croupier.rounds.driver import Driver
from croupier.rounds.events import Recorded, Settled
from croupier.rounds.view import view


class Ended(msgspec.Struct, frozen=True):
    """A wager's end or a ruling, the entry that it came by, and whose wager it was."""

    entry: int
    event: Recorded
    patron: str


class OwnStep(msgspec.Struct):
    """The table after one entry. Its reader is given what `seen` lets through, and his own endings."""

    table: FloorTable
    round: int
    steps: range  # entries of the round
    at: int
    driver: Driver
    ended: list[Ended]
    fell: str  # dice or ball
    at_us: int

    def seen(self, who: Person) -> dict[str, Any]:
        """The table as he saw it then: no card that he did not see, nobody else by name."""
        return unnamed(view(self.driver, By("player", who.badge)), who.badge)


async def own_step(
    house: TableDesk, replays: Replays, who: Person, table_id: str, journal: str, round_: int, at: int
) -> OwnStep:
    """One step, the last for 0; refused in words where the round is under way or none of his."""
    check_journal(house, table_id, journal)
    await check_over(house, who, journal, round_)
    return await asyncio.to_thread(_step, house, replays, who, table_id, journal, round_, at)


def _step(
    house: TableDesk, replays: Replays, who: Person, table_id: str, journal: str, round_: int, at: int
) -> OwnStep:
    with house.storage.reading() as conn:
        table = house.tables.get(conn, table_id)
        span = replays.span(conn, journal, round_)
        at = max(span.first, min(span.last, at or span.last))
        seats = owners(conn, journal, span.last)
        whole = list(journals.entries(conn, journal, after=span.first - 1, upto=span.last))
        if not any(one.patron == who.badge for one in _ended(whole, seats)):
            raise NotFound(f"You had no wager in round {round_:,} at {table_id}.", "Your history lists your rounds.")
        *_, (_, driver) = replays.steps(conn, journal, span.first, at)
    until = [stored for stored in whole if stored.number <= at]
    return OwnStep(
        table=table,
        round=round_,
        steps=range(span.first, span.last + 1),
        at=at,
        driver=driver,
        ended=_ended(until, seats),
        fell=_fell(until),
        at_us=until[-1].at_us,
    )


def _ended(entries: list[Stored], seats: list[Owner]) -> list[Ended]:
    """What ended in these entries and was not taken back in them."""
    ended: list[Ended] = []
    for stored in entries:
        number, act = stored.number, stored.entry.act
        if isinstance(act, Undone):
            ended = [one for one in ended if one.entry < act.entry]
        for event in stored.entry.events:
            if isinstance(event, Recorded):
                whose = owner(seats, event.position, number) if isinstance(event, Settled) else ""
                ended.append(Ended(number, event, whose))
    return ended


def _fell(entries: list[Stored]) -> str:
    """The last dice or ball."""
    for stored in reversed(entries):
        act = stored.entry.act
        if isinstance(act, Thrown):
            return "-".join(map(str, act.faces))
        if isinstance(act, Landed):
            return act.pocket
    return ""
