"""Remedies that the rulebooks share, each a small procedure.

A remedy is declared while the round waits. It may ask (the supervisor, the player, the card that
fell), then returns GO_ON (the round's question stands), or LOOK_AGAIN (the round asks afresh), or
raises Void. The rulebook names the remedy and its terms; a game adds its own as `rule_<name>` methods.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.equipment.shoe import UNSEEN
from croupier.rounds import events
from croupier.rounds.acts import Declared
from croupier.rounds.game import Game, Procedure
from croupier.rounds.procedure import LOOK_AGAIN, ask, shuffle
from croupier.rounds.refusal import Refused, Void
from croupier.rounds.requests import Card, Choice, Decide, Do
from croupier.rounds.table import Table
from croupier.rulebook.model import Irregularity, Remedy

GO_ON = None

RulingOf = Callable[[Game, Table, Irregularity, Remedy, Declared], Procedure[Any]]


def run_ruling(game: Game, table: Table, irregularity: Irregularity, declared: Declared, by: str) -> Procedure[Any]:
    """The ruling on a declared irregularity; records who decided and which remedy was given."""
    remedy = irregularity.remedy
    while remedy.ruling in ("supervisor-decides", "player-decides"):
        who = "supervisor" if remedy.ruling == "supervisor-decides" else "player"
        position = 0
        if who == "player":
            position = declared.position or (yield from which_position(table, irregularity))
        options = tuple(Choice(_choice_name(c), says=c.says, clause=irregularity.clause) for c in irregularity.choices)
        answer = yield from ask(Decide(options, position, by=who, question=irregularity.says))
        remedy = next(c for c in irregularity.choices if _choice_name(c) == answer.name)
        by = who
        declared = Declared(declared.when, position or declared.position)
    table.record(
        events.Ruled(irregularity.when, remedy.ruling, irregularity.clause, by, remedy.says or irregularity.says)
    )
    own = game.ruling(remedy.ruling)
    if own is not None:
        narrowed = Irregularity(
            clause=irregularity.clause,
            lines=irregularity.lines,
            says=irregularity.says,
            when=irregularity.when,
            at=irregularity.at,
            condition=irregularity.condition,
            by=irregularity.by,
            remedy=remedy,
            choices=irregularity.choices,
        )
        return (yield from own(table, narrowed, declared))
    return (yield from COMMON[remedy.ruling](game, table, irregularity, remedy, declared))


def _choice_name(remedy: Remedy) -> str:
    return str(remedy.terms.get("choice", remedy.ruling))


def which_position(table: Table, irregularity: Irregularity) -> Procedure[int]:
    """Ask the dealer which position it is about."""
    at = table.betting_positions()
    if not at:
        raise Refused("no position has a wager", irregularity.clause)
    if len(at) == 1:
        return at[0]
    answer = yield from ask(Decide(tuple(Choice(str(n)) for n in at), by="dealer", question="Which position?"))
    return int(answer.name)


def _cards_leave(table: Table, irregularity: Irregularity, remedy: Remedy) -> None:
    """Where the remedy says so, the cards leave the table, and others are shuffled before the next round."""
    if remedy.terms.get("replace-cards"):
        table.felt.memo["replace-cards"] = True
        why = remedy.says or irregularity.says
        table.events.append(events.SentAway("cards", irregularity.clause, why))


def void_round(
    game: Game, table: Table, irregularity: Irregularity, remedy: Remedy, declared: Declared
) -> Procedure[Any]:
    """The round is void: wagers go back, but for those in `keep`. `replace-cards`: the deck leaves the table;
    `reshuffle`: the whole shoe is shuffled before the next round."""
    _cards_leave(table, irregularity, remedy)
    if remedy.terms.get("reshuffle"):
        table.felt.memo["reshuffle"] = True
    raise Void(irregularity.clause, tuple(remedy.terms.get("keep", ())), remedy.says or irregularity.says)
    yield


def go_on(game: Game, table: Table, irregularity: Irregularity, remedy: Remedy, declared: Declared) -> Procedure[Any]:
    """Noted; play goes on as it stands."""
    table.note(remedy.says or irregularity.says, irregularity.clause)
    return GO_ON
    yield


def no_roll(game: Game, table: Table, irregularity: Irregularity, remedy: Remedy, declared: Declared) -> Procedure[Any]:
    """The throw or spin does not count and is made again."""
    if step := remedy.terms.get("then"):
        yield from ask(Do(str(step), by=str(remedy.terms.get("by", "dealer"))))
    table.note(remedy.says or irregularity.says, irregularity.clause)
    return LOOK_AGAIN


def discard_card(
    game: Game, table: Table, irregularity: Irregularity, remedy: Remedy, declared: Declared
) -> Procedure[Any]:
    """The card is not used: it goes to the discard rack."""
    answer = yield from ask(Card("discards", "up" if remedy.terms.get("seen", True) else "down"))
    table.give("discards", answer.card, "up" if answer.card != UNSEEN else "down")
    return LOOK_AGAIN


def use_as_next_card(
    game: Game, table: Table, irregularity: Irregularity, remedy: Remedy, declared: Declared
) -> Procedure[Any]:
    """The card drawn in error is the next card. With its face unseen it simply lies ready; seen, it is keyed now."""
    if not remedy.terms.get("seen", False):
        table.note(remedy.says or irregularity.says, irregularity.clause)
        return GO_ON
    answer = yield from ask(Card("aside", "up"))
    table.shoe.draw(answer.card)
    table.felt.aside.append(answer.card)
    return LOOK_AGAIN


def reshuffle(
    game: Game, table: Table, irregularity: Irregularity, remedy: Remedy, declared: Declared
) -> Procedure[Any]:
    """The cards are shuffled again: at once while none has been dealt, otherwise when the round is over.
    `replace-cards`: they leave the table, and it is others that are shuffled."""
    _cards_leave(table, irregularity, remedy)
    table.note(remedy.says or irregularity.says, irregularity.clause)
    if table.felt.shoes and table.shoe.fresh:
        yield from shuffle(table, table.shoe.cut)
    else:
        table.felt.memo["reshuffle"] = True
    return LOOK_AGAIN


def void_hand(
    game: Game, table: Table, irregularity: Irregularity, remedy: Remedy, declared: Declared
) -> Procedure[Any]:
    """One position's hand is dead: its wagers go back, or are lost where the terms say `forfeit`."""
    position = declared.position or (yield from which_position(table, irregularity))
    keep = tuple(remedy.terms.get("keep", ()))
    for wager in table.wagers(position=position):
        if wager.kind in keep:
            continue
        if remedy.terms.get("forfeit"):
            table.settle(wager, "lose", because=irregularity.says)
        else:
            table.give_back(wager, irregularity.clause, irregularity.says)
    table.conclude()
    for hand in table.position(position).hands:
        hand.state = "dead"
    return LOOK_AGAIN


def step(game: Game, table: Table, irregularity: Irregularity, remedy: Remedy, declared: Declared) -> Procedure[Any]:
    """Something is done at the table that changes no card and no chip; somebody confirms that it was."""
    yield from ask(Do(remedy.says or irregularity.says, by=str(remedy.terms.get("by", "dealer"))))
    return GO_ON


COMMON: dict[str, RulingOf] = {
    "void-round": void_round,
    "go-on": go_on,
    "no-roll": no_roll,
    "discard-card": discard_card,
    "use-as-next-card": use_as_next_card,
    "reshuffle": reshuffle,
    "void-hand": void_hand,
    "step": step,
    "supervisor-decides": go_on,
    "player-decides": go_on,
}
