"""Seats around a poker table: whatever their number and whoever looks, no plate lies on the board or on another."""

import pytest

from croupier.web.felt.oval.places import TALL, WIDE, Frame, places

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
