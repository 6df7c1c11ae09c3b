"""The life of a table, its equipment, its dealers, and what is due."""

import pytest

from croupier.house.money.chips import cut, value
from croupier.house.record import accounts
from croupier.house.record.clock import HOUR_US, MINUTE_US, HandClock
from croupier.house.record.errors import Refused, Stale
from croupier.house.tables.equipment import card_change, checklist, stub_count
from croupier.house.tables.life import Settings
from croupier.rulebook import Posting, catalogue, rulebook

from .crew import GAME, HOUSE, TABLE, Crew

CHIPS = {100_00: 20, 25_00: 40, 5_00: 100}


def begin_opening(crew: Crew) -> None:
    crew.writer.run(lambda tx: crew.tables.begin_opening(tx, TABLE, Settings(low=1_000_00)))


def lacks(crew: Crew) -> list[str]:
    with crew.storage.reading() as conn:
        return [lack.kind for lack in crew.tables.lacks(conn, crew.tables.get(conn, TABLE), crew.posting)]


def inspect(crew: Crew, box: str = "1") -> None:
    document = crew.begin("cards", "dealer-1", {"label": f"red {box} + blue {box}"})
    crew.sign(document, "verify", "supervisor-1")


def prepare(crew: Crew) -> None:
    crew.fill(CHIPS)
    begin_opening(crew)
    inspect(crew)
    crew.sign(crew.begin("opening", "dealer-1", {"chips": CHIPS}), "verify", "supervisor-1", {"chips": CHIPS})
    crew.begin("checklist", "dealer-1", {"items": list(checklist(crew.posting))})
    crew.writer.run(lambda tx: crew.tables.dealer_in(tx, TABLE, "dealer-1"))


def test_a_table_deals_only_when_inspected_counted_signed_and_manned(crew: Crew) -> None:
    crew.fill(CHIPS)
    begin_opening(crew)
    assert lacks(crew) == ["inspection", "opening", "checklist", "dealer"]
    with pytest.raises(Refused, match="Card inspection is not verified"):
        crew.writer.run(lambda tx: crew.tables.open(tx, TABLE, crew.posting, f"{TABLE}.1"))
    document = crew.begin("cards", "dealer-1", {"label": "red + blue"})
    assert "inspection" in lacks(crew)
    crew.sign(document, "verify", "supervisor-1")
    assert lacks(crew) == ["opening", "checklist", "dealer"]
    crew.sign(crew.begin("opening", "dealer-1", {"chips": CHIPS}), "verify", "supervisor-1", {"chips": CHIPS})
    with pytest.raises(Refused, match="Not ticked"):
        crew.begin("checklist", "dealer-1", {"items": list(checklist(crew.posting))[1:]})
    crew.begin("checklist", "dealer-1", {"items": list(checklist(crew.posting))})
    crew.writer.run(lambda tx: crew.tables.dealer_in(tx, TABLE, "dealer-1"))
    assert lacks(crew) == []
    table = crew.writer.run(lambda tx: crew.tables.open(tx, TABLE, crew.posting, f"{TABLE}.1"))
    assert (table.state, table.openings, table.journal) == ("open", 1, "TCP-1.1")


def test_a_tables_name_is_used_once_whatever_its_capitals(crew: Crew) -> None:
    with pytest.raises(Refused, match=f"There is a table {TABLE}"):
        crew.writer.run(lambda tx: crew.tables.add(tx, TABLE.lower(), HOUSE, GAME, "dealer", "Pit 1", Settings()))


def test_a_checklist_says_what_the_rulebook_says_each_thing_by_itself_with_its_clause(crew: Crew) -> None:
    items = checklist(crew.posting)
    assert "Two decks apart from each other. Clause 4." in items
    assert any("Six Card Bonus" in item for item in items)
    craps = checklist(Posting(rulebook(HOUSE, "craps"), {"fire-bet": "false"}))
    assert "The least and most wager are posted at the table. Clause 3.C." in craps
    assert not [item for item in craps if "Fire Bet" in item]  # this table does not offer it
    for place, games in catalogue().items():
        for game in games:
            book = rulebook(place, game)
            if any(p.name == "opening" for p in book.procedures):
                assert checklist(Posting(book, {})), book.key


def test_yesterdays_signatures_do_not_open_todays_table(crew: Crew, clock: HandClock) -> None:
    prepare(crew)
    crew.writer.run(lambda tx: crew.tables.cancel(tx, TABLE))
    clock.advance(HOUR_US)
    begin_opening(crew)
    assert lacks(crew) == ["inspection", "opening", "checklist"]


def test_a_table_closes_when_counted_and_nothing_is_under_way(crew: Crew, clock: HandClock) -> None:
    prepare(crew)
    crew.writer.run(lambda tx: crew.tables.open(tx, TABLE, crew.posting, f"{TABLE}.1"))
    with pytest.raises(Stale, match="open"):
        crew.writer.run(lambda tx: crew.tables.close(tx, TABLE))
    clock.advance(HOUR_US)
    waiting = crew.begin("fill", "supervisor-1", {"chips": {5_00: 20}})
    crew.writer.run(lambda tx: crew.tables.begin_closing(tx, TABLE))
    with pytest.raises(Refused, match="not counted"):
        crew.writer.run(lambda tx: crew.tables.close(tx, TABLE))
    slip = crew.begin("closing", "dealer-1", {"chips": CHIPS})
    crew.sign(slip, "verify", "supervisor-1", {"chips": CHIPS, "container": "table"})
    with pytest.raises(Refused, match="fill 2 is requested"):
        crew.writer.run(lambda tx: crew.tables.close(tx, TABLE))
    crew.void(waiting, "supervisor-1", "cage-1")
    with pytest.raises(Refused, match="drop box is still on the table"):
        crew.writer.run(lambda tx: crew.tables.close(tx, TABLE))
    box = crew.begin("drop", "security-1")
    crew.sign(box, "witness", "supervisor-1")
    with pytest.raises(Refused, match="its slip only witnessed"):
        crew.writer.run(lambda tx: crew.tables.close(tx, TABLE))
    crew.sign(box, "count", "cage-1", {"cents": 0})
    crew.sign(box, "verify", "manager-1", {"cents": 0})
    table = crew.writer.run(lambda tx: crew.tables.close(tx, TABLE))
    assert (table.state, table.dealer, table.journal) == ("closed", "", "")
    with crew.storage.reading() as conn:
        assert crew.care.in_play(conn, TABLE) == {}
        (stint,) = crew.tables.stints(conn, TABLE)
    assert stint.out_us == clock.now_us


def test_a_dealer_stands_at_one_table_and_custody_has_no_hole(crew: Crew, clock: HandClock) -> None:
    prepare(crew)
    clock.advance(30 * MINUTE_US)
    crew.writer.run(lambda tx: crew.tables.dealer_in(tx, TABLE, "dealer-2"))
    with crew.storage.reading() as conn:
        later, earlier = crew.tables.stints(conn, TABLE)
    assert (earlier.badge, earlier.out_us) == ("dealer-1", later.in_us)
    crew.writer.run(lambda tx: crew.tables.add(tx, "TCP-2", HOUSE, GAME, "dealer", "Pit 1", Settings()))
    crew.writer.run(lambda tx: crew.tables.begin_opening(tx, "TCP-2", Settings()))
    with pytest.raises(Refused, match="deals at TCP-1"):
        crew.writer.run(lambda tx: crew.tables.dealer_in(tx, "TCP-2", "dealer-2"))
    crew.writer.run(lambda tx: crew.tables.dealer_in(tx, "TCP-2", "dealer-1"))


def test_cards_fall_due_by_the_rulebooks_hours_and_the_way_of_dealing(crew: Crew, clock: HandClock) -> None:
    book = rulebook(HOUSE, GAME, "2020-01-01")
    by_hand, from_shoe = (card_change(Posting(book, {"dealing": way})) for way in ("hand", "automated-shoe"))
    assert by_hand is not None
    assert from_shoe is not None
    assert (by_hand.hours, from_shoe.hours) == (6, 8)
    prepare(crew)
    clock.advance(6 * HOUR_US - 20 * MINUTE_US)
    assert due(crew) == []
    clock.advance(10 * MINUTE_US)
    assert due(crew) == ["cards-due"]
    inspect(crew, "2")
    assert due(crew) == []


def due(crew: Crew) -> list[str]:
    with crew.storage.reading() as conn:
        table = crew.tables.get(conn, TABLE)
        pressing = crew.tables.pressing(conn, [table])[table.id]
        return [kind for kind, _, _ in crew.tables.due(table, crew.posting, pressing, 15 * MINUTE_US)]


def test_a_short_deck_leaves_the_table(crew: Crew) -> None:
    prepare(crew)
    document = crew.begin("stub", "dealer-1", {"counted": 51, "expected": 52})
    assert document.state == "differs"
    assert lacks(crew) == ["inspection"]
    assert crew.waiting() == ["cards-due"]
    inspect(crew, "2")
    assert lacks(crew) == []
    assert crew.waiting() == []
    assert crew.begin("stub", "dealer-1", {"counted": 52, "expected": 52}).state == "counted"


def test_compromised_equipment_never_comes_into_play(crew: Crew) -> None:
    prepare(crew)
    document = crew.begin("cards", "dealer-2", {"label": "green", "compromised": True})
    assert document.state == "differs"
    with pytest.raises(Stale):
        crew.sign(document, "verify", "supervisor-1")
    assert crew.waiting() == ["compromised"]
    assert lacks(crew) == ["inspection"]


def test_a_low_inventory_and_a_waiting_fill_show(crew: Crew) -> None:
    crew.fill({100_00: 5})
    begin_opening(crew)
    with crew.storage.reading() as conn:
        assert crew.ledger.balance(conn, accounts.inventory(TABLE)) == 500_00
    crew.begin("fill", "supervisor-1", {"chips": {5_00: 20}})
    assert due(crew) == ["fill-waiting"]


def test_a_table_has_one_name_and_a_known_way_of_dealing(crew: Crew) -> None:
    for name, mode in ((TABLE, "dealer"), ("a b", "dealer"), ("", "dealer"), ("T9", "by-robot")):
        with pytest.raises(Refused):
            crew.writer.run(lambda tx, n=name, m=mode: crew.tables.add(tx, n, HOUSE, GAME, m, "", Settings()))  # type: ignore[misc]


def test_an_electronic_or_demo_table_opens_without_counts(crew: Crew) -> None:
    crew.writer.run(lambda tx: crew.tables.add(tx, "E-1", HOUSE, GAME, "electronic", "", Settings()))
    crew.writer.run(lambda tx: crew.tables.begin_opening(tx, "E-1", Settings()))
    assert crew.writer.run(lambda tx: crew.tables.open(tx, "E-1", crew.posting, "E-1.1")).state == "open"


def test_where_the_rulebook_is_silent_nothing_is_due(crew: Crew) -> None:
    assert stub_count(crew.posting) is None


def test_a_dealer_cuts_the_fewest_chips() -> None:
    assert cut(1_637_50) == {1_000_00: 1, 500_00: 1, 100_00: 1, 25_00: 1, 5_00: 2, 1_00: 2, 50: 1}
    assert value(cut(99_75)) == 99_75
    with pytest.raises(Refused, match="quarter"):
        cut(10)
