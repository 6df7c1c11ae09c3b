"""The log of people: sentences, filters in the address, exports that are acts themselves."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

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
    assert "exported the audit" in eye.get("/audit/log").text  # the two exports stand there too
    assert eye.get("/audit/log", params={"since": "no time"}).status_code == 400
    assert eye.get("/audit/log", params={"export": "pdf"}).status_code == 404
    assert "No act matches" in eye.get("/audit/log", params={"until": "1999-01-01T00:00"}).text
