"""Our drawings: what they say aloud, and that they stay within the strict policy."""

import re

import pytest

from croupier.equipment.cards import DECK, card_words, parse_cards
from croupier.equipment.wheels import colour as colour_of
from croupier.games import game_class
from croupier.poker.book.forms import FORMS
from croupier.web.draw.cards import RATIO, card, doubled, fan, fan_width
from croupier.web.draw.chips import STACK_MOST, cut, stack
from croupier.web.draw.dice import PIPS, die, pair
from croupier.web.draw.icons import STROKES, icon
from croupier.web.draw.sprite import sprite
from croupier.web.draw.vignettes import BOARD, DOUBLE, craps, poker, small_wheel
from croupier.web.draw.wheel import roulette
from croupier.web.felt import kinds
from croupier.web.felt.shown import Hand
from croupier.web.kit import render
from croupier.web.kit.render import suited

FELTS = ("seven", "roulette", "craps", "big-six", "baccarat", "board")


def test_every_card_is_named_as_it_is_read_aloud() -> None:
    for value in DECK:
        assert f'aria-label="{card_words(value)}"' in card(value, 0, 0, 52)
    assert 'aria-label="card face down"' in card(None, 0, 0, 52)


def test_a_card_face_down_shows_nothing_of_its_face() -> None:
    assert re.findall(r'href="#([^"]+)"', card(None, 0, 0, 52)) == ["card-back"]


def test_every_face_is_in_the_sprite_once() -> None:
    drawn = str(sprite("felt", "cards", "chips"))
    ids = re.findall(r'id="([^"]+)"', drawn)
    assert len(ids) == len(set(ids))
    for value in DECK:
        wanted = re.findall(r'href="#([^"]+)"', card(value, 0, 0, 52))
        assert set(wanted) <= set(ids)


def test_a_fan_shows_at_least_what_keeps_ten_whole() -> None:
    assert fan_width(3, 100) == 100 + 2 * 54
    drawn = fan(list(parse_cards("Ts Td 9c")), 100, 0, 100, key="p")
    assert re.findall(r'data-key="([^"]+)"', drawn) == ["p-0", "p-1", "p-2"]
    assert re.findall(r'aria-label="([^"]+)"', drawn) == [card_words(value) for value in parse_cards("Ts Td 9c")]


@pytest.mark.parametrize(("cents", "chips"), [(2500, (2500,)), (13000, (10000, 2500, 500)), (100, (100,))])
def test_a_stack_is_cut_highest_first(cents: int, chips: tuple[int, ...]) -> None:
    assert cut(cents) == chips


def chips_of(drawn: str) -> list[str]:
    return re.findall(r'href="#([^"]+)"', drawn)


def test_a_stack_shows_edges_and_the_face_of_its_topmost_chip_alone() -> None:
    assert chips_of(stack(13000, 0, 0, 20)) == ["edge-10000", "edge-2500", "chip-500"]
    assert chips_of(stack(100, 0, 0, 20)) == ["chip-100"]
    assert set(chips_of(stack(6_668_600, 0, 0, 20))) <= set(re.findall(r'id="([^"]+)"', str(sprite("chips"))))


def test_of_a_high_stack_six_chips_are_drawn_with_the_lowest_value_on_top() -> None:
    assert len(cut(49_00)) == 9 > STACK_MOST
    assert chips_of(stack(49_00, 0, 0, 20)) == ["edge-2500", *["edge-500"] * 4, "chip-100"]


@pytest.mark.parametrize("ivory", [False, True], ids=["thrown", "on the layout"])
@pytest.mark.parametrize("face", PIPS)
def test_a_die_has_as_many_pips_as_it_says_each_within_it(face: int, ivory: bool) -> None:
    drawn = die(face, 0, 0, 50, ivory=ivory)
    assert f'aria-label="die showing {face}"' in drawn
    places = [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([^"]+)" cy="([^"]+)"', drawn)]
    assert len(set(places)) == len(places) == face
    assert all(abs(x) < 20 and abs(y) < 20 for x, y in places)


def test_two_dice_lie_side_by_side_in_the_order_thrown() -> None:
    assert re.findall(r"die showing (\d)", pair(4, 2, 0, 0, 50)) == ["4", "2"]


@pytest.mark.parametrize("result", DOUBLE)
def test_the_wheel_turns_its_result_straight_up_with_the_ball_in_it(result: str) -> None:
    drawn = roulette(DOUBLE, 0, 0, 100, result)
    assert f"ball in {result}, {colour_of(result)}" in drawn
    turn = float(drawn.split('data-turn="')[1].split('"')[0])
    assert turn == pytest.approx(-DOUBLE.index(result) * 360 / 38, abs=0.01)
    assert 'opacity="0"' not in drawn


def test_a_wheel_without_a_result_hides_its_ball_and_says_no_number() -> None:
    drawn = roulette(DOUBLE, 0, 0, 100, None)
    assert 'aria-label="Roulette wheel"' in drawn
    assert 'opacity="0"' in drawn


def test_icons_are_strokes_in_the_colour_of_the_text() -> None:
    assert len(STROKES) > 30
    assert 'href="#i-lock"' in icon("lock")
    with pytest.raises(KeyError):
        icon("no-such")


def test_nothing_drawn_needs_a_style_or_a_script() -> None:
    drawn = str(sprite("felt", "cards", "chips")) + "".join(
        kinds.of(felt).vignette(game_class("blackjack")) for felt in FELTS
    )
    drawn += poker("holdem")
    assert " style=" not in drawn
    assert "<script" not in drawn
    assert not re.findall(r"\son[a-z]+=", drawn)


def test_suits_in_sentences_are_drawn_and_words_stay_words() -> None:
    drawn = str(suited("Your 6♥ 10s against Ks; as they say, <b>"))
    assert drawn.count("<svg") == 3
    assert "&lt;b&gt;" in drawn
    assert "as they say" in drawn


@pytest.mark.parametrize("felt", [*FELTS, "poker"])
def test_a_picture_of_the_lobby_refers_only_to_what_the_page_holds(felt: str) -> None:
    held = set(re.findall(r'id="([^"]+)"', str(sprite("felt", "cards", "chips")) + small_wheel()))
    drawn = str(poker("holdem") if felt == "poker" else kinds.of(felt).vignette(game_class("blackjack")))
    used = set(re.findall(r'href="#([^"]+)"', drawn)) | set(re.findall(r"url\(#([^)]+)\)", drawn))
    assert used - held == set()


def test_every_form_of_poker_has_a_picture_of_its_own() -> None:
    board = set(parse_cards(BOARD))
    for form in FORMS.values():
        hand = parse_cards(form.picture)
        assert len(set(hand)) == form.cards, form.key
        assert set(hand) <= set(form.deck), form.key
        assert form.family != "board" or not board & set(hand), form.key
    assert len({poker(key) for key in FORMS}) == len(FORMS)


@pytest.mark.parametrize("width", [50, 52, 62])
def test_the_card_of_a_doubled_hand_lies_within_its_frame_and_leaves_the_ranks_of_the_others(width: int) -> None:
    drawn = doubled(list(parse_cards("Kc Jh 9d")), 100, 0, width)
    turned = re.findall(r"rotate\(90 ([\d.]+) ([\d.]+)\)", drawn)
    assert len(turned) == 1
    across, down = map(float, turned[0])
    assert across == 100 and width * RATIO < 126  # as wide as the place of a hand that was not split
    assert down - width / 2 >= width * 0.46  # a rank is so high
    assert down + width / 2 <= width * RATIO + 10


@pytest.mark.parametrize(("held", "missing", "rows"), [(2, 0, 1), (3, 0, 1), (6, 0, 2), (4, 3, 3), (0, 5, 2)])
def test_a_long_hand_of_the_dealers_screen_lies_in_rows_of_whole_cards(held: int, missing: int, rows: int) -> None:
    drawn = render.hand_picture(Hand(cards=tuple(range(held))), missing)
    wide, high = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawn).groups())  # type: ignore[union-attr]
    cards = re.findall(r'<use href="#card-[^"]+" x="[\d.]+" y="([\d.]+)" width="46"', drawn)
    assert len(cards) == held and drawn.count("stroke-dasharray") == missing
    assert wide < 116 and round((high - 70.4) / render.ROW_STEP) == rows - 1  # nothing is scaled down to fit its place


def test_the_lobbys_puck_lies_where_the_tables_does() -> None:
    """ON at the point, OFF without one; a point that has no box in the picture draws none."""
    drawn = {point: str(craps(point)) for point in ("0", "2", "4", "9")}
    marks = {point: re.findall(r'aria-label="(puck \w+)"', picture) for point, picture in drawn.items()}
    assert marks == {"0": ["puck off"], "2": [], "4": ["puck on"], "9": ["puck on"]}
    assert drawn["4"] != drawn["9"]
