"""Poker tournaments of every format with whatever may happen between hands: they end, chips and money add up, and the
acts replay."""

import random
from typing import Any

import pytest

from croupier.demo.poker_tournament_players import choice
from croupier.house.record.errors import Refused
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.plan import faults
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.poker import Table, fixed_limit
from croupier.poker.bots import steady

from .poker_events import Seeded, plan_of, replayed

GAMES = (("ante", "holdem", 6), ("ante", "holdem", 9), ("ante", "holdem", 10), ("three-blind", "holdem", 6),
         ("limit", "omaha-8", 8), ("stud", "stud", 8), ("pot-limit", "omaha", 9))  # fmt: skip
FORMATS: dict[str, dict[str, Any]] = {
    "standard": {},
    "bounty": {"bounty": 10_00},
    "survivor": {},
    "cash-out": {"cash_out_percent": 30},
    "rebuy": {"rebuy": 50_00, "rebuy_chips": 5_000, "rebuy_at_most": 5_000, "rebuy_minutes": 40, "add_on": 20_00,
              "add_on_chips": 2_000},
    "satellite": {"target": "BIG", "target_buy_in": 200_00},
    "heads-up": {"seats": 2},
    "bracket": {"advance": 2, "seats": 6},
}  # fmt: skip
STEPS_MAX, IDLE_MAX = 40_000, 400


class Soak(Seeded):
    """One event; `rng` also decides what the floor does between hands."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        sheet, form, seats = rng.choice(GAMES)
        kind = rng.choice(sorted(FORMATS))
        given = {"format": kind, "form": form, "seats": seats, **FORMATS[kind]}
        players = rng.randint(64, 75) if kind == "bracket" else rng.randint(2, 36)
        if kind not in ("rebuy", "bracket", "heads-up") and rng.random() < 0.5:
            given |= {"reentry_minutes": 40, "late_minutes": 30}
        if rng.random() < 0.3:
            given["guarantee"] = 5_000_00
        super().__init__(players, sheet, str(seed), **given)
        assert faults(self.event.plan) == []

    def run(self) -> PokerTournament:
        self.start()
        idle = 0
        for _ in range(STEPS_MAX):
            self.arrange()
            if self.event.state == "over":
                return self.event
            if self.rng.random() < 0.05:
                self.meddle()
            elif not self.go_on():
                idle += 1
                assert idle < IDLE_MAX, f"{self.event.plan.format}: nothing can be done at {self.event.counts()}"
                self.clock.advance(300)
            if self.rng.random() < 0.1:
                self.clock.advance(60)
        raise AssertionError("the tournament never ended")

    def arrange(self) -> None:
        while (due := self.director.due()) is not None:
            self.event.do(due)

    def go_on(self) -> bool:
        event, ready = self.event, self.director.ready()
        under_way = [number for number, felt in event.tables.items() if felt.hand is not None]
        if event.window:
            event.do(acts.Window(at_us=self.clock(), opens=False))
        elif under_way and (self.rng.random() < 0.9 or not ready):
            event.do(choice(event, self.rng.choice(under_way), self.rng, self.clock()))
        elif ready:
            event.do(self.director.deal(self.rng.choice(ready)))
        else:
            return False
        return True

    def meddle(self) -> None:
        """Something that the floor or a player may try; a refusal must change nothing."""
        event, rng, now = self.event, self.rng, self.clock()
        who, anybody = rng.choice(event.left()), rng.choice(sorted(event.players))
        tries: list[Any] = [
            lambda: acts.Penalty(
                at_us=now, name=who, kind=rng.choice(("missed-hand", "one-round", "disqualification"))
            ),
            lambda: acts.Away(at_us=now, name=who, away=rng.random() < 0.5),
            lambda: acts.Window(at_us=now, opens=not event.window),
            lambda: acts.CashOut(at_us=now, name=who, chips=100),
            lambda: acts.Rebuy(at_us=now, name=anybody, place=self.director.seat()),
            lambda: acts.Rebuy(at_us=now, name=who, add_on=True),
            lambda: self.director.register(anybody),
            lambda: self.director.register(f"late-{len(event.acts)}"),
            lambda: acts.Move(at_us=now, name=who, place=self.director.seat()),
            lambda: self.director.deal(rng.choice(sorted(event.tables))),
        ]
        before = (len(event.acts), event.in_play(), event.sold, event.counts())
        try:
            event.do(rng.choice(tries)())
        except Refused:
            assert before == (len(event.acts), event.in_play(), event.sold, event.counts())


def whole(seed: int) -> None:
    event = Soak(seed).run()
    prizes, pools = event.prizes(), event.pools()
    assert sum(prize.cents for prize in prizes) == pools.prize
    assert sum(player.bounties for player in event.players.values()) == pools.bounty
    assert sorted(name for group in event.places() for name in group) == sorted(event.players)
    assert replayed(event.plan, event.acts).prizes() == prizes


@pytest.mark.parametrize("seed", range(10))
def test_a_tournament_ends_whatever_happens_in_it(seed: int) -> None:
    whole(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 150))
def test_many_tournaments_end_whatever_happens_in_them(seed: int) -> None:
    whole(seed)


def test_a_nine_handed_stud_table_never_runs_out_of_cards() -> None:
    """The final table of an eight-handed stud event seats nine (19.T.13): more cards than a deck has."""
    from croupier.house.tournaments.poker.plan import form_of, room_of

    plan, rng = plan_of("stud", form="stud", seats=8), random.Random("nine")
    for _ in range(150):
        table = Table(room_of(plan.property), form_of(plan), fixed_limit(100, 200, ante=25, bring_in=50))
        for seat in range(1, 10):
            table.sit(seat, f"p{seat}", 5_000, moved=True)
        cards = list(table.form.deck)
        rng.shuffle(cards)
        hand = table.deal(cards)
        while not hand.over:
            options = hand.options()
            if rng.random() < 0.04:
                steady(hand, rng)
            elif options.bring_in:
                hand.bring_in()
            elif options.check:
                hand.check()
            else:
                hand.call()
        assert sum(hand.stacks) == 9 * 5_000
