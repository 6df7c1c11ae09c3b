"""What pages say and letter, where it once misled: refusals, comparisons, returned wagers, small circles, the puck."""

import re
from types import SimpleNamespace

import msgspec
import pytest

from croupier.equipment.cards import parse_cards
from croupier.equipment.shoe import UNSEEN
from croupier.games import open_game
from croupier.house.people.persons import Person
from croupier.house.tables.life import FloorTable, Settings
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.events import Settled
from croupier.rounds.requests import Betting, Card, Decide, Peek, Request, Shuffle, Together, Turn
from croupier.rulebook import rulebook
from croupier.rulebook.compare import compare as differences
from croupier.web.audit.view import _paid
from croupier.web.books.view import compare, sentences
from croupier.web.felt import hand_names
from croupier.web.felt.addressed import to_you
from croupier.web.felt.craps import boxes as craps
from croupier.web.felt.craps.boxes import DESK
from croupier.web.felt.seven_spot import baccarat
from croupier.web.felt.shown import Reason, ReasonRound, StationView
from croupier.web.kit import render
from croupier.web.station import compose as pages
from croupier.web.station.decisions import Asked
from croupier.web.station.view import station

PLACE = "hard-rock-cincinnati"


def live_of(game: str, position: int = 2) -> SimpleNamespace:
    driver = Driver(open_game(PLACE, game), chance=Chance())
    driver.answer(By("player", "2001"), acts.Sit(position, "2001", 100_000))
    table = FloorTable("X-1", PLACE, game, "Pit 1", "electronic", "open", "X-1.1", 1, "", 0, Settings(demo=True))
    return SimpleNamespace(driver=driver, table=table, held=(), ready=set(), turns=None, occupancy=1)


def view_of(game: str, position: int = 2) -> StationView:
    return seen(live_of(game, position))


def seen(live: SimpleNamespace) -> StationView:
    patron = Person("2001", "Pat", "player", True, False)
    return station(live, patron, [], 100_000, "House")  # type: ignore[arg-type]


def test_a_refusal_at_ones_own_station_says_you() -> None:
    assert to_you("position 3 has $0.00, not $25.00", [3]) == "You have $0.00, not $25.00. Wager less, or bring chips"
    assert to_you("Position 13 has $0.00", [3]) == "Position 13 has $0.00"


def test_a_comparison_marks_every_difference_and_keeps_what_is_the_same() -> None:
    one, other = rulebook(PLACE, "blackjack"), rulebook("horseshoe-cleveland", "blackjack")
    rows = compare(one, other)
    marked = [row for row in rows if row.mark]
    assert len(marked) == len(differences(one, other))
    assert {row.mark for row in marked} == {"changed", "added", "removed"}
    assert all((row.one != row.other) == bool(row.mark) for row in rows)
    assert all(row.one_clause or row.other_clause for row in marked)
    assert not any(row.mark for row in compare(one, one))
    topics = [row.topic for row in rows]
    assert [t for k, t in enumerate(topics) if not k or topics[k - 1] != t] == list(dict.fromkeys(topics))


@pytest.mark.parametrize(
    ("result", "net", "words"),
    [
        ("returned", 0, "returned $25.00"),
        ("push", 0, "returned $25.00"),
        ("won", 3750, "$37.50"),
        ("lost", -2500, "$0.00"),
    ],
)
def test_a_wager_that_went_back_was_not_paid_nothing(result: str, net: int, words: str) -> None:
    assert _paid(Settled(1, "ante", "", 2500, result, result, net)) == words


def test_eighteen_positions_of_baccarat_keep_the_names_of_their_bonuses() -> None:
    view = view_of("mini-midi-baccarat")
    drawn = pages.felt_of(view).desk
    assert len(view.seats) == 18
    assert drawn.count(">DP<") == drawn.count(">DB<") == 18
    assert "DP  Dragon Bonus" in drawn
    assert baccarat.initials("Super 6") == "S6"


@pytest.mark.parametrize("position", [1, 9, 18])
def test_a_phone_shows_the_own_position_among_many(position: int) -> None:
    phone = pages.felt_of(view_of("mini-midi-baccarat", position)).phone
    assert '<li class="p-seat own">' in phone and 'aria-label="Big road' in phone


def test_the_foot_of_the_panel_names_the_property_as_it_is_written_and_what_is_dealt_from() -> None:
    assert (
        view_of("blackjack").rulebook_note == "Blackjack, House, approved 2020-09-08. 6 decks; blackjack pays 3 to 2."
    )
    assert "Double zero wheel." in view_of("roulette").rulebook_note


@pytest.mark.parametrize("point", ["4", "5", "6", "8", "9", "10"])
def test_the_puck_lies_clear_of_the_figure(point: str) -> None:
    points = ["4", "5", "6", "8", "9", "10"]
    x, _ = craps.puck_place(point, points, DESK, True)
    drawn = craps.figures(points, DESK, True, point)
    word = craps.WORDS.get(point, point)
    found = re.search(rf'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"[^>]*>{word}<', drawn)
    assert found
    middle, size = float(found[1]), float(found[3])
    assert middle + len(word) * 0.29 * size <= x - 17 + 1  # the puck stands beside it


def test_a_point_is_never_called_the_come_out() -> None:
    """Faces thrown before the rounds at hand are unknown, the total and the point are not."""
    live = live_of("craps")
    assert seen(live).dice_title == "Come-out roll"
    live.driver.felt.memo |= {"point": 10, "last": 10, "throws": 3}
    view = seen(live)
    assert (view.point, view.dice_title, view.dice) == (10, "Ten", None)
    bar = render.macro("station_parts.html", "bar", view, "token")
    assert "Puck ON" in bar
    assert "3rd of this shooter" in bar


@pytest.mark.parametrize(
    ("cards", "dealer", "sign", "words"),
    [
        ("Kd Kc", "2d", "", ["needs a dealer ace · 9.A"]),
        ("6h 5h", "9h", "", ["Split: No pair · 11.A", "needs a dealer ace · 9.A"]),
        ("6h 5h 2c", "Ah", "", ["Double: Needs the first two cards · 10.A", "Split: Needs the first two cards · 11.A"]),
        ("6h 5h", "Ah", "hard-9-to-11", ["Split: No pair · 11.A"]),
        ("Kh 2h", "Ah", "hard-9-to-11", ["Double: Needs a hard 9, 10 or 11 · 10.A", "Split: No pair · 11.A"]),
        ("5h 4h", "Ah", "hard-10-or-11", ["Double: Needs a hard 10 or 11 · 10.A", "Split: No pair · 11.A"]),
    ],
)
def test_what_a_hand_may_not_do_now_says_what_it_lacks(cards: str, dealer: str, sign: str, words: list[str]) -> None:
    options = {"decks": 2, "small-game-double": sign} if sign else None
    driver = Driver(open_game(PLACE, "blackjack", options=options), mode="dealer")
    to_come = {"2": list(parse_cards(cards)), "dealer": list(parse_cards(dealer))}
    asked = Asked(driver, 2, {2})
    while not (isinstance(asked.request, Decide) and not to_come["2"]):
        driver.answer(*_dealt(driver.pending, to_come))
        asked = Asked(driver, 2, {2})
    closed = [f"{a.title}: {a.why}" for a in asked.actions(SimpleNamespace(held=None), None) if not a.open]
    assert [*closed, *filter(None, [asked.band_note()])] == words


def _dealt(asked: Request, to_come: dict[str, list[int]]) -> tuple[By, acts.Act]:
    """What happens next at a table dealt by hand where one patron plays at position 2."""
    dealer, patron = By("dealer", "1"), By("player", "2001")
    match asked:
        case Shuffle(cut=cut):
            return dealer, acts.Shuffled(cut)
        case Betting() if "seated" not in to_come:
            to_come["seated"] = []
            return patron, acts.Sit(2, "2001", 100_000)
        case Betting() if "wagered" not in to_come:
            to_come["wagered"] = []
            return patron, acts.Bet(2, "blackjack", 2500)
        case Betting():
            return dealer, acts.Close()
        case Card(to=to, face=face):
            return dealer, acts.Fall(to_come[to.partition(".")[0]].pop(0) if face == "up" else UNSEEN)
        case Turn(to=to):
            return dealer, acts.Falls((to_come[to].pop(0),))
        case Peek():
            return dealer, acts.Saw(False)
        case Together():  # insurance
            return patron, acts.Staked(0, 2)
        case Decide():
            return patron, acts.Chosen("hit", 2)
    return dealer, acts.Done()


def test_the_strip_of_a_phone_does_not_tell_of_an_earlier_round_during_a_decision() -> None:
    won = Reason(title="Blackjack", state="won", amount="+$25.00", sentence="The dealer went over 21 with 25.")
    waits = Reason(title="Blackjack", state="play", amount="$25.00", sentence="You have 11.")
    rounds = (
        ReasonRound(title="Round 2", note="in play", reasons=(waits,)),
        ReasonRound(title="Round 1", reasons=(won,)),
    )
    asked = {"wagering": False, "deciding": True, "status": "Your decision", "alert": ""}
    view = msgspec.structs.replace(view_of("blackjack"), why=rounds, **asked)
    assert "+$25.00" not in pages.part("last", view, "")
    assert "Your decision" in pages.part("last", view, "")
    assert "+$25.00" in pages.part("last", msgspec.structs.replace(view, wagering=True), "")


@pytest.mark.parametrize("house", ["jack-cleveland", "horseshoe-cleveland"])
def test_options_that_may_not_go_together_stand_in_the_rulebook_with_their_clause(house: str) -> None:
    book = rulebook(house, "pai-gow-poker")
    (barred,) = [s for s in sentences(book) if s.kind == "Options that may not go together"]
    assert barred.title == "Start: button with Dealing: manual shoe or hand"
    assert barred.clause == book.exclusions[0].clause
    assert barred.says == book.exclusions[0].says


def test_two_rulebooks_are_compared_in_what_may_not_go_together() -> None:
    one, other = rulebook("hard-rock-cincinnati", "pai-gow-poker"), rulebook("jack-cleveland", "pai-gow-poker")
    (row,) = [r for r in compare(one, other) if r.topic == "Options that may not go together"]
    assert (row.mark, row.one, row.other_clause) == ("added", "", "8.A.iii, 12.D")


@pytest.mark.parametrize(
    ("game", "cards", "common", "named"),
    [
        ("dj-wild-stud-poker", "2s Kh Kd 9c 4s", "", "Three kings"),
        ("let-it-ride", "Ad 2h 2c", "", "Pair of twos"),
        ("let-it-ride", "Ad Kd Qd", "", "Ace high"),  # three of a suit are no flush of five
        ("let-it-ride", "Ad 2h 2c", "As", "Two pair, aces and twos"),
        ("mississippi-stud", "Ad Jh", "", "Ace high"),
        ("criss-cross-poker", "Ad 4d", "Kh Td Qs Ah Jh", "Across ace high, Down pair of aces"),
        ("three-card-poker", "Ad Kd Qd", "", "Mini royal"),
    ],
)
def test_a_hand_has_its_name_while_it_is_played(game: str, cards: str, common: str, named: str) -> None:
    assert hand_names.label(game, parse_cards(cards), parse_cards(common)) == named


def test_seven_cards_lie_as_they_were_set() -> None:
    cards = parse_cards("Tc 8s Td Qd Jk 9s 2d")
    low = parse_cards("Tc 2d")
    laid, named = hand_names.as_set(cards, low)
    assert list(laid[5:]) == low and named == "Straight, queen high; ten-two"
    assert hand_names.as_set([*cards[:6], None], low) == ((), ""), "a closed card is not told"
