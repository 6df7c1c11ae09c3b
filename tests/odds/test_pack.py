"""The odds that come with the package: found without counting, never stale, and what counting gives."""

import random
import subprocess
import sys

import msgspec
import pytest

from croupier.odds import catalogue, pack
from croupier.odds.analysis import analysis_of
from croupier.odds.posting import lines_of
from croupier.rulebook import rulebook, rulebooks

HOUSE = "hard-rock-cincinnati"


def without_spread(line):
    edge = line.edge and msgspec.structs.replace(line.edge, distribution=())
    return msgspec.structs.replace(line, edge=edge)


def test_what_is_kept_is_what_was_counted_and_only_for_the_same_text_and_code(tmp_path):
    book = rulebook(HOUSE, "roulette")
    made = {pack.key_of(book): pack.entry_of(book)}
    path = tmp_path / "results.json.xz"
    pack.write(made, path)
    kept = pack.packed(path)
    (posted,) = pack.look(book, {}, False, kept)
    assert posted == [without_spread(line) for line in lines_of(book, every=False)]
    assert len(pack.look(book, {}, True, kept)) == 3
    (single,) = pack.look(book, {"wheel": "single-zero"}, True, kept)
    assert single == [without_spread(line) for line in lines_of(book, {"wheel": "single-zero"}, every=False)]
    assert pack.look(book, {"wheel": "square"}, True, kept) is None
    assert pack.look(book, {"positions": "6"}, True, kept) is None
    other_text = msgspec.structs.replace(book, digest="0" * 64)
    assert pack.look(other_text, {}, True, kept) is None
    stale = {key: msgspec.structs.replace(entry, code="other") for key, entry in kept.items()}
    assert pack.look(book, {}, True, stale) is None
    path.write_bytes(b"damaged")
    pack.packed.cache_clear()
    assert pack.packed(path) == {}


def test_only_what_makes_a_number_makes_it_stale():
    before = pack.meaning(
        '"""Words."""\nimport os\nX = 1\ndef f(a: int) -> int:\n    """Say."""\n    return a + X  # why\n'
    )
    assert before == pack.meaning("from there import os\n\nX = 1\n\n\ndef f(a):\n    return a + X\n")
    assert before != pack.meaning("X = 2\ndef f(a):\n    return a + X\n")
    game = "class Game:\n    OUTCOMES = {'win': 1}\n    def deal(self):\n        return 1\n"
    assert pack.meaning(game, whole=False) == pack.meaning(game.replace("return 1", "return 2"), whole=False)
    assert pack.meaning(game, whole=False) != pack.meaning(game.replace("'win'", "'lose'"), whole=False)


def test_figures_that_come_along_are_verified_at_random():
    chance = random.Random()
    quick = [
        book for book in rulebooks()
        if book.wagers and book.game not in catalogue.ELSEWHERE and pack.look(book, {}, False) is not None
        and (found := analysis_of(book.plays)) is not None and found.length == 0
    ]  # fmt: skip
    if not quick:
        pytest.skip("the code that makes the numbers has changed since: make pack")
    for book in chance.sample(quick, min(3, len(quick))):
        (kept,) = pack.look(book, {}, False)
        assert kept == [without_spread(line) for line in lines_of(book, every=False)], book.key


def test_they_are_shown_without_loading_what_counts():
    if pack.look(rulebook(HOUSE, "craps"), {}, False) is None:
        pytest.skip("the code that makes the numbers has changed since: make pack")
    words = f"import sys; from croupier.odds import odds; print(len(odds({HOUSE!r}, 'craps')), 'numba' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, timeout=60, check=True).stdout
    number, loaded = said.split()
    assert int(number) > 30 and loaded == "False"
