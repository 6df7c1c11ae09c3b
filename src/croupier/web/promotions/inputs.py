"""What programs send to the promotions, typed: terms, money, hands that are called, signatures, the steps of a game."""

import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from croupier.house.promotions.rules import HandFacts, Seat
from croupier.house.promotions.store import Terms
from croupier.web.kit.api import (
    Cents,
    Commanded,
    Model,
    Word,
)
from croupier.web.kit.inputs import MayBeSigned, MayTakeTwo, SignedAlone
from croupier.web.promotions.keyed_hand import cards_of

Badge = Annotated[str, Field(min_length=1, max_length=120, pattern=r"^[A-Za-z0-9@._-]+$")]
Us = Annotated[int, Field(ge=0, le=2**53)]
Small = Annotated[int, Field(ge=0, le=10_000)]
HandNumber = Annotated[int, Field(ge=0, le=2**31)]
Card = Annotated[str, Field(max_length=3, description="Such as Ks.")]


class NewPromotion(Commanded):
    id: Word
    property: Word
    kind: Word = Field(description="As the rulebook names it: bad-beat, high-hand, flop-pot, football-squares...")
    tables: list[Word] = Field([], max_length=200)
    tournaments: list[Word] = Field([], max_length=200)
    amount: Cents = 0
    least_category: Word = ""
    least_rank: Annotated[str, Field(max_length=1)] = ""
    share_percent: Small = 0
    shares: dict[Word, Small] = Field({}, max_length=3)
    from_us: Us = 0
    to_us: Us = 0
    minutes: Small = 0
    target: Word = ""
    taxable_above: Cents = 0
    game: Word = Field("", description="The type of game whose jackpot it is, such as holdem; empty: of all games.")
    prizes: list[Cents] = Field([], max_length=10, description="Of the highest card, the next one, and so on.")

    def terms(self) -> Terms:
        given: dict[str, Any] = self.model_dump(exclude={"id", "property", "command"})
        lists = {name: tuple(given[name]) for name in ("tables", "tournaments", "prizes")}
        return Terms(**(given | lists))


class Money(MayTakeTwo, MayBeSigned, Commanded):
    what: Literal["seed", "allocate", "give-up"]
    fund: Word = Field("", description="bad-beat or special-hands.")
    cents: Cents = 0
    table: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9-]*$")] = Field(
        "", description="To allocate: the poker table whose jackpot box was counted; empty: the count room."
    )
    game: Word = Field("", description="The type of game whose fund it is, such as holdem; empty: of all games.")
    password: Word = Field("", description="To seed a fund or give it up, which two people do.")


class Held(Model):
    name: Badge
    cards: list[Card] = Field([], max_length=2)
    dealt: bool = True
    folded: bool = False
    won: Cents = 0
    hands_before: Small = 1
    missed_blind: bool = False

    def seat(self) -> Seat:
        given: dict[str, Any] = self.model_dump(exclude={"cards"})
        return Seat(**given, cards=cards_of(self.cards))


class Called(Commanded):
    """A finished hand that is called for a promotion."""

    table: Word
    hand: Annotated[str, Field(min_length=1, max_length=100)]
    game: Word = "holdem"
    day: datetime.date
    pot: Cents
    board: list[Card] = Field(max_length=5)
    seats: list[Held] = Field(max_length=10)
    began_us: Us = 0
    tabled_us: Us = 0
    tournament: Word = ""

    def facts(self) -> HandFacts:
        given: dict[str, Any] = self.model_dump(exclude={"command", "board", "seats"})
        return HandFacts(**given, board=cards_of(self.board), seats=tuple(held.seat() for held in self.seats))


class CalledAt(Commanded):
    """Which hand of a recorded table is called."""

    hand: HandNumber = Field(0, description="Its number in this opening of the table; 0: the last one.")


class Tied(Commanded):
    claims: list[Badge] = Field(min_length=2, max_length=20)


class Denied(MayTakeTwo, SignedAlone):
    reason: Word
    ground: Word = Field("", description="Of what was drawn by lot: as the book names it, such as absent.")
    second_badge: Word = Field("", description="Of what was drawn by lot: surveillance, who signs too.")


class Searched(Model):
    """What the search for support that a winner owes found, or why none was made."""

    number: Word = Field("", description="Of the search.")
    owed: Cents = 0
    tax: Cents = Field(0, description="Withheld before the support.")
    papers: list[Word] = Field([], max_length=10, description="Printed, of which the winner has copies.")
    no_inquiry: Word = Field("", description="Why no search was made, as the book names it.")
    told: bool = Field(False, description="Whoever is told when the system is down.")


class Signing(Commanded):
    password: Word
    code: Word = ""
    w2g: list[Badge] = Field([], max_length=20, description="At the payment: who has signed a tax form.")
    searched: dict[Badge, Searched] = Field({}, max_length=20, description="At the payment, of each taxable winner.")

    def data(self) -> dict[str, Any]:
        found = {name: one.model_dump() for name, one in self.searched.items()}
        return {"w2g": list(self.w2g), **({"searched": found} if found else {})}


class SearchCancelled(Commanded):
    password: Word
    code: Word = ""
    number: Word = Field(description="Of the search.")
    reason: Word


class Game(Commanded):
    """A step of a promotion that is not won by one hand."""

    what: Literal["number", "score", "splash", "seat", "tables", "cards", "played", "drawing", "entry"]
    quarter: Word = ""
    home: Small = 0
    visitors: Small = 0
    tables: list[Word] = Field([], max_length=200)
    patrons: list[Badge] = Field([], max_length=200)
    count: Small = Field(1, description="How many tables are drawn.")
    table: Word = Field("", description="The drawn table whose players get a card each.")
    cards: dict[Badge, Card] = Field({}, max_length=12, description="By player; empty: the house deals them.")
    patron: Annotated[str, Field(max_length=120, pattern=r"^[A-Za-z0-9@._-]*$")] = ""
    minutes: Small = 0


class Square(Commanded):
    row: Small
    column: Small


class Winner(Commanded):
    patron: Badge
