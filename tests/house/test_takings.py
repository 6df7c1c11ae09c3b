"""Drop and win of a table are those of its day, whatever happened to the table meanwhile."""

from croupier.house.money.takings import Taking, dropped
from croupier.house.people.gaming_day import span
from croupier.house.record.clock import DAY_US, HOUR_US
from croupier.house.tables.duties import rounds_since
from croupier.rounds import acts

from .houses import HOUSE, Floor, money_at, run


def today(floor: Floor, table_id: str) -> Taking:
    with floor.storage.reading() as conn:
        kept = floor.house.takings.today(conn, table_id, floor.clock())
        fresh = type(floor.house.takings)().today(conn, table_id, floor.clock())
    assert kept == fresh  # read bit by bit or at once
    return kept


async def leave(floor: Floor, table_id: str, badge: str) -> int:
    """The patron walks away; the chips that he carries."""
    before = money_at(floor, f"patron:{badge}")[0]
    await floor.house.answer(table_id, floor.person(badge), acts.Leave(1))
    return money_at(floor, f"patron:{badge}")[0] - before


def test_the_days_figures_outlast_new_limits_and_a_closing(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        await floor.play("E-1", 4)
        chips = (await floor.house.table("E-1")).driver.table.chips(1)
        assert today(floor, "E-1") == Taking(1_000_00, 1_000_00 - chips)
        supervisor = floor.person("supervisor-1")
        await floor.pit.change_options(floor.proof("supervisor-1"), "E-1", {"least": "$15"})
        assert today(floor, "E-1") == Taking(1_000_00, 1_000_00 - chips)
        await floor.play("E-1", 2)
        chips = (await floor.house.table("E-1")).driver.table.chips(1)
        assert await leave(floor, "E-1", "player-1") == chips
        await floor.pit.begin_closing(supervisor, "E-1")
        await floor.pit.close(floor.proof("supervisor-1"), "E-1")
        (closed,) = await floor.pit.board(HOUSE)
        assert (closed.drop_cents, closed.win_cents) == (1_000_00, 1_000_00 - chips)
        await floor.pit.begin_opening(supervisor, "E-1")
        await floor.pit.open(floor.proof("supervisor-1"), "E-1")
        (again,) = await floor.pit.board(HOUSE)
        assert (again.drop_cents, again.win_cents) == (1_000_00, 1_000_00 - chips)
        assert again.rounds_per_hour == 6

    run(scenario, floor)


def test_when_a_gaming_day_begins_a_table_begins_anew(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        with floor.storage.reading() as conn:
            floor.clock.advance(span(conn, floor.clock()).end_us - floor.clock() - HOUR_US)
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        await floor.play("E-1", 3)
        before = (await floor.house.table("E-1")).driver.table.chips(1)
        assert today(floor, "E-1").drop_cents == 1_000_00
        floor.clock.advance(2 * HOUR_US)
        assert today(floor, "E-1") == Taking()
        await floor.play("E-1", 3)
        chips = (await floor.house.table("E-1")).driver.table.chips(1)
        assert today(floor, "E-1") == Taking(0, before - chips)
        carried = await leave(floor, "E-1", "player-1")
        await floor.house.answer("E-1", floor.person("player-1"), acts.Sit(1, "player-1", carried))
        assert today(floor, "E-1").drop_cents == 0

    run(scenario, floor)


def test_chips_that_a_patron_carries_along_are_no_new_drop(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic("E-1")
        await floor.electronic("E-2")
        await floor.sit("E-1", "player-1", 1)
        carried = await leave(floor, "E-1", "player-1")
        assert carried == 1_000_00
        await floor.house.answer("E-2", floor.person("player-1"), acts.Sit(1, "player-1", 600_00))
        assert (today(floor, "E-1"), today(floor, "E-2")) == (Taking(1_000_00), Taking())
        await floor.fund("player-1", 500_00, HOUSE)  # 400 in chips are left: 300 of 700 are new
        await floor.house.answer("E-2", floor.person("player-1"), acts.Buy(1, 700_00))
        assert today(floor, "E-2") == Taking(300_00)
        await floor.sit("E-2", "player-2", 2)
        assert today(floor, "E-2") == Taking(1_300_00)
        with floor.storage.reading() as conn:  # of several tables at once, each by who brought chips to it
            found = dropped(conn, ("E-1", "E-2", "E-3"), floor.clock() - DAY_US, floor.clock() + DAY_US)
        assert found == {"E-1": 1_000_00, "E-2": 1_300_00, "E-3": 0}

    run(scenario, floor)


def test_fills_and_counts_are_nobodys_win(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        assert today(floor, "D-1") == Taking()
        await floor.sit("D-1", "player-1", 1)
        await floor.fill("D-1")
        assert today(floor, "D-1") == Taking(1_000_00)

    run(scenario, floor)


def test_a_shoot_of_craps_is_paced_by_its_rolls(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic("C-1", game="craps", demo=True)
        await floor.sit("C-1", "player-1", 1)
        rolls = 0
        while rolls < 12:
            table = await floor.house.table("C-1")
            if not any(w.kind == "pass" for w in table.driver.felt.wagers):
                await floor.house.answer("C-1", floor.person("player-1"), acts.Bet(1, "pass", 10_00))
            await floor.house.close_wagers("C-1")
            rolls += 1
        (tile,) = await floor.pit.board(HOUSE)
        assert tile.rounds_per_hour == rolls
        with floor.storage.reading() as conn:  # most rolls decide nothing
            assert rounds_since(conn, "C-1.1", 0) < rolls

    run(scenario, floor)
