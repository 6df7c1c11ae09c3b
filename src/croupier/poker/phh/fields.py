"""The fields of a hand in the PHH format, checked and turned into the engine's terms.

Amounts may be decimals; the engine plays them as integers of the smallest unit that the hand uses (cents at
least, where there are any decimals) and gives them back as they were written.
"""

from collections.abc import Iterator, Mapping
from decimal import ROUND_HALF_EVEN, Decimal
from math import gcd
from typing import Any

import msgspec

from croupier.equipment.cards import card_name, parse_card
from croupier.poker.book.forms import FORMS, Form
from croupier.poker.book.rules import PlayingRules
from croupier.poker.book.stakes import FIXED, NO, POT, Stakes
from croupier.poker.errors import PHHError
from croupier.poker.hand import Hand
from croupier.poker.records import UNKNOWN

_LETTERS = {"F": FIXED, "N": NO, "P": POT}
# Histories come from anywhere: as many players as the deck gives a first hand to.
_FORMS = {
    form.phh: msgspec.structs.replace(form, seats_most=form.deck_size // len(form.first_cards))
    for form in FORMS.values()
    if form.phh
}
# Games of the online rooms that the format has no letters for: read from their texts, never written as PHH. Their
# five-card draw is played with blinds, so that the first left of the button opens after the draw as well.
_SITES_OWN = {
    "5D": msgspec.structs.replace(FORMS["draw"], streets=FORMS["draw-low"].streets, seats_most=10),
    "5O": FORMS["five-card-omaha"],
    "5O/8": FORMS["big-o"],
}
_OF_TEXTS = _FORMS | _SITES_OWN
_ENDLESS = Decimal("inf")  # a stack that the history does not know
DEEP = 10**15
DIGITS_MOST, _PLACES_MOST = 14, 8
_CHIP_PLACES_MOST = 4
_STATED = ("finishing_stacks", "winnings")  # written by a program that divided pots, they may be finer than any chip
_CARDS = {"??": UNKNOWN} | {card_name(card): card for card in range(52)}
_FORMAT = """
variant ante_trimming_status antes blinds_or_straddles bring_in small_bet big_bet min_bet starting_stacks actions author
event url venue address city region postal_code country time time_zone time_zone_abbreviation day month year hand level
seats seat_count table players finishing_stacks winnings currency currency_symbol time_limit time_banks
"""
_FIELDS = frozenset(_FORMAT.split())
_REQUIRED = ("variant", "antes", "starting_stacks", "actions")


def _scale(data: Mapping[str, Any]) -> int:
    """How many of the engine's units make one of the file's."""
    places = max(map(_places, _numbers(data)), default=0)
    if places > _PLACES_MOST:
        raise PHHError("phh-amount", f"an amount with {places} decimals is finer than any chip")
    for name in _STATED:
        for found in map(_places, _listed(data, name)):
            places = max(places, found if found <= _CHIP_PLACES_MOST else 2)
    return int(10**places)


def _places(value: Any) -> int:
    """The decimals of an amount: cents at least, if it has any; none where it is no decimal."""
    if not isinstance(value, Decimal) or value == _ENDLESS:
        return 0
    if not value.is_finite() or (value and not -_PLACES_MOST <= value.adjusted() <= DIGITS_MOST):
        raise PHHError("phh-amount", f"{value} is no amount of chips")
    return max(-int(value.normalize().as_tuple().exponent), 2)


def _listed(data: Mapping[str, Any], name: str) -> list[Any]:
    values = data.get(name, [])
    if not isinstance(values, list):
        raise PHHError("phh-field", f"the field {name!r} must be a list of amounts")
    return values


def _numbers(data: Mapping[str, Any]) -> Iterator[Any]:
    for name in ("antes", "blinds_or_straddles", "starting_stacks"):
        yield from _listed(data, name)
    for name in ("bring_in", "small_bet", "big_bet", "min_bet"):
        yield data.get(name)
    actions = data.get("actions", ())
    if not isinstance(actions, list | tuple):
        raise PHHError("phh-field", "the field 'actions' must be a list")
    for action in actions:
        words = str(action).split()
        if len(words) > 2 and words[1] == "cbr" and "." in words[2]:
            try:
                yield Decimal(words[2])
            except ArithmeticError:
                raise PHHError("phh-amount", f"{words[2]!r} is no amount of chips") from None


def form_of(variant: str) -> Form:
    """The form that the letters of a text's hand stand for."""
    return _OF_TEXTS[variant[1:]]


def in_the_format(variant: str) -> bool:
    """Whether the format itself has a name for the variant."""
    return variant[1:] in _FORMS


class Reader:
    """One hand's fields, checked and turned into the engine's terms."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        for name in _REQUIRED:
            if name not in data:
                raise PHHError("phh-field", f"the field {name!r} is missing")
        self.data = data
        self.scale = _scale(data)
        variant = str(data["variant"])
        self.form, self.kind = self._variant(variant)
        self.stacks = self.amounts("starting_stacks")
        count = len(self.stacks)
        if count < 2:
            raise PHHError("players", f"{count} player cannot play a hand: at least two")
        if min(self.stacks) <= 0:
            raise PHHError("phh-field", "the field 'starting_stacks' has a player without chips")
        self.antes = self._by_place("antes", count)
        self.blinds = self._by_place("blinds_or_straddles", count) if "blinds_or_straddles" in data else [0] * count

    def _variant(self, variant: str) -> tuple[Form, str]:
        of_a_text = variant[1:] in _SITES_OWN and "_whole" in self.data
        if variant[:1] not in _LETTERS or not (variant[1:] in _FORMS or of_a_text):
            known = ", ".join(sorted(letter + form for letter in _LETTERS for form in _FORMS))
            raise PHHError("phh-variant", f"the variant {variant!r} is not one of {known}")
        return form_of(variant), _LETTERS[variant[0]]

    def units(self, value: Any) -> int:
        if type(value) is int:
            return value * self.scale
        if value == _ENDLESS and isinstance(value, Decimal):
            return DEEP
        if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
            raise PHHError("phh-amount", f"{value!r} is no amount of chips")
        try:
            number = Decimal(value) * self.scale
            if number == int(number):
                return int(number)
        except (ArithmeticError, ValueError):
            pass
        raise PHHError("phh-amount", f"{value!r} is no amount of chips")

    def amounts(self, name: str) -> list[int]:
        values = self.data[name]
        if not isinstance(values, list):
            raise PHHError("phh-field", f"the field {name!r} must be a list of amounts")
        return [self.units(value) for value in values]

    def _by_place(self, name: str, count: int) -> list[int]:
        """Heads-up the format lists the small blind first, though it is posted by the second player."""
        values = self.amounts(name)
        values += [0] * (count - len(values))
        if len(values) > count:
            raise PHHError("phh-field", f"the field {name!r} has {len(values)} amounts for {count} players")
        return values[::-1] if count == 2 else values

    def amount(self, name: str) -> int:
        if name not in self.data:
            raise PHHError("phh-field", f"the field {name!r} is missing in a {self.data['variant']} hand")
        return self.units(self.data[name])

    def stated(self, name: str) -> list[int] | None:
        """The stacks or the winnings that the history itself gives for the end of the hand, to the unit."""
        values = self.data.get(name)
        if values is None:
            return None
        if not isinstance(values, list) or len(values) != len(self.stacks):
            raise PHHError(
                "phh-field", f"the field {name!r} must have an amount for each of the {len(self.stacks)} players"
            )
        if any(isinstance(value, Decimal) and value.is_nan() for value in values):
            raise PHHError("phh-amount", f"the field {name!r} has a value that is no amount of chips")
        return [
            self.units(
                (value * self.scale).to_integral_value(ROUND_HALF_EVEN) / self.scale
                if isinstance(value, Decimal) and value.is_finite()
                else value
            )
            for value in values
        ]

    @property
    def from_a_log(self) -> bool:
        """A log of an online room turned into the format, which may have left out posts and winners."""
        return "venue" in self.data and not self.data.get("_whole")

    def unknown(self) -> list[str]:
        """Fields that the format does not have; one's own begin with an underscore."""
        return [name for name in self.data if name not in _FIELDS and not name.startswith("_")]

    def names(self) -> list[str] | None:
        """The players' names, if the history has them."""
        names = self.data.get("players")
        if names is None:
            return None
        if not isinstance(names, list) or len(names) != len(self.stacks):
            raise PHHError("phh-field", f"the field 'players' must name the {len(self.stacks)} players")
        return [str(name) for name in names]

    def chip(self) -> int:
        """The smallest chip that the amounts speak of."""
        amounts = [*self.antes, *self.blinds, *(stack for stack in self.stacks if stack < DEEP)]
        return gcd(*amounts) or 1

    def stakes(self) -> Stakes:
        bring_in = self.amount("bring_in") if self.form.family == "stud" else 0
        if self.kind == FIXED:
            return Stakes(FIXED, self.amount("small_bet"), self.amount("big_bet"), bring_in=bring_in)
        return Stakes(self.kind, self.amount("min_bet"), bring_in=bring_in)

    def hand(self, rules: PlayingRules) -> Hand:
        # An ante that one player pays for the table is everybody's to win, whatever the file says.
        layered = bool(self.data.get("ante_trimming_status", False)) and len({*self.antes}) == 1
        return Hand(
            self.form,
            self.stakes(),
            self.stacks,
            rules=msgspec.structs.replace(rules, antes_layered=layered),
            antes=self.antes,
            blinds=[max(0, blind) for blind in self.blinds],
            posts=[max(0, -blind) for blind in self.blinds],
            auto_show=False,
        )

    def back(self, units: int) -> int | float | None:
        if units > DEEP // 2:
            return None
        if self.scale == 1:
            return units
        value = Decimal(units) / self.scale
        return int(value) if value == int(value) else float(value)


def parse_cards(text: str) -> list[int]:
    if len(text) % 2:
        raise PHHError("phh-card", f"{text!r} are no cards: two letters each")
    words = [text[at : at + 2] for at in range(0, len(text), 2)]
    try:
        return [_CARDS[word] for word in words]
    except KeyError:
        pass
    try:  # written another way, such as the joker or small letters
        return [UNKNOWN if word == "??" else parse_card(word) for word in words]
    except ValueError as error:
        raise PHHError("phh-card", str(error)) from None
