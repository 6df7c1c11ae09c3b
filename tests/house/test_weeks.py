"""Simulated days of the whole house under faults at every boundary: every promise after each, from a seed."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select

from croupier.demo.day_plan import Failed
from croupier.demo.weeks.machine import STATEMENT, Fault
from croupier.demo.weeks.weeks import Ran, Weeks, simulate
from croupier.house.record import desk, schema
from croupier.house.record.database.storage import Storage


def _fresh(template: Path, path: Path) -> str:
    path.write_bytes(template.read_bytes())
    return f"sqlite:///{path}"


def _heads(url: str) -> tuple[Ran, dict[str, str]]:
    ran = simulate(url, "again", days=1, steps=25)
    storage = Storage(url)
    with storage.reading() as conn:
        rows = conn.execute(select(schema.journal_head.c.id, schema.journal_head.c.hash))
        heads = {row.id: bytes(row.hash).hex() for row in rows}
    storage.close()
    return ran, heads


def test_a_day_under_faults_keeps_every_promise_and_comes_again_from_its_seed(
    migrated_file: Path, tmp_path: Path
) -> None:
    (first, heads), again = (_heads(_fresh(migrated_file, tmp_path / name)) for name in ("one.db", "two.db"))
    assert (first, heads) == again
    assert heads and first.commands > 20 and sum(first.faults.values()) > 3, first


def test_a_house_that_acts_twice_when_it_is_asked_twice_is_found_out_by_name_of_the_seed(
    migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "once", lambda sources, command, by, asked, gives, work: work)
    with pytest.raises(Failed, match="seed careless"):
        simulate(_fresh(migrated_file, tmp_path / "floor.db"), "careless", days=1, steps=25)


def test_a_server_that_dies_while_it_takes_over_from_another_is_replaced_too(
    migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on the eighteenth day of the seed 151801."""

    async def scenario() -> None:
        weeks = Weeks(_fresh(migrated_file, tmp_path / "floor.db"), "both")
        first, second = weeks.servers
        first.machine.dead = True
        second.machine.arm(Fault(STATEMENT, 0))
        monkeypatch.setattr(weeks, "once_in", lambda n: n == 2)
        await weeks.recover()
        assert {first, second}.isdisjoint(weeks.servers) and not weeks.hurt
        assert weeks.faults == {"a peer's death": 2, STATEMENT: 1}
        await weeks.stop()

    asyncio.run(scenario())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_weeks_under_faults_keep_every_promise(url: str, seed: int) -> None:
    ran = simulate(url, f"week {seed}", days=7)
    assert ran.resent > 50, ran
