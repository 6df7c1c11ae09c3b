"""What a player is sent depends on nothing that he may not see.

Rounds are played through the house with seeded chance. Whenever a table waits for somebody, every answer that a
player, a patron without a seat and a passer-by can get is taken twice: as the table stands, and with every card
that this reader may not see (other hands, the dealer's hole cards, the order of the shoe) exchanged for another.
The bytes must be the same. Exchanging a card that he does see must change them, or the comparison sees nothing.
"""

import contextlib
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.demo import players as bots
from croupier.equipment.cards import card_names
from croupier.equipment.shoe import UNSEEN
from croupier.house.people.persons import Person
from croupier.rounds import acts, refusal
from croupier.rounds.driver import Driver
from croupier.rounds.felt import Felt, Hand
from croupier.web.draw.cards import card_symbol

from .lab import Lab, lab

GAMES = (
    "blackjack",
    "crazy-four-poker",
    "criss-cross-poker",
    "dj-wild-stud-poker",
    "four-card-poker",
    "high-card-flush",
    "i-luv-suits-poker",
    "let-it-ride",
    "mini-midi-baccarat",
    "mississippi-stud",
    "pai-gow-poker",
    "texas-holdem-bonus",
    "three-card-poker",
    "ultimate-texas-holdem",
    "zombie-blackjack",
)
SEATS = (2, 4)
LOOKS, ACTS_MAX = 2, 60


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("secrets"), *GAMES) as made:
        yield made


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[Lab]:
    """A house of the test's own, where rounds are left as they stand."""
    with lab(tmp_path, *GAMES) as made:
        yield made


# A page's own token is salted anew each time; it follows from the session and from nothing at the table.
TOKEN = re.compile(rb"\b[0-9a-f]{56}\b")


class Reader:
    """Somebody who looks at a table in every way there is."""

    def __init__(self, floor: Lab, table: str, kind: str) -> None:
        self.kind, self.table, self.badge = kind, table, ""
        self.client, self.floor = floor.anybody(), floor.app.state.floor
        if kind != "passer-by":
            self.client, self.badge = floor.guest()

    def __repr__(self) -> str:
        return self.kind

    def answers(self) -> dict[str, bytes]:
        self.floor.seen.forget()  # cards are exchanged behind the table's back
        at, found = self.table, {}
        paths = [f"/tables/{at}", "/api/v1/tables", f"/api/v1/tables/{at}", f"/api/v1/tables/{at}/rules"]
        paths += ["/history", "/api/v1/audit/rounds", f"/audit/search?table={at}", f"/deal/{at}", f"/pit/{at}"]
        paths += [f"/audit/{at}/{at}.1/1", f"/api/v1/audit/journals/{at}.1/entries", "/api/v1/audit/log"]
        for path in paths:
            found[path] = TOKEN.sub(b"", self.client.get(path).content)
        tries: list[tuple[str, Any]] = [(f"/tables/{at}/act", {"action": "choose:everything"})]
        tries += [(f"/tables/{at}/act", {"action": "arrange", "cards": "As Ks"})]
        for act in (
            {"act": "close"},
            {"act": "fall", "card": 7},
            {"act": "undone", "entry": 1},
            {"act": "saw", "yes": True},
        ):
            tries.append((f"/api/v1/tables/{at}/acts", {"act": act}))
        for path, body in tries:
            answer = self.client.post(path, json=body)
            assert answer.status_code >= 400, (path, body)
            found[f"{path} {json.dumps(body)}"] = answer.content
        for path in (f"/tables/{at}/live", f"/tables/{at}/live?phone=1", f"/api/v1/tables/{at}/events"):
            if self.badge or "api" not in path:
                with self.client.websocket_connect(path) as socket:
                    found[path] = TOKEN.sub(b"", socket.receive_text().encode())
        return found


def hands(felt: Felt, badge: str) -> Iterator[tuple[Hand, bool]]:
    """Every hand on the layout, and whether it is this patron's."""
    yield felt.dealer, False
    for hand in felt.places.values():
        yield hand, False
    for position in felt.positions:
        for hand in position.hands:
            yield hand, bool(badge) and position.patron == badge


def faces(felt: Felt, badge: str, *, seen: bool) -> list[tuple[Hand, int]]:
    """The cards that this patron sees, or those that he does not."""
    return [
        (hand, place)
        for hand, own in hands(felt, badge)
        for place, card in enumerate(hand.cards)
        if card != UNSEEN and (hand.faces[place] == "u" or (hand.faces[place] == "o" and own)) == seen
    ]


@contextlib.contextmanager
def exchanged(driver: Driver, places: list[tuple[Hand, int]]) -> Iterator[None]:
    """The table with other cards in these places, and the rest of the shoe in another order."""
    felt = driver.felt
    before = [hand.cards[place] for hand, place in places]
    shoes = [list(shoe.seen) for shoe in felt.shoes]
    lying = {card for hand, _ in hands(felt, "") for card in hand.cards}
    free = [card for card in range(52) if card not in lying]
    orders = dict(driver.chance._orders) if driver.chance else {}
    try:
        for number, (hand, place) in enumerate(places):
            hand.cards[place] = free[(number * 7) % len(free)]
        for shoe in felt.shoes:
            shoe.seen = [(card + 5) % 52 for card in shoe.seen]
        for name, order in orders.items():
            driver.chance._orders[name] = bytes(reversed(order))  # type: ignore[union-attr]
        yield
    finally:
        for (hand, place), card in zip(places, before):
            hand.cards[place] = card
        for shoe, known in zip(felt.shoes, shoes):
            shoe.seen = known
        if driver.chance:
            driver.chance._orders.update(orders)


def check(reader: Reader, driver: Driver) -> int:
    """Compare everything this reader gets in the two worlds; how many cards were hidden from him."""
    hidden = faces(driver.felt, reader.badge, seen=False)
    if not hidden:
        return 0
    before = reader.answers()
    with exchanged(driver, hidden):
        after = reader.answers()
    for path, answer in before.items():
        assert answer == after[path], f"{reader} learns of a hidden card by {path}: {_difference(answer, after[path])}"
    _search(reader, driver, before)
    return len(hidden)


def _difference(one: bytes, other: bytes) -> str:
    at = next((k for k, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 80) : at + 80]!r} and {other[max(0, at - 80) : at + 80]!r}"


def _search(reader: Reader, driver: Driver, answers: dict[str, bytes]) -> None:
    """What was worked out from hidden cards before they were exchanged: no such card is drawn or named."""
    felt = driver.felt
    shown = {hand.cards[place] for hand, place in faces(felt, reader.badge, seen=True)}
    table = json.loads(answers.get(f"/api/v1/tables/{reader.table}", b"{}"))
    for hand, place in faces(felt, reader.badge, seen=False):
        card = hand.cards[place]
        if card in shown:
            continue
        drawn = f'href="#{card_symbol(card)}"'.encode()
        for path, answer in answers.items():
            assert drawn not in answer, f"{card_names([card])} is drawn for {reader} by {path}"
    for seat in table.get("positions", ()):
        for drawn_hand in seat["hands"]:
            if None in drawn_hand["cards"]:
                lists = [v for v in drawn_hand["memo"].values() if isinstance(v, list | dict | str) and v]
                assert not lists, f"{reader} reads {lists} of a hidden hand"


async def _open_round(floor: Lab, table: str, people: list[Person]) -> None:
    """Wagers of both seats, then the close."""
    live = await floor.house.table(table)
    for seat, who in zip(SEATS, people):
        for rule in live.driver.game.posting.wagers.values():
            offers = {o.wager: o for o in live.driver.game.offers(live.driver.table, seat) if not o.blocked}
            if rule.name in offers and (rule.mandatory or rule.kind == "base"):
                with contextlib.suppress(refusal.Refused):
                    await floor.house.answer(table, who, acts.Bet(seat, rule.name, max(offers[rule.name].least, 1000)))
    await floor.house.close_wagers(table)


@pytest.mark.parametrize("game", GAMES)
def test_a_player_is_sent_nothing_that_follows_from_a_hidden_card(floor: Lab, game: str) -> None:
    table = next(t.id for t in floor.app.state.floor.tables() if t.game == game and t.mode == "electronic")
    readers = [Reader(floor, table, kind) for kind in ("player", "other player", "patron without a seat", "passer-by")]
    with floor.storage.reading() as conn:
        people = [floor.house.people.get(conn, reader.badge) for reader in readers[:2]]
    for seat, reader in zip(SEATS, readers):
        sit = {"act": "sit", "position": seat, "patron": reader.badge, "chips": 100_000}
        answer = reader.client.post(f"/api/v1/tables/{table}/acts", json={"act": sit})
        assert answer.status_code == 200, answer.text
    hidden, controls, looks = 0, 0, 0
    floor.do(lambda: _open_round(floor, table, people))
    for _ in range(ACTS_MAX):
        driver: Driver = floor.do(lambda: floor.house.table(table)).driver
        if looks < LOOKS or driver.betting:
            looks += 1
            looking = readers if looks == 1 else readers[:2]  # who has no seat gets the same whatever comes later
            hidden += sum(check(reader, driver) for reader in looking)
            controls += _control(readers[0], driver)
            _whoever_asks_first(looking)
        if driver.betting:
            break
        answer = bots.decision(floor.house.sources.entropy, driver)
        assert answer is not None, driver.pending
        who = people[SEATS.index(answer.position)] if getattr(answer, "position", 0) else people[0]
        receipt = floor.do(lambda: floor.house.answer(table, who, answer))  # noqa: B023
        _told(driver, people[0].badge, receipt.happened)
    assert controls, "no card was ever seen"
    if game not in ("mini-midi-baccarat",):
        assert hidden, "no card was ever hidden"


def _control(reader: Reader, driver: Driver) -> bool:
    """A card that he does see shows in the page and in the API."""
    seen = faces(driver.felt, reader.badge, seen=True)
    if not seen:
        return False
    paths = (f"/tables/{reader.table}", f"/api/v1/tables/{reader.table}")
    before = [reader.client.get(path).content for path in paths]
    with exchanged(driver, seen):
        reader.floor.seen.forget()
        after = [reader.client.get(path).content for path in paths]
    reader.floor.seen.forget()
    assert all(a != b for a, b in zip(before, after))
    return True


def _whoever_asks_first(readers: list[Reader]) -> None:
    """What several readers of one state share is what each of them gets who is alone."""

    def page(reader: Reader, *, alone: bool) -> bytes:
        if alone:
            reader.floor.seen.forget()
        with reader.client.websocket_connect(f"/tables/{reader.table}/live") as socket:
            return TOKEN.sub(b"", socket.receive_text().encode())

    alone = [page(reader, alone=True) for reader in readers]
    for order in (readers, readers[::-1]):
        readers[0].floor.seen.forget()
        shared = {id(reader): page(reader, alone=False) for reader in order}
        assert [shared[id(reader)] for reader in readers] == alone


def test_the_lobby_follows_from_no_hidden_card(apart: Lab) -> None:
    """Of all tables at once, a round open at each that deals to players."""
    floor, tables = apart, [t.id for t in apart.app.state.floor.tables() if t.mode == "electronic"]
    for table in tables:
        people = []
        for seat in SEATS:
            badge = floor.guest()[1]
            with floor.storage.reading() as conn:
                people.append(floor.house.people.get(conn, badge))
            floor.do(lambda: floor.house.answer(table, people[-1], acts.Sit(seat, badge, 100_000)))  # noqa: B023
        floor.do(lambda: _open_round(floor, table, people))  # noqa: B023
    drivers = [floor.do(lambda: floor.house.table(table)).driver for table in tables]  # noqa: B023
    client = floor.program("player")
    client.get("/")  # the visit's cookie

    def shown() -> tuple[bytes, bytes]:
        with client.websocket_connect("/live") as socket:
            page, told = client.get("/").content, socket.receive_text().encode()
        return TOKEN.sub(b"", page), TOKEN.sub(b"", told)

    before = shown()
    while (again := shown()) != before:  # what was dealt last is still being told
        before = again
    hidden = [faces(driver.felt, "", seen=False) for driver in drivers]
    assert sum(map(bool, hidden)) > len(drivers) // 2
    with contextlib.ExitStack() as worlds:
        for driver in drivers:
            worlds.enter_context(exchanged(driver, faces(driver.felt, "", seen=False)))
        after = shown()
    assert before == after


def _told(driver: Driver, badge: str, happened: list[dict[str, Any]]) -> None:
    """An act's receipt names no card of another's hand that stays face down."""
    text = json.dumps(happened, ensure_ascii=False)
    shown = {hand.cards[place] for hand, place in faces(driver.felt, badge, seen=True)}
    for hand, place in faces(driver.felt, badge, seen=False):
        card = hand.cards[place]
        if card not in shown:
            assert not re.search(rf"\b{card_names([card])}\b", text), text


def test_how_another_player_set_his_hand_is_not_told(apart: Lab) -> None:
    """Two of seven cards, set before the dealer's are seen: known to who set them."""
    table = "PGP-101"
    one, two = Reader(apart, table, "player"), Reader(apart, table, "other player")
    live = apart.do(lambda: apart.house.table(table))
    seats = [p.number for p in live.driver.felt.positions if not p.patron][:2]
    people = []
    for seat, reader in zip(seats, (one, two)):
        with apart.storage.reading() as conn:
            people.append(apart.house.people.get(conn, reader.badge))
        for act in (acts.Sit(seat, reader.badge, 50_000), acts.Bet(seat, "pai-gow", 1000)):
            apart.do(lambda: apart.house.answer(table, people[-1], act))  # noqa: B023
    apart.do(lambda: apart.house.close_wagers(table))
    live = apart.do(lambda: apart.house.table(table))
    seat = live.driver.pending.position
    setter, other = (one, two) if seat == seats[0] else (two, one)
    by = people[seats.index(seat)]
    apart.do(lambda: apart.house.answer(table, by, acts.Chosen("set", seat)))
    cards = sorted(live.driver.felt.positions[seat - 1].hands[0].cards)
    low = next(
        pair
        for pair in itertools.combinations(cards, 2)
        if live.driver.can(acts.By("player", by.badge), acts.Arranged(pair, seat))
    )
    apart.do(lambda: apart.house.answer(table, by, acts.Arranged(low, seat)))
    assert live.driver.felt.positions[seat - 1].hands[0].memo["low"] == list(low)

    def told(reader: Reader) -> dict[str, Any]:
        shown = reader.client.get(f"/api/v1/tables/{table}").json()["positions"][seat - 1]["hands"][0]
        return dict(shown["memo"])

    assert told(setter)["low"] == list(low)
    assert "low" not in told(other)
    assert check(other, live.driver)


def test_a_player_does_not_learn_who_else_plays(apart: Lab) -> None:
    one, two = Reader(apart, "TCP-101", "player"), Reader(apart, "TCP-101", "other player")
    for seat, reader in ((1, one), (3, two)):
        for act in (
            {"act": "sit", "position": seat, "patron": reader.badge, "chips": 20_000},
            {"act": "bet", "position": seat, "wager": "ante", "amount": 1000},
        ):
            assert reader.client.post("/api/v1/tables/TCP-101/acts", json={"act": act}).status_code == 200
    with apart.storage.reading() as conn:
        who = {r.badge: apart.house.people.get(conn, r.badge) for r in (one, two)}
    apart.do(lambda: apart.house.close_wagers("TCP-101"))
    for seat, reader in ((1, one), (3, two)):
        chosen = acts.Chosen("play", seat)
        apart.do(lambda: apart.house.answer("TCP-101", who[reader.badge], chosen))  # noqa: B023
    for reader, other in ((one, two), (two, one)):
        for path, answer in reader.answers().items():
            assert other.badge.encode() not in answer, path
        (row,) = reader.client.get("/api/v1/audit/rounds").json()
        assert row["staked"] == 20_00, "an ante and a play of his own, not the table's four"
