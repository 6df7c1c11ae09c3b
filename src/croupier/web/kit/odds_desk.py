"""Odds beside the rulebooks, and other long work: done once, one at a time, in a process behind everything else."""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

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


JOBS_MAX = 200


def _behind() -> None:
    os.nice(15)


def compute(raw: bytes, path: str) -> list[Odd]:
    """The figures of one rulebook as posted by default; runs where it may take its time."""
    from croupier.odds.posting import lines_of
    from croupier.rulebook.load import parse

    made = []
    for line in lines_of(parse(raw, Path(path)), every=False):
        if line.reading:
            continue
        edge = line.edge
        if edge is None:
            made.append(Odd(line.wager, line.pay_table, "", "", "", line.refused))
            continue
        percent = f"{float(edge.house_edge) * 100:.4f}%".replace("-", "\u2212")
        hit = f"{float(edge.hit) * 100:.2f}%"
        deviation, figures = f"{edge.standard_deviation:.2f}", (float(edge.house_edge), float(edge.hit))
        whole = (*figures, float(edge.standard_deviation))
        made.append(Odd(line.wager, line.pay_table, percent, hit, deviation, edge.method, line.conditions, whole))
    return made


class Job:
    """Some works under one name: how many are done, what they gave."""

    def __init__(self, works: int) -> None:
        self.works, self.given = works, list[Any]()
        self.failed = ""

    @property
    def done(self) -> bool:
        return bool(self.failed) or len(self.given) == self.works


class OddsDesk:
    """Whoever looks at a rulebook has its odds computed; whoever looks later finds them."""

    def __init__(self) -> None:
        self._pools: dict[str, ProcessPoolExecutor] = {}
        self._found: dict[str, list[Odd]] = {}
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._jobs: dict[str, Job] = {}

    def look(self, book: Rulebook, raw: bytes | None = None) -> list[Odd] | None:
        """The figures, or None while they are being computed; `raw` is the text of a book that is in no file."""
        found = self._found.get(book.digest)
        if found is None and book.digest not in self._waiting:
            text = Path(book.path).read_bytes() if raw is None else raw
            task = self._later(compute, text, book.path)
            self._waiting[book.digest] = task
            task.add_done_callback(lambda done: self._done(book.digest, done))
        return found

    def job(self, name: str) -> Job | None:
        return self._jobs.get(name)

    def start(self, name: str, works: list[tuple[Callable[..., Any], tuple[Any, ...]]]) -> Job:
        """Begin some works under a name, or find them begun."""
        if name in self._jobs:
            return self._jobs[name]
        if len(self._jobs) >= JOBS_MAX:
            del self._jobs[next(iter(self._jobs))]
        job = self._jobs[name] = Job(len(works))

        def ended(done: "asyncio.Future[Any]") -> None:
            if done.cancelled() or done.exception() is not None:
                job.failed = "cancelled" if done.cancelled() else str(done.exception())
            else:
                job.given.append(done.result())

        for function, given in works:
            self._later(function, *given, pool="jobs").add_done_callback(ended)
        return job

    def _later(self, function: Callable[..., Any], *given: Any, pool: str = "odds") -> "asyncio.Future[Any]":
        """Work in a process behind everything else; odds, which may take minutes, hold nothing else up."""
        if pool not in self._pools:
            context = multiprocessing.get_context("spawn")
            self._pools[pool] = ProcessPoolExecutor(1, mp_context=context, initializer=_behind)
        return asyncio.get_running_loop().run_in_executor(self._pools[pool], function, *given)

    def _done(self, digest: str, done: "asyncio.Future[list[Odd]]") -> None:
        self._waiting.pop(digest, None)
        failed = done.cancelled() or done.exception() is not None
        self._found[digest] = [] if failed else done.result()

    def close(self) -> None:
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
