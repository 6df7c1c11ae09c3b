"""Hands a second: our rankings beside phevaluator, eval7 and treys, in one run on one core."""

import platform
import time
from collections.abc import Callable, Sequence

import eval7
import numpy as np
import phevaluator
import treys
from rich.console import Console
from rich.table import Table

from croupier.equipment.cards import card_name
from croupier.hands import five, kernels, low, omaha, paigow, three, wild
from croupier.hands.four import best4

BATCH = 4_000_000
SINGLE = 50_000
ROUNDS = 5


def random_hands(count: int, size: int) -> kernels.Cards:
    """Hands without repetition: draw, and draw those again that hold a card twice."""
    chance = np.random.default_rng(1)
    hands = chance.integers(0, 52, (count, size), np.uint8)
    while True:
        ordered = np.sort(hands, axis=1)
        twice = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
        if not len(twice):
            return hands
        hands[twice] = chance.integers(0, 52, (len(twice), size), np.uint8)


def rate(work: Callable[[], object], hands: int, rounds: int = ROUNDS) -> float:
    """Hands a second, the best of some rounds after one that compiles and warms."""
    work()
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return hands / best


def each(rank: Callable[..., object], hands: Sequence[object]) -> Callable[[], None]:
    def work() -> None:
        for hand in hands:
            rank(hand)

    return work


def seven_card_table() -> Table:
    table = Table(title="seven cards, the best five", title_justify="left")
    table.add_column("evaluator")
    table.add_column("million hands a second", justify="right")
    table.add_column("each hand", justify="right")

    def row(name: str, hands_a_second: float) -> None:
        table.add_row(name, f"{hands_a_second / 1e6:,.2f}", f"{1e9 / hands_a_second:,.1f} ns")

    batch = random_hands(BATCH, 7)
    singles = batch[:SINGLE].tolist()
    row(
        "croupier, all 133,784,560 in order, suits together",
        rate(lambda: kernels.count_categories7(together=True), kernels.HANDS7, 3),
    )
    row(
        "croupier, all 133,784,560 in order, each alone",
        rate(lambda: kernels.count_categories7(together=False), kernels.HANDS7, 3),
    )
    row(f"croupier, batch of {BATCH:,} at random", rate(lambda: kernels.rank7_batch(batch), BATCH))
    row("croupier, one call a hand", rate(each(five.best5, singles), SINGLE))
    evaluate = phevaluator.evaluate_cards
    row("phevaluator, one call a hand", rate(each(lambda hand: evaluate(*hand), singles), SINGLE))
    names = [card_name(card) for card in range(52)]
    of_eval7 = [[eval7.Card(names[card]) for card in hand] for hand in singles]
    row("eval7, one call a hand", rate(each(eval7.evaluate, of_eval7), SINGLE))
    of_treys = [[treys.Card.new(names[card]) for card in hand] for hand in singles[:5_000]]
    evaluator = treys.Evaluator()
    row("treys, one call a hand", rate(each(lambda hand: evaluator.evaluate(hand, []), of_treys), 5_000))
    return table


def other_table() -> Table:
    table = Table(title="other rankings, one Python call a hand", title_justify="left")
    table.add_column("ranking")
    table.add_column("thousand hands a second", justify="right")
    hands: list[list[int]] = random_hands(10_000, 9).tolist()
    jokers = [[52, *hand[:6]] if i % 8 == 0 else hand[:7] for i, hand in enumerate(hands)]
    rankings: list[tuple[str, Callable[[list[int]], object], list[list[int]]]] = [
        ("three cards", lambda hand: three.rank3(*hand), [hand[:3] for hand in hands]),
        ("best four of five", best4, [hand[:5] for hand in hands]),
        ("five cards", lambda hand: five.rank5(*hand), [hand[:5] for hand in hands]),
        ("deuces and joker wild", wild.rank_wild5, [hand[:5] for hand in jokers]),
        ("pai gow High hand", paigow.rank_high, [hand[:5] for hand in jokers]),
        ("pai gow seven cards", paigow.best7, jokers),
        ("ace to five of seven", low.low_a5, [hand[:7] for hand in hands]),
        ("deuce to seven", low.low_27, [hand[:5] for hand in hands]),
        ("badugi", low.badugi, [hand[:4] for hand in hands]),
        ("omaha high", lambda hand: omaha.omaha_high(hand[:4], hand[4:]), hands),
    ]
    for name, rank, dealt in rankings:
        table.add_row(name, f"{rate(each(rank, dealt), len(dealt), 3) / 1e3:,.0f}")
    return table


def main() -> None:
    console = Console()
    console.print(f"Python {platform.python_version()}, {platform.machine()}, one core; best of {ROUNDS} runs, warm")
    console.print(seven_card_table())
    console.print(other_table())


if __name__ == "__main__":
    main()
