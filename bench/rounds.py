"""Rounds a second of each game through the whole engine: procedure, checks, settlement, journal, checkpoint."""

import time

from rich.console import Console
from rich.table import Table

from croupier.games import game_class, open_table
from croupier.rounds.bots import Bot, play
from croupier.rounds.chance import Chance
from croupier.rulebook import NotFound, rulebooks

SECONDS = 1.5


def measure(property: str, game: str, players: int) -> float:
    driver = open_table(property, game, chance=Chance())
    bots = [Bot(n, seed=n) for n in range(1, min(players, len(driver.felt.positions)) + 1)]
    play(driver, bots, 50)
    done, start = 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < SECONDS:
        play(driver, bots, 100)
        done += 100
    return done / taken


def main() -> None:
    grid = Table(
        "game", "property", "one player", "five players", title="Rounds a second, one core", title_justify="left"
    )
    seen = set()
    for book in rulebooks():
        try:
            game_class(book.game)
        except NotFound:
            continue
        if book.game in seen:
            continue
        seen.add(book.game)
        one, five = measure(book.property, book.game, 1), measure(book.property, book.game, 5)
        grid.add_row(book.game, book.property, f"{one:,.0f}", f"{five:,.0f}")
    Console().print(grid)


if __name__ == "__main__":
    main()
