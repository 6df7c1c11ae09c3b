"""What each wager came to: rows add up to the table's win, take back what is undone, and follow from the journal."""

import contextlib
from fractions import Fraction

import msgspec
import pytest
import typer
from sqlalchemy import func, select

from croupier.cli.running import results
from croupier.house import proving
from croupier.house.record import schema
from croupier.house.record.errors import NotFound
from croupier.house.results import meters, rows_from_journals
from croupier.house.results import sums as sums_of
from croupier.house.results.desk import AskedPeriod, ResultsDesk
from croupier.rounds import acts, refusal

from .conftest import CHEAP
from .houses import HOUSE, Floor, run

GAMES = ("three-card-poker", "blackjack", "craps", "roulette", "mini-midi-baccarat", "mississippi-stud", "let-it-ride")


def sums(floor: Floor, journal: str) -> tuple[int, int]:
    """(what the table won, what was wagered at first)"""
    table = schema.wager_result.c
    with floor.storage.reading() as conn:
        query = select(func.sum(table.house), func.sum(table.unit)).where(table.journal_id == journal)
        house, unit = conn.execute(query).one()
    return int(house or 0), int(unit or 0)


def holds(floor: Floor, *names: str) -> None:
    """The rows are those that the journals say, to the last one."""
    with floor.storage.reading() as conn:
        assert set(names) <= set(rows_from_journals.journals_with_results(conn))
    for about in rows_from_journals.fill(floor.storage, None, names):
        assert (about.missing, about.differing) == (0, 0), about


async def dice(floor: Floor, name: str) -> None:
    """Throws with line, buy and place wagers, odds and some that are taken down again."""
    player = floor.person("player-1")
    for throw in range(25):
        table = (await floor.house.table(name)).driver.table
        for wager, on, cents in (("pass", "", 10_00), ("buy", "4", 25_00), ("place", "6", 12_00), ("field", "", 5_00)):
            if table.wager(wager, 1, on or None) is None:
                with contextlib.suppress(refusal.Refused):
                    await floor.house.answer(name, player, acts.Bet(1, wager, cents, on))
        if throw % 7 == 3 and table.wager("buy", 1, "4"):
            await floor.house.answer(name, player, acts.Take(1, "buy", "4"))
        await floor.house.close_wagers(name)


def test_rows_add_up_to_the_win_of_every_game(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        for game in GAMES:
            name = game[:8].upper()
            await floor.electronic(name, game=game, demo=True)
            for place in (1, 2):
                await floor.sit(name, f"player-{place}", place)
            await (dice(floor, name) if game == "craps" else floor.play(name, 6))
            table = await floor.house.table(name)
            assert sums(floor, f"{name}.1")[0] == table.win_cents, game
            won[name] = table.win_cents
            holds(floor, f"{name}.1")
        for desk in (ResultsDesk(floor.house), ResultsDesk(floor.house)):  # each from nothing
            found = desk.answer(AskedPeriod(property=HOUSE, chips="demo"))
            tables = {one.table: one.line.win for one in found.report.tables}
            assert len(tables) >= 5 and tables.items() <= won.items()  # at some nobody may have wagered
            assert found.report.total.win == sum(won.values()) == sum(one.line.win for one in found.report.patrons)
            assert found.report.drop == len(tables) * 2 * 1_000_00
            assert {one.title.partition(",")[0] for one in found.to_count} >= {"Blackjack"}
        with pytest.raises(NotFound):
            desk.answer(AskedPeriod(property=HOUSE, chips="demo", table="NONE"))

    won: dict[str, int] = {}
    run(scenario, floor)


def test_what_is_undone_or_voided_counts_for_nothing_whoever_dealt_and_whichever_server_wrote(
    floor: Floor, url: str
) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand(options={"dealing": "hand"})
        await floor.sit("D-1", "player-1", 1)
        await floor.play("D-1", 2)
        before = sums(floor, "D-1.1")
        floor.clock.advance(1)
        await floor.pit.dealer_in(floor.person("supervisor-1"), "D-1", "dealer-2")
        await floor.play("D-1", 1, "dealer-2")
        after = sums(floor, "D-1.1")
        assert after[1] > before[1]
        dealer = floor.person("dealer-2")
        for _ in range(3):  # the shuffle, then the last card with all that it decided
            if sums(floor, "D-1.1") == after:
                await floor.take_back("D-1", "dealer-2")
        undone, table = sums(floor, "D-1.1"), await floor.house.table("D-1")
        assert undone[0] == table.win_cents and undone[1] < after[1]
        await floor.house.answer("D-1", dealer, acts.Declared("misdeal"))
        table = await floor.house.table("D-1")
        assert sums(floor, "D-1.1") == (table.win_cents, undone[1])
        holds(floor, "D-1.1")

        other = Floor(url, floor.clock, seed="other", hasher=CHEAP)  # another server, or this one after a restart
        await other.play("D-1", 1, "dealer-2")
        table = await other.house.table("D-1")
        assert sums(floor, "D-1.1")[0] == table.win_cents
        with floor.storage.reading() as conn:
            dealers = set(conn.scalars(select(schema.wager_result.c.dealer).distinct()))
        assert dealers == {"dealer-1", "dealer-2"}
        await other.house.stop()
        other.storage.close()
        holds(floor, "D-1.1")

    run(scenario, floor)


def test_a_journal_from_before_is_filled_in_once(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        live = await floor.house.table("E-1")
        live._results.of_act = lambda *about: []  # type: ignore[method-assign]
        await floor.play("E-1", 4)  # as it was before rows were written
        assert sums(floor, "E-1.1") == (0, 0)
        with pytest.raises(typer.Exit):  # as `croupier results --check` ends
            results._rows(floor.house, fill=False)
        (filled,) = rows_from_journals.fill(floor.storage, floor.house.writer, ["E-1.1"])
        assert filled.missing == filled.rows > 0
        assert sums(floor, "E-1.1")[0] == (await floor.house.table("E-1")).win_cents
        (again,) = rows_from_journals.fill(floor.storage, floor.house.writer, ["E-1.1"])
        assert (again.missing, again.differing) == (0, 0)
        results._rows(floor.house, fill=False)
        with floor.storage.reading() as conn:  # who deals up to an instant has dealt what was settled at it
            stints = rows_from_journals.Stints(conn, "E-1.1")
        stints._stints, stints._began = [(1, 5, "dealer-1")], [1]
        assert [stints.at(at_us) for at_us in (0, 1, 5, 6)] == ["", "dealer-1", "dealer-1", ""]

    run(scenario, floor)


def test_a_closed_journal_is_added_up_without_anybody_asking_for_a_report(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic(demo=True)
        await floor.sit("E-1", "player-1", 1)
        await floor.play("E-1", 3)
        desk = ResultsDesk(floor.house)
        assert desk.add_up_closed() == 0  # it is open, and may grow
        manager = floor.person("manager-1")
        await floor.pit.begin_closing(manager, "E-1")
        await floor.pit.clear_seats(manager, "E-1")
        await floor.pit.close(floor.proof("manager-1"), "E-1")
        assert desk.add_up_closed() == 1
        floor.house.writer.run(lambda tx: None)
        with floor.storage.reading() as conn:
            assert list(conn.scalars(select(schema.journal_sum.c.journal_id))) == ["E-1.1"]
        assert ResultsDesk(floor.house).add_up_closed() == 0

    run(scenario, floor)


def test_the_sum_of_an_open_journal_goes_on_from_where_it_was_and_is_what_all_its_rows_come_to(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sums_of, "KEPT_EVERY", 8)

    async def scenario(floor: Floor) -> None:
        await floor.electronic(demo=True)
        await floor.sit("E-1", "player-1", 1)
        desk = ResultsDesk(floor.house)
        for _ in range(3):
            await floor.play("E-1", 4)
            desk.add_up_closed()
            floor.house.writer.run(lambda tx: None)
            with floor.storage.reading() as conn:
                (now,), _ = desk.sums.of(conn, ["E-1.1"])
                (again,), _ = sums_of.Sums().of(conn, ["E-1.1"])  # from what was kept
                assert now == again == sums_of.summed(conn, "E-1.1")
                assert conn.scalar(select(schema.journal_sum.c.number)) > 8
        with floor.storage.reading() as conn:
            assert list(proving.faults(conn, floor.house.ledger)) == []

    run(scenario, floor)


def test_a_report_with_sums_from_another_process_is_the_report_that_reads_all_rounds(floor: Floor, url: str) -> None:
    async def scenario(floor: Floor) -> None:
        for name in ("E-1", "E-2"):
            await floor.electronic(name, demo=True)
            await floor.sit(name, "player-1", 1)
            await floor.play(name, 4)
            await floor.pit.begin_closing(floor.person("manager-1"), name)
            await floor.pit.clear_seats(floor.person("manager-1"), name)
            await floor.pit.close(floor.proof("manager-1"), name)
        asked, desk = AskedPeriod(property=HOUSE, chips="demo"), ResultsDesk(floor.house)
        whole = ResultsDesk(floor.house).answer(asked).report
        floor.house.writer.run(lambda tx: [sums_of.drop(tx, f"{name}.1") for name in ("E-1", "E-2")])
        with floor.storage.reading() as conn:
            most = int(
                conn.scalar(select(schema.journal_head.c.number).where(schema.journal_head.c.id == "E-2.1")) or 0
            )
        part = desk.answer(asked, most)  # room for one of them, the latest
        assert part.to_add == ("E-1.1",) and [one.table for one in part.report.tables] == ["E-2"]
        desk.take_sums(sums_of.added_up(url, part.to_add))
        found = desk.answer(asked, 0)
        assert found.to_add == () and msgspec.structs.replace(found.report, computed_us=whole.computed_us) == whole

    run(scenario, floor)


def test_a_row_that_is_added_to_a_round_of_long_ago_is_counted(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic(demo=True)
        await floor.sit("E-1", "player-1", 1)
        await floor.play("E-1", 6)
        sums = sums_of.Sums()
        with floor.storage.reading() as conn:
            sums.of(conn, ["E-1.1"])
            first = conn.execute(select(schema.wager_result).where(schema.wager_result.c.round == 1)).first()
        await floor.play("E-1", 1)
        assert first is not None
        late = {**first._mapping, "entry": (await floor.house.table("E-1")).driver.entry, "line": 99, "net": 7_00}
        with floor.storage.writing() as conn:
            conn.execute(schema.wager_result.insert().values(**late))
        with floor.storage.reading() as conn:
            (now,), _ = sums.of(conn, ["E-1.1"])
            assert now == sums_of.summed(conn, "E-1.1")

    run(scenario, floor)


def test_a_sum_that_was_changed_past_the_program_is_found(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic(demo=True)
        await floor.sit("E-1", "player-1", 1)
        await floor.play("E-1", 3)
        manager = floor.person("manager-1")
        await floor.pit.begin_closing(manager, "E-1")
        await floor.pit.clear_seats(manager, "E-1")
        await floor.pit.close(floor.proof("manager-1"), "E-1")
        ResultsDesk(floor.house).add_up_closed()
        floor.house.writer.run(lambda tx: None)
        with floor.storage.reading() as conn:
            assert list(proving.faults(conn, floor.house.ledger)) == []
        with floor.storage.writing() as conn:
            conn.execute(schema.journal_sum.update().values(payload=b"2"))
        with floor.storage.reading() as conn:
            assert any("journal_sum E-1.1" in words for words in proving.faults(conn, floor.house.ledger))

    run(scenario, floor)


def test_a_progressive_wager_is_worth_what_its_meter_showed_when_it_was_made(floor: Floor) -> None:
    async def round_of(player: str) -> None:
        who = floor.person(player)
        await floor.house.answer("E-1", who, acts.Bet(1, "ante", 10_00))
        await floor.house.answer("E-1", who, acts.Bet(1, "progressive", 5_00))
        await floor.house.close_wagers("E-1")
        await floor.house.answer("E-1", who, acts.Chosen("play", 1))

    async def scenario(floor: Floor) -> None:
        await floor.electronic(options={"progressive": "multi-link"})
        await floor.sit("E-1", "player-1", 1)
        with floor.storage.reading() as conn:
            meter = floor.house.progressives.links(conn, "E-1")["progressive"]
            seed = floor.house.progressives.shown(conn, meter)
        floor.clock.advance(3_600_000_000)
        await round_of("player-1")
        floor.house.writer.run(lambda tx: floor.house.progressives.contribute(tx, meter, 400_000_00, "player-2"))
        with floor.storage.reading() as conn:
            grown = floor.house.progressives.shown(conn, meter)
        assert grown > 2 * seed
        floor.clock.advance(3_600_000_000)
        await round_of("player-1")
        desk = ResultsDesk(floor.house)
        answer = desk.answer(AskedPeriod(property=HOUSE, chips="money"))
        with floor.storage.reading() as conn:
            linked = meters.linked_of(desk.known.posting(conn, "E-1.1"))
        assert linked is not None
        worth = [float(linked.odds.house_edge(Fraction(cents, linked.stake))) for cents in (seed, grown)]
        assert worth[0] > worth[1]
        (line,) = [one for one in answer.report.wagers if one.key[1] == "progressive"]
        assert line.wagered == 10_00 and line.expected == pytest.approx(5_00 * sum(worth), rel=1e-3)

    run(scenario, floor)
