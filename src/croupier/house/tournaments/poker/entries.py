"""What players of a poker tournament buy and give back: entries, rebuys, add-ons, chips exchanged for cash."""

from functools import singledispatchmethod

import msgspec
from msgspec import UNSET

from croupier.equipment.money import money
from croupier.house.record.errors import Refused, Stale
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.prizes.pools import price
from croupier.house.tournaments.poker.ruled_play import RuledPlay
from croupier.house.tournaments.poker.state import PLAYING, REGISTERING, Player

Acts = acts.Register | acts.Withdraw | acts.Rebuy | acts.Window | acts.CashOut


class Entries(RuledPlay):
    """What these acts do to the players and the chips in play."""

    @singledispatchmethod
    def _buy(self, act: Acts) -> None:
        raise AssertionError(f"no rule for {act}")

    @_buy.register
    def _register(self, act: acts.Register) -> None:
        plan, known = self.plan, self.players.get(act.name)
        if not act.name:
            raise Refused("A player has a card.", "", self.asked.clause("registration"))
        self._check_walk_in(act)
        if known is None:
            if not self.registers(act.at_us):
                raise Stale("Registration is closed.", "It opens and closes at set times.", self._by("registration"))
        elif known.table:
            raise Refused(f"{self.called(act.name)} is in.", "One seat a player.", self._by("registration"))
        elif not self._may_reenter(act.at_us):
            raise Refused(f"{self.called(act.name)} can't come in again.", "", self._by("reentry"))
        if self.entries >= plan.most:
            raise Refused(f"{plan.name} takes {plan.most:,} entries.", "It is full.", self._by("registration"))
        self._check_place(act.place)
        self.sold = msgspec.structs.replace(self.sold, entries=self.entries + 1)
        player = known or Player(act.name, entries=0, label=act.label, card=act.card)
        if player.walked_in and known is None:
            self.walk_ins[player.card] = player.name
        player.entries += 1
        player.paid += plan.entry
        self.players[act.name] = player
        self._forget_out(act.name)
        self._seat(player, act.place, plan.chips, act.at_us, issue=True)

    def _check_walk_in(self, act: acts.Register) -> None:
        """Who has no account plays where cards are real."""
        walked_in, known = act.name.startswith(acts.WALK_IN), act.name in self.players
        if walked_in and not self.plan.live:
            words = "Without an account one plays in live tournaments only."
            raise Refused(words, "", self._by("registration"))
        if walked_in and not known and not act.label.strip():
            raise Refused("A walk-in gives a name or initials.", "", self._by("registration"))

    def _may_reenter(self, at_us: int) -> bool:
        minutes = self.plan.reentry_minutes
        return self.state == PLAYING and minutes > 0 and self.within(minutes, at_us)

    @_buy.register
    def _withdraw(self, act: acts.Withdraw) -> None:
        player = self.player(act.name)
        if self.state != REGISTERING:
            raise Stale(f"{self.plan.name} has begun.", "Buy-ins are not given back.", self._by("registration"))
        self._unseat(player)
        self.issued -= self.plan.chips
        if player.walked_in:  # his number is not given again, his card may be shown again
            self.walk_ins[f"withdrawn {act.name}"] = self.walk_ins.pop(player.card)
        del self.players[act.name]
        self.sold = msgspec.structs.replace(self.sold, entries=self.entries - 1)

    @_buy.register
    def _rebuy(self, act: acts.Rebuy) -> None:
        plan, player, clause = self.plan, self.player(act.name), self._by("rebuy")
        cost, chips = (plan.add_on, plan.add_on_chips) if act.add_on else (plan.rebuy, plan.rebuy_chips)
        what = "add-on" if act.add_on else "rebuy"
        if not cost or self.state != PLAYING or not self.within(plan.rebuy_minutes, act.at_us):
            raise Refused(f"No {what} is sold now.", "", clause)
        if player.table and self.tables[player.table].hand is not None:
            raise Stale("A hand is being played.", f"A {what} is bought between hands.", clause)
        stack = self.stack(act.name) if act.held is UNSET else act.held
        if act.held is not UNSET and not (self.plan.live and player.table and 0 <= act.held <= self.in_play()):
            raise Refused("Chips are shown by a player at a live table.", "", clause)
        if not act.add_on and stack > plan.rebuy_at_most:
            raise Refused(
                f"{self.called(act.name)} has {stack:,}.", f"A rebuy is for {plan.rebuy_at_most:,} or less.", clause
            )
        if act.add_on and (player.add_ons or not player.table):
            raise Refused("An add-on is bought once, by a player with a seat.", "", clause)
        if not player.table:
            if act.place is None:
                raise Refused(f"{self.called(act.name)} has no seat.", "One is drawn with the rebuy.", clause)
            self._check_place(act.place)
        field = "add_ons" if act.add_on else "rebuys"
        self.sold = msgspec.structs.replace(self.sold, **{field: getattr(self.sold, field) + 1})
        setattr(player, field, getattr(player, field) + 1)
        player.paid += cost
        if player.table:
            self.tables[player.table].table.seats[player.seat].stack = stack + chips
            self.issued += chips
        else:
            assert act.place is not None
            self._forget_out(act.name)
            self._seat(player, act.place, chips, act.at_us, issue=True)

    @_buy.register
    def _window(self, act: acts.Window) -> None:
        clause, pool = self._by("cash-out"), self.pools().cash_out
        if self.state != PLAYING or self.cash_out_closed or not pool or act.opens == self.window:
            raise Refused("No chips are exchanged now.", "At designated times before the final table.", clause)
        if self.sells(act.at_us):
            raise Stale("Entries are still sold.", "The pool is known when registration has closed.", clause)
        if not self.idle():
            raise Stale("Hands are being played.", "Chips are exchanged between hands.", clause)
        if len(self.tables) < 2:
            raise Refused("The final table has been reached.", "No cash-outs any more.", clause)
        self.window, self.window_pool, self.window_chips = act.opens, pool, self.in_play()

    @_buy.register
    def _cash_out(self, act: acts.CashOut) -> None:
        player, clause = self.player(act.name), self._by("cash-out")
        if not self.window or not player.table:
            raise Refused("No chips are exchanged now.", "At designated times only.", clause)
        stack = self.stack(act.name)
        most = stack * self.asked.number("cash-out", "most-percent-of-stack") // 100
        chip = self.tables[player.table].chip
        if not 0 < act.chips <= most or act.chips % chip:
            words = f"{self.called(act.name)} may exchange up to {most:,} of {stack:,}, in chips of {chip:,}."
            raise Refused(words, "", clause)
        cents = int(price(self.window_pool, self.window_chips) * act.chips)
        if cents > self.pools().cash_out:
            raise Refused(f"The pool holds {money(self.pools().cash_out)}.", "", clause)
        self.tables[player.table].table.seats[player.seat].stack -= act.chips
        self.removed += act.chips
        self.cashed += cents
        player.cashed += cents
