"""How to play a game and what protects it: a page and the API say the same; what a counter gains is for staff only."""

from croupier.web.books import numbers

from .server import Server

BOOK = "/rulebooks/hard-rock-cincinnati/three-card-poker/2019-12-05"
API = "/api/v1/rulebooks/hard-rock-cincinnati"


def test_a_sheet_is_worked_out_once_and_is_then_there(server: Server) -> None:
    client, _ = server.guest()
    page = client.get(BOOK + "/strategy")
    assert page.status_code == 200 and ("Being worked out" in page.text or "Play with Q-6-4" in page.text)
    said = client.get(API + "/three-card-poker/strategy").json()
    assert said["game"] == "three-card-poker" and said["ready"] in (False, True) and said["why"] == ""
    assert client.get("/rulebooks/hard-rock-cincinnati/no-game/2019-12-05/strategy").status_code == 404
    assert client.get(API + "/no-game/strategy").status_code == 404


def test_protection_is_no_sign_for_players(server: Server) -> None:
    guest, _ = server.guest()
    assert guest.get(BOOK + "/protection", follow_redirects=False).status_code in (303, 401, 403)
    assert guest.get(API + "/blackjack/protection").status_code == 403
    manager = server.client("manager")
    assert manager.get(API + "/three-card-poker/protection").status_code == 200


def test_what_the_works_give() -> None:
    from croupier.rulebook.library import SHELF

    path = SHELF / "hard-rock-cincinnati" / "three-card-poker@2019-12-05.toml"
    found = numbers.strategy_work(path.read_bytes(), str(path))
    assert found.sheet is not None and "Play with Q-6-4 or better." in found.sheet.words
    assert found.data["words"][0] == "Play with Q-6-4 or better."
    path = SHELF / "hard-rock-cincinnati" / "craps@2020-04-28.toml"
    refused = numbers.protection_work(path.read_bytes(), str(path))
    assert refused.sheet is None and "none of its wagers is dealt from a shoe" in refused.why
