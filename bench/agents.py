"""Decisions a second for programs that learn: compiled tables beside the environment of one table, on one core.

Every decision is drawn at random from the mask. Seconds are of the processor, and what it costs to draw the moves is
not counted. At poker the learner plays every seat (`self`), or one seat against programs, whose own decisions are
not counted either.
"""

import time

import gymnasium
import numpy as np
from rich.console import Console
from rich.table import Table

import croupier.agents  # noqa: F401

TABLES, STEPS, STEPS_ALONE = 1024, 400, 1500
ROOM, HOUSE = "horseshoe-baltimore", "hard-rock-cincinnati"
GAMES = (
    ("blackjack", "croupier/blackjack-v0", {"property": HOUSE}, {}),
    ("hold'em, heads-up", "croupier/holdem-v0", {"property": ROOM, "seats": 2}, {"opponents": "self"}),
    ("hold'em, six players", "croupier/holdem-v0", {"property": ROOM, "seats": 6}, {"opponents": "self"}),
    ("hold'em, heads-up, a program", "croupier/holdem-v0", {"property": ROOM, "seats": 2}, {"opponents": "random"}),
    ("hold'em, six, five programs", "croupier/holdem-v0", {"property": ROOM, "seats": 6}, {"opponents": "random"}),
)


def compiled(name: str, arguments: dict[str, object], more: dict[str, object]) -> float:
    """Decisions a second at many tables."""
    tables = gymnasium.make_vec(name, num_envs=TABLES, **arguments, **more)
    rng = np.random.default_rng(1)
    tables.reset(seed=1)
    tables.step(np.zeros(TABLES, dtype=np.int64))  # compiles
    _, info = tables.reset(seed=1)
    spent = 0.0
    for _ in range(STEPS):
        mask = info["action_mask"]
        moves = (rng.random(mask.shape) * mask).argmax(axis=1)
        began = time.process_time()
        _, _, _, _, info = tables.step(moves)
        spent += time.process_time() - began
    return STEPS * TABLES / spent


def alone(name: str, arguments: dict[str, object], more: dict[str, object]) -> float:
    """Decisions a second at one table, in Python; its other seats are random programs."""
    others = {"opponents": "random"} if more else {}
    table = gymnasium.make(name, **arguments, **others).unwrapped
    rng = np.random.default_rng(1)
    _, info = table.reset(seed=1)
    spent = 0.0
    for _ in range(STEPS_ALONE):
        move = rng.choice(np.flatnonzero(info["action_mask"]))
        began = time.process_time()
        _, _, over, _, info = table.step(move)
        if over:
            _, info = table.reset()
        spent += time.process_time() - began
    return STEPS_ALONE / spent


def main() -> None:
    table = Table("game", "compiled, decisions/s", "one table in Python", "ratio")
    for words, name, arguments, more in GAMES:
        many, one = compiled(name, arguments, more), alone(name, arguments, more)
        table.add_row(words, f"{many / 1e6:,.2f} million", f"{one:,.0f}", f"{many / one:,.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
