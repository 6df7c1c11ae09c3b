"""A house calls its game what it likes; the rules of play are those of the game it plays as."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.games import class_of, is_played, open_table, replay_file
from croupier.odds import odds
from croupier.rounds import bots
from croupier.rounds.chance import Chance
from croupier.rounds.journal import FileJournal
from croupier.rulebook import library, rulebook

SHELF = Path(library.__file__).parent.parent / "rulebooks"


@pytest.fixture
def own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A property whose mini-baccarat is called Lucky Bac."""
    house = tmp_path / "river-house"
    house.mkdir()
    (house / "property.toml").write_text('title = "River House"\nplace = "By the river"\n')
    text = (SHELF / "jack-cleveland" / "mini-midi-baccarat@2016-04-20.toml").read_text()
    text = text.replace('property = "jack-cleveland"', 'property = "river-house"')
    text = text.replace('game = "mini-midi-baccarat"', 'game = "lucky-bac"\nplays-as = "mini-midi-baccarat"', 1)
    (house / "lucky-bac@2016-04-20.toml").write_text(text)
    monkeypatch.setenv("CROUPIER_RULEBOOKS", str(tmp_path))
    for made in (library._files, library._houses):
        made.cache_clear()
    yield "river-house"
    for made in (library._files, library._houses):
        made.cache_clear()


def test_a_game_of_another_name_is_played_and_replayed(own_name: str, tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "t.journal", new=True)
    driver = open_table(own_name, "lucky-bac", chance=Chance(), journal=journal)
    bots.play(driver, [bots.Bot(1)], 5)
    journal.close()
    assert class_of(rulebook(own_name, "lucky-bac")).NAME == "mini-midi-baccarat"
    assert is_played(own_name, "lucky-bac")
    assert replay_file(tmp_path / "t.journal").felt.round == driver.felt.round


def test_its_odds_are_those_of_the_game_it_plays_as(own_name: str) -> None:
    ours = odds(own_name, "lucky-bac", every=False)
    theirs = odds("jack-cleveland", "mini-midi-baccarat", every=False)
    assert [(line.wager, line.edge) for line in ours] == [(line.wager, line.edge) for line in theirs]
