"""Odds beside the rulebooks: computed once, one at a time, in a process of their own behind everything else."""

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
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


def _behind() -> None:
    os.nice(15)


def compute(house: str, game: str, day: str) -> list[Odd]:
    """The figures of one rulebook as posted by default; runs where it may take its time."""
    from croupier.odds.posting import lines_of
    from croupier.rulebook import rulebook

    made = []
    for line in lines_of(rulebook(house, game, day), every=False):
        if line.reading:
            continue
        edge = line.edge
        if edge is None:
            made.append(Odd(line.wager, line.pay_table, "", "", "", line.refused))
            continue
        percent = f"{float(edge.house_edge) * 100:.4f}%".replace("-", "\u2212")
        hit = f"{float(edge.hit) * 100:.2f}%"
        made.append(
            Odd(
                line.wager, line.pay_table, percent, hit, f"{edge.standard_deviation:.2f}", edge.method, line.conditions
            )
        )
    return made


class OddsDesk:
    """Whoever looks at a rulebook has its odds computed; whoever looks later finds them."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._found: dict[str, list[Odd]] = {}
        self._waiting: dict[str, asyncio.Future[Any]] = {}

    def look(self, book: Rulebook) -> list[Odd] | None:
        """The figures, or None while they are being computed."""
        found = self._found.get(book.digest)
        if found is None and book.digest not in self._waiting:
            self._start(book)
        return found

    def _start(self, book: Rulebook) -> None:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_behind)
        loop = asyncio.get_running_loop()
        task = loop.run_in_executor(self._pool, compute, book.property, book.game, str(book.approved))
        self._waiting[book.digest] = task
        task.add_done_callback(lambda done: self._done(book.digest, done))

    def _done(self, digest: str, done: "asyncio.Future[list[Odd]]") -> None:
        self._waiting.pop(digest, None)
        failed = done.cancelled() or done.exception() is not None
        self._found[digest] = [] if failed else done.result()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
