"""Examples of Baltimore's book that its own tests do not use, each tried through the API alone, as a program would."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from .hand_dealt import STAKES, spread
from .lab import Lab, lab

PLACE = "horseshoe-baltimore"
NUMBER = count(1)
HIGH = ("As", "Kd", "Qd", "Jd", "9d", "8d", "7d", "6d", "5d")
LIMIT_20 = {"limit": "fixed", "small": 1000, "big": 2000, "blinds": [500, 1000]}
LIMIT_3 = {"limit": "fixed", "small": 300, "big": 600, "blinds": [100, 300]}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("examples"), "big-six") as made:
        yield made


class Box:
    """A dealer of real cards at a table of his own: seats with their stacks, the button at the first of them."""

    def __init__(self, floor: Lab, form: str, stakes: dict[str, Any], stacks: dict[int, int], **more: Any) -> None:
        self.floor, self.dealer = floor, floor.program("dealer")
        self.supervisor = floor.program("supervisor")
        self.table = spread(floor, f"EX-{next(NUMBER)}", PLACE, form=form, **stakes, **more)
        self.patrons: dict[int, str] = {}
        for number, dollars in stacks.items():
            self.sit(number, dollars)

    def sit(self, number: int, dollars: int, **more: Any) -> Any:
        _, patron = self.floor.guest()
        self.patrons[number] = patron
        return self.floors(act="sit", seat=number, cents=dollars * 100, patron=patron, **more)

    def floors(self, **act: Any) -> Any:
        answer = self.supervisor.post(f"{self.table}/acts", json={"act": act})
        assert answer.status_code < 500, answer.text
        return answer

    def send(self, **act: Any) -> Any:
        answer = self.dealer.post(f"{self.table}/acts", json={"act": act})
        assert answer.status_code < 500, answer.text
        return answer

    def do(self, **act: Any) -> None:
        answer = self.send(**act)
        assert answer.status_code == 200, (act, answer.text)

    def refused(self, **act: Any) -> str:
        answer = self.send(**act)
        assert answer.status_code in (409, 422), (act, answer.status_code, answer.text)
        return str(answer.json()["error"])

    @property
    def shown(self) -> dict[str, Any]:
        return dict(self.dealer.get(self.table).json())

    @property
    def turn(self) -> int:
        return int(self.shown["dealing"]["next"].get("seat", 0))

    @property
    def options(self) -> dict[str, Any]:
        return dict(self.shown["dealing"]["options"])

    def deal(self) -> None:
        """The first seat draws the highest card for the button; everybody has his cards."""
        asked = self.shown["dealing"]["next"]
        drawn = dict(zip(map(str, asked["seats"]), HIGH)) if asked["do"] == "draw-button" else {}
        self.do(act="deal", **({"drawn": drawn} if drawn else {}))
        if self.shown["dealing"]["next"]["do"] == "down":
            self.do(act="key", seat=-1)

    def plays(self, *verbs: str | tuple[str, int]) -> None:
        """Acts of whoever is in turn; a pair is a bet or raise to so many dollars."""
        for one in verbs:
            verb, to = (one, 0) if isinstance(one, str) else one
            self.do(act="play", seat=self.turn, verb=verb, **({"to": to * 100} if to else {}))

    def all_fold(self) -> None:
        """One after the other, until the hand is over; the table is looked at once for each."""
        while (shown := self.shown)["playing"]:
            self.do(act="play", seat=shown["dealing"]["next"]["seat"], verb="fold")

    def says(self, says: str = "", dollars: int = 0, chips: tuple[int, ...] = (), **more: Any) -> None:
        given: dict[str, Any] = {"says": says, "chips": [chip * 100 for chip in chips], **more}
        if dollars:
            given["amount"] = dollars * 100
        self.do(act="say", seat=self.turn, **given)

    def front(self, seat: int) -> int:
        """What lies in front of a seat, in dollars."""
        return int(next(one["bet"] for one in self.shown["seats"] if one["seat"] == seat)) // 100

    def chips(self, seat: int) -> int:
        return int(next(one["chips"] for one in self.shown["seats"] if one["seat"] == seat)) // 100

    def board(self, *cards: str) -> None:
        self.do(act="key", cards=list(cards))

    def declare(self, when: str, **facts: Any) -> dict[str, Any]:
        body = {"when": when, "facts": facts}
        answer = self.supervisor.post(f"{self.table}/rulings/preview", json=body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


def four(
    floor: Lab, form: str = "holdem", stakes: dict[str, Any] | None = None, dollars: int = 300, **more: Any
) -> Box:
    return Box(floor, form, stakes or STAKES["no"], dict.fromkeys((1, 2, 3, 4), dollars), **more)


# ---- section 3: betting and raising


def test_a_bet_and_four_raises_are_the_most_in_a_limit_pot_of_three(floor: Lab) -> None:
    """004:302 (3.BET.3): the big blind is the bet."""
    box = four(floor, stakes=STAKES["fixed"])
    box.deal()
    for to in (8, 12, 16, 20):
        box.plays(("raise", to))
    assert not box.options["amounts"]
    assert "raise" in box.refused(act="play", seat=box.turn, verb="raise", to=2400)


def test_heads_up_from_the_beginning_raises_have_no_end_but_a_cap_is_not_lifted_by_a_fold(floor: Lab) -> None:
    """004:303 (3.BET.4)."""
    two = Box(floor, "holdem", STAKES["fixed"], {1: 300, 2: 300})
    two.deal()
    two.plays(*(("raise", to) for to in range(8, 44, 4)))
    assert two.options["amounts"]
    three = Box(floor, "holdem", STAKES["fixed"], {1: 300, 2: 300, 3: 300})
    three.deal()
    three.plays(("raise", 8), ("raise", 12), ("raise", 16), ("raise", 20), "fold")
    assert not three.options["amounts"], "two are left, and the round stays capped"


@pytest.mark.parametrize(("stack", "flop", "to"), [(105, (10, 20, 30, 40), 35), (109, (10, 20, 30, 40, 50), 20)])
def test_half_a_bet_all_in_is_raised_in_full_and_less_is_completed(
    floor: Lab, stack: int, flop: tuple[int, ...], to: int
) -> None:
    """004:304 (3.BET.5): on a $20 round $15 all in is raised to $35, $9 is completed to $20."""
    box = Box(floor, "holdem", LIMIT_20, {1: 400, 2: stack, 3: 400})
    box.deal()
    box.plays(*(("raise", size) for size in (20, 30, 40, 50)), "call", "call")
    box.board("2c", "7d", "Jh")
    box.plays(("bet", flop[0]), *(("raise", size) for size in flop[1:]), "call", "call")
    box.board("3s")
    assert box.turn == 2
    box.plays("all-in")
    assert box.options["amounts"] == [to * 100]


def test_a_single_large_chip_without_a_word_is_a_call(floor: Lab) -> None:
    """004:325 (3.BET.16): $3-$6, a $6 bet, a $25 chip."""
    box = four(floor, stakes=LIMIT_3)
    box.deal()
    box.plays("call", "call", "call", "check")
    box.board("2c", "7d", "Jh")
    box.plays("check", "check", "check", "check")
    box.board("3s")
    box.plays(("bet", 6))
    seat = box.turn
    box.says(chips=(25,))
    assert box.front(seat) == 6


@pytest.mark.parametrize(("chips", "front"), [((5, 5, 5, 1), 20), ((5, 5, 4), 10)])
def test_more_than_half_of_a_raise_must_be_made_a_full_one(floor: Lab, chips: tuple[int, ...], front: int) -> None:
    """004:306 (3.BET.7) and 18.NL.8: a bet of $10, then $16 is $20; $14 in several chips is a call."""
    box = four(floor)
    box.deal()
    box.plays("call", "call", "call", "check")
    box.board("2c", "7d", "Jh")
    box.plays(("bet", 10))
    seat = box.turn
    box.says(chips=chips)
    assert box.front(seat) == front


def test_no_limit_has_no_last_raise_and_each_is_as_large_as_the_one_before(floor: Lab) -> None:
    """004:301 (3.BET.2), 18.NL.1, 18.NL.3."""
    box = four(floor)
    box.deal()
    box.plays(("raise", 10), ("raise", 20), ("raise", 30), ("raise", 40), ("raise", 50), ("raise", 60))
    assert box.options["least"] == 7000
    assert "70" in box.refused(act="play", seat=box.turn, verb="raise", to=6500)


def test_an_all_in_short_of_a_raise_gives_nobody_who_acted_another(floor: Lab) -> None:
    """18.NL.3: A bets $100, B makes it $200, C is all in for less than $300, A calls: B may not raise."""
    box = Box(floor, "holdem", STAKES["no"], {1: 253, 2: 1000, 3: 1000, 4: 1000}, most=0)
    box.deal()
    box.plays("call", "call", "call", "check")
    box.board("2c", "7d", "Jh")
    box.plays(("bet", 100), ("raise", 200), "fold", "all-in", "call")
    assert box.options["call"] == 5000 and not box.options["most"]
    assert box.options["why_no_raise"]


def test_words_before_chips_hold_and_chips_before_words(floor: Lab) -> None:
    """18.NL.4."""
    for first, front in (("words", 30), ("chips", 50), ("together", 30)):
        box = four(floor)
        box.deal()
        seat = box.turn
        box.says("raise", 30, chips=(25, 25), first=first)
        assert box.front(seat) == front, first


def out_of_turn(box: Box, seat: int, did: str, dollars: int = 0) -> None:
    facts = {"did": did, **({"amount": dollars * 100} if dollars else {})}
    assert box.floors(act="declare", when="out-of-turn", seat=seat, facts=facts).status_code == 200


def test_a_fold_out_of_turn_binds_at_the_dealers_keys_too(floor: Lab) -> None:
    """004:304 (3.BET.11): seat 1 folds before seat 4 calls."""
    box = four(floor)
    box.deal()
    out_of_turn(box, 1, "fold")
    box.plays("call")
    asked = box.shown["dealing"]["next"]
    assert (asked["words"], asked["clause"]) == ("Key seat 1's act: the fold", "3.BET.11")
    assert box.options["fold"] and not box.options["call"] and not box.options["most"]
    assert box.refused(act="play", seat=1, verb="call").startswith("Seat 1 is held to the fold, done out of turn.")
    box.plays("fold")
    assert box.turn == 2


def bet_out_of_turn(floor: Lab) -> Box:
    """On the flop seat 3 bets $20 while seat 2 thinks."""
    box = four(floor)
    box.deal()
    box.plays("call", "call", "call", "check")
    box.board("2c", "7d", "Jh")
    out_of_turn(box, 3, "bet", 20)
    return box


def test_a_bet_out_of_turn_binds_its_size_where_nobody_bets_before_it(floor: Lab) -> None:
    """004:304 (3.BET.11)."""
    box = bet_out_of_turn(floor)
    box.plays("check")
    assert box.options["amounts"] == [2000] and not box.options["check"]
    assert "$20" in box.refused(act="play", seat=3, verb="check")
    box.plays(("bet", 20))
    assert box.front(3) == 20


def test_a_bet_out_of_turn_is_free_to_be_changed_once_somebody_before_it_bets(floor: Lab) -> None:
    """004:304 (3.BET.11)."""
    box = bet_out_of_turn(floor)
    box.plays(("bet", 10))
    assert box.options["call"] == 1000 and box.options["most"]
    box.plays("fold")


def test_an_act_out_of_turn_is_declared_with_who_did_what(floor: Lab) -> None:
    box = four(floor)
    box.deal()
    asks = next(one for one in box.dealer.get(f"{box.table}/rulings").json() if one["when"] == "out-of-turn")["asks"]
    assert [fact["name"] for fact in asks] == ["seat", "did", "amount"]
    body: dict[str, Any] = {"when": "out-of-turn", "seat": 1, "facts": {"did": "bet", "amount": 2000}}
    told = box.dealer.post(f"{box.table}/rulings/preview", json=body).json()
    assert told["ruling"] == "binding" and told["moves"] == []
    assert told["cards"] == ["Seat 1 is held to its bet of $20 at its turn, unless somebody before it bets or raises"]
    for wrong, words in (({}, "which seat it concerns; what was done out of turn"), ({"did": "wink"}, "fold or check")):
        answer = box.dealer.post(f"{box.table}/rulings/preview", json={"when": "out-of-turn", "facts": wrong})
        assert answer.status_code == 422 and words in answer.json()["error"]
    assert "is to act" in box.refused(act="declare", when="out-of-turn", seat=4, facts={"did": "fold"})


def test_the_floor_may_free_who_acted_out_of_turn(floor: Lab) -> None:
    """004:304: it "may be ruled binding"; 004:121 leaves the last word to management."""
    box = four(floor)
    box.deal()
    out_of_turn(box, 1, "fold")
    box.plays("call")
    assert box.floors(act="override", ruling="free-to-act", seat=1, reason="The dealer skipped him.").status_code == 200
    assert box.options["call"] == 300 and box.options["most"]
    box.plays("call")
    assert box.front(1) == 3


# ---- section 8: blinds, posts, straddles


def test_missed_blinds_are_posted_with_the_opening_bet_live_and_the_rest_dead(floor: Lab) -> None:
    """004:491 (8.9): both blinds missed at $1-$3: $3 play, $1 goes to the centre."""
    box = four(floor)
    box.deal()
    box.plays("fold", "fold", "fold")
    box.do(act="out", seat=4)  # the button goes on to seat 2, the blinds to 3 and 4
    for _ in range(2):
        box.deal()
        box.all_fold()
    seat = next(one for one in box.shown["seats"] if one["seat"] == 4)
    assert seat["missed"] == 2
    box.do(act="back", seat=4, post=True)
    for _ in range(4):  # never between the button and the big blind
        box.deal()
        seat = next(one for one in box.shown["seats"] if one["seat"] == 4)
        if seat["in_hand"]:
            break
        box.all_fold()
    assert 4 not in box.shown["blinds"]
    assert (seat["bet"], seat["behind"]) == (300, 29600)


def test_a_mississippi_straddle_is_nobodys_in_the_blinds_and_at_most_five_big_blinds(floor: Lab) -> None:
    """004:498-501 (8.15-16)."""
    box = four(floor)
    box.deal()
    box.plays("fold", "fold", "fold")
    # the button goes from seat 1 to seat 2: seats 3 and 4 are the blinds, 1 and 2 may straddle
    assert box.refused(act="straddle", seat=3, cents=600)
    assert box.refused(act="straddle", seat=1, cents=1600)
    box.do(act="straddle", seat=1, cents=1500)
    box.do(act="straddle", seat=2, cents=600)  # the latest to act comes first
    box.deal()
    assert box.front(2) == 6 and box.front(1) == 0


def test_the_small_blind_is_on_the_button_heads_up_and_acts_first(floor: Lab) -> None:
    """004:483 (8.4)."""
    box = Box(floor, "holdem", STAKES["no"], {2: 200, 6: 200})
    box.deal()
    assert box.shown["button"] == 2 and box.front(2) == 1 and box.front(6) == 3 and box.turn == 2
    box.plays("call", "check")
    box.board("2c", "7d", "Jh")
    assert box.turn == 6


def test_the_blinds_chop_when_everybody_else_has_folded(floor: Lab) -> None:
    """004:152 (2.PRO.16)."""
    box = four(floor)
    box.deal()
    box.plays("fold", "fold")
    small, big = box.shown["blinds"]
    box.do(act="chop", seat=small)
    box.do(act="chop", seat=big)
    assert not box.shown["playing"] and [box.chips(seat) for seat in (small, big)] == [300, 300]


@pytest.mark.parametrize(("form", "wins"), [("holdem", 3), ("lowball", 1)])
def test_the_button_is_drawn_by_suit_high_or_low(floor: Lab, form: str, wins: int) -> None:
    """004:174 (2.SEAT.7), 004:337: spades, hearts, diamonds, clubs."""
    box = Box(floor, form, STAKES["fixed"], {1: 200, 2: 200, 3: 200})
    drawn = {"1": "2c", "2": "Ah", "3": "As"} if form == "holdem" else {"1": "2c", "2": "2d", "3": "Ks"}
    box.do(act="deal", drawn=drawn)
    assert box.shown["button"] == wins


# ---- the rake, time, buy-ins


def test_ten_per_cent_up_to_six_dollars_are_taken_street_by_street(floor: Lab) -> None:
    """004:217-221 (3.RAKE.1, 4): $40 before the flop give $4, and no pot more than $6."""
    box = four(floor)
    box.deal()
    box.plays(("raise", 10), "call", "call", "call")
    assert box.shown["dealing"]["taken"]["rake"] == 0
    box.board("2c", "7d", "Jh")
    assert box.shown["dealing"]["taken"]["rake"] == 400
    box.plays(("bet", 50), "call", "fold", "fold")
    box.board("3s")
    assert box.shown["dealing"]["taken"]["rake"] == 600


def test_no_flop_no_drop(floor: Lab) -> None:
    """004:221."""
    box = four(floor)
    box.deal()
    box.plays(("raise", 100), "call", ("raise", 250), "fold", "fold", "fold")
    assert not box.shown["playing"] and sum(box.chips(seat) for seat in (1, 2, 3, 4)) == 1200


def test_a_limit_game_is_bought_into_for_ten_small_bets(floor: Lab) -> None:
    """004:209 (3.BUY.1)."""
    box = Box(floor, "holdem", STAKES["fixed"], {1: 300})
    assert box.sit(2, 39).status_code == 422
    assert box.sit(2, 40).status_code == 200


def test_who_comes_back_within_the_hour_brings_what_he_took(floor: Lab) -> None:
    """004:137 (2.PRO.6)."""
    box = Box(floor, "holdem", STAKES["no"], {1: 300, 2: 250})
    patron = box.patrons[2]
    box.do(act="leave", seat=2)
    less = box.floors(act="sit", seat=2, cents=10000, patron=patron)
    assert less.status_code == 422 and "250" in less.text
    assert box.floors(act="sit", seat=2, cents=25000, patron=patron).status_code == 200


# ---- the showdown, ties


def test_a_hand_is_tabled_with_all_its_cards(floor: Lab) -> None:
    """004:331 (3.SHOW.1)."""
    box = Box(floor, "holdem", STAKES["no"], {1: 200, 2: 200})
    box.deal()
    box.plays("call", "check")
    box.board("2c", "7d", "Jh")
    box.plays("check", "check")
    box.board("3s")
    box.plays("check", "check")
    box.board("9h")
    box.plays("check", "check")
    seat = box.turn
    assert seat == 2, "who acted first shows first (3.SHOW.6)"
    assert box.refused(act="play", seat=seat, verb="show", cards=["As"])
    box.do(act="play", seat=seat, verb="show", cards=["As", "Ad"])


def test_the_last_to_bet_or_raise_shows_first(floor: Lab) -> None:
    """004:342 (3.SHOW.6)."""
    box = Box(floor, "holdem", STAKES["no"], {1: 200, 2: 200, 3: 200})
    box.deal()
    box.plays("call", "call", "check")
    for cards in (("2c", "7d", "Jh"), ("3s",)):
        box.board(*cards)
        box.plays("check", "check", "check")
    box.board("9h")
    box.plays("check", ("bet", 10), "call", "call")
    assert box.turn == 3


def test_the_odd_dollar_is_the_first_hands_left_of_the_button(floor: Lab) -> None:
    """004:349-350 (3.TIES.5a)."""
    box = Box(floor, "holdem", STAKES["no"], {1: 200, 2: 200, 3: 200})
    box.deal()
    box.plays(("raise", 10), "fold", "call")  # $21 less the rake of $2 make $19
    box.board("2c", "7d", "Jh")
    box.plays("check", "check")
    box.board("3s")
    box.plays("check", "check")
    box.board("9h")
    box.plays("check", "check")
    for cards in (["As", "Kd"], ["Ah", "Kc"]):
        box.do(act="play", seat=box.turn, verb="show", cards=cards)
    taken = box.shown["dealing"]["taken"]
    box.do(act="push")
    pot = 21 - (taken["rake"] + taken["drop"]) // 100
    assert box.chips(3) - box.chips(1) == pot % 2


# ---- misdeals, dead hands, irregularities


@pytest.mark.parametrize(("acted", "ruling"), [((), "misdeal"), (("call", "call", "call"), "play-on")])
def test_a_misdeal_is_none_any_more_after_significant_action(floor: Lab, acted: tuple[str, ...], ruling: str) -> None:
    """004:236-250 (3.MIS.1, 3)."""
    box = four(floor)
    box.deal()
    box.plays(*acted)
    assert box.declare("first-cards-exposed")["ruling"] == ruling


def test_a_card_with_another_back_gives_everybody_his_chips_back(floor: Lab) -> None:
    """004:274 (3.IRR.3)."""
    box = four(floor)
    box.deal()
    box.plays(("raise", 20), "call", "fold", "fold")
    ruled = box.declare("other-back", found="in-play")
    moved = dict(ruled["moves"])
    assert moved["The pot"] == -4400 and moved["Seat 4"] == moved["Seat 1"] == 2000


def test_the_clock_kills_a_hand_that_faces_a_bet(floor: Lab) -> None:
    """004:266 (3.DEAD.1g)."""
    box = four(floor)
    box.deal()
    seat = box.turn
    floor.clock.advance(180 * 1_000_000)
    box.do(act="clock")
    floor.clock.advance(61 * 1_000_000)
    answer = box.send(act="expire")
    assert answer.status_code in (200, 409), answer.text  # the clockwork may have come first
    assert not next(one for one in box.shown["seats"] if one["seat"] == seat)["in_hand"]


# ---- stud


def test_the_lowest_up_card_by_suit_brings_it_in_and_is_completed(floor: Lab) -> None:
    """Section 13: deuce of clubs under deuce of hearts; $2 completed to $4."""
    box = Box(floor, "stud", STAKES["stud"], {1: 200, 2: 200, 3: 200})
    box.deal()
    for card in ("2h", "2c", "Kd"):
        step = box.shown["dealing"]["next"]
        box.do(act="key", seat=step["seat"], cards=[card])
    assert box.turn == 2
    assert box.shown["dealing"]["options"]["bring_in"] == 200
    box.plays("bring-in")
    assert box.turn == 3 and box.options["amounts"] == [400]


def test_the_highest_board_acts_first_on_fourth_street(floor: Lab) -> None:
    box = Box(floor, "stud", STAKES["stud"], {1: 200, 2: 200, 3: 200})
    box.deal()
    for card in ("9h", "2c", "Kd"):
        box.do(act="key", seat=box.shown["dealing"]["next"]["seat"], cards=[card])
    box.plays("bring-in", "call", "call")
    for card in ("9s", "3c", "Qd"):
        box.do(act="key", seat=box.shown["dealing"]["next"]["seat"], cards=[card])
    assert box.turn == 1, "a pair of nines"
    assert box.options["amounts"] == [400, 800], "an open pair may bet either limit"


def test_pot_limit_counts_the_call_first(floor: Lab) -> None:
    """004:781: a pot of $100 and a bet of $50: call $50 and raise $200, $250 in all."""
    box = Box(floor, "holdem", STAKES["pot"], {1: 1000, 2: 1000, 3: 1000, 4: 1000})
    box.deal()
    box.plays(("raise", 10), "call", "call", "call")
    box.board("2c", "7d", "Jh")
    pot = sum(one["amount"] for one in box.shown["dealing"]["pots"]) // 100
    box.plays(("bet", 20))
    assert box.options["most"] == (20 + pot + 20 + 20) * 100
