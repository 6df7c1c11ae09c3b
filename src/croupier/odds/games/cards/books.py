"""The odds of the poker games against the house from their rulebooks, with the strategy that achieves them.

A game is reported as a whole (all wagers that its decisions tie together, per Ante), then each wager alone within
it, then the side bets. Long analyses are done in shards that survive an interruption, and kept.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from croupier.equipment.cards import ACE, QUEEN
from croupier.games.cards.crazy_four_poker import QUALIFIERS as QUALIFIERS_4
from croupier.games.cards.criss_cross_poker import CrissCrossPoker
from croupier.games.cards.dj_wild_stud_poker import UNPAID
from croupier.games.cards.flush_game import MOST
from croupier.games.cards.flush_game import QUALIFIERS as QUALIFIERS_FLUSH
from croupier.games.cards.let_it_ride import BETS
from croupier.games.cards.texas_holdem_bonus import AGAINST_DEALER
from croupier.games.cards.three_card_poker import QUALIFIERS as QUALIFIERS_3
from croupier.odds.analysis import Analysis, later
from croupier.odds.cache import key_of, remembered
from croupier.odds.exact import Edge
from croupier.odds.games.cards import (
    crazy_four,
    criss_cross,
    dj_wild,
    fivecard,
    four_card,
    high_card_flush,
    let_it_ride,
    mississippi,
    texas_bonus,
    three_card,
    ultimate,
)
from croupier.odds.games.cards.figures import decided, if_folded, known, pays_any, side
from croupier.odds.long_work import long_work, shared_work
from croupier.odds.posting import (
    WHOLE,
    Analyst,
    Axes,
    Figure,
    Table,
    Unanalysed,
    game_under,
    pays,
    table,
    tables,
)
from croupier.odds.simulate.tally import GameOdds
from croupier.rulebook import Posting

PAIRS_FROM = {"pair-of-queens": QUEEN, "pair-of-aces": ACE}


# ------------------------------------------------------------------------------- Three Card Poker


def three_card_rules(posting: Posting) -> three_card.ThreeCardRules:
    ante = table(posting, "ante").nets
    bonus = ("ante", "bonus") in posting.tables
    return three_card.ThreeCardRules(
        ante_bonus=table(posting, "ante", "bonus", beside=True).nets if bonus else {},
        qualify=known(posting, "qualifier", QUALIFIERS_3),
        ante_pays=ante["win"],
        idle_pays=ante["no-qualify"],
        play_pays=pays(posting, "play"),
    )


def three_card_poker(posting: Posting) -> Iterator[Figure]:
    def odds_of(chosen: Posting) -> GameOdds:
        return remembered("three-card", three_card.analyse, three_card_rules(chosen))

    def folds_paid() -> bool:
        return pays_any(posting, "pair-plus", three_card.folded(three_card_rules(posting)))

    yield from decided(posting, ("ante", "play"), "Ante, Play and bonus together, per Ante", odds_of)
    forfeit = if_folded(posting, "pair-plus", False, folds_paid)
    yield from side(posting, "pair-plus", lambda shown: three_card.three_card_bet(shown.nets), forfeit=forfeit)
    forfeit = if_folded(posting, "six-card-bonus", False)
    yield from side(posting, "six-card-bonus", lambda shown: fivecard.six_card_bonus(shown.nets), forfeit=forfeit)


# -------------------------------------------------------------------------------- four-card games


def four_card_rules(posting: Posting) -> four_card.FourCardRules:
    bonus = ("ante", "bonus") in posting.tables
    return four_card.FourCardRules(
        ante_bonus=table(posting, "ante", "bonus", beside=True).nets if bonus else {},
        most=int(posting["play-most"]),
        ante_pays=pays(posting, "ante"),
        play_pays=pays(posting, "play"),
    )


def pair_row(rows: Mapping[str, Fraction]) -> tuple[dict[str, Fraction], int | None]:
    """The rows with a pair named plainly, and the rank from which it counts."""
    for name, rank in PAIRS_FROM.items():
        if name in rows:
            return {**{row: net for row, net in rows.items() if row != name}, "pair": rows[name]}, rank
    return dict(rows), None


def four_card_bet(shown: Table) -> Edge:
    rows, rank = pair_row(shown.nets)
    return crazy_four.four_card_bet(rows, pair_from=rank)


def four_card_poker(posting: Posting) -> Iterator[Figure]:
    def odds_of(chosen: Posting) -> GameOdds:
        return remembered("four-card", _four_card, four_card_rules(chosen), code=four_card.__name__)

    yield from decided(posting, ("ante", "play"), "Ante, Play and bonus together, per Ante", odds_of)
    yield from side(posting, "aces-up", four_card_bet, forfeit=if_folded(posting, "aces-up", True))


def _four_card(rules: four_card.FourCardRules) -> GameOdds:
    if not four_card._kept():
        key = key_of("work", four_card.__name__)
        four_card._kept()["all"] = shared_work(four_card.Comparison(), key)
    return four_card.analyse(rules)


def crazy_four_rules(posting: Posting) -> crazy_four.CrazyFourRules:
    return crazy_four.CrazyFourRules(
        super_bonus=table(posting, "super-bonus").nets,
        qualify=known(posting, "qualifier", QUALIFIERS_4),
        more_from=known(posting, "triple-play", {"pair-of-aces": crazy_four.PAIR_OF_ACES}),
        ante_pays=pays(posting, "ante"),
        play_pays=pays(posting, "play"),
    )


def crazy_four_poker(posting: Posting) -> Iterator[Figure]:
    def odds_of(chosen: Posting) -> GameOdds:
        return remembered("crazy-four", crazy_four.analyse, crazy_four_rules(chosen))

    wagers = ("ante", "super-bonus", "play")
    yield from decided(posting, wagers, "Ante, Super Bonus and Play together, per Ante", odds_of)
    folds_paid = functools.partial(_folds_paid, posting)
    yield from side(posting, "queens-up", four_card_bet, forfeit=if_folded(posting, "queens-up", True, folds_paid))


def _folds_paid(posting: Posting) -> bool:
    """Whether the best play of Crazy Four folds a hand that its Queens Up pays."""
    rows, rank = pair_row(table(posting, "queens-up").nets)
    return any(
        crazy_four.four_card_net(rows, value, rank) > -1 for value in crazy_four.folded(crazy_four_rules(posting))
    )


# ------------------------------------------------------------------------- games against pay tables


def let_it_ride_rules(posting: Posting) -> let_it_ride.LetItRideRules:
    first, second, third = (table(posting, wager).nets for wager in BETS)
    return let_it_ride.LetItRideRules(pays=first, second=second, third=third)


def bonus_nets(shown: Table, collected: bool) -> dict[str, Fraction]:
    """The Let It Ride Bonus: flat amounts beside the chip, which is lost if it was collected when the deal began."""
    return {name: net - (1 if collected else 0) for name, net in shown.nets.items()}


def let_it_ride_game(posting: Posting) -> Iterator[Figure]:
    def odds_of(chosen: Posting) -> GameOdds:
        return remembered("let-it-ride", let_it_ride.analyse, let_it_ride_rules(chosen))

    yield from decided(posting, BETS, "the three wagers together, per one of them", odds_of)
    collected = posting["bonus-chip"] == "collected"
    yield from _bonus_lines(posting, collected)
    words = "the chip is given back with a win" if collected else "the chip is collected when the deal begins"
    for other in _bonus_lines(posting, not collected, f"reading: {words}"):
        if other.edge is not None:
            yield msgspec.structs.replace(other, reading=True)
    yield from side(posting, "three-card-bonus", lambda shown: three_card.three_card_bet(shown.nets))


def _bonus_lines(posting: Posting, collected: bool, note: str = "") -> Iterator[Figure]:
    def edge_of(shown: Table) -> Edge:
        return fivecard.hand_bet(bonus_nets(shown, collected))

    return side(posting, "let-it-ride-bonus", edge_of, note, beside=collected)


def mississippi_rules(posting: Posting) -> mississippi.MississippiRules:
    streets = tuple(table(posting, street).nets for street in mississippi.STREETS)
    if max(posting["street-multiples"]) > mississippi.MOST_BET:
        most = f"up to {mississippi.MOST_BET} Antes on a street are analysed"
        raise Unanalysed(f"street-multiples: {most}, not {max(posting['street-multiples'])}")
    ante = table(posting, "ante").nets
    return mississippi.MississippiRules(pays=ante, multiples=tuple(posting["street-multiples"]), streets=streets)


def mississippi_stud(posting: Posting) -> Iterator[Figure]:
    def odds_of(chosen: Posting) -> GameOdds:
        return remembered("mississippi", mississippi.analyse, mississippi_rules(chosen)).odds

    wagers = ("ante", *mississippi.STREETS)
    yield from decided(posting, wagers, "Ante and street wagers together, per Ante", odds_of)
    forfeit = if_folded(posting, "three-card-bonus", True)
    yield from side(posting, "three-card-bonus", lambda shown: three_card.three_card_bet(shown.nets), forfeit=forfeit)


def criss_cross_rules(posting: Posting) -> criss_cross.CrissCrossRules:
    across, down = (_line_antes(posting, line) for line in ("across", "down"))
    return criss_cross.CrissCrossRules(
        pays=table(posting, "across").nets,
        down=table(posting, "down").nets,
        middle=table(posting, "middle").nets,
        multiples=tuple(posting["raise-multiples"]),
        antes=(across, down),
    )


def _line_antes(posting: Posting, line: str) -> dict[str, Fraction]:
    """What the Ante of a line nets by the hand that the line makes: the game says whether it wins with it."""
    game = game_under(posting)
    assert isinstance(game, CrissCrossPoker)
    nets = {**table(posting, f"ante-{line}").nets, "push": Fraction(0), "lose": Fraction(-1)}
    return {name: nets[game.ante_outcome(line, game.resolve(line, name))] for name in game.OUTCOMES[line]["main"]}


def criss_cross_poker(posting: Posting) -> Iterator[Figure]:
    def odds_of(chosen: Posting) -> GameOdds:
        odds: GameOdds = long_work("criss-cross", criss_cross.Analysis, criss_cross_rules(chosen)).odds
        return odds

    together = "all wagers together, per Ante (of which there are two)"
    wagers = ("ante-across", "ante-down", "across", "down", "middle")
    for figure in decided(posting, wagers, together, odds_of):
        yield figure
        if figure.of_game == WHOLE and figure.edge is not None:
            note = figure.note.replace(together, "all wagers together, per both Antes")
            yield msgspec.structs.replace(figure, edge=figure.edge.per(2), note=note)
    forfeit = if_folded(posting, "five-card-bonus", False)
    yield from side(posting, "five-card-bonus", lambda shown: fivecard.hand_bet(shown.nets), forfeit=forfeit)


# ----------------------------------------------------------------------------------- hold'em games


def ultimate_rules(posting: Posting) -> ultimate.UltimateRules:
    return ultimate.UltimateRules(
        blind=table(posting, "blind").nets,
        preflop=tuple(posting["preflop-multiples"]),
        flop=int(posting["flop-multiple"]),
        river=int(posting["river-multiple"]),
        ante_pays=pays(posting, "ante"),
        play_pays=pays(posting, "play"),
        ante_needs_pair=known(posting, "qualifier", {"pair": True, "none": False}),
    )


def ultimate_texas_holdem(posting: Posting) -> Iterator[Figure]:
    def odds_of(chosen: Posting) -> GameOdds:
        odds: GameOdds = long_work("ultimate", ultimate.Analysis, ultimate_rules(chosen)).odds
        return odds

    yield from decided(posting, ("ante", "blind", "play"), "Ante, Blind and Play together, per Ante", odds_of)
    note = "hands of three of a kind or better are not folded" if posting["fold-forfeits-trips"] else ""
    yield from side(posting, "trips", lambda shown: fivecard.hand_bet(shown.nets, cards=7), note)


def texas_bonus_rules(posting: Posting) -> texas_bonus.TexasBonusRules:
    return texas_bonus.TexasBonusRules(
        ante_from=str(posting["ante-pays-from"]),
        flop=int(posting["flop-multiple"]),
        turn=int(posting["turn-multiple"]),
        river=int(posting["river-multiple"]),
        ante_pays=pays(posting, "ante"),
        flop_pays=pays(posting, "flop"),
        turn_pays=pays(posting, "turn"),
        river_pays=pays(posting, "river"),
    )


def texas_holdem_bonus(posting: Posting) -> Iterator[Figure]:
    def odds_of(chosen: Posting) -> GameOdds:
        odds: GameOdds = long_work("texas-bonus", texas_bonus.Analysis, texas_bonus_rules(chosen)).odds
        return odds

    for figure in decided(posting, AGAINST_DEALER, "Ante, Flop, Turn and River together, per Ante", odds_of):
        yield msgspec.structs.replace(figure, depends=("ante-pays-from",))
    extra = table(posting, "bonus", "supplement").pays if ("bonus", "supplement") in posting.tables else {}

    def bonus(shown: Table) -> Edge:
        return texas_bonus.bonus_bet({**shown.nets, **extra})

    yield from side(posting, "bonus", bonus, depends=("both-aces",), forfeit=if_folded(posting, "bonus", False))


# ------------------------------------------------------------------------------- wild and flush games


def dj_wild_rules(posting: Posting) -> dj_wild.DjWildRules:
    return dj_wild.DjWildRules(
        blind=table(posting, "blind").nets,
        play=int(posting["play-multiple"]),
        ante_pays=pays(posting, "ante"),
        play_pays=pays(posting, "play"),
    )


def dj_wild_stud(posting: Posting) -> Iterator[Figure]:
    def odds_of(chosen: Posting) -> GameOdds:
        return remembered("dj-wild", dj_wild.analyse, dj_wild_rules(chosen))

    def trips(shown: Table) -> Edge:
        natural = {other.label: other for other in tables(posting, "trips", "natural")}
        return dj_wild.trips_bet(shown.nets, natural.get(shown.label, table(posting, "trips", "natural")).nets)

    def folds_paid() -> bool:  # both side wagers need three of a kind or better
        return any(name not in UNPAID for name in dj_wild.folded(dj_wild_rules(posting)))

    yield from decided(posting, ("ante", "blind", "play"), "Ante, Blind and Play together, per Ante", odds_of)
    sides = {"trips": trips, "bad-beat": lambda shown: dj_wild.two_way_bad_beat(shown.nets)}
    for wager, edge_of in sides.items():
        yield from side(posting, wager, edge_of, forfeit=if_folded(posting, wager, True, folds_paid))


def flush_rules(posting: Posting) -> high_card_flush.FlushRules:
    ante = table(posting, "ante").nets
    return high_card_flush.FlushRules(
        raises={int(length): min(int(most), MOST) for length, most in posting["raise-by-flush"].items()},
        qualify=known(posting, "qualifier", QUALIFIERS_FLUSH),
        ante_pays=ante["win"],
        idle_pays=ante["no-qualify"],
        raise_pays=pays(posting, "raise" if "raise" in posting.wagers else "play"),
    )


def flush_game(posting: Posting) -> Iterator[Figure]:
    def odds_of(chosen: Posting) -> GameOdds:
        return remembered("flush", high_card_flush.analyse, flush_rules(chosen)).odds

    second = {} if "raise" in posting.wagers else {"raise": "play"}
    wagers = ("ante", "play" if second else "raise")
    yield from decided(posting, wagers, "Ante and raise together, per Ante", odds_of, names=second)
    ace_low = bool(posting["ace-low-in-straight-flush"])
    for wager in ("flush-bonus", "flush-rush"):
        yield from side(posting, wager, lambda shown: high_card_flush.flush_bet(shown.nets))
    for wager in ("straight-flush-bonus", "super-flush-rush"):
        yield from side(
            posting, wager, lambda shown: high_card_flush.straight_flush_bet(shown.nets, ace_low=ace_low),
            depends=("ace-low-in-straight-flush",),
        )  # fmt: skip


def _decisions(name: str, figures: Analyst, own: int, axes: Axes = (), length: int = 0, **more: Any) -> Analysis:
    """A card game with its best play, its advice and its kernel, which have one name."""
    return Analysis(
        figures=figures,
        axes=axes,
        strategy=later(f"games.cards.strategies:{name}_strategy"),
        advise=later(f"games.cards.advice:{name}_advice"),
        kernel=later(f"simulate.poker:{name}"),
        own=own,
        length=length,
        **more,
    )


STREETS, LINES = ("third-street", "fourth-street"), ("across", "down")
THREE_CARD_POKER = _decisions("three_card", three_card_poker, 3)
FOUR_CARD_POKER = _decisions("four_card", four_card_poker, 5, length=1, up_card=True)
CRAZY_FOUR_POKER = _decisions("crazy_four", crazy_four_poker, 5)
LET_IT_RIDE = _decisions("let_it_ride", let_it_ride_game, 3)
MISSISSIPPI_STUD = _decisions("mississippi", mississippi_stud, 2, raises=STREETS)
CRISS_CROSS_POKER = _decisions("criss_cross", criss_cross_poker, 2, length=6, raises=LINES)
ULTIMATE_TEXAS_HOLDEM = _decisions("ultimate", ultimate_texas_holdem, 2, length=4)
TEXAS_HOLDEM_BONUS = _decisions("texas_bonus", texas_holdem_bonus, 2, ("ante-pays-from", "both-aces"), length=2)
DJ_WILD_STUD_POKER = _decisions("dj_wild", dj_wild_stud, 5)
HIGH_CARD_FLUSH = _decisions("flush", flush_game, 7, ("ace-low-in-straight-flush",))
I_LUV_SUITS_POKER = HIGH_CARD_FLUSH

SEEN_THREE_CARD_POKER = later("protection.seen:three_cards")
SEEN_LET_IT_RIDE = later("protection.seen:community_cards")
SEEN_MISSISSIPPI_STUD = later("protection.seen:streets")
SEEN_ULTIMATE_TEXAS_HOLDEM = later("protection.seen:holdem_cards")
JOINT_THREE_CARD_POKER = later("games.cards.joint:three_cards")
