"""The screen of a dealer who deals real cards, in words: what to do now, the keys for it, pots, board and seats."""

import asyncio
import re
from collections.abc import Sequence
from typing import Any

from croupier.house.people.persons import Person
from croupier.house.poker_room.table.refusals import short
from croupier.house.poker_room.table.rulings import Possible, irregularities
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.errors import NotFound
from croupier.poker import Room
from croupier.poker.book.forms import FORMS
from croupier.web.felt.oval.shown import Amount, Choice, LogLine
from croupier.web.felt.shown import ShownPerson, View
from croupier.web.kit.context import Floor, property_title
from croupier.web.kit.persons import shown_person
from croupier.web.kit.words import plain
from croupier.web.poker import at_table
from croupier.web.poker.dealer.seats import DealtSeat, SeatSheet, away_for, dealt_seats, seat_sheet
from croupier.web.poker.hand_log import Said, log_lines
from croupier.web.poker.view import choices


class Slot(View, frozen=True, kw_only=True):
    """A place for a card that is keyed now."""

    label: str
    seat: int = 0


class Case(View, frozen=True, kw_only=True):
    """Something that the book rules on."""

    when: str
    title: str
    says: str  # what it prescribes
    short: str  # its first part, for a list
    clause: str
    open: bool  # whether it can have happened now
    why: str  # and if not, why not
    misdeal: bool  # the book has the cards dealt again


class Down(View, frozen=True, kw_only=True):
    """How long the dealer has been in the box, what he dealt, and when the next one comes."""

    minutes: str = ""
    hands: str = ""
    push_us: int = 0  # 0: the room's book does not say
    push_in: str = ""


class Where(View, frozen=True, kw_only=True):
    """A tournament's table: where its screen lies, and what stands on its bar."""

    path: str
    back: str
    back_words: str
    rulings: str
    level: str
    clock_words: str
    ends_s: int
    runs: bool


class DealerPage(View, frozen=True, kw_only=True):
    me: ShownPerson
    table: str
    title: str
    stakes: str
    house: str
    house_title: str
    book: str
    entry: int
    number: int
    hand: int
    path: str
    at: Where | None  # of a tournament
    keyed: str  # hands, or seats only
    steps: tuple[tuple[str, str], ...]
    do: str
    asks: str
    then: str
    clause: str
    where: str
    seat: int
    count: int
    slots: tuple[Slot, ...]
    wants: str  # for what the card keys serve now
    main: str  # the large button, where one press does it
    main_act: str
    undo: str
    why_no_undo: str
    pots: tuple[tuple[str, str, str], ...]
    total: str
    rake: str
    drop: str
    rake_note: str
    drop_note: str
    clauses: tuple[str, str]
    actor: str
    facts: tuple[tuple[str, str], ...]  # behind, to call, least raise
    choices: tuple[Choice, ...]
    amount: Amount | None
    draws: int
    why_no_raise: str
    boards: tuple[tuple[str, ...], ...]
    missing: tuple[str, ...]
    comes: str  # when the next of them is turned
    used: tuple[str, ...]  # cards on the table: none of them can be keyed again
    joker: bool
    seats: tuple[DealtSeat, ...]
    free: tuple[int, ...]
    least: int
    most: int
    takes_cash: bool
    cash: bool
    in_play: str
    clock_ms: int | None
    time_due: int
    games: tuple[tuple[str, str], ...]
    form: str  # the one that is dealt
    log: tuple[LogLine, ...]
    floor: bool
    playing: bool
    board: bool  # a game with cards that everybody plays
    blinds: bool
    kills: bool  # a pot may be killed at will
    tabling: tuple[tuple[int, str, int], ...]  # seat, name, cards of hands that may be tabled before the last cards
    down: Down
    state: str
    irregular: tuple[Case, ...]  # those possible now first


async def dealer_page(floor: Floor, table_id: str, who: Person) -> DealerPage:
    seen: dict[str, Any] = await floor.room.view(table_id, who)
    live = await floor.room.table(table_id)
    now = floor.house.sources.now_us()
    down = await asyncio.to_thread(_down, floor, table_id, live.game.room, now)
    seen["seats"] = await asyncio.to_thread(_walk_ins_named, floor, away_for(seen["seats"], live.game.away, now))
    return page_of(seen, who, live.number, irregularities(live.game), down)


def _case(one: Possible) -> Case:
    return Case(
        when=one.when,
        title=TITLES.get(one.when) or plain(one.when),
        says=one.says,
        short=f"{re.split('[;:]', one.says)[0].rstrip('.')}.",
        clause=one.clause,
        open=one.open,
        why=one.why,
        misdeal=one.ruling == "misdeal",
    )


async def tapped_seat(floor: Floor, table_id: str, who: Person, number: int) -> SeatSheet:
    """One seat, with what may be done about it and what it did in this hand."""
    seen: dict[str, Any] = await floor.room.view(table_id, who)
    if not 1 <= number <= len(seen["seats"]):
        raise NotFound(f"There is no seat {number}.", f"Seats are numbered 1 to {len(seen['seats'])}.")
    live = await floor.room.table(table_id)
    seen["seats"] = away_for(seen["seats"], live.game.away, floor.house.sources.now_us())
    named = {seat["seat"]: seat["name"] for seat in seen["seats"] if seat["taken"]}
    due = live.game.table.due(number) if number in named else 0
    records = [one for one in seen["hand"]["records"] if one.get("seat") == number] if seen["hand"] else []
    lines = tuple(line.words for line in log_lines(records, named, 0, of_one=True))
    return seat_sheet(seen, number, due, lines)


def _walk_ins_named(floor: Floor, seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Who has no account sits under the name that the brush wrote down; of others only the seat is told."""
    nameless = {seat["patron"] for seat in seats if seat["taken"] and seat["name"] == f"Seat {seat['seat']}"}
    if nameless:
        with floor.house.storage.reading() as conn:
            nameless -= floor.house.people.names(conn, nameless).keys()
    return [
        seat | {"name": seat["patron"].replace("-", " ")} if seat["taken"] and seat["patron"] in nameless else seat
        for seat in seats
    ]


def _down(floor: Floor, table_id: str, book: Room, now_us: int) -> Down:
    """The down of the dealer in the box, in words."""
    with floor.house.storage.reading() as conn:
        table = floor.house.tables.get(conn, table_id)
        found = floor.staffing.down(conn, table, book, now_us)
    if found is None:
        return Down()
    hands = f"{found.hands} hand{'' if found.hands == 1 else 's'} this down"
    minutes, left = max(0, now_us - found.since_us) // MINUTE_US, -(-(found.push_us - now_us) // MINUTE_US)
    return Down(minutes=f"Down {minutes} min", hands=hands, push_us=found.push_us, push_in=f"in {left} min")


def _met(one: Possible) -> tuple[bool, int]:
    return not one.open, COMMON.index(one.when) if one.when in COMMON else len(COMMON)


def page_of(
    seen: dict[str, Any],
    who: Person,
    entry: int,
    irregular: Sequence[Possible],
    down: Down,
    say: Said = short,
    at: Where | None = None,
) -> DealerPage:
    """The screen of any table whose hands are keyed; `say` words its amounts, `at` is where a tournament's lies."""
    listed = tuple(_case(one) for one in sorted(irregular, key=_met))
    told, hand = seen["dealing"], seen["hand"]
    asked = told["next"]
    do, number = asked["do"], asked.get("seat", 0)
    main, act = MAIN.get(do, ("", ""))
    named = {seat["seat"]: seat["name"] for seat in seen["seats"] if seat["taken"]}
    offered = {"options": told["options"]} if told["options"] else {}
    actor = next((seat for seat in seen["seats"] if seat["seat"] == number and seat["taken"]), None)
    taken = told["taken"]
    shape = FORMS[seen["form"]]
    return DealerPage(
        me=shown_person(who, None),
        table=seen["table"],
        title=seen["title"],
        stakes=seen["stakes"],
        house=seen["property"],
        house_title=property_title(seen["property"]),
        book=f"/rulebooks/{seen['rulebook']}",
        entry=entry,
        number=seen["number"],
        hand=seen["hands"],
        path=at.path if at else f"/room/tables/{seen['table']}",
        at=at,
        keyed=told["keyed"],
        steps=tuple((step["title"], step["state"]) for step in told["steps"]),
        do=do,
        asks=asked["words"],
        then=asked.get("then", ""),
        clause=asked.get("clause", ""),
        where=_where(seen, number),
        seat=number,
        count=len(slots) if (slots := _slots(asked)) else 0,
        slots=slots,
        wants=_wants(do, number),
        main=main,
        main_act=act,
        undo=told["undo"],
        why_no_undo=told["why_no_undo"],
        pots=tuple((p["name"], say(p["amount"]), _seats(p["seats"])) for p in told["pots"]),
        total=say(hand["pot"] if hand and seen["playing"] else 0),
        rake=short(taken["rake"]),
        drop=short(taken["drop"]),
        rake_note=f"of {short(taken['rake_most'])}" if taken["rake_most"] else "",
        drop_note=f"of {short(taken['drop_most'])}" if taken["drop_most"] else "",
        clauses=(taken["clause"], taken["drop_clause"]),
        actor=f"{number} {actor['name']}" if actor and do in ("act", "draw", "show") else "",
        facts=_facts(told["options"], actor, say),
        choices=_acts(do, offered, actor, asked.get("count", 0), say),
        amount=_amount(told["options"], actor, say),
        draws=asked.get("count", 0) if do == "draw" else 0,
        why_no_raise=at_table.no_raise(told["options"]),
        boards=tuple(tuple(row) for row in hand["board"]) if hand else (),
        missing=(missing := _missing(shape, hand) if seen["playing"] or not hand else ()),
        comes=f"{missing[0]} after the betting" if missing and do == "act" else "",
        used=_used(seen),
        joker=shape.joker,
        seats=dealt_seats(seen, asked, say),
        free=tuple(seat["seat"] for seat in seen["seats"] if not seat["taken"]),
        least=seen["buy_in"]["least"],
        most=seen["buy_in"]["most"],
        takes_cash=at is None and not seen["demo"] and any(seat["taken"] for seat in seen["seats"]),
        cash=at is None and not seen["demo"],
        in_play=short(told["in_play"]) if told["keyed"] == "seats" else "",
        clock_ms=seen["clock_ms"],
        time_due=seen["time_due"],
        games=tuple((form, FORMS[form].title) for form in dict.fromkeys(told["games"])),
        form=seen["form"],
        log=_log(seen, named, say),
        floor=who.role in ("supervisor", "manager"),
        playing=seen["playing"],
        board=shape.family == "board",
        blinds=bool(seen["has_blinds"]),
        kills=bool(seen.get("kills_at_will")),
        tabling=tuple((seat, named[seat], count) for seat, count in told["may_table"].items()),
        down=down,
        state=seen["state"],
        irregular=listed,
    )


# As the floor says it, where the book's own key is too short to be read at a glance.
TITLES = {
    "out-of-turn": "Acted out of turn",
    "short-call": "Call is short",
    "premature-board": "Board card dealt early",
    "premature-card": "Card dealt early",
    "no-burn": "No card burned",
    "two-burned": "Two cards burned",
    "flop-too-many": "Too many cards on the flop",
    "extra-card": "A card too many",
    "improper-bet": "Bet of a wrong size",
    "cards-released": "Cards let go",
    "card-flashed": "Card flashed while dealt",
    "take-or-reject": "Card taken or rejected",
    "large-part-of-call": "Large part of a call put out",
    "skipped": "Player skipped",
    "over-pot": "More than the pot",
    "absent-at-turn": "Away at his turn",
}
# What dealers meet most often stands first among what is possible now.
COMMON = (
    "out-of-turn", "short-call", "hole-card-exposed", "premature-board", "no-burn", "two-burned", "flop-too-many",
    "boxed-card", "extra-card", "wrong-bring-in", "premature-card", "exposed-on-draw", "improper-bet", "cards-released",
    "card-flashed",
)  # fmt: skip
# What one press of the large button does.
MAIN = {
    "deal": ("Deal", "deal"),
    "down": ("Cards are dealt", "down"),
    "push": ("Push the pots", "push"),
    "time": ("Collect time", "collect"),
}


def _where(seen: dict[str, Any], seat: int) -> str:
    hand = seen["hand"]
    if not seen["playing"] or hand is None:
        return "Between hands"
    if hand["phase"] in ("show", "push"):
        return f"Showdown{f', seat {seat}' if seat else ''}"
    what = "card to" if hand["phase"] == "deal" else "action on"
    return f"{hand['street'].capitalize()}{f', {what} seat {seat}' if seat else ''}"


def _seats(seats: list[int]) -> str:
    return f"{len(seats)} seat{'' if len(seats) == 1 else 's'}" if seats else ""


def _slots(asked: dict[str, Any]) -> tuple[Slot, ...]:
    """A place for every card that this step asks for."""
    do, count = asked["do"], asked.get("count", 0)
    if do == "draw-button":
        return tuple(Slot(label=f"Seat {seat}", seat=seat) for seat in asked["seats"])
    if do == "show":
        return tuple(Slot(label=f"Card {place}") for place in range(1, count + 1))
    if do in ("board", "up"):
        return tuple(Slot(label=f"Card {place}" if count > 1 else "Card") for place in range(1, count + 1))
    return ()


def _wants(do: str, seat: int) -> str:
    return {
        "draw-button": "for the button",
        "board": "for the board",
        "up": f"for seat {seat}",
        "show": f"seat {seat}'s hand",
    }.get(do, "")


def _facts(options: dict[str, Any] | None, actor: dict[str, Any] | None, say: Said) -> tuple[tuple[str, str], ...]:
    if options is None or actor is None:
        return ()
    found = [("Behind", say(actor["behind"]))]
    if options["call"]:
        found.append(("To call", say(options["call"])))
    if options["least"] and not options["amounts"]:
        found.append((f"Least {options['kind']}", f"to {say(options['least'])}"))
    return tuple(found)


def _acts(do: str, offered: dict[str, Any], actor: dict[str, Any] | None, unseen: int, say: Said) -> tuple[Choice, ...]:
    """Every act of the seat to act, one key each; what a key costs stands on it."""
    if do == "show":
        muck = Choice(act="muck", title="Muck the hand", note="Unseen, out of the deal", key="M")
        known = Choice(act="show", title="Show the hand", note="Its cards are on record", key="S")
        return (muck,) if unseen else (known, muck)
    if not offered or actor is None:
        return ()
    options, behind = offered["options"], actor["behind"]
    found = []
    for one in choices(offered, say):
        if one.act == "call" and options["call"] >= behind:  # nothing is left behind: both keys mean the same
            found.append(
                Choice(act="call", title=f"Call {say(behind)}, all in", note=f"{say(0)} behind", key="C", main=True)
            )
            continue
        left = behind - (options["call"] if one.act == "call" else 0)
        note = "No cost" if one.act in ("fold", "check") else f"{say(max(0, left))} behind"
        if one.act == "bring-in":
            note = f"{say(max(0, behind - options['bring_in']))} behind"
        elif one.act in ("bet", "raise"):
            note = f"{say(max(0, behind + actor['bet'] - one.to))} behind"
        found.append(Choice(act=one.act, title=one.title, note=note, key=one.key, to=one.to, main=one.main))
    if options["most"] and not options["amounts"] and options["most"] == behind + actor["bet"]:
        found.append(Choice(act="all-in", title=f"All in {say(options['most'])}", note=f"{say(0)} behind", key="A"))
    return tuple(_distinct(found))


def _distinct(found: list[Choice]) -> list[Choice]:
    """Two sizes of one act have keys of their own: R for the first, T for the second."""
    seen: dict[str, int] = {}
    spare = {"R": "RTY"}
    keyed = []
    for one in found:
        at = seen[one.key] = seen.get(one.key, -1) + 1
        key = spare[one.key][at] if one.key in spare and at < len(spare[one.key]) else one.key
        keyed.append(Choice(act=one.act, title=one.title, note=one.note, key=key, to=one.to, main=one.main))
    return keyed


def _amount(options: dict[str, Any] | None, actor: dict[str, Any] | None, say: Said) -> Amount | None:
    """A bet or raise of the player's own size."""
    if not options or actor is None or options["amounts"] or not options["most"]:
        return None
    least, most = options["least"], options["most"]
    verb = "bet" if options["kind"] == "bet" else "raise"
    words = f"{say(least)} – {say(most)}"
    stack, step = actor["behind"] + actor["bet"], max(1, options["step"])
    return Amount(verb=verb, least=least, most=most, step=step, stack=stack, range=words, least_words=say(least))


def _missing(shape: Any, hand: dict[str, Any] | None) -> tuple[str, ...]:
    """The places of the board that are still to come, by the name of their street."""
    if shape.family != "board":
        return ()
    names = [street.name.capitalize() for street in shape.streets for _ in range(street.board)]
    there = len(hand["board"][0]) if hand and hand["board"] else 0
    return tuple(names[there:])


def _used(seen: dict[str, Any]) -> tuple[str, ...]:
    hand = seen["hand"]
    if hand is None or not seen["playing"]:
        return ()
    cards = [card for row in hand["board"] for card in row]
    cards += [card for seat in seen["seats"] for card in seat.get("cards", ())]
    folded = {seat["seat"] for seat in seen["seats"] if seat["taken"] and not seat["in_hand"]}
    for record in hand["records"]:  # up-cards of hands that were folded since
        cards += record["cards"] if record["type"] == "Dealt" and record.get("seat") in folded else ()
    return tuple(dict.fromkeys(card for card in cards if card != "??"))


def _log(seen: dict[str, Any], named: dict[int, str], say: Said) -> tuple[LogLine, ...]:
    if not seen["hand"]:
        return ()
    return log_lines(seen["hand"]["records"], named, 0, say)
