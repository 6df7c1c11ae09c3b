"""The seats of a hand-dealt table as the dealer sees them from his box, and what a tap on one offers."""

from typing import Any

from croupier.house.poker_room.table.refusals import short
from croupier.house.record.clock import MINUTE_US
from croupier.poker.seats import OUT
from croupier.web.felt.shown import View
from croupier.web.poker import at_table
from croupier.web.poker.hand_log import Said
from croupier.web.poker.view import STATUS

WAITS = {"act": "To act", "up": "Up-card", "show": "To show", "draw": "To draw"}
LOOKS = {"bet": "raised", "call": "called", "fold": "folded", "all-in": "all-in"}
BLINDS = ("SB", "BB", "3B")


class DealtSeat(View, frozen=True, kw_only=True):
    """A seat as the dealer sees it from his box."""

    number: int
    taken: bool = False
    name: str = ""  # initials, where it has two names
    title: str = ""
    stack: str = ""
    front: str = ""  # what lies before it on this street
    marks: tuple[str, ...] = ()  # D, SB, BB
    cards: tuple[str, ...] = ()
    made: str = ""  # what cards that are shown make
    says: str = ""  # its last act of this street
    kind: str = ""  # how that act is coloured
    acting: bool = False
    playing: bool = False
    away: bool = False


def away_for(seats: list[dict[str, Any]], since_us: dict[int, int], now_us: int) -> list[dict[str, Any]]:
    """The seats, those who are away with the minutes since when: their chips are picked up after a while."""
    return [
        seat | {"away_min": max(0, now_us - since_us[seat["seat"]]) // MINUTE_US}
        if seat["taken"] and seat["seat"] in since_us and seat["status"] == OUT
        else seat
        for seat in seats
    ]


def _standing(seat: dict[str, Any]) -> str:
    """What a seat waits for that is not in the game."""
    if seat["busted"]:
        return "no chips"
    words = STATUS.get(seat["status"], "")
    return f"{words}, {seat['away_min']} min" if seat.get("away_min") else words


def dealt_seats(seen: dict[str, Any], asked: dict[str, Any], say: Said = short) -> tuple[DealtSeat, ...]:
    blinds = dict(zip(seen["blinds"], BLINDS)) if seen["playing"] else {}
    return tuple(_dealt(seen, asked, blinds, seat, say) for seat in seen["seats"])


def _dealt(
    seen: dict[str, Any], asked: dict[str, Any], blinds: dict[int, str], seat: dict[str, Any], say: Said
) -> DealtSeat:
    number = seat["seat"]
    if not seat["taken"]:
        return DealtSeat(number=number)
    acting = seen["playing"] and asked.get("seat", 0) == number
    words, kind = (WAITS[asked["do"]], "to-act") if acting else _strip(seen, seat, say)
    made = _made(seen, number)
    if made and words.lower() == made.lower():  # it stands under the cards already
        words = "Shows"
    marks = ["D"] if number == seen["button"] else []
    marks += [blinds[number]] if number in blinds else []
    return DealtSeat(
        number=number,
        taken=True,
        name="" if seat["name"] == f"Seat {number}" else initials(seat["name"]),
        title=seat["name"],
        stack=say(seat["behind"]) if seen["dealing"]["keyed"] == "hands" else "",
        front=say(seat["bet"]) if seat["bet"] else "",
        marks=tuple(marks),
        cards=tuple(seat["cards"]),
        made=made,
        says=words[:1].upper() + words[1:],
        kind=kind,
        acting=acting,
        playing=seat["in_hand"],
        away=seat["status"] == "out",
    )


def _strip(seen: dict[str, Any], seat: dict[str, Any], say: Said) -> tuple[str, str]:
    """What a seat won, else what it did last, else what it waits for."""
    if seat["won"] and not seen["playing"]:
        return f"Wins {say(seat['won'])}", "won"
    hand, number = seen["hand"], seat["seat"]
    words, look = ("" if seen["playing"] and seat["in_hand"] else _standing(seat)), ""
    if not words and hand is not None and number in hand["order"]:
        words, look = at_table.last_act(hand["told"], hand["order"].index(number), say)
    if not words and (seat["status"] != "in" or not seen["playing"]):
        words = "posts next" if seat["posting"] else ""
    return words, LOOKS.get(look, "")


def _made(seen: dict[str, Any], number: int) -> str:
    hand = seen["hand"]
    if hand is None or number not in hand["order"]:
        return ""
    words = str(hand["told"]["named"].get(hand["order"].index(number), ""))
    return words[:1].upper() + words[1:]


def initials(name: str) -> str:
    """R.K. of Rosa Keller."""
    parts = name.split()
    return "".join(f"{part[0]}." for part in parts[:3]) if len(parts) > 1 else name


# ---- a tap on a seat


class SeatSheet(View, frozen=True, kw_only=True):
    """One seat with what may be done about it now."""

    number: int
    taken: bool
    title: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    away: bool = False
    owes: str = ""  # what he posts to be dealt in at once
    blinds: bool = False
    straddle: str = ""  # as much as a straddle is here
    log: tuple[str, ...] = ()  # what he did in this hand


def seat_sheet(seen: dict[str, Any], number: int, due: int, log: tuple[str, ...], say: Said = short) -> SeatSheet:
    """`due` is what the seat posts to be dealt in at once."""
    seat = next((one for one in seen["seats"] if one["seat"] == number and one["taken"]), None)
    if seat is None:
        return SeatSheet(number=number, taken=False)
    facts = [("Chips", say(seat["behind"]))] if seen["dealing"]["keyed"] == "hands" else []
    later = seat["chips"] - seat["behind"]
    facts += [("From the next hand", f"+{say(later)}")] if facts and later > 0 else []
    facts += [("Missed blinds", str(seat["missed"]))] if seat["missed"] else []
    facts += [("Standing", _standing(seat).capitalize())] if seat["status"] in STATUS else []
    return SeatSheet(
        number=number,
        taken=True,
        title=seat["name"],
        facts=tuple(facts),
        away=seat["status"] == "out",
        owes=short(due) if due else "",
        blinds=seen["has_blinds"],
        straddle=short(2 * seen["big"]),
        log=log,
    )
