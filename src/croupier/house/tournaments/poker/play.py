"""A poker tournament, act by act: seats, hands under the room's tournament rules, who goes out, the end.

Every act is checked first and then done; a refused one has changed nothing. Chips are worth nothing and stand in no
ledger: all of them are on the tables, or were removed by a race, a cash-out or a disqualification.
"""

from collections.abc import Sequence, Set
from functools import singledispatchmethod

import msgspec

from croupier.house.poker_room.table.refusals import chips, refusal
from croupier.house.record.errors import Refused, Stale
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.chip_race import raced
from croupier.house.tournaments.poker.entries import Acts as Entering
from croupier.house.tournaments.poker.entries import Entries
from croupier.house.tournaments.poker.knock_outs import busted
from croupier.house.tournaments.poker.live.director_records import Acts as RecordedActs
from croupier.house.tournaments.poker.plan import HEADS_UP, stakes_of
from croupier.house.tournaments.poker.ruled_play import Acts as TableActs
from croupier.house.tournaments.poker.seating import final_size
from croupier.house.tournaments.poker.state import CANCELLED, OVER, PLAYING, REGISTERING, Felt
from croupier.poker.errors import Refused as NotPoker
from croupier.poker.hand import Hand
from croupier.poker.rulings.desk import Desk

ROUNDS = {"one-round": 1, "two-rounds": 2, "three-rounds": 3, "four-rounds": 4}
# What a director may take back; money that it moved goes back with it.
UNDONE = (
    acts.Bust | acts.SameHand | acts.Round | acts.Count | acts.Button | acts.Keyed | acts.Shift | acts.Jump | acts.Rest
    | acts.Alter | acts.Served | acts.Register | acts.Rebuy | acts.Move | acts.Draw | acts.Correct | acts.Race
    | acts.Clock | acts.Penalty | acts.Away | acts.Deal | acts.Play | acts.Dealt | acts.Push | acts.Say
)  # fmt: skip
VERBS = ("fold", "check", "call", "raise", "bring-in", "draw", "show", "muck")


class PokerTournament(Entries):
    """`do(act)` is the only way to change it."""

    tried: "tuple[tuple[int, ...], PokerTournament] | None" = None  # what taking acts back would lead to

    def do(self, act: acts.Any) -> None:
        if act.at_us < self.now_us:
            act = msgspec.structs.replace(act, at_us=self.now_us)  # a clock set back moves nothing back
        if self.state in (OVER, CANCELLED):
            raise Stale(f"{self.plan.name} is {self.state}.", "Nothing more is played.")
        self.tick(act.at_us)
        try:
            self._do(act)
        except NotPoker as error:
            table = self.tables.get(getattr(act, "table", 0))
            raise refusal(error, chips, table.table.order if table else ()) from None
        self.acts.append(act)
        if self.plan.live:
            return  # chips in play follow from what was given out and taken away
        if isinstance(act, acts.Play) and self.tables.get(act.table) and self.tables[act.table].hand is not None:
            return  # chips only changed places within a hand
        assert self.in_play() == self.issued - self.removed, "chips are conserved"

    @singledispatchmethod
    def _do(self, act: acts.Any) -> None:
        raise AssertionError(f"no rule for {act}")

    # ---- entering

    @_do.register
    def _entry(self, act: Entering) -> None:
        self._buy(act)

    # ---- seats

    @_do.register
    def _start(self, act: acts.Start) -> None:
        if self.state != REGISTERING:
            raise Stale(f"{self.plan.name} has begun.", "It begins once.")
        self._check_field()
        if act.seats:
            self._reseat(act.seats, act.at_us)
        self.state, self.started_us, self.lots = PLAYING, act.at_us, act.lots or ""
        if self.plan.staged and not self.plan.late_minutes:
            self._rest_alone()

    @_do.register
    def _draw(self, act: acts.Draw) -> None:
        due, broken = self.redraw_due(), self.break_due()
        if act.broken:
            self._break(act, broken)
            return
        if not due or len({number for number, _ in act.seats.values()}) != due:
            raise Refused("No seats are to be drawn now.", "", self._by("redraws"))
        most = final_size(self.asked, self.plan.seats) if due == 1 else self.plan.seats
        if self.plan.format == HEADS_UP:
            most = self.plan.seats
        self._reseat(act.seats, act.at_us, most)
        self.redrawn.add(due)
        if self.plan.staged:
            self.stage += 1
            self._rest_alone()
        if due == 1:
            self.cash_out_closed, self.window = True, False

    def _break(self, act: acts.Draw, broken: int) -> None:
        if act.broken != broken and not self._decided(act.reason or ""):
            raise Refused(f"Table {act.broken} is not to be broken now.", "", self._by("breaking"))
        broken, felt = act.broken, self.felt(act.broken)
        if felt.hand is not None:
            raise Stale("Its hand is being played.", "A table breaks between hands.", self._by("breaking"))
        others, free = set(act.seats.values()), set(self.free_places())
        wrong = set(act.seats) != set(felt.names()) or len(others) != len(act.seats)
        if wrong or any(place[0] == broken or place not in free for place in others):
            raise Refused("Everybody of the table draws an open seat of another.", "", self._by("breaking"))
        for name, place in act.seats.items():
            player = self.players[name]
            self._seat(player, place, self._unseat(player), act.at_us)
        del self.tables[broken]
        self.keyed.discard(broken)

    def _decided(self, reason: str) -> bool:
        """At a live event the floor may do otherwise than the book proposes, and says why."""
        return self.plan.live and bool(reason.strip())

    @_do.register
    def _move(self, act: acts.Move) -> None:
        player, clause = self.player(act.name), self._by("balancing")
        decided = self._decided(act.reason)
        if not player.table or (self.balance_due() != act.place[0] and not decided):
            raise Refused("No player moves to that table now.", "", clause)
        if self.tables[player.table].hand is not None:
            raise Stale("A hand is being played at his table.", "Players move between hands.", clause)
        counts = self.counts()
        if counts[player.table] != max(counts.values()) and not decided:
            raise Refused("A full table gives a player.", "", clause)
        self._check_place(act.place)
        self._seat(player, act.place, self._unseat(player), act.at_us)

    @_do.register
    def _correct(self, act: acts.Correct) -> None:
        """He takes the chips that he has by then; in a shootout or heads-up the floor decides, with a reason."""
        player, clause, (number, seat) = self.player(act.name), self._by("seats-drawn"), act.place
        felt = self.felt(number)
        if not player.table or (player.table, player.seat) == act.place or not 1 <= seat <= self.plan.seats:
            raise Refused(f"{self.called(act.name)} has no other seat there.", "", clause)
        if self.plan.staged and not act.reason.strip():
            raise Refused("This is decided case by case.", "Say why.", clause)
        if felt.hand is not None or self.tables[player.table].hand is not None:
            raise Stale("A hand is being played.", "Seats are put right between hands.", clause)
        there, left = felt.table.seats.get(seat), (player.table, player.seat)
        chips = self._unseat(player)
        if there is not None:
            other = self.players[there.name]
            others = self._unseat(other)
            self._seat(other, left, others, act.at_us)
        self._seat(player, act.place, chips, act.at_us)

    # ---- hands

    @_do.register
    def _deal(self, act: acts.Deal) -> None:
        felt = self.felt(act.table)
        self.may_be_dealt(felt, act.at_us)
        self.proposed, self.consented = {}, set()
        table, shape = felt.table, self.shape(act.at_us)
        if sorted(act.deck) != ([] if self.plan.live else sorted(shape.deck)):
            raise Refused("That is no whole deck.")
        level = self.level(act.at_us)
        together = self.hand_for_hand(act.at_us)
        felt.room.last_two = len(self.left()) == 2
        if not felt.redeal:
            table.change_game(shape, stakes_of(self.plan, level, felt.chip))
        starting = {seat.name: seat.stack for seat in table.seats.values()}
        gone = {name for name in starting if self.players[name].away or self.players[name].penalty}
        table.absent = {number for number, seat in table.seats.items() if seat.name in gone}
        deck = act.deck or None  # real cards are keyed as they fall
        options = {} if deck else {"dealer_pushes": True}
        if felt.redeal:  # an exact replay: the button does not move, nobody is seated, limits stay
            table.redeal(deck, **options)
        else:
            table.deal(deck, **options)
            self.hands += 1
        assert table.hand is not None
        felt.desk, felt.redeal, felt.clock_us, felt.asked_us = Desk(felt.room, table.hand), False, 0, act.at_us
        felt.starting = starting
        if together:
            self.round_dealt.add(felt.number)
        self._go_on(felt)

    def may_be_dealt(self, felt: Felt, at_us: int) -> None:
        """Whether the next hand of a table may begin; refused with what comes first."""
        if self.state != PLAYING:
            raise Stale(f"{self.plan.name} is {self.state}.", "It is started first.")
        if felt.hand is not None:
            raise Stale("A hand is being played.", "One after the other.")
        if self.plan.live and felt.number not in self.keyed:
            raise Stale(f"Hands of table {felt.number} are not keyed.", "The director says where they are.")
        if self.stopped_us or self.level(at_us).is_break or self.resting_us(at_us):
            raise Stale("The clock stands, or there is a break.", "No hand is dealt.", self._by("levels"))
        if self.window:
            raise Stale("Chips are being exchanged for cash.", "The time is ended first.", self._by("cash-out"))
        if felt.done or felt.players < 2:
            raise Stale(f"Table {felt.number} has done its part.", "Seats are drawn when every table has.")
        if self.race_due(felt.number, at_us):
            raise Stale(f"Chips of {felt.chip} are raced off first.", "", self._by("chip-race"))
        if felt.redeal:
            return
        if self.hand_for_hand(at_us) and felt.number in self.round_dealt:
            raise Stale("Play is hand for hand.", "The other tables finish theirs first.", self._by("hand-for-hand"))
        if self.redraw_due():
            raise Stale("Seats are drawn again first.", "", self._by("redraws"))
        if self.break_due() == felt.number:
            raise Stale(f"Table {felt.number} is broken first.", "", self._by("breaking"))
        counts = self.counts()
        if not (self.plan.staged or self.round_dealt) and max(counts.values()) - felt.players >= self.asked.number(
            "balancing", "halts-when-short"
        ):
            raise Stale(f"Table {felt.number} lacks players.", "It waits until it is filled.", self._by("balancing"))

    @_do.register
    def _play(self, act: acts.Play) -> None:
        felt = self.felt(act.table)
        hand = felt.hand
        if hand is None:
            raise Stale("No hand is being played.", "The dealer deals one first.")
        player = self.player(act.name)
        if player.table != felt.number or player.seat not in felt.table.order:
            raise Refused(f"{self.called(act.name)} has no hand at table {felt.number}.")
        self._act(hand, felt.table.order.index(player.seat), act)
        felt.clock_us, felt.asked_us = 0, act.at_us
        self._go_on(felt)

    def _act(self, hand: Hand, place: int, act: acts.Play) -> None:
        if act.verb == "fold":
            hand.fold(place)
        elif act.verb == "check":
            hand.check(place)
        elif act.verb == "call":
            hand.call(place)
        elif act.verb == "raise":
            hand.raise_to(act.amount, place)
        elif act.verb == "bring-in":
            hand.bring_in(place)
        elif act.verb == "draw":
            hand.draw(act.cards, place)
        elif act.verb == "show" and not hand.auto:
            hand.show(place, list(act.cards) or None)
        elif act.verb == "muck" and not hand.auto:
            hand.muck_hand(place)
        else:
            raise Refused(f"{act.verb!r} is no act.", f"One of {', '.join(VERBS)}.")

    def _go_on(self, felt: Felt) -> None:
        """Hands of players who are away or serve a penalty are dead in their turn; a hand that is over is settled."""
        while (hand := felt.hand) is not None:
            if hand.actor < 0 or hand.phase not in ("bet", "draw"):
                return  # the dealer is to deal, to compare or to push
            name = felt.table.seats[felt.table.order[hand.actor]].name
            player = self.players[name]
            if not (player.away or player.penalty):
                return
            if hand.phase == "draw":
                hand.draw(())
            elif hand.can_bring_in():
                hand.bring_in()
            else:
                hand.fold()
        self._settle(felt)

    def _settle(self, felt: Felt) -> None:
        table, hand = felt.table, felt.table.hand
        if felt.desk is not None and felt.desk.misdealt and hand is not None and hand.stacks == hand.start:
            felt.redeal = True  # penalties go on: both deals count as one
            return
        table.finish()
        groups = busted(felt, self.hands)
        for seat in table.order:
            player = self.players[table.seats[seat].name]
            player.penalty = max(0, player.penalty - 1)
        for group in groups:
            for out in group:
                self._unseat(self.players[out.name])
                self._pay_bounty(out)
        if felt.number in self.round_dealt:
            self.round_outs[felt.number] = [*self.round_outs.get(felt.number, []), *groups]
        else:
            self.outs += groups
        if self.round_dealt:
            self._end_round()
        self._end_stage(felt)
        self._end()

    def _end_round(self) -> None:
        """A round hand for hand is over when every table has played its hand; who went out in it share their places."""
        if self.plan.live:
            return  # the director says when it is
        waiting = {n for n, felt in self.tables.items() if felt.players > 1 or felt.hand} - self.round_dealt
        if waiting or not self.idle(self.round_dealt & set(self.tables)):
            return
        self._merge_round()

    def _end(self) -> None:
        if self.plan.live:
            return  # a knock-out may be taken back: the director closes it
        if self.round_dealt or (self.sells(self.acts[-1].at_us if self.acts else 0) and len(self.left()) > 1):
            return
        last = not self.plan.staged or len(self.tables) == 1 or len(self.left()) == 1
        if last and len(self.left()) <= self.ends_with():
            self._finish()

    def _finish(self) -> None:
        self.state, self.window, self.cash_out_closed = OVER, False, True
        if self.plan.staged:
            for name in self.left():
                self.players[name].tables_won += 1
        if self.plan.bounty and self.left():  # what nobody won, his own head among it, is the winner's
            won = sum(player.bounties for player in self.players.values())
            best = max(self.left(), key=self.stack)
            self.players[best].bounties += self.entries * self.plan.bounty - won

    # ---- chips off the tables

    @_do.register
    def _race(self, act: acts.Race) -> None:
        felt = self.felt(act.table)
        if not self.race_due(felt.number, act.at_us):
            raise Refused("No chips are raced off now.", "", self._by("chip-race"))
        if act.odd is not None and not self.plan.live:
            raise Refused("Chips are known here.", "", self._by("chip-race"))
        found = raced(felt, self.chip(act.at_us), act.deck, act.odd)
        self.removed += found.removed

    # ---- the floor's decisions

    @_do.register
    def _clock(self, act: acts.Clock) -> None:
        if self.state == PLAYING and self.resting_us(act.at_us):
            if not act.running:
                raise Stale("There is a break.", "Play goes on, or the break takes its time.")
            self.rest = (self.rest[0], act.at_us)
            return
        if self.state != PLAYING or act.running == (not self.stopped_us):
            raise Stale("The clock does that already.", "")
        if act.running:
            self.idle_us += act.at_us - self.stopped_us
            self.stopped_us = 0
        else:
            self.stopped_us = act.at_us

    @_do.register
    def _away(self, act: acts.Away) -> None:
        player = self.player(act.name)
        if not player.table:
            raise Refused(f"{self.called(act.name)} is out.")
        player.away = act.away
        if act.away and self.tables[player.table].hand is not None:
            self._go_on(self.tables[player.table])

    @_do.register
    def _penalty(self, act: acts.Penalty) -> None:
        player, clause = self.player(act.name), self._by("penalties")
        if act.kind not in self.asked.names("penalties"):
            raise Refused(f"{act.kind} is no penalty.", f"One of {', '.join(self.asked.names('penalties'))}.", clause)
        if not player.table:
            raise Refused(f"{self.called(act.name)} is out.", "", clause)
        felt = self.tables[player.table]
        if act.kind == "disqualification":
            if felt.hand is not None:
                raise Stale("A hand is being played.", "A disqualification takes effect between hands.", clause)
            self.removed += self._unseat(player)
            self.disqualified.add(player.name)
            self.out_at[player.name] = act.at_us
            out = acts.Out(player.name, felt.number, self.hands, 0)
            if self.round_dealt:
                self.round_outs.setdefault(felt.number, []).append([out])
                self._end_round()
            else:
                self.outs.append([out])
            self._end_stage(felt)
            self._end()
        elif act.kind == "missed-hand":
            player.penalty += 1
        elif act.kind in ROUNDS:
            player.penalty += ROUNDS[act.kind] * felt.players

    @_do.register
    def _agree(self, act: acts.Agree) -> None:
        """All who are left divide the prizes of the places that are left; then it is over."""
        self.check_divided(act.at_us)
        if self.plan.live and set(act.signed) != set(self.left()):
            words = "Everybody who is left signs the sheet."
            raise Refused(words, "One who does not is enough.", self._by("deals"))
        self.check_shares(act.shares)
        self.agreed = dict(act.shares)
        self._finish()

    @_do.register
    def _propose(self, act: acts.Propose) -> None:
        self.check_divided(act.at_us)
        self.check_shares(act.shares)
        self.proposed, self.consented = dict(act.shares), set()

    @_do.register
    def _consent(self, act: acts.Consent) -> None:
        """One who is left agrees to the shares as they were read; the last one's word divides the prizes."""
        self.check_divided(act.at_us)
        if set(self.proposed) != set(self.left()):
            raise Stale("No division of the prizes is proposed.", "The floor proposes one.", self._by("deals"))
        if act.name not in self.proposed:
            raise Refused(f"{self.called(act.name)} is out.", "Those who are left agree.", self._by("deals"))
        self.consented.add(act.name)
        if self.consented == set(self.proposed):
            self.agreed = self.proposed
            self._finish()

    @_do.register
    def _cancel(self, act: acts.Cancel) -> None:
        if not act.reason.strip():
            raise Refused("A cancellation has a reason.", "", self._by("cancel"))
        if self.hands or (self.plan.live and self.outs):
            raise Stale("Hands have been played.", "It is paid by the places reached.", self._by("cancel"))
        self.state = CANCELLED

    @_do.register
    def _close(self, act: acts.Close) -> None:
        if not self.end_due():
            raise Stale("It is not over yet.", "So many play on that prizes are open.", self._by("payout-schedule"))
        self._finish()

    # ---- real cards

    @_do.register
    def _table_act(self, act: TableActs) -> None:
        self._at_table(act)

    @_do.register
    def _director(self, act: RecordedActs) -> None:
        self._record(act)

    @_do.register
    def _undo(self, act: acts.Undo) -> None:
        self.__dict__.update(self.without(act.acts).__dict__)
        self.tried = None

    def without(self, numbers: tuple[int, ...]) -> "PokerTournament":
        """As it would stand had these acts not been done; Depends names the first that can't do without them."""
        wrong = [n for n in numbers if not 0 < n <= len(self.acts) or n in self.undone]
        if not self.plan.live or not numbers or wrong:
            raise Refused("There is no such act to take back.")
        for number in numbers:
            if not isinstance(self.acts[number - 1], UNDONE):
                raise Refused(f"Act {number} can't be taken back.", "Another one puts it right.")
        tried = self.tried
        if tried is None or (tried[0], len(tried[1].acts)) != (numbers, len(self.acts)):
            made = PokerTournament(*self.made_of)
            made.follow(self.acts, self.undone | set(numbers))
            self.tried = tried = (numbers, made)
        tried[1].tick(self.now_us)
        return tried[1]

    def follow(self, done: Sequence[acts.Any], undone: Set[int]) -> None:
        """Play acts from the first on, but for those that were taken back: these only stand in the list."""
        for number, act in enumerate(done, len(self.acts) + 1):
            if number in undone or isinstance(act, acts.Undo):
                self.acts.append(act)
                continue
            try:
                self.do(act)
            except Refused as refused:
                raise Depends(number, act, refused) from None
        self.undone = set(undone)


class Depends(Stale):
    """An act that was done later can't be done without one that is taken back."""

    def __init__(self, number: int, act: acts.Any, refused: Refused) -> None:
        self.number, self.act = number, act
        what = type(act).__name__.lower()
        super().__init__(f"A later act ({what}) hangs on it: {refused.says}", "Take that back first.")
