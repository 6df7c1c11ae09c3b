"""What a report still lacks, done behind everything else: odds are counted, journals replayed."""

from croupier.house.results.desk import Answer, Asked
from croupier.house.results.journal_expectations import count
from croupier.house.results.replay_study import studied
from croupier.web.kit.context import Floor

WORKS_MAX = 400  # journals replayed for one report


async def answer(floor: Floor, asked: Asked, caller: str) -> tuple[Answer, int, int]:
    """The report as it is known now, how much of the work for it is done, and how much there is."""
    found = await floor.heavy.run(caller, floor.results.answer, asked)
    if _take(floor, found):
        found = await floor.heavy.run(caller, floor.results.answer, asked)
    return found, *_begin(floor, found)


def _study(answer: Answer) -> str:
    return f"study {answer.report.place} {answer.report.chips} {answer.from_us} {answer.to_us}"


def _take(floor: Floor, answer: Answer) -> bool:
    """Take over what has been done since somebody looked; whether anything was."""
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
            taken = True
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
