"""Cards, money, dice, wheels, shoes and the shuffle."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.equipment.cards import JOKER, card_name, card_names, card_words, parse_card, parse_cards
from croupier.equipment.dice import dice_name, parse_dice, throw
from croupier.equipment.entropy import SeededEntropy, SystemEntropy, shuffled
from croupier.equipment.money import money, parse_money, round_down, round_up, short_money
from croupier.equipment.shoe import UNSEEN, Shoe, full_set, seal
from croupier.equipment.wheels import colour, spin


def test_every_card_reads_back_from_its_name() -> None:
    assert [parse_card(card_name(card)) for card in range(53)] == list(range(53))


def test_a_ten_is_keyed_as_t_or_as_10() -> None:
    assert parse_card("10d") == parse_card("Td") == parse_card("tD")


def test_cards_are_read_aloud() -> None:
    assert card_words(parse_card("6h")) == "six of hearts"
    assert card_words(JOKER) == "joker"
    assert card_names(parse_cards("Ks, 9d")) == "Ks 9d"


def test_an_unknown_card_says_how_to_key_one() -> None:
    with pytest.raises(ValueError, match="rank and a suit"):
        parse_card("1x")


@given(st.integers(0, 10**9))
def test_money_reads_back_from_its_text(cents: int) -> None:
    assert parse_money(money(cents)) == cents


def test_money_has_a_sign_and_a_short_form() -> None:
    assert money(2500, sign=True) == "+$25.00"
    assert money(-2500, sign=True) == "−$25.00"
    assert short_money(2500) == "$25" and short_money(250) == "$2.50"


@pytest.mark.parametrize("text", ["", "abc", "-5", "1.234", "$", "1,00"])
def test_what_is_no_money_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no amount"):
        parse_money(text)


@given(st.fractions(0, 10**6), st.sampled_from([1, 5, 25, 100]))
def test_rounding_stays_within_a_step(cents: Fraction, to: int) -> None:
    down, up = round_down(cents, to), round_up(cents, to)
    assert down <= cents <= up and up - down in (0, to)


def test_dice_are_keyed_in_several_ways() -> None:
    assert parse_dice("6-5") == parse_dice("6 5") == parse_dice("65") == (6, 5)
    assert dice_name((6, 5)) == "6-5"
    for bad in ("7-1", "6", "6-5-4", ""):
        with pytest.raises(ValueError, match="no throw"):
            parse_dice(bad)


def test_dice_and_wheel_stay_in_their_range() -> None:
    entropy = SeededEntropy(1)
    assert {face for _ in range(200) for face in throw(entropy)} == set(range(1, 7))
    assert {spin(entropy, ("0", "00", "7")) for _ in range(100)} == {"0", "00", "7"}
    assert [colour(p) for p in ("0", "00", "1", "2")] == ["green", "green", "red", "black"]


def test_a_seeded_generator_repeats_itself_and_says_so() -> None:
    one, two = SeededEntropy(5), SeededEntropy(5)
    assert shuffled(list(range(52)), one) == shuffled(list(range(52)), two)
    assert one.token(8) == two.token(8)
    assert one.kind == "seeded:5" and SystemEntropy.kind == "system"


def test_the_system_generator_is_fair_enough_to_pass_chi_square() -> None:
    entropy = SystemEntropy()
    counts = Counter(entropy.below(6) for _ in range(12000))
    assert sum((counts[n] - 2000) ** 2 / 2000 for n in range(6)) < 35  # p below one in a million
    with pytest.raises(ValueError, match="bound"):
        entropy.below(0)


def test_a_lot_is_drawn_among_more_than_a_word_tells_apart() -> None:
    entropy = SystemEntropy()
    drawn = [entropy.below(1 << 30) for _ in range(2000)]
    assert all(0 <= lot < 1 << 30 for lot in drawn) and max(drawn) > 1 << 29 > min(drawn)
    assert len(set(drawn)) > 1990
    with pytest.raises(ValueError, match="bound"):
        entropy.below((1 << 64) + 1)


def test_every_place_is_equally_likely_in_a_shuffle() -> None:
    entropy = SystemEntropy()
    counts = Counter(tuple(shuffled([0, 1, 2, 3], entropy)) for _ in range(24000))
    assert len(counts) == 24
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 85


def test_a_shoe_counts_what_has_left_and_what_was_seen() -> None:
    shoe = Shoe(decks=2, jokers=1, cut=60)
    assert shoe.size == 106 == len(full_set(2, 1)) and shoe.copies(JOKER) == 2
    shoe.shuffle("seal", 3)
    assert shoe.fresh
    shoe.draw(5)
    shoe.draw(UNSEEN)
    assert (shoe.left, shoe.unseen(5), shoe.fresh, shoe.past_cut) == (104, 1, False, False)
    shoe.reveal(5)
    shoe.draw(7)
    assert shoe.unseen(5) == 0 and not shoe.past_cut  # the cutting card lies first
    shoe.draw(7)
    assert shoe.past_cut
    shoe.return_cards([5], 1)
    assert shoe.left == 103 and shoe.unseen(5) == 1


def test_a_seal_binds_the_order() -> None:
    order = list(range(52))
    assert seal(order, b"salt") != seal(order[::-1], b"salt") != seal(order, b"pepper")
