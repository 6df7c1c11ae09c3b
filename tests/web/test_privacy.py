"""What one patron may see of another: every cell of the table in `docs/privacy.md`, at every game."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.demo.furnish import letters, playable
from croupier.house.people.persons import Person
from croupier.rounds import acts
from croupier.rounds.bots import Bot
from croupier.rounds.requests import Amount, Arrange, Betting, Decide, Together
from croupier.web.felt.shown import StationView
from croupier.web.station.pages import view_of

from .lab import Lab

GAMES = {game: place for place, game in playable()}
CHIPS = 900_00
DOC = Path(__file__).parents[2] / "docs" / "privacy.md"


class House(Lab):
    """One table of every game, and guests to sit at them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, ())
        self._games = [(place, game) for game, place in GAMES.items()]

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
