"""What a table tells about a hand: pots by name, last acts, names of hands, and nothing of a hand that is not shown."""

import pytest

from croupier.equipment.cards import parse_cards
from croupier.poker import fixed_limit, form, no_limit
from croupier.poker.book.forms import FORMS
from croupier.poker.hand import Hand
from croupier.poker.hand_words import begun, called, last_acts, playing, pots_told, told
from croupier.poker.records import Posted

DECK = "As Kd Qs Kc 7h 2d 4c Qc 9d 5h 3s 5c 6s Th 8d Jc"


def dealt(deck: str, stacks: tuple[int, ...], shape: str = "holdem") -> Hand:
    return Hand(form(shape), no_limit(1, 3), list(stacks), deck=list(parse_cards(deck)), blinds=[1, 3])


def test_pots_have_names_and_seats() -> None:
    hand = dealt(DECK, (300, 300, 24, 300))
    assert [(pot.name, pot.amount, pot.front) for pot in pots_told(hand)] == [("Main pot", 4, True)]
    hand.raise_to(24)
    assert last_acts(hand)[2].kind == "all-in" and last_acts(hand)[2].amount == 24
    for _ in range(3):
        hand.call()
    pots = pots_told(hand)
    assert [(pot.name, pot.amount, len(pot.players), pot.front) for pot in pots] == [("Main pot", 96, 4, False)]
    hand.bet(50)
    assert [(pot.name, pot.amount, pot.front) for pot in pots_told(hand)][1] == ("Side pot 1", 50, True)
    hand.call()
    hand.fold()
    assert [(pot.name, pot.amount, len(pot.players)) for pot in pots_told(hand)] == [
        ("Main pot", 96, 3),
        ("Side pot 1", 100, 2),
    ]
    hand.bet(20)
    told_front = pots_told(hand)[-1]
    assert (told_front.name, told_front.amount, told_front.front) == ("In front", 20, True)
    assert [act.kind for act in last_acts(hand)][2:] == ["all-in", "fold"]


def test_a_street_clears_what_was_done_on_the_one_before() -> None:
    hand = dealt(DECK, (300, 300, 300))
    assert [act.kind for act in last_acts(hand)] == ["post", "post", ""]
    hand.call()
    hand.call()
    hand.check()
    assert [act.kind for act in last_acts(hand)] == ["", "", ""]
    hand.check()
    hand.bet(10)
    assert [(act.kind, act.amount) for act in last_acts(hand)] == [("check", 0), ("bet", 10), ("", 0)]


def test_what_a_seat_posted_is_one_sum() -> None:
    records = [Posted(0, "blind", 3), Posted(0, "dead", 1), Posted(1, "blind", 1)]
    hand = dealt(DECK, (300, 300, 300))
    hand.records[:] = records
    assert [(act.kind, act.amount) for act in last_acts(hand)] == [("post", 4), ("post", 1), ("", 0)]


def test_the_pots_that_were_pushed_name_who_won_them() -> None:
    hand = dealt(DECK, (300, 300, 300))
    hand.raise_to(20)
    hand.fold()
    hand.fold()
    assert [(pot.pushed, pot.players) for pot in pots_told(hand)] == [(True, (2,))]


def test_hands_have_names_from_the_first_card_on() -> None:
    assert begun(parse_cards("As Qs")) == "ace queen, suited"
    assert begun(parse_cards("9s 9d")) == "pair of nines"
    hand = dealt(DECK, (300, 300, 300))
    names = [called(hand, i) for i in range(3)]
    hand.call()
    hand.call()
    hand.check()
    assert all(names) and all(called(hand, i) for i in range(3))
    assert len(playing(hand, 0)) == 3  # five cards in all: the whole flop plays


def test_nobody_hears_of_a_hand_that_was_not_shown() -> None:
    hand = dealt(DECK, (300, 300, 300))
    seen = told(hand, -1)
    assert seen["called"] == "" and seen["named"] == {} and seen["plays"] == [[]]
    assert told(hand, 1)["called"] == called(hand, 1)


def test_every_form_names_its_hands() -> None:
    for shape in FORMS.values():
        deck = list(shape.deck)
        stakes = no_limit(1, 3) if shape.family != "stud" else fixed_limit(4, 8, ante=1, bring_in=2)
        hand = Hand(shape, stakes, [300, 300], deck=deck, blinds=[1, 3] if shape.family != "stud" else None)
        for _ in range(40):
            if hand.phase != "bet":
                break
            found = hand.options()
            hand.bring_in() if found.bring_in else hand.check() if found.check else hand.call()
            names = [called(hand, i) for i in range(2)]
            assert all(name == name.strip() for name in names)
        assert shape.low or all(names), shape.key


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Qh 5d 9h Jh Jc", "pair of jacks"),
        ("Ah 2d 3c 4s 6h 6d 6c", "six-four-three-two-ace"),
        ("Kh Kd Kc 5s 5d", "full house, kings over fives"),
        ("2c 2d 3c 3d 9h", "two pair, threes and twos"),
        ("Kh Kd Kc Ks Ad", "four kings"),
    ],
)
def test_a_low_hand_with_a_pair_is_called_by_what_stands_against_it(cards: str, words: str) -> None:
    hand = Hand(FORMS["razz"], fixed_limit(4, 8, ante=1, bring_in=2), [300, 300])
    hand.hole[0] = list(parse_cards(cards))
    assert called(hand, 0) == words
