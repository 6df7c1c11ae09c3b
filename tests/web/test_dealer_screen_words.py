"""A dealer's screen says what is so: why nothing can be taken back, and that nobody has called a supervisor yet."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.demo import players as bots
from croupier.demo.furnish import PASSWORD
from croupier.equipment.cards import parse_cards
from croupier.equipment.entropy import SeededEntropy
from croupier.equipment.shoe import UNSEEN
from croupier.games import open_game
from croupier.house.papers.notices import Notice
from croupier.house.tables import corrections
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.events import Settled
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import Betting, Card, Decide, Stack
from croupier.web.dealer import rulings
from croupier.web.dealer.keying import on_enter
from croupier.web.dealer.pages import PARTS
from croupier.web.dealer.shown import DealerView, RulingView
from croupier.web.dealer.step import NextStep
from croupier.web.dealer.view import dealer as dealer_screen
from croupier.web.felt.recent_rounds import Played
from croupier.web.kit import render

from .lab import PLACE, Lab, lab
from .server import Server
from .test_station_words import live_of
from .visitor import DESK, Visitor

TABLE = "TCP-111"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "three-card-poker") as made:
        yield made


def test_what_can_not_be_taken_back_says_why_on_the_screen(floor: Lab) -> None:
    dealer = floor.program("dealer")
    done = dealer.post(f"/api/v1/tables/{TABLE}/acts", json={"act": {"act": "shuffled", "cut": 0}})
    assert done.status_code == 200, done.text
    sit = {"act": {"act": "sit", "position": 2, "patron": "player", "chips": 50_000}}
    assert dealer.post(f"/api/v1/tables/{TABLE}/acts", json=sit).status_code == 200
    bet = {"act": {"act": "bet", "position": 2, "wager": "ante", "amount": 1000}}
    assert dealer.post(f"/api/v1/tables/{TABLE}/acts", json=bet).status_code == 200
    page = floor.browser("dealer").get(f"/deal/{TABLE}").text
    said = page.split('id="undo-why">')[1].split("<")[0]
    assert said == "A wager is not undone: take the wager back instead, or let a supervisor rule"
    screen = floor.browser("dealer")
    marked = {"what": "take", "position": 2, "wager": "pair-plus", "amount": ""}
    refused = screen.post(f"/deal/{TABLE}/mark", json=marked)
    assert refused.status_code == 422 and "position 2 has no Pair Plus wager" in refused.text
    assert screen.post(f"/deal/{TABLE}/mark", json=marked | {"wager": "ante"}).status_code == 200
    assert "No wager yet" in screen.get(f"/deal/{TABLE}").text
    assert dealer.post(f"/api/v1/tables/{TABLE}/acts", json=bet).status_code == 200


def test_a_wrong_card_after_enter_is_an_irregularity_that_a_supervisor_signs_at_the_dealers_screen(floor: Lab) -> None:
    dice, screen = SeededEntropy("keyed wrong"), floor.browser("dealer")
    with floor.storage.reading() as conn:
        who = floor.house.people.get(conn, "dealer")

    def driver() -> Driver:
        found: Driver = floor.do(lambda: floor.house.table(TABLE)).driver
        return found

    if not any(p.patron for p in driver().felt.positions):
        floor.do(lambda: floor.house.answer(TABLE, who, acts.Sit(2, "player", 500_00)))
    for _ in range(60):
        at = driver()
        if corrections.last_confirmed(at):
            break
        wagered = at.betting and at.table.betting_positions()
        seat = next(p.number for p in at.felt.positions if p.patron)
        asked = acts.Close() if wagered else acts.Bet(seat, "ante", 10_00) if at.betting else None
        act = asked or bots.fact(dice, at) or bots.decision(dice, at)
        assert act is not None
        floor.do(lambda act=act: floor.house.answer(TABLE, who, act))
    page = " ".join(screen.get(f"/deal/{TABLE}").text.split())
    assert "a wrong card is an irregularity now" in page and 'value="wrong-card-keyed"' in page
    assert screen.post(f"/deal/{TABLE}/undo", json={}).status_code == 403
    shown = screen.get(f"/deal/{TABLE}/ruling", params={"when": corrections.WHEN}).text
    assert "Nothing has changed yet" in shown and "Supervisor's badge" in html.unescape(shown)
    before = driver().entry
    assert screen.post(f"/deal/{TABLE}/correct", json={"badge": "supervisor", "password": "wrong"}).status_code == 422
    assert screen.post(f"/deal/{TABLE}/correct", json={"badge": "dealer", "password": PASSWORD}).status_code == 403
    assert driver().entry == before
    done = screen.post(f"/deal/{TABLE}/correct", json={"badge": "supervisor", "password": PASSWORD})
    assert done.status_code == 200, done.text
    assert not corrections.last_confirmed(driver())
    again = floor.program("dealer").post(
        f"/api/v1/tables/{TABLE}/corrections", json={"badge": "supervisor", "password": PASSWORD}
    )
    assert again.status_code == 422 and "No confirmed hand" in again.text
    log = " ".join(floor.browser("surveillance").get("/audit/log", params={"refused": "1"}).text.split())
    assert "took back an act at <strong>TCP-111</strong>" in log and "was keyed wrong" in log
    for notice in waiting(floor):
        assert "keyed wrong" in notice.words
        floor.program("supervisor").post(f"/api/v1/notices/{notice.id}/settle").raise_for_status()
    while not (at := driver()).betting:  # the round is played to its end, and wagers are open as they were
        act = bots.fact(dice, at) or bots.decision(dice, at)
        assert act is not None
        floor.do(lambda act=act: floor.house.answer(TABLE, who, act))
    seat = next(p.number for p in at.felt.positions if p.patron)
    floor.do(lambda: floor.house.answer(TABLE, who, acts.Bet(seat, "ante", 10_00)))


def test_a_jackpot_that_was_paid_leaves_nothing_to_undo(floor: Lab) -> None:
    live = live_of(Driver(open_game(PLACE, "three-card-poker"), mode="dealer"))
    with floor.storage.reading() as conn:
        who = floor.house.people.get(conn, "supervisor")
    words = "A verified jackpot was settled after this."
    view = dealer_screen(live, who, [], "House", stands=words)  # type: ignore[arg-type]
    assert (view.undo, view.undo_why) == ("", words)


def waiting(floor: Lab) -> list[Notice]:
    with floor.storage.reading() as conn:
        return floor.house.notices.waiting(conn, TABLE)


def test_an_irregularity_is_no_call(floor: Lab) -> None:
    client = floor.browser("dealer")
    sent = {"when": "misdeal", "number": 0}
    live = floor.do(lambda: floor.house.table(TABLE))
    sent["when"] = next(
        i.when
        for i in live.driver.game.posting.irregularities()
        if i.when in live.driver.declarable() and i.by == "dealer"
    )
    answer = client.post(f"/deal/{TABLE}/declare", json=sent)
    assert answer.status_code == 200, answer.text
    assert "Supervisor called" not in client.get(f"/deal/{TABLE}").text
    (told,) = (n for n in waiting(floor) if n.kind == "declared")
    assert told.words.startswith("Irregularity declared: ")
    floor.program("supervisor").post(f"/api/v1/notices/{told.id}/settle").raise_for_status()
    declared = {"act": {"act": "declared", "when": sent["when"]}}  # a program's declaration tells the pit as well
    floor.program("dealer").post(f"/api/v1/tables/{TABLE}/acts", json=declared).raise_for_status()
    assert [n.words for n in waiting(floor) if n.kind == "declared"] == [told.words]
    assert client.post(f"/deal/{TABLE}/call", json={}).status_code == 200
    assert "Supervisor called" in client.get(f"/deal/{TABLE}").text


def test_a_table_without_a_dealer_says_so_and_offers_another_of_its_game(floor: Lab) -> None:
    life, supervisor = f"/api/v1/tables/{TABLE}/life", floor.program("supervisor")
    supervisor.post(life, json={"act": "dealer-out"}).raise_for_status()
    page = floor.anybody().get(f"/tables/{TABLE}").text
    assert "No dealer stands here yet" in page
    assert 'href="/tables/TCP-101"' in page.split('id="s-bar"')[1].split("</section>")[0]
    lobby = floor.anybody().get(f"/?house={PLACE}").text
    assert "waits for a dealer" in lobby.split(f'id="t-{TABLE}"')[1].split("</article>")[0]
    supervisor.post(life, json={"act": "dealer-in", "badge": "dealer"}).raise_for_status()
    assert "No dealer stands here yet" not in floor.anybody().get(f"/tables/{TABLE}").text
    seated = floor.browser("player-2")
    seated.post(f"/tables/{TABLE}/sit", data={"csrf": seated.headers["x-csrf"]})
    waits = "in this demonstration anybody may sign in as dealer"  # nobody has that dealer's screen open
    assert waits in " ".join(seated.get(f"/tables/{TABLE}").text.split())
    with floor.browser("dealer").websocket_connect(f"/deal/{TABLE}/live") as screen:
        screen.receive_json()
        assert waits not in " ".join(seated.get(f"/tables/{TABLE}").text.split())


def test_what_enter_would_do_is_told_and_recorded_nowhere(floor: Lab) -> None:
    """Dealer's cards keyed but not confirmed: their name, whether they play by the clause, the next position."""
    driver = Driver(open_game(PLACE, "three-card-poker"), mode="dealer")
    dealt = acts.Falls((UNSEEN,) * 3)
    for act in (
        acts.Shuffled(0),
        acts.Sit(2, "player", 500_00),
        acts.Bet(2, "ante", 10_00),
        acts.Close(),
        dealt,
        acts.Chosen("play", 2),
        dealt,
    ):
        driver.answer(By("dealer", "dealer"), act)
    with floor.storage.reading() as conn:
        who = floor.house.people.get(conn, "dealer")
    live, before = live_of(driver), driver.entry

    def told(cards: str) -> list[str]:
        return [line.words for line in on_enter(live, who, acts.Falls(tuple(parse_cards(cards))))]

    assert told("Qh 8d 4c") == [
        "The hand is kept: Q♥ 8♦ 4♣, queen high.",
        "The dealer's hand plays. The dealer plays with queen high or better.",
        "Next: turn position 2's 3 cards and key them.",
    ]
    assert "does not play" in told("Jh 8d 4c")[1]
    with pytest.raises(Refused):
        told("Qh Qh 4c")
    assert driver.entry == before
    with floor.storage.reading() as conn:
        who = floor.house.people.get(conn, "supervisor")
    shown = dealer_screen(live, who, [], "House")
    (own,) = shown.hands
    assert (shown.seats[1].tag, own.tag) == ("Play", "Now")
    assert shown.last == "Turn the dealer's last card and key it"
    driver.answer(By("dealer", "dealer"), acts.Falls(tuple(parse_cards("Qh 8d 4c"))))
    shown = dealer_screen(live, who, [], "House")
    (own,) = shown.hands
    assert own.lines == (("Queen high", ""), ("Plays", "Yes · 12.A"))
    assert (shown.seats[1].tag, own.tag) == ("Now", "")
    driver.answer(By("dealer", "dealer"), acts.Falls(tuple(parse_cards("Jh 8s 4d"))))
    driver.answer(By("dealer", "dealer"), acts.Shuffled(0))
    driver.answer(By("dealer", "dealer"), acts.Bet(2, "ante", 10_00))
    shown = dealer_screen(live, who, [], "House")  # the cards of the last round are in the rack
    (own,) = shown.hands
    assert not own.hands and not shown.seats[1].hands and not shown.seats[1].tag
    (wrong,) = (item for item in shown.irregularities if item.when == corrections.WHEN)
    assert not wrong.possible and wrong.why.startswith("It is not part of this round any more")


def screen_of(
    floor: Lab, driver: Driver, *played: Played, badge: str = "supervisor", ruling: RulingView | None = None
) -> DealerView:
    with floor.storage.reading() as conn:
        who = floor.house.people.get(conn, badge)
    return dealer_screen(live_of(driver), who, list(played), "House", ruling=ruling)


def test_a_dealer_of_baccarat_reads_whose_card_it_is_and_how_many_are_burned(floor: Lab) -> None:
    """The Player's and the Banker's hand stand beside the positions, each with its own cards and its own turn."""
    driver = Driver(open_game(PLACE, "mini-midi-baccarat"), mode="dealer")

    def keyed(act: acts.Act) -> DealerView:
        driver.answer(By("dealer", "dealer"), act)
        return screen_of(floor, driver)

    def card(name: str) -> DealerView:
        return keyed(acts.Fall(parse_cards(name)[0]))

    assert keyed(acts.Shuffled(0)).asks == "Burn a card and key it"
    shown = card("3h")
    for number in ("1 of 3", "2 of 3", "3 of 3"):
        assert (shown.asks, shown.where) == ("Burn a card, face down", f"the burn, card {number}")
        shown = keyed(acts.Fall(UNSEEN))
    keyed(acts.Sit(1, "player", 500_00))
    keyed(acts.Bet(1, "banker", 25_00))
    shown = keyed(acts.Close())
    assert (shown.asks, shown.where) == ("Deal the Player a card and key it", "the Player")
    assert [(own.title, own.tag, own.missing) for own in shown.hands] == [("Player", "Now", 1), ("Banker", "", 0)]
    shown = card("5h")
    assert shown.asks == "Deal the Banker a card and key it"
    assert [(own.lines, own.tag) for own in shown.hands] == [((("Count", "5"),), ""), ((), "Now")]
    driver.declare(By("dealer", "dealer"), "card-face-up")
    shown = screen_of(floor, driver)
    assert (shown.asks, shown.where) == ("Key the card that fell in error", "what fell in error")


def test_a_banker_that_wins_is_paid_less_vigorish_and_what_no_chip_makes_in_coin(floor: Lab) -> None:
    driver = Driver(open_game(PLACE, "mini-midi-baccarat"), mode="dealer")
    banker = ("Kh", "4c", "Ks", "Td", "2c", "3h")  # the Player has two, the Banker seven
    for act in (
        acts.Shuffled(0),
        acts.Fall(parse_cards("Ah")[0]),
        acts.Fall(UNSEEN),
        acts.Sit(1, "player", 500_00),
        acts.Bet(1, "banker", 50_00),
        acts.Close(),
    ):
        driver.answer(By("dealer", "dealer"), act)
    ended: list[Settled] = []
    for card in banker:
        if not ended:
            happened = driver.answer(By("dealer", "dealer"), acts.Fall(parse_cards(card)[0]))
            ended = [event for event in happened if isinstance(event, Settled)]
    (event,) = ended
    assert (event.net, event.vigorish) == (47_50, 2_50)
    played = [Played(driver.felt.round - 1, 0, driver.entry, [event], whose=["player"])]
    with floor.storage.reading() as conn:
        who = floor.house.people.get(conn, "supervisor")
    shown = dealer_screen(live_of(driver), who, played, "House", chips=(25_00, 5_00, 1_00))
    (paid,) = shown.payouts
    assert paid.lines == (("Banker $50, 1 to 1 less $2.50 vigorish", event.clause, "+$47.50"),)
    assert (paid.cut, paid.coin) == (((25_00, 1), (5_00, 4), (1_00, 2)), "$0.50")
    assert shown.seats[0].leaves.startswith("$547.50, as 21 × $25, 4 × $5, 2 × $1, $0.50 in coin.")


def test_community_cards_are_asked_for_as_people_say_it(floor: Lab) -> None:
    driver = Driver(open_game(PLACE, "mississippi-stud"), mode="dealer")
    asked = []
    for act in (acts.Shuffled(0), acts.Sit(1, "player", 500_00), acts.Bet(1, "ante", 10_00), acts.Close()):
        driver.answer(By("dealer", "dealer"), act)
    for _ in range(2):
        shown = screen_of(floor, driver)
        asked.append(shown.asks)
        driver.answer(By("dealer", "dealer"), acts.Falls((UNSEEN,) * shown.count))
    assert "Deal 3 community cards, face down" in asked, asked


def test_a_dealer_of_craps_reads_the_point(floor: Lab) -> None:
    driver = Driver(open_game(PLACE, "craps"), mode="dealer")
    for act in (acts.Sit(1, "player", 500_00), acts.Bet(1, "pass", 10_00), acts.Close()):
        driver.answer(By("dealer", "dealer"), act)
    assert screen_of(floor, driver).where == "come-out roll"
    driver.answer(By("dealer", "dealer"), acts.Thrown((2, 4)))
    assert screen_of(floor, driver).note.startswith("The point is 6. 1 position has")
    driver.answer(By("dealer", "dealer"), acts.Close())
    assert screen_of(floor, driver).where == "the point is 6"


def rolled(driver: Driver, round_: int, faces: tuple[int, int]) -> Played:
    """A throw at craps, and what it settled as pages keep it."""
    driver.answer(By("dealer", "dealer"), acts.Close())
    happened = driver.answer(By("dealer", "dealer"), acts.Thrown(faces))
    settled = [event for event in happened if isinstance(event, Settled)]
    return Played(round_, 0, driver.entry, settled, whose=["player" for _ in settled])


def test_a_dealer_of_craps_sees_what_to_take_beside_a_wager_and_pays_the_rest(floor: Lab) -> None:
    """003:2457, 2467: the vigorish lies beside Buy and Lay; of one that won and stays up it is taken from the win."""
    driver = Driver(open_game(PLACE, "craps"), mode="dealer")
    for act in (
        acts.Sit(1, "player", 500_00),
        acts.Bet(1, "pass", 10_00),
        acts.Bet(1, "buy", 20_00, "10"),
        acts.Bet(1, "lay", 60_00, "6"),
    ):
        driver.answer(By("dealer", "dealer"), act)
    rolled(driver, 1, (4, 4))
    driver.answer(By("dealer", "dealer"), acts.Bet(1, "horn", 20_00))
    lines = dict(screen_of(floor, driver).seats[0].lines)
    assert lines["Buy Bet 10"] == "$20 + $1" and lines["Lay Bet 6"] == "$60 + $2.50" and lines["Pass Bet"] == "$10"
    before = driver.table.chips(1)
    screen = screen_of(floor, driver, rolled(driver, 2, (4, 6)))
    ((_, *bought), (vigorish, clause, taken), lost) = screen.payouts[0].lines[-3:]
    assert bought == ["6.A", "+$40.00"] and (vigorish, clause, taken) == ("Vigorish, it stays up", "6.A", "−$1.00")
    assert lost == ("Horn Bet $20, lost", "3.A.xx", "−$20.00"), "one wager, one line"
    assert sum(value * count for value, count in screen.payouts[0].cut) == 39_00 == driver.table.chips(1) - before
    order = [title for title, _ in screen.seats[0].lines]
    assert order == ["Pass Bet", "Buy Bet 10", "Lay Bet 6"], "the one that was paid and put up again keeps its line"


def test_a_locked_button_says_why_beside_it(floor: Lab) -> None:
    driver = Driver(open_game(PLACE, "craps"), mode="dealer")
    for act in (acts.Sit(1, "player", 500_00), acts.Bet(1, "buy", 20_00, "10")):
        driver.answer(By("dealer", "dealer"), act)
    shown = html.unescape(render.macro(PARTS, "next", screen_of(floor, driver), ""))
    said = re.search(r'<p class="undo-why small t2">.*</svg>(.*)</p>', shown)
    assert said and said[1].strip() == "The dice need a shooter, who needs a Pass Bet or Don't Pass Bet"


def test_what_a_supervisor_decides_is_offered_to_him_alone_with_its_own_clause(floor: Lab) -> None:
    driver = Driver(open_game(PLACE, "three-card-poker"), mode="dealer")
    for act in (
        acts.Shuffled(0),
        acts.Sit(1, "player", 500_00),
        acts.Bet(1, "ante", 10_00),
        acts.Close(),
        acts.Falls((UNSEEN,) * 3),
    ):
        driver.answer(By("dealer", "dealer"), act)
    driver.declare(By("dealer", "dealer"), "misdeal")
    with floor.storage.reading() as conn:
        looks_on = floor.house.people.get(conn, "dealer")
    waits = NextStep(driver, live_of(driver).table, looks_on).fields()
    assert (waits["kind"], waits["actions"]) == ("wait", ())
    assert waits["alert"].startswith("The supervisor decides, signed in on the dealer's screen of ")
    shown = screen_of(floor, driver)
    assert (shown.asks, shown.kind, shown.clause) == ("The supervisor decides", "decide", "9.D")
    assert [choice.cost for choice in shown.actions][1].endswith("Pair Plus stands and is settled.")


def test_while_a_ruling_is_given_no_other_is_offered_and_its_own_clause_stands_over_what_is_asked(floor: Lab) -> None:
    driver = Driver(open_game(PLACE, "craps"), mode="dealer")
    for act in (acts.Sit(1, "player", 500_00), acts.Bet(1, "pass", 10_00), acts.Close()):
        driver.answer(By("dealer", "dealer"), act)
    before = screen_of(floor, driver)
    assert any(item.possible for item in before.irregularities)
    driver.declare(By("dealer", "dealer"), "die-off-the-table")
    shown = screen_of(floor, driver)
    assert (shown.asks, shown.clause) == ("Inspect the die", "13.A, 13.B")
    assert {item.why for item in shown.irregularities if not item.why.startswith("Only during")} == {rulings.UNDER_WAY}
    assert not any(item.possible for item in shown.irregularities)
    driver.answer(By("supervisor", "supervisor"), acts.Done())
    assert screen_of(floor, driver).irregularities == before.irregularities


def test_the_button_of_a_ruling_says_what_it_does(floor: Lab) -> None:
    driver = Driver(open_game(PLACE, "big-six"), mode="dealer")
    for act in (acts.Sit(1, "player", 500_00), acts.Bet(1, "logo", 10_00), acts.Close()):
        driver.answer(By("dealer", "dealer"), act)
    shown = screen_of(floor, driver)
    assert {item.ruling for item in shown.irregularities} == {"All wagers void and returned"}
    with floor.storage.reading() as conn:
        who = floor.house.people.get(conn, "dealer")
    assert rulings.ruling(live_of(driver), who, "clapper-on-a-peg").button == "Declare and void round"
    driver.answer(By("dealer", "dealer"), acts.Landed("logo"))
    assert screen_of(floor, driver).undo == "Undo clapper on Property name"


def test_what_setting_a_hand_would_do_is_told_before_it_is_set(floor: Lab) -> None:
    """Pai gow dealt by hand: two aces apart leave five cards below them, and the wager would be collected."""
    driver = Driver(open_game(PLACE, "pai-gow-poker"), mode="dealer")
    by = By("dealer", "dealer")
    for act in (acts.Shuffled(0), acts.Sit(1, "player", 500_00), acts.Bet(1, "pai-gow", 50_00), acts.Close()):
        driver.answer(by, act)
    driver.answer(by, acts.Thrown((1, 2, 4)))
    while isinstance(driver.pending, Stack):
        driver.answer(by, acts.Falls((UNSEEN,) * driver.pending.count))
    driver.answer(by, acts.Chosen("set", 1))
    for cards in ("Ks Kd 9h 9c 7s 4d 2c", "As Ad Ah 5c 6d Jc 3h"):
        driver.answer(by, acts.Falls(tuple(parse_cards(cards))))
    with floor.storage.reading() as conn:
        who = floor.house.people.get(conn, "dealer")
    before = driver.entry

    def told(cards: str) -> list[str]:
        return [line.words for line in on_enter(live_of(driver), who, acts.Arranged(tuple(parse_cards(cards)), 1))]

    foul = told("As Ad")
    assert foul[0] == "A♠ A♦ are set apart: ace high; pair of aces."
    assert foul[1] == "Foul: pair of aces Low is above ace high High."
    assert foul[2].startswith("Position 1: collect Pai Gow")
    assert told("As Jc")[1].startswith("Position 1: push Pai Gow")
    assert driver.entry == before


def test_a_page_of_a_journal_that_has_ended_is_loaded_again(floor: Lab) -> None:
    """Limits change at a table: its entries begin anew, so no later one would ever replace what the page shows."""
    screen, supervisor = floor.browser("dealer"), floor.program("supervisor")
    served = re.search(r'data-journal="([^"]+)"', screen.get(f"/deal/{TABLE}").text)
    at_station = re.search(r'data-journal="([^"]+)"', screen.get(f"/tables/{TABLE}").text)
    assert served and at_station and served[1] == at_station[1]
    pages = [f"/deal/{TABLE}/live?journal={served[1]}", f"/tables/{TABLE}/live?journal={served[1]}"]
    for page in pages:
        with screen.websocket_connect(page) as socket:
            assert "reload" not in socket.receive_json()
    change = {"act": "options", "options": {"least": 15}, "password": PASSWORD}
    supervisor.post(f"/api/v1/tables/{TABLE}/life", json=change).raise_for_status()
    for page in pages:
        with screen.websocket_connect(page) as socket:
            assert socket.receive_json()["reload"] is True


def test_a_void_says_what_it_leaves_settled(floor: Lab) -> None:
    """One has folded when a hand turns out to have four cards: his Ante was collected, and the void leaves it so."""
    driver = Driver(open_game(PLACE, "three-card-poker"), mode="dealer")
    for act in (
        acts.Shuffled(0),
        *(acts.Sit(n, f"player-{n}", 500_00) for n in (1, 2)),
        *(acts.Bet(n, "ante", 10_00) for n in (1, 2)),
        acts.Close(),
        *([acts.Falls((UNSEEN,) * 3)] * 2),
    ):
        driver.answer(By("dealer", "dealer"), act)
    happened = driver.answer(By("dealer", "dealer"), acts.Chosen("fold", 1))
    ended = [event for event in happened if isinstance(event, Settled)]
    assert [event.position for event in ended] == [1]
    played = [Played(driver.felt.round, 0, driver.entry, list(ended))]
    with floor.storage.reading() as conn:
        who = floor.house.people.get(conn, "dealer")
    live = live_of(driver)
    told = rulings.ruling(live, who, "wrong-number-of-cards", played)
    assert told.lines == (("Return Ante, position 2", "$10.00"), ("Settled before, position 1: stays", "−$10.00"))
    assert "what this round has settled stays settled" in told.note
    assert rulings.ruling(live, who, "wrong-number-of-cards").note == "Nothing has changed yet. The pit is told."


@pytest.mark.browser
def test_what_went_wrong_stands_at_the_keypad_and_covers_no_position(chromium: Any, server: Server) -> None:
    visitor = Visitor(chromium, server, DESK)
    visitor.sign_in("dealer", f"/deal/{TABLE}")
    visitor.ready()
    visitor.page.evaluate("() => import('/assets/app.js').then((app) => app.message('no such card is out'))")
    visitor.sees("#messages", "No such card is out")
    pad, note, seats = (visitor.box(s) for s in ("#d-pad", "#messages", "#d-seats"))
    assert pad["y"] + pad["height"] <= note["y"]
    assert note["y"] + note["height"] <= seats["y"]
    visitor.close()


@pytest.mark.browser
@pytest.mark.parametrize("table", ["RO-111", "TCP-111"])
def test_on_a_small_screen_no_position_is_pushed_out_of_view(chromium: Any, server: Server, table: str) -> None:
    visitor = Visitor(chromium, server, {"width": 1024, "height": 768})
    visitor.sign_in("supervisor", f"/deal/{table}")
    if not visitor.page.locator("#d-seats").count():
        pytest.skip(f"no table {table} is dealt by hand here")
    visitor.ready()
    edges = visitor.page.evaluate(
        "() => [...document.querySelectorAll('#d-seats .place')].map((place) => place.getBoundingClientRect().right)"
    )
    side = visitor.box(".dealer-side")
    assert len(edges) > 6
    assert max(edges) <= side["x"]
    visitor.close()


@pytest.mark.browser
def test_a_ruling_that_is_put_back_leaves_the_keys_where_they_were(chromium: Any, server: Server) -> None:
    visitor = Visitor(chromium, server, DESK)
    visitor.sign_in("dealer", f"/deal/{TABLE}")
    visitor.ready()
    chosen = visitor.page.locator(".irregular-list > .irregular-item input").first
    when = chosen.get_attribute("value")
    chosen.check()
    visitor.counts("#d-ruling .ruling", 1)
    visitor.page.locator("[data-ruling-back]").click()
    visitor.counts("#d-ruling .ruling", 0)
    visitor.until("when => document.activeElement.value === when && !document.activeElement.checked", when)
    visitor.close()


def three_cards(*positions: int) -> Driver:
    """Three Card Poker by hand, closed hands before these positions, each with an Ante and Pair Plus."""
    driver = Driver(open_game(PLACE, "three-card-poker"), mode="dealer")
    driver.answer(By("dealer", "dealer"), acts.Shuffled(0))
    for position in positions:
        for act in (acts.Sit(position, f"p{position}", 500_00), acts.Bet(position, "ante", 25_00)):
            driver.answer(By("dealer", "dealer"), act)
        driver.answer(By("dealer", "dealer"), acts.Bet(position, "pair-plus", 10_00))
    driver.answer(By("dealer", "dealer"), acts.Close())
    for _ in positions:
        driver.answer(By("dealer", "dealer"), acts.Falls((UNSEEN,) * 3))
    return driver


def test_every_choice_that_a_clause_leaves_says_what_it_moves_before_it_is_declared(floor: Lab) -> None:
    """003:8397: a misdeal returns all, or Ante and Play alone; 003:8339: whose wagers are lost is said first."""
    driver = three_cards(1, 2)
    with floor.storage.reading() as conn:
        who = floor.house.people.get(conn, "supervisor")
    before = driver.table.chips(1)
    misdeal = rulings.ruling(live_of(driver), who, "misdeal")
    assert [moved for _, _, moved in misdeal.choices] == ["Return $70.00.", "Return $50.00."]
    assert misdeal.decides == "supervisor"
    leaves = rulings.ruling(live_of(driver), who, "player-leaves")
    assert (leaves.positions, leaves.position) == ((1, 2), 0)
    assert [moved for _, _, moved in leaves.choices] == ["", ""], "nobody was named"
    leaves = rulings.ruling(live_of(driver), who, "player-leaves", position=2)
    assert [moved for _, _, moved in leaves.choices] == ["Collect $35.00.", "No chips move."]
    assert driver.table.chips(1) == before


def dealt_blackjack(cards: str) -> Driver:
    """One patron's hand by these open cards, up to his first decision."""
    driver = Driver(open_game(PLACE, "blackjack"), mode="dealer")
    entropy, hands = SeededEntropy("6"), iter(parse_cards(cards))
    begun = iter((acts.Sit(1, "player", 500_00), acts.Bet(1, "blackjack", 25_00), acts.Close()))
    while not isinstance(driver.pending, Decide):
        up = isinstance(driver.pending, Card) and driver.pending.face == "up"
        act = next(begun) if isinstance(driver.pending, Betting) else bots.fact(entropy, driver)
        driver.answer(By("dealer", "dealer"), acts.Fall(next(hands)) if up else act)
    return driver


def test_what_a_player_decides_is_not_given_to_the_supervisor(floor: Lab) -> None:
    """003:679: a card that was asked for and not dealt; the hand called dead gives the wager back."""
    driver = dealt_blackjack("9h 6s 7d Tc")
    with floor.storage.reading() as conn:
        who = floor.house.people.get(conn, "supervisor")
    missed = rulings.ruling(live_of(driver), who, "requested-card-missed")
    assert (missed.decides, missed.position, missed.note) == (
        "player",
        1,
        "Nothing has changed yet. The player decides after it is declared.",
    )
    assert [moved for _, _, moved in missed.choices] == ["No chips move.", "Return $25.00."]
    driver.answer(By("dealer", "dealer"), acts.Chosen("stand", 1))
    early = rulings.ruling(live_of(driver), who, "dealer-overdraws")
    assert early.refused and early.note != "Nothing has changed yet. The pit is told.", "he has not drawn yet"
    button = render.macro(PARTS, "ruling", screen_of(floor, driver, ruling=early), "")
    assert 'data-declare="dealer-overdraws" aria-disabled="true"' in button


def test_a_ruling_for_the_player_is_asked_of_him(floor: Lab) -> None:
    driver = dealt_blackjack("9h 6s 7d Tc")
    driver.declare(By("dealer", "dealer"), "requested-card-missed")
    shown = screen_of(floor, driver)
    assert shown.asks == "Ask position 1 to choose" and shown.note.startswith("A card that a player asked for")
