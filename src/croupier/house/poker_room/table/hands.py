"""The hand of a cash game: dealt, played, ruled on, and its chips back in front of the players."""

import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table import seats as room_seats
from croupier.house.poker_room.table.seats import FLOOR, STAFF, Handler, own, seat_at, staff
from croupier.house.record.clock import MINUTE_US, SECOND_US, minutes_ahead
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.poker import Desk, Hand
from croupier.poker import Refused as PokerRefused
from croupier.poker.acts import Act, told_act
from croupier.poker.records import UNKNOWN, Shown
from croupier.poker.rulings.remedies import REMEDIES
from croupier.rounds.acts import By

if TYPE_CHECKING:
    from croupier.house.poker_room.table.game import Game

EVERYBODY = -1  # a seat that stands for all who are owed face-down cards
RESERVED = ("when", "by", "choice", "player", "self")


def hand_of(game: "Game") -> Hand:
    if game.table.hand is None or not game.playing:
        raise Stale("No hand is being played.")
    return game.table.hand


# ---- dealing


def deal(game: "Game", by: By, act: acts.Deal, at_us: int, order: Callable[[str], Sequence[int]]) -> None:
    staff(by, ("chance",) if game.electronic else STAFF)
    if game.playing:
        raise Stale("A hand is being played.")
    if game.seats_only:
        raise Refused("No hands are keyed at this table.", "Seats, time, the drop and tips are.")
    if time_due(game, at_us) and game.room.value("collect-before-deal", False):
        raise Refused("Time is due.", "Collect it before the hand.", game.room.clause("collect-before-deal"))
    table = game.table
    if _no_button(game):
        _draw_for_button(game, act)
    deck = list(order(act.commitment)) if game.electronic else None
    options: dict[str, Any] = {"ask_runs": True} if game.electronic else {"dealer_pushes": keys_hands(game)}
    if may_redeal(game):
        table.carried = 0
        hand = table.redeal(deck, **options)
    else:
        hand = table.deal(deck, **options)
    game.redeal = False
    game.desk = Desk(game.room, hand)
    game.commitment = act.commitment
    game.playing = True
    game.chopping.clear()
    game.runs.clear()


def keys_hands(game: "Game") -> bool:
    """A dealer keys every hand here, each tabled hand with its faces, and pushes the pots."""
    return not game.electronic and game.plan.keyed == acts.HANDS


def _no_button(game: "Game") -> bool:
    return not game.table.hands and bool(game.table.stakes.blinds) and game.table.positions.button < 0


def button_draw(game: "Game") -> list[int]:
    """The seats that draw for the button before the next hand; none where it has its place, or the book has no draw."""
    if game.playing or not _no_button(game) or game.room.value("draw-for-button") is None:
        return []
    return sorted(number for number, seat in game.table.seats.items() if seat.stack > 0)


def may_redeal(game: "Game") -> bool:
    """After a misdeal the same players are dealt to again, if all of them are still there."""
    seats = game.table.seats
    return game.redeal and all(number in seats and number not in game.away for number in game.table.order)


def _draw_for_button(game: "Game", act: acts.Deal) -> None:
    if game.room.value("draw-for-button") is None and not act.drawn:
        return
    seats = {number for number, seat in game.table.seats.items() if seat.stack > 0}
    cards = list(act.drawn.values())
    sound = len(set(cards)) == len(cards) and all(card in game.table.form.deck for card in cards)
    if not seats & set(act.drawn) or set(act.drawn) - seats or not sound:
        raise Refused(
            "A new game draws for the button.",
            "Key a card for each seat that plays.",
            game.room.clause("draw-for-button"),
        )
    game.table.draw_for_button(act.drawn)


def time_due(game: "Game", at_us: int) -> int:
    """How many collections of time are due before the next hand."""
    time = game.room.time()
    if time is None or not game.plan.fee or not game.room.time_game(game.plan.stakes):
        return 0
    ahead = minutes_ahead(game.zone, at_us)
    return time.collections(game.collected_us // MINUTE_US, at_us // MINUTE_US, ahead)


def may_deal(game: "Game") -> bool:
    """Whether enough players are in for the next hand."""
    if game.playing or game.seats_only:
        return False
    table = game.table
    needed = max(table.least_stack(), table.stakes.ante + table.stakes.bring_in if not table.stakes.blinds else 1, 1)
    ready = [s for s in table.seats.values() if s.status != "out" and s.stack >= needed]
    return len(ready) >= max(2, int(game.room.value("least-players", 2)))


def key(game: "Game", by: By, act: acts.Key, at_us: int) -> None:
    """What the dealer dealt: a seat's cards, the board's (seat 0), or face-down cards all round (seat -1)."""
    staff(by)
    if game.electronic:
        raise Forbidden("The shuffler deals here.")
    hand = hand_of(game)
    if act.seat == 0:
        _faces(game, act.cards)
        hand.deal_board(act.cards)
        return
    if act.seat != EVERYBODY:
        seat_at(game, act.seat)
        place = game.place_of(act.seat)
        if place >= 0 and act.cards and hand.owed and not down_owed(hand, place):
            _faces(game, act.cards)
        hand.deal_hole(place, act.cards or [UNKNOWN] * down_owed(hand, place))
        return
    places = [place for place in range(hand.n) if hand.owed and hand.owed[place] and down_owed(hand, place)]
    if not places:
        raise Refused("No face-down card is due to anybody.")
    for place in places:
        hand.deal_hole(place, [UNKNOWN] * down_owed(hand, place))


def _faces(game: "Game", cards: Sequence[int]) -> None:
    """What lies face up is keyed with its face, so that the hands can be compared."""
    if keys_hands(game) and UNKNOWN in cards:
        raise Refused("This card lies face up.", "Key its rank and suit.")


def down_owed(hand: Hand, place: int) -> int:
    """How many of the cards that are due to a player come face down."""
    if place < 0 or not hand.owed:
        return 0
    at, owed = hand.at, hand.owed[place]
    return owed if at.draw else max(0, owed - at.up)


def push(game: "Game", by: By, act: acts.Push, at_us: int) -> None:
    """The losing hands are killed first, then the pots go to their winners, the last side pot first."""
    staff(by)
    hand = hand_of(game)
    for place in sorted(hand.losers) if hand.phase == "push" else ():
        hand.kill_loser(place)
    hand.push()


def next_game(game: "Game", by: By, act: acts.NextGame, at_us: int) -> None:
    """Between two hands the dealer goes on to the next game of a mixed rotation, or the floor to one of its games."""
    staff(by)
    if game.playing:
        raise Stale("A hand is being played.", "The game changes between two hands.")
    legs, forms = game.plan.games, [leg.form for leg in game.plan.games]
    if not legs:
        raise Refused("One game is spread at this table.", "A mixed game is spread with its rotation.")
    if act.form and act.form not in forms:
        raise Refused(f"{act.form!r} is not in the rotation.", f"It has {', '.join(forms)}.")
    now = next((at for at, leg in enumerate(legs) if (leg.form, leg.stakes) == (game.plan.form, game.plan.stakes)), -1)
    leg = legs[forms.index(act.form)] if act.form else legs[(now + 1) % len(legs)]
    game.table.change_game(leg.form, leg.stakes)
    game.plan = msgspec.structs.replace(game.plan, form=leg.form, stakes=leg.stakes)


# ---- playing


def play(game: "Game", by: By, act: acts.Play, at_us: int) -> None:
    own(game, by, act.seat)
    if by.role != "player" and game.electronic:
        raise Forbidden("A player acts for himself here.")
    place = game.place_of(act.seat)
    if place < 0:
        raise Stale("This seat has no cards.")
    if act.verb == "all-in" and game.turn != act.seat:
        raise Stale(f"Seat {act.seat} is not to act.", f"Seat {game.turn} is." if game.turn else "")
    if act.verb == "show" and not game.playing:
        _show_late(game, act.seat, place)
        return
    verbs: dict[str, Callable[[Hand], object]] = {
        "fold": lambda hand: hand.fold(place),
        "check": lambda hand: hand.check(place),
        "call": lambda hand: hand.call(place),
        "bet": lambda hand: hand.raise_to(act.to, place),
        "raise": lambda hand: hand.raise_to(act.to, place),
        "all-in": lambda hand: _all_in(game, place),
        "bring-in": lambda hand: hand.bring_in(place),
        "open": lambda hand: hand.declare_open(place),
        "draw": lambda hand: hand.draw(_discards(hand, place, act.places), place),
        "show": lambda hand: _show(game, hand, place, act.cards),
        "muck": lambda hand: hand.muck_hand(place),
        "run": lambda hand: _run(game, hand, act.seat, act.to),
    }
    if act.verb not in verbs:
        raise Refused(f"{act.verb!r} is no act of a hand.", ", ".join(verbs))
    if act.cards and by.role == "player":
        raise Forbidden("The dealer keys the cards of a hand that is shown.")
    verbs[act.verb](hand_of(game))


def _all_in(game: "Game", place: int) -> None:
    """All his chips, or as many of them as the structure lets him bet."""
    assert game.desk is not None
    game.desk.act(Act(place, "all-in"))


def _show(game: "Game", hand: Hand, place: int, cards: Sequence[int]) -> None:
    if not cards and keys_hands(game) and hand.phase == "show" and hand.live > 1 and UNKNOWN in hand.hole[place]:
        raise Refused("The faces of this hand are not on record.", "Key the cards that are shown, or muck it.")
    held, new = hand.hole[place], iter(cards)
    if len(cards) == held.count(UNKNOWN) < len(held):  # only what nobody had seen: the rest is on record
        cards = [next(new) if card == UNKNOWN else card for card in held]
    hand.show(place, cards or None)


def _discards(hand: Hand, place: int, places: Sequence[int]) -> list[int]:
    """Cards by their place in the hand: the journal of a hand names none that is face down."""
    held = hand.hole[place]
    if len(set(places)) != len(places) or any(not 0 <= p < len(held) for p in places):
        raise Refused(f"Name the places of the cards that you throw away: 0 to {len(held) - 1}, each once.")
    return [held[p] for p in places]


def _run(game: "Game", hand: Hand, seat: int, times: int) -> None:
    """Both players say how often the board is run; the smaller number holds."""
    if hand.phase != "runs" and not (hand.phase == "deal" and hand.owed_board):
        raise Refused("The board is not run again now.", clause=game.room.clause("runs-most"))
    if not hand.alive[game.place_of(seat)] or not 1 <= times <= hand.rules.runs_most:
        raise Refused(
            f"The board is run at most {hand.rules.runs_most} times here.", clause=game.room.clause("runs-most")
        )
    said = {**game.runs, seat: times}
    live = {game.table.order[i] for i in range(hand.n) if hand.alive[i]}
    if live <= set(said):
        hand.run_board(min(said[number] for number in live))
        said = {}
    game.runs = said


def _show_late(game: "Game", seat: int, place: int) -> None:
    """A player shows cards that he need not have shown; his hand is over."""
    hand = game.table.hand
    if hand is None or not game.table.disputes_open or hand.shown[place] or UNKNOWN in hand.hole[place]:
        raise Stale("There is nothing to show now.")
    hand.shown[place] = True
    hand.records.append(Shown(place, tuple(hand.hole[place])))


def say(game: "Game", by: By, act: acts.Say, at_us: int) -> None:
    own(game, by, act.seat)
    if by.role == "player":
        raise Forbidden("The dealer keys what was said and put forward.")
    place, desk = game.place_of(act.seat), game.desk
    hand_of(game)
    assert desk is not None
    desk.act(told_act(place, act), act.choice)


def chop(game: "Game", by: By, act: acts.Chop, at_us: int) -> None:
    own(game, by, act.seat)
    hand, table = hand_of(game), game.table
    place = game.place_of(act.seat)
    if place < 0 or not hand.alive[place]:
        raise Refused("Only the blinds may chop.", clause=game.room.clause("chop"))
    said = game.chopping | {act.seat}
    live = {table.order[i] for i in range(hand.n) if hand.alive[i]}
    if live == {table.positions.small, table.positions.big} and not live <= said and game.room.value("chop", False):
        game.chopping = said
        return
    table.chop()
    game.chopping.clear()


# ---- the clock


def clock(game: "Game", by: By, act: acts.Clock, at_us: int) -> None:
    if by.role == "player" and not game.seat_of(by.name):
        raise Forbidden("Only who sits here asks for the clock.")
    hand_of(game)
    if not _waited_for(game) or game.desk is None:
        raise Stale("Nobody is to act now.")
    if game.clock_us:
        raise Stale("The clock runs already.")
    if act.bank:
        _check_bank(game, by)
    role = "supervisor" if by.role == "chance" or act.bank else by.role
    seconds = game.desk.call_clock(role, max(0, (at_us - game.asked_us) // SECOND_US))
    begins_us = max(at_us, game.asked_us + game.plan.think_s * SECOND_US) if act.bank else at_us
    game.clock_us = begins_us + seconds * SECOND_US


def _check_bank(game: "Game", by: By) -> None:
    """A time bank is the clock that a machine would call by itself: the player in turn alone takes it sooner."""
    if not game.electronic or not game.plan.think_s:
        raise Refused("There is no time bank here.", "The clock is called by somebody at the table.")
    if by.role != "player" or game.seat_of(by.name) != game.turn:
        raise Forbidden("Only the player in turn takes his time bank.")


def expire(game: "Game", by: By, act: acts.Expire, at_us: int) -> None:
    staff(by)
    hand = hand_of(game)
    if not game.clock_us or at_us < game.clock_us or game.desk is None:
        raise Stale("No time is up.", clause=game.room.clause("clock-seconds"))
    seat = game.turn
    if hand.phase == "bet":
        game.desk.clock_ran_out()
    else:
        _stand_for(game, hand)
    if game.electronic and seat:  # nobody is at the station: he is dealt in again when he says so
        game.resting.add(seat)


def _waited_for(game: "Game") -> bool:
    hand = game.table.hand
    return bool(game.turn) or (game.playing and hand is not None and hand.phase == "runs")


# ---- rulings


def declare(game: "Game", by: By, act: acts.Declare, at_us: int) -> None:
    staff(by)
    desk = _desk(game)
    desk.declare(act.when, _role(by), act.choice, **told_facts(game, act.seat, act.facts))


def override(game: "Game", by: By, act: acts.Override, at_us: int) -> None:
    staff(by, FLOOR)
    if act.ruling not in REMEDIES:
        raise Refused(f"{act.ruling!r} is no ruling.", "Name one that the rulebooks know.")
    hand_of(game)
    _desk(game).override(_role(by), act.ruling, act.reason, **told_facts(game, act.seat, act.facts))


def _desk(game: "Game") -> Desk:
    if game.desk is None:
        raise Stale("No hand has been dealt.", clause=game.room.clause("dispute-until"))
    if not game.playing:
        game.table.dispute()
    return game.desk


def _role(by: By) -> str:
    return "supervisor" if by.role == "chance" else by.role


def told_facts(game: "Game", seat: int, facts: dict[str, Any]) -> dict[str, Any]:
    given = {key.replace("-", "_"): value for key, value in facts.items()}
    if any(name in given or not name.isidentifier() for name in (*RESERVED, *given) if name in given):
        bad = next((n for n in given if n in RESERVED or not n.isidentifier()), "")
        if bad:
            raise Refused(f"{bad!r} is no fact.", "Name the seat with `seat`.")
    if seat:
        place = game.place_of(seat)
        if place < 0:
            raise Refused(f"Seat {seat} has no cards in this hand.")
        given["player"] = place
    return given


# ---- what follows


def go_on(game: "Game", at_us: int) -> None:
    """Players who are leaving give up at their turn; a hand that is over is settled; a new decision is numbered."""
    hand = game.table.hand
    while game.playing and hand is not None and not hand.over and game.turn in game.leaving:
        _stand_for(game, hand)
    if game.playing and hand is not None and hand.over:
        _over(game, hand, at_us)
    mark = _mark(game)
    if mark != game.mark:
        game.mark = mark
        game.number += 1
        game.asked_us, game.clock_us = at_us, 0
        if game.desk is not None:
            game.desk.clock = None


def _mark(game: "Game") -> tuple[Any, ...]:
    hand = game.table.hand
    if hand is None:
        return ()
    return (game.table.hands, game.playing, len(hand.records), len(hand.ops), hand.phase, game.commitment)


def _stand_for(game: "Game", hand: Hand) -> None:
    """What is done for a player who is not there: nothing that costs him a chip he need not pay."""
    place = hand.actor
    if hand.phase == "runs":
        hand.run_board(1)
    elif hand.phase == "draw":
        hand.draw((), place)
    elif hand.phase == "show":
        if hand.live > 1:
            hand.muck_hand(place)
        else:
            hand.show(place)
    elif hand.bring_in_due:
        hand.bring_in(place)
    else:
        hand.fold(place)


def _over(game: "Game", hand: Hand, at_us: int) -> None:
    """The chips are in front of the players again, and who bought, rests or leaves does so now."""
    table = game.table
    if game.desk is not None and game.desk.misdealt and hand.stacks == hand.start:
        game.redeal = True
        table.carried = hand.carried
    else:
        game.chips.settle(table)
        table.finish()
    table.carried += game.dead
    game.dead = 0
    game.playing = False
    game.rested_us = at_us
    for number, cents in sorted(game.pending.items()):
        room_seats.arrive(game, number, cents)
    game.pending.clear()
    for number in sorted(game.resting | game.leaving):
        with contextlib.suppress(PokerRefused):  # a kill that is due is posted first
            if number in game.leaving:
                room_seats.get_up(game, number, at_us)
            else:
                room_seats.rest(game, table.seats[number], at_us)
                game.resting.discard(number)
    for number, seat in table.seats.items():
        if seat.busted and seat.status == "out":
            game.away.setdefault(number, at_us)


HANDLERS: dict[type, Handler] = {
    acts.Deal: lambda game, by, act, at_us: None,  # takes the order of the deck; see `deal`
    acts.Key: key,
    acts.Push: push,
    acts.Undo: lambda game, by, act, at_us: None,  # has something to tell; see `takeback`
    acts.NextGame: next_game,
    acts.Play: play,
    acts.Say: say,
    acts.Chop: chop,
    acts.Clock: clock,
    acts.Expire: expire,
    acts.Declare: declare,
    acts.Override: override,
}
