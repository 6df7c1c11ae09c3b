"""What a package says it brings: every entry point that names nothing, or something else, is told."""

from importlib.metadata import EntryPoint

import pytest

from croupier.drafting.packages import package_faults

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
