"""A house's own rulebook, of data alone: its pay tables give the published edges, its mistakes one clear line."""

import json
import re
from pathlib import Path

import pytest
from tests.warm import Commands

import croupier

PRINTED = Path(croupier.__file__).parent / "rulebooks" / "hard-rock-cincinnati"


@pytest.fixture(scope="module")
def commands():
    given = Commands()
    yield given
    given.close()


@pytest.fixture
def house(tmp_path, commands):
    """Write a rulebook like Hard Rock's with some text changed, then ask for odds as a program would."""
    home = tmp_path / "commontown"
    home.mkdir()
    (home / "property.toml").write_text((PRINTED / "property.toml").read_text())

    def ask(game, *changes, words=()):
        (source,) = PRINTED.glob(f"{game}@*.toml")
        text = source.read_text().replace("hard-rock-cincinnati", "commontown")
        for old, new in changes:
            assert re.search(old, text, re.S)
            text = re.sub(old, new, text, count=1, flags=re.S)
        (home / source.name).write_text(text)
        return commands.run("odds", "commontown", game, *words, CROUPIER_RULEBOOKS=str(tmp_path))

    return ask


def pair_plus(label, *odds, mini=None):
    names = ("straight-flush", "three-of-a-kind", "straight", "flush", "pair")
    rows = [["mini-royal", f"{mini} to 1"]] if mini else []
    rows += [[name, f"{pays} to 1"] for name, pays in zip(names, odds)]
    head = f'[[wagers.pair-plus.pay-tables]]\nlabel = "{label}"\nclause = "12.D"\nline = 8467\n'
    return f"{head}rows = {json.dumps(rows)}\n\n"


def test_several_common_pay_tables_of_one_wager(house):
    tables = (
        pair_plus("one", 40, 30, 6, 4, 1) + pair_plus("two", 40, 30, 5, 4, 1) + pair_plus("three", 40, 25, 6, 4, 1)
        + pair_plus("four", 40, 30, 6, 3, 1, mini=50)
    )  # fmt: skip
    found = house("three-card-poker", (r"\[\[wagers\.pair-plus\.pay-tables\]\].*?\n\]\n", tables), words=("--json",))
    edges = {row["pay_table"]: row["house_edge"] for row in json.loads(found.stdout) if row["wager"] == "pair-plus"}
    published = {"one": 2.32, "two": 5.57, "three": 3.49, "four": 7.10}
    assert {label: round(100 * edge, 2) for label, edge in edges.items()} == published


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (r'\["flush", "3 to 1"\]', '["fullhouse", "3 to 1"]', "'fullhouse' can't happen"),
        (r'\["flush", "3 to 1"\]', '["flush", "3 to 0"]', "'3 to 0' are no odds"),
        (r'\["flush", "3 to 1"\]', '["flush", "10%"]', "10% is a share of a meter, and this is no progressive"),
    ],
)
def test_a_mistake_in_a_pay_table_is_one_line(house, old, new, complaint):
    found = house("three-card-poker", (old, new))
    assert found.returncode == 2 and found.stdout == ""
    assert complaint in found.stderr and len(found.stderr.splitlines()) == 1


def test_a_row_that_no_analysis_can_take_costs_its_own_line(house):
    found = house("three-card-poker", words=("--json", "--pay", "pair-plus.flush=10%"))
    rows = {row["wager"]: row for row in json.loads(found.stdout)}
    assert found.returncode == 0 and rows["pair-plus"]["house_edge"] is None
    assert rows["pair-plus"]["refused"] == "pair-plus.flush: 10%: a share of a meter is no payoff by itself"
    assert rows["six-card-bonus"]["house_edge"] and rows["play"]["house_edge"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--workers", "-3"), "greater than or equal to 1"),
        (("--pay", "joker.win=3 to 0"), "are no odds"),
        (("--pay", "joker.royal=3 to 1"), "it has joker.win"),
    ],
)
def test_a_mistake_in_the_question_is_one_line(house, words, complaint):
    found = house("big-six", words=words)
    assert found.returncode == 2 and found.stdout == ""
    assert complaint in found.stderr and "Traceback" not in found.stderr
