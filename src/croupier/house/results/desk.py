"""The desk of results: whoever asks for a period gets its report from what is known now, and what is still to be done.

Nothing here keeps a table waiting: sums are read beside the writer, odds are counted and journals replayed by whoever
drives the desk (`ToCount`, `to_study`), in processes behind everything else. A report says what it lacks.
"""

import asyncio
import datetime
import logging
from collections.abc import Callable, Iterable, Sequence

import msgspec
from sqlalchemy import Connection

from croupier.house.money.takings import dropped
from croupier.house.people.gaming_day import DAY, Span, span
from croupier.house.people.posted_amounts import posted
from croupier.house.people.profile import profile
from croupier.house.record.errors import NotFound, Refused
from croupier.house.results.counts import DealerCounts, by_dealer, counts_between
from croupier.house.results.expected import Figures
from croupier.house.results.followers import Follower, Mistakes, followers, mistakes
from croupier.house.results.journal_expectations import Known, ToCount, count
from croupier.house.results.lines import reaches
from croupier.house.results.meters import Metered, MeterLine, meter_lines
from croupier.house.results.replay_study import Study, study
from croupier.house.results.report import Period, Played, Report, Review, looked_back, report, review
from croupier.house.results.sums import Summed, Sums, journals_between, not_added_up
from croupier.house.tables.desk import TableDesk
from croupier.house.tables.life import FloorTable

LOG = logging.getLogger("croupier")
DAYS_USUAL, DAYS_MAX = 30, 400
MONEY, DEMO = "money", "demo"
COMP = "comp-theoretical"
EVERY_S, AT_ONCE = 15.0, 20  # seconds between looks for such journals, and how many are added up at a look


class AskedPeriod(msgspec.Struct, frozen=True, kw_only=True):
    """A property and gaming days, the last thirty where nobody says which; one table, or all."""

    property: str
    first: datetime.date | None = None
    last: datetime.date | None = None
    table: str = ""
    chips: str = ""  # money or demo; empty: money, or demo chips where the property has no table for money


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The report, its reviews and lists, and what would make it better."""

    report: Report
    review: tuple[Review, ...]
    counts: tuple[DealerCounts, ...]
    meters: tuple[MeterLine, ...]
    followers: tuple[Follower, ...]
    mistakes: tuple[Mistakes, ...]
    studied: int
    to_count: tuple[ToCount, ...]
    to_study: tuple[str, ...]  # journals
    to_add: tuple[str, ...]  # journals with more entries than may be read at once: they are not in the report yet
    from_us: int
    to_us: int


class ResultsDesk:
    def __init__(self, house: TableDesk) -> None:
        self.house = house
        self.known, self.sums = Known(), Sums()
        self._studies: dict[tuple[str, int, int], Study] = {}

    async def run(self, every_s: float = EVERY_S) -> None:
        """Add up each journal soon after it is closed, a long one while it is open: no report waits for it."""
        while True:
            await asyncio.sleep(every_s)
            try:
                await asyncio.to_thread(self.add_up_closed)
            except Exception as error:  # the record is closing or out of order: whoever asks for a report is told
                LOG.warning("closed journals were not added up: %s", error)

    def add_up_closed(self, most: int = AT_ONCE) -> int:
        """Add up some journals that nobody has added up since, and keep the sums; how many there were."""
        with self.house.storage.reading() as conn:
            names = not_added_up(conn, most)
            _, fresh = self.sums.of(conn, names)
        self.sums.keep(self.house.writer, fresh)
        return len(fresh)

    def take_sums(self, payloads: Iterable[bytes]) -> None:
        """Journals that a report had left out were added up."""
        self.sums.keep(self.house.writer, self.sums.take(payloads))

    def answer(self, asked: AskedPeriod, most: int | None = None) -> Answer:
        """All that is known of a period; reads, of journals nobody has added up so many entries `most`, and keeps
        the sums of those that are closed."""
        with self.house.storage.reading() as conn:
            period = self.period(conn, asked)
            tables, chips = self._tables(conn, asked)
            every = journals_between(conn, [table.id for table in tables], 0, period.to_us)
            mine = set(journals_between(conn, [table.id for table in tables], period.from_us, period.to_us))
            left = self.sums.too_many(conn, list(every)[::-1], most) if most is not None else []
            for name in left:
                del every[name]
            summed, fresh = self.sums.of(conn, every)
            looked_at = {one.journal for one in summed if one.journal in mine or reaches(one, looked_back(period))}
            self.known.learn(conn, [one.journal for one in summed if one.journal in looked_at])
            by_id = {table.id: table for table in tables}
            metered = Metered(conn, self.house.progressives)
            to_count: dict[str, ToCount] = {}
            lived = []
            for one in summed:
                table = by_id[every[one.journal]]
                if one.journal not in looked_at:  # of all the time before only sums of money are asked
                    lived.append(Played(summed=one, table=table, title="", figures=()))
                    continue
                title, figures, lacking = self._known_of(conn, one, table, metered)
                if lacking is not None and one.cells and one.journal in mine:
                    to_count[lacking.name] = lacking
                lived.append(Played(summed=one, table=table, title=title, figures=figures))
            played = [one for one in lived if one.summed.journal in mine]
            at = {one.table.id for one in played}
            names = [table.id for table in tables if table.id in at]
            found = report(
                played, period, dropped(conn, names, period.from_us, period.to_us),
                place=asked.property, chips=chips, comp_percent=posted(conn, COMP),
                computed_us=self.house.sources.now_us(), waiting=[one.title for one in to_count.values()],
            )  # fmt: skip
            lately = {one.table.id: one.summed.journal for one in played if one.figures}
            postings = {table: self.known.posting(conn, journal) for table, journal in lately.items()}
            meters = meter_lines(
                conn, self.house.progressives, self.house.ledger, asked.property, postings.items(),
                period.from_us, period.to_us,
            )  # fmt: skip
            counted = by_dealer(counts_between(conn, names, period.from_us, period.to_us))
        self.sums.keep(self.house.writer, fresh)
        studies = self._of(played, period)
        done = {study.journal for study in studies}
        return Answer(
            report=found, review=tuple(review(lived, period, names)), counts=tuple(counted), meters=tuple(meters),
            followers=tuple(followers(studies)), mistakes=tuple(mistakes(studies)), studied=len(studies),
            to_count=tuple(to_count.values()),
            to_study=tuple(one.summed.journal for one in played if one.summed.cells and one.summed.journal not in done),
            to_add=tuple(left), from_us=period.from_us, to_us=period.to_us,
        )  # fmt: skip

    def _known_of(
        self, conn: Connection, one: Summed, table: FloorTable, metered: Metered
    ) -> tuple[str, Figures, ToCount | None]:
        """A journal's game by name, and what its wagers are worth; one that can't be read is worth nothing known."""
        try:
            figures, lacking = self.known.figures(conn, one.journal)
            posting = self.known.posting(conn, one.journal)
            figures = metered.at_meters(figures, posting, one, table.id)
            return posting.rulebook.title, figures, lacking
        except Exception as error:  # a journal or a rulebook that is out of order costs itself alone
            LOG.warning("results of %s are without odds: %s", one.journal, error)
            return table.settings.title or table.game.replace("-", " ").capitalize(), (), None

    def put_study(self, study: Study, from_us: int, to_us: int) -> None:
        """A journal was replayed for a period."""
        self._studies[study.journal, from_us, to_us] = study

    def _of(self, played: Sequence[Played], period: Period) -> list[Study]:
        keys = [(one.summed.journal, period.from_us, period.to_us) for one in played]
        return [self._studies[key] for key in keys if key in self._studies]

    def period(self, conn: Connection, asked: AskedPeriod) -> Period:
        today = span(conn, self.house.sources.now_us()).date
        last = asked.last or today
        first = asked.first or last - (DAYS_USUAL - 1) * DAY
        if first > last:
            raise Refused(f"{first} is after {last}.", "The first day comes first.")
        if (last - first).days >= DAYS_MAX:
            raise Refused(f"These are more than {DAYS_MAX} days.", "Ask for fewer at once.")
        hour, zone = posted(conn, "gaming-day"), profile(conn).zone
        return Period(first, last, Span(first, hour, zone).start_us, Span(last, hour, zone).end_us)

    def _tables(self, conn: Connection, asked: AskedPeriod) -> tuple[list[FloorTable], str]:
        """The tables asked for, in the pit's order; those of a tournament win nothing."""
        if asked.chips not in ("", MONEY, DEMO):
            raise Refused(f"{asked.chips[:20]!r} are no chips of a table.", f"Ask for {MONEY} or {DEMO}.")
        every = self.house.tables.everyone(conn, asked.property)
        every = [table for table in every if not table.settings.tournament and not table.settings.book]
        money = any(not table.settings.demo for table in every)
        chips = asked.chips or (MONEY if money or not every else DEMO)
        mine = [table for table in every if table.settings.demo == (chips == DEMO)]
        if asked.table:
            mine = [table for table in mine if table.id == asked.table]
            if not mine:
                raise NotFound(f"There is no table {asked.table[:40]} at this property.", "Its board lists them.")
        return mine, chips


def complete(desk: ResultsDesk, asked: AskedPeriod, told: Callable[[str], None] = lambda words: None) -> Answer:
    """A report with everything counted and replayed, however long it takes: for the command line."""
    found = desk.answer(asked)
    for lacking in found.to_count:
        told(f"odds of {lacking.title}")
        desk.known.put(lacking.name, count(lacking.raw, lacking.path, lacking.options))
    for journal in found.to_study:
        told(f"rounds of {journal}")
        try:
            with desk.house.storage.reading() as conn:
                desk.put_study(study(conn, journal, found.from_us, found.to_us), found.from_us, found.to_us)
        except Exception as error:  # it is left out, and the report says how many were replayed
            LOG.warning("%s can't be replayed: %s", journal, error)
    return desk.answer(asked) if found.to_count or found.to_study else found
