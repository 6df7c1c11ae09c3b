"""Plays until the disk takes no more bytes, looks at what is left, and goes on when there is room again.

Run as a process of its own, since the limit on a file's size is the whole process's.
"""

import asyncio
import json
import resource
import sys
from pathlib import Path

from croupier.house.record.errors import NotWritten

from .conftest import CHEAP
from .houses import HOUSE, Floor, agrees

ROOM_BYTES = 200_000


def largest(path: Path) -> int:
    return max(file.stat().st_size for file in path.parent.glob(path.name + "*"))


async def scenario(floor: Floor, path: Path) -> dict[str, int]:
    floor.staff()
    await floor.electronic()
    await floor.sit("E-1", "player-1", 1, 100_000_00)
    await floor.play("E-1", 2)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest(path) + ROOM_BYTES, hard))
    rounds = 0
    try:
        while rounds < 5_000:
            await floor.play("E-1", 1)
            rounds += 1
        raise AssertionError("the disk never filled")
    except NotWritten:
        pass
    cage = floor.person("cage-1")
    taken = 0
    try:
        while taken < 5_000:  # slips fail as wagers do; what was acknowledged counts
            await floor.cage.buy_in(cage, HOUSE, "player-2", 1_00)
            taken += 1
        raise AssertionError("there was room for every slip")
    except NotWritten:
        pass
    await agrees(floor, "E-1")
    floor.check()
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    for _ in range(2):
        await floor.cage.buy_in(cage, HOUSE, "player-2", 1_00, "when there is room")
    assert floor.cage.balance("player-2") == (taken + 1) * 1_00
    await floor.play("E-1", 3)
    await agrees(floor, "E-1")
    await floor.house.stop()
    floor.check()
    return {"rounds": rounds}


if __name__ == "__main__":
    given = Path(sys.argv[1])
    print(json.dumps(asyncio.run(scenario(Floor(f"sqlite:///{given}", hasher=CHEAP), given))))
