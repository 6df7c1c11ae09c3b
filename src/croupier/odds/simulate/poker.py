"""The compiled kernels of the poker games, made ready from a posting and kept on disk: some need a whole analysis."""

from __future__ import annotations

from typing import Any

from croupier.equipment.cards import ACE
from croupier.odds.cache import remembered
from croupier.odds.games.cards import books
from croupier.odds.games.cards.simulated import criss_cross as sim_criss_cross
from croupier.odds.games.cards.simulated import dj_wild as sim_dj_wild
from croupier.odds.games.cards.simulated import four_card as sim_four_card
from croupier.odds.games.cards.simulated import high_card_flush as sim_high_card_flush
from croupier.odds.games.cards.simulated import holdem as sim_holdem
from croupier.odds.games.cards.simulated import stud as sim_stud
from croupier.odds.games.cards.simulated import three_card as sim_three_card
from croupier.odds.games.pai_gow import books as books_pai_gow
from croupier.odds.posting import table
from croupier.odds.simulate.kernels import Kernel
from croupier.rulebook import Posting

Ready = tuple[Kernel, dict[str, str]]  # the kernel, and the book's wager for each of its groups


def rows(posting: Posting, wager: str, name: str = "main") -> dict[str, Any]:
    """What every outcome of a wager nets, nothing where the book does not offer it."""
    return dict(table(posting, wager, name).nets) if (wager, name) in posting.tables else {}


def offered(posting: Posting, groups: dict[str, str]) -> dict[str, str]:
    return {group: wager for group, wager in groups.items() if wager in posting.wagers}


def made(name: str, kind: Any, rules: Any, **more: Any) -> Kernel:
    """A kernel, from disk if it was made before."""

    def make(rules: Any, more: dict[str, Any]) -> Kernel:
        kernel: Kernel = kind(rules, **more)
        return kernel

    return remembered(f"kernel-{name}", make, rules, more, code=kind.__module__)


def three_card(posting: Posting) -> Ready:
    kernel = made(
        "three-card", sim_three_card.ThreeCardKernel, books.three_card_rules(posting),
        pair_plus=rows(posting, "pair-plus"), six_card=rows(posting, "six-card-bonus"),
    )  # fmt: skip
    groups = {"base": "ante", "pair-plus": "pair-plus", "six-card-bonus": "six-card-bonus"}
    return kernel, offered(posting, groups)


def four_card(posting: Posting) -> Ready:
    books._four_card(books.four_card_rules(posting))  # the comparison, from its shards
    aces_up, rank = books.pair_row(rows(posting, "aces-up"))
    kernel = made(
        "four-card", sim_four_card.FourCardKernel, books.four_card_rules(posting), aces_up=aces_up,
        pair_from=rank if rank is not None else ACE,
    )  # fmt: skip
    return kernel, offered(posting, {"base": "ante", "aces-up": "aces-up"})


def crazy_four(posting: Posting) -> Ready:
    queens_up, rank = books.pair_row(rows(posting, "queens-up"))
    kernel = made(
        "crazy-four", sim_four_card.CrazyFourKernel, books.crazy_four_rules(posting), queens_up=queens_up,
        pair_from=rank if rank is not None else 0,
    )  # fmt: skip
    return kernel, offered(posting, {"base": "ante", "queens-up": "queens-up"})


def let_it_ride(posting: Posting) -> Ready:
    collected = posting["bonus-chip"] == "collected"
    bonus = {}
    if "let-it-ride-bonus" in posting.wagers:
        bonus = books.bonus_nets(table(posting, "let-it-ride-bonus", beside=collected), collected)
    kernel = made(
        "let-it-ride", sim_stud.LetItRideKernel, books.let_it_ride_rules(posting),
        three_card_bonus=rows(posting, "three-card-bonus"), bonus=bonus,
    )  # fmt: skip
    groups = {"base": "bet-1", "three-card-bonus": "three-card-bonus", "let-it-ride-bonus": "let-it-ride-bonus"}
    return kernel, offered(posting, groups)


def mississippi(posting: Posting) -> Ready:
    kernel = made(
        "mississippi", sim_stud.MississippiKernel, books.mississippi_rules(posting),
        three_card_bonus=rows(posting, "three-card-bonus"),
    )  # fmt: skip
    return kernel, offered(posting, {"base": "ante", "three-card-bonus": "three-card-bonus"})


def criss_cross(posting: Posting) -> Ready:
    kernel = made(
        "criss-cross", sim_criss_cross.CrissCrossKernel, books.criss_cross_rules(posting),
        bonus=rows(posting, "five-card-bonus"), bonus_pairs={},
    )  # fmt: skip
    return kernel, offered(posting, {"base": "ante-across", "five-card-bonus": "five-card-bonus"})


def ultimate(posting: Posting) -> Ready:
    kernel = made("ultimate", sim_holdem.UltimateKernel, books.ultimate_rules(posting), trips=rows(posting, "trips"))
    return kernel, offered(posting, {"base": "ante", "trips": "trips"})


def texas_bonus(posting: Posting) -> Ready:
    extra = table(posting, "bonus", "supplement").pays if ("bonus", "supplement") in posting.tables else {}
    bonus = {**rows(posting, "bonus"), **extra}
    kernel = made("texas-bonus", sim_holdem.TexasBonusKernel, books.texas_bonus_rules(posting), bonus=bonus)
    return kernel, offered(posting, {"base": "ante", "bonus": "bonus"})


def dj_wild(posting: Posting) -> Ready:
    kernel = made(
        "dj-wild", sim_dj_wild.DjWildKernel, books.dj_wild_rules(posting), wild_pays=rows(posting, "trips"),
        natural_pays=rows(posting, "trips", "natural"), bad_beat=rows(posting, "bad-beat"),
    )  # fmt: skip
    return kernel, offered(posting, {"base": "ante", "trips": "trips", "two-way-bad-beat": "bad-beat"})


def flush(posting: Posting) -> Ready:
    first, second = ("flush-bonus", "straight-flush-bonus")
    if "flush-rush" in posting.wagers:
        first, second = ("flush-rush", "super-flush-rush")
    kernel = made(
        "flush", sim_high_card_flush.FlushKernel, books.flush_rules(posting), flush=rows(posting, first),
        straight_flush=rows(posting, second), ace_low=bool(posting["ace-low-in-straight-flush"]),
    )  # fmt: skip
    return kernel, offered(posting, {"base": "ante", "flush-bonus": first, "straight-flush-bonus": second})


def pai_gow(posting: Posting) -> Ready:
    groups = {"base": "pai-gow", "tiger-9": "tiger-9", "fortune": "fortune", "ace-high-bonus": "ace-high"}
    return books_pai_gow.kernel(posting), offered(posting, groups)
