"""What is done at a tournament table beside plain play: rulings, spoken bets, the clock, real cards keyed."""

from functools import singledispatchmethod

from croupier.house.record.errors import Refused, Stale
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.live.director_records import Recorded
from croupier.house.tournaments.poker.plan import Plan
from croupier.house.tournaments.poker.rulings import check_hand, ruled
from croupier.house.tournaments.poker.state import PLAYING, Felt
from croupier.poker.acts import told_act
from croupier.poker.book.room import Room
from croupier.poker.hand import Hand
from croupier.poker.records import UNKNOWN

SECOND_US = 1_000_000
Acts = acts.Declare | acts.Say | acts.Timed | acts.TimeBank | acts.Dealt | acts.Push


def think_us(plan: Plan, room: Room) -> int:
    """How long somebody thinks before the clock is called by itself; 0: somebody asks for it."""
    if plan.live or not plan.think_s or not room.value("clock-seconds", 0):
        return 0
    return int(max(plan.think_s, 60 * room.value("clock-after-minutes", 0))) * SECOND_US


class RuledPlay(Recorded):
    """What these acts do to a table's hand."""

    def _go_on(self, felt: Felt) -> None:
        """Whatever follows in the hand by itself."""
        raise NotImplementedError

    @singledispatchmethod
    def _at_table(self, act: Acts) -> None:
        raise AssertionError(f"no rule for {act}")

    @_at_table.register
    def _declare(self, act: acts.Declare) -> None:
        felt = self.felt(act.table)
        if self.state != PLAYING:
            raise Stale(f"{self.plan.name} is {self.state}.", "It is started first.")
        under_way = felt.hand is not None
        found = ruled(felt, act)
        told = (act.at_us, act.table, act.seat, found.when, found.ruling, found.clause, found.says, found.by)
        self.rulings.append(acts.Ruling(*told))
        if under_way:  # it may have ended the hand, or given the turn to somebody who is away
            felt.clock_us, felt.asked_us = 0, act.at_us
            self._go_on(felt)

    @_at_table.register
    def _say(self, act: acts.Say) -> None:
        felt, player = self.felt(act.table), self.player(act.name)
        desk = check_hand(felt)
        if player.table != felt.number or player.seat not in felt.table.order:
            raise Refused(f"{self.called(act.name)} has no hand at table {felt.number}.")
        place = felt.table.order.index(player.seat)
        desk.act(told_act(place, act), act.choice)
        felt.clock_us, felt.asked_us = 0, act.at_us
        self._go_on(felt)

    @_at_table.register
    def _timed(self, act: acts.Timed) -> None:
        felt = self.felt(act.table)
        desk, clause = check_hand(felt), felt.room.clause("clock-seconds")
        if not act.up:
            if felt.clock_us:
                raise Stale("The clock runs already.", "", clause)
            seconds = desk.call_clock(act.role, max(0, (act.at_us - felt.asked_us) // SECOND_US))
            felt.clock_us = act.at_us + seconds * SECOND_US
            return
        if not felt.clock_us or act.at_us < felt.clock_us:
            raise Stale("No time is up.", "", clause)
        felt.clock_us, felt.asked_us = 0, act.at_us
        desk.clock_ran_out()
        self._go_on(felt)

    @_at_table.register
    def _bank(self, act: acts.TimeBank) -> None:
        felt, player = self.felt(act.table), self.player(act.name)
        desk, clause = check_hand(felt), felt.room.clause("clock-seconds")
        think = think_us(self.plan, felt.room)
        if not think:
            raise Refused("There is no time bank here.", "The clock is called by somebody at the table.", clause)
        hand, order = felt.hand, felt.table.order
        if hand is None or hand.actor < 0 or player.table != felt.number or order[hand.actor] != player.seat:
            raise Refused("Only the player in turn takes his time bank.", "", clause)
        if felt.clock_us:
            raise Stale("The clock runs already.", "", clause)
        seconds = desk.call_clock("supervisor")
        felt.clock_us = max(act.at_us, felt.asked_us + think) + seconds * SECOND_US

    @_at_table.register
    def _dealt(self, act: acts.Dealt) -> None:
        felt = self.felt(act.table)
        hand = check_hand(felt).hand
        if hand.auto:
            raise Refused("The cards come from a deck of the house's here.", "Nothing is keyed.")
        if act.seat == 0:
            hand.deal_board(list(act.cards))
        elif act.seat > 0:
            if act.seat not in felt.table.order:
                raise Refused(f"Seat {act.seat} has no cards in this hand.")
            place = felt.table.order.index(act.seat)
            hand.deal_hole(place, list(act.cards) or [UNKNOWN] * down_owed(hand, place))
        else:
            places = [place for place in range(hand.n) if down_owed(hand, place)]
            if not places:
                raise Refused("No face-down card is due to anybody.")
            for place in places:
                hand.deal_hole(place, [UNKNOWN] * down_owed(hand, place))
        felt.asked_us = act.at_us
        self._go_on(felt)

    @_at_table.register
    def _push(self, act: acts.Push) -> None:
        felt = self.felt(act.table)
        hand = check_hand(felt).hand
        for place in sorted(hand.losers) if hand.phase == "push" else ():
            hand.kill_loser(place)
        hand.push()
        self._go_on(felt)


def down_owed(hand: Hand, place: int) -> int:
    """How many of the cards that are due to a player come face down."""
    if not hand.owed:
        return 0
    owed = hand.owed[place]
    return owed if hand.at.draw else max(0, owed - hand.at.up)
