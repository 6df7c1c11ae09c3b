"""Open tables that take up new rules between two rounds, where the approval says so.

Otherwise a table finishes under the text that it opened by. Looked at by a clock, because a day comes without anybody
doing anything; a table in the middle of a round is looked at again.
"""

import asyncio
import logging

from croupier.house.approvals.case import Case
from croupier.house.approvals.desk import ApprovingDesk
from croupier.house.people.gaming_day import local_date
from croupier.house.record import kept_books
from croupier.house.record.errors import Refused
from croupier.house.tables.life import OPEN, FloorTable
from croupier.house.tables.pit.desk import Pit

LOG = logging.getLogger("croupier")
LOOK_S, BUSY_S = 20.0, 1.0


class TakingUp:
    def __init__(self, house: ApprovingDesk) -> None:
        self.house, self._pit = house, Pit(house)

    async def run(self) -> None:
        while True:
            try:
                left = await self.once()
            except Exception:  # a failing look costs itself: tables go on under the text they have
                LOG.exception("tables could not be looked at for new rules")
                left = 0
            await asyncio.sleep(BUSY_S if left else LOOK_S)

    async def once(self) -> int:
        """Change every table that is due and between rounds; how many are due and still in a round."""
        left = 0
        for table, case, by in await asyncio.to_thread(self.due):
            words = f"took up the rules of {case.approved} between rounds, as approved"
            try:
                left += not await self._pit.take_up(table.id, by, words)
            except Refused as refused:  # its options do not fit the new text: a supervisor opens it anew
                LOG.warning("%s can't take up %s: %s", table.id, case.subject, refused)
        return left

    def due(self) -> list[tuple[FloorTable, Case, str]]:
        """Open tables whose rules have been superseded by a version that is taken up between rounds, with who
        approved it."""
        approvals = self.house.approvals
        with self.house.storage.reading() as conn:
            today = local_date(conn, self.house.sources.now_us())
            tables = [t for t in self.house.tables.everyone(conn) if t.state == OPEN and not _apart(t)]
            games = {(t.property, t.game) for t in tables}
            cases = {key: approvals.taken_up_at_once(conn, *key, today) for key in games}
            found = []
            for table in tables:
                case = cases[table.property, table.game]
                if case is None or case.version in kept_books.named(conn, table.journal).values():
                    continue
                by = next(s.by for s in approvals.steps(conn, case.subject) if s.step == "decide")
                found.append((table, case, by))
            return found


def _apart(table: FloorTable) -> bool:
    """One that deals by a text or a day of its own: to try a draft at, in a tournament, of another day, at poker."""
    settings = table.settings
    return bool(settings.book or settings.day or settings.tournament or settings.cash_game)
