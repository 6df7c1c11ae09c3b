"""Racks, carts and decks of the poker room: who counts, who carries, who signs, and what is never moved."""

from typing import Any

import pytest

from croupier.house.money.counts import CountDiffers
from croupier.house.poker_room.procedures.banks import stacks
from croupier.house.poker_room.table import acts as room_acts
from croupier.house.record import accounts
from croupier.house.record.clock import HOUR_US
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.tables.equipment import checklist

from .conftest import CHEAP
from .houses import Floor, run
from .room import CART, CONTAINER, PAR, PLACE, TABLE, Room
from .rooms import Room as PokerFloor

RACK, CAGE, TRANSIT = accounts.inventory(TABLE), accounts.cage(PLACE), accounts.transit(PLACE)


def in_room(url: str, scenario: Any) -> None:
    async def whole(floor: Floor) -> None:
        await scenario(await Room(floor).furnish())

    run(whole, Floor(url, hasher=CHEAP))


def test_a_rack_is_brought_to_its_amount_by_management_while_it_is_closed(url: str) -> None:
    async def scenario(room: Room) -> None:
        assert room.balance(RACK, CAGE) == [PAR, 1_000_000_00 - PAR]
        with pytest.raises(Forbidden):
            await room.set(TABLE, "rack", 2_000_00, "supervisor-1")
        await room.open()
        with pytest.raises(Stale, match="open") as refused:
            await room.set(TABLE, "rack", 2_000_00)
        assert refused.value.clause == "4.5"
        await room.close()
        await room.set(TABLE, "rack", 1_000_00)
        assert room.balance(RACK, CAGE) == [1_000_00, 999_000_00]

    in_room(url, scenario)


def test_a_cart_holds_at_most_what_the_book_says(url: str) -> None:
    async def scenario(room: Room) -> None:
        most = room.parts.book(PLACE).cents("cart-most")
        assert most == 60_000_00
        with pytest.raises(Refused, match=r"at most \$60,000.00") as refused:
            await room.set(CART, "cart", 65_000_00)
        assert refused.value.clause == "5.6"
        await room.set(CART, "cart", most)
        assert room.balance(accounts.cart(CART)) == [most]

    in_room(url, scenario)


def test_a_game_begins_with_a_counted_inventory_and_a_dealer_who_counted(url: str) -> None:
    async def scenario(room: Room) -> None:
        banks = room.parts.banks

        def lacks(dealer: str) -> list[str]:
            with room.floor.storage.reading() as conn:
                return [clause for _, clause in banks.lacks(conn, PLACE, TABLE, dealer)]

        assert lacks("dealer-1") == ["4.4", "5.13"]
        with pytest.raises(Stale, match="not open"):
            await room.begin("rack-count", "dealer-1", chips={500: 300})
        await room.open()
        assert lacks("dealer-1") == []
        assert lacks("dealer-2") == ["5.13"]
        await room.begin("rack-count", "dealer-2", chips={500: 300})
        assert lacks("dealer-2") == [] and lacks("dealer-1") == ["5.13"]
        with room.floor.storage.reading() as conn:
            assert [held.dealer for held in banks.custody(conn, TABLE)] == ["dealer-2", "dealer-1"]
            assert banks.lacks(conn, PLACE, "P-13", "dealer-1")[0][1] == "5.12"

    in_room(url, scenario)


def test_a_rack_that_is_short_is_told_at_once_and_stands_against_who_had_it(url: str) -> None:
    async def scenario(room: Room) -> None:
        await room.open("dealer-1")
        room.floor.clock.advance(HOUR_US)
        await room.begin("rack-count", "dealer-2", chips={500: 299})
        assert room.waiting() == ["variance"]
        assert room.balance(RACK, accounts.variance(PLACE)) == [PAR - 5_00, 5_00]
        with room.floor.storage.reading() as conn:
            (found,) = room.parts.banks.variances(conn, TABLE)
        assert (found.cents, found.counted_by, found.answers) == (-5_00, "dealer-2", "dealer-1")
        await room.begin("rack-count", "dealer-2", chips={500: 298})  # counted again, it stands against himself
        with room.floor.storage.reading() as conn:
            assert room.parts.banks.variances(conn, TABLE)[0].answers == "dealer-2"
        assert room.waiting() == ["variance", "variance"]

    in_room(url, scenario)


def test_a_closing_slip_names_its_shift_and_a_locked_marked_container(url: str) -> None:
    async def scenario(room: Room) -> None:
        await room.open()
        with pytest.raises(Refused, match="shift") as refused:
            await room.begin("closing", "dealer-1", chips={500: 300})
        assert refused.value.clause == "4.8"
        slip = await room.begin("closing", "dealer-1", chips={500: 300}, shift="swing")
        for changed in ({"container": "podium", "items": CONTAINER}, {"container": "cage", "items": CONTAINER[:2]}):
            with pytest.raises(Refused) as refused:
                await room.sign(slip, "verify", "supervisor-1", chips={500: 300}, **changed)
            assert refused.value.clause == "4.6"
        with pytest.raises(Forbidden):
            await room.sign(slip, "verify", "cage-1", chips={500: 300}, container="cage", items=CONTAINER)
        await room.sign(slip, "verify", "supervisor-1", chips={500: 300}, container="table", items=CONTAINER)
        with pytest.raises(Stale):
            await room.close()
        await room.open("dealer-2")
        with pytest.raises(Stale):
            await room.open("dealer-2")

    in_room(url, scenario)


def test_the_key_of_a_container_is_for_neither_cage_nor_carrier(url: str) -> None:
    async def scenario(room: Room) -> None:
        person, desk = room.floor.person, room.desk
        for badge in ("cage-1", "security-1", "clerk-1", "dealer-1"):
            with pytest.raises(Forbidden):
                await desk.take_key(person(badge), PLACE, TABLE)
        await room.open()
        await exchange(room, carrier="supervisor-1")
        with pytest.raises(Forbidden, match="carried funds") as refused:
            await desk.take_key(person("supervisor-1"), PLACE, TABLE)
        assert refused.value.clause == "4.7"
        await desk.take_key(person("supervisor-2"), PLACE, TABLE)
        with room.floor.storage.reading() as conn:
            lines = room.house.people.logged(conn, subject=TABLE)
        assert ("supervisor-2", "container.key", "done") in [(x.by, x.act, x.outcome) for x in lines]

    in_room(url, scenario)


async def exchange(room: Room, carrier: str = "clerk-1") -> Any:
    """A hundred dollars in cash out of the rack, twenty five-dollar chips back."""
    slip = await room.begin("rack-exchange", "dealer-1", cents=100_00)
    slip = await room.sign(slip, "carry", carrier)
    assert room.balance(RACK, TRANSIT) == [PAR - 100_00, 100_00]
    slip = await room.sign(slip, "exchange", "cage-1", chips={500: 20})
    return await room.sign(slip, "verify", "dealer-1", chips={500: 20})


def test_a_fill_is_an_even_exchange_and_the_rack_keeps_its_worth(url: str) -> None:
    async def scenario(room: Room) -> None:
        await room.open()
        before = room.balance(RACK, CAGE)
        slip = await exchange(room)
        assert slip.state == "verified" and room.balance(RACK, CAGE, TRANSIT) == [*before, 0]

    in_room(url, scenario)


def test_only_a_clerk_or_above_carries_a_fill_and_only_as_much_comes_back(url: str) -> None:
    async def scenario(room: Room) -> None:
        await room.open()
        slip = await room.begin("rack-exchange", "dealer-1", chips={2500: 4})
        for badge in ("dealer-2", "security-1", "cage-1"):
            with pytest.raises(Forbidden):
                await room.sign(slip, "carry", badge)
        slip = await room.sign(slip, "carry", "clerk-1")
        with pytest.raises(Refused, match="not even") as refused:
            await room.sign(slip, "exchange", "cage-1", chips={500: 21})
        assert refused.value.clause == "5.3"
        slip = await room.sign(slip, "exchange", "cage-1", chips={500: 20})
        with pytest.raises(Forbidden):
            await room.sign(slip, "verify", "clerk-1", chips={500: 20})
        with pytest.raises(CountDiffers):
            await room.sign(slip, "verify", "dealer-1", chips={500: 19})
        slip = await room.sign(slip, "verify", "dealer-1", chips={500: 19}, differs=True)
        assert slip.state == "differs" and room.waiting() == ["count-differs"]
        proofs = (room.floor.proof("supervisor-1"), room.floor.proof("supervisor-2"))
        await room.floor.pit.void_document(proofs, slip.id, "a chip was under the table")
        assert room.balance(RACK, TRANSIT) == [PAR, 0]

    in_room(url, scenario)


def test_more_than_the_rack_has_can_not_be_counted_out(url: str) -> None:
    async def scenario(room: Room) -> None:
        await room.open()
        for wrong in ({"cents": PAR + 1}, {}, {"cents": True}, {"cents": -5}):
            with pytest.raises(Refused):
                await room.begin("rack-exchange", "dealer-1", **wrong)
        with pytest.raises(NotFound):
            await room.begin("rack-exchange", "dealer-1", "P-99", cents=5_00)

    in_room(url, scenario)


def test_a_fill_from_the_cart_is_verified_by_clerk_and_dealer(url: str) -> None:
    async def scenario(room: Room) -> None:
        await room.set(CART, "cart", 20_000_00)
        await room.open()
        for badge in ("dealer-1", "security-1", "cage-1"):
            with pytest.raises(Forbidden):
                await room.begin("cart-fill", badge, chips={500: 20}, cart=CART)
        slip = await room.begin("cart-fill", "clerk-1", chips={500: 20}, cart=CART)
        with pytest.raises(Forbidden):
            await room.sign(slip, "verify", "supervisor-1", chips={500: 20})
        slip = await room.sign(slip, "verify", "dealer-1", chips={500: 20})
        assert slip.state == "verified"
        assert room.balance(RACK, accounts.cart(CART)) == [PAR, 20_000_00]
        other = await room.begin("cart-fill", "clerk-1", chips={500: 20}, cart=CART)
        assert (await room.sign(other, "verify", "dealer-1", chips={500: 21}, differs=True)).state == "differs"

    in_room(url, scenario)


def test_players_buy_in_at_the_cart_and_cash_out_at_the_cage(url: str) -> None:
    async def scenario(room: Room) -> None:
        await room.set(CART, "cart", 20_000_00)
        clerk, desk = room.floor.person("clerk-1"), room.desk
        args = (PLACE, CART, "cash-for-chips", "player-1", 300_00)
        assert [await desk.cart(clerk, *args, command="c-1") for _ in range(2)] == [300_00, 300_00]
        assert await desk.cart(clerk, PLACE, CART, "chips-for-chips", "player-1", 100_00) == 300_00
        with pytest.raises(Refused, match="go to the cage") as refused:
            await desk.cart(clerk, PLACE, CART, "chips-for-cash", "player-1", 100_00)
        assert refused.value.clause == "5.7a"
        with pytest.raises(Forbidden):
            await desk.cart(room.floor.person("dealer-1"), *args)
        assert room.balance(accounts.cart(CART), accounts.patron("player-1")) == [20_000_00, 300_00]

    in_room(url, scenario)


def test_chips_stand_by_five_in_the_rack_and_some_by_four(url: str) -> None:
    async def scenario(room: Room) -> None:
        book = room.parts.book(PLACE)
        found = {s.denomination: (s.of, s.full, s.rest) for s in stacks(book, {100: 45, 500: 23, 2500: 9, 500_00: 4})}
        assert found == {100: (20, 2, 5), 500: (5, 4, 3), 2500: (4, 2, 1), 500_00: (4, 1, 0)}
        rule = book.value("verify-stack")
        assert (rule["cut"], rule["stack"], rule["break-down"]) == (5, 20, 1)

    in_room(url, scenario)


# ---- cards


async def deck(room: Room, label: str = "D12", kind: str = "set") -> None:
    await room.desk.receive_deck(room.floor.proof("supervisor-1"), PLACE, label, kind)


async def into_play(room: Room, label: str = "D12", dealer: str = "dealer-1") -> None:
    slip = await room.begin("deck", dealer, deck=label)
    await room.sign(slip, "verify", "supervisor-1")


def log(room: Room, label: str) -> Any:
    with room.floor.storage.reading() as conn:
        return room.parts.decks.get(conn, PLACE, label)


def test_a_deck_is_inspected_by_dealer_and_supervisor_before_it_plays(url: str) -> None:
    async def scenario(room: Room) -> None:
        await deck(room)
        assert log(room, "D12").place == "new-card-drawer"
        with pytest.raises(Forbidden):
            await room.desk.receive_deck(room.floor.proof("clerk-1"), PLACE, "D13", "set")
        with pytest.raises(Forbidden):
            await room.begin("deck", "supervisor-1", deck="D12")
        slip = await room.begin("deck", "dealer-1", deck="D12")
        with pytest.raises(Forbidden):
            await room.sign(slip, "verify", "dealer-2")
        with room.floor.storage.reading() as conn:
            assert room.parts.decks.lacks(conn, PLACE, TABLE)[0][1] == "6.4"
        await room.sign(slip, "verify", "supervisor-1")
        sticker = log(room, "D12")
        now = room.floor.clock.now_us
        assert (sticker.opened_us, sticker.table_id, sticker.assigned_us, sticker.by) == (
            now,
            TABLE,
            now,
            "supervisor-1",
        )
        with room.floor.storage.reading() as conn:
            assert room.parts.decks.lacks(conn, PLACE, TABLE) == []
        with pytest.raises(Stale):
            await room.begin("deck", "dealer-1", deck="D12")

    in_room(url, scenario)


def test_a_deck_leaves_after_24_hours_suited_bagged_and_labelled(url: str) -> None:
    async def scenario(room: Room) -> None:
        await deck(room)
        await into_play(room)
        hours = room.parts.book(PLACE).value("deck-hours")
        assert hours == 24
        for advance, due in ((hours * HOUR_US - 1, 0), (1, 1)):
            room.floor.clock.advance(advance)
            with room.floor.storage.reading() as conn:
                assert len(room.parts.decks.overdue(conn, PLACE)) == due
                assert [c for _, c in room.parts.decks.lacks(conn, PLACE, TABLE)] == ["6.2"] * due
        with pytest.raises(Refused, match="labelled") as refused:
            await room.begin("deck-removal", "dealer-1", deck="D12", items=["suited", "bagged"])
        assert refused.value.clause == "6.2"
        await room.begin("deck-removal", "dealer-1", deck="D12", items=["suited", "bagged", "labelled"])
        assert log(room, "D12").place == "used-card-drawer"
        with pytest.raises(Stale):
            await into_play(room)

    in_room(url, scenario)


def test_a_damaged_card_is_replaced_alone_and_a_spent_deck_is_destroyed(url: str) -> None:
    async def scenario(room: Room) -> None:
        await deck(room)
        await deck(room, "R3", "replacement")
        await into_play(room)
        nine_of_clubs = 7 * 4
        with pytest.raises(Forbidden):
            await room.begin("card-replacement", "dealer-1", deck="D12", replacement="R3", card=nine_of_clubs)
        with pytest.raises(Refused, match="no replacement deck that was used up"):
            await room.begin("deck-destruction", "supervisor-1", "", deck="R3", items=["bagged", "labelled"])
        await room.begin("card-replacement", "supervisor-1", deck="D12", replacement="R3", card=nine_of_clubs)
        assert log(room, "R3").cards() == [nine_of_clubs] and log(room, "D12").place == "table"
        with pytest.raises(Refused, match="has given that card"):
            await room.begin("card-replacement", "supervisor-1", deck="D12", replacement="R3", card=nine_of_clubs)
        with pytest.raises(Refused, match="gives no cards"):
            await room.begin("card-replacement", "supervisor-1", deck="D12", replacement="D12", card=3)
        with pytest.raises(Refused, match="labelled"):
            await room.begin("deck-destruction", "supervisor-1", "", deck="R3", items=["bagged"])
        await room.begin("deck-destruction", "supervisor-1", "", deck="R3", items=["bagged", "labelled"])
        assert log(room, "R3").place == "destruction"
        with pytest.raises(Refused, match="gives no cards"):
            await room.begin("card-replacement", "supervisor-1", deck="D12", replacement="R3", card=5)

    in_room(url, scenario)


def test_a_deck_that_fails_its_inspection_never_plays(url: str) -> None:
    async def scenario(room: Room) -> None:
        await deck(room)
        slip = await room.begin("deck", "dealer-1", deck="D12", compromised=True)
        assert slip.state == "differs" and room.waiting() == ["compromised"]
        assert log(room, "D12").place == "new-card-drawer"
        with pytest.raises(Refused, match="in the log"):
            await deck(room)
        with pytest.raises(NotFound):
            await room.begin("deck", "dealer-1", deck="D99")

    in_room(url, scenario)


# ---- at a poker table of the floor


def test_a_table_opens_and_deals_only_with_its_rack_counted_and_its_deck_inspected(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        assert isinstance(floor, PokerFloor)
        room = await Room(floor).furnish()
        at = {"table": TABLE}
        await floor.game(mode="dealer", **at)
        table = floor.room.floor_table(TABLE)
        assert table.state == "opening"
        await floor.pit.dealer_in(floor.person("supervisor-1"), TABLE, "dealer-1")
        words = [lack.words for lack in floor.spread.lacks(floor.room.floor_table(TABLE))]
        for clause in ("4.4", "5.13", "6.4"):
            assert any(clause in w for w in words), (clause, words)
        await room.open("dealer-1")
        await deck(room)
        await into_play(room)
        posting = floor.house.posting_of(TABLE)
        for lack in floor.spread.lacks(floor.room.floor_table(TABLE)):
            if lack.document == "checklist":
                items = list(checklist(posting)) if posting else []
                await floor.pit.begin_document(floor.proof("dealer-1"), "checklist", TABLE, {"items": items})
            elif lack.document == "boxes":
                boxes = ["drop", "bad-beat"]
                with pytest.raises(Refused, match="begun at the poker room's papers"):
                    await floor.pit.begin_document(floor.proof("supervisor-1"), "boxes", TABLE, {"items": boxes})
                await room.begin("boxes", "supervisor-1", items=boxes)
            else:
                slip = await floor.pit.begin_document(floor.proof("dealer-1"), lack.document, TABLE, {"label": "red"})
                await floor.pit.sign_document(floor.proof("supervisor-1"), slip.id, "verify")
        await floor.game(mode="dealer", **at)
        assert floor.room.floor_table(TABLE).state == "open"
        for seat in (1, 2):
            await floor.fund(f"player-{seat}", 200_00, PLACE)
            with pytest.raises(Forbidden, match="is his own") as refused:  # 004:141: nobody plays another's chips
                await floor.do("supervisor-1", room_acts.Sit(seat, 200_00, f"player-{seat}"), **at)
            assert refused.value.clause == "2.PROC.10-11"
            await floor.do("supervisor-1", room_acts.Sit(seat, 200_00, f"player-{seat}", cash=True), **at)
        await floor.pit.dealer_in(floor.person("supervisor-1"), TABLE, "dealer-2")
        await floor.room.forget(TABLE)
        first = room_acts.Deal(drawn={1: 3, 2: 7})
        with pytest.raises(Refused, match="dealer-2 has not counted the rack") as refused:
            await floor.do("dealer-2", first, **at)
        assert refused.value.clause == "5.13"
        await room.begin("rack-count", "dealer-2", chips={500: 300})
        floor.clock.advance(24 * HOUR_US)
        with pytest.raises(Refused, match="24 hours"):
            await floor.do("dealer-2", first, **at)
        await deck(room, "D13")
        with pytest.raises(Forbidden, match="Badge dealer-2, who deals there, inspects the cards"):
            await into_play(room, "D13")
        await into_play(room, "D13", "dealer-2")
        out = {"deck": "D12", "items": ["suited", "bagged", "labelled"]}
        with pytest.raises(Forbidden, match="Badge dealer-2 deals at"):
            await room.begin("deck-removal", "dealer-1", **out)
        await room.begin("deck-removal", "dealer-2", **out)
        await floor.do("dealer-2", first, **at)

    run(scenario, PokerFloor(url, hasher=CHEAP))
