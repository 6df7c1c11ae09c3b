"""What other packages bring: games, their analyses, their rulebooks. They say so by entry points of these groups.

[project.entry-points."croupier.games"]
casino-war = "casino_war.game:CasinoWar"          # a class of croupier.rounds.game.Game
[project.entry-points."croupier.odds"]
casino-war = "casino_war.odds:ANALYSIS"           # a croupier.odds.analysis.Analysis
[project.entry-points."croupier.rulebooks"]
casino-war = "casino_war.rulebooks"               # a package (folder) laid out like croupier/rulebooks
[project.entry-points."croupier.felts"]
sic-bo = "sic_bo.felt:SicBoFelt"                  # a croupier.web.felt.kinds.kind.FeltKind, named by the game's FELT
"""

import functools
import importlib.util
import logging
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

GAMES, ODDS, RULEBOOKS, FELTS = "croupier.games", "croupier.odds", "croupier.rulebooks", "croupier.felts"
LOG = logging.getLogger("croupier")


@functools.cache
def found(group: str) -> dict[str, EntryPoint]:
    """What is installed of a group, by name, without importing any of it; the first of a name counts."""
    known: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=group), key=lambda p: (p.name, p.value)):
        known.setdefault(point.name, point)
    return known


# What is said of each group, and what cannot be used of what was asked for, in words by (group, name).
BRINGS = {GAMES: "the game", ODDS: "the analysis", RULEBOOKS: "the rulebooks", FELTS: "the felt"}
_unfit: dict[tuple[str, str], str] = {}


@functools.cache
def loaded(group: str, name: str) -> Any:
    """What an entry point names; None where there is none, or where it cannot be loaded (`trouble` says why)."""
    point = found(group).get(name)
    if point is None:
        return None
    try:
        return point.load()
    except Exception as error:  # another package's fault costs that package's game only
        unfit(group, name, str(error) or type(error).__name__)
        return None


def unfit(group: str, name: str, why: str) -> None:
    """Remember in words, and log once, that what a package brings cannot be used."""
    if (group, name) in _unfit:
        return
    point = found(group).get(name)
    package = f" of the package {point.dist.name} {point.dist.version}" if point is not None and point.dist else ""
    named = f"{group} names {point.value}" if point is not None else group
    _unfit[group, name] = f"{BRINGS[group]} {name}{package} can't be used: {why} ({named})"
    if group != GAMES:  # whoever asks for a game is told by an error; what goes on without the others says it here
        LOG.warning("croupier: %s", _unfit[group, name])


def trouble(group: str, name: str) -> str:
    """Why what a package brings under a name cannot be used; empty where it can be, or where there is nothing."""
    if group != RULEBOOKS:
        loaded(group, name)
    return _unfit.get((group, name), "")


def troubles() -> list[str]:
    """Everything that packages bring and that cannot be used, a sentence each."""
    folders()
    for group in (GAMES, ODDS):
        for name in found(group):
            loaded(group, name)
    return list(_unfit.values())


@functools.cache
def folders() -> tuple[Path, ...]:
    """The folders of rulebooks that packages bring."""
    places: list[Path] = []
    for name, point in found(RULEBOOKS).items():
        try:
            spec = importlib.util.find_spec(point.module)
        except (ImportError, ValueError):
            spec = None
        at = list(spec.submodule_search_locations or []) if spec else []
        if not at:
            unfit(RULEBOOKS, name, f"{point.module} is no package with a folder of rulebooks")
        places += [Path(folder) for folder in at]
    return tuple(dict.fromkeys(places))
