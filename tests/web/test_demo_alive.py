"""A demonstration that is alive: programs play, meters run, and nobody who sits there is dealt past."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier.demo.directors_event import AGAIN, ENTRIES, furnish_live_event
from croupier.demo.furnish import DEMO_TABLE
from croupier.demo.open_house import FED, FILL_TABLE, SUBMITTED, enliven
from croupier.demo.table_programs import SEATS, TablePrograms
from croupier.house.poker_room.room import BOT
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.house.tournaments.poker.live.director_desk import proposal

from .lab import PLACE, Lab, lab

GAMES = ("blackjack", "roulette", "craps", "mini-midi-baccarat", "three-card-poker")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with _alive(tmp_path_factory.mktemp("alive")) as made:
        yield made


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[Lab]:
    """A demonstration of the test's own, where somebody stays seated."""
    with _alive(tmp_path) as made:
        yield made


@contextmanager
def _alive(folder: Path) -> Iterator[Lab]:
    with lab(folder, *GAMES) as made:
        made.do(lambda: enliven(made.house, DEMO_TABLE))
        yield made


def test_a_live_tournament_is_under_way_and_waits_for_its_director(floor: Lab) -> None:
    desk = PokerTournaments(floor.house)
    live = floor.do(lambda: desk.live("LIVE-1"))
    assert len(live.game.tables) == 4 and live.game.registers(live.game.now_us) and live.game.entries == ENTRIES + AGAIN
    assert list(live.game.halted()) == [4]
    due = proposal(live)
    assert due is not None and due.what == "move"
    assert floor.do(lambda: furnish_live_event(desk)) == "LIVE-1", "it is there once"
    assert floor.do(lambda: desk.live("LIVE-1")).event.acts == live.event.acts


class Eager(TablePrograms):
    """Looked at all the time, and thinking for no time."""

    def _pause(self, table_id: str) -> float | None:
        return 0.0


def rounds(floor: Lab) -> dict[str, int]:
    return {s.table: floor.do(lambda s=s: floor.house.table(s.table)).driver.felt.round for s in SEATS[:-1]}


def test_programs_play_at_every_table_of_theirs_and_rest_while_nobody_looks(floor: Lab) -> None:
    before = rounds(floor)
    assert floor.do(TablePrograms(floor.house).look) == 0
    programs = Eager(floor.house)
    for _ in range(200):
        floor.do(programs.look)
        if all(now > before[table] for table, now in rounds(floor).items()):
            break
    assert all(now > before[table] for table, now in rounds(floor).items())


def test_a_person_at_their_table_is_waited_for(apart: Lab) -> None:
    floor = apart
    programs, table = Eager(floor.house), "BAC-101"
    guest, badge = floor.guest()
    for _ in range(100):
        live = floor.do(lambda: floor.house.table(table))
        if live.driver.betting and live.driver.felt.wagers:  # a round is numbered from its first wager on
            break
        floor.do(programs.look)
    sit = {"act": {"act": "sit", "position": 9, "patron": badge, "chips": 200_00}}
    guest.post(f"/api/v1/tables/{table}/acts", json=sit).raise_for_status()
    here = floor.do(lambda: floor.house.table(table)).driver.felt.round
    for _ in range(30):
        floor.do(programs.look)
    live = floor.do(lambda: floor.house.table(table))
    assert live.driver.felt.round == here
    assert live.driver.betting
    assert len(live.driver.table.betting_positions()) == 3
    bet = {"act": {"act": "bet", "position": 9, "wager": "banker", "amount": 10_00}}
    guest.post(f"/api/v1/tables/{table}/acts", json=bet).raise_for_status()
    for _ in range(30):
        floor.do(programs.look)
    assert live.driver.betting  # all are ready but him
    guest.post(f"/api/v1/tables/{table}/ready", json={}).raise_for_status()
    assert not live.driver.betting or live.driver.felt.round == here + 1
    for _ in range(100):
        if live.driver.betting and live.driver.table.betting_positions():
            break
        floor.do(programs.look)
    guest.post(f"/api/v1/tables/{table}/acts", json=bet).raise_for_status()
    guest.post(f"/api/v1/tables/{table}/ready", json={}).raise_for_status()
    before = live.driver.number
    floor.do(programs.look)  # and nobody waits for them: what they have down is enough
    assert live.driver.number > before and not live.ready


def test_limits_and_meters_differ_a_fill_is_under_way_and_an_approval_can_be_tried(floor: Lab) -> None:
    page = floor.anybody().get(f"/?house={PLACE}").text
    assert all(limits in page for limits in ("$5 – $500", "$25 – $2,000", "$15 – $3,000", "$50 – $5,000"))
    with floor.storage.reading() as conn:
        meters = floor.house.progressives.meters(conn, PLACE)
        fills = floor.house.documents.find(conn, kind="fill", table_id=FILL_TABLE)
        seated = {p.badge for p in floor.house.people.everybody(conn, "player") if p.badge.startswith(BOT)}
    assert len(set(meters.values())) == len(meters) > 1
    assert max(meters.values()) > max(FED)
    assert [fill.state for fill in fills] == ["prepared"]
    assert seated
    found = floor.program("commission").get("/api/v1/approvals", params={"property": SUBMITTED[0]}).json()
    assert next(row for row in found if row["game"] == SUBMITTED[1])["standing"] == "Awaiting approval"
    floor.do(lambda: enliven(floor.house, DEMO_TABLE))  # harmless when it is there
    with floor.storage.reading() as conn:
        assert len(floor.house.documents.find(conn, kind="fill", table_id=FILL_TABLE)) == 1
