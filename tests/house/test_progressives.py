"""Progressives: exact contributions, locked wins, two signatures, reset, winners in their order."""

import asyncio

import pytest

from croupier.equipment.cards import parse_card
from croupier.equipment.shoe import UNSEEN
from croupier.house.money.progressives import MILLION, Jackpot, MeterSetup, Progressives, Win, share_ppm
from croupier.house.papers.documents import Document
from croupier.house.people.persons import Person
from croupier.house.record import accounts
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.house.tables.life import Settings
from croupier.rounds import acts, refusal
from croupier.rounds.requests import Card, Decide, Do, Stack, Turn
from croupier.rulebook import Posting, rulebook

from .conftest import CHEAP
from .crew import GAME, HOUSE, TABLE, Crew
from .houses import Floor, run

METER = f"{HOUSE}-multi-link"
SEED = 10_000_00


@pytest.fixture
def meters(crew: Crew, sources: Sources) -> Progressives:
    progressives = Progressives(sources, crew.ledger, crew.notices)
    setup = MeterSetup("link", HOUSE, SEED, 182_500, 50_000)
    crew.writer.run(lambda tx: progressives.configure(tx, setup, "manager-1"))
    return progressives


def keyed(crew: Crew, meters: Progressives, share: int, amount: int, shown: int, table_id: str = TABLE) -> Jackpot:
    win = Win(1, "player-1", "progressive", "royal-flush", share, amount)
    return crew.writer.run(lambda tx: meters.key_in(tx, "link", table_id, f"{table_id}.1", 9, shown, win))


def test_contributions_are_exact_to_the_last_fraction(crew: Crew, meters: Progressives) -> None:
    for _ in range(1_000):  # 18.25 cents of each dollar: 182.50 dollars, not 180.00
        crew.writer.submit(lambda tx: meters.contribute(tx, "link", 1_00, "player-1"))
    crew.writer.run(lambda tx: None)
    assert crew.balances("meter:link", "reserve:link") == [SEED + 182_50, 50_00]
    assert crew.balances(accounts.house(HOUSE)) == [-1_000_000_00 - SEED - 182_50 - 50_00]


def test_a_full_win_locks_its_amount_and_resets_from_the_reserve(crew: Crew, meters: Progressives) -> None:
    crew.writer.run(lambda tx: meters.contribute(tx, "link", 100_000_00, "player-1"))
    shown = SEED + 18_250_00
    won = keyed(crew, meters, MILLION, shown, shown)
    assert crew.balances("meter:link", "reserve:link", f"jackpot:{won.id}") == [SEED, 0, shown]
    crew.writer.run(lambda tx: meters.contribute(tx, "link", 100_00, "player-2"))
    assert crew.balances("meter:link", f"jackpot:{won.id}") == [SEED + 18_25, shown]


def test_winners_at_two_tables_are_served_in_the_order_they_were_keyed_in(crew: Crew, meters: Progressives) -> None:
    first = keyed(crew, meters, MILLION, SEED, SEED)
    with pytest.raises(Stale, match="keyed in first"):
        keyed(crew, meters, MILLION, SEED + 1, SEED + 1, "TCP-2")
    second = keyed(crew, meters, MILLION // 10, SEED // 10, SEED, "TCP-2")
    assert (first.place, second.place) == (1, 2)
    assert crew.balances("meter:link") == [SEED - SEED // 10]
    with crew.storage.reading() as conn:
        assert [j.id for j in meters.jackpots(conn, meter="link")] == [first.id, second.id]


def test_a_win_that_was_none_goes_back_to_the_meter(crew: Crew, meters: Progressives) -> None:
    won = keyed(crew, meters, MILLION // 10, SEED // 10, SEED)
    supervisor = Person("supervisor-1", "", "supervisor", True, False)
    crew.writer.run(lambda tx: meters.cancel(tx, won.id, supervisor, "misread card"))
    assert crew.balances("meter:link", f"jackpot:{won.id}") == [SEED, 0]
    with pytest.raises(Stale, match="cancelled"):
        crew.writer.run(lambda tx: meters.cancel(tx, won.id, supervisor, "again"))


@pytest.mark.parametrize(("odds", "ppm"), [("100%", MILLION), ("10%", 100_000), ("0.5%", 5_000), ("500 for 1", None)])
def test_shares_are_read_from_printed_odds(odds: str, ppm: int | None) -> None:
    assert share_ppm(odds) == ppm


def test_a_meter_gives_away_no_more_than_the_wager(crew: Crew, meters: Progressives) -> None:
    for setup in (
        MeterSetup("x", HOUSE, 0, MILLION, 1),
        MeterSetup("x", HOUSE, -1, 0, 0),
        MeterSetup("link", HOUSE, 0, 0, 0),
    ):
        with pytest.raises(Refused):
            crew.writer.run(lambda tx, s=setup: meters.configure(tx, s, "manager-1"))  # type: ignore[misc]


def test_meters_of_older_records_stay_with_who_feeds_them(crew: Crew, meters: Progressives) -> None:
    """Demo tables that were linked to the plain meter keep it until money does; where both were, money keeps it."""
    posting = Posting(rulebook(HOUSE, GAME), {"progressive": "multi-link"}, rulebook(HOUSE, "progressives"))

    def ensured(table_id: str, *demo: str) -> str:
        return crew.writer.run(lambda tx: meters.ensure(tx, table_id, posting, "manager-1", demo))

    crew.writer.run(lambda tx: crew.tables.add(tx, "TCP-2", HOUSE, GAME, "dealer", "Pit 1", Settings()))
    crew.writer.run(lambda tx: meters.configure(tx, MeterSetup(METER, HOUSE, SEED, 0, 0), "manager-1"))
    crew.writer.run(lambda tx: meters.link(tx, METER, TABLE, "progressive"))
    assert ensured(TABLE, TABLE) == METER
    assert ensured("TCP-2", TABLE) == f"{METER}-money"
    crew.writer.run(lambda tx: meters.link(tx, METER, "TCP-2", "progressive"))
    assert ensured("TCP-2", TABLE) == METER
    assert ensured(TABLE, TABLE) == f"{METER}-demo"
    with crew.storage.reading() as conn:
        assert meters.links(conn, TABLE) == {"progressive": f"{METER}-demo"}


FACES = {
    "1": "As Ks Qs",
    "2": "9s 8s 7s",
    "community": "Js Ts",
    "dealer": "2c 4d 6h",
}


async def deal(floor: Floor, table_id: str = "D-1") -> None:
    """Deal a royal flush to position 1 and a straight flush to position 2, up to where the table stops."""
    dealer, supervisor = floor.person("dealer-1"), floor.person("supervisor-1")
    used = {place: [parse_card(c) for c in faces.split()] for place, faces in FACES.items()}
    for _ in range(60):
        table = await floor.house.table(table_id)
        asked = table.driver.pending
        if table.held or table.driver.betting:
            return
        if isinstance(asked, Do):
            await floor.house.answer(table_id, supervisor, acts.Done())
        elif isinstance(asked, Decide):
            badge = table.driver.table.position(asked.position).patron
            await floor.house.answer(table_id, floor.person(badge), acts.Chosen("play", asked.position))
        elif isinstance(asked, Turn):
            await floor.house.answer(table_id, dealer, acts.Falls(tuple(used[asked.to][: asked.count])))
        elif isinstance(asked, Card):
            card = UNSEEN if asked.face != "up" else used[asked.to].pop(0)
            await floor.house.answer(table_id, dealer, acts.Fall(card))
        elif isinstance(asked, Stack):
            faces = used.get(asked.to, [])
            cards = (UNSEEN,) * asked.count if asked.face != "up" else tuple(faces[: asked.count])
            await floor.house.answer(table_id, dealer, acts.Falls(cards))
        else:
            await floor.step(table_id)
    raise AssertionError("the table never stopped")


async def two_winners(floor: Floor, dealing: str = "hand") -> None:
    await floor.by_hand(options={"progressive": "multi-link", "dealing": dealing, "progressive-stake": "$5"})
    for n in (1, 2):
        await floor.sit("D-1", f"player-{n}", n)
        player = floor.person(f"player-{n}")
        await floor.house.answer("D-1", player, acts.Bet(n, "ante", 25_00))
        await floor.house.answer("D-1", player, acts.Bet(n, "progressive", 5_00))
    await floor.house.answer("D-1", floor.person("dealer-1"), acts.Close())
    await deal(floor)


def shown(floor: Floor) -> int:
    return floor.house.shown(METER)


def test_percentage_winners_wait_for_two_signatures_and_are_paid_in_deal_order(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await two_winners(floor)
        for position, share, amount in ((1, MILLION, SEED), (2, MILLION // 10, SEED // 10)):
            table = await floor.house.table("D-1")
            (jackpot,) = table.held
            assert (jackpot.position, jackpot.share_ppm, jackpot.amount) == (position, share, amount)
            with pytest.raises(Stale, match="verified"):
                await floor.house.answer("D-1", floor.person("dealer-1"), acts.Done())
            with pytest.raises(Forbidden):
                await floor.pit.begin_document(floor.proof("dealer-1"), "jackpot", "D-1", {"jackpot": jackpot.id})
            document = await floor.pit.begin_document(
                floor.proof("supervisor-2"), "jackpot", "D-1", {"jackpot": jackpot.id}
            )
            with pytest.raises(Forbidden):
                await floor.pit.sign_document(floor.proof("supervisor-1"), document.id, "surveil")
            await floor.house.forget("D-1")  # as after a restart: the table is still held
            assert (await floor.house.table("D-1")).held
            await floor.pit.sign_document(floor.proof("surveillance-1"), document.id, "surveil")
            await floor.pit.sign_document(floor.proof("cage-1"), document.id, "pay", {"from": "inventory"})
            await deal(floor)
        table = await floor.house.table("D-1")
        assert table.driver.betting
        assert not table.held
        assert shown(floor) == SEED - SEED // 10 + 2 * 1_00  # two wagers of $5, a fifth of each
        with floor.storage.reading() as conn:
            balances = floor.house.ledger.balances(conn)
            assert {state.state for state in floor.house.progressives.jackpots(conn)} == {"paid"}
            assert floor.house.notices.waiting(conn, "D-1") == []
        assert all(cents == 0 for name, cents in balances.items() if name.startswith("jackpot:"))
        for n in (1, 2):
            felt = table.driver.felt.accounts[f"patron:player-{n}"]
            assert balances[accounts.at_table(f"player-{n}", "D-1")] == felt
        assert balances[accounts.at_table("player-1", "D-1")] > SEED

    run(scenario, floor)


def test_a_ruling_takes_a_locked_win_away(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await two_winners(floor)
        assert shown(floor) == SEED  # reset at once for whoever comes next
        await floor.house.answer("D-1", floor.person("supervisor-1"), acts.Declared("wrong-number-of-cards"))
        table = await floor.house.table("D-1")
        assert not table.held
        with floor.storage.reading() as conn:
            assert [j.state for j in floor.house.progressives.jackpots(conn)] == ["cancelled"]
            assert floor.house.ledger.balance(conn, accounts.at_table("player-1", "D-1")) == 1_000_00
            assert floor.house.ledger.balance(conn, accounts.house(HOUSE)) == -SEED  # the second seed went back
        assert shown(floor) == SEED

    run(scenario, floor)


def test_a_win_is_verified_on_a_slip_of_its_own_table(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await two_winners(floor)
        await floor.electronic("E-9")
        (jackpot,) = (await floor.house.table("D-1")).held
        with pytest.raises(Refused, match="keyed in at D-1"):
            await floor.pit.begin_document(floor.proof("supervisor-2"), "jackpot", "E-9", {"jackpot": jackpot.id})

    run(scenario, floor)


def test_a_settled_win_is_not_taken_back_by_keying(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await two_winners(floor)
        (jackpot,) = (await floor.house.table("D-1")).held
        document = await floor.pit.begin_document(
            floor.proof("supervisor-2"), "jackpot", "D-1", {"jackpot": jackpot.id}
        )
        await floor.pit.sign_document(floor.proof("surveillance-1"), document.id, "surveil")
        table = await floor.house.table("D-1")
        before = dict(table.driver.felt.accounts), table.driver.entry, shown(floor)
        with pytest.raises(Refused, match="verified jackpot"):
            await floor.house.answer("D-1", floor.person("supervisor-1"), acts.Undone(before[1]))
        table = await floor.house.table("D-1")
        assert (dict(table.driver.felt.accounts), table.driver.entry, shown(floor)) == before

    run(scenario, floor)


def test_what_an_undone_settlement_gave_to_the_meter_is_given_once(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.by_hand(options={"progressive": "multi-link", "dealing": "hand", "progressive-stake": "$5"})
        await floor.sit("D-1", "player-1", 1)
        for wager, stake in (("ante", 25_00), ("progressive", 5_00)):
            await floor.house.answer("D-1", floor.person("player-1"), acts.Bet(1, wager, stake))
        await floor.house.answer("D-1", floor.person("dealer-1"), acts.Close())
        for _ in range(2):
            while (table := await floor.house.table("D-1")).driver.felt.round == 1:
                await floor.step("D-1")
            assert shown(floor) == SEED + 1_00
            last = table.driver.last_keyed()
            await floor.take_back("D-1", entry=last)
            assert (await floor.house.table("D-1")).driver.felt.round == 1
            assert shown(floor) == SEED

    run(scenario, floor)


def test_electronic_tables_feed_one_meter_together(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        for n in (1, 2):
            await floor.electronic(f"E-{n}", options={"progressive": "multi-link"})
            await floor.sit(f"E-{n}", f"player-{n}", 1)
            player = floor.person(f"player-{n}")
            await floor.house.answer(f"E-{n}", player, acts.Bet(1, "ante", 10_00))
            await floor.house.answer(f"E-{n}", player, acts.Bet(1, "progressive", 5_00))
            await floor.house.close_wagers(f"E-{n}")
            await floor.house.answer(f"E-{n}", player, acts.Chosen("play", 1))
        assert shown(floor) == SEED + 2_00
        with floor.storage.reading() as conn:
            assert floor.house.progressives.meters(conn, HOUSE) == {METER: SEED + 2_00}

    run(scenario, floor)


def test_a_server_that_stops_between_the_signature_and_the_payment_pays_when_it_is_back(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await two_winners(floor)
        (jackpot,) = (await floor.house.table("D-1")).held
        data = {"jackpot": jackpot.id}
        for _ in range(2):  # the same command: one slip
            begun = await floor.pit.begin_document(floor.proof("supervisor-2"), "jackpot", "D-1", data, "verify-1")
        assert begun.number == 1
        proof = floor.proof("surveillance-1")
        await floor.house.write(lambda tx: floor.house.documents.sign(tx, begun.id, "surveil", proof))
        # Here the power fails: the win is confirmed, its round still waits.
        other = Floor(url, floor.clock, seed="next", hasher=CHEAP)
        for _ in range(3000):  # a machine may be busy; what is right comes far sooner
            if not any(j.id == jackpot.id for j in (await other.house.table("D-1")).held):
                break
            await asyncio.sleep(0.05)
        with other.storage.reading() as conn:
            assert other.house.progressives.get(conn, jackpot.id).state == "settled"
        assert (await other.house.table("D-1")).driver.felt.accounts["patron:player-1"] > SEED
        await other.house.stop()
        other.storage.close()
        await floor.house.forget("D-1")

    run(scenario, floor)


def test_a_jackpot_signed_twice_is_paid_once(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await two_winners(floor)
        (jackpot,) = (await floor.house.table("D-1")).held
        begun = await floor.pit.begin_document(floor.proof("supervisor-2"), "jackpot", "D-1", {"jackpot": jackpot.id})
        for step, badge, data in (("surveil", "surveillance-1", {}), ("pay", "cage-1", {"from": "inventory"})):
            answers = [
                await floor.pit.sign_document(floor.proof(badge), begun.id, step, data, f"{step}-1") for _ in range(2)
            ]
            assert answers[0] == answers[1]
        with floor.storage.reading() as conn:
            paid = [g for g in floor.house.ledger.groups(conn) if g.kind == "jackpot-paid"]
            assert len(paid) == 1
            assert floor.house.progressives.get(conn, jackpot.id).state == "paid"

    run(scenario, floor)


async def verified(floor: Floor, *, surveil: bool = False) -> tuple[Jackpot, Document]:
    """The win that holds the table, verified by a supervisor and, if asked, by surveillance."""
    (jackpot,) = (await floor.house.table("D-1")).held
    slip = await floor.pit.begin_document(floor.proof("supervisor-2"), "jackpot", "D-1", {"jackpot": jackpot.id})
    if surveil:
        slip = await floor.pit.sign_document(floor.proof("surveillance-1"), slip.id, "surveil")
    return jackpot, slip


def jackpots(floor: Floor) -> list[str]:
    with floor.storage.reading() as conn:
        return [j.state for j in floor.house.progressives.jackpots(conn)]


def locked(floor: Floor) -> int:
    """What lies in accounts of jackpots."""
    with floor.storage.reading() as conn:
        return sum(floor.house.ledger.balances(conn, "jackpot:").values())


TAKING_BACK = [acts.Undone(0), acts.Declared("wrong-number-of-cards")]


@pytest.mark.parametrize("act", TAKING_BACK, ids=["undo", "ruling"])
def test_a_verified_win_is_taken_back_by_a_supervisor_and_its_slip_pays_no_more(url: str, act: acts.Act) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await two_winners(floor)
        before = shown(floor)
        _, slip = await verified(floor)
        with pytest.raises(refusal.NotAllowed, match=r"A supervisor has verified|is the supervisor's"):
            await floor.house.answer("D-1", floor.person("dealer-1"), act)
        assert jackpots(floor) == ["verified"]
        assert (await floor.house.table("D-1")).held
        if isinstance(act, acts.Undone):
            await floor.take_back("D-1", "supervisor-1")
        else:
            await floor.house.answer("D-1", floor.person("supervisor-1"), act)
        assert jackpots(floor) == ["cancelled"]
        assert (locked(floor), shown(floor)) == (0, before)
        with floor.storage.reading() as conn:
            found = floor.house.documents.get(conn, slip.id)
        assert (found.state, found.signed[-1].step, found.signed[-1].by) == ("void", "void", "supervisor-1")
        with pytest.raises(Stale, match="void"):
            await floor.pit.sign_document(floor.proof("surveillance-1"), slip.id, "surveil")

    run(scenario, floor)


def test_a_round_with_a_settled_win_is_voided_by_a_supervisor_and_the_win_is_paid_once(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await two_winners(floor)
        _, slip = await verified(floor, surveil=True)
        await deal(floor)  # the second win holds the table now
        proofs = floor.proof("supervisor-1"), floor.proof("cage-1")
        with pytest.raises(Stale, match="The patron has this jackpot"):
            await floor.pit.void_document(proofs, slip.id, "misread")
        void = acts.Declared("wrong-number-of-cards")
        with pytest.raises(Forbidden, match="settled in this round"):
            await floor.house.answer("D-1", floor.person("dealer-1"), void)
        assert jackpots(floor) == ["settled", "keyed"]
        await floor.house.answer("D-1", floor.person("supervisor-1"), void)
        assert jackpots(floor) == ["settled", "cancelled"]
        assert locked(floor) == 0
        await floor.pit.sign_document(floor.proof("cage-1"), slip.id, "pay", {"from": "inventory"})
        with pytest.raises(Stale):
            await floor.pit.sign_document(floor.proof("cage-2"), slip.id, "pay", {"from": "inventory"})
        table = await floor.house.table("D-1")
        assert table.driver.felt.accounts["patron:player-1"] == 1_000_00 + SEED  # all wagers back, and the win
        assert table.driver.felt.accounts["patron:player-2"] == 1_000_00

    run(scenario, floor)


def test_a_ruling_under_way_leaves_the_win_as_it_was_keyed(url: str) -> None:
    """Also when the table is read again meanwhile: it is neither lost, nor paid, nor keyed in a second time."""
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await two_winners(floor, dealing="automated-shoe")
        jackpot, slip = await verified(floor)
        await floor.house.answer("D-1", floor.person("dealer-1"), acts.Declared("misdeal"))
        await floor.house.forget("D-1")
        table = await floor.house.table("D-1")
        assert table.driver.ruling
        assert [j.id for j in table.held] == [jackpot.id]
        await floor.pit.sign_document(floor.proof("surveillance-1"), slip.id, "surveil")
        assert jackpots(floor) == ["confirmed"]  # the supervisor has not ruled yet
        await floor.house.answer("D-1", floor.person("supervisor-1"), acts.Undone(table.driver.entry))
        for _ in range(3000):  # a machine may be busy; what is right comes far sooner
            if jackpots(floor)[0] == "settled":
                break
            await asyncio.sleep(0.02)
        assert jackpots(floor)[0] == "settled"
        assert (await floor.house.table("D-1")).driver.felt.accounts["patron:player-1"] > SEED

    run(scenario, floor)
