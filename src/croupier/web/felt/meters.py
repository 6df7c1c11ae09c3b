"""The meters of a house: what each progressive stands at, what wins of it, and at how many tables."""

from functools import lru_cache
from typing import Any

from croupier.equipment.money import short_money
from croupier.games import open_game
from croupier.house.tables.life import FloorTable
from croupier.rulebook import NotFound
from croupier.web.felt.outcome_words import caption
from croupier.web.felt.shown import View
from croupier.web.kit import words
from croupier.web.kit.context import Floor


class MeterView(View, frozen=True, kw_only=True):
    name: str
    title: str
    cents: int
    note: str = ""
    tables: str = ""
    main: bool = False


def meters(floor: Floor, house: str) -> tuple[MeterView, ...]:
    with floor.house.storage.reading() as conn:
        shown = floor.house.progressives.meters(conn, house)
        linked: dict[str, list[tuple[FloorTable, str]]] = {}
        for table in floor.house.tables.everyone(conn, house):
            for wager, meter in floor.house.progressives.links(conn, table.id).items():
                linked.setdefault(meter, []).append((table, wager))
    made = []
    for place, (name, cents) in enumerate(sorted(shown.items(), key=lambda item: -item[1])):
        tables = linked.get(name, [])
        title, note = "", ""
        if tables:
            table, wager = tables[0]
            asked = (table.property, table.game, table.settings.day, tuple(sorted(table.settings.options.items())))
            title, note = _meter_words(*asked, wager)
        count = len({table.id for table, _ in tables})
        apart = ", demo chips" if name.removesuffix("-demo") in shown.keys() - {name} else ""
        made.append(
            MeterView(
                name=name,
                title=title or words.plain(name.removeprefix(f"{house}-")),
                note=note,
                cents=cents,
                main=place == 0,
                tables=f"{count} {'table' if count == 1 else 'tables'}{apart}",
            )
        )
    return tuple(made)


@lru_cache(maxsize=256)
def _meter_words(place: str, game: str, day: str, options: tuple[tuple[str, Any], ...], wager: str) -> tuple[str, str]:
    """What a table calls its progressive, and what wins a share of the meter for which wager."""
    try:
        posting = open_game(place, game, day or None, dict(options)).posting
    except (NotFound, ValueError):
        return "", ""
    if wager not in posting.wagers:  # the table was linked for another choice of its options, or its settings are lost
        return "", ""
    shares = [f"{caption(r.outcome)} {r.odds}" for r in posting.rows(wager) if r.odds.kind == "percent"]
    stake = short_money(posting.limits[wager].least)
    return posting.wagers[wager].title, " · ".join([*shares[:2], f"{stake} wager"])
