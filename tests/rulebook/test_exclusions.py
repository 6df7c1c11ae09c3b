"""Choices that are each allowed and may not stand together: the rulebook says which, and the posting refuses them."""

from pathlib import Path

import pytest
from rich.console import Console

from croupier.games import open_game
from croupier.rulebook import BadOption, Fault, load, rulebook
from croupier.rulebook.compare import compare
from croupier.rulebook.library import SHELF
from croupier.rulebook.printing import as_json, show

PAI_GOW = SHELF / "jack-cleveland" / "pai-gow-poker@2016-04-20.toml"


@pytest.mark.parametrize("house", ["horseshoe-cleveland", "jack-cleveland"])
@pytest.mark.parametrize("dealing", ["hand", "manual-shoe"])
def test_the_button_goes_only_with_an_automated_shoe(house: str, dealing: str) -> None:
    """Horseshoe lines 2611 and 2699, JACK lines 3426 and 3534: the button is for a shoe that delivers stacks."""
    on = "2016-04-19" if house == "horseshoe-cleveland" else "2016-04-20"
    with pytest.raises(BadOption) as refused:
        open_game(house, "pai-gow-poker", on, {"start": "button", "dealing": dealing})
    told = str(refused.value)
    assert told.startswith(f"start=button with dealing={dealing}: not together at {house}/pai-gow-poker@")
    assert "expected start dice or random-number, or dealing automated-shoe (clause 8" in told
    for options in ({"start": "button"}, {"dealing": dealing}, {"start": "random-number", "dealing": dealing}):
        assert open_game(house, "pai-gow-poker", on, options).posting.chosen == options


@pytest.mark.parametrize(
    ("house", "game"),
    [
        ("hard-rock-cincinnati", "blackjack"),
        ("hard-rock-cincinnati", "zombie-blackjack"),
        ("jack-cleveland", "blackjack"),
    ],
)
def test_a_tournament_of_blackjack_is_cut_and_so_not_dealt_from_a_continuous_shuffler(house: str, game: str) -> None:
    """Hard Rock lines 695 and 10047, JACK line 564: the dealer cuts the deck."""
    with pytest.raises(BadOption, match="tournament=True with dealing=continuous: not together"):
        open_game(house, game, options={"tournament": "true", "dealing": "continuous"})
    for options in ({"tournament": "True"}, {"dealing": "continuous"}):
        assert open_game(house, game, options=options).posting.chosen == options


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('if = { start = ["button"], dealing', 'if = { begin = ["button"], dealing', "'begin' is no rule or option"),
        ('if = { start = ["button"], dealing', 'if = { start = ["bell"], dealing', "start is one of"),
        ('if = { start = ["button"], dealing', "if = { dealing", "two or more options"),
        ('start = ["button"], dealing = ["manual-shoe", "hand"]', 'start = ["dice"], dealing = ["automated-shoe"]',
         "unless the house chooses otherwise"),
        ('says = "The button marks', 'because = "The button marks', "unknown key"),
    ],
)  # fmt: skip
def test_an_exclusion_that_can_not_be_meant_is_told(tmp_path: Path, old: str, new: str, expected: str) -> None:
    text = PAI_GOW.read_text()
    assert old in text
    bad = tmp_path / PAI_GOW.name
    bad.write_text(text.replace(old, new))
    with pytest.raises(Fault, match=expected):
        load(bad)


def test_it_is_printed_and_compared() -> None:
    jack, hard_rock = rulebook("jack-cleveland", "pai-gow-poker"), rulebook("hard-rock-cincinnati", "pai-gow-poker")
    console = Console(record=True, width=200)
    show(jack, console)
    assert "Not together: start button with dealing manual-shoe or hand." in console.export_text()
    plain = as_json(jack)["exclusions"]
    assert [e["if"] for e in plain] == [{"start": ["button"], "dealing": ["manual-shoe", "hand"]}]
    found = [d for d in compare(hard_rock, jack) if d.section == "exclusions"]
    assert [(d.name, d.kind) for d in found] == [("start with dealing", "added")]
