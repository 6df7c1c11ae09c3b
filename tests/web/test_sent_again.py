"""Whatever was done gets its first answer when it is sent again, also after its table has closed."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.database.cluster import Cluster, binaries
from croupier.house.record.database.storage import Storage

from .commands import BY_HAND, ROULETTE, Case, cases, forms
from .lab import Lab, lab

Sent = tuple[str, Callable[[], Any], Any]


@pytest.fixture(params=["sqlite", "postgresql"])
def floor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with contextlib.ExitStack() as until:
        storage = None
        if request.param == "postgresql":
            if binaries() is None:
                pytest.skip("no PostgreSQL on this machine: install the package `postgresql` to run this test")
            storage = Storage(until.enter_context(Cluster(("-c", "fsync=off"))).create("again"))
        folder = tmp_path_factory.mktemp("again")
        made = until.enter_context(lab(folder, "three-card-poker", "roulette", storage=storage))
        made.for_money(ROULETTE).do(lambda: made.house.table(BY_HAND))
        shuffled = {"act": {"act": "shuffled", "cut": 0}}
        made.program("dealer").post(f"/api/v1/tables/{BY_HAND}/acts", json=shuffled).raise_for_status()
        yield made


def close(floor: Lab, table: str) -> None:
    floor.program("player").post(f"/api/v1/tables/{table}/wagers", json={"act": "clear"})
    path, supervisor = f"/api/v1/tables/{table}/life", floor.program("supervisor")
    for act in ("begin-closing", "clear-seats", "close"):
        done = supervisor.post(path, json={"act": act, "password": PASSWORD})
        assert done.status_code == 200, done.text


def by_program(floor: Lab, case: Case) -> Sent:
    path, body = case.request(floor)
    client, given = floor.program(case.badge), body | {"command": f"program {case.name}"}
    return case.name, lambda: client.post(path, json=given), client.post(path, json=given)


def by_page(floor: Lab, case: Case) -> Sent:
    path, body = case.request(floor)
    client = floor.browser(case.badge)
    given = body | {"command": f"page {case.name}", "csrf": client.headers["x-csrf"]}
    return case.name, lambda: client.post(path, data=given), client.post(path, data=given)


def _said(answer: Any) -> tuple[Any, ...]:
    content = answer.json() if answer.headers.get("content-type") == "application/json" else None
    return answer.status_code, answer.headers.get("location"), content


def test_what_was_done_is_answered_alike_after_its_table_has_closed(floor: Lab) -> None:
    done = [by_program(floor, case) for case in cases()] + [by_page(floor, case) for case in forms()]
    close(floor, ROULETTE)
    before, otherwise = floor.record(), {}
    for name, again, first in done:
        assert first.status_code in (200, 201, 303), (name, first.text)
        answer = again()
        if _said(answer) != _said(first):
            otherwise[name] = answer.text[:300]
    assert otherwise == {}
    assert floor.record() == before, "sent again, something acted again"
