"""What each person may see of a poker table. Everything that leaves it goes through here.

A player sees his own cards; nobody sees the stub, the burns or another's hole cards. What the staff see of the
cards is what the public sees.
"""

import re
from typing import Any

import msgspec

from croupier.house.people.persons import Person
from croupier.house.poker_room.table.acts import Plan
from croupier.house.poker_room.table.dealers_steps import dealing, no_raise
from croupier.house.poker_room.table.game import Game
from croupier.house.poker_room.table.hands import may_deal, time_due
from croupier.house.poker_room.table.refusals import short
from croupier.house.record.clock import SECOND_US
from croupier.house.tables.life import FloorTable
from croupier.poker import Refused as PokerRefused
from croupier.poker import Stakes
from croupier.poker.book.forms import FORMS
from croupier.poker.book.stakes import FIXED, NO, SPREAD
from croupier.poker.hand_words import told
from croupier.poker.money import Cut
from croupier.poker.records import Record
from croupier.poker.seats import IN
from croupier.poker.view import PUBLIC, common, offered, visible

WORDS = {NO: "No limit", "pot": "Pot limit", FIXED: "Limit", SPREAD: "Spread limit"}
RECORDS_MAX = 200
RETURNS = "returns"  # the standing of who lost all and has bought again


def stakes_words(stakes: Stakes) -> str:
    """No limit $1–$3; Limit $4–$8, ante $1."""
    words = _limit_words(stakes.kind, sizes_of(stakes))
    if stakes.ante:
        words += f", ante {short(stakes.ante)}"
    if stakes.bring_in:
        words += f", bring-in {short(stakes.bring_in)}"
    return words


def sizes_of(stakes: Stakes) -> tuple[int, ...]:
    """The amounts that a game is named by: its blinds, or the bets of a limit."""
    return stakes.blinds if not stakes.limit else (stakes.small, stakes.big)


def sizes_words(sizes: tuple[int, ...]) -> str:
    return "–".join(short(size) for size in sizes)


def _limit_words(kind: str, sizes: tuple[int, ...]) -> str:
    return f"{WORDS[kind]} {sizes_words(sizes)}"


def game_key(form: str, stakes: Stakes) -> str:
    """What people sit down for and wait for: a form at its stakes, such as holdem-no-1-3."""
    parts = [form, stakes.kind, *(f"{size / 100:g}" for size in sizes_of(stakes))]
    if stakes.ante:
        parts.append(f"ante-{stakes.ante / 100:g}")
    return "-".join(parts)


class Wanted(msgspec.Struct, frozen=True):
    """What a key of a game says: the form, the limit, its sizes and the ante in cents."""

    form: str
    kind: str
    sizes: tuple[int, ...]
    ante: int = 0

    @property
    def title(self) -> str:
        return FORMS[self.form].title

    @property
    def stakes(self) -> str:
        words = _limit_words(self.kind, self.sizes)
        return f"{words}, ante {short(self.ante)}" if self.ante else words


KEY = re.compile(r"(?P<form>.+)-(?P<kind>no|pot|fixed|spread)-(?P<sizes>[\d.]+(-[\d.]+)*)(-ante-(?P<ante>[\d.]+))?")


def wanted(key: str) -> Wanted | None:
    """A key read again; None where it names no game, as a list may be called anything."""
    found = KEY.fullmatch(key)
    if found is None or found["form"] not in FORMS:
        return None
    try:
        sizes = tuple(round(float(size) * 100) for size in found["sizes"].split("-"))
        return Wanted(found["form"], found["kind"], sizes, round(float(found["ante"] or 0) * 100))
    except ValueError:  # such as 1.2.3
        return None


NO_GAME = Plan(form=next(iter(FORMS)), stakes=Stakes(NO, 1, blinds=(1, 1)))


def plan_of(table: FloorTable) -> Plan:
    """The game that a table of the room is set up for; one whose settings can't be read is set up for none."""
    return NO_GAME if table.unread else msgspec.convert(table.settings.cash_game, Plan)


def listed_plan(table: FloorTable) -> Plan:
    """The same in a list, which one table's settings cost nothing."""
    try:
        return plan_of(table)
    except msgspec.ValidationError:
        return NO_GAME


def view(game: Game, table_id: str, who: Person, now_us: int) -> dict[str, Any]:
    """The table as this person may see it, and what it asks of him."""
    own = game.seat_of(who.badge) if who.role == "player" else 0
    plan, table = game.plan, game.table
    return {
        "table": table_id,
        "property": game.opened.property,
        "rulebook": game.opened.book,
        "mode": game.opened.mode,
        "game": game_key(plan.form, plan.stakes),
        "title": table.form.title,
        "form": plan.form,
        "family": table.form.family,
        "stakes": stakes_words(plan.stakes),
        "big": plan.stakes.blinds[-1] if plan.stakes.blinds else plan.stakes.small,
        "buy_in": {"least": game.least, "most": plan.most},
        "seats": [_seat(game, number, who, own) for number in range(1, max(game.seats, *table.seats, 0) + 1)],
        "button": table.positions.button,
        "blinds": list(table.positions.blinds) if table.stakes.blinds and table.positions.big >= 0 else [],
        "has_blinds": bool(table.stakes.blinds),
        "kills_at_will": table.kills_at_will,
        "hand": hand_view(game, own),
        "hands": table.hands,
        "house_part": _house_part(game),
        "stakes_clause": game.room.clause("table-stakes"),
        "playing": game.playing,
        "may_deal": may_deal(game),
        "time_due": time_due(game, now_us),
        "number": game.number,
        "turn": game.turn,
        "timer": timer(game, now_us),
        "clock_ms": max(0, game.clock_us - now_us) // 1000 if game.clock_us else None,
        "you": _you(game, own) if own else None,
        "dealing": dealing(game, now_us) if who.role != "player" and not game.electronic else None,
    }


def _house_part(game: Game) -> dict[str, Any] | None:
    """How much of a pot is taken here: per cent and most of the rake, the pots at which a drop is due."""
    hand = game.table.hand
    cut = hand.house if hand is not None else game.room.cut(game.plan.stakes)
    if not isinstance(cut, Cut):
        return None
    rake, drops = cut.rake, cut.drops
    return {
        "percent": rake.percent / rake.parts if rake is not None else 0,
        "most": rake.most if rake is not None else 0,
        "drops": [reached for reached, _ in drops.levels] if drops is not None else [],
    }


def timer(game: Game, now_us: int) -> dict[str, Any] | None:
    """How long the player in turn still has, of how long, and what comes then: the clock of the book, or nothing.

    A table that calls the clock by itself gives its time to think first; the clock is the time bank after it.
    """
    if not game.playing or not game.turn:
        return None
    bank = int(game.room.value("clock-seconds", 0))
    if game.clock_us:
        of = game.desk.clock if game.desk is not None and game.desk.clock else bank
        return {"left_ms": max(0, game.clock_us - now_us) // 1000, "of_ms": of * 1000, "bank_s": 0, "bank": True}
    think = game.plan.think_s
    if not game.electronic or not think or not bank:
        return None
    left = max(0, game.asked_us + think * SECOND_US - now_us) // 1000
    return {"left_ms": left, "of_ms": think * 1000, "bank_s": bank, "bank": False}


def _seat(game: Game, number: int, who: Person, own: int) -> dict[str, Any]:
    seat = game.table.seats.get(number)
    if seat is None:
        return {"seat": number, "taken": False}
    chips = game.balances().get(f"seat:{seat.name}", 0)
    place = game.place_of(number)
    hand, straddler = game.table.hand, game.table.straddler
    status = "leaving" if number in game.leaving else "out" if number in game.resting else seat.status
    returns = seat.busted and chips > 0 and number not in game.away  # what he bought plays from the next hand on
    shown: dict[str, Any] = {
        "seat": number,
        "taken": True,
        "you": number == own,
        "name": game.names.get(number, f"Seat {number}"),
        "chips": chips,
        "behind": hand.stacks[place] if hand is not None and place >= 0 and game.playing else chips,
        "status": RETURNS if returns else status,
        "missed": len(seat.missed),
        "posting": seat.posting,
        "straddle": straddler[1] if straddler is not None and straddler[0] == number else 0,
        "busted": seat.busted and not chips,
        "in_hand": bool(hand is not None and place >= 0 and game.playing and hand.alive[place]),
        "bet": hand.bets[place] if hand is not None and place >= 0 and game.playing else 0,
        "cards": [],
        "won": hand.won[place] if hand is not None and place >= 0 and hand.over else 0,
    }
    if who.role != "player":
        shown["patron"] = seat.name
    if hand is not None and place >= 0:
        mine = place if number == own else PUBLIC
        if hand.alive[place] or number == own or hand.shown[place]:
            shown["cards"] = visible(hand, place, mine)
        shown["all_in"] = game.playing and hand.alive[place] and not hand.stacks[place]
    return shown


def hand_view(game: Game, own: int) -> dict[str, Any] | None:
    """The hand that is played, or the last one until the next begins."""
    hand = game.table.hand
    if hand is None:
        return None
    viewer = game.place_of(own) if own else PUBLIC
    order = game.table.order
    return {
        "number": game.table.hands,
        **common(hand),
        "over": hand.over,
        "collected": hand.collected,
        "level": hand.level,
        "order": list(order),
        "turn": game.turn,
        "owed": {order[i]: count for i, count in enumerate(hand.owed) if count}
        if hand.phase in ("deal", "draw")
        else {},
        "owed_board": hand.owed_board if hand.phase == "deal" else 0,
        "sealed": game.commitment,
        "records": [_record(game, record, viewer) for record in hand.records[-RECORDS_MAX:]],
        "told": told(hand, viewer),
    }


def _record(game: Game, record: Record, viewer: int) -> dict[str, Any]:
    return game.told(record, viewer)


def _you(game: Game, own: int) -> dict[str, Any]:
    """What the player at this seat may do now."""
    hand = game.table.hand
    place = game.place_of(own)
    asked: dict[str, Any] = {"seat": own, "options": None, "draw": 0, "runs": 0, "may_show": False}
    asked["post"] = game.table.due(own)
    asked["straddle"] = _straddle(game, own)
    if hand is None or place < 0:
        return asked
    if game.playing and game.turn == own and hand.phase == "bet":
        asked["options"] = options(game)
    if game.playing and game.turn == own and hand.phase == "draw":
        asked["draw"] = hand.form.draw_most
    if game.playing and hand.phase == "runs" and hand.alive[place]:
        asked["runs"] = hand.rules.runs_most
    asked["may_show"] = not game.playing and game.table.disputes_open and not hand.shown[place]
    return asked


def _straddle(game: Game, own: int) -> int:
    """With how much the seat may straddle the next hand: twice the big blind, as far as the book lets it; 0 if not."""
    table = game.table
    seat, straddler = table.seats[own], table.straddler
    if game.playing or game.seats_only or not table.hands or seat.status != IN or not may_deal(game):
        return 0
    if straddler is not None and straddler[0] == own:
        return 0
    try:
        _, most = table.straddle_range(own)
    except PokerRefused:
        return 0
    size = min(most, 2 * table.stakes.big_blind)
    return size if size < seat.stack else 0


def options(game: Game) -> dict[str, Any]:
    """Everything the player in turn may do, as a screen draws it."""
    hand = game.table.hand
    assert hand is not None
    found = hand.options()
    return {**offered(found), **no_raise(hand, found.why_no_raise)}
