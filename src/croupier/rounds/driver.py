"""The driver: runs the rounds of a table, one answer after the other, and keeps the record.

An answer is checked for authority, then for legality, applied, appended, synced, and only then shown.
It is applied before it is appended: a journal written first would be poisoned by a bug for ever. When
something goes wrong while applying, the table is put back where its journal says.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from croupier import __version__
from croupier.rounds import acts, events
from croupier.rounds.acts import Act, Anything, By
from croupier.rounds.authority import RANK, authorise
from croupier.rounds.chance import Chance, Stacked
from croupier.rounds.felt import Felt, restore, snapshot
from croupier.rounds.game import Game, Procedure
from croupier.rounds.journal import Broken, Entry, Journal, MemoryJournal
from croupier.rounds.procedure import LOOK_AGAIN, apply_betting
from croupier.rounds.refusal import NotAllowed, Refused, Stale, Void
from croupier.rounds.requests import PLAYERS, Betting, Request, Roll
from croupier.rounds.rulings import run_ruling
from croupier.rounds.table import Table

INVENTORY = 10_000_000_00  # cents in the rack of a table that no floor has filled
CASCADE_MAX = 10_000  # answers that chance may give in a row before something is wrong
BETWEEN_ROUNDS = ("shuffle", "betting")  # stages before wagers are closed
STAYING = (acts.Sit, acts.Buy)  # what an undo leaves as it is: patrons who have come meanwhile, and their chips
# Said in a journal's opening where one ceiling stands over all hands of a round and they are paid together; journals
# from before it was said are followed as they were written, hand by hand.
TOGETHER = "paid-together"
# Said in the opening of every journal since some rulings were mended to the letter of their clauses (a side wager that
# is too large goes back without the Ante, a fold forfeits what its clause names, a round without wagers deals nothing);
# journals from before are followed as they were ruled then.
TO_THE_LETTER = "to-the-letter"
MARKS = (TOGETHER, TO_THE_LETTER)  # what an opening says beside the posted options
SEATS = Betting()  # what decides who may come and go while the table waits for something else


Done = tuple[int, By, Anything]  # (entry, by, act)
Acted = tuple[int, By, Act]


class Standing(msgspec.Struct, frozen=True):
    """Where a driver stands: the checkpoints of this round and the last one, and the acts since each."""

    number: int
    entry: int
    opened: acts.Opened
    felt: bytes
    acts: list[Done]
    previous_felt: bytes
    previous_acts: list[Done]


def _utc_clock() -> Callable[[], str]:
    """The time of day in UTC; within one millisecond the same text, made once, and its day and second made once too."""
    since = until = 0.0  # the millisecond that the text names
    second, text, to_the_second = -1, "", ""
    read = time.time

    def now() -> str:
        nonlocal since, until, second, text, to_the_second
        if not since <= (moment := read()) < until:
            at = int(moment * 1000)
            since, until = at / 1000, (at + 1) / 1000
            if at // 1000 != second:
                second = at // 1000
                to_the_second = datetime.datetime.fromtimestamp(second, datetime.UTC).isoformat()[:19]
            text = f"{to_the_second}.{at % 1000:03d}+00:00"
        return text

    return now


utc_now = _utc_clock()


class Driver:
    def __init__(
        self,
        game: Game,
        *,
        seats: int | None = None,
        mode: str = "electronic",
        journal: Journal | None = None,
        chance: Chance | Stacked | None = None,
        clock: Callable[[], str] = utc_now,
        name: str = "table",
        inventory: int = INVENTORY,
        resume: bool = False,
    ) -> None:
        if mode not in ("electronic", "dealer"):
            raise ValueError(f"mode is electronic or dealer, not {mode!r}")
        self.game, self.clock, self.chance = game, clock, chance
        self.journal: Journal = journal if journal is not None else MemoryJournal()
        seats = seats or int(game.posting.get("positions", 7))
        self.table = Table(game.posting, game.new_felt(seats, inventory), mode)
        self.number = 0  # of the pending request
        self.entry = 0  # of the last journal entry
        self._stack: list[Procedure[Any]] = []
        self._requests: list[Request] = []  # the pending request of each procedure on the stack
        self._acts: list[Acted] = []  # (entry, by, act) since the checkpoint
        self._checkpoint = b""
        self._previous: tuple[bytes, list[Acted]] = (b"", [])
        self.opened = self._opening(name, seats, inventory)
        self._take_marks()
        if not resume:
            self._append(By("manager"), 0, "Open", self.opened)
            self._begin_round()
            self.run_chance()
            self.journal.sync()

    def follow(self, entry: Entry) -> None:
        """Do again what a journal says was done; raises Broken where this table would not have done the same."""
        self.clock = lambda: entry.at
        if isinstance(entry.act, acts.Opened):
            self._follow_opening(entry.act)
            self._append(entry.by, entry.request, entry.kind, entry.act)
            self._begin_round()
            return
        asked = type(self.pending).__name__
        if (entry.request, entry.kind) != (self.number, asked):
            raise Broken(
                f"entry {entry.number} answers request {entry.request} ({entry.kind}); this table asks "
                f"request {self.number} ({asked})"
            )
        try:
            if isinstance(entry.act, acts.Declared):
                self.check_declare(entry.by, entry.act)
            elif isinstance(entry.act, acts.Undone):
                self._check_undone(entry.by, entry.act)
            else:
                self.check(entry.by, entry.act)
        except Refused as refused:
            raise Broken(f"entry {entry.number} would be refused: {refused}") from None
        self._act(entry.by, entry.act)

    def _follow_opening(self, opened: acts.Opened) -> None:
        mine = self.opened
        for field, what in (("rulebook", "the rulebook file"), ("posting", "the posted options")):
            if (opened.rulebook, opened.posting) in self.game.posting.earlier:
                break
            if getattr(opened, field) != getattr(mine, field):
                raise Broken(
                    f"{what} of {mine.property}/{mine.game}@{mine.approved} differs from the one the table opened under"
                )
        self.opened = opened
        self._take_marks()

    def _take_marks(self) -> None:
        """How this journal settles and rules, by what its opening says."""
        self.table.together = TOGETHER in self.opened.options
        self.table.to_the_letter = TO_THE_LETTER in self.opened.options

    def _opening(self, name: str, seats: int, inventory: int) -> acts.Opened:
        posting = self.game.posting
        book = posting.rulebook
        kind = self.chance.entropy.kind if isinstance(self.chance, Chance) else "none"
        over_all = any(ceiling.scope == "aggregate" for ceiling in posting.ceilings)
        together = {TOGETHER: "yes"} if over_all else {}
        return acts.Opened(
            name,
            book.property,
            book.game,
            str(book.approved),
            book.digest,
            posting.digest,
            {**posting.chosen, "seats": str(seats), **together, TO_THE_LETTER: "yes"},
            self.table.mode,
            kind,
            inventory,
            __version__,
        )

    # What the table waits for

    @property
    def pending(self) -> Request:
        return self._requests[-1]

    @property
    def started(self) -> bool:
        """Whether the first round has begun: a table followed from its journal starts with the opening entry."""
        return bool(self._requests)

    @property
    def felt(self) -> Felt:
        return self.table.felt

    # Acting

    def answer(self, by: By, answer: Act, number: int | None = None) -> list[events.Happening]:
        """One act of one person. Returns what happened; raises Refused and changes nothing."""
        if number is not None and number != self.number:
            raise Stale("The table moved on before this arrived. Nothing was taken.")
        self.check(by, answer)
        self._act(by, answer)
        happened = list(self.table.events)
        happened += self.run_chance()
        self.journal.sync()
        return happened

    def check(self, by: By, answer: Act) -> None:
        """Authority, then legality; raises Refused."""
        request = self._requests[-1]
        if type(answer) in acts.SEATING and self.seating:
            request = SEATS
        elif type(answer) is acts.Bet and self.late:
            self._check_late(by)
            request = SEATS
        authorise(self.table, by, request, answer)
        request.check(self.game, self.table, answer)

    @property
    def late(self) -> bool:
        """Whether wagers are still taken though the dice are in the air: where the rulebook has them confirmed."""
        return type(self._requests[-1]) is Roll and not self.table.electronic and bool(self.game.late_wagers())

    def _check_late(self, by: By) -> None:
        if RANK.get(by.role, -1) < RANK[self.game.late_wagers()]:
            words = f"the dice are in the air: the {self.game.late_wagers()} confirms the wager and keys it"
            raise NotAllowed(words, self.game.late_clause())

    def can(self, by: By, answer: Act) -> bool:
        try:
            self.check(by, answer)
        except Refused:
            return False
        return True

    def declare(self, by: By, when: str, position: int = 0) -> list[events.Happening]:
        """Declare an irregularity; the rulebook's remedy takes over until it has ruled."""
        declared = acts.Declared(when, position)
        self.check_declare(by, declared)
        self._act(by, declared)
        happened = list(self.table.events)
        happened += self.run_chance()
        self.journal.sync()
        return happened

    def check_declare(self, by: By, declared: acts.Declared) -> None:
        if self.ruling:
            raise Refused("a ruling is being given; finish it first")
        known = self.game.posting.irregularities()
        found = [i for i in known if i.when == declared.when]
        if not found:
            raise Refused(
                f"no irregularity {declared.when!r} in this rulebook; there are "
                f"{', '.join(sorted({i.when for i in known}))}"
            )
        here = [i for i in found if not i.at or self.felt.stage in i.at]
        if not here:
            raise Refused(
                f"{declared.when} can be declared during {', '.join(found[0].at)}; the round is at {self.felt.stage}",
                found[0].clause,
            )
        if RANK.get(by.role, -1) < RANK[here[0].by]:
            raise NotAllowed(f"{declared.when} is declared by the {here[0].by} or above", here[0].clause)
        if declared.position:
            self.table.position(declared.position)

    def declarable(self) -> list[str]:
        """Irregularities that may be declared where the round stands."""
        return [i.when for i in self.game.posting.irregularities() if not i.at or self.felt.stage in i.at]

    def undo(self, by: By, entry: int | None = None) -> acts.Undone:
        """Take back a mis-keyed fact, and what was keyed after it, by putting it on the record that it was wrong."""
        undone = acts.Undone(self.entry if entry is None else entry)
        if entry is None:
            undone = acts.Undone(self.last_keyed())
        self.check_undo(by, undone)
        self._act(by, undone)
        self.run_chance()
        self.journal.sync()
        return undone

    def last_keyed(self) -> int:
        """The entry that an undo without a number takes back."""
        for source in (self._acts, self._previous[1]):
            for number, _, act in reversed(source):
                if type(act) not in STAYING:
                    return number
        return self.entry

    def check_undo(self, by: By, undone: acts.Undone) -> None:
        self._check_undone(by, undone)
        for number, who, act in self._undoable_acts():  # asked of people only: a record is read as it was written
            if number >= undone.entry and RANK.get(who.role, -1) > RANK[by.role] and type(act) not in STAYING:
                raise NotAllowed(f"this is the {who.role}'s: a {who.role} or above takes it back")

    def _check_undone(self, by: By, undone: acts.Undone) -> None:
        if RANK.get(by.role, -1) < RANK["dealer"]:
            raise NotAllowed("only the dealer or above corrects the record")
        if self.table.electronic:
            raise Refused("at an electronic table no card, throw or decision is taken back")
        later = [a for a in self._undoable_acts() if a[0] >= undone.entry]
        if not later or later[0][0] != undone.entry:
            raise Refused("it is not part of this round any more; nothing to take back")
        for number, who, act in later:
            if number > undone.entry and type(act) in STAYING:
                continue
            if type(act) is acts.Leave:
                raise Refused("a patron has left since; what he was paid stands")
            if type(act) in STAYING:
                raise Refused("a patron came or bought chips: he takes his chips and leaves instead")
            if isinstance(act, acts.BETTING):
                raise Refused("a wager is not undone: take the wager back instead, or let a supervisor rule")
            if isinstance(act, acts.Close):
                raise Refused("wagers were closed and stay closed: a supervisor rules on what was missed")
            if who.role == "player":
                raise Refused("a player made his own decision after it; that stands")

    def _undoable_acts(self) -> list[Acted]:
        """This round's acts, or the last round's too while nothing has been dealt or wagered in this one."""
        begun = any(not isinstance(a, (acts.Shuffled, *acts.SEATING)) for _, _, a in self._acts)
        return self._acts if begun else self.recent()

    def run_chance(self) -> list[events.Happening]:
        """Let the machines answer until people are wanted."""
        happened: list[events.Happening] = []
        chance, table = self.chance, self.table
        if chance is None:
            return happened
        trusted = isinstance(chance, Chance)  # its cards come from the sealed order; a replay checks them all
        for _ in range(CASCADE_MAX):
            answer = chance.answer(self._requests[-1], table)
            if answer is None:
                return happened
            if not trusted:
                self.check(chance.by, answer)
            self._act(chance.by, answer)
            happened += table.events
        raise RuntimeError(f"{self.game.NAME}: a round that never asks anyone")

    # Applying

    def _act(self, by: By, act: Act) -> None:
        table, number, kind = self.table, self.number, type(self._requests[-1]).__name__
        state = self._checkpoint, self._acts, len(self._acts), self._previous, number, self.entry
        table.events, table.recorded = [], []
        try:
            self._apply(by, act)
        except BaseException:
            self._go_back(state)
            raise
        self._append(by, number, kind, act)

    def _apply(self, by: By, act: Act) -> None:
        if type(act) is acts.Undone:
            self._rewind(act.entry)
            return
        self._acts.append((self.entry + 1, by, act))
        aside = type(act) in acts.SEATING or (type(act) is acts.Bet and type(self._requests[-1]) is Roll)
        if aside and type(self._requests[-1]) is not Betting:
            apply_betting(self.game, self.table, act)  # what the table waits for is waited for still
        elif type(act) is not acts.Declared:
            self._send(act)
        else:
            irregularity = next(
                i
                for i in self.game.posting.irregularities()
                if i.when == act.when and (not i.at or self.felt.stage in i.at)
            )
            self._push(run_ruling(self.game, self.table, irregularity, act, by.role))

    def _send(self, value: Any) -> None:
        """Hand an answer to the procedure on top, and see what is asked next."""
        requests = self._requests
        try:
            request = self._stack[-1].send(value)
        except StopIteration as stop:
            self._finished(stop.value)
            return
        except Void as void:
            self._voided(void)
            return
        if not request.stays or type(request) is not type(requests[-1]):
            self.number += 1
        requests[-1] = request

    def _push(self, procedure: Procedure[Any]) -> None:
        self._stack.append(procedure)
        try:
            request = next(procedure)
        except StopIteration as stop:
            self._requests.append(self.pending)
            self._finished(stop.value)
            return
        except Void as void:
            self._requests.append(self.pending)
            self._voided(void)
            return
        self.number += 1
        self._requests.append(request)

    def _finished(self, verdict: Any) -> None:
        """A ruling has ruled, or the round is over."""
        self._stack.pop()
        self._requests.pop()
        if not self._stack:
            self._end_round()
        elif verdict is LOOK_AGAIN:
            self._send(LOOK_AGAIN)
        else:
            self.number += 1

    def _voided(self, void: Void) -> None:
        """A ruling voids the round: the round hears it, and may settle what still stands."""
        if len(self._stack) > 1:
            self._stack.pop()
            self._requests.pop()
        round_ = self._stack[-1]
        self.number += 1
        try:
            self._requests[-1] = round_.throw(void)
        except StopIteration:
            self._finished(None)

    def _whole_round(self) -> Procedure[None]:
        procedure = self.game.whole_round(self.table)
        while True:
            try:
                return (yield from procedure)
            except Void as void:  # also while wagers that outlived a first void are settled
                procedure = self.game.voided(self.table, void)

    def _begin_round(self) -> None:
        felt = self.felt
        felt.round += 1
        felt.paid.clear()
        self._previous = (self._checkpoint, self._acts)
        self._checkpoint, self._acts = snapshot(felt), []
        self._stack = [self._whole_round()]
        self._requests = [next(self._stack[0])]
        self.number += 1

    def _end_round(self) -> None:
        table = self.table
        table.conclude_round()
        assert not table.due, "payments are due at the end of the round"
        left = [w for w in table.felt.wagers if not self.game.outlives(w)]
        assert not left, f"wagers left on the layout: {left}"
        table.audit()
        self._begin_round()

    # Where it stands, to be put away and taken up again

    def standing(self) -> Standing:
        """All that is needed to stand here again; a cache, for the journal remains the truth."""
        felt, done = self._previous
        return Standing(self.number, self.entry, self.opened, self._checkpoint, list(self._acts), felt, list(done))  # type: ignore[arg-type]

    def stand(self, standing: Standing) -> None:
        """Stand where another driver of the same table stood."""
        self.opened, self.number, self.entry = standing.opened, standing.number, standing.entry
        self._take_marks()
        self._checkpoint = standing.felt
        self._previous = (standing.previous_felt, list(standing.previous_acts))
        self._replay_round(standing.acts)

    def recent(self) -> list[Acted]:
        """(entry, by, act) of this round and the last one, oldest first."""
        return [*self._previous[1], *self._acts]

    # Putting things back

    def _rewind(self, entry: int) -> None:
        """Back to the checkpoint before an entry, and forward again to just before it; who came since stays."""
        came = [a for a in self.recent() if a[0] > entry and type(a[2]) in STAYING]
        if not any(number == entry for number, _, _ in self._acts):
            self._checkpoint, self._acts = self._previous
            self._previous = (b"", [])
        self._replay_round([*(a for a in self._acts if a[0] < entry), *came])
        self.number += 1

    def _replay_round(self, done: Iterable[tuple[int, By, Act]]) -> None:
        """The round anew from its checkpoint, with the answers it had."""
        number, entry = self.number, self.entry
        done = list(done)
        self.table.felt = restore(self._checkpoint)
        self.table.due.clear()
        self.table.waiting.clear()
        self._acts = []
        self._stack = [self._whole_round()]
        self._requests = [next(self._stack[0])]
        for was, by, act in done:
            self.entry = was - 1
            self._apply(by, act)
        self.table.events, self.table.recorded = [], []
        self.number, self.entry = number, entry

    def _go_back(self, state: tuple[bytes, list[Acted], int, tuple[bytes, list[Acted]], int, int]) -> None:
        """To where `_act` stood before it tried."""
        self._checkpoint, done, count, self._previous, self.number, self.entry = state
        self._replay_round(done[:count])

    def _append(self, by: By, number: int, kind: str, act: Act) -> None:
        self.entry += 1
        self.journal.append(
            Entry(self.entry, self.clock(), by, number, kind, act, self.table.recorded)  # type: ignore[arg-type]
        )

    @property
    def ruling(self) -> bool:
        """Whether a ruling is being given."""
        return len(self._stack) > 1

    @property
    def betting(self) -> bool:
        return isinstance(self.pending, Betting)

    @property
    def newcomers(self) -> set[int]:
        """Positions taken while the cards of the last round still lie there: what lies there is not the patron's."""
        done = [act for _, _, act in self._acts]
        swept = any(type(act) is acts.Close for act in done)
        return set() if swept else {act.position for act in done if type(act) is acts.Sit}

    @property
    def seating(self) -> bool:
        """Whether patrons may sit down, buy chips and leave: while wagers are open, and while the dealer shuffles,
        cuts, burns or inspects between two rounds; not while a player is asked."""
        request = self._requests[-1]
        if type(request) is Betting:
            return True
        asked = isinstance(request, PLAYERS) and getattr(request, "by", "player") == "player"
        return self.table.felt.stage in BETWEEN_ROUNDS and not asked
