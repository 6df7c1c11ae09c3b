"""What other packages bring: games, their analyses, their rulebooks. They say so by entry points of these groups.

[project.entry-points."croupier.games"]
casino-war = "casino_war.game:CasinoWar"          # a class of croupier.rounds.game.Game
[project.entry-points."croupier.odds"]
casino-war = "casino_war.odds:ANALYSIS"           # a croupier.odds.analysis.Analysis
[project.entry-points."croupier.rulebooks"]
casino-war = "casino_war.rulebooks"               # a package (folder) laid out like croupier/rulebooks
"""

import functools
import importlib.util
import logging
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

GAMES, ODDS, RULEBOOKS = "croupier.games", "croupier.odds", "croupier.rulebooks"
LOG = logging.getLogger("croupier")


@functools.cache
def found(group: str) -> dict[str, EntryPoint]:
    """What is installed of a group, by name, without importing any of it; the first of a name counts."""
    known: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=group), key=lambda p: (p.name, p.value)):
        known.setdefault(point.name, point)
    return known


@functools.cache
def loaded(group: str, name: str) -> Any:
    """What an entry point names; None where there is none, or where it cannot be loaded (which is logged)."""
    point = found(group).get(name)
    if point is None:
        return None
    try:
        return point.load()
    except Exception as error:  # another package's fault costs that package's game only
        LOG.warning("%s %s (%s) cannot be loaded: %s", group, name, point.value, error)
        return None


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
            LOG.warning("%s %s: %s is no package with a folder of rulebooks", RULEBOOKS, name, point.module)
        places += [Path(folder) for folder in at]
    return tuple(dict.fromkeys(places))
