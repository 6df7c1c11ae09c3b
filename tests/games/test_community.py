"""Names of hands and outcomes in the games with community cards, counted over all cards."""

from collections import Counter
from itertools import combinations

import pytest

from croupier.equipment.cards import parse_cards
from croupier.equipment.entropy import SeededEntropy
from croupier.games import open_table
from croupier.games.cards import texas_holdem_bonus, ultimate_texas_holdem
from croupier.games.cards.community import PAID_BY_PAIRS, PAIRS, five_card_name, paid_from
from croupier.games.cards.criss_cross_poker import LINES
from croupier.games.cards.texas_holdem_bonus import two_card_name
from croupier.hands.five import best5, rank5
from croupier.rounds import events
from croupier.rounds.bots import Bot, play
from croupier.rounds.chance import Chance


def value(text: str) -> int:
    return best5(parse_cards(text))


def test_the_bonus_names_every_two_cards_once() -> None:
    counts = Counter(two_card_name(cards) for cards in combinations(range(52), 2))
    assert counts == {
        "pair-of-aces": 6,
        "ace-king-suited": 4,
        "ace-queen-or-jack-suited": 8,
        "ace-king-unsuited": 12,
        "pair-of-jacks-to-kings": 18,
        "ace-queen-or-jack-unsuited": 24,
        "pair-of-twos-to-tens": 54,
        "lose": 1200,
    }


def test_a_pair_is_named_by_its_rank_and_falls_back_to_the_next_lower() -> None:
    assert five_card_name(value("6c 6d Ah Ks 2d")) == "sixes-or-better"
    assert five_card_name(value("Ac Ad 6h Ks 2d")) == "aces-or-better"
    assert five_card_name(value("6c 6d Ah As 2d")) == "two-pair"
    assert PAID_BY_PAIRS["aces-or-better"] == "kings-or-better"
    assert PAID_BY_PAIRS["twos-or-better"] == "lose"
    assert set(PAIRS) <= set(PAID_BY_PAIRS) and "pair" not in PAID_BY_PAIRS


def test_a_table_requires_the_rows_from_its_lowest_hand_up() -> None:
    trips = paid_from("three-of-a-kind")
    assert [name for name, back in trips.items() if back is None] == [
        "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind"]  # fmt: skip
    assert trips["royal-flush"] == "straight-flush" and trips["two-pair"] == "lose"
    assert paid_from("straight", below="push")["pair"] == "push"


@pytest.mark.parametrize(
    ("mine", "theirs", "outcomes"),
    [
        ("Ac Ad 9h 7s 2d", "Kc Kd 9h 7s 2d", ("win", "pair", "win")),
        ("Kc Kd 9h 7s 2d", "Ac Ad 9h 7s 2d", ("lose", "lose", "lose")),
        ("Ac Kd 9h 7s 2d", "Qc Jd 9h 7s 2d", ("push", "high-card", "win")),
        ("Qc Jd 9h 7s 2d", "Ac Kd 9h 7s 2d", ("push", "lose", "lose")),
        ("Ac Kd 9h 7s 2d", "Ad Kc 9h 7s 2d", ("push", "push", "push")),
        ("2c 2d 9h 7s 3d", "2h 2s 9h 7s 3d", ("push", "push", "push")),
    ],
)
def test_ante_blind_and_play_against_the_dealer(mine: str, theirs: str, outcomes: tuple[str, str, str]) -> None:
    assert ultimate_texas_holdem.against_dealer(value(mine), value(theirs)) == outcomes


def test_a_winning_ante_of_the_bonus_game_needs_its_rank() -> None:
    straight, flush = value("9c 8d 7h 6s 5d"), value("Ac 9c 7c 4c 2c")
    dealer = value("Ac Ad 9h 7s 2d")
    assert texas_holdem_bonus.against_dealer(straight, dealer, "straight") == ("win", "win")
    assert texas_holdem_bonus.against_dealer(straight, dealer, "flush") == ("push", "win")
    assert texas_holdem_bonus.against_dealer(flush, dealer, "flush") == ("win", "win")
    assert texas_holdem_bonus.against_dealer(dealer, straight, "straight") == ("lose", "lose")


def test_the_two_lines_of_the_cross_share_the_middle_card() -> None:
    across, down = set(LINES["across"]), set(LINES["down"])
    assert across & down == {4} and across | down == set(range(5))


HAND_WAGERS = {
    "mississippi-stud": ("ante", "third-street", "fourth-street", "fifth-street"),
    "let-it-ride": ("bet-1", "bet-2", "bet-3"),
    "criss-cross-poker": ("across", "down"),
}


@pytest.mark.parametrize("game", HAND_WAGERS)
def test_every_wager_is_settled_by_the_hand_that_its_cards_make(game: str) -> None:
    """Engine and evaluator agree over many rounds, with the cards as they lie when the round is over."""
    driver = open_table("hard-rock-cincinnati", game, chance=Chance(SeededEntropy(5)))
    bot, outcomes = Bot(1, seed=3), Counter[str]()
    for _ in range(400):
        before = driver.entry
        play(driver, [bot], 1)
        own, board = driver.felt.positions[0].hands[0].cards, driver.table.hand("community").cards
        new = [entry for entry in driver.journal.entries() if entry.number > before]
        for event in (e for entry in new for e in entry.events if isinstance(e, events.Settled)):
            if event.wager in HAND_WAGERS[game] and event.because != "Folded.":
                line = [board[i] for i in LINES[event.wager]] if game == "criss-cross-poker" else board
                assert event.outcome == driver.game.resolve(event.wager, five_card_name(rank5(*own, *line)))
                outcomes[event.outcome] += 1
    assert len(outcomes) >= 3 and outcomes["lose"]
