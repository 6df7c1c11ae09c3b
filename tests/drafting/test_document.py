"""From a document to a draft: read by words and numbers, every line cited, nothing silently wrong."""

import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.drafting.document.measure import Share, measure
from croupier.drafting.document.odds import read
from croupier.drafting.document.reading import read_document
from croupier.rulebook import NotFound

DOCUMENTS = Path(__file__).resolve().parents[3] / "shared" / "seeds"
PAGE = """
LAKESIDE CASINO
ROULETTE
1. Payout odds.
(a) The casino shall pay winning wagers at no less than the following odds:
Wager\tPayout
Straight\t35 to 1
Split\t17 to 1
Column\t2 to 1
Red\t1 to 1

LAKESIDE CASINO
THREE CARD POKER
1. Definitions.
2. Table.
A. Three Card Poker shall be played at a table having places for seven players on one side of the table.
3. Payout odds.
A. If the dealer does not hold a hand with a queen high or better rank, the Ante Wager shall be paid 1 to 1.
B. A player placing a Pair Plus Wager shall be paid in accordance with the following pay table:
Hand\tOdds
Straight Flush\t40 to 1
Three-of-a-kind\t30tol
Straight\t6 to 1
Flush\t4 to 1
Pair\t1 to 1
Purple Hand\t99 to 1
4. Irregularities.
A. A card dealt in error without its face being exposed shall be used as though it was the next card from the shoe.
B. If a player is dealt an incorrect number of cards, all hands shall be void and the cards shall be reshuffled.
"""


def test_a_section_becomes_a_draft_that_cites_its_lines(tmp_path: Path) -> None:
    source, out = tmp_path / "rules.txt", tmp_path / "three.toml"
    source.write_text(PAGE)
    told = CliRunner().invoke(app, ["draft", str(source), "--game", "three-card-poker", "--out", str(out)])
    assert told.exit_code == 0, told.output
    assert "Purple Hand" in told.output, "what was not placed is said"
    book = tomllib.loads(out.read_text())
    lines = PAGE.split("\n")
    pair_plus = book["wagers"]["pair-plus"]["pay-tables"][0]
    assert pair_plus["rows"] == [
        ["straight-flush", "40 to 1"], ["three-of-a-kind", "30 to 1"], ["straight", "6 to 1"], ["flush", "4 to 1"],
        ["pair", "1 to 1"],
    ]  # fmt: skip
    assert lines[pair_plus["line"] - 1].startswith("Straight Flush")
    assert book["wagers"]["ante"]["pay-tables"][0]["rows"] == [["no-qualify", "1 to 1"]]
    assert book["rules"]["positions"]["value"] == 7
    rulings = {entry["when"]: entry["ruling"] for entry in book["irregularities"]}
    assert rulings == {"card-drawn-in-error": "use-as-next-card", "wrong-number-of-cards": "void-round"}
    said = [r["read-as"] for r in book["readings"]]
    assert said[0] == "30 to 1", "damage is a reading"
    assert "It does: queen-high." in said, "a value that all other books have is written, and said to rest on them"
    assert "roulette" not in out.read_text()
    again = CliRunner().invoke(app, ["draft", str(source), "--game", "three-card-poker", "--out", str(out)])
    assert again.exit_code, "what is there is not written over"


@pytest.mark.parametrize(
    ("printed", "odds"),
    [("40 to 1", "40 to 1"), ("1000 to 1", "1,000 to 1"), ("\\$5", None), ("$ 200", "$200"), ("Itol", "1 to 1"),
     ("S5tol", "5 to 1"), ("33to0 1", "33 to 1"), ("7t01", "7 to 1"), ("N/A", None), ("100% of jackpot", "100%")],
)  # fmt: skip
def test_odds_as_documents_print_them(printed: str, odds: str | None) -> None:
    found = read(printed)
    assert (found and found.odds) == odds
    assert found is None or bool(found.damaged) == ("ol" in printed or "t0" in printed or "to0" in printed)


def test_a_game_that_no_heading_names_is_refused_in_words() -> None:
    with pytest.raises(NotFound, match="no heading names pai gow poker"):
        read_document(PAGE, "pai-gow-poker")


@pytest.mark.slow
@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the documents are not here")
def test_most_pay_rows_of_the_documents_are_read_and_none_silently_wrong() -> None:
    found = measure(DOCUMENTS)
    rows = sum((book.rows for book in found), Share())
    assert rows.share > 0.8 and rows.silent == 0, rows
    told = sum((book.irregularities for book in found), Share())
    assert told.right > 10 * told.wrong and told.silent == 0, told
    options = sum((book.options for book in found), Share())
    assert options.right > 5 * options.wrong and options.silent == 0, options
    assert options.share > 0.35, options
