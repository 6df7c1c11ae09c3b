"""Random legal players, for the conformance suite and for anyone who needs a busy table."""

import random
from typing import Any

from croupier.equipment.shoe import UNSEEN
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.chance import has_blackjack
from croupier.rounds.driver import Driver
from croupier.rounds.requests import (
    Amount,
    Arrange,
    Betting,
    Card,
    Decide,
    Do,
    Meter,
    Peek,
    Roll,
    Shuffle,
    Spin,
    Stack,
    Together,
    Turn,
)


class Busy:
    """Seats, wagers and decisions at random, always legal; keys cards by hand where the table is dealer-operated."""

    def __init__(self, driver: Driver, seed: int, *, seats: int = 3, wagers: int = 4) -> None:
        self.driver, self.random = driver, random.Random(seed)
        self.seats, self.wagers = min(seats, len(driver.felt.positions)), wagers
        self._placed = 0
        self._round = -1

    def act(self) -> tuple[By, acts.Act]:
        """The next legal act, and who gives it."""
        driver, request = self.driver, self.driver.pending
        table = driver.table
        match request:
            case Betting():
                return self._bet()
            case Decide():
                choices = [
                    c
                    for c in request.choices
                    if driver.can(self._decider(request), acts.Chosen(c.name, request.position))
                ]
                return self._decider(request), acts.Chosen(self.random.choice(choices).name, request.position)
            case Amount():
                return self._player(request.position), acts.Staked(self._amount(request), request.position)
            case Arrange():
                hand = table.hand(f"{request.position}.{request.hand}" if request.position else "dealer")
                return (
                    self._player(request.position) if request.position else By("dealer"),
                    acts.Arranged(tuple(self.random.sample(hand.cards, request.count)), request.position),
                )
            case Together():
                part = self.random.choice(request.parts)
                if isinstance(part, Decide):
                    names = [
                        c.name
                        for c in part.choices
                        if driver.can(self._player(part.position), acts.Chosen(c.name, part.position))
                    ]
                    return self._player(part.position), acts.Chosen(self.random.choice(names), part.position)
                if isinstance(part, Amount):
                    return self._player(part.position), acts.Staked(self._amount(part), part.position)
                hand = table.hand(f"{part.position}.{part.hand}")
                return (
                    self._player(part.position),
                    acts.Arranged(tuple(self.random.sample(hand.cards, part.count)), part.position),
                )
            case Do():
                return By("manager"), acts.Done()
            case Meter():
                return By("supervisor"), acts.Reads(self.random.randrange(100_00, 100_000_00))
        return (By("chance") if table.electronic else By("dealer")), self._fact(request)

    def _decider(self, request: Decide) -> By:
        return By("manager") if request.by != "player" else self._player(request.position)

    def _player(self, position: int) -> By:
        return By("player", self.driver.table.position(position).patron)

    def _amount(self, request: Amount) -> int:
        table = self.driver.table
        options = list(request.among) or [
            request.least,
            request.most,
            request.least + request.step * self.random.randrange(3),
        ]
        options = [
            o for o in options if self.driver.can(self._player(request.position), acts.Staked(o, request.position))
        ]
        if request.may_decline or not options:
            options.append(0)
        assert table.chips(request.position) >= 0
        return self.random.choice(options)

    def _fact(self, request: Any) -> acts.Act:
        shoe = self.driver.table.shoe if self.driver.felt.shoes else None
        match request:
            case Card():
                return acts.Fall(self._card([]) if request.face == "up" else UNSEEN)
            case Stack() | Turn():
                cards: list[int] = []
                for _ in range(request.count):
                    cards.append(self._card(cards) if getattr(request, "face", "up") == "up" else UNSEEN)
                return acts.Falls(tuple(cards))
            case Shuffle():
                return acts.Shuffled(request.cut)
            case Roll():
                return acts.Thrown(tuple(self.random.randint(1, 6) for _ in range(request.count)))
            case Spin():
                return acts.Landed(self.random.choice(request.pockets))
            case Peek():
                cards_ = self.driver.felt.dealer.cards
                assert shoe is not None
                yes = has_blackjack(cards_) if UNSEEN not in cards_ else False
                return acts.Saw(yes)
        raise TypeError(type(request).__name__)

    def _card(self, taken: list[int]) -> int:
        shoe = self.driver.table.shoe
        possible = [c for c in range(53) if shoe.unseen(c) - taken.count(c) > 0]
        return self.random.choice(possible)

    def _bet(self) -> tuple[By, acts.Act]:
        driver = self.driver
        felt = driver.felt
        if felt.round != self._round:
            self._round, self._placed = felt.round, 0
        for n in range(1, self.seats + 1):
            if not felt.positions[n - 1].patron:
                return By("player", f"patron{n}"), acts.Sit(n, f"patron{n}", 1_000_000_00)
        if self._placed < self.wagers * self.seats * 2 or not driver.can(By("dealer"), acts.Close()):
            for _ in range(300):  # a game with one base wager and many side bets needs patience
                if act := self._some_bet():
                    self._placed += 1
                    return self._player(act.position), act
        if driver.can(By("dealer"), acts.Close()):
            return By("dealer"), acts.Close()
        raise AssertionError(f"{driver.game.NAME}: no legal way on from the betting")

    def _some_bet(self) -> Any:
        driver = self.driver
        position = self.random.randint(1, self.seats)
        if driver.table.chips(position) < 100_000_00:
            return acts.Buy(position, 1_000_000_00)
        if self._placed > self.wagers * self.seats:
            self._placed += self.seats
        game = driver.game
        wager = self.random.choice([w for w in game.posting.wagers if w not in game.PLACED_LATER])
        on = self.random.choice(driver.game.selections(wager))
        roll = self.random.random()
        if roll < 0.08:
            act: Any = acts.Take(position, wager, on)
        elif roll < 0.12:
            act = acts.Call(position, self.random.choice(("on", "off", "pass-dice")), wager, on)
        else:
            limits = driver.game.limits(driver.table, position, wager, on)
            amount = limits.least + limits.step * self.random.choice((0, 0, 1, 2, 3))
            act = acts.Bet(position, wager, amount, on)
        return act if driver.can(self._player(position), act) else None
