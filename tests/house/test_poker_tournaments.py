"""Poker tournaments: sheets by the book, whole events of programs, and what the floor does between hands.

Figures in the cases come from document 004, lines 821-1067, and the worked examples of its sections.
"""

import random

import msgspec
import pytest

from croupier.demo.poker_tournament_players import play_hand
from croupier.equipment.cards import parse_cards
from croupier.house.record.errors import Refused, Stale
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.chip_race import raced
from croupier.house.tournaments.poker.knock_outs import busted
from croupier.house.tournaments.poker.plan import Level, Schedule, TournamentRules, faults
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.house.tournaments.poker.prizes.pools import Sold, amounts, award, pools_of, price
from croupier.house.tournaments.poker.seating import final_size, giver, next_big_blind, redraw_at, worst_seat
from croupier.house.tournaments.poker.state import MINUTE_US, Felt
from croupier.poker.seats import Seat

from .poker_events import Seeded, plan_of, replayed

ASKED = TournamentRules(plan_of())
FLAT = (Level(20, (100, 200), chip=25),)


# ---- what a sheet may say


def test_the_sheets_of_the_house_are_allowed() -> None:
    for sheet, form in (("daily", "holdem"), ("ante", "holdem"), ("pot-limit", "omaha"), ("limit", "omaha-8"),
                        ("stud", "stud"), ("three-blind", "holdem")):  # fmt: skip
        seats = 8 if form == "stud" else 9
        assert faults(plan_of(sheet, form=form, seats=seats)) == [], sheet


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"prize": 30_00, "administration": 0, "house": 0}, "19.F.a.i"),  # $30
        ({"prize": 10_000_00, "administration": 1, "house": 0}, "19.F.a.i"),
        ({"prize": 79_00, "administration": 13_00, "house": 8_00}, "19.F.b.ii"),  # 79 percent
        ({"format": "freezeout"}, "19.F.c.i"),
        ({"format": "bounty"}, "19.F.c.2"),
        ({"bounty": 10_00}, "19.F.c.2"),
        ({"format": "cash-out", "cash_out_percent": 51}, "19.F.c.4"),
        ({"format": "single-table", "seats": 9}, "19.F.c.5"),
        ({"format": "rebuy"}, "19.F.c.9"),
        ({"rebuy": 50_00, "rebuy_chips": 5_000}, "19.F.c.9"),
        ({"format": "rebuy", "rebuy": 50_00, "rebuy_chips": 5_000, "reentry_minutes": 60}, "19.F.c.11"),
        ({"format": "satellite"}, "19.F.c.10"),
        ({"structure": "ante-only"}, "19.F.d"),
        ({"levels": (Level(20, (30, 60), chip=25),)}, "19.F.d"),
        ({"levels": (Level(20, (25, 50, 100), chip=25),)}, "19.F.d"),
        ({"levels": (Level(20, (25, 50), ante=25, chip=25),)}, "19.F.d"),
        ({"levels": (Level(20, (25, 50), chip=25), Level(20, (40, 80), chip=40))}, "19.T.22"),
        ({"chips": 10_010}, "19.F.e"),
        ({"seats": 11}, "19.T.13"),
        ({"pays": ()}, "19.F.b.iv-v"),
        ({"pays": (Schedule(2, (5_000, 4_000)),)}, "19.F.b.iv-v"),
        ({"schedule": "weekly"}, "19.F.1"),
    ],
)
def test_a_sheet_that_the_book_does_not_allow_is_refused_with_its_clause(
    changes: dict[str, object], clause: str
) -> None:
    assert any(clause in fault for fault in faults(plan_of(**changes))), faults(plan_of(**changes))


def test_all_faults_come_at_once() -> None:
    assert len(faults(plan_of(prize=10_00, administration=5_00, house=5_00, schedule="never", seats=1))) >= 4


# ---- pools and prizes


def test_a_buy_in_is_divided_in_three() -> None:
    plan = plan_of(prize=200_00, administration=15_00, house=10_00)
    assert plan.buy_in == 225_00 and faults(plan) == []


def test_a_schedule_divides_the_whole_pool() -> None:
    plan = plan_of(pays=(Schedule(2, (5_000, 3_000, 2_000)),))
    paid = amounts(plan, ASKED, 10_000_00, 100)
    assert [cents for cents, _ in paid] == [5_000_00, 3_000_00, 2_000_00]
    assert sum(cents for cents, _ in amounts(plan, ASKED, 10_000_01, 100)) == 10_000_01


def test_survivor_pays_one_in_ten_and_a_lesser_prize() -> None:
    plan = plan_of(format="survivor", prize=200_00, administration=15_00, house=10_00)
    pool = pools_of(plan, ASKED, Sold(106)).prize
    assert pool == 21_200_00
    assert [c for c, _ in amounts(plan, ASKED, pool, 106)] == [2_000_00] * 10 + [1_200_00]


def test_bounties_come_out_of_the_prize_pool() -> None:
    plan = plan_of(format="bounty", prize=200_00, administration=15_00, house=10_00, bounty=50_00)
    pools = pools_of(plan, ASKED, Sold(100))
    assert (pools.prize, pools.bounty) == (15_000_00, 5_000_00)


def test_rebuys_and_add_ons_go_to_the_pool_whole() -> None:
    plan = plan_of(format="rebuy", rebuy=100_00, rebuy_chips=10_000, add_on=50_00, add_on_chips=5_000)
    assert faults(plan) == []
    assert pools_of(plan, ASKED, Sold(50, 20, 30)).prize == 4_000_00 + 2_000_00 + 1_500_00


def test_a_cash_out_pool_is_rounded_up_and_prices_the_chips() -> None:
    plan = plan_of(format="cash-out", prize=200_00, administration=15_00, house=10_00, cash_out_percent=25)
    pools = pools_of(plan, ASKED, Sold(100))
    assert (pools.prize, pools.cash_out) == (15_000_00, 5_000_00)
    assert price(5_000_00, 1_000_000) * 10_000 == 50_00
    assert price(4_950_00, 990_000) == price(5_000_00, 1_000_000)
    assert pools_of(plan, ASKED, Sold(101)).cash_out == 5_100_00, "5,050 rounded up to the next hundred"
    assert pools_of(plan, ASKED, Sold(100), 50_00, closed=True).prize == 19_950_00


def test_a_satellite_gives_entries_and_the_rest_in_cash() -> None:
    plan = plan_of(format="satellite", target="BIG", target_buy_in=500_00)
    assert amounts(plan, ASKED, 1_200_00, 15) == [(500_00, "entry"), (500_00, "entry"), (200_00, "cash")]


def test_a_guarantee_is_made_up() -> None:
    pools = pools_of(plan_of(guarantee=5_000_00), ASKED, Sold(50))
    assert (pools.prize, pools.overlay) == (5_000_00, 1_000_00)
    assert pools_of(plan_of(guarantee=5_000_00), ASKED, Sold(70)).overlay == 0


def test_players_who_share_places_share_their_prizes() -> None:
    paid = [(500_00, "cash"), (300_00, "cash"), (200_01, "cash")]
    prizes = award([["a"], ["b", "c"], ["d"]], paid)
    assert [(p.name, p.cents) for p in prizes] == [("a", 500_00), ("b", 250_01), ("c", 250_00)]
    at_the_line = award([["a"], ["b"], ["c", "d"]], paid)
    assert [p.cents for p in at_the_line] == [500_00, 300_00, 100_01, 100_00]


# ---- registration, clock, levels


def test_registration_opens_and_closes_at_its_times() -> None:
    made = Seeded(0, late_minutes=30, opens_us=5_000_000)
    with pytest.raises(Stale, match="closed"):
        made.event.do(made.director.register("early"))
    made.clock.advance(60)
    for name in ("a", "b", "c"):
        made.event.do(made.director.register(name))
    with pytest.raises(Refused, match="is in"):
        made.event.do(made.director.register("a"))
    made.start()
    made.clock.advance(29 * 60)
    made.event.do(made.director.register("late"))
    made.clock.advance(2 * 60)
    with pytest.raises(Stale, match="closed"):
        made.event.do(made.director.register("later"))


def test_a_new_level_applies_to_the_next_hand() -> None:
    """19.T.24: hand 55 begins before the level ends and is played at it."""
    made = Seeded(3).start()
    event, clock = made.event, made.clock
    clock.advance(20 * 60 - 5)
    event.do(made.director.deal(1))
    clock.advance(10)
    assert event.level_index(clock()) == 1 and event.tables[1].table.stakes.blinds == (25, 50)
    while event.tables[1].hand is not None:
        hand = event.tables[1].hand
        name = event.tables[1].table.seats[event.tables[1].table.order[hand.actor]].name
        event.do(acts.Play(at_us=clock(), table=1, name=name, verb="fold"))
    event.do(made.director.deal(1))
    assert event.tables[1].table.stakes.blinds == (50, 100)


def test_no_hand_is_dealt_in_a_break_or_while_the_clock_stands() -> None:
    made = Seeded(3, levels=(Level(10, (100, 200), chip=25), Level(5), Level(10, (200, 400)))).start()
    made.event.do(acts.Clock(at_us=made.clock(), running=False))
    with pytest.raises(Stale, match="clock"):
        made.event.do(made.director.deal(1))
    made.clock.advance(60)
    made.event.do(acts.Clock(at_us=made.clock(), running=True))
    assert made.event.elapsed_us(made.clock()) == 0
    made.clock.advance(11 * 60)
    with pytest.raises(Stale, match="break"):
        made.event.do(made.director.deal(1))
    made.clock.advance(5 * 60)
    made.event.do(made.director.deal(1))


def test_reentry_and_rebuys_only_in_their_time() -> None:
    made = Seeded(3, reentry_minutes=10, levels=FLAT).start()
    event = made.event
    _bust(made, "p0")
    event.do(made.director.register("p0"))
    assert event.players["p0"].entries == 2 and event.entries == 4 and event.outs == []
    assert event.in_play() == event.issued - event.removed == 40_000
    made.clock.advance(11 * 60)
    _bust(made, "p1")
    with pytest.raises(Refused, match="come in again") as refused:
        event.do(made.director.register("p1"))
    assert refused.value.clause == "19.F.c.11"


def test_a_rebuy_depends_on_the_stack_and_an_add_on_does_not() -> None:
    given = {"rebuy": 50_00, "rebuy_chips": 10_000, "rebuy_at_most": 10_000, "rebuy_minutes": 60}
    made = Seeded(4, format="rebuy", add_on=30_00, add_on_chips=5_000, levels=FLAT, **given).start()
    event = made.event
    event.do(acts.Rebuy(at_us=made.clock(), name="p0"))
    with pytest.raises(Refused, match="20,000"):
        event.do(acts.Rebuy(at_us=made.clock(), name="p0"))
    event.do(acts.Rebuy(at_us=made.clock(), name="p0", add_on=True))
    with pytest.raises(Refused, match="once"):
        event.do(acts.Rebuy(at_us=made.clock(), name="p0", add_on=True))
    assert event.stack("p0") == 25_000 and event.pools().prize == 4 * 80_00 + 80_00
    _bust(made, "p1")
    event.do(acts.Rebuy(at_us=made.clock(), name="p1", place=made.director.seat()))
    assert event.stack("p1") == 10_000 and event.outs == []
    made.clock.advance(3_700)
    with pytest.raises(Refused, match="No rebuy is sold"):
        event.do(acts.Rebuy(at_us=made.clock(), name="p2"))


def _bust(made: Seeded, name: str) -> None:
    """Take a player's chips off him the hard way: all his chips go to a neighbour, then a hand passes."""
    event = made.event
    player = event.players[name]
    felt = event.tables[player.table]
    other = next(seat for seat in felt.table.seats.values() if seat.name != name)
    other.stack += felt.table.seats[player.seat].stack
    felt.table.seats[player.seat].stack = 0
    felt.starting = {seat.name: 1 for seat in felt.table.seats.values()}
    felt.table.order = []
    felt.table.hand = None
    event.outs.append([acts.Out(name, felt.number, event.hands, 1)])
    event._unseat(player)


# ---- what happens between hands


def test_the_final_table_has_one_seat_more_and_never_above_ten() -> None:
    assert [final_size(ASKED, seats) for seats in (9, 8, 6, 10)] == [10, 9, 7, 10]


def test_redraws_by_the_size_of_the_field() -> None:
    assert redraw_at(ASKED, 120) == redraw_at(ASKED, 100) == (3, 2, 1)
    assert redraw_at(ASKED, 99) == redraw_at(ASKED, 51) == (2, 1)
    assert redraw_at(ASKED, 50) == (1,), "not stated: the final table only"


def test_who_gives_a_player() -> None:
    counts = dict.fromkeys(range(1, 23), 9) | {5: 6}
    assert giver(ASKED, counts, 5, ()) == 6, "more than twenty tables: the next by number"
    few = {1: 9, 2: 6, 3: 8, 4: 9}
    assert giver(ASKED, few, 2, (4, 3, 2, 1)) == 4, "the next in the breaking order that is full"


def test_a_moved_player_goes_to_the_worst_place_but_not_to_the_small_blind() -> None:
    made = Seeded(9).start()
    table = made.event.tables[1].table
    made.event.do(made.director.deal(1))
    big, small = table.positions.big, table.positions.small
    after = [n for n in range(1, 10) if n > big] + [n for n in range(1, 10) if n < big]
    assert worst_seat(table, [after[0], after[3]]) == after[0], "even a single big blind"
    assert worst_seat(table, [big, after[4]]) == after[4], "the last big blind's place is the small blind's"
    assert worst_seat(table, [small, after[5]]) in (small, after[5])


def test_the_next_big_blind_is_the_one_who_moves() -> None:
    made = Seeded(9).start()
    table = made.event.tables[1].table
    made.event.do(made.director.deal(1))
    found = next_big_blind(table)
    order = [n for n in range(1, 10) if n > table.positions.big] + list(range(1, 10))
    assert found == order[0]


def test_a_table_three_short_waits() -> None:
    made = Seeded(18, late_minutes=60).start()
    event = made.event
    for name in [seat.name for seat in event.tables[1].table.seats.values()][:3]:
        _bust(made, name)
    with pytest.raises(Stale, match="lacks players") as refused:
        event.do(made.director.deal(1))
    assert refused.value.clause.startswith("19.T.12")
    while (due := made.director.due()) is not None:
        assert isinstance(due, acts.Move) and event.players[due.name].table == 2
        event.do(due)
    assert sorted(event.counts().values()) == [7, 8]


def test_a_race_gives_one_chip_a_player_and_takes_nobody_out() -> None:
    """19.T.22: odd chips of 25 become as many of 100 as they make; who has nothing else gets one."""
    felt = Felt(plan_of(), ASKED, 1, Level(20, (100, 200)), 25)
    for number, stack in enumerate((175, 1_050, 50, 400), 1):
        felt.table.seats[number] = Seat(number, f"p{number}", stack)
    deck = tuple(parse_cards("2c 3c 4c Ah Kh Qd Qc"))  # three to seat 1, two to seat 2, two to seat 3
    found = raced(felt, 100, deck)
    stacks = [felt.table.seats[n].stack for n in (1, 2, 3, 4)]
    assert found.won == ("p2",), "175 in odd chips make one of 100, and the ace wins it"
    assert stacks == [100, 1_100, 100, 400], "p3 would be out: he gets one"
    assert found.removed == 175 + 1_050 + 50 + 400 - sum(stacks)


def test_two_out_in_one_hand_are_placed_by_their_stacks() -> None:
    made = Seeded(4, levels=FLAT).start()
    felt = made.event.tables[1]
    felt.starting = {"p0": 500, "p1": 300, "p2": 300, "p3": 9_000}
    made.event.do(made.director.deal(1))
    felt.starting = {"p0": 500, "p1": 300, "p2": 300, "p3": 9_000}
    for seat in felt.table.seats.values():
        seat.stack = 38_900 if seat.name == "p3" else 0
    groups = busted(felt, 7)
    assert [sorted(out.name for out in group) for group in groups] == [["p1", "p2"], ["p0"]]


def test_penalties_are_those_of_the_book_and_kill_hands() -> None:
    made = Seeded(6).start()
    event = made.event
    with pytest.raises(Refused, match="five-rounds"):
        event.do(acts.Penalty(at_us=made.clock(), name="p0", kind="five-rounds"))
    event.do(acts.Penalty(at_us=made.clock(), name="p0", kind="one-round", reason="phone"))
    assert event.players["p0"].penalty == 6
    event.do(made.director.deal(1))
    hand = event.tables[1].hand
    assert hand is not None
    while event.tables[1].hand is not None:
        hand = event.tables[1].hand
        name = event.tables[1].table.seats[event.tables[1].table.order[hand.actor]].name
        assert name != "p0", "a hand under penalty is dead in its turn"
        event.do(acts.Play(at_us=made.clock(), table=1, name=name, verb="call" if hand.can_call() else "check"))
    assert event.players["p0"].penalty == 5
    event.do(acts.Penalty(at_us=made.clock(), name="p1", kind="disqualification", reason="collusion"))
    assert event.players["p1"].table == 0 and event.removed > 0
    assert event.in_play() == event.issued - event.removed


def test_single_tables_shootouts_and_brackets_need_their_fields() -> None:
    for given, players, clause in (
        ({"format": "single-table", "seats": 10}, 9, "19.F.c.5"),
        ({"format": "shootout", "seats": 10}, 15, "19.F.c.6"),
        ({"format": "bracket", "seats": 8, "advance": 2}, 48, "19.F.c.7"),
    ):
        made = Seeded(players, **given)
        with pytest.raises(Refused) as refused:
            made.start()
        assert refused.value.clause == clause


def test_cash_outs_only_in_their_times_and_up_to_half() -> None:
    made = Seeded(20, format="cash-out", cash_out_percent=25, prize=200_00, levels=FLAT).start()
    event, name = made.event, "p3"
    with pytest.raises(Refused, match="designated"):
        event.do(acts.CashOut(at_us=made.clock(), name=name, chips=1_000))
    event.do(acts.Window(at_us=made.clock(), opens=True))
    with pytest.raises(Refused, match="5,000 of 10,000"):
        event.do(acts.CashOut(at_us=made.clock(), name=name, chips=6_000))
    pool = event.pools().cash_out
    event.do(acts.CashOut(at_us=made.clock(), name=name, chips=5_000))
    assert event.players[name].cashed == pool * 5_000 // 200_000
    assert event.stack(name) == 5_000 and event.in_play() == 195_000
    with pytest.raises(Stale, match="exchanged"):
        event.do(made.director.deal(1))
    event.do(acts.Window(at_us=made.clock(), opens=False))
    event.do(made.director.deal(1))


def test_deals_only_where_the_house_allows_them() -> None:
    given = {"pays": (Schedule(2, (6_000, 4_000)),), "levels": FLAT}
    with pytest.raises(Refused, match="schedule"):
        Seeded(2, **given).start().event.do(acts.Agree(at_us=9, shares={"p0": 80_00, "p1": 80_00}))
    made = Seeded(2, options={"deals": True}, **given).start()
    with pytest.raises(Refused, match=r"\$160.00"):
        made.event.do(acts.Agree(at_us=9, shares={"p0": 80_00, "p1": 70_00}))
    made.event.do(acts.Agree(at_us=9, shares={"p0": 90_00, "p1": 70_00}))
    assert [(p.name, p.cents) for p in made.event.prizes()] == [("p0", 90_00), ("p1", 70_00)]


# ---- whole tournaments

WHOLE = [
    ("daily", 27, {}),
    ("ante", 36, {"format": "survivor"}),
    ("ante", 20, {"format": "bounty", "bounty": 20_00}),
    ("ante", 64, {"format": "bracket", "seats": 8, "advance": 2}),
    ("ante", 20, {"format": "shootout", "seats": 10}),
    ("ante", 8, {"format": "heads-up", "seats": 2}),
    ("pot-limit", 24, {"form": "omaha"}),
    ("limit", 20, {"form": "omaha-8", "seats": 8}),
    ("stud", 18, {"form": "stud", "seats": 8}),
    ("three-blind", 15, {"seats": 6}),
    ("ante", 20, {"format": "satellite", "target": "BIG", "target_buy_in": 500_00}),
    ("ante", 10, {"format": "single-table", "seats": 10, "guarantee": 2_000_00}),
]


@pytest.mark.parametrize(
    ("sheet", "players", "given"), WHOLE, ids=[f"{s}-{g.get('format', 'standard')}" for s, _, g in WHOLE]
)
def test_a_whole_tournament_of_programs(sheet: str, players: int, given: dict[str, object]) -> None:
    made = Seeded(players, sheet, seed=f"{sheet}-{players}", **given)
    event = made.play()
    prizes, pools = event.prizes(), event.pools()
    assert sum(prize.cents for prize in prizes) == pools.prize
    assert sum(player.bounties for player in event.players.values()) == pools.bounty
    assert sorted(name for group in event.places() for name in group) == sorted(event.players)
    assert event.in_play() == event.issued - event.removed
    again = replayed(event.plan, _over_the_wire(event))
    assert again.places() == event.places() and again.prizes() == prizes and again.hands == event.hands


def _over_the_wire(event: PokerTournament) -> list[acts.Any]:
    """The acts as a journal keeps them."""
    decoder = msgspec.json.Decoder(acts.Any)
    return [decoder.decode(msgspec.json.encode(act)) for act in event.acts]


def test_a_large_field_breaks_tables_and_draws_again() -> None:
    made = Seeded(52, "ante", seed="fields", seats=6)
    event = made.play()
    told = " ".join(made.told)
    assert "is broken" in told and "moves to table" in told and "raced off" in told
    assert "drawn again for 2 tables" in told and "drawn again for the final table" in told
    spread = [act for act in event.acts if isinstance(act, acts.Draw) and not act.broken]
    assert len(spread[-1].seats) == 7, "six-handed: the final table seats seven"


def test_hand_for_hand_before_the_money() -> None:
    """One place before the money every table deals one hand and waits."""
    made = Seeded(14, "ante", seed="bubble", seats=7, pays=(Schedule(2, (4_000, 3_000, 3_000)),
                  Schedule(14, (2_000, 1_500, 1_300, 1_200, 1_000, 800, 800, 700, 700))))  # fmt: skip
    event = made.start().event
    seen = False
    rng = random.Random("bubble")
    while event.state != "over" and not seen:
        while (due := made.director.due()) is not None:
            event.do(due)
        if event.hand_for_hand(made.clock()) and len(event.tables) == 2:
            seen = True
            play_hand(event, made.director, 1, rng)
            if event.hand_for_hand(made.clock()):
                with pytest.raises(Stale, match="hand for hand"):
                    event.do(made.director.deal(1))
            play_hand(event, made.director, 2, rng)
            assert not event.round_dealt and not event.round_outs
            continue
        for number in made.director.ready()[:1]:
            play_hand(event, made.director, number, rng)
        made.clock.advance(60)
    assert seen


def test_time_comes_from_the_acts_alone() -> None:
    """A clock set back moves nothing back."""
    made = Seeded(3).start()
    made.clock.now_us += 25 * MINUTE_US
    made.event.do(made.director.deal(1))
    assert made.event.tables[1].table.stakes.blinds == (50, 100)
    made.event.do(acts.Away(at_us=5, name="p0", away=True))
    assert made.event.acts[-1].at_us == made.clock.now_us


def test_an_absent_big_blind_is_dead_when_the_deal_is_complete() -> None:
    """Who is left when the others have folded wins at once: the hand of the empty seat does not (19.T.27)."""
    made = Seeded(3, levels=FLAT).start()
    event, felt = made.event, made.event.tables[1]
    positions = felt.table._next_positions()
    names = {at: felt.table.seats[number].name for at, number in (("big", positions.big), ("small", positions.small))}
    event.do(acts.Away(at_us=made.clock(), name=names["big"], away=True))
    event.do(made.director.deal(1))
    hand = felt.hand
    assert hand is not None
    button = felt.table.seats[felt.table.order[hand.actor]].name
    event.do(acts.Play(at_us=made.clock(), table=1, name=button, verb="fold"))
    assert felt.hand is None and event.stack(names["small"]) > event.stack(button) > event.stack(names["big"])


def test_a_player_in_the_wrong_seat_goes_to_his_own_with_the_chips_he_has() -> None:
    """19.T.10; whoever sits there takes the seat that is left."""
    made = Seeded(12, seats=9, levels=FLAT).start()
    event = made.event
    first, second = (event.tables[number] for number in (1, 2))
    name, other = first.names()[0], second.names()[0]
    stack = first.table.seats[first.seat_of(name)]
    stack.stack -= 500
    first.table.seats[first.seat_of(first.names()[1])].stack += 500
    left, wanted = (1, first.seat_of(name)), (2, second.seat_of(other))
    event.do(acts.Correct(at_us=made.clock(), name=name, place=wanted))
    assert (event.players[name].table, event.players[name].seat) == wanted and event.stack(name) == 9_500
    assert (event.players[other].table, event.players[other].seat) == left and event.stack(other) == 10_000
    event.do(made.director.deal(2))
    with pytest.raises(Stale, match="between hands"):
        event.do(acts.Correct(at_us=made.clock(), name=name, place=(1, left[1])))
    free = first.free(9)[0]
    event.do(acts.Correct(at_us=made.clock(), name=other, place=(1, free)))
    assert event.players[other].seat == free
    with pytest.raises(Refused, match="no other seat"):
        event.do(acts.Correct(at_us=made.clock(), name=other, place=(1, free)))
