"""What a report still lacks, done behind everything else: journals are added up, odds counted, rounds replayed."""

from croupier.house.record.errors import Busy
from croupier.house.results.desk import Answer, AskedPeriod
from croupier.house.results.journal_expectations import count
from croupier.house.results.replay_study import studied
from croupier.house.results.sums import added_up
from croupier.web.kit.context import Floor

WORKS_MAX = 400  # journals replayed for one report
ENTRIES_AT_ONCE = 200_000  # of journals nobody has added up: a page reads so many itself
ADDED_AT_ONCE = 10  # journals that are one work of its process


async def answer(floor: Floor, asked: AskedPeriod, caller: str) -> tuple[Answer, int, int]:
    """The report as it is known now, how much of the work for it is done, and how much there is."""
    most = ENTRIES_AT_ONCE if _added(floor, asked) else None
    found = await floor.heavy.run(caller, floor.results.answer, asked, most)
    if _take(floor, found):
        found = await floor.heavy.run(caller, floor.results.answer, asked, most)
    if found.to_add:
        return found, *_add_up(floor, asked, found)
    return found, *_begin(floor, found)


def for_a_sheet(found: Answer, done: int, works: int) -> Answer:
    """The report for a sheet, which has no place to say that it lacks something."""
    if found.to_add:
        raise Busy("The rounds of this period are being added up.", f"{done} of {works} parts are; ask again soon.")
    return found


def _adding(asked: AskedPeriod) -> str:
    return f"sums {asked.property} {asked.chips} {asked.table}"


def _added(floor: Floor, asked: AskedPeriod) -> bool:
    """Take over the sums that were made since somebody looked; false where that failed, and the page reads all."""
    job = floor.odds.job(_adding(asked))
    if job is None:
        return True
    for place, payloads in enumerate(job.given):
        floor.results.take_sums(payloads)
        job.given[place] = ()  # counted as done, taken once
    if job.done:
        floor.odds.drop(_adding(asked))
    return not job.failed


def _add_up(floor: Floor, asked: AskedPeriod, found: Answer) -> tuple[int, int]:
    """Have what was left out added up in a process of its own, the latest first; (done, all)."""
    url, names = floor.house.storage.url.render_as_string(hide_password=False), found.to_add
    parts = [names[start : start + ADDED_AT_ONCE] for start in range(0, len(names), ADDED_AT_ONCE)]
    job = floor.odds.start(_adding(asked), [(added_up, (url, part)) for part in parts], pool="sums")
    return len(job.given), job.works


def _study(answer: Answer) -> str:
    return f"study {answer.report.place} {answer.report.chips} {answer.from_us} {answer.to_us}"


def _take(floor: Floor, answer: Answer) -> bool:
    """Take over what has been done since somebody looked; whether the report is to be made again. Rounds that were
    replayed while others still are show at the next look: one report a look is enough."""
    taken = False
    for lacking in answer.to_count:
        job = floor.odds.job(lacking.name)
        if job is not None and job.done:
            floor.results.known.put(lacking.name, () if job.failed else job.given[0])
            taken = True
    job = floor.odds.job(_study(answer))
    for study in job.given if job is not None else ():
        if study.journal in answer.to_study:
            floor.results.put_study(study, answer.from_us, answer.to_us)
            taken = taken or (job is not None and job.done)
    return taken


def _begin(floor: Floor, answer: Answer) -> tuple[int, int]:
    """Begin what is lacking, once; (done, all)."""
    jobs = [floor.odds.start(one.name, [(count, (one.raw, one.path, one.options))]) for one in answer.to_count]
    journals = answer.to_study[:WORKS_MAX]
    if journals:
        url = floor.house.storage.url.render_as_string(hide_password=False)
        works = [(studied, (url, journal, answer.from_us, answer.to_us)) for journal in journals]
        jobs.append(floor.odds.start(_study(answer), works))
    waiting = [job for job in jobs if not job.done]
    return sum(len(job.given) for job in waiting), sum(job.works for job in waiting)
