"""Every wager of a rulebook gets its figures from the book's own rows; unclear clauses are shown in each reading."""

import datetime
import json
from fractions import Fraction

import numpy as np
import pytest

from croupier.odds import cache, catalogue, lines, shards
from croupier.odds.games.twentyone.books import exact_edge, paid_blackjacks, rules_of
from croupier.odds.games.twentyone.game import solve
from croupier.odds.lines import analyst_of, lines_of
from croupier.odds.posting import PART, WHOLE, BadInput, game_under, open_posting, what_if
from croupier.odds.work import total
from croupier.rulebook import rulebook, rulebooks

HARD_ROCK, JACK, HORSESHOE, ONEIDA = "hard-rock-cincinnati", "jack-cleveland", "horseshoe-cleveland", "oneida"
LIGHT = ("roulette", "big-six", "craps", "crapless-craps", "mini-midi-baccarat", "three-card-poker", "let-it-ride",
         "mississippi-stud", "rock-bac-w-super-6-commission-free", "dragon-bonus-baccarat-commission-free")  # fmt: skip
# Wagers that are made within others and reported with them.
WITHIN = {"double", "split", "fourth-street", "fifth-street", "put-odds"}


def edge(lines, wager, conditions="", pay_table=None):
    """The figures of the first line that fits."""
    for line in lines:
        if line.wager == wager and conditions in line.conditions and pay_table in (None, line.pay_table):
            return line.edge
    raise AssertionError(f"no line of {wager} with {conditions!r}")


def of(property, game, **options):
    return lines_of(rulebook(property, game), {name.replace("_", "-"): value for name, value in options.items()})


# ------------------------------------------------------------------------------- known figures


def test_roulette_by_wheel():
    lines = of(HARD_ROCK, "roulette")
    assert edge(lines, "red", "wheel double zero").house_edge == Fraction(1, 19)
    assert edge(lines, "first-five-numbers").house_edge == Fraction(3, 38)
    assert edge(lines, "straight", "wheel single zero").house_edge == Fraction(1, 37)
    assert edge(lines, "straight", "double zero as single zero").house_edge == Fraction(1, 37)


@pytest.mark.parametrize("game", ["roulette", "craps", "crapless-craps", "mini-midi-baccarat"])
def test_a_figure_lies_where_its_wager_may_lie(game):
    """What it is on is a place of the layout; odds behind the line lie in one place, and differ by the point."""
    book = rulebook(HARD_ROCK, game)
    game_played = game_under(open_posting(book))
    placed = [line for line in lines_of(book, every=False) if line.on]
    assert placed or game == "roulette", "a straight up is worth the same on each number"
    for line in placed:
        places = game_played.selections(line.wager)
        assert set(line.on) <= set(places if places != ("",) else map(str, game_played.points)), line.wager


def test_a_buy_says_when_its_vigorish_is_taken_and_an_ante_whether_it_is_the_whole_game():
    buys = [line for line in of(HARD_ROCK, "craps") if line.wager == "buy" and line.on == ("4",)]
    assert {line.charged for line in buys} == {"on-wager", "on-win"}
    assert all(line.charged == "on-wager" for line in buys if "per wager and vigorish together" in line.conditions)
    ante, *rest = [line for line in of(HARD_ROCK, "three-card-poker") if line.wager in ("ante", "play")]
    assert ante.of_game == WHOLE and rest and all(line.of_game == PART for line in rest)


def test_big_six_follows_the_sections_of_each_wheel():
    assert edge(of(HARD_ROCK, "big-six"), "dollar-1").house_edge == Fraction(8, 54)
    assert edge(of(JACK, "big-six"), "dollar-1").house_edge == Fraction(6, 54)
    assert edge(of(JACK, "big-six"), "joker").house_edge == Fraction(8, 54)


@pytest.mark.parametrize(
    ("wager", "conditions", "expected"),
    [
        ("pass", "", Fraction(7, 495)),
        ("dont-pass", "", Fraction(3, 220)),
        ("place", "on 6;", Fraction(1, 66)),
        ("buy", "on 4; vigorish 5 % of the wager, always", Fraction(1, 20)),
        ("buy", "on 4; vigorish 5 % of the wager, on wins only", Fraction(1, 60)),
        ("lay", "on 4; vigorish 5 % of what it could win, always", Fraction(1, 40)),
        ("hardway", "on 6", Fraction(1, 11)),
        ("any-seven", "", Fraction(1, 6)),
        ("horn", "", Fraction(1, 8)),
        ("world", "", Fraction(2, 15)),
        ("pass-odds", "", Fraction(0)),
        ("hop", "a pair", Fraction(5, 36)),
    ],
)
def test_craps(wager, conditions, expected):
    assert edge(of(HARD_ROCK, "craps"), wager, conditions).house_edge == expected


def test_odds_multiples_lower_the_element_of_risk_and_not_the_edge():
    lines = of(HARD_ROCK, "craps")
    double = edge(lines, "pass", "with 2 times odds")
    assert double.house_edge == Fraction(7, 495)
    assert float(double.element_of_risk) == pytest.approx(0.0060606, abs=1e-7)
    assert float(edge(lines, "pass", "with 3-4-5 times odds").element_of_risk) == pytest.approx(0.0037433, abs=1e-7)


def test_readings_of_the_dice_bets_stand_beside_the_one_in_play():
    lines = of(HARD_ROCK, "craps")
    played = {line.wager for line in lines if not line.reading}
    assert {"fire", "tenor"} <= played
    readings = [line for line in lines if line.reading]
    assert {line.wager for line in readings} == {"fire", "tenor"}
    tenor = [round(100 * float(line.edge.house_edge), 1) for line in lines if line.wager == "tenor"]
    assert tenor == [18.0, 57.4, 60.6, 49.6]


def test_baccarat_by_decks_and_readings():
    lines = of(JACK, "mini-midi-baccarat")
    assert float(edge(lines, "banker", "8 decks").house_edge) == pytest.approx(0.0105791, abs=1e-7)
    assert float(edge(lines, "player", "6 decks").house_edge) == pytest.approx(0.0123741, abs=1e-7)
    assert float(edge(lines, "banker", "tied banker vigorish 25").house_edge) == pytest.approx(0.03437, abs=1e-4)
    words = "draws on a third card of 7 or 8"
    shifted = [line for line in of(HARD_ROCK, "mini-midi-baccarat") if words in line.conditions]
    assert {line.wager for line in shifted} == {"banker", "player", "tie", "dragon-bonus"}
    assert all(line.reading for line in shifted)


def test_commission_free_baccarat():
    assert float(edge(of(HARD_ROCK, "rock-bac-w-super-6-commission-free"), "banker").house_edge) == pytest.approx(
        0.014581, abs=1e-6
    )
    lines = of(HARD_ROCK, "dragon-bonus-baccarat-commission-free")
    assert float(edge(lines, "fortune-7", "8 decks").house_edge) == pytest.approx(0.0761126, abs=1e-6)


def test_three_card_poker_at_every_house_and_ledger():
    lines = of(HARD_ROCK, "three-card-poker")
    assert float(edge(lines, "ante", "together").house_edge) == pytest.approx(0.0337298, abs=1e-7)
    assert float(edge(lines, "ante", "together").element_of_risk) == pytest.approx(0.0201464, abs=1e-6)
    assert float(edge(lines, "pair-plus").house_edge) == pytest.approx(0.0727602, abs=1e-7)
    oneida = of(ONEIDA, "three-card-poker")
    assert float(edge(oneida, "pair-plus", pay_table="Ledger (b)").house_edge) == pytest.approx(0.0557466, abs=1e-7)
    assert float(edge(oneida, "pair-plus", pay_table="Ledger (c)").house_edge) == pytest.approx(0.0052489, abs=1e-7)


def test_games_against_pay_tables():
    assert float(edge(of(JACK, "let-it-ride"), "bet-1").house_edge) == pytest.approx(0.0350568, abs=1e-7)
    assert float(edge(of(JACK, "mississippi-stud"), "ante").house_edge) == pytest.approx(0.0491486, abs=1e-7)


def test_blackjack_is_exact_for_every_payment_of_a_blackjack():
    """A peer's figure for one deck; 6 to 5 differs by the blackjacks that are paid."""
    lines = of(HARD_ROCK, "blackjack", decks="1", soft_17="draw", blackjack_pays="3 to 2")
    usual = edge(lines, "blackjack", "with doubles")
    assert float(usual.house_edge) == pytest.approx(0.00008735, abs=1e-8)
    assert usual.house_edge.denominator > 10**12
    posting = open_posting(rulebook(HARD_ROCK, "blackjack"), {"decks": "1", "blackjack-pays": "6 to 5"})
    other = exact_edge(rules_of(posting))
    assert other.house_edge - usual.house_edge == Fraction(3, 10) * paid_blackjacks(rules_of(posting))
    direct = solve(rules_of(posting)).edge()
    assert other.standard_deviation == pytest.approx(direct.standard_deviation, rel=1e-12)
    assert (float(other.hit), float(other.push)) == pytest.approx((float(direct.hit), float(direct.push)))
    assert float(edge(lines, "insurance").house_edge) == pytest.approx(1 / 17, abs=1e-9)
    conditions = " ".join(line.conditions for line in lines)
    assert "only hard 10 or 11 doubled" in conditions and "pairs split once" in conditions


def test_side_bets_depend_on_the_decks():
    lines = of(JACK, "blackjack", soft_17="draw", blackjack_pays="3 to 2", decks="6")
    assert float(edge(lines, "bet-the-set").house_edge) == pytest.approx(0.106109, abs=1e-6)
    assert float(edge(lines, "royal-match", "without Crown").house_edge) == pytest.approx(0.066658, abs=1e-6)


# ------------------------------------------------------------------------------------ coverage


@pytest.mark.parametrize("game", LIGHT)
def test_every_wager_of_every_rulebook_has_a_line(game):
    for book in rulebooks(None, game):
        lines = lines_of(book, every=False)
        missing = set(open_posting(book).wagers) - {line.wager for line in lines} - WITHIN
        assert not missing, book.key
        printed = {table.line for wager in book.wagers.values() for table in wager.pay_tables}
        assert all(line.line in printed or line.wager.startswith(("multi", "three-card")) for line in lines)


def test_every_game_is_analysed():
    games = {book.game for book in catalogue.books(None, None, None, everything=True)}
    assert not [game for game in games if analyst_of(game) is None]


def test_a_game_that_nobody_analyses_gets_a_plain_row(monkeypatch):
    monkeypatch.setattr(lines, "analyst_of", lambda game: None)
    found = lines_of(rulebook(HARD_ROCK, "big-six"))
    assert found and all(line.edge is None and line.plain()["strategy"] == "no analysis yet" for line in found)


def test_json_has_the_agreed_fields():
    fields = ["property", "game", "approved", "wager", "pay_table", "line", "conditions", "method", "house_edge",
              "house_edge_exact", "push_frequency", "hit_frequency", "standard_deviation", "element_of_risk",
              "interval", "strategy"]  # fmt: skip
    rows = [line.plain() for line in of(HARD_ROCK, "big-six")]
    assert all(list(row) == fields for row in rows)
    first = json.loads(json.dumps(rows))[0]
    assert (first["approved"], first["method"], first["house_edge_exact"]) == ("2019-12-05", "exact", "4/27")
    assert first["line"] == rulebook(HARD_ROCK, "big-six").wagers["dollar-1"].pay_tables[0].line


def test_the_odds_are_those_of_the_day():
    assert catalogue.books(JACK, "big-six", "2013-01-01")[0].property == HORSESHOE
    approved = {str(book.approved) for book in catalogue.books(ONEIDA, None, "2023-06-01")}
    assert "2023-02-24" in approved and "2024-09-11" not in approved
    assert isinstance(rulebook(ONEIDA, "craps").approved, datetime.date)


# ------------------------------------------------------------------------------------- what if


def test_a_row_may_pay_otherwise():
    posting = what_if(open_posting(rulebook(HARD_ROCK, "three-card-poker")), {"pair-plus.flush": "4 to 1"})
    lines = lines_of(rulebook(HARD_ROCK, "three-card-poker"), what={"pair-plus.flush": "4 to 1"})
    assert posting.row("pair-plus", "flush").odds.text == "4 to 1"
    assert float(edge(lines, "pair-plus").house_edge) == pytest.approx(0.0231674, abs=1e-6)


@pytest.mark.parametrize(
    ("row", "odds", "words"),
    [("pair-plus.royal", "4 to 1", "no such row"), ("pair-plus.flush", "four", "are no odds")],
)
def test_an_unknown_outcome_is_refused(row, odds, words):
    with pytest.raises(BadInput, match=words):
        lines_of(rulebook(HARD_ROCK, "three-card-poker"), what={row: odds})


# ------------------------------------------------------------------------------ cache and shards


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    cache.forget()
    yield tmp_path
    cache.forget()


def test_a_result_is_kept_until_what_it_depends_on_changes(own_cache):
    calls = []

    def slow(rules):
        calls.append(rules)
        return sum(rules.values())

    rules = {"a": Fraction(1, 2), "b": Fraction(1, 3)}
    assert cache.remembered("t", slow, rules) == Fraction(5, 6)
    cache.forget()
    assert cache.remembered("t", slow, dict(reversed(rules.items()))) == Fraction(5, 6)
    assert len(calls) == 1
    cache.remembered("t", slow, rules | {"b": Fraction(1, 4)})
    assert len(calls) == 2
    cache.forget()
    for kept in own_cache.glob("odds/t-*.pickle"):
        kept.write_bytes(b"torn")
    cache.remembered("t", slow, rules)
    assert len(calls) == 3


class Counting:
    """A small work of two stages that may break down."""

    stages = 2

    def __init__(self, breaks_at=None):
        self.breaks_at, self.done, self.sum = breaks_at, [], 0

    def shards(self, stage):
        return 5

    def run_shard(self, stage, shard):
        if (stage, shard) == self.breaks_at:
            raise KeyboardInterrupt
        self.done.append((stage, shard))
        return {"n": np.array([10 * stage + shard])}

    def absorb(self, stage, parts):
        self.sum += int(total(parts)["n"][0])

    def result(self):
        return self.sum


def test_an_interrupted_analysis_loses_its_last_shard_only(own_cache, monkeypatch):
    monkeypatch.setattr(shards, "SHORT", -1.0)  # each of these is kept
    first = Counting(breaks_at=(1, 2))
    with pytest.raises(KeyboardInterrupt):
        shards.run_work(first, "k")
    second = Counting()
    seen = []
    assert shards.run_work(second, "k", progress=lambda done, count: seen.append((done, count))) == 70
    assert second.done == [(1, 2), (1, 3), (1, 4)]
    assert seen[-1] == (10, 10)
    assert not list(own_cache.glob("shards/k*"))


def test_threads_give_the_same(own_cache):
    assert shards.run_work(Counting(), "a", workers=2) == shards.run_work(Counting(), "b")


# ---------------------------------------------------------------------------------------- slow


@pytest.mark.slow
@pytest.mark.parametrize(
    ("property", "game", "wager", "expected"),
    [
        (HARD_ROCK, "ultimate-texas-holdem", "ante", 0.0218497),
        (HARD_ROCK, "texas-holdem-bonus", "ante", 0.0204),
        (HARD_ROCK, "four-card-poker", "ante", 0.0278785),
        (HARD_ROCK, "crazy-four-poker", "ante", 0.0341885),
        (HARD_ROCK, "dj-wild-stud-poker", "ante", 0.0346738),
        (HARD_ROCK, "high-card-flush", "ante", 0.0266453),
    ],
)
def test_the_long_analyses(property, game, wager, expected):
    found = float(edge(lines_of(rulebook(property, game), every=False), wager).house_edge)
    assert found == pytest.approx(expected, abs=1e-6 if expected != 0.0204 else 1e-4)


@pytest.mark.slow
def test_every_wager_of_every_other_game_has_a_line():
    for book in catalogue.books(None, None, None, everything=True):
        if book.game not in LIGHT:
            missing = set(open_posting(book).wagers) - {line.wager for line in lines_of(book, every=False)} - WITHIN
            assert not missing, book.key
