"""Progressive meters against the meter at which their wager is even, what they owe, and how fast they grow."""

import bisect
import functools
import itertools
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, func, literal_column, select

from croupier.house.money.progressives import Progressives
from croupier.house.record import accounts, schema
from croupier.house.record.clock import DAY_US
from croupier.house.record.ledger import Ledger
from croupier.house.results.expected import Expected, Figures, expectation
from croupier.house.results.sums import STEP_US, Summed
from croupier.odds.posting import BadInput
from croupier.rulebook import Posting

if TYPE_CHECKING:
    from croupier.odds.games.progressives import Linked

CONTRIBUTION = "contribution"


class MeterLine(msgspec.Struct, frozen=True, kw_only=True):
    """Cents. The house owes what the meter shows and what is set aside for its next seed."""

    name: str
    tables: tuple[str, ...]
    shown: int
    seed: int
    reserve: int
    break_even: int | None
    a_day: float
    days: float | None  # until it is even, at this pace

    @property
    def share(self) -> float | None:
        return self.shown / self.break_even if self.break_even else None

    @property
    def liability(self) -> int:
        return self.shown + self.reserve


def meter_lines(
    conn: Connection,
    progressives: Progressives,
    ledger: Ledger,
    property_: str,
    postings: Iterable[tuple[str, Posting]],
    from_us: int,
    to_us: int,
) -> list[MeterLine]:
    """Every meter of a property; `postings` has what each table offers."""
    linked: dict[str, list[tuple[str, Posting]]] = {}
    for table, posting in postings:
        for meter in set(progressives.links(conn, table).values()):
            linked.setdefault(meter, []).append((table, posting))
    made = []
    for name, shown in progressives.meters(conn, property_).items():
        evens = [even for _, posting in linked.get(name, ()) if (even := even_at(posting)) is not None]
        even, grown = min(evens, default=None), _grown(conn, name, from_us, to_us)
        a_day = grown * DAY_US / max(to_us - from_us, 1)
        days = None if even is None or a_day <= 0 else max(0.0, (even - shown) / a_day)
        made.append(
            MeterLine(
                name=name, tables=tuple(table for table, _ in linked.get(name, ())), shown=shown,
                seed=progressives.setup(conn, name).seed, reserve=ledger.balance(conn, accounts.reserve(name)),
                break_even=even, a_day=a_day, days=days,
            )
        )  # fmt: skip
    return made


@functools.lru_cache(maxsize=256)
def linked_of(posting: Posting) -> "Linked | None":
    """The progressive that a table offers, at the stake that it takes; none where it is not known."""
    from croupier.odds.games.progressives import _with_each_stake  # this one alone: others take their time

    if not posting.progressive or posting.progressives is None:
        return None
    stakes = [limits.least for name, limits in posting.limits.items() if posting.wagers[name].kind == "progressive"]
    try:
        for one in _with_each_stake(posting, posting.progressive):
            if not stakes or one.stake in stakes:
                return one
    except BadInput:
        return None
    return None


def even_at(posting: Posting) -> int | None:
    """The meter at which the wager of a table costs nothing, with nobody else's envy; none where it is not known."""
    found = linked_of(posting)
    return None if found is None else found.break_even()


# ---- what a wager was worth when it was made


class Metered:
    """What meters showed as each half hour began; a meter's movements are read once, whoever of a report asks."""

    def __init__(self, conn: Connection, progressives: Progressives) -> None:
        self._conn, self._progressives = conn, progressives
        self._links: dict[str, Mapping[str, str]] = {}
        self._moved: dict[str, tuple[list[int], list[int]]] = {}  # half hours, what it showed at the end of each

    def at_meters(self, figures: Figures, posting: Posting, one: Summed, table: str) -> Figures:
        """The figures of a journal with its progressive wagers at what their meters showed as each half hour began."""
        if table not in self._links:
            self._links[table] = self._progressives.links(self._conn, table)
        links = self._links[table]
        offered = linked_of(posting) if links else None
        if offered is None or not offered.odds.meter_rate():
            return figures
        found = list(figures)
        for wager, meter in links.items():
            steps = sorted({cell.step for cell in one.cells if cell.wager == wager})
            if steps and wager in posting.wagers and posting.wagers[wager].kind == "progressive":
                found = [figure for figure in found if figure.wager != wager]
                moved = [(step, _at(posting, wager, self._shown(meter, step))) for step in steps]
                found += [msgspec.structs.replace(worth, since=step) for step, worth in moved if worth is not None]
        return tuple(found)

    def _shown(self, meter: str, step: int) -> int:
        """What a meter showed as a half hour began."""
        if meter not in self._moved:
            self._moved[meter] = _movements(self._conn, meter)
        ends, shown = self._moved[meter]
        place = bisect.bisect_left(ends, step)
        return shown[place - 1] if place else 0


@functools.lru_cache(maxsize=10_000)
def _at(posting: Posting, wager: str, shown: int) -> Expected | None:
    """A wager on the progressive of a posting while its meter shows so many cents."""
    offered = linked_of(posting)
    if offered is None:
        return None
    return expectation(wager, (), offered.odds.edge(Fraction(shown, offered.stake)))


def _movements(conn: Connection, name: str) -> tuple[list[int], list[int]]:
    """The half hours in which a meter moved, and what it showed at the end of each; added up by the database."""
    account, group, line = schema.account.c, schema.ledger_group.c, schema.posting.c
    step = group.at_us // literal_column(str(STEP_US))
    query = select(step, func.sum(line.cents)).join_from(schema.posting, schema.ledger_group).join(schema.account)
    query = query.where(account.name == accounts.meter(name)).group_by(step).order_by(step)
    rows = [(int(at), int(cents)) for at, cents in conn.execute(query)]
    return [at for at, _ in rows], list(itertools.accumulate(cents for _, cents in rows))


def _grown(conn: Connection, name: str, from_us: int, to_us: int) -> int:
    """What wagers added to a meter in a period."""
    account, group, line = schema.account.c, schema.ledger_group.c, schema.posting.c
    query = select(func.sum(line.cents)).join_from(schema.posting, schema.ledger_group).join(schema.account)
    query = query.where(account.name == accounts.meter(name), group.kind == CONTRIBUTION)
    return int(conn.scalar(query.where(group.at_us >= from_us, group.at_us < to_us)) or 0)
