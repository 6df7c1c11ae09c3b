"""One table that can't be read, seen from every page and by programs: the others are there, and two people close it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update

from croupier.demo.furnish import PASSWORD
from croupier.games import game_class
from croupier.house.record import schema
from croupier.house.record.faults import TABLE

from .lab import PLACE, Lab, lab, sent

GAMES = ("three-card-poker", "roulette", "blackjack")


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, *GAMES) as made:
        yield made


def table_of(floor: Lab, game: str) -> str:
    with floor.storage.reading() as conn:
        tables = floor.house.tables.everyone(conn, PLACE)
    return next(t.id for t in tables if t.game == game and t.mode == "electronic")


def harm(floor: Lab, table_id: str) -> None:
    """Change the first entry of its journal, and let the server read it again."""
    entry = schema.journal_entry
    with floor.storage.writing() as conn:
        conn.execute(text("DROP TRIGGER journal_entry_no_update"))
        where = (entry.c.journal_id.startswith(f"{table_id}."), entry.c.number == 1)
        kept = bytes(conn.execute(entry.select().where(*where)).one().payload)
        conn.execute(
            update(entry).where(*where).values(payload=kept.replace(b"dealt", b"Dealt").replace(b"2", b"3", 1))
        )
        conn.execute(text("DELETE FROM checkpoint"))
    floor.do(lambda: floor.house.forget(table_id))


def test_every_page_shows_the_others_and_says_what_is_out_of_order(floor: Lab) -> None:
    broken, other = table_of(floor, "three-card-poker"), table_of(floor, "roulette")
    harm(floor, broken)
    assert floor.anybody().get("/healthz").json() == {"state": "open", "out_of_order": [f"table {broken}"]}
    for badge, path in (("player", f"/?house={PLACE}"), ("supervisor", f"/?house={PLACE}"), ("supervisor", "/pit")):
        page = floor.browser(badge).get(path)
        assert page.status_code == 200
        assert "Out of order" in page.text and other in page.text
        assert ("its content does not match its hash" in page.text) == (badge == "supervisor")
    rows = {row["id"]: row for row in floor.program("supervisor").get(f"/api/v1/tables?property={PLACE}").json()}
    assert rows[broken]["state"] == "broken" and "hash" in rows[broken]["why"]
    assert rows[other]["state"] == "open" and rows[other]["free"]
    rows = {row["id"]: row for row in floor.program("player").get(f"/api/v1/tables?property={PLACE}").json()}
    assert rows[broken]["why"] == ""
    tiles = {tile["table"]["id"]: tile for tile in floor.program("manager").get("/api/v1/pit").json()}
    assert tiles[broken]["out_of_order"] and not tiles[other]["out_of_order"]
    refused = floor.program("player").get(f"/api/v1/tables/{broken}")
    assert refused.status_code == 409 and "out of order" in refused.json()["error"]
    assert floor.browser("supervisor").get(f"/tables/{broken}").status_code == 409
    assert "broken" in floor.browser("surveillance").get("/audit/verify").text
    assert floor.browser("supervisor").get(f"/pit/{broken}").headers["location"] == f"/out-of-order/{TABLE}/{broken}"
    assert floor.browser("supervisor").get(f"/pit/{other}").status_code == 200
    assert floor.anybody().get("/room").status_code == 200


def test_a_supervisor_and_a_manager_close_it_from_its_page(floor: Lab) -> None:
    broken = table_of(floor, "three-card-poker")
    player, badge = floor.guest()
    player.post("/api/v1/cage", json={"act": "demo", "property": PLACE})
    sit = {"act": {"act": "sit", "position": 1, "patron": badge, "chips": 500_00}}
    assert player.post(f"/api/v1/tables/{broken}/acts", json=sit).status_code == 200
    bet = {"act": {"act": "bet", "position": 1, "wager": "ante", "amount": 25_00}}
    assert player.post(f"/api/v1/tables/{broken}/acts", json=bet).status_code == 200
    harm(floor, broken)
    path = f"/out-of-order/{TABLE}/{broken}"
    page = floor.browser("supervisor").get(path)
    assert "$475.00" in page.text and "$25.00" in page.text
    assert broken in floor.browser("supervisor").get("/out-of-order").text
    form = {"reason": "a changed byte", "password": PASSWORD, "second": "manager", "second-password": "not this one"}
    refused = sent(floor, "supervisor", path, **form)
    assert refused.status_code in (403, 422) and re.search("not the password of badge manager", refused.text)
    assert floor.browser("player").get(path).status_code == 403
    form["second-password"] = PASSWORD
    assert sent(floor, "supervisor", path, **form).headers["location"] == "/out-of-order"
    assert floor.anybody().get("/healthz").json() == {"state": "open"}
    assert "Everything can be read" in floor.browser("manager").get("/out-of-order").text
    assert floor.do(lambda: _purse(floor, badge)) == 1_000_00


def test_a_program_closes_it_too_and_gets_its_first_answer_again(floor: Lab) -> None:
    broken = table_of(floor, "blackjack")
    harm(floor, broken)
    manager = floor.program("manager")
    (found,) = manager.get("/api/v1/out-of-order").json()
    assert (found["fault"]["subject"], found["returns"]["common"]) == (broken, 0)
    given = {"password": PASSWORD, "second_badge": "manager", "second_password": PASSWORD, "reason": "a changed byte"}
    path = f"/api/v1/out-of-order/{TABLE}/{broken}/close"
    assert manager.post(path, json=given).status_code == 403
    given |= {"second_badge": "supervisor", "command": "close-it"}
    first = manager.post(path, json=given)
    assert first.status_code == 200 and first.json()["subject"] == broken
    assert manager.post(path, json=given).json() == first.json()
    assert manager.get(f"/api/v1/out-of-order/{TABLE}/{broken}").status_code == 409
    assert floor.program("player").post(path, json=given).status_code == 403


async def _purse(floor: Lab, badge: str) -> int:
    with floor.storage.reading() as conn:
        return floor.house.ledger.balance(conn, f"patron:{badge}")


def test_a_game_that_fails_at_an_act_says_so_and_may_be_closed(floor: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = table_of(floor, "three-card-poker")
    player, badge = floor.guest()
    player.post("/api/v1/cage", json={"act": "demo", "property": PLACE})
    sit = {"act": {"act": "sit", "position": 1, "patron": badge, "chips": 500_00}}
    player.post(f"/api/v1/tables/{table_id}/acts", json=sit)

    game = game_class("three-card-poker")
    check = game.check_betting

    def fails(self: Any, table: Any, answer: Any) -> None:
        if getattr(answer, "amount", 0) == 26_00:
            raise KeyError("no such row")
        check(self, table, answer)

    monkeypatch.setattr(game, "check_betting", fails)
    bet = {"act": {"act": "bet", "position": 1, "wager": "ante", "amount": 26_00}}
    refused = player.post(f"/api/v1/tables/{table_id}/acts", json=bet)
    assert refused.status_code == 409 and "Nothing was taken" in refused.json()["error"]
    assert "Out of order" in floor.browser("supervisor").get("/pit").text
    assert floor.browser("supervisor").get(f"/pit/{table_id}").status_code == 200
    (found,) = floor.program("manager").get("/api/v1/out-of-order").json()
    assert found["fault"]["read"] and found["returns"]["chips"] == {badge: 500_00}
