"""Poker hands a second beside pokerkit, and showdowns a second of the compiled enumeration, in one run on one core.

A hand is played from the blinds to the pot pushed: shuffled, every decision drawn at random from the legal
ones (the same habits for both engines), records kept.
"""

import platform
import random
import time
import warnings
from collections.abc import Callable
from typing import Any

import pokerkit
from rich.console import Console
from rich.table import Table

from croupier.equipment.entropy import SystemEntropy, shuffled
from croupier.poker.book.forms import form
from croupier.poker.book.stakes import Stakes, fixed_limit, no_limit, pot_limit
from croupier.poker.equity import equity
from croupier.poker.hand import Hand

STUD = fixed_limit(4, 8, ante=1, bring_in=2)
GAMES: dict[str, tuple[str, Stakes, Any]] = {
    "no-limit hold'em": ("holdem", no_limit(1, 2), pokerkit.NoLimitTexasHoldem),
    "fixed-limit hold'em": ("holdem", fixed_limit(2, 4), pokerkit.FixedLimitTexasHoldem),
    "pot-limit omaha": ("omaha", pot_limit(1, 2), pokerkit.PotLimitOmahaHoldem),
    "omaha eight or better": ("omaha-8", fixed_limit(2, 4), pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter),
    "seven-card stud": ("stud", STUD, pokerkit.FixedLimitSevenCardStud),
    "stud eight or better": ("stud-8", STUD, pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter),
    "razz": ("razz", STUD, pokerkit.FixedLimitRazz),
    "deuce-to-seven, one draw": ("deuce-to-seven", no_limit(1, 2), pokerkit.NoLimitDeuceToSevenLowballSingleDraw),
    "deuce-to-seven, three draws": ("triple-draw", fixed_limit(2, 4), pokerkit.FixedLimitDeuceToSevenLowballTripleDraw),
    "badugi": ("badugi", fixed_limit(2, 4), pokerkit.FixedLimitBadugi),
}
PLAYERS = 6
CHANCE = SystemEntropy()  # what a table's shuffler draws from
STACK = 200


def play_ours(name: str, stakes: Stakes, rng: random.Random) -> Hand:
    shape = form(name)
    hand = Hand(shape, stakes, [STACK] * PLAYERS, deck=shuffled(list(shape.deck), CHANCE))
    while not hand.over:
        if hand.phase == "draw":
            hand.draw(hand.hole[hand.actor][: rng.randrange(3)])
            continue
        options = hand.options()
        roll = rng.random()
        if options.may_raise and roll < 0.15:
            hand.raise_to(options.least)
        elif options.bring_in:
            hand.bring_in()
        elif options.check:
            hand.check()
        elif roll < 0.6:
            hand.call()
        else:
            hand.fold()
    return hand


def play_pokerkit(game: Any, stakes: Stakes, rng: random.Random) -> Any:
    arguments: list[Any] = [tuple(pokerkit.Automation), True, stakes.ante]
    if stakes.bring_in:
        arguments += [stakes.bring_in, stakes.small, stakes.big]
    elif stakes.limit:
        arguments += [stakes.blinds, stakes.small, stakes.big]
    else:
        arguments += [stakes.blinds, stakes.small]
    state = game.create_state(*arguments, STACK, PLAYERS)
    while state.status:
        if state.stand_patter_or_discarder_index is not None:
            held = state.hole_cards[state.stand_patter_or_discarder_index]
            state.stand_pat_or_discard(held[: rng.randrange(3)])
            continue
        roll = rng.random()
        if roll < 0.15 and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
        elif state.can_post_bring_in():
            state.post_bring_in()
        elif not state.checking_or_calling_amount or roll < 0.6:
            state.check_or_call()
        else:
            state.fold()
    return state


def rate(play: Callable[[], object], seconds: float, rounds: int = 3) -> float:
    """Hands a second of processor time: the best of some rounds after a warm-up."""
    for _ in range(5):
        play()
    best = 0.0
    for _ in range(rounds):
        start = time.process_time()  # other work on the machine must not count
        count = 0
        while time.process_time() - start < seconds:
            play()
            count += 1
        best = max(best, count / (time.process_time() - start))
    return best


def hands_table() -> Table:
    table = Table(title=f"hands a second, {PLAYERS} players", title_justify="left")
    for column in ("game", "croupier", "pokerkit", "times"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for title, (name, stakes, game) in GAMES.items():
        rng = random.Random(1)
        ours = rate(lambda name=name, stakes=stakes, rng=rng: play_ours(name, stakes, rng), 0.7)  # type: ignore[misc]
        theirs = rate(lambda game=game, stakes=stakes, rng=rng: play_pokerkit(game, stakes, rng), 0.5, 1)  # type: ignore[misc]
        table.add_row(title, f"{ours:,.0f}", f"{theirs:,.0f}", f"{ours / theirs:,.0f}")
    return table


def showdowns_table() -> Table:
    table = Table(title="equities by compiled enumeration", title_justify="left")
    for column in ("hands", "showdowns", "seconds", "million a second"):
        table.add_column(column, justify="left" if column == "hands" else "right")
    cases: tuple[tuple[str, list[str], str], ...] = (
        ("holdem", ["As Ks", "Qd Qc"], ""),
        ("holdem", ["2c 2d", "Ah Kd"], ""),
        ("holdem", ["7h 6h", "As Ad"], ""),
        ("holdem", ["As Ks", "Qd Qc", "Jh Th"], ""),
        ("omaha", ["As Ks Qh Jh", "9c 8c 7d 6d"], "Ts"),
        ("omaha-8", ["As 2s 3h Kh", "9c 8c 7d 6d"], "4s 5c"),
        ("razz", ["As 2s 3s 8d Kh", "4c 5d 6h 7s Ks"], ""),
        ("stud", ["As Ad Kc 9h", "7h 7d 6s 5s"], ""),
        ("stud-8", ["As Ad 2c 9h Ts", "7h 7d 6s 5s 4c"], ""),
        ("draw", ["As Ad Kc", "7h 7d 6s"], ""),
        ("deuce-to-seven", ["2s 3d 4c", "7h 3c 6s"], ""),
        ("badugi", ["As 2d", "3h 4c"], ""),
        ("short-deck", ["As Ks", "Qd Qc"], ""),
    )
    for name, hands, board in cases:
        equity(name, hands, board)
        best = min((equity(name, hands, board) for _ in range(5)), key=lambda result: result.seconds)
        title = f"{name} {' - '.join(hands)}" + (f" on {board}" if board else "")
        speed = best.showdowns / best.seconds / 1e6
        table.add_row(title, f"{best.showdowns:,}", f"{best.seconds:.4f}", f"{speed:,.1f}")
    return table


def main() -> None:
    console = Console(width=110)
    console.print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, one core")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        console.print(hands_table())
    console.print(showdowns_table())


if __name__ == "__main__":
    main()
