"""Promotions of a poker room: which hands qualify by which clause, who shares how, order, funds, signatures, paid once.

Cases follow document 004, lines 1069-1205, and the worked examples of its sections.
"""

import datetime
from typing import Any

import pytest

from croupier.equipment.cards import parse_cards
from croupier.house.money.poker_funds import BAD_BEAT, SPECIAL_HANDS, fund
from croupier.house.promotions import store
from croupier.house.promotions.denials import Denial
from croupier.house.promotions.desk import Promotions
from croupier.house.promotions.games import PromotionGames, board, tickets
from croupier.house.promotions.rules import Finding, HandFacts, Judge, Seat, least_value, split
from croupier.house.promotions.store import Item, Promotion, Terms
from croupier.house.record import accounts
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.house.record.writer import Tx
from croupier.rulebook import rulebook

from .conftest import CHEAP
from .houses import run
from .poker_events import PLACE, EventFloor

BOOK = rulebook(PLACE, "promotions")
AFTER, BEFORE = datetime.date(2020, 1, 15), datetime.date(2019, 11, 24)
TABLE = "PK-1"
LATER = 2**52


def seat(name: str, cards: str = "", **more: Any) -> Seat:
    return Seat(name=name, cards=tuple(parse_cards(cards)), **more)


def hand(board: str, *seats: Seat, pot: int = 60_00, players: int = 5, **more: Any) -> HandFacts:
    """The hands shown, and others who were dealt in and folded."""
    others = [seat(f"f{n}", folded=True) for n in range(players - len(seats))]
    given = {"table": TABLE, "hand": "17", "day": AFTER} | more
    return HandFacts(**given, pot=pot, board=tuple(parse_cards(board)), seats=(*seats, *others))


def look(kind: str, facts: HandFacts, **more: Any) -> Finding:
    return Judge(BOOK, kind, tables=(TABLE,), **more).look(facts)


def missing(found: Finding) -> list[str]:
    return [reason.clause for reason in found.missing]


LOSER, WINNER = seat("lou", "7d 7c"), seat("win", "Js Ts")
BOARD = "7s 7h 8s 9s Kd"


# ---- the bad beat


def test_quad_sevens_with_a_pocket_pair_beaten_by_a_straight_flush() -> None:
    found = look(BAD_BEAT, hand(BOARD, LOSER, WINNER))
    assert found.qualifies and (found.holders, found.winners) == (("lou",), ("win",))
    assert found.others == ("f0", "f1", "f2") and found.clause == "20.BQ.1"
    assert "four sevens" in found.words


@pytest.mark.parametrize(
    ("facts", "clause"),
    [
        (hand(BOARD, LOSER, WINNER, table="PK-9"), "20.SH.0, 20.BQ.3, 20.BQ.6"),
        (hand(BOARD, LOSER, WINNER, pot=9_99), "20.SH.0, 20.BQ.3, 20.BQ.6"),
        (hand(BOARD, LOSER, WINNER, players=3), "20.BQ.7"),
        (hand(BOARD, LOSER), "20.BQ.7"),
        (hand("6s 6h 8s 9s 7s", seat("lou", "6d 6c"), WINNER), "20.BQ.4"),  # quad sixes are too low
        (hand("7s 7h 7c 9s 8s", seat("lou", "7d Ac"), WINNER), "20.BQ.1"),  # no pocket pair
        (hand("7s 7h 7c 9s 8s", seat("lou", "7d Ac"), WINNER), "20.BQ.2"),  # three on the board
        (hand("7s 7h 8s 9s Ts", LOSER, seat("win", "Js 2c")), "20.BQ.1"),  # the winner plays one hole card
        (hand(BOARD, seat("lou", "7d 7c", hands_before=0), WINNER), "20.BQ.7"),
        (hand(BOARD, seat("lou", "7d 7c", missed_blind=True), WINNER), "20.BQ.7"),
        (hand(BOARD, LOSER, WINNER, game="omaha"), "20.BQ.1"),
    ],
)
def test_what_a_bad_beat_lacks_is_named_by_its_clause(facts: HandFacts, clause: str) -> None:
    found = look(BAD_BEAT, facts)
    assert not found.qualifies and clause in missing(found), found.missing


def test_three_of_a_rank_on_the_board_do_not_bar_a_straight_flush_over_another() -> None:
    found = look(BAD_BEAT, hand("9s 9h 9d 8s 7s", seat("lou", "6s 5s"), seat("win", "Js Ts")))
    assert found.qualifies and found.holders == ("lou",)


def test_before_its_day_the_sentence_on_hole_cards_does_not_apply() -> None:
    facts = hand("7s 7h 8s 9s Ts", LOSER, seat("win", "Js 2c"), day=BEFORE)
    assert look(BAD_BEAT, facts).qualifies
    assert not look(BAD_BEAT, hand("7s 7h 8s 9s Ts", LOSER, seat("win", "Js 2c"))).qualifies


def test_a_better_hand_may_be_posted_but_no_worse_one() -> None:
    facts = hand(BOARD, LOSER, WINNER)
    assert not look(BAD_BEAT, facts, least=("four-of-a-kind", "T")).qualifies
    assert look(BAD_BEAT, facts, least=("four-of-a-kind", "2")).qualifies
    assert least_value("four-of-a-kind", "7") > least_value("four-of-a-kind", "6")
    with pytest.raises(Refused, match="no hand"):
        least_value("five-of-a-kind")


def test_others_share_who_have_a_seat_and_were_dealt_in_before() -> None:
    away = (
        seat("out", dealt=False),
        seat("new", dealt=False, hands_before=0),
        seat("owes", missed_blind=True, folded=True),
    )
    found = look(BAD_BEAT, hand(BOARD, LOSER, WINNER, *away, players=8))
    assert "out" in found.others and not {"new", "owes"} & set(found.others)


def test_shares_are_rounded_down_to_the_dollar() -> None:
    found = Finding(kind=BAD_BEAT, clause="", holders=("lou",), winners=("win",), others=("a", "b", "c"))
    paid = {share.name: share.cents for share in split(BOOK, found, 10_001_00)}
    assert paid == {"lou": 5_000_00, "win": 2_500_00, "a": 833_00, "b": 833_00, "c": 833_00}
    two = Finding(kind=BAD_BEAT, clause="", holders=("l1", "l2"), winners=("w1", "w2"), others=("a",))
    paid = {share.name: share.cents for share in split(BOOK, two, 10_000_00)}
    assert paid == {"l1": 2_500_00, "l2": 2_500_00, "w1": 1_250_00, "w2": 1_250_00, "a": 2_500_00}


# ---- special hands


def test_a_high_hand_uses_both_hole_cards() -> None:
    board = "Kc Kd 2s 2h 2d"
    full, quads = seat("full", "Ac Ad"), seat("quads", "2c 9h")
    assert look("high-hand", hand(board, quads, seat("x", "3c 4d"))).missing, "deuces with one hole card and a kicker"
    found = look("high-hand", hand("Ks Kc Qd Qh 3c", seat("full", "Kd Qs"), seat("low", "3d 3h")))
    assert found.qualifies and found.holders == ("full",)
    assert look("high-hand", hand(board, full, quads)).holders == ("full",), "deuces full of the pocket aces"
    four = look("high-hand", hand("2s 2h 2d Kd 3c", seat("quads", "2c Ac")))
    assert four.missing, "four of a kind is a pocket pair (20.SH.0: all bad beat rules apply)"


def test_a_flop_pot_is_flopped_quads_or_better() -> None:
    assert look("flop-pot", hand("9s 9h 2c", seat("q", "9d 9c"))).holders == ("q",)
    assert look("flop-pot", hand("9s 9h 9c", seat("q", "9d 2c"))).missing, "no pocket pair"
    assert look("flop-pot", hand("9s 8s 7s 2c 2d", seat("sf", "Ts Js"))).holders == ("sf",)
    assert look("flop-pot", hand("9s 8s 2c 7s 2d", seat("sf", "Ts Js"))).missing, "made on the turn"


def test_aces_cracked() -> None:
    lost = hand("2c 3c 9d 9h Kd", seat("aces", "As Ad"), seat("nines", "9c Kc", won=60_00))
    assert look("aces-cracked", lost).holders == ("aces",)
    won = hand("2c 3c 9d Th Kd", seat("aces", "As Ad", won=60_00), seat("nines", "9c 8c"))
    assert look("aces-cracked", won).missing
    folded = hand("2c 3c 9d 9h Kd", seat("aces", "As Ad", folded=True), seat("nines", "9c Kc", won=60_00))
    assert look("aces-cracked", folded).missing


def test_only_within_the_set_time_and_in_tournaments_that_say_so() -> None:
    facts = hand("Ks Kc Qd Qh 3c", seat("full", "Kd Qs"), began_us=500)
    assert look("high-hand", facts, window=(100, 501)).qualifies
    assert look("high-hand", facts, window=(100, 500)).missing
    event = hand("Ks Kc Qd Qh 3c", seat("full", "Kd Qs"), tournament="SUNDAY", pot=0)
    assert "20.BB.3" in missing(look("high-hand", event))
    assert look("high-hand", event, tournaments=("SUNDAY",)).qualifies


def test_a_straight_wins_a_square() -> None:
    assert look("football-squares", hand("5s 6h 7c Kd Kh", seat("s", "8d 9c"))).qualifies
    assert look("football-squares", hand("5s 6h 7c Kd Kh", seat("s", "8d 2c"))).missing


def test_the_sample_board_of_the_document() -> None:
    """Columns 2 5 7 3 4 6 0 9 8 1 are the home team's, rows 1 7 6 3 5 2 8 4 9 0 the visitors'."""
    items = [Item("F", "digits-rows", "1763528490", 0, 1), Item("F", "digits-columns", "2573460981", 0, 1)]
    found = board([*items, Item("F", "square-9-2", "ann", 0, 2)])
    at = f"{found.rows.index(str(10 % 10))}-{found.columns.index(str(17 % 10))}"
    assert found.squares[at] == "ann", "home 17, visitors 10: third column, tenth row"


def test_tickets_by_time_played() -> None:
    made = Promotion("B", PLACE, "bankroll", Terms(kind="bankroll", minutes=60), "running", 0)
    played = [Item("B", "played-a", "a", 179, 0), Item("B", "played-b", "b", 59, 0)]
    assert tickets(made, played) == {"a": 2, "b": 0}


# ---- on the floor


class PromoFloor(EventFloor):
    def __init__(self, url: str, *args: Any, **options: Any) -> None:
        super().__init__(url, *args, **options)
        self.promotions = Promotions(self.house)
        self.games = PromotionGames(self.promotions)

    async def posted(self, name: str, kind: str, **terms: Any) -> Promotion:
        chosen = Terms(**({"kind": kind, "tables": ("PK-1", "PK-3", "PK-7")} | terms))
        return await self.promotions.plan(self.person("manager-1"), name, PLACE, chosen)

    async def funded(self, bad_beat: int = 20_000_00, special: int = 5_000_00) -> None:
        both = self.proof("manager-1"), self.proof("administrator-1")
        await self.promotions.seed(both, PLACE, BAD_BEAT, bad_beat)
        await self.promotions.seed(both, PLACE, SPECIAL_HANDS, special)

    async def counted(self, place: str, cents: int) -> None:
        """What the jackpot boxes held lies in the count room."""

        def work(tx: Tx) -> None:
            self.house.ledger.open(tx, *accounts.of_property(place))
            names = (accounts.outside(place), accounts.count_room(place))
            self.house.ledger.move(tx, "drop", "cage-1", *names, cents)

        await self.house.write(work)

    async def paid(self, claim_id: str, w2g: tuple[str, ...] = ()) -> None:
        await self.promotions.verify(self.proof("supervisor-1"), claim_id)
        await self.promotions.sign(self.proof("surveillance-1"), claim_id, "surveil")
        await self.promotions.sign(self.proof("cage-1"), claim_id, "pay", {"w2g": list(w2g)})


def beat(table: str, number: int, *names: str, tabled_us: int = 0, began_us: int = 0) -> HandFacts:
    """A bad beat of badges: the loser, the winner, then two others."""
    lou, win, *rest = names
    seats = (seat(lou, "7d 7c"), seat(win, "Js Ts"), *(seat(name, folded=True) for name in rest))
    times = {"tabled_us": tabled_us or number, "began_us": began_us or number}
    cards = tuple(parse_cards(BOARD))
    return HandFacts(table=table, hand=str(number), day=AFTER, pot=60_00, board=cards, seats=seats, **times)


FOUR = ("player-1", "player-2", "player-3", "player-4")
NEXT = ("player-5", "player-6", "player-7", "player-8")


def test_a_bad_beat_is_verified_seen_and_paid_once(url: str) -> None:
    floor = PromoFloor(url, hasher=CHEAP)

    async def scenario(floor: PromoFloor) -> None:
        await floor.funded()
        await floor.posted("BEAT", BAD_BEAT)
        dealer, desk = floor.person("dealer-1"), floor.promotions
        with pytest.raises(Forbidden):
            await desk.claim(floor.person("player-1"), "BEAT", beat("PK-1", 1, *FOUR))
        with pytest.raises(Refused, match=r"not designated.*20\.BQ\.3"):
            await desk.claim(dealer, "BEAT", beat("PK-2", 1, *FOUR))
        claim = await desk.claim(dealer, "BEAT", beat("PK-1", 1, *FOUR), "call")
        assert await desk.claim(dealer, "BEAT", beat("PK-1", 1, *FOUR), "call") == claim
        with pytest.raises(Stale, match="claimed once"):
            await desk.claim(dealer, "BEAT", beat("PK-1", 1, *FOUR))
        with pytest.raises(Stale, match="verified"):
            await desk.sign(floor.proof("surveillance-1"), claim.id, "surveil")
        with pytest.raises(Forbidden):
            await desk.verify(floor.proof("dealer-1"), claim.id)
        await desk.verify(floor.proof("supervisor-1"), claim.id, "verify")
        assert floor.balance(f"jackpot:{claim.id}") == 20_000_00 and floor.balance(fund(PLACE, BAD_BEAT)) == 0
        with pytest.raises(Stale):
            await desk.sign(floor.proof("cage-1"), claim.id, "pay")
        await desk.sign(floor.proof("surveillance-1"), claim.id, "surveil")
        with pytest.raises(Refused, match="tax form"):
            await desk.sign(floor.proof("cage-1"), claim.id, "pay")
        for _ in range(2):
            await desk.sign(floor.proof("cage-1"), claim.id, "pay", {"w2g": list(FOUR)}, "pay")
        assert [floor.cage.balance(name) for name in FOUR] == [10_000_00, 5_000_00, 2_500_00, 2_500_00]
        with pytest.raises(Stale):
            await desk.sign(floor.proof("cage-2"), claim.id, "pay", {"w2g": list(FOUR)})
        with floor.storage.reading() as conn:
            assert store.claim(conn, claim.id).state == "paid"

    run(scenario, floor)  # type: ignore[arg-type]


def test_bad_beats_of_two_tables_are_paid_in_the_order_of_tabling(url: str) -> None:
    """20.MQ.2a: tabled first, whatever began first."""
    floor = PromoFloor(url, hasher=CHEAP)

    async def scenario(floor: PromoFloor) -> None:
        await floor.funded()
        await floor.posted("BEAT", BAD_BEAT)
        dealer, desk = floor.person("dealer-1"), floor.promotions
        late = await desk.claim(dealer, "BEAT", beat("PK-3", 1, *FOUR, tabled_us=900, began_us=100))
        early = await desk.claim(dealer, "BEAT", beat("PK-7", 2, *NEXT, tabled_us=800, began_us=200))
        with pytest.raises(Stale, match="PK-7 hand 2 comes first") as refused:
            await desk.verify(floor.proof("supervisor-1"), late.id)
        assert refused.value.clause == "20.MQ.2a"
        await floor.paid(early.id, NEXT)
        assert floor.cage.balance("player-5") == 10_000_00
        with pytest.raises(Refused, match="nothing to pay"):
            await desk.verify(floor.proof("supervisor-1"), late.id)

    run(scenario, floor)  # type: ignore[arg-type]


def test_tables_that_tie_share_the_jackpot(url: str) -> None:
    """Two tables tie for $20,000: $10,000 each, divided as usual."""
    floor = PromoFloor(url, hasher=CHEAP)

    async def scenario(floor: PromoFloor) -> None:
        await floor.funded()
        await floor.posted("BEAT", BAD_BEAT)
        dealer, desk = floor.person("dealer-1"), floor.promotions
        one = await desk.claim(dealer, "BEAT", beat("PK-3", 1, *FOUR, tabled_us=900))
        two = await desk.claim(dealer, "BEAT", beat("PK-7", 2, *NEXT, tabled_us=901))
        with pytest.raises(Forbidden):
            await desk.tie(floor.person("supervisor-1"), "BEAT", (one.id, two.id))
        with pytest.raises(Refused):
            await desk.tie(floor.person("surveillance-1"), "BEAT", (one.id, one.id))
        await desk.tie(floor.person("surveillance-1"), "BEAT", (one.id, two.id))
        await floor.paid(two.id, NEXT)
        await floor.paid(one.id, FOUR)
        assert [floor.cage.balance(name) for name in FOUR] == [5_000_00, 2_500_00, 1_250_00, 1_250_00]
        assert floor.cage.balance("player-5") == 5_000_00
        assert floor.balance(fund(PLACE, BAD_BEAT)) == 0

    run(scenario, floor)  # type: ignore[arg-type]


def test_counted_drops_are_divided_and_the_last_posted_amount_is_paid(url: str) -> None:
    """20.BB.1, 20.BB.7: a tenth to the bad beat; what came after the posting is not yet paid."""
    floor = PromoFloor(url, hasher=CHEAP)

    async def scenario(floor: PromoFloor) -> None:
        manager, desk = floor.person("manager-1"), floor.promotions
        both = floor.proof("manager-1"), floor.proof("administrator-1")
        with pytest.raises(Refused, match=r"\$1,000"):
            await desk.seed(both, PLACE, BAD_BEAT, 999_00)
        await floor.funded(1_000_00, 1_000_00)
        await floor.posted("BEAT", BAD_BEAT)
        await floor.counted(PLACE, 12_345)
        parts = await desk.allocate(manager, PLACE, 12_345, command="count")
        assert parts == await desk.allocate(manager, PLACE, 12_345, command="count")
        assert parts == {BAD_BEAT: 1_234, SPECIAL_HANDS: 11_111}
        await desk.seed(both, PLACE, BAD_BEAT, 5_000_00)  # not posted yet
        claim = await desk.claim(floor.person("dealer-1"), "BEAT", beat("PK-1", 1, *FOUR))
        await desk.verify(floor.proof("supervisor-1"), claim.id)
        assert floor.balance(f"jackpot:{claim.id}") == 1_012_34
        alone = (floor.proof("manager-1"), floor.proof("manager-1"))
        with pytest.raises(Forbidden, match="signed twice"):
            await desk.give_up(alone, PLACE, BAD_BEAT)
        moved = await desk.give_up((floor.proof("manager-1"), floor.proof("manager-2")), PLACE, BAD_BEAT)
        assert moved == 5_000_00 and floor.balance(fund(PLACE, BAD_BEAT)) == 0
        assert floor.balance(fund(PLACE, SPECIAL_HANDS)) == 1_111_11 + 5_000_00

    run(scenario, floor)  # type: ignore[arg-type]


def test_the_highest_hand_of_its_time_is_paid_when_the_time_is_over(url: str) -> None:
    floor = PromoFloor(url, hasher=CHEAP)

    async def scenario(floor: PromoFloor) -> None:
        await floor.funded()
        with pytest.raises(Refused, match="time within which"):
            await floor.posted("HIGH", "high-hand", amount=500_00)
        with pytest.raises(Refused, match="set beforehand"):
            await floor.posted("HIGH", "high-hand", from_us=1, to_us=1_000)
        await floor.posted("HIGH", "high-hand", amount=500_00, from_us=1, to_us=1_000)
        dealer, desk = floor.person("dealer-1"), floor.promotions

        def full(table: str, number: int, name: str, cards: str, began: int) -> HandFacts:
            seats = (seat(name, cards), *(seat(other, folded=True) for other in NEXT))
            about = {"table": table, "hand": str(number), "day": AFTER, "pot": 40_00, "began_us": began}
            return HandFacts(board=tuple(parse_cards("Ks Kc Qd Qh 3c")), seats=seats, **about)

        low = await desk.claim(dealer, "HIGH", full("PK-1", 1, "player-1", "Qs Qc", 700))
        same = await desk.claim(dealer, "HIGH", full("PK-3", 2, "player-2", "Qs Qc", 600))
        with pytest.raises(Stale, match="still runs"):
            await desk.verify(floor.proof("supervisor-1"), low.id)
        await desk.end(floor.person("supervisor-1"), "HIGH")
        with pytest.raises(Stale, match="takes no hands"):
            await desk.claim(dealer, "HIGH", full("PK-7", 3, "player-3", "Kd Kh", 800))
        with pytest.raises(Stale, match="PK-3 hand 2 comes first"):
            await desk.verify(floor.proof("supervisor-1"), low.id)
        await floor.paid(same.id)
        assert floor.cage.balance("player-2") == 500_00
        with pytest.raises(Stale, match="One is paid"):
            await desk.verify(floor.proof("supervisor-1"), low.id)
        assert floor.balance(fund(PLACE, SPECIAL_HANDS)) == 4_500_00

    run(scenario, floor)  # type: ignore[arg-type]


def test_a_claim_may_be_denied_and_a_verification_voided(url: str) -> None:
    floor = PromoFloor(url, hasher=CHEAP)

    async def scenario(floor: PromoFloor) -> None:
        await floor.funded()
        await floor.posted("BEAT", BAD_BEAT)
        desk = floor.promotions
        claim = await desk.claim(floor.person("dealer-1"), "BEAT", beat("PK-1", 1, *FOUR))
        document = await desk.verify(floor.proof("supervisor-1"), claim.id)
        proofs = (floor.proof("supervisor-2"), floor.proof("manager-1"))
        await floor.house.write(lambda tx: floor.house.documents.void(tx, document.id, proofs, "wrong table"))
        assert floor.balance(fund(PLACE, BAD_BEAT)) == 20_000_00
        with pytest.raises(Stale):
            await desk.deny(floor.proof("supervisor-1"), claim.id, Denial(" "))
        denied = await desk.deny(floor.proof("supervisor-1"), claim.id, Denial("a card was exposed"))
        assert denied.state == "denied"
        with pytest.raises(Stale):
            await desk.verify(floor.proof("supervisor-1"), claim.id)

    run(scenario, floor)  # type: ignore[arg-type]


def test_squares_splashes_drawings_and_free_entries(url: str) -> None:
    floor = PromoFloor(url, hasher=CHEAP)

    async def scenario(floor: PromoFloor) -> None:
        await floor.funded()
        boss, games, desk = floor.person("supervisor-1"), floor.games, floor.promotions
        await floor.posted("FOOT", "football-squares", amount=250_00)
        seats = (seat("player-1", "8d 9c"), *(seat(other, folded=True) for other in NEXT))
        cards = tuple(parse_cards("5s 6h 7c Kd Kh"))
        facts = HandFacts(table="PK-1", hand="9", day=AFTER, pot=20_00, board=cards, seats=seats)
        claim = await desk.claim(floor.person("dealer-1"), "FOOT", facts)
        with pytest.raises(Refused, match="a square, not money"):
            await desk.verify(floor.proof("supervisor-1"), claim.id)
        with pytest.raises(Stale, match="not numbered"):
            await games.score(boss, "FOOT", "final", 17, 10)
        numbered = await games.number_board(boss, "FOOT", "number")
        assert sorted(numbered.rows) == sorted(numbered.columns) == list("0123456789")
        assert await games.number_board(boss, "FOOT", "number") == numbered
        row, column = numbered.rows.index("0"), numbered.columns.index("7")
        await games.choose(boss, claim.id, row, column)
        with pytest.raises(Stale):
            await games.choose(boss, claim.id, row, column)
        assert await games.score(boss, "FOOT", "first-quarter", 3, 3) is None, "another row than the one of 0"
        won = await games.score(boss, "FOOT", "final", 17, 10)
        assert won is not None and won.finding.holders == ("player-1",)
        with pytest.raises(Stale, match="taken"):
            await games.score(boss, "FOOT", "final", 17, 10)
        await floor.paid(won.id)
        assert floor.cage.balance("player-1") == 250_00

        await floor.posted("SPLASH", "splash-pot", amount=100_00, from_us=1, to_us=LATER)
        with pytest.raises(Refused, match="takes part"):
            await games.splash(boss, "SPLASH", ("PK-2",))
        splashed = await games.splash(boss, "SPLASH", ("PK-2", "PK-3"))
        assert splashed.table_id == "PK-3"
        await desk.verify(floor.proof("supervisor-1"), splashed.id)
        await desk.sign(floor.proof("surveillance-1"), splashed.id, "surveil")
        with pytest.raises(Stale, match="Nobody is named"):
            await desk.sign(floor.proof("cage-1"), splashed.id, "pay")
        await games.pot_won(boss, splashed.id, "player-2")
        with pytest.raises(Stale, match="keyed once"):
            await games.pot_won(boss, splashed.id, "player-3")
        await desk.sign(floor.proof("cage-1"), splashed.id, "pay")
        assert floor.cage.balance("player-2") == 100_00

        await floor.posted("DRAW", "bankroll", amount=300_00, minutes=60, from_us=1, to_us=LATER)
        with pytest.raises(Stale, match="ticket"):
            await games.drawing(boss, "DRAW")
        assert await games.played(boss, "DRAW", "player-3", 50, "a") == 50
        assert await games.played(boss, "DRAW", "player-3", 50, "a") == 50
        assert await games.played(boss, "DRAW", "player-3", 20) == 70
        drawn = await games.drawing(boss, "DRAW")
        assert drawn.finding.holders == ("player-3",)

        await floor.posted("FREE", "freeroll", amount=105_00, minutes=1_200, target="SUNDAY", from_us=1, to_us=LATER)
        with pytest.raises(Refused, match="0 minutes"):
            await games.free_entry(boss, "FREE", "player-4")
        await games.played(boss, "FREE", "player-4", 1_260)
        assert await games.free_entry(boss, "FREE", "player-4") == 105_00
        with pytest.raises(Stale):
            await games.free_entry(boss, "FREE", "player-4")
        assert floor.balance("tournament:SUNDAY/entry/player-4") == 105_00

    run(scenario, floor)  # type: ignore[arg-type]


def test_another_room_shares_as_it_posts(url: str) -> None:
    """Cleveland's book leaves qualifiers and shares to the posting, and puts all of the drop to promotions."""
    floor = PromoFloor(url, hasher=CHEAP)

    async def scenario(floor: PromoFloor) -> None:
        manager, place = floor.person("manager-1"), "horseshoe-cleveland"
        terms = Terms(kind=BAD_BEAT, tables=("C-1",), least_category="full-house")
        with pytest.raises(Refused, match="posted"):
            await floor.promotions.plan(manager, "CLE", place, terms)
        shares = {"loser": 40, "winner": 30, "table": 30}
        posted = Terms(kind=BAD_BEAT, tables=("C-1",), least_category="full-house", shares=shares)
        made = await floor.promotions.plan(manager, "CLE", place, posted)
        await floor.counted(place, 100_00)
        parts = await floor.promotions.allocate(manager, place, 100_00)
        assert parts == {BAD_BEAT: 0, SPECIAL_HANDS: 100_00}
        with floor.storage.reading() as conn:
            found = floor.promotions.look(conn, made, beat("C-1", 1, *FOUR))
        assert found.qualifies
        paid = split(rulebook(place, "promotions"), found, 1_000_00, shares)
        assert [share.cents for share in paid] == [400_00, 300_00, 150_00, 150_00]

    run(scenario, floor)  # type: ignore[arg-type]
