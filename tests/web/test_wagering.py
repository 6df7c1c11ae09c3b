"""Several wagers at one tap: the main wager goes down first, what can't move is named, and nobody is locked in."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import playable
from croupier.house.record.errors import Busy
from croupier.web.felt.wagering import newest

from .lab import Lab, csrf, lab

GAMES = ("blackjack", "three-card-poker", "craps", "ultimate-texas-holdem", "let-it-ride")
OTHERS = sorted({game for place, game in playable() if place == "hard-rock-cincinnati"} - {*GAMES, "crapless-craps"})
# Where one wager may lie on many numbers, two that nothing of one round turns into something else.
ON_LAYOUTS = {
    "big-six": {"dollar-1": 1000, "joker": 1000},
    "roulette": {"straight:17": 1000, "red": 2500},
}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("wagering"), *GAMES) as made:
        yield made


class Patron:
    """A guest with a program, alone at a table of a game."""

    def __init__(self, floor: Lab, game: str) -> None:
        self.floor = floor
        self.client, self.badge = floor.guest()
        table = next(t for t in self.client.get("/api/v1/tables").json() if t["game"] == game)
        self.table = table["id"]
        self.path = f"/api/v1/tables/{self.table}"
        self.at = table["free"][0]
        sat = {"act": "sit", "position": self.at, "patron": self.badge, "chips": 50_000}
        self.act(sat)

    def act(self, act: dict[str, Any], status: int = 200) -> Any:
        answer = self.client.post(f"{self.path}/acts", json={"act": act})
        assert answer.status_code == status, answer.text
        return answer.json()

    def bet(self, wager: str, amount: int, on: str = "") -> None:
        self.act({"act": "bet", "position": self.at, "wager": wager, "amount": amount, "on": on})

    def several(self, act: str, command: str = "") -> Any:
        return self.client.post(f"{self.path}/wagers", json={"act": act, "command": command})

    def play(self) -> None:
        """Deal, and answer with anything allowed until wagers are open again."""
        self.client.post(f"{self.path}/ready", json={}).raise_for_status()
        live = self.floor.do(lambda: self.floor.house.table(self.table))
        chance = random.Random(1)
        while not live.driver.betting:
            asked = self.client.get(self.path).json()["asked"]
            if "choices" in asked:
                name = chance.choice([c["name"] for c in asked["choices"] if not c.get("blocked")])
                self.act({"act": "chosen", "name": name, "position": self.at})
            elif live.driver.game.posting.rulebook.game == "pai-gow-poker":
                self.set_hands(live.driver)
            else:
                self.act({"act": "staked", "amount": 0, "position": self.at})

    def set_hands(self, driver: Any) -> None:
        """The first two cards for the Low hand that are no foul."""
        cards = driver.table.hand(f"{self.at}.0").cards
        low = next(
            two for two in itertools.combinations(cards, 2) if not driver.game.set_wrong(driver.table, self.at, two)
        )
        self.act({"act": "arranged", "cards": list(low), "position": self.at})

    def stakes(self) -> dict[str, int]:
        felt = self.floor.do(lambda: self.floor.house.table(self.table)).driver.felt
        return {f"{w.kind}:{w.on}".rstrip(":"): w.stake for w in felt.wagers if w.position == self.at}

    def leave(self) -> None:
        self.act({"act": "leave", "position": self.at})


def _wagers(patron: Patron, game: str) -> dict[str, int]:
    """Every wager that a patron may put down before the cards, each at its least; the main one first."""
    if game in ON_LAYOUTS:
        return ON_LAYOUTS[game]
    playing = patron.floor.do(lambda: patron.floor.house.table(patron.table)).driver.game
    kinds = {"base": 0, "side": 1, "bonus": 1}
    rules = sorted((w for w in playing.posting.wagers.values() if w.kind in kinds), key=lambda w: kinds[w.kind])
    return {
        f"{rule.name}:{rule.on[0]}" if rule.on else rule.name: playing.posting.limits[rule.name].least
        for rule in rules
        if rule.name not in playing.PLACED_LATER and rule.name != "dragon-bonus"
    }


@pytest.fixture(scope="module")
def every_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("every-game"), *OTHERS) as made:
        yield made


@pytest.mark.parametrize("game", ["blackjack", "three-card-poker", "ultimate-texas-holdem", "let-it-ride"])
def test_the_same_wagers_again_put_the_main_wager_down_first(floor: Lab, game: str) -> None:
    _again(floor, game)


@pytest.mark.slow
@pytest.mark.parametrize("game", OTHERS)
def test_the_same_wagers_again_at_every_other_game(every_game: Lab, game: str) -> None:
    _again(every_game, game)


def _again(floor: Lab, game: str) -> None:
    patron = Patron(floor, game)
    known = _wagers(patron, game)
    assert known, game
    for kind, stake in known.items():
        wager, _, on = kind.partition(":")
        patron.bet(wager, stake, on)
    patron.play()
    assert patron.stakes() == {}
    answer = patron.several("same", f"{game}-again-1")
    assert answer.status_code == 200, answer.text
    assert answer.json() == {"cents": sum(known.values()), "left": []}
    assert patron.stakes() == known
    assert patron.several("same", f"{game}-again-1").json()["cents"] == 0
    assert patron.stakes() == known
    limits = floor.do(lambda: floor.house.table(patron.table)).driver.game.posting.limits
    more = {kind: stake for kind, stake in known.items() if limits[kind.partition(":")[0]].most >= 2 * stake}
    assert patron.several("double", f"{game}-twice-1").json()["cents"] == sum(more.values())
    assert patron.several("double", f"{game}-twice-1").json()["cents"] == 0, "sent twice, it is doubled once"
    assert patron.stakes() == {kind: stake + more.get(kind, 0) for kind, stake in known.items()}
    assert patron.several("clear", f"{game}-none-1").json()["cents"] == sum(known.values()) + sum(more.values())
    assert patron.several("clear", f"{game}-none-1").status_code == 200
    assert patron.stakes() == {}
    patron.leave()


def test_what_was_withdrawn_in_the_round_is_among_the_same_wagers(floor: Lab) -> None:
    patron = Patron(floor, "let-it-ride")
    laid = dict.fromkeys(("bet-1", "bet-2", "bet-3"), 1000)
    for wager, stake in laid.items():
        patron.bet(wager, stake)
    patron.client.post(f"{patron.path}/ready", json={}).raise_for_status()
    for _ in range(2):
        patron.act({"act": "chosen", "name": "withdraw", "position": patron.at})
    assert patron.stakes() == {}
    assert patron.several("same").json() == {"cents": 3000, "left": []}
    assert patron.stakes() == laid
    assert patron.several("clear").status_code == 200
    patron.leave()


def test_what_cannot_be_afforded_moves_nothing(floor: Lab) -> None:
    patron = Patron(floor, "blackjack")
    patron.bet("blackjack", 30_000)
    answer = patron.several("double")
    assert answer.status_code == 422
    assert "To double costs $300.00; you have $200.00." in answer.text
    assert patron.stakes() == {"blackjack": 30_000}
    assert patron.several("clear").status_code == 200
    assert patron.several("clear").status_code == 422
    patron.leave()
    nobody, _ = floor.guest()
    assert "no position" in nobody.post(f"{patron.path}/wagers", json={"act": "same"}).text


def test_a_contract_wager_stays_and_clear_says_why(floor: Lab) -> None:
    patron = Patron(floor, "craps")
    live = floor.do(lambda: floor.house.table(patron.table))
    while not live.driver.felt.memo.get("point"):
        if not patron.stakes():
            patron.bet("pass", 1500)
        patron.play()
    patron.bet("field", 1500)
    answer = patron.several("clear").json()
    assert answer["cents"] == 1500
    assert [left["title"] for left in answer["left"]] == [live.driver.game.posting.wagers["pass"].title]
    assert "once the point is established" in answer["left"][0]["why"]
    assert patron.stakes() == {"pass": 1500}
    assert newest(live.driver, {1, 2, 3, 4, 5, 6, 7, 8}) is None
    patron.bet("field", 1500)
    last = newest(live.driver, {wager.position for wager in live.driver.felt.wagers})
    assert last is not None and last.kind == "field"  # the contract wager is passed over, however new it is
    while patron.stakes():
        patron.play()
    patron.leave()


def test_wagers_that_are_paid_by_their_parts_are_put_down_as_they_were(floor: Lab) -> None:
    patron = Patron(floor, "craps")
    one_roll = {"horn": 2000, "world": 2500, "craps-eleven": 2000, "eleven": 1500, "any-seven": 500}
    patron.bet("pass", 1500)
    for kind, cents in one_roll.items():
        patron.bet(kind, cents)
    patron.bet("horn-high", 2500, "12")
    patron.play()
    patron.several("same").raise_for_status()
    lies = patron.stakes()
    assert {kind: lies[kind] for kind in one_roll} == one_roll
    assert lies["horn-high:12"] == 2500
    while patron.stakes():
        patron.several("clear")
        if patron.stakes():
            patron.play()
    patron.leave()


def test_leaving_names_what_it_takes_down_and_takes_it_down(floor: Lab) -> None:
    browser = floor.browser("player-2")
    table = next(t["id"] for t in browser.get("/api/v1/tables").json() if t["game"] == "blackjack")
    token = browser.headers["x-csrf"]
    assert browser.post(f"/tables/{table}/sit", data={"csrf": token}).status_code == 303
    bet = {"action": "bet", "wager": "blackjack", "amount": 6500}
    told = browser.post(f"/tables/{table}/act", json=bet).json()["fragments"]
    assert "Take down $65 and leave" in told["s-leave"]
    assert "Clear $65" in told["s-tray"] and "Double $65" in told["s-tray"]
    page = browser.get(f"/tables/{table}").text
    assert browser.post(f"/tables/{table}/leave", data={"csrf": csrf(page)}).status_code == 422  # not what it said
    money = browser.get(f"/tables/{table}/money").text
    assert "Take down $65" in money
    left = browser.post(f"/tables/{table}/leave", data={"csrf": csrf(page), "take": "1"})
    assert left.status_code == 303
    felt = floor.do(lambda: floor.house.table(table)).driver.felt
    assert not felt.wagers and all(p.patron != "player-2" for p in felt.positions)


def silent_after(count: int, answer: Any) -> Any:
    """A house that answers so many acts and then no more."""
    left = iter(range(count))

    async def answered(*given: Any) -> Any:
        if next(left, None) is None:
            raise Busy("The house does not answer.")
        return await answer(*given)

    return answered


@pytest.mark.parametrize(
    ("game", "first", "names"),
    [("ultimate-texas-holdem", "ante", "Ante and Blind"), ("let-it-ride", "bet-3", "Bet 1, Bet 2 and Bet 3")],
)
def test_more_on_one_of_equal_wagers_is_more_on_each(
    floor: Lab, game: str, first: str, names: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = floor.browser("player-2")
    table = next(t["id"] for t in browser.get("/api/v1/tables").json() if t["game"] == game)
    browser.post(f"/tables/{table}/sit", data={"csrf": browser.headers["x-csrf"]})

    def tap(wager: str, cents: int, name: str = "") -> Any:
        sent = {"action": "bet", "wager": wager, "amount": cents, "command": name}
        return browser.post(f"/tables/{table}/act", json=sent)

    def lies() -> dict[str, int]:
        felt = floor.do(lambda: floor.house.table(table)).driver.felt
        return {w.kind: w.stake for w in felt.wagers}

    side = "trips" if game.startswith("ultimate") else "three-card-bonus"
    equal = ("ante", "blind") if game.startswith("ultimate") else ("bet-1", "bet-2", "bet-3")
    tap(equal[0], 2500).raise_for_status()
    tap(side, 1000).raise_for_status()
    told = tap(first, 1500, f"more-of-{game}").json()["said"]
    assert told == f"{names} are equal: $15 more on each."
    assert lies() == {**dict.fromkeys(equal, 4000), side: 1000}
    tap(first, 1500, f"more-of-{game}").raise_for_status()  # the same tap, sent again
    assert lies() == {**dict.fromkeys(equal, 4000), side: 1000}
    over = tap(first, 99_000_00)
    assert over.status_code == 422 and f"{names} are equal" in over.text
    assert lies() == {**dict.fromkeys(equal, 4000), side: 1000}
    answer = floor.house.answer
    for done in range(1, 2 * len(equal) + 2):  # the house falls silent after so many of its acts, and is asked again
        with monkeypatch.context() as silent:
            silent.setattr(floor.house, "answer", silent_after(done, answer))
            assert tap(first, 500, f"in-{done}-parts-of-{game}").status_code == 503
        again = tap(first, 500, f"in-{done}-parts-of-{game}").raise_for_status().json()
        assert again["said"] == f"{names} are equal: $5 more on each."
        assert lies() == {**dict.fromkeys(equal, 4000 + 500 * done), side: 1000}
    page = browser.get(f"/tables/{table}").text
    browser.post(f"/tables/{table}/leave", data={"csrf": csrf(page), "take": "1"})
