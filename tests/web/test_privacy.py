"""What one patron may see of another: every cell of the table in `docs/privacy.md`, at every game."""

import contextlib
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.demo.furnish import PASSWORD, letters, playable
from croupier.equipment.cards import card_name
from croupier.house.people.persons import Person
from croupier.rounds import acts
from croupier.rounds.bots import Bot
from croupier.rounds.requests import Amount, Arrange, Betting, Decide, Together
from croupier.web.felt.shown import StationView
from croupier.web.station.pages import view_of

from .lab import PLACE, Lab

GAMES = {game: place for place, game in playable()}
CHIPS = 900_00
DOC = Path(__file__).parents[2] / "docs" / "privacy.md"


class House(Lab):
    """One table of every game, and guests to sit at them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, ())
        self._games = [(place, game) for game, place in GAMES.items()]
        if (PLACE, "blackjack") not in self._games:
            self._games.append((PLACE, "blackjack"))  # with its stadium

    def table_of(self, game: str) -> str:
        with self.storage.reading() as conn:
            tables = self.house.tables.everyone(conn)
        return next(t.id for t in tables if t.game == game and t.id.startswith(letters(game)) and t.mode != "dealer")

    def arrives(self) -> tuple[Any, Person]:
        client, badge = self.guest()
        with self.storage.reading() as conn:
            return client, self.house.people.get(conn, badge)

    def does(self, table: str, who: Person, act: acts.Anything) -> None:
        self.do(lambda: self.house.answer(table, who, act))

    def driver(self, table: str) -> Any:
        return self.do(lambda: self.house.table(table)).driver

    def sees(self, table: str, who: Person | None) -> StationView:
        view: StationView = self.do(lambda: view_of(self.app.state.floor, table, who))
        return view

    def people_with_money(self) -> None:
        """Two patrons who bought chips at the cage, one of whom looks at whatever there is."""
        self.house.people.add_demo([(NAMED, "Zebedee", "player"), ("yolanda-1", "Yolanda", "player")], PASSWORD)
        for patron in (NAMED, "yolanda-1"):
            cash = {"act": "buy-in", "property": PLACE, "patron": patron, "cents": 900_00, "password": PASSWORD}
            assert self.program("cage").post("/api/v1/cage", json=cash).status_code == 200

    def plays_for_money(self, table: str, badge: str) -> None:
        with self.storage.reading() as conn:
            who = self.house.people.get(conn, badge)
        self.does(table, who, acts.Sit(1, badge, 500_00))
        self.plays(table, who, 1)

    def plays(self, table: str, who: Person, position: int) -> None:
        """One round, to its end, deciding whatever is asked."""
        bot, driver = Bot(position), self.driver(table)
        round_ = driver.felt.round
        bets = bot.wagers(driver)
        for bet in bets:
            answer = self.do(lambda bet=bet: _tried(self.house, table, who, bet))
            if answer and bet is not bets[-1] and driver.game.incomplete_free(driver.table, position):
                break
        self.do(lambda: self.house.ready(table, who, None))
        for _ in range(60):
            driver = self.driver(table)
            request = driver.pending
            if isinstance(request, Together):
                request = request.parts[0]
            if driver.felt.round > round_ and isinstance(request, Betting):
                if not driver.table.wagers(position=position):
                    return
                self.do(lambda: self.house.ready(table, who, None))  # at craps a wager may outlive the throw
                continue
            assert isinstance(request, Decide | Amount | Arrange), request
            bot.by = acts.By("player", who.badge)
            self.does(table, who, bot.decide(driver, request))
        raise AssertionError(f"the round at {table} never ended")


async def _tried(house: Any, table: str, who: Person, bet: acts.Bet) -> bool:
    try:
        await house.answer(table, who, bet)
    except Exception:
        return False
    return True


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("privacy")) as made:
        yield made


def _nothing_of_anybody(view: StationView, place: int) -> None:
    """A station at which its reader has not played yet."""
    assert view.why == view.history == view.totals == ()
    assert (view.same_wagers, view.on_table, view.take_back) == ("", 0, "")
    assert not [chips for chips in view.chips if chips.own]
    assert not any(re.search(r"\b(won|lost|push|returned)\b", line) for line in view.said), view.said
    for seat in view.seats:
        if seat.own:
            assert (seat.position, seat.pill, seat.chips) == (place, "You", ())
            assert not any(hand.cards or hand.label for hand in seat.hands)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_guest_never_sees_the_former_patrons_round_as_his_own(house: House, game: str) -> None:
    table, place = house.table_of(game), 2
    _, first = house.arrives()
    client, second = house.arrives()
    house.does(table, first, acts.Sit(place, first.badge, CHIPS))
    house.plays(table, first, place)
    theirs = house.sees(table, first)
    assert theirs.history
    house.does(table, first, acts.Leave(place))
    house.does(table, second, acts.Sit(place, second.badge, CHIPS))

    _nothing_of_anybody(house.sees(table, second), place)
    seen = client.get(f"/api/v1/tables/{table}").json()
    assert seen["positions"][place - 1]["hands"] == [{"cards": [], "state": "", "memo": {}}]
    assert first.badge not in json.dumps(seen)
    with client.websocket_connect(f"/api/v1/tables/{table}/events", headers=client.headers) as socket:
        told = socket.receive_json()
        assert first.badge not in json.dumps(told)
    page = client.get(f"/tables/{table}").text
    assert first.badge not in page
    assert client.get("/api/v1/audit/rounds").json() == []

    house.plays(table, second, place)
    after = house.sees(table, second)
    titles = {reason.title for reason in after.history}
    assert after.history and not titles & {reason.title for reason in theirs.history}


def test_who_comes_back_finds_his_own_rounds_again(house: House) -> None:
    table = house.table_of("blackjack")
    _, guest = house.arrives()
    house.does(table, guest, acts.Sit(4, guest.badge, CHIPS))
    house.plays(table, guest, 4)
    before = house.sees(table, guest).history
    house.does(table, guest, acts.Leave(4))
    house.does(table, guest, acts.Sit(5, guest.badge, 100_00))
    assert house.sees(table, guest).history == before != ()
    house.does(table, guest, acts.Leave(5))


def _three(house: House, game: str) -> tuple[str, Person, Person, Any]:
    """A patron who plays at position 1, one beside him at 3, and what the second's program reads with."""
    table = house.table_of(game)
    _, one = house.arrives()
    client, other = house.arrives()
    for person, place in ((one, 1), (other, 3)):
        house.does(table, person, acts.Sit(place, person.badge, CHIPS))
    return table, one, other, client


def _gone(house: House, table: str, *patrons: Person) -> None:
    for patron in patrons:
        for position in house.driver(table).felt.positions:
            if position.patron == patron.badge:
                house.does(table, patron, acts.Leave(position.number))


@pytest.fixture
def dealt(house: House) -> Iterator[tuple[str, Person, Person, Any]]:
    """Two patrons of three card poker, cards in their hands, the first asked."""
    table, one, other, client = _three(house, "three-card-poker")
    for person, place in ((one, 1), (other, 3)):
        house.does(table, person, acts.Bet(place, "ante", house.driver(table).game.posting.limits["ante"].least))
    for person in (one, other):
        house.do(lambda person=person: house.house.ready(table, person, None))
    yield table, one, other, client
    for person, place in ((one, 1), (other, 3)):
        pending = house.driver(table).pending
        if getattr(pending, "position", 0) == place:
            house.does(table, person, Bot(place).decide(house.driver(table), pending))
    _gone(house, table, one, other)


def test_cards_dealt_to_one_are_seen_by_nobody_else(house: House, dealt: Any) -> None:
    table, one, other, client = dealt
    assert all(
        card is None for card in client.get(f"/api/v1/tables/{table}").json()["positions"][0]["hands"][0]["cards"]
    )
    (own,) = [seat for seat in house.sees(table, one).seats if seat.own]
    assert None not in own.hands[0].cards
    for reader in (other, None):
        seat = house.sees(table, reader).seats[0]
        assert set(seat.hands[0].cards) == {None} and not seat.own


def test_wagers_on_the_layout_are_seen_by_everybody_and_named_as_nobodys(house: House, dealt: Any) -> None:
    table, _, other, client = dealt
    (wager,) = client.get(f"/api/v1/tables/{table}").json()["positions"][0]["wagers"]
    assert wager["kind"] == "ante"
    for reader in (other, None):
        (chips,) = house.sees(table, reader).seats[0].chips
        assert not chips.own and chips.amount == wager["stake"]


def test_who_plays_and_what_he_has_is_nobodys_business(house: House, dealt: Any) -> None:
    table, one, _, client = dealt
    seen = client.get(f"/api/v1/tables/{table}").json()
    assert (seen["positions"][0]["patron"], seen["positions"][0]["chips"]) == ("taken", None)
    assert seen["positions"][2]["chips"] is not None
    for reader in (client, house.anybody()):
        page = reader.get(f"/tables/{table}").text
        assert one.badge not in page


def test_what_one_is_asked_is_asked_of_nobody_else(house: House, dealt: Any) -> None:
    table, one, other, client = dealt
    assert client.get(f"/api/v1/tables/{table}").json()["asked"] is None
    assert not [a for a in house.sees(table, other).actions if a.id.startswith("choose")]
    assert [a for a in house.sees(table, one).actions if a.id.startswith("choose")]


def test_reasons_and_history_are_ones_own(house: House) -> None:
    table, one, other, _ = _three(house, "roulette")
    house.does(table, one, acts.Bet(1, "red", 25_00))
    house.do(lambda: house.house.ready(table, one, None))
    assert house.sees(table, one).history and house.sees(table, one).why
    for reader in (other, None):
        view = house.sees(table, reader)
        assert view.history == view.why == view.totals == ()
    _gone(house, table, one, other)


def test_the_end_of_a_round_at_a_place_is_seen_while_its_patron_sits_there(house: House) -> None:
    table, one, other, _ = _three(house, "dragon-bonus-baccarat-commission-free")
    house.does(table, one, acts.Bet(1, "player", house.driver(table).game.posting.limits["player"].least))
    house.do(lambda: house.house.ready(table, one, None))
    for reader in (other, None):
        assert house.sees(table, reader).seats[0].pill and not house.sees(table, reader).seats[0].own
    _gone(house, table, one)
    _, third = house.arrives()
    house.does(table, third, acts.Sit(1, third.badge, CHIPS))
    assert house.sees(table, other).seats[0].pill == ""
    _gone(house, table, third, other)


def test_a_station_asked_with_others_is_told_its_own_part_only() -> None:
    """Asked together, what others may put up tells what they have."""
    from croupier.games import open_table
    from croupier.rounds.view import request_for

    driver = open_table("hard-rock-cincinnati", "blackjack", mode="electronic")
    parts = tuple(Amount(n, "blackjack", 0, 1_000 * n) for n in (1, 2))
    for number in (1, 2):
        driver.table.sit(number, f"guest{number}", 0)
    driver._requests[-1] = Together(parts)
    told = request_for(driver, acts.By("player", "guest2"))
    assert told is not None and told["parts"] == [msgspec.to_builtins(parts[1])]
    assert request_for(driver, acts.By("player", "somebody")) is None


def test_every_cell_of_the_table_names_a_test_that_is_here() -> None:
    named = set(re.findall(r"`(test_\w+)`", DOC.read_text()))
    here = {name for name in globals() if name.startswith("test_")} | {"test_a_player_does_not_learn_who_else_plays"}
    assert named and named <= here


# ---- poker tables, and the stations of a stadium

STADIUM = "BJ-121"
NUMBERS = itertools.count(1)  # every test has a poker table of its own: some play its hand to the end
FACE = re.compile(r"^[2-9TJQKA][cdhs]$")


@pytest.fixture
def poker(house: House) -> tuple[str, dict[int, tuple[Any, Person]]]:
    """Three guests at a poker table, cards in their hands."""
    name = f"PRIV-{next(NUMBERS)}"
    game = {"form": "holdem", "limit": "no", "small": 300, "blinds": [100, 300], "property": "horseshoe-baltimore"}
    told = house.program("supervisor").post(
        "/api/v1/room/tables", json={"id": name, "demo": True, "pause_s": 30, "think_s": 0, **game}
    )
    assert told.status_code == 201, told.text
    path, seated = f"/api/v1/room/tables/{name}", {}
    for seat in (1, 2, 3):
        client, person = house.arrives()
        act = {"act": "sit", "seat": seat, "cents": 200_00}
        assert client.post(f"{path}/acts", json={"act": act}).status_code == 200
        seated[seat] = (client, person)
    house.clock.advance(60_000_000)
    for _ in range(3):
        house.do(house.app.state.floor.room_clock.look)
    assert seated[1][0].get(path).json()["playing"]
    return name, seated


def _game(house: House, name: str) -> Any:
    return house.do(lambda: house.app.state.floor.room.table(name)).game


def test_at_poker_a_stack_is_public_and_a_badge_is_not(house: House, poker: Any) -> None:
    name, seated = poker
    path = f"/api/v1/room/tables/{name}"
    for reader in (seated[2][0], house.program("player"), house.anybody()):
        pages = [reader.get(f"/room/tables/{name}").text]
        if reader.get(path).status_code == 200:
            pages.append(reader.get(path).text)
            seat = next(s for s in reader.get(path).json()["seats"] if s["seat"] == 1)
            assert seat["chips"] > 0
        for page in pages:
            assert seated[1][1].badge not in page


def test_at_poker_hole_cards_are_their_players_until_shown(house: House, poker: Any) -> None:
    name, seated = poker
    path = f"/api/v1/room/tables/{name}"
    for number, (client, _) in seated.items():
        seats = client.get(path).json()["seats"]
        assert len([card for card in seats[number - 1]["cards"] if FACE.match(card)]) == 2
        assert not any(FACE.match(str(card)) for s in seats if s["seat"] != number for card in s.get("cards", ()))
    for reader in (house.program("player"), house.program("supervisor")):
        seats = reader.get(path).json()["seats"]
        assert not any(FACE.match(str(card)) for s in seats for card in s.get("cards", ()))


def test_at_poker_what_one_may_do_is_told_to_him_alone(house: House, poker: Any) -> None:
    name, seated = poker
    path = f"/api/v1/room/tables/{name}"
    turn = _game(house, name).turn
    told = {number: client.get(path).json() for number, (client, _) in seated.items()}
    assert told[turn]["you"]["options"]
    assert all(not seen["you"]["options"] for number, seen in told.items() if number != turn)
    assert house.program("player").get(path).json()["you"] is None


def test_at_poker_who_takes_a_seat_after_somebody_has_none_of_his_hands(house: House, poker: Any) -> None:
    name, seated = poker
    path = f"/api/v1/room/tables/{name}"
    while _game(house, name).playing and _game(house, name).turn:
        turn = _game(house, name).turn
        act = {"act": "play", "seat": turn, "verb": "fold"}
        assert seated[turn][0].post(f"{path}/acts", json={"act": act}).status_code == 200
    first, _ = seated[1]
    assert first.post(f"{path}/acts", json={"act": {"act": "leave", "seat": 1}}).status_code == 200
    second, _ = house.arrives()
    answer = second.post(f"{path}/acts", json={"act": {"act": "sit", "seat": 1, "cents": 200_00}})
    assert answer.status_code == 200, answer.text
    assert second.get("/api/v1/audit/rounds").json() == []
    assert second.get(f"/api/v1/room/journals/{name}.1/hands/1").status_code == 403
    seen = second.get(f"/room/tables/{name}").text
    assert seated[1][1].badge not in seen


def test_a_station_is_told_nothing_of_the_one_beside_it(house: House) -> None:
    """A stadium deals one hand to all: cards are everybody's, wagers, chips and decisions each station's own."""
    guests = {number: house.arrives() for number in (4, 5)}
    for number, (_, person) in guests.items():
        house.does(STADIUM, person, acts.Sit(number, person.badge, CHIPS))
    with house.storage.reading() as conn:
        dealer = house.house.people.get(conn, "dealer-4")
    house.does(STADIUM, dealer, acts.Shuffled(300))
    while not house.driver(STADIUM).betting:
        house.does(STADIUM, dealer, acts.Fall(-1))
    (_, one), (beside, other) = guests[4], guests[5]
    house.does(STADIUM, one, acts.Bet(4, "blackjack", 25_00))
    for reader in (beside, house.program("player")):
        seen = reader.get(f"/api/v1/tables/{STADIUM}").json()
        place = seen["positions"][3]
        assert (place["patron"], place["chips"]) == ("taken", None)
        assert one.badge not in json.dumps(seen)
    for reader in (other, None):
        view = house.sees(STADIUM, reader)
        assert not [seat for seat in view.seats if seat.position == 4]
        assert not [chips for chips in view.chips if chips.own]
    assert one.badge not in beside.get(f"/tables/{STADIUM}").text
    assert [seat.position for seat in house.sees(STADIUM, one).seats if seat.own] == [4]
    house.does(STADIUM, one, acts.Take(4, "blackjack"))
    _gone(house, STADIUM, one, other)
    _, third = house.arrives()
    house.does(STADIUM, third, acts.Sit(4, third.badge, CHIPS))
    _nothing_of_anybody(house.sees(STADIUM, third), 4)


# ---- money, and every address that there is

NAMED = "zebedee-1"
READ = Path(__file__).parents[1] / "golden" / "urls.txt"
COSTLY = ("/odds", "/numbers", "/sign-in", "/rulebooks", "/results", "/studio", "/screenshots")


def test_no_address_tells_a_patron_of_anothers_money_or_play(house: House) -> None:
    """Whatever can be read, asked with the other's badge, table, ticket and round in its path and in its query."""
    house.people_with_money()
    table = "PRIV-M"
    given = {"id": table, "property": PLACE, "game": "three-card-poker", "bank": 100_000_00}
    assert house.program("manager").post("/api/v1/tables", json=given).status_code == 201
    for step in ("begin-opening", "open"):
        life = {"act": step, "password": PASSWORD}
        assert house.program("supervisor").post(f"/api/v1/tables/{table}/life", json=life).status_code == 200
    printed = house.program(NAMED).post("/api/v1/cage", json={"act": "ticket", "property": PLACE, "cents": 77_31})
    house.plays_for_money(table, NAMED)
    place = {"table_id": table, "table": table, "badge": NAMED, "patron": NAMED, "property": PLACE, "house": PLACE}
    place |= {
        "number": str(printed.json()["number"]),
        "journal": f"{table}.1",
        "round": "1",
        "game": "three-card-poker",
    }
    read = [line.split()[1] for line in READ.read_text().splitlines() if line.startswith("GET")]
    beside = house.program("yolanda-1")
    looked = set()
    for path in read:
        if path == "/api" or path.removeprefix("/api/v1").startswith(COSTLY):
            continue
        address = re.sub(r"\{(\w+)(:\w+)?\}", lambda found: place.get(found[1], "x"), path)
        answer = beside.get(address, params={"patron": NAMED, "badge": NAMED, "table": table})
        told = answer.text.replace(f"patron={NAMED}", "").replace(f"badge={NAMED}", "")
        if answer.status_code == 200:
            looked.add(address)
            assert "Zebedee" not in told and "77.31" not in told and "7731" not in told, address
    own = {"/", "/account", "/history", "/cage", "/room", f"/tables/{table}", f"/tables/{table}/money"}
    programs = {"me", "tables", f"tables/{table}", "audit/rounds", "coupons", "meters", "room", "poker-tournaments"}
    assert own | {f"/api/v1/{name}" for name in programs} <= looked


def test_a_socket_tells_whoever_has_left_no_more_than_who_watches(house: House) -> None:
    """Pages and programs that were opened from a seat stay open when it is given up: another's cards come over none."""
    table = house.table_of("three-card-poker")
    client, first = house.arrives()
    theirs, second = house.arrives()
    house.does(table, first, acts.Sit(1, first.badge, CHIPS))
    watcher = house.program("player")
    addresses = (f"/tables/{table}/live", f"/api/v1/tables/{table}/events")
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(client.websocket_connect(path, headers=client.headers)) for path in addresses]
        house.does(table, first, acts.Leave(1))
        house.does(table, second, acts.Sit(1, second.badge, CHIPS))
        house.does(table, second, acts.Bet(1, "ante", house.driver(table).game.posting.limits["ante"].least))
        house.do(lambda: house.house.ready(table, second, None))
        entry = house.driver(table).entry
        (own,) = [seat for seat in house.sees(table, second).seats if seat.own]
        drawn = [f"#card-{card_name(card)}" for card in own.hands[0].cards if card is not None]
        assert len(drawn) == 3 and all(card in theirs.get(f"/tables/{table}").text for card in drawn)
        for socket in sockets:
            heard = []
            while not heard or _entry(heard[-1]) < entry:
                heard.append(socket.receive_json())
            told = json.dumps(heard)
            assert second.badge not in told
            assert not [card for card in drawn if card in told or f'"{card.removeprefix("#card-")}"' in told]
        seen = client.get(f"/api/v1/tables/{table}").json()
        for told in (seen, watcher.get(f"/api/v1/tables/{table}").json()):
            assert set(told["positions"][0]["hands"][0]["cards"]) == {None}
            assert (told["positions"][0]["patron"], told["positions"][0]["chips"]) == ("taken", None)
    house.does(table, second, Bot(1).decide(house.driver(table), house.driver(table).pending))
    _gone(house, table, second)


def _entry(told: dict[str, Any]) -> int:
    return int(told.get("entry", 0))
