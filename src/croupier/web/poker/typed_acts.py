"""An act of the poker room as a program or a page sends it: read, bounded, typed, before any rule sees it."""

from typing import Any

import msgspec

from croupier.equipment.cards import parse_card
from croupier.house.poker_room.table import acts as room_acts
from croupier.house.record.errors import Refused
from croupier.web.kit.context import BadRequest, storable
from croupier.web.kit.typed_acts import refuse_unknown

NUMBER_MAX, TEXT_MAX, ITEMS_MAX = 10**12, 200, 60


def clean(value: Any, depth: int = 0) -> None:
    """Whether every database and every rule can hold what came."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int) and abs(value) <= NUMBER_MAX:
        return
    if isinstance(value, str) and len(value) <= TEXT_MAX and storable(value) and value.isprintable():
        return
    if isinstance(value, list | dict) and len(value) <= ITEMS_MAX and depth < 4:
        for item in value.items() if isinstance(value, dict) else enumerate(value):
            clean(item[0], depth + 1)
            clean(item[1], depth + 1)
        return
    raise BadRequest("This is no act of a poker table: a number or a text in it is out of bounds.")


# Fields of an act in a hand, and the verbs that they say something of.
OF_VERBS = {"to": ("bet", "raise", "run"), "places": ("draw",), "cards": ("show",)}


def to_act(given: dict[str, Any], kinds: Any) -> Any:
    """The act as the room takes it: cards by number or by name, and nothing that the act does not know."""
    clean(given)
    try:
        found = msgspec.convert(_with_cards(given), kinds, str_keys=True)
    except (msgspec.ValidationError, OverflowError, UnicodeError) as error:
        raise BadRequest(f"This is no act of the poker room: {error}") from None
    refuse_unknown(given, found)
    if isinstance(found, room_acts.Play):
        for name, verbs in OF_VERBS.items():
            if given.get(name) and found.verb not in verbs:
                raise Refused(f"{found.verb!r} does not take {name!r}.", f"It belongs to {' and '.join(verbs)}.")
    return found


def _with_cards(given: dict[str, Any]) -> dict[str, Any]:
    """Cards written as players write them, such as "Ks", "Td" or the joker's "Jk", beside the numbers 0 to 52."""
    found = dict(given)
    if isinstance(cards := given.get("cards"), str):
        cards = cards.split()
    if isinstance(cards, list):
        found["cards"] = [card_of(card) for card in cards]
    if isinstance(facts := given.get("facts"), dict):
        lists = {name: [card_of(card) for card in value] for name, value in facts.items() if isinstance(value, list)}
        found["facts"] = facts | lists
    if isinstance(drawn := given.get("drawn"), dict):
        found["drawn"] = {seat: card_of(card) for seat, card in drawn.items()}
    return found


def card_of(card: Any) -> Any:
    """A card by its name; whatever else it is, its type is checked with the act's."""
    if not isinstance(card, str):
        return card
    try:
        return -1 if card in ("??", "--") else parse_card(card)
    except ValueError as error:
        raise Refused(f"{card!r} is no card.", f"{error}.") from None
