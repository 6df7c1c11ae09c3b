"""Every wager of every rulebook has its place on the felt, and the places are those of the game."""

import itertools
import math
import re
from functools import cache
from types import SimpleNamespace

import pytest

from croupier.games import open_game
from croupier.games.wheels.roulette_layout import layout
from croupier.house.people.persons import Person
from croupier.house.tables.life import FloorTable, Settings
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rulebook import NotFound, catalogue
from croupier.web.draw.cards import FAN, fan_width
from croupier.web.felt.craps import centre as proposition
from croupier.web.felt.roulette import areas as felt
from croupier.web.felt.roulette import house_wagers
from croupier.web.felt.roulette import layout as drawn
from croupier.web.felt.seven_spot import arc, baccarat
from croupier.web.felt.seven_spot import table as seven
from croupier.web.felt.seven_spot.spots import arrange
from croupier.web.felt.shown import Chips, Spot, StationView
from croupier.web.felt.table_view import Look
from croupier.web.station import compose as pages
from croupier.web.station.view import station


def house_games() -> list[tuple[str, str]]:
    found = []
    for place, games in catalogue().items():
        for game in games:
            try:
                open_game(place, game)
            except (NotFound, ValueError):
                continue
            found.append((place, game))
    return found


GAMES = house_games()


@cache
def view_of(place: str, game: str) -> StationView:
    driver = Driver(open_game(place, game), chance=Chance())
    patron = Person("2001", "Pat", "player", True, False)
    driver.answer(By("player", "2001"), acts.Sit(2, "2001", 100_000))
    table = FloorTable("X-1", place, game, "Pit 1", "electronic", "open", "X-1.1", 1, "", 0, Settings(demo=True))
    live = SimpleNamespace(driver=driver, table=table, held=(), ready=set(), turns=None, occupancy=1)
    return station(live, patron, [], 100_000, "House")  # type: ignore[arg-type]


@pytest.mark.parametrize(("place", "game"), GAMES, ids=[f"{p}/{g}" for p, g in GAMES])
def test_every_wager_has_an_area_or_stands_in_the_sheet(place: str, game: str) -> None:
    view = view_of(place, game)
    desk = set(re.findall(r'data-wager="([^"]+)"', pages.felt_of(view).desk))
    phone = set(re.findall(r'data-wager="([^"]+)"', pages.felt_of(view).phone))
    hops, rest, boxed = pages.sheet_parts(view)
    listed = [spot for _, of_total in hops for spot in of_total] + [spot for _, spot in rest]
    sheet = {spot.wager for spot in listed}
    wanted = {spot.wager for spot in view.spots}
    assert wanted - desk - (sheet - boxed) == set(), "what a desk does not list stands on its felt"
    assert wanted - phone - sheet == set()


@pytest.mark.parametrize(("place", "game"), GAMES, ids=[f"{p}/{g}" for p, g in GAMES])
def test_a_station_is_whole_within_the_strict_policy(place: str, game: str) -> None:
    view = view_of(place, game)
    made = "".join(pages.fragments(view, "token").values()) + "".join(pages.phone_fragments(view).values())
    assert " style=" not in made
    assert "<script" not in made
    assert not re.findall(r"\son(click|load|error|focus)=", made)


@pytest.mark.parametrize(("place", "game"), GAMES, ids=[f"{p}/{g}" for p, g in GAMES])
def test_one_felt_update_stays_small(place: str, game: str) -> None:
    view = view_of(place, game)
    for name, html in pages.felt_fragments(view).items():
        assert len(html) < 16_000, name


@pytest.mark.parametrize("zeros", [1, 2, 3], ids=["single zero", "double zero", "triple zero"])
def test_the_roulette_layout_has_exactly_the_places_of_the_game(zeros: int) -> None:
    drawn = {area.wager for area in felt.areas(felt.LYING, zeros=zeros)}
    groups = [(0, 1, 2), (0, 2, 37), (37, 2, 3)] if zeros > 1 else [(0, 1, 2), (0, 2, 3)]
    known = {f"{kind}:{on}" if on else kind for kind, places in layout(zeros, groups).items() for on in places}
    assert drawn == known


@pytest.mark.parametrize("axes", [felt.LYING, felt.UPRIGHT])
def test_a_columns_odds_and_the_chip_on_them_lie_apart(axes: felt.Axes) -> None:
    """`2 to 1` gives way to a chip, as a number does."""
    stake = Chips(wager="column:2nd", amount=1000, own=True, colour=1, count=1)
    printed = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>2 to 1<', drawn.numbers(axes, (stake,), zeros=2))
    assert len(printed) == 3
    chip = drawn.chips(axes, (stake,), {area.wager: area for area in felt.areas(axes, zeros=2)})
    cx, cy = (float(found) for found in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', chip)[0])
    for x, y in ((float(x), float(y)) for x, y in printed):
        aside, above = abs(x - cx) - 20, abs(y - 4.9 - cy) - 5  # half as wide and as high as these letters are
        assert max(aside, above) >= axes.chip
    assert len({y for _, y in printed} if axes.upright else {x for x, _ in printed}) == 1


@pytest.mark.parametrize(("split", "aside"), [("17-20", {"17", "20"}), ("28-29", set()), ("0-1", {"0", "1"})])
def test_on_a_phone_a_chip_between_two_numbers_of_a_row_moves_neither(split: str, aside: set[str]) -> None:
    """Upright cells are wide: in the middle both figures are clear of the line, in the corner one would touch it."""

    def lettered(*stakes: Chips) -> dict[str, str]:
        return dict(re.findall(r"(<text [^>]*>)(\d+)<", drawn.numbers(felt.UPRIGHT, stakes, zeros=2)))

    stake = Chips(wager=f"split:{split}", amount=1000, own=True, colour=1, count=1)
    plain, with_chip = lettered(), lettered(stake)
    assert {number for mark, number in plain.items() if mark not in with_chip} == aside


def test_what_a_roulette_area_lights_is_what_it_pays_on() -> None:
    pockets = layout(2, [(0, 1, 2), (0, 2, 37), (37, 2, 3)])
    for area in felt.areas(felt.UPRIGHT, zeros=2):
        kind, _, on = area.wager.partition(":")
        paid = {"00" if n == 37 else str(n) for n in pockets[kind][on]}
        assert set(area.covers) == paid


def test_upright_and_lying_layouts_are_one_table() -> None:
    one, other = felt.areas(felt.LYING, zeros=2), felt.areas(felt.UPRIGHT, zeros=2)
    assert [(a.wager, a.name, a.covers) for a in one] == [(a.wager, a.name, a.covers) for a in other]


def test_position_one_is_on_the_viewers_right() -> None:
    where, _ = seven.places("blackjack", ("blackjack",))
    assert where[0].areas[0][1] > where[6].areas[0][1]
    assert abs(where[3].areas[0][1] - arc.W / 2) < 0.01


def test_areas_of_one_position_do_not_cover_each_other() -> None:
    for place, game in GAMES:
        wagers = tuple(s.wager for s in view_of(place, game).spots)
        if view_of(place, game).family != "seven":
            continue
        rows, _ = arrange(game, wagers)
        assert sorted(w for row, _ in rows for w in row) == sorted(wagers)
        where, _ = seven.places(game, wagers)
        for one in where[0].areas:
            for other in where[0].areas:
                if one[0] != other[0]:
                    apart = ((one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2) ** 0.5
                    assert apart > 0.8 * (one[3] + other[3]), (game, one[0], other[0])


def test_at_baccarat_with_three_bonuses_every_circle_says_which_it_is_and_the_legend_what_that_means() -> None:
    view = view_of("hard-rock-cincinnati", "dragon-bonus-baccarat-commission-free")
    legend = baccarat.base(view)
    drawn = baccarat.fragments(view)
    letters = [baccarat.initials(spot.title) for spot in baccarat.bonuses(view.spots)]
    assert letters == ["F7", "DP", "DB"]
    for number in range(1, len(view.seats) + 1):
        assert all(f">{word}<" in drawn[f"f-{number}"] for word in letters), number
    assert all(f">{word}  " in legend for word in letters)


def test_labels_name_odds_and_the_own_wager() -> None:
    driver = Driver(open_game("hard-rock-cincinnati", "roulette"), chance=Chance())
    driver.answer(By("player", "2001"), acts.Sit(2, "2001", 100_000))
    driver.answer(By("player", "2001"), acts.Bet(2, "split", 1000, "17-20"))
    table = FloorTable(
        "R-1", "hard-rock-cincinnati", "roulette", "", "electronic", "open", "R-1.1", 1, "", 0, Settings()
    )
    live = SimpleNamespace(driver=driver, table=table, held=(), ready=set(), turns=None, occupancy=1)
    patron = Person("2001", "Pat", "player", True, False)
    view = station(live, patron, [], 0, "House")  # type: ignore[arg-type]
    assert 'aria-label="Split 17 and 20, pays 17 to 1, your wager 10 dollars"' in pages.felt_of(view).desk
    assert Look(live, patron, []).position == 2  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [1, 4, 7])
def test_three_cards_of_a_neighbour_lie_clear_of_the_readers_frame(number: int) -> None:
    wagers = ("ante", "play", "pair-plus", "six-card-bonus", "progressive")
    where, plan = seven.places("three-card-poker", wagers)
    own, beside = where[number - 1], where[number - 2 if number > 1 else number]
    width = seven._card_width(own, plan, True, 3)
    framed = max(126.0, fan_width(3, width, seven._show(3, width)) + 6) / 2
    other = seven._card_width(beside, plan, False, 3)
    fanned = fan_width(3, other, seven._show(3, other)) / 2
    assert seven._show(3, other) == FAN, "a ten under another card shows whole"
    apart = math.dist(own.cards, beside.cards)
    assert framed + fanned + 2 < apart


def test_a_large_payout_beside_a_small_circle_lies_on_no_other_chips() -> None:
    wagers = ("ante", "play", "pair-plus", "six-card-bonus", "progressive")
    where, _ = seven.places("three-card-poker", wagers)
    for place in where:
        lies: list[tuple[float, float, float]] = []
        for wager, x, y, r in place.areas:
            won = Chips(wager=wager, amount=500, state="won", paid=1_355_500)
            drawn = seven._stake(won, x, y, r, place.angle, between=seven._between(place, x, y, r))
            shadows = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="#000"', drawn)
            assert len(shadows) == 2, drawn[:300]
            lies += [(float(a), float(b), float(c)) for a, b, c in shadows]
        for n, (x, y, r) in enumerate(lies):
            for other_x, other_y, other_r in lies[n + 1 :]:
                assert math.hypot(x - other_x, y - other_y) > (r + other_r) * 0.8


def test_of_three_circles_in_a_row_no_mark_lies_on_another_and_payouts_stay_in_the_frame() -> None:
    """Across and Down of one hand may end differently: each sign is read by itself."""
    wagers = ("ante-across", "ante-down", "across", "down", "middle", "five-card-bonus")
    where, _ = seven.places("criss-cross-poker", wagers)
    own = where[2]
    wide = max(abs(seven._aside(x, y, own.angle)) + r for _, x, y, r in own.areas) + 4
    for ends in itertools.product((("won", 2500), ("push", 0), ("lost", 0)), repeat=3):
        marks: list[tuple[float, float]] = []
        for (wager, x, y, r), (state, paid) in zip(own.areas[2:5], ends):
            stake = Chips(wager=wager, amount=2500, state=state, paid=paid, own=True)
            drawn = seven._stake(stake, x, y, r, own.angle, between=seven._between(own, x, y, r))
            (sign,) = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="8.5"', drawn)
            marks.append((float(sign[0]), float(sign[1])))
            for cx, cy, size in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="#000"', drawn):
                assert abs(seven._aside(float(cx), float(cy), own.angle)) + float(size) < wide, (wager, state)
        assert all(math.dist(one, two) > 16 for one, two in itertools.combinations(marks, 2)), ends


def test_a_wager_that_a_rulebook_describes_has_a_place_of_its_own_on_every_felt() -> None:
    """A box below the wheel's layout, a circle at baccarat, a box among the house's wagers at the dice."""
    printed = (Spot(wager="red", title="Red"), Spot(wager="top-line", title="Top Line", odds="6 to 1", open=True))
    for axes in (felt.LYING, felt.UPRIGHT):
        (box,) = house_wagers.house_areas(printed, axes)
        assert box.wager == "top-line" and "Top Line" in house_wagers.house_boxes(printed, axes)
    assert house_wagers.room_for(printed) > 0 and house_wagers.room_for(printed[:1]) == 0
    many = (Spot(wager="player", title="Player"), *(Spot(wager=f"w-{n}", title=f"W {n}") for n in range(5)))
    assert len(baccarat.bonuses(many)) == 5
    assert [spot.wager for spot in proposition.bonuses((Spot(wager="small", title="Small"),))] == ["small"]


@pytest.mark.parametrize("count", [4, 5])
def test_a_long_hand_of_ones_own_keeps_clear_of_the_neighbours_circles(count: int) -> None:
    where, plan = seven.places("blackjack", ("blackjack", "trilux", "buster", "rock-n-21-side-bet", "progressive"))
    for place in where:
        width = seven._card_width(place, plan, True, count)
        framed = fan_width(count, width, seven._show(count, width)) + 6
        assert width >= seven.LEAST_WIDTH and framed / 2 < place.room
    assert seven._card_width(where[3], plan, True, 2) == 62.0
