"""Long analyses as work in stages and shards, so that they can be spread, shown, stopped and taken up again.

A work names its stages. The shards of a stage are independent and each gives arrays of integers; `absorb`
takes all of them, in any order, before the next stage may start. Parts may be kept anywhere in between: a
work built again from the same parameters absorbs the kept parts instead of computing them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Protocol, TypeVar

from croupier.odds.games.cards.bits import Array

Part = dict[str, Array]
Progress = Callable[[int, int], None]
Result = TypeVar("Result", covariant=True)


class Work(Protocol[Result]):
    @property
    def stages(self) -> int: ...

    def shards(self, stage: int) -> int: ...

    def run_shard(self, stage: int, shard: int) -> Part: ...

    def absorb(self, stage: int, parts: Iterable[Part]) -> None: ...

    def result(self) -> Result: ...


def run(work: Work[Result], *, progress: Progress | None = None, workers: int = 1) -> Result:
    """Do all of a work; `progress` is called with the shards done and all shards."""
    do_stages(work, work.stages, progress=progress, workers=workers)
    return work.result()


def do_stages(work: Work[Result], stages: int, *, progress: Progress | None = None, workers: int = 1) -> None:
    """Do the first stages of a work."""
    count = sum(work.shards(stage) for stage in range(stages))
    done = 0

    def finished(part: Part) -> Part:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, count)
        return part

    for stage in range(stages):
        shards = range(work.shards(stage))
        if workers == 1:
            work.absorb(stage, (finished(work.run_shard(stage, shard)) for shard in shards))
            continue
        # The kernels release the interpreter, so threads use the cores.
        with ThreadPoolExecutor(workers) as pool:
            futures = [pool.submit(work.run_shard, stage, shard) for shard in shards]
            work.absorb(stage, (finished(future.result()) for future in as_completed(futures)))


def total(parts: Iterable[Part]) -> Part:
    """The parts added up, array by array."""
    sums: Part = {}
    for part in parts:
        for name, array in part.items():
            if name in sums:
                sums[name] += array
            else:
                sums[name] = array.copy()
    return sums


def span(items: int, shards: int, shard: int) -> tuple[int, int]:
    """Where a shard begins and ends among so many items."""
    return items * shard // shards, items * (shard + 1) // shards
