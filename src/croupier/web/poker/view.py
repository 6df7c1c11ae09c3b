"""A poker table in words, as one person may see it: the seats, what he may do there, what its dealer is owed."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.equipment.money import money
from croupier.house.people.persons import Person
from croupier.house.poker_room.board import rulings as declarable
from croupier.house.poker_room.lists.desk import floor_gives_seats
from croupier.house.poker_room.lists.state import CALLED
from croupier.house.poker_room.table.live import RoomTable
from croupier.house.poker_room.table.refusals import short
from croupier.house.poker_room.table.view import game_key, plan_of, wanted
from croupier.house.poker_room.table.visits import sitting
from croupier.house.record.faults import OutOfOrder
from croupier.house.tables.life import FloorTable
from croupier.poker.book.stakes import NO, POT
from croupier.rulebook import Rulebook
from croupier.web.felt.oval.shown import Choice, Declarable, LogLine, PokerSeat, PokerView, Queue
from croupier.web.kit import words
from croupier.web.kit.context import Floor, property_title
from croupier.web.kit.persons import shown_person
from croupier.web.poker import at_table
from croupier.web.poker.hand_log import Said, log_of
from croupier.web.tournaments.poker_view import STRANGER

STATUS = {"out": "away", "new": "next blind", "leaving": "leaving", "returns": "next hand"}
SHOWDOWN = ("show", "muck")  # what a hand came to stays on its plate as long as it lies there
RESULTS_TOLD = 2  # lines that the bar has room for
BETWEEN_HANDS = ("show", "straddle")  # what nobody needs to answer


async def table_view(floor: Floor, table_id: str, who: Person | None, balance: int | None = None) -> PokerView:
    seen = await floor.room.view(table_id, who or STRANGER)
    live = await floor.room.table(table_id)
    view = _table(seen, who, balance, live.table.settings.demo, live.number)
    if view.may_sit:
        queue = await _queue(floor, live, who, full=not view.free)
        if queue is None or not (queue.alone or queue.ahead):
            return msgspec.structs.replace(view, queue=queue)
        note = _to_the_list(queue)
        return msgspec.structs.replace(view, queue=queue, may_sit=False, status_note=note)
    if who is None or not view.you:
        return view
    sat = await asyncio.to_thread(_sat, floor, live.table.journal, who.badge)
    return msgspec.structs.replace(view, sat=sat, wish=await _wish(floor, live.table, who.badge))


def _to_the_list(queue: Queue) -> str:
    if queue.own:
        return "Your name is on the list: you are called when a seat is yours."
    says = "The floor gives the seats here"
    if queue.ahead:
        says = f"{queue.ahead} wait{'s' if queue.ahead == 1 else ''} for this game"
    return f"{says}: put your name on the list."


async def _queue(floor: Floor, live: RoomTable, who: Person | None, full: bool) -> Queue | None:
    """Who waits for this game before the reader: a seat goes to them first; nobody's list where he may just sit."""
    with contextlib.suppress(OutOfOrder):
        plan, alone = plan_of(live.table), floor_gives_seats(live)
        game = game_key(plan.form, plan.stakes)
        lists = await floor.list_desk.current(live.table.property)
        if who is not None and any((lock.table, lock.patron) == (live.table.id, who.badge) for lock in lists.locks):
            return None  # a seat is kept for him
        names = lists.on(game)
        own = next((at for at, name in enumerate(names, 1) if who is not None and name.patron == who.badge), 0)
        called = bool(own) and names[own - 1].status == CALLED
        if (names or full or alone) and not called:
            joins = who is not None and who.role == "player"
            now = floor.house.sources.now_us()
            ahead = lists.ahead(who.badge if who is not None else "", game, live.game.room, now)
            return Queue(game=game, waiting=len(names), own=own, joins=joins, alone=alone, ahead=ahead)
    return None


async def _wish(floor: Floor, table: FloorTable, badge: str) -> str:
    """The other seat that the reader has asked for, and since when he waits for it."""
    with contextlib.suppress(OutOfOrder):  # the lists are: the floor gives seats by itself
        for wish in (await floor.list_desk.current(table.property)).wishes:
            if wish.patron == badge and wish.table == table.id:
                where = wish.to or (f"seat {wish.seat}" if wish.seat else "any other seat")
                return f"You asked for {where} at {words.clock(wish.since_us)[:5]}; the brush gives it when it opens."
    return ""


def _sat(floor: Floor, journal: str, badge: str) -> str:
    """Since when the reader sits here, and what he brought."""
    with floor.house.storage.reading() as conn:
        visit = sitting(conn, journal, badge)
    return f"sat down {words.clock(visit.in_us)[:5]} with {money(visit.bought)}" if visit else ""


def _table(seen: dict[str, Any], who: Person | None, balance: int | None, demo: bool, entry: int) -> PokerView:
    hand, you = seen["hand"], seen["you"] or {}
    own = int(you.get("seat", 0))
    told = hand["told"] if hand else None
    seats = tuple(_seat(seat, seen) for seat in seen["seats"])
    mine: dict[str, Any] = next((seat for seat in seen["seats"] if seat["seat"] == own), {})
    here = next((seat for seat in seats if seat.number == own), None)
    named = {seat["seat"]: seat["name"] for seat in seen["seats"] if seat["taken"]}
    status, note = _status(seen, own, named)
    deals = at_table.deals_here(who, seen["mode"], seen["dealer"])
    log = log_of(seen, named, own)
    book, options = seen["rulebook"], you.get("options")
    stack, out = in_play(mine), mine.get("bet", 0)
    order = hand["order"] if hand else []
    offered = choices(you)
    betting = seen["playing"] and hand["phase"] == "bet"
    turn = at_table.awaited(seen["turn"] if betting else 0, own, options)
    return PokerView(
        me=shown_person(who, balance),
        table=seen["table"],
        title=seen["title"],
        stakes=seen["stakes"],
        house=seen["property"],
        house_title=property_title(seen["property"]),
        book=f"/rulebooks/{book}",
        book_words=f"Poker room rules, approved {book.rpartition('@')[2]}. Table stakes.",
        entry=entry,
        path=f"/room/tables/{seen['table']}",
        number=seen["number"],
        status=status,
        status_note=note,
        seats=seats,
        button=seen["button"],
        boards=tuple(tuple(row) for row in hand["board"]) if hand else (),
        pot=short(hand["pot"]) if hand and hand["pot"] else "",
        pots=at_table.pots(told, order, named, own, short),
        rake=f"Rake {short(told['rake'])}" if told and told["rake"] else "",
        drop=f"Jackpot drop {short(told['drop'])}" if told and told["drop"] else "",
        middle="" if hand else "The first hand has not been dealt.",
        hand=seen["hands"],
        street=hand["street"] if hand else "",
        hand_name=at_table.hand_name(told) if mine.get("cards") else "",
        plays=tuple(tuple(row) for row in told["plays"]) if told and mine.get("in_hand") else (),
        streets=tuple(name.capitalize() for name in told["streets"]) if told else (),
        family=seen["family"],
        lettering=f"{seen['stakes'].partition(' $')[0]} {seen['title']}".upper(),
        rules=_rules(seen),
        dealer="Dealer" if seen["mode"] == "dealer" else "Dealt by the house",
        timer=at_table.timer(seen["timer"]),
        bank=at_table.bank(seen["timer"] if seen["mode"] == "electronic" else None, bool(own) and seen["turn"] == own),
        story=at_table.story(hand["records"], told, named, own, short, money, seen["house_part"], turn) if hand else (),
        in_hand=bool(mine.get("in_hand")),
        ahead=at_table.ahead(hand, here, out, stack, short) if seen["playing"] else None,
        stack=money(stack) if own else "",
        leaves_with=money(mine["chips"]) if own else "",
        coming=money(mine["chips"] - stack) if own and mine["chips"] > stack else "",
        to_call=short(options["call"]) if options and options["call"] else "",
        may_sit=not own and seen["state"] == "open" and (who is None or who.role == "player"),
        free=tuple(seat["seat"] for seat in seen["seats"] if not seat["taken"]),
        least=seen["buy_in"]["least"],
        most=seen["buy_in"]["most"],
        you=own,
        away=mine.get("status") == "out",
        leaving=mine.get("status") == "leaving",
        busted=bool(mine.get("busted")),
        choices=at_table.priced(offered, options, stack, out, short),
        resting=bool(offered) and all(one.act in BETWEEN_HANDS for one in offered),
        result=_result(log, hand, named, own) if not seen["playing"] else "",
        amount=at_table.amount(options, hand, stack, out, seen["big"], short),
        draws=tuple(enumerate(mine.get("cards", ()))) if you.get("draw") else (),
        why_no_raise=at_table.no_raise(options),
        log=log,
        clock_ms=seen["clock_ms"],
        clock=True,
        why_no_clock=_no_clock(seen, own),
        alert=_alert(note, own, seen),
        said=tuple(line.words for line in log[-2:]),
        deals=deals,
        takes_cash=deals and not seen["demo"] and any(seat["taken"] for seat in seen["seats"]),
        owed=_owed(hand, named) if deals else "",
        owed_seat=_owed_seat(hand) if deals else 0,
        stakes_clause=seen["stakes_clause"],
        floor=who is not None and who.role in ("supervisor", "manager"),
        demo=demo,
    )


def _result(log: Sequence[LogLine], hand: dict[str, Any] | None, named: dict[int, str], own: int) -> str:
    """Who won what; where it was many pots, halves or runs, what each won in all."""
    lines = [line.words for line in log if line.kind == "won"]
    if hand is None or len(lines) <= RESULTS_TOLD:
        return " · ".join(lines)
    sums: dict[int, int] = {}
    for record in hand["records"]:
        if record["type"] == "Awarded":
            sums[record["seat"]] = sums.get(record["seat"], 0) + record["amount"]
    won = {seat: "You win" if seat == own else f"{named.get(seat, 'Seat')} wins" for seat in sums}
    said = [f"{won[seat]} {short(cents)}" for seat, cents in sums.items()]
    return " · ".join(said)


def _rules(seen: dict[str, Any]) -> str:
    """One line of what is played for, as the cloth says it."""
    part = seen["house_part"] or {}
    sizes = f"${seen['stakes'].partition(' $')[2]}"
    played = wanted(seen["game"])
    if played is not None and played.kind in (NO, POT):  # named by its blinds
        sizes = f"Blinds {sizes.replace('–', ' and ')}"
    rake = f" · rake {part['percent']:g}%" if part.get("percent") else ""
    most = f", at most {short(part['most'])}" if rake and part["most"] else ""
    return f"{sizes} · table stakes{rake}{most}"


def _alert(note: str, own: int, seen: dict[str, Any]) -> str:
    """What is said at once when the reader is to act."""
    if not own or seen["turn"] != own or not seen["playing"]:
        return ""
    return f"Your decision: {note[:1].lower()}{note[1:].rstrip('.')}, pot {short(seen['hand']['pot'])}"


def _no_clock(seen: dict[str, Any], own: int) -> str:
    """Why nobody asks for the clock now."""
    if not seen["playing"] or not seen["turn"]:
        return "Nobody is to act now"
    if seen["turn"] == own:
        return "It is your own turn"
    return "The clock runs already" if seen["clock_ms"] is not None else ""


def _seat(seat: dict[str, Any], seen: dict[str, Any]) -> PokerSeat:
    number = seat["seat"]
    if not seat["taken"]:
        return PokerSeat(number=number)
    acting = seen["playing"] and seen["turn"] == number
    straddles = f"Straddles {short(seat['straddle'])}" if seat["straddle"] else ""
    standing = "no chips" if seat["busted"] else STATUS.get(seat["status"], "")
    waits = straddles or "Posts next" if straddles or seat["posting"] else standing.capitalize()
    act, look = _strip(seat, seen, waits)
    marks = ["to act"] if acting else []
    if seat["bet"]:
        marks.append(f"bet {short(seat['bet'])}")
    if seen["playing"] and not seat["in_hand"]:
        marks.append("not in this hand")
    return PokerSeat(
        number=number,
        taken=True,
        you=seat["you"],
        name="You" if seat["you"] else seat["name"],
        chips=short(in_play(seat)),
        act=act,
        act_kind=look,
        marks=tuple(marks),
        acting=acting,
        playing=seat["in_hand"] or not seen["playing"],
        cards=tuple(seat["cards"]),
        bet=short(seat["bet"]) if seat["bet"] else "",
        bet_cents=seat["bet"],
        won=short(seat["won"]) if seat["won"] else "",
        won_cents=seat["won"],
    )


def in_play(seat: dict[str, Any]) -> int:
    """The stack of a seat: in a hand what plays in it, without chips that were bought since."""
    return int(seat["behind"] if seat.get("in_hand") else seat.get("chips", 0))


def _strip(seat: dict[str, Any], seen: dict[str, Any], waits: str) -> tuple[str, str]:
    """The last act of a seat; of one without cards, what it waits for."""
    hand = seen["hand"]
    if hand is None or seat["seat"] not in hand["order"]:
        waits = waits or (STATUS["returns"].capitalize() if seen["playing"] else "")  # he came while it was played
        return waits, "fold" if waits else ""
    words, look = at_table.last_act(hand["told"], hand["order"].index(seat["seat"]), short)
    ended = hand["told"]["acts"][hand["order"].index(seat["seat"])]["kind"] in SHOWDOWN
    if waits and not seat["in_hand"] and (seat["straddle"] or seat["posting"] or not ended):
        return waits, "fold"
    return words, look


def _status(seen: dict[str, Any], own: int, named: dict[int, str]) -> tuple[str, str]:
    hand = seen["hand"]
    if seen["state"] != "open":
        return ("Closing" if seen["state"] == "closing" else "Closed"), "No new hand is dealt."
    if not seen["playing"]:
        if seen["time_due"]:
            return "Time", "The time charge is collected before the next hand."
        if seen["may_deal"]:
            return "Next hand", "It is dealt in a moment." if seen["mode"] == "electronic" else "The dealer deals."
        return "Waiting", "A hand needs two players with chips."
    if hand["phase"] == "runs":
        return "How often?", "Everybody is all in: the players agree how often the rest is dealt."
    if own and seen["turn"] == own:
        options = (seen["you"] or {}).get("options") or {}
        call = options.get("call", 0)
        return "Your turn", f"{short(call)} to call." if call else "You may check." if options.get("check") else ""
    if seen["turn"]:
        return f"{named.get(seen['turn'], 'Seat')} to act", hand["street"].replace("-", " ").capitalize()
    return hand["street"].replace("-", " ").capitalize(), ""


def choices(you: dict[str, Any], say: Said = short) -> tuple[Choice, ...]:
    """A button for everything that a player may do now."""
    found: list[Choice] = []
    options = you.get("options")
    if options:
        if options["fold"]:
            found.append(Choice(act="fold", title="Fold", note="Give the hand up", key="F"))
        if options["check"]:
            found.append(Choice(act="check", title="Check", note="Bet nothing", key="C", main=True))
        if options["bring_in"]:
            title = f"Bring in {say(options['bring_in'])}"
            found.append(Choice(act="bring-in", title=title, note="The low card opens", key="C", main=True))
        elif options["call"]:
            found.append(Choice(act="call", title=f"Call {say(options['call'])}", note="Stay in", key="C", main=True))
        verb = "bet" if options["kind"] == "bet" else "raise"
        for size in options["amounts"]:
            word = {"bet": "Bet", "complete": "Complete to"}.get(options["kind"], "Raise to")
            found.append(Choice(act=verb, title=f"{word} {say(size)}", note="The limit's size", key="R", to=size))
    for times in range(1, you.get("runs", 0) + 1):
        found.append(
            Choice(
                act="run",
                title={1: "Once", 2: "Twice"}.get(times, f"{times} times"),
                to=times,
                main=times == 1,
                key=str(times),
            )
        )
    if you.get("post"):
        note = "Be dealt in on the next hand, or wait for the big blind"
        found.append(Choice(act="post", title=f"Post {say(you['post'])}", note=note, key="P", main=True))
    if you.get("straddle"):
        found.append(
            Choice(act="straddle", title=f"Straddle {say(you['straddle'])}", note="The next hand", to=you["straddle"])
        )
    if you.get("may_show"):
        found.append(Choice(act="show", title="Show your hand", note="Everybody may see it"))
    return tuple(found)


# ---- the dealer


def _owed_seat(hand: dict[str, Any] | None) -> int:
    if hand is None or hand["over"]:
        return 0
    if hand["owed_board"]:
        return 0
    return int(next(iter(hand["owed"]), 0))


def _owed(hand: dict[str, Any] | None, named: dict[int, str]) -> str:
    """What the dealer keys next, in words."""
    if hand is None or hand["over"]:
        return ""
    if hand["owed_board"]:
        return f"{hand['owed_board']} card{'s' if hand['owed_board'] > 1 else ''} to the board"
    for seat, count in hand["owed"].items():
        return f"{count} card{'s' if count > 1 else ''} to {named.get(seat, f'seat {seat}')}"
    return "the showdown: key a hand that is tabled, or push the pot" if hand["phase"] in ("show", "push") else ""


def rulings_of(book: Rulebook) -> tuple[Declarable, ...]:
    return tuple(
        Declarable(
            when=one["when"],
            title=words.plain(one["when"]),
            ruling=one["says"] or one["ruling"].replace("-", " "),
            clause=one["clause"],
            by=one["by"],
            choices=tuple(one["choices"]),
        )
        for one in declarable(book)
    )
