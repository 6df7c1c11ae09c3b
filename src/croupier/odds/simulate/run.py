"""Simulation at any scale: rounds in shards with independent streams, on one core, on several, or on a cluster.

The number of shards follows from the rounds alone and each shard's stream from the seed by spawning, so the same seed
gives the same result however many workers share the work. Each shard is kept on disk when it comes back: a run that
was stopped goes on from there, and a worker that dies costs its shard only, which another takes over.
"""

from __future__ import annotations

import functools
import math
import multiprocessing
import os
import re
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec
import numpy as np

from croupier.odds.cache import key_of
from croupier.odds.posting import BadInput, Wager, open_posting
from croupier.odds.processes import deaf, ended
from croupier.odds.shards import Kept
from croupier.odds.simulate.bankroll import Sessions
from croupier.odds.simulate.bankroll import simulate as follow_sessions
from croupier.odds.simulate.engine import Engine
from croupier.odds.simulate.games import Simulator, simulator
from croupier.odds.simulate.streams import stream
from croupier.odds.work import Part, span
from croupier.rulebook import rulebook

SHARD_ROUNDS = 4_000_000  # hands, that is
LEAST_SHARDS = 8
ROUNDS_MOST = 10**13
RETRIES = 5
WORTH_SHARING = 30_000_000
CLUSTER_SECONDS = 10
CLUSTER = re.compile(r"(?:(?P<by>[a-z]+)://)?\[?(?P<host>[^\s/\]]+)\]?:(?P<port>\d{1,5})/?")
SESSIONS = 10_000
SESSION_MOST = 1_000_000
BANKROLL_MOST = 10**9

Report = Callable[[int, int], None]


class Spec(msgspec.Struct, frozen=True):
    """What is simulated: a game under its rulebook and options. Small enough to be sent to any worker."""

    property: str
    game: str
    approved: str
    options: tuple[tuple[str, str], ...] = ()
    players: int = 1


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A finished simulation."""

    spec: Spec
    rounds: int
    seed: int
    shards: int
    unit: str
    seconds: float
    wagers: list[Wager]
    table: tuple[float, float] | None = None
    resumed: int = 0

    @property
    def main(self) -> Wager:
        return next((wager for wager in self.wagers if wager.main), self.wagers[0])


def spec_of(name: str, game: str, on: str | None, options: dict[str, str], players: int = 1) -> Spec:
    """Find the rulebook and check the options before any work begins."""
    book = rulebook(name, game, on)
    open_posting(book, options)
    if players < 1:
        raise BadInput(f"--players {players}: expected at least one")
    return Spec(book.property, book.game, str(book.approved), tuple(sorted(options.items())), players)


@functools.lru_cache(maxsize=4)
def simulator_for(spec: Spec) -> Simulator:
    book = rulebook(spec.property, spec.game, spec.approved)
    return simulator(open_posting(book, dict(spec.options)), spec.players)


def usual_rounds(spec: Spec) -> str:
    """How many rounds are worth playing where nobody says: compiled kernels play ten million in seconds."""
    return "1e4" if isinstance(simulator_for(spec), Engine) else "1e7"


def shards_for(spec: Spec, rounds: int) -> int:
    """How many shards a run has; never a matter of how many workers there are."""
    size = SHARD_ROUNDS // spec.players
    return max(1, min(math.ceil(rounds / size), rounds), min(LEAST_SHARDS, rounds))


def run_shard(spec: Spec, seed: int, rounds: int, shards: int, shard: int) -> Part:
    """One shard, wherever it is computed."""
    child = np.random.SeedSequence(seed, spawn_key=(shard,))  # what spawn() gives its shard-th child
    first, last = span(rounds, shards, shard)
    return simulator_for(spec).shard(child, last - first)


def add(total: Part, part: Part) -> Part:
    added = dict(total)
    for name, array in part.items():
        added[name] = added[name] + array if name in added else array
    return added


def simulate(
    spec: Spec,
    rounds: int,
    *,
    seed: int | None = None,
    workers: int = 1,
    cluster: str | None = None,
    report: Report | None = None,
    keep: bool = True,
) -> Run:
    """Play so many rounds and count them."""
    if not 0 < rounds <= ROUNDS_MOST:
        raise BadInput(f"--rounds {rounds}: expected a number from 1 to {ROUNDS_MOST:,}")
    if workers < 1:
        raise BadInput(f"--workers {workers}: expected at least one")
    chosen = secrets.randbits(48) if seed is None else seed
    if chosen < 0:
        raise BadInput(f"--seed {chosen}: expected a number that is not negative")
    started = time.perf_counter()
    shards = shards_for(spec, rounds)
    ready = simulator_for(spec)  # made once here: workers find its long parts on disk
    kept = Kept(key_of("simulation", "croupier.odds.simulate.games", spec, rounds, chosen, shards))
    parts = {number: part for number in range(shards) if keep and (part := kept.read(str(number))) is not None}
    resumed = len(parts)
    missing = [number for number in range(shards) if number not in parts]
    if report is not None:
        report(len(parts), shards)
    for number, part in _compute(spec, chosen, rounds, shards, missing, workers, cluster):
        parts[number] = part
        if keep:
            kept.write(str(number), part)
        if report is not None:
            report(len(parts), shards)
    total: Part = {}
    for number in range(shards):  # always in this order, so that sums of doubles agree too
        total = add(total, parts[number])
    kept.done()
    table = ready.table(total)
    return Run(
        spec=spec, rounds=rounds, seed=chosen, shards=shards, unit=ready.unit, seconds=time.perf_counter() - started,
        wagers=_widened(ready.wagers(total), table, spec.players), table=table, resumed=resumed,
    )  # fmt: skip


def _widened(wagers: list[Wager], table: tuple[float, float] | None, players: int) -> list[Wager]:
    """Hands of one round share the dealer's: their intervals are wider than so many independent hands would give."""
    if table is None:
        return wagers
    main = next((wager for wager in wagers if wager.main), wagers[0])
    alone = main.edge.standard_deviation * math.sqrt(players)
    factor = max(1.0, table[1] / alone) if alone else 1.0
    return [
        msgspec.structs.replace(
            wager, edge=msgspec.structs.replace(wager.edge, interval=(wager.edge.interval or 0.0) * factor)
        )
        for wager in wagers
    ]


def workers_for(rounds: int, players: int = 1) -> int:
    """How many processes a run is worth: a short one is over before another process has started."""
    return cores() if rounds * (100 if players > 1 else 1) > WORTH_SHARING else 1


Found = Iterator[tuple[int, Part]]


def _compute(
    spec: Spec, seed: int, rounds: int, shards: int, missing: list[int], workers: int, cluster: str | None
) -> Found:
    if cluster is not None:
        yield from _on_cluster(spec, seed, rounds, shards, missing, cluster)
    elif workers == 1 or len(missing) < 2:
        for number in missing:
            yield number, run_shard(spec, seed, rounds, shards, number)
    else:
        yield from _in_processes(spec, seed, rounds, shards, missing, workers)


def _in_processes(spec: Spec, seed: int, rounds: int, shards: int, missing: list[int], workers: int) -> Found:
    """Shards in a pool of processes; a pool that loses a worker is made anew for what is left."""
    left = list(missing)
    context = multiprocessing.get_context("spawn")
    for attempt in range(RETRIES):
        pool = ProcessPoolExecutor(min(workers, len(left)), mp_context=context)
        try:
            with deaf():
                futures = {pool.submit(run_shard, spec, seed, rounds, shards, number): number for number in left}
            for future in as_completed(futures):
                number = futures[future]
                part = future.result()
                left.remove(number)
                yield number, part
            pool.shutdown()
            return
        except BrokenProcessPool:
            pool.shutdown(wait=False, cancel_futures=True)
            if attempt == RETRIES - 1:
                raise BadInput(f"worker processes died {RETRIES} times; {len(left)} shards are left") from None
        except BaseException:
            ended(pool)
            raise


def connect(address: str) -> Any:
    """A client of a Dask cluster, or a clear word that nobody answers; a client alone would try for long."""
    from distributed import Client

    place = CLUSTER.fullmatch(address)
    if place is None:
        raise BadInput(f"--cluster {address}: expected an address such as tcp://host:8786")
    try:
        if place["by"] in (None, "tcp", "tls"):
            socket.create_connection((place["host"], int(place["port"])), CLUSTER_SECONDS).close()
        client = Client(address, timeout=CLUSTER_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError, OverflowError) as error:
        raise BadInput(f"--cluster {address}: no Dask scheduler answers there ({error})") from None
    if not client.scheduler_info().get("workers"):
        client.close()
        raise BadInput(f"--cluster {address}: the scheduler has no workers")
    return client


def _on_cluster(spec: Spec, seed: int, rounds: int, shards: int, missing: list[int], address: str) -> Found:
    """Shards on a Dask cluster; the scheduler gives a lost worker's shards to the others."""
    from distributed import as_completed as dask_completed

    client = connect(address)
    try:
        futures = {
            client.submit(run_shard, spec, seed, rounds, shards, number, pure=False, retries=RETRIES): number
            for number in missing
        }
        for future in dask_completed(list(futures), loop=client.loop):
            yield futures[future], future.result()
            future.release()
    finally:
        client.close()


def sessions(run: Run, bankroll: int, rounds: int) -> Sessions:
    """What a bankroll of so many wagers goes through when the main wager is played again and again."""
    if not 1 <= bankroll <= BANKROLL_MOST:
        raise BadInput(f"--bankroll {bankroll}: expected from 1 to {BANKROLL_MOST:,} wagers")
    if not 0 <= rounds <= SESSION_MOST:
        raise BadInput(f"--session {rounds}: expected from 0 to {SESSION_MOST:,} rounds")
    state = stream(np.random.SeedSequence(run.seed, spawn_key=(run.shards,)))
    distribution = dict(run.main.edge.distribution)
    return follow_sessions(state, distribution, rounds, bankroll, SESSIONS)


def cores() -> int:
    return os.cpu_count() or 1
