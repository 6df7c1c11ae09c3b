"""The night of the golden record: a poker room played at random, poker tournaments, a table tournament, promotions."""

import asyncio
import contextlib
import random

from croupier.house.money.poker_funds import BAD_BEAT
from croupier.house.poker_room.lists import state as lists
from croupier.house.poker_room.table import acts
from croupier.house.tournaments.poker import acts as event_acts
from croupier.house.tournaments.poker.plan import Level
from croupier.house.tournaments.poker.prizes.payouts import Search
from croupier.house.tournaments.table.desk import Tournaments
from croupier.poker import no_limit
from croupier.rounds.acts import Bet
from croupier.rounds.refusal import Refused

from ..house import test_tournaments as at_tables
from ..house.conftest import CHEAP
from ..house.poker_events import plan_of
from ..house.test_poker_tournament_floor import SHORT
from ..house.test_promotions import FOUR, NEXT, PromoFloor, beat
from ..house.test_room_dealer import cards
from ..house.test_room_soak import GAMES, PLACE, PLAYERS, Soak, evening

STEPS = 600
BY_HAND, BUSY, DEALER = "H-1", "R-1", "dealer-1"
BIG, OVER, NEXT_ONE = "BIG", "OVER", "NEXT"
BIG_LEFT = 9  # so many are left in the big tournament when the record ends


class Night(Soak, PromoFloor):
    """A floor with everything that poker has."""

    async def whole_night(self) -> None:
        await evening(self, STEPS)
        await self.hands_under_way()
        await self.names_on_lists()
        await self.busy_table()
        await self.dealt_by_hand()
        await self.poker_tournaments()
        await self.promotions_of_the_room()
        await self.table_tournament()

    async def hands_under_way(self) -> None:
        """Every table is filled from whoever is free and left in the middle of a hand."""
        for badge in dict.fromkeys(await self.waiting()):
            await self.ask(badge, lists.Withdraw())
        for table, *_ in GAMES:
            for badge in (await self.free())[:2]:
                await self.fund(badge, 600_00, PLACE)
                with contextlib.suppress(Refused):  # one who has just left brings back what he took
                    seat = (await self.live(table)).free[0]
                    await self.do(badge, acts.Sit(seat, 500_00), table=table)
        for table, *_ in GAMES:
            if not (await self.live(table)).playing:
                await self.ticker.table(table)
            await self.step(table)

    async def free(self) -> list[str]:
        """Players of the evening who sit nowhere."""
        seated = {name for table, *_ in GAMES for name in (await self.live(table)).balances()}
        return [badge for badge in PLAYERS if f"seat:{badge}" not in seated]

    async def names_on_lists(self) -> None:
        for badge in (*(await self.free())[:2], "player-20", "player-21"):
            await self.ask(badge, lists.Join("omaha-8-fixed-4-8"))
        await self.ask("player-20", lists.Away())
        await self.ask("manager-1", lists.Apart("player-20", "player-21"))

    async def busy_table(self) -> None:
        """A table at which all sorts of things happen between its hands, until it closes."""
        await self.game(no_limit(2_00, 5_00), table=BUSY)
        for seat, number in enumerate((19, 22, 23, 24), 1):
            await self.sit(BUSY, f"player-{number}", seat)
            await self.fund(f"player-{number}", 300_00, PLACE)
        await self.play(BUSY, 2)
        await self.ask("player-19", lists.Ask(BUSY, 7))
        await self.ask("supervisor-1", lists.Lock(BUSY, 8, "player-21", "vision"))
        tries: tuple[tuple[str, acts.Anything], ...] = (
            ("player-19", acts.Out(1)),
            ("supervisor-1", acts.HalfRake(True)),
            ("supervisor-1", acts.Impound(2, 4_00, "disputed")),
            ("supervisor-1", acts.Release("disputed", 2)),
            ("player-23", acts.Buy(3, 50_00)),
            ("player-24", acts.Toke(4, 1_00)),
            ("supervisor-1", acts.HalfRake(False)),
            ("player-19", acts.Back(1, post=True)),
            ("player-24", acts.Move(4, 6)),
            ("manager-1", acts.Rake(5, 3_00, "a slow night")),
            ("player-22", acts.Straddle(2, 10_00)),
            ("player-23", acts.Straddle(3, 10_00)),
            ("player-19", acts.Leave(1)),
        )
        for who, act in tries:
            with contextlib.suppress(Refused):  # whether it may be done now depends on how the hands fell
                await self.do(who, act, table=BUSY)
            await self.play(BUSY)
        await self.spread.close(self.person("supervisor-1"), BUSY)

    async def dealt_by_hand(self) -> None:
        """Two hands whose cards the dealer keys: one with its showdown, one that stands on the flop."""
        await self.game(no_limit(1_00, 2_00), table=BY_HAND, mode="dealer", demo=True)
        await self.pit.dealer_in(self.person("supervisor-1"), BY_HAND, DEALER)
        for seat in (1, 2, 3):
            await self.fund(f"player-{15 + seat}", 200_00, PLACE)
            await self.do("supervisor-1", acts.Sit(seat, 200_00, f"player-{15 + seat}"), table=BY_HAND)
        drawn = dict(zip((1, 2, 3), cards("4c Ks Kh")))
        await self.keyed(acts.Deal(drawn=drawn), acts.Key(-1))
        await self.keyed(acts.Play(2, "call"), acts.Play(3, "call"), acts.Play(1, "check"))
        for street in ("2c 7d Jh", "9s", "Qd"):
            await self.keyed(acts.Key(0, cards(street)), *(acts.Play(seat, "check") for seat in (3, 1, 2)))
        await self.keyed(acts.Play(3, "show", cards=cards("Ah Ad")), acts.Play(1, "muck"))
        await self.keyed(acts.Play(2, "show", cards=cards("Kc Kd")), acts.Deal(), acts.Key(-1))
        await self.keyed(acts.Declare("first-cards-exposed"), acts.Deal(), acts.Key(-1))
        await self.keyed(acts.Say(3, chips=(25_00,)), acts.Play(1, "call"), acts.Play(2, "check"))
        await self.keyed(acts.Key(0, cards("3c 8d Th")))

    async def keyed(self, *done: acts.Anything) -> None:
        for act in done:
            await self.do(DEALER, act, table=BY_HAND)

    # ---- tournaments

    async def poker_tournaments(self) -> None:
        """One open for registration, one in the middle of its hands with some out, one over and partly paid."""
        manager, boss = self.person("manager-1"), self.person("supervisor-1")
        await self.events.plan(manager, NEXT_ONE, plan_of("horse", seats=8))
        await self.enter(1, 2, 3, name=NEXT_ONE)
        await self.events.withdraw(boss, NEXT_ONE, "player-2")
        await self.events.plan(manager, OVER, plan_of(**SHORT))
        await self.enter(1, 2, 3, 4, name=OVER)
        await self.events.start(boss, OVER)
        await self.play_out(OVER)
        clerk = self.proof("clerk-9")
        await self.events.payouts.check(clerk, OVER, 1, Search(identification="MD-1", card="TR-1"))
        levels = (Level(15, (100, 200), chip=100), Level(15, (200, 400)), Level(15, (500, 1_000)))
        plan = plan_of(levels=levels, chips=5_000, seats=6, reentry_minutes=10, late_minutes=10)
        await self.events.plan(manager, BIG, plan)
        await self.enter(*range(1, 16), name=BIG)
        await self.events.start(boss, BIG)
        await self.events.do(boss, BIG, event_acts.Penalty(at_us=0, name="player-3", kind="missed-hand"))
        await self.play_down(BIG, BIG_LEFT)

    async def play_down(self, name: str, left: int) -> None:
        """Hands until so many players are left; then the next hand is begun everywhere."""
        dealer = self.person(DEALER)
        while True:
            live = await self.events.live(name)
            if live.director.due() is not None:
                await self.events.arrange(dealer, name)
                live = await self.events.live(name)
            ready = live.director.ready()
            if ready and len(live.game.left()) <= left:
                for number in ready:
                    await self.events.deal(dealer, name, number)
                return
            if ready:
                await self.hand(ready[0], name)
            self.clock.advance(60 * 1_000_000)

    async def table_tournament(self) -> None:
        """Three at one table of blackjack, in the third of six rounds, one wager placed."""
        made: Tournaments = await at_tables.planned(self, rounds=6)
        await at_tables.entered(self, made)
        (table,) = await made.draw(self.proof("supervisor-1"), at_tables.NAME)
        await at_tables.play(self, table.table_id, rounds=2)
        turns = (await self.house.table(table.table_id)).turns
        assert turns is not None
        due = turns.turn()
        await self.house.answer(table.table_id, self.person(turns.names[due - 1]), Bet(due, "blackjack", 25_00))

    # ---- promotions

    async def promotions_of_the_room(self) -> None:
        """A bad beat paid, another verified, and the games: a board with its numbers, minutes played, a splash."""
        await self.funded()
        boss, dealer = self.person("supervisor-1"), self.person(DEALER)
        await self.posted("BEAT", BAD_BEAT)
        one = await self.promotions.claim(dealer, "BEAT", beat("PK-3", 1, *FOUR))
        await self.paid(one.id, FOUR)
        await self.promotions.seed((self.proof("manager-1"), self.proof("administrator-1")), PLACE, BAD_BEAT, 9_000_00)
        await self.posted("BEAT-2", BAD_BEAT)
        two = await self.promotions.claim(dealer, "BEAT-2", beat("PK-7", 2, *NEXT))
        await self.promotions.verify(self.proof("supervisor-1"), two.id)
        await self.posted("FOOT", "football-squares", amount=250_00)
        await self.games.number_board(boss, "FOOT")
        await self.posted("DRAW", "bankroll", amount=300_00, minutes=60, from_us=1, to_us=2)
        await self.games.played(boss, "DRAW", "player-3", 70)
        await self.games.drawing(boss, "DRAW")
        await self.posted("SPLASH", "splash-pot", amount=100_00, from_us=1, to_us=2)
        await self.games.splash(boss, "SPLASH", ("PK-3",))


def simulate(url: str, seed: str) -> None:
    async def whole() -> None:
        floor = Night(url, seed=seed, hasher=CHEAP)
        floor.rng = random.Random(seed)
        floor.staff()
        try:
            await floor.whole_night()
        finally:
            await floor.house.stop()
            floor.check()
            floor.storage.close()

    asyncio.run(whole())
