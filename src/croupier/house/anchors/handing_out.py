"""Anchors at a period, handed out of the house: into a folder, to a web hook, as a page to print, with a time stamp.

One server does it for all. When the last was handed out stands in the log, so a restart forgets nothing. What could
not be delivered is tried again, and somebody is told.
"""

import asyncio
import logging
import urllib.error
import urllib.request
from pathlib import Path

import msgspec
from sqlalchemy import Connection, select

from croupier.house import proving
from croupier.house.anchors import codes, lineage, signed, stamps
from croupier.house.anchors.signed import Signed
from croupier.house.house import House
from croupier.house.people.persons import SYSTEM
from croupier.house.record import schema
from croupier.house.record.clock import HOUR_US, time_of
from croupier.house.record.database.new_files import write_over
from croupier.house.record.database.storage import Storage
from croupier.house.record.writer import Tx

LOG = logging.getLogger("croupier")
ACT, SUBJECT = "anchor", "anchors"  # in the log of people
NOTICE = "anchor-kept-back"
LOOK_S = 60.0
TIMEOUT_S = 20


class Ways(msgspec.Struct, frozen=True, kw_only=True):
    """How anchors leave the house."""

    key: Path  # the house's own, which signs them
    folder: Path | None = None
    hook: str = ""
    authority: str = ""  # of time stamps


def make(storage: Storage, ways: Ways) -> Signed:
    """An anchor of this moment, signed, and stamped where an authority is named and answers."""
    anchor = proving.of_storage(storage)
    made = msgspec.structs.replace(signed.sign(anchor, signed.read_key(ways.key)), lineage=lineage.of(ways.key))
    if ways.authority:
        made = msgspec.structs.replace(made, time_stamp=stamps.ask(ways.authority, signed.content(anchor)))
    return made


def page(made: Signed) -> str:
    """The anchor on paper: enough to hold a record to, keyed by hand."""
    anchor = made.anchor
    at = time_of(anchor.at_us)
    rows = {
        "Goes to": f"{at:%Y-%m-%d %H:%M:%S} UTC",
        "Seal": f"{anchor.seal:,}",
        "Holds": f"{anchor.groups:,} ledger entries, {anchor.entries:,} of journals, {anchor.lines:,} lines of the log",
        "Code": codes.code_of(anchor),
        "Public key": signed.in_groups(made.public_key),
    }
    lines = [f"{name:<12}{words}" for name, words in rows.items()]
    how = f'croupier verify --database RECORD --code "{codes.code_of(anchor)}"'
    return "\n".join(
        ["AN ANCHOR OF THE HOUSE'S RECORD", "", *lines, "", "Proves a record, a copy or a backup:", how, ""]
    )


def deliver(made: Signed, ways: Ways) -> list[str]:
    """Hand it out by every way; what did not work, in words."""
    failed = []
    if ways.folder is not None:
        try:
            _file(made, ways.folder)
        except OSError as error:
            failed.append(f"folder {ways.folder}: {error.strerror or error}")
    if ways.hook:
        try:
            _post(made, ways.hook)
        except (urllib.error.URLError, OSError, ValueError) as error:
            failed.append(f"web hook {ways.hook}: {error}")
    return failed


def _file(made: Signed, folder: Path) -> None:
    """Two files that are there whole or not at all: the anchor, and the page to print."""
    folder.mkdir(parents=True, exist_ok=True)
    named = folder / signed.name_of(made.anchor)
    for path, content in ((named, signed.written(made)), (named.with_suffix(".txt"), page(made).encode())):
        write_over(path, content)


def _post(made: Signed, hook: str) -> None:
    if not hook.startswith(("https://", "http://")):
        raise ValueError("it is no address of the web")
    request = urllib.request.Request(hook, msgspec.json.encode(made), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=TIMEOUT_S):
        return


class Period:
    """Hands out an anchor whenever the last one is old enough."""

    def __init__(self, house: House, ways: Ways, every_hours: float) -> None:
        self._house, self._ways = house, ways
        self._every_us = int(every_hours * HOUR_US)

    async def run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:  # the house goes on without: it is tried again
                LOG.exception("anchors")
            await asyncio.sleep(LOOK_S)

    async def look(self) -> Signed | None:
        """The next anchor, if it is time for it."""
        if not await asyncio.to_thread(self._due):
            return None
        try:
            made = await asyncio.to_thread(make, self._house.storage, self._ways)
            failed = await asyncio.to_thread(deliver, made, self._ways)
        except (stamps.NoStamp, signed.NoKey, OSError) as error:
            made, failed = None, [str(error)]
        await self._house.write(lambda tx: self._noted(tx, made, failed))
        return made

    def _due(self) -> bool:
        with self._house.storage.reading() as conn:
            last = last_us(conn)
        now = self._house.sources.now_us()
        return last == 0 or not 0 <= now - last < self._every_us

    def _noted(self, tx: Tx, made: Signed | None, failed: list[str]) -> None:
        notices, people = self._house.notices, self._house.people
        places = sorted({table.property for table in self._house.tables.everyone(tx.conn)})
        for place in places:
            for words in failed:
                notices.raise_in(tx, place, NOTICE, f"An anchor was not handed out: {words}", SYSTEM)
            if not failed:
                notices.settle_kind(tx, place, NOTICE, SYSTEM)
        if made is not None and not failed:
            people.log(tx, SYSTEM, ACT, SUBJECT, "done", f"seal {codes.code_of(made.anchor)}")


def last_us(conn: Connection) -> int:
    """When the last anchor was handed out; 0 if none was."""
    log = schema.audit_log.c
    of_anchors = select(log.at_us).where(log.subject == SUBJECT, log.act == ACT, log.outcome == "done")
    return int(conn.scalar(of_anchors.order_by(log.number.desc()).limit(1)) or 0)
