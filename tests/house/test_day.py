"""A casino day from a seed: every invariant after every step, on both databases, with every game of the shelf."""

from pathlib import Path

import pytest
from sqlalchemy import select

from croupier.demo.day import Day, Failed, Report, simulate, whole_shelf
from croupier.house.record import schema
from croupier.house.record.database.storage import Storage


def test_a_day_holds_all_invariants(url: str) -> None:
    report = simulate(url, "1", steps=300)
    assert report.rounds > 10
    assert report.documents > 8
    assert report.refused


def test_every_game_of_every_property_is_played_on_the_floor(migrated_file: Path, tmp_path: Path) -> None:
    report = simulate(_fresh(migrated_file, tmp_path / "shelf.db"), "shelf", steps=400, plan=whole_shelf())
    assert report.rounds > 10


def _fresh(template: Path, path: Path) -> str:
    path.write_bytes(template.read_bytes())
    return f"sqlite:///{path}"


def _heads(url: str) -> tuple[Report, dict[str, str]]:
    report = simulate(url, "again", steps=150)
    storage = Storage(url)
    with storage.reading() as conn:
        rows = conn.execute(select(schema.journal_head.c.id, schema.journal_head.c.hash))
        heads = {row.id: bytes(row.hash).hex() for row in rows}
    storage.close()
    return report, heads


def test_a_seed_gives_the_same_day_again_to_the_last_hash(migrated_file: Path, tmp_path: Path) -> None:
    first, second = (_heads(_fresh(migrated_file, tmp_path / name)) for name in ("one.db", "two.db"))
    assert first == second
    assert first[1]


def test_a_breach_names_its_seed_and_step(migrated_file: Path, tmp_path: Path) -> None:
    day = Day(_fresh(migrated_file, tmp_path / "floor.db"), "7")
    day.report.steps = 41
    with pytest.raises(Failed, match="seed 7, step 41: chips are missing"):
        day._hold(False, "chips are missing")
    day.house.writer.close()
    day.storage.close()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 16))
def test_long_days_hold(url: str, seed: int) -> None:
    simulate(url, str(seed), steps=4_000)


@pytest.mark.slow
@pytest.mark.parametrize("first_mode", [0, 1])
def test_long_days_of_the_whole_shelf_hold(url: str, first_mode: int) -> None:
    simulate(url, f"shelf {first_mode}", steps=6_000, plan=whole_shelf(first_mode))
