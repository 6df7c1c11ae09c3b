"""A table of one game, from hand to hand: seats, button, blinds, straddles, kills, money carried over."""

from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.equipment.money import parse_money
from croupier.poker import blinds as blind_rules
from croupier.poker.blinds import MOVING, Forced, Positions
from croupier.poker.book.forms import Form
from croupier.poker.book.room import Room
from croupier.poker.book.stakes import FIXED, NO, POT, Stakes
from croupier.poker.errors import Refused
from croupier.poker.hand import Hand
from croupier.poker.kill import Kill, Won
from croupier.poker.money import Cut, RakeChange
from croupier.poker.ranking import by_suit_high, by_suit_low
from croupier.poker.records import Awarded, Ruled
from croupier.poker.rulings import accidents
from croupier.poker.seats import IN, NEW, OUT, Seat, between, next_seat, positions_moved

_FORFEITS = ("forfeit-to-next-deal", "false-opener")


def check_stakes(form: Form, stakes: Stakes) -> None:
    """Stud is played with a forced bet and without blinds, everything else the other way round."""
    if form.family == "stud" and (stakes.blinds or not stakes.bring_in):
        raise Refused("structure", f"{form.title} is played with an ante and a bring-in, not with blinds")
    if form.family != "stud" and stakes.bring_in:
        raise Refused("structure", f"{form.title} has no up-card to bring it in: it is played with blinds or an ante")
    if form.family != "stud" and not stakes.blinds and not stakes.ante:
        raise Refused("structure", f"{form.title} needs blinds or an ante")


class Table:
    """Seats are numbered from the dealer's left; the order of a hand's players is `table.order`."""

    def __init__(
        self,
        room: Room,
        form: str | Form,
        stakes: Stakes,
        *,
        kill: str = "",
        qualifying: int = 0,
        half_rake: bool = False,
    ) -> None:
        self.room = room
        self.form = room.form(form) if isinstance(form, str) else form
        check_stakes(self.form, stakes)
        self.stakes = stakes
        self.seats: dict[int, Seat] = {}
        self.positions = Positions()
        self.previous = Positions()
        self.order: list[int] = []
        self.hand: Hand | None = None
        self.hands = 0
        self.carried = 0
        self.carried_by: set[int] = set()  # only these may play for money forfeited in an earlier deal
        self.locked_out: set[int] = set()  # false openers wait until somebody has won the pot
        self.passed_out = 0
        self.straddler: tuple[int, int] | None = None
        self.volunteer = -1  # who kills the coming pot at will
        self.kill = Kill(room.kill(self.form, kill == "half", qualifying)) if kill else None
        self.half_rake = half_rake
        self.rakes: list[RakeChange] = []  # what management has granted, the last one holds
        self.absent: set[int] = set()  # seats whose hands are dead as soon as they are dealt
        self.disputes_open = False
        self.impounded: dict[str, int] = {}
        self._dealt: tuple[Forced, Stakes, int, int] = (Forced([], [], [], [], {}), stakes, 0, 0)

    # seats

    def sit(self, number: int, name: str, stack: int, *, drew_for_button: bool = False, moved: bool = False) -> Seat:
        """Take a seat. After the first hand a new player waits for the big blind, or posts.

        A player `moved` from a broken or fuller table takes the rights and duties of the place.
        """
        if number in self.seats:
            raise Refused("seat", f"seat {number} is taken by {self.seats[number].name}")
        if len(self.seats) >= self.form.seats_most:
            raise Refused("players", f"{self.form.title} seats {self.form.seats_most}", self.room.clause("forms"))
        least = 0 if moved else self.room.least_buy_in(self.stakes)
        if stack < least:
            words, clause = "a buy-in of {stack} is below the minimum of {least}", self.room.clause("buy-in-bets")
            raise Refused("buy-in", words, clause, stack=stack, least=least)
        known = not self.hands or drew_for_button or moved or not self._blinds
        seat = Seat(number, name, stack, IN if known else NEW, moved=moved)
        self.seats[number] = seat
        return seat

    def leave(self, number: int) -> int:
        """Get up with all chips."""
        self._forgo_kill(number)
        return self.seats.pop(number).stack

    def sit_out(self, number: int) -> None:
        self._forgo_kill(number)
        self.seats[number].status = OUT

    def _forgo_kill(self, number: int) -> None:
        if self.kill is not None:
            if self.kill.killer == number:
                raise Refused(
                    "kill-due",
                    "a required kill is posted even by a player who quits or is dealt out",
                    self.room.clause("kill-obligation") or self.room.clause("kill"),
                )
            self.kill.leave(number)

    def sit_in(self, number: int, *, post: bool = False) -> None:
        """Come back: blinds missed are posted now, or the player waits for the big blind."""
        seat = self.seats[number]
        if seat.busted and seat.rounds_missed < self.room.value("busted-grace-rounds", 0):
            seat.missed = ()  # who lost all his chips has a round's grace
        seat.status = IN
        seat.posting = post

    def post(self, number: int) -> None:
        """A new player, or one who missed blinds, will post to be dealt in."""
        if not self._may_post():
            raise Refused(
                "post",
                "in lowball a new player waits for the big blind, unless the game is short-handed",
                self.room.clause("lowball-posts-short-handed"),
            )
        self.seats[number].posting = True

    def _may_post(self) -> bool:
        short = self.room.value("lowball-posts-short-handed")
        active = sum(1 for seat in self.seats.values() if seat.status == IN)
        return not self.form.pass_and_out or short is None or active <= short

    def due(self, number: int) -> int:
        """What a player who waits for the big blind would post to be dealt in; 0 for one who does not wait."""
        seat = self.seats[number]
        entering = seat.status == NEW and bool(self.room.value("post-required", True))
        owing = bool(seat.missed or seat.owes_blind)
        if not self._blinds or seat.status == OUT or seat.posting or not (entering or owing):
            return 0
        if owing and len(self._blinds) == 1:  # a single blind is taken in its turn only
            return 0
        live, dead = blind_rules.post(
            seat, self._blinds, self.stakes.big_blind, self.room.value("missed-small-blind", "live") == "live"
        )
        return live + dead if self._may_post() else 0

    def buy_button(self, number: int) -> None:
        """A new player between the button and the small blind posts both, the small one dead."""
        positions = self._next_positions()
        seats = [n for n in self.seats if self.seats[n].status != OUT]
        if self.seats[number].status != NEW or number not in between(positions.button, positions.small, seats):
            raise Refused(
                "buy-button",
                f"seat {number} is not between the button and the small blind",
                self.room.clause("buy-button"),
            )
        self.seats[number].buys_button = True

    def change_seat(self, old: int, new: int, *, dealt_off: bool = False) -> bool:
        """Move; true if the player must post or wait for the big blind at the new seat."""
        if new in self.seats:
            raise Refused("seat", f"seat {new} is taken by {self.seats[new].name}")
        if self.carried or self.passed_out:
            raise Refused(
                "seat-change",
                "no seat is changed while antes or forfeited money lie in the pot",
                self.room.clause("seat-change-antes"),
            )
        active = [n for n, seat in self.seats.items() if seat.status == IN]
        moved = positions_moved(old, new, [*active, new])
        seat = self.seats.pop(old)
        seat.number = new
        self.seats[new] = seat
        free = self.room.value("seat-change-free", len(active))
        pays = moved > free and not dealt_off and self.hands > 0 and len(self._blinds) > 1
        if pays:
            seat.status = NEW
        seat.free_entry = dealt_off
        seat.changed, seat.buys_button = self.hands > 0, False
        return bool(pays)

    # the button

    @property
    def _blinds(self) -> tuple[int, ...]:
        return self.stakes.blinds

    @property
    def lowest_draws(self) -> bool:
        """Whether the lowest card has the first button: in low games, where the book says so."""
        return bool(self.form.low) and self.room.value("draw-for-button", {}).get("low") == "lowest"

    def draw_for_button(self, cards: dict[int, int]) -> int:
        """The highest card by suit has the first button; in low games the lowest, where the book says so."""
        if self.lowest_draws:
            winner = min(cards, key=lambda seat: by_suit_low(cards[seat]))
        else:
            winner = max(cards, key=lambda seat: by_suit_high(cards[seat]))
        self.positions.button = winner
        return winner

    def _next_positions(self) -> Positions:
        method = self.room.value("button", MOVING)
        return blind_rules.advance(self.positions, self.seats, method, len(self._blinds), self.room.fewer_blinds())

    def straddle_range(self, number: int) -> tuple[int, int]:
        """More than the one, at most the other: what a seat may straddle with; refused where it may not.

        In a limit game both are the same, and it is exactly that. The latest to act has priority.
        """
        room, big = self.room, self.stakes.big_blind
        if not room.value("straddle", False) or self.room.tournament:
            raise Refused("straddle", "no straddle is allowed here", room.clause("straddle"))
        if self.hand is not None and not self.hand.over:
            raise Refused("straddle", "the first card has been released", room.clause("straddle"))
        positions = self._next_positions()
        if number in (positions.small, positions.big):
            raise Refused("straddle", "a blind may not straddle", room.clause("straddle"))
        if self.straddler is not None and not self._later(number, self.straddler[0], positions):
            raise Refused("straddle", f"seat {self.straddler[0]} acts later and has priority", room.clause("straddle"))
        if self.stakes.limit:
            size = room.value("straddle-limit-blinds", 0) * big
            return size, size
        return big, room.value("straddle-most-blinds", 0) * big

    def straddle(self, number: int, amount: int) -> None:
        """Post a straddle for the next hand."""
        over, most = self.straddle_range(number)
        if self.stakes.limit and amount != most:
            words, clause = "a straddle is {size} in a limit game, not {amount}", "straddle-limit-blinds"
            raise Refused("straddle", words, self.room.clause(clause), size=most, amount=amount)
        if not self.stakes.limit and not over < amount <= most:
            words, clause = "a straddle is more than {big} and at most {most}, not {amount}", "straddle-most-blinds"
            raise Refused("straddle", words, self.room.clause(clause), big=over, most=most, amount=amount)
        self.straddler = (number, amount)

    def _later(self, number: int, other: int, positions: Positions) -> bool:
        order = blind_rules._from(positions.button, list(self.seats))
        return order.index(number) >= order.index(other)

    def change_game(self, form: str | Form, stakes: Stakes) -> None:
        """The next game of a mixed rotation; while stud is played the button stays frozen where it will be."""
        if self.hand is not None and not self.hand.over:
            raise Refused("phase", "a hand is being played")
        shape = self.room.form(form) if isinstance(form, str) else form
        check_stakes(shape, stakes)
        self.form, self.stakes = shape, stakes

    def reduce_rake(self, percent: int, most: int, by: str, reason: str = "") -> RakeChange:
        """A lower rake for a short table, on record with who granted it; it holds until it is changed."""
        standard = self.room.value("rake", {})
        if by not in ("supervisor", "lead-supervisor", "manager"):
            raise Refused(
                "authority", f"the rake is lowered by management, not by a {by}", self.room.clause("opening-rake")
            )
        top = parse_money(standard.get("most", "$0"))
        if not 0 <= percent <= standard.get("percent", 0) or (top and most > top):
            words = f"{percent} per cent up to {{most}} is no reduction"
            raise Refused("rake", words, self.room.clause("opening-rake"), most=most)
        self.rakes.append(RakeChange(percent, most, by, self.hands + 1, reason))
        return self.rakes[-1]

    # a hand

    def deal(self, deck: Sequence[int] | None = None, **options: Any) -> Hand:
        """Move the button, take blinds and antes, and begin the hand; with a deck it deals itself."""
        if self.hand is not None and not self.hand.over:
            raise Refused("phase", "a hand is being played")
        stakes = self.stakes
        chip = self._chip()
        step = max(chip, self.room.increment(stakes))
        if stakes.step < step:  # wagers are made in chips that play, in some games in steps of their own
            stakes = msgspec.structs.replace(stakes, step=step)
        forced = self._forced()
        killer = self.volunteer if self.volunteer >= 0 else self.kill.killer if self.kill is not None else -1
        kill_seat = killer if killer in forced.order else -1
        if kill_seat >= 0 and self.kill is not None:
            stakes = self.kill.rule.stakes(stakes)
            forced.blinds[forced.order.index(kill_seat)] = self.kill.rule.amount(self.stakes.big_blind)
            forced.posts[forced.order.index(kill_seat)] = 0
        raise_size = self._apply_straddle(forced)
        if kill_seat >= 0 or (self.straddler is not None and self.straddler[0] in forced.order):
            forced.first = -1  # it acts left of the larger blind
        self._dealt = (forced, stakes, raise_size, self.carried)
        self._begin(deck, options)
        self.carried = 0
        self.hands += 1
        self.disputes_open = False
        self.straddler = None
        self.volunteer = -1
        assert self.hand is not None
        return self.hand

    def _begin(self, deck: Sequence[int] | None, options: dict[str, Any]) -> None:
        forced, stakes, raise_size, carried = self._dealt
        room = self.room
        rules = room.rules(
            self.form,
            time_game=room.time_game(self.stakes),
            pot_limit=self.stakes.kind == POT,
            two_left=len(self.seats) == 2,
        )
        self.order = forced.order
        self.hand = Hand(
            self.form,
            stakes,
            [self._in_play(number) for number in forced.order],
            rules=rules,
            deck=deck,
            blinds=forced.blinds,
            posts=forced.posts,
            dead=forced.dead,
            first=forced.first,
            raise_size=raise_size,
            antes=[0] * len(forced.order) if self._antes_stopped() else None,
            carried=carried,
            house=self._cut(),
            absent=[at for at, number in enumerate(forced.order) if number in self.absent],
            **options,
        )

    def _cut(self) -> Cut | None:
        reduced = self.rakes[-1] if self.rakes else None
        short = self.half_rake and self.room.half_rake(self.form, len(self.order), True)  # a table that fills pays all
        return self.room.cut(self.stakes, half=short, reduced=reduced)

    def _antes_stopped(self) -> bool:
        """A pot passed out so often is played for what lies in it."""
        most = self.room.value("antes-most-deals", 0)
        return bool(most) and self.form.openers and self.passed_out >= most

    def redeal(self, deck: Sequence[int] | None = None, **options: Any) -> Hand:
        """After a misdeal: the same button, players and limits, and nobody new."""
        if self.hand is None or not self.hand.over or self.hand.stacks != self.hand.start:
            raise Refused("redeal", "only a misdeal is dealt again", self.room.clause("significant-action"))
        self._begin(deck, options)
        return self.hand

    def _in_play(self, number: int) -> int:
        """Chips that play: no fraction of the smallest chip."""
        seat = self.seats[number]
        seat.dust = seat.stack % self._chip()
        return seat.stack - seat.dust

    def _chip(self) -> int:
        """A fraction of a dollar does not play where all betting is in dollars."""
        smallest = self.room.value("smallest-chip")
        stakes = self.stakes
        if not smallest or self.room.tournament:
            return 1
        if self.room.value("bring-in-chips", False) and not stakes.limit:
            return stakes.small  # smaller chips play only in quantity
        unit = parse_money(smallest)
        sizes = (stakes.small, stakes.big, stakes.ante, stakes.bring_in, *stakes.blinds)
        return unit if all(size % unit == 0 for size in sizes) else 1

    def _forced(self) -> Forced:
        room, stakes = self.room, self.stakes
        if not stakes.blinds:
            order = blind_rules._from(self._ante_button(), self._ante_players())
            return Forced(order, [0] * len(order), [0] * len(order), [0] * len(order), {})
        shut, least = self._shut_out(), self.least_stack()
        seats = {number: seat for number, seat in self.seats.items() if number not in shut and seat.stack >= least}
        if self.positions.button < 0 and self._starts_right_of_dealer:
            self.positions.button = max(
                (n for n, seat in seats.items() if seat.status != OUT and seat.stack), default=-1
            )
        method, fewer = room.value("button", MOVING), room.fewer_blinds()
        new = blind_rules.advance(self.positions, seats, method, len(stakes.blinds), fewer)
        forced = blind_rules.forced(
            new,
            seats,
            stakes.blinds,
            small_missed_live=room.value("missed-small-blind", "live") == "live",
            post_required=bool(room.value("post-required", True)),
            opening_bet=stakes.big_blind,
            previous=self.positions,
        )
        buyer = next((n for n in forced.order if self.seats[n].buys_button), -1)
        self.previous, self.positions = self.positions, new
        blind_rules.note_missed(new, self.previous, self.seats, stakes.blinds, set(forced.order))
        if buyer >= 0:
            had = new.small in self.previous.bigs  # otherwise he is still due for it, and posts it next
            last = new.small if had else self.previous.big
            self.positions = Positions(new.button, buyer, last, (last, buyer))
        return forced

    def least_stack(self) -> int:
        """What a player needs before the deal where the book asks for the forced bets and one bet more."""
        if not self.room.value("players-need-one-bet", False) or self.room.tournament:
            return 0
        stakes = self.stakes
        return stakes.ante + stakes.bring_in + stakes.big_blind + stakes.small

    def _ante_button(self) -> int:
        """Games without blinds: stud has no button, draw moves it each hand."""
        if self.form.family == "stud":
            return 0
        players = self._ante_players()
        if self.positions.button < 0:
            self.positions.button = max(players) if self._starts_right_of_dealer else players[0]
        else:
            self.positions.button = next_seat(self.positions.button, players)
        return self.positions.button

    @property
    def _starts_right_of_dealer(self) -> bool:
        """Where nobody drew for the first button, some rooms put it at the dealer's right: the last seat."""
        return "right-of-dealer" in self.room.value("button-start", ())

    def _ante_players(self) -> list[int]:
        needed = max(self.stakes.ante + self.stakes.bring_in, self.least_stack())
        players = [
            n
            for n, seat in self.seats.items()
            if seat.status != OUT and ((seat.stack >= needed and seat.stack) or (seat.for_antes and self.carried))
        ]
        players = [n for n in players if n not in self._shut_out()]
        if len(players) < 2:
            raise Refused(
                "players",
                "a hand needs two players who can post the ante and the forced bet",
                self.room.clause("ante-and-forced-bet"),
            )
        return players

    def _shut_out(self) -> set[int]:
        """Seats that may not play for the money carried over."""
        if not self.carried:
            return set()
        outside = set(self.seats) - self.carried_by if self.carried_by else set()
        return outside | self.locked_out

    def lock_out(self, number: int) -> None:
        """A false declaration while all-in: no hand until the pot has been opened and won, whatever he buys."""
        self.locked_out.add(number)

    def deal_for(self, deck: Sequence[int]) -> dict[int, int]:
        """A card to each player, from the dealer's left; the button is irrelevant."""
        return dict(zip(sorted(self.seats), deck))

    def _apply_straddle(self, forced: Forced) -> int:
        """Put the straddle in; returns the size that the next raise must have, or 0 for the ordinary one."""
        if self.straddler is None or self.straddler[0] not in forced.order:
            return 0
        number, amount = self.straddler
        forced.blinds[forced.order.index(number)] = amount
        if self.stakes.kind == NO and self.room.value("straddle-raise", "increment") == "increment":
            return max(amount - self.stakes.big_blind, self.stakes.small)
        return 0 if self.stakes.kind == FIXED else amount

    def finish(self) -> None:
        """Take the stacks back from the hand that ended, and move the kill button."""
        hand = self.hand
        if hand is None or not hand.over:
            raise Refused("phase", "the hand is not over")
        for place, number in enumerate(self.order):
            seat = self.seats.get(number)
            if seat is None:
                continue
            seat.stack = hand.stacks[place] + seat.dust
            seat.dust = 0
            seat.for_antes = bool(hand.carried) and hand.alive[place] and not seat.stack
            if seat.stack < self._chip() and not seat.for_antes:
                seat.status, seat.busted, seat.rounds_missed = OUT, True, 0
        self.carried = hand.carried
        for record in hand.records:
            if isinstance(record, Ruled) and record.when == "all-in-false-declaration" and hand.carried:
                self.lock_out(self.order[record.player])
        forfeited = any(isinstance(record, Ruled) and record.ruling in _FORFEITS for record in hand.records)
        if not hand.carried:
            self.carried_by, self.locked_out = set(), set()
        elif forfeited:
            self.carried_by = set(self.order)
        self.passed_out = self.passed_out + 1 if hand.carried else 0
        self.disputes_open = True
        if self.kill is not None:
            self.kill.after(won_by(hand, self.order), self.stakes)

    def dispute(self) -> Hand:
        """The hand that may still be ruled on: until the next deal begins."""
        if self.hand is None or not self.hand.over or not self.disputes_open:
            raise Refused("dispute", "the next deal has begun: the result stands", self.room.clause("dispute-until"))
        return self.hand

    def impound(self, number: int, amount: int, reason: str) -> None:
        """Hold a disputed pot, or a part of it, that was pushed to a seat, while the game goes on."""
        self.dispute()
        if not 0 < amount <= self.seats[number].stack:
            words = f"{{amount}} is not in front of seat {number}"
            raise Refused("impound", words, self.room.clause("impound"), amount=amount)
        self.seats[number].stack -= amount
        self.impounded[reason] = self.impounded.get(reason, 0) + amount

    def release(self, reason: str, number: int) -> int:
        """The decision: what was held goes to this seat."""
        amount = self.impounded.pop(reason)
        self.seats[number].stack += amount
        return amount

    @property
    def kills_at_will(self) -> bool:
        """Whether a player may kill the coming pot: in lowball, where the house offers it."""
        return (
            self.kill is not None and bool(self.room.value("voluntary-kill-lowball", False)) and self.form.pass_and_out
        )

    def voluntary_kill(self, number: int, most_cards_dealt: int) -> int:
        """In lowball, where it is offered: a player kills the pot after looking at two cards."""
        if self.kill is None or not self.kills_at_will:
            raise Refused("kill", "no pot is killed at will here", self.room.clause("voluntary-kill"))
        amount = self.kill.verify_voluntary(self.seats[number].stack, self.stakes.big_blind, most_cards_dealt)
        if self.volunteer >= 0:
            raise Refused("one-kill", "only one kill is allowed on a deal", self.room.clause("kill"))
        self.volunteer = number
        return amount

    def chop(self) -> None:
        """The blinds take their bets back when everybody else has folded."""
        hand = self.hand
        if not self.room.value("chop", False):
            raise Refused("chop", "the blinds are not chopped here", self.room.clause("chop"))
        if hand is None or hand.street or hand.phase != "bet" or hand.voluntary or self.form.family == "stud":
            raise Refused("chop", "only the blinds may chop, before anyone else has come in", self.room.clause("chop"))
        live = {self.order[i] for i in range(hand.n) if hand.alive[i]}
        if live != {self.positions.small, self.positions.big}:
            raise Refused("chop", "others are still in the hand", self.room.clause("chop"))
        accidents.void(hand)


def won_by(hand: Hand, order: Sequence[int]) -> Won:
    """What the kill button wants to know of a finished hand."""
    awards = [record for record in hand.records if isinstance(record, Awarded)]
    winners = {record.player for record in awards}
    pot = sum(record.amount for record in awards) + hand.collected
    if len(winners) != 1:
        return Won(-1, pot, hand.street > 0)
    winner = winners.pop()
    return Won(order[winner], pot, hand.street > 0, hand.form.high_low, hand.won[winner])
