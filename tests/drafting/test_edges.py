"""A players' edge is a warning with the figure, by default in every game that is worked out within seconds."""

from pathlib import Path

from croupier.drafting import check_path
from croupier.drafting.edges import Patience
from croupier.odds.every_option import every_combination
from croupier.odds.lines import analyst_of
from croupier.rulebook import rulebook
from croupier.rulebook.library import SHELF


def changed(folder: Path, book: str, old: str, new: str) -> Path:
    text = (SHELF / f"{book}.toml").read_text()
    assert old in text
    path = folder / f"{Path(book).name}.toml"
    path.write_text(text.replace(old, new, 1))
    return path


def test_a_dealer_who_always_plays_gives_the_players_the_edge(tmp_path: Path) -> None:
    book = "hard-rock-cincinnati/three-card-poker@2019-12-05"
    path = changed(tmp_path, book, 'value = "queen-high"', 'value = "none"')
    (checked,) = check_path(path, edges=Patience.SECONDS)
    (warning,) = checked.found
    assert (warning.warning, warning.where, warning.line) == (True, "wagers.ante.pay-tables[1]", 141)
    assert "an edge of 18.57 % on ante" in warning.says
    assert all("combination" in left.because for left in checked.unlooked), "a busy machine may leave some of them"
    (typing,) = check_path(path)  # nobody waits for it while he types, and that is said
    assert typing.found == () and "ante" in typing.unlooked[0].wagers


def test_what_takes_long_is_named_and_not_looked_at(tmp_path: Path) -> None:
    path = changed(
        tmp_path, "oneida/four-card-poker@2024-09-11", '"four-of-a-kind", "50 to 1"', '"four-of-a-kind", "51 to 1"'
    )
    (checked,) = check_path(path, edges=Patience.SECONDS)
    assert checked.found == ()
    assert checked.unlooked[0].wagers == ("ante",)
    assert "--edges" in str(checked.unlooked[0])


def test_what_stands_beside_a_long_game_is_judged_without_it(tmp_path: Path) -> None:
    """Insurance and side bets of blackjack hang on no decision, whoever works out the hand."""
    path = changed(tmp_path, "hard-rock-cincinnati/blackjack@2020-09-08", '["win", "2 to 1"]', '["win", "5 to 2"]')
    (checked,) = check_path(path, edges=Patience.SECONDS)
    (warning,) = checked.found
    assert warning.where == "wagers.insurance.pay-tables[1]" and "8.039 % on insurance" in warning.says
    assert checked.unlooked[0].wagers == ("blackjack",)
    assert {"insurance", "buster", "trilux"} <= set(checked.unlooked[1].wagers), "under other options than the default"


def test_an_edge_under_other_options_than_the_default_is_told_with_them(tmp_path: Path) -> None:
    book = "hard-rock-cincinnati/roulette@2019-12-05"
    path = changed(tmp_path, book, 'rows = [["win", "35 to 1"]]', 'rows = [["win", "36 to 1"]]')
    (checked,) = check_path(path, edges=Patience.SECONDS)
    assert checked.found == () and checked.unlooked == (), "fair on one zero, the house's on two"
    path = changed(tmp_path, book, 'rows = [["win", "35 to 1"]]', 'rows = [["win", "36.5 to 1"]]')
    (checked,) = check_path(path, edges=Patience.SECONDS)
    (warning,) = checked.found
    assert (
        warning.warning and warning.where == "wagers.straight.pay-tables[1]" and "1.351 % on straight" in warning.says
    )
    assert warning.says.endswith("where wheel is single-zero")
    (typing,) = check_path(path)
    assert typing.found == (), "while somebody types, the default alone is judged"


def test_combinations_that_nobody_waited_for_are_counted() -> None:
    book = rulebook("hard-rock-cincinnati", "craps")
    analyst, _ = analyst_of("craps")
    looked = every_combination(book, analyst, 0.0)
    assert looked.varied == () and looked.left > 20 and "odds-multiple" in looked.options
