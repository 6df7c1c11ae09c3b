"""What was written before must open, replay and go on: databases, journals, the API and the commands of an earlier day.

The record beside this file (see record.py) was made at migration 0011, before the modules found their present places:
`shelf`, a day with a table for every game of every property; `pit`, a day with linked tables and jackpots; `night`, a
poker room with its lists, poker tournaments, a tournament at tables and promotions. Most tables stand in mid-round.
"""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, delete, func, select

from croupier.demo import poker_players as room_bots
from croupier.demo.day import simulate
from croupier.games import game_of
from croupier.house.house import House
from croupier.house.poker_room.lists import journal as list_journal
from croupier.house.poker_room.lists import state as room_lists
from croupier.house.poker_room.lists.desk import ListDesk
from croupier.house.poker_room.room import PokerRoom
from croupier.house.poker_room.table import acts as room_acts
from croupier.house.poker_room.table.live import follow
from croupier.house.poker_room.table.replay import replay as replay_hand
from croupier.house.promotions import store as promotion_store
from croupier.house.record import journals, schema
from croupier.house.record.clock import HandClock, Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.journals import About
from croupier.house.record.sealing import seals
from croupier.house.tables.life import CLOSED, POKER
from croupier.house.tables.live import Live
from croupier.house.tournaments.poker import store as event_store
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.house.tournaments.table.desk import Tournaments
from croupier.rounds.journal import START, MemoryJournal, chain
from croupier.rounds.replay import replay

from . import looking
from .looking import DATABASES, DAYS, HERE, NIGHT

PLACE = "horseshoe-baltimore"
SEEDED = random.Random("golden")


@pytest.fixture(scope="module", params=DATABASES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def kept(name: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Storage]:
    """A recorded database brought to this version of the program. Whoever changes it takes a copy."""
    yield from _opened(name, tmp_path_factory.mktemp(name))


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Storage]:
    yield from _opened(NIGHT, tmp_path)


def _opened(name: str, folder: Path) -> Iterator[Storage]:
    storage = Storage.file(looking.unpacked(name, folder))
    storage.migrate()
    yield storage
    storage.close()


def run(storage: Storage, scenario: Callable[[House], Awaitable[None]]) -> None:
    """A server that has just started on this database, at the time when the record ends."""
    with storage.reading() as conn:
        last = conn.scalar(select(func.max(schema.journal_entry.c.at_us)))

    async def whole() -> None:
        house = House(storage, Sources.seeded("later", HandClock(int(last or 0))))
        try:
            await scenario(house)
        finally:
            await house.stop()

    asyncio.run(whole())


def _games(conn: Connection) -> dict[str, str]:
    table = schema.floor_table
    return {row.id: row.game for row in conn.execute(select(table.c.id, table.c.game))}


def _of_kind(conn: Connection, kind: str) -> list[About]:
    """Journals of `house` tables, of `poker` tables, of the `list`s or of an `event`."""
    games = _games(conn)

    def kind_of(about: About) -> str:
        if about.table_id.startswith(event_store.EVENT):
            return "event"
        return "list" if about.table_id not in games else "poker" if games[about.table_id] == POKER else "house"

    return [about for about in journals.of_table(conn) if kind_of(about) == kind]


# ---- the record


def test_heads_balances_and_rows_are_those_that_were_recorded(name: str, kept: Storage) -> None:
    with kept.reading() as conn:
        assert looking.heads(conn) == looking.golden(f"{name}.txt", "journal", "event")
        assert looking.book(conn) == looking.golden(f"{name}.txt", "account", "ledger")
        assert set(looking.rows(conn)) >= set(looking.golden(f"{name}.txt", "rows"))


def test_chains_seals_ledger_and_documents_verify(name: str, kept: Storage) -> None:
    with kept.reading() as conn:
        assert [journals.verify(conn, about.id) for about in journals.of_table(conn)].count(None) == len(
            looking.golden(f"{name}.txt", "journal", "event")
        )
        assert [event_store.verify(conn, event.id) for event in event_store.all_of(conn)].count(None) == len(
            looking.golden(f"{name}.txt", "event")
        )
        assert seals.verify(conn) == []
        (recorded,) = looking.golden(f"{name}.txt", "seal")
        number = int(recorded.split()[1])
        assert f"seal {number} {seals.found(conn, number).hash.hex()}" == recorded

    async def books(house: House) -> None:
        with kept.reading() as conn:
            assert house.ledger.total(conn) == 0
            assert house.ledger.audit(conn) == []
            assert house.documents.gaps(conn) == []

    run(kept, books)


def test_house_journals_replay_to_their_recorded_hash(kept: Storage) -> None:
    with kept.reading() as conn:
        found = _of_kind(conn, "house")
        assert found
        for about in found:
            driver = replay((stored.entry for stored in journals.entries(conn, about.id)), game_of)
            assert isinstance(driver.journal, MemoryJournal)
            assert driver.journal.head == journals.head(conn, about.id).hash, about.id


def test_open_tables_are_taken_up_from_checkpoints_and_by_replay_alike(
    name: str, kept: Storage, tmp_path: Path
) -> None:
    bare = next(_opened(name, tmp_path))
    with bare.writing() as conn:
        conn.execute(delete(schema.checkpoint))
    taken: list[dict[str, Live]] = []

    async def take_up(house: House) -> None:
        with house.storage.reading() as conn:
            tables = [t for t in house.tables.everyone(conn) if t.state != CLOSED]
        taken.append({table.id: house.load(table.id) for table in tables})

    run(kept, take_up)
    run(bare, take_up)
    cached, replayed = taken
    with kept.reading() as conn:
        saved = {about.table_id: journals.load_checkpoint(conn, about.id) for about in _of_kind(conn, "house")}
    assert cached.keys() == replayed.keys()
    for table_id, live in cached.items():
        point = saved[table_id] if not live.turns else None  # whose turn it is follows from every act
        assert live.saved_at == (point[0] if point else 0), f"the checkpoint of {table_id} can't be read any more"
        other = replayed[table_id]
        assert other.saved_at == 0
        # What is shown beside the layout goes back as far as the checkpoint did: this day's knew no hands of baccarat.
        shown, all_of_it = (table.driver.felt.memo.pop("results", []) for table in (live, other))
        assert shown == all_of_it[: len(shown)]
        assert (live.driver.felt, live.driver.number, live.driver.entry, live.driver.pending) == (
            other.driver.felt,
            other.driver.number,
            other.driver.entry,
            other.driver.pending,
        )
        assert (live.held, live.links) == (other.held, other.links)
    assert name == NIGHT or any(live.saved_at for live in cached.values())
    assert name == NIGHT or any(not live.driver.betting for live in cached.values()), "none stands in mid-round"
    bare.close()


# ---- poker


def test_poker_tables_replay_and_stand_as_their_checkpoints_lead_to(night: Storage) -> None:
    alone: dict[str, bytes] = {}
    with night.reading() as conn:
        for about in _of_kind(conn, "poker"):
            game, head = None, START
            for stored in journals.entries(conn, about.id):
                entry = room_acts.decode(stored.payload)
                game = follow(game, entry, lambda sealed: journals.sealed(conn, sealed)[1])
                head = chain(head, room_acts.encode(entry))
            assert game is not None
            assert head == journals.head(conn, about.id).hash, f"{about.id} would be written otherwise now"
            alone[about.table_id] = msgspec.json.encode(sorted(game.balances().items())) + b"%d" % game.number
            shown = replay_hand(conn, about.id, game.table.hands, whole=True)
            assert shown.steps and (not shown.opened or shown.seal_holds)
        saved = {about.table_id: journals.load_checkpoint(conn, about.id) for about in _of_kind(conn, "poker")}

    async def take_up(house: House) -> None:
        room = PokerRoom(house)
        playing = 0
        for table in room.open_tables():
            live = await room.table(table.id)
            stands = msgspec.json.encode(sorted(live.game.balances().items())) + b"%d" % live.game.number
            assert stands == alone[table.id]
            point = saved[table.id]
            assert live.saved_at == (point[0] if point else 0), f"the checkpoint of {table.id} can't be read any more"
            playing += live.game.playing
        assert playing >= 3, "hands were under way"
        assert any(saved.values())

    run(night, take_up)


def test_a_hand_that_was_under_way_is_played_to_its_end(night: Storage) -> None:
    async def play_on(house: House) -> None:
        room, ended = PokerRoom(house), 0
        for table in room.open_tables():
            live = await room.table(table.id)
            if not live.game.playing or table.mode != "electronic":
                continue
            while (game := live.game).playing:
                for seat in [game.turn] if game.turn else list(game.table.order):
                    act = room_bots.decision(game, seat, SEEDED)
                    if act is not None:
                        with night.reading() as conn:
                            who = house.people.get(conn, game.table.seats[seat].name)
                        await room.act(table.id, who, act, game.number)
                        break
                live = await room.table(table.id)
            ended += 1
        assert ended >= 2
        with night.reading() as conn:
            assert house.ledger.audit(conn) == []
            assert seals.verify(conn) == []

    run(night, play_on)


def test_the_lists_stand_as_their_journal_says(night: Storage) -> None:
    with night.reading() as conn:
        (about,) = _of_kind(conn, "list")
        assert about.id == list_journal.name_of(PLACE)
        from_checkpoint = list_journal.read(conn, PLACE)
        head = START
        for stored in journals.entries(conn, about.id):
            head = chain(head, room_lists.encode(room_lists.decode(stored.payload)))
        assert head == from_checkpoint.head.hash
        assert from_checkpoint.saved_at, "there is a checkpoint"
    with night.writing() as conn:
        conn.execute(delete(schema.checkpoint))

    async def look(house: House) -> None:
        lists = await ListDesk(PokerRoom(house)).current(PLACE)
        lists.earlier = from_checkpoint.lists.earlier = []  # a checkpoint from before knows but one act to take back
        assert lists == from_checkpoint.lists
        assert len(lists.names) >= 2

    run(night, look)


def test_poker_tournaments_are_where_their_acts_lead(night: Storage) -> None:
    async def look(house: House) -> None:
        events = PokerTournaments(house)
        states = {event.id: (await events.live(event.id)).game for event in events.all()}
        assert {name: game.state for name, game in states.items()} == {
            "BIG": "playing",
            "NEXT": "registering",
            "OVER": "over",
        }
        with night.reading() as conn:
            for name, game in states.items():
                head = START
                for stored in journals.entries(conn, event_store.journal_of(name)):
                    head = chain(head, event_store.encode(event_store.decode(stored.payload)))
                assert head == event_store.get(conn, name).hash, f"{name} would be written otherwise now"
                assert len(game.acts) == event_store.get(conn, name).acts
            prizes = event_store.prizes(conn, "OVER")
        big = states["BIG"]
        assert any(felt.hand is not None for felt in big.tables.values())
        assert len(big.left()) < len(big.players)
        assert [(prize.patron, prize.cents) for prize in prizes] == [
            (prize.name, prize.cents) for prize in states["OVER"].prizes()
        ]

    run(night, look)


def test_the_table_tournament_and_the_promotions_are_read(night: Storage) -> None:
    async def look(house: House) -> None:
        standing = Tournaments(house).standing("FRIDAY")
        assert (len(standing.entries), standing.purse, standing.tournament.stage) == (3, 3 * 50_00, 1)
        live = house.load(standing.tables[0].table_id)
        assert live.turns is not None
        assert (live.turns.played, len(live.driver.felt.wagers)) == (2, 1)
        with night.reading() as conn:
            made = {one.id: one.kind for one in promotion_store.all_of(conn, PLACE)}
            claims = {claim.promotion: claim.state for claim in promotion_store.claims(conn)}
        assert made.keys() == {"BEAT", "BEAT-2", "DRAW", "FOOT", "SPLASH"}
        assert (claims["BEAT"], claims["BEAT-2"]) == ("paid", "verified")

    run(night, look)


# ---- the same day again


@pytest.mark.parametrize("day", DAYS)
def test_a_recorded_day_played_again_writes_the_same_to_the_byte(day: str, tmp_path: Path) -> None:
    storage = Storage.file(tmp_path / "again.db")
    storage.migrate()
    simulate(f"sqlite:///{tmp_path / 'again.db'}", DAYS[day].seed, DAYS[day].steps, looking.plan_of(day))
    with storage.reading() as conn:
        assert looking.heads(conn) == looking.golden(f"{day}.again.txt", "journal")
        assert looking.book(conn) == looking.golden(f"{day}.again.txt", "account", "ledger")
    storage.close()


# ---- what others rely on


@pytest.fixture(scope="module")
def surface(tmp_path_factory: pytest.TempPathFactory) -> looking.Surface:
    return looking.surface(tmp_path_factory.mktemp("surface"))


def test_the_api_takes_and_gives_all_that_it_did(surface: looking.Surface) -> None:
    parts = {f"{kind}/{name}": part for kind, named in surface.openapi.items() for name, part in named.items()}
    assert list(looking.missing(json.loads((HERE / "openapi.json").read_text()), parts)) == []


def test_what_is_added_to_the_api_must_not_be_asked_of_those_who_know_nothing_of_it() -> None:
    was = {"properties": {"act": {"type": "string"}}, "required": ["act"], "additionalProperties": False}
    more = {**was, "properties": {"act": {"type": "string"}, "by": {"type": "string"}}}
    assert list(looking.missing(was, more)) == []
    assert list(looking.missing(was, {**more, "required": ["act", "by"]})) == [" asks for by as well"]
    assert list(looking.missing(more, was)) == ["/properties/by is gone"]
    given = {"parameters": [{"name": "on", "required": False}]}
    optional, needed = ({"name": "from", "required": must} for must in (False, True))
    assert list(looking.missing(given, {"parameters": [optional, *given["parameters"]]})) == []
    assert list(looking.missing(given, {"parameters": [needed, *given["parameters"]]})) == [" asks for from as well"]
    assert list(looking.missing(given, {"parameters": [needed]}))


def test_every_url_is_where_it_was(surface: looking.Surface) -> None:
    assert set(looking.golden("urls.txt")) - set(surface.urls) == set()


def test_every_command_takes_the_options_it_took(surface: looking.Surface) -> None:
    was = json.loads((HERE / "commands.json").read_text())
    assert list(looking.missing(was, surface.commands)) == []
