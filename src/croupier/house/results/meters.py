"""Progressive meters against the meter at which their wager is even, what they owe, and how fast they grow."""

import functools
from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, func, select

from croupier.house.money.progressives import Progressives
from croupier.house.record import accounts, schema
from croupier.house.record.clock import DAY_US
from croupier.house.record.ledger import Ledger
from croupier.rulebook import Posting

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
def even_at(posting: Posting) -> int | None:
    """The meter at which the wager of a table costs nothing, with nobody else's envy; none where it is not known."""
    from croupier.odds.games.progressives import _with_each_stake  # this one alone: others take their time
    from croupier.odds.posting import BadInput

    if not posting.progressive or posting.progressives is None:
        return None
    stakes = [limits.least for name, limits in posting.limits.items() if posting.wagers[name].kind == "progressive"]
    try:
        for one in _with_each_stake(posting, posting.progressive):
            if not stakes or one.stake in stakes:
                return one.break_even()
    except BadInput:
        return None
    return None


def _grown(conn: Connection, name: str, from_us: int, to_us: int) -> int:
    """What wagers added to a meter in a period."""
    account, group, line = schema.account.c, schema.ledger_group.c, schema.posting.c
    query = select(func.sum(line.cents)).join_from(schema.posting, schema.ledger_group).join(schema.account)
    query = query.where(account.name == accounts.meter(name), group.kind == CONTRIBUTION)
    return int(conn.scalar(query.where(group.at_us >= from_us, group.at_us < to_us)) or 0)
