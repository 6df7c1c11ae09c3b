"""Rulings beyond the scripts: who may decide, what the books know, and what a ruling leaves on record."""

import random

import pytest

from croupier.equipment.cards import parse_cards
from croupier.poker.announce import announcements
from croupier.poker.book.forms import form
from croupier.poker.book.room import Room, open_room
from croupier.poker.book.stakes import fixed_limit, no_limit
from croupier.poker.errors import Refused
from croupier.poker.hand import Hand
from croupier.poker.records import Ruled
from croupier.poker.rulings.desk import Desk
from croupier.poker.rulings.remedies import REMEDIES
from croupier.poker.table import Table
from tests.poker.play import new_hand, step

ROOMS = ("horseshoe-baltimore", "oneida", "horseshoe-cleveland")


@pytest.fixture(params=ROOMS)
def room(request: pytest.FixtureRequest) -> Room:
    return open_room(request.param)


def test_every_ruling_of_a_book_has_its_procedure(room: Room) -> None:
    for entry in room.book.irregularities:
        for remedy in (entry.remedy, *entry.choices):
            assert remedy.ruling in REMEDIES, (entry.when, remedy.ruling)


def test_every_entry_is_cited_and_said_in_words(room: Room) -> None:
    for entry in (*room.book.settings.values(), *room.book.irregularities, *room.book.procedures):
        assert entry.clause and entry.lines and entry.says.endswith("."), entry
    for reading in room.book.readings:
        assert reading.gap and reading.read_as and reading.because
        for name in reading.touches:
            known = name in room.book.settings or any(entry.when == name for entry in room.book.irregularities)
            assert known, name


def test_the_books_differ_where_the_documents_do() -> None:
    facts = {"family": "board", "form": "holdem", "count": 2, "significant": False, "position": 3, "initial-deal": True}
    rulings = {name: open_room(name).irregularity("boxed-cards", facts).remedy.ruling for name in ROOMS}
    assert rulings == {"horseshoe-baltimore": "misdeal", "oneida": "misdeal", "horseshoe-cleveland": "scrap"}
    exposed = {
        name: open_room(name).irregularity("hole-card-exposed", {**facts, "count": 1}).remedy.ruling for name in ROOMS
    }
    assert exposed == {
        "horseshoe-baltimore": "replace-card-burn",
        "oneida": "replace-card-burn",
        "horseshoe-cleveland": "replace-card",
    }


def test_cash_and_tournament_are_two_rule_sets() -> None:
    cash, event = open_room("horseshoe-baltimore"), open_room("horseshoe-baltimore", tournament=True)
    stud = form("stud")
    assert cash.rules(stud).reopen == "full-raise" and event.rules(stud).reopen == "cumulative"
    assert not cash.rules(stud).cap_heads_up and event.rules(stud).cap_heads_up
    assert cash.rules(stud).odd_stud == "by-suit" and event.rules(stud).odd_stud == "best-five"
    assert not cash.rules(stud).all_in_face_up and event.rules(stud).all_in_face_up
    assert event.cut(no_limit(100, 200)) is None


def desk_at_flop() -> Desk:
    hand = Hand(form("holdem"), no_limit(1, 2), [100, 100, 100])
    for i in range(3):
        hand.deal_hole(i, [-1, -1])
    hand.raise_to(6)
    return Desk(open_room("horseshoe-baltimore"), hand)


def test_an_unknown_irregularity_changes_nothing_and_names_what_is_known() -> None:
    desk = desk_at_flop()
    before = (list(desk.hand.stacks), len(desk.hand.records))
    with pytest.raises(Refused, match="no ruling on 'earthquake'"):
        desk.declare("earthquake")
    assert (list(desk.hand.stacks), len(desk.hand.records)) == before


def test_a_ruling_is_recorded_with_clause_and_who_decided() -> None:
    desk = desk_at_flop()
    record = desk.declare("mucked-hand", by="supervisor", choice="dead-hand", player=0)
    assert isinstance(record, Ruled)
    assert (record.clause, record.by, record.ruling, record.player) == ("3.DEAD.2", "supervisor", "dead-hand", 0)
    assert desk.hand.records[-1] is record


def test_fairness_may_override_with_a_reason_on_record() -> None:
    """Clauses 2.DEC.1 and 19.T.1: both rulings stay in the log."""
    desk = desk_at_flop()
    desk.hand.fold()
    desk.declare("mucked-hand", by="supervisor", choice="dead-hand", player=0) if desk.hand.alive[0] else None
    with pytest.raises(Refused, match="may not set a rule aside"):
        desk.override("dealer", "retrieve-hand", "he was misinformed", player=0)
    record = desk.override("manager", "retrieve-hand", "he was misinformed by the dealer", player=0)
    assert desk.hand.alive[0]
    assert record.says == "he was misinformed by the dealer"
    assert record.clause == "2.DEC.1"


def test_losing_hands_are_killed_before_the_pot_is_pushed() -> None:
    """Clause 3.SHOW.4."""
    room = open_room("horseshoe-baltimore")
    hand = Hand(form("holdem"), no_limit(1, 2), [100, 100, 100], rules=room.rules(form("holdem")), dealer_pushes=True)
    for i, cards in enumerate(("As Ad", "Ks Kd", "Qs Qd")):
        hand.deal_hole(i, parse_cards(cards))
    hand.call()
    hand.call()
    hand.check()
    for board in ("2c 7d 9h", "3s", "5s"):
        hand.deal_board(parse_cards(board))
        for _ in range(3):
            hand.check()
    for _ in range(3):
        hand.show()
    assert hand.phase == "push"
    with pytest.raises(Refused) as refusal:
        hand.push()
    assert refusal.value.rule == "losing-hands"
    hand.kill_loser(1)
    hand.kill_loser(2)
    hand.push()
    assert hand.over and hand.won == [6, 0, 0]


def test_a_false_opener_who_was_all_in_waits_until_the_pot_is_won() -> None:
    """Clause 16.JB.5."""
    table = Table(open_room("horseshoe-baltimore"), "draw-jacks", fixed_limit(500, 1_000, ante=100))
    for seat in (1, 2, 3):
        table.sit(seat, "x", 20_000)
    hand = table.deal()
    for i in range(3):
        hand.deal_hole(i, [-1] * 5)
    for _ in range(3):
        hand.check()
    table.finish()
    table.lock_out(2)
    table.deal()
    assert sorted(table.order) == [1, 3]


def test_the_dealer_announces_pairs_and_never_flushes() -> None:
    """Clause 12.11."""
    hand = Hand(form("stud"), fixed_limit(4, 8, ante=1, bring_in=2), [100] * 2)
    hand.deal_hole(0, parse_cards("2c 3c 9h"))
    hand.deal_hole(1, parse_cards("Kc Kd 4h"))
    assert announcements(hand) == ["low card four of hearts, player 2 brings it in"]
    hand.bring_in()
    hand.call()
    hand.deal_hole(0, parse_cards("Jh"))
    hand.deal_hole(1, parse_cards("4s"))
    said = announcements(hand)
    assert said == ["high hand acts: player 2", "pair of fours, player 2"]
    assert "flush" not in " ".join(said)


def test_cards_dealt_for_a_decision_start_at_the_dealers_left() -> None:
    """Clause 3.TIE.2."""
    table = Table(open_room("horseshoe-baltimore"), "holdem", no_limit(100, 200))
    for seat in (4, 2, 7):
        table.sit(seat, "x", 10_000)
    table.positions.button = 4
    assert list(table.deal_for([10, 11, 12])) == [2, 4, 7]


def test_big_o_deals_forty_hole_cards_to_eight_players() -> None:
    """Clause 11.BO.3: with three burns and the board 48 cards of 52."""
    hand = new_hand("pl-big-o", [100] * 8, random.Random(1))
    assert hand.top == 40
    while not hand.over:
        options = hand.options()
        hand.check() if options.check else hand.call()
    assert hand.top == 48


@pytest.mark.parametrize("when", ["button-out-of-position", "missing-or-extra-deck-cards", "duplicate-card"])
def test_a_void_round_gives_everything_back_at_any_moment(when: str) -> None:
    rng = random.Random(when)
    for _ in range(60):
        hand = new_hand("nl-holdem", [200] * 4, rng)
        desk = Desk(open_room("horseshoe-baltimore"), hand)
        for _ in range(rng.randrange(8)):
            if not hand.over:
                step(hand, rng)
        if hand.over:
            continue
        ruled = desk.declare(when)
        if ruled.ruling in ("misdeal", "void-round"):
            assert hand.stacks == [200] * 4
            assert hand.over
