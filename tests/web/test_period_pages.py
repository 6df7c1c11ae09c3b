"""Gaming periods over the counter: signed for, proved without the house, on record with their digest."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.anchors import signed
from croupier.house.periods import bundle, proof
from croupier.house.record.clock import DAY_US

from .lab import PLACE, Lab, csrf, lab

PAGE, API = "/audit/periods", "/api/v1/audit/periods"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A house on the day after its first."""
    folder = tmp_path_factory.mktemp("periods")
    with lab(folder, "roulette") as made:
        made.app.state.floor.periods.key = folder / "house.key"
        made.public = signed.new_key(folder / "house.key")  # type: ignore[attr-defined]
        made.clock.advance(DAY_US)
        made.day = made.app.state.floor.periods.last_day()  # type: ignore[attr-defined]
        yield made


def asked(floor: Lab, **more: str) -> dict[str, str]:
    day = floor.day.isoformat()  # type: ignore[attr-defined]
    return {"first": day, "last": day, "password": PASSWORD, **more}


def proved(content: bytes, folder: Path, public: str) -> bundle.Period:
    file = folder / "period"
    file.write_bytes(content)
    with bundle.opened(file) as conn:
        period, signature = bundle.read(conn)
        assert proof.check_signature(period, signature, (signed.read_public(public),))
        assert list(proof.faults(conn, period)) == []
    return period


def log(floor: Lab) -> list[tuple[str, str, str, str]]:
    with floor.storage.reading() as conn:
        lines = floor.house.people.logged(conn, limit=6)
    return [(line.act, line.subject, line.outcome, line.reason) for line in lines]


def test_a_period_leaves_by_the_page_and_is_proved_without_the_house(floor: Lab, tmp_path: Path) -> None:
    client = floor.browser("surveillance")
    page = client.get(PAGE).text
    assert "signed with the house" in page
    assert f'href="{PAGE}"' in client.get(f"/audit?house={PLACE}").text
    answer = client.post(PAGE, data=asked(floor, csrf=csrf(page)))
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].endswith(f'"{floor.day}.croupier"')  # type: ignore[attr-defined]
    period = proved(answer.content, tmp_path, floor.public)  # type: ignore[attr-defined]
    assert period.seals > 0
    digest = hashlib.sha256(answer.content).hexdigest()
    words = f"period {floor.day} to {floor.day}"  # type: ignore[attr-defined]
    done, put = log(floor)[:2]
    assert done[:3] == ("audit.export", words, "done") and digest in done[3]
    assert put[:3] == ("audit.read", words, "signed")


def test_a_program_gets_the_same_file_and_signs_once_for_one_command(floor: Lab, tmp_path: Path) -> None:
    client = floor.program("surveillance")
    given = asked(floor, command="period-1")
    first, again = client.post(API, json=given), client.post(API, json=given)
    for answer in (first, again):
        assert answer.status_code == 200, answer.text
        assert answer.headers["x-sha256"] == hashlib.sha256(answer.content).hexdigest()
        proved(answer.content, tmp_path, floor.public)  # type: ignore[attr-defined]
    assert [line[2] for line in log(floor)[:4]].count("signed") == 1
    other = client.post(API, json=given | {"first": "2019-12-01"})
    assert other.status_code == 409, other.text


def test_a_form_that_is_sent_twice_is_signed_for_once_and_each_file_is_logged(floor: Lab) -> None:
    client = floor.browser("surveillance")
    given = asked(floor, csrf=csrf(client.get(PAGE).text), command="period-2")
    for _ in range(2):
        answer = client.post(PAGE, data=given)
        assert answer.status_code == 200, answer.text
    assert [line[2] for line in log(floor)[:3]] == ["done", "done", "signed"]
    other = client.post(PAGE, data=given | {"first": "2019-12-01"})
    assert other.status_code == 409, other.text


@pytest.mark.parametrize(
    ("more", "status", "says"),
    [
        ({"password": "nothing of his"}, 422, "password"),
        ({"last": "2020-02-30"}, 422, "is no day"),
        ({"last": "2031-01-01"}, 422, "is not over"),
        ({"first": "2020-01-01", "last": "2019-12-01"}, 422, "begins on"),
        ({"first": "2017-01-01"}, 422, "a year at most"),
        ({"first": "2019-01-01", "last": "2019-01-05"}, 422, "Nothing is on record"),
    ],
)
def test_what_is_not_handed_out_is_refused_in_words(floor: Lab, more: dict[str, str], status: int, says: str) -> None:
    refused = floor.program("surveillance").post(API, json=asked(floor, **more))
    assert (refused.status_code, says in refused.json()["error"]) == (status, True), refused.text
    client = floor.browser("surveillance")
    page = client.post(PAGE, data=asked(floor, csrf=csrf(client.get(PAGE).text), **more))
    assert page.status_code == status and says in page.text, page.text


@pytest.mark.parametrize("badge", ["player", "dealer", "cage"])
def test_who_does_not_audit_gets_no_period(floor: Lab, badge: str) -> None:
    assert floor.program(badge).post(API, json=asked(floor)).status_code == 403
