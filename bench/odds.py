"""Simulation speed of every game on one core beside our aims, and the time of all odds of one property. No peer stands
here: those that simulate these games are on no package index, and a figure that is not measured beside ours is none.

The second part starts with an empty cache in a folder of its own and uses two processes.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

PROPERTY = "hard-rock-cincinnati"
SECONDS = 2.0
AIMS = {
    "blackjack": 8.0, "craps": 10.0, "crapless-craps": 10.0, "mini-midi-baccarat": 15.0,
    "rock-bac-w-super-6-commission-free": 15.0, "dragon-bonus-baccarat-commission-free": 15.0,
}  # fmt: skip
USUAL_AIM = 1.0  # million rounds a second of every other game
COLD_SECONDS_MAX = 600


def speed(game: str) -> tuple[float, str, float]:
    """Million rounds a second on one core, all wagers counted; the unit; seconds to make the kernel ready."""
    import numpy as np

    from croupier.odds.simulate.run import simulator_for, spec_of

    started = time.perf_counter()
    ready = simulator_for(spec_of(PROPERTY, game, None, {}))
    seed = np.random.SeedSequence(1)
    ready.shard(seed, 1000)
    made = time.perf_counter() - started
    rounds = 200_000
    while True:
        start = time.process_time()  # of a core, whatever else runs on the machine
        ready.shard(seed, rounds)
        taken = time.process_time() - start
        if taken > SECONDS or rounds >= 10**9:
            return rounds / taken / 1e6, ready.unit, made
        rounds = int(rounds * max(2.0, min(20.0, 1.2 * SECONDS / max(taken, 1e-4))))


def speeds(console: Console) -> None:
    from croupier.odds.catalogue import books
    from croupier.odds.lines import analyst_of

    grid = Table("game", "million a second", "aim", "", "ready in", title="Simulation, one core", title_justify="left")
    for book in books(PROPERTY, None, None):
        if analyst_of(book.game) is None:
            continue
        found, unit, made = speed(book.game)
        aim = AIMS.get(book.game, USUAL_AIM)
        verdict = "ok" if found >= aim else "below"
        grid.add_row(book.game, f"{found:.2f} {unit}", f"{aim:g}", verdict, f"{made:.1f} s")
    console.print(grid)


def cold(console: Console, workers: int) -> None:
    """All odds of one property with nothing cached but the compiled code's sources."""
    from croupier.odds import catalogue

    shelf = catalogue.books(PROPERTY, None, None)
    started = time.perf_counter()
    done = catalogue.run(shelf, workers=workers)
    taken = time.perf_counter() - started
    spent: dict[str, float] = {}
    lines: dict[str, int] = {}
    for task in done:
        spent[task.task.game] = spent.get(task.task.game, 0.0) + task.seconds
        lines[task.task.game] = lines.get(task.task.game, 0) + len(task.lines)
    grid = Table("game", "seconds of a core", "lines", title=f"All odds of {PROPERTY}, nothing cached",
                 title_justify="left")  # fmt: skip
    for game in sorted(spent, key=lambda name: -spent[name]):
        grid.add_row(game, f"{spent[game]:.1f}", str(lines[game]))
    console.print(grid)
    verdict = "ok" if taken < COLD_SECONDS_MAX else "too slow"
    total = sum(lines.values())
    console.print(f"{total} lines in {taken:.0f} s on {workers} processes (aim {COLD_SECONDS_MAX} s): {verdict}")


def main() -> None:
    console = Console()
    if "cold" not in sys.argv:
        speeds(console)
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("CROUPIER_CACHE")
        os.environ["CROUPIER_CACHE"] = str(Path(folder))
        try:
            cold(console, 2)
        finally:
            os.environ.pop("CROUPIER_CACHE")
            if before is not None:
                os.environ["CROUPIER_CACHE"] = before


if __name__ == "__main__":
    main()
