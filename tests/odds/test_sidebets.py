"""Side bets of the blackjack tables: published figures, and small enumerations done card by card."""

from fractions import Fraction as F
from itertools import combinations, permutations

import msgspec
import pytest
from rules_of_twentyone import zappit

from croupier.games.twentyone import counting as twentyone
from croupier.odds.exact import percent
from croupier.odds.games.twentyone import hands as bh
from croupier.odds.games.twentyone import sidebets, sidebets_dealer
from croupier.odds.games.twentyone.game import solve
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.games.twentyone.sidebets_play import house_money_capped, second_trilux

HOUSE_MONEY = dict(zip(twentyone.HOUSE_MONEY, (-1, 1, 3, 4, 9)))
TRILUX = dict(zip(twentyone.TRILUX, (-1, 5, 10, 15, 25)))


def edge(counts, pays, digits=3):
    return percent(sidebets.edge_of(counts, pays).house_edge, digits)


def test_pairs():
    assert edge(sidebets.bet_the_set(1), {"pair": 15}) == "5.882 %"
    assert sidebets.bet_the_set(1)["suited-pair"] == 0
    six = sidebets.bet_the_set(6)
    assert sidebets.edge_of(six, {"suited-pair": 15, "pair": 10}).house_edge == 1 - F(16 * 5 + 11 * 18, 311)


def test_royal_match_of_six_decks_as_published():
    pays = {"royal-match": 25, "suited": F(5, 2)}
    assert edge(sidebets.royal_match(6), pays, 2) == "6.67 %"
    treasure = sidebets.edge_of(sidebets.crown_treasure(6), {**pays, "crown-treasure": 1000})
    assert treasure.house_edge < sidebets.edge_of(sidebets.royal_match(6), pays).house_edge


def test_crown_treasure_counted_card_by_card_on_a_double_deck():
    deck = [card for card in range(52) for _ in range(2)]
    royals = [i for i, card in enumerate(deck) if card >> 2 in (10, 11)]
    both = 0
    for a, b in combinations(royals, 2):
        if twentyone.royal_match(deck[a], deck[b]) == 2:
            rest = [i for i in royals if i not in (a, b)]
            both += sum(twentyone.royal_match(deck[c], deck[d]) == 2 for c, d in combinations(rest, 2))
    assert sidebets.crown_treasure(2)["crown-treasure"] == both


def test_kings_bounty_as_published():
    six = dict(zip(twentyone.KINGS_BOUNTY, (-1, 4, 6, 9, 20, 30, 100, 1000)))
    assert edge(sidebets.kings_bounty(6), six) == "23.164 %"
    two = dict(zip(twentyone.KINGS_BOUNTY, (-1, 4, 6, 9, 25, 50, 200, 1000)))
    assert edge(sidebets.kings_bounty(2), two, 6) == "24.733489 %"


def test_trilux_has_the_counts_of_21_plus_3():
    nine = dict.fromkeys(twentyone.TRILUX[1:], 9)
    assert edge(sidebets.trilux(6), nine) == "3.239 %"
    counts: dict[str, int] = {}
    for hand in combinations(range(52), 3):
        name = twentyone.TRILUX[twentyone.trilux(*hand)]
        counts[name] = counts.get(name, 0) + 1
    assert {k: n for k, n in sidebets.trilux(1).items() if n} == counts


def test_rockn_21_counted_deal_by_deal_on_one_deck():
    counts = dict.fromkeys(twentyone.ROCK_N_21, 0)
    for a, b in combinations(range(52), 2):
        if twentyone.is_blackjack(a, b):
            for up in set(range(52)) - {a, b}:
                counts[twentyone.ROCK_N_21[twentyone.rock_n_21(a, b, up)]] += 1
    counts["lose"] = 52 * 51 // 2 * 50 - sum(counts.values())
    assert sidebets.rockn_21(1) == counts
    assert counts["ace-jack-dealer-jack"] == 0


def test_a_pay_table_with_an_unknown_outcome_is_refused():
    with pytest.raises(ValueError, match="no outcome flush"):
        sidebets.edge_of(sidebets.bet_the_set(6), {"flush": 5})
    with pytest.raises(ValueError, match="no outcome 9-cards"):
        sidebets_dealer.edge_of(sidebets_dealer.buster(6, True), {"9-cards": 5})


# ------------------------------------------------------------------------------ the dealer's hand


@pytest.mark.parametrize("soft", [True, False])
def test_dealer_bets_cover_every_finished_hand(soft):
    ends = sidebets_dealer.dealer_ends(6, soft)
    assert sum(ends.values()) == 1
    buster = sidebets_dealer.buster(6, soft)
    assert 1 - buster["lose"] == sum(ends[e] for e in range(bh.DEALER_22, bh.DEALER_26 + 1))
    pushed = sidebets_dealer.push_22(6, soft)
    assert 1 - pushed["lose"] == ends[bh.DEALER_22]
    assert percent(ends[bh.DEALER_BLACKJACK], 3) == "4.749 %"


def test_push_22_suits_counted_card_by_card_on_one_deck():
    """Three-card hands of 22 with a ten or a nine up, all their real cards tried."""
    cards = {"suited-22": 0, "same-color-22": 0, "other-22": 0}
    for hand in permutations(range(52), 3):
        values = [bh.value_of(card) + 1 for card in hand]
        if 1 in values or sum(values) != 22 or not 12 <= values[0] + values[1] <= 16:
            continue
        suits = {card & 3 for card in hand}
        colours = {suit in (1, 2) for suit in suits}
        name = "suited-22" if len(suits) == 1 else "same-color-22" if len(colours) == 1 else "other-22"
        cards[name] += 1
    found = dict.fromkeys(cards, 0)
    shoe = [4] * 9 + [16]
    for counts, end, orders in sidebets_dealer.finished_hands(1, True):
        if end == bh.DEALER_22 and sum(counts) == 3 and not counts[0]:
            every = orders * sidebets_dealer.real_cards(counts, shoe)
            suited = orders * 4 * sidebets_dealer.real_cards(counts, [n // 4 for n in shoe])
            coloured = orders * 2 * sidebets_dealer.real_cards(counts, [n // 2 for n in shoe])
            found["suited-22"] += suited
            found["same-color-22"] += coloured - suited
            found["other-22"] += every - coloured
    assert found == cards


# ------------------------------------------------------------------------- bets that are played


def test_house_money_is_a_fair_bet_only_when_the_win_is_added_to_the_wager():
    """A published analysis puts six decks with good rules at about 2.6 %."""
    alone = sidebets.edge_of(sidebets.house_money(6), HOUSE_MONEY).house_edge
    capped = house_money_capped(solve(TwentyOneRules()), HOUSE_MONEY)
    assert alone > F(1, 4)
    assert F(2, 100) < capped.house_edge < F(3, 100)


@pytest.mark.slow
@pytest.mark.parametrize(("decks", "known"), [(6, 0.16999128), (8, 0.16562508)])
def test_a_second_trilux_bet_is_made_only_where_the_dealer_has_no_blackjack(decks, known):
    """Counted independently: leaving the dealer's blackjacks in would give 17.295202 and 16.858649 %."""
    second = second_trilux(solve(msgspec.structs.replace(zappit(), decks=decks)), TRILUX).house_edge
    assert float(second) == pytest.approx(known, abs=5e-9)


def spanish_counts(cards, outcome, names):
    """Card by card over what is left of two Spanish decks."""
    deck = [card for card in range(52) if card >> 2 != 8 for _ in range(2)]
    found = dict.fromkeys(names, 0)
    for drawn in cards(deck):
        found[names[outcome(*drawn)]] += 1
    return found


def test_a_spanish_pack_is_counted_without_its_tens():
    def pairs(deck):
        return combinations(deck, 2)

    def with_up_card(deck):
        for a, b in combinations(range(len(deck)), 2):
            if twentyone.is_blackjack(deck[a], deck[b]):
                yield from ((deck[a], deck[b], deck[c]) for c in range(len(deck)) if c not in (a, b))

    for count, names, outcome in (
        (sidebets.bet_the_set, twentyone.PAIRS, twentyone.bet_the_set),
        (sidebets.royal_match, twentyone.ROYAL_MATCH, twentyone.royal_match),
        (sidebets.house_money, twentyone.HOUSE_MONEY, twentyone.house_money),
    ):
        assert count(2, True) == spanish_counts(pairs, outcome, names)
    rock = spanish_counts(with_up_card, twentyone.rock_n_21, twentyone.ROCK_N_21)
    rest = 96 * 95 // 2 * 94 - sum(rock.values())
    assert sidebets.rockn_21(2, True) == {**rock, "lose": rest}
    three = spanish_counts(lambda deck: combinations(deck, 3), twentyone.trilux, twentyone.TRILUX)
    assert sidebets.trilux(2, True) == three
    kings = sidebets.kings_bounty(2, True)
    dealer_pairs = 94 * 93 // 2
    assert kings["two-kings-of-spades-and-dealer-blackjack"] == 8 * 22 and sum(kings.values()) == 4560 * dealer_pairs


def test_the_dealer_of_a_spanish_pack_busts_as_a_walk_over_his_cards_says():
    deck = dict.fromkeys(range(2, 12), 4) | {10: 12}

    def walk(left, cards, chance):
        count, aces = sum(cards), cards.count(11)
        while count > 21 and aces:
            count, aces = count - 10, aces - 1
        if len(cards) > 1 and (count > 17 or (count == 17 and not aces)):
            if count > 21:
                name = twentyone.BUSTER[twentyone.buster(count, len(cards))]
                found[name] = found.get(name, F(0)) + chance
            return
        total = sum(left.values())
        for points in [p for p, n in left.items() if n]:
            walk(left | {points: left[points] - 1}, [*cards, points], chance * F(left[points], total))

    found: dict[str, F] = {}
    walk(deck, [], F(1))
    counted = sidebets_dealer.buster(1, True, True)
    assert {name: chance for name, chance in counted.items() if chance and name != "lose"} == found
    assert sum(counted.values()) == 1 and sum(sidebets_dealer.push_22(1, True, True).values()) == 1


def test_house_money_of_a_spanish_pack_adds_up():
    paid = {name: pays for name, pays in HOUSE_MONEY.items() if name != "lose"}
    won = F(4560 - sidebets.house_money(2, True)["lose"], 4560)
    assert house_money_capped(solve(TwentyOneRules(decks=2, spanish=True)), paid).hit == pytest.approx(won)
