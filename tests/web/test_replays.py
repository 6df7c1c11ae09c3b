"""Chains walked on from where they were whole, and from their beginning from time to time."""

import re
import types
from collections.abc import Iterator

import pytest
from sqlalchemy import text, update

from croupier.house import replays
from croupier.house.record import journals, schema
from croupier.house.replays import Replays

from .lab import Lab, lab

TABLE, JOURNAL = "RO-101", "RO-101.1"
CARDS = "TCP-101"


@pytest.fixture
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("replays"), "roulette") as made:
        yield made


@pytest.fixture
def cards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("cards"), "three-card-poker") as made:
        yield made


def wager(floor: Lab) -> None:
    client, badge = floor.guest()
    for act in (
        {"act": "sit", "position": 1, "patron": badge, "chips": 50_000},
        {"act": "bet", "position": 1, "wager": "red", "amount": 1_000},
        {"act": "take", "position": 1, "wager": "red"},
        {"act": "leave", "position": 1},
    ):
        assert client.post(f"/api/v1/tables/{TABLE}/acts", json={"act": act}).status_code == 200


def test_a_patron_has_his_rounds_with_their_results_and_steps_through_them_alone(floor: Lab) -> None:
    (client, badge), (other, _) = floor.guest(), floor.guest()
    sits = {"act": "sit", "position": 2, "patron": badge, "chips": 50_000}
    for act in (sits, {"act": "bet", "position": 2, "wager": "red", "amount": 1_000}):
        assert client.post(f"/api/v1/tables/{TABLE}/acts", json={"act": act}).status_code == 200
    assert client.post(f"/api/v1/tables/{TABLE}/ready", json={}).json()["dealt"]
    page = client.get("/history").text
    link = re.search(rf'href="(/history/{TABLE}/{JOURNAL}/\d+)"', page)
    assert link is not None
    assert "Roulette</a>" in page and "$10.00" in page and re.search(r"[+−]\$10\.00", page)
    whole = client.get(link[1]).text
    assert re.search(r"Step (\d+) of \1<", whole) and "The ball rests in" in whole and 'aria-label="Clause ' in whole
    first = re.search(r'href="\?at=(\d+)" aria-label="First step"', whole)
    assert first is not None
    begun = client.get(f"{link[1]}?at={first[1]}").text
    assert "Step 1 of" in begun and "None of your wagers has ended at this step." in begun
    refused = other.get(link[1])
    assert refused.status_code == 404 and "You had no wager in round" in refused.text


def test_a_program_reads_its_own_round_step_by_step_and_never_a_card_that_it_did_not_see(cards: Lab) -> None:
    (client, badge), (beside, theirs) = cards.guest(), cards.guest()
    for place, patron, who in ((2, badge, client), (5, theirs, beside)):
        sits = {"act": "sit", "position": place, "patron": patron, "chips": 50_000}
        for act in (sits, {"act": "bet", "position": place, "wager": "ante", "amount": 2_500}):
            who.post(f"/api/v1/tables/{CARDS}/acts", json={"act": act}).raise_for_status()
    for who in (client, beside):
        who.post(f"/api/v1/tables/{CARDS}/ready", json={}).raise_for_status()
    path = f"/api/v1/audit/rounds/{CARDS}/{CARDS}.1/1"
    early = client.get(path)
    assert early.status_code == 409 and "Round 1 is under way." in early.text
    for place, who in ((2, client), (5, beside)):
        folds = {"act": "chosen", "name": "fold", "position": place}
        who.post(f"/api/v1/tables/{CARDS}/acts", json={"act": folds}).raise_for_status()
    (row,) = client.get("/api/v1/audit/rounds").json()
    assert path.endswith(f"/{row['table_id']}/{row['journal_id']}/{row['round']}")
    last = client.get(path).json()
    assert [reason["state"] for reason in last["ended"]["reasons"]] == ["lost"] and last["at"] == last["last"]
    mine, beside_him = [], []
    for at in range(last["first"], last["last"] + 1):
        answer = client.get(path, params={"at": at})
        step = answer.json()
        assert step["at"] == step["seen"]["entry"] == at and theirs not in answer.text
        seats = step["seen"]["positions"]
        mine += [card for hand in seats[1]["hands"] for card in hand["cards"]]
        beside_him += [card for hand in seats[4]["hands"] for card in hand["cards"]]
    assert any(card is not None for card in mine)
    assert beside_him and set(beside_him) == {None}  # the neighbour folded: nobody saw his cards
    stranger, _ = cards.guest()
    refused = stranger.get(path)
    assert refused.status_code == 404 and "You had no wager in round 1" in refused.text


def test_a_chain_is_walked_on_and_from_its_beginning_now_and_then(floor: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    now, walks, verify = 1_000.0, 0, journals.verify

    def counted(*asked: object) -> object:
        nonlocal walks
        walks += 1
        return verify(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(replays, "time", types.SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(journals, "verify", counted)
    kept = Replays(floor.storage)

    def look() -> tuple[bool, str, int]:
        with floor.storage.reading() as conn:
            return kept.chain(conn, JOURNAL)

    whole, words, first = look()
    assert (whole, words, walks) == (True, "", 1)
    for _ in range(2):
        wager(floor)
        whole, words, count = look()
        assert (whole, words, walks) == (True, "", 1)
    assert count > first
    now += replays.WALK_S + 1
    assert look() == (True, "", count)
    assert walks == 2


@pytest.mark.parametrize("changed", ["head", "entry"])
def test_what_does_not_follow_is_found_at_once(floor: Lab, changed: str) -> None:
    kept = Replays(floor.storage)
    with floor.storage.reading() as conn:
        assert kept.chain(conn, JOURNAL)[0]
    wager(floor)
    head, entry = schema.journal_head, schema.journal_entry
    with floor.storage.engine.begin() as conn:
        if changed == "head":
            conn.execute(update(head).where(head.c.id == JOURNAL).values(number=99))
        else:
            conn.execute(text("DROP TRIGGER journal_entry_no_update"))
            last = journals.head(conn, JOURNAL).number
            conn.execute(
                update(entry).where(entry.c.journal_id == JOURNAL, entry.c.number == last).values(payload=b"{}")
            )
    for _ in range(2):
        with floor.storage.reading() as conn:
            whole, words, _ = kept.chain(conn, JOURNAL)
        assert not whole
        assert ("the head names entry 99" if changed == "head" else "does not match its hash") in words
