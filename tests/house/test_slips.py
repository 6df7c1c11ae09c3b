"""Fills, credits, counts, the drop and the tokes: who signs, what moves, what is refused."""

import pytest

from croupier.house.money.counts import CountDiffers, VarianceUnread
from croupier.house.money.toke_pool import share
from croupier.house.record import accounts
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.house.record.ledger import Group

from .crew import HOUSE, TABLE, Crew

CHIPS = {100_00: 20, 25_00: 40, 5_00: 100}  # $3,500
RACK, CAGE, TRANSIT = accounts.inventory(TABLE), accounts.cage(HOUSE), accounts.transit(HOUSE)


def test_a_fill_moves_from_cage_to_rack_under_five_signatures(crew: Crew) -> None:
    document = crew.begin("fill", "supervisor-1", {"chips": CHIPS})
    assert crew.balances(CAGE, TRANSIT, RACK) == [1_000_000_00, 0, 0]
    document = crew.sign(document, "prepare", "cage-1", {"chips": CHIPS})
    assert crew.balances(CAGE, TRANSIT, RACK) == [996_500_00, 3_500_00, 0]
    document = crew.sign(document, "carry", "security-1")
    document = crew.sign(document, "count", "dealer-1", {"chips": CHIPS})
    document = crew.sign(document, "confirm", "supervisor-2")
    assert crew.balances(CAGE, TRANSIT, RACK) == [996_500_00, 0, 3_500_00]
    assert document.state == "confirmed"
    with crew.storage.reading() as conn:
        stored = crew.documents.get(conn, document.id)
    assert [(s.step, s.by) for s in stored.signed] == [
        ("request", "supervisor-1"),
        ("prepare", "cage-1"),
        ("carry", "security-1"),
        ("count", "dealer-1"),
        ("confirm", "supervisor-2"),
    ]


def test_the_person_who_requested_a_fill_does_not_confirm_it(crew: Crew) -> None:
    document = crew.begin("fill", "supervisor-1", {"chips": CHIPS})
    document = crew.sign(document, "prepare", "cage-1", {"chips": CHIPS})
    document = crew.sign(document, "carry", "security-1")
    document = crew.sign(document, "count", "dealer-1", {"chips": CHIPS})
    with pytest.raises(Forbidden, match="supervisor-1 signed request"):
        crew.sign(document, "confirm", "supervisor-1")
    assert crew.balances(RACK) == [0]


@pytest.mark.parametrize(
    ("step", "badge", "error"),
    [
        ("prepare", "supervisor-2", Forbidden),  # not the cage
        ("prepare", "player-1", Forbidden),
        ("carry", "security-1", Stale),  # nothing prepared yet
        ("confirm", "supervisor-2", Stale),
        ("request", "supervisor-2", Stale),  # signed already
    ],
)
def test_steps_come_in_order_and_from_the_right_role(crew: Crew, step: str, badge: str, error: type[Refused]) -> None:
    document = crew.begin("fill", "supervisor-1", {"chips": CHIPS})
    with pytest.raises(error):
        crew.sign(document, step, badge, {"chips": CHIPS})
    with crew.storage.reading() as conn:
        assert crew.documents.get(conn, document.id).state == "requested"


def test_a_count_that_differs_stops_the_fill_and_a_void_brings_the_chips_back(crew: Crew) -> None:
    document = crew.begin("fill", "supervisor-1", {"chips": CHIPS})
    document = crew.sign(document, "prepare", "cage-1", {"chips": CHIPS})
    document = crew.sign(document, "carry", "security-1")
    short = {"chips": {**CHIPS, 25_00: 39}}
    with pytest.raises(CountDiffers, match="Count again"):
        crew.sign(document, "count", "dealer-1", short)
    assert crew.waiting() == []
    document = crew.sign(document, "count", "dealer-1", short | {"differs": True})
    assert document.state == "differs"
    assert crew.waiting() == ["count-differs"]
    with pytest.raises(Stale):
        crew.sign(document, "confirm", "supervisor-2")
    document = crew.void(document, "supervisor-2", "cage-2", "one chip short")
    assert document.state == "void"
    assert crew.balances(CAGE, TRANSIT, RACK) == [1_000_000_00, 0, 0]


def test_a_void_takes_a_reason_and_two_people_and_keeps_the_number(crew: Crew) -> None:
    document = crew.begin("fill", "supervisor-1", {"chips": CHIPS})
    with pytest.raises(Forbidden, match="two people"):
        crew.void(document, "supervisor-2", "supervisor-2")
    with pytest.raises(Refused, match="reason"):
        crew.void(document, "supervisor-2", "cage-1", "  ")
    with pytest.raises(Forbidden):
        crew.void(document, "supervisor-2", "dealer-1")
    crew.void(document, "supervisor-1", "cage-1")
    assert crew.begin("fill", "supervisor-1", {"chips": CHIPS}).number == 2
    with pytest.raises(Stale):
        crew.void(document, "supervisor-1", "cage-1")
    with pytest.raises(Stale, match="can be voided"):
        crew.void(crew.fill(CHIPS), "supervisor-1", "cage-1")
    with crew.storage.reading() as conn:
        assert crew.documents.gaps(conn) == []


def test_a_refused_request_uses_no_number(crew: Crew) -> None:
    for bad in ({}, {"chips": {}}, {"chips": {7_00: 1}}, {"chips": {5_00: -1}}, {"chips": "many"}):
        with pytest.raises(Refused):
            crew.begin("fill", "supervisor-1", bad)
    with pytest.raises(Forbidden):
        crew.begin("fill", "dealer-1", {"chips": CHIPS})
    assert crew.begin("fill", "supervisor-1", {"chips": CHIPS}).number == 1


def test_a_credit_goes_the_other_way(crew: Crew) -> None:
    crew.fill(CHIPS)
    some = {100_00: 10}
    document = crew.begin("credit", "supervisor-1", {"chips": some})
    document = crew.sign(document, "count", "dealer-1", {"chips": some})
    assert crew.balances(RACK, TRANSIT) == [2_500_00, 1_000_00]
    document = crew.sign(document, "carry", "security-1")
    document = crew.sign(document, "receive", "cage-1", {"chips": some})
    document = crew.sign(document, "confirm", "supervisor-2")
    assert crew.balances(CAGE, TRANSIT, RACK) == [997_500_00, 0, 2_500_00]
    with pytest.raises(Refused, match="can't leave"):
        crew.begin("credit", "supervisor-1", {"chips": {1_000_00: 3}})


def test_a_new_tables_first_count_is_its_bank_and_no_variance(crew: Crew) -> None:
    before = crew.balances(accounts.house(HOUSE))[0]
    chips = {100_00: 100, 25_00: 200, 5_00: 220}
    for kind in ("opening", "closing"):
        data = {"chips": chips, "container": "cage"}
        crew.sign(crew.begin(kind, "dealer-1", {"chips": chips}), "verify", "supervisor-1", data)
    assert crew.waiting() == []
    assert crew.balances(RACK, accounts.house(HOUSE)) == [16_100_00, before - 16_100_00]
    short = {100_00: 100, 25_00: 200, 5_00: 219}
    read = {"chips": short, "variance": -5_00}
    crew.sign(crew.begin("opening", "dealer-1", {"chips": short}), "verify", "supervisor-1", read)
    assert crew.waiting() == ["variance"]  # the next one is held against the slip of the closing


def test_an_opening_count_is_made_by_two_and_records_the_variance(crew: Crew) -> None:
    crew.fill(CHIPS)
    document = crew.begin("opening", "dealer-1", {"chips": {**CHIPS, 5_00: 99}})
    with pytest.raises(Forbidden):
        crew.sign(document, "verify", "dealer-2", {"chips": CHIPS})
    for wrong in ({}, {"variance": 0}, {"variance": 5_00}):
        with pytest.raises(VarianceUnread) as refused:
            crew.sign(document, "verify", "supervisor-1", {"chips": {**CHIPS, 5_00: 99}} | wrong)
        assert refused.value.facts == {"variance": -5_00}
    crew.sign(document, "verify", "supervisor-1", {"chips": {**CHIPS, 5_00: 99}, "variance": -5_00})
    assert crew.balances(RACK, accounts.variance(HOUSE)) == [3_495_00, 5_00]
    assert crew.waiting() == ["variance"]
    with crew.storage.reading() as conn:
        (count,) = crew.ledger.counts(conn, RACK)
    assert (count.book, count.counted, count.variance) == (3_500_00, 3_495_00, -5_00)


def test_two_counts_that_disagree_stop_the_slip(crew: Crew) -> None:
    crew.fill(CHIPS)
    document = crew.begin("opening", "dealer-1", {"chips": CHIPS})
    document = crew.sign(document, "verify", "supervisor-1", {"chips": {3_500_00 // 35: 35}, "differs": True})
    assert document.state == "differs"
    assert crew.balances(RACK) == [3_500_00]


def test_a_closed_inventory_waits_in_the_cage_or_on_the_table(crew: Crew) -> None:
    crew.fill(CHIPS)
    document = crew.begin("closing", "dealer-1", {"chips": CHIPS})
    with pytest.raises(Refused, match="cage or secured to the table"):
        crew.sign(document, "verify", "supervisor-1", {"chips": CHIPS, "container": "podium"})
    assert crew.sign(document, "verify", "supervisor-1", {"chips": CHIPS, "container": "cage"}).state == "verified"


def test_the_drop_is_counted_by_others_than_those_who_removed_it(crew: Crew) -> None:
    box, room = accounts.drop(TABLE), accounts.count_room(HOUSE)
    lines = ((accounts.outside(HOUSE), -800_00), (box, 800_00))
    crew.writer.run(lambda tx: crew.ledger.post(tx, Group(kind="buy-in", by="x", lines=lines)))
    document = crew.begin("drop", "security-1")
    assert crew.balances(box, room) == [0, 800_00]
    document = crew.sign(document, "witness", "supervisor-1")
    document = crew.sign(document, "count", "cage-1", {"cents": 795_00})
    with pytest.raises(Forbidden):
        crew.sign(document, "verify", "cage-1", {"cents": 795_00})
    document = crew.sign(document, "verify", "cage-2", {"cents": 800_00})
    assert (document.state, crew.balances(room)) == ("witnessed", [800_00]), "they differ: both count again"
    with pytest.raises(Forbidden):
        crew.sign(document, "count", "cage-2", {"cents": 795_00})
    document = crew.sign(document, "count", "cage-1", {"cents": 790_00})
    document = crew.sign(document, "verify", "cage-2", {"cents": 795_00})
    document = crew.sign(document, "count", "cage-1", {"cents": 795_00})
    assert crew.sign(document, "verify", "cage-2", {"cents": 795_00}).state == "verified"
    assert crew.balances(room, CAGE, accounts.variance(HOUSE)) == [0, 1_000_795_00, 5_00]
    assert crew.waiting() == ["variance"]


def test_one_box_of_a_table_is_on_its_way_at_a_time(crew: Crew) -> None:
    first = crew.begin("drop", "security-1")
    for step, badge, data in (
        ("witness", "supervisor-1", {}),
        ("count", "cage-1", {"cents": 0}),
        ("verify", "cage-2", {"cents": 0}),
    ):
        with pytest.raises(Stale, match=f"Drop {first.number} of {TABLE} is under way: its box is {first.state}"):
            crew.begin("drop", "security-1")
        first = crew.sign(first, step, badge, data)
    assert crew.begin("drop", "security-1").number == first.number + 1


def test_the_toke_pool_is_shared_by_downs_to_the_last_cent(crew: Crew) -> None:
    pool = accounts.toke_pool(HOUSE)
    lines = ((accounts.outside(HOUSE), -100_00), (pool, 100_00))
    crew.writer.run(lambda tx: crew.ledger.post(tx, Group(kind="toke", by="x", lines=lines)))
    with pytest.raises(Refused, match="count again"):
        crew.begin("tokes", "cage-1", {"cents": 99_00})
    document = crew.begin("tokes", "cage-1", {"cents": 100_00})
    for stranger in ("nobody", "player-1", f"dealer-1@{TABLE}"):
        with pytest.raises(Refused, match="no badge of the staff"):
            crew.sign(document, "distribute", "manager-1", {"downs": {"dealer-1": 2, stranger: 1}})
    for signer in ("cage-1", "manager-1"):
        with pytest.raises(Forbidden, match="shares in it"):
            crew.sign(document, "distribute", "manager-1", {"downs": {"dealer-1": 2, signer: 1}})
    crew.sign(document, "distribute", "manager-1", {"downs": {"dealer-1": 2, "dealer-2": 1}})
    assert crew.balances(pool, "patron:dealer-1", "patron:dealer-2") == [0, 66_67, 33_33]


def test_shares_always_sum_to_the_pool() -> None:
    assert share(100, {"a": 1, "b": 1, "c": 1}) == {"a": 34, "b": 33, "c": 33}
    assert share(0, {"a": 3}) == {"a": 0}
    assert sum(share(1_000_01, {"a": 7, "b": 11, "c": 13}).values()) == 1_000_01
