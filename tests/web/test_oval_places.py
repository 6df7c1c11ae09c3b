"""Seats around a poker table: whatever their number and whoever looks, no plate lies on the board or on another."""

import re
from math import cos, radians, sin
from types import SimpleNamespace
from typing import cast

import pytest

from croupier.web.draw.cards import RATIO
from croupier.web.felt.oval.middle import middle
from croupier.web.felt.oval.no_board import frame_for
from croupier.web.felt.oval.places import TALL, WIDE, Frame, places, rack
from croupier.web.felt.oval.seats import seat
from croupier.web.felt.oval.shown import PokerSeat, PokerView, PotShown
from croupier.web.poker.at_table import awaited, no_raise, story

OWN_ROOM = WIDE.own_room
WIDE_STUD, TALL_STUD, TALL_DRAW = frame_for(WIDE, "stud"), frame_for(TALL, "stud"), frame_for(TALL, "draw")
Box = tuple[float, float, float, float]


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("frame", [TALL, WIDE], ids=lambda frame: frame.name)
@pytest.mark.parametrize("seats", range(2, 11))
def test_no_plate_lies_on_the_board_or_on_another(frame: Frame, seats: int) -> None:
    wide, high = frame.plate
    half = (5 * frame.board + 4 * frame.gap) / 2
    board = (frame.x - half, frame.board_y, frame.x + half, frame.board_y + frame.board * 1.4)
    for own in range(seats + 1):
        found = [place for place in places(frame, seats, own) if not place.bottom]
        boxes = [(place.x - wide / 2, place.y, place.x + wide / 2, place.y + high) for place in found]
        assert all(apart(box, board) for box in boxes), (own, boxes)
        assert all(apart(one, other) for at, one in enumerate(boxes) for other in boxes[at + 1 :]), (own, boxes)


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("cards", [(110, 331, 280, 468), (88, 331, 302, 446)], ids=["two", "four"])
def test_the_button_of_another_seat_is_never_under_the_readers_cards(seats: int, cards: Box) -> None:
    for own in range(1, seats + 1):
        for place in places(TALL, seats, own)[1:]:
            x, y = place.button
            assert apart((x - 10, y - 10, x + 10, y + 10), cards), (own, place.seat)


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_dealers_rack_lies_on_no_plate_and_is_large_enough_to_be_seen(seats: int) -> None:
    for own in range(seats + 1):
        found = places(WIDE, seats, own)
        (x, y), turn, length = rack(WIDE, found, seats)
        assert length >= (84 if seats < 10 else 44), own
        along = cos(radians(turn)), sin(radians(turn))
        for step in range(-10, 11):
            px, py = x + along[0] * length * step / 20, y + along[1] * length * step / 20
            for place in found:
                wide, high = WIDE.own if place.bottom else WIDE.plate
                covered = abs(px - place.x) < wide / 2 and place.y < py < place.y + high
                assert not covered, (own, place.seat)


@pytest.mark.parametrize(
    ("act", "tall"),
    [
        ("Raise to $1,105", "To $1,105"),
        ("Complete to $1,105", "To $1,105"),
        ("All in $12,345", "All in $12,345"),
        ("Two pair, queens and fives", "Two pair"),
        ("Raise to $75", "Raise to $75"),
    ],
)
def test_the_amount_of_an_act_is_never_cut_on_a_narrow_plate(act: str, tall: str) -> None:
    at = PokerSeat(number=2, taken=True, name="L.B.", chips="$1,105", act=act, act_kind="bet")
    drawn = seat(cast(PokerView, SimpleNamespace(button=0, timer=None)), at, places(TALL, 9, 5)[1], TALL)
    assert f">{tall}<" in drawn, drawn


def test_the_account_of_a_hand_says_whose_act_it_waits_for() -> None:
    options = {"fold": True, "check": False, "call": 5_00, "kind": "raise", "amounts": [], "most": 90_00}
    assert awaited(3, 3, options) == (3, "to act: call, raise or fold")
    assert awaited(3, 5, None) == (3, "to act") and awaited(0, 5, None)[0] == 0
    records = [{"type": "Posted", "seat": 3, "kind": "blind", "amount": 1_00}]
    told = {"rounds": ["pre-flop"], "family": "board"}
    (street,) = story(records, told, {3: "Ada"}, 3, str, str, turn=awaited(3, 3, options))
    assert (street.sum, street.lines[-1].did) == ("100 so far", "blind, to act: call, raise or fold")


def test_why_nobody_may_raise_is_a_sentence_with_its_clause() -> None:
    assert no_raise({"why_no_raise": "reopen", "no_raise_clause": "18.NL.3"}) == (
        "No full raise since the last act of this seat · 18.NL.3"
    )
    assert no_raise({"why_no_raise": "table-stakes"}) == "The call takes the whole stack"
    assert no_raise({"why_no_raise": ""}) == no_raise(None) == ""


CARD = re.compile(r'<use href="#card-[^"]+" x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)"')
CIRCLE = re.compile(r'<circle cx="([-\d.]+)" cy="([-\d.]+)" r="([\d.]+)"')
BOARDLESS = [(WIDE_STUD, "stud"), (TALL_STUD, "stud"), (TALL_DRAW, "draw")]
HELD = {"stud": ("??", "??", "Qc", "6c", "5c", "2d", "??"), "draw": ("??",) * 5}
OWN = {"stud": ("Ah", "Kd", "Qs", "Jc", "9d", "8h", "7s"), "draw": ("Ah", "Kd", "Qs", "Jc", "9d")}


def cards_of(drawn: str) -> list[Box]:
    found = [tuple(map(float, one)) for one in CARD.findall(drawn)]
    return [(x, y, x + wide, y + wide * RATIO) for x, y, wide in found]


def bet_of(drawn: str) -> list[Box]:
    """The chips in front of a seat and their amount."""
    chips = drawn[drawn.index('class="bet"') :]
    stack = [tuple(map(float, one)) for one in CIRCLE.findall(chips)]
    pill = [
        tuple(map(float, one))
        for one in re.findall(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"', chips)
    ]
    assert stack and pill
    return [(x - r, y - r, x + r, y + r) for x, y, r in stack] + [(x, y, x + w, y + h) for x, y, w, h in pill]


@pytest.mark.parametrize(("frame", "family"), BOARDLESS, ids=lambda one: getattr(one, "name", one))
@pytest.mark.parametrize("seats", range(2, 9))
def test_without_a_board_no_card_bet_or_pot_lies_on_another_seats(frame: Frame, family: str, seats: int) -> None:
    pots = tuple(PotShown(name=name, amount="$300", cents=300_00) for name in ("Main pot", "Side pot 1"))
    felt = {
        "pot": "$600",
        "rake": "",
        "drop": "",
        "lettering": "",
        "middle": "",
        "hand_name": "Two pair, aces and kings",
    }
    view = cast(
        PokerView,
        SimpleNamespace(
            button=0, timer=None, family=family, boards=(), plays=(), streets=(), pots=pots, pot_seats=(), **felt
        ),
    )
    box = r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"[^>]*'
    boxes = [tuple(map(float, one)) for one in re.findall(box + "pot-box", middle(view, frame))]
    still = [(x, y, x + wide, y + high) for x, y, wide, high in boxes]
    still.append((frame.x - 32, frame.pot_y - 8, frame.x + 32, frame.pot_y + 26))
    around = places(frame, seats, 1)
    own = PokerSeat(number=1, taken=True, you=True, name="You", chips="$97", cards=OWN[family], playing=True)
    mine = seat(view, own, around[0], frame)
    named = tuple(map(float, re.findall(box + "hand-name-box", mine)[0]))
    still.append((named[0], named[1], named[0] + named[2], named[1] + named[3]))
    hand = cards_of(mine)
    assert min(x for x, *_ in hand) >= 0 and max(high for *_, high in hand) <= frame.own_y
    still.append((min(x for x, *_ in hand), frame.cards_y, max(right for *_, right, _ in hand), frame.own_y))
    wide, high = frame.plate
    for place in around[1:]:
        at = PokerSeat(
            number=place.seat,
            taken=True,
            name="Ada",
            chips="$97",
            cards=HELD[family],
            playing=True,
            bet="$16",
            bet_cents=1600,
        )
        drawn = seat(view, at, place, frame)
        bet, cards = bet_of(drawn), cards_of(drawn)
        plate = (place.x - wide / 2, place.y, place.x + wide / 2, place.y + high)
        assert len(cards) == len(HELD[family]) and all(apart(plate, one) for one in bet), place
        for x, y, right, _ in cards:
            assert x >= 0 and y >= 0 and right <= frame.width, (place, x, y)
        for one in [plate, *cards, *bet]:
            assert all(apart(one, other) for other in still), (place, one)
        still += [plate, *cards, *bet]


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("frame", [WIDE_STUD, TALL_STUD], ids=lambda frame: frame.name)
def test_in_stud_a_whole_hand_that_is_shown_lies_clear_of_the_readers(frame: Frame, seats: int) -> None:
    view = cast(PokerView, SimpleNamespace(button=0, timer=None, family="stud"))
    own = (frame.x - frame.own_room / 2, frame.cards_y, frame.x + frame.own_room / 2, frame.own_y)
    for place in places(frame, seats, 1)[1:]:
        at = PokerSeat(number=place.seat, taken=True, name="Ada", chips="$97", cards=OWN["stud"], playing=True)
        lies = cards_of(seat(view, at, place, frame))
        assert len(lies) == len(OWN["stud"])
        for one in lies:
            assert one[0] >= 0 and one[2] <= frame.width and apart(one, own), (place, one)


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_readers_own_cards_lie_between_the_plates_at_both_sides(seats: int) -> None:
    own = (WIDE.x - OWN_ROOM / 2, WIDE.cards_y, WIDE.x + OWN_ROOM / 2, WIDE.cards_y + 98 * RATIO)
    wide, high = WIDE.plate
    for place in places(WIDE, seats, 1)[1:]:
        assert apart((place.x - wide / 2, place.y, place.x + wide / 2, place.y + high), own), place


@pytest.mark.parametrize("cards", [("Ah", "Kd"), ("Ah", "Kd", "Qs", "Tc"), ("Ah", "Kd", "Qs", "Tc", "9d")], ids=len)
@pytest.mark.parametrize("seats", range(2, 11))
def test_on_a_phone_a_shown_hand_is_whole_and_beside_the_readers(seats: int, cards: tuple[str, ...]) -> None:
    view = cast(PokerView, SimpleNamespace(button=0, timer=None, family="board", hand_name="", boards=()))
    own = (TALL.x - 107, TALL.cards_y, TALL.x + 107, TALL.own_y)
    for place in places(TALL, seats, 1)[1:]:
        at = PokerSeat(number=place.seat, taken=True, name="Ada", chips="$97", cards=cards, playing=True)
        drawn = re.findall(
            r'<use href="#card-[^"]+" x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)"', seat(view, at, place, TALL)
        )
        assert len(drawn) == len(cards)
        for x, y, wide in ((float(x), float(y), float(wide)) for x, y, wide in drawn):
            assert x >= 0 and y >= 0 and x + wide <= TALL.width + 0.01, (place, x, y)
            assert len(cards) < 4 or apart((x, y, x + wide, y + 1.4 * wide), own), (place, x, y)


@pytest.mark.parametrize("frame", [TALL, WIDE], ids=lambda frame: frame.name)
@pytest.mark.parametrize(
    ("called", "lines"),
    [
        ("Pair of nines", 1),
        ("Full house, queens over fives", 1),
        ("Ace high; low eight-five-three-two-ace", 2),
        ("Two pair, queens and eights; low eight-seven-six-five-four", 2),
    ],
)
def test_what_the_hand_is_called_stays_clear_of_seats_bets_pots_and_cards(
    frame: Frame, called: str, lines: int
) -> None:
    view = cast(PokerView, SimpleNamespace(button=0, timer=None, family="board", hand_name=called, boards=()))
    at = PokerSeat(number=1, taken=True, you=True, name="You", chips="$97", cards=("Ah", "Kd"), playing=True)
    drawn = seat(view, at, places(frame, 9, 1)[0], frame)
    box = re.search(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"[^>]*hand-name-box', drawn)
    assert box is not None
    x, y, wide, high = (float(part) for part in box.groups())
    left, right = (frame.plate[0] + 3, frame.width - frame.plate[0] - 3)
    if frame is WIDE:  # the plates are far; the reader's own bet is not
        right = frame.own_bet[0][0] - 14.5
        left = frame.width - right
    assert left <= x and x + wide <= right
    assert y >= frame.pots_y + frame.pots[1] and y + high <= frame.cards_y
    assert drawn.count('class="hand-name"') == lines and called.split("; ")[-1] in drawn


@pytest.mark.parametrize("frame", [TALL, WIDE], ids=lambda frame: frame.name)
@pytest.mark.parametrize("runs", [2, 3])
def test_boards_of_several_runs_lie_clear_of_the_pots_of_the_seats_and_of_the_readers_hand(
    frame: Frame, runs: int
) -> None:
    pots = tuple(PotShown(name=name, amount="$300", cents=300_00) for name in ("Main pot", "Side pot 1"))
    boards = (("Ah", "Kd", "Qs", "Tc", "9d"), ("2c", "3c", "4c", "5c", "6c"), ("7h", "8h", "9h", "Th", "Jh"))[:runs]
    streets = ("Flop", "Flop", "Flop", "Turn", "River")
    felt = {"pot": "$600", "rake": "", "drop": "", "lettering": "", "middle": "", "hand_name": "Pair of aces"}
    view = cast(PokerView, SimpleNamespace(boards=boards, pots=pots, plays=(), streets=streets, **felt))
    drawn = middle(view, frame)
    found = re.findall(r'<use href="#card-[^"]+" x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"', drawn)
    found += re.findall(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="10"', drawn)
    lies = [(float(x), float(y), float(x) + float(wide), float(y) + float(high)) for x, y, wide, high in found]
    assert len(lies) == 5 * runs + 2
    assert all(apart(one, other) for at, one in enumerate(lies) for other in lies[at + 1 :])
    wide, high = frame.plate
    for place in places(frame, 9, 1)[1:]:
        plate = (place.x - wide / 2, place.y, place.x + wide / 2, place.y + high)
        assert all(apart(plate, one) for one in lies), place
    assert max(bottom for _, _, _, bottom in lies) <= frame.cards_y
    own = PokerSeat(number=1, taken=True, you=True, name="You", chips="$97", cards=("Ah", "Kd"), playing=True)
    whole = cast(
        PokerView, SimpleNamespace(button=0, timer=None, family="board", boards=boards, hand_name="Pair of aces")
    )
    assert "hand-name" not in seat(whole, own, places(frame, 9, 1)[0], frame), "of which run would it be?"


def test_on_a_phone_a_stack_with_cents_and_the_time_bank_have_room_beside_each_other() -> None:
    timer = SimpleNamespace(left_ms=9_000, of_ms=60_000, words="57 s", then="Time bank 1:00")
    view = cast(PokerView, SimpleNamespace(button=0, timer=timer, family="stud", hand_name="", boards=()))
    at = PokerSeat(
        number=1, taken=True, you=True, name="You", chips="$1,147.50", cards=("Ah",), acting=True, playing=True
    )
    drawn = seat(view, at, places(TALL, 8, 1)[0], TALL)
    assert ">bank 1:00<" in drawn and ">Time bank 1:00<" in seat(view, at, places(WIDE, 8, 1)[0], WIDE)
