"""What a package says it brings: every entry point that names nothing, or something else, is told."""

from importlib.metadata import EntryPoint

import pytest

from croupier.drafting.kinds import not_played
from croupier.drafting.packages import package_faults
from croupier.games import game_class
from croupier.odds.lines import analyst_of
from croupier.odds.posting import open_posting
from croupier.rulebook import NotFound, plugins, rulebook, unusable

GAMES, ODDS, BOOKS = "croupier.games", "croupier.odds", "croupier.rulebooks"
CRAPS = "croupier.games.dice.craps"


@pytest.mark.parametrize(
    ("group", "name", "value", "says"),
    [
        (GAMES, "craps", "croupier.games.dice.carps:Craps", "No module named"),
        (GAMES, "craps", f"{CRAPS}:Crpas", "has no attribute 'Crpas'"),
        (GAMES, "craps", f"{CRAPS}:STAGES", "cannot be loaded"),
        (GAMES, "craps", "croupier.equipment.cards:card_name", "is no class of croupier.rounds.game.Game"),
        (GAMES, "carps", f"{CRAPS}:Craps", "its game is called 'craps'"),
        (ODDS, "craps", "croupier.odds.games.dice.books:CRAP", "has no attribute 'CRAP'"),
        (ODDS, "craps", f"{CRAPS}:Craps", "is no croupier.odds.analysis.Analysis"),
        (ODDS, "crapz", "croupier.odds.games.dice.books:CRAPS", "no game of that name is played here"),
        (BOOKS, "craps", "croupier.rulebook_", "is no package with a folder of rulebooks"),
        ("croupier.game", "craps", f"{CRAPS}:Craps", "did you mean croupier.games?"),
    ],
)
def test_an_entry_point_that_names_nothing_is_told(group: str, name: str, value: str, says: str) -> None:
    (told,) = package_faults([EntryPoint(name, value, group)])
    assert says in told


def test_a_package_that_is_whole_has_no_faults_and_others_groups_are_none_of_ours() -> None:
    whole = [
        EntryPoint("craps", f"{CRAPS}:Craps", GAMES),
        EntryPoint("craps", "croupier.odds.games.dice.books:CRAPS", ODDS),
        EntryPoint("tool", "somewhere.else:main", "console_scripts"),
    ]
    assert package_faults(whole) == []


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, EntryPoint]]:
    """What packages bring, by group and name, as a test says it; nothing of it is remembered afterwards."""
    points: dict[str, dict[str, EntryPoint]] = {GAMES: {}, ODDS: {}, BOOKS: {}}
    monkeypatch.setattr(plugins, "found", lambda group: points[group])
    monkeypatch.setattr(plugins, "_unfit", {})
    for cached in ("loaded", "folders"):
        monkeypatch.setattr(plugins, cached, getattr(plugins, cached).__wrapped__)
    return points


def test_whoever_asks_for_a_game_that_cannot_be_loaded_is_told_why(brought: dict[str, dict[str, EntryPoint]]) -> None:
    brought[GAMES]["red-dog-1"] = EntryPoint("red-dog-1", "red_dog_1.game:RedDog", GAMES)
    brought[GAMES]["red-dog-2"] = EntryPoint("red-dog-2", "croupier.equipment.cards:card_name", GAMES)
    brought[BOOKS]["red-dog-1"] = EntryPoint("red-dog-1", "red_dog_1.rulebooks", BOOKS)
    why = "the game red-dog-1 can't be used: No module named 'red_dog_1' (croupier.games names red_dog_1.game:RedDog)"
    with pytest.raises(NotFound) as refused:
        game_class("red-dog-1")
    assert str(refused.value) == not_played("red-dog-1") == why
    with pytest.raises(NotFound, match="red-dog-2 can't be used: expected a class of"):
        game_class("red-dog-2")
    assert [str(left.faults[0])[:33] for left in unusable() if left.path == "a package"] == [
        "the game red-dog-1 can't be used:", "the game red-dog-2 can't be used:", "the rulebooks red-dog-1 can't be ",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("croupier.odds.games.dice.books:CRAP", "has no attribute 'CRAP'"),
        (f"{CRAPS}:Craps", "expected a croupier.odds"),
    ],
)
def test_odds_say_that_an_analysis_cannot_be_used_and_that_the_engine_is_played(
    brought: dict[str, dict[str, EntryPoint]], monkeypatch: pytest.MonkeyPatch, value: str, why: str
) -> None:
    brought[ODDS]["big-six"] = EntryPoint("big-six", value, ODDS)
    if value.endswith("CRAP"):  # nothing else analyses it
        monkeypatch.setattr("croupier.odds.analysis.module_of", lambda game: None)
    monkeypatch.setattr("croupier.odds.simulate.engine.ROUNDS", 200)
    found = analyst_of("big-six")
    assert found is not None
    figures = list(found[0](open_posting(rulebook("hard-rock-cincinnati", "big-six"))))
    assert len(figures) == 7 and all(figure.edge and figure.edge.interval for figure in figures)
    said = {figure.detail for figure in figures}
    assert len(said) == 1 and why in str(said) and "the engine is played instead" in str(said)
