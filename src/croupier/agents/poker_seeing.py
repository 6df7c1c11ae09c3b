"""What a player of poker may see, as arrays of a fixed shape: himself first, then the others around the table."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from croupier.agents.poker_game import PokerGame
from croupier.agents.seeing import EMPTY, FACE_DOWN, cards_box, cents_box
from croupier.poker import Hand
from croupier.poker.records import Drew

PHASES = ("bet", "draw", "over")
BOARD = 5
NOT_DRAWN = -1

Seen = dict[str, Any]


def space_of(game: PokerGame) -> gymnasium.spaces.Dict:
    n, width = game.seats, game.form.cards
    box, discrete = gymnasium.spaces.Box, gymnasium.spaces.Discrete
    return gymnasium.spaces.Dict(
        {
            "street": discrete(len(game.form.streets)),
            "phase": discrete(len(PHASES)),
            "place": discrete(n),
            "cards": cards_box((n, width)),
            "board": cards_box((BOARD,)),
            "in_hand": box(low=0, high=1, shape=(n,), dtype=np.int8),
            "drawn": box(low=NOT_DRAWN, high=width, shape=(n,), dtype=np.int8),
            "stacks": cents_box((n,)),
            "bets": cents_box((n,)),
            "pot": cents_box((1,)),
            "call": cents_box((1,)),
            "raise": cents_box((2,)),
        }
    )


def look(game: PokerGame, hand: Hand, player: int) -> Seen:
    """The hand as one player sees it; `player` is his place in the deal.

    Another's card is seen where it lies face up or was shown at the end.
    """
    n, width = game.seats, game.form.cards
    around = [*range(player, n), *range(player)]
    cards = np.full((n, width), EMPTY, dtype=np.int8)
    for row, i in enumerate(around):
        held = hand.hole[i][:width]
        if held and (hand.alive[i] or i == player or hand.shown[i]):
            known = i == player or hand.shown[i]
            cards[row, : len(held)] = [
                card if known or up else FACE_DOWN for card, up in zip(held, hand.up[i])
            ]  # fmt: skip
    board = np.full(BOARD, EMPTY, dtype=np.int8)
    common = hand.board[:BOARD]
    board[: len(common)] = common
    call = bounds = None
    if hand.actor == player and hand.phase == "bet":
        options = hand.options()
        call, bounds = options.call, (options.least, options.most)
    return {
        "street": np.int64(hand.street),
        "phase": np.int64(PHASES.index(hand.phase) if hand.phase in PHASES else PHASES.index("over")),
        "place": np.int64(player),
        "cards": cards,
        "board": board,
        "in_hand": np.array([hand.alive[i] for i in around], dtype=np.int8),
        "drawn": _drawn(hand, around) if game.discards else np.full(n, NOT_DRAWN, dtype=np.int8),
        "stacks": np.array([hand.stacks[i] for i in around], dtype=np.int64),
        "bets": np.array([hand.bets[i] for i in around], dtype=np.int64),
        "pot": np.array([0 if hand.over else hand.pot], dtype=np.int64),
        "call": np.array([call or 0], dtype=np.int64),
        "raise": np.array(bounds or (0, 0), dtype=np.int64),
    }


def _drawn(hand: Hand, around: list[int]) -> NDArray[np.int8]:
    """How many cards each player drew last."""
    last = {record.player: len(record.discards) for record in hand.records if isinstance(record, Drew)}
    return np.array([last.get(i, NOT_DRAWN) for i in around], dtype=np.int8)
