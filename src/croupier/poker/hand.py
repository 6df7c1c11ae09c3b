"""One hand of poker, from the blinds to the pot pushed: the state, and the order in which things happen.

The state is lists of small integers, indexed by the player's place in the deal: 0 is the first to the
left of the button (in stud, of the dealer) and the last place is the button. Heads-up, place 1 is the
button and posts the small blind, as the rulebooks have it.

Every operation comes as a triad: `verify_…` raises `Refused`, `can_…` asks, and the verb does it,
appends its record and moves the hand on to the next decision. With a deck the hand deals itself;
without one it waits for the dealer to key the cards.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from croupier.poker import betting, dealing, posting, showdown, tabling, turns
from croupier.poker.book.forms import Form, Street
from croupier.poker.book.rules import CASH, LOOSE, PlayingRules
from croupier.poker.book.stakes import NO, Stakes
from croupier.poker.errors import Player, Refused
from croupier.poker.money import House
from croupier.poker.records import (
    BroughtIn,
    Called,
    Checked,
    Drew,
    Folded,
    Mucked,
    Raised,
    Record,
    RunsAgreed,
    Shown,
)

DEAL, DRAW, BET, SHOW, OVER = "deal", "draw", "bet", "show", "over"


class Hand:
    __slots__ = (
        "absent",
        "acted",
        "alive",
        "antes",
        "aside",
        "ask_runs",
        "auto",
        "auto_show",
        "barred",
        "bets",
        "binding",
        "blinds",
        "boards",
        "bring_in_due",
        "burns",
        "capped",
        "carried",
        "checked",
        "collected",
        "contenders",
        "dealer_pushes",
        "deck",
        "discards",
        "first",
        "first_open",
        "form",
        "full_level",
        "ghosts",
        "hole",
        "house",
        "known",
        "largest",
        "late",
        "level",
        "limit",
        "live",
        "losers",
        "muck",
        "n",
        "next_burn",
        "opener",
        "opener_cards",
        "opening",
        "ops",
        "over",
        "owed",
        "owed_board",
        "phase",
        "plain_sizes",
        "plan",
        "posts",
        "pot_dead",
        "put",
        "queue",
        "raise_size",
        "raiser",
        "raises",
        "records",
        "removed",
        "repairs",
        "restricts",
        "returned",
        "ruled_live",
        "rules",
        "runs",
        "seen",
        "seq",
        "shallowest",
        "shown",
        "stacks",
        "stakes",
        "start",
        "street",
        "top",
        "twice_around",
        "unit",
        "up",
        "voluntary",
        "won",
    )

    def __init__(
        self,
        form: Form,
        stakes: Stakes,
        stacks: Sequence[int],
        *,
        rules: PlayingRules = CASH,
        deck: Sequence[int] | None = None,
        antes: Sequence[int] | None = None,
        blinds: Sequence[int] | None = None,
        posts: Sequence[int] | None = None,
        dead: Sequence[int] | None = None,
        first: int = -1,
        raise_size: int = 0,
        carried: int = 0,
        house: House | None = None,
        auto_show: bool = True,
        ask_runs: bool = False,
        dealer_pushes: bool = False,
        absent: Sequence[int] = (),
    ) -> None:
        """Seat the players and take antes and blinds.

        `blinds` are live blinds, straddles and kills by place, and the largest of them decides who acts
        first, unless `first` says; `posts` are live posts of new players, which do not. `dead` goes to the
        centre. `carried` is money already in the pot. Hands of the `absent` are dead when the deal is complete.
        """
        n = len(stacks)
        self.opening: dict[str, Any] = {
            "deck": deck,
            "antes": antes,
            "blinds": blinds,
            "posts": posts,
            "dead": dead,
            "first": first,
            "raise_size": raise_size,
            "carried": carried,
            "auto_show": auto_show,
            "ask_runs": ask_runs,
            "dealer_pushes": dealer_pushes,
            "absent": absent,
        }
        self.form = form
        self.stakes = stakes
        self.rules = rules
        # Asked at every turn: whether these rules say more of who may raise, and how much, than all rooms do.
        self.restricts = rules.reopen == LOOSE or rules.raises_most > 0 or not rules.check_raise
        self.plain_sizes = stakes.kind == NO and stakes.step == 1 and not rules.effective_stacks
        self.limit = stakes.limit
        self.n = n
        self.twice_around = _twice_around(n)  # of which the places from any one on are a slice
        self._check_opening(stacks)
        self.start = list(stacks)
        self.stacks = list(stacks)
        self.bets = [0] * n
        self.put = [0] * n
        self.alive = [True] * n
        self.absent = frozenset(absent)
        self.live = n
        self.ghosts = [False] * n
        self.hole: list[list[int]] = [] if deck is not None else [[] for _ in range(n)]  # a deck deals them at once
        self.up: list[list[bool]] = [] if deck is not None else [[] for _ in range(n)]
        self.shown = [False] * n
        self.boards: list[list[int]] = [[]]
        self.runs = 1
        self.ask_runs = ask_runs  # stop before the rest of the board, so that the players may agree to run it again
        self.dealer_pushes = dealer_pushes  # losing hands are killed one by one before the pot is pushed
        self.losers: set[int] = set()
        self.contenders: tuple[int, ...] = ()  # who was in when the hands were shown: their pots stay apart
        self.aside: dict[int, int] = {}  # chips of players whom a ruling lets play on without betting
        self.plan: list[tuple[int, int]] = []
        self.deck = list(deck) if deck is not None else []
        self.auto = deck is not None
        self.auto_show = auto_show
        self.top = 0
        self.burns: list[int] = []
        self.muck: list[int] = []
        self.discards: list[int] = []
        self.removed: list[int] = []
        self.next_burn: list[int] = []  # cards that a ruling made the next burn
        self.repairs: dict[int, tuple[str, list[int]]] = {}  # street -> how a ruling has it dealt
        self.barred: set[int] = set()  # players whom a ruling keeps from betting or raising at their next turn
        # acts out of turn: verb, amount, level at the time, and the chips put out
        self.binding: dict[int, tuple[str, int, int, tuple[int, ...]]] = {}
        self.late: list[int] = []
        self.ruled_live: set[int] = set()  # hands without their last card that a supervisor lets play
        self.known: set[int] = set()
        self.owed: list[int] = []
        self.owed_board = 0
        self.pot_dead = carried
        self.carried = 0
        self.collected = 0
        self.returned = 0
        self.won = [0] * n
        self.house = house
        self.records: list[Record] = []
        self.ops: list[tuple[Any, ...]] = []
        self.street = -1
        self.phase = DEAL
        self.over = False
        self.queue: list[int] = []
        self.opener = -1
        self.opener_cards: tuple[int, ...] = ()
        self.raiser = -1
        self.voluntary = 0
        self.first = first
        self.bring_in_due = False
        self.first_open = -1
        self.level = self.full_level = self.raises = self.seq = 0
        self.unit = self.largest = 0
        self.shallowest = 0  # the least that anybody has in stack and bet of this round; 0 once a ruling moved chips
        self.raise_size = raise_size
        self.capped = False
        self.acted = [-1] * n
        self.seen = [0] * n
        self.checked = [False] * n
        self.antes: list[int] = []
        self.blinds: list[int] = []
        self.posts: list[int] = []
        posting.post(self, antes, blinds, posts, dead)
        dealing.begin_street(self, 0)

    def _check_opening(self, stacks: Sequence[int]) -> None:
        if self.n < 2:
            raise Refused("players", f"{self.n} player cannot play a hand: at least two", self.rules.clause("players"))
        if self.n > self.form.seats_most:
            raise Refused(
                "players",
                f"{self.form.title} seats {self.form.seats_most} players, not {self.n}",
                self.rules.clause("players"),
            )
        if min(stacks) < 0:
            raise Refused("table-stakes", "a stack is below nothing")

    # what stands

    @property
    def board(self) -> list[int]:
        return self.boards[0]

    @property
    def at(self) -> Street:
        return self.form.streets[self.street]

    @property
    def actor(self) -> int:
        """Whose turn it is, or -1."""
        return self.queue[0] if self.queue and self.phase in (BET, DRAW, SHOW) else -1

    @property
    def pot(self) -> int:
        """All chips in the middle, this round's bets included, less what the house has taken."""
        return self.pot_dead + sum(self.put) + sum(self.bets) - self.collected

    def up_cards(self, i: int) -> list[int]:
        return [card for card, up in zip(self.hole[i], self.up[i]) if up]

    def finish(self) -> None:
        """The hand is over, and nobody is to act any more."""
        self.phase, self.over, self.queue = OVER, True, []

    def refuse(self, rule: str, words: str, **about: int | str) -> Refused:
        return Refused(rule, words, self.rules.clause(rule), **about)

    # the round of betting, in `turns.py`

    begin_betting = turns.begin_betting
    first_to_act = turns.first_to_act
    settle_queue = turns.settle_queue
    end_round = turns.end_round
    all_in = turns.all_in

    # the player's operations; one that is not told who acts means the player in turn, the first of the queue

    def _turn(self, player: int | None, phase: str = BET) -> int:
        if self.phase != phase:
            raise self.refuse("phase", f"not now: the hand is at {self.phase}, and this belongs to {phase}")
        actor = self.queue[0]
        if player is None or player == actor:
            return actor
        if player in self.queue and self.first_open == len(self.records):  # no cards tell who is first
            return player
        raise self.refuse("turn", "{who} acts out of turn: {actor} is to act", who=Player(player), actor=Player(actor))

    def _acts(self, player: int | None) -> int:
        """The player leaves the queue: the first of it, or whoever acts where no cards tell who is first."""
        if player is not None and player != self.queue[0]:
            at = self.queue.index(player)
            self.queue = self.queue[at:] + self.queue[:at]
        return self.queue.pop(0)

    options = betting.options

    def verify_fold(self, player: int | None = None) -> None:
        if player is not None or self.phase != BET:
            self._turn(player)
        if self.bring_in_due:
            raise self.refuse("bring-in", "the forced bet must be made before the hand may be folded")

    def can_fold(self, player: int | None = None) -> bool:
        return _allows(self.verify_fold, player)

    def fold(self, player: int | None = None) -> Folded:
        self.verify_fold(player)
        i = self.queue.pop(0) if player is None else self._acts(player)
        if self.rules.ghost_seats and self.form.family == "stud":
            self.ghosts[i] = self.bets[i] >= self.level or (self.rules.ghost_forced and self._brought_in(i))
        self.kill(i)
        record = Folded(i)
        self.records.append(record)
        self.ops.append(("fold",))
        self.settle_queue()
        return record

    def _brought_in(self, i: int) -> bool:
        return not self.street and any(isinstance(record, BroughtIn) and record.player == i for record in self.records)

    def kill(self, i: int) -> None:
        """The hand is out of the deal; its chips stay in the pot."""
        self.alive[i] = False
        self.live -= 1
        self.muck.extend(self.hole[i])

    def verify_check(self, player: int | None = None) -> None:
        i = self.queue[0] if player is None and self.phase == BET else self._turn(player)
        if self.bring_in_due:
            raise self.refuse("bring-in", "the first player must bring it in, and may not check")
        if self.bets[i] < self.level:
            raise self.refuse("check", "there is a bet of {level}: fold, call or raise", level=self.level)
        if self.form.pass_and_out and self.street == 0 and not self.level:
            raise self.refuse("pass-and-out", "before the draw a player opens with a bet or folds")

    def can_check(self, player: int | None = None) -> bool:
        return _allows(self.verify_check, player)

    def check(self, player: int | None = None) -> Checked:
        self.verify_check(player)
        i = self.queue.pop(0) if player is None else self._acts(player)
        self.acted[i] = self.seq
        self.seen[i] = self.level
        self.checked[i] = True
        record = Checked(i)
        self.records.append(record)
        self.ops.append(("check",))
        self.settle_queue()
        return record

    def verify_call(self, player: int | None = None) -> int:
        """The chips that a call costs."""
        i = self.queue[0] if player is None and self.phase == BET else self._turn(player)
        owed, stack = self.level - self.bets[i], self.stacks[i]
        if owed <= 0 or self.bring_in_due:
            raise self.refuse("call", "there is no bet to call")
        return owed if owed < stack else stack

    def can_call(self, player: int | None = None) -> bool:
        return _allows(self.verify_call, player)

    def call(self, player: int | None = None) -> Called:
        amount = self.verify_call(player)
        i = self.queue.pop(0) if player is None else self._acts(player)
        self.stacks[i] = stack = self.stacks[i] - amount
        self.bets[i] += amount
        self.acted[i] = self.seq
        self.seen[i] = self.level
        self.voluntary += 1
        record = Called(i, amount, not stack)
        self.records.append(record)
        self.ops.append(("call",))
        self.settle_queue()
        return record

    def verify_bring_in(self, player: int | None = None) -> int:
        i = self._turn(player)
        if not self.bring_in_due:
            raise self.refuse("bring-in", "no forced bet is due")
        return min(self.stakes.bring_in, self.stacks[i])

    def can_bring_in(self, player: int | None = None) -> bool:
        return _allows(self.verify_bring_in, player)

    def bring_in(self, player: int | None = None) -> BroughtIn:
        self.verify_bring_in(player)
        record = turns.force_bet(self, self._acts(player))
        self.ops.append(("bring_in",))
        self.settle_queue()
        return record

    def verify_raise_to(self, to: int, player: int | None = None) -> None:
        betting.verify_raise(self, self._turn(player), to)

    def can_raise_to(self, to: int, player: int | None = None) -> bool:
        return _allows(self.verify_raise_to, to, player)

    def raise_to(self, to: int, player: int | None = None) -> Raised:
        """Bet, complete or raise, so that this round's wager becomes `to`."""
        i = self.queue[0] if player is None and self.phase == BET else self._turn(player)
        betting.verify_raise(self, i, to)
        record = betting.raise_to(self, i, to)
        self.records.append(record)
        self.ops.append(("raise_to", to))
        self.settle_queue()
        return record

    bet = raise_to

    def declare_open(self, player: int) -> Raised:
        """A player all-in for the antes opens a jacks-or-better pot; the others come in for the full bet."""
        record = betting.open_all_in(self, player)
        self.records.append(record)
        self.ops.append(("declare_open", player))
        self.settle_queue()
        return record

    # the draw

    def verify_draw(self, discards: Sequence[int], player: int | None = None) -> None:
        dealing.verify_draw(self, self._turn(player, DRAW), discards)

    def can_draw(self, discards: Sequence[int], player: int | None = None) -> bool:
        return _allows(self.verify_draw, discards, player)

    def draw(self, discards: Sequence[int] = (), player: int | None = None) -> Drew:
        """Discard these cards and receive as many; none is standing pat."""
        i = self._turn(player, DRAW)
        dealing.verify_draw(self, i, discards)
        self.queue.pop(0)
        record = Drew(i, tuple(discards))
        self.records.append(record)
        self.ops.append(("draw", tuple(discards)))
        dealing.draw(self, i, discards)
        return record

    # the dealer's operations, when the cards are keyed

    def deal_hole(self, player: int, cards: Sequence[int]) -> Record:
        return dealing.deal_hole(self, player, cards)

    def deal_board(self, cards: Sequence[int]) -> Record:
        return dealing.deal_board(self, cards)

    # the showdown

    def show(self, player: int | None = None, cards: Sequence[int] | None = None) -> Shown:
        """Table a hand; `cards` where the faces were not on record."""
        return tabling.show(self, player, cards)

    def muck_hand(self, player: int | None = None) -> Mucked:
        return tabling.muck(self, player)

    def kill_loser(self, player: int) -> Mucked:
        """The dealer takes a losing hand in, before he pushes the pot."""
        return showdown.kill_loser(self, player)

    def push(self) -> list[Record]:
        """Push the pots; every losing hand has been killed."""
        return showdown.push(self)

    def run_board(self, times: int) -> Record:
        """Agree to run the rest of the board so many times; once is the ordinary way."""
        if times == 1 and self.phase == "runs":
            self.ask_runs = False
            self.ops.append(("run_board", 1))
            record = RunsAgreed(1)
            self.records.append(record)
            dealing.begin_street(self, self.street)
            return record
        return dealing.agree_runs(self, times)


@cache
def _twice_around(n: int) -> tuple[int, ...]:
    return (*range(n), *range(n))


def _allows(verify: Any, *arguments: Any) -> bool:
    try:
        verify(*arguments)
    except Refused:
        return False
    return True
