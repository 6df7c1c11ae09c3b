"""What tables were counted at, against the book: whose turn at the table goes with what is missing.

The book knows what every wager came to; what a dealer pays by hand shows when the chips are counted. A difference
belongs to whoever dealt since the last count, in the hours that each did. Over many counts, dealers and tables that is
an equation for each count; least squares say what an hour of each dealer costs, and a test that is robust to uneven
spreads, all dealers allowed for, says whose is beyond chance.
"""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, select

from croupier.house.record import accounts, schema
from croupier.house.record.clock import HOUR_US
from croupier.house.results.bands import FAMILY, beyond_chance, chance

COUNTS_LEAST = 3  # of a dealer, before anything is said of him


class Counted(msgspec.Struct, frozen=True):
    """One count of a table's chips: what they were short or over, and who dealt how long since the one before."""

    table: str
    at_us: int
    cents: int  # counted less what the book said
    hours: dict[str, float]


class DealerCounts(msgspec.Struct, frozen=True, kw_only=True):
    dealer: str
    counts: int
    hours: float
    cents: int  # of the counts at which he had dealt, by his share of the hours
    an_hour: float
    normal: float | None
    chance: float | None
    flagged: bool = False


def counts_between(conn: Connection, tables: Sequence[str], from_us: int, to_us: int) -> list[Counted]:
    """Every count of these tables' chips in a period."""
    count, account, stint = schema.balance_count.c, schema.account.c, schema.dealer_stint.c
    names = {accounts.inventory(table): table for table in tables}
    query = select(account.name, count.at_us, count.book, count.counted).join_from(schema.balance_count, schema.account)
    query = query.where(account.name.in_(list(names)), count.at_us < to_us).order_by(count.at_us, count.number)
    turns: dict[str, list[tuple[str, int, int]]] = {}
    for row in conn.execute(select(stint.table_id, stint.badge, stint.in_us, stint.out_us)):
        turns.setdefault(row.table_id, []).append((row.badge, row.in_us, row.out_us or to_us))
    last: dict[str, int] = {}
    made = []
    for row in conn.execute(query):
        table = names[row.name]
        since, last[table] = last.get(table, 0), row.at_us
        if row.at_us >= from_us:
            hours = _hours(turns.get(table, ()), since, row.at_us)
            made.append(Counted(table, row.at_us, row.counted - row.book, hours))
    return made


def _hours(turns: Sequence[tuple[str, int, int]], since_us: int, until_us: int) -> dict[str, float]:
    found: dict[str, float] = {}
    for badge, came, went in turns:
        spent = min(went, until_us) - max(came, since_us)
        if spent > 0:
            found[badge] = found.get(badge, 0.0) + spent / HOUR_US
    return found


def by_dealer(counted: Sequence[Counted]) -> list[DealerCounts]:
    """Every dealer, who is short most an hour first."""
    dealers = sorted({badge for one in counted for badge in one.hours})
    if not dealers:
        return []
    rates = _rates(counted, dealers)
    made = []
    for badge, (an_hour, normal) in zip(dealers, rates):
        mine = [one for one in counted if one.hours.get(badge)]
        shared = sum(one.cents * one.hours[badge] / sum(one.hours.values()) for one in mine)
        said = normal if len(mine) >= COUNTS_LEAST else None
        made.append(
            DealerCounts(
                dealer=badge, counts=len(mine), hours=sum(one.hours[badge] for one in mine), cents=round(shared),
                an_hour=an_hour, normal=said, chance=None if said is None else chance(said),
            )
        )  # fmt: skip
    flags = beyond_chance([one.chance for one in made], FAMILY)
    marked = [msgspec.structs.replace(one, flagged=flag) for one, flag in zip(made, flags)]
    return sorted(marked, key=lambda one: (one.an_hour, one.dealer))


def _rates(counted: Sequence[Counted], dealers: Sequence[str]) -> list[tuple[float, float | None]]:
    """Cents an hour of each dealer by least squares, and how far from nought, with White's spreads (HC3)."""
    import numpy as np

    hours = np.array([[one.hours.get(badge, 0.0) for badge in dealers] for one in counted])
    cents = np.array([float(one.cents) for one in counted])
    if not cents.any() or len(counted) <= len(dealers):
        return [(0.0, None) for _ in dealers]
    inverse = np.linalg.pinv(hours.T @ hours)
    found = inverse @ hours.T @ cents
    leverage = np.clip(np.einsum("ij,jk,ik->i", hours, inverse, hours), 0.0, 0.99)
    residual = (cents - hours @ found) / (1 - leverage)
    spread = np.sqrt(np.diag(inverse @ (hours.T * residual**2) @ hours @ inverse))
    floor = np.sqrt(np.diag(inverse) * float((residual**2).mean()))
    sure = np.maximum(spread, floor)
    return [(float(rate), float(rate / wide) if wide > 0 else None) for rate, wide in zip(found, sure)]
