"""A new rulebook begins whole: it passes the check, explains every key, and its table opens."""

import datetime
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.drafting import check_path
from croupier.drafting.kinds import BOOKS, kinds
from croupier.drafting.scaffold import write_new
from croupier.drafting.words import as_text, words_of
from croupier.games import game_class
from croupier.rulebook import NotFound, Posting, load, properties

OPEN = """
import sys
from croupier.games import open_table
for game in sys.argv[1:]:
    driver = open_table("my-house", game)
    assert driver.game.posting.rulebook.property == "my-house"
print("open")
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a new rulebook of every kind."""
    folder = tmp_path_factory.mktemp("new")
    for kind in kinds():
        write_new(folder, "my-house", kind, "2026-01-01")
    return folder


def test_a_new_rulebook_of_every_kind_passes_the_check(house: Path) -> None:
    checked = check_path(house)
    assert len(checked) == len(kinds()) + 1
    assert [(file.path.name, str(found)) for file in checked for found in file.found] == []


def test_a_new_rulebook_names_no_other_house(house: Path) -> None:
    named = [word for name, about in properties().items() for word in (name, about.title)]
    for path in house.rglob("*@*.toml"):
        lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
        assert not [word for word in named for line in lines if word in line], path.name


def test_every_rule_of_a_new_rulebook_is_explained_above_it(house: Path) -> None:
    for path in house.rglob("*@*.toml"):
        lines = path.read_text().splitlines()
        assert lines[0] == f"#:schema ./{path.stem.split('@')[0]}.schema.json"
        assert (path.parent / lines[0].split("./")[1]).exists()
        for number, line in enumerate(lines):
            if line.startswith(("[rules.", "[options.")):
                assert lines[number - 1].startswith("# "), (path.name, line)


def test_the_table_of_every_new_rulebook_opens(house: Path) -> None:
    games = [kind for kind in kinds() if kind not in BOOKS]
    for game in games:
        book = load(house / "my-house" / f"{game}@2026-01-01.toml")
        game_class(game)(Posting(book))
    found = subprocess.run(
        [sys.executable, "-c", OPEN, *games[:3]],
        capture_output=True,
        text=True,
        timeout=120,
        env={"CROUPIER_RULEBOOKS": str(house), "PATH": ""},
    )
    assert found.stdout.strip() == "open", found.stderr


def test_no_sentence_above_an_entry_is_broken_before_its_end(house: Path) -> None:
    """Comments fill their lines: none goes on behind a line of one or two words."""
    for book in house.glob("*/*@*.toml"):
        lines = book.read_text().splitlines()
        short = [n for n, line in enumerate(lines) if line[:2] == "# " and len(line.split()) < 4 and "[" not in line]
        goes_on = [n for n in short if lines[n + 1].startswith("# ") and lines[n + 1][2].islower()]
        assert not [lines[n] for n in goes_on], book.name


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    book, *_ = [path for path in write_new(tmp_path, "my-house", "roulette") if "@" in path.name]
    assert book.name == f"roulette@{datetime.date.today()}.toml"
    book.write_text("mine")
    with pytest.raises(FileExistsError, match="already"):
        write_new(tmp_path, "my-house", "roulette")
    assert book.read_text() == "mine"


@pytest.mark.parametrize(
    ("house", "game", "on", "expected"),
    [
        ("My House", "roulette", None, "lower case words"),
        ("my-house", "roulete", None, "did you mean roulette"),
        ("my-house", "roulette", "soon", "no date"),
    ],
)
def test_a_wrong_name_writes_nothing(tmp_path: Path, house: str, game: str, on: str | None, expected: str) -> None:
    with pytest.raises(NotFound, match=expected):
        write_new(tmp_path, house, game, on)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", [kind for kind in kinds() if kind not in BOOKS])
def test_every_word_of_a_game_is_explained(kind: str) -> None:
    words = words_of(kind)
    unexplained = [
        entry["name"]
        for part in ("rules", "stages", "rulings", "procedures")
        for entry in words[part]
        if not entry["means"]
    ]
    assert unexplained == [], "explain them in rounds/glossary.toml, or in the game's MEANS"
    assert as_text(words).startswith(f"{kind}: what its rulebook may say")


def test_every_rule_of_a_book_that_is_no_games_has_an_example() -> None:
    for kind in BOOKS:
        for rule in words_of(kind)["rules"]:
            assert rule["for_example"] or not rule["required"] or kind == "progressives", (kind, rule["name"])


def test_an_unknown_game_has_no_words() -> None:
    with pytest.raises(NotFound, match="did you mean craps"):
        words_of("carps")
