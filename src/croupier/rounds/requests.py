"""What a round may ask for. A request says who may answer and checks that the answer is legal.

`check` refuses with the reason and the clause and changes nothing; authority (who may answer what)
is the table's matter and stands in `authority.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from croupier.equipment.cards import JOKER, card_name
from croupier.equipment.dice import dice_name
from croupier.equipment.money import money
from croupier.equipment.shoe import UNSEEN
from croupier.rounds import acts
from croupier.rounds.refusal import Refused

if TYPE_CHECKING:
    from croupier.rounds.game import Game
    from croupier.rounds.table import Table


class Request(msgspec.Struct, frozen=True, tag_field="asks", tag=str.lower, gc=False):
    """One question. `stays` requests keep their number while they are answered piece by piece."""

    answers: ClassVar[tuple[type[acts.Act], ...]] = ()
    stays: ClassVar[bool] = False

    def check(self, game: Game, table: Table, answer: acts.Act) -> None:
        if type(answer) not in self.answers:
            raise Refused(f"the table waits for {self.asks(table)}{_not_now(answer)}", self.clause(table))

    def clause(self, table: Table) -> str:
        return table.posting.clause(table.felt.stage)

    def asks(self, table: Table) -> str:
        """What is wanted, in the words of the floor."""
        raise NotImplementedError


class Betting(Request, frozen=True):
    """Wagers are open to every position until the dealer closes them."""

    answers = (*acts.BETTING, acts.Close)
    stays = True

    def check(self, game: Game, table: Table, answer: acts.Act) -> None:
        if type(answer) not in self.answers:
            Request.check(self, game, table, answer)
        game.check_betting(table, answer)

    def asks(self, table: Table) -> str:
        return "wagers, until they are closed"


class Card(Request, frozen=True):
    """The next card, to a place: `dealer`, `3` (position 3), `3.1` (its second hand), `community`, `burn`."""

    to: str
    face: str  # up, own (its player sees it), down (nobody does)
    answers = (acts.Fall,)

    def check(self, game: Game, table: Table, answer: acts.Act) -> None:
        Request.check(self, game, table, answer)
        assert isinstance(answer, acts.Fall)
        _possible(table, (answer.card,), self.face)

    def asks(self, table: Table) -> str:
        return f"a card for {place_words(self.to)}"


class Stack(Request, frozen=True):
    """Several cards to one place at once, as a shoe that dispenses stacks gives them."""

    to: str
    face: str
    count: int
    answers = (acts.Falls,)

    def check(self, game: Game, table: Table, answer: acts.Act) -> None:
        Request.check(self, game, table, answer)
        assert isinstance(answer, acts.Falls)
        if len(answer.cards) != self.count:
            raise Refused(
                f"{self.count} cards go to {place_words(self.to)}, not {len(answer.cards)}", self.clause(table)
            )
        _possible(table, answer.cards, self.face)

    def asks(self, table: Table) -> str:
        return f"{self.count} cards for {place_words(self.to)}"


class Turn(Request, frozen=True):
    """The faces of cards that lie face down and are not on record yet."""

    to: str
    count: int
    answers = (acts.Falls,)

    def check(self, game: Game, table: Table, answer: acts.Act) -> None:
        Request.check(self, game, table, answer)
        assert isinstance(answer, acts.Falls)
        if len(answer.cards) != self.count:
            raise Refused(
                f"turn {self.count} cards of {place_words(self.to)}, not {len(answer.cards)}", self.clause(table)
            )
        _possible(table, answer.cards, "up", leaving=False)

    def asks(self, table: Table) -> str:
        what = "the card" if self.count == 1 else f"the {self.count} cards"
        return f"{what} of {place_words(self.to)}, turned face up"


class Peek(Request, frozen=True):
    """What the card reader shows of the dealer's hole card: blackjack or not."""

    answers = (acts.Saw,)

    def asks(self, table: Table) -> str:
        return "what the card reader shows: blackjack, yes or no"


class Shuffle(Request, frozen=True):
    """Shuffle and cut. `cut` is where the cutting card should lie, counted from the top.

    `kept` are cards that stay on the table while the rest is shuffled (a shoe that ran out in mid-round).
    """

    cut: int
    kept: int = 0
    answers = (acts.Shuffled,)

    def check(self, game: Game, table: Table, answer: acts.Act) -> None:
        Request.check(self, game, table, answer)
        assert isinstance(answer, acts.Shuffled)
        if not 0 <= answer.cut <= table.shoe.size:
            raise Refused(
                f"the cutting card lies from 0 to {table.shoe.size} cards deep, not {answer.cut}", self.clause(table)
            )
        if table.to_the_letter and not self.kept:
            game.check_cut(table, answer.cut)
        if answer.cover not in (0, acts.AS_THE_CLAUSE_SAYS):
            self._check_cover(game, table, answer.cover)

    def _check_cover(self, game: Game, table: Table, cover: int) -> None:
        """A cut that was said is as deep as the clause asks: from both ends of a stack that gets a cutting card too,
        from the top of a deck whose upper part is laid on the cover card."""
        rule, stack = game.posting.rulebook.procedure("cut"), table.shoe.size - self.kept
        least = int(rule.values.get("least-cards", 1)) if rule else 1
        most = stack - (least if self.cut < table.shoe.size else 1)
        if not least <= cover <= most:
            words = f"the cut is from {least} to {most} of {stack} cards deep, not {cover}"
            raise Refused(words, rule.clause if rule else self.clause(table))

    def asks(self, table: Table) -> str:
        return "the cards, shuffled and cut"


class Roll(Request, frozen=True):
    count: int = 2
    answers = (acts.Thrown,)

    def check(self, game: Game, table: Table, answer: acts.Act) -> None:
        Request.check(self, game, table, answer)
        assert isinstance(answer, acts.Thrown)
        if len(answer.faces) != self.count or not all(1 <= face <= 6 for face in answer.faces):
            raise Refused(f"{self.count} dice, each 1 to 6; not {dice_name(answer.faces)}", self.clause(table))

    def asks(self, table: Table) -> str:
        return "the dice"


class Spin(Request, frozen=True):
    pockets: tuple[str, ...]
    answers = (acts.Landed,)

    def check(self, game: Game, table: Table, answer: acts.Act) -> None:
        Request.check(self, game, table, answer)
        assert isinstance(answer, acts.Landed)
        if answer.pocket not in self.pockets:
            raise Refused(
                f"this wheel has no {answer.pocket!r}; it has {', '.join(sorted(set(self.pockets)))}",
                self.clause(table),
            )

    def asks(self, table: Table) -> str:
        return "where it comes to rest"


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One thing that may be chosen. A choice that is not possible now says why (`blocked`)."""

    name: str
    cost: int = 0
    says: str = ""
    blocked: str = ""
    clause: str = ""


class Decide(Request, frozen=True):
    """A decision of a player at a position, or of the dealer, or of a supervisor."""

    choices: tuple[Choice, ...]
    position: int = 0
    hand: int = 0
    by: str = "player"
    question: str = ""
    answers = (acts.Chosen,)

    def check(self, game: Game, table: Table, answer: acts.Act) -> None:
        if not isinstance(answer, acts.Chosen):
            return Request.check(self, game, table, answer)
        if answer.position not in (0, self.position):
            raise Refused(f"position {self.position} decides now, not {answer.position}", self.clause(table))
        for choice in self.choices:
            if choice.name == answer.name:
                break
        else:
            raise Refused(f"{answer.name!r} is no choice here; choose {self.words()}", self.clause(table))
        if choice.blocked:
            raise Refused(f"{choice.name}: {choice.blocked}", choice.clause or self.clause(table))
        if choice.cost and choice.cost > table.chips(self.position):
            raise Refused(
                f"{choice.name} costs {money(choice.cost)}; position {self.position} has "
                f"{money(table.chips(self.position))}",
                choice.clause or self.clause(table),
            )
        return None

    def words(self) -> str:
        return " or ".join(c.name for c in self.choices if not c.blocked)

    def asks(self, table: Table) -> str:
        who = f"position {self.position}" if self.by == "player" else f"the {self.by}"
        return self.question or f"the decision of {who}: {self.words()}"


class Amount(Request, frozen=True):
    """How much a player puts up: zero to decline, or from least to most in steps, or one of `among`."""

    position: int
    wager: str
    least: int
    most: int
    step: int = 1
    hand: int = 0
    among: tuple[int, ...] = ()
    may_decline: bool = True
    question: str = ""
    answers = (acts.Staked,)

    def check(self, game: Game, table: Table, answer: acts.Act) -> None:
        Request.check(self, game, table, answer)
        assert isinstance(answer, acts.Staked)
        if answer.position not in (0, self.position):
            raise Refused(f"position {self.position} decides now, not {answer.position}", self.clause(table))
        cents = answer.amount
        if cents == 0 and self.may_decline:
            return
        listed = not self.among or cents in self.among
        if not listed or not self.least <= cents <= self.most or cents % self.step:
            raise Refused(f"{money(cents)} is not possible; {self.range_words()}", self.clause(table))
        if cents > table.chips(self.position):
            raise Refused(
                f"position {self.position} has {money(table.chips(self.position))}, not {money(cents)}",
                self.clause(table),
            )

    def range_words(self) -> str:
        if self.among:
            return "wager " + " or ".join(map(money, self.among))
        return f"wager {money(self.least)} to {money(self.most)}" + (", or nothing" if self.may_decline else "")

    def asks(self, table: Table) -> str:
        return self.question or f"position {self.position}: {self.wager}, {self.range_words()}"


class Arrange(Request, frozen=True):
    """A player (or the dealer) sets cards of a hand apart: `count` of them, or up to `count`."""

    position: int  # 0: the dealer
    count: int
    question: str
    hand: int = 0
    exactly: bool = True
    answers = (acts.Arranged,)

    def check(self, game: Game, table: Table, answer: acts.Act) -> None:
        Request.check(self, game, table, answer)
        assert isinstance(answer, acts.Arranged)
        if answer.position not in (0, self.position):
            raise Refused(f"position {self.position} sets its hand now, not {answer.position}", self.clause(table))
        count = len(answer.cards)
        if (count != self.count) if self.exactly else (count > self.count):
            raise Refused(f"set {self.count} cards apart, not {count}", self.clause(table))
        held = list(table.hand(f"{self.position}.{self.hand}" if self.position else "dealer").cards)
        for card in answer.cards:
            if card not in held:
                raise Refused(f"{card_name(card)} is not in this hand", self.clause(table))
            held.remove(card)

    def asks(self, table: Table) -> str:
        return self.question


class Together(Request, frozen=True):
    """Decisions of several positions, asked at once and answered in any order."""

    parts: tuple[Decide | Amount | Arrange, ...]
    answers = (acts.Chosen, acts.Staked, acts.Arranged)
    stays = True

    def part(self, position: int) -> Decide | Amount | Arrange | None:
        return next((p for p in self.parts if p.position == position), None)

    def check(self, game: Game, table: Table, answer: acts.Act) -> None:
        Request.check(self, game, table, answer)
        assert isinstance(answer, acts.Chosen | acts.Staked | acts.Arranged)
        part = self.part(answer.position)
        if part is None:
            raise Refused(f"no decision is open for position {answer.position}", self.clause(table))
        part.check(game, table, answer)

    def asks(self, table: Table) -> str:
        several = len(self.parts) > 1
        named = ", ".join(str(p.position) for p in self.parts)
        return f"the decisions of positions {named}" if several else f"the decision of position {named}"


class Meter(Request, frozen=True):
    """What a progressive meter shows; it comes from outside the table, so it comes as an answer."""

    name: str
    answers = (acts.Reads,)

    def check(self, game: Game, table: Table, answer: acts.Act) -> None:
        Request.check(self, game, table, answer)
        assert isinstance(answer, acts.Reads)
        if answer.cents < 0:
            raise Refused("a meter shows no less than $0.00", self.clause(table))

    def asks(self, table: Table) -> str:
        return f"what the {self.name} meter shows"


class Do(Request, frozen=True):
    """A step of the floor that has no other record: the dealer (or supervisor) says that it is done."""

    says: str
    by: str = "dealer"
    answers = (acts.Done,)

    def asks(self, table: Table) -> str:
        return self.says


PLAYERS = (Decide, Amount, Arrange, Together)


def place_words(to: str) -> str:
    if to[0].isdigit():
        position, _, hand = to.partition(".")
        return f"position {position}" + (f", hand {int(hand) + 1}" if hand and hand != "0" else "")
    return {
        "dealer": "the dealer",
        "burn": "the burn",
        "discards": "the discard rack",
        "community": "the community cards",
        "aside": "what fell in error",
        "stations": "all stations",
    }.get(to, to.replace("seat-", "empty position "))


def _not_now(answer: acts.Act) -> str:
    """When the thing would be possible that somebody wanted instead, in the words of the floor."""
    if type(answer) in acts.SEATING:
        return "; patrons come and go between two rounds"
    if type(answer) in (acts.Bet, acts.Take, acts.Call):
        return "; wagers are placed and taken back while they are open"
    if type(answer) is acts.Close:
        return "; wagers are closed once they are open"
    return ""


def _possible(table: Table, cards: tuple[int, ...], face: str, leaving: bool = True) -> None:
    """Cards that may lie where they are keyed: of this shoe, not on the table already, faces only where they show."""
    shoe = table.shoe
    clause = table.posting.clause(table.felt.stage)
    if leaving and len(cards) > shoe.left:
        raise Refused(f"only {shoe.left} cards are left; the shoe can't give {len(cards)}", clause)
    for number, card in enumerate(cards):
        if card == UNSEEN:
            if face == "up":
                raise Refused("this card lies face up: key its face", clause)
            continue
        if not 0 <= card <= 52 or shoe.copies(card) == 0:
            raise Refused(f"{card_name(card) if card == JOKER else card} is no card of this game", clause)
        if shoe.unseen(card) - cards[:number].count(card) <= 0:
            where = table.where(card)
            raise Refused(
                f"{card_name(card)} lies at {place_words(where)}. Key the card that fell."
                if where
                else f"{card_name(card)} has been dealt from this shoe already. Key the card that fell.",
                clause,
            )
