"""The table drawn in a terminal: the layout, the cards, the wagers, what may be done now."""

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
from croupier.rounds.game import Offer
from croupier.rounds.requests import Betting, Decide, Request
from croupier.rounds.view import view

SUIT_MARKS = "♣♦♥♠"


def card_text(card: int | None) -> Text:
    if card is None:
        return Text("▒▒", style="blue")
    if card == JOKER:
        return Text("Jkr", style="bold magenta")
    rank = RANKS[rank_of(card)].replace("T", "10")
    return Text(rank + SUIT_MARKS[suit_of(card)], style="bold red" if suit_of(card) in (1, 2) else "bold")


def cards_text(cards: list[int | None]) -> Text:
    return Text(" ").join(card_text(card) for card in cards)


def draw(driver: Driver, who: By) -> RenderableType:
    """The whole layout as `who` may see it."""
    shown = view(driver, who)
    book = driver.game.posting.rulebook
    parts: list[RenderableType] = []
    if driver.game.NAME == "roulette":
        parts.append(roulette_grid(shown))
    if "point" in shown["memo"]:
        point = shown["memo"]["point"]
        parts.append(Text(f"Point: {point}" if point else "Come-out roll: the puck is off", style="bold"))
    if shown["dealer"]["cards"]:
        parts.append(Text("Dealer  ").append_text(cards_text(shown["dealer"]["cards"])))
    for name, hand in shown["places"].items():
        if hand["cards"] and name not in ("burn", "discards"):
            parts.append(Text(f"{name.capitalize()}  ").append_text(cards_text(hand["cards"])))
    parts.append(positions_grid(shown))
    title = f"{book.title} · {book.property} · approved {book.approved}"
    shoe = shown.get("shoe")
    left = f" · {shoe['left']} cards left" if shoe else ""
    return Panel(Group(*parts), title=title, subtitle=f"round {shown['round']}{left}", border_style="green")


def positions_grid(shown: dict[str, Any]) -> RenderableType:
    grid = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for position in shown["positions"]:
        if not position["patron"]:
            continue
        hands = Text("  |  ").join(
            cards_text(hand["cards"]).append(f" {hand['state']}" if hand["state"] else "", style="dim")
            for hand in position["hands"]
            if hand["cards"]
        )
        wagers = ", ".join(
            f"{w['kind']}{' ' + w['on'] if w['on'] else ''} {short_money(w['stake'])}" for w in position["wagers"]
        )
        chips = money(position["chips"]) if position["chips"] is not None else ""
        grid.add_row(f"{position['number']}", Text(chips, style="yellow"), hands, Text(wagers, style="cyan"))
    return grid


def roulette_grid(shown: dict[str, Any]) -> RenderableType:
    """Three rows of twelve, with straight-up chips marked."""
    on = {w["on"] for p in shown["positions"] for w in p["wagers"] if w["kind"] == "straight"}
    grid = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    styles = {"red": "white on red", "black": "white on black", "green": "white on green"}
    for row in (3, 2, 1):
        cells = [Text({3: "00", 2: "", 1: " 0"}[row].rjust(2), style=styles["green"])]
        for number in range(row, 37, 3):
            mark = "*" if str(number) in on else " "
            cells.append(Text(f"{number:>2}{mark}", style=styles[colour(str(number))]))
        grid.add_row(*cells)
    return grid


def offers_grid(offers: list[Offer]) -> RenderableType:
    """What may be bet, its limits and odds; wagers on many numbers are folded into one line."""
    grid = Table("wager", "on", "limits", "pays", "clause", "", box=None, padding=(0, 2, 0, 0), header_style="dim")
    kinds: dict[str, list[Offer]] = {}
    for offer in offers:
        kinds.setdefault(offer.wager, []).append(offer)
    for name, group in kinds.items():
        first = next((o for o in group if not o.blocked), group[0])
        on = ", ".join(o.on for o in group[:5] if o.on) + (" …" if len(group) > 5 else "")
        step = f" by {short_money(first.step)}" if first.step not in (1, 100) else ""
        limits = f"{short_money(first.least)} to {short_money(first.most)}{step}"
        grid.add_row(name, on, limits, first.odds, first.clause, Text(first.blocked, style="dim"))
    return grid


def request_text(request: Request, driver: Driver) -> RenderableType:
    """The question, and each choice with what it costs."""
    table = driver.table
    stage = driver.game.posting.stage(driver.felt.stage)
    asks = request.asks(table)
    text = Text(asks[0].upper() + asks[1:], style="bold")
    if stage:
        text.append(f"  ({stage.clause})", style="dim")
    if isinstance(request, Decide):
        for choice in request.choices:
            cost = f"adds {money(choice.cost)}" if choice.cost else "no cost"
            text.append(f"\n  {choice.name:<14}", style="dim" if choice.blocked else "bold yellow")
            text.append(choice.blocked or cost + (f": {choice.says}" if choice.says else ""), style="dim")
    elif not isinstance(request, Betting) and stage and stage.says:
        text.append(f"\n  {stage.says}", style="dim")
    return text
