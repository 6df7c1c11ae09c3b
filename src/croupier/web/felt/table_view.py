"""What one view of a table is made from: the table as its reader may see it, and the rounds before."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from croupier.equipment.shoe import UNSEEN
from croupier.games.stadium import COMMON
from croupier.house.people.persons import Person
from croupier.house.record.errors import Refused
from croupier.house.tables.life import CLOSING
from croupier.house.tables.live import Live
from croupier.rounds.acts import By
from croupier.rounds.authority import at_stations
from croupier.rounds.driver import Driver
from croupier.rounds.events import Settled
from croupier.rounds.felt import Hand as FeltHand
from croupier.rounds.requests import Betting, Shuffle
from croupier.rounds.view import seen_by_all, view
from croupier.rulebook.posting import Posting
from croupier.web.felt.addressed import to_you
from croupier.web.felt.cards_in_sight import Lying
from croupier.web.felt.hand_names import as_set, known
from croupier.web.felt.recent_rounds import Played

ON_MAIN = ("raise", "insurance")  # chips of these kinds lie with the main wager in the games of twenty-one


T = TypeVar("T")
TABLES_MOST = 1024  # whose last state is kept


class Alike:
    """What all who look at one state of a table see alike, made once for them.

    All of it is made as a visitor sees the table, so it can hold nothing that is one reader's alone.
    """

    def __init__(self, live: Live, played: list[Played]) -> None:
        self._live, self._played = live, played
        self._state = self._of(live)
        self._made: dict[object, Any] = {}

    @staticmethod
    def _of(live: Live) -> tuple[object, ...]:
        """What changes whenever anything at the table does: an act is an entry of its journal."""
        return live, live.driver, live.driver.entry, live.driver.number, live.table

    def holds(self, live: Live, played: list[Played]) -> bool:
        return self._played is played and self._state == self._of(live)

    @cached_property
    def shown(self) -> dict[str, Any]:
        return seen_by_all(self._live.driver)

    @cached_property
    def visitor(self) -> "Look":
        return Look(self._live, None, self._played, alike=self)

    def made(self, key: object, make: "Callable[[Look], T]") -> T:
        if key not in self._made:
            self._made[key] = make(self.visitor)
        found: T = self._made[key]
        return found


class SeenByAll:
    """The state in which each table was seen last."""

    def __init__(self) -> None:
        self._tables: dict[str, Alike] = {}

    def forget(self) -> None:
        self._tables.clear()

    def now(self, live: Live, played: list[Played]) -> Alike:
        found = self._tables.get(live.table.id)
        if found is None or not found.holds(live, played):
            if len(self._tables) >= TABLES_MOST:
                self.forget()
            found = self._tables[live.table.id] = Alike(live, played)
        return found


class Look:
    """Everything one view is made from."""

    def __init__(
        self,
        live: Live,
        who: Person | None,
        played: list[Played],
        *,
        reveal: bool = False,
        alike: Alike | None = None,
    ) -> None:
        self.live, self.who, self.played, self.reveal = live, who, played, reveal
        self.driver = live.driver
        self.table = live.driver.table
        self.game = live.driver.game
        self.posting: Posting = live.driver.game.posting
        self.name = self.game.NAME
        self.family = self.game.FELT
        self.twenty_one = self.game.FAMILY == "twenty-one"
        self.by = By(who.role, who.badge) if who else By("visitor", "")
        self._alike = None if reveal else alike
        self.shown: dict[str, Any] = view(live.driver, self.by, self._alike.shown if self._alike else None)
        if reveal:
            _reveal(self.shown, live.driver)
        self.badge = badge = who.badge if who else ""
        self.mine = {p.number for p in live.driver.felt.positions if badge and p.patron == badge}
        self.position = min(self.mine, default=0)
        self.at_stations = at_stations(self.table) and not reveal
        if self.at_stations:
            self._alike = None  # everybody sees another place there
            self._one_station()

    def alike(self, key: object, make: "Callable[[Look], T]") -> T:
        """What does not depend on who looks: made once for all readers of this state, where they share it."""
        return make(self) if self._alike is None else self._alike.made(key, make)

    def _one_station(self) -> None:
        """A station shows itself and the result for all, nothing of a hall of others; who watches sees the hand that
        all stations play."""
        self.shown["places"] = dict(self.shown["places"])
        common = self.shown["places"].pop(COMMON, {"cards": [], "state": "", "memo": {}})
        self.shown["positions"] = [p for p in self.shown["positions"] if p["number"] in self.mine]
        if not self.mine and self.twenty_one:
            self.shown["positions"] = [{"number": 0, "patron": COMMON, "hands": [common], "wagers": []}]

    @property
    def wagering(self) -> bool:
        """Whether wagers may be placed: a table that closes takes no more."""
        return self.driver.betting and self.live.table.state != CLOSING and not self.out_of_turn

    @cached_property
    def out_of_turn(self) -> str:
        """At a tournament's table: why this reader may not wager now."""
        turns = getattr(self.live, "turns", None)
        if turns is None or not self.position or not self.driver.betting:
            return ""
        if turns.over:
            return "This table has reached its limit."
        try:
            turns.check_turn(self.position)
        except Refused as refused:
            return to_you(refused.wrong, [self.position])
        return ""

    def lies(self, played: Played) -> bool:
        """Whether the cards of a round still lie there: of the one that is played, or of the last."""
        return played.round == self.driver.felt.round or played is self.over

    @cached_property
    def own_rounds(self) -> list[Played]:
        """Those of the last rounds in which this reader played."""
        return [played for played in self.played if self.badge in played.ended]

    @cached_property
    def lying(self) -> Lying:
        """The hands whose every card this reader may see."""
        seats, dealer = self.driver.felt.positions, self.driver.felt.dealer
        found: dict[tuple[int, int], tuple[int, ...]] = {}
        for place in self.shown["positions"]:
            for index, hand in enumerate(place["hands"]):
                low = seats[place["number"] - 1].hands[index].memo.get("low") if place["number"] else None
                found[place["number"], index] = _open(hand["cards"], low)
        return Lying(found, _open(self.shown["dealer"]["cards"], dealer.memo.get("low")))

    @cached_property
    def over(self) -> Played | None:
        """The last round, while its cards still lie there and wagers are open again."""
        if not isinstance(self.driver.pending, Betting | Shuffle) or not self.played:
            return None
        last = self.played[0]
        return last if last.round >= self.driver.felt.round - 1 else None

    def ended_at(self, number: int) -> list[Settled]:
        """How the last round ended at a position; where somebody has sat down since, it is not his to be shown as."""
        patron, over = self.table.position(number).patron if number else "", self.over
        if over is None:
            return []
        there = over.of(patron) if patron and not self.reveal else over.settled
        return [e for e in there if e.position == number]

    def settled_aside(self, number: int, standing: set[str]) -> list[Settled]:
        """Side wagers of a position at twenty-one that have ended while its hands are still played."""
        if not standing:
            return []
        aside = {name for name, wager in self.posting.wagers.items() if wager.kind == "side"}
        early = self.settled_early(number)
        return [event for event in early if event.wager in aside and self.area(event.wager) not in standing]

    def settled_early(self, number: int) -> list[Settled]:
        """What has ended at a position of twenty-one in the round that is still played: a blackjack that was paid."""
        if not self.twenty_one or not number or isinstance(self.driver.pending, Betting | Shuffle):
            return []
        here = [played for played in self.played if played.round == self.driver.felt.round]
        return [event for played in here for event in played.settled if event.position == number]

    @cached_property
    def main_wager(self) -> str:
        """The wager that a hand is played for; empty where a rulebook has none of that kind."""
        return next((w.name for w in self.posting.wagers.values() if w.kind == "base"), "")

    def area(self, kind: str) -> str:
        """Where chips of a kind lie."""
        rule = self.posting.wagers.get(kind)
        if self.twenty_one and rule and rule.kind in ON_MAIN:
            return self.main_wager or kind
        return kind


def _open(cards: list[int | None], low: object) -> tuple[int, ...]:
    """A hand of which no card is closed, High before Low where it was set."""
    seen = known(cards)
    return as_set(cards, low)[0] or tuple(seen if len(seen) == len(cards) else ())


def _reveal(shown: dict[str, Any], driver: Driver) -> None:
    """Every face that is on record: for the audit of rounds that are over."""

    def faces(hand: FeltHand) -> list[int | None]:
        return [card if card != UNSEEN else None for card in hand.cards]

    shown["dealer"]["cards"] = faces(driver.felt.dealer)
    for name, hand in driver.felt.places.items():
        shown["places"][name]["cards"] = faces(hand)
    for place, position in zip(shown["positions"], driver.felt.positions):
        for drawn, hand in zip(place["hands"], position.hands):
            drawn["cards"] = faces(hand)
