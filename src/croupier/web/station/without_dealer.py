"""A table at which nobody deals: its players read so and are shown another of the same game."""

import asyncio

from croupier.house.tables.life import OPEN, FloorTable
from croupier.house.tables.live import Live
from croupier.web.kit.context import Floor

NO_DEALER = "No dealer stands here yet"


def dealerless(table: FloorTable) -> bool:
    """Whether a table waits for a person to deal at it."""
    return table.mode != "electronic" and not table.dealer


def unattended(floor: Floor, table: FloorTable) -> str:
    """In a demonstration the dealer whose screen nobody has open: a visitor may take it himself."""
    by_hand = floor.demo and table.settings.demo and table.mode != "electronic"
    return table.dealer if by_hand and table.dealer and not floor.presence.at_hand(table.id, table.dealer) else ""


async def elsewhere(floor: Floor, live: Live) -> str:
    """An open table of the same game, house and kind of chips with a place free, where somebody or a machine deals."""
    for table in await asyncio.to_thread(_others, floor, live.table):
        other = await floor.house.table(table.id)
        if other.occupancy < len(other.driver.felt.positions):
            return table.id
    return ""


def _others(floor: Floor, here: FloorTable) -> list[FloorTable]:
    with floor.house.storage.reading() as conn:
        tables = floor.house.tables.everyone(conn, here.property)
    return [
        table
        for table in tables
        if (table.game, table.state, table.settings.demo) == (here.game, OPEN, here.settings.demo)
        and table.id != here.id
        and not (dealerless(table) or table.settings.tournament)
    ]
