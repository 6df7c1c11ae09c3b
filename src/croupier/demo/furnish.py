"""A house furnished for a demonstration: people of every role, electronic tables open, one dealt by hand.

Everybody has the same password, which whoever starts the demonstration is told. Harmless when it is there.
"""

import contextlib
from collections.abc import Iterable

import msgspec

from croupier.demo.open_house import enliven
from croupier.demo.poker_room import furnish_room
from croupier.demo.submissions import furnish_submissions
from croupier.games import game_class, is_played, module_of
from croupier.house.house import House
from croupier.house.money.chips import cut
from croupier.house.papers.documents import FLOWS
from croupier.house.people.persons import Person
from croupier.house.record import accounts
from croupier.house.record.errors import Refused
from croupier.house.tables.equipment import checklist, kinds_of
from croupier.house.tables.life import CLOSED, OPENING, FloorTable, Settings
from croupier.house.tables.options import check_options
from croupier.house.tables.pit.desk import Pit
from croupier.house.tournaments.table.desk import Tournaments
from croupier.house.tournaments.table.rules import BUTTON, Plan
from croupier.rulebook import catalogue, is_usable, rulebook

PASSWORD = "demo chips only"
BANK = 1_000_000_00
PEOPLE = [
    ("admin-demo", "Administrator", "administrator"),
    ("manager", "Manager", "manager"),
    ("supervisor", "Supervisor 1", "supervisor"),
    ("supervisor-2", "Supervisor 2", "supervisor"),
    ("dealer", "Dealer 1", "dealer"),
    ("dealer-2", "Dealer 2", "dealer"),
    ("dealer-3", "Dealer 3", "dealer"),
    ("dealer-4", "Dealer 4", "dealer"),
    ("dealer-5", "Dealer 5", "dealer"),
    ("dealer-6", "Dealer 6", "dealer"),
    ("dealer-7", "Dealer 7", "dealer"),
    ("clerk", "Poker clerk", "clerk"),
    ("cage", "Cage 1", "cage"),
    ("cage-2", "Cage 2", "cage"),
    ("security", "Security", "security"),
    ("surveillance", "Surveillance", "surveillance"),
    ("commission", "Commission", "commission"),
    ("attendant", "Slot attendant", "attendant"),
    ("slot-supervisor", "Slot supervisor", "slot-supervisor"),
    ("player", "Patron 1", "player"),
    ("player-2", "Patron 2", "player"),
]

# Tables dealt by hand: the dealer keys what falls.
BY_HAND = (("hard-rock-cincinnati", "three-card-poker", "dealer"), ("hard-rock-cincinnati", "roulette", "dealer-2"))
# A stadium: one dealer, one hand for everybody, wagers and decisions at the stations.
STADIUM = ("hard-rock-cincinnati", "blackjack", "dealer-4")
STATION_COUNT = 24
# The progressives that the demonstration offers, where the property's book allows.
PROGRESSIVES = {"three-card-poker": "three-card", "ultimate-texas-holdem": "multi-link", "blackjack": "blazing-7s"}


# A tournament that a visitor may enter.
TOURNAMENT = ("hard-rock-cincinnati", "mini-midi-baccarat")


DEMO_TABLE = Settings(bank=BANK, low=BANK // 20, demo=True, rounds_per_hour=0)


class Furnished(msgspec.Struct, frozen=True):
    tables: int
    opened: int
    password: str = PASSWORD


def letters(game: str) -> str:
    return (game_class(game).LETTERS if module_of(game) else "") or "".join(word[0] for word in game.split("-")).upper()


def playable() -> Iterable[tuple[str, str]]:
    """(property, game) of every house game on the shelf."""
    for place, games in catalogue().items():
        for game in games:
            if is_played(place, game) and is_usable(place, game):
                yield place, game


async def furnish(house: House, *, games: Iterable[tuple[str, str]] | None = None, alive: bool = False) -> Furnished:
    """Put people and tables there and open them; what is there already stays as it is.

    `alive`: as a house that has been open for a while, with programs at several tables.
    """
    house.people.add_demo(PEOPLE, PASSWORD)
    pit = Pit(house)
    manager = Person("manager", "Manager", "manager", True, False)
    with house.storage.reading() as conn:
        there = {table.id for table in house.tables.everyone(conn)}
    chosen = list(games if games is not None else playable())
    for number, (place, game) in enumerate(chosen):
        table_id = f"{letters(game)}-{_house_digit(place)}01"
        if table_id not in there:
            there.add(table_id)
            settings = _settings(house, place, game)
            await pit.add_table(manager, table_id, place, game, "electronic", f"Pit {number % 4 + 1}", settings)
    for table_id, (place, game, _) in _by_hand().items():
        if table_id not in there and (place, game) in chosen:
            settings = _settings(house, place, game)
            if (place, game) == STADIUM[:2]:
                change = {"title": f"{_title(place, game)} at stations", "options": {"stations": STATION_COUNT}}
            else:
                change = {"title": f"{_title(place, game)}, dealt by hand"}
            settings = msgspec.structs.replace(settings, **change)
            await pit.add_table(manager, table_id, place, game, "dealer", "Pit 5", settings)
    done = await _open_all(house, pit)
    if games is None:
        await furnish_room(house)
        await furnish_submissions(house, PASSWORD)
    await _plan_tournament(house, manager, chosen)
    if alive:
        await enliven(house, DEMO_TABLE)
    return done


async def _plan_tournament(house: House, manager: Person, chosen: list[tuple[str, str]]) -> None:
    """One tournament to enter, where its game is dealt; a house that has one, or may not have it, goes without."""
    tournaments = Tournaments(house)
    place, game = TOURNAMENT
    if TOURNAMENT not in chosen or await tournaments.all():
        return
    book = rulebook(place, game)
    plan = Plan(
        name=f"{book.title} open",
        property=place,
        game=game,
        rounds=10,
        seats=6,
        betting_order=BUTTON,
    )
    with contextlib.suppress(Refused):
        await tournaments.plan(manager, "OPEN", plan, 100_00, (50, 30, 20))
        await tournaments.approve(house.people.prove("commission", PASSWORD), "OPEN", "demonstration")


def _house_digit(place: str) -> int:
    return list(catalogue()).index(place) + 1


def _by_hand() -> dict[str, tuple[str, str, str]]:
    """Property, game and dealer of each table with a dealer, by the table's name."""
    tables = {f"{letters(game)}-{_house_digit(place)}11": (place, game, dealer) for place, game, dealer in BY_HAND}
    place, game, _ = STADIUM
    return tables | {f"{letters(game)}-{_house_digit(place)}21": STADIUM}


def _title(place: str, game: str) -> str:
    return rulebook(place, game).title


def _settings(house: House, place: str, game: str) -> Settings:
    """Demo tables open without counts; a progressive hangs there where the property may link it."""
    title = _title(place, game)
    plain = msgspec.structs.replace(DEMO_TABLE, title=title)
    wanted = PROGRESSIVES.get(game)
    if wanted:
        linked = msgspec.structs.replace(plain, options={"progressive": wanted})
        with contextlib.suppress(Refused):
            check_options(place, game, linked, house.game)
            return linked
    return plain


async def _open_all(house: House, pit: Pit) -> Furnished:
    supervisor = Person("supervisor", "Supervisor 1", "supervisor", True, False)
    with house.storage.reading() as conn:
        tables = [t for t in house.tables.everyone(conn) if t.settings.demo]
    opened = 0
    for table in tables:
        if table.state in (CLOSED, OPENING):
            await _open(house, pit, supervisor, table)
            opened += 1
    return Furnished(len(tables), opened)


async def _open(house: House, pit: Pit, supervisor: Person, table: FloorTable) -> None:
    if table.state == CLOSED:
        await pit.begin_opening(supervisor, table.id)
    _, _, dealer = _by_hand().get(table.id, ("", "", ""))
    if table.mode == "dealer" and dealer:
        with contextlib.suppress(Refused):
            await pit.dealer_in(supervisor, table.id, dealer)
        await _papers(house, pit, supervisor.badge, dealer, table)
    await pit.open(house.people.vouch(supervisor.badge), table.id)


async def _papers(house: House, pit: Pit, supervisor: str, dealer: str, table: FloorTable) -> None:
    """What a table dealt by hand is opened with: inspections, two counts, the checklist, each signed by its people."""
    vouch, posting = house.people.vouch, house.posting(table)
    for kind in kinds_of(posting):
        if FLOWS[kind].steps[0].name == "inspect":
            box = f"{table.id}.{table.openings + 1}"
            label = {"label": f"Red {box} + Blue {box}" if kind == "cards" else f"Set {box}"}
            document = await pit.begin_document(vouch(dealer), kind, table.id, label)
            await pit.sign_document(vouch(supervisor), document.id, "verify")
        else:
            await pit.begin_document(vouch(supervisor), kind, table.id)
    with house.storage.reading() as conn:
        there = house.ledger.balance(conn, accounts.inventory(table.id))
    counted = {"chips": cut(there or table.settings.bank)}
    document = await pit.begin_document(vouch(dealer), "opening", table.id, counted)
    await pit.sign_document(vouch(supervisor), document.id, "verify", counted)
    await pit.begin_document(vouch(dealer), "checklist", table.id, {"items": list(checklist(posting))})
