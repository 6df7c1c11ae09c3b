"""What the engine refuses, as it is told at a table: seats by their numbers, chips as they are counted there."""

from collections.abc import Callable, Sequence

from croupier.equipment.money import money
from croupier.house.record.errors import Refused
from croupier.poker import Refused as PokerRefused
from croupier.poker import Room


def short(cents: int) -> str:
    """$75, $0.50."""
    return money(cents).removesuffix(".00")


def chips(amount: int) -> str:
    """A tournament's chips: 1,500."""
    return f"{amount:,}"


def one_seat(elsewhere: str, book: Room) -> Refused:
    """To somebody who has a seat at another table of the house."""
    words = f"There is a seat for this name at {elsewhere}."
    return Refused(words, "A player holds one seat.", book.clause("one-seat"))


def refusal(refused: PokerRefused, coin: Callable[[int], str] = short, seats: Sequence[int] = ()) -> Refused:
    """The engine's words in a sentence. A player is his seat, where the hand's order of seats is known."""

    def who(place: int) -> str:
        return f"seat {seats[place]}" if place < len(seats) else f"player {place + 1}"

    words = refused.told(coin, who)
    return Refused(words[:1].upper() + words[1:] + ("" if words.endswith(".") else "."), clause=refused.clause)
