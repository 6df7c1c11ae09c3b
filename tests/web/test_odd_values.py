"""A value that no program writes, in each column of each table: nothing fails, the rest is whole, a proof names it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.house import proving
from croupier.house.record.sealing import evidence

from .odd_values import COLUMNS, TABLES, VALUES, broken, grown, looked_at, planted, put

MOST = max(len(table.columns) for table in TABLES.values())
SAMPLED = [(kind, turn) for turn, kind in enumerate(VALUES)]
ALL = [(kind, turn) for turn in range(MOST) for kind in VALUES if (kind, turn) not in SAMPLED]
NAMED_EVERY = 9  # of which columns `make test` asks whether a proof names them
# Who serves what now, who is signed in, what follows from journals: no evidence, so no seal holds them.
OTHERWISE_PROVED = ("number", "hash", "balance")
UNPROVED = {
    *((name, one) for name, left_out in evidence.LEFT_OUT.items() for one in left_out if one not in OTHERWISE_PROVED),
    *(one for one in COLUMNS if one[0] in {*evidence.FLEETING, *evidence.DERIVED} - {"counter"}),
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return grown(tmp_path_factory.mktemp("odd"))


def test_the_house_has_a_row_in_every_table_and_shows_all(house: Path, tmp_path: Path) -> None:
    with planted(house, tmp_path, [], "words") as (made, _), made.storage.reading() as conn:
        assert all(conn.exec_driver_sql(f'SELECT count(*) FROM "{name}"').scalar() for name in TABLES)
        assert list(proving.faults(conn, made.house.ledger)) == []
        assert broken(made, looked_at(made)) == {}


def one_of_each(turn: int) -> list[tuple[str, str]]:
    """A column of every table; which ones come together differs from turn to turn."""
    columns = {name: [column for of, column in COLUMNS if of == name] for name in TABLES}
    return [(name, mine[(turn + nth) % len(mine)]) for nth, (name, mine) in enumerate(columns.items())]


@pytest.mark.parametrize(
    ("kind", "turn"),
    [*SAMPLED, *(pytest.param(*one, marks=pytest.mark.slow) for one in ALL)],
)
def test_a_value_that_no_program_writes_costs_nobody_a_page(house: Path, tmp_path: Path, kind: str, turn: int) -> None:
    """In one row of every table at once: the first, and in every other turn the last."""
    with planted(house, tmp_path, one_of_each(turn), kind, "DESC" if turn % 2 else "ASC") as (made, done):
        assert broken(made, looked_at(made)) == {}, done


@pytest.mark.parametrize(
    "nth",
    [
        pytest.param(nth, marks=() if nth % NAMED_EVERY == 0 else pytest.mark.slow, id=f"{name}.{column}")
        for nth, (name, column) in enumerate(COLUMNS)
        if (name, column) not in UNPROVED
    ],
)
def test_it_is_named_by_a_proof(house: Path, tmp_path: Path, nth: int) -> None:
    name, column = COLUMNS[nth]
    path = tmp_path / "odd.sqlite3"
    path.write_bytes(house.read_bytes())
    for kind in VALUES[nth % len(VALUES) :] + VALUES:
        if put(path, [(name, column)], kind, "ASC"):
            break
    done = CliRunner().invoke(app, ["verify", "--database", f"sqlite:///{path}"])
    assert done.exit_code == 1, f"{kind}: {done.output}"
    if name in evidence.TABLES:  # a journal's head is held to its entries
        assert name.removesuffix("_head") in done.output, f"{kind}: {done.output}"
