"""The wagers of a posting that are dealt from a shoe, each as a function of what the shoe still holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Any

import msgspec
import numpy as np

from croupier.equipment.cards import KING, QUEEN
from croupier.games.baccarat import described as baccarat_described
from croupier.games.baccarat.counting import card_value
from croupier.games.baccarat.game import Baccarat, third_cards
from croupier.games.dealing import Pack, count
from croupier.games.twentyone import counting as twentyone
from croupier.games.twentyone import described as twentyone_described
from croupier.games.twentyone.game import TwentyOne
from croupier.odds.described import figures as described_odds
from croupier.odds.exact import Edge
from croupier.odds.games.baccarat import books as baccarat_books
from croupier.odds.games.baccarat import exact as baccarat
from croupier.odds.games.baccarat.simulated import CODES, coup_of
from croupier.odds.games.twentyone import hands as bh
from croupier.odds.games.twentyone.books import SIDES, is_spanish, side_nets, table_beside
from croupier.odds.games.twentyone.sidebets import CROWN_TREASURE as CROWN
from croupier.odds.games.twentyone.sidebets_dealer import finished_hands
from croupier.odds.posting import Table, game_under, table, tables
from croupier.odds.protection import kernels
from croupier.odds.protection.shoes import CARDS, Shoe, Value, effects, full, linear
from croupier.rounds.game import Game
from croupier.rulebook import Posting
from croupier.rulebook.described import Described

Nets = Mapping[str, Fraction]
TWO_CARDS: dict[str, tuple[tuple[str, ...], Callable[[int, int], int]]] = {
    "bet-the-set": (twentyone.PAIRS, twentyone.bet_the_set),
    "royal-match": (twentyone.ROYAL_MATCH, twentyone.royal_match),
    "house-money": (twentyone.HOUSE_MONEY, twentyone.house_money),
}
THREE_CARDS: dict[str, tuple[tuple[str, ...], Callable[[int, int, int], int]]] = {
    "trilux": (twentyone.TRILUX, twentyone.trilux),
    "rock-n-21-side-bet": (twentyone.ROCK_N_21, twentyone.rock_n_21),
}
VALUE_OF = [bh.value_of(card) for card in range(CARDS)]
POINTS = [card_value(card) for card in range(CARDS)]


class Watched(msgspec.Struct, frozen=True):
    """A wager dealt from a shoe: what a unit on it is worth from any shoe, and what the full one holds."""

    wager: str
    table: str
    on: str
    shoe: Shoe
    value: Value
    suits: bool = True  # whether cards of one rank differ for it
    note: str = ""
    offered: Value | None = None  # in which share of the rounds from a shoe it may be made; none: in every one

    @property
    def name(self) -> str:
        return f"{self.wager} on {self.on}" if self.on else self.wager


def watched(posting: Posting) -> Iterator[Watched]:
    """Every side wager of a game of twenty-one, every wager of baccarat; those that the rulebook describes too."""
    game = game_under(posting)
    if isinstance(game, TwentyOne):
        yield from _twentyone(posting)
    elif isinstance(game, Baccarat):
        yield from _baccarat(posting)
    else:
        return
    for described in game.described.values():
        yield from _described(posting, game, described)


# ------------------------------------------------------------------------------------- twenty-one


def _twentyone(posting: Posting) -> Iterator[Watched]:
    shoe = full(int(posting["decks"]), is_spanish(posting))
    for wager in posting.wagers:
        if wager == "insurance":
            for shown in tables(posting, wager):
                value = insurance(float(shown.nets["win"]))
                note = "offered against an ace alone"
                yield Watched(wager, shown.label, "", shoe, value, suits=False, note=note, offered=share_of_aces)
        elif wager in SIDES and wager != "second-trilux":
            for shown in tables(posting, wager):
                side = side_value(posting, wager, shown)
                if side is not None:
                    suits = wager not in ("buster",)
                    note = "the win never added to the wager" if wager == "house-money" else shown.note
                    if (wager, CROWN) in posting.tables:
                        crown = table(posting, wager, CROWN)
                        note = "; ".join(part for part in (note, f"with {crown.label}", crown.note) if part)
                    yield Watched(wager, shown.label, "", shoe, side, suits=suits, note=note)


def side_value(posting: Posting, wager: str, shown: Table) -> Value | None:
    nets, stands = side_nets(posting, wager, shown), posting["soft-17"] == "stand"
    if (wager, CROWN) in posting.tables:
        return when_asked(crown_treasure, nets, float(table_beside(posting, wager, CROWN).get(CROWN, 0)))
    if wager in TWO_CARDS:
        return when_asked(two_cards, *TWO_CARDS[wager], nets)
    if wager in THREE_CARDS:
        return when_asked(three_cards, *THREE_CARDS[wager], nets)
    if wager == "kings-bounty":
        return when_asked(kings_bounty, nets)
    if wager == "buster":
        return when_asked(buster, nets, stands)
    return when_asked(push_22, nets, stands) if wager == "push-22" else None


def when_asked(make: Callable[..., Value], *given: Any) -> Value:
    """A value whose tables are made when the first shoe is valued: who has its figures already makes none."""
    made = cache(partial(make, *given))
    return lambda left: made()(left)


def insurance_pays(posting: Posting) -> float | None:
    """What insurance pays for one, by the best of its pay tables; none where it is not offered."""
    shown = tables(posting, "insurance") if "insurance" in posting.wagers else []
    return max((float(each.nets["win"]) for each in shown), default=None)


def offered_share(posting: Posting, wager: str) -> Fraction:
    """In which share of the rounds from a full shoe a wager may be made: insurance where an ace lies open."""
    if wager != "insurance" or not isinstance(game_under(posting), TwentyOne):
        return Fraction(1)
    shoe = full(int(posting["decks"]), is_spanish(posting))
    return Fraction(share_of_aces(shoe)).limit_denominator(int(shoe.sum()))


def share_of_aces(left: Shoe) -> float:
    """How often the up card is an ace."""
    return sum(int(left[card]) for card in range(CARDS) if VALUE_OF[card] == bh.ACE) / int(left.sum())


def insurance(pays: float) -> Value:
    """Half of the wager against an ace that lies open: the card under it counts ten or not."""

    def value(left: Shoe) -> float:
        tens = sum(int(left[card]) for card in range(CARDS) if VALUE_OF[card] == bh.TEN)
        return tens * (pays + 1) / (int(left.sum()) - 1) - 1

    return value


def two_cards(names: tuple[str, ...], outcome: Callable[[int, int], int], nets: Nets) -> Value:
    paid = np.array([[_net(names[outcome(a, b)], nets) for b in range(CARDS)] for a in range(CARDS)])
    return lambda left: float(kernels.pair_worth(left, paid))


def three_cards(names: tuple[str, ...], outcome: Callable[[int, int, int], int], nets: Nets) -> Value:
    by_outcome = np.array([_net(name, nets) for name in names])
    cards = range(CARDS)
    paid = by_outcome[np.array([[[outcome(a, b, up) for up in cards] for b in cards] for a in cards])]
    return lambda left: float(kernels.three_worth(left, paid))


def kings_bounty(nets: Nets) -> Value:
    """Two cards that count twenty; two kings of spades are worth more beside a dealer's blackjack."""
    names = twentyone.KINGS_BOUNTY
    alone = two_cards(names, lambda a, b: twentyone.kings_bounty(a, b, False), nets)
    king = twentyone.KING_OF_SPADES
    more = _net(names[7], nets) - _net(names[6], nets)

    def value(left: Shoe) -> float:
        cards, kings = int(left.sum()), int(left[king])
        aces = sum(int(left[card]) for card in range(CARDS) if VALUE_OF[card] == bh.ACE)
        tens = sum(int(left[card]) for card in range(CARDS) if VALUE_OF[card] == bh.TEN) - 2
        both = kings * (kings - 1) / (cards * (cards - 1))
        dealer = 2 * aces * max(tens, 0) / ((cards - 2) * (cards - 3)) if both else 0.0
        return alone(left) + both * dealer * more

    return value


def crown_treasure(nets: Nets, more: float) -> Value:
    """A royal match, which is paid so much more beside a royal match of the dealer."""
    alone = two_cards(*TWO_CARDS["royal-match"], nets)

    def value(left: Shoe) -> float:
        cards = int(left.sum())
        queens, kings = (left[rank * 4 : rank * 4 + 4].astype(np.int64) for rank in (QUEEN, KING))
        both = queens * kings
        # The dealer's may be of another suit, or of the same, from what the player's leaves.
        ways = int(both.sum()) ** 2 - int((both**2).sum()) + int((both * (queens - 1) * (kings - 1)).sum())
        return alone(left) + more * 4 * ways / (cards * (cards - 1) * (cards - 2) * (cards - 3))

    return value


def _hands(stands: bool) -> tuple[list[tuple[tuple[int, ...], int, int]], kernels.Ints, kernels.Floats]:
    found = list(finished_hands(16, not stands))
    hands = np.array([hand for hand, _, _ in found], dtype=np.int64)
    return found, hands, np.array([orders for *_, orders in found], dtype=np.float64)


def by_value(left: Shoe) -> kernels.Ints:
    values = np.zeros(bh.VALUES, dtype=np.int64)
    np.add.at(values, VALUE_OF, left)
    return values


def buster(nets: Nets, stands: bool) -> Value:
    found, hands, orders = _hands(stands)

    def name(end: int, cards: int) -> str:
        count = 21 if end == bh.DEALER_BLACKJACK else end + 17
        return twentyone.BUSTER[twentyone.buster(count, cards)]

    paid = np.array([_net(name(end, sum(hand)), nets) for hand, end, _ in found])
    return lambda left: float(kernels.dealer_worth(by_value(left), hands, orders, paid))


def push_22(nets: Nets, stands: bool) -> Value:
    found, hands, orders = _hands(stands)
    ends = np.array([end == bh.DEALER_22 for _, end, _ in found], dtype=np.int64)
    paid = np.array([_net(name, nets) for name in twentyone.PUSH_22])

    def value(left: Shoe) -> float:
        by_suit = np.stack([by_value(np.where(np.arange(CARDS) % 4 == suit, left, 0)) for suit in range(4)])
        return float(kernels.suited_dealer_worth(by_suit, hands, orders, ends, paid))

    return value


def _net(name: str, nets: Nets) -> float:
    return float(nets.get(name, Fraction(-1)))


# --------------------------------------------------------------------------------------- baccarat


def _baccarat(posting: Posting) -> Iterator[Watched]:
    draws = baccarat_books.drawing_table(posting)
    shoe = full(int(posting["decks"]))
    for wager, shown, on, terms in on_coups(posting):
        value = coups(draws, partial(baccarat.net_of, **terms))
        yield Watched(wager, shown.label, on, shoe, value, suits=False, note=shown.note)


def on_coups(posting: Posting) -> Iterator[tuple[str, Table, str, dict[str, Any]]]:
    """Every wager that baccarat knows, with its pay table, what it is on, and the terms that say what it nets."""
    for wager, rule in posting.wagers.items():
        charges = baccarat_books.charges_of(posting) if wager == baccarat.BANKER else None
        for shown in [] if rule.sees else tables(posting, wager):
            for on in game_under(posting).selections(wager):
                yield wager, shown, on, {"wager": wager, "on": on, "nets": shown.nets, "charges": charges}


def coups(draws: baccarat.Draws, net: Callable[[baccarat.Coup], Fraction]) -> Value:
    """A wager on a coup, from what it nets by both totals and by who has a third card."""
    drawn = np.zeros((10, 10), dtype=np.bool_)
    for banker, third in draws:
        drawn[banker, third] = True
    nets = np.array([float(net(coup_of(code))) for code in range(CODES)])

    def value(left: Shoe) -> float:
        values = np.zeros(10, dtype=np.int64)
        np.add.at(values, POINTS, left)
        return float(kernels.coup_worth(values, drawn, nets))

    return value


# -------------------------------------------------------------- wagers that the rulebook describes


def _described(posting: Posting, game: Game, described: Described) -> Iterator[Watched]:
    """A described wager: walked through exactly for the full shoe and each card's removal, followed by them beyond."""
    spanish = isinstance(game, TwentyOne) and is_spanish(posting)
    shoe = full(int(posting["decks"]), spanish)
    for shown in tables(posting, described.name):
        for on in described.rule.on or ("",):
            walked = _walked(posting, game, described, shown, on)
            if walked is None:
                continue
            suits = described.looks.suits
            near = when_asked(by_removal, walked, shoe, suits)
            yield Watched(described.name, shown.label, on, shoe, near, suits=suits, note="by its effects of removal")


def by_removal(walked: Value, shoe: Shoe, suits: bool) -> Value:
    return linear(walked(shoe), effects(walked, shoe, suits), shoe)


def _walked(posting: Posting, game: Game, described: Described, shown: Table, on: str) -> Value | None:
    """What a described wager is worth from a shoe, by every way its cards can fall; none where those are too many."""
    if described_odds.counted(posting, game, described, list(shown.pays), on)[1] is False:
        return None

    def value(left: Shoe) -> float:
        copies = {card: int(number) for card, number in enumerate(left) if number}
        rows = list(shown.pays)
        if isinstance(game, TwentyOne):
            stands = posting["soft-17"] == "stand"
            pack, stages = (
                twentyone_described.pack_for(described, copies),
                twentyone_described.stages(described, stands, game.playing),
            )
        else:
            counts = bool(set(described.sees) & baccarat_described.HANDS) or described.looks.points
            pack = Pack(copies, described.looks, card_value if counts else None)
            stages = baccarat_described.stages(described, third_cards(posting))
        found = {name: Fraction(ways) for name, ways in count(described, rows, pack, stages, on).items()}
        return -float(Edge.from_counts(described_odds.nets(game, described, found, shown)).house_edge)

    return value
