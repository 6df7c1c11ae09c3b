"""Rounds of a period settled again under another text: begun once, asked for until it is done, found again after."""

import asyncio
import datetime

import msgspec

from croupier.house.record.errors import Refused
from croupier.house.studio import what_if
from croupier.web.kit.context import Floor
from croupier.web.kit.long_work.odds_desk import Job
from croupier.web.kit.words import house_zone

DAYS_MAX = 400
MONTH = 30
BY_ITSELF = 20_000  # rounds that are settled again without anybody asking


class Period:
    """Days whose rounds are settled again."""

    def __init__(self, since: datetime.date, until: datetime.date) -> None:
        if not since < until or (until - since).days > DAYS_MAX:
            raise Refused(f"{since} to {until} is no period.", f"At least a day, at most {DAYS_MAX}.")
        self.since, self.until = since, until

    def us(self) -> tuple[int, int]:
        first = datetime.datetime.combine(self.since, datetime.time(), house_zone())
        last = datetime.datetime.combine(self.until, datetime.time(), house_zone())
        return int(first.timestamp()) * 1_000_000, int(last.timestamp()) * 1_000_000


def last_month(today: datetime.date) -> Period:
    return Period(today - datetime.timedelta(days=MONTH), today + datetime.timedelta(days=1))


def period_of(floor: Floor, since: str, until: str) -> Period:
    usual = last_month(floor.house.today())
    try:
        first = datetime.date.fromisoformat(since) if since else usual.since
        last = datetime.date.fromisoformat(until) if until else usual.until
    except ValueError:
        raise Refused(f"{since} to {until} is no period.", "Write days as 2025-02-26.") from None
    return Period(first, last)


class Text(msgspec.Struct, frozen=True):
    """A text that rounds are settled by: of whom, its key, and a name under which the work is found again."""

    property: str
    game: str
    key: str
    raw: bytes
    name: str


def begun(floor: Floor, text: Text, period: Period) -> Job | None:
    return floor.odds.job(_name(text, period))


async def begin(floor: Floor, text: Text, period: Period, most: int | None = None) -> Job | None:
    """Settle a period's rounds again; one work a journal, so that whoever waits sees how far it has come. With `most`
    only where there are no more rounds than that, else None."""
    if (job := begun(floor, text, period)) is not None:
        return job
    since, until = period.us()

    def find() -> tuple[list[tuple[str, str]], int]:
        with floor.house.storage.reading() as conn:
            found = what_if.journals_of(conn, text.property, text.game, since, until)
            rounds = what_if.rounds_of(conn, found, since, until) if most is not None else 0
        return found, rounds

    found, rounds = await asyncio.to_thread(find)
    if most is not None and rounds > most:
        return None
    url = floor.house.storage.url.render_as_string(hide_password=False)
    works = [(what_if.settle_again, (url, j, t, text.raw, text.key, since, until)) for j, t in found]
    return floor.odds.start(_name(text, period), works)


def _name(text: Text, period: Period) -> str:
    return f"what-if {text.name} {period.since} {period.until}"


class Again(msgspec.Struct, frozen=True):
    """What came of it, in three figures: for whoever decides about a text."""

    days: str
    rounds: int = 0
    differ: int = 0
    cents: int = 0
    unknown: int = 0
    failed: str = ""


async def figures(floor: Floor, text: Text) -> Again | None:
    """Last month settled again; None while it is being done. A month with too many rounds says so by no figure."""
    period = last_month(floor.house.today())
    days = f"{period.since} to {period.until - datetime.timedelta(days=1)}"
    job = await begin(floor, text, period, BY_ITSELF)
    if job is None:
        return Again(days, failed="more rounds than are settled again by themselves; ask in the studio")
    if not job.done:
        return None
    if job.failed:
        return Again(days, failed=job.failed)
    whole = what_if.together(job.given)
    return Again(days, whole.rounds, whole.more + whole.less, whole.cents, whole.unknown)
