"""Split hands at a station: one column a hand, the acting one marked, each with its own stake and its own end."""

import re
from itertools import pairwise, product
from math import hypot
from types import SimpleNamespace

import msgspec
import pytest

from croupier.equipment.cards import parse_cards
from croupier.games import open_game
from croupier.house.people.persons import Person
from croupier.house.tables.life import FloorTable, Settings
from croupier.rounds import acts
from croupier.rounds.driver import Driver
from croupier.rounds.events import Settled
from croupier.rounds.requests import Betting, Decide, Shuffle, Together
from croupier.web.dealer.shown import DealerView
from croupier.web.dealer.view import dealer as dealer_screen
from croupier.web.felt.recent_rounds import Played
from croupier.web.felt.seven_spot import arc, phone, split_hands
from croupier.web.felt.seven_spot import table as seven
from croupier.web.felt.shown import Chips, Hand, Seat, Spot, StationView
from croupier.web.station import compose
from croupier.web.station.view import station

from .test_wording import _dealt

PLACE = "hard-rock-cincinnati"
PATRON = Person("2001", "Pat", "player", True, False)


class Split:
    """Position 2 splits kings at a table dealt by hand, and what happened is kept."""

    def __init__(self) -> None:
        self.driver = Driver(open_game(PLACE, "blackjack"), mode="dealer")
        self.to_come = {"2": list(parse_cards("Kd Kc 5h 9h Ts 9c")), "dealer": list(parse_cards("9h"))}
        self.settled: list[Settled] = []
        table = FloorTable("X-1", PLACE, "blackjack", "Pit 1", "dealer", "open", "X-1.1", 1, "", 0, Settings(demo=True))
        self.live = SimpleNamespace(driver=self.driver, table=table, held=(), ready=set(), turns=None, occupancy=1)

    def until_decision(self) -> None:
        while not isinstance(self.driver.pending, Decide):
            happened = self.driver.answer(*_dealt(self.driver.pending, self.to_come))
            self.settled += [event for event in happened if isinstance(event, Settled)]

    def choose(self, name: str) -> None:
        self.until_decision()
        happened = self.driver.answer(_dealt(self.driver.pending, {})[0], acts.Chosen(name, 2))
        self.settled += [event for event in happened if isinstance(event, Settled)]
        self.until_decision()

    def view(self) -> StationView:
        whose = ["2001"] * len(self.settled)
        played = [Played(self.driver.felt.round, 0, 1, list(self.settled), "", whose)] if self.settled else []
        return station(self.live, PATRON, played, 100_000, "House")  # type: ignore[arg-type]


def test_the_dealer_is_told_which_hand_of_a_split_he_deals_to_and_asks() -> None:
    table = Split()
    table.choose("split")
    dealer = Person("dealer", "Dealer 1", "dealer", True, False)
    table.live.table = msgspec.structs.replace(table.live.table, dealer="dealer")
    table.live.may_close = False

    def screen() -> DealerView:
        return dealer_screen(table.live, dealer, [], "House")  # type: ignore[arg-type]

    shown = screen()
    assert (shown.asks, shown.where) == ("Ask position 2 for the decision on hand 1", "position 2, hand 1 of 2")
    seat = shown.seats[1]
    assert [(hand.number, hand.label, hand.acting) for hand in seat.hands] == [(1, "15", True), (2, "10", False)]
    assert seat.lines == (("Blackjack, hand 1", "$25"), ("Blackjack, hand 2", "$25"))
    assert seat.note == ""  # one total would be that of one hand
    table.driver.answer(_dealt(table.driver.pending, {})[0], acts.Chosen("stand", 2))
    shown = screen()
    assert (shown.asks, shown.where) == ("Deal hand 2 of position 2 a card and key it", "position 2, hand 2 of 2")
    assert [hand.acting for hand in shown.seats[1].hands] == [False, True]


def test_the_acting_hand_alone_is_marked_and_a_lost_one_says_so_at_once() -> None:
    table = Split()
    table.choose("split")
    view = table.view()
    own = next(seat for seat in view.seats if seat.own)
    assert [(hand.acting, hand.stakes, hand.pill) for hand in own.hands] == [
        (True, (2500,), "$25"),
        (False, (2500,), "$25"),
    ]
    assert (view.hand_caption, view.hand_title) == ("Hand 1 of 2", "15 against 9")
    assert view.status == "Your decision · hand 1 of 2"
    assert [reason.title for reason in view.why[0].reasons] == ["Blackjack, hand 1", "Blackjack, hand 2"]
    assert view.why[0].reasons[0].sentence == "You have 15, K♦ 5♥. The dealer shows 9♥."
    assert [reason.state for reason in view.why[0].reasons] == ["turn", "play"]
    assert 'class="stake" data-wager="blackjack" data-own="1">' in phone.own(view)  # the circle of a phone is not empty
    table.choose("hit")  # a nine: 24
    view = table.view()
    first, second = next(seat for seat in view.seats if seat.own).hands
    assert (first.label, first.outcome, first.pill, first.dim, first.acting) == (
        "24 bust",
        "lost",
        "lost $25",
        True,
        False,
    )
    assert (second.outcome, second.acting) == ("", True)
    lost = "K♦ 5♥ 9♥ is 24: over 21, so the wager is lost before the dealer draws."
    assert [(line.title, line.state, line.amount, line.sentence) for line in view.why[0].reasons] == [
        ("Blackjack, hand 2", "turn", "$25.00", "You have 20, K♣ 10♠. The dealer shows 9♥."),
        ("Blackjack, hand 1", "lost", "−$25.00", lost),
    ]
    assert [action.title for action in view.actions][:2] == ["Hit", "Stand"]
    assert all(len(action.title.split()) <= 2 for action in view.actions)


def test_a_hand_that_went_over_is_told_with_its_cards_as_long_as_they_lie_there() -> None:
    table = Split()
    for name in ("split", "hit"):
        table.choose(name)
    happened = table.driver.answer(_dealt(table.driver.pending, {})[0], acts.Chosen("stand", 2))
    table.to_come["dealer"] += parse_cards("Td")
    while not isinstance(table.driver.pending, Betting | Shuffle):
        table.settled += [event for event in happened if isinstance(event, Settled)]
        happened = table.driver.answer(*_dealt(table.driver.pending, table.to_come))
    table.settled += [event for event in happened if isinstance(event, Settled)]
    view = table.view()
    (told,) = [one for one in view.why[0].reasons if one.title == "Blackjack, hand 1"]
    assert told.sentence == "K♦ 5♥ 9♥ is 24: over 21, so the wager is lost before the dealer draws."
    assert told in view.history[0].reasons


def _bare(game: str, spots: tuple[Spot, ...], own: Seat) -> StationView:
    return msgspec.structs.replace(Split().view(), game=game, spots=spots, seats=(own,), setting=None)


def _corners(markup: str) -> list[tuple[float, float]]:
    """Middles of circles and upper left corners of what lies on the felt."""
    found = re.findall(r'<circle cx="([-\d.]+)" cy="([-\d.]+)"', markup)
    return [(float(x), float(y)) for x, y in found]


@pytest.mark.parametrize("number", range(1, 8))
@pytest.mark.parametrize("hands", [2, 3, 4])
def test_neighbours_keep_clear_of_a_position_that_has_split(number: int, hands: int) -> None:
    cards = parse_cards("8c 5d Tc 2d")
    held = tuple(Hand(cards=tuple(cards), label="25 bust", number=n + 1, stakes=(2500, 2500)) for n in range(hands))
    own = Seat(position=number, taken=True, own=True, hands=held)
    wagers = ("blackjack", "trilux", "buster", "rock")
    where, _ = seven.places("blackjack", wagers, 7, ((number, split_hands.taken(own)),))
    half = split_hands.width(own) / 2
    for place, other in enumerate(where, 1):
        if place == number:
            continue
        for _, x, y, r in other.areas:
            # Along the own radius: how far to the side of it this circle lies.
            px, py = arc.point(where[number - 1].angle, 0)
            sx, sy = arc.point(where[number - 1].angle, 0, 1)
            aside = abs((x - px) * (sx - px) + (y - py) * (sy - py))
            assert aside - r >= half - 8, (place, aside - r, half)
    others = [place for position, place in enumerate(where, 1) if position != number]
    for one, next_one in pairwise(others):
        for (_, x, y, r), (_, other_x, other_y, other_r) in product(one.areas, next_one.areas):
            assert hypot(x - other_x, y - other_y) > r + other_r - 1, "no circle lies on another's"
    angles = [place.angle for place in where]
    assert angles == sorted(angles, reverse=True), "the order never changes"
    drawn = split_hands.drawn(own, where[number - 1].angle, wagers, {})
    assert len(re.findall(r"Hand \d", drawn)) == hands
    assert all(0 < x < arc.W and 0 < y < arc.H for x, y in _corners(drawn))


def test_what_was_paid_early_lies_beside_its_wager_while_others_are_dealt_to() -> None:
    table = Split()
    table.until_decision()
    table.driver.felt.wagers = [w for w in table.driver.felt.wagers if w.position != 2]
    table.settled.append(Settled(2, "blackjack", "", 10000, "won", "blackjack", 15000, clause="4.B"))
    own = next(seat for seat in table.view().seats if seat.own)
    assert (own.pill, own.pill_kind) == ("$100 · +$150", "won")
    assert [(chips.amount, chips.paid, chips.state) for chips in own.chips] == [(10000, 15000, "won")]
    table.settled[-1] = Settled(2, "blackjack", "", 2500, "lost", "lose", -2500, clause="4.E")
    own = next(seat for seat in table.view().seats if seat.own)
    assert (own.pill, own.pill_kind, own.chips) == ("lost $25", "lost", ())  # collected


def test_another_patrons_split_hands_show_every_rank_and_what_lies_on_each() -> None:
    held = tuple(
        Hand(cards=tuple(parse_cards(cards)), label="19", number=n, stakes=(1500,), pill="$15")
        for n, cards in enumerate(("9c Th", "9h Jd"), 1)
    )
    drawn = split_hands.drawn(Seat(position=2, taken=True, hands=held), 10.0, ("blackjack",), {})
    assert "2 × $15" in drawn
    tops = [float(y) for y in re.findall(r'href="#card-[^"]+"[^>]* y="([-\d.]+)"', drawn)]
    assert len(tops) == 4 and {round(low - high, 1) for high, low in zip(tops[::2], tops[1::2])} == {split_hands.SHOWN}


def test_a_side_wager_that_has_ended_keeps_its_sign_while_the_hands_are_played() -> None:
    table = Split()
    table.until_decision()
    lost = Settled(2, "trilux", "", 500, "lost", "no-pay", -500, clause="15.C")
    table.settled.append(lost)
    own = next(seat for seat in table.view().seats if seat.own)
    assert [(chips.wager, chips.amount, chips.state) for chips in own.chips] == [
        ("blackjack", 2500, "play"),
        ("trilux", 500, "lost"),
    ]


def test_under_the_circle_of_a_hand_stands_what_lies_in_it_and_on_a_phone_each_side_bet_has_its_name() -> None:
    table = Split()
    table.until_decision()
    felt = table.driver.table.felt
    felt.wagers = [*felt.wagers, msgspec.structs.replace(felt.wagers[0], kind="buster", stake=500)]
    toke = Settled(2, "trilux", "", 500, "won", "flush", 100, clause="15.C.iv.b", to="toke-pool")
    table.settled += [Settled(2, "trilux", "", 500, "won", "flush", 2500, clause="15.C.iv.a"), toke]
    view = table.view()
    own = next(seat for seat in view.seats if seat.own)
    assert (own.pill, view.on_table) == ("You · $25", 3000)
    drawn = phone.own(view)
    name = re.search(r'<text x="([\d.]+)"[^>]* text-anchor="(\w+)"[^>]*>TriLux<', drawn)
    circle = re.search(r'data-wager="trilux".*?<circle cx="([\d.]+)" cy="[\d.]+" r="([\d.]+)"', drawn)
    assert name and circle and name[2] == "end" and float(name[1]) < float(circle[1]) - float(circle[2])
    last = re.sub(r"<[^>]+>|\s+", " ", compose.part("last", view, ""))
    assert "TriLux Bonus won +$25.00" in re.sub(r"\s+", " ", last)  # not what the dealers got of it


def test_on_a_phone_names_stand_under_their_circles_clear_of_the_row_below() -> None:
    wagers = ("ante", "blind", "trips", "bad-beat", "play")
    spots = tuple(Spot(wager=wager, title=wager.title()) for wager in wagers)
    chips = tuple(Chips(wager=wager, amount=2500, own=True) for wager in wagers)
    cards = tuple(parse_cards("Ks Qs 5d Jd Kd"))
    own = Seat(position=2, taken=True, own=True, hands=(Hand(cards=cards, label="Pair of kings"),), chips=chips)
    drawn = phone.own(_bare("dj-wild-stud-poker", spots, own))
    found = (
        re.search(rf'data-wager="{wager}".*?<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', drawn)
        for wager in wagers
    )
    circles = [tuple(map(float, one.groups())) for one in found if one]
    names = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" font-size="[\d.]+"[^>]*>(Ante|Blind|Trips|B Beat)<', drawn)
    assert (len(circles), len(names)) == (5, 4)
    for x, y, name in names:
        assert all(hypot(float(x) - cx, float(y) - 4 - cy) > r for cx, cy, r in circles), name


def test_on_a_phone_a_settled_split_shows_every_total() -> None:
    cards = tuple(parse_cards("Ks 9d"))
    held = tuple(
        Hand(cards=cards, label=f"{total}", number=n, kind="lost", pill="lost $30", outcome="lost", stakes=(3000,))
        for n, total in enumerate((19, 18, 25, 20), 1)
    )
    own = Seat(position=2, taken=True, own=True, hands=held)
    view = _bare("blackjack", (Spot(wager="blackjack", title="Blackjack"),), own)
    assert '<span class="count several">19 18 25 20</span>' in phone.seats(view)
    pills = [
        (float(x), float(wide))
        for x, wide, words in re.findall(
            r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"[^>]*/><text[^>]*>([^<]+)<', phone.own(view)
        )
        if "$30" in words
    ]
    assert len(pills) == 4
    assert all(x + wide <= next_x for (x, wide), (next_x, _) in pairwise(pills))


def test_a_place_that_leans_by_a_hair_stands_upright_and_its_frame_holds_what_was_lost_beside_the_hands() -> None:
    cards = tuple(parse_cards("8c 5d"))
    held = tuple(Hand(cards=cards, label="13", number=n + 1, stakes=(2500,)) for n in range(3))
    lost = Chips(wager="trilux", amount=12500, state="lost", own=True)
    own = Seat(position=4, taken=True, own=True, hands=held, chips=(lost,))
    drawn = split_hands.drawn(own, 1.2, ("blackjack", "trilux"), {})
    assert {float(turn) for turn in re.findall(r"rotate\(([-\d.]+)", drawn)} == {0.0}
    left = float(re.findall(r'<rect x="([-\d.]+)"', drawn)[0])
    pills = re.findall(r'<rect x="([-\d.]+)" y="[-\d.]+" width="([\d.]+)"[^>]*/><text[^>]*>(?:lost |−)\$125<', drawn)
    assert pills and all(float(x) >= left for x, _ in pills)


def test_an_offer_of_insurance_is_named_and_taking_or_leaving_it_look_alike() -> None:
    table = Split()
    table.to_come["dealer"] = list(parse_cards("Ah"))
    while not isinstance(table.driver.pending, Together):
        table.driver.answer(*_dealt(table.driver.pending, table.to_come))
    view = table.view()
    assert view.status == "Your decision · insurance"
    assert [(action.title, action.open, action.kind) for action in view.actions] == [
        ("Insurance", True, ""),
        ("No insurance", True, ""),
    ]
    table.until_decision()
    assert table.view().hand_title == "20 against an ace"


def test_a_wager_that_has_ended_is_not_read_aloud_as_if_it_lay_there() -> None:
    lost = Chips(wager="blackjack", amount=2500, state="lost", own=True)
    play = Chips(wager="buster", amount=500, own=True)
    who = Seat(position=2, taken=True, own=True, chips=(lost, play))
    where, plan = seven.places("blackjack", ("blackjack", "buster"))
    spots = (Spot(wager="blackjack", title="Blackjack"), Spot(wager="buster", title="Buster"))
    labels = re.findall(r'aria-label="([^"]+)"', seven.seat(who, where[1], plan, spots))
    assert [words for words in labels if "wager" in words] == ["Buster, your wager 5 dollars"]
    assert seven._seat_words(who) == "Your position 2, blackjack lost $25, buster $5"
