"""Players who are not at their seats when a tournament's deal is complete: 19.T.27 and 12.7 of Baltimore's book."""

from croupier.equipment.cards import parse_card
from croupier.poker import Hand, Stakes, form, no_limit
from croupier.poker.book.rules import TOURNAMENT
from croupier.poker.history import rebuilt


def deck_of(top: str) -> list[int]:
    first = [parse_card(word) for word in top.split()]
    return first + [card for card in range(52) if card not in first]


def test_an_absent_player_who_is_all_in_for_his_blind_wins_nothing() -> None:
    deck = deck_of("2c As 7d Ad")  # the button's aces would win
    hand = Hand(form("holdem"), no_limit(50, 100), [500, 40], rules=TOURNAMENT, deck=deck, absent=[1])
    assert hand.over and hand.stacks == [540, 0]


def test_the_last_player_who_is_there_wins_from_an_absent_big_blind() -> None:
    hand = Hand(form("holdem"), no_limit(50, 100), [500] * 3, rules=TOURNAMENT, deck=deck_of(""), absent=[1])
    assert hand.actor == 2
    hand.fold()
    assert hand.over and hand.stacks == [600, 400, 500]
    assert rebuilt(hand).stacks == hand.stacks


def test_an_absent_low_card_leaves_ante_and_forced_bet() -> None:
    stakes = Stakes("fixed", 100, 200, ante=25, bring_in=50)
    deck = deck_of("Ks Kh Kd Qs Qh Qd 9s 2c 8s")
    hand = Hand(form("stud"), stakes, [500] * 3, rules=TOURNAMENT, deck=deck, absent=[1])
    assert not hand.alive[1] and hand.stacks[1] == 425
    assert hand.actor == 2 and hand.level == 50 and not hand.bring_in_due


def test_if_nobody_is_there_one_hand_is_left_for_the_pot() -> None:
    hand = Hand(form("holdem"), no_limit(50, 100), [500] * 3, rules=TOURNAMENT, deck=deck_of(""), absent=[0, 1, 2])
    assert hand.over and sum(hand.stacks) == 1500
