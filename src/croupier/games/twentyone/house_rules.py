"""The rules of twenty-one that houses choose differently: surrender, hole card, doubling, splitting, Charlies, packs.

Each is a setting that a rulebook may have; without it the game is played as the printed books have it.
"""

from functools import cached_property

from croupier.equipment.cards import ACE
from croupier.games.twentyone.felt import BASE, TwentyOneBase
from croupier.rounds.felt import Hand
from croupier.rounds.table import Table
from croupier.rulebook.faults import Found
from croupier.rulebook.model import Rulebook
from croupier.rulebook.shapes import Expected

SURRENDERED, CHARLIE = "surrendered", "charlie"  # how a hand stands; a mark on one that has won by its cards
EARLY = "early"  # the mark of a hand that was asked before the dealer looked
HOUSE_OPTIONS: dict[str, Expected] = {
    # After the dealer has looked for a blackjack; before it; before it against a ten only.
    "surrender": ("none", "late", "early", "early-against-ten"),
    "hole-card": ("dealt", "none"),  # none: the dealer draws his second card when the players are done
    "dealer-blackjack-takes": ("original", "all"),  # what of a hand is lost to a blackjack found at the end
    "double-on": ("any", "hard-9-to-11", "hard-10-or-11"),
    "double-after-split": bool,
    "draw-to-split-aces": bool,
    "charlie": (0, 5, 6, 7),  # a hand of so many cards wins
    "pack": ("standard", "spanish"),  # spanish: 48 cards, without the tens
}


class HouseRules(TwentyOneBase):
    """What the options say, looked up once."""

    @cached_property
    def surrenders(self) -> str:
        return str(self.posting.get("surrender", "none"))

    @cached_property
    def takes_all(self) -> bool:
        """Whether a blackjack of the dealer takes doubled and split wagers too."""
        return bool(self.posting.get("dealer-blackjack-takes", "original") == "all")

    @cached_property
    def charlie(self) -> int:
        return int(self.posting.get("charlie", 0))

    def surrenders_early(self, table: Table) -> bool:
        """Whether half may be given up before it is known if the dealer has a blackjack."""
        if not self.may_have_blackjack(table):
            return False
        return self.surrenders == "early" or (self.surrenders == "early-against-ten" and not self.shows_ace(table))

    def may_surrender(self, table: Table, hand: Hand, hands: int) -> bool:
        """The first two cards, unless the dealer has been asked about them already."""
        first_two = len(hand.cards) == 2 and hands == 1 and hand.known
        return self.surrenders != "none" and first_two and not self.surrenders_early(table)

    def split_ace(self, hand: Hand) -> bool:
        return bool(hand.memo.get("split")) and hand.cards[0] >> 2 == ACE

    def is_charlie(self, hand: Hand) -> bool:
        return bool(self.charlie) and len(hand.cards) >= self.charlie and hand.known and self.count(hand) <= 21


def house_rule_faults(book: Rulebook) -> list[Found]:
    """Options that need something beside them."""
    found = []
    setting = book.settings.get("surrender")
    surrenders = setting is not None and set(setting.choices or (setting.value,)) != {"none"}
    tables = book.wagers[BASE].pay_tables if BASE in book.wagers else ()
    mains = [(n, t) for n, t in enumerate(tables, 1) if t.name == "main"]
    if surrenders:
        words = 'expected a row for a surrender, such as ["surrender", "1 for 2"]'
        lacking = [n for n, table in mains if table.odds("surrender") is None]
        found += [Found(f"wagers.{BASE}.pay-tables[{n}].rows", words) for n in lacking]
    for n, table in mains:
        for number, (outcome, odds) in enumerate(table.rows, 1):
            if outcome == "surrender" and (odds.kind not in ("to", "for") or odds.profit(1) >= 0):
                words = f"expected less than the wager, such as 1 for 2 where half comes back, found {odds}"
                found.append(Found(f"wagers.{BASE}.pay-tables[{n}].rows[{number}]", words))
    return found
