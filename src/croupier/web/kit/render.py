"""Templates: their environment, and the few filters with which they speak."""

import re
import secrets
from collections.abc import Iterator
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path

import jinja2
import msgspec
from markupsafe import Markup, escape

from croupier.equipment.cards import card_name, card_words, parse_cards
from croupier.equipment.money import money, short_money
from croupier.equipment.wheels import colour
from croupier.web.draw.cards import empty_place, fan, fan_width
from croupier.web.draw.chips import chip as draw_chip
from croupier.web.draw.chips import patron_chip
from croupier.web.draw.colours import CHIPS
from croupier.web.draw.dice import die, pair
from croupier.web.draw.emblem import emblem
from croupier.web.draw.icons import icon, suit
from croupier.web.draw.sprite import sprite
from croupier.web.draw.svg import picture
from croupier.web.draw.vignettes import poker, small_wheel
from croupier.web.felt.shown import Hand, ReasonRound
from croupier.web.kit import assets
from croupier.web.kit.words import account_words, badge_words, clock, moment, role_words, zone_words


class HouseLook(msgspec.Struct, frozen=True):
    """What of a house is on all of its pages."""

    name: str = ""
    mark: str = ""
    time_zone: str = ""
    chips: tuple[tuple[int, str], ...] = ()  # value and colour
    demo: bool = False  # a demonstration: credit is demo chips


# The house whose page is being made; a page is made in one go.
NAMELESS = HouseLook()
LOOK: ContextVar[HouseLook] = ContextVar("look", default=NAMELESS)
_SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_CARD = re.compile(r"(10|[2-9TJQKA])([♣♦♥♠cdhs])(?![A-Za-z0-9])")
_KEYED = re.compile(r"\b(10|[2-9TJQKA])([cdhs])\b")
_JOKER = re.compile(r"\bJk\b")
# Odds, days with their time, ranges: a line never ends within one.
_WHOLE = re.compile(
    r"\b\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?\b|\$?\d[\d,.]* (?:to|for|[–-]) \$?\d(?:[\d,]*\d)?(?:\.\d+)?"
    r"|\b\d+[–-]\d+\b"
)
_HAND = re.compile(r"(?:(?:[2-9TJQKA][shdc]|Jk) )+\(([^()]+)\)")  # cards with what they are called
_BOARD = re.compile(r"^On (?:[2-9TJQKA][shdc] ?)+, ")
TWO_LINES = 76  # letters beside a button on a phone
_STATES = {"won": "check", "lost": "cross", "push": "equals", "play": "clock", "void": "undo"} | {
    "turn": "clock",
    "on": "clock",
    "off": "clock",
    "voided": "cross",
    "ruled": "flag",
    "toke": "person",
}
_WORDS = {"won": "Won", "lost": "Lost", "push": "Push", "play": "In play", "void": "Returned"} | {
    "turn": "Your decision",
    "on": "On",
    "off": "Off",
    "voided": "Void",
    "ruled": "",
    "toke": "To the dealers",
}


def suited(words: str) -> Markup:
    """Cards in a sentence with their suits drawn: `6♥` and `6h` alike. Suits are never glyphs."""
    words = _JOKER.sub("Joker", words)
    parts: list[str] = []
    at = 0
    for found in _CARD.finditer(words):
        if found[2] in "cdhs" and not _KEYED.match(words, found.start()):
            continue
        letter = _SUITS.get(found[2], found[2])
        rank = "10" if found[1] == "T" else found[1]
        parts.append(whole(words[at : found.start()]))
        parts.append(f'<strong class="nowrap">{rank}{suit(letter)}</strong>')
        at = found.end()
    parts.append(whole(words[at:]))
    return Markup("".join(parts))


def whole(words: str) -> Markup:
    """A sentence in which no line ends within odds, a day or a range: `3 to 2`, `2019-12-05`, `$10 – $1,000`."""
    return Markup(_WHOLE.sub(lambda found: f'<span class="nowrap">{found[0]}</span>', str(escape(words))))


def brief(words: str) -> str:
    """What two lines of a phone have room for: hands by their names alone, and of several sentences the last."""
    if len(words) <= TWO_LINES:
        return words
    named = _HAND.sub(r"\1", _BOARD.sub("", words))
    return (named[:1].upper() + named[1:]) if len(named) <= TWO_LINES else named.rpartition(". ")[2]


def aloud(words: str) -> str:
    """A sentence for a screen reader: `6h` as six of hearts."""

    def card(found: re.Match[str]) -> str:
        if found[2] in "cdhs" and not _KEYED.match(words, found.start()):
            return found[0]
        rank = "T" if found[1] == "10" else found[1]
        return card_words(parse_cards(rank + _SUITS.get(found[2], found[2]))[0])

    return _CARD.sub(card, _JOKER.sub("joker", words))


def dollars(cents: int) -> str:
    """An amount as somebody types it into a field: 25, 25.50."""
    return money(cents).replace("$", "").replace(",", "").removesuffix(".00")


def chip_picture(value: int, size: int) -> Markup:
    """A chip of the house; coins and plaques have no picture."""
    if value not in CHIPS and value not in dict(LOOK.get().chips):
        return Markup("")
    return picture(draw_chip(value, size / 2, size / 2, size / 2), size, size)


def chip_or_none(value: int) -> Markup:
    """A chip's picture beside its value, and the room of one where there is none."""
    return chip_picture(value, 24) or Markup('<span class="no-chip"></span>')


def patron_chip_picture(colour: int, figure: int, size: int) -> Markup:
    return picture(patron_chip(colour, figure, size / 2, size / 2, size / 2 - 1), size, size)


def dice_picture(first: int, second: int, side: int = 52) -> Markup:
    wide, high = side * 2.6, side * 1.35
    return picture(pair(first, second, wide / 2, high / 2 - 2, side), wide, high, f"Dice {first} and {second}")


def dice_key(first: int, second: int) -> Markup:
    return picture(pair(first, second, 30, 13, 24, ivory=True, gap=4), 60, 26)


def die_key(face: int) -> Markup:
    return picture(die(face, 13, 13, 24, ivory=True), 26, 26)


MISSING = -2  # a card that is still to be keyed
ROW, ROW_STEP = 3, 35.0  # cards beside each other on the dealer's screen; how far a row lies below the one before
PARTS_APART = 33.0  # and how much further the Low hand of two


def hand_picture(hand: Hand, missing: int = 0) -> Markup:
    """A hand as the dealer's screen shows it, with dashed places for the cards still to be keyed.

    A long hand lies in rows, each below rank and suit of the one before: no card is drawn smaller than the others' are.
    """
    width, show = 46.0, 0.7
    cards, drawn, top, first = [*hand.cards, *[MISSING] * missing], "", 2.0, 0
    lying = list(_rows(len(cards), hand.rows))
    for count, apart in lying:
        row = cards[first : first + count]
        dealt, top = [card for card in row if card != MISSING], top + apart
        drawn += fan(dealt, fan_width(len(dealt), width, show) / 2 + 2, top, width, show=show) if dealt else ""
        for place in range(len(dealt), len(row)):
            drawn += empty_place(
                place * width * show + 3, top + 1, width - 2, "?" if first + place == len(hand.cards) else ""
            )
        first += count
    size = max(fan_width(min(ROW, len(cards)), width, show) + 4, 112), width * 1.4 + 4 + top
    return picture(drawn, *size, class_="rows" if len(lying) > 1 else None, preserveAspectRatio="xMinYMid meet")


def _rows(count: int, parted: tuple[int, ...]) -> Iterator[tuple[int, float]]:
    """How many cards lie in each row, and how far below the one before; a hand that was parted lies in two parts."""
    for number, part in enumerate(parted if sum(parted) == count else (count,)):
        for first in range(0, part, ROW):
            yield (
                min(ROW, part - first),
                0 if not number and not first else ROW_STEP if first else ROW_STEP + PARTS_APART,
            )


def pocket_colour(pocket: str) -> str:
    return colour(pocket) if pocket.isdigit() and int(pocket) <= 36 else "plain"


def initial_caps(words: str) -> str:
    return words[:1].upper() + words[1:]


WEB = Path(__file__).parent.parent  # every room of the web keeps its own templates; their names differ


@cache
def environment() -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(sorted(WEB.glob("*/templates"))),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    env.filters |= {
        "dollars": dollars,
        "money": money,
        "short": short_money,
        "suited": suited,
        "whole": whole,
        "brief": brief,
        "aloud": aloud,
        "caps": initial_caps,
        "role": role_words,
        "moment": moment,
        "account": account_words,
        "badge": badge_words,
        "clock": clock,
        "signed": lambda cents: money(cents, sign=True),
    }
    env.globals |= {
        "icon": icon,
        "suit": suit,
        "sprite": lambda *parts: sprite(*parts, own=LOOK.get().chips),
        "chip_picture": chip_picture,
        "dice_picture": dice_picture,
        "patron_chip_picture": patron_chip_picture,
        "dice_key": dice_key,
        "die_key": die_key,
        "hand_picture": hand_picture,
        "card_name": card_name,
        "card_words": card_words,
        "pocket_colour": pocket_colour,
        "poker_vignette": poker,
        "chip_or_none": chip_or_none,
        "small_wheel": small_wheel,
        "emblem": lambda size=27: Markup(emblem(size, LOOK.get().mark or "C")),
        "zone_words": zone_words,
        "demo_house": lambda: LOOK.get().demo,
        "house_name": lambda: LOOK.get().name or "Croupier",
        "asset": asset_url,
        "once": once,
        "ended_round_kept": _ended_round,
        "state_icon": _STATES,
        "state_word": _WORDS,
    }
    return env


def once() -> Markup:
    """A form's own id: however often its button is pressed, what it asks for is done once."""
    return Markup('<input type="hidden" name="command" value="{}">').format(secrets.token_urlsafe(15))


@cache
def asset_url(name: str) -> str:
    """The address of an asset with its digest, so that it may be kept for ever."""
    found = assets.find(name)
    if found is None:
        raise LookupError(f"no asset {name}")
    return f"/assets/{name}?{found.tag}"


def page(template: str, **values: object) -> str:
    return environment().get_template(template).render(**values)


@lru_cache(maxsize=4096)
def _ended_round(ended: ReasonRound, book: str) -> Markup:
    """One round of a station's panel: it stands there for ten rounds more, and is made once."""
    return Markup(macro("station_parts.html", "ended_round", ended, book))


@cache
def _module(template: str) -> object:
    return environment().get_template(template).module


def macro(template: str, name: str, *values: object, **named: object) -> str:
    """One macro of a template: a fragment that a page shows and a socket sends again."""
    made: str = getattr(_module(template), name)(*values, **named)
    return str.strip(made)  # letters and no longer markup
