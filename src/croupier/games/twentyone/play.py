"""The players' decisions: stand, draw, double, split; one hand after the other, each to its end."""

from functools import cached_property

from croupier.equipment.cards import ACE
from croupier.games.shoegame import once
from croupier.games.twentyone.counting import is_soft, same_value, total
from croupier.games.twentyone.felt import BASE, BUST, DEAD, DOUBLE, OPEN, PAID, SPLIT, STOOD, WAITING, place
from croupier.games.twentyone.house_rules import CHARLIE, SURRENDERED
from croupier.games.twentyone.sides import DEAL, PLAY, SideBets
from croupier.rounds.felt import Hand
from croupier.rounds.game import Procedure
from croupier.rounds.procedure import ask, turn_up
from croupier.rounds.requests import Amount, Choice, Decide
from croupier.rounds.table import Table

DOUBLES = ("same", "hard-9-to-11", "hard-10-or-11")  # what a sign at a game of one or two decks may allow
SPLITS = ("same", "once", "equal-rank")
STAND, HIT = Choice("stand", 0, "take no more cards"), Choice("hit", 0, "one more card")
SURRENDER = Choice("surrender", 0, "give up half of the wager")


class Playing(SideBets):
    """Decisions. Each choice `x-y` of a player is carried out by the method `do_x_y`."""

    BLACKJACK_TABLE = "main"  # the pay table with the odds of a blackjack

    # One position after the other

    def play_position(self, table: Table, position: int) -> Procedure[None]:
        """All hands of a position; a split puts a new hand next to the one it came from."""
        seat = table.position(position)
        if self.face_down and seat.hands[0].state != DEAD and self.has_sides(table, position):
            yield from turn_up(table, place(position))
            yield from self.settle_side(table, DEAL, position)
        index = 0
        while index < len(seat.hands):
            yield from self.play_hand(table, position, index)
            if self.on_third_card:
                yield from self.settle_side(table, PLAY, position)
            index += 1

    def play_hand(self, table: Table, position: int, index: int) -> Procedure[None]:
        hand = table.position(position).hands[index]
        while hand.state == OPEN and not self.dealer_blackjack(table):
            if len(hand.cards) < 2:
                yield from self.deal_second(table, position, index)
                continue
            if self.natural(hand):
                if (yield from self.take_blackjack(table, position)):
                    return
                continue
            if hand.known and total(hand.cards) >= 21:
                hand.state = STOOD
                return
            choices = self.choices(table, position, index)
            if len(choices) == 1:
                hand.state = STOOD
                return
            answer = yield from once(Decide(choices, position, index))
            if answer is not None:
                yield from self.carry_out(table, position, index, answer.name)

    def carry_out(self, table: Table, position: int, index: int, name: str) -> Procedure[None]:
        procedure: Procedure[None] = getattr(self, "do_" + name.replace("-", "_"))(table, position, index)
        return procedure

    # What may be chosen

    def moves(self) -> tuple[str, ...]:
        """As this table plays without a ruling: the house may offer a double face down, and even money."""
        hidden = ("double-hidden",) if self.posting.get("double-face-down", False) else ()
        early = ("wait", "even-money") if self.posting.get("even-money", False) else ()
        gives_up = () if self.surrenders == "none" else ("surrender", "play-on")
        return ("stand", "hit", "double", "split", "double-less", *hidden, *early, *gives_up)

    def choices(self, table: Table, position: int, index: int) -> tuple[Choice, ...]:
        hand = table.position(position).hands[index]
        found = [STAND]
        stake = self.stake(table, position)
        if not self.one_card_only(hand):
            found.append(HIT)
            if self.may_double(hand):
                found += self.double_choices(stake)
        if self.may_split(table, position, hand):
            found.append(Choice("split", stake, "two hands, with a second wager as large as the first"))
        if self.may_surrender(table, hand, len(table.position(position).hands)):
            found.append(SURRENDER)
        found += self.more_choices(table, position, index)
        if not hand.known:
            found.append(Choice("show", 0, "turn the cards over: a blackjack, or too many"))
        if table.felt.aside:
            found.append(Choice("refuse", 0, "refuse the exposed card, and every other card of this round"))
        return tuple(found)

    def more_choices(self, table: Table, position: int, index: int) -> list[Choice]:
        """What a variant adds."""
        return []

    def double_choices(self, stake: int) -> list[Choice]:
        found = [Choice("double", stake, "a second wager as large as the first, and exactly one card")]
        if stake >= 2 * self.unit:
            found.append(Choice("double-less", self.unit, "a smaller second wager, and exactly one card"))
        if self.posting.get("double-face-down", False):
            found.append(Choice("double-hidden", stake, "double, with the card face down until the round is over"))
        return found

    def one_card_only(self, hand: Hand) -> bool:
        """An ace of a split pair gets one card and no more."""
        return self.split_ace(hand) and not self.posting.get("draw-to-split-aces", False)

    def may_double(self, hand: Hand) -> bool:
        """The first two cards of a hand; a game of one or two decks may post its own rule."""
        if len(hand.cards) != 2 or self.split_ace(hand):
            return False
        if hand.memo.get("split") and not self.posting.get("double-after-split", True):
            return False
        rule = self.double_rule
        if rule == "same" or not hand.known:
            return True
        least = 9 if rule == "hard-9-to-11" else 10
        return not is_soft(hand.cards) and least <= total(hand.cards) <= 11

    def may_split(self, table: Table, position: int, hand: Hand) -> bool:
        """Two cards of the same value, while the position has fewer hands than the rulebook allows."""
        if len(hand.cards) != 2:
            return False
        hands, rule = len(table.position(position).hands), self.split_rule
        if hands >= self.most_hands:
            return False
        if not hand.known:
            return True
        first, second = hand.cards
        if not same_value(first, second) or (rule == "equal-rank" and first >> 2 != second >> 2):
            return False
        return first >> 2 != ACE or hands < self.ace_hands()

    @cached_property
    def double_rule(self) -> str:
        """What a sign at a game of one or two decks says about doubling; in a tournament any two cards double."""
        usual = {"any": "same"}.get(rule := str(self.posting.get("double-on", "any")), rule)
        signed = str(self.posting.get("small-game-double", "same")) if self.small_game else "same"
        return "same" if self.tournament else usual if signed == "same" else signed

    @cached_property
    def split_rule(self) -> str:
        signed = self.small_game and not self.tournament
        return str(self.posting.get("small-game-split", "same")) if signed else "same"

    @cached_property
    def most_hands(self) -> int:
        """How many hands one position may have."""
        most = int(self.posting["split-hands"])
        return min(most, 2) if self.split_rule == "once" else most

    def ace_hands(self) -> int:
        """How many hands split aces may become."""
        usual = int(self.posting["split-ace-hands"])
        return int(self.posting.get("tournament-ace-hands", usual)) if self.tournament else usual

    # Carrying it out

    def do_stand(self, table: Table, position: int, index: int) -> Procedure[None]:
        table.position(position).hands[index].state = STOOD
        return
        yield

    def do_surrender(self, table: Table, position: int, index: int) -> Procedure[None]:
        """Half of the wager is given up; where the dealer may still turn over a blackjack, that is seen first."""
        hand = table.position(position).hands[index]
        hand.state = SURRENDERED
        if not self.hole_card_unknown(table):
            self.settle_surrender(table, position)
            table.conclude()
        return
        yield

    def settle_surrender(self, table: Table, position: int) -> None:
        if wager := table.wager(BASE, position):
            table.settle(wager, "surrender", because="The hand was surrendered.")

    def do_refuse(self, table: Table, position: int, index: int) -> Procedure[None]:
        """Who refuses a card that was exposed in error gets no more cards in this round."""
        for hand in table.position(position).hands:
            if hand.state == OPEN:
                hand.state = STOOD
        return
        yield

    def do_hit(self, table: Table, position: int, index: int) -> Procedure[None]:
        hand = table.position(position).hands[index]
        yield from self.draw(table, place(position, index), "up", lambda: hand.state != OPEN)
        self.check_bust(table, position, index)

    def do_show(self, table: Table, position: int, index: int) -> Procedure[None]:
        yield from turn_up(table, place(position, index))
        self.check_bust(table, position, index)

    def do_double(self, table: Table, position: int, index: int) -> Procedure[None]:
        yield from self.double(table, position, index, self.stake(table, position), "up")

    def do_double_hidden(self, table: Table, position: int, index: int) -> Procedure[None]:
        yield from self.double(table, position, index, self.stake(table, position), "down")

    def do_double_less(self, table: Table, position: int, index: int) -> Procedure[None]:
        most = self.stake(table, position) - self.unit
        most -= most % self.unit
        answer = yield from ask(Amount(position, DOUBLE, self.unit, most, self.unit, index, may_decline=False))
        yield from self.double(table, position, index, answer.amount, "up")

    def double(self, table: Table, position: int, index: int, cents: int, face: str) -> Procedure[None]:
        """A second wager and exactly one card. Cards that only the player has seen are turned first."""
        if not (yield from self.shown_for(table, position, index, "double")):
            return
        table.bet(position, DOUBLE, cents, hand=index)
        yield from self.last_card(table, position, index, face)

    def last_card(self, table: Table, position: int, index: int, face: str) -> Procedure[None]:
        """The one card of a doubled hand."""
        hand = table.position(position).hands[index]
        hand.memo["doubled"] = True
        yield from self.draw(table, place(position, index), face, lambda: hand.state != OPEN)
        if hand.state == OPEN:
            if face == "up":
                self.check_bust(table, position, index)
            if hand.state == OPEN:
                hand.state = STOOD

    def do_split(self, table: Table, position: int, index: int) -> Procedure[None]:
        if (yield from self.shown_for(table, position, index, "split")):
            self.split_hand(table, position, index)
            table.bet(position, SPLIT, self.stake(table, position), hand=index + 1)

    def split_hand(self, table: Table, position: int, index: int) -> Hand:
        """The second card becomes a hand of its own, next to the first."""
        seat = table.position(position)
        hand = seat.hands[index]
        for wager in table.wagers(position=position):
            if wager.hand > index:
                wager.hand += 1
        new = Hand([hand.cards.pop()], hand.faces[1:], memo={"split": True})
        hand.faces, hand.memo["split"] = hand.faces[:1], True
        seat.hands.insert(index + 1, new)
        return new

    def shown_for(self, table: Table, position: int, index: int, what: str) -> Procedure[bool]:
        """Pitched cards are turned over to double or split; then it is seen whether that may be done."""
        hand = table.position(position).hands[index]
        if "u" * len(hand.cards) == hand.faces:
            return True
        yield from turn_up(table, place(position, index))
        if hand.state != OPEN:
            return False
        if what == "split":
            allowed = self.may_split(table, position, hand)
        else:
            allowed = self.may_double(hand) and (not self.natural(hand) or self.may_break_blackjack() != "paid")
        if not allowed:
            table.note(f"Position {position} can't {what} these cards.", self.posting.clause("decisions"))
        return allowed

    def deal_second(self, table: Table, position: int, index: int) -> Procedure[None]:
        """A card that a split or exchanged hand lacks; a split ace stands on it unless it may be split again."""
        hand = table.position(position).hands[index]
        yield from self.draw(table, place(position, index), "up", lambda: hand.state != OPEN)
        if hand.state == OPEN and self.one_card_only(hand) and not self.may_split(table, position, hand):
            hand.state = STOOD

    def check_bust(self, table: Table, position: int, index: int) -> None:
        hand = table.position(position).hands[index]
        if hand.state == OPEN and self.count(hand) > 21:
            hand.state = BUST
            self.busted(table, position, index)
        elif hand.state == OPEN and self.is_charlie(hand):
            hand.state, hand.memo[CHARLIE] = STOOD, True

    def busted(self, table: Table, position: int, index: int) -> None:
        """A hand went over 21: its wagers are collected when the round is settled."""

    # Blackjack

    def may_break_blackjack(self) -> str:
        """In a tournament a blackjack may be doubled, or drawn to, where its rules say so."""
        return str(self.posting.get("tournament-blackjack", "paid")) if self.tournament else "paid"

    def take_blackjack(self, table: Table, position: int) -> Procedure[bool]:
        """A blackjack is paid in its turn; True when it has been."""
        hand, rule = table.hand(place(position)), self.may_break_blackjack()
        if rule != "paid" and table.wager(BASE, position):
            found = [Choice("stand", 0, "be paid for the blackjack")]
            found += [Choice("hit", 0, "draw to it")] if rule == "may-draw" else []
            found += self.double_choices(self.stake(table, position))
            answer = yield from once(Decide(tuple(found), position))
            if answer is None:
                return False
            if answer.name != "stand":
                yield from self.carry_out(table, position, 0, answer.name)
                return False
        if hand.faces != "uu":
            yield from turn_up(table, place(position))
        if self.hole_card_unknown(table):
            hand.state = STOOD  # paid or returned when the hole card is known, and not before
            return True
        hand.state = PAID
        if wager := table.wager(BASE, position):
            outcome = self.blackjack_outcome(hand.cards)
            table.settle(wager, outcome, table=self.BLACKJACK_TABLE, because="Blackjack: paid in turn.")
            table.conclude()
        return True

    def blackjack_outcome(self, cards: list[int]) -> str:
        """What the pay table calls this blackjack."""
        return "blackjack"

    # Cards that are owed

    def play_owed(self, table: Table, positions: list[int]) -> Procedure[None]:
        """Cards that were asked for and missed: after everybody else's, before the hole card is shown."""
        for position in positions:
            hands = table.position(position).hands
            index = 0
            while index < len(hands):
                if hands[index].state == WAITING:
                    yield from self.give_owed(table, position, index)
                if hands[index].state == OPEN:
                    yield from self.play_hand(table, position, index)
                index += 1

    def give_owed(self, table: Table, position: int, index: int) -> Procedure[None]:
        hand = table.position(position).hands[index]
        hand.state = OPEN
        yield from self.draw(table, place(position, index), "up", lambda: hand.state != OPEN)
        self.check_bust(table, position, index)
        if hand.state == OPEN and "doubled" in hand.memo:
            hand.state = STOOD
