"""The director of a poker tournament: draws the lots that acts carry, and does what is due between hands."""

from collections.abc import Callable

import msgspec
from msgspec import UNSET

from croupier.equipment.entropy import Entropy
from croupier.house.record.errors import Refused, Stale
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.acts import Place
from croupier.house.tournaments.poker.plan import form_of
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.house.tournaments.poker.seating import Lots, drawn_seats, giver, next_big_blind, shuffled, worst_seat
from croupier.house.tournaments.poker.state import PLAYING


class Director:
    """Makes acts for a tournament; whoever holds it does (and records) them."""

    def __init__(self, tournament: PokerTournament, entropy: Entropy, now_us: Callable[[], int]) -> None:
        self.event, self._entropy, self.now_us = tournament, entropy, now_us

    def register(self, name: str, card: str = "") -> acts.Register:
        return acts.Register(at_us=self.now_us(), name=name, place=self.seat(), card=card)

    def seat(self) -> Place:
        """An open seat by lot, at the tables with the fewest players; a new table when there is none."""
        event = self.event
        free = [place for place in event.free_places() if not event.tables[place[0]].done]
        if event.state == PLAYING and free:
            counts = event.counts()
            least = min(counts[number] for number, _ in free)
            free = [place for place in free if counts[place[0]] == least]
        if free:
            return free[self._entropy.below(len(free))]
        return max(event.tables, default=0) + 1, 1 + self._entropy.below(event.plan.seats)

    def start(self) -> acts.Start:
        """Tables are evened out at the start where the draw left them uneven."""
        event, plan = self.event, self.event.plan
        names = event.left()
        count = max(1, -(-len(names) // plan.seats))
        counts = event.counts()
        uneven = len(counts) != count or max(counts.values()) - min(counts.values()) > 1
        seats = drawn_seats(names, range(1, count + 1), plan.seats, self._entropy) if names and uneven else {}
        lots = self._entropy.token(16).hex() if plan.live else UNSET
        return acts.Start(at_us=self.now_us(), seats=seats, lots=lots)

    def walk_in(self, label: str, card: str) -> acts.Register:
        """Somebody without an account: he is known by the number of his entry."""
        name = f"{acts.WALK_IN}{len(self.event.walk_ins) + 1}"
        return acts.Register(at_us=self.now_us(), name=name, place=self.seat(), label=label, card=card)

    def _drawn_by(self, *situation: object) -> Entropy:
        """With real cards what is proposed stays as it is shown; elsewhere lots are drawn as they are used."""
        event = self.event
        return Lots(event.lots, situation) if event.plan.live and event.lots else self._entropy

    def deal(self, number: int) -> acts.Deal:
        self.event.felt(number)
        now = self.now_us()
        live = self.event.plan.live  # real cards: they are keyed as they fall
        deck = () if live else shuffled(list(self.event.shape(now).deck), self._entropy)
        return acts.Deal(at_us=now, table=number, deck=deck)

    def due(self) -> acts.Any | None:
        """What has to be done now, if it can be: seats drawn again, a table broken, a player moved, chips raced off."""
        event, now = self.event, self.now_us()
        event.tick(now)
        if event.state != PLAYING:
            return None
        if event.end_due():
            return acts.Close(at_us=now)
        if (count := event.redraw_due()) and event.idle():
            numbers = sorted(event.tables)[:count] if not event.plan.staged else list(range(1, count + 1))
            lots = self._drawn_by("redraw", count, sorted(event.left()))
            return acts.Draw(at_us=now, seats=drawn_seats(event.left(), numbers, event.plan.seats, lots))
        if (broken := event.break_due()) and event.idle([broken]):
            return self._broken(broken, now)
        if (short := event.balance_due()) and (moved := self._moved(short, now)) is not None:
            return moved
        raced = next((n for n in sorted(event.tables) if event.race_due(n, now)), 0)
        return self.race(raced) if raced else None

    def race(self, number: int, odd: dict[str, int] | None = None) -> acts.Race:
        felt = self.event.felt(number)
        lots = self._drawn_by("race", number, self.event.chip(self.now_us()), felt.names())
        deck = shuffled(list(felt.table.form.deck), lots)
        return acts.Race(at_us=self.now_us(), table=number, deck=deck, odd=odd)

    def broken(self, number: int, reason: str) -> acts.Draw:
        """A table that the floor breaks out of its order."""
        event = self.event
        free = sum(len(felt.free(event.plan.seats)) for n, felt in event.tables.items() if n != number)
        if event.felt(number).players > free:
            raise Refused(f"{event.felt(number).players} sit at table {number}, {free} seats are open elsewhere.")
        return msgspec.structs.replace(self._broken(number, self.now_us()), reason=reason)

    def _broken(self, broken: int, now: int) -> acts.Draw:
        """The players of a broken table draw open seats, the shortest tables filled first."""
        event = self.event
        counts = {n: c for n, c in sorted(event.counts().items()) if n != broken}
        open_ = {n: event.tables[n].free(event.plan.seats) for n in counts}
        lots = self._drawn_by("break", broken, event.tables[broken].names(), open_)
        free = {n: list(shuffled(seats, lots)) for n, seats in open_.items()}
        seats: dict[str, Place] = {}
        for name in shuffled(event.tables[broken].names(), lots):
            number = min((n for n in counts if free[n]), key=lambda n: (counts[n], n))
            seats[name] = (number, free[number].pop())
            counts[number] += 1
        return acts.Draw(at_us=now, seats=seats, broken=broken)

    def _moved(self, short: int, now: int) -> acts.Move | None:
        """The next big blind of a full table goes to the worst place of the short one; in stud alone by seat.

        While a mixed event deals stud, the big blind is whoever would have it in hold'em: the button is frozen.
        """
        event = self.event
        full = event.felt(giver(event.asked, event.counts(), short, event.breaking))
        there = event.felt(short)
        if full.hand is not None:
            return None
        free = there.free(event.plan.seats)
        played = [level for level in event.plan.levels if not level.is_break]
        if all(form_of(event.plan, level, event.asked.room).family == "stud" for level in played):
            seat = next((n for n in reversed(there.opened) if n in free), free[0])
            leaves = seat if seat in full.table.seats else min(full.table.seats)
        else:
            seat, leaves = worst_seat(there.table, free), next_big_blind(full.table)
        return acts.Move(at_us=now, name=full.table.seats[leaves].name, place=(short, seat))

    def ready(self) -> list[int]:
        """Tables at which a hand may be dealt now."""
        found = []
        for number in sorted(self.event.tables):
            try:
                self.event.may_be_dealt(self.event.tables[number], self.now_us())
            except Stale:
                continue
            found.append(number)
        return found
