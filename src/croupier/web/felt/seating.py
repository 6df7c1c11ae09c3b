"""Whether a position can be taken at a table now."""

from croupier.house.tables.life import CLOSING
from croupier.house.tables.live import Live


def sit_waits(live: Live) -> str:
    """Why nobody can take a position at this table now; empty when one can."""
    if live.table.state == CLOSING:
        return "This table is closing"
    if live.driver.seating:
        return ""
    if live.driver.felt.wagers:
        return "A round is being played"
    return f"Waits for {live.driver.pending.asks(live.driver.table)}"
