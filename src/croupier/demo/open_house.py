"""What makes a demonstration a house that is open: tables of other limits, meters that were fed, a slip under way,
rules that wait for approval, a live tournament, and programs at several tables. Harmless when it is there."""

import contextlib

import msgspec

from croupier.demo.directors_event import furnish_live_event
from croupier.demo.table_programs import PLACE, seat_programs
from croupier.house.approvals.desk import ApprovalDesk
from croupier.house.house import House
from croupier.house.people.persons import Person
from croupier.house.record import accounts
from croupier.house.record.errors import Refused
from croupier.house.record.writer import Tx
from croupier.house.tables.life import Settings
from croupier.house.tables.pit.desk import Pit
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.rulebook import rulebook

MANAGER = Person("manager", "Manager", "manager", True, False)


class SecondTable(msgspec.Struct, frozen=True):
    """A second table of a game, at limits of its own."""

    table: str
    game: str
    pit: str
    least: int
    most: int


POSTED = (
    SecondTable("BJ-102", "blackjack", "Pit 1", 25, 2_000),
    SecondTable("RO-102", "roulette", "Pit 2", 5, 500),
    SecondTable("CR-102", "craps", "Pit 3", 15, 3_000),
    SecondTable("BAC-102", "mini-midi-baccarat", "Pit 4", 50, 5_000),
)
# What earlier players are taken to have fed to each meter, in cents: no two stand alike.
FED = (4_318_62, 1_907_45, 12_644_20, 763_10, 2_581_77)
FILL_TABLE = "TCP-111"
FILL = {"chips": {100_00: 20, 25_00: 40, 5_00: 100}}
# Rules whose approval can be tried: no table deals by them.
SUBMITTED = ("oneida", "room")


async def enliven(house: House, settings: Settings) -> None:
    """Once for a house that was just furnished; `settings` are those of its demo tables."""
    pit = Pit(house)
    with house.storage.reading() as conn:
        there = {table.id for table in house.tables.everyone(conn)}
    for posted in POSTED:
        if posted.table not in there:
            limits = {"least": posted.least, "most": posted.most}
            title = rulebook(PLACE, posted.game).title
            its = msgspec.structs.replace(settings, title=title, options=limits)
            with contextlib.suppress(Refused):
                await pit.add_table(MANAGER, posted.table, PLACE, posted.game, "electronic", posted.pit, its)
                supervisor = Person("supervisor", "Supervisor 1", "supervisor", True, False)
                await pit.begin_opening(supervisor, posted.table)
                await pit.open(house.people.vouch("supervisor"), posted.table)
    await house.write(lambda tx: _feed(house, tx))
    with contextlib.suppress(Refused):  # there already, or nothing of the kind at this house
        await _begin_fill(house, pit)
    with house.storage.reading() as conn:
        asked = house.approvals.cases(conn, SUBMITTED[0])
    if not any(case.game == SUBMITTED[1] for case in asked):
        await ApprovalDesk(house).submit(house.people.vouch("manager"), rulebook(*SUBMITTED))
    await seat_programs(house)
    with contextlib.suppress(Refused):  # a house that may not have one goes without
        await furnish_live_event(PokerTournaments(house))


def _feed(house: House, tx: Tx) -> None:
    """Meters that show no more than their seed get what earlier players would have fed."""
    for place, (name, shown) in enumerate(sorted(house.progressives.meters(tx.conn).items())):
        setup = house.progressives.setup(tx.conn, name)
        if shown == setup.seed and name.endswith("-demo"):
            cents = FED[place % len(FED)]
            source, target = accounts.house(setup.property), accounts.meter(name)
            house.ledger.move(tx, "meter-seed", MANAGER.badge, source, target, cents, memo="demonstration: fed before")


async def _begin_fill(house: House, pit: Pit) -> None:
    """A fill that the supervisor has asked for and the cage has prepared: security carries it next."""
    with house.storage.reading() as conn:
        if any(d.kind == "fill" for d in house.documents.find(conn, table_id=FILL_TABLE)):
            return
    document = await pit.begin_document(house.people.vouch("supervisor"), "fill", FILL_TABLE, FILL)
    await pit.sign_document(house.people.vouch("cage"), document.id, "prepare", FILL)
