"""What the record shows to whom, and when: no round under way to somebody who could act in it."""

import json
from collections.abc import Iterator

import pytest

from croupier.rounds import acts

from .lab import Lab, lab

TABLE, JOURNAL = "TCP-101", "TCP-101.1"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("reading"), "three-card-poker") as made:
        yield made


def dealt(floor: Lab) -> tuple[int, int]:
    """A hand is dealt and its player has not decided; the round, and the last entry on record."""
    guest, badge = floor.guest()
    for act in (
        {"act": "sit", "position": 1, "patron": badge, "chips": 50_000},
        {"act": "bet", "position": 1, "wager": "ante", "amount": 2_500},
    ):
        assert guest.post(f"/api/v1/tables/{TABLE}/acts", json={"act": act}).status_code == 200
    assert guest.post(f"/api/v1/tables/{TABLE}/ready").json()["dealt"]
    live = floor.do(lambda: floor.house.table(TABLE))
    assert not live.driver.betting
    return live.driver.felt.round, live.driver.entry


def decide(floor: Lab) -> None:
    live = floor.do(lambda: floor.house.table(TABLE))
    with floor.storage.reading() as conn:
        patron = floor.house.people.get(conn, live.driver.felt.positions[0].patron)
    for act in ("fold", None):
        given = acts.Chosen(act, 1) if act else acts.Leave(1)
        floor.do(lambda given=given: floor.house.answer(TABLE, patron, given))  # type: ignore[misc]


def last_read(floor: Lab, badge: str) -> tuple[int, int]:
    """The last entry that somebody gets from the API and from the file."""
    client = floor.program(badge)
    entries = client.get(f"/api/v1/audit/journals/{JOURNAL}/entries?limit=1000").json()
    lines = client.get(f"/audit/{TABLE}/{JOURNAL}/journal.jsonl").content.splitlines()
    numbers = [json.loads(line.partition(b" ")[2])["number"] for line in lines]
    return max((e["entry"]["number"] for e in entries), default=0), max(numbers, default=0)


def test_a_manager_reads_a_round_when_it_is_over_and_surveillance_at_once(floor: Lab) -> None:
    for _ in range(2):
        before = floor.do(lambda: floor.house.table(TABLE)).driver.entry
        round_, entry = dealt(floor)
        assert last_read(floor, "surveillance") == (entry, entry)
        assert max(last_read(floor, "manager")) <= before
        for path in ("", "/export.json", "/export.csv"):
            answer = floor.program("manager").get(f"/audit/{TABLE}/{JOURNAL}/{round_}{path}")
            assert answer.status_code == 409, answer.text
        decide(floor)
        entry = floor.do(lambda: floor.house.table(TABLE)).driver.entry
        for badge in ("manager", "surveillance"):
            assert last_read(floor, badge) == (entry, entry)
            assert floor.program(badge).get(f"/audit/{TABLE}/{JOURNAL}/{round_}").status_code == 200


def test_whoever_reads_a_journal_is_in_the_log_by_whichever_door_he_came(floor: Lab) -> None:
    def told() -> list[str]:
        with floor.storage.reading() as conn:
            lines = floor.house.people.logged(conn, by="surveillance", subject=TABLE)
        return [line.reason for line in reversed(lines) if line.act == "audit.read"]

    before = len(told())
    program = floor.program("surveillance")
    assert program.get(f"/api/v1/audit/journals/{JOURNAL}/entries", params={"after": 1, "limit": 2}).status_code == 200
    assert floor.browser("surveillance").get(f"/audit/{TABLE}/{JOURNAL}/journal.jsonl").status_code == 200
    assert told()[before:] == [f"entries 2 to 3 of {JOURNAL}", f"journal {JOURNAL}"]
    assert program.get(f"/api/v1/audit/journals/{JOURNAL}/entries", params={"after": 10**6}).json() == []
    assert len(told()) == before + 2, "nothing was there to read"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/audit/ledger?before={}", 422),
        (f"/audit/{TABLE}/{JOURNAL}/{{}}", 404),  # a part of the address: there is no such page
        (f"/audit/{TABLE}/{JOURNAL}/1?at={{}}", 422),
    ],
)
@pytest.mark.parametrize("number", [-1, 2**63, 10**30])
def test_numbers_that_no_database_holds_are_refused(floor: Lab, path: str, status: int, number: int) -> None:
    assert floor.program("surveillance").get(path.format(number)).status_code == status


def test_chips_beyond_any_amount_are_refused(floor: Lab) -> None:
    for badge, status in (("supervisor", 403), ("player", 422)):
        for chips in (2**62, 2**63, 10**30):
            act = {"act": "sit", "position": 2, "patron": "player", "chips": chips}
            answer = floor.program(badge).post(f"/api/v1/tables/{TABLE}/acts", json={"act": act})
            assert answer.status_code == status, answer.text


@pytest.mark.parametrize("path", ["journal.jsonl", "{}", "{}/export.json", "{}/export.csv"])
def test_a_journal_is_read_under_its_own_table(floor: Lab, path: str) -> None:
    round_, _ = dealt(floor)
    decide(floor)
    client = floor.program("surveillance")
    assert client.get(f"/audit/{TABLE}/{JOURNAL}/{path.format(round_)}").status_code == 200
    for table, journal in (("TCP-111", JOURNAL), ("NONE-1", JOURNAL), (TABLE, "TCP-111.1"), (TABLE, f"{TABLE}.99")):
        answer = client.get(f"/audit/{table}/{journal}/{path.format(round_)}")
        assert answer.status_code == 404, (table, journal)
        assert "has no journal" in answer.text
