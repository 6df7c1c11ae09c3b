"""A table of a poker tournament as one person may see it: the felt, what he may do, what has happened in the hand."""

from typing import Any

from croupier.demo.poker_tournament import programmed
from croupier.house.people.persons import Person
from croupier.house.tournaments import event_clock
from croupier.house.tournaments.poker.keeper import Live
from croupier.house.tournaments.poker.state import PLAYING, Felt
from croupier.house.tournaments.poker.view import hand_shown
from croupier.poker.view import offered
from croupier.web.felt.oval.shown import LogLine, PokerSeat, PokerView
from croupier.web.felt.shown import View
from croupier.web.kit.context import Floor, property_title
from croupier.web.kit.links import book_path
from croupier.web.kit.persons import shown_person
from croupier.web.poker import at_table
from croupier.web.poker.hand_log import log_lines
from croupier.web.poker.view import choices
from croupier.web.tournaments.director.words import ordinal
from croupier.web.tournaments.poker_view import STRANGER, Names, game_title, level_now
from croupier.web.tournaments.structure_words import blinds_words, chips

CENTS = 100  # the drawings and fields of the poker table reckon in cents: a chip of one is drawn as a dollar's


class Corner(View, frozen=True, kw_only=True):
    """What a tournament's table says beside the cards: level, clock, the reader's standing."""

    name: str
    link: str
    level: str
    blinds: str
    then: str
    clock_words: str
    ends_s: int
    runs: bool
    left: str
    chips: str = ""  # the reader's
    place: str = ""
    moved: str = ""  # the reader sits at another table
    out: bool = False
    out_in: str = ""  # the place in which he went out
    away: bool = False
    may_return: bool = False
    may_deal: bool = False
    why_not: str = ""  # why no hand is dealt now
    owes: str = ""  # of real cards: what the dealer keys next (hole, board, show, push)
    shows: str = ""  # whose hand is shown
    acts: int = 0


async def view(floor: Floor, name: str, number: int, who: Person | None) -> tuple[PokerView, Corner]:
    live = await floor.poker_tournaments.live(name)
    live.game.felt(number)  # a table that was broken is not there
    now = floor.house.sources.now_us()
    return table_view(live, number, who, now), corner(live, number, who, now, floor.demo)


def table_view(live: Live, number: int, who: Person | None, now: int) -> PokerView:
    game, plan, felt = live.game, live.event.plan, live.game.felt(number)
    seen = hand_shown(live, number, who or STRANGER, now)
    names = Names(game, who)
    hand, order = seen["hand"], seen.get("order", [])
    played = game_title(game.asked, plan, plan.levels[game.level_index(now)])
    playing = felt.hand is not None
    mine = game.players.get(names.me)
    own = mine.seat if mine is not None and mine.table == number else 0
    turn = order[hand["actor"]] if hand and playing and hand["actor"] >= 0 else 0
    seats = _seats(live, felt, seen, names, turn)
    named = {seat.number: seat.name for seat in seats if seat.taken}
    deals = who is not None and who.may("event.deal")
    keyed = felt.table.seats[turn].name if deals and turn and game.plan.live else ""  # elsewhere a player acts himself
    options = offered(felt.hand.options()) if keyed and felt.hand and felt.hand.phase == "bet" else None
    you: dict[str, Any] = {"options": hand["options"] if hand else None} if not keyed else {"options": options}
    status, note = _status(live, felt, hand, own, turn, named, you)
    log = _log(hand, order, named, own)
    told = hand["told"] if hand else None
    here = next((seat for seat in seats if seat.number == own), None)
    stack, out = _behind(hand, order, turn if keyed else own)
    records = _seated(hand, order) if hand else []
    betting = playing and bool(hand) and hand["phase"] == "bet"
    awaited = at_table.awaited(turn if betting else 0, own, you["options"])
    cards = next((seat.cards for seat in seats if seat.number == own), ())
    return PokerView(
        me=shown_person(who, None),
        table=f"{live.event.id} {number}",
        title=plan.name,
        stakes=played,
        house=plan.property,
        house_title=property_title(plan.property),
        book=book_path(game.asked.room.book),
        book_words="The room's rules of play",
        entry=live.event.acts,
        path=f"/poker-tournaments/{live.event.id}/tables/{number}",
        number=game.turn(number),
        status=status,
        status_note=note,
        seats=seats,
        button=felt.table.positions.button,
        boards=tuple(tuple(row) for row in hand["board"]) if hand else (),
        pot=chips(hand["pot"]) if hand and hand["pot"] else "",
        pots=at_table.pots(told, order, named, own, chips, CENTS),
        middle="" if hand else "The first hand has not been dealt.",
        hand=felt.table.hands,
        street=hand["street"] if hand else "",
        hand_name=at_table.hand_name(told) if cards else "",
        plays=tuple(tuple(row) for row in told["plays"]) if told and own else (),
        streets=tuple(name.capitalize() for name in told["streets"]) if told else (),
        family=felt.table.form.family,
        lettering=played.upper(),
        rules=f"Blinds {'–'.join(chips(size) for size in felt.table.stakes.blinds)}"
        if felt.table.stakes.blinds
        else "",
        dealer="Dealer",
        timer=at_table.timer(event_clock.timer(live, felt, now)),
        bank=at_table.bank(
            event_clock.timer(live, felt, now) if event_clock.think_us(live, felt) else None, bool(own) and turn == own
        ),
        clock_ms=seen["timer"]["left_ms"] if seen["timer"] else None,
        story=at_table.story(records, told, named, own, chips, chips, turn=awaited),
        in_hand=here is not None and here.playing and playing,
        ahead=at_table.ahead(hand, here, out, stack, chips, CENTS) if playing and hand else None,
        stack=chips(game.stack(names.me)) if own else "",
        coin="chips",
        you=own,
        away=bool(own and mine is not None and mine.away),
        to_call=chips(you["options"]["call"]) if you["options"] and you["options"]["call"] else "",
        choices=at_table.priced(choices(you, chips), you["options"], stack, out, chips, CENTS),
        amount=at_table.amount(
            you["options"], hand, stack, out, max(felt.table.stakes.blinds, default=1), chips, CENTS
        ),
        draws=tuple(enumerate(cards)) if hand and hand["phase"] == "draw" and own and turn == own else (),
        log=log,
        alert=f"Your turn. {note}" if own and turn == own else "",
        said=tuple(line.words for line in log[-2:]),
        deals=deals,
        keyed=keyed,
        floor=who is not None and who.may("tournament.run"),
    )


def _seats(live: Live, felt: Felt, seen: dict[str, Any], names: Names, turn: int) -> tuple[PokerSeat, ...]:
    hand, order = seen["hand"], seen.get("order", [])
    playing = felt.hand is not None
    found = []
    for number in range(1, max(live.event.plan.seats, *felt.table.seats, 0) + 1):
        there = felt.table.seats.get(number)
        if there is None:
            found.append(PokerSeat(number=number))
            continue
        about = seen["table"]["seats"][str(number)]
        in_order = bool(hand) and number in order
        dealt: dict[str, Any] = hand["players"][order.index(number)] if in_order else {}
        live_hand = bool(dealt) and playing and dealt["in_hand"]
        act, look = at_table.last_act(hand["told"], order.index(number), chips) if in_order and hand else ("", "")
        if not live_hand and (about["penalty"] or about["away"]):
            act, look = ("Penalty" if about["penalty"] else "Away"), "fold"
        marks = ["to act"] if turn == number else []
        marks += [f"bet {chips(dealt['bet'])}"] if playing and dealt.get("bet") else []
        found.append(
            PokerSeat(
                number=number,
                taken=True,
                you=about["you"],
                name=names.of(there.name),
                chips=chips(about["stack"]),
                act=act,
                act_kind=look,
                marks=tuple(marks),
                acting=turn == number,
                playing=live_hand or not playing,
                cards=tuple(dealt.get("cards", ())),
                bet=chips(dealt["bet"]) if playing and dealt.get("bet") else "",
                bet_cents=dealt.get("bet", 0) * CENTS if playing else 0,
                won=chips(dealt["won"]) if dealt.get("won") and not playing else "",
                won_cents=dealt["won"] * CENTS if dealt.get("won") and not playing else 0,
            )
        )
    return tuple(found)


def _behind(hand: dict[str, Any] | None, order: list[int], seat: int) -> tuple[int, int]:
    """What the player at a seat has behind and in front of him in this hand."""
    if hand is None or seat not in order:
        return 0, 0
    player = hand["players"][order.index(seat)]
    return player["stack"], player["bet"]


def _seated(hand: dict[str, Any], order: list[int]) -> list[dict[str, Any]]:
    """The records of a hand with seats for its places."""
    made = []
    for record in hand["records"]:
        told = dict(record)
        if told.get("player", -1) >= 0:
            told["seat"] = order[told.pop("player")]
        made.append(told)
    return made


def _status(
    live: Live,
    felt: Felt,
    hand: dict[str, Any] | None,
    own: int,
    turn: int,
    named: dict[int, str],
    you: dict[str, Any],
) -> tuple[str, str]:
    game = live.game
    if game.state != PLAYING:
        return {"over": "Over", "cancelled": "Cancelled"}.get(game.state, "Not begun"), ""
    if felt.done:
        return "Waiting", "This table has played its part."
    if felt.hand is None or hand is None:
        return "Between hands", "The clock stands." if game.stopped_us else "The dealer deals the next one."
    if own and turn == own:
        options = you.get("options") or {}
        call = options.get("call", 0)
        return "Your turn", f"{chips(call)} to call." if call else "You may check." if options.get("check") else ""
    street = str(hand["street"]).replace("-", " ").capitalize()
    return (f"{named.get(turn, 'Seat')} to act", street) if turn else (street, "")


def _log(hand: dict[str, Any] | None, order: list[int], named: dict[int, str], own: int) -> tuple[LogLine, ...]:
    if hand is None:
        return ()
    return log_lines(_seated(hand, order), named, own, chips)


def corner(live: Live, number: int, who: Person | None, now: int, demo: bool) -> Corner:
    game, event, plan = live.game, live.event, live.event.plan
    me = who.badge if who is not None else ""
    mine = game.players.get(me)
    felt, level = game.felt(number), level_now(live, now)
    may, why = _may_deal(live, felt, now)
    return Corner(
        name=plan.name,
        link=f"/poker-tournaments/{event.id}",
        level=level.title,
        blinds=blinds_words(game.level(now)),
        then=level.then,
        clock_words=level.clock,
        ends_s=level.ends_s,
        runs=level.runs,
        left=f"{len(game.left())} of {game.entries} left",
        chips=chips(game.stack(me)) if mine is not None and mine.table else "",
        place=_place(live, me) if mine is not None and mine.table else "",
        moved=f"/poker-tournaments/{event.id}/tables/{mine.table}" if mine and mine.table not in (0, number) else "",
        out=mine is not None and not mine.table,
        out_in=_out_in(live, me),
        away=mine is not None and mine.away,
        may_return=demo and programmed(event.id),
        may_deal=may,
        why_not=why,
        owes=_owes(felt),
        shows=_shows(felt),
        acts=event.acts,
    )


def _owes(felt: Felt) -> str:
    hand = felt.hand
    if hand is None or hand.auto:
        return ""
    if hand.phase in ("show", "push"):
        return str(hand.phase)
    return "" if hand.phase != "deal" else "board" if hand.owed_board else "hole"


def _shows(felt: Felt) -> str:
    hand = felt.hand
    if hand is None or hand.phase != "show" or hand.actor < 0:
        return ""
    return felt.table.seats[felt.table.order[hand.actor]].name


def _place(live: Live, me: str) -> str:
    own = live.game.stack(me)
    ahead = sum(live.game.stack(name) > own for name in live.game.left())
    return f"{ahead + 1} of {len(live.game.left())}"


def _out_in(live: Live, me: str) -> str:
    """`9th of 35`, once it is known."""
    better = len(live.game.left())
    for group in reversed(live.game.outs):
        if any(gone.name == me for gone in group):
            return f"{ordinal(better + 1)} of {live.game.entries}"
        better += len(group)
    return ""


def _may_deal(live: Live, felt: Felt, now: int) -> tuple[bool, str]:
    """Whether the next hand may be dealt, after what is due; the reason where it may not."""
    if live.game.state != PLAYING:
        return False, "It has not begun." if live.game.state == "registering" else "It is over."
    return felt.hand is None, "A hand is being played." if felt.hand is not None else ""
