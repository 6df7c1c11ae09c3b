"""Setting pai gow at a station: every way has a name, and a foul is stopped by page and program."""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import pytest

from croupier.equipment.cards import card_name, parse_cards
from croupier.games import open_game
from croupier.games.cards.pai_gow_poker import PaiGowPoker
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.web.felt.seven_spot import phone
from croupier.web.felt.seven_spot import table as seven
from croupier.web.felt.seven_spot.setting import phone_panel
from croupier.web.felt.shown import Hand, Setting

from .lab import PLACE, Lab, lab
from .test_wording import live_of, seen


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("setting"), "pai-gow-poker") as made:
        yield made


def test_all_ways_to_part_seven_cards_are_named_and_fouls_marked() -> None:
    game = open_game(PLACE, "pai-gow-poker")
    assert isinstance(game, PaiGowPoker)
    cards = parse_cards("Qs 9d 9s 5d 3d 2h 2c")
    ways = {" ".join(map(card_name, low)): (a, b, foul) for low, a, b, foul in game.ways_to_set(cards)}
    assert len(ways) == len(list(combinations(cards, 2)))
    assert ways["9d 9s"] == ("pair of nines", "pair of twos", True)
    assert ways["2h 2c"] == ("pair of twos", "pair of nines", False)
    assert {card_name(card) for card in game.house_low(cards)} == {"2h", "2c"}


def test_what_lies_on_two_hands_fits_a_phone() -> None:
    cards = tuple(parse_cards("Qs 9d 9s 5d 3d 2h 2c"))
    setting = Setting(cards=cards, house=cards[-2:], ways=(), clause="8.C")
    for wagered in ("", "Pai Gow Poker $25", "Pai Gow Poker $1,000 · Fortune Bonus $25 · Progressive $5"):
        line = re.findall(r'font-size="([\d.]+)"[^>]*>([^<]+)</text>', phone_panel(setting, wagered))[-1]
        assert len(line[1]) * float(line[0]) * 0.57 < 350, line
        assert wagered in line[1]


class Seat:
    def __init__(self, floor: Lab) -> None:
        self.floor, self.browser = floor, floor.browser("player")
        self.table = next(t["id"] for t in self.browser.get("/api/v1/tables").json())
        sit = {"csrf": self.browser.headers["x-csrf"], "position": "6"}  # the last place is one as well
        assert self.browser.post(f"/tables/{self.table}/sit", data=sit).is_redirect

    def act(self, **body: Any) -> Any:
        return self.browser.post(f"/tables/{self.table}/act", json=body)

    @property
    def driver(self) -> Any:
        return self.floor.do(lambda: self.floor.house.table(self.table)).driver

    def deal(self) -> dict[tuple[int, int], bool]:
        """A hand with both fouls and others, and which is which."""
        for _ in range(30):
            assert self.act(action="bet", wager="pai-gow", amount=2500).status_code == 200
            self.act(action="ready")
            at = next(p for p in self.driver.felt.positions if p.patron == "player")
            cards = list(at.hands[0].cards)
            ways = {low: foul for low, _, _, foul in self.driver.game.ways_to_set(cards)}
            if True in ways.values():
                return ways
            self.act(action="choose:house-way")
        raise AssertionError("no hand could be set wrong")


def test_a_foul_is_never_sent_and_the_hands_are_set_in_one_act(floor: Lab) -> None:
    seat = Seat(floor)
    ways = seat.deal()
    page = seat.browser.get(f"/tables/{seat.table}").text
    assert page.count('class="set-card"') == 14  # on the desk's felt and on the phone's
    assert "House way" in page and "Set the hands" in page
    assert "Tap a card, then the one it changes with" in page and "As dealt" in page and "data-repeat" not in page
    assert 'aria-label="Position 7, open"' not in page  # 53 cards are enough for six and the dealer
    assert len(re.findall(r'data-set="[^"]+"', page)) == 14
    cause = page.partition('id="s-why"')[2].partition("The house way, ")[2].partition("</p>")[0]
    assert " Low: " in cause and 'aria-label="Clause 12"' in cause
    wrong = " ".join(card_name(card) for card in next(low for low, foul in ways.items() if foul))
    refused = seat.act(action="set-hands", cards=wrong)
    assert refused.status_code == 422
    assert "Foul:" in refused.text and "High must be the higher hand" in refused.text
    assert type(seat.driver.pending).__name__ == "Decide", "nothing has changed"
    right = next(low for low, foul in ways.items() if not foul)
    program = floor.program("player")
    position = next(p.number for p in seat.driver.felt.positions if p.patron == "player")
    chosen = {"act": {"act": "chosen", "name": "set", "position": position}}
    assert program.post(f"/api/v1/tables/{seat.table}/acts", json=chosen).status_code == 200
    foul = {"act": {"act": "arranged", "cards": parse_cards(wrong), "position": position}}
    assert program.post(f"/api/v1/tables/{seat.table}/acts", json=foul).status_code == 422
    answer = seat.act(action="set-hands", cards=" ".join(map(card_name, right)))
    assert answer.status_code == 200, answer.text
    assert seat.driver.betting
    table = (
        seat.browser.get(f"/tables/{seat.table}").text.partition('<table class="against">')[2].partition("</table>")[0]
    )
    assert len(re.findall(r'<strong class="nowrap">|Joker', table)) == 14  # both hands of both, with their cards


def test_on_a_phone_the_dealers_hands_lie_apart_with_room_for_their_names() -> None:
    drawn, half = phone._dealers(Hand(cards=tuple(range(7)), rows=(5, 2)), 59.0)
    places = [float(x) for x in re.findall(r'<use href="#card-[^"]+" x="([\d.]+)"', drawn)]
    gaps = [after - before for before, after in pairwise(places)]
    assert len(places) == 7 and gaps.index(max(gaps)) == 4  # after the fifth
    assert (
        min(places) > 59 and max(places) + 59 < phone.WIDE and round(min(places)) == round(phone.WIDE / 2 + 20 - half)
    )


def test_another_patrons_cards_lie_as_one_pack_while_he_sets_them_and_then_as_two() -> None:
    live = live_of("pai-gow-poker")
    driver = live.driver
    driver.answer(By("player", "2002"), acts.Sit(3, "2002", 100_000))
    for number, name in ((2, "2001"), (3, "2002")):
        driver.answer(By("player", name), acts.Bet(number, "pai-gow", 2500))
    driver.answer(By("dealer", "1"), acts.Close())

    def other() -> tuple[int, str, int]:
        view = seen(live)
        hand = next(seat for seat in view.seats if seat.position == 3).hands[0]
        return hand.packs, hand.label, seven.fragments(view)["f-3"].count('href="#card-back"')

    assert other() == (1, "Setting", 1)
    driver.answer(By("player", "2002"), acts.Chosen("house-way", 3))  # asked first, from the dealer's right
    assert other() == (2, "Set", 2)
