"""What games with community cards share: equal wagers, a deal that can be finished, streets, hands on a pay table."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import ClassVar

from croupier.equipment.shoe import UNSEEN
from croupier.games.cards.cardgame import WAYS_OF_DEALING, CardGame
from croupier.games.cards.described import BOARD_CARDS
from croupier.games.progressive import Progressive
from croupier.hands.encode import PAIR, SHIFT
from croupier.hands.five import CATEGORIES5, category5, pair_rank, plural
from croupier.rounds.felt import Wager
from croupier.rounds.game import Expected, Procedure
from croupier.rounds.procedure import ask_living, betting, burn, deal, deal_stack
from croupier.rounds.requests import Choice, Decide, Turn
from croupier.rounds.table import Table

Step = tuple[str, str, int]  # a place, how its cards lie, and how many it holds when the step is done

# A pair of kings is "kings-or-better"; without a row of that name it is queens or better, and so on down.
PAIRS = tuple(f"{plural(rank)}-or-better" for rank in range(13))
PAIRS_DOWN: dict[str, str | None] = {PAIRS[rank]: PAIRS[rank - 1] if rank else "lose" for rank in range(13)}


@cache
def five_card_name(value: int) -> str:
    """What a five-card hand is called on a pay table that tells pairs apart."""
    return PAIRS[pair_rank(value)] if value >> SHIFT == PAIR else category5(value)


def paid_from(least: str, below: str = "lose") -> dict[str, str | None]:
    """Five-card outcomes of a table that pays this hand and all above it; a royal is at least a straight flush."""
    paid: dict[str, str | None] = {"royal-flush": "straight-flush"}
    for name in reversed(CATEGORIES5[:-1]):
        paid[name] = None if CATEGORIES5.index(name) >= CATEGORIES5.index(least) else below
    return paid


# A table that pays two pair and above, and pairs from a rank that the rulebook's row names.
PAID_BY_PAIRS: dict[str, str | None] = {
    **{name: back for name, back in paid_from("two-pair").items() if name != "pair"},
    **PAIRS_DOWN,
}

# The side wager on the player's three cards.
THREE_CARD_BONUS: dict[str, str | None] = {
    "mini-royal": "straight-flush",
    "straight-flush": None,
    "three-of-a-kind": None,
    "straight": None,
    "flush": None,
    "pair": None,
    "high-card": "lose",
}


def turn_cards(table: Table, to: str, indexes: Sequence[int]) -> Procedure[bool]:
    """Turn some cards of a place; faces not on record are asked for. False where a ruling killed the hand meanwhile."""
    hand = table.hand(to)
    hidden = [index for index in indexes if hand.faces[index] != "u"]
    faces: dict[int, int] = {}
    if UNSEEN in hand.cards and (unseen := [index for index in hidden if hand.cards[index] == UNSEEN]):
        answer = yield from ask_living(hand, lambda: Turn(to, len(unseen)))
        if answer is None:
            return False
        faces = dict(zip(unseen, answer.cards))
    if hidden:
        table.turn_stack(to, hidden, faces)
    return True


class CommunityGame(CardGame, Progressive):
    """Players combine their own cards with cards in the middle, and decide street by street."""

    RAISES: ClassVar[tuple[str, ...]] = ()  # settings with the multiples that a decision may offer
    COMMON: ClassVar[dict[str, Expected]] = {
        "positions": int,
        "positions-per-patron": int,
        "decks": (1,),
        "batches": (1, 2),
        "dealing": WAYS_OF_DEALING,
        "burn": bool,
    }

    # The deal

    def open_round(self, table: Table) -> Procedure[bool]:
        """Shuffle, take wagers, deal. False where no wager was left standing when they were closed."""
        table.at("shuffle")
        yield from self.fresh_deck(table)
        yield from betting(self, table)
        for position in table.betting_positions():
            table.hand(str(position)).state = "playing"
        if not table.felt.wagers:
            return False
        table.at("dealing")
        yield from self.deal_out(table)
        return True

    def seats(self, table: Table) -> list[int]:
        """Positions that were dealt in, in dealing order, whatever has become of their hands."""
        return [p.number for p in table.felt.positions if p.patron and p.hands[0].state]

    def playing(self, table: Table) -> list[int]:
        """Positions whose hands are still in play."""
        return [p.number for p in table.felt.positions if p.patron and p.hands[0].state == "playing"]

    def deal_plan(self, seats: Sequence[int]) -> Iterable[Step]:
        """What is dealt before the first decision, in order."""
        raise NotImplementedError

    def deal_out(self, table: Table) -> Procedure[None]:
        """Deal what the plan still lacks, so that a deal broken off by a ruling can be finished."""
        for to, face, count in self.deal_plan(self.seats(table)):
            lacking = count - len(table.hand(to).cards)
            if lacking > 1 and self.dealing == "automated-shoe":
                yield from deal_stack(table, to, face, lacking)
            else:
                for _ in range(lacking):
                    yield from deal(table, to, face)

    @property
    def laid_down(self) -> bool:
        """Whether the community cards lie face down before the first decision."""
        raise NotImplementedError

    def exposure(self) -> Sequence[int]:
        """In which order community cards that lie face down are turned."""
        raise NotImplementedError

    def show(self, table: Table, count: int, burns: int) -> Procedure[None]:
        """So many community cards lie open: turned where they lie face down, else dealt, each time after a burn."""
        if self.laid_down:
            yield from turn_cards(table, "community", self.exposure()[:count])
            return
        if self.posting["burn"]:
            yield from burn(table, max(0, burns - len(table.hand("burn").cards)))
        lacking = count - len(table.hand("community").cards)
        if lacking == 1:
            yield from deal(table, "community", "up")
        elif lacking > 1:
            yield from deal_stack(table, "community", "up", lacking)

    def whole_board(self, table: Table) -> Procedure[None]:
        yield from self.show(table, self.SHOWS[BOARD_CARDS], burns=0)

    # Decisions

    def moves(self) -> tuple[str, ...]:
        multiples: set[int] = set()
        for setting in map(self.posting.__getitem__, self.RAISES):
            multiples.update(setting if isinstance(setting, list) else [setting])
        return (*(f"{multiple}x" for multiple in sorted(multiples)), *self.MOVES)

    def choose(
        self, table: Table, position: int, wager: str, base: Wager, multiples: Sequence[int], *others: Choice
    ) -> Procedure[str]:
        """Offer a wager of so many times the base, or something else; "" where the hand died meanwhile."""
        hand = table.hand(str(position))
        wagers = self.posting.wagers
        choices = (*_multiples(wagers[wager].title, wagers[base.kind].title, base.stake, tuple(multiples)), *others)
        answer = yield from ask_living(hand, lambda: Decide(choices, position))
        if answer is None:
            return ""
        for multiple, choice in zip(multiples, choices):
            if answer.name == choice.name:
                table.bet(position, wager, multiple * base.stake)
        return str(answer.name)

    def forfeit(self, table: Table, position: int, keep: Sequence[str] = ()) -> None:
        """A fold: the wagers are lost at once, but for those that live on."""
        table.hand(str(position)).state = "folded"
        for wager in table.wagers(position=position):
            if wager.kind not in keep and not self.lives_on(wager):
                table.settle(wager, "lose", because="Folded.")
        table.conclude()

    # Settlement

    def progressive_cards(self, table: Table, position: int) -> Sequence[int] | None:
        """All five cards: the player's own and the community cards."""
        hand = table.hand(str(position))
        return [*hand.cards, *table.hand("community").cards] if hand.state == "playing" else None

    def settle_positions(self, table: Table) -> Procedure[None]:
        """From the dealer's right, with a linked progressive before or after the other wagers."""
        table.at("settlement")
        yield from self.settle_progressives(table, "before-others")
        for position in reversed(self.seats(table)):
            yield from self.settle_position(table, position)
        yield from self.settle_progressives(table, "after-others")

    def settle_position(self, table: Table, position: int) -> Procedure[None]:
        raise NotImplementedError

    def conclude(self, table: Table) -> None:
        """Losing wagers of the hand are collected first, then winning ones are paid."""
        table.due.sort(key=lambda payment: payment.outcome != "lose")
        table.conclude()


@lru_cache(maxsize=1024)
def _multiples(title: str, base: str, stake: int, multiples: tuple[int, ...]) -> tuple[Choice, ...]:
    """A wager of so many times another one, as choices."""
    return tuple(Choice(f"{m}x", m * stake, f"{title}: {_times(m)} the {base}") for m in multiples)


def _times(multiple: int) -> str:
    return "equal to" if multiple == 1 else f"{multiple} times"
