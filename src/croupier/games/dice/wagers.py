"""The wagers of craps: their kinds, what they may be on, and the outcomes that a rulebook's rows can name."""

from __future__ import annotations

from croupier.games.dice import throws as dice
from croupier.rounds.game import Outcomes

NUMBERS = tuple(str(n) for n in range(2, 13) if n != dice.SEVEN)
HARD_NUMBERS = ("4", "6", "8", "10")
# What a row that pays one number is called.
WORDS = dict(zip(NUMBERS, ("two", "three", "four", "five", "six", "eight", "nine", "ten", "eleven", "twelve")))
HOPS = tuple(f"{a}-{b}" for a in range(1, 7) for b in range(a, 7))

LINE = ("pass", "dont-pass")
COME = ("come", "dont-come")
# An odds wager and the wager it supports.
SUPPORTS = {
    "pass-odds": "pass",
    "dont-pass-odds": "dont-pass",
    "come-odds": "come",
    "dont-come-odds": "dont-come",
    "put-odds": "put",
}
LAID = ("dont-pass-odds", "dont-come-odds", "lay")
ON_A_NUMBER = ("place", "buy", "lay", "put", "come-odds", "dont-come-odds", "put-odds")
WITH_VIGORISH = ("buy", "lay")

# One-roll wagers by the totals they are on.
ONE_ROLL = {
    "any-seven": dice.mask((7,)),
    "any-craps": dice.ANY_CRAPS,
    "craps-two": dice.mask((2,)),
    "craps-three": dice.mask((3,)),
    "craps-twelve": dice.mask((12,)),
    "eleven": dice.mask((11,)),
    "six-seven-eight": dice.SIX_SEVEN_EIGHT,
}
HORN = {"2": "craps-two", "3": "craps-three", "11": "eleven", "12": "craps-twelve"}
# Wagers settled as if made of several; their `parts` table gives the share of each.
PARTS = {
    "craps-eleven": ("any-craps", "eleven"),
    "horn": tuple(HORN.values()),
    "horn-high": (*HORN.values(), "high"),
    "world": ("horn", "any-seven"),
}
COMBINED = tuple(PARTS)
ONE_THROW = (*ONE_ROLL, *COMBINED, "field", "hop")

# Hard Rock'n Dice: the totals that must fall before a seven.
COLLECTED = {"six-string": dice.SIX_STRING, "fab-four": dice.FAB_FOUR, "tenor": dice.TENOR}


def pair_of(number: str) -> str:
    """`4-or-10`: numbers that are as likely as each other share a row of odds."""
    low = min(int(number), 14 - int(number))
    return f"{low}-or-{14 - low}"


def _outcomes() -> dict[str, Outcomes]:
    known: dict[str, Outcomes] = {
        kind: {"main": {"win": None}} for kind in (*LINE, *COME, "put", *ONE_ROLL, "six-string", "fab-four")
    }
    for kind in ("place", "buy", "lay"):
        numbers: dict[str, str | None] = dict.fromkeys(WORDS.values(), "lose")  # no row: not offered on that number
        known[kind] = {"main": numbers}
    for kind in SUPPORTS:
        pairs: dict[str, str | None] = {WORDS[n]: pair_of(n) for n in NUMBERS}
        known[kind] = {"main": pairs | dict.fromkeys(map(pair_of, NUMBERS), "lose")}
    known["hardway"] = {"main": {WORDS[n]: None for n in HARD_NUMBERS}}
    hops: dict[str, str | None] = {h: "hard" if h[0] == h[2] else "easy" for h in HOPS}
    known["hop"] = {"main": hops | {"hard": "lose", "easy": "lose"}}
    known["field"] = {
        "main": {"two": "two-or-twelve", "twelve": "two-or-twelve", "two-or-twelve": "other", "other": None}
    }
    known["fire"] = {"main": {"3-points": "lose", "4-points": None, "5-points": None, "6-points": None}}
    known["tenor"] = {"main": {"nine-of-ten": "lose", "ten-of-ten": None}}
    for kind in SUPPORTS.values():
        known[kind]["with-odds"] = {"win": "lose"}  # a row of its own where a rulebook prints one
    for kind, parts in PARTS.items():
        known[kind] = {"parts": dict.fromkeys(parts, None)}
    return known


OUTCOMES = _outcomes()
