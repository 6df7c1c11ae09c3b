"""Counts on slips: blanks are no count, differences and variances are read before they are signed."""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.money.progressives import Jackpot, Win
from croupier.house.record import accounts
from croupier.house.record.ledger import Group
from croupier.web.kit.words import account_words

from .lab import PLACE, Lab, lab

BLANK = {f"chips-{d}": "" for d in (500000, 100000, 50000, 10000, 2500, 500, 100)}
_tables = itertools.count(1)


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path) as made:
        made.clock.advance(7 * 365 * 24 * 3600 * 1_000_000)  # all rulebooks are in force
        made.browser("cage")  # the first page that is signed in at is known from then on
        yield made


@pytest.fixture
def table(floor: Lab) -> str:
    """A new table that is being opened."""
    name = f"CNT-{next(_tables)}"
    new = {"id": name, "property": PLACE, "game": "blackjack", "mode": "dealer"}
    assert floor.program("manager").post("/api/v1/tables", json=new).status_code == 201
    life = floor.program("supervisor").post(f"/api/v1/tables/{name}/life", json={"act": "begin-opening"})
    assert life.is_success, life.text
    return name


def begin(floor: Lab, badge: str, kind: str, table: str, **data: Any) -> Any:
    given = {"kind": kind, "table": table, "password": PASSWORD, **data}
    return floor.program(badge).post("/api/v1/documents", json=given)


def sign(floor: Lab, badge: str, slip: str, step: str, **data: Any) -> Any:
    return floor.program(badge).post(f"/api/v1/documents/{slip}/steps/{step}", json={"password": PASSWORD, **data})


def page_sign(floor: Lab, badge: str, slip: str, step: str, **fields: str) -> tuple[int, str]:
    browser = floor.browser(badge)
    given = {"step": step, "password": PASSWORD, "csrf": browser.headers.pop("x-csrf"), **fields}
    answer = browser.post(f"/slips/{slip}/sign", data=given)
    shown = browser.get(f"/slips/{slip}").text if answer.status_code == 303 else answer.text
    return answer.status_code, shown


def counted(floor: Lab, table: str, kind: str = "opening", cents: int = 16_000_00, **data: Any) -> Any:
    """An opening or closing count that dealer and supervisor agree on."""
    chips = {"10000": cents // 10000}
    slip = begin(floor, "dealer", kind, table, chips=chips).json()["id"]
    return sign(floor, "supervisor", slip, "verify", chips=chips, **data)


def test_a_blank_count_is_refused_and_a_written_zero_is_a_count(floor: Lab, table: str) -> None:
    page = floor.browser("dealer").post(
        f"/pit/{table}/document", data={"kind": "opening", "password": PASSWORD, **BLANK}
    )
    assert page.status_code >= 400
    assert "Write how many there are of each value, 0 where there are none." in page.text
    for chips in ({}, None):
        answer = begin(floor, "dealer", "opening", table, chips=chips)
        assert answer.status_code >= 400
        assert "0 where there are none" in answer.text
    slip = begin(floor, "dealer", "opening", table, chips={"10000": 0}).json()["id"]
    done = sign(floor, "supervisor", slip, "verify", chips={"10000": 0})
    assert done.is_success, done.text
    assert done.json()["state"] == "verified"


def test_a_fill_prepared_blank_is_refused_and_one_of_nothing_shows_what_was_counted(floor: Lab, table: str) -> None:
    fill = begin(floor, "supervisor", "fill", table, chips={"10000": 40}).json()["id"]
    status, shown = page_sign(floor, "cage", fill, "prepare", **BLANK)
    assert status >= 400
    assert "0 where there are none" in shown
    status, shown = page_sign(floor, "cage", fill, "prepare", **{**BLANK, "chips-10000": "0"})
    assert status >= 400
    assert "40 of $100 on the slip, none prepared" in shown
    status, shown = page_sign(floor, "cage", fill, "prepare", **{**BLANK, "chips-10000": "0", "differs": "1"})
    assert status == 303
    assert "Prepared, differing" in shown
    assert "$0.00 (−$4,000.00): 40 of $100 on the slip, none prepared" in shown
    notices = floor.program("supervisor").get("/api/v1/notices", params={"table": table}).json()
    number = int(floor.program("supervisor").get(f"/api/v1/documents/{fill}").json()["number"])
    assert [n["words"] for n in notices] == [f"Fill {number}: 40 of $100 on the slip, none prepared"]


@pytest.mark.parametrize("door", ["page", "api"])
def test_who_counts_otherwise_than_the_slip_counts_again_through_either_door(floor: Lab, table: str, door: str) -> None:
    fill = begin(floor, "supervisor", "fill", table, chips={"10000": 40}).json()["id"]

    def prepare(**again: Any) -> tuple[int, str]:
        if door == "page":
            given = {**BLANK, "chips-10000": "39"} | dict.fromkeys(again, "1")
            return page_sign(floor, "cage", fill, "prepare", **given)
        answer = sign(floor, "cage", fill, "prepare", chips={"10000": 39}, **again)
        if not answer.is_success:
            assert answer.json()["kind"] == "count-differs"
        return answer.status_code, answer.text

    before = floor.record()
    status, shown = prepare()
    assert status == 422
    assert "differs from the slip by −$100.00: 40 of $100 on the slip, 39 prepared. Count again" in shown
    assert floor.record() == before
    status, _ = prepare(differs=True)
    assert status in (200, 303)
    slip = floor.program("supervisor").get(f"/api/v1/documents/{fill}").json()
    assert (slip["state"], slip["signed"][-1]["data"]["differs"]) == ("differs", True)
    assert "Counted again" in floor.browser("supervisor").get(f"/slips/{fill}").text


def test_a_large_variance_is_read_confirmed_and_on_record(floor: Lab, table: str) -> None:
    assert counted(floor, table).is_success  # the first count is the bank of a new table
    chips = {"10000": 150}
    slip = begin(floor, "dealer", "opening", table, chips=chips).json()["id"]
    for given in ({}, {"variance": 0}, {"variance": -999_00}):
        refused = sign(floor, "supervisor", slip, "verify", chips=chips, **given)
        assert refused.status_code >= 400
        assert (refused.json()["kind"], refused.json()["facts"]) == ("variance", {"variance": -1_000_00})
        assert "The book says $16,000.00, counted is $15,000.00: a variance of −$1,000.00." in refused.text
    status, shown = page_sign(floor, "supervisor", slip, "verify", **{**BLANK, "chips-10000": "150"})
    assert status >= 400
    assert "The book says $16,000.00, counted is $15,000.00: a variance of −$1,000.00." in shown
    assert 'name="variance" value="-100000"' in shown
    fields = {**BLANK, "chips-10000": "150", "variance": "-100000"}
    status, shown = page_sign(floor, "supervisor", slip, "verify", **fields)
    assert status == 303
    for words in ("Variance confirmed", "On the book", "$16,000.00", "$15,000.00", "−$1,000.00"):
        assert words in shown
    signed = floor.program("supervisor").get(f"/api/v1/documents/{slip}").json()["signed"]
    assert signed[-1]["data"]["variance"] == -1_000_00


@pytest.mark.parametrize("kind", ["opening", "closing"])
def test_the_second_counter_of_an_inventory_reads_neither_the_first_count_nor_the_book(
    floor: Lab, table: str, kind: str
) -> None:
    """Horseshoe Baltimore, Section 4, 8.(5) (lines 366-371): dealer and floorperson both conduct the count."""
    assert counted(floor, table).is_success
    slip = begin(floor, "dealer", kind, table, chips={"10000": 150}).json()["id"]
    program = floor.program("supervisor")

    def read() -> list[str]:
        pages = [floor.browser(badge).get(f"/slips/{slip}").text for badge in ("supervisor", "dealer", "manager")]
        shown = [program.get(f"/api/v1/documents/{slip}"), program.get("/api/v1/documents", params={"table": table})]
        return [*pages, shown[0].text, str([one for one in shown[1].json() if one["id"] == slip])]

    assert "kept back until the second is signed" in read()[0]
    wrong = sign(floor, "supervisor", slip, "verify", chips={"10000": 149}, container="cage")
    assert wrong.json()["kind"] == "count-differs"
    status, page = page_sign(floor, "supervisor", slip, "verify", **{**BLANK, "chips-10000": "149"})
    assert status == 422
    for text in (*read(), wrong.text, page):
        for figure in ("$15,000", "$16,000", '"10000":', "'10000':", "150 of", ":150", "data-expected"):
            assert figure not in text
    sign(floor, "supervisor", slip, "verify", chips={"10000": 149}, container="cage", differs=True).raise_for_status()
    shown = floor.browser("supervisor").get(f"/slips/{slip}").text
    assert "150 of $100 counted by the dealer, 149 by the supervisor" in shown


def test_a_small_variance_is_read_and_stated_through_either_door(floor: Lab, table: str) -> None:
    assert counted(floor, table).is_success
    slip = begin(floor, "dealer", "opening", table, chips={"10000": 160, "500": 1}).json()["id"]
    fields = {**BLANK, "chips-10000": "160", "chips-500": "1"}
    status, shown = page_sign(floor, "supervisor", slip, "verify", **fields)
    assert status >= 400
    assert "a variance of +$5.00" in shown
    chips = {"10000": 160, "500": 1}
    assert sign(floor, "supervisor", slip, "verify", chips=chips).json()["facts"] == {"variance": 5_00}
    status, _ = page_sign(floor, "supervisor", slip, "verify", **fields, variance="500")
    assert status == 303


def test_the_second_counter_of_a_drop_counts_for_himself(floor: Lab, table: str) -> None:
    lines = ((accounts.outside(PLACE), -777_00), (accounts.drop(table), 777_00))

    async def drop() -> None:
        group = Group(kind="buy-in", by="x", lines=lines, table_id=table)
        await floor.house.write(lambda tx: floor.house.ledger.post(tx, group))

    floor.do(drop)
    slip = begin(floor, "security", "drop", table).json()["id"]
    sign(floor, "supervisor", slip, "witness").raise_for_status()
    sign(floor, "cage", slip, "count", cents=777_00).raise_for_status()
    second = floor.program("cage-2")
    assert "$777.00" not in floor.browser("cage-2").get(f"/slips/{slip}").text
    one = second.get(f"/api/v1/documents/{slip}").json()
    listed = second.get("/api/v1/documents", params={"table": table}).json()
    for document in (one, *listed):
        assert "77700" not in str(document)
    differs = sign(floor, "cage-2", slip, "verify", cents=776_00)
    assert (differs.json()["state"], "77700" in differs.text) == ("witnessed", False)
    page = floor.browser("cage").get(f"/slips/{slip}").text
    assert "both count again until they agree" in page
    assert "$777.00" not in page
    assert "$776.00" not in page
    assert "/void" not in page  # a drop is counted, never voided
    history = " ".join(floor.browser("surveillance").get("/audit/log", params={"kind": "drop"}).text.split())
    assert "It differed from the first count. Both count again." in history  # nobody reads by how much while they do
    sign(floor, "cage", slip, "count", cents=777_00).raise_for_status()
    sign(floor, "cage-2", slip, "verify", cents=777_00).raise_for_status()
    page = floor.browser("cage-2").get(f"/slips/{slip}").text
    assert "$777.00 and $776.00, counted again until they agreed" in page
    history = " ".join(floor.browser("surveillance").get("/audit/log", params={"kind": "drop"}).text.split())
    assert "It differed from the first count by −$1.00: $776.00 after $777.00. Both count again." in history
    assert re.search(rf"Cage</a> counted <strong>drop \d+</strong> at <strong>{table}</strong>.</span></span>", history)


def test_what_a_slip_waits_for_is_said_in_words_of_the_floor(floor: Lab, table: str) -> None:
    begin(floor, "dealer", "opening", table, chips={"10000": 1}).raise_for_status()
    shown = floor.browser("supervisor").get("/notices", params={"house": PLACE}).text
    assert "waits to be verified." in shown
    assert "waits for: verify" not in shown


@pytest.mark.parametrize("pit", ["P" * 41, "<b>Pit</b>", "Pit\u202e1"])
def test_a_pit_has_a_name_that_fits_its_tile(floor: Lab, pit: str) -> None:
    new = {"id": "PIT-1", "property": PLACE, "game": "blackjack", "mode": "dealer", "pit": pit}
    answer = floor.program("manager").post("/api/v1/tables", json=new)
    assert answer.status_code >= 400
    assert "at most 40 letters" in answer.text
    browser = floor.browser("manager")
    form = {"table": "PIT-1", "house": PLACE, "game": "blackjack", "mode": "dealer", "pit": pit}
    page = browser.post("/tables-new", data=form | {"csrf": browser.headers.pop("x-csrf")})
    assert page.status_code >= 400
    assert "at most 40 letters" in page.text


def test_cards_come_into_play_with_a_label(floor: Lab, table: str) -> None:
    for label in ("", "   "):
        refused = begin(floor, "dealer", "cards", table, label=label)
        assert refused.status_code >= 400
        assert "The set of cards has no label." in refused.text
    page = floor.browser("dealer").post(f"/pit/{table}/document", data={"kind": "cards", "password": PASSWORD})
    assert page.status_code >= 400
    assert "The set of cards has no label." in page.text
    slip = begin(floor, "dealer", "cards", table, label="Red 12 + Blue 7").json()["id"]
    sign(floor, "supervisor", slip, "verify").raise_for_status()
    assert "Cards in play: Red 12" in floor.browser("supervisor").get(f"/pit/{table}").text


def test_demo_chips_and_money_feed_no_meter_together(floor: Lab) -> None:
    """Two tables with the same progressive, one for demo chips: each has a meter of its own, seeded for itself."""
    meters = {}
    for table, demo in (("PRG-2", True), ("PRG-3", False), ("PRG-4", True), ("PRG-5", False)):
        new = {"id": table, "property": PLACE, "game": "three-card-poker", "mode": "electronic", "demo": demo}
        options = {"progressive": "three-card"}
        assert floor.program("manager").post("/api/v1/tables", json=new | {"options": options}).status_code == 201
        for life in ({"act": "begin-opening"}, {"act": "open", "password": PASSWORD}):
            answer = floor.program("supervisor").post(f"/api/v1/tables/{table}/life", json=life)
            assert answer.is_success, answer.text
        with floor.storage.reading() as conn:
            meters[table] = floor.house.progressives.links(conn, table)["progressive"]
    money, demo_ = f"{PLACE}-three-card", f"{PLACE}-three-card-demo"
    assert meters == {"PRG-2": demo_, "PRG-3": money, "PRG-4": demo_, "PRG-5": money}
    shown = floor.program("manager").get(f"/api/v1/meters?property={PLACE}").json()
    assert shown[money] == shown[demo_] > 0
    assert "tables, demo chips" in floor.browser("supervisor").get(f"/meters?house={PLACE}").text


def test_meters_and_patrons_are_called_by_name(floor: Lab) -> None:
    """A guest's win on the page of meters, on its slip and among the alerts."""
    table, meter = "PRG-1", f"{PLACE}-three-card-demo"
    new = {"id": table, "property": PLACE, "game": "three-card-poker", "mode": "dealer", "demo": True}
    options = {"progressive": "three-card"}
    assert floor.program("manager").post("/api/v1/tables", json=new | {"options": options}).status_code == 201
    for life in ({"act": "begin-opening"}, {"act": "open", "password": PASSWORD}):
        answer = floor.program("supervisor").post(f"/api/v1/tables/{table}/life", json=life)
        assert answer.is_success, answer.text
    guest, name = floor.guest()[1], "Program"
    win = Win(3, guest, "progressive", "mini-royal-spades", 100_000, 1_000_00)
    keyed: list[Jackpot] = []

    async def key() -> None:
        key_in = floor.house.progressives.key_in
        keyed.append(await floor.house.write(lambda tx: key_in(tx, meter, table, f"{table}.1", 1, 10_000_00, win)))

    floor.do(key)
    slip = begin(floor, "supervisor", "jackpot", table, jackpot=keyed[0].id).json()["id"]
    called = f"{name}, guest {guest[6:12]}"
    for path in (f"/meters?house={PLACE}", f"/slips/{slip}"):
        shown = floor.browser("supervisor").get(path).text
        assert called in shown
        assert "Three card progressive" in shown
        assert guest not in shown
    for path in (f"/notices?house={PLACE}", f"/pit/{table}"):
        shown = floor.browser("supervisor").get(path).text
        assert f", guest {guest[6:12]}" in shown
        assert guest not in shown
    assert account_words(f"meter:{meter}") == "Meter of the Three card progressive, demo chips"
