"""The steps that games share: asking, betting, dealing, turning, burning, shuffling.

Each is a generator that a round runs with `yield from`. Every question is repeated until a real answer
comes, so that a ruling's "look again" is never taken for one: `ask` does it, and the steps taken most often
(betting, dealing) do it themselves, without a second generator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from croupier.equipment.shoe import UNSEEN
from croupier.rounds import acts, coupons
from croupier.rounds.felt import Hand
from croupier.rounds.game import Game, Procedure
from croupier.rounds.refusal import Void
from croupier.rounds.requests import Amount, Arrange, Betting, Card, Decide, Request, Shuffle, Stack, Together, Turn
from croupier.rounds.table import Table


class LookAgain:
    """What a round receives when a ruling changed what it should ask: ask afresh."""


LOOK_AGAIN = LookAgain()


def ask(request: Request | Callable[[], Request]) -> Procedure[Any]:
    """Ask until answered. Given a function, the request is made anew after a ruling."""
    while True:
        answer = yield (request() if callable(request) else request)
        if answer is not LOOK_AGAIN:
            return answer


def ask_living(hand: Hand, request: Callable[[], Request]) -> Procedure[Any]:
    """Ask about a hand until answered; None if a ruling declares the hand dead meanwhile."""
    while hand.state != "dead":
        answer = yield request()
        if answer is not LOOK_AGAIN:
            return answer
    return None


def betting(game: Game, table: Table, stage: str = "betting") -> Procedure[None]:
    """Wagers open to every position until the dealer closes them; what is incomplete then is returned.

    The cards of the last round lie on the table until then, so that everybody can look at them.
    """
    table.at(stage)
    request = Betting()
    while type(act := (yield request)) is not acts.Close:
        if act is not LOOK_AGAIN:
            apply_betting(game, table, act)
    returned = None
    for wager, why, clause in list(game.incomplete(table)):
        if wager in table.felt.wagers:
            table.give_back(wager, clause, why)
            returned = (clause, why)
    table.clear()
    if returned and table.to_the_letter and not table.felt.wagers:
        raise Void(returned[0], (), "No wager is left: nothing is dealt.")


def apply_betting(game: Game, table: Table, act: acts.Act) -> None:
    match act:
        case acts.Bet():
            table.bet(act.position, act.wager, act.amount, act.on)
        case acts.Take():
            wager = table.wager(act.wager, act.position, act.on)
            assert wager is not None
            table.take_down(wager, act.amount)
        case acts.Coupon():
            coupons.place(table, act)
        case acts.Sit():
            table.sit(act.position, act.patron, act.chips)
        case acts.Buy():
            table.buy(act.position, act.chips)
        case acts.Leave():
            game.leaves(table, act.position)
            table.leave(act.position)
        case acts.Call():
            game.call(table, act)
        case _:
            raise TypeError(f"{act!r} is no betting act")
    game.after_betting(table, act)


def deal(table: Table, to: str, face: str) -> Procedure[int]:
    """One card from the shoe to a place. A card drawn in error and set aside is used first."""
    if table.felt.aside:
        card: int = table.felt.aside.pop(0)
        table.lay(to, card, face)
        return card
    request = Card(to, face)
    while (answer := (yield request)) is LOOK_AGAIN:
        pass
    table.give(to, answer.card, face)
    return int(answer.card)


def deal_stack(table: Table, to: str, face: str, count: int) -> Procedure[None]:
    """Several cards at once to one place."""
    while table.felt.aside and count:
        yield from deal(table, to, face)
        count -= 1
    if count:
        request = Stack(to, face, count)
        while (answer := (yield request)) is LOOK_AGAIN:
            pass
        table.give_stack(to, answer.cards, face)


def deal_around(
    table: Table, places: Iterable[tuple[str, str]], count: int, *, stacks: bool = False
) -> Procedure[None]:
    """Cards to several (place, face): one at a time around the table, or a stack to each."""
    places = list(places)
    if stacks:
        for to, face in places:
            yield from deal_stack(table, to, face, count)
    else:
        for _ in range(count):
            for to, face in places:
                yield from deal(table, to, face)


def turn_up(table: Table, to: str) -> Procedure[None]:
    """Show all cards of a place; faces not on record are asked for."""
    hand = table.hand(to)
    faces: dict[int, int] = {}
    if UNSEEN in hand.cards:
        unseen = [index for index, card in enumerate(hand.cards) if card == UNSEEN]
        answer = yield from ask(Turn(to, len(unseen)))
        faces = dict(zip(unseen, answer.cards))
    elif hand.faces.count("u") == len(hand.faces):
        return  # they lie open already
    table.turn_stack(to, [index for index, face in enumerate(hand.faces) if face != "u"], faces)


def burn(table: Table, count: int = 1, face: str = "down") -> Procedure[None]:
    for _ in range(count):
        yield from deal(table, "burn", face)


def shuffle(table: Table, cut: int | None = None) -> Procedure[None]:
    """Shuffle the set in play and cut it; `cut` is how many cards lie above the cutting card (default: all)."""
    depth = table.shoe.size if cut is None else cut
    answer = yield from ask(Shuffle(depth))
    table.shoe.shuffle(answer.commitment, answer.cut or depth)
    table.felt.aside.clear()


def together(parts: Iterable[Decide | Amount | Arrange]) -> Procedure[dict[int, Any]]:
    """Ask several positions at once; their answers by position."""
    waiting = {part.position: part for part in parts}
    answered: dict[int, Any] = {}
    while waiting:
        answer = yield from ask(Together(tuple(waiting.values())))
        answered[answer.position] = answer
        del waiting[answer.position]
    return answered
