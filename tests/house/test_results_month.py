"""A simulated month in which one dealer overpays and one patron counts: the report shows both, and nobody else."""

import asyncio
import datetime
import json
from pathlib import Path

import msgspec
import pytest
from click.testing import Result
from typer.testing import CliRunner

from croupier.cli import app
from croupier.house.record.clock import DAY_US, HOUR_US
from croupier.house.results.desk import Answer, AskedPeriod, ResultsDesk, complete
from croupier.house.results.sheets import LISTS, as_csv, rows, summary

from .conftest import CHEAP
from .houses import HOUSE, Floor
from .months import Patron, add, at_whim, by_the_count, counts, file, fill, flat, played

DAYS, PLAYED = 30, 6
DEALERS = [f"dealer-{n}" for n in range(1, 7)]
GAMES = {"BJ-1": "blackjack", "BW-1": "big-six", "RL-1": "roulette", "MB-1": "mini-midi-baccarat"}


def patrons(table: str, day: int) -> tuple[list[Patron], int]:
    """Who plays there on a day, and how many rounds."""
    if table == "BJ-1":
        seated = [Patron("20417", 1, by_the_count), Patron("20388", 2, at_whim), Patron("20402", 3, flat(25_00))]
        return seated, 60
    if table == "MB-1":
        return [Patron("20455", 1, at_whim, "banker"), Patron("20311", 2, at_whim, "player")], 30
    return [Patron(f"205{day:02}", 1, at_whim, "red" if table == "RL-1" else "")], 20


async def month(floor: Floor) -> AskedPeriod:
    floor.staff()
    floor.house.people.add_demo([(badge, badge.title(), "dealer") for badge in DEALERS[3:]], "five plain words")
    start = floor.clock() // DAY_US * DAY_US + 8 * HOUR_US
    names = []
    for table, game in GAMES.items():
        await add(floor, table, game)
        options = {"decks": "2"} if table == "BJ-1" else {}
        for day in range(PLAYED):
            seated, rounds = patrons(table, day)
            journal = played(game, seated, rounds, f"{table} {day}", start + day * DAY_US, **options)
            names.append(file(floor, table, journal, day + 1))
    counts(floor, list(GAMES), DEALERS, DAYS, start, "dealer-4", 7)
    fill(floor, names)
    floor.clock.advance((DAYS - 1) * DAY_US)
    first = datetime.datetime.fromtimestamp(start / 1e6, datetime.UTC).date()
    return AskedPeriod(property=HOUSE, first=first, last=first + datetime.timedelta(days=DAYS - 1))


def test_who_overpays_and_who_counts_is_shown_and_nobody_else(migrated_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    path.write_bytes(migrated_file.read_bytes())
    floor = Floor(f"sqlite:///{path}", hasher=CHEAP)

    async def scenario() -> tuple[Answer, Answer, Answer]:
        asked = await month(floor)
        desk = ResultsDesk(floor.house)
        found = complete(desk, asked)
        await floor.house.stop()
        assert found.report.worst is not None
        alone = msgspec.structs.replace(asked, table=found.report.worst.table)
        return found, desk.answer(asked), desk.answer(alone)

    found, again, alone = asyncio.run(scenario())
    floor.storage.close()
    assert {one.patron for one in found.followers if one.flagged} == {"20417"}
    assert {one.dealer for one in found.counts if one.flagged} == {"dealer-4"}
    report = found.report
    assert not [one.patron for one in report.patrons if one.line.flagged]
    assert not [line.key for lines in (report.games, report.wagers, report.dealers) for line in lines if line.flagged]
    assert (again.to_count, again.to_study, again.report.waiting) == ((), (), ())
    _adds_up(found)
    _names_who_dealt(found, alone)
    _on_the_command_line(path, report.first, report.last)


def _names_who_dealt(found: Answer, alone: Answer) -> None:
    """Beside the table that is farthest off stands the dealer under whom most of that fell, not whoever dealt most."""
    worst, under = found.report.worst, alone.report.dealers
    assert worst is not None and len(under) > 1
    off = sum(line.deviation for line in under)
    most = max(under, key=lambda line: line.deviation / off)
    assert worst.dealer == most.key[0] and worst.dealer_days
    assert worst.dealer_share == pytest.approx(min(1.0, most.deviation / off))


def _on_the_command_line(path: Path, first: str, last: str) -> None:
    def ask(*words: str) -> Result:
        return CliRunner().invoke(app, ["results", "--database", str(path), *words], env={"COLUMNS": "80"})

    checked = ask("--check")
    assert (checked.exit_code, checked.stdout.partition(": ")[2]) == (0, "0 are missing, 0 differ\n"), checked.output
    said = ask("--quick", "--first", first, "--last", last, "--list", "counts", "--json")
    listed = json.loads(said.stdout)["counts"]
    assert [row["dealer"] for row in listed if row["flagged"]] == ["dealer-4"]
    printed = ask("--quick", "--first", first, "--last", last).stdout
    assert max(map(len, printed.splitlines())) <= 80 and not {"…", "_"} & set(printed), printed
    assert ask("--list", "nonsense").exit_code != 0 and ask("--first", "yesterday").exit_code != 0


def _adds_up(found: Answer) -> None:
    """Every list is of the same money, and every row can be written down."""
    report = found.report
    for lines in (
        [one.line for one in report.tables],
        [one.line for one in report.patrons],
        report.wagers,
        report.days,
    ):
        assert sum(line.win for line in lines) == report.total.win
        assert round(sum(line.expected for line in lines)) == round(report.total.expected)
    assert report.total.unknown == 0 and report.total.wagers > 1_000
    rated = {one.patron: one for one in report.patrons}
    assert rated["20417"].most_at == "BJ-1" and 0 < rated["20417"].hours < 6
    assert all(one.looked_at == one.made for one in found.mistakes) and found.mistakes[0].cents > 0
    for what in LISTS:
        listed = rows(found, what)
        assert len(as_csv(listed).splitlines()) == (len(listed) + 1 if listed else 0)
    assert summary(found)["journals_replayed"] == len(GAMES) * PLAYED
