"""A finished poker hand as its dealer keys it on a form: table, cards, who held what and who won."""

from collections.abc import Iterable
from typing import Any

from croupier.equipment.cards import JOKER, parse_card
from croupier.house.promotions.rules import HandFacts, Seat
from croupier.house.record.errors import Refused
from croupier.web.kit.context import words
from croupier.web.kit.forms import cents_of, day_of, moment_of

SEATS = 10


def facts_of(values: dict[str, Any]) -> HandFacts:
    """A finished hand as its dealer keys it, where the table does not know it."""
    seats = tuple(seat for n in range(1, SEATS + 1) if (seat := _seat(values, n)) is not None)
    return HandFacts(
        table=words(values, "table", most=40).strip(),
        hand=words(values, "hand", most=100).strip(),
        game=words(values, "game", most=40) or "holdem",
        day=day_of(values, "day", "The day"),
        pot=cents_of(values, "pot", "Pot"),
        board=_cards(words(values, "board", most=40)),
        seats=seats,
        began_us=moment_of(values, "began"),
        tabled_us=moment_of(values, "tabled"),
        tournament=words(values, "tournament", most=40).strip(),
    )


def keyed_cards(values: dict[str, Any], seated: tuple[str, ...]) -> dict[str, int]:
    """One card for each player in the order of the seats; nothing keyed: the house deals them."""
    cards = _cards(words(values, "cards", most=60))
    if cards and len(cards) != len(seated):
        raise Refused(f"{len(cards)} cards are keyed for {len(seated)} players.", "One each, in the order of seats.")
    return dict(zip(seated, cards)) if cards else {}


def _seat(values: dict[str, Any], number: int) -> Seat | None:
    name = words(values, f"name-{number}", most=120).strip()
    if not name:
        return None
    return Seat(
        name=name,
        cards=_cards(words(values, f"cards-{number}", most=20)),
        folded=bool(values.get(f"folded-{number}")),
        won=cents_of(values, f"won-{number}", "Won", 0),
        hands_before=0 if values.get(f"new-{number}") else 1,
        missed_blind=bool(values.get(f"missed-{number}")),
    )


def _cards(given: str) -> tuple[int, ...]:
    return cards_of(given.replace(",", " ").split())


def cards_of(texts: Iterable[str]) -> tuple[int, ...]:
    """Cards of a deck without a joker, each as it is keyed."""
    try:
        cards = tuple(parse_card(text) for text in texts)
    except ValueError as error:
        raise Refused(str(error)) from None
    if JOKER in cards:
        raise Refused("There is no joker in these games.")
    return cards
