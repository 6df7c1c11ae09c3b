"""What the dealer of a hand-dealt table does next, in one sentence; the pots by name, and what can be taken back.

Everything here is read from the game and changes nothing.
"""

from typing import Any

import msgspec

from croupier.house.poker_room.table import acts, takeback
from croupier.house.poker_room.table.game import Game
from croupier.house.poker_room.table.hands import button_draw, down_owed, may_deal, may_redeal, time_due
from croupier.house.poker_room.table.out_of_turn import Dealt, bound_clause, bound_words, held_to, narrowed
from croupier.house.poker_room.table.refusals import short
from croupier.house.record.sentences import listed
from croupier.poker import Hand
from croupier.poker import Refused as PokerRefused
from croupier.poker.hand_words import IN_FRONT, PotTold, pot_name, pots_told
from croupier.poker.history import restore, snapshot
from croupier.poker.records import UNKNOWN, Awarded, Raised
from croupier.poker.view import offered

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


class DealersStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """`do` names the kind of step, `words` say it; cards are keyed for `seat` (0 the board) or for all `seats`."""

    do: str
    words: str
    then: str = ""
    seat: int = 0
    count: int = 0
    seats: tuple[int, ...] = ()
    clause: str = ""


def _cards(count: int) -> str:
    return f"{NUMBERS[count] if count < len(NUMBERS) else count} card{'' if count == 1 else 's'}"


def step(game: Game, now_us: int) -> DealersStep:
    """The one thing that is to be done now."""
    hand = game.table.hand
    if game.seats_only:
        return DealersStep("seats", "Key seats, time, the drop and tips", "No hands are keyed at this table.")
    if not game.playing or hand is None:
        return _between(game, now_us)
    return in_hand(game, hand)


def in_hand(game: Dealt, hand: Hand) -> DealersStep:
    """The one thing that is to be done while a hand is played."""
    if hand.phase == "deal":
        return _cards_due(game, hand)
    if hand.phase == "draw":
        seat = game.turn
        most = hand.form.draw_most
        return DealersStep("draw", f"Key how many cards seat {seat} draws", f"None to {NUMBERS[most]}.", seat, most)
    if hand.phase == "bet":
        return _act(game, hand)
    if hand.phase == "show":
        return _show(game, hand)
    if hand.phase == "push":
        parts = awards(game)
        return DealersStep("push", _pushed(game, parts) or "Push the pots", "The losing hands are killed first.")
    return DealersStep("wait", "The players decide how often the board is run", "The smaller number holds.")


def _between(game: Game, now_us: int) -> DealersStep:
    table = game.table
    if time_due(game, now_us) and game.room.value("collect-before-deal", False):
        return DealersStep(
            "time", "Collect time", "Before the next hand.", clause=game.room.clause("collect-before-deal")
        )
    pushed = _pushed(game, settled(game))
    if not may_deal(game):
        return DealersStep(
            "wait", pushed or "Wait: a hand needs two players with chips", "A hand needs two players with chips."
        )
    drawing = button_draw(game)
    if drawing:
        return DealersStep(
            "draw-button",
            "Draw for the button: one card to each seat",
            f"The {'lowest' if table.lowest_draws else 'highest'} card by suit has it.",
            count=len(drawing),
            seats=tuple(drawing),
            clause=game.room.clause("draw-for-button"),
        )
    if game.redeal and may_redeal(game):
        return DealersStep("deal", "Deal the hand again", "The button stays; nobody new is dealt in.")
    return DealersStep("deal", f"{pushed}, then deal" if pushed else "Deal the next hand", _forced_words(game))


def _forced_words(game: Game) -> str:
    stakes = game.table.stakes
    taken = [f"blinds {' and '.join(short(b) for b in stakes.blinds)}"] if stakes.blinds else []
    taken += [f"ante {short(stakes.ante)}"] if stakes.ante else []
    taken += [f"bring-in {short(stakes.bring_in)}"] if stakes.bring_in else []
    straddle = game.table.straddler
    taken += [f"straddle {short(straddle[1])} of seat {straddle[0]}"] if straddle else []
    killed = _kill_words(game)
    taken += [killed] if killed else []
    return f"With {', '.join(taken)}." if taken else ""


def _kill_words(game: Game) -> str:
    """The blind of whoever kills the coming pot, and the sizes that it makes."""
    table = game.table
    killer = table.volunteer if table.volunteer >= 0 else table.kill.killer if table.kill is not None else -1
    if table.kill is None or killer not in table.seats:
        return ""
    sizes = table.kill.rule.stakes(table.stakes)
    amount = short(table.kill.rule.amount(table.stakes.big_blind))
    return f"the kill {amount} of seat {killer}: bets are {short(sizes.small)} and {short(sizes.big)}"


def _cards_due(game: Dealt, hand: Hand) -> DealersStep:
    if hand.owed_board:
        count = hand.plan[0][1] if hand.plan else hand.owed_board
        name = f"run {hand.plan[0][0] + 1} of the board" if hand.plan else f"the {hand.at.name}"
        if hand.form.family == "stud":
            return DealersStep("board", "Turn the common card", "The deck gives no card to everybody.", count=1)
        return DealersStep("board", f"Burn and turn {name}: key {_cards(count)}", _showing(game, hand), count=count)
    order = game.table.order
    down = [place for place in range(hand.n) if hand.owed[place] and down_owed(hand, place)]
    if down:
        seats = tuple(order[place] for place in down)
        words = _to_whom(hand, {order[place]: down_owed(hand, place) for place in down})
        return DealersStep(
            "down", words, _dead_cards(game, hand) or "Nobody keys a card that he can't see.", seats=seats
        )
    place = next(place for place in range(hand.n) if hand.owed[place])
    rest = tuple(order[at] for at in range(hand.n) if hand.owed[at])
    then = f"Then seat{'s' if len(rest) > 2 else ''} {listed(rest[1:])}." if len(rest) > 1 else ""
    then = " ".join(filter(None, (then, _dead_cards(game, hand))))
    return DealersStep("up", f"Key seat {order[place]}'s up-card", then, order[place], hand.owed[place], rest)


def _dead_cards(game: Dealt, hand: Hand) -> str:
    """Seats that folded without a bet to face get their cards still, which play for nobody."""
    seats = tuple(game.table.order[place] for place in range(hand.n) if hand.ghosts[place] and not hand.alive[place])
    if not seats:
        return ""
    who, them = (f"Seats {listed(seats)}", "them") if len(seats) > 1 else (f"Seat {seats[0]}", "it")
    return f"{who} folded without a bet: deal {them} in, key nothing."


def _to_whom(hand: Hand, due: dict[int, int]) -> str:
    """How many cards each seat gets face down."""
    if len(set(due.values())) > 1:
        return f"Deal face down: {', '.join(f'{count} to seat {seat}' for seat, count in due.items())}"
    many = _cards(next(iter(due.values())))
    whom = "each seat" if len(due) == sum(hand.alive) else f"seat{'s' if len(due) > 1 else ''} {listed(due)}"
    return f"Deal {many} face down to {whom}"


def _act(game: Dealt, hand: Hand) -> DealersStep:
    seat, found = game.turn, hand.options()
    bound = held_to(game)
    if bound is not None:
        then = f"Done out of turn, and nobody before it has bet or raised since: it binds. {_after(game, hand)}"
        return DealersStep(
            "act", f"Key seat {seat}'s act: {bound_words(game, bound)}", then, seat, clause=bound_clause(game)
        )
    if found.bring_in:
        return DealersStep(
            "act", f"Key seat {seat}'s forced bet: {game.coin(found.bring_in)}", _after(game, hand), seat
        )
    words = f"{game.coin(found.call)} to call" if found.call else "no bet to call"
    least = ""
    kind = {"bet": "A bet is", "complete": "Completing is to"}.get(found.kind, f"A {found.kind} is to")
    if found.amounts:
        least = f" {kind} {' or '.join(game.coin(size) for size in found.amounts)}."
    elif found.may_raise:
        least = f" {kind} {game.coin(found.least)} or more, or all in."
    clause = game.room.clause("least-bet" if found.kind == "bet" else "least-raise") if found.may_raise else ""
    return DealersStep("act", f"Key seat {seat}'s act: {words}", _after(game, hand) + least, seat, clause=clause)


def _after(game: Dealt, hand: Hand) -> str:
    later = tuple(game.table.order[place] for place in hand.queue[1:])
    return f"Then seat{'s' if len(later) > 1 else ''} {listed(later)}." if later else "The last to act."


def _show(game: Dealt, hand: Hand) -> DealersStep:
    seat = game.turn
    place = game.place_of(seat)
    unseen = hand.hole[place].count(-1)
    later = tuple(game.table.order[at] for at in hand.queue[1:])
    then = f"Or muck it. Then seat{'s' if len(later) > 1 else ''} {listed(later)}." if later else "Or muck it."
    return DealersStep("show", f"Key seat {seat}'s hand: {_cards(unseen or len(hand.hole[place]))}", then, seat, unseen)


def _showing(game: Dealt, hand: Hand) -> str:
    """Hands of players who are all in are tabled before the rest of the board, or with it."""
    return "Hands may be tabled: nobody can bet any more." if hand.all_in() else ""


def no_raise(hand: Hand, rule: str) -> dict[str, str]:
    """The rule that keeps the player in turn from raising, and its clause."""
    return {"why_no_raise": rule, "no_raise_clause": hand.rules.clause(rule) if rule else ""}


# ---- pots


def pots(game: Game) -> list[dict[str, Any]]:
    hand = game.table.hand
    if hand is None or hand.over or not game.playing:
        stays = 0 if game.seats_only else game.table.carried
        return [{"name": "Stays for the next deal", "amount": stays, "seats": []}] if stays else []
    return pots_of(game, hand)


def pots_of(game: Dealt, hand: Hand) -> list[dict[str, Any]]:
    """Each pot by its name, what lies in it and which seats may win it; what is still in front of the players last."""
    return [_pot(game, pot) for pot in pots_told(hand)] if not hand.over else []


def _pot(game: Dealt, pot: PotTold) -> dict[str, Any]:
    seats = sorted(game.table.order[place] for place in pot.players)
    apart = pot.front and pot.name != IN_FRONT  # it makes a pot of its own
    return {"name": f"{pot.name}, in front" if apart else pot.name, "amount": pot.amount, "seats": seats}


def awards(game: Dealt) -> list[Awarded]:
    """Whom the pots would go to, as the hands on the table are read; nothing changes."""
    hand = game.table.hand
    if hand is None:
        return []
    kept, seen = snapshot(hand), len(hand.records)
    try:
        for place in sorted(hand.losers):
            hand.kill_loser(place)
        hand.push()
        return [record for record in hand.records[seen:] if isinstance(record, Awarded)]
    except PokerRefused:
        return []
    finally:
        restore(hand, kept)


def settled(game: Dealt) -> list[Awarded]:
    """Whom the pots of the last hand went to, until the next one begins."""
    hand = game.table.hand
    if hand is None or game.playing or not hand.over or not game.table.disputes_open:
        return []
    if ("push",) in hand.ops:  # it is done
        return []
    return [record for record in hand.records if isinstance(record, Awarded)]


def _pushed(game: Dealt, found: list[Awarded], most: int = 2) -> str:
    """Push side pot 1, $260, to seat 3; where many share, to which seats."""
    if not found:
        return ""
    seats = tuple(dict.fromkeys(game.table.order[record.player] for record in found))
    if len(found) > most:
        return f"Push the pots to seats {listed(seats)}" if len(seats) > 1 else f"Push the pots to seat {seats[0]}"
    several = len({record.pot for record in found}) > 1
    parts = [
        f"{pot_name(record.pot).lower() + ', ' if several else ''}{game.coin(record.amount)}{',' if several else ''} "
        f"to seat {game.table.order[record.player]}"
        for record in found
    ]
    return f"Push {' and '.join(parts)}"


def taken(game: Game) -> dict[str, Any]:
    """What the house has of this hand, or of the last one until the next begins, and under which clauses."""
    room, hand = game.room, game.table.hand
    cut = getattr(hand, "house", None) if hand is not None else None
    return {
        "rake": getattr(cut, "raked", 0),
        "drop": getattr(cut, "dropped", 0),
        "rake_most": cut.rake.most if cut is not None and cut.rake is not None else 0,
        "clause": room.clause("rake"),
        "drop_clause": room.clause("jackpot-drop"),
        "drop_most": sum(add for _, add in cut.drops.levels) if cut is not None and cut.drops is not None else 0,
    }


def may_table(game: Dealt) -> dict[int, int]:
    """Seats whose hands may be keyed before the last cards, as nobody can bet any more: how many cards each holds."""
    hand = game.table.hand
    if not game.playing or hand is None or hand.phase != "deal" or not hand.all_in():
        return {}
    unseen = {i: hand.hole[i].count(UNKNOWN) for i in range(hand.n) if hand.alive[i] and not hand.shown[i]}
    return {game.table.order[i]: count for i, count in unseen.items() if count}


# ---- what can be taken back


def made(hand: Hand | None, place: int, amount: int) -> int:
    """What an amount that was keyed became: too small a raise is made the least one, and stands so on the table."""
    raised = [record for record in hand.records if isinstance(record, Raised)] if hand is not None else []
    return raised[-1].to if amount and raised and raised[-1].player == place else amount


def undo_words(game: Game) -> str:
    """Undo raise to $75, seat 4; nothing where nothing can be taken back."""
    if not game.keyed:
        return ""
    act = game.keyed[-1].act
    if isinstance(act, acts.Deal):
        return "Undo the deal"
    if isinstance(act, acts.Push):
        return "Undo the push"
    if isinstance(act, acts.Key):
        return (
            "Undo the board" if act.seat == 0 else "Undo the cards" if act.seat < 0 else f"Undo seat {act.seat}'s card"
        )
    if isinstance(act, acts.Chop):
        return f"Undo chop, seat {act.seat}"
    verb = act.verb if isinstance(act, acts.Play) else act.says or "chips"
    amount = act.to if isinstance(act, acts.Play) and act.verb in ("bet", "raise") else getattr(act, "amount", 0)
    amount = made(game.table.hand, game.place_of(act.seat), amount or 0)
    to = "" if verb == "bet" else " to"
    return f"Undo {verb.replace('-', ' ')}{f'{to} {short(amount)}' if amount else ''}, seat {act.seat}"


# ---- the strip of steps


def strip(game: Dealt) -> list[dict[str, str]]:
    """The steps of a hand by name; which are done, which one is now."""
    form, hand = game.table.form, game.table.hand
    first = "Button, blinds" if game.table.stakes.blinds else "Antes"
    names = [
        first,
        "Cards",
        *(street.name.capitalize().removesuffix(" street") for street in form.streets),
        "Showdown",
        "Push the pots",
    ]
    at = 0
    if game.playing and hand is not None:
        dealing = hand.phase in ("deal", "draw", "runs") and hand.street == 0
        at = 1 if dealing else 2 + hand.street
        at = {"show": len(names) - 2, "push": len(names) - 1}.get(hand.phase, at)
    states = ["done" if number < at else "now" if number == at else "later" for number in range(len(names))]
    return [{"title": name, "state": state} for name, state in zip(names, states)]


def dealing(game: Game, now_us: int) -> dict[str, Any]:
    """All that the dealer's screen and a dealer's program ask for."""
    undo = undo_words(game)
    return {
        "keyed": game.plan.keyed or acts.HANDS,
        **asked_now(game, step(game, now_us)),
        "pots": pots(game),
        "taken": taken(game),
        "undo": undo,
        "why_no_undo": "" if undo else takeback.why_not(game),
        "in_play": game.table.carried if game.seats_only else 0,
        "games": [leg.form for leg in game.plan.games],
    }


def asked_now(game: Dealt, asked: DealersStep) -> dict[str, Any]:
    """The next step with the strip of all, what the seat to act may do, and which hands may be tabled."""
    hand = game.table.hand
    acting = game.playing and hand is not None and hand.phase == "bet" and game.turn
    found = hand.options() if acting and hand is not None else None
    rule = found.why_no_raise if found is not None else ""
    return {
        "next": msgspec.to_builtins(asked),
        "steps": strip(game),
        "options": narrowed(game, offered(found) | no_raise(hand, rule)) if found and hand is not None else None,
        "may_table": may_table(game),
    }
