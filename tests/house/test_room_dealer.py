"""A poker table dealt by hand: cards keyed as they fall, acts as they were made, rulings on record."""

import contextlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.equipment.cards import parse_card
from croupier.house.poker_room.table import acts
from croupier.house.record import accounts, journals
from croupier.house.record.clock import SECOND_US
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.poker import Hand, fixed_limit
from croupier.poker.book.stakes import Stakes

from .conftest import CHEAP
from .houses import money_at, run
from .rooms import PLACE, TABLE, Room

DEALER = "dealer-1"


@pytest.fixture
def quick(tmp_path: Path, migrated_file: Path) -> Room:
    path = tmp_path / "floor.db"
    path.write_bytes(migrated_file.read_bytes())
    return Room(f"sqlite:///{path}", hasher=CHEAP)


def cards(words: str) -> tuple[int, ...]:
    return tuple(parse_card(word) for word in words.split())


async def opened(floor: Room, *seats: int, **plan: Any) -> None:
    """A table with its dealer, and players whom the floor has seated."""
    await floor.game(mode="dealer", demo=True, **plan)
    await floor.pit.dealer_in(floor.person("supervisor-1"), TABLE, DEALER)
    for seat in seats:
        await floor.cage.demo_chips(PLACE, f"player-{seat}", 200_00)
        await floor.do("supervisor-1", acts.Sit(seat, 200_00, f"player-{seat}"))


async def deal(floor: Room, **drawn: str) -> Hand:
    """The first hand: cards for the button, then two face down to everybody."""
    found = {int(seat[1:]): parse_card(card) for seat, card in drawn.items()}
    await floor.do(DEALER, acts.Deal(drawn=found))
    await floor.do(DEALER, acts.Key(-1))
    hand = (await floor.live()).table.hand
    assert hand is not None
    return hand


def test_a_hand_dealt_by_hand_from_the_draw_for_the_button_to_the_pot(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await opened(floor, 1, 2, 3)
        with pytest.raises(Refused, match="draws for the button"):
            await floor.do(DEALER, acts.Deal())
        with pytest.raises(Forbidden):
            await floor.do("dealer-2", acts.Deal())
        hand = await deal(floor, s1="4c", s2="Ks", s3="Kh")
        game = await floor.live()
        assert game.table.positions.button == 2, "the king of spades is the highest by suit"
        await floor.do(DEALER, acts.Play(2, "call"))
        await floor.do("player-3", acts.Play(3, "call"))
        await floor.do(DEALER, acts.Play(1, "check"))
        with pytest.raises(Refused, match="3 are due"):
            await floor.do(DEALER, acts.Key(0, cards("2c 3c")))
        await floor.do(DEALER, acts.Key(0, cards("2c 7d Jh")))
        for street in ("9s", "Qd"):
            for seat in (3, 1, 2):
                await floor.do(DEALER, acts.Play(seat, "check"))
            await floor.do(DEALER, acts.Key(0, cards(street)))
        for seat in (3, 1, 2):
            await floor.do(DEALER, acts.Play(seat, "check"))
        assert hand.phase == "show"
        await floor.do(DEALER, acts.Play(3, "show", cards=cards("Ah Ad")))
        with pytest.raises(Refused, match="already on the table"):
            await floor.do(DEALER, acts.Play(1, "show", cards=cards("Ah Kd")))
        await floor.do(DEALER, acts.Play(1, "muck"))
        await floor.do(DEALER, acts.Play(2, "show", cards=cards("Kc Kd")))
        assert game.balances()["seat:player-3"] == 200_00 + 6_00, "nine dollars in the pot, less three of his own"
        assert not game.playing
        floor.books(game)
        floor.wake()
        assert (await floor.live()).balances() == game.balances()

    run(scenario, quick)  # type: ignore[arg-type]


def test_words_and_chips_count_as_the_book_says(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await opened(floor, 1, 2, 3)
        hand = await deal(floor, s1="4c", s2="Ks", s3="Kh")
        await floor.do(DEALER, acts.Say(2, chips=(25_00,)))
        game = await floor.live()
        assert hand.bets[game.place_of(2)] == 3_00, "one oversized chip without a word is a call"
        told = await floor.do(DEALER, acts.Say(3, says="raise", amount=9_00, chips=(5_00, 5_00)))
        assert hand.level == 9_00
        assert told.happened == [], "two chips for a raise that was said: nothing is ruled"
        with pytest.raises(Forbidden):
            await floor.do("player-1", acts.Say(1, says="fold"))

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_declared_misdeal_is_in_the_journal_with_its_clause_and_dealt_again(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await opened(floor, 1, 2, 3)
        await deal(floor, s1="4c", s2="Ks", s3="Kh")
        receipt = await floor.do(DEALER, acts.Declare("first-cards-exposed"), None)
        ruled = next(event for event in receipt.happened if event["type"] == "Ruled")
        assert ruled["ruling"] == "misdeal" and ruled["clause"]
        game = await floor.live()
        assert not game.playing and game.redeal
        button, hands = game.table.positions.button, game.table.hands
        floor.books(game)
        await floor.do(DEALER, acts.Deal())
        assert (game.table.positions.button, game.table.hands) == (button, hands), "the same deal again"
        with floor.storage.reading() as conn:
            live = await floor.room.table(TABLE)
            entry = [acts.decode(s.payload) for s in journals.entries(conn, live.pages.journal_id)][-2]
        assert isinstance(entry.act, acts.Declare) and entry.by.name == DEALER
        assert entry.events[-1]["clause"] == ruled["clause"]
        floor.wake()
        assert (await floor.live()).number == game.number

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_player_declares_nothing_and_a_dealer_does_not_override(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await opened(floor, 1, 2)
        await deal(floor, s1="4c", s2="Ks")
        for who, act in (
            ("player-1", acts.Declare("first-cards-exposed")),
            (DEALER, acts.Override("void-hand", "fairness")),
            ("player-1", acts.Key(0, cards("2c 3c 4c"))),
            ("player-1", acts.HalfRake(True)),
            (DEALER, acts.Rake(5, 3_00, "short")),
        ):
            with pytest.raises(Refused):
                await floor.do(who, act)
        with pytest.raises(Refused, match="no ruling on"):
            await floor.do(DEALER, acts.Declare("earthquake"))
        with pytest.raises(Refused, match="is no fact"):
            await floor.do(DEALER, acts.Declare("first-cards-exposed", facts={"by": "me"}))

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_disputed_pot_is_held_and_released_with_the_ledger(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await opened(floor, 1, 2)
        await deal(floor, s1="4c", s2="Ks")
        game = await floor.live()
        await floor.do(DEALER, acts.Play(game.turn, "fold"))
        winner = next(n for n in (1, 2) if game.table.seats[n].stack > 200_00)
        await floor.do("supervisor-1", acts.Impound(winner, 4_00, "disputed"))
        with floor.storage.reading() as conn:
            assert floor.house.ledger.balance(conn, accounts.layout(TABLE)) == 4_00
        with pytest.raises(Refused):
            await floor.do("supervisor-1", acts.Release("something else", 1))
        await floor.do("supervisor-1", acts.Release("disputed", 3 - winner))
        floor.books(game)

    run(scenario, quick)  # type: ignore[arg-type]


def test_half_rake_is_for_a_short_table_and_the_floor_grants_it(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await opened(floor, 1, 2, 3)
        await floor.do("supervisor-1", acts.HalfRake(True))
        assert (await floor.live()).table.half_rake
        for seat in range(4, 9):
            await floor.cage.demo_chips(PLACE, f"player-{seat}", 200_00)
            await floor.do("supervisor-1", acts.Sit(seat, 200_00, f"player-{seat}"))
        with pytest.raises(Refused) as refused:
            await floor.do("supervisor-1", acts.HalfRake(True))
        assert refused.value.clause == "3.RAKE.2"

    run(scenario, quick)  # type: ignore[arg-type]


def test_stud_up_cards_are_keyed_and_the_lowest_brings_it_in(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        stud = Stakes("fixed", 4_00, 8_00, ante=1_00, bring_in=2_00)
        await opened(floor, 1, 2, 3, stakes=stud, form="stud")
        await floor.do(DEALER, acts.Deal())
        await floor.do(DEALER, acts.Key(-1))
        for seat, card in ((1, "9h"), (2, "3c"), (3, "Ad")):
            await floor.do(DEALER, acts.Key(seat, cards(card)))
        game = await floor.live()
        assert game.turn == 2
        await floor.do("player-2", acts.Play(2, "bring-in"))
        assert game.turn == 3
        floor.books(game)

    run(scenario, quick)  # type: ignore[arg-type]


def test_the_clock_gives_a_minute_and_then_the_hand_is_dead(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game(fixed_limit(4_00, 8_00), least=0, most=0, think_s=20)
        await floor.seat(1, 2, 3)
        await floor.ticker.look()
        game = await floor.live()
        seat = game.turn
        floor.clock.advance(19 * SECOND_US)
        assert await floor.ticker.look() == 0
        floor.clock.advance(SECOND_US)
        await floor.ticker.look()
        assert game.clock_us
        with pytest.raises(Stale):
            await floor.do("supervisor-1", acts.Expire())
        floor.clock.advance(60 * SECOND_US)
        await floor.ticker.look()
        hand = game.table.hand
        assert hand is not None and not hand.alive[game.place_of(seat)]
        assert seat in game.resting, "he is dealt out until he comes back"
        other = game.turn
        await floor.do(f"player-{other}", acts.Clock())
        await floor.turn("call")
        assert not game.clock_us

    run(scenario, quick)  # type: ignore[arg-type]


def test_whose_clock_ran_out_has_the_next_one_called_at_once(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game(fixed_limit(4_00, 8_00), least=0, most=0, think_s=20)
        await floor.seat(1, 2)
        await floor.ticker.look()
        game = await floor.live()
        await floor.turn("call")
        await floor.turn("check")
        assert await floor.ticker.look() == 0, "whoever is there has his time to think"
        gone = game.turn
        floor.clock.advance(20 * SECOND_US)
        await floor.ticker.look()
        floor.clock.advance(60 * SECOND_US)
        await floor.ticker.look()
        assert gone in game.resting and game.turn != gone and not game.clock_us, "with no bet it was a check"
        assert await floor.ticker.look() == 0
        await floor.turn("check")
        assert game.turn == gone and not game.clock_us
        await floor.ticker.look()
        assert game.clock_us, "he still has the minute of the book"

    run(scenario, quick)  # type: ignore[arg-type]


def test_the_player_in_turn_takes_his_time_bank_after_what_is_left_of_his_time(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game(fixed_limit(4_00, 8_00), least=0, most=0, think_s=20)
        await floor.seat(1, 2, 3)
        await floor.ticker.look()
        game = await floor.live()
        other = next(seat for seat in (1, 2, 3) if seat != game.turn)
        floor.clock.advance(5 * SECOND_US)
        with pytest.raises(Forbidden):
            await floor.do(f"player-{other}", acts.Clock(bank=True))
        await floor.do(f"player-{game.turn}", acts.Clock(bank=True))
        assert game.clock_us == floor.clock() + 75 * SECOND_US
        floor.clock.advance(74 * SECOND_US)
        assert await floor.ticker.look() == 0
        await floor.turn("call")
        assert not game.clock_us

    run(scenario, quick)  # type: ignore[arg-type]


def test_cash_becomes_chips_at_the_table_and_the_rack_keeps_its_worth(quick: Room) -> None:
    """Baltimore, lines 214 and 358: bills are exchanged by the staff; the rack gives chips for cash only."""

    async def scenario(floor: Room) -> None:
        await opened(floor, 1)
        with pytest.raises(Refused, match="cash at a demo table"):
            await floor.do(DEALER, acts.Buy(1, 50_00, cash=True))
        await floor.do("player-1", acts.Leave(1))
        table = floor.room.floor_table(TABLE)
        settings = msgspec.structs.replace(table.settings, demo=False)  # as if it had been opened with its signatures
        await floor.house.write(lambda tx: floor.house.tables.change(tx, table, settings=settings))
        names = (accounts.outside(PLACE), accounts.patron("player-2"), accounts.inventory(TABLE))
        before = money_at(floor, *names)
        await floor.do("supervisor-1", acts.Sit(2, 200_00, "player-2", cash=True))
        assert await floor.room.act(TABLE, floor.person(DEALER), acts.Buy(2, 100_00, cash=True), None, "buy")
        for again in (acts.Buy(2, 100_00, cash=True), acts.Buy(2, 90_00, cash=True)):  # the same, and something else
            with contextlib.suppress(Stale):
                await floor.room.act(TABLE, floor.person(DEALER), again, None, "buy")
        assert money_at(floor, *names) == [before[0] - 300_00, before[1], before[2]]
        game = await floor.live()
        assert game.balances()["seat:player-2"] == 300_00
        floor.books(game)
        with pytest.raises(Forbidden, match="counts the cash") as refused:
            await floor.do("player-2", acts.Buy(2, 10_00, cash=True))
        assert refused.value.clause == "2.PROC.4"
        with pytest.raises(Refused, match="player-1 has demo chips"):
            await floor.do("supervisor-1", acts.Sit(1, 200_00, "player-1", cash=True))
        await floor.do("player-2", acts.Leave(2))
        cashier = floor.person("cage-1")
        assert (await floor.cage.cash_out(cashier, PLACE, "player-2", 300_00)).balance == 0
        with floor.storage.reading() as conn:
            kinds = [group.kind for group in floor.house.ledger.groups(conn, table_id=TABLE)]
        assert kinds.count("cash-buy") == 2
        fresh = Room(str(floor.storage.url), floor.clock, hasher=CHEAP)  # the journal gives the same table
        assert (await fresh.live()).balances() == (await floor.live()).balances()
        await fresh.house.stop()
        fresh.storage.close()

    run(scenario, quick)


def test_nobody_takes_cash_at_an_electronic_poker_table(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game()
        with pytest.raises(Refused, match="electronic table"):
            await floor.do("supervisor-1", acts.Sit(1, 200_00, "player-1", cash=True))

    run(scenario, quick)
