"""Odds beside the rulebooks, and other long work: done once, one at a time, in a process behind everything else."""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from croupier.house.record.errors import Busy
from croupier.rulebook.load import parse
from croupier.rulebook.model import Rulebook


class Odd(msgspec.Struct, frozen=True):
    """One wager's figures as a page shows them."""

    wager: str
    table: str
    edge: str
    hit: str
    deviation: str
    method: str
    conditions: str = ""
    figures: tuple[float, float, float] | None = None  # edge, hit, deviation
    part: bool = False  # counted with the wager that it belongs to

    @property
    def brief(self) -> str:
        """The edge as it is compared at a glance: `3.37%`; not known where there is none."""
        return f"{self.figures[0] * 100:.2f}%".replace("-", "\u2212") if self.figures else self.edge or "not known"


class Row(msgspec.Struct, frozen=True):
    """One row of a pay table: how often it is paid, and the share of the wager that it gives back."""

    wager: str
    table: int
    outcome: str
    chance: float
    back: float


class Figured(msgspec.Struct, frozen=True):
    """All that is computed of one text."""

    odds: list[Odd] = []
    rows: list[Row] = []


JOBS_MAX = 200
ASKED_MAX, ASKED_BY_ONE = 24, 4  # questions that wait for their answer


def _behind() -> None:
    os.nice(15)


def compute(raw: bytes, path: str) -> Figured:
    """The figures of one rulebook as posted by default; runs where it may take its time."""
    from croupier.odds.lines import lines_of
    from croupier.odds.posting import PART
    from croupier.odds.rows import shares

    found = lines_of(parse(raw, Path(path)), every=False)
    made = []
    for line in found:
        if line.reading:
            continue
        edge = line.edge
        if edge is None:
            made.append(Odd(line.wager, line.pay_table, "", "", "", line.refused))
            continue
        percent = f"{float(edge.house_edge) * 100:.4f}%".replace("-", "\u2212")
        hit = f"{float(edge.hit) * 100:.2f}%"
        deviation, figures = f"{edge.standard_deviation:.2f}", (float(edge.house_edge), float(edge.hit))
        whole, part = (*figures, float(edge.standard_deviation)), line.of_game == PART
        made.append(Odd(line.wager, line.pay_table, percent, hit, deviation, edge.method, line.conditions, whole, part))
    rows = [Row(s.wager, s.table, s.outcome, s.chance, s.back) for s in shares(raw, path, found)]
    return Figured(made, rows)


class Job:
    """Some works under one name: how many are done, what they gave."""

    def __init__(self, works: int, caller: str = "") -> None:
        self.works, self.given, self.caller = works, list[Any](), caller
        self.failed = ""

    @property
    def done(self) -> bool:
        return bool(self.failed) or len(self.given) == self.works


class OddsDesk:
    """Whoever looks at a rulebook has its odds computed; whoever looks later finds them."""

    def __init__(self) -> None:
        self._pools: dict[str, ProcessPoolExecutor] = {}
        self._found: dict[str, Figured] = {}
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._jobs: dict[str, Job] = {}
        self._drafted: dict[str, str] = {}  # the latest text of each draft that somebody looks at

    def look(self, book: Rulebook, raw: bytes | None = None, draft: str = "") -> list[Odd] | None:
        """The figures, or None while they are being computed; `raw` is the text of a book that is in no file. Of a
        draft that is being typed only the latest text is worth computing."""
        found = self._found.get(book.digest)
        if draft:
            before, self._drafted[draft] = self._drafted.get(draft, ""), book.digest
            if before != book.digest and (old := self._waiting.get(before)) is not None:
                old.cancel()
        if found is None and book.digest not in self._waiting:
            text = Path(book.path).read_bytes() if raw is None else raw
            task = self._later(compute, text, book.path)
            self._waiting[book.digest] = task
            task.add_done_callback(lambda done: self._done(book.digest, done))
        return found.odds if found is not None else None

    def rows(self, book: Rulebook) -> list[Row]:
        """What each pay row of a text does; nothing while that is being computed."""
        found = self._found.get(book.digest)
        return found.rows if found is not None else []

    def job(self, name: str) -> Job | None:
        return self._jobs.get(name)

    def drop(self, name: str) -> None:
        """What was done under a name has been taken: it may be begun anew."""
        self._jobs.pop(name, None)

    def start(
        self, name: str, works: list[tuple[Callable[..., Any], tuple[Any, ...]]], caller: str = "", pool: str = "jobs"
    ) -> Job:
        """Begin some works under a name, or find them begun. What somebody asks with numbers of his own has a process
        to itself, and everybody so many questions at once."""
        if name in self._jobs:
            return self._jobs[name]
        if caller:
            waiting = [job.caller for job in self._jobs.values() if job.caller and not job.done]
            if len(waiting) >= ASKED_MAX or waiting.count(caller) >= ASKED_BY_ONE:
                raise Busy("Too many questions are being worked out.", "Ask again when one of them is answered.")
        if len(self._jobs) >= JOBS_MAX:
            del self._jobs[next(iter(self._jobs))]
        job = self._jobs[name] = Job(len(works), caller)

        def ended(done: "asyncio.Future[Any]") -> None:
            if done.cancelled() or done.exception() is not None:
                job.failed = "cancelled" if done.cancelled() else str(done.exception())
            else:
                job.given.append(done.result())

        try:
            for function, given in works:
                self._later(function, *given, pool="asked" if caller else pool).add_done_callback(ended)
        except BaseException:  # no process for it: whoever asks again begins it, and his share is his again
            del self._jobs[name]
            raise
        return job

    def _later(self, function: Callable[..., Any], *given: Any, pool: str = "odds") -> "asyncio.Future[Any]":
        """Work in a process behind everything else; odds, which may take minutes, hold nothing else up."""
        loop = asyncio.get_running_loop()
        try:
            return loop.run_in_executor(self._pool(pool), function, *given)
        except BrokenExecutor:  # its process was killed: the next work gets another one
            self._pools.pop(pool).shutdown(wait=False)
            return loop.run_in_executor(self._pool(pool), function, *given)

    def _pool(self, name: str) -> ProcessPoolExecutor:
        if name not in self._pools:
            context = multiprocessing.get_context("spawn")
            self._pools[name] = ProcessPoolExecutor(1, mp_context=context, initializer=_behind)
        return self._pools[name]

    def _done(self, digest: str, done: "asyncio.Future[Figured]") -> None:
        self._waiting.pop(digest, None)
        if not done.cancelled():  # what nobody waits for any more is computed when somebody looks again
            self._found[digest] = Figured() if done.exception() is not None else done.result()

    def close(self) -> None:
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
