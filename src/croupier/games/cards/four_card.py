"""What Four Card Poker and Crazy Four Poker share: five cards to each player, the best four of them, a Play wager
of one to three times the Ante, and a side wager on the player's four cards alone."""

from collections.abc import Sequence
from functools import lru_cache

from croupier.equipment.cards import card_names
from croupier.games.cards.cardgame import CardGame
from croupier.games.progressive import Progressive
from croupier.hands.four import best4, category4, describe4, pair_rank4
from croupier.rounds.felt import Hand
from croupier.rounds.game import Procedure
from croupier.rounds.procedure import ask_living, betting, turn_up
from croupier.rounds.requests import Choice, Decide
from croupier.rounds.table import Table

MULTIPLES = ("play-1x", "play-2x", "play-3x")


@lru_cache(maxsize=64)
def _value(cards: tuple[int, ...]) -> int:
    return best4(cards)


def value(hand: Hand) -> int:
    """The best four of a hand: asked for at the decision, for the settlement and for its reason, worked out once."""
    return _value(tuple(hand.cards))


def _times(multiple: int) -> str:
    return "equal to" if multiple == 1 else f"of {multiple} times"


@lru_cache(maxsize=256)
def play_choices(ante: int, most: int, why_not: str) -> tuple[Choice, ...]:
    """A Play wager of one to three times the Ante, where more than `most` times is blocked; or a fold."""
    plays = [
        Choice(name, ante * times, f"a Play wager {_times(times)} the Ante", blocked="" if times <= most else why_not)
        for times, name in enumerate(MULTIPLES, 1)
    ]
    return (*plays, Choice("fold", 0, "the Ante is lost"))


def four_card_outcome(cards: Sequence[int], least_pair: int, pair_name: str) -> str:
    """What a hand is called on a side wager's pay table: a pair counts from `least_pair` on."""
    value = best4(cards)
    name = category4(value)
    if name == "pair":
        return pair_name if pair_rank4(value) >= least_pair else "lose"
    return "lose" if name == "high-card" else name


class FourCardGame(CardGame, Progressive):
    """A subclass says how the cards are dealt, what Play may cost and how wagers end."""

    STAGES = ("shuffle", "betting", "dealing", "decisions", "reveal", "settlement")

    MOVES = (*MULTIPLES, "fold", "stay")
    SIDE = ""  # the wager on the player's cards alone
    SIDE_PAIR = 0  # the least pair that it pays
    SIDE_PAIR_NAME = ""

    # The round

    def round(self, table: Table) -> Procedure[None]:
        table.at("shuffle")
        yield from self.fresh_deck(table)
        yield from betting(self, table)
        table.at("dealing")
        playing = table.betting_positions()
        yield from self.deal_cards(table, playing)
        table.at("decisions")
        for position in playing:
            yield from self.decide(table, position)
        table.at("reveal")
        if table.wagers("play"):
            yield from turn_up(table, "dealer")
        yield from self.settle_all(table, playing)

    def deal_cards(self, table: Table, playing: Sequence[int]) -> Procedure[None]:
        raise NotImplementedError

    # Decisions

    def play_multiple(self, hand: Hand) -> int:
        """How many times the Ante the Play wager may be; an unseen hand is taken at the most."""
        raise NotImplementedError

    def decide(self, table: Table, position: int) -> Procedure[None]:
        """Play for one to three times the Ante, or fold; a side wager alone may have to be laid down."""
        ante, hand = table.wager("ante", position), table.hand(str(position))
        if ante is not None:
            stake = ante.stake
            choices = play_choices(stake, self.play_multiple(hand), self.why_not_more())
        elif self.posting.get("side-alone-decides"):
            choices = (Choice("stay", 0, "the wager plays"), Choice("fold", 0, "the wager is lost"))
        else:
            return
        answer = yield from ask_living(hand, lambda: Decide(choices, position))
        if answer is None:
            return
        if answer.name in MULTIPLES:
            table.bet(position, "play", stake * (MULTIPLES.index(answer.name) + 1))
        elif answer.name == "fold":
            hand.state = "folded"
            self.fold(table, position)

    def why_not_more(self) -> str:
        return ""

    def fold(self, table: Table, position: int) -> None:
        """A fold gives up the hand's wagers, but for those the rulebook lets live."""
        for wager in table.wagers(position=position):
            if self.posting.get(f"fold-forfeits-{wager.kind}", True):
                table.settle(wager, "lose", because="Folded.")
        table.conclude()

    # Settlement

    def progressive_cards(self, table: Table, position: int) -> Sequence[int] | None:
        """All five cards initially dealt."""
        hand = table.hand(str(position))
        return None if hand.state in ("folded", "dead") else hand.cards

    def settle_all(self, table: Table, playing: Sequence[int]) -> Procedure[None]:
        table.at("settlement")
        yield from self.settle_progressives(table, "before-others")
        for position in reversed(playing):
            if table.has_wager(position):
                yield from turn_up(table, str(position))
                self.settle_hand(table, position)
                self.settle_side(table, position)
                self.conclude_hand(table)
        yield from self.settle_progressives(table, "after-others")

    def settle_hand(self, table: Table, position: int) -> None:
        raise NotImplementedError

    def settle_side(self, table: Table, position: int) -> None:
        if wager := table.wager(self.SIDE, position):
            hand = table.hand(str(position))
            name = four_card_outcome(hand.cards, self.SIDE_PAIR, self.SIDE_PAIR_NAME)
            outcome = name if name == "lose" else self.resolve(self.SIDE, name)
            table.settle(wager, outcome, because=f"You hold {card_names(hand.cards)}, {describe4(value(hand))}.")

    def why(self, mine: Hand, theirs: Hand) -> str:
        """One sentence on both hands."""
        a, b = value(mine), value(theirs)
        verb = "beats" if a > b else "equals" if a == b else "loses to"
        return (
            f"Your {card_names(mine.cards)} ({describe4(a)}) {verb} the dealer's {card_names(theirs.cards)} "
            f"({describe4(b)})."
        )
