"""Three Card Poker: ante against the dealer, Pair Plus against a pay table, Six Card Bonus on both hands together."""

from collections.abc import Iterable, Sequence

from croupier.equipment.cards import ACE, NINE, RANK_WORDS, SUIT_WORDS, card_names
from croupier.games.cards.cardgame import WAYS_OF_DEALING, CardGame
from croupier.games.cards.described import DEALER_CARDS, OWN_CARDS
from croupier.games.progressive import Progressive
from croupier.hands.five import best5, category5, describe5
from croupier.hands.flush import six_card_royal
from croupier.hands.three import PAIR, category3, describe3, is_mini_royal, least_high_card3, least_of3, rank3
from croupier.rounds.felt import Hand, Wager
from croupier.rounds.game import Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.procedure import ask_living, betting, deal_stack, turn_up
from croupier.rounds.refusal import Void
from croupier.rounds.requests import Choice, Decide
from croupier.rounds.table import Table
from croupier.rulebook.shapes import Span

SIDE_WAGERS = ("side", "bonus")
# When a fold gives up the Pair Plus: where an Ante is required beside it or a Six Card Bonus lies there; or always.
FORFEITS = ("as-required", "always")
VERSIONS = ("free", "ante-equal", "ante-half", "both-compulsory")


# The least value with which the dealer plays, by the name of the qualifier.
QUALIFIERS = {
    "none": 0,
    **{f"{RANK_WORDS[rank]}-high": least_high_card3(rank) for rank in range(NINE, ACE + 1)},
    "pair": least_of3(PAIR),
}


def qualifies(dealer: int, least: str = "queen-high") -> bool:
    """The dealer plays with queen high or better, or with what another house asks."""
    return dealer >= QUALIFIERS[least]


def against_dealer(player: int, dealer: int, dealer_plays: bool) -> tuple[str, str]:
    """The outcomes of Ante and Play."""
    if not dealer_plays:
        return "no-qualify", "push"
    if player == dealer:
        return "push", "push"
    return ("win", "win") if player > dealer else ("lose", "lose")


def three_card_outcome(cards: Sequence[int]) -> str:
    """What three cards are called on a pay table."""
    value = rank3(*cards)
    return "mini-royal" if is_mini_royal(value) else category3(value)


def six_card_outcome(cards: Sequence[int]) -> str:
    """The best five of six cards, or all six as a royal flush with the nine."""
    suit = six_card_royal(cards)
    return f"six-card-royal-{SUIT_WORDS[suit]}" if suit >= 0 else category5(best5(cards))


class ThreeCardPoker(CardGame, Progressive):
    SHOWS = {OWN_CARDS: 3, DEALER_CARDS: 3}
    NAME = "three-card-poker"
    TITLE = "Three Card Poker"
    LAYOUT = Layout((("play",), ("ante",), ("pair-plus", "six-card-bonus"), ("*", "*")), (27, 27, 22, 17), 50)
    PICTURE = "Qs Ks As"
    LETTERS = "TCP"
    STAGES = ("shuffle", "betting", "dealing", "decisions", "reveal", "settlement")
    PLACED_LATER = ("play",)
    MOVES = ("play", "fold", "stay")
    SETTINGS = {
        "positions": int,
        "decks": (1,),
        "batches": (1, 2),
        "dealing": WAYS_OF_DEALING,
        "qualifier": tuple(QUALIFIERS),
        "pair-plus-version": VERSIONS,
        "compulsory-multiple": Span(1),
        "fold-forfeits-pair-plus": bool,
        "fold-forfeits-six-card-bonus": bool,
        "dealer-stack": ("with-players", "after-decisions"),
    }
    OPTIONAL = {"pair-plus-alone-decides": bool, "pair-plus-forfeit": FORFEITS}
    ALONE = ("pair-plus",)
    KEEPS = ("pair-plus",)
    OUTCOMES = {
        "ante": {
            "main": {"win": None, "no-qualify": "win"},
            "bonus": {"mini-royal": "straight-flush", "straight-flush": "lose", "three-of-a-kind": "lose",
                      "straight": "lose"},
        },
        "play": {"main": {"win": None}},
        "pair-plus": {
            "main": {"mini-royal": "straight-flush", "straight-flush": None, "three-of-a-kind": None, "straight": None,
                     "flush": None, "pair": None},
        },
        "six-card-bonus": {
            "main": {**{f"six-card-royal-{suit}": "royal-flush" for suit in SUIT_WORDS},
                     "royal-flush": "straight-flush", "straight-flush": None,
                     "four-of-a-kind": None, "full-house": None, "flush": None, "straight": None,
                     "three-of-a-kind": None},
        },
    }  # fmt: skip

    # Wagers

    def incomplete(self, table: Table) -> Iterable[tuple[Wager, str, str]]:
        """The house's versions: how large the Ante must be beside a Pair Plus, and whether both are compulsory."""
        yield from super().incomplete(table)
        version = self.posting["pair-plus-version"]
        clause = self.posting.clause("pair-plus-version")
        for position in table.betting_positions():
            ante, pairs = table.wager("ante", position), table.wager("pair-plus", position)
            a, p = ante.stake if ante else 0, pairs.stake if pairs else 0
            why = version_fault(version, a, p, self.posting["compulsory-multiple"], "Pair Plus")
            if why:
                for wager in faulty(table, position, version, "ante"):
                    yield wager, why, clause

    # The round

    def round(self, table: Table) -> Procedure[None]:
        table.at("shuffle")
        yield from self.fresh_deck(table)
        yield from betting(self, table)
        table.at("dealing")
        playing = table.betting_positions()
        places = [(str(n), "own") for n in playing]
        dealer_later = self.dealing == "automated-shoe" and self.posting["dealer-stack"] == "after-decisions"
        yield from self.deal_hands(table, places if dealer_later else [*places, ("dealer", "down")], 3)
        five_cards = self.posting.progressive == "multi-link"
        if five_cards and not dealer_later:
            yield from self.deal_community(table)
        table.at("decisions")
        for position in playing:
            yield from self.decide(table, position)
        if dealer_later and table.felt.wagers:
            yield from deal_stack(table, "dealer", "down", 3)
        if five_cards and dealer_later:
            yield from self.deal_community(table)
        table.at("reveal")
        if self.dealer_matters(table):
            yield from turn_up(table, "dealer")
        if five_cards:
            yield from turn_up(table, "community")
        table.at("settlement")
        yield from self.settle_progressives(table, "before-others")
        for position in reversed(playing):
            yield from self.settle_position(table, position)
        yield from self.settle_progressives(table, "after-others")

    def deal_community(self, table: Table) -> Procedure[None]:
        """Two cards for a five-card progressive, after the dealer's; of a shoe's stack of three one is not used."""
        if self.dealing == "automated-shoe":
            yield from deal_stack(table, "community", "down", 3)
            table.lay("discards", table.hand("community").cards.pop(), "down")
            table.hand("community").faces = "dd"
        else:
            yield from deal_stack(table, "community", "down", 2)

    def progressive_cards(self, table: Table, position: int) -> Sequence[int] | None:
        hand = table.hand(str(position))
        if hand.state in ("folded", "dead"):
            return None
        return [*hand.cards, *(table.hand("community").cards if self.posting.progressive == "multi-link" else ())]

    def decide(self, table: Table, position: int) -> Procedure[None]:
        """Play for as much as the Ante, or fold; a Pair Plus alone needs no decision unless the rulebook asks."""
        ante, hand = table.wager("ante", position), table.hand(str(position))
        if ante is not None:
            stake = ante.stake
            choices = (Choice("play", stake, "a Play wager equal to the Ante"), Choice("fold", 0, "the Ante is lost"))
        elif self.posting.get("pair-plus-alone-decides"):
            choices = (Choice("stay", 0, "the Pair Plus plays"), Choice("fold", 0, "the Pair Plus is lost"))
        else:
            return
        answer = yield from ask_living(hand, lambda: Decide(choices, position))
        if answer is None:
            return
        if answer.name == "play":
            table.bet(position, "play", stake)
        elif answer.name == "fold":
            hand.state = "folded"
            self.fold(table, position)

    def fold(self, table: Table, position: int) -> None:
        """What a fold forfeits is lost at once; a Six Card Bonus may live on."""
        for wager in table.wagers(position=position):
            lost = self.posting.get(f"fold-forfeits-{wager.kind}", wager.kind in self.described)
            if wager.kind == "pair-plus":
                lost = lost and self.pair_plus_lost(table, position)
            if wager.kind in ("ante", "progressive") or lost:
                table.settle(wager, "lose", because="Folded.")
        table.conclude()

    def pair_plus_lost(self, table: Table, position: int) -> bool:
        """Whether a fold forfeits the Pair Plus: a wager of its own stands unless the house requires both together."""
        if not table.to_the_letter or self.posting.get("pair-plus-forfeit", "always") == "always":
            return True
        return self.posting["pair-plus-version"] != "free" or bool(table.wager("six-card-bonus", position))

    def dealer_matters(self, table: Table) -> bool:
        """Nobody left to beat and no bonus on the dealer's cards: they stay down."""
        return bool(table.wagers("ante") or table.wagers("six-card-bonus"))

    # Settlement

    def dealer_plays(self, table: Table) -> bool | None:
        return qualifies(rank3(*table.felt.dealer.cards), self.posting["qualifier"])

    def settle_position(self, table: Table, position: int) -> Procedure[None]:
        if not table.wagers(position=position):
            return
        yield from turn_up(table, str(position))
        cards = table.hand(str(position)).cards
        value = rank3(*cards)
        mine = describe3(value)
        ante, play = table.wager("ante", position), table.wager("play", position)
        if ante and play:
            theirs = rank3(*table.felt.dealer.cards)
            plays = qualifies(theirs, self.posting["qualifier"])
            for_ante, for_play = against_dealer(value, theirs, plays)
            why = _why(
                f"{card_names(cards)} ({mine})",
                f"{card_names(table.felt.dealer.cards)} ({describe3(theirs)})",
                plays,
                value - theirs,
            )
            table.settle(play, for_play, because=why)
            table.settle(ante, self.resolve("ante", for_ante) if for_ante == "no-qualify" else for_ante, because=why)
            name = three_card_outcome(cards)
            if name in self.OUTCOMES["ante"]["bonus"] and (bonus := self.resolve("ante", name, "bonus")) != "lose":
                table.award(ante, bonus, table="bonus", because=f"You hold {card_names(cards)}, {mine}.")
        self.settle_pair_plus(table, position, cards)
        self.settle_six_card_bonus(table, position, cards, table.felt.dealer)
        self.conclude_hand(table)

    def settle_pair_plus(self, table: Table, position: int, cards: Sequence[int]) -> None:
        if wager := table.wager("pair-plus", position):
            name = three_card_outcome(cards)
            outcome = "lose" if name == "high-card" else self.resolve("pair-plus", name)
            table.settle(wager, outcome, because=f"You hold {card_names(cards)}, {describe3(rank3(*cards))}.")

    def settle_six_card_bonus(self, table: Table, position: int, cards: Sequence[int], dealer: Hand) -> None:
        if wager := table.wager("six-card-bonus", position):
            six = [*cards, *dealer.cards]
            name = six_card_outcome(six)
            known = self.OUTCOMES["six-card-bonus"]["main"]
            outcome = self.resolve("six-card-bonus", name) if name in known else "lose"
            table.settle(
                wager,
                outcome,
                because=f"{card_names(cards)} with the dealer's {card_names(dealer.cards)}: {describe5(best5(six))}.",
            )

    def settle_kept(self, table: Table, void: Void) -> Procedure[None]:
        """Wagers that the dealer's hand does not touch, settled after a misdeal at the supervisor's word."""
        for position in reversed(table.betting_positions()):
            if len(table.hand(str(position)).cards) != 3:  # no hand that a pay table knows
                for wager in table.wagers(position=position):
                    table.give_back(wager, void.clause, void.why)
                continue
            yield from turn_up(table, str(position))
            self.settle_pair_plus(table, position, table.hand(str(position)).cards)
            table.conclude()


def faulty(table: Table, position: int, version: str, main: str) -> list[Wager]:
    """What goes back where the relation of two wagers is wrong: the side wager and whatever hangs on it, for the main
    wager is good by itself; all of them where both are compulsory, or the main wager is not there."""
    wagers = table.wagers(position=position)
    alone = table.to_the_letter and version != "both-compulsory" and any(w.kind == main for w in wagers)
    return [w for w in wagers if not alone or table.posting.wagers[w.kind].kind in SIDE_WAGERS]


def version_fault(version: str, ante: int, side: int, multiple: int, name: str) -> str:
    """What is wrong with an Ante and a side wager under the house's version of their relation, or nothing."""
    if version == "ante-equal" and side > ante:
        return f"the Ante must be at least as much as the {name}"
    if version == "ante-half" and side > 2 * ante:
        return f"the Ante must be at least half of the {name}"
    if version == "both-compulsory":
        if not (ante and side):
            return f"Ante and {name} are both required"
        if max(ante, side) > multiple * min(ante, side):
            return f"neither Ante nor {name} may be more than {multiple} times the other"
    return ""


def _why(mine: str, theirs: str, plays: bool, difference: int) -> str:
    if not plays:
        return f"The dealer's {theirs} does not play."
    verb = "beats" if difference > 0 else "ties with" if difference == 0 else "loses to"
    return f"Your {mine} {verb} the dealer's {theirs}."


GAME = ThreeCardPoker
