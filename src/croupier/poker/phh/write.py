"""Writing hands in the PHH format."""

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from croupier.equipment.cards import card_name
from croupier.poker.book.stakes import FIXED, NO, POT
from croupier.poker.errors import PHHError
from croupier.poker.hand import Hand
from croupier.poker.records import (
    UNKNOWN,
    BoardDealt,
    BroughtIn,
    Burned,
    Called,
    Checked,
    Dealt,
    Drew,
    Folded,
    Mucked,
    Posted,
    Raised,
    Record,
    Shown,
)


def _phh_order(hand: Hand) -> list[Record]:
    """The records in the order that the format expects.

    All discards of a draw come before its new cards, and hands that are all-in are shown before the rest of
    the board.
    """
    ordered: list[Record] = []
    new_cards: list[Record] = []
    drawing = False
    drew: set[int] = set()
    for record in hand.records:
        if isinstance(record, Drew):
            if record.player in drew:  # the next draw, with nobody left to bet in between
                ordered += new_cards
                new_cards, drew = [], set()
            drawing = True
            drew.add(record.player)
        elif drawing and isinstance(record, Dealt):
            new_cards.append(record)
            continue
        elif not isinstance(record, Burned):
            drawing = False
            ordered += new_cards
            new_cards, drew = [], set()
        ordered.append(record)
    ordered += new_cards
    if hand.form.family != "board":
        return ordered
    last = max(at for at, record in enumerate(ordered) if isinstance(record, (*_BETTING, Dealt)))
    tail = ordered[last + 1 :]
    if any(isinstance(record, BoardDealt) for record in tail) and hand.live > 1:
        shows: list[Record] = [Shown(i, tuple(hand.hole[i])) for i in range(hand.n) if hand.alive[i]]
        tail = shows + [record for record in tail if not isinstance(record, Shown | Mucked)]
    return ordered[: last + 1] + tail


_BETTING = (Folded, Checked, Called, Raised, BroughtIn)


def actions_of(hand: Hand) -> Iterator[str]:
    """The hand's records as actions of the format; what the format leaves out (posts, burns, pots) is left out."""
    for record in _phh_order(hand):
        match record:
            case Dealt(player, cards, _):
                yield f"d dh p{player + 1} {card_text(cards)}"
            case BoardDealt(cards, _):
                yield f"d db {card_text(cards)}"
            case Folded(player):
                yield f"p{player + 1} f"
            case Checked(player) | Called(player, _, _):
                yield f"p{player + 1} cc"
            case BroughtIn(player, _):
                yield f"p{player + 1} pb"
            case Raised(player, to, _, _, _):
                yield f"p{player + 1} cbr {to}"
            case Drew(player, discards):
                yield f"p{player + 1} sd {card_text(discards)}".rstrip()
            case Shown(player, cards):
                yield f"p{player + 1} sm {card_text(cards)}"
            case Mucked(player):
                yield f"p{player + 1} sm"


def dump(hand: Hand, fields: Mapping[str, str | int | list[str]] | None = None) -> str:
    """A finished hand as a .phh text, with its finishing stacks."""
    letter = {FIXED: "F", NO: "N", POT: "P"}.get(hand.stakes.kind)
    if not hand.form.phh or letter is None or hand.runs > 1:
        raise PHHError("phh-variant", f"the format has no name for {hand.stakes.kind} limit {hand.form.title}")
    n, stakes = hand.n, hand.stakes
    dead = [0] * n
    for record in hand.records:
        if isinstance(record, Posted) and record.kind == "dead":
            dead[record.player] += record.amount
    layered = hand.rules.antes_layered and not any(dead)
    if any(dead) and any(hand.antes) and hand.rules.antes_layered:
        raise PHHError("phh-variant", "the format cannot tell dead chips from antes that form side pots")
    antes = [ante + chips for ante, chips in zip(hand.antes, dead)]  # dead chips lie in the main pot as such antes do
    antes = antes[::-1] if n == 2 else antes
    blinds = [blind - post for blind, post in zip(hand.blinds, hand.posts)]
    lines: list[tuple[str, Any]] = [
        ("variant", letter + hand.form.phh),
        ("ante_trimming_status", layered),
        ("antes", antes),
    ]
    if hand.form.family == "stud":
        lines.append(("bring_in", stakes.bring_in))
    else:
        lines.append(("blinds_or_straddles", blinds[::-1] if n == 2 else blinds))
    if stakes.kind == FIXED:
        lines += [("small_bet", stakes.small), ("big_bet", stakes.big)]
    else:
        lines.append(("min_bet", stakes.small))
    lines += [("starting_stacks", hand.start), ("actions", list(actions_of(hand)))]
    lines += list((fields or {}).items())
    if hand.over:
        lines += [("finishing_stacks", hand.stacks), ("winnings", hand.won)]  # odd chips and rake are the room's
    return "".join(f"{name} = {_toml(value)}\n" for name, value in lines)


def fields_text(data: Mapping[str, Any]) -> str:
    """The fields of a hand as a .phh text, as they were read."""
    return "".join(f"{name} = {_toml(value)}\n" for name, value in data.items())


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def dump_many(texts: Iterable[str]) -> str:
    """Several hands as one .phhs text."""
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))


def card_text(cards: Iterable[int]) -> str:
    return "".join("??" if card == UNKNOWN else card_name(card) for card in cards)
