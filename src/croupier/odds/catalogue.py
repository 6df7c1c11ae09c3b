"""All odds of many rulebooks: the work shared among processes, with progress, each result kept as it is found."""

from __future__ import annotations

import builtins
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import Any

import msgspec

from croupier.odds import pack, sharing
from croupier.odds.analysis import analysis_of
from croupier.odds.lines import ELSEWHERE, Line, analyst_of, lines_of, variants
from croupier.odds.posting import BadInput
from croupier.odds.processes import deaf, ended
from croupier.rulebook import Rulebook, rulebook, rulebooks

Step = Callable[[int, int, str], None]


class Task(msgspec.Struct, frozen=True):
    """One rulebook under one combination of its options."""

    property: str
    game: str
    approved: str
    options: dict[str, Any]
    what: dict[str, str]
    alone: bool = True  # nothing else was asked for: what is wrong with it is the answer

    @builtins.property  # `property` is the house here
    def book(self) -> tuple[str, str, str]:
        return self.property, self.game, self.approved


class Done(msgspec.Struct, frozen=True):
    """A task with its lines and the seconds it took."""

    task: Task
    lines: list[Line]
    seconds: float


def books(name: str | None, game: str | None, on: str | None, everything: bool = False) -> list[Rulebook]:
    """The rulebooks asked for: one game's, a property's on a day, or all there are."""
    if name and game:
        return [rulebook(name, game, on)]
    found = [book for book in rulebooks(name, game, on) if book.wagers and book.game not in ELSEWHERE]
    if everything:
        return found
    latest: dict[tuple[str, str], Rulebook] = {}
    for book in found:
        latest[book.property, book.game] = book  # oldest first: the last one is in force
    return list(latest.values())


def tasks_of(
    book: Rulebook, options: dict[str, str], what: dict[str, str], every: bool, alone: bool = True
) -> list[Task]:
    """One task a combination of options, so that the cores share a game with many."""
    found = analyst_of(book.plays)
    axes = found[1] if found and every else ()
    # An option that a game of this property does not have is a mistake only if no game has it.
    return [
        Task(book.property, book.game, str(book.approved), chosen, what, alone)
        for chosen in variants(book, options, axes)
    ]


def run_task(task: Task) -> Done:
    started = time.perf_counter()
    book = rulebook(task.property, task.game, task.approved)
    try:
        found = lines_of(book, task.options, task.what, every=False)
    except BadInput as fault:
        if task.alone:
            raise
        found = [_at_fault(task, str(fault))]  # a book that is wrong costs its own lines, not those of the others
    return Done(task, found, time.perf_counter() - started)


def _at_fault(task: Task, why: str) -> Line:
    return Line(
        property=task.property, game=task.game, approved=task.approved, wager="", pay_table="", line=0, conditions=why,
        edge=None, refused=why,
    )  # fmt: skip


def lines(
    shelf: list[Rulebook],
    options: dict[str, str] | None = None,
    what: dict[str, str] | None = None,
    *,
    every: bool = True,
    workers: int | None = None,
    show: bool = True,
    packed: bool = False,
) -> list[Line]:
    """All lines of these rulebooks, in their order."""
    finished = run(shelf, options, what, every=every, workers=workers, show=show, packed=packed)
    return [line for done in finished for line in done.lines]


def run(
    shelf: list[Rulebook],
    options: dict[str, str] | None = None,
    what: dict[str, str] | None = None,
    *,
    every: bool = True,
    workers: int | None = None,
    show: bool = True,
    packed: bool = False,
) -> list[Done]:
    """All tasks of these rulebooks, done; lines that do not hang on an option appear once.

    Whoever wants nothing but figures may take those that come with the package (`packed`), which have no distributions.
    """
    given, alone = options or {}, len(shelf) == 1
    ready = {book.key: pack.look(book, given, every) for book in shelf} if packed and not what else {}
    missing = [book for book in shelf if ready.get(book.key) is None]
    tasks = [task for book in missing for task in tasks_of(book, given, what or {}, every, alone)]
    counted = _run(tasks, workers or os.cpu_count() or 1, show) if tasks else []
    found: list[Done] = []
    for book in shelf:
        kept = ready.get(book.key)
        if kept is None:
            found.extend(done for done in counted if done.task.book == (book.property, book.game, str(book.approved)))
        else:
            task = Task(book.property, book.game, str(book.approved), dict(given), {}, alone)
            found.extend(Done(task, lines, 0.0) for lines in kept)
    return _said_once(found)


def _run(tasks: list[Task], cores: int, show: bool) -> list[Done]:
    with progress(len(tasks), show) as step:
        long = sum(_length(task) > 0 for task in tasks)
        if cores == 1 or long < 2:  # short ones are done before another process has started
            finished = _in_turn(tasks, cores, step)
        else:
            finished = _shared(tasks, cores, step)
    return [finished[number] for number in range(len(tasks))]


def _in_turn(tasks: list[Task], cores: int, step: Step) -> dict[int, Done]:
    """One after the other in this process; the shards of a long analysis use the cores and show on the bar."""
    finished: dict[int, Done] = {}
    sharing.threads[0] = cores
    try:
        for number, task in enumerate(tasks):
            sharing.watch[:] = [partial(_shard_step, step, task.game)]
            finished[number] = run_task(task)
            step(number + 1, len(tasks), task.game)
    finally:
        sharing.threads[0] = 1
        sharing.watch.clear()
    return finished


def _shard_step(step: Step, game: str, done: int, count: int) -> None:
    step(done, count, f"{game}: shards")


def _shared(tasks: list[Task], cores: int, step: Step) -> dict[int, Done]:
    finished: dict[int, Done] = {}
    context = multiprocessing.get_context("spawn")  # compiled code and its threads do not survive a fork
    # Variants of a game wait for the work that they share: whoever does it may use the cores of those who wait.
    with ProcessPoolExecutor(min(cores, len(tasks)), context, _with_threads, (cores,)) as pool:
        with deaf():
            futures = {pool.submit(run_task, tasks[number]): number for number in _order(tasks)}
        try:
            for future in as_completed(futures):
                finished[futures[future]] = future.result()
                step(len(finished), len(tasks), tasks[futures[future]].game)
        except BrokenProcessPool as broken:
            raise RuntimeError(
                "a worker process ended before its work was done; what was finished is kept. A program that asks for "
                'several workers must start under `if __name__ == "__main__":`; with workers=1 it need not'
            ) from broken
        except BaseException:
            ended(pool)
            raise
    return finished


def _with_threads(cores: int) -> None:
    sharing.threads[0] = cores


def _length(task: Task) -> int:
    """How long a game takes beside others; neighbours in this order share no work."""
    found = analysis_of(task.game)
    return found.length if found else 0


def _order(tasks: list[Task]) -> list[int]:
    """The long games first, one variant of each by turns: what the variants share is made by the first of them."""
    nth: dict[tuple[str, str, str], int] = {}
    keys: list[tuple[int, int, int]] = []
    for number, task in enumerate(tasks):
        book = (task.property, task.game, task.approved)
        nth[book] = nth.get(book, -1) + 1
        length = _length(task)
        keys.append((nth[book] if length else len(tasks), -length, number))
    return [number for *_, number in sorted(keys)]


def _said_once(finished: list[Done]) -> list[Done]:
    seen: set[tuple[Any, ...]] = set()
    result = []
    for done in finished:
        fresh = []
        for line in done.lines:
            key = (line.property, line.game, line.approved, line.wager, line.pay_table, line.line, line.conditions)
            if key not in seen:
                seen.add(key)
                fresh.append(line)
        result.append(Done(done.task, fresh, done.seconds))
    return result


@contextmanager
def progress(total: int, show: bool, words: str = "odds") -> Iterator[Step]:
    """A bar on standard error, if anybody looks at it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not show or not console.is_terminal:
        yield lambda done, count, text: None
        return
    columns = (TextColumn("{task.description:<28}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        shown = bar.add_task(words, total=total)
        yield lambda done, count, text: bar.update(shown, completed=done, total=count, description=text)
