"""Progressive wagers: a meter fed by many tables, hands that win a share of it, envy for those who watch.

The property's book of progressives says which wager may be linked to which game, what it pays and in which order.
A game that may carry one mixes `Progressive` in, says which cards count, and calls `settle_progressives`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from croupier.equipment.cards import DIAMONDS, HEARTS, SEVEN, SPADES, card_names, rank_of, suit_of
from croupier.hands.five import best5, category5
from croupier.hands.paigow import best7
from croupier.hands.three import category3, is_mini_royal, rank3
from croupier.rounds.felt import Wager
from croupier.rounds.game import Game, Outcomes, Procedure
from croupier.rounds.procedure import ask, turn_up
from croupier.rounds.requests import Do, Meter
from croupier.rounds.table import Table

RED_SUITS = (DIAMONDS, HEARTS)


def five_card_outcome(cards: Sequence[int]) -> str:
    return category5(best5(cards))


def three_card_outcome(cards: Sequence[int]) -> str:
    value = rank3(*cards)
    if is_mini_royal(value):
        return "mini-royal-spades" if suit_of(cards[0]) == SPADES else "mini-royal"
    return category3(value)


def pai_gow_outcome(cards: Sequence[int]) -> str:
    """The best hand among all seven cards; the joker is an ace or completes a straight or flush."""
    return best7(list(cards))


def blazing_sevens_outcome(cards: Sequence[int]) -> str:
    """The player's two cards and the dealer's up card, in this order."""
    sevens = [card for card in cards if rank_of(card) == SEVEN]
    if len(sevens) == 3:
        suits = {suit_of(card) for card in sevens}
        if len(suits) == 1:
            return "three-sevens-suited"
        return "three-sevens-coloured" if len({suit in RED_SUITS for suit in suits}) == 1 else "three-sevens"
    return ("lose", "one-seven", "two-sevens")[sum(rank_of(card) == SEVEN for card in cards[:2])]


# progressive -> what its cards are called
READERS: dict[str, Callable[[Sequence[int]], str]] = {
    "multi-link": five_card_outcome,
    "three-card": three_card_outcome,
    "fortune-pai-gow": pai_gow_outcome,
    "blazing-7s": blazing_sevens_outcome,
}

_FIVE = {"royal-flush": "straight-flush", "straight-flush": "lose", "four-of-a-kind": "lose", "full-house": "lose",
         "flush": "lose", "straight": "lose", "three-of-a-kind": "lose", "two-pair": "lose", "pair": "lose",
         "high-card": "lose"}  # fmt: skip
OUTCOMES: dict[str, dict[str, str | None]] = {
    "multi-link": {**_FIVE},
    "three-card": {"mini-royal-spades": "mini-royal", "mini-royal": "straight-flush", "straight-flush": "lose",
                   "three-of-a-kind": "lose", "straight": "lose", "flush": "lose", "pair": "lose", "high-card": "lose"},
    "fortune-pai-gow": {"seven-card-straight-flush-joker": "seven-card-straight-flush", "royal-match": "royal-flush",
                        "seven-card-straight-flush": "royal-flush", "five-aces": "four-of-a-kind", **_FIVE},
    "blazing-7s": {"three-sevens-suited": "three-sevens-coloured", "three-sevens-coloured": "three-sevens",
                   "three-sevens": "two-sevens", "two-sevens": "one-seven", "one-seven": "lose", "lose": "lose"},
}  # fmt: skip


# Outcomes whose name in the rulebook is not how people say it.
SAID = {
    "mini-royal-spades": "mini royal in spades",
    "seven-card-straight-flush-joker": "seven-card straight flush with the joker",
    "seven-card-straight-flush": "seven-card straight flush",
    "royal-match": "royal flush with a royal match",
    "three-sevens-suited": "three sevens of one suit",
    "three-sevens-coloured": "three sevens of one colour",
}
COUNTED = ("one ", "two ", "three ", "four ", "five ")


def in_words(outcome: str) -> str:
    return SAID.get(outcome) or outcome.replace("-", " ")


def a_hand(outcome: str) -> str:
    """`a royal flush`, `four of a kind`."""
    said = in_words(outcome)
    return said if said.startswith(COUNTED) else f"a {said}"


class Progressive(Game):
    """A game to which a progressive may be linked."""

    CARRIES_PROGRESSIVE = True
    ALONE: ClassVar[tuple[str, ...]] = ()  # side wagers that may be the only ones of a hand

    # Wagers

    def blocked(self, table: Table, position: int, wager: str, on: str) -> str:
        """A progressive stands beside the game's own wagers, never alone."""
        if wager == "progressive" and not self.own_wager(table, position):
            return "needs the game's own wager first"
        return super().blocked(table, position, wager, on)

    def incomplete(self, table: Table) -> Iterable[tuple[Wager, str, str]]:
        found = list(super().incomplete(table))
        if self.posting.progressive:
            clause = self.posting.wagers["progressive"].clause
            for wager in table.wagers("progressive"):
                if not self.own_wager(table, wager.position):
                    found.append((wager, "a progressive needs the game's own wager", clause))
        return found

    def own_wager(self, table: Table, position: int) -> bool:
        """Whether a position has what the game requires: its base wager, or one that is played without it."""
        alone = self.ALONE if table.to_the_letter and self.posting.get("progressive-beside-alone", False) else ()
        found = table.wagers(position=position)
        return any(self.posting.wagers[w.kind].kind == "base" or w.kind in alone for w in found)

    # Settlement

    def progressive_cards(self, table: Table, position: int) -> Sequence[int] | None:
        """The cards that count at a position, or None where its hand does not qualify (folded, dead)."""
        raise NotImplementedError

    def progressive_outcome(self, cards: Sequence[int] | None, table: str = "main") -> str:
        """What the cards win, by the rows of this property; `lose` without one."""
        if cards is None:
            return "lose"
        kind = self.posting.progressive
        found: str | None = READERS[kind](cards)
        while found not in ("lose", None) and self.posting.row("progressive", str(found), table) is None:
            if table == "envy":
                return "lose"  # envy is for the very hand that its row names
            found = OUTCOMES[kind].get(str(found), "lose")
        return found or "lose"

    def settle_progressives(self, table: Table, when: str = "") -> Procedure[None]:
        """Pay winners in the order the hands were dealt, each from the meter as it stands; then envy; then collect.

        `when` is before-others or after-others; a rulebook that says nothing is paid before.
        """
        if not self.posting.progressive or (when and self.posting.get("progressive-paid", "before-others") != when):
            return
        order = self.dealt_order(table)
        wagers = sorted(table.wagers("progressive"), key=lambda w: order.index(w.position))
        holders: list[tuple[Wager, str]] = []
        for wager in wagers:
            yield from self.show_for_progressive(table, wager.position)
            cards = self.progressive_cards(table, wager.position)
            outcome = self.progressive_outcome(cards)
            if outcome != "lose" and cards is not None:
                yield from self.pay_progressive(table, wager, outcome, cards)
            if self.progressive_outcome(cards, "envy") != "lose":
                holders.append((wager, self.progressive_outcome(cards, "envy")))
        for holder, outcome in holders:
            for wager in wagers:
                if (
                    wager is not holder
                    and table.position(wager.position).patron != table.position(holder.position).patron
                ):
                    table.award(
                        wager, outcome, table="envy", because=f"Position {holder.position} holds {a_hand(outcome)}."
                    )
        for wager in wagers:
            table.settle(wager, "lose", because=self.why_collected(table, wager))
        table.conclude()

    def why_collected(self, table: Table, wager: Wager) -> str:
        cards = self.progressive_cards(table, wager.position)
        if cards is None:
            return "The hand is out of the round."
        if self.progressive_outcome(cards) != "lose":
            return "A progressive wager is collected when it wins too."
        return f"{card_names(cards)} wins nothing here."

    def dealt_order(self, table: Table) -> list[int]:
        """The positions in the order in which hands are dealt to them: from the dealer's left."""
        return sorted(p.number for p in table.felt.positions)

    def show_for_progressive(self, table: Table, position: int) -> Procedure[None]:
        """The cards of a hand that may win lie open before it is paid."""
        if table.hand(str(position)).state not in ("folded", "dead"):
            yield from turn_up(table, str(position))

    def pay_progressive(self, table: Table, wager: Wager, outcome: str, cards: Sequence[int]) -> Procedure[None]:
        row = self.posting.row("progressive", outcome)
        assert row is not None
        reading, meter = 0, self.posting.progressive
        if row.odds.kind == "percent":
            verified = self.posting.get("progressive-verified-by", "")
            if verified:
                hand = f"the {in_words(outcome)} of position {wager.position}"
                yield from ask(Do(f"Verify {hand}: {in_words(meter)} progressive, {verified}", by="supervisor"))
            answer = yield from ask(Meter(meter))
            reading = answer.cents
        table.award(
            wager, outcome, table="main", because=f"You hold {card_names(cards)}.", meter=meter, reading=reading
        )
        table.conclude()


def known_outcomes(kind: str) -> Outcomes:
    """Every outcome a progressive can have, for checking its rulebook."""
    return {"main": OUTCOMES[kind], "envy": OUTCOMES[kind]}
