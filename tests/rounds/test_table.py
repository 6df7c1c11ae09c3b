"""Cards given and turned together are what they are one by one, and a table that runs for long does not grow."""

import msgspec
import pytest

from croupier.equipment.entropy import SeededEntropy
from croupier.equipment.shoe import UNSEEN
from croupier.games import open_table
from croupier.rounds.bots import Bot, play
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.felt import snapshot
from croupier.rounds.table import Table


def a_table() -> Table:
    return open_table("hard-rock-cincinnati", "pai-gow-poker", mode="dealer").table


@pytest.mark.parametrize("cards", [(5,), (5, 6, 7), (UNSEEN, 9, UNSEEN), (52, 0), ()])
@pytest.mark.parametrize("to", ["dealer", "3", "discards"])
def test_a_stack_is_its_cards_one_after_the_other(to: str, cards: tuple[int, ...]) -> None:
    one, together = a_table(), a_table()
    one.hand(to)
    for card in cards:
        one.give(to, card, "down")
    together.give_stack(to, cards, "down")
    assert snapshot(one.felt) == snapshot(together.felt)
    assert one.events == together.events


def test_cards_turned_together_are_cards_turned_one_by_one() -> None:
    one, together = a_table(), a_table()
    for table in (one, together):
        table.give_stack("dealer", (UNSEEN, 8, UNSEEN, 11), "down")
        table.turn("dealer", 1)
    for index, card in ((0, 30), (2, 31), (3, UNSEEN)):
        one.turn("dealer", index, card)
    together.turn_stack("dealer", (0, 2, 3), {0: 30, 2: 31})
    assert snapshot(one.felt) == snapshot(together.felt)
    assert one.events == together.events
    assert together.felt.dealer.cards == [30, 8, 31, 11] and together.felt.dealer.faces == "uuuu"


def kept(driver: Driver) -> int:
    """Bytes that a table carries from round to round, and would grow by if it forgot nothing."""
    return len(msgspec.msgpack.encode(driver.standing()))


@pytest.mark.parametrize("game", ["pai-gow-poker", "blackjack", "craps", "mini-midi-baccarat", "ultimate-texas-holdem"])
def test_a_table_does_not_grow_with_its_rounds(game: str) -> None:
    driver = open_table("hard-rock-cincinnati", game, chance=Chance(SeededEntropy(3)))
    bots = [Bot(n, seed=n) for n in (1, 2)]
    sizes = []
    for _ in range(2):
        largest = 0
        for _ in range(200):  # two shoes and more
            play(driver, bots, 1)
            largest = max(largest, kept(driver))
        sizes.append(largest)
        play(driver, bots, 300)
    assert sizes[1] < 1.25 * sizes[0]
