"""A hand of poker drawn for a terminal, as one of its players sees it."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from croupier.agents.poker_game import PokerGame
from croupier.cli.terminal.layout import cards_text
from croupier.equipment.money import money
from croupier.poker import Hand


def draw_hand(game: PokerGame, hand: Hand, player: int) -> RenderableType:
    """Board and pot, then a line for each player; only what this player may see."""
    book = game.room.book
    seats = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for i in range(hand.n):
        known = i == player or hand.shown[i]
        in_sight = hand.alive[i] or known
        cards = [card if known or up else None for card, up in zip(hand.hole[i], hand.up[i])] if in_sight else []
        marks = ("button " if i == hand.n - 1 else "") + ("to act" if i == hand.actor else "")
        who = "you" if i == player else f"player {i + 1}"
        seats.add_row(who, money(hand.stacks[i]), cards_text(cards), f"bet {money(hand.bets[i])}", marks)
    board = cards_text([*hand.board]) if hand.board else Text("no common cards")
    pot = Text(f"pot {money(0 if hand.over else hand.pot)} · {hand.at.name}", style="bold")
    return Panel(Group(pot, board, seats), title=f"{game.form.title} · {book.property}", border_style="green")
