"""The odds of every wager that a rulebook describes itself: exact where its ways can be walked through, else sampled.

The walk is the game's own, the very same that proves that each row can happen. What it gives is counted once for a
description, its rows and the rules of the table, and kept on disk.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any

from croupier.hands.compiled import digest
from croupier.odds.analysis import analysis_of
from croupier.odds.cache import remembered
from croupier.odds.described import throws
from croupier.odds.exact import Edge
from croupier.odds.posting import Figure, Table, Unanalysed, game_under, part, tables
from croupier.rounds.game import Game
from croupier.rulebook import Posting
from croupier.rulebook.described import Described
from croupier.rulebook.described.conditions import ON
from croupier.rulebook.described.dice import ROLL, ROLLS, SEVEN

UNPAID = {"lose": Fraction(-1), "push": Fraction(0)}
BY_PLAY = "the hand played by the analysed strategy, whatever this wager would gain by another"
SAMPLES = 200_000
SEED = 20_191_205
Counts = dict[str, int]


def figures(posting: Posting) -> Iterator[Figure]:
    """All lines of the described wagers of a posting; one that fails costs its own."""
    if any(rule.sees for rule in posting.wagers.values()):
        game = game_under(posting)
        for described in game.described.values():
            yield from part(posting, described.name, _figures(posting, game, described))


def _figures(posting: Posting, game: Game, described: Described) -> Iterator[Figure]:
    given = game.described_given(described)
    if game.described_by_play(described):
        given = "; ".join(filter(None, (given, BY_PLAY)))
    for shown in tables(posting, described.name):
        for on in described.rule.on or ("",):
            edge, detail = _edge(posting, game, described, shown, on)
            notes = [note for note in (f"on {on.replace('-', ' ')}" if on else "", given, shown.note) if note]
            yield Figure(
                wager=described.name, table=shown.label, line=shown.line, edge=edge, note="; ".join(notes),
                on=(on,) if on else (), depends=game.described_depends(described), detail=detail,
            )  # fmt: skip


def _edge(posting: Posting, game: Game, described: Described, shown: Table, on: str) -> tuple[Edge, str]:
    if set(described.sees) & {ROLL, ROLLS}:
        ends = throws.outcomes(described, list(shown.pays), points_of(posting), on)
        words = f"{float(ends.throws):.6g} rolls to decide" if described.waits else ""
        return Edge.from_distribution(nets(game, described, ends.chances, shown).items()), words
    counts, exact = counted(posting, game, described, list(shown.pays), on)
    netted = nets(game, described, {name: Fraction(count) for name, count in counts.items()}, shown)
    return (Edge.from_counts(netted) if exact else Edge.simulated(netted)), ""


def nets(game: Game, described: Described, found: dict[str, Fraction], shown: Table) -> dict[Fraction, Fraction]:
    """What a described wager nets, and how often, from how often each of its outcomes comes about."""
    made: dict[Fraction, Fraction] = {}
    for name, chance in found.items():
        net = game.described_net(described, name, shown.pays.get(name, UNPAID.get(name, Fraction(-1))))
        made[net] = made.get(net, Fraction(0)) + chance
    return made


def points_of(posting: Posting) -> list[int]:
    """Totals that become the point on a come-out roll."""
    decided = {*posting["come-out-wins"], *posting["come-out-loses"], SEVEN}
    return [total for total in range(2, 13) if total not in decided]


def counted(posting: Posting, game: Game, described: Described, rows: Collection[str], on: str) -> tuple[Counts, bool]:
    """How often each outcome comes about, and whether that is exact."""
    rule = described.rule
    made_by = [digest(type(game).__module__)]
    if game.described_by_play(described):
        game.playing = playing_under(posting)
        made_by.append(digest(type(game.playing).__module__))
    asked = [game.NAME, rule.sees, list(rule.outcomes.items()), list(rows), on, posting.settings]
    return remembered("described", lambda *_: _count(game, described, rows, on), asked, made_by, code=__name__)


def playing_under(posting: Posting) -> Any:
    """How hands are played by the strategy of the game's analysis."""
    analysis = analysis_of(posting.rulebook.plays)
    if analysis is None or analysis.playing is None:
        raise Unanalysed("it hangs on how the hand is played, and no analysis says how")
    return analysis.playing(posting)


def _count(game: Game, described: Described, rows: Collection[str], on: str) -> tuple[Counts, bool]:
    found: Counts = {}
    ways = game.described_ways(described, rows, on)
    if ways is not None:
        for outcome, weight in ways:
            found[outcome] = found.get(outcome, 0) + weight
        return found, True
    chance = random.Random(SEED)
    for _ in range(SAMPLES):
        name = described.outcome({**game.described_sight(described, chance), ON: on}, rows)
        assert name is not None, f"{described.name}: a whole round decides it"
        found[name] = found.get(name, 0) + 1
    return found, False
