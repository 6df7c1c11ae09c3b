"""For every table of the schema one row is damaged past the program: the house opens, shows the rest, and tells."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from croupier.demo.furnish import PASSWORD
from croupier.house import proving
from croupier.house.record import schema
from croupier.house.record.database.storage import Storage

from .damage import TABLES, TORN, Reopened, asked, columns_of, damaged, furnished

# Told by /readyz and closed by two people; whatever else is damaged stands in `croupier verify`.
TOLD = {
    ("promotion", "terms"): "promotion",
    ("promotion_claim", "finding"): "promotion-claim",
    ("tournament", "plan"): "table-tournament",
    ("tournament", "prizes"): "table-tournament",
    ("document_step", "data"): "paper",
    ("rule_draft_revision", "text"): "draft",
    ("kept_rulebook", "text"): "kept-rulebook",
    ("floor_table", "settings"): "table",
    ("poker_tournament", "plan"): "poker-tournament",
}
BLOBS = [(name, column) for name in TABLES for column in columns_of(name)[:1]]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return furnished(tmp_path_factory.mktemp("whole"))


def there(house: Path, name: str) -> bool:
    storage = Storage.file(house)
    try:
        with storage.reading() as conn:
            return conn.execute(select(TABLES[name]).limit(1)).first() is not None
    finally:
        storage.close()


def faults(made: Reopened) -> list[dict[str, Any]]:
    return list(made.program("manager").get("/api/v1/out-of-order").json())


@pytest.mark.parametrize("harm", [pytest.param(h, marks=() if h == "wrong-type" else pytest.mark.slow) for h in TORN])
@pytest.mark.parametrize(("name", "column"), BLOBS)
def test_one_torn_row_costs_only_itself(house: Path, tmp_path: Path, name: str, column: str, harm: str) -> None:
    if not there(house, name):
        pytest.skip(f"the demonstration has no {name}")
    with damaged(house, tmp_path, name, column, TORN[harm]) as made:
        answers = asked(made)
        assert {path: answer.text[-300:] for path, answer in answers.items() if answer.status_code >= 500} == {}
        if kind := TOLD.get((name, column)):
            found = faults(made)
            assert {one["fault"]["kind"] for one in found} >= {kind}
            assert all(one["may"] and one["fault"]["why"] for one in found)
            named = next(one["fault"]["subject"] for one in found if one["fault"]["kind"] == kind)
            assert named in made.at_page("manager").get("/out-of-order").text
            assert answers["/readyz"].json()["checks"]["tables"]["state"] == "warn"


@pytest.mark.parametrize("which", [key for key in TOLD if TOLD[key] not in ("table", "poker-tournament")])
def test_a_supervisor_and_a_manager_close_it(house: Path, tmp_path: Path, which: tuple[str, str]) -> None:
    with damaged(house, tmp_path, *which, TORN["unparsable"]) as made:
        mine = [one for one in faults(made) if one["fault"]["kind"] == TOLD[which]]
        assert mine
        given = {"password": PASSWORD, "second_badge": "supervisor", "second_password": PASSWORD, "reason": "torn"}
        for one in mine:
            path = f"/api/v1/out-of-order/{one['fault']['kind']}/{one['fault']['subject']}"
            assert made.at_page("manager").get(path.removeprefix("/api/v1")).status_code == 200
            alone = given | {"second_badge": "manager"}
            assert made.program("manager").post(f"{path}/close", json=alone).status_code == 403
            done = made.program("manager").post(f"{path}/close", json=given)
            assert done.status_code == 200, done.text
            assert made.program("manager").get(path).status_code == 409  # it is in order
        assert [one for one in faults(made) if one["fault"]["kind"] == TOLD[which]] == []
        assert {p: a.text[-300:] for p, a in asked(made).items() if a.status_code >= 500} == {}
        with made.storage.reading() as conn:
            assert made.house.ledger.audit(conn) == [] and made.house.ledger.total(conn) == 0
            wrong = [one for one in proving.faults(conn, made.house.ledger) if "guard" not in one]
        # The row that was damaged is named for good, and nothing that was written since.
        assert wrong and all(which[0] in one for one in wrong), wrong


def test_what_a_torn_fill_has_moved_goes_back_to_the_cage(house: Path, tmp_path: Path) -> None:
    with damaged(house, tmp_path, "document_step", "data", lambda _: b"\x00\xff") as made:
        with made.storage.reading() as conn:
            fill = conn.scalar(select(schema.document.c.id).where(schema.document.c.kind == "fill"))
        moved = "transit:hard-rock-cincinnati"
        with made.storage.reading() as conn:
            before = made.house.ledger.balance(conn, moved)
        assert before > 0, "the demonstration's fill is on its way"
        _tear_lines(made, str(fill))
        given = {"password": PASSWORD, "second_badge": "supervisor", "second_password": PASSWORD, "reason": "torn"}
        done = made.program("manager").post(f"/api/v1/out-of-order/paper/{fill}/close", json=given)
        assert done.status_code == 200, done.text
        with made.storage.reading() as conn:
            assert made.house.ledger.balance(conn, moved) == 0
        shown = made.program("manager").get(f"/api/v1/documents/{fill}").json()
        assert shown["state"] == "void"


def _tear_lines(made: Reopened, document: str) -> None:
    table = schema.document_step
    with made.storage.writing() as conn:
        conn.execute(table.update().where(table.c.document_id == document).values(data=b"7"))


@pytest.mark.parametrize(
    ("name", "column"), [("document", "opened_us"), ("document_step", "at_us"), ("rule_draft_revision", "at_us")]
)
def test_a_time_that_no_calendar_has_is_shown_with_the_others(
    house: Path, tmp_path: Path, name: str, column: str
) -> None:
    """One odd row took the whole list with it."""
    for number, at_us in enumerate((2**62, -(2**62), "odd", b"\x00")):
        path = tmp_path / f"odd-{number}.sqlite3"
        shutil.copy(house, path)
        storage = Storage.file(path)
        with storage.writing() as conn:
            for table in (name, "audit_log"):
                conn.execute(text(f"DROP TRIGGER IF EXISTS {table}_no_update"))
            conn.execute(TABLES[name].update().values({column: at_us}))
            last = text("UPDATE audit_log SET at_us = :at_us WHERE number = (SELECT max(number) FROM audit_log)")
            conn.execute(last, {"at_us": at_us})
        storage.close()
        with Reopened(path) as made:
            for where in ("/slips", "/studio", "/audit/log", "/api/v1/documents", "/api/v1/drafts"):
                client = made.program("manager") if where.startswith("/api") else made.at_page("manager")
                assert client.get(where).status_code == 200, where


ODD = {  # values that no program writes: each took a list with it, the lobby among them
    ("floor_table", "settings", "x'00ff'"): ("/", "/meters", "/pit"),
    ("floor_table", "state", "'no such'"): ("/", "/notices", "/pit"),
    ("promotion", "kind", "'no such'"): ("/promotions", "/room"),
    ("tournament", "state", "'no such'"): ("/tournaments", "/"),
    ("poker_tournament", "state", "'no such'"): ("/poker-tournaments", "/room"),
    ("person", "name", "CAST(x'4dff' AS TEXT)"): ("/people", "/pit"),
    ("person", "name", "x'4dff'"): ("/people", "/pit"),
    ("document", "state", "x'00ff'"): ("/slips", "/pit"),
    ("document", "property", "x'00ff'"): ("/slips", "/pit"),
    ("floor_table", "property", "x'00ff'"): ("/", "/audit", "/pit"),
    ("floor_table", "pit", "x'00ff'"): ("/", "/pit"),
    ("notice", "raised_by", "x'00ff'"): ("/notices", "/pit/BJ-101"),
}


@pytest.mark.parametrize(("name", "column", "value"), ODD)
def test_an_odd_value_costs_its_own_row_alone(house: Path, tmp_path: Path, name: str, column: str, value: str) -> None:
    path = tmp_path / "odd.sqlite3"
    shutil.copy(house, path)
    storage = Storage.file(path)
    with storage.writing() as conn:
        conn.execute(text(f"UPDATE {name} SET {column} = {value} WHERE rowid = (SELECT min(rowid) FROM {name})"))
    storage.close()
    with Reopened(path) as made:
        for where in ODD[name, column, value]:
            assert made.at_page("manager").get(where).status_code == 200, where
