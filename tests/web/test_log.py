"""The log of people: sentences, filters in the address, exports that are acts themselves."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.house.people.permissions import PERMITS
from croupier.web.audit import log_words

from .lab import Lab, lab


@pytest.fixture
def floor(tmp_path: Any) -> Iterator[Lab]:
    with lab(tmp_path, "big-six") as made:
        yield made


def test_the_log_says_who_did_what_and_its_export_holds_what_the_filters_leave(floor: Lab) -> None:
    eye = floor.browser("surveillance")
    page = eye.get("/audit/log").text
    assert "Who did what" in page and "table.add" not in page and "set up" in page
    only = eye.get("/audit/log", params={"badge": "manager", "kind": "table"}).text
    assert "Manager manager" in only and "signed in" not in only and "match the filters" in only
    assert "No act matches" in eye.get("/audit/log", params={"badge": "nobody"}).text
    lines = json.loads(eye.get("/audit/log", params={"badge": "manager", "kind": "table", "export": "json"}).text)
    assert lines and {line["by"] for line in lines} == {"manager"}
    sheet = eye.get("/audit/log", params={"export": "csv"})
    assert sheet.headers["content-type"].startswith("text/csv") and sheet.text.startswith("number,at_us,by")
    assert "exported the <strong>log</strong>" in eye.get("/audit/log").text  # the two exports stand there too
    assert eye.get("/audit/log", params={"since": "no time"}).status_code == 400
    assert eye.get("/audit/log", params={"export": "pdf"}).status_code == 404
    assert "No act matches" in eye.get("/audit/log", params={"until": "1999-01-01T00:00"}).text


def test_every_act_that_needs_a_permission_reads_as_a_sentence() -> None:
    assert set(PERMITS) <= set(log_words.ACTS)
    assert log_words.done("fill.confirm") == "confirmed the fill"
    assert log_words.done("table.call-supervisor") == "called a supervisor to"
    assert log_words.to_do("table.void") == "void a round at"
    assert log_words.done("new.thing") == "entered “new thing” for"
