"""A record that nobody has added up: its report says so, and a process of its own adds it up."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select

from croupier.house.record import schema
from croupier.house.results import sums
from croupier.house.results.replay_study import Study
from croupier.web.kit.long_work.odds_desk import Job
from croupier.web.results import background_work
from croupier.web.results.view import added_up

from .lab import PLACE, Lab

PAGE, LISTED, API = f"/results?house={PLACE}", f"/results/tables?house={PLACE}", f"/api/v1/results/{PLACE}"
SAYS = "parts of the record are added up"


class Behind:
    """Works wait here until a test has them done."""

    def __init__(self, floor: Any) -> None:
        self.works: list[tuple[Any, Any, asyncio.Future[Any]]] = []
        floor.odds._later = self.later

    def later(self, function: Any, *given: Any, pool: str = "odds") -> "asyncio.Future[Any]":
        self.works.append((function, given, asyncio.get_running_loop().create_future()))
        return self.works[-1][2]

    async def do(self) -> None:
        for function, given, future in self.works:
            future.set_result(function(*given))
        self.works.clear()
        await asyncio.sleep(0)

    async def fail(self) -> None:
        for _, _, future in self.works:
            future.set_exception(RuntimeError("no process for it"))
        self.works.clear()
        await asyncio.sleep(0)


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lab]:
    monkeypatch.setattr(background_work, "ENTRIES_AT_ONCE", 0)  # everything is too much for a page
    monkeypatch.setattr(sums, "KEPT_EVERY", 1)
    with Lab(tmp_path, ["three-card-poker"]) as made:
        yield made


def test_a_page_says_what_is_not_added_up_yet_and_no_sheet_is_made_of_it(lab: Lab) -> None:
    behind, manager = Behind(lab.app.state.floor), lab.program("manager")
    first = manager.get(API).json()
    assert first["journals_to_add_up"] >= 1 and first["work"] == {"done": 0, "of": len(behind.works)}
    assert [function for function, _, _ in behind.works] == [sums.added_up]
    for page in (PAGE, LISTED):
        assert SAYS in manager.get(page).text
    for sheet in (f"{LISTED}&csv=1", f"{API}/tables?format=csv"):
        refused = manager.get(sheet)
        assert refused.status_code == 503 and "being added up" in refused.text
    assert len(behind.works) == 1  # begun once, whoever asks
    lab.do(behind.do)
    assert manager.get(API).json()["journals_to_add_up"] == 0
    page = manager.get(PAGE).text
    assert SAYS not in page
    for opens in ("tables", "wagers", "days"):  # every figure leads to what it was made of
        assert f'<a href="/results/{opens}?house={PLACE}' in page
        assert manager.get(f"/results/{opens}?house={PLACE}").status_code == 200
    assert manager.get(f"{LISTED}&csv=1").status_code == 200
    lab.house.writer.run(lambda tx: None)
    with lab.storage.reading() as conn:
        assert len(conn.scalars(select(schema.journal_sum.c.journal_id)).all()) == first["journals_to_add_up"]


@pytest.mark.parametrize("cents", [[51, 51, 51], [-51, -51, 49], [1_49, 1_49, 1_49, 1_49], [-10_50, 3_20.5, 99.9], []])
def test_whole_dollars_of_the_rows_come_to_the_whole_dollars_of_all(cents: list[float]) -> None:
    whole = added_up(cents)
    assert sum(whole) == round(sum(cents) / 100)
    assert all(abs(dollars - one / 100) < 1 for dollars, one in zip(whole, cents, strict=True))


def test_where_no_process_adds_up_the_page_does(lab: Lab) -> None:
    behind, manager = Behind(lab.app.state.floor), lab.program("manager")
    assert manager.get(API).json()["journals_to_add_up"] >= 1
    lab.do(behind.fail)
    assert manager.get(API).json()["journals_to_add_up"] == 0


def test_rounds_that_are_replayed_while_others_still_are_do_not_make_a_report_twice() -> None:
    job, put = Job(2), list[str]()
    floor: Any = SimpleNamespace(
        odds=SimpleNamespace(job=lambda name: job),
        results=SimpleNamespace(put_study=lambda study, from_us, to_us: put.append(study.journal)),
    )
    answer: Any = SimpleNamespace(
        to_count=(), to_study=("A", "B"), from_us=0, to_us=1, report=SimpleNamespace(place=PLACE, chips="demo")
    )
    job.given.append(Study("A", 1, (), ()))
    assert not background_work._take(floor, answer)
    job.given.append(Study("B", 1, (), ()))
    assert background_work._take(floor, answer)
    assert set(put) == {"A", "B"}
