"""The report of a period: every table, game, wager, dealer and patron against what their very wagers were worth."""

import datetime
import itertools
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from croupier.house.results.bands import FAMILY_TABLES
from croupier.house.results.expected import Figures
from croupier.house.results.lines import Of, ResultLine, Tally, gather, gather_each, lines
from croupier.house.results.sums import SPAN_US, STEP_US, Cell, Shared, Summed
from croupier.house.tables.life import FloorTable

SPANS_AN_HOUR = 3_600_000_000 // SPAN_US
DAY_STEPS = 86_400_000_000 // STEP_US
REVIEW_STEPS = 30 * DAY_STEPS
REVIEW_POINTS = 0.04  # OAC 3772-10-08(A)(2): payout percentages that differ by more are investigated


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A journal's sums, the table it belongs to, and what its wagers are worth."""

    summed: Summed
    table: FloorTable
    title: str
    figures: Figures


class TableLine(msgspec.Struct, frozen=True, kw_only=True):
    line: ResultLine
    table: str
    game: str
    title: str
    drop: int
    hours: float  # in which it was played at
    pace: float  # rounds an hour
    target: int


class Rated(msgspec.Struct, frozen=True, kw_only=True):
    """A patron's play. `comp` is what the house's policy gives for it."""

    line: ResultLine
    patron: str
    most_at: str
    hours: float
    tables: int
    moves: int
    average: int
    comp: int


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """Thirty days of a table beside all the time before: shares of what was staked that went back to patrons."""

    table: str
    title: str
    days: float | None  # the payout of the last thirty days
    before: float | None  # of the table's life before them
    exact: float | None  # of the very wagers of the thirty days
    points: float | None
    investigate: bool


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """A table day by day: what it had won, what was expected and the band so far."""

    table: str
    days: tuple[str, ...]
    won: tuple[int, ...]
    expected: tuple[float, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    since: str = ""  # the day from which on it stayed outside
    hours: str = ""  # in which most of the deviation fell
    hours_share: float = 0.0
    dealer: str = ""  # under whom most of it fell
    dealer_share: float = 0.0
    dealer_days: int = 0


class Report(msgspec.Struct, frozen=True, kw_only=True):
    place: str  # the property
    first: str
    last: str
    computed_us: int
    rows: int
    chips: str
    total: ResultLine
    drop: int
    hours: float
    tables: tuple[TableLine, ...]
    games: tuple[ResultLine, ...]
    wagers: tuple[ResultLine, ...]
    dealers: tuple[ResultLine, ...]
    patrons: tuple[Rated, ...]
    days: tuple[ResultLine, ...]
    worst: Curve | None
    waiting: tuple[str, ...] = ()  # games whose odds are still being counted

    @property
    def hold(self) -> float | None:
        return self.total.win / self.drop if self.drop > 0 else None


class Period(msgspec.Struct, frozen=True):
    """Gaming days, first and last included."""

    first: datetime.date
    last: datetime.date
    from_us: int
    to_us: int

    @property
    def steps(self) -> range:
        return range(self.from_us // STEP_US, -(-self.to_us // STEP_US))

    def day(self, step: int) -> str:
        return str(self.first + datetime.timedelta(days=(step - self.steps.start) // DAY_STEPS))


def report(
    played: Sequence[Played],
    period: Period,
    drops: Mapping[str, int],
    *,
    place: str,
    chips: str,
    comp_percent: int,
    computed_us: int,
    waiting: Iterable[str] = (),
) -> Report:
    """Everything that the page shows, from the sums of the journals."""
    parts = [(one.summed, one.figures) for one in played]
    home = {one.summed.journal: one for one in played}
    steps = period.steps

    days: dict[int, str] = {}

    def of_table(journal: str, one: Cell | Shared) -> str:
        return home[journal].table.id

    def of_game(journal: str, one: Cell | Shared) -> str:
        return home[journal].title

    def of_dealer(journal: str, one: Cell | Shared) -> str | None:
        return one.dealer or None

    def of_day(journal: str, one: Cell | Shared) -> str:
        if (day := days.get(one.step)) is None:
            day = days[one.step] = period.day(one.step)
        return day

    found = gather_each(
        parts,
        [
            *((way, _of_everybody(way)) for way in (of_table, of_game, of_dealer, of_day, lambda j, c: "")),
            (lambda j, c: c.patron or None, lambda j, s: s.patron or None),
            (
                lambda j, c: (home[j].title, c.wager),
                lambda j, s: (home[j].title, s.wager) if s.wager and not s.patron else None,
            ),
        ],
        steps,
    )
    total = found[4]
    by_table = lines(found[0], FAMILY_TABLES)
    by_game, by_dealer, by_day, by_patron, by_wager = (lines(found[at]) for at in (1, 2, 3, 5, 6))
    at: dict[str, list[Played]] = {}
    for one in played:
        at.setdefault(one.table.id, []).append(one)
    tables = [_table(line, at[line.key[0]], period, drops[line.key[0]]) for line in by_table]
    spans = _spans_of(played, period)
    return Report(
        place=place, first=str(period.first), last=str(period.last), computed_us=computed_us, chips=chips,
        rows=sum(one.summed.rows for one in played), total=total.get("", Tally()).line(("all",)),
        drop=sum(table.drop for table in tables), hours=sum(table.hours for table in tables), tables=tuple(tables),
        games=tuple(by_game), dealers=tuple(by_dealer), wagers=tuple(by_wager),
        patrons=tuple(_rated(line, spans.get(line.key[0], {}), comp_percent) for line in by_patron),
        days=tuple(by_day), worst=worst_of(by_table, played, period),
        waiting=tuple(dict.fromkeys(waiting)),
    )  # fmt: skip


def _spans_of(played: Iterable[Played], period: Period) -> dict[str, dict[int, str]]:
    """Patron -> five minutes -> the table at which he played."""
    first, last = period.from_us // SPAN_US, period.to_us // SPAN_US
    found: dict[str, dict[int, str]] = {}
    for one in played:
        for who, span in one.summed.spans:
            if first <= span < last:
                found.setdefault(who, {})[span] = one.table.id
    return found


def _of_everybody(way: Of) -> Of:
    """The same of what rounds share, where it is no single patron's or wager's."""
    return lambda journal, shared: None if shared.patron or shared.wager else way(journal, shared)


def _table(line: ResultLine, mine: Sequence[Played], period: Period, drop: int) -> TableLine:
    hours = len(set().union(*_spans_of(mine, period).values())) / SPANS_AN_HOUR
    table = mine[-1].table
    return TableLine(
        line=line, table=table.id, game=table.game, title=mine[-1].title, drop=drop, hours=hours,
        pace=line.rounds / hours if hours else 0.0, target=table.settings.rounds_per_hour,
    )  # fmt: skip


def _rated(line: ResultLine, at: dict[int, str], comp_percent: int) -> Rated:
    """A patron's rating: hours are the five minutes in which he played, so pauses are none of them."""
    where = [at[span] for span in sorted(at)]
    often = max(set(where), key=lambda table: (where.count(table), table)) if where else ""
    return Rated(
        line=line, patron=line.key[0], most_at=often, hours=len(at) / SPANS_AN_HOUR, tables=len(set(where)),
        moves=sum(1 for one, other in itertools.pairwise(where) if one != other),
        average=line.wagered // line.rounds if line.rounds else 0,
        comp=max(0, round(line.expected * comp_percent / 100)),
    )  # fmt: skip


def worst_of(by_table: Sequence[ResultLine], played: Sequence[Played], period: Period) -> Curve | None:
    """The table that is farthest from what chance explains."""
    known = [line for line in by_table if line.normal is not None]
    if not known:
        return None
    return curve(max(known, key=lambda line: abs(line.normal or 0)).key[0], played, period)


def curve(table: str, played: Sequence[Played], period: Period) -> Curve:
    mine = [one for one in played if one.table.id == table]
    parts = [(one.summed, one.figures) for one in mine]
    days, won, expected, low, high = [], [], [], [], []
    start, outside, since = period.steps.start, False, ""
    played_to = max((cell.step for summed, _ in parts for cell in summed.cells), default=start) + 1
    for ends in range(start + DAY_STEPS, min(period.steps.stop, played_to) + DAY_STEPS, DAY_STEPS):
        tally = gather(parts, lambda j, c: "", _everybody, range(start, ends)).get("", Tally())
        line = tally.line((table,))
        days.append(period.day(ends - 1))
        won.append(line.win)
        expected.append(line.expected)
        low.append(line.low)
        high.append(line.high)
        if line.outside and not outside:
            since = days[-1]
        outside = line.outside
    at, share = _hours(parts, period)
    dealer, under, dealt = _dealer(parts, period)
    return Curve(
        table=table, days=tuple(days), won=tuple(won), expected=tuple(expected), low=tuple(low), high=tuple(high),
        since=since if outside else "", hours=at, hours_share=share, dealer=dealer, dealer_share=under,
        dealer_days=dealt,
    )  # fmt: skip


def _everybody(journal: str, shared: Shared) -> str | None:
    return "" if not shared.patron and not shared.wager else None


def _shares(parts: list[tuple[Summed, Figures]], period: Period, of: Callable[[str, Cell], Any]) -> dict[Any, float]:
    """The shares of a table's deviation; empty where it has none."""
    found = {key: tally.line((str(key),)) for key, tally in gather(parts, of, lambda j, s: None, period.steps).items()}
    total = sum(line.deviation for line in found.values())
    return {key: line.deviation / total for key, line in found.items()} if total else {}


def _hours(parts: list[tuple[Summed, Figures]], period: Period) -> tuple[str, float]:
    """The four hours of the day in which most of the deviation fell, counted from the gaming day's beginning."""
    block = DAY_STEPS // 6
    shares = _shares(parts, period, lambda journal, cell: (cell.step - period.steps.start) % DAY_STEPS // block)
    if not shares:
        return "", 0.0
    key, share = max(shares.items(), key=lambda one: one[1])
    return f"{key * 4}-{key * 4 + 4}", min(1.0, share)


def _dealer(parts: list[tuple[Summed, Figures]], period: Period) -> tuple[str, float, int]:
    """Under whom most of the deviation fell, its share, and on how many days he dealt there."""
    shares = _shares(parts, period, lambda journal, cell: cell.dealer)
    shares.pop("", None)  # nobody dealt
    badge, share = max(shares.items(), key=lambda one: one[1], default=("", 0.0))
    days = {
        period.day(cell.step)
        for summed, _ in parts
        for cell in summed.cells
        if badge and cell.dealer == badge and cell.step in period.steps
    }
    return badge, min(1.0, share), len(days)


def looked_back(period: Period) -> range:
    """The half hours whose wagers a report and its review hold to what they were worth."""
    return range(min(period.steps.start, period.steps.stop - REVIEW_STEPS), period.steps.stop)


def review(played: Sequence[Played], period: Period, tables: Iterable[str]) -> list[Review]:
    """The 30-day review: each table's payout beside that of its life before, and who must be looked into.

    Ohio's casinos compare the two every month, table by table, and investigate more than four percent between them
    (OAC 3772-10-08(A)). The percentage is read as percentage points of what was staked.
    """
    parts = [(one.summed, one.figures) for one in played]
    home = {one.summed.journal: one for one in played}
    last = range(period.steps.stop - REVIEW_STEPS, period.steps.stop)
    now, then = gather(parts, lambda j, c: home[j].table.id, _nobody, last), _before(played, last.start)
    titles = {one.table.id: one.title for one in played}
    made = []
    for table in tables:
        found = now.get(table)
        days = _payout(found.win, found.staked) if found is not None else None
        before = _payout(*then[table]) if table in then else None
        exact = 1 - found.moments.mean / found.staked if found and found.staked and not found.unknown else None
        points = days - before if days is not None and before is not None else None
        made.append(
            Review(
                table=table, title=titles.get(table, ""), days=days, before=before, exact=exact, points=points,
                investigate=points is not None and abs(points) > REVIEW_POINTS,
            )
        )  # fmt: skip
    return made


def _nobody(journal: str, shared: Shared) -> None:
    return None


def _before(played: Iterable[Played], step: int) -> dict[str, tuple[int, int]]:
    """What each table won, and what was staked at it, in all the time before a half hour."""
    found: dict[str, tuple[int, int]] = {}
    for one in played:
        cells = one.summed.cells  # in the order of their half hours
        if cells and cells[-1].step >= step:
            cells = cells[: bisect_left(cells, step, key=lambda cell: cell.step)]
        won, staked = found.get(one.table.id, (0, 0))
        found[one.table.id] = (won + sum([c.house for c in cells]), staked + sum([c.staked for c in cells]))
    return found


def _payout(win: int, staked: int) -> float | None:
    return 1 - win / staked if staked else None
