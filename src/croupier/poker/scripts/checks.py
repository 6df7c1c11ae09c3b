"""What a case script may demand of a hand or a table: `= pot 60`, `= dead p2`, `= dealt s1 s3`.

Each expectation is a method `is_…` that returns true, or what it found instead.
"""

from decimal import Decimal
from typing import Any

from croupier.equipment.cards import parse_card
from croupier.poker.announce import announcements
from croupier.poker.book.room import Room
from croupier.poker.book.stakes import Stakes
from croupier.poker.dealing import stub
from croupier.poker.hand import Hand
from croupier.poker.options import Options
from croupier.poker.records import UNKNOWN, Collected, Record
from croupier.poker.rulings.desk import Desk
from croupier.poker.table import Table
from croupier.poker.view import count_told


class Failed(AssertionError):
    """A line of a case that did not hold."""


def card_of(word: str) -> int:
    return UNKNOWN if word == "??" else parse_card(word)


class Checks:
    """The expectations; `Script` brings the hand, the table and the steps."""

    room: Room
    stakes: Stakes
    unit: int
    table: Table | None
    hand: Hand | None
    desk: Desk | None
    last: Record | None

    def chips(self, amount: Any) -> int:
        return int(Decimal(str(amount)) * self.unit)

    def _live(self) -> Hand:
        if self.hand is None:
            raise Failed("no hand is being played")
        return self.hand

    def _at_desk(self) -> Desk:
        if self.desk is None:
            raise Failed("no hand is being played")
        return self.desk

    def _fill(self) -> None:
        """Cards not named are unknown ones."""
        hand = self._live()
        while hand.phase == "deal" and any(hand.owed):
            i = next(i for i, owed in enumerate(hand.owed) if owed)
            hand.deal_hole(i, [UNKNOWN] * hand.owed[i])

    def is_actor(self, who: str) -> Any:
        self._fill()
        return self._live().actor == int(who[1:]) - 1 or f"player {self._live().actor + 1}"

    def is_first(self, who: str) -> Any:
        assert self.table is not None
        self._fill()
        seat = self.table.order[self._live().actor]
        return seat == int(who[1:]) or f"seat {seat}"

    def is_pot(self, amount: str) -> Any:
        return self._live().pot == self.chips(amount) or self._dollars(self._live().pot)

    def is_level(self, amount: str) -> Any:
        self._fill()
        return self._live().level == self.chips(amount) or self._dollars(self._live().level)

    def is_stack(self, who: str, amount: str) -> Any:
        if who.startswith("s"):
            assert self.table is not None
            stack = self.table.seats[int(who[1:])].stack
        else:
            stack = self._live().stacks[int(who[1:]) - 1]
        return stack == self.chips(amount) or self._dollars(stack)

    def is_bet(self, who: str, amount: str) -> Any:
        bet = self._live().bets[int(who[1:]) - 1]
        return bet == self.chips(amount) or self._dollars(bet)

    def _options(self) -> Options:
        self._fill()
        return self._live().options()

    def is_call(self, amount: str) -> Any:
        call = self._options().call
        return call == self.chips(amount) or self._dollars(call)

    def is_least(self, amount: str) -> Any:
        options = self._options()
        return options.least == self.chips(amount) or f"{self._dollars(options.least)} {options.why_no_raise}"

    def is_most(self, amount: str) -> Any:
        options = self._options()
        return options.most == self.chips(amount) or f"{self._dollars(options.most)} {options.why_no_raise}"

    def is_amounts(self, *amounts: str) -> Any:
        found = self._options().amounts
        return found == tuple(map(self.chips, amounts)) or [self._dollars(amount) for amount in found]

    def is_no_raise(self, rule: str) -> Any:
        return self._options().why_no_raise == rule or self._options()

    def is_may(self, verb: str) -> Any:
        return bool(getattr(self._options(), verb)) or self._options()

    def is_may_not(self, verb: str) -> Any:
        return not getattr(self._options(), verb) or self._options()

    def is_won(self, who: str, amount: str) -> Any:
        won = self._live().won[int(who[1:]) - 1]
        return won == self.chips(amount) or self._dollars(won)

    def is_over(self) -> Any:
        return self._live().over or self._live().phase

    def is_phase(self, phase: str) -> Any:
        return self._live().phase == phase or self._live().phase

    def is_street(self, *name: str) -> Any:
        return self._live().at.name == " ".join(name) or self._live().at.name

    def is_dead(self, who: str) -> Any:
        return not self._live().alive[int(who[1:]) - 1] or "live"

    def is_live(self, who: str) -> Any:
        return self._live().alive[int(who[1:]) - 1] or "dead"

    def is_ruling(self, ruling: str) -> Any:
        found = self._at_desk().rulings[-1] if self._at_desk().rulings else None
        return getattr(found, "ruling", "none") == ruling or found

    def is_clause(self, clause: str) -> Any:
        found = self._at_desk().rulings[-1].clause
        return clause in found or found

    def is_board(self, *cards: str) -> Any:
        wanted = [card_of(word) for word in cards]
        return self._live().board == wanted or self._live().board

    def is_holds(self, who: str, *cards: str) -> Any:
        held = self._live().hole[int(who[1:]) - 1]
        return all(card_of(word) in held for word in cards) or held

    def is_burn(self, card: str) -> Any:
        hand = self._live()
        return card_of(card) in hand.next_burn or card_of(card) in hand.burns or hand.burns

    def is_collected(self, kind: str, amount: str) -> Any:
        total = sum(r.amount for r in self._live().records if isinstance(r, Collected) and r.kind == kind)
        return total == self.chips(amount) or self._dollars(total)

    def is_carried(self, amount: str) -> Any:
        return self._live().carried == self.chips(amount) or self._dollars(self._live().carried)

    def is_shows_first(self, who: str) -> Any:
        return self._live().actor == int(who[1:]) - 1 or f"player {self._live().actor + 1}"

    def is_clock(self, seconds: str) -> Any:
        return self._at_desk().clock == int(seconds) or self._at_desk().clock

    def is_button(self, seat: str) -> Any:
        assert self.table is not None
        return self.table.positions.button == int(seat[1:]) or self.table.positions

    def is_small(self, seat: str) -> Any:
        assert self.table is not None
        return self.table.positions.small == int(seat[1:]) or self.table.positions

    def is_big(self, seat: str) -> Any:
        assert self.table is not None
        return self.table.positions.big == int(seat[1:]) or self.table.positions

    def is_dealt(self, *seats: str) -> Any:
        assert self.table is not None
        return sorted(self.table.order) == sorted(int(seat[1:]) for seat in seats) or self.table.order

    def is_posted(self, seat: str, live: str, dead: str = "0") -> Any:
        assert self.table is not None
        hand, place = self._live(), self.table.order.index(int(seat[1:]))
        paid = hand.start[place] - hand.stacks[place]
        found = hand.bets[place], paid - hand.bets[place]
        return found == (self.chips(live), self.chips(dead)) or [self._dollars(part) for part in found]

    def is_killer(self, seat: str) -> Any:
        assert self.table is not None and self.table.kill is not None
        wanted = -1 if seat == "nobody" else int(seat[1:])
        return self.table.kill.killer == wanted or self.table.kill

    def is_leg(self, seat: str) -> Any:
        assert self.table is not None and self.table.kill is not None
        wanted = -1 if seat == "nobody" else int(seat[1:])
        return self.table.kill.leg == wanted or self.table.kill

    def is_must_post(self, answer: str) -> Any:
        return self.must_post == (answer == "yes") or self.must_post

    def is_announced(self, *words: str) -> Any:
        self._fill()
        said = announcements(self._live())
        return " ".join(words) in said or said

    def is_not_announced(self, word: str) -> Any:
        said = announcements(self._live())
        return not any(word in line for line in said) or said

    def is_stub(self, count: str) -> Any:
        return stub(self._live()) == int(count) or stub(self._live())

    def is_dealt_first(self, *words: str) -> Any:
        """Cards dealt to decide something: `s1=Kd s2=9s`, the deck being `of` these cards in order."""
        assert self.table is not None
        wanted = {int(word.split("=")[0][1:]): card_of(word.split("=")[1]) for word in words}
        found = self.table.deal_for(list(wanted.values()))
        return found == wanted or found

    def is_boxes(self, *names: str) -> Any:
        return self.room.boxes() == set(names) - {"none"} or self.room.boxes()

    def is_time_due(self, seats: str, locked: str, fee: str, amount: str, *words: str) -> Any:
        found = self.room.time_due(int(seats), int(locked), self.chips(fee), first_down="first-down" in words)
        return found == self.chips(amount) or self._dollars(found)

    def is_time_game(self, answer: str) -> Any:
        return self.room.time_game(self.stakes) == (answer == "yes") or "not so"

    def is_collections(self, after: str, until: str, count: str) -> Any:
        """How often time falls due between two times of day, `14:01 15:00`."""
        time = self.room.time()
        assert time is not None
        minutes = [int(word[:-3]) * 60 + int(word[-2:]) for word in (after, until)]
        return time.collections(*minutes) == int(count) or time.collections(*minutes)

    def is_brings(self, stack: str, how: str, amount: str) -> Any:
        found = self.room.brings(self.stakes, self.chips(stack), forced=how == "forced")
        return found == self.chips(amount) or self._dollars(found)

    def is_count(self, asker: str, of: str, answer: str) -> Any:
        found = count_told(self._live(), self.room, int(asker[1:]) - 1, int(of[1:]) - 1)
        return found.replace(" ", "-") == answer or found

    def is_setting(self, name: str, value: str) -> Any:
        found = self.room.value(name)
        return str(found).lower() == value.lower() or found

    must_post = False

    def _dollars(self, amount: int) -> str:
        return str(Decimal(amount) / self.unit)
