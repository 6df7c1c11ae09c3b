"""Seats of a cash game: sitting down, buying chips, sitting out, leaving, changing seats, what the house collects."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.equipment.money import money
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table.chips_in_play import JACKPOT, RAKE, TOKES
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.poker.seats import IN, OUT, Seat
from croupier.rounds.acts import By

if TYPE_CHECKING:
    from croupier.house.poker_room.table.game import Game

STAFF = ("dealer", "supervisor", "manager", "chance")
FLOOR = ("supervisor", "manager", "chance")
NAME_CHARS_MAX = 20
Handler = Callable[["Game", By, Any, int], None]


def seat_at(game: "Game", number: int) -> Seat:
    found = game.table.seats.get(number)
    if found is None:
        raise NotFound(f"Nobody sits at seat {number}.")
    return found


def own(game: "Game", by: By, number: int) -> Seat:
    """The seat of whoever acts, or of anybody for the staff."""
    seat = seat_at(game, number)
    if by.role == "player" and seat.name != by.name:
        raise Forbidden(f"Seat {number} is not yours.", "Nobody plays another player's chips.", "")
    if by.role not in ("player", *STAFF):
        raise Forbidden("Acting at a table is not for you.", "Watch it instead.")
    return seat


def staff(by: By, roles: tuple[str, ...] = STAFF) -> None:
    if by.role not in roles:
        who = "the floor" if roles == FLOOR else "the dealer or the floor"
        raise Forbidden(f"This is not for a {by.role}.", f"It is for {who}.")


def sit(game: "Game", by: By, act: acts.Sit, at_us: int) -> None:
    table, patron = game.table, act.patron
    if act.moved or act.owes:
        staff(by, FLOOR)
    extra = int(game.room.value("extra-player", 0)) if by.role in FLOOR and not act.moved and not table.hands else 0
    if not 1 <= act.seat <= game.seats + extra:
        raise Refused(f"There is no seat {act.seat}.", f"Seats are numbered 1 to {game.seats}.")
    if game.seat_of(patron):
        raise Refused("A patron holds one seat.", clause=game.room.clause("one-seat"))
    _free(game, act.seat)
    if len(act.name) > NAME_CHARS_MAX or not act.name.isprintable():
        raise Refused(f"A name at the table has at most {NAME_CHARS_MAX} letters.")
    if not act.moved:
        check_buy_in(game, patron, act.cents, at_us)
    if act.cash:
        takes_cash(game, by, act.moved)
    table.sit(act.seat, patron, act.cents, moved=act.moved)
    if game.seats_only:
        _pool(game, act.seat)
    game.gone.pop(patron, None)
    _paid(game, patron, act)
    game.since[patron] = at_us
    if act.owes:
        _pay_dead(game, act.seat, act.owes)
    game.names[act.seat] = act.name or f"Seat {act.seat}"


def _free(game: "Game", number: int) -> None:
    """Who holds a seat is told by his name at the table only, never by his badge."""
    if number in game.table.seats:
        raise Refused(f"Seat {number} is taken.", "Choose another.")


def _pool(game: "Game", number: int) -> None:
    """Where no hands are keyed nobody knows who has which chips: they lie on the layout until they are counted."""
    seat = game.table.seats[number]
    game.table.carried += seat.stack
    seat.stack = 0


def _pay_dead(game: "Game", number: int, owes: int) -> None:
    """Blinds missed in the game that he comes from: dead money in the next pot of this one."""
    seat = game.table.seats[number]
    paid = min(owes, seat.stack)
    seat.stack -= paid
    if game.playing:
        game.dead += paid
    else:
        game.table.carried += paid


def check_buy_in(game: "Game", patron: str, cents: int, at_us: int) -> None:
    least, most, room = game.least, game.plan.most, game.room
    if cents <= 0 or cents < least:
        raise Refused(
            f"The least buy-in is {money(max(least, 1))}.", f"Not {money(cents)}.", room.clause("buy-in-bets")
        )
    back = owed_on_return(game, patron, at_us)
    if back and cents != back:
        raise Refused(
            f"You left this game with {money(back)}.",
            "Who returns so soon brings the same amount.",
            room.clause("return-minutes"),
        )
    if most and cents > most and not back:
        raise Refused(f"The most that a seat buys is {money(most)}.", f"Not {money(cents)}.")
    check_chips(game, cents)


def check_chips(game: "Game", cents: int) -> None:
    chip = game.table._chip()
    if cents % chip:
        raise Refused(f"Chips here are worth {money(chip)} or more.", clause=game.room.clause("smallest-chip"))


def owed_on_return(game: "Game", patron: str, at_us: int) -> int:
    """What a patron must bring who comes back to the game too soon; 0 where he is free."""
    minutes = game.room.value("return-minutes", 0)
    cents, left_us = game.gone.get(patron, (0, 0))
    if not minutes or at_us - left_us >= minutes * MINUTE_US or cents < game.least:
        return 0
    return cents


def buy(game: "Game", by: By, act: acts.Buy, at_us: int) -> None:
    seat = own(game, by, act.seat)
    front = chips_of(game, act.seat) + act.cents
    if act.cents <= 0:
        raise Refused("Chips are bought for more than nothing.")
    if act.cash:
        takes_cash(game, by)
    check_chips(game, act.cents)
    if game.plan.most and front > game.plan.most:
        raise Refused(f"The most that a seat buys is {money(game.plan.most)}.", f"It would have {money(front)}.")
    if seat.busted and front < game.least:
        raise Refused(f"The least buy-in is {money(game.least)}.", clause=game.room.clause("buy-in-bets"))
    _paid(game, seat.name, act)
    if seat.busted and (act.comes_back or (act.dealt_in and not game.playing)):
        game.away.pop(act.seat, None)
    if game.playing:
        game.pending[act.seat] = game.pending.get(act.seat, 0) + act.cents
    else:
        arrive(game, act.seat, act.cents)


def takes_cash(game: "Game", by: By, moved: bool = False) -> None:
    """Bills are exchanged where somebody deals, and verified by the staff before the chips play."""
    if moved:
        raise Refused("Who is moved brings the chips that he has.", "Not cash.")
    if game.electronic:
        raise Refused("Nobody takes cash at an electronic table.", "The patron brings credit.")
    if by.role == "player":
        raise Forbidden("The dealer or the floor counts the cash.", "", game.room.clause("cash-plays"))


def _paid(game: "Game", patron: str, act: acts.Sit | acts.Buy) -> None:
    """Where the chips come from: the patron's credit, or the rack, which keeps the cash and so its worth."""
    if act.cash:
        game.cash = act.cents
    else:
        game.purses[patron] = -act.cents


def arrive(game: "Game", number: int, cents: int) -> None:
    """Chips that were bought are in front of the player; who had lost all is in the game again."""
    seat = game.table.seats[number]
    seat.stack += cents
    if game.seats_only:
        _pool(game, number)
    if seat.status == OUT and seat.busted and number not in game.away:
        game.table.sit_in(number, post=True)


def chips_of(game: "Game", number: int) -> int:
    seat = game.table.seats[number]
    return game.balances().get(f"seat:{seat.name}", 0)


def leave(game: "Game", by: By, act: acts.Leave, at_us: int) -> None:
    own(game, by, act.seat)
    if game.seats_only:
        _count_out(game, by, act)
    elif act.counted >= 0:
        raise Refused("The chips of a seat are on record here.", "Nothing is counted.")
    if game.playing and game.place_of(act.seat) >= 0:
        game.leaving.add(act.seat)
        return
    get_up(game, act.seat, at_us)


def _count_out(game: "Game", by: By, act: acts.Leave) -> None:
    """Who leaves a table where no hands are keyed takes the chips that the staff has counted in front of him."""
    if by.role == "player" or act.counted < 0:
        raise Refused("No hands are keyed here: the dealer or the floor counts the chips of who leaves.")
    if act.counted > game.table.carried:
        raise Refused(f"{money(act.counted)} is more than all chips in play, {money(game.table.carried)}.")
    check_chips(game, act.counted)
    game.table.carried -= act.counted
    game.table.seats[act.seat].stack = act.counted


def get_up(game: "Game", number: int, at_us: int) -> None:
    patron = game.table.seats[number].name
    if len(game.table.seats) > game.seats and number <= game.seats:
        game.removed = number  # an over-full game loses the seat of the first who quits
    cents = game.table.leave(number) + game.pending.pop(number, 0)
    game.gone[patron] = (cents, at_us)
    game.purses[patron] = cents
    game.names.pop(number, None)
    game.since.pop(patron, None)
    game.away.pop(number, None)
    game.leaving.discard(number)
    game.resting.discard(number)
    put_seat_back(game)


def put_seat_back(game: "Game") -> None:
    """The chair that was added is empty: the table has its own seats again."""
    if game.removed and max(game.table.seats, default=0) <= game.seats:
        game.removed = 0


def check_removed(game: "Game", number: int) -> None:
    clause = game.room.clause("extra-player")
    if number and number == game.removed:
        words = f"Seat {number} was removed: the game began with one player too many, and one has quit."
        raise Refused(words, "Choose another.", clause)
    if number > game.seats and game.seats_only and not extra_seat(game):
        raise Refused(f"There is no seat {number}: only a game that starts has one player too many.", "", clause)


def extra_seat(game: "Game") -> int:
    """The seat that a supervisor may add now; 0: the game is not full, has begun, or its book knows no such seat.

    Where no hands are keyed a game has begun when somebody has quit it.
    """
    begun = game.table.hands or (game.seats_only and game.gone)
    room = int(game.room.value("extra-player", 0)) - sum(1 for number in game.table.seats if number > game.seats)
    return game.seats + 1 if room > 0 and not begun and not game.free and not game.removed else 0


def sit_out(game: "Game", by: By, act: acts.Out, at_us: int) -> None:
    seat = own(game, by, act.seat)
    if act.seat in game.away or act.seat in game.resting:
        raise Refused("This seat is away already.")
    if game.playing and game.place_of(act.seat) >= 0:
        game.resting.add(act.seat)
        return
    rest(game, seat, at_us)


def rest(game: "Game", seat: Seat, at_us: int) -> None:
    game.table.sit_out(seat.number)
    game.away[seat.number] = at_us


def back(game: "Game", by: By, act: acts.Back, at_us: int) -> None:
    seat = own(game, by, act.seat)
    if act.seat in game.resting:
        game.resting.discard(act.seat)
        return
    if seat.status != OUT:
        raise Refused("This seat is in the game.")
    if not game.seats_only and seat.stack + game.pending.get(act.seat, 0) <= 0:
        raise Refused("There are no chips in front of you.", "Buy some first.", game.room.clause("table-stakes"))
    game.away.pop(act.seat, None)
    game.table.sit_in(act.seat, post=act.post)


def post(game: "Game", by: By, act: acts.Post, at_us: int) -> None:
    own(game, by, act.seat)
    game.table.post(act.seat)


def button(game: "Game", by: By, act: acts.Button, at_us: int) -> None:
    own(game, by, act.seat)
    _between(game)
    game.table.buy_button(act.seat)


def straddle(game: "Game", by: By, act: acts.Straddle, at_us: int) -> None:
    own(game, by, act.seat)
    game.table.straddle(act.seat, act.cents)


def kill(game: "Game", by: By, act: acts.Kill, at_us: int) -> None:
    own(game, by, act.seat)
    _between(game)
    game.table.voluntary_kill(act.seat, 0)


def move(game: "Game", by: By, act: acts.Move, at_us: int) -> None:
    own(game, by, act.seat)
    _between(game)
    if not 1 <= act.to <= game.seats:
        raise Refused(f"There is no seat {act.to}.", f"Seats are numbered 1 to {game.seats}.")
    _free(game, act.to)
    pool, game.table.carried = (game.table.carried, 0) if game.seats_only else (0, game.table.carried)
    dealt_off = act.dealt_off and game.table.hands > 0 and game.table.positions.button == act.seat
    game.table.change_seat(act.seat, act.to, dealt_off=dealt_off and bool(game.room.value("deals-off", False)))
    game.table.carried += pool
    name = game.names.pop(act.seat, "")
    game.names[act.to] = f"Seat {act.to}" if name == f"Seat {act.seat}" else name
    if act.seat in game.away:
        game.away[act.to] = game.away.pop(act.seat)
    put_seat_back(game)


def _between(game: "Game") -> None:
    if game.playing:
        raise Stale("A hand is being played.", "This is done between two hands.")


def toke(game: "Game", by: By, act: acts.Toke, at_us: int) -> None:
    """A gratuity for the dealer: only chips that are not at stake."""
    seat = own(game, by, act.seat)
    if by.role == "dealer":
        raise Forbidden("A dealer does not take a gratuity.", "The player gives it.")
    place = game.place_of(act.seat) if game.playing else -1
    hand = game.table.hand
    front = hand.stacks[place] if hand is not None and place >= 0 else seat.stack
    front = game.table.carried if game.seats_only else front
    if not 0 < act.cents <= front:
        raise Refused(f"{money(act.cents)} is not in front of you.", f"There is {money(front)}.")
    check_chips(game, act.cents)
    if hand is not None and place >= 0:
        if hand.alive[place]:
            raise Refused("You have a hand in play.", "Chips that play stay on the table.", "")
        hand.stacks[place] -= act.cents
    elif game.seats_only:
        game.table.carried -= act.cents
    else:
        seat.stack -= act.cents
    game.chips.taken[TOKES] += act.cents


def collect(game: "Game", by: By, act: acts.Collect, at_us: int) -> None:
    """Time in lieu of rake, from each seat before the next hand."""
    staff(by)
    _between(game)
    time = game.room.time()
    if time is None or not game.room.time_game(game.plan.stakes):
        raise Refused("No time is collected in this game.", clause=game.room.clause("time"))
    if act.waived:
        if not game.room.value("time-first-down-free", False) or game.table.hands:
            raise Refused(
                "Only the first down of a new game may be free.", clause=game.room.clause("time-first-down-free")
            )
        game.collected_us = at_us
        return
    for seat in game.table.seats.values():
        paid = min(game.plan.fee, game.table.carried if game.seats_only else seat.stack)
        if game.seats_only:
            game.table.carried -= paid
        else:
            seat.stack -= paid
        game.chips.taken[RAKE] += paid
    for patron in act.locked if game.room.value("time-locked-seats", False) else ():
        game.purses[patron] = game.purses.get(patron, 0) - game.plan.fee
        game.chips.taken[RAKE] += game.plan.fee
    game.collected_us = at_us


def drop(game: "Game", by: By, act: acts.Drop, at_us: int) -> None:
    """What went down the slot at a table where no hands are keyed: of several pots, whose number nobody knows. A text
    bounds the rake of one pot only (004:218, 002:10861), so no more can be said here than that it lay in play; the two
    counts of the box are held against it."""
    staff(by)
    if not game.seats_only:
        raise Refused("Rake and drop follow from the hands that are keyed here.")
    boxes = {"rake": RAKE, "jackpot": JACKPOT}
    if act.kind not in boxes:
        raise Refused(f"{act.kind!r} is no box of a table.", "Name rake or jackpot.")
    if not 0 < act.cents <= game.table.carried:
        raise Refused(f"{money(act.cents)} is not in play.", f"There is {money(game.table.carried)} at this table.")
    check_chips(game, act.cents)
    game.table.carried -= act.cents
    game.chips.taken[boxes[act.kind]] += act.cents


def check_box(game: "Game", kind: str) -> None:
    """Refuse a rake where time is paid in lieu of it, and the jackpot's part where the game feeds none."""
    if kind == "rake" and game.room.time_game(game.plan.stakes):
        raise Refused("This game pays time in lieu of rake.", "Collect the time.", game.room.clause("time"))
    if kind == "jackpot" and not game.room.value("jackpot", True):
        raise Refused("This game feeds no jackpot.", "Nothing is taken for one.", game.room.clause("jackpot"))


def half_rake(game: "Game", by: By, act: acts.HalfRake, at_us: int) -> None:
    """Granted to a short table when a player asks for it."""
    staff(by, FLOOR)
    _between(game)
    players = sum(1 for seat in game.table.seats.values() if seat.status == IN)
    if act.half and not game.room.half_rake(game.table.form, players, True):
        raise Refused("This table is not short enough for half rake.", clause=game.room.clause("half-rake"))
    game.table.half_rake = act.half


def rake(game: "Game", by: By, act: acts.Rake, at_us: int) -> None:
    _between(game)
    game.table.reduce_rake(act.percent, act.most, by.role, act.reason)


def limits(game: "Game", by: By, act: acts.Limits, at_us: int) -> None:
    """The floor changes the limit; whether it may was asked of the other tables before."""
    staff(by, FLOOR)
    _between(game)
    if (game.table.carried or game.table.passed_out) and not game.seats_only:
        raise Stale("Chips lie in the pot.", "They are played for at the stakes that put them there.")
    game.table.change_game(game.plan.form, act.stakes)
    game.plan = msgspec.structs.replace(game.plan, stakes=act.stakes)


def impound(game: "Game", by: By, act: acts.Impound, at_us: int) -> None:
    staff(by, FLOOR)
    _between(game)
    seat_at(game, act.seat)
    game.table.impound(act.seat, act.cents, act.reason)


def release(game: "Game", by: By, act: acts.Release, at_us: int) -> None:
    staff(by, FLOOR)
    _between(game)
    seat_at(game, act.seat)
    if act.reason not in game.table.impounded:
        raise NotFound(f"Nothing is held for {act.reason!r}.")
    game.table.release(act.reason, act.seat)


def closed(game: "Game", by: By, act: acts.Closed, at_us: int) -> None:
    staff(by, FLOOR)
    _between(game)
    if game.table.seats:
        raise Stale(f"{len(game.table.seats)} seats are taken.", "Patrons take their chips first.")
    if game.table.carried or game.table.impounded:
        raise Stale("Chips lie on the table.", "They belong to somebody: play for them, or release them.")


HANDLERS: dict[type, Handler] = {
    acts.Sit: sit,
    acts.Buy: buy,
    acts.Leave: leave,
    acts.Out: sit_out,
    acts.Back: back,
    acts.Post: post,
    acts.Button: button,
    acts.Straddle: straddle,
    acts.Kill: kill,
    acts.Move: move,
    acts.Toke: toke,
    acts.Collect: collect,
    acts.Drop: drop,
    acts.HalfRake: half_rake,
    acts.Rake: rake,
    acts.Limits: limits,
    acts.Impound: impound,
    acts.Release: release,
    acts.Closed: closed,
}
