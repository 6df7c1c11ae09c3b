"""A poker tournament on the floor: money in the ledger, acts in the record, another server, prizes signed for."""

import msgspec
import pytest
from msgspec import UNSET
from sqlalchemy import select, update

from croupier.equipment.shoe import seal
from croupier.house.money.poker_funds import BAD_BEAT, SPECIAL_HANDS, fund
from croupier.house.promotions.desk import Promotions
from croupier.house.promotions.rules import HandFacts
from croupier.house.promotions.store import Terms
from croupier.house.promotions.tournament_hands import hand_of
from croupier.house.record import accounts, schema
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.faults import OutOfOrder
from croupier.house.tournaments.poker import acts, store
from croupier.house.tournaments.poker.plan import Level, Schedule
from croupier.house.tournaments.poker.prizes.payouts import Search
from croupier.house.tournaments.poker.view import hand_shown, shown

from .conftest import CHEAP
from .houses import run
from .poker_events import NAME, PLACE, EventFloor, plan_of

FAST = (Level(15, (100, 200), chip=100), Level(5, (500, 1_000)), Level(5, (2_000, 4_000)), Level(5, (5_000, 10_000)))
PAYS = (Schedule(2, (6_000, 4_000)),)
SHORT = {"levels": FAST, "chips": 5_000, "pays": PAYS}


async def posted(floor: EventFloor, name: str = NAME, **given: object) -> None:
    options = given.pop("options", None)
    plan = plan_of(**(SHORT | given))
    await floor.events.plan(floor.person("manager-1"), name, plan, options)  # type: ignore[arg-type]


async def played(floor: EventFloor, players: int = 4, **given: object) -> None:
    await posted(floor, **given)
    await floor.enter(*range(1, players + 1))
    await floor.events.start(floor.person("supervisor-1"), NAME)
    await floor.play_out()


def test_a_buy_in_is_divided_in_the_ledger_and_given_back_before_the_start(url: str) -> None:
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        await posted(floor, bad_beat=1_00, special_hands=4_00)
        clerk, manager = floor.person("clerk-9"), floor.person("manager-1")
        await floor.fund("player-1", 200_00, PLACE)
        with pytest.raises(Refused, match="card"):
            await floor.events.register(clerk, NAME, "player-1", " ")
        with pytest.raises(Forbidden):
            await floor.events.register(floor.person("player-1"), NAME, "player-1", "TR-1")
        with pytest.raises(Refused, match="Only a patron"):
            await floor.events.register(clerk, NAME, "dealer-1", "TR-9")
        seat = await floor.events.register(clerk, NAME, "player-1", "TR-1", "enter-1")
        assert await floor.events.register(clerk, NAME, "player-1", "TR-1", "enter-1") == seat
        parts = {
            f"tournament:{NAME}": 80_00,
            accounts.staffing(PLACE, NAME): 12_00,
            accounts.house(PLACE): 8_00,
            fund(PLACE, BAD_BEAT): 1_00,
            fund(PLACE, SPECIAL_HANDS): 4_00,
        }
        before = floor.balance(accounts.house(PLACE)) - 8_00
        for account, cents in parts.items():
            if account != accounts.house(PLACE):
                assert floor.balance(account) == cents, account
        assert floor.cage.balance("player-1") == 200_00 - 105_00
        with pytest.raises(Refused):  # no credit, no entry
            await floor.events.register(clerk, NAME, "player-2", "TR-2")
        live = await floor.events.live(NAME)
        assert live.game.entries == 1, "a refused entry leaves no trace"
        await floor.events.withdraw(clerk, NAME, "player-1")
        assert floor.cage.balance("player-1") == 200_00
        assert floor.balance(accounts.house(PLACE)) == before
        await floor.enter(3, 4)
        with pytest.raises(Forbidden):
            await floor.events.do(clerk, NAME, acts.Cancel(at_us=0, reason="storm"))
        await floor.events.do(manager, NAME, acts.Cancel(at_us=0, reason="storm"))
        assert floor.cage.balance("player-3") == 1_000_00 and floor.balance(f"tournament:{NAME}") == 0
        with pytest.raises(Stale):
            await floor.events.register(clerk, NAME, "player-1", "TR-1")

    run(scenario, floor)  # type: ignore[arg-type]


def test_a_copy_of_the_record_tells_no_card_of_a_tournament_hand_that_is_to_come(url: str) -> None:
    """What stands in the journal binds the house to the deck; its order is in the vault, under the house's key."""
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        await posted(floor)
        await floor.enter(1, 2, 3, 4)
        await floor.events.start(floor.person("supervisor-1"), NAME)
        dealt = await _dealt(floor)
        with floor.storage.reading() as conn:
            lines = store.journal(conn, NAME)
            kept = {row.commitment: bytes(row.order) for row in conn.execute(select(schema.vault))}
        (first,) = [line.act for line in lines if isinstance(line.act, acts.Deal)]
        assert first.deck == () and first.opened is UNSET
        assert kept[str(first.order)].startswith(b"\xfe") and bytes(dealt[0].deck) not in kept[str(first.order)]
        floor.events.keeper(NAME).held = None  # read again, it stands as it stood
        assert [act for act in (await floor.events.live(NAME)).game.acts if isinstance(act, acts.Deal)] == dealt
        dealt = await _dealt(floor)
        with floor.storage.reading() as conn:
            second = [line.act for line in store.journal(conn, NAME) if isinstance(line.act, acts.Deal)][1]
            assert store.opened(conn, second).deck == dealt[1].deck
        salt, order = second.opened
        assert bytes.fromhex(order) == bytes(dealt[0].deck)
        assert seal(bytes.fromhex(order), bytes.fromhex(salt)) == first.order

    run(scenario, floor)  # type: ignore[arg-type]


def test_an_order_that_was_changed_in_the_vault_deals_no_card_of_a_tournament(url: str) -> None:
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        await posted(floor)
        await floor.enter(1, 2, 3, 4)
        await floor.events.start(floor.person("supervisor-1"), NAME)
        (dealt,) = await _dealt(floor)
        other = bytes(reversed(dealt.deck))
        with floor.storage.writing() as conn:
            conn.execute(update(schema.vault).values(order=other))
        floor.events.keeper(NAME).held = None
        with pytest.raises(OutOfOrder):
            await floor.events.live(NAME)

    run(scenario, floor)  # type: ignore[arg-type]


async def _dealt(floor: EventFloor) -> list[acts.Deal]:
    """One hand more at the only table; all deals as this server has played them."""
    await floor.finish(1)
    await floor.events.deal(floor.person("dealer-1"), NAME, 1)
    return [act for act in (await floor.events.live(NAME)).game.acts if isinstance(act, acts.Deal)]


def test_a_tournament_from_its_sheet_to_its_prizes(url: str) -> None:
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        await played(floor)
        live = await floor.events.live(NAME)
        places = [group[0] for group in live.game.places()]
        assert floor.balance(f"tournament:{NAME}") == 4 * 80_00
        with floor.storage.reading() as conn:
            assert store.verify(conn, NAME) is None
            first, second = store.prizes(conn, NAME)
        assert (first.patron, first.cents, second.cents) == (places[0], 192_00, 128_00)
        payouts, winner = floor.events.payouts, places[0]
        with pytest.raises(Stale, match="not been checked"):
            await payouts.sign(floor.proof(winner), NAME, 1, "receive")
        with pytest.raises(Refused, match="identification and card"):
            await payouts.check(floor.proof("supervisor-1"), NAME, 1, Search(identification="", card="TR"))
        search = Search(identification="MD-1", card="TR-1")
        with pytest.raises(Forbidden):
            await payouts.check(floor.proof("dealer-1"), NAME, 1, search)
        made = await payouts.check(floor.proof("clerk-9"), NAME, 1, search, "check-1")
        assert await payouts.check(floor.proof("clerk-9"), NAME, 1, search, "check-1") == made
        with pytest.raises(Stale, match="paid once"):
            await payouts.check(floor.proof("supervisor-1"), NAME, 1, search)
        with pytest.raises(Forbidden, match="Who won it"):
            await payouts.sign(floor.proof(places[1]), NAME, 1, "receive")
        before = floor.cage.balance(winner)
        await payouts.sign(floor.proof(winner), NAME, 1, "receive", None, "take-1")
        await payouts.sign(floor.proof(winner), NAME, 1, "receive", None, "take-1")
        assert floor.cage.balance(winner) == before + 192_00
        with pytest.raises(Stale):
            await payouts.sign(floor.proof(winner), NAME, 1, "receive")
        with floor.storage.reading() as conn:
            line, other = payouts.report(conn, NAME)
        assert (line.state, line.paid, line.search, line.signed_by) == (
            "paid",
            192_00,
            "not taxable",
            ("clerk-9", winner),
        )
        assert other.state == "due"
        assert floor.balance(f"tournament:{NAME}") == 128_00

    run(scenario, floor)  # type: ignore[arg-type]


def test_money_withheld_from_a_prize_takes_its_four_signatures(url: str) -> None:
    """19.PAY: a prize of $3,000 and $1,800 to withhold leave $1,200; one below the claim leaves nothing."""
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        pays = (Schedule(2, (7_692, 2_308)),)
        money = {"prize": 1_300_00, "administration": 100_00, "house": 100_00}
        await floor.fund("player-1", 2_000_00, PLACE)
        await floor.fund("player-2", 2_000_00, PLACE)
        await floor.fund("player-3", 2_000_00, PLACE)
        await played(floor, 3, pays=pays, options={"taxable-above-dollars": 1_000}, **money)
        payouts = floor.events.payouts
        with floor.storage.reading() as conn:
            first, second = store.prizes(conn, NAME)
        assert (first.cents, second.cents) == (2_999_88, 900_12)
        seen = {"identification": "MD-1", "card": "TR-1"}
        staff, manager, security = (floor.proof(b) for b in ("clerk-9", "manager-1", "security-1"))
        with pytest.raises(Refused, match="taxable"):
            await payouts.check(staff, NAME, 1, Search(**seen))
        with pytest.raises(Refused, match="claim reference"):
            await payouts.check(staff, NAME, 1, Search(**seen, searched=True, withhold=1_800_00))
        search = Search(**seen, searched=True, claim="C-77", withhold=1_800_00)
        await payouts.check(staff, NAME, 1, search)
        told = {"reason": "child support", "initials": "MM", "claim": "C-77"}
        for wrong in (
            {},
            told,
            told | {"told": ["security"]},
            told | {"claim": "C-78", "told": ["security", "surveillance"]},
        ):
            with pytest.raises(Refused):
                await payouts.sign(manager, NAME, 1, "manage", wrong)
        with pytest.raises(Stale):
            await payouts.sign(security, NAME, 1, "escort")
        await payouts.sign(manager, NAME, 1, "manage", told | {"told": ["security", "surveillance"]})
        await payouts.sign(security, NAME, 1, "escort")
        patron, before = floor.proof(first.patron), floor.cage.balance(first.patron)
        with pytest.raises(Refused, match="tax form"):
            await payouts.sign(patron, NAME, 1, "receive")
        await payouts.sign(patron, NAME, 1, "receive", {"w2g": True})
        assert floor.cage.balance(first.patron) == before + 1_199_88
        assert floor.balance(f"intercept:{PLACE}") == 1_800_00
        # less than the claim: nothing is left, and the case is tracked
        await payouts.check(staff, NAME, 2, Search(**seen, searched=True, claim="C-9", withhold=2_000_00))
        await payouts.sign(manager, NAME, 2, "manage", told | {"claim": "C-9", "told": ["surveillance", "security"]})
        await payouts.sign(security, NAME, 2, "escort")
        before = floor.cage.balance(second.patron)
        await payouts.sign(floor.proof(second.patron), NAME, 2, "receive")
        assert floor.cage.balance(second.patron) == before
        with floor.storage.reading() as conn:
            assert [one.number for one in payouts.tracked(conn, PLACE)] == [2]
            assert len(payouts.intercepts(conn, PLACE, floor.house.sources.now_us())) == 2
            report = payouts.report(conn, NAME)
        assert [(line.search, line.withheld, line.paid) for line in report] == [
            ("C-77", 1_800_00, 1_199_88),
            ("C-9", 900_12, 0),
        ]
        assert floor.balance(f"tournament:{NAME}") == 0

    run(scenario, floor)  # type: ignore[arg-type]


def test_no_match_is_written_on_the_report_and_a_void_makes_the_prize_due_again(url: str) -> None:
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        await played(floor, 2, options={"taxable-above-dollars": 0})
        payouts = floor.events.payouts
        search = Search(identification="MD-1", card="TR-1", searched=True)
        made = await payouts.check(floor.proof("clerk-9"), NAME, 1, search)
        proofs = (floor.proof("supervisor-1"), floor.proof("manager-1"))
        await floor.house.do(
            "supervisor-1",
            "document.void",
            made.id,
            lambda tx: floor.house.documents.void(tx, made.id, proofs, "wrong player"),
        )
        with floor.storage.reading() as conn:
            first = store.prize(conn, NAME, 1)
        assert (first.state, first.document_id) == ("due", "")
        await payouts.check(floor.proof("clerk-9"), NAME, 1, search)
        data = {"w2g": True} if first.cents > first.paid_in else {}
        await payouts.sign(floor.proof(first.patron), NAME, 1, "receive", data)
        with floor.storage.reading() as conn:
            assert payouts.report(conn, NAME)[0].search == "No Match"

    run(scenario, floor)  # type: ignore[arg-type]


def test_another_server_stands_where_the_journal_says_in_the_middle_of_a_hand(url: str) -> None:
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        await posted(floor)
        await floor.enter(1, 2, 3, 4)
        await floor.events.start(floor.person("supervisor-1"), NAME)
        await floor.hand(1)
        await floor.events.deal(floor.person("dealer-1"), NAME, 1)
        mine = await floor.events.live(NAME)
        other = EventFloor(url, floor.clock, seed="next", hasher=CHEAP)
        theirs = await other.events.live(NAME)
        assert theirs.event == mine.event
        here, there = mine.game.tables[1].hand, theirs.game.tables[1].hand
        assert here is not None and there is not None
        assert (here.hole, here.stacks, here.actor) == (there.hole, there.stacks, there.actor)
        actor = mine.game.tables[1].table.seats[mine.game.tables[1].table.order[here.actor]].name
        await other.events.play(floor.person(actor), NAME, 1, "fold")
        again = await floor.events.live(NAME)  # acts of the other server are played here
        assert again.event.acts == theirs.event.acts
        with pytest.raises(Stale, match="gone on"):
            await floor.events.play(floor.person(actor), NAME, 1, "fold", seen=mine.event.acts - 1)
        await other.play_out()
        assert (await floor.events.live(NAME)).game.state == "over"
        with floor.storage.reading() as conn:
            assert store.verify(conn, NAME) is None
        await other.house.stop()
        other.storage.close()

    run(scenario, floor)  # type: ignore[arg-type]


def test_who_may_do_what_and_see_what(url: str) -> None:
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        with pytest.raises(Forbidden):
            await floor.events.plan(floor.person("supervisor-1"), NAME, plan_of(**SHORT))
        with pytest.raises(Refused, match="may not be played"):
            await floor.events.plan(floor.person("manager-1"), NAME, plan_of(**(SHORT | {"seats": 1})))
        with pytest.raises(Refused):
            await floor.events.plan(floor.person("manager-1"), NAME, plan_of(**SHORT), {"deals": "maybe"})
        await posted(floor)
        with pytest.raises(Stale):
            await posted(floor)
        with pytest.raises(NotFound):
            await floor.events.live("NONE")
        await floor.enter(1, 2, 3)
        dealer, supervisor = floor.person("dealer-1"), floor.person("supervisor-1")
        with pytest.raises(Forbidden):
            await floor.events.start(dealer, NAME)
        await floor.events.start(supervisor, NAME, "go")
        await floor.events.start(supervisor, NAME, "go")
        with pytest.raises(Forbidden):
            await floor.events.deal(floor.person("player-1"), NAME, 1)
        await floor.events.deal(dealer, NAME, 1, "hand-1")
        await floor.events.deal(dealer, NAME, 1, "hand-1")
        live = await floor.events.live(NAME)
        assert live.game.hands == 1, "sent twice, dealt once"
        hand = live.game.tables[1].hand
        assert hand is not None
        table = live.game.tables[1].table
        actor = table.seats[table.order[hand.actor]].name
        idle = next(n for n in ("player-1", "player-2", "player-3") if n != actor)
        with pytest.raises(Refused):  # out of turn
            await floor.events.play(floor.person(idle), NAME, 1, "fold")
        with pytest.raises(Forbidden):
            await floor.events.play(floor.person(idle), NAME, 1, "fold", patron=actor)
        names = {"player-1", "player-2", "player-3"}
        for badge in sorted(names):
            seen = repr(hand_shown(live, 1, floor.person(badge)))
            assert not any(other in seen for other in names - {badge}), "players learn of seats, not of badges"
            place = table.order.index(live.game.players[badge].seat)
            players = hand_shown(live, 1, floor.person(badge))["hand"]["players"]
            assert all(("??" not in p["cards"]) == (i == place) for i, p in enumerate(players))
        board = shown(live, floor.person("player-1"), floor.house.sources.now_us())
        assert board["left"] == 3 and board["level"] == 1 and "player-2" not in repr(board)
        assert "player-2" in repr(shown(live, supervisor, floor.house.sources.now_us()))
        with pytest.raises(Forbidden, match="acts for himself"):
            await floor.events.play(dealer, NAME, 1, "fold", patron=actor)
        await floor.events.play(floor.person(actor), NAME, 1, "fold")

    run(scenario, floor)  # type: ignore[arg-type]


def test_bounties_guarantees_and_entries_won(url: str) -> None:
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        promotions = Promotions(floor.house)
        await promotions.seed(
            (floor.proof("manager-1"), floor.proof("administrator-1")), PLACE, SPECIAL_HANDS, 1_000_00
        )
        await posted(floor, "MAIN", prize=200_00, administration=30_00, house=20_00)
        await posted(floor, format="satellite", target="MAIN", target_buy_in=250_00, pays=(), guarantee=600_00)
        await floor.enter(1, 2, 3, 4, cents=200_00)
        await floor.events.start(floor.person("supervisor-1"), NAME)
        await floor.play_out()
        with floor.storage.reading() as conn:
            prizes = store.prizes(conn, NAME)
        assert [(p.kind, p.cents) for p in prizes] == [("entry", 250_00), ("entry", 250_00), ("cash", 100_00)]
        assert floor.balance(fund(PLACE, SPECIAL_HANDS)) == 1_000_00 - 280_00
        winner = prizes[0].patron
        await floor.events.payouts.check(floor.proof("clerk-9"), NAME, 1, Search(identification="MD", card="TR"))
        await floor.events.payouts.sign(floor.proof(winner), NAME, 1, "receive")
        before = floor.cage.balance(winner)
        await floor.events.register(floor.person("clerk-9"), "MAIN", winner, "TR-1")
        assert floor.cage.balance(winner) == before, "the entry that was won pays for it"

    run(scenario, floor)  # type: ignore[arg-type]


def test_a_bounty_is_paid_when_its_head_falls(url: str) -> None:
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        await played(floor, 3, format="bounty", bounty=20_00)
        live = await floor.events.live(NAME)
        won = {name: player.bounties for name, player in live.game.players.items()}
        assert sum(won.values()) == 60_00
        for name, cents in won.items():
            assert floor.cage.balance(name) == 1_000_00 - 100_00 + cents
        assert floor.balance(f"tournament:{NAME}") == 3 * 60_00

    run(scenario, floor)  # type: ignore[arg-type]


async def _until_somebody_is_out(floor: EventFloor) -> None:
    """Everybody puts in all that he has, hand after hand."""
    dealer = floor.person("dealer-1")
    while not (game := (await floor.events.live(NAME)).game).outs:
        await floor.events.deal(dealer, NAME, 1)
        while (hand := (game := (await floor.events.live(NAME)).game).tables[1].hand) is not None:
            felt, options = game.tables[1], hand.options()
            name = felt.table.seats[felt.table.order[hand.actor]].name
            verb, to = ("raise", options.most) if options.may_raise else ("call", 0) if options.call else ("check", 0)
            await floor.events.play(floor.person(name), NAME, 1, verb, to)


def test_a_tournament_takes_part_in_a_promotion_if_both_say_so(url: str) -> None:
    """20.BB.3: it funds them, its sheet says so, and the promotion names it."""
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        desk, manager = Promotions(floor.house), floor.person("manager-1")

        def last_hand() -> HandFacts | None:
            with floor.storage.reading() as conn:
                return hand_of(conn, store.get(conn, NAME), 1)

        await posted(floor, special_hands=5_00, promotions=True)
        await posted(floor, "SILENT", special_hands=5_00)
        await floor.enter(1, 2, 3, 4)
        await floor.events.start(floor.person("supervisor-1"), NAME)
        assert last_hand() is None
        await floor.hand(1)
        facts = last_hand()
        assert facts is not None
        assert facts.tournament == NAME and sum(seat.dealt for seat in facts.seats) >= 2 and facts.began_us
        terms = Terms(kind="flop-pot", amount=50_00, tournaments=(NAME, "SILENT", "NONE"))
        made = await desk.plan(manager, "FLOP", PLACE, terms)
        other = msgspec.structs.replace(facts, tournament="SILENT")
        with floor.storage.reading() as conn:
            assert "20.BB.3" not in [reason.clause for reason in desk.look(conn, made, facts).missing]
            assert "20.BB.3" in [reason.clause for reason in desk.look(conn, made, other).missing]
        await _until_somebody_is_out(floor)
        out = (await floor.events.live(NAME)).game.outs[0][0]
        with floor.storage.reading() as conn:
            lost = hand_of(conn, store.get(conn, NAME), 1)
            assert lost is not None
            assert [seat.dealt for seat in lost.seats if seat.name == out.name] == [True]  # he has left his seat
            assert hand_of(conn, store.get(conn, NAME), 1, only=1) == facts
            assert hand_of(conn, store.get(conn, NAME), 1, only=99) is None

    run(scenario, floor)  # type: ignore[arg-type]
