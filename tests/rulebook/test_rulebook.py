"""Rulebooks: the loader lists every fault, the shelf finds by day, the posting holds the house to its book."""

import datetime
import importlib
import shutil
from pathlib import Path

import pytest

from croupier.games import game_class
from croupier.rulebook import BadOption, Fault, NotFound, Posting, catalogue, load, properties, rulebook, rulebooks
from croupier.rulebook.coverage import enacted_by
from croupier.rulebook.library import SHELF
from croupier.rulebook.payouts import parse_odds
from croupier.rulebook.printing import as_json, show

BOOK = SHELF / "hard-rock-cincinnati" / "three-card-poker@2019-12-05.toml"


def hard_rock(options: dict[str, object] | None = None) -> Posting:
    return Posting(rulebook("hard-rock-cincinnati", "three-card-poker"), options)


@pytest.mark.parametrize(
    ("text", "stake", "profit"),
    [("40 to 1", 500, 20000), ("3 to 2", 500, 750), ("9 for 1", 500, 4000), ("$1,000", 500, 100000), ("10%", 500, 100)],
)
def test_odds_keep_their_kind(text: str, stake: int, profit: int) -> None:
    odds = parse_odds(text)
    assert odds.profit(stake, meter=1000) == profit and str(odds) == text


def test_what_are_no_odds_is_refused() -> None:
    with pytest.raises(ValueError, match="no odds"):
        parse_odds("forty to one")


def test_every_rulebook_on_the_shelf_loads() -> None:
    books = rulebooks()
    assert books and {b.property for b in books} <= set(properties())


def test_a_bad_file_is_refused_with_all_its_faults_at_once(tmp_path: Path) -> None:
    text = BOOK.read_text().replace('title = "Three Card Poker"', "").replace('kind = "base"', 'kind = "bass"')
    text = text.replace('"40 to 1"', '"forty"').replace('requires = ["ante"]', 'requires = ["auntie"]', 1)
    text = text.replace("[rules.positions]", "[rules.positions]\nnonsense = 1")
    bad = tmp_path / BOOK.name
    bad.write_text(text)
    with pytest.raises(Fault) as fault:
        load(bad)
    for expected in ("title", "bass", "forty", "nonsense"):
        assert expected in str(fault.value)
    assert len(fault.value.faults) >= 4


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('requires = ["ante"]', 'requires = ["auntie"]', "auntie"),
        ("if = { six-card-bonus = true }", "if = { no-such = true }", "no-such"),
        ("if = { six-card-bonus = true }", "if = { six-card-bonus = 3 }", "one of"),
        ('at = ["dealing", "decisions"]', 'at = ["lunch"]', "lunch"),
        ('wagers = ["six-card-bonus"]', 'wagers = ["none"]', "no wager"),
        ("format = 1", "format = 2", "expected 1"),
        ("lines = [8112, 8518]", "lines = [8112]", "first, last"),
        ('scope = "hand"', 'scope = "galaxy"', "scope"),
        ("line = 8504", "line = 'x'", "whole number"),
        ("lines = [8213, 8217]", "lines = []", "line numbers"),
        ('rows = [["win", "1 to 1"]]', 'rows = ["win"]', "expected"),
        ('rows = [["win", "1 to 1"]]', 'rows = [["win", "1 to 1"], ["win", "2 to 1"]]', "twice"),
        ('default = "free"', 'default = "gone"', "one of"),
        ('at-least = "$50,000"', 'at-least = "lots"', "amount"),
        ('by = "supervisor"', 'by = "king"', "one of"),
        ("[wagers.ante]", "[wagers.Ante_1]\n[wagers.ante]", "lower case"),
        ("[rules.positions]", "[rules]\npositions-x = 3\n[rules.positions]", "table"),
        ('label = "Play"', 'label = "Play"\nto = "nobody"', "toke-pool"),
        ("[options.batches]", "[options.decks]\nchoices=[1]\ndefault=1\nclause=''\nline=1\n[options.b]", "also a rule"),
        ("choices = [1, 2]\n", "", "choices"),
        ('touches = ["pair-plus"]', "touches = [3]", "names"),
    ],
)
def test_each_fault_is_told(tmp_path: Path, old: str, new: str, expected: str) -> None:
    text = BOOK.read_text()
    assert old in text
    bad = tmp_path / BOOK.name
    bad.write_text(text.replace(old, new))
    with pytest.raises(Fault, match=expected):
        load(bad)


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / BOOK.name
    bad.write_text(BOOK.read_text()[:3000])
    with pytest.raises(Fault):
        load(bad)


def test_the_rulebook_in_force_is_found_by_day() -> None:
    assert rulebook("hard-rock-cincinnati", "three-card-poker", "2020-06-01").approved == datetime.date(2019, 12, 5)
    with pytest.raises(NotFound, match="first approved on 2019-12-05"):
        rulebook("hard-rock-cincinnati", "three-card-poker", "2019-01-01")


@pytest.mark.parametrize(
    ("name", "game", "on", "expected"),
    [
        ("nowhere", "roulette", None, "there are"),
        ("oneida", "nothing", None, "there are"),
        ("hard-rock-cincinnati", "three-card-poker", "tomorrow", "no date"),
    ],
)
def test_what_is_not_there_says_what_is(name: str, game: str, on: str | None, expected: str) -> None:
    with pytest.raises(NotFound, match=expected):
        rulebook(name, game, on)


def test_the_list_refuses_unknown_names_too() -> None:
    for names in (("nowhere", None), (None, "nothing")):
        with pytest.raises(NotFound, match="there are"):
            rulebooks(*names)


def test_the_catalogue_opens_no_file() -> None:
    assert "three-card-poker" in catalogue()["hard-rock-cincinnati"]


def test_a_house_keeps_its_rules_under_its_new_name(tmp_path: Path) -> None:
    """A made-up house, renamed in 2016: before that the old name's book is in force under either name."""
    for name, day, before in (("old", "2014-07-16", ""), ("new", "2016-04-20", 'successor-of = "old"')):
        (tmp_path / name).mkdir()
        (tmp_path / name / "property.toml").write_text(f'title="x"\nplace="x"\ndocument="x"\n{before}')
        text = BOOK.read_text().replace("hard-rock-cincinnati", name).replace("= 2019-12-05", f"= {day}")
        (tmp_path / name / f"three-card-poker@{day}.toml").write_text(text)
    assert rulebook("new", "three-card-poker", "2015-01-01", shelf=tmp_path).property == "old"
    assert rulebook("old", "three-card-poker", "2017-01-01", shelf=tmp_path).property == "new"
    assert rulebook("old", "three-card-poker", shelf=tmp_path).property == "old"


def test_a_file_must_say_what_its_name_says(tmp_path: Path) -> None:
    (tmp_path / "h").mkdir()
    (tmp_path / "h" / "property.toml").write_text('title="x"\nplace="x"\ndocument="x"')
    shutil.copy(BOOK, tmp_path / "h" / BOOK.name)
    with pytest.raises(Fault, match="but says"):
        rulebooks(shelf=tmp_path)
    (tmp_path / "h" / "roulette@soon.toml").write_text("")
    from croupier.rulebook import library

    library._files.cache_clear()
    with pytest.raises(Fault, match="YYYY"):
        rulebooks(shelf=tmp_path)


def test_the_posting_chooses_options_and_refuses_others() -> None:
    posting = hard_rock({"dealing": "hand", "six-card-bonus": "false", "batches": 1})
    assert posting["dealing"] == "hand" and "six-card-bonus" not in posting.wagers and posting["batches"] == 1
    for options in ({"dealing": "drone"}, {"no-such": 1}, {"batches": 3}):
        with pytest.raises(BadOption, match=r"expected|there are"):
            hard_rock(options)


def test_minimum_odds_may_be_bettered_but_not_cut() -> None:
    posting = hard_rock({"pay.pair-plus.flush": "4 to 1"})
    row = posting.row("pair-plus", "flush")
    assert row is not None and str(row.odds) == "4 to 1"
    for options in ({"pay.pair-plus.flush": "2 to 1"}, {"pay.pair-plus.flush": "x"}, {"pay.play.win": "2 to 1"}):
        with pytest.raises(BadOption):
            hard_rock(options)


def test_limits_are_chosen_and_checked() -> None:
    posting = hard_rock({"least": "15", "most": "$500", "most.pair-plus": 50})
    assert posting.limits["ante"].least == 1500 and posting.limits["pair-plus"].most == 5000
    with pytest.raises(BadOption, match="above the most"):
        hard_rock({"least": "600", "most": "500"})
    with pytest.raises(BadOption, match="amount"):
        hard_rock({"least": "some"})


def test_a_payout_limit_has_a_floor() -> None:
    posting = hard_rock({"payout-limit.hand": "$60,000"})
    assert posting.ceilings[0].cents == 60_000_00
    with pytest.raises(BadOption, match=r"at least \$50,000"):
        hard_rock({"payout-limit.hand": "$100"})


def test_two_postings_differ_in_their_digest() -> None:
    assert hard_rock().digest == hard_rock().digest != hard_rock({"least": 15}).digest


def test_the_game_finds_what_a_rulebook_lacks(tmp_path: Path) -> None:
    text = BOOK.read_text().replace("[rules.qualifier]", "[rules.other]").replace('["flush", "3 to 1"],', "")
    text = text.replace("reveal", "lunch").replace('ruling = "void-round"', 'ruling = "shrug"', 1)
    text = text.replace('name = "bonus"', 'name = "extra"').replace('value = "after-decisions"', 'value = "never"')
    (tmp_path / BOOK.name).write_text(text)
    faults = " ".join(game_class("three-card-poker").check_rulebook(load(tmp_path / BOOK.name)))
    for expected in ("qualifier", "flush", "stages.reveal", "stages.lunch", "shrug", "extra", "never"):
        assert expected in faults


def test_a_rulebook_prints_for_people_and_for_programs() -> None:
    from rich.console import Console

    for book in rulebooks():
        plain = as_json(book)
        assert plain["approved"] == str(book.approved) and len(plain["wagers"]) == len(book.wagers)
    console = Console(record=True, width=120)
    show(rulebook("hard-rock-cincinnati", "three-card-poker"), console)
    text = console.export_text()
    assert "Pair Plus" in text and "40 to 1" in text and "Read as" in text


def test_every_progressive_knows_the_outcomes_its_book_pays() -> None:
    from croupier.games.progressive import known_outcomes
    from croupier.rulebook.vocabulary import table_faults

    for book in rulebooks(game="progressives"):
        for wager in book.wagers.values():
            assert list(table_faults(wager.name, wager.pay_tables, known_outcomes(wager.name))) == []


def test_a_progressive_is_linked_only_where_the_book_says() -> None:
    from croupier.games import open_game

    posting = open_game("hard-rock-cincinnati", "three-card-poker", options={"progressive": "three-card"}).posting
    assert posting.limits["progressive"].least == 500 and posting["progressive-seed"] == 10000
    with pytest.raises(BadOption, match="may offer none, multi-link, three-card"):
        open_game("hard-rock-cincinnati", "three-card-poker", options={"progressive": "blazing-7s"})
    with pytest.raises(BadOption, match="may offer"):
        open_game("jack-cleveland", "three-card-poker", options={"progressive": "multi-link"})


def test_every_clause_that_sends_a_deck_away_says_so_in_its_remedy() -> None:
    for book in rulebooks():
        for one in book.irregularities if book.game != "poker" else ():
            for remedy in (one.remedy, *one.choices):
                words = (remedy.says or one.says).lower()
                leaves = "deck leaves the table" in words or "deck is replaced" in words
                if leaves and remedy.ruling != "supervisor-decides":
                    assert remedy.terms.get("replace-cards"), (book.key, one.when, words)


def test_what_a_procedure_says_enacts_it_or_asks_for_it_is_there() -> None:
    named = {enacted_by(procedure) for book in rulebooks() for procedure in book.procedures if procedure.by}
    for by in sorted(named):
        module, _, attributes = by.partition(":")
        found = importlib.import_module(module)
        for name in filter(None, attributes.split(".")):
            found = getattr(found, name)


def test_every_procedure_is_sorted_and_what_is_due_in_time_says_whether_it_binds() -> None:
    for book in rulebooks():
        for procedure in book.procedures:
            assert procedure.kept in ("enacted", "prompted", "guidance")
            timed = procedure.name in ("card-change", "stub-count") and procedure.values and book.game != "poker"
            assert ("shall" in procedure.values) == bool(timed), (book.key, procedure.name)
