"""`croupier house`: a plan checked, set up and written down again, and mistakes told with their line."""

from pathlib import Path

import pytest

from croupier.house.plan.first_plan import first_plan
from croupier.house.plan.reading import games_of, read_plan
from croupier.house.plan.writing import to_toml
from croupier.rulebook import first_property, properties

from .test_cli import croupier

PLACE = first_property("craps")
PLAN = f"""format = 1
[house]
name = "The Anchor"
time-zone = "Europe/Vienna"
properties = ["{PLACE}"]
[[pits]]
name = "Pit 1"
[[tables]]
id = "T-1"
pit = "Pit 1"
game = "{games_of(PLACE)[0]}"
mode = "dealer"
[[people]]
badge = "ann"
roles = ["administrator"]
"""


def test_a_plan_is_set_up_once_and_exported_as_one_that_is_accepted(tmp_path: Path) -> None:
    plan, again = tmp_path / "plan.toml", tmp_path / "again.toml"
    plan.write_text(PLAN)
    there = ("--database", str(tmp_path / "house.sqlite3"))
    made = croupier("house", "init", str(plan), *there)
    assert made.returncode == 0, made.stderr
    assert "one-time password" in made.stdout
    assert "ann" in made.stdout
    twice = croupier("house", "init", str(plan), *there)
    assert twice.returncode == 2
    assert "set up already" in twice.stderr
    written = croupier("house", "export", *there, "--to", str(again))
    assert written.returncode == 0, written.stderr
    checked = croupier("house", "check", str(again))
    assert "The Anchor, 1 tables, 1 people, no faults" in checked.stdout


def test_a_faulty_plan_is_told_line_by_line_and_makes_no_house(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN.replace("Europe/Vienna", "Europe/Viena").replace('pit = "Pit 1"', 'pit = "Pit 2"'))
    refused = croupier("house", "init", str(plan), "--database", str(tmp_path / "house.sqlite3"))
    assert refused.returncode == 2
    assert "2 faults" in refused.stderr
    assert f"{plan}:4:1: house.time-zone: did you mean Europe/Vienna?" in refused.stderr
    assert f"{plan}:10:1: tables[1].pit: no such pit" in refused.stderr
    assert not (tmp_path / "house.sqlite3").exists()
    assert "did you mean init?" in croupier("house", "inti", str(plan)).stderr


@pytest.mark.parametrize("place", [*properties()])
def test_a_first_plan_is_whole_as_it_stands(place: str) -> None:
    plan = first_plan(place)
    read, faults = read_plan(to_toml(plan).encode())
    assert faults == []
    assert read is not None and (read.tables, read.people, read.chips) == (plan.tables, plan.people, plan.chips)
    assert {table.game for table in plan.tables} == set(games_of(place))


def test_a_first_plan_is_written_to_a_file_and_over_none(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    assert f"did you mean {PLACE}?" in croupier("house", "new", str(plan), "--property", PLACE[:-1]).stderr
    assert "expected new FILE --property NAME" in croupier("house", "new", str(plan)).stderr
    assert not plan.exists()
    assert "is written" in croupier("house", "new", str(plan), "--property", PLACE).stdout
    assert "no faults" in croupier("house", "check", str(plan)).stdout
    again = croupier("house", "new", str(plan), "--property", PLACE)
    assert (again.returncode, "not written over" in again.stderr) == (2, True)
