"""The way of rules into force: submitted, approved, polled, accepted or sent back, noticed, recorded."""

import contextlib
import datetime
import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from croupier.house.approvals import case as cases_of_rules
from croupier.house.approvals.case import ACCEPTED, SENT_BACK, Case, subject, terms
from croupier.house.approvals.cases import Approvals
from croupier.house.people.grants import Grant
from croupier.house.people.persons import People
from croupier.house.record.clock import DAY_US, HOUR_US, HandClock, Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.writer import Tx, Writer
from croupier.house.tables.life import Settings
from croupier.rulebook import Rulebook, rulebook

from .conftest import CHEAP
from .crew import Crew
from .houses import Floor, run

START = datetime.date(2020, 1, 1)  # the hand clock's first day


@pytest.fixture
def approvals(crew: Crew, sources: Sources) -> Approvals:
    return Approvals(sources, crew.people)


@pytest.fixture
def book() -> Rulebook:
    return rulebook("oneida", "four-card-poker", "2024-09-11")


class Office:
    """Signs each step with who may."""

    def __init__(self, crew: Crew, approvals: Approvals, book: Rulebook) -> None:
        self.crew, self.approvals, self.book = crew, approvals, book
        self.name = subject(book.property, book.game, book.digest)

    def __call__(self, badge: str, work: Callable[..., Case], **about: object) -> Case:
        proof = self.crew.proof(badge)
        return self.crew.writer.run(lambda tx: work(tx, proof, self.name, **about))

    def submit(self, badge: str = "manager-1") -> Case:
        proof = self.crew.proof(badge)
        return self.crew.writer.run(lambda tx: self.approvals.submit(tx, proof, self.book))

    def approve(self, badge: str = "commission-1", day: datetime.date = START) -> Case:
        return self(badge, self.approvals.decide, approve=True, day=day)

    def poll(self, clock: HandClock) -> Case:
        deadline = clock() + 8 * HOUR_US
        about = {"deadline_us": deadline, "justification": "it can't wait for the next meeting"}
        return self("administrator-1", self.approvals.open_poll, **about)

    def vote(self, member: int, vote: str) -> Case:
        return self("administrator-1", self.approvals.vote, member=member, vote=vote)

    def close(self, **about: object) -> Case:
        return self("administrator-1", self.approvals.close_poll, **about)


@pytest.fixture
def office(crew: Crew, approvals: Approvals, book: Rulebook) -> Office:
    return Office(crew, approvals, book)


def test_a_poll_carries_with_more_than_half_of_the_members(office: Office, clock: HandClock) -> None:
    """As e-polls 4 and 5: six of nine members support (lines 3842, 5778)."""
    assert office.submit().state == "submitted"
    assert office.approve().state == "approved"
    case = office.poll(clock)
    assert (case.state, case.route, case.poll) == ("polled", "e-poll", 1)
    for member in range(1, 5):
        office.vote(member, "support")
    with pytest.raises(Stale, match="5 members have not voted"):
        office.close()
    for member in (5, 6):
        office.vote(member, "support")
    office.vote(7, "support")
    office.vote(7, "oppose")  # a reply may be changed until the deadline; the latest counts
    with pytest.raises(Stale, match="2 members have not voted"):
        office.close()  # a majority is not the end: any of them may still reply otherwise
    for member in (8, 9):
        office.vote(member, "oppose")
    case = office.close()
    assert (case.state, case.count("support")) == ("accepted", 6)
    with pytest.raises(Stale, match="no notice"):
        office("administrator-1", office.approvals.enter, meeting=START)
    assert office("administrator-1", office.approvals.notice).noticed
    assert office("administrator-1", office.approvals.enter, meeting=START).state == "recorded"
    with office.crew.storage.reading() as conn:
        assert office.approvals.require_in_force(conn, office.book, START).approved == START


def test_rules_that_are_sent_back_are_not_in_force(office: Office, clock: HandClock) -> None:
    office.submit()
    office.approve()
    office.poll(clock)
    for member in range(1, 6):
        office.vote(member, "oppose")
    clock.advance(9 * HOUR_US)
    case = office.close(revisions="say what a tie pays")
    assert (case.state, case.reason) == ("sent-back", "say what a tie pays")
    with office.crew.storage.reading() as conn, pytest.raises(Forbidden, match="sent-back"):
        office.approvals.require_in_force(conn, office.book, START)


WRONG = ((3, "support", "has replied so"), (10, "support", "no member"), (4, "maybe", "is no vote"))


def test_votes_count_once_in_time_and_in_known_words(office: Office, clock: HandClock) -> None:
    office.submit()
    office.approve()
    office.poll(clock)
    office.vote(3, "support")
    for member, vote, words in WRONG:
        with pytest.raises(Refused, match=words):
            office.vote(member, vote)
    clock.advance(9 * HOUR_US)
    with pytest.raises(Stale, match="deadline has passed"):
        office.vote(4, "support")
    assert office.close().state == "sent-back"  # a vote that did not come does not support


def test_only_the_right_office_signs_each_step_in_its_turn(office: Office, clock: HandClock) -> None:
    with pytest.raises(NotFound):
        office.approve()
    with pytest.raises(Forbidden):
        office.submit("dealer-1")
    office.submit()
    with pytest.raises(Stale, match="submitted already"):
        office.submit("manager-2")
    with pytest.raises(Forbidden):
        office.approve("manager-1")
    with pytest.raises(Stale, match="when it is approved"):
        office.poll(clock)
    with pytest.raises(Refused, match="has passed"):
        office.approve(day=START - datetime.timedelta(days=1))
    with pytest.raises(Refused, match="needs its reason"):
        office("commission-1", office.approvals.decide, approve=False, day=START)
    refused = office("commission-1", office.approvals.decide, approve=False, day=START, reason='a "table" is missing')
    assert (refused.state, refused.reason) == ("refused", 'a "table" is missing')
    with office.crew.storage.reading() as conn:
        assert [c.state for c in office.approvals.cases(conn, "oneida")] == ["refused"]


def test_who_submits_for_the_house_does_not_decide_for_the_commission(office: Office) -> None:
    """One person with both roles: he may do either, of one text not both."""
    people, both = office.crew.people, (Grant("manager"), Grant("commission"))
    office.crew.writer.run(lambda tx: people.regrant_in(tx, "system", "manager-1", both, "demonstration"))
    office.submit()
    with pytest.raises(Forbidden, match="signed for the house"):
        office.approve("manager-1")
    assert office.approve().state == "approved"


def test_rules_are_in_force_from_the_day_they_are_approved_for(office: Office) -> None:
    later = START + datetime.timedelta(days=30)
    office.submit()
    office.approve(day=later)
    with office.crew.storage.reading() as conn:
        with pytest.raises(Forbidden, match=f"approved from {later}"):
            office.approvals.require_in_force(conn, office.book, START)
        assert office.approvals.require_in_force(conn, office.book, later)


def test_a_house_without_a_second_body_needs_the_commission_alone(
    crew: Crew, approvals: Approvals, clock: HandClock
) -> None:
    office = Office(crew, approvals, rulebook("hard-rock-cincinnati", "craps"))
    office.submit()
    assert office.approve().in_force(START)
    with pytest.raises(Refused, match="no second body"):
        office.poll(clock)
    assert terms("hard-rock-cincinnati").members == 0
    assert (terms("oneida").members, terms("oneida").carries(cast=3)) == (9, 5)


@pytest.mark.parametrize(
    ("by", "support", "oppose", "state"),
    [("votes", 3, 2, ACCEPTED), ("votes", 2, 2, SENT_BACK), ("votes", 0, 0, SENT_BACK), ("members", 3, 2, SENT_BACK)],
)
def test_a_book_says_whether_silence_counts(
    office: Office, clock: HandClock, monkeypatch: pytest.MonkeyPatch, by: str, support: int, oppose: int, state: str
) -> None:
    """Nine members; those who have not replied at the deadline stand in the way only where all members are counted."""
    stated = rulebook("oneida", "approvals")
    carried = msgspec.structs.replace(stated.settings["carried-by"], value=f"majority-of-{by}")
    book = msgspec.structs.replace(stated, settings=stated.settings | {"carried-by": carried})
    monkeypatch.setattr(cases_of_rules, "rulebook", lambda *_: book)
    office.submit()
    office.approve()
    office.poll(clock)
    replies = ["support"] * support + ["oppose"] * oppose
    for member, vote in enumerate(replies, 1):
        office.vote(member, vote)
    clock.advance(9 * HOUR_US)
    assert office.close().state == state


def test_the_record_can_not_be_changed(office: Office) -> None:
    office.submit()

    def forge(tx: Tx) -> None:
        tx.conn.exec_driver_sql("UPDATE audit_log SET outcome = 'forged'")

    with pytest.raises(Exception, match="append-only"):
        office.crew.writer.run(forge)


def test_two_servers_decide_once(office: Office, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of the commission sign at the same instant, one to approve and one to refuse: one of them is too late."""
    office.submit()
    meeting, sign = threading.Barrier(2), People.sign

    def together(people: People, *about: Any) -> Any:
        with contextlib.suppress(threading.BrokenBarrierError):
            meeting.wait(0.5)  # both would be here at once, had they both seen the version undecided
        return sign(people, *about)

    monkeypatch.setattr(People, "sign", together)
    proofs = [office.crew.proof(f"commission-{n}") for n in (1, 2)]
    storages = [Storage(url) for _ in proofs]
    writers = [Writer(storage) for storage in storages]
    about = ({"approve": True}, {"approve": False, "reason": "a table is missing"})
    works = [
        writer.submit(lambda tx, p=proof, a=given: office.approvals.decide(tx, p, office.name, day=START, **a))
        for writer, proof, given in zip(writers, proofs, about, strict=True)
    ]
    failed = [work.exception(30) for work in works]
    assert sorted(type(error) for error in failed if error) == [Stale]
    with office.crew.storage.reading() as conn:
        assert [s.step for s in office.approvals.steps(conn, office.name)] == ["submit", "decide"]
    for writer, storage in zip(writers, storages, strict=True):
        writer.close()
        storage.close()


# ---- what the pit may open


async def opens(floor: Floor, table_id: str, place: str, game: str, **settings: Any) -> None:
    """Add an electronic table and open it with a signature."""
    chosen = Settings(bank=1_000_00, **settings)
    await floor.pit.add_table(floor.person("manager-1"), table_id, place, game, "electronic", "Pit 1", chosen)
    await floor.pit.begin_opening(floor.person("supervisor-1"), table_id)
    await floor.pit.open(floor.proof("supervisor-1"), table_id)


def years(count: int) -> int:
    return count * 365 * DAY_US


def test_a_table_opens_only_by_rules_in_force_on_the_floors_day(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        with pytest.raises(Forbidden, match=r"approved from 2024-09-11.*not in force on 2020-01-01"):
            await opens(floor, "F-1", "oneida", "four-card-poker")
        floor.clock.advance(years(4))  # the version of 2023 is in force, that of September 2024 not yet
        await opens(floor, "F-2", "oneida", "four-card-poker", day="2023-12-31")
        with pytest.raises(Forbidden, match="approved from"):
            await floor.pit.begin_opening(floor.person("supervisor-1"), "F-1")
        floor.clock.advance(years(2))
        await floor.pit.begin_opening(floor.person("supervisor-1"), "F-1")
        await floor.pit.open(floor.proof("supervisor-1"), "F-1")
        with pytest.raises(Forbidden, match=r"superseded on 2024-09-11.*In force on 20.*four-card-poker"):
            await opens(floor, "F-3", "oneida", "four-card-poker", day="2023-12-31")
        with floor.storage.reading() as conn:
            assert floor.house.tables.get(conn, "F-3").state == "closed"

    run(scenario, floor)


def test_one_house_under_a_new_name_does_not_open_by_its_old_book(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        with pytest.raises(Forbidden, match="superseded on 2016"):
            await opens(floor, "C-1", "horseshoe-cleveland", "three-card-poker")
        await opens(floor, "C-2", "jack-cleveland", "three-card-poker")
        await opens(floor, "C-3", "horseshoe-cleveland", "three-card-poker", demo=True)  # shown, not dealt for money

    run(scenario, floor)


def test_a_version_before_the_commission_is_not_dealt_until_it_is_approved(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)
    book = rulebook("hard-rock-cincinnati", "three-card-poker", "2020-01-01")
    name = subject(book.property, book.game, book.digest)

    async def scenario(floor: Floor) -> None:
        approvals = floor.house.approvals
        manager, commission = floor.proof("manager-1"), floor.proof("commission-1")
        await floor.house.write(lambda tx: approvals.submit(tx, manager, book))
        for demo in (False, True):
            with pytest.raises(Forbidden, match=r"is submitted.*not in force"):
                await opens(floor, f"T-{demo:d}", book.property, book.game, demo=demo)
        tomorrow = START + datetime.timedelta(days=1)
        await floor.house.write(lambda tx: approvals.decide(tx, commission, name, approve=True, day=tomorrow))
        supervisor = floor.person("supervisor-1")
        with pytest.raises(Forbidden, match="approved from 2020-01-02"):
            await floor.pit.begin_opening(supervisor, "T-0")
        floor.clock.advance(DAY_US)
        await floor.pit.begin_opening(supervisor, "T-0")
        await floor.pit.open(floor.proof("supervisor-1"), "T-0")

    run(scenario, floor)


def test_rules_that_the_commission_refused_are_not_dealt(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)
    book = rulebook("hard-rock-cincinnati", "three-card-poker", "2020-01-01")
    name = subject(book.property, book.game, book.digest)

    async def scenario(floor: Floor) -> None:
        approvals = floor.house.approvals
        manager, commission = floor.proof("manager-1"), floor.proof("commission-1")
        await floor.pit.add_table(
            floor.person("manager-1"), "T-1", book.property, book.game, "electronic", "Pit 1", Settings(bank=1_000_00)
        )
        await floor.pit.begin_opening(floor.person("supervisor-1"), "T-1")
        await floor.house.write(lambda tx: approvals.submit(tx, manager, book))
        await floor.house.write(
            lambda tx: approvals.decide(tx, commission, name, approve=False, day=START, reason="odds are missing")
        )
        with pytest.raises(Forbidden, match="is refused"):  # between the opening's first step and its signature
            await floor.pit.open(floor.proof("supervisor-1"), "T-1")
        with floor.storage.reading() as conn, pytest.raises(Forbidden, match="No rules of three-card-poker"):
            approvals.in_force(conn, book.property, book.game, START)

    run(scenario, floor)
