"""What each person may see of a hand. Everything that leaves the table goes through here.

A player sees his own cards, up-cards, the board and hands that were tabled. The public sees no hole card.
Burns, the stub, the muck and discards are seen by nobody.
"""

from typing import Any

import msgspec

from croupier.equipment.cards import card_name
from croupier.poker.book.room import Room
from croupier.poker.hand import Hand
from croupier.poker.hand_words import told
from croupier.poker.options import Options
from croupier.poker.records import UNKNOWN, Burned, Dealt, Drew, Record, Ruled, Shown

PUBLIC = -1
HIDDEN = "??"


def shown_name(card: int) -> str:
    return HIDDEN if card == UNKNOWN else card_name(card)


def visible(hand: Hand, i: int, viewer: int) -> list[str]:
    """A player's cards as the viewer sees them."""
    open_hand = i == viewer or hand.shown[i]
    return [shown_name(card) if open_hand or up else HIDDEN for card, up in zip(hand.hole[i], hand.up[i])]


def record_for(record: Record, viewer: int) -> dict[str, Any]:
    """A record with the cards taken out that the viewer may not see."""
    data: dict[str, Any] = msgspec.to_builtins(record)
    if isinstance(record, Dealt):
        own = record.player == viewer
        data["cards"] = [shown_name(card) if own or up else HIDDEN for card, up in zip(record.cards, record.up)]
    elif isinstance(record, Burned):
        data["card"] = HIDDEN
    elif isinstance(record, Drew):
        own = record.player == viewer
        data["discards"] = [shown_name(card) if own else HIDDEN for card in record.discards]
    elif isinstance(record, Shown):
        data["cards"] = [shown_name(card) for card in record.cards]
    elif isinstance(record, Ruled):
        data["facts"] = {key: value for key, value in record.facts.items() if key in _PLAIN_FACTS}
    elif "cards" in data:
        data["cards"] = [shown_name(card) for card in data["cards"]]
    return data


# A ruling's facts may name cards that only the dealer saw; these never do.
_PLAIN_FACTS = {"count", "street", "phase", "form", "family", "to", "amount", "returned", "change", "reason", "act"}


def offered(found: Options) -> dict[str, Any]:
    """What the player in turn may do."""
    return {
        "fold": found.fold,
        "check": found.check,
        "call": found.call,
        "bring_in": found.bring_in,
        "amounts": list(found.amounts),
        "least": found.least,
        "most": found.most,
        "step": found.step,
        "kind": found.kind,
    }


def common(hand: Hand) -> dict[str, Any]:
    """What everybody sees of a hand alike, whoever looks at which table."""
    return {
        "street": hand.at.name,
        "phase": hand.phase,
        "board": [[shown_name(card) for card in board] for board in hand.boards],
        "pot": 0 if hand.over else hand.pot,
    }


def view(hand: Hand, viewer: int = PUBLIC, names: list[str] | None = None) -> dict[str, Any]:
    """The hand as one person sees it: a player by his place, or the public."""
    options = offered(hand.options()) if hand.phase == "bet" and hand.actor == viewer else None
    return {
        "form": hand.form.key,
        **common(hand),
        "level": hand.level,
        "actor": hand.actor,
        "players": [
            {
                "name": names[i] if names else f"player {i + 1}",
                "stack": hand.stacks[i],
                "bet": hand.bets[i],
                "in_hand": hand.alive[i],
                "all_in": hand.alive[i] and not hand.stacks[i] and not hand.over,
                "cards": visible(hand, i, viewer) if hand.alive[i] or i == viewer or hand.shown[i] else [],
                "won": hand.won[i],
            }
            for i in range(hand.n)
        ],
        "options": options,
        "records": [record_for(record, viewer) for record in hand.records],
        "told": told(hand, viewer),
    }


def count_told(hand: Hand, room: Room, asker: int, of: int) -> str:
    """What a player is told who asks for another's stack: the exact count, or an estimate of it.

    Where a book keeps exact counts for those who face an all-in, everybody else hears one leading figure.
    """
    chips = hand.stacks[of] + hand.bets[of]
    faces = hand.actor == asker and hand.alive[of] and not hand.stacks[of] and hand.bets[of] > hand.bets[asker]
    if room.value("exact-counts", "always") == "always" or faces or asker == of:
        return f"{chips}"
    size = 10 ** (len(str(chips)) - 1)
    return f"about {(chips + size // 2) // size * size}"
