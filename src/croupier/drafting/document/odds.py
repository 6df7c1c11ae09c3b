"""Odds as documents print them, with what a scan has made of them put right, and said so."""

import re

import msgspec

from croupier.rulebook.payouts import parse_odds

_RATIO = re.compile(r"^(\d[\d,]*(?:\.\d+)?)\s*(to|for|:)\s*(\d{1,2})$", re.IGNORECASE)
_MONEY = re.compile(r"^\$\s*(\d[\d,]*(?:\.\d\d)?)$")
_SHARE = re.compile(r"^(\d+(?:\.\d+)?)\s*%(?:\s*of (?:the )?(?:jackpot|meter|progressive)[\w ]*)?$", re.IGNORECASE)
_PUSH = re.compile(r"^push(es)?$", re.IGNORECASE)
# What a scan makes of "1": l, I, |, 1l, 0 1; and of "5": S. A letter beside the digit it resembles is one glyph, twice.
_DAMAGED = re.compile(r"^([0-9lI|SO,]{1,7})\s*t[oO0]\s*([0-9lI|]{1,2}|0\s*1)$")
_TWICE = (("lI", "1"), ("Il", "1"), ("l1", "1"), ("1l", "1"), ("I1", "1"), ("1I", "1"), ("S5", "5"), ("5S", "5"))
_GLYPHS = str.maketrans({"l": "1", "I": "1", "|": "1", "S": "5", "O": "0"})
IN_WORDS = re.compile(r"(?<![\d$])(\d[\d,]*) to (\d{1,2})(?![\d,])(?! ?%)")


class Printed(msgspec.Struct, frozen=True):
    """Odds in the form of a rulebook, and the text that they were read from where that is damaged."""

    odds: str
    damaged: str = ""


def read(text: str) -> Printed | None:
    """The odds that a cell prints; none where it prints something else."""
    cell = text.strip(" .*:")
    if match := _RATIO.match(cell):
        word = "to" if match[2] == ":" else match[2].lower()
        return _sure(f"{_grouped(match[1])} {word} {match[3]}")
    if match := _MONEY.match(cell):
        return _sure(f"${_grouped(match[1])}")
    if match := _SHARE.match(cell):
        return _sure(f"{match[1]}%")
    if _PUSH.match(cell):
        return Printed("Push")
    return _repaired(cell)


def _sure(odds: str) -> Printed | None:
    try:
        parse_odds(odds)
    except ValueError:
        return None
    return Printed(odds)


def _repaired(cell: str) -> Printed | None:
    match = _DAMAGED.match(cell)
    if match is None:
        return None
    left, right = match[1], match[2]
    for seen, meant in _TWICE:
        left, right = left.replace(seen, meant), right.replace(seen, meant)
    left, right = left.translate(_GLYPHS), right.translate(_GLYPHS).replace(" ", "").lstrip("0")
    made = _sure(f"{_grouped(left)} to {right}")
    return made and Printed(made.odds, cell)


def _grouped(number: str) -> str:
    """A number with its thousands apart, as rulebooks write it."""
    whole, point, rest = number.replace(",", "").partition(".")
    return f"{int(whole):,}{point}{rest}" if whole.isdigit() else number
