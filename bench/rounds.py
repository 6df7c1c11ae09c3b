"""Rounds a second of each game through the whole engine: procedure, checks, settlement, journal, checkpoint.

Counted in processor time, so that whatever else the machine does meanwhile changes little. The players are bots,
whose own thinking is part of the time.
"""

import time
from collections.abc import Iterator

import msgspec
from rich.console import Console
from rich.table import Table

from croupier.games import game_class, open_table
from croupier.rounds.bots import Bot, play
from croupier.rounds.chance import Chance
from croupier.rulebook import NotFound, Rulebook, rulebooks

TARGET = 5_000  # rounds a second with one player, of any game with cards
WARM_UP = 1_500  # rounds in which most hands are met for the first time, and their words made
CHUNK = 50
ONE_SECONDS, FIVE_SECONDS = 0.7, 0.35


class Rate(msgspec.Struct, frozen=True):
    rounds: float  # a second of processor time
    entries: float  # in the journal, for each round
    cards: bool


def books() -> Iterator[Rulebook]:
    """One rulebook of every game that is played here: its first, in the order of properties."""
    seen = set()
    for book in rulebooks():
        try:
            game_class(book.game)
        except NotFound:
            continue
        if book.game not in seen:
            seen.add(book.game)
            yield book


def measure(book: Rulebook, players: int, seconds: float) -> Rate:
    driver = open_table(book.property, book.game, book.approved, chance=Chance())
    bots = [Bot(n, seed=n) for n in range(1, min(players, len(driver.felt.positions)) + 1)]
    play(driver, bots, WARM_UP // players)
    first, done, start = driver.entry, 0, time.process_time()
    while (taken := time.process_time() - start) < seconds:
        play(driver, bots, CHUNK)
        done += CHUNK
    return Rate(done / taken, (driver.entry - first) / done, bool(driver.felt.shoes))


def main() -> None:
    title = "Rounds in a second of processor time, one core, with one player and with five"
    grid = Table(title=title, title_justify="left", caption="entries: in the journal, for each round of one player")
    grid.add_column("game", no_wrap=True)
    for name in ("one", f"{TARGET:,}", "five", "entries"):
        grid.add_column(name, justify="right", no_wrap=True)
    reached = cards = 0
    for book in books():
        one, five = measure(book, 1, ONE_SECONDS), measure(book, 5, FIVE_SECONDS)
        enough = one.rounds >= TARGET
        cards += one.cards
        reached += one.cards and enough
        grid.add_row(
            book.game,
            f"{one.rounds:,.0f}",
            "" if not one.cards else "reached" if enough else "[red]missed[/red]",
            f"{five.rounds:,.0f}",
            f"{one.entries:.1f}",
        )
    console = Console()
    console.print(grid)
    console.print(f"{reached} of {cards} games with cards reach {TARGET:,} rounds a second with one player.")


if __name__ == "__main__":
    main()
