"""A seat's moves at a house game as a numbered list: the same numbers in every round, and which of them are open.

A move is a choice of the game, a size of a wager that it asks for, two cards set apart, or - where the wager
itself is the decision, as at roulette - a unit placed on the layout, taken back, and the word to go on.
"""

from __future__ import annotations

from itertools import combinations

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.felt import Wager
from croupier.rounds.game import Game
from croupier.rounds.requests import Amount, Arrange, Decide, Request, Together

CHOICE, SIZE, SET, COLLECT, DEAL, BET, TAKE = "choice", "size", "set", "collect", "deal", "bet", "take"
NOTHING, LEAST, MOST = "nothing", "least", "most"
HAND_SET, LOW_HAND = 7, 2  # of pai gow: the cards of a hand, and those set apart
Question = Decide | Amount | Arrange


class Move(msgspec.Struct, frozen=True):
    kind: str
    name: str
    wager: str = ""
    on: str = ""
    cards: tuple[int, ...] = ()  # places in the hand


def question_for(request: Request, position: int) -> Question | None:
    """What a request asks of one position, if anything."""
    if isinstance(request, Together):
        return request.part(position)
    if isinstance(request, Decide | Amount | Arrange) and request.position == position:
        return None if isinstance(request, Decide) and request.by != "player" else request
    return None


class Moves:
    """The moves of one seat at one table. With `betting` its wagers are moves too."""

    def __init__(self, game: Game, position: int, unit: int, *, betting: bool) -> None:
        self.game, self.position, self.unit = game, position, unit
        self.names = game.moves()
        self.list: list[Move] = [Move(CHOICE, name) for name in self.names]
        if any(name in game.PLACED_LATER for name in ("insurance", "double")):
            self.list += [Move(SIZE, name) for name in (NOTHING, LEAST, MOST)]
        if "set" in self.names:
            self.list += [
                Move(SET, "low " + "-".join(str(place + 1) for place in places), cards=places)
                for places in combinations(range(HAND_SET), LOW_HAND)
            ]
        self.list += self._wagers() if betting else [Move(COLLECT, "collect")]

    def _wagers(self) -> list[Move]:
        game = self.game
        places = [
            (wager, on) for wager in game.posting.wagers if wager not in game.PLACED_LATER
            for on in game.selections(wager)
        ]  # fmt: skip
        found = [Move(DEAL, "deal"), *(Move(BET, f"bet {w} {on}".rstrip(), w, on) for w, on in places)]
        for wager, on in places:
            if game.outlives(Wager(0, wager, self.position, self.unit, on)):
                found.append(Move(TAKE, f"take {wager} {on}".rstrip(), wager, on))
        return found

    def __len__(self) -> int:
        return len(self.list)

    def act(self, number: int, driver: Driver, question: Question | None) -> acts.Act | None:
        """The act that a move is where the table stands; None where it is nothing that is asked."""
        move, position = self.list[number], self.position
        if question is None:
            return self._betting_act(move, driver)
        if isinstance(question, Decide):
            return acts.Chosen(move.name, position) if move.kind == CHOICE else None
        if isinstance(question, Amount):
            return self._size(move, question, driver) if move.kind == SIZE else None
        if move.kind != SET:
            return None
        hand = driver.table.hand(f"{position}.{question.hand}")
        return acts.Arranged(tuple(hand.cards[place] for place in move.cards), position)

    def _betting_act(self, move: Move, driver: Driver) -> acts.Act | None:
        if move.kind == DEAL:
            return acts.Close()
        if move.kind == TAKE:
            standing = driver.table.wager(move.wager, self.position, move.on)
            return acts.Take(self.position, move.wager, on=move.on) if standing else None
        if move.kind != BET or self.game.blocked(driver.table, self.position, move.wager, move.on):
            return None  # the words of the refusal are not wanted here, and a layout has many places
        limits = self.game.limits(driver.table, self.position, move.wager, move.on)
        return acts.Bet(self.position, move.wager, self._stake(limits.least, limits.most, limits.step), move.on)

    def _stake(self, least: int, most: int, step: int) -> int:
        """One unit as this wager takes it: in its steps, neither less nor more than it allows."""
        return max(least, min(most, self.unit - self.unit % step))

    def _size(self, move: Move, question: Amount, driver: Driver) -> acts.Act | None:
        chips = driver.table.chips(self.position)
        if move.name == NOTHING:
            return acts.Staked(0, self.position)
        sizes = [size for size in question.among if size <= chips]
        if move.name == LEAST:
            return acts.Staked(min(sizes) if sizes else question.least, self.position)
        most = max(sizes) if sizes else min(question.most, chips) // question.step * question.step
        least = min(sizes) if sizes else question.least
        return acts.Staked(most, self.position) if most > least else None  # said as the least already

    def mask(self, driver: Driver, question: Question | None) -> NDArray[np.int8]:
        """Which moves are open: 1 for each that the table would take."""
        found = np.zeros(len(self.list), dtype=np.int8)
        by, dealer = By("player", f"seat{self.position}"), By("dealer")
        for number, move in enumerate(self.list):
            act = self.act(number, driver, question)
            if act is not None and driver.can(dealer if move.kind == DEAL else by, act):
                found[number] = 1
        return found
