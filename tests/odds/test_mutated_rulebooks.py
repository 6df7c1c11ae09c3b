"""Odds follow the rows: rulebooks changed at random are analysed as the running table pays by them.

Round for round the table pays what the kernel says; what the kernel comes to over very many rounds is what the analysis
says; and there is no row of a pay table that the analysis does not see, unless the table never reaches it either.
"""

import random
from fractions import Fraction

import msgspec
import numpy as np
import pytest
from kernel_play import DECIDED, Guess, Player
from mutated_books import (
    book_of,
    books,
    driver_of,
    faults,
    figures,
    one_row_changed,
    random_rows,
    tables_of,
    with_new_rule,
    with_rows,
    with_rule,
)

from croupier.games.twentyone.sides import SIDES
from croupier.odds.analysis import analysis_of
from croupier.odds.exact import Edge
from croupier.odds.games.cards import books as analysts
from croupier.odds.games.meters import Prize
from croupier.odds.games.progressives import paid_hands, prize
from croupier.odds.games.twentyone import books as twentyone
from croupier.odds.lines import analyst_of, every_wager, lines_of
from croupier.odds.posting import Figure, alternatives, offering, open_posting, part
from croupier.odds.simulate.games import simulator
from croupier.rulebook.payouts import parse_odds

RULES = {
    "let-it-ride": {"bonus-chip": ("collected", "stays")},
    "mississippi-stud": {"street-multiples": ([1, 3], [2, 5], [1, 2, 4])},
    "high-card-flush": {"raise-by-flush": ({"1": 1, "2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "7": 3},)},
    "i-luv-suits-poker": {"ace-low-in-straight-flush": (True, False)},
    "criss-cross-poker": {"raise-multiples": ([1, 2], [2, 3])},
    "ultimate-texas-holdem": {"preflop-multiples": ([4], [2, 5]), "flop-multiple": (1, 3), "river-multiple": (1, 2)},
    "texas-holdem-bonus": {"ante-pays-from": ("straight", "flush"), "flop-multiple": (1, 2), "turn-multiple": (1, 2)},
}  # fmt: skip
QUICK = ("three-card-poker", "let-it-ride", "mississippi-stud", "crazy-four-poker", "dj-wild-stud-poker")
LONG = (
    "high-card-flush", "i-luv-suits-poker", "four-card-poker", "ultimate-texas-holdem", "texas-holdem-bonus",
    "criss-cross-poker",
)  # fmt: skip
ROUNDS = 400_000
STANDARD_ERRORS = 5  # once in two million comparisons; the seeds are fixed besides
# Rows of outcomes that cannot come about: with the deuces as they are nobody holds five wilds or five of a kind.
NEVER = {("dj-wild-stud-poker", "trips", "natural", name) for name in ("five-wilds", "five-of-a-kind")}


def mutated(game, seed):
    """A rulebook of a game with rows and rules changed; known by its seed."""
    chance = random.Random(f"{game} {seed}")
    shelf = books(game)
    book = random_rows(chance, shelf[seed % len(shelf)])
    for name, values in RULES.get(game, {}).items():
        book = with_rule(book, name, chance.choice(values))
    assert not faults(book)
    return book


CASES = [pytest.param(game, 1) for game in QUICK] + [
    pytest.param(game, seed, marks=pytest.mark.slow)
    for game in (*QUICK, *LONG)
    for seed in ((2, 3) if game in QUICK else (1, 2))
]


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_the_table_pays_what_the_kernel_says(game, seed):
    driver = driver_of(mutated(game, seed), seed)
    player = Player(driver, *analysis_of(game).kernel(driver.game.posting))
    for _ in range(200):
        paid, expected = player.round()
        assert paid == {wager: net for wager, net in expected.items() if net or wager in paid}, player.cards()


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_the_kernel_comes_to_what_the_analysis_says(game, seed):
    posting = open_posting(mutated(game, seed))
    made = simulator(posting)
    found = {
        (wager.name, wager.main): wager.edge for wager in made.wagers(made.shard(np.random.SeedSequence(seed), ROUNDS))
    }
    compared = 0
    for (wager, table, note), edge in exact_edges(posting).items():
        if table not in ("", posting.tables[wager, "main"].label):
            continue
        main = "together" in note
        name = "raise" if (game, wager) == ("i-luv-suits-poker", "play") else wager
        simulated = found.get((name, main))
        if simulated is None or (main and "both Antes" in note):
            continue
        error = edge.standard_deviation / ROUNDS**0.5
        assert abs(float(simulated.house_edge - edge.house_edge)) < STANDARD_ERRORS * error + 1e-12, (wager, note)
        compared += 1
    assert compared >= len(posting.wagers)


def exact_edges(posting):
    analyst, _ = analyst_of(posting.rulebook.game)
    found = [figure for figure in analyst(posting) if not figure.reading]
    assert not [figure.refused for figure in found if figure.refused]
    return {(figure.wager, figure.table, figure.note): figure.edge for figure in found}


@pytest.mark.parametrize("game", DECIDED)
def test_whatever_is_decided_a_long_game_pays_by_its_rows(game):
    driver = driver_of(mutated(game, 1), 1)
    player = Guess(driver, random.Random(game))
    for _ in range(150):
        paid, expected = player.round()
        assert paid == {wager: net for wager, net in expected.items() if net or wager in paid}


# --------------------------------------------------------------------------- no row is passed over


def rows_of(game):
    """Every row that a pay table of a game may have, each in a rulebook that has or may have it."""
    seen = set()
    for book in books(game):
        for wager, table, fallbacks in tables_of(book):
            for outcome in fallbacks:
                if (wager, table.name, outcome) in seen or (game, wager, table.name, outcome) in NEVER:
                    continue
                changed = one_row_changed(book, wager, table, outcome)
                if changed is not None:
                    seen.add((wager, table.name, outcome))
                    yield book, changed, {name: values[0] for name, values in table.when.items()}, wager, outcome


def moved(game, most, seed=1):
    rows = list(rows_of(game))
    assert rows
    before = {}
    for book, changed, options, wager, outcome in random.Random(f"{game} {seed}").sample(rows, min(most, len(rows))):
        key = (book.property, str(options))
        if key not in before:
            before[key] = figures(open_posting(book, options))
        after = figures(open_posting(changed, options))
        assert after != before[key], (book.key, wager, outcome)
        assert not backwards(before[key], after, wager, paid_more(book, changed, wager, outcome)), (wager, outcome)


def paid_more(book, changed, wager, outcome):
    """By how much the row of a wager pays more than before; nothing where there was none."""
    rows = [
        odds.profit(100)
        for each in (book, changed)
        for table in each.wagers[wager].pay_tables
        if (odds := table.odds(outcome)) is not None and odds.kind != "percent"
    ]
    return rows[-1] - rows[0] if len(rows) == 2 else 0


def backwards(before, after, wager, more):
    """Lines whose edge went the wrong way: a row that pays more costs the house, one that pays less never does.

    A part of a game alone is left out: another play may be best, which is judged by all its parts together.
    """
    lines = [
        key for key in before
        if key in after and "alone, as part" not in key[2] and (key[0] == wager or "together" in key[2])
        and isinstance(before[key], Fraction) and isinstance(after[key], Fraction)
    ]  # fmt: skip
    return [key for key in lines if (after[key] - before[key]) * more > 0]


SWEPT = {
    "roulette": 14, "big-six": 7, "mini-midi-baccarat": 13, "rock-bac-w-super-6-commission-free": 14,
    "dragon-bonus-baccarat-commission-free": 14, "crapless-craps": 6, "three-card-poker": 5, "let-it-ride": 12,
    "mississippi-stud": 4, "crazy-four-poker": 8, "dj-wild-stud-poker": 12,
}  # fmt: skip


@pytest.mark.parametrize(("game", "most"), SWEPT.items())
def test_a_changed_row_changes_a_figure(game, most):
    moved(game, most)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*SWEPT, "four-card-poker", "high-card-flush", "i-luv-suits-poker"])
def test_every_row_changes_a_figure(game):
    moved(game, 1000)


@pytest.mark.parametrize(
    ("game", "rules", "wagers"),
    [
        ("ultimate-texas-holdem", "ultimate_rules", ("ante", "blind", "play")),
        ("texas-holdem-bonus", "texas_bonus_rules", ("ante", "flop", "turn", "river")),
        ("criss-cross-poker", "criss_cross_rules", ("ante-across", "ante-down", "across", "down", "middle")),
        ("four-card-poker", "four_card_rules", ("ante", "play")),
    ],
)
def test_every_row_of_a_long_analysis_is_part_of_what_it_is_given(game, rules, wagers):
    given = getattr(analysts, rules)
    rows = [row for row in rows_of(game) if row[3] in wagers]
    assert len(rows) > 3
    for book, changed, options, wager, outcome in rows:
        assert given(open_posting(changed, options)) != given(open_posting(book, options)), (wager, outcome)


# ------------------------------------------------------------------------------- what was wrong once


def edge_of(book, wager, words, **options):
    lines = [line for line in lines_of(book, options, every=False) if line.wager == wager and words in line.conditions]
    return lines[0].edge.house_edge


def test_an_ante_pushed_when_the_dealer_does_not_qualify_costs_the_player():
    book = book_of("three-card-poker")
    pushed = with_rows(book, "ante", {"win": "1 to 1", "no-qualify": "Push"})
    assert round(float(edge_of(book, "ante", "together")), 4) == 0.0337
    assert round(float(edge_of(pushed, "ante", "together")), 4) == 0.2293


@pytest.mark.parametrize(
    ("rule", "wager"),
    [("come-odds-on-come-out", "come"), ("place-on-come-out", "place"), ("place-on-come-out", "buy"),
     ("lay-on-come-out", "lay"), ("hardways-on-come-out", "hardway")],
)  # fmt: skip
def test_what_a_come_out_leaves_alone_moves_what_it_moves_at_the_table(rule, wager):
    """Odds that go back bring less up and down; a wager that stands is longer in deciding, and costs the same."""
    told = {}
    for on in (True, False):
        lines = lines_of(with_rule(book_of("craps"), rule, on), every=False)
        told[on] = [(line.conditions, line.edge.variance) for line in lines if line.wager == wager]
    assert told[True] != told[False]


def test_baccarat_that_pays_half_on_a_three_card_seven():
    book = with_rows(book_of("mini-midi-baccarat"), "banker", {"win": "1 to 1", "win-three-card-seven": "1 to 2"})
    free = with_rule(book, "vigorish", 0)
    push = with_rows(free, "banker", {"win": "1 to 1", "win-three-card-seven": "Push"})
    even = with_rows(free, "banker", {"win": "1 to 1"})
    half, none, whole = (edge_of(each, "banker", "", decks="8") for each in (free, push, even))
    assert none - half == half - whole > 0


def test_each_wager_of_let_it_ride_is_paid_by_its_own_rows():
    book = book_of("let-it-ride")
    rows = {name: odds.text for name, odds in book.wagers["bet-3"].pay_tables[0].rows}
    richer = with_rows(book, "bet-3", {**rows, "royal-flush": "3000 to 1"})
    before, after = (figures(open_posting(each)) for each in (book, richer))
    changed = {wager for wager, table, note in before if before[wager, table, note] != after[wager, table, note]}
    assert changed == {"bet-1", "bet-3"}  # the whole game stands under its first wager
    alone = ("bet-1", book.wagers["bet-1"].pay_tables[0].label, "alone, as part of the game, per initial wager")
    assert before[alone] == after[alone]


def test_several_pay_tables_of_a_decision_have_lines_of_their_own():
    book = book_of("three-card-poker")
    rule = book.wagers["ante"]
    main = next(table for table in rule.pay_tables if table.name == "main")
    pushed = (("win", parse_odds("1 to 1")), ("no-qualify", parse_odds("Push")))
    second = msgspec.structs.replace(main, label="No push", rows=pushed)
    rule = msgspec.structs.replace(rule, pay_tables=(*rule.pay_tables, second))
    book = msgspec.structs.replace(book, wagers={**book.wagers, "ante": rule})
    both = {words: posting for posting, words in alternatives(open_posting(book), "ante", "play")}
    assert list(both) == [f"ante by {main.label}", "ante by No push"]
    edges = {note: edge for (_, _, note), edge in figures(open_posting(book)).items() if "together" in note}
    assert [round(float(edge), 4) for edge in edges.values()] == [0.0337, 0.2293]


def test_one_analysis_that_fails_costs_its_own_lines():
    posting = open_posting(book_of("three-card-poker"))

    def broken():
        yield from ()
        raise ZeroDivisionError("no cards")

    (figure,) = part(posting, "pair-plus", broken())
    assert figure.edge is None and figure.refused == "the analysis failed: ZeroDivisionError: no cards"


def test_a_row_that_the_analysis_of_blackjack_cannot_take_is_named():
    book = with_rows(book_of("blackjack"), "double", {"win": "3 to 2"})
    found = {wager: edge for (wager, _, _), edge in figures(open_posting(book)).items()}
    assert found["blackjack"] == "double.win pays 3 to 2: the analysis takes even money only"
    assert isinstance(found["insurance"], Fraction)


def test_a_payout_limit_that_cuts_the_least_wager_short_is_named():
    book = book_of("high-card-flush")
    limits = tuple(msgspec.structs.replace(limit, fixed=500_00) for limit in book.payout_limits)
    found = lines_of(msgspec.structs.replace(book, payout_limits=limits), every=False)
    assert {line.refused for line in found} == {
        f"payout-limits.round: $500.00 is less than {line.wager} may win at the least wager" for line in found
    }
    assert all(line.edge is not None for line in lines_of(book, every=False))


def test_payouts_that_are_rounded_down_at_the_least_wager_are_named():
    book = with_new_rule(book_of("three-card-poker"), "payout-unit", 5_00)
    halves = with_rows(book, "play", {"win": "6 to 5"})
    counted = Figure(wager="ante", table="", line=0, edge=Edge.from_distribution([(Fraction(1), Fraction(1))]))
    whole, rounded = (next(iter(every_wager(open_posting(each), lambda _: [counted]))) for each in (book, halves))
    assert whole == counted
    assert rounded.edge is None
    assert rounded.refused == "payout-unit: play.win at 6 to 5 is rounded down to steps of $5.00 at a wager of $10.00"


def test_a_street_larger_than_the_analysis_takes_is_named():
    book = with_rule(book_of("mississippi-stud"), "street-multiples", [1, 30])
    refused = [line.refused for line in lines_of(book, every=False) if line.wager == "ante"]
    assert refused == ["street-multiples: up to 20 Antes on a street are analysed, not 30"]


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        ({"double-on": "hard-10-or-11"}, {"doubles": frozenset({10, 11})}),
        ({"double-on": "hard-10-or-11", "tournament": True}, {"doubles": None}),
        ({"tournament": True, "tournament-ace-hands": 20}, {"split_ace_hands": 4}),
        ({"card-reader": False, "dealer-blackjack-takes": "all", "decks": 2}, {"blackjack_takes_all": True}),
        (
            {"card-reader": False, "dealer-blackjack-takes": "all", "decks": 2, "small-game": "pitch"},
            {"blackjack_takes_all": False},  # who deals out of the hand looks at his cards himself
        ),
    ],
)
def test_blackjack_is_analysed_by_what_holds_at_its_table(rules, found):
    book = book_of("blackjack")
    for name, value in rules.items():
        book = with_new_rule(book, name, value)
    assert not faults(book)
    given = twentyone.rules_of(open_posting(book))
    assert {name: getattr(given, name) for name in found} == found


def test_the_line_of_a_tournament_has_its_rules_without_the_signs_of_a_small_game():
    book = with_new_rule(book_of("blackjack"), "tournament-ace-hands", 20)
    posting = open_posting(with_rule(book, "small-game-double", "hard-10-or-11"), {"decks": 2})
    assert twentyone.rules_of(posting).doubles == frozenset({10, 11})
    given = twentyone.rules_of(posting, tournament=True)
    assert (given.doubles, given.split_ace_hands) == (None, 4)


@pytest.mark.parametrize("game", ["roulette", "three-card-poker", "blackjack", "pai-gow-poker"])
def test_what_wins_a_players_wager_is_paid_to_nobody_else(game):
    book = book_of(game)
    kept = {side.tokes for side in SIDES.values()}
    for wager, rule in book.wagers.items():
        for number, table in enumerate(rule.pay_tables):
            others = list(rule.pay_tables)
            others[number] = msgspec.structs.replace(table, to="toke-pool")
            changed = msgspec.structs.replace(rule, pay_tables=tuple(others))
            found = faults(msgspec.structs.replace(book, wagers={**book.wagers, wager: changed}))
            where = f"wagers.{wager}.pay-tables[{number + 1}].to: expected player"
            assert [fault.startswith(where) for fault in found] == ([] if table.name in kept else [True])


def test_a_progressive_pays_a_hand_without_a_row_as_the_hand_it_counts_as():
    rows = {"royal-flush": Prize(share=Fraction(1)), "three-sevens": Prize(fixed=Fraction(9))}
    assert set(paid_hands("multi-link", rows)) == {"royal-flush", "three-sevens"}
    assert set(paid_hands("blazing-7s", rows)) >= {"three-sevens", "three-sevens-suited", "three-sevens-coloured"}
    assert prize(parse_odds("9 to 1"), 1_00).fixed == prize(parse_odds("9 for 1"), 1_00).fixed == 9


@pytest.mark.parametrize(
    ("game", "wager"),
    [("three-card-poker", "pair-plus"), ("three-card-poker", "six-card-bonus"), ("four-card-poker", "aces-up"),
     ("crazy-four-poker", "queens-up"), ("dj-wild-stud-poker", "trips"), ("dj-wild-stud-poker", "bad-beat"),
     ("mississippi-stud", "three-card-bonus"), ("ultimate-texas-holdem", "trips"), ("texas-holdem-bonus", "bonus"),
     ("criss-cross-poker", "five-card-bonus")],
)  # fmt: skip
def test_a_side_wager_says_what_a_fold_does_to_it(game, wager):
    book = book_of(game, wager)
    for name, value in (("pair-plus-version", "both-compulsory"), (wager, "offered"), (wager, True)):
        if name in book.settings and (name != wager or value in book.settings[wager].choices):
            book = with_rule(book, name, value)
    analyst, _ = analyst_of(game)
    told = {}
    for forfeits in (True, False):
        posting = open_posting(with_rule(book, f"fold-forfeits-{wager}", forfeits))
        alone = offering(posting, lambda rule: rule.name == wager)
        told[forfeits] = [(figure.note, figure.detail) for figure in analyst(alone)]
    assert told[True] and told[True] != told[False]
