"""A house of its own, in data files alone: other pay tables, options and remedies of three games, no line of code."""

import subprocess
import sys
from pathlib import Path

from croupier.rulebook.library import SHELF

PROPERTY = """title = "The Made-Up House"
place = "Nowhere"
document = "made-up.txt"
about = "A property that exists in this test only."
"""

# (rulebook to start from, [(what stands there, what this house says instead)])
CHANGES = {
    "three-card-poker@2019-12-05": [
        ('["straight-flush", "40 to 1"]', '["mini-royal", "50 to 1"],\n    ["straight-flush", "45 to 1"]'),
        ('value = true\nclause = "10.B.i"', 'value = false\nclause = "10.B.i"'),  # a fold keeps the Pair Plus
        ('when = "dealer-card-exposed"', 'when = "dealer-card-shown"'),
    ],
    "roulette@2019-12-05": [('"35 to 1"', '"36 to 1"')],
    "mini-midi-baccarat@2019-12-05": [
        ("[rules.vigorish]\nvalue = 5", "[rules.vigorish]\nvalue = 4"),
        ('rows = [["tie", "8 to 1"]]', 'rows = [["tie", "9 to 1"]]'),
        ("choices = [6, 7, 8]", "choices = [6]"),
        ("default = 8\nclause = \"3.A\"", "default = 6\nclause = \"3.A\""),
        ('ruling = "simulated-round"', 'ruling = "void-round"'),
    ],
}  # fmt: skip

PLAY = """
import os
from croupier.games import open_table
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.chance import Stacked
from croupier.rounds.events import Ruled, Settled

def settled(happened):
    return {(e.wager, e.outcome): e.net for e in happened if isinstance(e, Settled)}

dealer = By("dealer")
def seat(driver):
    driver.answer(dealer, acts.Sit(1, "ann", 1000_00))
    return driver

# Three Card Poker: a row of its own, and a fold that keeps the Pair Plus
t = seat(open_table("made-up", "three-card-poker", chance=Stacked(acts.Falls((50, 46, 42)), acts.Falls((0, 5, 10)))))
for act in (acts.Bet(1, "ante", 10_00), acts.Bet(1, "pair-plus", 10_00), acts.Close()):
    t.answer(dealer, act)
assert settled(t.answer(By("player", "ann"), acts.Chosen("fold")))[("pair-plus", "mini-royal")] == 500_00
assert "dealer-card-shown" in [i.when for i in t.game.posting.irregularities()]

# Roulette: 36 to 1
t = seat(open_table("made-up", "roulette", chance=Stacked(acts.Landed("17"))))
t.answer(dealer, acts.Bet(1, "straight", 10_00, "17"))
assert list(settled(t.answer(dealer, acts.Close())).values()) == [360_00]

# Baccarat: six decks, 4 in a hundred, another remedy
cards = [acts.Fall(48), acts.Fall(0)] + [acts.Fall(c) for c in (20, 44, 45, 24)]
t = open_table("made-up", "mini-midi-baccarat", chance=Stacked(*cards))
seat(t); t.answer(dealer, acts.Bet(1, "banker", 100_00))
assert settled(t.answer(dealer, acts.Close()))[("banker", "win")] == 96_00
assert t.table.shoe.decks == 6
t.answer(dealer, acts.Bet(1, "banker", 100_00))
happened = t.declare(By("supervisor"), "error-card-disclosed")
assert [e.ruling for e in happened if isinstance(e, Ruled)] == ["void-round"] and t.table.chips(1) == 1096_00
print("plays")
"""


def test_a_property_is_data(tmp_path: Path) -> None:
    house = tmp_path / "made-up"
    house.mkdir()
    (house / "property.toml").write_text(PROPERTY)
    for name, changes in CHANGES.items():
        text = (SHELF / "hard-rock-cincinnati" / f"{name}.toml").read_text()
        text = text.replace('property = "hard-rock-cincinnati"', 'property = "made-up"')
        for old, new in changes:
            assert old in text, (name, old)
            text = text.replace(old, new)
        (house / f"{name}.toml").write_text(text)
    found = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, timeout=120,
                           env={"CROUPIER_RULEBOOKS": str(tmp_path), "PATH": ""})  # fmt: skip
    assert found.stdout.strip() == "plays", found.stderr


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    code = "from croupier.cli import main; main()"
    found = subprocess.run([sys.executable, "-c", code, "rulebooks"], capture_output=True, text=True, timeout=120,
                           env={"CROUPIER_RULEBOOKS": str(tmp_path / "nothing"), "PATH": ""})  # fmt: skip
    assert found.returncode == 2 and "no such folder" in found.stderr
