"""A tournament with real cards: what the director records of tables whose hands nobody keys.

Who went out and in which order, what was counted, where the button lies, how the clock is set. A count is what somebody
saw: chips in play follow from what was given out and taken away, and the two are compared where it matters.
"""

from functools import singledispatchmethod

import msgspec

from croupier.house.record.errors import Refused, Stale
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.plan import LEVELS_MAX
from croupier.house.tournaments.poker.seats import Seats
from croupier.house.tournaments.poker.state import MINUTE_US, PLAYING, Felt, Player
from croupier.poker.blinds import Positions
from croupier.poker.seats import next_seat

SHIFT_SECONDS_MAX, REST_MINUTES_MAX = 3_600, 600
SECOND_US = 1_000_000
Acts = (
    acts.Bust | acts.SameHand | acts.Round | acts.Count | acts.Button | acts.Keyed | acts.Shift | acts.Jump
    | acts.Rest | acts.Alter | acts.Served
)  # fmt: skip


class Recorded(Seats):
    """What the acts of a director do."""

    def _record(self, act: Acts) -> None:
        clock = isinstance(act, acts.Shift | acts.Jump | acts.Rest | acts.Alter)
        if not self.plan.live and not clock:
            raise Refused("Hands are dealt and settled here.", "Only a live tournament is recorded.")
        if self.state != PLAYING:
            raise Stale(f"{self.plan.name} is {self.state}.", "It is started first.")
        self._see(act)

    @singledispatchmethod
    def _see(self, act: Acts) -> None:
        raise AssertionError(f"no rule for {act}")

    def _seated(self, name: str) -> tuple[Player, Felt]:
        player = self.player(name)
        if not player.table:
            raise Refused(f"{self.called(name)} is out.")
        return player, self.tables[player.table]

    def _unkeyed(self, felt: Felt) -> None:
        if felt.number in self.keyed:
            words = f"Hands of table {felt.number} are keyed."
            raise Stale(words, "Who goes out follows from them.")

    # ---- who goes out

    @_see.register
    def _bust(self, act: acts.Bust) -> None:
        player, felt = self._seated(act.name)
        self._unkeyed(felt)
        others = set(felt.names()) - {act.name}
        if len(self.left()) < 2:
            raise Refused(f"{self.called(act.name)} is the last player.", "Nobody is left to put him out.")
        if self.plan.bounty and not act.by:
            raise Refused("Who put him out has the bounty.", "Name the player, or both who split.", self._by("bounty"))
        if len(set(act.by)) != len(act.by):
            raise Refused(f"{self._listed(set(act.by))} is named twice.", "Two players split a bounty, or one has it.")
        if not set(act.by) <= others:
            raise Refused("Somebody else at his table put him out.", f"One of {self._listed(others)}.")
        out = acts.Out(act.name, felt.number, self.hands, self.stack(act.name), act.by)
        together = self.hand_for_hand(act.at_us)
        self._unseat(player)
        player.penalty, player.away = 0, False
        self.out_at[act.name] = act.at_us
        self._pay_bounty(out)
        if together:
            self.round_dealt = set(self.tables)
            self.round_outs.setdefault(felt.number, []).append([out])
        else:
            self.outs.append([out])
        if not felt.players and not self.plan.staged and len(self.tables) > 1:
            del self.tables[felt.number]
        self._end_stage(felt)

    def _listed(self, names: set[str]) -> str:
        return ", ".join(sorted(self.called(name) for name in names))

    def _pay_bounty(self, out: acts.Out) -> None:
        if self.plan.bounty and out.by:
            each, odd = divmod(self.plan.bounty, len(out.by))
            for n, name in enumerate(out.by):
                self.players[name].bounties += each + (n < odd)

    @_see.register
    def _same_hand(self, act: acts.SameHand) -> None:
        """The larger stack at the beginning of the hand has the better place; equal ones share."""
        clause = self._by("hand-for-hand")
        if len(act.stacks) < 2 or min(act.stacks.values()) < 0:
            raise Refused("Two or more went out in one hand.", "Their stacks at its beginning.", clause)
        of_round = [groups for groups in self.round_outs.values() if _names(groups) & set(act.stacks)]
        groups = of_round[0] if of_round else self.outs
        if len(of_round) > 1 or not set(act.stacks) <= _names(groups):
            raise Refused("They are not all out.", "Only who went out in one hand is compared.", clause)
        found = {one.name: one for group in groups for one in group if one.name in act.stacks}
        if len({one.table for one in found.values()}) != 1:
            raise Refused("They went out at different tables.", "One hand is played at one table.", clause)
        at = next(n for n, group in enumerate(groups) if set(act.stacks) & {one.name for one in group})
        ranked: dict[int, list[acts.Out]] = {}
        for name, stack in sorted(act.stacks.items(), key=lambda item: item[1]):
            ranked.setdefault(stack, []).append(msgspec.structs.replace(found[name], stack=stack))
        kept = [[one for one in group if one.name not in act.stacks] for group in groups]
        head, tail = kept[:at], kept[at:]
        groups[:] = [group for group in (*head, *ranked.values(), *tail) if group]

    @_see.register
    def _round(self, act: acts.Round) -> None:
        clause = self._by("hand-for-hand")
        if not self.hand_for_hand(act.at_us):
            raise Stale("Play is not hand for hand.", "", clause)
        if not self.idle(self.keyed & set(self.tables)):
            raise Stale("A keyed hand is being played.", "Every table finishes its hand.", clause)
        for number, groups in self.round_outs.items():
            if len(groups) > 1 and sum(map(len, groups)) > len({one.stack for group in groups for one in group}):
                words = f"{len(groups)} went out at table {number} in one hand."
                raise Refused(words, "Say their stacks at its beginning.", clause)
            groups.sort(key=lambda group: group[0].stack)
        self._merge_round()

    def _merge_round(self) -> None:
        """Who went out in a round share their places, of each table those with the fewest chips first."""
        by_table = [groups for groups in self.round_outs.values() if groups]
        deepest = max(map(len, by_table), default=0)
        for depth in range(deepest, 0, -1):
            merged = [out for groups in by_table if len(groups) >= depth for out in groups[-depth]]
            self.outs.append(merged)
        self.round_outs, self.round_dealt = {}, set()

    # ---- chips and the button

    @_see.register
    def _count(self, act: acts.Count) -> None:
        clause = self._by("chips")
        if not act.chips and not act.table:
            raise Refused("Nothing was counted.", "Chips by player, or all of a table.", clause)
        for name, chips in act.chips.items():
            _, felt = self._seated(name)
            self._check_count(chips, felt.chip, self.called(name), clause)
            if felt.hand is not None:
                raise Stale("A hand is being played at his table.", "Chips are counted between hands.", clause)
        if act.table:
            self._check_count(act.total, self.felt(act.table).chip, f"Table {act.table}", clause)
            self.felt(act.table).total = act.total
        for name, chips in act.chips.items():
            player = self.players[name]
            self.tables[player.table].table.seats[player.seat].stack = chips
        self.counted_us = act.at_us

    def _check_count(self, chips: int, chip: int, whose: str, clause: str) -> None:
        if not 0 < chips <= self.in_play():
            words = f"{whose}: {chips:,} can't be right."
            raise Refused(words, f"From {chip:,} to the {self.in_play():,} in play.", clause)
        if chips % chip:
            raise Refused(f"{whose}: {chips:,} is made of no chips that play.", f"The smallest is {chip:,}.", clause)

    @_see.register
    def _button(self, act: acts.Button) -> None:
        felt = self.felt(act.table)
        self._unkeyed(felt)
        seats = sorted(felt.table.seats)
        if not 1 <= act.seat <= max(self.plan.seats, *seats):
            raise Refused(f"Table {act.table} has no seat {act.seat}.")
        small = act.seat if len(seats) == 2 and act.seat in seats else next_seat(act.seat, seats)
        felt.table.positions = Positions(button=act.seat, small=small, big=next_seat(small, seats))
        felt.button_us = act.at_us

    @_see.register
    def _keyed(self, act: acts.Keyed) -> None:
        felt = self.felt(act.table)
        if act.on == (act.table in self.keyed) or felt.hand is not None:
            raise Stale("That is so already, or a hand is being played.", "")
        if not act.on:
            self.keyed.discard(act.table)
            felt.desk = None
            return
        if felt.players < 2 or any(seat.stack <= 0 for seat in felt.table.seats.values()):
            raise Refused("Hands are keyed with two players or more, each with his chips counted.")
        if len(self.tables) == 1 and (apart := self.counted() - self.in_play()):
            more = "too many" if apart > 0 else "too few"
            words = f"The counts make {self.counted():,}, {abs(apart):,} {more}."
            raise Refused(words, f"{self.in_play():,} are in play: count again.", self._by("chips"))
        self.keyed.add(act.table)

    # ---- time

    @_see.register
    def _shift(self, act: acts.Shift) -> None:
        if not 0 < abs(act.seconds) <= SHIFT_SECONDS_MAX:
            raise Refused("The clock is set by up to an hour at a time.", "", self._by("levels"))
        if act.of_break and self.resting_us(act.at_us):
            begins, ends = self.rest[0], self.rest[1] + act.seconds * SECOND_US
            self.rest = (begins, min(max(act.at_us, ends), begins + REST_MINUTES_MAX * MINUTE_US))
            return
        index, elapsed = self.level_index(act.at_us), self.elapsed_us(act.at_us)
        begins, us = self.level_us(index), act.seconds * SECOND_US
        self.idle_us += min(us, elapsed - begins)  # no further back than the beginning of the level

    @_see.register
    def _jump(self, act: acts.Jump) -> None:
        if not 1 <= act.level <= len(self.plan.levels):
            raise Refused(f"There are {len(self.plan.levels)} levels.", "", self._by("levels"))
        self.idle_us += self.elapsed_us(act.at_us) - self.level_us(act.level - 1)

    @_see.register
    def _rest(self, act: acts.Rest) -> None:
        clause = self._by("levels")
        if not 0 < act.minutes <= REST_MINUTES_MAX:
            raise Refused(f"A break lasts 1 to {REST_MINUTES_MAX} minutes.", "", clause)
        if self.stopped_us or self.resting_us(act.at_us):
            raise Stale("The clock stands, or there is a break.", "It goes on first.", clause)
        self.idle_us += self.rest[1] - self.rest[0]
        self.rest = (act.at_us, act.at_us + act.minutes * MINUTE_US)

    @_see.register
    def _alter(self, act: acts.Alter) -> None:
        """The house may alter an event; the level that is played stays as it is."""
        index = self.level_index(act.at_us)
        levels = (*self.plan.levels[: index + 1], *act.levels)
        if len(levels) > LEVELS_MAX or levels[-1].is_break:
            words = f"At most {LEVELS_MAX} levels, the last with blinds."
            raise Refused(words, "", self._by("blind-structures"))
        self.plan = msgspec.structs.replace(self.plan, levels=levels)

    @_see.register
    def _served(self, act: acts.Served) -> None:
        player, _ = self._seated(act.name)
        if not player.penalty:
            raise Refused(f"{self.called(act.name)} serves no penalty.", "", self._by("penalties"))
        player.penalty = 0


def _names(groups: list[list[acts.Out]]) -> set[str]:
    return {one.name for group in groups for one in group}
