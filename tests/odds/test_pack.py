"""The odds that come with the package: found without counting, never stale, and what counting gives."""

import functools
import random
import subprocess
import sys

import msgspec
import pytest

from croupier.odds import catalogue, meaning, pack
from croupier.odds.analysis import analysis_of
from croupier.odds.lines import lines_of
from croupier.odds.money import answering
from croupier.odds.money.questions import AskedEvening
from croupier.rulebook import rulebook, rulebooks
from croupier.rulebook.payouts import parse_odds

HOUSE = "hard-rock-cincinnati"


def without_spread(line):
    edge = line.edge and msgspec.structs.replace(line.edge, distribution=())
    return msgspec.structs.replace(line, edge=edge)


def with_short_spread(line):
    """As a line is kept: its distribution too, where it has few points."""
    return line if line.edge is None or len(line.edge.distribution) <= pack.POINTS_KEPT else without_spread(line)


def test_what_is_kept_is_what_was_counted_and_only_for_the_same_text_and_code(tmp_path):
    book = rulebook(HOUSE, "roulette")
    made = {pack.key_of(book): pack.entry_of(book)}
    path = tmp_path / "results.json.xz"
    pack.write(made, path)
    kept = pack.packed(path)
    (posted,) = pack.look(book, {}, False, kept)
    assert posted == [with_short_spread(line) for line in lines_of(book, every=False)]
    assert any(line.edge.distribution for line in posted)
    assert pack.look(book, {}, False, kept, spreads=True) == [posted]
    assert len(pack.look(book, {}, True, kept)) == 3
    (single,) = pack.look(book, {"wheel": "single-zero"}, True, kept)
    assert single == [with_short_spread(line) for line in lines_of(book, {"wheel": "single-zero"}, every=False)]
    assert pack.look(book, {"wheel": "square"}, True, kept) is None
    assert pack.look(book, {"positions": "6"}, True, kept) is None
    fewer = dict(list(book.wagers.items())[1:])
    assert pack.look(msgspec.structs.replace(book, wagers=fewer), {}, True, kept) is None
    stale = {key: msgspec.structs.replace(entry, code="other") for key, entry in kept.items()}
    assert pack.look(book, {}, True, stale) is None
    path.write_bytes(b"damaged")
    pack.packed.cache_clear()
    assert pack.packed(path) == {}


def test_other_words_of_a_rulebook_keep_its_figures_and_another_row_does_not():
    book = rulebook(HOUSE, "roulette")
    name, rule = next(iter(book.wagers.items()))
    said = msgspec.structs.replace(rule, says="Said otherwise.", clause="99", lines=(1,))
    reworded = msgspec.structs.replace(
        book, digest="0" * 64, readings=(), procedures=(), wagers={**book.wagers, name: said}
    )
    assert pack.key_of(reworded) == pack.key_of(book)
    first = rule.pay_tables[0]
    poorer = msgspec.structs.replace(first, rows=((first.rows[0][0], parse_odds("2 to 7")), *first.rows[1:]))
    other = msgspec.structs.replace(rule, pay_tables=(poorer, *rule.pay_tables[1:]))
    assert pack.key_of(msgspec.structs.replace(book, wagers={**book.wagers, name: other})) != pack.key_of(book)


@pytest.mark.parametrize("game", ["roulette", "craps", "mini-midi-baccarat", "three-card-poker", "let-it-ride"])
def test_whatever_runs_when_a_figure_is_counted_is_in_its_digest_but_for_what_reads_and_checks_the_book(game):
    book = rulebook(HOUSE, game)
    roots = pack.roots_of(book.plays, describes=False, links=True)
    found = meaning.reached(roots, pack.STOPS, functools.partial(pack.is_meant, False, False))
    ran = set()

    def note(frame, event, _):
        module, code = frame.f_globals.get("__name__", ""), frame.f_code
        if event == "call" and module.startswith("croupier.") and not code.co_name.startswith("<"):
            ran.add((module, *code.co_qualname.partition(".<locals>")[0].split(".")))

    lines_of(book, every=False)  # what is kept on disk is kept now
    sys.setprofile(note)
    try:
        lines_of(book, every=False)
    finally:
        sys.setprofile(None)
    assert any(part[0].startswith("croupier.odds.games") for part in ran)
    reads = [
        f"croupier.rulebook.{name}"
        for name in ("library", "load", "vocabulary", "agreement", "faults", "shapes", "ladders", "reading", "model")
    ]
    missed = {
        part for part in ran - set(found)
        if part not in pack.STOPS and part[0] not in ("croupier.odds.cache", *reads)
        and not part[-1].endswith(("faults", "check_rulebook", "vocabulary")) and not part[-1].startswith("described_")
    }  # fmt: skip
    assert not missed


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
        counted = lines_of(book, every=False)
        assert [line.plain() for line in kept] == [line.plain() for line in counted], book.key
        spreads = [(line.edge.distribution, other.edge.distribution) for line, other in zip(kept, counted) if line.edge]
        assert all(spread in ((), whole) for spread, whole in spreads), book.key


@pytest.mark.parametrize("version", ["pai-gow", "commission-free", "commission-free-face-up"])
def test_an_evening_and_coupons_of_pai_gow_are_answered_from_what_is_kept(version, monkeypatch):
    book = rulebook(HOUSE, "pai-gow-poker")
    if pack.look(book, {}, False) is None:
        pytest.skip("the code that makes the numbers has changed since: make pack")
    monkeypatch.setattr(answering, "lines_of", lambda *_, **__: pytest.fail("it was counted"))
    evening = answering.ask_evening(book, AskedEvening(wager="pai-gow", rounds=120, options={"version": version}))
    ((line, *_),) = pack.look(book, {"version": version}, False)
    assert evening.evening.mean == pytest.approx(-120 * float(line.edge.house_edge))
    assert evening.evening.deviation == pytest.approx((120 * float(line.edge.variance)) ** 0.5)
    worth = {found.wager for found in answering.ask_coupons(book, {"version": version})}
    assert {"pai-gow", "fortune"} <= worth


def test_they_are_shown_without_loading_what_counts():
    if pack.look(rulebook(HOUSE, "craps"), {}, False) is None:
        pytest.skip("the code that makes the numbers has changed since: make pack")
    words = f"import sys; from croupier.odds import odds; print(len(odds({HOUSE!r}, 'craps')), 'numba' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, timeout=60, check=True).stdout
    number, loaded = said.split()
    assert int(number) > 30 and loaded == "False"
