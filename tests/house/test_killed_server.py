"""`croupier floor` killed while jackpots and slips are signed, rules asked about, poker, events and cash under way."""

import asyncio

import pytest

from . import killed_server


def kill(url: str, kills: int, seed: str) -> dict[str, int]:
    killed_server.furnished(url)
    return asyncio.run(killed_server.killed(url, kills, seed))


def test_a_server_killed_at_work_loses_and_doubles_nothing(url: str) -> None:
    found = kill(url, 2, "short")
    assert found["again"] and found["same"], found
    assert found["hand"] and found["heat"], found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_servers_killed_again_and_again_lose_and_double_nothing(url: str, seed: int) -> None:
    kills = 40
    found = kill(url, kills, f"proof {seed}")
    assert found["jackpot"] > 6 and found["claim"] > 6, found
    assert found["hand"] > 2 * kills and found["heat"] > 2 * kills and found["prize"] > 2, found
    assert found["stood"] > kills // 2, "tables were in the middle of something when most of the servers were killed"
