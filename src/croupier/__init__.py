"""Croupier turns a casino's approved rules into running games.

Each package may use only those above it; docs/library.md has examples of all.

equipment  cards, dice, wheels, money, and the shuffle
hands      which hand beats which: `from croupier.hands import best5, rank3`
rulebook   the approved rules as dated, cited data: `from croupier.rulebook import rulebook`
rounds     a round as a procedure that asks; the journal; programs that play (`rounds.bots`)
games      `from croupier.games import open_table, replay_file`
odds       `from croupier.odds import odds`: exact edges; strategies, advice, simulation
poker      `from croupier.poker import Hand, form, no_limit, open_room`; `poker.equity`, `poker.phh`
floor      a house on a database: tables, people, ledger, the poker room, tournaments
web, cli   what people touch
"""

__version__ = "0.1.0"
__all__ = ["__version__"]
