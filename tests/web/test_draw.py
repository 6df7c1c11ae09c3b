"""Our drawings: what they say aloud, and that they stay within the strict policy."""

import re

import pytest

from croupier.equipment.cards import DECK, card_words, parse_cards
from croupier.games import game_class
from croupier.web.draw.cards import card, fan, fan_width
from croupier.web.draw.chips import STACK_MOST, cut, stack
from croupier.web.draw.dice import PIPS, pair
from croupier.web.draw.icons import STROKES, icon
from croupier.web.draw.sprite import sprite
from croupier.web.draw.vignettes import DOUBLE, small_wheel, vignette
from croupier.web.draw.wheel import roulette
from croupier.web.kit.render import suited


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
    assert fan(list(parse_cards("Ts Td")), 100, 0, 60, key="p").count('data-key="p-') == 2


@pytest.mark.parametrize(("cents", "chips"), [(2500, (2500,)), (13000, (10000, 2500, 500)), (100, (100,))])
def test_a_stack_is_cut_highest_first(cents: int, chips: tuple[int, ...]) -> None:
    assert cut(cents) == chips


def test_at_most_six_chips_of_a_stack_are_drawn() -> None:
    assert stack(900, 0, 0, 20).count("<use") <= STACK_MOST


def test_faces_of_dice_have_as_many_pips_as_they_say() -> None:
    assert all(len(places) == face for face, places in PIPS.items())
    assert 'aria-label="die showing 4"' in pair(4, 2, 0, 0, 50)


def test_the_wheel_turns_its_result_straight_up_with_the_ball_in_it() -> None:
    drawn = roulette(DOUBLE, 0, 0, 100, "20")
    assert "ball in 20, black" in drawn
    assert f'data-turn="{-DOUBLE.index("20") * 360 / 38:.2f}' in drawn


def test_icons_are_strokes_in_the_colour_of_the_text() -> None:
    assert len(STROKES) > 30
    assert 'href="#i-lock"' in icon("lock")
    with pytest.raises(KeyError):
        icon("no-such")


def test_nothing_drawn_needs_a_style_or_a_script() -> None:
    drawn = str(sprite("felt", "cards", "chips")) + "".join(
        vignette(family, game_class("blackjack").PICTURE)
        for family in ("seven", "roulette", "craps", "big-six", "baccarat", "poker")
    )
    assert " style=" not in drawn
    assert "<script" not in drawn
    assert not re.findall(r"\son[a-z]+=", drawn)


def test_suits_in_sentences_are_drawn_and_words_stay_words() -> None:
    drawn = str(suited("Your 6♥ 10s against Ks; as they say, <b>"))
    assert drawn.count("<svg") == 3
    assert "&lt;b&gt;" in drawn
    assert "as they say" in drawn


@pytest.mark.parametrize("family", ["seven", "roulette", "craps", "baccarat", "big-six", "poker"])
def test_a_picture_of_the_lobby_refers_only_to_what_the_page_holds(family: str) -> None:
    held = set(re.findall(r'id="([^"]+)"', str(sprite("felt", "cards", "chips")) + small_wheel()))
    drawn = str(vignette(family))
    used = set(re.findall(r'href="#([^"]+)"', drawn)) | set(re.findall(r"url\(#([^)]+)\)", drawn))
    assert used - held == set()
