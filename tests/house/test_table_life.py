"""The life of a table: limits, counts, closings, sets of cards, reviews, and what the board says of it."""

import pytest

from croupier.equipment.entropy import SeededEntropy
from croupier.equipment.wheels import spin
from croupier.games import open_game
from croupier.games.wheels.wheelgame import WheelGame
from croupier.house.record import journals
from croupier.house.record.clock import DAY_US, HOUR_US
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.house.tables.life import Settings
from croupier.house.tables.options import check_options
from croupier.rounds import acts, refusal
from croupier.rounds.requests import Shuffle

from .houses import HOUSE, Floor, agrees, money_at, run


def test_limits_change_between_rounds_and_patrons_keep_their_chips(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        await floor.play("E-1", 3)
        table = await floor.house.table("E-1")
        chips, drop, win = table.driver.table.chips(1), table.drop_cents, table.win_cents
        supervisor = floor.proof("supervisor-1")
        with pytest.raises(Refused, match="no such option"):
            await floor.pit.change_options(supervisor, "E-1", {"nonsense": 1})
        with pytest.raises(Forbidden):
            await floor.pit.change_options(floor.proof("player-1"), "E-1", {"least": "$50"})
        await floor.pit.change_options(supervisor, "E-1", {"least": "$50"})
        table = await floor.house.table("E-1")
        assert (table.driver.table.chips(1), table.table.journal) == (chips, "E-1.2")
        assert (table.drop_cents, table.win_cents) == (0, 0)
        assert money_at(floor, "patron:player-1@E-1", "drop:E-1") == [chips, drop]
        with pytest.raises(refusal.Refused, match="limits"):
            await floor.house.answer("E-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        await floor.house.answer("E-1", floor.person("player-1"), acts.Bet(1, "ante", 50_00))
        with pytest.raises(Stale):
            await floor.pit.change_options(supervisor, "E-1", {})
        with floor.storage.reading() as conn:
            old = next(a for a in journals.of_table(conn, "E-1") if a.id == "E-1.1")
        assert (old.rounds, old.drop_cents, old.win_cents) == (3, drop, win)

    run(scenario, floor)


def test_a_table_closes_only_when_empty_and_counted_and_opens_again(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await floor.sit("D-1", "player-1", 1)
        await floor.play("D-1", 2)
        await floor.pit.begin_closing(floor.person("supervisor-1"), "D-1")
        with pytest.raises(Stale, match="closing"):
            await floor.house.answer("D-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        with pytest.raises(Stale, match="taken"):
            await floor.pit.close(floor.proof("supervisor-1"), "D-1")
        await floor.pit.clear_seats(floor.person("supervisor-1"), "D-1")
        with pytest.raises(Refused, match="not counted"):
            await floor.pit.close(floor.proof("supervisor-1"), "D-1")
        await floor.count("closing", "D-1")
        with pytest.raises(Refused, match="drop box is still on the table"):
            await floor.pit.close(floor.proof("supervisor-1"), "D-1")
        await floor.drop("D-1")
        table = await floor.pit.close(floor.proof("supervisor-1"), "D-1")
        assert table.state == "closed"
        with pytest.raises(Stale, match="closed"):
            await floor.house.answer("D-1", floor.person("player-1"), acts.Sit(1, "player-1"))

    run(scenario, floor)


def test_a_count_before_the_last_chips_have_moved_closes_no_table(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        supervisor, data = floor.person("supervisor-1"), {"chips": {100_00: 10}}
        await floor.by_hand()
        await floor.sit("D-1", "player-1", 1)
        await floor.house.answer("D-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        await floor.house.answer("D-1", floor.person("dealer-1"), acts.Close())
        await floor.pit.begin_closing(supervisor, "D-1")
        await floor.count("closing", "D-1")  # in the middle of a round
        while not (await floor.house.table("D-1")).driver.betting:
            await floor.step("D-1")
        await floor.pit.clear_seats(supervisor, "D-1")
        with pytest.raises(Refused, match="count again"):
            await floor.pit.close(floor.proof("supervisor-1"), "D-1")
        fill = await floor.pit.begin_document(floor.proof("supervisor-1"), "fill", "D-1", data)
        for step, badge in (("prepare", "cage-1"), ("carry", "security-1"), ("count", "dealer-1")):
            await floor.pit.sign_document(floor.proof(badge), fill.id, step, data)
        await floor.count("closing", "D-1")
        await floor.pit.sign_document(floor.proof("supervisor-2"), fill.id, "confirm")
        with pytest.raises(Refused, match="count again"):
            await floor.pit.close(floor.proof("supervisor-1"), "D-1")
        await floor.count("closing", "D-1")
        await floor.drop("D-1")
        assert (await floor.pit.close(floor.proof("supervisor-1"), "D-1")).state == "closed"

    run(scenario, floor)


def test_a_table_that_never_shuffled_may_close(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        assert isinstance((await floor.house.table("D-1")).driver.pending, Shuffle)
        await floor.pit.begin_closing(floor.person("supervisor-1"), "D-1")
        await floor.count("closing", "D-1")
        await floor.drop("D-1")
        assert (await floor.pit.close(floor.proof("supervisor-1"), "D-1")).state == "closed"

    run(scenario, floor)


def test_the_board_shows_what_a_table_lacks_and_what_waits(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.by_hand(low=1_000_000_00)
        await floor.sit("E-1", "player-1", 1)
        await floor.play("E-1", 2)
        await floor.pit.call_supervisor(floor.person("player-1"), "E-1", "a question")
        by_hand, electronic = await floor.pit.board(HOUSE)
        assert (electronic.taken, electronic.rounds_per_hour, electronic.drop_cents) == (1, 2, 1_000_00)
        assert [a.kind for a in electronic.alerts] == ["call"]
        assert [a.kind for a in by_hand.alerts] == ["inventory-low"]
        await floor.pit.settle_notice(floor.person("supervisor-1"), electronic.alerts[0].notice)
        assert (await floor.pit.board(HOUSE))[1].alerts == ()

    run(scenario, floor)


def test_oneidas_stub_is_counted_every_five_rounds(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        floor.clock.advance(6 * 365 * DAY_US)  # its rules are of 2024
        await floor.by_hand(place="oneida")
        await floor.sit("D-1", "player-1", 1)

        async def alerts() -> list[str]:
            return [alert.kind for alert in (await floor.pit.board())[0].alerts]

        await floor.play("D-1", 4)
        assert await alerts() == []
        floor.clock.advance(60_000_000)
        await floor.play("D-1", 1)
        assert await alerts() == ["stub-due"]
        with pytest.raises(Refused, match="Count the stub: 5 rounds"):
            await floor.step("D-1")
        floor.clock.advance(60_000_000)
        await floor.pit.begin_document(floor.proof("dealer-1"), "stub", "D-1", {"counted": 52, "expected": 52})
        floor.clock.advance(60_000_000)
        assert await alerts() == []

    run(scenario, floor)


def test_cards_that_should_have_been_changed_stop_the_table_unless_a_supervisor_signs(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await floor.sit("D-1", "player-1", 1)
        floor.clock.advance(9 * HOUR_US)
        with pytest.raises(Refused, match="changed after 8") as refused:
            await floor.step("D-1")
        assert refused.value.clause == "3.C"
        posted = check_options(HOUSE, "three-card-poker", Settings(options={"shall.card-change": "alerts"})).posting
        assert posted.shall == {"card-change": "alerts", "cut": "stops"}
        why = {"label": "card-change", "source": "New cards are on their way from the cage."}
        with pytest.raises(Forbidden):
            await floor.pit.begin_document(floor.proof("dealer-1"), "override", "D-1", why)
        with pytest.raises(Refused, match="reason"):
            await floor.pit.begin_document(floor.proof("supervisor-1"), "override", "D-1", {"label": "card-change"})
        with pytest.raises(Refused, match="stops no round"):
            await floor.pit.begin_document(
                floor.proof("supervisor-1"), "override", "D-1", {**why, "label": "stub-count"}
            )
        signed = await floor.pit.begin_document(floor.proof("supervisor-1"), "override", "D-1", why)
        assert signed.state == "granted"
        await floor.house.answer("D-1", floor.person("dealer-1"), acts.Close())

    run(scenario, floor)


def test_no_round_begins_with_cards_that_left_the_table(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        floor.clock.advance(6 * 365 * DAY_US)  # its rules are of 2024
        await floor.by_hand(place="oneida")
        await floor.sit("D-1", "player-1", 1)
        await floor.play("D-1", 1)
        for _ in range(20):
            await floor.step("D-1")
            if not (await floor.house.table("D-1")).driver.betting:
                break
        short = {"counted": (await floor.house.table("D-1")).driver.table.shoe.left - 1}
        with pytest.raises(Stale, match="another number"):  # how many there should be, nobody states
            await floor.pit.begin_document(floor.proof("dealer-1"), "stub", "D-1", {**short, "expected": 51})
        stub = await floor.pit.begin_document(floor.proof("dealer-1"), "stub", "D-1", short)
        assert stub.state == "differs" and stub.signed[0].data["expected"] == short["counted"] + 1
        driver = (await floor.house.table("D-1")).driver  # G.6.b.ii: all hands are void
        assert isinstance(driver.pending, Shuffle) and not driver.felt.wagers
        posting = floor.house.posting_of("D-1")
        assert posting is not None
        rule = posting.rulebook.procedure("stub-count")
        assert rule is not None
        number = (await floor.house.table("D-1")).driver.entry
        with pytest.raises(Refused, match="cards of D-1 are out of play") as refused:
            await floor.step("D-1")
        assert refused.value.clause == "G.5.b"
        with floor.storage.reading() as conn:
            assert rule.clause in {n.clause for n in floor.house.notices.waiting(conn, "D-1")}
            assert ("red D-1 + blue D-1", rule.clause) in {
                (g.label, g.clause) for g in floor.house.care.gone(conn, "D-1")
            }
        assert (await floor.house.table("D-1")).driver.entry == number, "nothing was taken"
        fresh = await floor.pit.begin_document(floor.proof("dealer-1"), "cards", "D-1", {"label": "blue + green"})
        with pytest.raises(Refused, match="out of play"):
            await floor.step("D-1")
        await floor.pit.sign_document(floor.proof("supervisor-1"), fresh.id, "verify")
        await floor.play("D-1", 1)
        await agrees(floor, "D-1")

    run(scenario, floor)


@pytest.mark.parametrize(
    ("place", "game", "when", "line", "demo"),
    [
        ("jack-cleveland", "four-card-poker", "wrong-card-count", 2110, False),
        ("oneida", "four-card-poker", "shuffler-count", 2556, True),
    ],
)
def test_a_ruling_sends_the_deck_away_and_only_an_inspected_one_is_shuffled(
    floor: Floor, place: str, game: str, when: str, line: int, demo: bool
) -> None:
    async def scenario(floor: Floor) -> None:
        floor.clock.advance(10 * 365 * DAY_US)
        await floor.by_hand(game=game, place=place, demo=demo)
        await floor.sit("D-1", "player-1", 1)
        table = await floor.house.table("D-1")
        ruled = next(i for i in table.driver.game.posting.irregularities() if i.when == when)
        assert line in ruled.lines
        while when not in table.driver.declarable():
            await floor.step("D-1")
            table = await floor.house.table("D-1")
        await floor.house.answer("D-1", floor.person("dealer-1"), acts.Declared(when))
        table = await floor.house.table("D-1")
        assert isinstance(table.driver.pending, Shuffle)
        shuffled = acts.Shuffled(table.driver.pending.cut, cover=20)
        with pytest.raises(Refused, match="out of play") as refused:
            await floor.house.answer("D-1", floor.person("dealer-1"), shuffled)
        assert refused.value.clause == ruled.clause
        with floor.storage.reading() as conn:
            assert floor.house.care.in_play(conn, "D-1") == {}
            assert "out of play" in floor.house.tables.out_of_play(conn, table.table, table.driver.game.posting)
            assert [n.kind for n in floor.house.notices.waiting(conn, "D-1")] == ["cards-due"]
        fresh = await floor.pit.begin_document(floor.proof("dealer-1"), "cards", "D-1", {"label": "blue + green"})
        await floor.pit.sign_document(floor.proof("supervisor-1"), fresh.id, "verify")
        await floor.house.answer("D-1", floor.person("dealer-1"), shuffled)
        await floor.play("D-1", 1)
        await agrees(floor, "D-1")

    run(scenario, floor)


def test_a_wheel_is_reviewed_twice_a_year_on_enough_outcomes(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic("E-1", "roulette")
        await floor.sit("E-1", "player-1", 1)
        await floor.play("E-1", 3)
        assert len(floor.pit._spins("E-1")) == 3
        with pytest.raises(Refused, match="at least 10,000"):
            await floor.pit.review_wheel(floor.proof("supervisor-1"), "E-1")
        floor.clock.advance(190 * DAY_US)
        assert [alert.kind for alert in (await floor.pit.board())[0].alerts] == ["wheel-review"]
        game = (await floor.house.table("E-1")).driver.game
        assert isinstance(game, WheelGame)
        spins = [spin(SeededEntropy("wheel"), game.pockets())] * 300
        even = SeededEntropy("even")
        fair = [spin(even, game.pockets()) for _ in range(10_000)]
        for outcomes, passes in ((fair, True), (fair[:-300] + spins, False)):
            monkeypatch.setattr(floor.pit, "_spins", lambda table_id, outcomes=outcomes: outcomes)
            document, report = await floor.pit.review_wheel(floor.proof("supervisor-1"), "E-1")
            assert (report.passes, document.state) == (passes, "reviewed")
        assert (await floor.pit.board())[0].alerts == ()

    run(scenario, floor)


def test_a_ruling_that_waits_for_a_supervisor_shows_on_the_board(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await floor.sit("D-1", "player-1", 1)
        dealer = floor.person("dealer-1")
        await floor.house.answer("D-1", floor.person("player-1"), acts.Bet(1, "pair-plus", 5_00))
        await floor.house.answer("D-1", dealer, acts.Close())
        await floor.house.answer("D-1", dealer, acts.Declared("misdeal"))
        (tile,) = await floor.pit.board()
        assert [alert.kind for alert in tile.alerts] == ["irregularity"]
        await floor.house.answer("D-1", floor.person("supervisor-1"), acts.Chosen("void-round"))
        (tile,) = await floor.pit.board()
        assert tile.alerts == ()
        await agrees(floor, "D-1")

    run(scenario, floor)


def test_demo_chips_close_no_table_without_its_count_and_its_drop(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand(demo=True)
        await floor.pit.begin_closing(floor.person("supervisor-1"), "D-1")
        (tile,) = await floor.pit.board()
        assert [lack.document for lack in tile.lacks] == ["closing", "drop"]
        with pytest.raises(Refused, match=r"not counted\. 2 steps are open"):
            await floor.pit.close(floor.proof("supervisor-1"), "D-1")
        await floor.count("closing", "D-1")
        await floor.drop("D-1", 0)
        (tile,) = await floor.pit.board()
        assert tile.lacks == ()
        assert (await floor.pit.close(floor.proof("supervisor-1"), "D-1")).state == "closed"

    run(scenario, floor)


def test_a_payout_limit_that_goes_down_is_announced_at_the_table(floor: Floor) -> None:
    """003:6301, 002:5687 and like them: the limit stands at the table; a decrease is told to the players."""

    async def scenario(floor: Floor) -> None:
        await floor.electronic(game="mississippi-stud")
        supervisor, said = floor.proof("supervisor-1"), []
        for limit in (None, "$80,000", "$90,000", "$60,000"):
            options = {"payout-limit.hand": limit} if limit else {}
            await floor.pit.change_options(supervisor, "E-1", options)
            with floor.storage.reading() as conn:
                waiting = floor.house.notices.waiting(conn, "E-1")
            said.append([(notice.words.split(":")[0], notice.clause) for notice in waiting])
        clause = open_game(HOUSE, "mississippi-stud").posting.rulebook.procedure("payout-limit-notice").clause
        first = ("The payout limit goes down from no limit to $80,000.00", clause)
        second = ("The payout limit goes down from $90,000.00 to $60,000.00", clause)
        assert said[:3] == [[], [first], [first]] and sorted(said[3]) == sorted([first, second])

    run(scenario, floor)
