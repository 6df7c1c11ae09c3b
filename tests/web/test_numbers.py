"""How to play a game and what protects it: a page and the API say the same; what a counter gains is for staff only."""

import asyncio
import time
from typing import Any

import httpx
import msgspec
import pytest

from croupier.games import open_game
from croupier.house.record.errors import Busy
from croupier.odds.protection.depth import Depth
from croupier.odds.protection.report import Guarded, Protection
from croupier.web.books import number_sheets as numbers
from croupier.web.kit.long_work.odds_desk import ASKED_BY_ONE, OddsDesk
from croupier.web.results import counters

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


def answered(client: httpx.Client, path: str, **given: Any) -> dict[str, Any]:
    """What a question is answered in the end."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        said: dict[str, Any] = client.get(path, params=given).raise_for_status().json()
        if said["ready"]:
            return said
        time.sleep(0.05)
    raise AssertionError(f"{path} was never answered")


def test_an_evening_a_coupon_and_an_hour_are_asked_by_the_page_and_by_programs(server: Server) -> None:
    guest, _ = server.guest()
    asked: dict[str, Any] = {"wager": "red", "rounds": 100, "bankroll": 20, "rebate": 10}
    said = answered(guest, API + "/roulette/evening", **asked)["evening"]
    assert said["wagers"] == ["red"] and abs(said["evening"]["mean"] + 100 * 2 / 38) < 1e-9
    assert abs(sum(chance for _, _, chance in said["steps"]) - 1) < 1e-9
    shelf = guest.get("/api/v1/rulebooks", params={"property": "hard-rock-cincinnati", "game": "roulette"}).json()
    book = f"/rulebooks/hard-rock-cincinnati/roulette/{shelf[-1]['approved']}"
    page = guest.get(book + "/evening", params=asked)
    assert f"{100 * said['evening']['ahead']:.2f} %" in page.text and 'class="plot"' in page.text
    several = answered(guest, API + "/roulette/evening", **{"wager": "red", "with": "dozen:1st-12=2", "rounds": 10})
    assert several["evening"]["wagers"] == ["red", "dozen on 1st-12"]
    worth = answered(guest, API + "/roulette/coupons")["coupons"]
    best = {each["wager"]: each for each in worth}
    assert abs(best["red"]["match_play"] - 18 / 38) < 1e-9
    assert guest.get(API + "/roulette/hour", params={"players": "5x25"}).status_code == 403
    manager = server.client("manager")
    hour = answered(manager, API + "/roulette/hour", players="4x15,2x100", wager="red", least=25, stay=60)["hour"]
    assert abs(hour["before"]["win"] - 15600_00 * 2 / 38) < 1e-6 and abs(hour["even_if_stay"] - 0.6) < 1e-9
    desk = server.browser_session("manager")
    page = desk.get(book + "/hour", params={"players": "4x15, 2x100", "wager": "red", "least": "25", "stay": "60"})
    assert page.status_code == 200 and "60.0 % of those below 25 dollars stay" in page.text
    assert book + "/hour" in desk.get(book).text and book + "/evening" in guest.get(book).text
    assert book + "/hour" not in guest.get(book).text


@pytest.mark.parametrize(
    ("game", "title", "cards", "gains"),
    [
        ("ultimate-texas-holdem", "Ultimate Texas Hold&#39;em", 4, "+13.59 %"),
        ("pai-gow-poker", "Pai Gow Poker", 1, "(gain ±"),
    ],
)
def test_what_a_seen_card_is_worth_is_on_the_page_and_for_programs(
    server: Server, game: str, title: str, cards: int, gains: str
) -> None:
    manager, desk = server.client("manager"), server.browser_session("manager")
    said = answered(manager, f"{API}/{game}/protection")
    seen = said["protection"]["seen"]
    assert (said["why"], len(seen), seen[0]["card"]) == ("", cards, "one of the dealer's cards")
    assert all(each["usual"] < each["known"] for each in seen)
    page = desk.get(f"/rulebooks/hard-rock-cincinnati/{game}/{said['approved']}/protection")
    assert page.status_code == 200 and f"<h1>Protection of {title}</h1>" in page.text
    assert gains in page.text and "one of the dealer&#39;s cards" in page.text
    wrong = answered(manager, f"{API}/{game}/protection", option="dealing=by-post")
    assert wrong["protection"] is None and "dealing=by-post: expected one of" in wrong["why"]


def test_what_can_not_be_asked_is_said_and_nothing_is_worked_out(server: Server) -> None:
    guest, _ = server.guest()
    said = answered(guest, API + "/roulette/evening", wager="no-such-wager")
    assert said["evening"] is None and "roulette has" in said["why"]
    said = answered(guest, API + "/roulette/evening", wager="red", option="no-such=1")
    assert said["evening"] is None and "no-such" in said["why"]
    assert guest.get(API + "/roulette/evening", params={"option": "decks"}).status_code == 422
    assert guest.get(API + "/roulette/evening", params={"rounds": 0}).status_code == 422
    shelf = guest.get("/api/v1/rulebooks", params={"property": "hard-rock-cincinnati", "game": "roulette"}).json()
    book = f"/rulebooks/hard-rock-cincinnati/roulette/{shelf[-1]['approved']}"
    refused = guest.get(book + "/evening", params={"rounds": "many"})
    assert refused.status_code == 422 and "number from 1 to 1,000,000" in refused.text


def test_nobody_asks_more_at_once_than_his_share() -> None:
    async def ask() -> None:
        desk = OddsDesk()
        try:
            for number in range(ASKED_BY_ONE):
                desk.start(f"question {number}", [(len, ("",))], caller="ann")
            with pytest.raises(Busy):
                desk.start("one more", [(len, ("",))], caller="ann")
            desk.start("of another", [(len, ("",))], caller="ben")
        finally:
            desk.close()

    asyncio.run(ask())


def test_a_question_that_found_no_process_can_be_asked_again() -> None:
    async def ask() -> None:
        desk = OddsDesk()
        await asyncio.get_running_loop().run_in_executor(desk._pool("asked"), len, "")
        desk.close()
        for _ in range(ASKED_BY_ONE + 1):  # and it is not held against whoever asks
            with pytest.raises(RuntimeError):
                desk.start("a question", [(len, ("",))], caller="ann")
            assert desk.job("a question") is None

    asyncio.run(ask())


@pytest.mark.parametrize(("a_shoe", "verdict"), [(0.01, "none"), (0.2, "watch"), (4.0, "act")])
def test_a_side_wager_is_judged_by_what_a_counter_makes_an_hour_at_the_cut_of_the_house(
    a_shoe: float, verdict: str
) -> None:
    posting = open_game("hard-rock-cincinnati", "blackjack").posting
    depths = tuple(
        Depth(penetration=cut, favourable=share, gain=0.1, per_shoe=units, by_count=(units,))
        for cut, share, units in ((0.5, 0.01, a_shoe / 10), (0.75, 0.2, a_shoe), (0.9, 0.4, 2 * a_shoe))
    )
    guarded = Guarded(
        wager="trilux", table="", note="", decks=6.0, expectation=-0.17, effects=(), hi_lo=0.0, counts=(),
        depths=depths, cards_a_round=5.4, safe=None, kind="trilux",
    )  # fmt: skip
    placed = msgspec.structs.replace(guarded, wager="trilux on red")
    found = Protection("hard-rock-cincinnati", "blackjack", "2020-09-08", 0.75, None, (guarded, placed))
    row, other = counters._rows("BJ-1", posting, msgspec.to_builtins(found))
    assert other.title == "TriLux Bonus on red" and other.worth == row.worth
    units = guarded.count_per_hour(depths[1])
    assert (row.title, row.table, row.verdict, row.favourable) == ("TriLux Bonus", "BJ-1", verdict, 0.2)
    assert row.worth == pytest.approx(units * posting.limits["trilux"].most)
    assert ("3.0 decks instead of 1.5" in row.safer) == (verdict != "none")
