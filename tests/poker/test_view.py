"""Nobody is shown a card that he may not see, in any form, at any moment."""

import random

import msgspec
import pytest

from croupier.equipment.cards import card_name
from croupier.poker.errors import Refused
from croupier.poker.hand import Hand
from croupier.poker.history import rebuilt, undo
from croupier.poker.records import Shown
from croupier.poker.view import PUBLIC, view
from tests.poker.play import GAMES, new_hand, play_out, step


def secrets(hand: Hand, viewer: int) -> set[str]:
    """Every card of this hand that the viewer must not see."""
    seen = {card for board in hand.boards for card in board}
    for record in hand.records:
        if isinstance(record, Shown):
            seen.update(record.cards)
    for i in range(hand.n):
        seen.update(card for card, up in zip(hand.hole[i], hand.up[i]) if up or i == viewer or hand.shown[i])
    if viewer >= 0:
        for record in hand.records:
            if getattr(record, "player", -1) == viewer:
                seen.update(getattr(record, "cards", ()))
                seen.update(getattr(record, "discards", ()))
    for record in hand.records:  # up-cards of players who have folded were seen by all
        for card, up in zip(getattr(record, "cards", ()), getattr(record, "up", ())):
            if up:
                seen.add(card)
    return {card_name(card) for card in range(hand.form.deck_size) if card not in seen}


@pytest.mark.parametrize("game", GAMES)
def test_no_view_holds_a_card_its_viewer_may_not_see(game: str) -> None:
    rng = random.Random(game)
    for _ in range(6):
        hand = new_hand(game, [200] * 4, rng)
        while True:
            for viewer in (PUBLIC, 0, 1, 2, 3):
                text = msgspec.json.encode(view(hand, viewer)).decode()
                hidden = secrets(hand, viewer)
                assert not [card for card in hidden if f'"{card}"' in text], (viewer, hidden)
            if hand.over:
                break
            step(hand, rng)


def test_the_player_in_turn_sees_his_options_and_nobody_else_does() -> None:
    hand = new_hand("nl-holdem", [200] * 3, random.Random(1))
    assert view(hand, hand.actor)["options"]["call"] == 2
    assert view(hand, (hand.actor + 1) % 3)["options"] is None
    assert view(hand)["options"] is None


def test_a_hand_is_rebuilt_from_its_operations() -> None:
    rng = random.Random(3)
    for game in GAMES:
        hand = play_out(new_hand(game, [200] * 4, rng), rng)
        assert rebuilt(hand).records == hand.records


def test_undo_takes_back_a_decision_but_never_a_dealt_card() -> None:
    hand = new_hand("nl-holdem", [200] * 3, random.Random(1))
    hand.call()
    hand.call()
    before = undo(hand)
    assert before.actor == 0
    assert len(before.ops) == 1
    hand.check()
    with pytest.raises(Refused, match="not taken back"):
        undo(hand)
