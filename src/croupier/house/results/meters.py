"""Progressive meters against the meter at which their wager is even, what they owe, and how fast they grow."""

import functools
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, func, select

from croupier.house.money.progressives import Progressives
from croupier.house.record import accounts, schema
from croupier.house.record.clock import DAY_US
from croupier.house.record.ledger import Ledger
from croupier.house.results.expected import Expected, Figures, expectation
from croupier.house.results.sums import STEP_US, Summed
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
    from croupier.odds.posting import BadInput

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


def at_meters(conn: Connection, figures: Figures, posting: Posting, one: Summed, links: Mapping[str, str]) -> Figures:
    """The figures of a journal with its progressive wagers at what their meters showed as each half hour began."""
    offered = linked_of(posting) if links else None
    if offered is None or not offered.odds.meter_rate():
        return figures
    found = list(figures)
    for wager, meter in links.items():
        steps = sorted({cell.step for cell in one.cells if cell.wager == wager})
        if steps and wager in posting.wagers and posting.wagers[wager].kind == "progressive":
            found = [figure for figure in found if figure.wager != wager]
            moved = [(step, _at(posting, wager, shown)) for step, shown in _shown_at(conn, meter, steps)]
            found += [msgspec.structs.replace(worth, since=step) for step, worth in moved if worth is not None]
    return tuple(found)


@functools.lru_cache(maxsize=10_000)
def _at(posting: Posting, wager: str, shown: int) -> Expected | None:
    """A wager on the progressive of a posting while its meter shows so many cents."""
    offered = linked_of(posting)
    if offered is None:
        return None
    return expectation(wager, (), offered.odds.edge(Fraction(shown, offered.stake)))


def _shown_at(conn: Connection, name: str, steps: Sequence[int]) -> list[tuple[int, int]]:
    """What a meter showed as each of these half hours began."""
    account, group, line = schema.account.c, schema.ledger_group.c, schema.posting.c
    query = select(group.at_us, line.cents).join_from(schema.posting, schema.ledger_group).join(schema.account)
    query = query.where(account.name == accounts.meter(name), group.at_us < steps[-1] * STEP_US).order_by(group.at_us)
    made: list[tuple[int, int]] = []
    moves, shown, waiting = iter(conn.execute(query)), 0, list(steps)
    for at_us, cents in moves:
        while waiting and waiting[0] * STEP_US <= at_us:
            made.append((waiting.pop(0), shown))
        shown += cents
    return [*made, *((step, shown) for step in waiting)]


def _grown(conn: Connection, name: str, from_us: int, to_us: int) -> int:
    """What wagers added to a meter in a period."""
    account, group, line = schema.account.c, schema.ledger_group.c, schema.posting.c
    query = select(func.sum(line.cents)).join_from(schema.posting, schema.ledger_group).join(schema.account)
    query = query.where(account.name == accounts.meter(name), group.kind == CONTRIBUTION)
    return int(conn.scalar(query.where(group.at_us >= from_us, group.at_us < to_us)) or 0)
