"""What last month would have been under a text that people decide about."""

import asyncio

from croupier.house.approvals.case import OVER
from croupier.rulebook import Rulebook
from croupier.web.approvals.shown import Version
from croupier.web.approvals.view import today_of
from croupier.web.kit.context import Floor
from croupier.web.kit.long_work import settling_again


def asked_for(floor: Floor, version: Version, before: Rulebook | None) -> bool:
    """Whether somebody still decides about it, and it replaces something that was played."""
    book, case = version.book, version.case
    if book is None or case is None or before is None or not book.wagers:
        return False
    return case.state not in OVER and not case.in_force(today_of(floor))


async def again(floor: Floor, version: Version, before: Rulebook | None) -> settling_again.Again | None:
    """Last month settled again; None while it is being done, without days where nobody asks."""
    if not asked_for(floor, version, before):
        return settling_again.Again("")
    book = version.book
    assert book is not None
    raw = await asyncio.to_thread(_raw, floor, book)
    return await settling_again.figures(
        floor, settling_again.Text(book.property, book.game, book.key, raw, book.digest)
    )


def _raw(floor: Floor, book: Rulebook) -> bytes:
    with floor.house.storage.reading() as conn:
        return floor.studio.text_of(conn, book)
