"""Hands a second: our rankings beside OMPEval (native), phevaluator, eval7 and treys, in one run on one core."""

import platform
import time
from collections.abc import Callable, Sequence
from tempfile import TemporaryDirectory

import eval7
import numpy as np
import phevaluator
import treys
from rich.console import Console
from rich.table import Table

from bench import native
from croupier.equipment.cards import card_name
from croupier.hands import batches, five, kernels, low, omaha, paigow, seven, three, wild
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
        start = time.process_time()  # other work on the machine must not count
        work()
        best = min(best, time.process_time() - start)
    return hands / best


def each(rank: Callable[..., object], hands: Sequence[object]) -> Callable[[], None]:
    def work() -> None:
        for hand in hands:
            rank(hand)

    return work


def native_table() -> Table:
    """Ours and the native peer in turns, each on one core, in processor time: the best turn of each."""
    table = Table(title="seven cards, millions of hands a second; in order: all 133,784,560", title_justify="left")
    for column in ("how", "croupier", "OMPEval", "of the peer's"):
        table.add_column(column, justify="left" if column == "how" else "right")
    batch = random_hands(BATCH, 7)
    with TemporaryDirectory() as folder:
        cards, values = f"{folder}/cards", f"{folder}/values"
        batch.tofile(cards)
        found = in_turns(seven.sum_values7, ["sum"], seven.HANDS7)
        add_beside(table, "all in order, values added up", *found)
        found = in_turns(seven.count_categories7, ["categories"], seven.HANDS7)
        add_beside(table, "all in order, by category", *found)
        found = in_turns(lambda: batches.rank7_batch(batch), ["batch", cards, values], BATCH)
        add_beside(table, f"a batch of {BATCH:,} at random", *found)
        if isinstance(found[1], float):
            theirs = np.fromfile(values, np.uint16)[np.argsort(batches.rank7_batch(batch), kind="stable")]
            assert (theirs[1:] >= theirs[:-1]).all(), "the two evaluators disagree on which hand is better"
    return table


def in_turns(ours: Callable[[], object], theirs: Sequence[str], hands: int) -> tuple[float, float | str]:
    """Hands a second of ours and of the peer, or why it was not measured."""
    ours()
    best = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        start = time.process_time()
        ours()
        best[0] = min(best[0], time.process_time() - start)
        try:
            best[1] = min(best[1], native.run(*theirs)[0])
        except native.NotBuiltError as error:
            return hands / best[0], str(error)
    return hands / best[0], hands / best[1]


def add_beside(table: Table, how: str, ours: float, theirs: float | str) -> None:
    if isinstance(theirs, str):
        table.add_row(how, f"{ours / 1e6:,.0f}", f"not measured: {theirs}", "")
    else:
        table.add_row(how, f"{ours / 1e6:,.0f}", f"{theirs / 1e6:,.0f}", f"{ours / theirs:.2f}")


def seven_card_table() -> Table:
    table = Table(title="seven cards, one Python call a hand", title_justify="left")
    table.add_column("evaluator")
    table.add_column("million hands a second", justify="right")
    table.add_column("each hand", justify="right")

    def row(name: str, hands_a_second: float) -> None:
        table.add_row(name, f"{hands_a_second / 1e6:,.2f}", f"{1e9 / hands_a_second:,.1f} ns")

    singles = random_hands(SINGLE, 7).tolist()
    row("croupier", rate(each(five.best5, singles), SINGLE))
    evaluate = phevaluator.evaluate_cards
    row("phevaluator", rate(each(lambda hand: evaluate(*hand), singles), SINGLE))
    names = [card_name(card) for card in range(52)]
    of_eval7 = [[eval7.Card(names[card]) for card in hand] for hand in singles]
    row("eval7", rate(each(eval7.evaluate, of_eval7), SINGLE))
    of_treys = [[treys.Card.new(names[card]) for card in hand] for hand in singles[:5_000]]
    evaluator = treys.Evaluator()
    row("treys", rate(each(lambda hand: evaluator.evaluate(hand, []), of_treys), 5_000))
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
    console.print(native_table())
    console.print(seven_card_table())
    console.print(other_table())


if __name__ == "__main__":
    main()
