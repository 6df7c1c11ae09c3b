"""The check before a table opens: every planted mistake is told on its line, and every book of our shelf is clean."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from croupier.drafting import check_path
from croupier.rulebook.library import SHELF
from tests.made_up import BOOKS, printed, wager

MISTAKES: list[dict[str, str]] = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text())["mistake"]


def planted(folder: Path, mistake: dict[str, str]) -> tuple[Path, int]:
    """A copy of a property with one mistake in one book, and the line on which it stands."""
    text = (SHELF / f"{mistake['book']}.toml").read_text()
    assert mistake["old"] in text, mistake["old"]
    place = text.index(mistake["old"])
    text = text.replace(mistake["old"], mistake["new"], 1)
    if "on" in mistake:
        place = text.index(mistake["on"])
    house, name = mistake["book"].split("/")
    (folder / house).mkdir()
    (folder / house / "property.toml").write_text((SHELF / house / "property.toml").read_text())
    path = folder / house / f"{name}.toml"
    path.write_text(text)
    return path, text.count("\n", 0, place) + 1


def name_of(mistake: Any) -> str:
    return f"{mistake['book'].split('/')[1].split('@')[0]}: {mistake['new'][:40]!r}"


@pytest.mark.parametrize("mistake", MISTAKES, ids=name_of)
def test_a_planted_mistake_is_told_on_its_line(tmp_path: Path, mistake: dict[str, str]) -> None:
    path, line = planted(tmp_path, mistake)
    (checked,) = check_path(path)
    told = [(fault.line, str(fault)) for fault in checked.faults]
    assert told, "nothing was found"
    first = line if "on" in mistake else range(line, line + mistake["new"].count("\n") + 1)
    lines = first if isinstance(first, range) else [first]
    assert any(at in lines and mistake["expect"] in says for at, says in told), (line, told)
    assert all(fault.column > 0 and "\n" not in fault.says for fault in checked.faults)


def test_there_are_mistakes_of_every_kind() -> None:
    assert len(MISTAKES) >= 40 and len({mistake["book"] for mistake in MISTAKES}) >= 12


def test_every_file_of_our_shelf_is_clean() -> None:
    """Rulebooks, properties, the record of approvals and the structure sheets."""
    sheets = SHELF.parent / "house" / "tournaments" / "structure_sheets.toml"
    checked = [*check_path(SHELF), *check_path(sheets)]
    assert [(file.path.name, str(found)) for file in checked for found in file.found] == []
    assert len(checked) >= 80


def test_a_book_with_many_mistakes_tells_them_all_in_one_pass(tmp_path: Path) -> None:
    """Each part of the book, the parts against each other and the game's words, however bad the rest is."""
    text = (SHELF / "hard-rock-cincinnati" / "three-card-poker@2019-12-05.toml").read_text()
    for old, new in (
        ('title = "Three Card Poker"', ""),  # a part by itself
        ('requires = ["ante"]', 'requires = ["auntie"]'),  # parts against each other
        ("[stages.shuffle]", '[stages.dealings]\nclause = "1"\nline = 8200\n[stages.shuffle]'),  # the game's words
        ('ruling = "use-as-next-card"', 'ruling = "use-it"'),
        ('["flush", "3 to 1"]', '["flush", "three to one"]'),
    ):
        text = text.replace(old, new, 1)
    path = tmp_path / "three-card-poker@2019-12-05.toml"
    path.write_text(text)
    (checked,) = check_path(path)
    assert [fault.where for fault in checked.faults] == [
        "title",
        "stages.dealings",
        "wagers.play.requires[1]",
        "wagers.pair-plus.pay-tables[1].rows[4][2]",
        "irregularities[4].ruling",
    ]


def test_odds_that_are_turned_round_are_a_warning(tmp_path: Path) -> None:
    book = {"book": "hard-rock-cincinnati/roulette@2019-12-05", "old": '"35 to 1"', "new": '"1 to 35"'}
    (checked,) = check_path(planted(tmp_path, book)[0])
    assert checked.faults == []
    assert [found.says for found in checked.warnings] == [
        "the house keeps 97.29 % of straight; are its odds the right way round?"
    ]


@pytest.mark.parametrize(("odds", "told"), [("37 to 1", []), ("38 to 1", ["2.632 %"])])
def test_an_edge_of_the_players_is_a_warning_with_its_figure(tmp_path: Path, odds: str, told: list[str]) -> None:
    """37 to 1 on one of 38 numbers is even; 38 to 1 leaves the player 1/38."""
    path = tmp_path / "roulette@2019-12-05.toml"
    text = (SHELF / "hard-rock-cincinnati" / path.name).read_text()
    path.write_text(text.replace('"35 to 1"', f'"{odds}"'))
    (checked,) = check_path(path)
    assert checked.faults == []
    figures = [found.says.split(" edge of ")[1].split(" on ")[0] for found in checked.warnings]
    assert figures == told


def test_the_sheets_of_a_tournament_rise_and_pay_everything(tmp_path: Path) -> None:
    sheet = tmp_path / "sheets.toml"
    sheet.write_text(
        "[pays.usual]\n2 = [9000]\n5 = [4000, 6000]\n"
        '[levels.daily]\nstructure = "ante"\nchips = 1000\nlevels = [\n'
        "  { minutes = 20, blinds = [50, 100] },\n  { minutes = 20, blinds = [25, 50] },\n"
        "  { minutes = 20, blinds = [200, 100] },\n]\n"
    )
    (checked,) = check_path(sheet)
    assert [(fault.line, fault.where) for fault in checked.faults] == [
        (2, "pays.usual.2"),
        (3, "pays.usual.5[2]"),
        (9, "levels.daily.levels[2].blinds"),
        (10, "levels.daily.levels[3].blinds"),
    ]


def test_a_property_is_checked_as_its_books_are(tmp_path: Path) -> None:
    house = tmp_path / "my-house"
    house.mkdir()
    (house / "property.toml").write_text('titel = "House"\nplace = 3\nsuccessor-of = "nobody"\n')
    (checked,) = check_path(house)
    found = [(fault.line, fault.where) for fault in checked.faults]
    assert found == [(1, "titel"), (2, "place"), (3, "successor-of")]


@pytest.mark.parametrize(
    ("book", "old", "new", "meant"),
    [
        ("horseshoe-baltimore/poker@2018-06-18", 'when = "boxed-cards"', 'when = "boxed-crds"', "boxed-cards"),
        (
            "hard-rock-cincinnati/let-it-ride@2019-12-05",
            'when = "shuffler-jam"',
            'when = "shufler-jam"',
            "shuffler-jam",
        ),
        ("jack-cleveland/three-card-poker@2016-04-20", 'choice = "abandoned"', 'choice = "abanndoned"', "abandoned"),
        ("jack-cleveland/let-it-ride@2016-04-20", 'name = "hand"', 'name = "hadn"', "hand"),
        ("jack-cleveland/progressives@2016-04-20", 'value = "cage"', 'value = "acge"', "cage"),
        ("horseshoe-baltimore/promotions@2018-06-18", 'told = "surveillance"', 'told = "srveillance"', "surveillance"),
        ("horseshoe-baltimore/tournaments@2018-06-18", '"first-riffle"', '"frst-riffle"', "first-riffle"),
        ("horseshoe-baltimore/room@2018-06-18", 'name = "weapon"', 'name = "weapn"', "weapon"),
    ],
)
def test_a_free_word_that_is_nearly_a_known_one_is_worth_a_look(
    tmp_path: Path, book: str, old: str, new: str, meant: str
) -> None:
    path, line = planted(tmp_path, {"book": book, "old": old, "new": new})
    (checked,) = check_path(path)
    assert [(found.line, found.warning) for found in checked.found] == [(line, True)]
    assert f"did you mean {meant}?" in checked.found[0].says and checked.found[0].column > 0


def test_a_word_of_the_houses_own_is_no_mistake(tmp_path: Path) -> None:
    book = {"book": "horseshoe-baltimore/room@2018-06-18", "old": 'name = "weapon"', "new": 'name = "umbrella"'}
    (checked,) = check_path(planted(tmp_path, book)[0])
    assert checked.found == ()


@pytest.mark.parametrize(
    ("book", "old", "new", "says"),
    [
        ("horseshoe-baltimore/promotions@2018-06-18", "{ funds = true", "{ fnds = true", "did you mean funds?"),
        ("horseshoe-baltimore/room@2018-06-18", 'values = { list = "', 'values = { lit = "', "did you mean list?"),
        ("horseshoe-baltimore/poker@2018-06-18", '["bet", "raise"', '["bt", "raise"', "did you mean bet?"),
        ("hard-rock-cincinnati/blackjack@2020-09-08", '["eight-cards", "200 to 1"]', '["eight-cards", "2 to 1"]',
         "less than the worse hand seven-cards"),
        ("hard-rock-cincinnati/pai-gow-poker@2019-12-05", '["five-aces", "$250"]', '["five-aces", "$25"]',
         "less than the worse hand royal-flush"),
        ("hard-rock-cincinnati/pai-gow-poker@2019-12-05", '["five-aces", "$250"]', '["five-aces", "250 to 1"]',
         "is of another kind than every other row"),
        ("hard-rock-cincinnati/three-card-poker@2019-12-05", 'kind = "side"', 'kind = "raise"',
         "every other rulebook of this game says"),
        ("jack-cleveland/pai-gow-poker@2016-04-20", "[rules.vigorish]\nvalue = 5", "[rules.vigorish]\nvalue = 50",
         "50 is far from what others have: 3 properties say 5"),
        ("horseshoe-baltimore/poker@2018-06-18", 'most = "$6"', 'most = "$600"',
         "$600 is far from what others have: horseshoe-baltimore says $6"),
    ],
)  # fmt: skip
def test_what_no_program_reads_and_is_nearly_known_is_a_warning_on_its_line(
    tmp_path: Path, book: str, old: str, new: str, says: str
) -> None:
    path, line = planted(tmp_path, {"book": book, "old": old, "new": new})
    (checked,) = check_path(path)
    lines = range(line, line + new.count("\n") + 1)
    assert any(found.line in lines and says in found.says for found in checked.warnings), checked.found


def test_a_game_on_the_record_of_approvals_is_one_that_is_played(tmp_path: Path) -> None:
    mistake = {"book": "oneida/approvals", "old": 'game = "three-card-poker"', "new": 'game = "three-crd-poker"'}
    path, line = planted(tmp_path, mistake)
    (checked,) = check_path(path)
    assert [(fault.line, "did you mean three-card-poker?" in fault.says) for fault in checked.faults] == [(line, True)]


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("approved = 2024-09-11\nline = 12931", "approved = 2024-09-12\nline = 12931", 13, "did you mean 2024-09-11?"),
        ("support = 8", "support = 88", 22, "88 votes of 9 members"),
        ("support = 8", "support = 3", 23, "3 of 9 members does not carry the poll"),
        ("line = 11534", "line = 115340", 8, "expected a line of the record, 428 to 13866"),
        (", 12800]", ", 99999]", 24, "expected a line of the record, 428 to 13866"),
    ],
)
def test_a_record_of_approvals_agrees_with_the_rules_beside_it(
    tmp_path: Path, old: str, new: str, line: int, says: str
) -> None:
    house = tmp_path / "oneida"
    house.mkdir()
    for name in ("approvals", "approvals@2025-02-26", "three-card-poker@2022-06-14", "three-card-poker@2024-09-11"):
        (house / f"{name}.toml").write_text((SHELF / "oneida" / f"{name}.toml").read_text())
    record = house / "approvals.toml"
    (before,) = check_path(record)
    assert before.found == ()
    record.write_text(record.read_text().replace(old, new, 1))
    (checked,) = check_path(record)
    assert [(found.line, says in found.says) for found in checked.found] == [(line, True)]


@pytest.mark.parametrize(
    ("game", "sees", "condition", "says"),
    [
        ("roulette", "spin", 'numbers = ["1", "5", "5"]', "5 stands twice; expected each once"),
        ("craps", "roll", "total = [2, 3, 3]", "3 stands twice; expected each once"),
        ("blackjack", "first-two", 'only-ranks = ["7", "7"]', "7 stands twice; expected each once"),
        ("blackjack", "first-two", 'ranks = ["7", "7"]', ""),  # two sevens
    ],
)
def test_what_stands_twice_in_a_condition_is_told(
    tmp_path: Path, game: str, sees: str, condition: str, says: str
) -> None:
    house = tmp_path / "commontown"
    house.mkdir()
    text = printed(game).replace("hard-rock-cincinnati", "commontown")
    path = house / f"{BOOKS[game]}.toml"
    beside = {"requires": '["blackjack"]'} if game == "blackjack" else {}
    described = wager("own", sees, {"win": condition}, {"win": "2 to 1"}, **beside)
    path.write_text(text + described.replace("LINE", text.split("lines = [", 1)[1].split(",", 1)[0]))
    (checked,) = check_path(path)
    told = [fault.says for fault in checked.faults]
    assert told == ([says] if says else [])


def test_a_text_behind_a_byte_order_mark_is_told_as_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "roulette@2019-12-05.toml"
    path.write_bytes(b"\xef\xbb\xbf" + (SHELF / "hard-rock-cincinnati" / path.name).read_bytes())
    (checked,) = check_path(path)
    assert [str(fault) for fault in checked.faults] == [
        "a byte order mark stands before the text; expected UTF-8 without one"
    ]
