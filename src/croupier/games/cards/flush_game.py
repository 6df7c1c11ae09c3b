"""Flush games: seven cards each, the longest flush wins; a raise grows with the flush, two side wagers stand apart.

High Card Flush and I Luv Suits Poker are this game under two sets of names.
"""

from collections.abc import Sequence
from typing import ClassVar

from croupier.equipment.cards import ACE, RANK_WORDS, SIX, card_names
from croupier.equipment.shoe import UNSEEN
from croupier.games.cards.cardgame import WAYS_OF_DEALING, CardGame
from croupier.games.cards.described import DEALER_CARDS, OWN_CARDS
from croupier.hands.flush import (
    best_flush_cards,
    describe_flush,
    flush_length,
    least_flush,
    longest_straight_flush,
    rank_flush,
)
from croupier.rounds.felt import Wager
from croupier.rounds.game import Procedure
from croupier.rounds.procedure import ask_living, betting, deal_around, turn_up
from croupier.rounds.requests import Choice, Decide
from croupier.rounds.table import Table
from croupier.rulebook.shapes import Keys, Span

CARDS = 7
MOST = 3  # times the Ante, with the longest flushes


# Length and top card of the least flush with which the dealer plays, by the name of the qualifier.
QUALIFIERS = {
    f"{RANK_WORDS[top]}-high-{length}-card-flush": (number, top)
    for length, number in (("three", 3), ("four", 4))
    for top in range(SIX, ACE + 1)
}
USUAL = "nine-high-three-card-flush"


def qualifies(dealer: int, least: str = USUAL) -> bool:
    """The dealer plays with a nine-high three-card flush or better, or with what another house asks."""
    return dealer >= least_flush(*QUALIFIERS[least])


def against_dealer(player: int, dealer: int, least: str = USUAL) -> tuple[str, str]:
    """The outcomes of the Ante and of the raise."""
    if not qualifies(dealer, least):
        return "no-qualify", "push"
    if player == dealer:
        return "push", "push"
    return ("win", "win") if player > dealer else ("lose", "lose")


def flush_outcome(cards: Sequence[int]) -> str:
    length = flush_length(rank_flush(cards))
    return f"flush-{length}" if length >= 4 else "lose"


def straight_flush_outcome(cards: Sequence[int], ace_low: bool = True) -> str:
    length = longest_straight_flush(cards, ace_low)
    return f"straight-flush-{length}" if length >= 3 else "lose"


class FlushGame(CardGame):
    SHOWS = {OWN_CARDS: 7, DEALER_CARDS: 7}
    STAGES = ("shuffle", "betting", "dealing", "decisions", "reveal", "settlement")
    RAISE: ClassVar[str]
    FLUSH_SIDE: ClassVar[str]
    STRAIGHT_SIDE: ClassVar[str]
    SETTINGS = {
        "positions": int,
        "decks": (1,),
        "batches": (1, 2),
        "dealing": WAYS_OF_DEALING,
        "qualifier": tuple(QUALIFIERS),
        "raise-by-flush": Keys(must=dict.fromkeys(map(str, range(1, CARDS + 1)), Span(1, MOST))),
        "ace-low-in-straight-flush": bool,
    }

    # The round

    def round(self, table: Table) -> Procedure[None]:
        table.at("shuffle")
        yield from self.fresh_deck(table)
        yield from betting(self, table)
        table.at("dealing")
        playing = table.betting_positions()
        places = [*((str(n), "own") for n in playing), ("dealer", "down")]
        yield from deal_around(table, places, CARDS, stacks=self.dealing == "automated-shoe")
        table.at("decisions")
        for position in playing:
            yield from self.decide(table, position)
        table.at("reveal")
        if table.wagers(self.RAISE):
            yield from turn_up(table, "dealer")
        table.at("settlement")
        for position in reversed(playing):
            yield from self.settle_position(table, position)

    # Decisions

    def moves(self) -> tuple[str, ...]:
        return (*(f"{self.RAISE}-{n}x" for n in range(1, MOST + 1)), "fold", "fold-tucked")

    def most_times(self, cards: Sequence[int]) -> int:
        """How many times the Ante may be raised, by the length of the flush; an unseen hand is taken at the most."""
        if UNSEEN in cards:
            return MOST
        return int(self.posting["raise-by-flush"][str(flush_length(rank_flush(cards)))])

    def decide(self, table: Table, position: int) -> Procedure[None]:
        """Raise as the flush allows, or fold; with a side wager the cards may be tucked under it."""
        ante, hand = table.wager("ante", position), table.hand(str(position))
        if ante is None:
            return
        stake, most = ante.stake, self.most_times(hand.cards)
        sides = any(table.wager(side, position) for side in (self.FLUSH_SIDE, self.STRAIGHT_SIDE))
        choices = (
            *(Choice(f"{self.RAISE}-{n}x", stake * n, f"{f'{n} times' if n > 1 else 'equal to'} the Ante",
                     blocked="" if n <= most else "needs a longer flush") for n in range(1, MOST + 1)),
            Choice("fold", 0, "every wager of the hand is lost"),
            Choice("fold-tucked", 0, "only the Ante is lost; the side wagers are settled",
                   blocked="" if sides else "needs a side wager"),
        )  # fmt: skip
        answer = yield from ask_living(hand, lambda: Decide(choices, position))
        if answer is None:
            return
        if answer.name.startswith("fold"):
            hand.state = "folded"
            for wager in table.wagers(position=position):
                if wager.kind == "ante" or (answer.name == "fold" and not self.lives_on(wager)):
                    table.settle(wager, "lose", because="Folded.")
            table.conclude()
        else:
            table.bet(position, self.RAISE, stake * int(answer.name[-2]))

    # Settlement

    def settle_position(self, table: Table, position: int) -> Procedure[None]:
        if not table.wagers(position=position):
            return
        hand = table.hand(str(position))
        yield from turn_up(table, str(position))
        if hand.state == "dead":
            return
        ante, more = table.wager("ante", position), table.wager(self.RAISE, position)
        if ante and more:
            self.settle_against_dealer(table, ante, more, hand.cards)
        for side, name in ((self.FLUSH_SIDE, flush_outcome(hand.cards)), (self.STRAIGHT_SIDE, self.run(hand.cards))):
            if wager := table.wager(side, position):
                outcome = name if name == "lose" else self.resolve(side, name)
                table.settle(wager, outcome, because=f"You hold {card_names(hand.cards)}.")
        table.conclude()

    def run(self, cards: Sequence[int]) -> str:
        return straight_flush_outcome(cards, bool(self.posting["ace-low-in-straight-flush"]))

    def dealer_plays(self, table: Table) -> bool | None:
        return qualifies(rank_flush(table.felt.dealer.cards), self.posting["qualifier"])

    def settle_against_dealer(self, table: Table, ante: Wager, more: Wager, cards: Sequence[int]) -> None:
        dealer = table.felt.dealer.cards
        mine, theirs = rank_flush(cards), rank_flush(dealer)
        allowed = ante.stake * self.most_times(cards)
        if more.stake > allowed:  # raised on an unseen hand whose flush did not allow it
            table.take_down(more, more.stake - allowed)
        for_ante, for_more = against_dealer(mine, theirs, self.posting["qualifier"])
        why = (
            f"Your {card_names(best_flush_cards(cards))} ({describe_flush(mine)}) against the dealer's "
            f"{card_names(best_flush_cards(dealer))} ({describe_flush(theirs)})."
        )
        table.settle(more, for_more, because=why)
        table.settle(ante, self.resolve("ante", for_ante) if for_ante == "no-qualify" else for_ante, because=why)


def outcomes(raise_name: str, flush_side: str, straight_side: str) -> dict[str, dict[str, dict[str, str | None]]]:
    return {
        "ante": {"main": {"win": None, "no-qualify": "win"}},
        raise_name: {"main": {"win": None}},
        flush_side: {"main": {f"flush-{n}": None for n in (7, 6, 5, 4)}},
        straight_side: {"main": {f"straight-flush-{n}": None for n in (7, 6, 5, 4, 3)}},
    }
