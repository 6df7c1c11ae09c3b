"""The house: acts recorded before they are shown, done once, refused when stale, back after a crash."""

import asyncio
import itertools

import msgspec
import pytest
from sqlalchemy import Connection

from croupier.house.record import journals
from croupier.house.record.commands.receipts import Command
from croupier.house.record.database.cluster import Cluster
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.everyday import Everyday
from croupier.house.record.journals import Head
from croupier.house.record.news.hub import News
from croupier.house.tables import corrections, loading
from croupier.house.tables.life import OPEN
from croupier.house.tables.own_history import own_rounds
from croupier.house.tables.round_index import found_rounds
from croupier.rounds import acts, refusal

from .conftest import CHEAP
from .houses import HOUSE, Floor, agrees, money_at, run


def test_rounds_at_an_electronic_table_reach_journal_and_ledger(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        await floor.sit("E-1", "player-2", 3)
        assert money_at(floor, "patron:player-1", "patron:player-1@E-1", "drop:E-1") == [0, 1_000_00, 2_000_00]
        await floor.play("E-1", 12)
        await agrees(floor, "E-1")
        with floor.storage.reading() as conn:
            assert len(found_rounds(conn, table_id="E-1")) >= 12
            assert found_rounds(conn, patron="player-1", limit=3)
            assert found_rounds(conn, patron="player-9") == []
            whole = {row["entry"]: row for row in found_rounds(conn, table_id="E-1")}
            shares = [own_rounds(conn, f"player-{n}") for n in (1, 2)]
        # What is each one's own adds up to the table's.
        for figure in ("staked", "house_net"):
            parts = dict.fromkeys(whole, 0)
            for row in itertools.chain(*shares):
                parts[row["entry"]] += row[figure]
            assert parts == {entry: row[figure] for entry, row in whole.items()}, figure
        assert {row["patrons"] for row in shares[0]} == {" player-1 "}
        assert any(0 < row["staked"] < whole[row["entry"]]["staked"] for row in shares[0])
        with floor.storage.reading() as conn:
            most = max(row["staked"] for row in whole.values())
            assert own_rounds(conn, "player-1", least_cents=most) == []
        table = await floor.house.table("E-1")
        chips = table.driver.table.chips(1)
        await floor.house.answer("E-1", floor.person("player-1"), acts.Leave(1))
        assert money_at(floor, "patron:player-1", "patron:player-1@E-1") == [chips, 0]

    run(scenario, floor)


def test_a_table_dealt_by_hand_takes_what_the_dealer_keys(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await floor.sit("D-1", "player-1", 2)
        await floor.play("D-1", 6)
        await agrees(floor, "D-1")

    run(scenario, floor)


def test_a_new_server_finds_the_table_where_the_last_one_left_it(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def before(floor: Floor) -> None:
        await floor.electronic()
        await floor.by_hand()
        for table_id in ("E-1", "D-1"):
            await floor.sit(table_id, "player-1", 1)
            await floor.sit(table_id, "player-2", 2)
            await floor.play(table_id, 20)
            for _ in range(3):  # stop in the middle of a round
                await floor.step(table_id)

    run(before, floor)

    async def after(floor: Floor) -> None:
        for table_id in ("E-1", "D-1"):
            await agrees(floor, table_id)
            await floor.play(table_id, 3)
            await agrees(floor, table_id)

    run(after, Floor(url, floor.clock, seed="again", hasher=CHEAP))


def test_a_checkpoint_gives_the_same_table_as_the_whole_journal(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.house.tables.live.CHECKPOINT_ENTRIES", 5)
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await floor.sit("D-1", "player-1", 1)
        for _ in range(60):
            await floor.step("D-1")
            await floor.house.forget("D-1")
            await agrees(floor, "D-1")
        with floor.storage.reading() as conn:
            assert journals.load_checkpoint(conn, "D-1.1") is not None

    run(scenario, floor)


def test_a_command_sent_twice_acts_once(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)
    command = []

    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        bet = Command("c-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        command.append(bet)
        first, second = await asyncio.gather(floor.house.act(bet, "E-1"), floor.house.act(bet, "E-1"))
        assert first == second
        assert await floor.house.act(bet, "E-1") == first
        assert money_at(floor, "layout:E-1") == [25_00]
        with pytest.raises(NotFound, match="another person"):
            await floor.house.act(Command("c-1", floor.person("player-2"), acts.Bet(1, "ante", 25_00)), "E-1")

    run(scenario, floor)

    async def after_a_restart(floor: Floor) -> None:
        await floor.house.act(command[0], "E-1")
        assert money_at(floor, "layout:E-1") == [25_00]
        await floor.house.close_wagers("E-1")
        await floor.house.act(command[0], "E-1")  # refused by the round, but it was done: the first answer again
        await agrees(floor, "E-1")

    run(after_a_restart, Floor(url, floor.clock, seed="again", hasher=CHEAP))


def test_a_command_belongs_to_one_table_and_its_misuse_to_one_person(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        if not (await tables_of(floor)):
            for table_id in ("E-1", "E-2"):
                await floor.electronic(table_id)
                for n in (1, 2):
                    await floor.sit(table_id, f"player-{n}", n)
            first = Command("c-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
            await floor.house.act(first, "E-1")
        asked = [
            Command("c-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00)),
            Command(floor.house.sources.new_id(), floor.person("player-2"), acts.Bet(2, "ante", 25_00)),
        ]
        wrong, right = await asyncio.gather(*(floor.house.act(c, "E-2") for c in asked), return_exceptions=True)
        assert isinstance(wrong, Stale)
        assert not isinstance(right, BaseException)
        assert {w.position for w in (await floor.house.table("E-2")).driver.felt.wagers} == {2}

    floor = Floor(url, hasher=CHEAP)
    run(scenario, floor)
    run(scenario, Floor(url, floor.clock, seed="again", hasher=CHEAP))  # and after a restart


async def tables_of(floor: Floor) -> list[str]:
    with floor.storage.reading() as conn:
        return [table.id for table in floor.house.tables.everyone(conn)]


def test_an_act_based_on_a_state_that_has_passed_is_refused(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        number = (await floor.house.table("E-1")).driver.number
        player = floor.person("player-1")
        await floor.house.answer("E-1", player, acts.Bet(1, "ante", 25_00), number)
        await floor.house.close_wagers("E-1", number)
        with pytest.raises(refusal.Stale):
            await floor.house.answer("E-1", player, acts.Bet(1, "pair-plus", 5_00), number)
        with pytest.raises(refusal.Stale):
            await floor.house.close_wagers("E-1", number)

    run(scenario, floor)


def test_only_this_tables_dealer_deals_and_watchers_only_watch(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await floor.sit("D-1", "player-1", 1)
        await floor.house.answer("D-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        for badge in ("dealer-2", "surveillance-1", "commission-1", "cage-1", "administrator-1"):
            with pytest.raises(Forbidden):
                await floor.house.answer("D-1", floor.person(badge), acts.Close())
        with pytest.raises(refusal.NotAllowed):
            await floor.house.answer("D-1", floor.person("player-1"), acts.Close())
        with pytest.raises(refusal.NotAllowed):
            await floor.house.answer("D-1", floor.person("player-2"), acts.Bet(1, "ante", 5_00))
        await floor.house.answer("D-1", floor.person("dealer-1"), acts.Close())

    run(scenario, floor)


def test_two_servers_share_a_table(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)
    other = Floor(url, floor.clock, seed="other", hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        await other.sit("E-1", "player-2", 2)
        for _ in range(5):
            for server, badge, position in ((floor, "player-1", 1), (other, "player-2", 2)):
                await server.house.answer("E-1", server.person(badge), acts.Bet(position, "pair-plus", 5_00))
            await floor.house.forget("E-1")
            await floor.house.close_wagers("E-1")
            await other.house.forget("E-1")
            await agrees(other, "E-1")
        await other.house.stop()
        other.storage.close()

    run(scenario, floor)


def test_a_table_is_read_up_to_its_head_while_another_server_goes_on(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written between the look at the head and the look at the entries is read the next time."""

    async def scenario(one: Floor) -> None:
        await one.electronic()
        await one.sit("E-1", "player-1", 1)
        two = Floor(url, one.clock, seed="two", hasher=CHEAP)
        loop, head, late = asyncio.get_running_loop(), journals.head, []

        def overtaken(conn: Connection, journal: str) -> Head:
            found = head(conn, journal)
            if not late:
                late.append(found.number)
                bet = one.house.answer("E-1", one.person("player-1"), acts.Bet(1, "ante", 25_00))
                asyncio.run_coroutine_threadsafe(bet, loop).result()
            return found

        with monkeypatch.context() as patch:
            patch.setattr(loading.journals, "head", overtaken)
            found = await two.house.table("E-1")
        assert found.driver.entry == late[0]
        two.house.others.heard("E-1.1", late[0] + 1)
        await asyncio.sleep(0)
        assert (await two.house.table("E-1")).driver.entry == late[0] + 1
        await two.house.stop()
        two.storage.close()

    run(scenario, Floor(url, hasher=CHEAP))


def test_a_server_that_has_not_heard_of_a_closing_adds_nothing_to_the_closed_journal(url: str) -> None:
    here = Floor(url, hasher=CHEAP)

    async def scenario(here: Floor) -> None:
        there = Floor(url, here.clock, "there", CHEAP)  # it does not listen: its connection is lost
        await here.electronic("E-1")
        await here.fund("player-1", 500_00, HOUSE)
        player, sits = there.person("player-1"), acts.Sit(1, "player-1", 300_00)
        assert (await there.house.table("E-1")).table.state == OPEN
        await here.pit.begin_closing(here.person("supervisor-1"), "E-1")
        await here.pit.close(here.proof("supervisor-1"), "E-1")
        with pytest.raises(Stale, match="closed"):
            await there.house.answer("E-1", player, sits)
        await here.pit.begin_opening(here.person("supervisor-1"), "E-1")
        await here.pit.open(here.proof("supervisor-1"), "E-1")
        assert (await there.house.table("E-1")).pages.journal_id == "E-1.2"
        await here.pit.begin_closing(here.person("supervisor-1"), "E-1")
        assert (await here.house.table("E-1")).occupancy == 0
        await there.house.answer("E-1", player, sits)
        with pytest.raises(Stale, match="moved on"):  # and who closes has not heard of the patron who sat down
            await here.pit.close(here.proof("supervisor-1"), "E-1")
        with pytest.raises(Stale, match="positions at E-1 are taken"):
            await here.pit.close(here.proof("supervisor-1"), "E-1")
        await there.house.stop()
        there.storage.close()

    run(scenario, here)


def test_no_supervisor_makes_credit_at_an_electronic_table(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic("E-1")
        for role in ("supervisor-1", "manager-1"):
            with pytest.raises(Forbidden, match="Nobody takes cash"):
                await floor.house.answer("E-1", floor.person(role), acts.Sit(1, "player-1", 1_000_000_00))
        await floor.sit("E-1", "player-1", 1)
        with pytest.raises(Forbidden, match="Nobody takes cash"):
            await floor.house.answer("E-1", floor.person("supervisor-1"), acts.Buy(1, 100_00))
        await floor.house.answer("E-1", floor.person("supervisor-1"), acts.Leave(1))
        assert money_at(floor, "patron:player-1") == [1_000_00]

    run(scenario, floor)


def test_chips_that_a_patron_does_not_have_buy_nothing(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        player = floor.person("player-1")
        await floor.fund("player-1", 50_00, HOUSE)
        with pytest.raises(Refused, match="too little"):
            await floor.house.answer("E-1", player, acts.Sit(1, "player-1", 50_01))
        await agrees(floor, "E-1")
        await floor.house.answer("E-1", player, acts.Sit(1, "player-1", 50_00))
        assert money_at(floor, "patron:player-1", "patron:player-1@E-1") == [0, 50_00]
        await agrees(floor, "E-1")

    run(scenario, floor)


def test_many_acts_at_once_share_their_writing(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic(seats=7)
        for n in range(1, 4):
            await floor.sit("E-1", f"player-{n}", n)
        before = floor.house.writer.commits
        bets = [
            floor.house.answer("E-1", floor.person(f"player-{n}"), acts.Bet(n, "pair-plus", 1_00))
            for _ in range(20)
            for n in range(1, 4)
        ]
        receipts = await asyncio.gather(*bets)
        assert len({r.entry for r in receipts}) == 60
        assert floor.house.writer.commits - before <= 6
        await agrees(floor, "E-1")

    run(scenario, floor)


def test_a_failed_write_leaves_the_table_where_its_journal_says(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        real = Everyday.write
        monkeypatch.setattr(Everyday, "write", _disk_full)
        with pytest.raises(Exception, match="disk is full"):
            await floor.house.answer("E-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        monkeypatch.setattr(Everyday, "write", real)
        await agrees(floor, "E-1")
        await floor.house.answer("E-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        await floor.play("E-1", 1)
        await agrees(floor, "E-1")

    run(scenario, floor)


def _disk_full(*_: object, **__: object) -> None:
    raise OSError(28, "the disk is full")


def test_views_show_each_role_only_its_own(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        for n in (1, 2):
            await floor.sit("E-1", f"player-{n}", n)
            await floor.house.answer("E-1", floor.person(f"player-{n}"), acts.Bet(n, "ante", 25_00))
        await floor.house.close_wagers("E-1")
        own = await floor.house.view("E-1", floor.person("player-1"))
        assert all(card is not None for card in own["positions"][0]["hands"][0]["cards"])
        for badge in ("player-2", "surveillance-1", "dealer-1"):
            other = await floor.house.view("E-1", floor.person(badge))
            assert all(card is None for card in other["positions"][0]["hands"][0]["cards"])
        assert own["positions"][1]["chips"] is None
        (grant,) = floor.person("supervisor-1").grants
        elsewhere = (msgspec.structs.replace(grant, property="oneida"),)
        for who in ("player-3", "supervisor-1"):
            nobody_here = msgspec.structs.replace(floor.person(who), roles=elsewhere)
            told = await floor.house.view("E-1", nobody_here)
            assert [(p["patron"], p["chips"]) for p in told["positions"][:2]] == [("taken", None)] * 2
            assert told["asked"] is None
        told = await floor.house.view("E-1", floor.person("supervisor-1"))
        assert told["positions"][0]["patron"] == "player-1" and told["positions"][0]["chips"]

    run(scenario, floor)


def test_listeners_hear_what_is_committed(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        with floor.house.hub.listen("table:E-1") as queue:
            receipt = await floor.house.answer("E-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
            news = queue.get_nowait()
            assert (news.kind, news.number) == ("moved", receipt.entry)
            with floor.storage.reading() as conn:
                assert journals.head(conn, "E-1.1").number == receipt.entry
        assert floor.house.hub.listening("table:E-1") == 0

    run(scenario, floor)


def test_a_bell_rings_once_for_all_that_came_meanwhile(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        hub = floor.house.hub
        with hub.bell("table:E-1", "floor") as bell:
            assert not await bell.rings(0.0)
            for topic in ("table:E-1", "floor", "table:E-2"):
                hub.publish(News(topic, "moved"))
            assert await bell.rings(60.0)
            assert not await bell.rings(0.0)
            waiting = asyncio.create_task(bell.rings(60.0))
            await asyncio.sleep(0)
            hub.publish(News("floor", "moved"))
            assert await waiting
        assert hub.listening("floor") == hub.listening("table:E-1") == 0

    run(scenario, floor)


def test_players_deal_themselves_when_all_are_ready(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        for n in (1, 2):
            await floor.sit("E-1", f"player-{n}", n)
            await floor.house.answer("E-1", floor.person(f"player-{n}"), acts.Bet(n, "ante", 25_00))
        assert await floor.house.ready("E-1", floor.person("player-1")) is None
        with pytest.raises(Refused, match="no wager"):
            await floor.house.ready("E-1", floor.person("player-3"))
        assert await floor.house.ready("E-1", floor.person("player-2")) is not None

    run(scenario, floor)


def test_undo_and_irregularities_move_the_ledger_back(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand(options={"dealing": "hand"})
        await floor.sit("D-1", "player-1", 1)
        dealer, player = floor.person("dealer-1"), floor.person("player-1")
        await floor.house.answer("D-1", player, acts.Bet(1, "ante", 25_00))
        await floor.house.answer("D-1", dealer, acts.Close())
        await floor.house.answer("D-1", dealer, acts.Fall(5))
        entry = (await floor.house.answer("D-1", dealer, acts.Undone(0))).entry
        await agrees(floor, "D-1")
        assert entry == (await floor.house.table("D-1")).driver.entry
        await floor.house.answer("D-1", dealer, acts.Fall(9))
        await floor.house.answer("D-1", dealer, acts.Declared("misdeal"))
        assert money_at(floor, "layout:D-1", "patron:player-1@D-1") == [0, 1_000_00]
        await agrees(floor, "D-1")
        with floor.storage.reading() as conn:
            assert [r["rulings"] for r in found_rounds(conn, ruling="misdeal")] == ["misdeal"]

    run(scenario, floor)


def test_a_confirmed_hand_is_taken_back_under_a_supervisors_signature_alone(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand(options={"dealing": "automated-shoe"})
        await floor.sit("D-1", "player-1", 1)
        dealer, player = floor.person("dealer-1"), floor.person("player-1")
        await floor.house.answer("D-1", player, acts.Bet(1, "ante", 25_00))
        await floor.house.answer("D-1", dealer, acts.Close())
        while not corrections.last_confirmed((await floor.house.table("D-1")).driver):
            await floor.step("D-1")
        before = (await floor.house.table("D-1")).driver.entry
        for badge in ("dealer-1", "supervisor-1"):
            with pytest.raises(Forbidden, match="confirmed"):
                await floor.house.answer("D-1", floor.person(badge), acts.Undone(0))
        with pytest.raises(Forbidden):
            await corrections.correct(floor.house, floor.proof("dealer-1"), "D-1")
        assert (await floor.house.table("D-1")).driver.entry == before
        sent = [
            await corrections.correct(floor.house, floor.proof("supervisor-1"), "D-1", 0, "again") for _ in range(2)
        ]
        assert sent[0] == sent[1] and sent[0].entry == before + 1
        assert not corrections.last_confirmed((await floor.house.table("D-1")).driver)
        with floor.storage.reading() as conn:
            said = floor.house.people.logged(conn, subject="D-1")
            notices = [notice.words for notice in floor.house.notices.waiting(conn, "D-1")]
        assert [(line.by, line.act) for line in said[:2]] == [
            ("supervisor-1", "table.undo"),
            ("supervisor-1", "table.rule"),
        ]
        assert any("keyed wrong" in words for words in notices)
        await agrees(floor, "D-1")

    run(scenario, floor)


def test_an_electronic_table_closes_its_wagers_by_itself(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic(betting_s=1)
        await floor.sit("E-1", "player-1", 1)
        await floor.house.answer("E-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        for _ in range(3000):  # a machine may be busy; what is right comes far sooner
            await asyncio.sleep(0.05)
            if not (await floor.house.table("E-1")).driver.betting:
                break
        else:
            raise AssertionError("the wagers were never closed")
        await agrees(floor, "E-1")

    run(scenario, floor)


def test_what_another_server_writes_is_heard(cluster: Cluster) -> None:
    url = cluster.create("peers", template="migrated")
    floor = Floor(url, hasher=CHEAP)
    other = Floor(url, floor.clock, seed="other", hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        floor.house.start()
        assert floor.house.peers is not None
        assert await asyncio.to_thread(floor.house.peers.ready.wait, 60)
        await floor.house.table("E-1")
        with floor.house.hub.listen("table:E-1") as queue:
            await other.sit("E-1", "player-2", 2)
            news = await asyncio.wait_for(queue.get(), 60)
            assert news.kind == "moved"
            seats = (await floor.house.table("E-1")).driver.felt.positions
            assert [p.patron for p in seats if p.patron] == ["player-2"]
        await other.house.stop()
        other.storage.close()

    run(scenario, floor)


def test_who_was_ready_is_asked_again_in_the_next_round(floor: Floor) -> None:
    """Two players; one says ready, then the table's own clock closes: next round he decides anew."""

    async def scenario(floor: Floor) -> None:
        await floor.electronic("E-1", "roulette")
        for n in (1, 2):
            await floor.sit("E-1", f"player-{n}", n)
        for round_ in (1, 2):
            for n in (1, 2):
                await floor.house.answer("E-1", floor.person(f"player-{n}"), acts.Bet(n, "red", 25_00))
            if round_ == 1:
                assert await floor.house.ready("E-1", floor.person("player-1")) is None
                await floor.house.close_wagers("E-1")
        assert (await floor.house.table("E-1")).ready == set()
        assert await floor.house.ready("E-1", floor.person("player-2")) is None
        await floor.house.forget("E-1")  # read again: what was said is still said
        assert (await floor.house.table("E-1")).ready == {"player-2"}
        assert await floor.house.ready("E-1", floor.person("player-1")) is not None

    run(scenario, floor)
