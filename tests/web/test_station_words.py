"""A station and a dealer's screen say what is so: the least wager, what is waited for, voids, tips, odds."""

import re
from collections.abc import Iterator
from html import unescape
from types import SimpleNamespace

import msgspec
import pytest

from croupier.equipment.cards import parse_cards
from croupier.equipment.shoe import UNSEEN
from croupier.games import open_game
from croupier.house.people.persons import Person
from croupier.house.tables.life import CLOSING, FloorTable, Settings
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.events import Ruled, Settled, Voided
from croupier.rounds.requests import Amount, Choice, Decide
from croupier.web.dealer.step import lies
from croupier.web.dealer.view import act_words
from croupier.web.dealer.view import dealer as dealer_screen
from croupier.web.felt import kinds
from croupier.web.felt.addressed import to_dealer
from croupier.web.felt.reasons import of_round
from croupier.web.felt.recent_rounds import Played
from croupier.web.felt.seven_spot import phone
from croupier.web.felt.seven_spot.spots import lettered
from croupier.web.felt.shown import Chips, Hand, Seat
from croupier.web.kit import render
from croupier.web.kit.guard import SESSION
from croupier.web.kit.render import aloud
from croupier.web.station import compose as pages
from croupier.web.station.decisions import Asked
from croupier.web.station.pages import _Told
from croupier.web.station.view import station

from .lab import PLACE, Lab, csrf, lab

TABLE = "BJ-101"
PATRON = Person("2001", "Pat", "player", True, False)


def live_of(driver: Driver) -> SimpleNamespace:
    mode = "electronic" if driver.table.electronic else "dealer"
    game = driver.game.posting.rulebook.game
    table = FloorTable("X-1", PLACE, game, "Pit 1", mode, "open", "X-1.1", 1, "", 0, Settings(demo=True))
    return SimpleNamespace(driver=driver, table=table, held=(), ready=set(), turns=None, occupancy=1)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("care"), "blackjack", "three-card-poker") as made:
        yield made


def test_a_chip_under_the_least_places_the_least_and_says_so(floor: Lab) -> None:
    player = floor.browser("player")
    player.post("/tables/BJ-101/sit", data={"csrf": player.headers["x-csrf"]})
    act = f"/tables/{TABLE}/act"
    bet = {"action": "bet", "wager": "blackjack", "amount": 500}
    given = player.post(act, json=bet, headers={"x-command": "small-chip"})
    assert given.status_code == 200, given.text
    assert given.json()["said"] == "The least here is $10: $10 placed."
    again = player.post(act, json=bet, headers={"x-command": "small-chip"})
    assert again.status_code == 200  # sent twice, it acts once
    more = player.post(act, json=bet)  # on top of a wager a small chip is a small chip
    assert "said" not in more.json()
    with_more = player.get(f"/tables/{TABLE}").text
    assert "$15" in with_more
    assert player.post(act, json={"action": "take"}).status_code == 200
    # a program says what it means: nothing is made of it
    seat = next(
        p.number for p in floor.do(lambda: floor.house.table(TABLE)).driver.felt.positions if p.patron == "player"
    )
    wanted = {"act": {"act": "bet", "position": seat, "wager": "blackjack", "amount": 500}}
    assert floor.program("player").post(f"/api/v1/tables/{TABLE}/acts", json=wanted).status_code == 422


def test_a_chip_over_the_only_amount_of_a_wager_places_that_amount(floor: Lab) -> None:
    player = floor.browser("player-2")
    player.post(f"/tables/{TABLE}/sit", data={"csrf": player.headers["x-csrf"]})
    act = f"/tables/{TABLE}/act"
    assert player.post(act, json={"action": "bet", "wager": "blackjack", "amount": 2500}).status_code == 200
    given = player.post(act, json={"action": "bet", "wager": "progressive", "amount": 2500})
    assert given.json()["said"] == "This wager is exactly $5: $5 placed."
    more = player.post(act, json={"action": "bet", "wager": "progressive", "amount": 500})
    assert more.status_code == 422 and "Wager exactly $5.00" in more.text
    player.post(f"/tables/{TABLE}/act", json={"action": "clear"})
    player.post(f"/tables/{TABLE}/leave", data={"csrf": player.headers["x-csrf"]})


def test_what_the_tray_locks_says_the_reason_of_now(floor: Lab) -> None:
    def titles(page: str) -> set[str]:
        tray = page.split('id="s-tray"')[1].split("</section>")[0]
        return {unescape(why) for why in re.findall(r'aria-disabled="true" title="([^"]+)"', tray)}

    assert titles(floor.anybody().get(f"/tables/{TABLE}").text) == {"You are watching."}
    player = floor.browser("player-2")
    player.post(f"/tables/{TABLE}/sit", data={"csrf": player.headers["x-csrf"]})
    open_ = titles(player.get(f"/tables/{TABLE}").text)
    assert "Nothing to take back" in open_ and "You are watching." not in open_
    player.post(f"/tables/{TABLE}/leave", data={"csrf": player.headers["x-csrf"]})


def test_rules_and_seat_of_a_station_name_everything_as_people_do(floor: Lab) -> None:
    page = unescape(floor.anybody().get(f"/tables/{TABLE}").text)
    assert "<span>Ace and a jack against the dealer's jack</span>" in page
    assert "<dt>Progressive</dt><dd>Blazing 7's Progressive</dd>" in page.replace("\u2011", "-")
    page = floor.anybody().get("/tables/TCP-101").text
    assert "<span>Dealer does not qualify</span>" in page and "No qualify" not in page


def test_who_has_no_chips_left_reads_so_and_brings_some(floor: Lab) -> None:
    client, badge = floor.guest()
    path, page = "/api/v1/tables/TCP-101", floor.anybody(cookie=f"{SESSION}={client.headers['authorization'][7:]}")
    seat = client.get(path).json()["positions"][0]["number"]

    def does(**act: object) -> None:
        assert client.post(f"{path}/acts", json={"act": {"position": seat, **act}}).status_code == 200

    does(act="sit", patron=badge, chips=1000)
    does(act="bet", wager="ante", amount=1000)
    client.post(f"{path}/ready", json={}).raise_for_status()
    does(act="chosen", name="fold")
    station_ = page.get("/tables/TCP-101").text
    page.headers["x-csrf"] = csrf(station_)
    bar = station_.split('id="s-bar"')[1].split("</section>")[0]
    assert 'action="/tables/TCP-101/money"' in bar and "You have $0; wagers begin at $10" in bar
    assert 'title="They cost $10; you have $0"' in station_
    bet = {"act": {"act": "bet", "position": seat, "wager": "ante", "amount": 1000}}
    assert client.post(f"{path}/acts", json=bet).status_code == 422
    told = page.post("/tables/TCP-101/act", json={"action": "bet", "wager": "ante", "amount": 1000})
    assert "You have $0.00, not $10.00. Wager less, or bring chips" in told.text
    money = page.get("/tables/TCP-101/money").text
    assert "Take $1,000\n  in demo chips" in money
    assert page.post("/tables/TCP-101/money/demo").headers["location"] == "/tables/TCP-101"
    assert floor.do(lambda: floor.house.table("TCP-101")).driver.table.chips(seat) == 100_000
    again = page.post("/tables/TCP-101/money/demo")
    assert again.status_code == 422 and "You have demo chips enough." in again.text
    does(act="leave")


def test_who_is_ready_before_the_others_reads_whom_the_table_waits_for(floor: Lab) -> None:
    table, seated = "TCP-101", [floor.browser(badge) for badge in ("player", "player-2")]
    for client in seated:
        client.post(f"/tables/{table}/sit", data={"csrf": client.headers["x-csrf"]})
        bet = {"action": "bet", "wager": "ante", "amount": 2500}
        assert client.post(f"/tables/{table}/act", json=bet).status_code == 200
    with seated[0].websocket_connect(f"/tables/{table}/live") as socket:
        assert "Wagers open" in socket.receive_json()["fragments"]["s-status"]
        # The socket alone tells it: what an answer drew would stay, as the socket holds "Wagers open" for shown.
        assert seated[0].post(f"/tables/{table}/act", json={"action": "ready"}).json()["fragments"] == {}
        told = socket.receive_json()["fragments"]
        assert all("Waiting for 1 other patron" in told[part] for part in ("s-status", "s-bar"))
    assert seated[1].post(f"/tables/{table}/act", json={"action": "ready"}).json()["fragments"] == {}


def test_before_the_shuffle_everybody_sits_down_and_reads_what_the_dealer_does(floor: Lab) -> None:
    by_hand = "TCP-111"

    def card() -> str:
        page = floor.anybody().get("/?house=hard-rock-cincinnati").text
        return page.split(f"{by_hand}</span>")[1].split("</article>")[0]

    def driver() -> Driver:
        return floor.do(lambda: floor.house.table(by_hand)).driver

    assert "Sit down" in card()
    assert "Waits" not in card()
    player = floor.browser("player-2")
    watched = player.get(f"/tables/{by_hand}").text
    assert "The dealer shuffles." in watched
    assert "Sit down meanwhile; wagers open next" in watched
    answer = player.post(f"/tables/{by_hand}/sit", data={"csrf": player.headers["x-csrf"]})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{by_hand}")
    assert [p.patron for p in driver().felt.positions if p.patron] == ["player-2"]
    page = player.get(f"/tables/{by_hand}").text
    assert "The dealer shuffles." in page
    assert "Sit down meanwhile" not in page
    assert player.get(f"/tables/{by_hand}/money").text.count("A round is being played") == 0
    screen = floor.browser("dealer").get(f"/deal/{by_hand}").text
    assert "Seat a patron" in screen
    assert player.post(f"/tables/{by_hand}/leave", data={"csrf": player.headers["x-csrf"]}).headers["location"] == "/"
    assert not any(p.patron for p in driver().felt.positions)
    player.post(f"/tables/{by_hand}/sit", data={"csrf": player.headers["x-csrf"]})
    floor.program("dealer").post(f"/api/v1/tables/{by_hand}/acts", json={"act": {"act": "shuffled", "cut": 0}})
    assert driver().betting
    assert floor.do(lambda: floor.house.table(by_hand)).occupancy == 1


def test_a_voided_round_says_so_on_felt_and_phone_with_ruling_clause_and_what_went_back() -> None:
    driver = Driver(open_game(PLACE, "three-card-poker"), mode="dealer")
    dealer, patron = By("dealer", "1"), By("player", "2001")
    driver.answer(dealer, acts.Shuffled(0))
    driver.answer(patron, acts.Sit(3, "2001", 100_000))
    driver.answer(patron, acts.Bet(3, "ante", 2500))
    driver.answer(dealer, acts.Close())
    driver.answer(dealer, acts.Falls((UNSEEN,) * 3))
    round_ = driver.felt.round
    when = next(
        i.when
        for i in driver.game.posting.irregularities()
        if i.remedy.ruling == "void-round" and i.when in driver.declarable()
    )
    happened = driver.declare(By("supervisor", "2"), when)
    recorded = [e for e in happened if isinstance(e, Settled | Ruled | Voided)]
    played = Played(round_, 0, 0, recorded, whose=["2001"] * len(recorded))
    assert any(isinstance(e, Voided) for e in played.events)
    view = station(live_of(driver), PATRON, [played], 100_000, "House")  # type: ignore[arg-type]
    seat = next(s for s in view.seats if s.own)
    assert (seat.pill, seat.pill_kind) == ("returned $25", "void")
    assert [(hand.kind, hand.label) for hand in seat.hands] == [("void", "Void")]
    felt = pages.felt_of(view)
    assert felt.desk.count("struck") == felt.phone.count("struck") == 2
    shown = view.why[0]
    assert shown.note.startswith("void, ")
    ruling, wager = shown.reasons
    ruled = next(e for e in played.events if isinstance(e, Ruled))
    assert (ruling.state, ruling.amount, ruling.clauses) == ("voided", "returned $25.00", (ruled.clause,))
    assert ruling.sentence == ruled.says
    assert (wager.title, wager.state, wager.amount) == ("Ante", "void", "$25.00")
    assert "returned $25.00" in pages.part("last", view, "")
    assert view.closed_words == ("The dealer shuffles.", "Wagers open next")
    assert ruled.clause in view.said[0]
    assert "+$0.00" not in " ".join(view.said)


def test_what_the_dealers_win_is_not_the_patrons() -> None:
    posting = open_game(PLACE, "blackjack").posting
    tip = Settled(2, "trilux", "", 500, "won", "flush", 1000, "2 to 1", table="lucky-george", to="toke-pool")
    won = Settled(2, "trilux", "", 500, "won", "flush", 9000, "18 to 1")
    shown = of_round(posting, Played(1, 0, 0, [won, tip], whose=["guest"] * 2), "guest", kinds.of("seven"))
    assert shown.amount == "+$90.00"
    assert [(r.state, r.amount) for r in shown.reasons] == [("toke", "$10.00"), ("won", "+$90.00")]


@pytest.mark.parametrize(
    ("to_patron", "to_house"),
    [
        ("Your 19 beats the dealer's 18.", "The patron's 19 beats the dealer's 18."),
        ("You hold 9s 8s 7s, a straight flush.", "The patron holds 9s 8s 7s, a straight flush."),
        ("Back to Life: your 18 against the dealer's 17.", "Back to Life: the patron's 18 against the dealer's 17."),
        ("The dealer went over 21 with 25.", "The dealer went over 21 with 25."),
    ],
)
def test_the_dealer_reads_about_the_patron_not_to_him(to_patron: str, to_house: str) -> None:
    assert to_dealer(to_patron) == to_house


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (acts.Saw(False), "no blackjack"),
        (acts.Reads(100), "the meter's reading"),
        (acts.Done(), "the step done last"),
        (acts.Landed("17"), "ball in 17"),
        (acts.Staked(500, 3), "$5, position 3"),
    ],
)
def test_undo_names_what_it_takes_back(act: acts.Act, words: str) -> None:
    assert act_words(act, kinds.of("roulette")) == words


def test_a_dealer_who_does_not_deal_here_has_nothing_to_press() -> None:
    driver = Driver(open_game(PLACE, "three-card-poker"), mode="dealer")
    live = live_of(driver)
    live.table = msgspec.structs.replace(live.table, dealer="dealer")
    there = dealer_screen(live, Person("dealer", "D", "dealer", True, False), [], "House")  # type: ignore[arg-type]
    assert (there.kind, [a.title for a in there.actions]) == ("shuffle", ["Shuffled and cut"])
    other = dealer_screen(live, Person("dealer-2", "E", "dealer", True, False), [], "House")  # type: ignore[arg-type]
    assert (other.asks, other.kind, other.actions, other.undo) == (there.asks, "wait", (), "")
    assert other.alert == "Badge dealer deals here. You look on."
    assert not any(item.possible for item in other.irregularities)


def test_a_card_that_lies_on_the_table_is_said_in_full() -> None:
    assert [lies(to) for to in ("dealer", "3", "burn", "")] == [
        "lies at the dealer's place",
        "lies at position 3",
        "is burned",
        "is dealt",
    ]


def test_a_screen_reader_hears_cards_by_their_names() -> None:
    assert aloud("You hold 5s 4s, against K♥ and 10d.") == (
        "You hold five of spades four of spades, against king of hearts and ten of diamonds."
    )


def test_a_ruling_that_is_the_supervisors_is_told_to_player_and_dealer_in_whole_words() -> None:
    driver = Driver(open_game(PLACE, "three-card-poker"), mode="dealer")
    for act in (
        acts.Shuffled(0),
        acts.Sit(2, PATRON.badge, 500_00),
        acts.Bet(2, "ante", 10_00),
        acts.Close(),
    ):
        driver.answer(By("dealer", "dealer"), act)
    driver.declare(By("dealer", "dealer"), "misdeal")
    live = live_of(driver)
    live.table = msgspec.structs.replace(live.table, dealer="dealer")
    assert station(live, PATRON, [], 490_00, "House").status == "The supervisor decides"  # type: ignore[arg-type]
    dealer = dealer_screen(live, Person("dealer", "D", "dealer", True, False), [], "House")  # type: ignore[arg-type]
    assert isinstance(driver.pending, Decide)
    assert (dealer.asks, dealer.note) == ("The supervisor decides", driver.pending.question)


@pytest.mark.parametrize(("game", "wagers"), [("three-card-poker", "ante"), ("let-it-ride", "bet-1 bet-2 bet-3")])
def test_on_a_phone_the_circles_lie_where_they_lay_when_the_cards_come(game: str, wagers: str) -> None:
    driver = Driver(open_game(PLACE, game), chance=Chance())
    driver.answer(By("player", PATRON.badge), acts.Sit(2, PATRON.badge, 100_000))

    def drawn() -> tuple[str, list[tuple[str, str]]]:
        shown = phone.own(station(live_of(driver), PATRON, [], 100_000, "House"))  # type: ignore[arg-type]
        return shown, sorted(re.findall(r'data-wager="([^"]+)" data-at="([^"]+)"', shown))

    empty, places = drawn()
    assert "Tap a circle" in empty and len(places) > 1
    for wager in wagers.split():
        driver.answer(By("player", PATRON.badge), acts.Bet(2, wager, 25_00))
    driver.answer(By("chance"), acts.Close())
    dealt, after = drawn()
    assert "Tap a circle" not in dealt and dealt.count("<use") > empty.count("<use")
    assert after == places


def test_a_multiple_is_said_once_on_its_button() -> None:
    driver = Driver(open_game(PLACE, "ultimate-texas-holdem"), chance=Chance())
    for act in (acts.Sit(2, PATRON.badge, 100_000), acts.Bet(2, "ante", 25_00), acts.Bet(2, "blind", 25_00)):
        driver.answer(By("player", PATRON.badge), act)
    driver.answer(By("chance"), acts.Close())
    shown = station(live_of(driver), PATRON, [], 95_000, "House").actions  # type: ignore[arg-type]
    assert [(a.title, a.cost) for a in shown[:2]] == [("Play 3 times", "Adds $75.00"), ("Play 4 times", "Adds $100.00")]


def test_a_closing_table_tells_its_player_that_it_takes_no_more_wagers() -> None:
    driver = Driver(open_game(PLACE, "blackjack"), chance=Chance())
    driver.answer(By("player", "2001"), acts.Sit(2, "2001", 100_000))
    live = live_of(driver)
    live.table = msgspec.structs.replace(live.table, state=CLOSING)
    view = station(live, PATRON, [], 100_000, "House")  # type: ignore[arg-type]
    assert view.status == "Closing, no more wagers"
    assert not view.wagering
    assert not any(spot.open for spot in view.spots)
    assert [(a.open, a.why) for a in view.actions] == [(False, "This table is closing")]
    tray = pages.part("tray", view, "")
    assert "This table is closing: no more wagers." in tray
    assert "Tap an area" not in tray


def test_the_discard_rack_holds_what_lies_nowhere_on_the_table() -> None:
    driver = Driver(open_game(PLACE, "three-card-poker"), mode="dealer")
    dealer, patron = By("dealer", "1"), By("player", "2001")
    driver.answer(dealer, acts.Shuffled(0))
    driver.answer(patron, acts.Sit(3, "2001", 100_000))
    driver.answer(patron, acts.Bet(3, "ante", 2500))
    driver.answer(dealer, acts.Close())

    def discards() -> int:
        return int(station(live_of(driver), PATRON, [], 100_000, "House").discards)  # type: ignore[arg-type]

    before = discards()
    driver.answer(dealer, acts.Falls((UNSEEN,) * 3))
    assert discards() == before  # they lie in front of the patron
    driver.felt.positions[2].hands[0].cards.clear()
    assert discards() == before + 3


def test_who_is_ready_reads_whom_the_table_waits_for() -> None:
    driver = Driver(open_game(PLACE, "blackjack"), chance=Chance())
    for number, name in ((2, "2001"), (3, "2002")):
        driver.answer(By("player", name), acts.Sit(number, name, 100_000))
        driver.answer(By("player", name), acts.Bet(number, "blackjack", 1000))
    live = live_of(driver)
    assert station(live, PATRON, [], 100_000, "House").status == "Wagers open"  # type: ignore[arg-type]
    live.ready = {"2001"}
    view = station(live, PATRON, [], 100_000, "House")  # type: ignore[arg-type]
    assert view.status == "Waiting for 1 other patron"
    assert [(a.open, a.why) for a in view.actions] == [(False, "Waiting for 1 other patron")]
    assert "Waiting for 1 other patron" in pages.part("last", view, "")
    live.ready = {"2001", "2002"}  # a moment before the cards
    assert station(live, PATRON, [], 100_000, "House").status == "Everybody is ready"  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "high"), [("let-it-ride", 178), ("blackjack", 178), ("texas-holdem-bonus", 236)])
def test_a_phone_keeps_no_room_for_a_dealer_who_has_no_hand(game: str, high: int) -> None:
    driver = Driver(open_game(PLACE, game), chance=Chance())
    view = station(live_of(driver), PATRON, [], 100_000, "House")  # type: ignore[arg-type]
    assert f'viewBox="0 0 390 {high}"' in phone.top(view)
    assert min(float(size) for size in re.findall(r'<text font-size="([\d.]+)"', phone.top(view))) > 10
    assert bool(view.dealer_label) == (game != "let-it-ride")


def test_names_on_a_phone_lie_beside_the_cards_and_inside_the_felt() -> None:
    full = Hand(cards=tuple(parse_cards("Tc 4c")), label="Full house, sevens over tens")
    view = station(live_of(Driver(open_game(PLACE, "texas-holdem-bonus"))), PATRON, [], 0, "House")  # type: ignore[arg-type]
    drawn = phone.top(msgspec.structs.replace(view, dealer=full))
    lines = re.findall(r'<text x="([\d.]+)"[^>]*text-anchor="end"[^>]*>([^<]+)<', drawn)
    assert " ".join(words for _, words in lines) == "Dealer Full house, sevens over tens"
    assert all(float(x) - len(words) * 7.3 > 0 for x, words in lines)
    view = station(live_of(Driver(open_game(PLACE, "criss-cross-poker"))), PATRON, [], 0, "House")  # type: ignore[arg-type]
    held = Hand(cards=tuple(parse_cards("7s 6d")))
    chips = tuple(Chips(wager=spot.wager, amount=2500, own=True) for spot in view.spots)
    drawn = phone.own(
        msgspec.structs.replace(view, seats=(Seat(position=1, taken=True, own=True, hands=(held,), chips=chips),))
    )
    for x, given, words in re.findall(r'<text x="([\d.]+)"([^>]*)>([^<]+)</text>', drawn):
        size = float(re.search(r'font-size="([\d.]+)"', given)[1])  # type: ignore[index]
        if "end" in given and size < 11:
            assert float(x) - len(words) * 5.7 > 187, words  # two cards of 98 end there


def test_a_wager_in_play_says_what_it_waits_for_and_what_it_pays() -> None:
    driver = Driver(open_game(PLACE, "craps"), chance=Chance())
    patron = By("player", "2001")
    driver.answer(patron, acts.Sit(2, "2001", 100_000))
    driver.answer(patron, acts.Bet(2, "pass", 2500))
    driver.answer(patron, acts.Bet(2, "field", 2500))
    driver.felt.memo["point"] = 0
    shown = station(live_of(driver), PATRON, [], 100_000, "House").why[0]  # type: ignore[arg-type]
    assert next((r.title, r.sentence, r.terms) for r in shown.reasons) == (
        "Pass Bet",
        "Waits for the come-out roll.",
        "Pays 1 to 1.",
    )
    assert shown.reasons[1].sentence == "Waits for the next roll."
    driver.felt.memo["point"] = 6
    shown = station(live_of(driver), PATRON, [], 100_000, "House").why[0]  # type: ignore[arg-type]
    assert shown.reasons[0].sentence == "Waits for 6 or a seven."


def test_a_roll_that_settles_nothing_is_announced() -> None:
    driver = Driver(open_game(PLACE, "craps"), chance=Chance())
    driver.answer(By("player", "2001"), acts.Sit(2, "2001", 100_000))
    view = station(live_of(driver), PATRON, [], 100_000, "House")  # type: ignore[arg-type]
    told = _Told(view.journal)
    told.view = view
    assert "say" not in told.extra()
    told.view = msgspec.structs.replace(view, round=view.round + 1, dice=(4, 2), point=6)
    assert told.extra()["say"] == ["Roll 4 and 2, 6. The point is 6. Nothing of yours is settled."]
    told.view = msgspec.structs.replace(view, round=view.round + 2, dice=(4, 2), point=6)  # the same again
    assert "say" in told.extra()


def test_less_than_double_names_its_range_and_insurance_offers_the_whole() -> None:
    driver = Driver(open_game(PLACE, "blackjack"), mode="dealer")
    asked = Asked(driver, 2, {2})
    asked.request = Decide(position=2, choices=(Choice("double", 2500), Choice("double-less", 100)))
    driver.table.sit(2, "2001", 100_000)
    asked.position = 2
    titles = {a.title: a.cost for a in asked.actions(live_of(driver), PATRON)}  # type: ignore[arg-type]
    assert titles["For less"] == "Adds $1 to $24"
    assert titles["Double"].startswith("Adds $25.00")
    asked.request = Amount(2, "insurance", 100, 1300, 100)
    whole = asked.actions(live_of(driver), PATRON)[0]  # type: ignore[arg-type]
    assert (whole.default, whole.least, whole.most) == (1300, 100, 1300)


def test_no_circle_is_lettered_with_a_word_that_names_nothing() -> None:
    assert lettered("house-money", "House Money") == "H Money"
    assert lettered("bet-the-set", "Bet the Set") == "The Set"


@pytest.mark.parametrize(
    ("whole_sentence", "said"),
    [
        ("Your 20 loses to the dealer's 21.", "Your 20 loses to the dealer's 21."),
        (
            "On 7s 5c Ad 9d 4d, your 2h Ah (pair of aces) beats the dealer's Ts 7d (pair of sevens).",
            "Your pair of aces beats the dealer's pair of sevens.",
        ),
        (
            "Your 4d 2c 8s 3d 7s (eight high) loses to the dealer's Td 6h 8h 5d 2d (ten high). The dealer's hand does "
            "not qualify: Play wins.",
            "The dealer's hand does not qualify: Play wins.",
        ),
    ],
)
def test_a_phone_has_two_lines_for_what_decided(whole_sentence: str, said: str) -> None:
    assert render.brief(whole_sentence) == said


def test_no_line_ends_within_odds_a_day_or_a_range_and_no_word_is_changed() -> None:
    says = "Pays up to 500 to 1 & more, $10 – $1,000, approved 2019-12-05, 3-4 times."
    kept = str(render.whole(says))
    assert re.findall(r'<span class="nowrap">([^<]+)<', kept) == ["500 to 1", "$10 – $1,000", "2019-12-05", "3-4"]
    assert re.sub(r"<[^>]+>", "", kept) == says.replace("&", "&amp;")
