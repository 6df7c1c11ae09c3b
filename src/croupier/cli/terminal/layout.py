"""The table drawn in a terminal: the layout, the cards, the wagers that stand."""

from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from croupier.equipment.cards import JOKER, RANKS, rank_of, suit_of
from croupier.equipment.money import money, short_money
from croupier.equipment.wheels import colour
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.requests import Betting, place_words
from croupier.rounds.view import view
from croupier.rulebook import properties

SUIT_MARKS = "♣♦♥♠"
OUT_OF_SIGHT = ("burn", "discards")
SHOWN_RESULTS = 10


def card_text(card: int | None) -> Text:
    if card is None:
        return Text("▒▒", style="blue")
    if card == JOKER:
        return Text("Jkr", style="bold magenta")
    rank = RANKS[rank_of(card)].replace("T", "10")
    return Text(rank + SUIT_MARKS[suit_of(card)], style="bold red" if suit_of(card) in (1, 2) else "bold")


def cards_text(cards: list[int | None]) -> Text:
    return Text(" ").join(card_text(card) for card in cards)


def seen(driver: Driver) -> dict[str, Any]:
    """What the person at the keyboard sees: at an electronic table the hands of all seats he plays, else the dealer's
    view."""
    if not driver.table.electronic:
        return view(driver, By("dealer"))
    patrons = [p.patron for p in driver.felt.positions if p.patron] or [""]
    shown = view(driver, By("player", patrons[0]))
    for patron in dict.fromkeys(patrons[1:]):
        theirs = view(driver, By("player", patron))["positions"]
        shown["positions"] = [b if b["patron"] == patron else a for a, b in zip(shown["positions"], theirs)]
    return shown


def draw(driver: Driver) -> RenderableType:
    """The whole layout: dice or wheel, the dealer's and common cards, then each player's line."""
    shown = seen(driver)
    book = driver.game.posting.rulebook
    over = isinstance(driver.pending, Betting) and not any(
        w["round"] == shown["round"] for p in shown["positions"] for w in p["wagers"]
    )
    parts: list[RenderableType] = [Text(line, style="bold") for line in standing_lines(shown)]
    if driver.game.FELT == "roulette":
        parts.append(roulette_grid(shown, driver.game.selections("straight")))
    hands = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    if shown["dealer"]["cards"]:
        hands.add_row("Dealer", cards_text(shown["dealer"]["cards"]))
    for name, hand in shown["places"].items():
        if hand["cards"] and name not in OUT_OF_SIGHT:
            words = place_words(name).removeprefix("the ")
            hands.add_row(words.capitalize(), cards_text(hand["cards"]))
    if hands.row_count:
        parts.append(hands)
    parts.append(positions_grid(shown))
    shoe = shown.get("shoe")
    left = f" · {shoe['left']} cards left" if shoe else ""
    number = f"round {shown['round'] - 1} is over" if over and shown["round"] > 1 else f"round {shown['round']}"
    house = properties()[book.property].title if book.property in properties() else book.property
    return Panel(
        Group(*parts),
        title=f"{book.title} · {house}",
        subtitle=f"approved {book.approved} · {number}{left}",
        border_style="green",
    )


def standing_lines(shown: dict[str, Any]) -> list[str]:
    """What stands over rounds: the point and the shooter, and what came last."""
    memo, lines = shown["memo"], []
    if "point" in memo:
        puck = f"The point is {memo['point']}" if memo["point"] else "Come-out roll, the puck is off"
        lines.append(puck + (f" · position {memo['shooter']} shoots" if memo.get("shooter") else ""))
    if memo.get("results"):
        results = ["-".join(map(str, r)) if isinstance(r, list) else str(r) for r in memo["results"][:SHOWN_RESULTS]]
        lines.append("Last: " + " ".join(results))
    return lines


def positions_grid(shown: dict[str, Any]) -> RenderableType:
    """One line a hand: position, chips, cards, how it stands; the wagers below each other where there are many."""
    grid = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for column in ("position", "chips"):
        grid.add_column(column, no_wrap=True)
    for position in shown["positions"]:
        if not position["patron"]:
            continue
        hands = Text("\n").join(
            cards_text(hand["cards"]).append(f" {hand['state']}" if hand["state"] else "", style="dim")
            for hand in position["hands"]
            if hand["cards"]
        )
        wagers = ", ".join(wager_words(w) for w in position["wagers"])
        chips = money(position["chips"]) if position["chips"] is not None else ""
        grid.add_row(f"{position['number']}", Text(chips, style="yellow"), hands, Text(wagers, style="cyan"))
    return grid


def wager_words(wager: dict[str, Any]) -> str:
    called = f" ({wager['memo']['called']})" if wager["memo"].get("called") else ""
    return f"{wager['kind']}{' ' + wager['on'] if wager['on'] else ''} {short_money(wager['stake'])}{called}"


def roulette_grid(shown: dict[str, Any], numbers: tuple[str, ...]) -> RenderableType:
    """Three rows of twelve; a star marks a straight wager, a dot a number covered with others."""
    inside = {w["on"] for p in shown["positions"] for w in p["wagers"] if w["on"].replace("-", "").isdecimal()}
    covered = {number for on in inside for number in on.split("-")}
    grid = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    styles = {"red": "white on red", "black": "white on black", "green": "white on green"}

    def cell(number: str) -> Text:
        mark = "*" if number in inside else "·" if number in covered else " "
        return Text(f"{number:>2}{mark}", style=styles[colour(number)])

    zeros = {3: "00", 1: "0"} if "00" in numbers else {2: "0"}
    zeros = {3: "000", 2: "00", 1: "0"} if "000" in numbers else zeros
    for row in (3, 2, 1):
        first = cell(zeros[row]) if row in zeros else Text("   ", style=styles["green"])
        grid.add_row(first, *(cell(str(number)) for number in range(row, 37, 3)))
    return grid
