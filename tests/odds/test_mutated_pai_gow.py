"""Pai gow poker under rows and rules changed at random: what the table pays and what the analysis says agree."""

import random

import numpy as np
import pytest
from mutated_books import books, faults, one_row_changed, random_rows, tables_of, with_rows, with_rule

from croupier.equipment.entropy import SeededEntropy
from croupier.games import class_of
from croupier.odds.games.pai_gow.books import HOUSE_WAY, _fortune, kernel, pai_gow_poker, rounded_win, rules_of
from croupier.odds.games.pai_gow.house_ways import house_way
from croupier.odds.lines import every_wager
from croupier.odds.posting import Unanalysed, offering, open_posting, what_if
from croupier.odds.simulate.engine import Engine
from croupier.rounds import acts
from croupier.rounds.bots import Bot, play
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.events import Settled
from croupier.rounds.felt import Wager
from croupier.rounds.requests import Arrange
from croupier.rulebook import rulebook

GAME = "pai-gow-poker"
SIDES = ("fortune", "tiger-9", "ace-high")
STANDARD_ERRORS = 5
ALONE = ("without envy", "")  # one player at the table: nobody is envied


def beside(book, options=None):
    """The figures of the side wagers; the set hands, which take long, are not worked out for them."""
    posting = open_posting(book, options)
    offered = offering(posting, lambda rule: rule.name in SIDES)
    return {(figure.wager, figure.table, figure.note): figure.edge for figure in every_wager(offered, pai_gow_poker)}


def mutated(seed):
    """A rulebook with rows changed, all of one kind: odds for and to one are not compared, and are refused by name."""
    shelf, chance = books(GAME), random.Random(f"{GAME} {seed}")
    while True:
        book = random_rows(chance, shelf[seed % len(shelf)], fixed=(("fortune", "envy"),))
        if all(odds.kind != "for" for table in book.wagers["fortune"].pay_tables for _, odds in table.rows):
            return book


@pytest.mark.parametrize(
    ("seed", "rounds"),
    [(0, 400), *(pytest.param(seed, 6_000, marks=pytest.mark.slow) for seed in range(3))],
)
def test_the_table_pays_changed_rows_as_often_as_the_analysis_says(seed, rounds):
    book = mutated(seed)
    assert not faults(book)
    posting = open_posting(book)
    engine = Engine(posting, 1)
    found = {wager.name: wager.edge for wager in engine.wagers(engine.shard(np.random.SeedSequence(seed), rounds))}
    compared = []
    for (wager, table, note), edge in beside(book).items():
        if table == posting.tables[wager, "main"].label and note in ALONE and wager in found:
            error = edge.standard_deviation / rounds**0.5
            assert abs(float(found[wager].house_edge - edge.house_edge)) < STANDARD_ERRORS * error, (wager, note)
            compared.append(wager)
    assert "fortune" in compared


def test_every_row_of_a_side_wager_moves_a_figure():
    moved = set()
    for book in books(GAME):
        as_printed = {}  # figures of the book itself by its options: all of its changed rows are compared with them
        for wager, table, fallbacks in tables_of(book):
            for outcome in fallbacks if wager in SIDES else ():
                changed = one_row_changed(book, wager, table, outcome)
                if changed is None or (wager, table.name, outcome) in moved:
                    continue
                options = {name: values[0] for name, values in (book.wagers[wager].when | table.when).items()}
                under = tuple(sorted(options.items()))
                if under not in as_printed:
                    as_printed[under] = beside(book, options)
                assert beside(changed, options) != as_printed[under], (book.key, wager, table.name, outcome)
                moved.add((wager, table.name, outcome))
    assert len(moved) > 15


PAIRS = ("low-low", "low-medium", "low-high", "medium-medium", "medium-high", "high-high")
SPLITS = ("always", "never", "king", "ace", "ace-king")  # what a house way may say of two pairs


class SetByTheHouse(Bot):
    """Sets every hand by the house way of the book, and keeps the cards of both sides."""

    def __init__(self, rule):
        super().__init__(1)
        self.way, self.dealt = house_way(rule), ()

    def wagers(self, driver):
        return [acts.Bet(1, "pai-gow", driver.game.limits(driver.table, 1, "pai-gow", "").least)]

    def decide(self, driver, request):
        self.dealt = (*driver.table.hand("1").cards, *driver.table.felt.dealer.cards)
        if isinstance(request, Arrange):
            return acts.Arranged(tuple(self.way(driver.table.hand("1").cards)[1]), 1)
        names = [choice.name for choice in request.choices if not choice.blocked]
        return acts.Chosen(next((name for name in ("set", "stay") if name in names), names[0]), 1)


def changed_main(seed, ways=False):
    """Another win, another vigorish, another version; the dealer's pairs split otherwise where `ways`."""
    shelf, chance = books(GAME), random.Random(f"main {seed}")
    book = shelf[seed % len(shelf)]
    book = with_rows(book, "pai-gow", {"win": chance.choice(("1 to 1", "6 to 5", "4 to 5", "3 to 2"))})
    book = with_rule(book, "vigorish", chance.choice((0, 3, 5, 10)))
    book = with_rule(book, "vigorish-unit", 1)
    # Face up the analysis sets for the most against the open hand: that player is another one.
    book = with_rule(book, "version", chance.choice(("pai-gow", "commission-free")))
    if ways:
        rule = dict(book.settings["house-way"].value)
        book = with_rule(book, "house-way", rule | {name: chance.choice(SPLITS) for name in PAIRS})
    return book


@pytest.mark.parametrize(
    ("seed", "ways"),
    [(0, False), *(pytest.param(seed, seed > 2, marks=pytest.mark.slow) for seed in range(1, 5))],
)
def test_the_main_wager_of_a_changed_book_is_paid_deal_by_deal_as_the_analysis_counts_it(seed, ways):
    book = changed_main(seed, ways)
    posting = open_posting(book)
    counted, bot = kernel(posting, HOUSE_WAY), SetByTheHouse(posting["house-way"])
    driver = Driver(class_of(book)(posting), mode="electronic", chance=Chance(SeededEntropy(seed)))
    ended, results = [], set()
    for _ in range(250):
        ended.clear()
        play(driver, [bot], 1, lambda told: ended.extend(e for e in told if isinstance(e, Settled)))
        (paid,) = {(e.net, e.stake) for e in ended if e.wager == "pai-gow"}
        nets, _ = counted.nets(0, counted.play(bot.dealt)[0])
        assert paid[0] == paid[1] * next(iter(nets.values())), bot.dealt
        results.add((paid[0] > 0) - (paid[0] < 0))
    assert len(results) == 3, "won, lost and returned"


@pytest.mark.parametrize(("unit", "least", "charged"), [(25, 10_00, None), (2_50, 10_00, 2_50), (25, 11_00, 75)])
def test_a_vigorish_is_rounded_up_as_at_the_table(unit, least, charged):
    book = with_rule(with_rule(books(GAME)[0], "version", "pai-gow"), "vigorish-unit", unit)
    posting = open_posting(book, {"least": f"${least // 100}"})
    game = class_of(book)(posting)
    win = rounded_win(posting)
    assert (None if win is None else least - win * least) == charged
    assert game.vigorish(Wager(1, "pai-gow", 1, least)) == (charged or rules_of(posting).win_pays * -least + least)


def test_envy_from_nothing_on_is_counted_at_the_least_wager():
    book = next(book for book in books(GAME) if "envy" in {table.name for table in book.wagers["fortune"].pay_tables})
    free = beside(with_rule(book, "envy-from", 0))
    least = beside(with_rule(book, "envy-from", open_posting(book).limits["fortune"].least))
    assert free == least and all(edge is not None for edge in free.values())


def test_a_row_of_another_kind_is_refused_by_name_with_what_is_expected():
    posting = what_if(open_posting(rulebook("hard-rock-cincinnati", GAME)), {"fortune.five-aces": "$250"})
    with pytest.raises(
        Unanalysed, match=r"fortune\.main\.five-aces: \$250 .* expected every row to pay as 8,?000 to 1"
    ):
        list(_fortune(posting))
