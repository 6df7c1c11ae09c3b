"""Wheels, dice and shoes by rulebooks changed at random: what the table pays on every result is what the odds say."""

import random
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from math import comb

import msgspec
import numpy as np
import pytest
from mutated_books import (
    PLAYER,
    book_of,
    books,
    driver_of,
    faults,
    one_row_changed,
    play_round,
    random_rows,
    tables_of,
    with_rows,
    with_rule,
    won,
)

from croupier.games import game_class
from croupier.games.dice import throws as dice_rules
from croupier.games.dice import wagers as cw
from croupier.games.twentyone import counting
from croupier.games.twentyone.sides import SIDES
from croupier.odds.games.baccarat import books as baccarat_books
from croupier.odds.games.baccarat import exact as baccarat
from croupier.odds.games.baccarat import simulated as sim_baccarat
from croupier.odds.games.dice import exact as dice
from croupier.odds.games.twentyone import books as twentyone_books
from croupier.odds.lines import analyst_of
from croupier.odds.posting import Unanalysed, open_posting, tables
from croupier.odds.posting import table as pay_table
from croupier.rounds import acts, events
from croupier.rounds.bots import DEALER
from croupier.rounds.chance import Stacked
from croupier.rounds.driver import Driver

FACES = {total: (min(6, total - 1), total - min(6, total - 1)) for total in range(2, 13)}
ALL_THROWS = [(a, b) for a in range(1, 7) for b in range(1, 7)]
STAKE = 84_00  # shares of it by two to eight are whole cents


def edges(posting):
    analyst, _ = analyst_of(posting.rulebook.game)
    return {(figure.wager, figure.note): figure.edge for figure in analyst(posting) if not figure.reading}


def table_with(posting, *falls):
    driver = Driver(game_class(posting.rulebook.game)(posting), seats=1, chance=Stacked(*falls))
    driver.answer(PLAYER, acts.Sit(1, "ann", 10_000_000_00))
    return driver


# ----------------------------------------------------------------------------------------- wheels


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_roulette_on_every_pocket(seed):
    chance = random.Random(f"roulette {seed}")
    shelf = books("roulette")
    book = with_rule(
        random_rows(chance, shelf[seed % len(shelf)]), "wheel", chance.choice(["single-zero", "double-zero"])
    )
    posting = open_posting(book)
    game = game_class("roulette")(posting)
    stakes = {wager: posting.limits[wager].least * 4 for wager in posting.wagers if wager in game.layout}
    bets = [(wager, stakes[wager], chance.choice(list(game.layout[wager]))) for wager in stakes]
    total = dict.fromkeys(stakes, 0)
    for pocket in game.pockets():
        for wager, cents in won(play_round(table_with(posting, acts.Landed(pocket)), bets, None)).items():
            total[wager] += cents
    found = edges(posting)
    for wager, cents in total.items():
        assert found[wager, ""].house_edge == Fraction(-cents, stakes[wager] * len(game.pockets())), wager


@pytest.mark.parametrize(
    ("wheel", "prison"), [("single-zero", "second-zero-loses"), ("double-zero", "second-zero-stays")]
)
def test_roulette_with_a_prison_on_every_two_spins(wheel, prison):
    book = with_rule(book_of("roulette"), "wheel", wheel)
    setting = msgspec.structs.replace(book.settings["wheel"], name="en-prison", value=prison)
    posting = open_posting(msgspec.structs.replace(book, settings={**book.settings, "en-prison": setting}))
    game = game_class("roulette")(posting)
    zeros = [pocket for pocket in game.pockets() if pocket in ("0", "00")]
    total = Fraction(0)
    for first in game.pockets():
        if first not in zeros:
            total += won(play_round(table_with(posting, acts.Landed(first)), [("red", 40_00, "")], None))["red"]
    ends = []  # of a wager in prison; one that waits there still is decided by a spin like this one
    for second in game.pockets():
        driver = table_with(posting, acts.Landed("0"), acts.Landed(second))
        assert not won(play_round(driver, [("red", 40_00, "")], None))
        ends += won(driver.answer(DEALER, acts.Close())).values()
    assert len(ends) == len(game.pockets()) - (len(zeros) if prison == "second-zero-stays" else 0)
    total += len(zeros) * Fraction(sum(ends), len(ends))
    assert edges(posting)["red", ""].house_edge == -total / (40_00 * len(game.pockets()))


def test_big_six_on_every_section():
    chance = random.Random("big-six")
    sections = {"1": 20, "2": 15, "5": 9, "10": 5, "20": 3, "joker": 1, "logo": 1}
    book = with_rule(random_rows(chance, book_of("big-six")), "sections", sections)
    posting = open_posting(book)
    bets = [(wager, posting.limits[wager].least * 2, "") for wager in posting.wagers]
    total = dict.fromkeys(posting.wagers, 0)
    for sign, count in sections.items():
        for wager, cents in won(play_round(table_with(posting, acts.Landed(sign)), bets, None)).items():
            total[wager] += cents * count
    for (wager, _), edge in edges(posting).items():
        assert edge.house_edge == Fraction(-total[wager], posting.limits[wager].least * 2 * sum(sections.values()))


# ------------------------------------------------------------------------------------------- dice


COME_OUTS = [([7, 11], [2, 3, 12], [2, 12]), ([7], [2, 3, 11, 12], [11]), ([7, 11, 12], [2, 3], [3])]


def craps_book(game, seed):
    chance = random.Random(f"{game} {seed}")
    shelf = books(game)
    book = shelf[seed % len(shelf)]
    odds = [wager for wager in book.wagers if wager in cw.SUPPORTS]
    book = random_rows(chance, book, fixed=(*odds, *((wager, "with-odds") for wager in book.wagers)))
    for wager in odds:  # odds are laid and taken at some price, never returned
        printed = book.wagers[wager].pay_tables[0].rows
        rows = {name: f"{chance.randrange(1, 6)} to {chance.choice((1, 2, 4))}" for name, _ in printed}
        book = with_rows(book, wager, rows)
    if game == "craps":
        wins, loses, bars = chance.choice(COME_OUTS)
        for name, totals in (("wins", wins), ("loses", loses), ("bars", bars)):
            book = with_rule(book, f"come-out-{name}", totals)
        book = with_rule(book, "lay-vigorish", chance.choice([4, 5, 10]))
    book = with_rule(book, "buy-vigorish", chance.choice([4, 5, 10]))
    book = with_rule(book, "vigorish-when", chance.choice(["on-wager", "on-win"]))
    book = with_rule(book, "unpayable-wagers", "rounded-down")
    book = with_rule(book, "odds-multiple", 0)
    if "payout-unit" in book.settings:
        book = with_rule(book, "payout-unit", 1)
    book = with_rule(book, "come-odds-on-come-out", game == "craps" and seed % 2 == 1)
    for wager in [w for w in book.wagers.values() if any(table.name == "with-odds" for table in w.pay_tables)]:
        book = with_rows(book, wager.name, {"win": f"{chance.randrange(2, 6)} to 2"}, "with-odds")
    assert not faults(book)
    return book


class Dice:
    """A table on which given totals fall; `before` establishes the point."""

    def __init__(self, posting):
        self.posting = posting
        self.game = game_class(posting.rulebook.game)(posting)

    def nets(self, throws, bets_at):
        """Cents netted by wager over these throws, the wagers placed before the throws numbered; vigorish included."""
        driver = table_with(self.posting, *(acts.Thrown(faces) for faces in throws))
        nets = {}
        for number in range(len(throws)):
            for wager, cents, on in bets_at.get(number, ()):
                before = driver.table.chips(1)
                driver.answer(PLAYER, acts.Bet(1, wager, cents, on))
                paid = before - driver.table.chips(1) - cents  # vigorish put down with the wager
                if paid:
                    nets[wager] = -paid
            for wager, cents in won(driver.answer(DEALER, acts.Close())).items():
                nets[wager] = nets.get(wager, 0) + cents
        return nets

    def point(self, other):
        """A throw that establishes a point on another number."""
        return FACES[next(int(number) for number in self.game.points if int(number) != other)]


LINE = ("pass", 10_00, "")


def decided(ends):
    """The house edge of a wager from (ways, net) of the ends that decide it."""
    total = sum(ways for ways, _ in ends)
    return -sum((Fraction(ways * net) for ways, net in ends), Fraction(0)) / total / STAKE


def figure(found, wager, *words):
    """The edge whose note holds these words."""
    return next(
        edge for (name, note), edge in found.items() if name == wager and all(w in note.split("; ") for w in words)
    )


SLOW = pytest.mark.slow
LAYOUTS = [("craps", 1), ("crapless-craps", 1), *(pytest.param(("craps", seed), marks=SLOW) for seed in (2, 3, 4))]


@pytest.fixture(params=LAYOUTS, ids=str, scope="module")
def layout(request):
    posting = open_posting(craps_book(*request.param), {"most": "$2,000"})
    return Dice(posting), edges(posting)


def test_wagers_on_one_throw(layout):
    table, found = layout
    for wager in [w for w in table.posting.wagers if w in cw.ONE_THROW and w not in cw.COMBINED]:
        for on in table.game.selections(wager)[::5]:
            total = 0
            for faces in ALL_THROWS:
                total += table.nets([faces], {0: [LINE, (wager, 60_00, on)]}).get(wager, 0)
            words = [edge for (name, note), edge in found.items() if name == wager and (not on or named(note, on))]
            assert Fraction(-total, 36 * 60_00) in [edge.house_edge for edge in words], (wager, on)


def named(note, on):
    kind = "a pair" if on[0] == on[2] else "two different faces"
    return note == kind or (note.startswith(f"{kind}: ") and on in note)


def test_combined_wagers(layout):
    table, found = layout
    for wager in [w for w in table.posting.wagers if w in cw.COMBINED]:
        for on in table.game.selections(wager):
            parts = table.game.parts(wager, on)
            total = 0
            for faces in ALL_THROWS:
                nets = table.nets([faces], {0: [LINE, (wager, 60_00, on)]})
                total += sum(nets.get(kind, 0) for kind in parts)
            assert found[wager, f"high {on}" if on else ""].house_edge == Fraction(-total, 36 * 60_00), (wager, on)


def test_the_line_and_come(layout):
    table, found = layout
    for wager in [w for w in ("pass", "come", "dont-pass", "dont-come") if w in table.posting.wagers]:
        later = wager.endswith("come")
        start = [table.point(0)] if later else []
        bets = {0: [LINE], 1: [(wager, STAKE, "")]} if later else {0: [(wager, STAKE, "")]}
        total = Fraction(0)
        for number, faces in FACES.items():
            ways = Fraction(dice.WAYS[number], 36)
            nets = table.nets([*start, faces], bets)
            if wager in nets:
                total += ways * nets[wager]
                continue
            made = Fraction(dice.WAYS[number], dice.WAYS[number] + 6)
            total += ways * made * table.nets([*start, faces, faces], bets)[wager]
            total += ways * (1 - made) * table.nets([*start, faces, (3, 4)], bets)[wager]
        assert found[wager, ""].house_edge == -total / STAKE, wager


def decided_by(points, number):
    """How likely a Come on a number is decided while a point stands and on a come-out, thrown out state by state."""
    ways = dice.WAYS
    weights = {point: ways[point] / (ways[point] + 6) for point in points}
    state = {point: weight / sum(weights.values()) for point, weight in weights.items() if point != number}
    state[0] = 1 - sum(state.values())  # the throw that brought the Come to its number made the point
    ends = {True: 0.0, False: 0.0}
    while sum(state.values()) > 1e-12:
        after = dict.fromkeys((0, *points), 0.0)
        for point, chance in state.items():
            for total, count in ways.items():
                if total in (number, 7):
                    ends[bool(point)] += chance * count / 36
                else:
                    new = 0 if total == point else total if not point and total in points else point
                    after[new] += chance * count / 36
        state = after
    return ends


def test_a_come_with_odds_that_may_be_off(layout):
    table, found = layout
    points = [int(number) for number in table.game.points]
    bets = {0: [LINE], 1: [("come", STAKE, "")]}
    total, square, odds_edges = 0.0, 0.0, {}
    for number, faces in FACES.items():
        ways, other = dice.WAYS[number] / 36, table.point(number)
        if number not in points:
            nets = [(ways, table.nets([other, faces], bets)["come"], 0)]
        else:
            beside, chances = ("come-odds", STAKE, str(number)), decided_by(points, number)
            made = dice.WAYS[number] / (dice.WAYS[number] + 6)
            nets = []
            for chance, end in ((made, faces), (1 - made, (3, 4))):
                for stands in (True, False):
                    throws = [other, faces, end] if stands else [other, faces, other, end]
                    at = {**bets, 2: [beside]} if stands else {**bets, 2: [beside], 3: [LINE]}
                    won_by = table.nets(throws, at)
                    nets.append((ways * chance * chances[stands], won_by["come"], won_by["come-odds"]))
            odds_edges[number] = -sum(part * odds for part, _, odds in nets) / ways / STAKE
        total += sum(part * (flat + odds) / STAKE for part, flat, odds in nets)
        square += sum(part * ((flat + odds) / STAKE) ** 2 for part, flat, odds in nets)
    edge = figure(found, "come", "with 1 times odds")
    assert float(edge.house_edge) == pytest.approx(-total)
    assert float(edge.variance) == pytest.approx(square - total**2)
    for number, expected in odds_edges.items():
        edges_on = [
            e for (name, note), e in found.items() if name == "come-odds" and str(number) in note.split("; ")[0].split()
        ]
        assert pytest.approx(expected) in [float(each.house_edge) for each in edges_on], number


def test_odds_beside_the_line(layout):
    table, found = layout
    for wager in [w for w in ("pass-odds", "dont-pass-odds") if w in table.posting.wagers]:
        flat = cw.SUPPORTS[wager]
        for number in map(int, table.game.points):
            if flat == "dont-pass" and dice_rules.holds(table.game.bars, number):
                continue
            bets = {0: [(flat, STAKE, "")], 1: [(wager, STAKE, "")]}
            ends = [
                (dice.WAYS[number], table.nets([FACES[number], FACES[number]], bets)[wager]),
                (6, table.nets([FACES[number], (3, 4)], bets)[wager]),
            ]
            words = [edge for (name, note), edge in found.items() if name == wager and str(number) in note.split()]
            assert decided(ends) in [edge.house_edge for edge in words], (wager, number)


def test_wagers_on_a_number(layout):
    table, found = layout
    for wager in [w for w in ("place", "buy", "lay", "hardway") if w in table.posting.wagers]:
        for on in table.game.selections(wager):
            number = int(on)
            bets, point = {0: [LINE], 1: [(wager, STAKE, on)]}, table.point(number)
            if wager == "hardway":
                half = number // 2
                easy = (half - 1, half + 1)
                ends = [(1, table.nets([point, (half, half)], bets)[wager])]
                ends += [(dice.WAYS[number] - 1, table.nets([point, easy], bets)[wager])]
            else:
                ends = [(dice.WAYS[number], table.nets([point, FACES[number]], bets)[wager])]
            ends += [(6, table.nets([point, (3, 4)], bets)[wager])]
            assert figure(found, wager, f"on {number}").house_edge == decided(ends), (wager, on)


def test_wagers_on_a_hand(layout):
    table, found = layout
    if "fire" in table.posting.wagers:
        points = [4, 5, 6, 8, 9, 10]
        chances = dice.unique_points(
            dice.ComeOut(
                wins=frozenset(table.posting["come-out-wins"]), loses=frozenset(table.posting["come-out-loses"])
            ),
            points,
        )
        total = Fraction(0)
        for count, chance in chances.items():
            throws = [FACES[p] for p in points[:count] for _ in (0, 1)] + [FACES[4], (3, 4)]
            total += (
                chance
                * table.nets(throws, {0: [LINE, ("fire", 4_00, "")], **{n: [LINE] for n in range(2, len(throws), 2)}})[
                    "fire"
                ]
            )
        assert found["fire", ""].house_edge == -total / 4_00
    for wager in [w for w in cw.COLLECTED if w in table.posting.wagers]:
        wanted = [total for total in range(2, 13) if dice_rules.holds(cw.COLLECTED[wager], total)]
        total = Fraction(0)
        for count, chance in dice.numbers_before_seven(wanted).items():
            throws = [FACES[n] for n in wanted[:count]] + [(3, 4)]
            total += chance * collected(table, wager, throws)
        words = "nine or ten numbers, one wager" if wager == "tenor" else ""
        assert found[wager, words].house_edge == -total / 4_00, wager


def test_a_total_that_the_come_out_decides_is_no_point_of_a_fire_bet():
    book = book_of("craps", "fire")
    for wager in ("place", "buy", "lay"):  # nobody wagers on a five that a come-out decides
        paid = {name: odds.text for name, odds in book.wagers[wager].pay_tables[0].rows if name != "five"}
        book = with_rows(book, wager, paid)
    rows = {"3-points": "10 to 1", "4-points": "20 to 1", "5-points": "200 to 1", "6-points": "2000 to 1"}
    ends = {}
    for wins in ([7, 11], [7, 11, 5]):
        for changed in ("5-points", "6-points"):
            other = with_rows(with_rule(book, "come-out-wins", wins), "fire", {**rows, changed: "1000 to 1"})
            ends[len(wins), changed] = edges(open_posting(other))["fire", ""].house_edge
    made = {point: Fraction(dice.WAYS[point], 20) * dice.point_is_made(point) for point in (4, 6, 8, 9, 10)}
    lost = 1 - sum(made.values())
    none = {  # that none of these points is made before a seven-out
        chosen: lost / (lost + sum(made[point] for point in chosen))
        for size in range(6)
        for chosen in combinations(made, size)
    }
    exactly = {  # so many points are missing at the end
        missing: sum(
            (-1) ** (len(c) - missing) * comb(len(c), missing) * p for c, p in none.items() if len(c) >= missing
        )
        for missing in range(6)
    }
    paid = {0: 1000, 1: 20, 2: 10}
    assert ends[3, "5-points"] == -sum(paid.get(missing, -1) * chance for missing, chance in exactly.items())
    assert ends[3, "6-points"] == ends[3, "5-points"] + 800 * exactly[0]  # six points are never made
    assert ends[2, "6-points"] != ends[2, "5-points"]


def test_odds_that_are_laid_win_something():
    book = book_of("craps", "dont-pass-odds")
    rows = {name: odds.text for name, odds in book.wagers["dont-pass-odds"].pay_tables[0].rows}
    (fault,) = faults(with_rows(book, "dont-pass-odds", {**rows, "6-or-8": "Push"}))
    assert fault.startswith("wagers.dont-pass-odds.pay-tables[1].rows[") and "nobody can lay enough" in fault


def collected(table, wager, throws):
    """The net of a collecting wager; a line wager is put down whenever the dice need a shooter."""
    driver = table_with(table.posting, *(acts.Thrown(faces) for faces in throws))
    driver.answer(PLAYER, acts.Bet(1, wager, 4_00, ""))
    for _ in throws:
        if not driver.table.wagers("pass"):
            driver.answer(PLAYER, acts.Bet(1, "pass", 10_00, ""))
        nets = won(driver.answer(DEALER, acts.Close()))
        if wager in nets:
            return nets[wager]
    raise AssertionError(wager)


# ---------------------------------------------------------------------------------------- baccarat

THIRD_CARDS = {"3": "0123456789", "4": "1234567", "5": "34567", "6": "5678", "7": ""}


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=SLOW), pytest.param(3, marks=SLOW)])
@pytest.mark.parametrize(
    "game", ["mini-midi-baccarat", "rock-bac-w-super-6-commission-free", "dragon-bonus-baccarat-commission-free"]
)
def test_baccarat_coup_for_coup(game, seed):
    chance = random.Random(f"{game} {seed}")
    shelf = books(game)
    book = random_rows(chance, shelf[seed % len(shelf)])
    rows = {**dict.fromkeys("012", "0123456789"), **THIRD_CARDS}
    rules = {
        "third-card": rows, "vigorish": chance.choice([0, 4, 5]), "vigorish-unit": 1, "midi": False,
        "tied-banker-vigorish": chance.choice([0, 25]), "bonus-alone": True,
    }  # fmt: skip
    for name, value in rules.items():
        book = with_rule(book, name, value)
    assert not faults(book)
    driver = driver_of(book, seed)
    posting, decks = driver.game.posting, int(driver.game.posting["decks"])
    bets = [(wager, 100_00, on) for wager in posting.wagers for on in driver.game.selections(wager)]
    draws, charges = baccarat_books.drawing_table(posting), baccarat_books.charges_of(posting)
    for _ in range(150):
        happened = play_round(driver, bets, None)
        dealt = [e.card for e in happened if isinstance(e, events.Dealt) and e.to in ("player", "banker")]
        given = np.array(
            [0 if 8 <= card >> 2 <= 11 else 1 if card >> 2 == 12 else (card >> 2) + 2 for card in dealt], np.uint8
        )
        (coup,) = sim_baccarat.simulate(np.zeros(4, np.uint64), 1, decks, draws, given)
        for event in happened:
            if isinstance(event, events.Settled):
                nets = pay_table(posting, event.wager).nets
                charged = charges if event.wager == "banker" else None
                expected = baccarat.net_of(coup, event.wager, event.on, nets, charged)
                assert Fraction(event.net, event.stake) == expected, (coup, event)


# ------------------------------------------------------------------------------- games of twenty-one


GAMES_OF_21 = ("blackjack", "rockn-21", "free-bet-blackjack", "zappit-blackjack", "zombie-blackjack")


@pytest.mark.parametrize("game", GAMES_OF_21)
def test_every_row_of_twenty_one_is_counted_or_refused_by_name(game):
    """Side bets by their figures; the main wager by what the analysis is given, as its figures take long."""
    moved, refused = 0, 0
    for book in books(game):
        for wager, table, fallbacks in tables_of(book):
            options = {name: values[0] for name, values in table.when.items() if book.settings[name].optional}
            fixed = {name: book.settings[name].value for name in table.when if name not in options}
            if any(value not in table.when[name] for name, value in fixed.items()):
                continue  # a table of another rule
            options |= (
                {wager: "offered"} if wager in book.settings and "offered" in book.settings[wager].choices else {}
            )
            if len([one for one in book.wagers[wager].pay_tables if one.name == table.name]) > 1:
                options |= {f"pay-table.{wager}": table.label} if not table.when else {}
            for outcome in fallbacks:
                changed = one_row_changed(book, wager, table, outcome)
                if changed is None or (outcome == "suited-pair" and options.get("decks") == 1):
                    continue  # one deck has no suited pair
                with suppress(Unanalysed):
                    assert given(changed, options, wager) != given(book, options, wager), (book.key, wager, outcome)
                    moved += 1
                    continue
                with pytest.raises(Unanalysed, match=wager):
                    given(changed, options, wager)
                refused += 1
    assert moved > 4 and refused > 1


def given(book, options, wager):
    """What an analysis makes of a wager's rows, or is given of them."""
    posting = open_posting(book, options)
    if wager in ("house-money", "second-trilux"):  # worth as much as the hand beside them: long
        return [shown.nets for shown in tables(posting, wager)]
    if wager in twentyone_books.SIDES:
        return [figure.edge.house_edge for figure in twentyone_books.SIDES[wager](posting, wager)]
    if wager == "insurance":
        return [figure.edge.house_edge for figure in twentyone_books._insurance(posting)]
    even_money = ("blackjack", "even-money") in posting.tables
    beside = pay_table(posting, "blackjack", "even-money").nets if even_money else {}
    return twentyone_books.rules_of(posting), beside


@pytest.mark.parametrize("game", GAMES_OF_21)
def test_side_bets_of_twenty_one(game):
    chance = random.Random(game)
    main = ("blackjack", "double", "split", "insurance")
    for book in books(game):
        book = random_rows(chance, book, fixed=main)
        posting = open_posting(book)
        sides = [wager for wager in posting.wagers if wager in SIDES and wager != "second-trilux"]
        nets = {wager: twentyone_books.side_nets(posting, wager, pay_table(posting, wager)) for wager in sides}
        driver = driver_of(book, 1)
        bets = [("blackjack", 20_00, "")] + [(wager, 10_00, "") for wager in sides]
        for _ in range(150):
            happened = play_round(driver, bets, lambda table, request: request.choices[0].name)
            totals = {}
            for event in happened:
                if isinstance(event, events.Settled) and event.wager in nets and event.to == "player":
                    totals.setdefault(event.wager, []).append(event)
            for wager, settled in totals.items():
                name = settled[0].outcome
                extra = twentyone_books.table_beside(posting, wager, "crown-treasure").get("crown-treasure", 0)
                paid = Fraction(sum(event.net for event in settled), 10_00)
                expected = Fraction(-1) if name == "lose" else nets[wager][name]
                assert paid == expected or (extra and paid == expected + extra), (wager, settled)


def test_outcomes_of_side_bets_are_those_that_the_analysis_counts():
    assert set(counting.TRILUX) == {"lose", *game_class("blackjack").OUTCOMES["trilux"]["main"]}
