"""Readiness that was tried, and figures for instruments: what they say, and to whom."""

import io
import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from croupier.cli.running.logs import JsonLines
from croupier.house import readiness
from croupier.house.record.errors import NotWritten
from croupier.web.operations.pages import TOKEN

from .lab import Client, Lab, lab
from .test_out_of_order import harm, table_of

LINE = re.compile(r'croupier_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[0-9.e+]+')
EVERYTHING = {"record", "tables", "disk", "clock", "version", "peers"}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("operations"), "three-card-poker", "roulette") as made:
        yield made


@pytest.fixture(autouse=True)
def afresh(floor: Lab) -> None:
    floor.app.state.floor.readiness._until = 0.0


def here(floor: Lab, **headers: str) -> Client:
    """A caller on the machine itself."""
    client = Client(floor.app, headers=headers, client=("127.0.0.1", 4000))
    client.portal = floor.anybody().portal
    return client


def figures(floor: Lab) -> dict[str, float]:
    lines = [line for line in here(floor).get("/metrics").text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_a_house_that_works_is_ready_and_a_stranger_is_told_no_details(floor: Lab) -> None:
    told = here(floor).get("/readyz")
    assert told.status_code == 200 and told.json()["state"] == "ready"
    assert set(told.json()["checks"]) == EVERYTHING
    assert all(check["says"] for check in told.json()["checks"].values())
    stranger = floor.anybody().get("/readyz").json()["checks"]
    assert all(set(check) == {"state"} for check in stranger.values())


def test_readiness_writes_and_says_when_it_can_not(floor: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    before = floor.house.writer.commits
    here(floor).get("/readyz")
    here(floor).get("/readyz")
    assert floor.house.writer.commits == before + 1  # the second was answered by the first look

    async def full(_: object) -> None:
        raise NotWritten("The record could not be written: database or disk is full.", "Nothing was taken.")

    monkeypatch.setattr(floor.house, "write", full)
    floor.app.state.floor.readiness._until = 0.0
    answer = here(floor).get("/readyz")
    assert answer.status_code == 503 and answer.json()["state"] == "not ready"
    assert "disk is full" in answer.json()["checks"]["record"]["says"]
    floor.app.state.floor.readiness._until = 0.0
    assert figures(floor)["croupier_ready"] == 0


@pytest.mark.parametrize("series", ["seal", "audit-log", "ledger"])
@pytest.mark.parametrize("stands", ["1", str(2**62), "'odd'"])
def test_a_series_that_was_moved_is_no_record_that_can_be_written(floor: Lab, series: str, stands: str) -> None:
    """Every act is refused in words then; readiness said that it can be written."""
    move = "UPDATE counter SET value = {} WHERE name = '{}'"
    with floor.storage.writing() as conn:
        was = conn.exec_driver_sql(f"SELECT value FROM counter WHERE name = '{series}'").scalar()
        conn.exec_driver_sql(move.format(stands, series))
    try:
        answer = here(floor).get("/readyz")
        refused = floor.anybody().post("/api/v1/guests", json={})
    finally:
        with floor.storage.writing() as conn:
            conn.exec_driver_sql(move.format(was, series))
    assert answer.status_code == 503
    assert f"the series {series}" in answer.json()["checks"]["record"]["says"]
    assert refused.status_code == 503 and f"the series {series}" in refused.json()["error"]
    floor.app.state.floor.readiness._until = 0.0
    assert here(floor).get("/readyz").status_code == 200


def test_little_disk_and_a_clock_set_back_are_said(floor: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "DISK_LEAST", 2**60)
    floor.clock.advance(-3600 * 1_000_000)
    try:
        answer = here(floor).get("/readyz")
    finally:
        floor.clock.advance(3600 * 1_000_000)
    assert answer.status_code == 503
    checks = answer.json()["checks"]
    assert "make room" in checks["disk"]["says"]
    assert checks["clock"]["state"] == "bad" and "set the machine's clock" in checks["clock"]["says"]


def test_a_record_that_can_not_be_read_is_no_fault_of_the_page(floor: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away() -> Any:
        raise OperationalError("SELECT 1", {}, Exception("gone"))

    monkeypatch.setattr(floor.app.state.floor.readiness, "_inspect", away)
    answer = here(floor).get("/readyz")
    assert answer.status_code == 503 and answer.json()["checks"]["tables"]["state"] == "bad"


def test_metrics_have_their_form_and_count(floor: Lab) -> None:
    answer = here(floor).get("/metrics")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    assert all(LINE.fullmatch(line) for line in lines), [line for line in lines if not LINE.fullmatch(line)]
    named = {line.split()[2] for line in answer.text.splitlines() if line.startswith("# TYPE")}
    assert all(re.split(r"[{ ]", line)[0].removesuffix("_bucket").removesuffix("_sum").removesuffix("_count") in named
               for line in lines)  # fmt: skip
    before = figures(floor)
    floor.anybody().get("/no/such/page")
    floor.anybody().post("/api/v1/guests", json={})
    after = figures(floor)
    floor.house.proofs.look()
    assert figures(floor)["croupier_seal_proved"] == after["croupier_seal"]
    refused = 'croupier_refusals_total{status="404"}'
    assert after[refused] == before.get(refused, 0) + 1
    assert after["croupier_commits_total"] > before["croupier_commits_total"]
    assert after["croupier_seal"] > before["croupier_seal"]
    assert after['croupier_request_seconds_bucket{le="+Inf"}'] == after["croupier_request_seconds_count"]
    assert any(name.startswith("croupier_tables{") and 'game="roulette"' in name for name in after)
    with floor.anybody().websocket_connect("/live"):
        assert figures(floor)['croupier_sockets{who="visitor"}'] == 1
    assert figures(floor)["croupier_sockets_total"] == after["croupier_sockets_total"] + 1


def test_metrics_are_read_from_the_machine_or_with_the_token(floor: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    assert floor.anybody().get("/metrics").status_code == 403
    assert floor.program("manager").get("/metrics").status_code == 403
    assert here(floor, **{"x-forwarded-for": "203.0.113.9"}).get("/metrics").status_code == 403  # a proxy's caller
    monkeypatch.setenv(TOKEN, "only-the-instruments-know")
    assert floor.anybody(authorization="Bearer only-the-instruments-know").get("/metrics").status_code == 200
    assert floor.anybody(authorization="Bearer no").get("/metrics").status_code == 403
    assert floor.anybody().get("/metrics", params={"token": "only-the-instruments-know"}).status_code == 403


def test_a_table_out_of_order_is_counted_and_closes_nobody_else(floor: Lab) -> None:
    harm(floor, table_of(floor, "three-card-poker"))
    answer = here(floor).get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["checks"]["tables"]["state"] == "warn"
    assert "1 out of order" in answer.json()["checks"]["tables"]["says"]
    assert figures(floor)['croupier_out_of_order{kind="table"}'] == 1


def test_a_line_of_the_log_in_json_names_what_was_asked_for_and_the_command(floor: Lab) -> None:
    said, log = io.StringIO(), logging.getLogger("croupier")
    handler, level = logging.StreamHandler(said), log.level
    handler.setFormatter(JsonLines())
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        table, player = table_of(floor, "roulette"), floor.program("player")
        player.get(f"/api/v1/tables/{table}")
        leaving = {"act": {"act": "leave", "position": 1}, "command": "go-1"}
        answer = player.post(f"/api/v1/tables/{table}/acts", json=leaving)
        player.post(f"/api/v1/tables/{table}/tickets", json={"position": 1, "command": "worth-money"})
        log.error("a table %s", "fails", exc_info=ValueError("no"), extra={"command": "go-2"})
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
    asked, *_, failed = lines = [json.loads(line) for line in said.getvalue().splitlines()]
    assert (asked["method"], asked["status"], asked["command"]) == ("POST", answer.status_code, "go-1")
    assert asked["path"].endswith("/acts") and asked["ms"] > 0 and asked["level"] == "info"
    assert failed["command"] == "go-2" and "ValueError: no" in failed["exception"]
    assert failed["time"].endswith("Z") and failed["message"] == "a table fails"
    assert "worth-money" not in said.getvalue() and len(lines) == 3, "a name that opens a ticket is told to nobody"


def test_who_asks_for_a_mark_without_reading_a_page_gets_the_emblem(floor: Lab) -> None:
    there = floor.anybody()
    mark = there.get("/favicon.ico")
    assert (mark.status_code, mark.headers["content-type"]) == (200, "image/svg+xml")
    assert mark.content == there.get("/assets/emblem.svg").content
