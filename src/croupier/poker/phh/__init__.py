"""Poker hand histories: read, replayed, proved and written.

A .phh file is one hand in TOML, a .phhs file many, each in a table of its own; the texts of online rooms are read into
the same fields (`site_text`), and `convert` writes either form. `replaying` plays a hand by the engine, `money` and
`proof` say whether what the history states can have been won, `report` says so to people.
"""

from croupier.poker.errors import PHHError
from croupier.poker.phh.convert import convert
from croupier.poker.phh.money import Replay
from croupier.poker.phh.reading import read
from croupier.poker.phh.replaying import apply, play, replay, replay_file, replays
from croupier.poker.phh.report import replay_command, replay_text, report
from croupier.poker.phh.write import dump, dump_many

__all__ = [
    "PHHError",
    "Replay",
    "apply",
    "convert",
    "dump",
    "dump_many",
    "play",
    "read",
    "replay",
    "replay_command",
    "replay_file",
    "replay_text",
    "replays",
    "report",
]
