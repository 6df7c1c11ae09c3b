"""Work in shards, kept on disk as it is done: what was stopped is taken up again and loses its last shard at most.

Two kinds of work share this: an exact analysis in stages (`odds.work`), and a simulation, whose shards are all alike.
A finished shard is a small file of arrays beside the others of its run; a finished run removes them. A shard that is
done sooner than it is packed away is not kept: counting it once more costs less.
"""

from __future__ import annotations

import shutil
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np

from croupier.odds.cache import folder, write
from croupier.odds.work import Part, Progress, Work

Result = TypeVar("Result")
SHORT = 3.0  # seconds of work that are not worth a file


class Kept:
    """The shards of one run on disk; nothing is kept where nothing can be written."""

    def __init__(self, key: str) -> None:
        self.path: Path | None
        try:
            self.path = folder("shards") / key
            self.path.mkdir(exist_ok=True)
        except OSError:
            self.path = None

    def read(self, name: str) -> Part | None:
        if self.path is None:
            return None
        try:
            with np.load(self.path / f"{name}.npz") as arrays:
                return {key: arrays[key] for key in arrays.files}
        except (OSError, ValueError, zipfile.BadZipFile, EOFError):
            return None

    def write(self, name: str, part: Part) -> None:
        if self.path is None:
            return
        data = BytesIO()
        np.savez_compressed(data, allow_pickle=False, **part)
        with suppress(OSError):
            write(self.path / f"{name}.npz", data.getvalue())

    def done(self) -> None:
        if self.path is not None:
            shutil.rmtree(self.path, ignore_errors=True)


def run_work(work: Work[Result], key: str, *, progress: Progress | None = None, workers: int = 1) -> Result:
    """Do all of an analysis, from where it was left."""
    kept = Kept(key)
    count = sum(work.shards(stage) for stage in range(work.stages))
    done = 0
    for stage in range(work.stages):

        def parts(stage: int = stage) -> Iterator[Part]:
            nonlocal done
            for part in _stage(work, stage, kept, workers):
                done += 1
                if progress is not None:
                    progress(done, count)
                yield part

        work.absorb(stage, parts())
    kept.done()
    return work.result()


def _stage(work: Work[Result], stage: int, kept: Kept, workers: int) -> Iterator[Part]:
    def run(shard: int) -> Part:
        name = f"{stage}-{shard}"
        part = kept.read(name)
        if part is None:
            began = time.thread_time()
            part = work.run_shard(stage, shard)
            if time.thread_time() - began > SHORT:
                kept.write(name, part)
        return part

    shards = range(work.shards(stage))
    if workers == 1:
        yield from map(run, shards)
        return
    # The kernels release the interpreter, so threads use the cores. No more parts are made than are being added up:
    # those of one stage together would take gigabytes.
    with ThreadPoolExecutor(workers) as pool:
        left = iter(shards)
        running = {pool.submit(run, shard) for shard in islice(left, workers)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(run, shard) for shard in islice(left, len(done))}
            for future in done:
                yield future.result()
