"""A cash table and the promotions: its jackpot box feeds the funds, its hands are called from its own record."""

import datetime

import msgspec
import pytest

from croupier.equipment.cards import parse_cards
from croupier.house.money.poker_funds import BAD_BEAT, SPECIAL_HANDS, fund
from croupier.house.promotions.desk import Promotions
from croupier.house.promotions.store import Terms
from croupier.house.promotions.table_hands import facts_of, of_room
from croupier.house.record import accounts
from croupier.house.record.errors import Refused, Stale
from croupier.poker import Table, no_limit, open_room

from .conftest import CHEAP
from .houses import run
from .rooms import PLACE, TABLE, Room

DAY = datetime.date(2020, 5, 1)


def stacked(holes: list[str], board: str, players: int) -> list[int]:
    """A deck that gives these hole cards from the button's left and this board."""
    hands = [parse_cards(cards) for cards in holes]
    flop = parse_cards(board)
    used = {card for hand in hands for card in hand} | set(flop)
    rest = [card for card in range(52) if card not in used]
    while len(hands) < players:
        hands.append([rest.pop(), rest.pop()])
    deal = [hand[n] for n in range(2) for hand in hands]
    return [*deal, rest.pop(), *flop[:3], rest.pop(), flop[3], rest.pop(), flop[4], *rest]


def test_a_bad_beat_is_read_from_the_hand_that_was_played() -> None:
    table = Table(open_room(PLACE), "holdem", no_limit(100, 300))
    for seat in range(1, 6):
        table.sit(seat, f"p{seat}", 20_000)
    hand = table.deal(stacked(["7d 7c", "Js Ts"], "7s 7h 8s 9s Kd", 5))
    while not hand.over:
        options, place = hand.options(), hand.actor
        if place > 1:
            hand.fold()
        elif options.check:
            hand.check()
        else:
            hand.call()
    table.finish()
    before = dict.fromkeys((f"p{n}" for n in range(1, 6)), 1)
    facts = facts_of(table, TABLE, "1", DAY, 5, 9, before)
    loser, winner = (table.seats[table.order[n]].name for n in (0, 1))
    cards = {seat.name: seat.cards for seat in facts.seats}
    assert cards[winner] == tuple(parse_cards("Js Ts")) and facts.pot == sum(hand.won) + hand.collected
    assert sum(seat.folded for seat in facts.seats) == 3 and all(seat.dealt for seat in facts.seats)
    assert (facts.began_us, facts.tabled_us, facts.game) == (5, 9, "holdem")
    if cards[loser]:  # the loser may muck: an untabled hand wins nothing
        assert cards[loser] == tuple(parse_cards("7d 7c"))


def test_a_cash_table_feeds_the_funds_and_is_claimed_from(url: str) -> None:
    floor = Room(url, hasher=CHEAP)

    async def scenario(floor: Room) -> None:
        desk, manager = Promotions(floor.house), floor.person("manager-1")
        await floor.game()
        await floor.seat(1, 2, 3, 4, 5)
        terms = Terms(kind="flop-pot", tables=(TABLE,), amount=100_00)
        await desk.plan(manager, "FLOP", PLACE, terms)
        with pytest.raises(Stale, match="no finished hand"):
            await of_room(floor.room, TABLE)
        for _ in range(30):
            await floor.play()
            box = accounts.jackpot_drop(TABLE)
            with floor.storage.reading() as conn:
                dropped = floor.house.ledger.balance(conn, box)
            if dropped:
                break
        assert dropped, "thirty hands and no pot of ten dollars"
        place, facts = await of_room(floor.room, TABLE)
        game = await floor.live()
        assert place == PLACE and {seat.name for seat in facts.seats} == {s.name for s in game.table.seats.values()}
        assert 0 < facts.began_us <= facts.tabled_us <= floor.house.sources.now_us()
        for seat in facts.seats:
            assert not seat.cards or seat.dealt
        with floor.storage.reading() as conn:
            found = desk.offered(conn, PLACE, facts)["FLOP"]
        if found.missing:
            with pytest.raises(Refused, match="does not qualify"):
                await desk.claim(floor.person("dealer-1"), "FLOP", facts, dealt_at=place)
        with pytest.raises(Refused, match="of one room"):
            await desk.claim(floor.person("dealer-1"), "FLOP", facts, dealt_at="jack-cleveland")
        twice = msgspec.structs.replace(facts, seats=(*facts.seats, facts.seats[0]), board=())
        with pytest.raises(Refused, match="there twice"):  # whichever door it is keyed at
            await desk.claim(floor.person("dealer-1"), "FLOP", twice)
        with pytest.raises(Refused, match="are on record"):  # nobody keys a hand beside what the table knows
            await desk.claim(floor.person("dealer-1"), "FLOP", facts)
        parts = await desk.allocate(manager, PLACE, dropped, TABLE)
        assert parts == {BAD_BEAT: dropped // 10, SPECIAL_HANDS: dropped - dropped // 10}
        with pytest.raises(Refused):  # the box is empty
            await desk.allocate(manager, PLACE, 1_00, TABLE)
        with floor.storage.reading() as conn:
            assert floor.house.ledger.balance(conn, fund(PLACE, BAD_BEAT)) == dropped // 10

    run(scenario, floor)  # type: ignore[arg-type]
