"""`croupier floor` killed while people pay jackpots, sign slips, ask about rules, claim, play a tournament, cash."""

import asyncio

import pytest

from . import killed_server


def kill(url: str, kills: int, seed: str) -> dict[str, int]:
    killed_server.furnished(url)
    return asyncio.run(killed_server.killed(url, kills, seed))


def test_a_server_killed_at_work_loses_and_doubles_nothing(url: str) -> None:
    found = kill(url, 2, "short")
    assert found["again"] and found["same"], found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_servers_killed_again_and_again_lose_and_double_nothing(url: str, seed: int) -> None:
    found = kill(url, 40, f"proof {seed}")
    assert found["jackpot"] > 6 and found["claim"] > 6, found
