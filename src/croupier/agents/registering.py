"""Every game of the shelf told to Gymnasium under its own name."""

from __future__ import annotations

import importlib.util

import gymnasium

from croupier.agents.shelf import house_games, poker_forms

NAMESPACE, VERSION = "croupier", "v0"
STEPS_MOST = 1000  # an episode of moves that change nothing is cut off here


def name_of(game: str) -> str:
    return f"{NAMESPACE}/{game}-{VERSION}"


def vectorised(game: str) -> str | None:
    """Where a game's many compiled tables are: `HoldemVectorEnv` in `vector_holdem`; None where it has none."""
    module = f"croupier.agents.vector_{game.replace('-', '_')}"
    name = "".join(part.capitalize() for part in game.split("-"))
    return f"{module}:{name}VectorEnv" if importlib.util.find_spec(module) else None


def register_all() -> None:
    """House games first, then forms of poker; a name that is registered already is left as it is."""
    for game in house_games():
        _register(game, "croupier.agents.house:HouseEnv", "game")
    for form in poker_forms():
        _register(form, "croupier.agents.poker:PokerEnv", "form")


def _register(name: str, entry: str, argument: str) -> None:
    if name_of(name) not in gymnasium.registry:
        gymnasium.register(
            name_of(name),
            entry_point=entry,
            vector_entry_point=vectorised(name),
            max_episode_steps=STEPS_MOST,
            kwargs={argument: name},
        )
