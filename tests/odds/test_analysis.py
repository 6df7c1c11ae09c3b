"""A game says of itself what is known of it, and is found by its name."""

import importlib

import pytest

from croupier.odds.analysis import analysis_of, beside
from croupier.odds.posting import open_posting
from croupier.odds.simulate.games import Baccarat, BigSix, Dice, Roulette, TwentyOne, simulator
from croupier.rulebook import rulebook, rulebooks

GAMES = sorted({book.plays for book in rulebooks() if analysis_of(book.plays)})


def test_every_house_game_of_the_documents_has_an_analysis() -> None:
    assert len(GAMES) == 24, GAMES
    assert analysis_of("poker") is None
    assert analysis_of("no-such-game") is None


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_names_for_later_is_there(game: str) -> None:
    known = analysis_of(game)
    assert known is not None
    assert known.figures is not None
    assert (known.simulator is None) != (known.kernel is None)
    assert bool(known.own) == (known.kernel is not None)
    for named in (known.simulator, known.kernel, known.strategy, known.advise, known.sees):
        if named is not None:
            module, _, name = named.__name__.partition(":")
            assert callable(getattr(importlib.import_module(f"croupier.odds.{module}"), name))


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("rockn-21", TwentyOne),
        ("rock-bac-w-super-6-commission-free", Baccarat),
        ("crapless-craps", Dice),
        ("roulette", Roulette),
        ("big-six", BigSix),
    ],
)
def test_a_game_is_simulated_as_its_family_is(game: str, kind: type) -> None:
    assert isinstance(simulator(open_posting(rulebook("hard-rock-cincinnati", game))), kind)


def test_what_stands_beside_an_analysis_is_found_by_the_games_name_or_its_family() -> None:
    """And it is there: `later` imports it only when it is called."""
    books = [book for book in rulebooks() if book.plays in GAMES]
    tried = {(what, book.plays): beside(book, what) for book in books for what in ("SEEN", "JOINT")}
    found = {named: said for named, said in tried.items() if said is not None}
    assert found["SEEN", "three-card-poker"].__name__ == "protection.seen:three_cards"
    assert found["SEEN", "zombie-blackjack"].__name__ == "protection.seen:hole_card", "all games of twenty-one"
    assert ("SEEN", "craps") not in found and ("JOINT", "blackjack") not in found
    for said in found.values():
        module, _, name = said.__name__.partition(":")
        assert callable(getattr(importlib.import_module(f"croupier.odds.{module}"), name))
