"""Hands and rulings as short scripts: what a dealer would say, and what must follow.

A case is a table of TOML and a script, one line a step:

    [[case]]
    name = "A bet and four raises cap the round"
    clause = "3.BET.3"
    room = "horseshoe-baltimore"
    game = "fixed 20/40"                 # fixed, spread, pot or no; then ante, bring-in, step
    form = "holdem"
    stacks = [1000, 1000, 1000]          # dollars; p1 is the first left of the button
    play = '''
    p3 call                              # fold, check, call, bring-in, bet 20, raise 40 (to), all-in, show, muck
    deal p1 As Ks                        # cards left out are unknown
    p1 act says=raise chips=100,25       # an act as it was made, ruled by the room
    declare boxed-cards count=2 by=dealer
    ! p2 raise 120 => cap                # must be refused, by that rule
    = pot 60                             # must hold
    '''

With `seats = { 1 = 500, 4 = 500 }` the case plays a table from hand to hand: `hand` deals the next one,
`fold` ends it, and seats are written s1, s4. Amounts are dollars unless `unit = 1` counts chips.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from croupier.poker import betting
from croupier.poker.acts import Act
from croupier.poker.book.room import Room, conditions, open_room
from croupier.poker.book.stakes import BLIND_AS_BIG, FIXED, NO, POT, SPREAD, TRUE_POT, Stakes
from croupier.poker.errors import Refused
from croupier.poker.hand import Hand
from croupier.poker.history import snapshot
from croupier.poker.kill import Won
from croupier.poker.records import Record
from croupier.poker.rulings.desk import Desk
from croupier.poker.scripts.checks import Checks, Failed, card_of
from croupier.poker.table import Table
from croupier.rulebook import Rulebook, first_property

__all__ = ["Failed", "Script", "stakes_of"]


def _set_of(names: str) -> frozenset[str]:
    return frozenset(names.split())


FIELDS = _set_of(
    "name clause lines says play room on tournament options game form unit stacks blinds posts dead antes pot deck "
    "house half-rake two-left dealer-pushes seats button kill qualifying"
)
_ACT_FACTS = _set_of("says amount chips later first aware meanings in-front released unfinished choice")
_RESULT_FACTS = _set_of("winner pot flop scoop")
_RULING_FACTS = _set_of(  # what the remedies read; the rulebook's own conditions come besides
    "player by choice count amount proper card cards new extra chosen position rank significant facing-bet "
    "declares-open declares-all-in reason"
)
_UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


_WORDS_MOST = {"bet": 1, "raise": 1, "misbets": 1} | dict.fromkeys(
    ("fold", "check", "call", "bring-in", "all-in", "pat", "muck"), 0
)


def known(names: Iterable[str], allowed: Collection[str], what: str) -> None:
    """Refuse what nobody would read: a slip of the pen must not pass for a case that holds."""
    for name in names:
        if name not in allowed:
            near = get_close_matches(name, allowed, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"expected {', '.join(sorted(allowed))}"
            raise Failed(f"{what} {name!r} is not known: {hint}")


def stakes_of(text: str, unit: int = 100, pot_counts: str = TRUE_POT) -> Stakes:
    """`no 2/5 step 5`, `fixed 4/8 ante 1 bring-in 2`, `pot 5/10`, `fixed 20/40 blinds 10/20`; `no-limit 2/5` too."""
    try:
        return _stakes_of(text.split(), unit, pot_counts)
    except Refused:
        raise
    except (IndexError, ArithmeticError, ValueError):
        expected = 'write "no 1/2", "pot 1/2", "fixed 4/8" or "fixed 4/8 ante 1 bring-in 2"'
        raise Refused("structure", f"{text!r} are no stakes: {expected}") from None


def _stakes_of(words: Sequence[str], unit: int, pot_counts: str) -> Stakes:
    kind = words[0].removesuffix("-limit")
    first, _, second = words[1].partition("/")
    named = dict(zip(words[2::2], words[3::2], strict=True))
    if unknown := set(named) - {"ante", "bring-in", "blinds", "step"}:
        raise Refused("structure", f"{unknown.pop()!r} is no part of stakes: ante, bring-in, blinds, step")
    sizes = int(Decimal(first) * unit), int(Decimal(second) * unit)
    ante = int(Decimal(named.get("ante", "0")) * unit)
    bring_in = int(Decimal(named.get("bring-in", "0")) * unit)
    step = int(Decimal(named["step"]) * unit) if "step" in named else 1
    if "blinds" in named:
        blinds = tuple(int(Decimal(part) * unit) for part in named["blinds"].split("/"))
    elif kind in (NO, POT):
        blinds = sizes
    elif kind in (FIXED, SPREAD) and not ante and not bring_in:
        blinds = (sizes[0] // 2, sizes[0])
    else:
        blinds = ()
    if kind in (NO, POT):
        return Stakes(kind, blinds[-1], blinds=blinds, ante=ante, step=step, pot_counts=pot_counts)
    return Stakes(kind, *sizes, blinds=blinds, ante=ante, bring_in=bring_in, step=step)


class Script(Checks):
    """Runs one case. `run` raises Failed with the line that did not hold."""

    def __init__(self, case: Mapping[str, Any], book: Rulebook | None = None) -> None:
        """With a book the case is played by its rules, and by no other version of the room."""
        self.case = case
        self.book = book
        known(case, FIELDS, "the field")
        try:
            self._set_up(case)
        except _UNREADABLE as error:
            raise Failed(f"the table cannot be set up: {_words(error)}") from None

    def _set_up(self, case: Mapping[str, Any]) -> None:
        self.unit = int(case.get("unit", 100))
        tournament, options = bool(case.get("tournament", False)), case.get("options")
        if self.book is not None:
            self.room = Room(self.book, options, tournament=tournament)
        else:
            name = case.get("room") or first_property("poker")
            self.room = open_room(name, on=case.get("on"), tournament=tournament, options=options)
        counts = BLIND_AS_BIG if self.room.value("pot-counts") == BLIND_AS_BIG else TRUE_POT
        self.stakes = stakes_of(case.get("game", "no 1/2"), self.unit, counts)
        self.table: Table | None = None
        self.hand: Hand | None = None
        self.desk: Desk | None = None
        self.last: Record | None = None
        if "seats" in case:
            self._open_table(case)
        elif "stacks" in case:
            self._open_hand(case)

    def _open_table(self, case: Mapping[str, Any]) -> None:
        self.table = Table(
            self.room,
            case.get("form", "holdem"),
            self.stakes,
            kill=case.get("kill", ""),
            qualifying=self.chips(case.get("qualifying", 0)),
        )
        for number, stack in case["seats"].items():
            self.table.sit(int(number), f"seat {number}", self.chips(stack))
        if "button" in case:
            self.table.positions.button = int(case["button"])

    def _open_hand(self, case: Mapping[str, Any]) -> None:
        form = self.room.form(case.get("form", "holdem"))
        stakes, room = self.stakes, self.room
        deck = None
        if "deck" in case:
            top = [card_of(word) for word in case["deck"].split()]
            deck = top + [card for card in form.deck if card not in top]
        rules = room.rules(
            form,
            two_left=bool(case.get("two-left", False)),
            time_game=room.time_game(stakes),
            pot_limit=stakes.kind == POT,
        )
        house = room.cut(stakes, half=bool(case.get("half-rake", False))) if case.get("house") else None
        self.hand = Hand(
            form,
            stakes,
            [self.chips(stack) for stack in case["stacks"]],
            rules=rules,
            deck=deck,
            blinds=self._list(case, "blinds"),
            posts=self._list(case, "posts"),
            dead=self._list(case, "dead"),
            antes=self._list(case, "antes"),
            carried=self.chips(case.get("pot", 0)),
            house=house,
            auto_show="deck" in case,
            dealer_pushes=bool(case.get("dealer-pushes", False)),
            ask_runs=rules.runs_most > 1,
        )
        self.desk = Desk(room, self.hand)

    def _list(self, case: Mapping[str, Any], name: str) -> list[int] | None:
        return [self.chips(amount) for amount in case[name]] if name in case else None

    # running

    def run(self, play: str | None = None) -> None:
        for number, raw in enumerate((play if play is not None else self.case.get("play", "")).splitlines(), 1):
            line = raw.split("#")[0].strip()
            if line:
                self._line(line, number)

    def stacks(self) -> dict[str, int]:
        """What lies before every player, named as the case names them, and in the middle."""
        found = {}
        if self.table is not None:
            found = {f"s{number}": seat.stack for number, seat in sorted(self.table.seats.items())}
        elif self.hand is not None:
            found = {f"p{number}": stack for number, stack in enumerate(self.hand.stacks, 1)}
        return found | ({"the pot": self.hand.pot} if self.hand is not None and self.hand.pot else {})

    def _line(self, line: str, number: int) -> None:
        if line.startswith("="):
            self._expect(line[1:].split(), number)
        elif line.startswith("!"):
            self._refused(line[1:].strip(), number)
        else:
            try:
                self.step(line)
            except (Failed, *_UNREADABLE) as error:
                raise Failed(f"line {number}, {line!r}: {_words(error)}") from None

    def _refused(self, line: str, number: int) -> None:
        line, _, rule = (part.strip() for part in line.partition("=>"))
        if self.hand is not None and not line.startswith("deal"):
            self._fill()
        before = snapshot(self.hand) if self.hand is not None else None
        try:
            self.step(line)
        except Refused as error:
            if self.hand is not None and snapshot(self.hand) != before:
                raise Failed(f"line {number}, {line!r}: refused, but something has changed") from None
            if rule and error.rule != rule:
                raise Failed(f"line {number}, {line!r}: refused by {error.rule!r}, not {rule!r}: {error}") from None
            return
        except (Failed, *_UNREADABLE) as error:
            raise Failed(f"line {number}, {line!r}: {_words(error)}") from None
        raise Failed(f"line {number}, {line!r}: allowed, though it must be refused")

    def _expect(self, words: list[str], number: int) -> None:
        name, *wanted = words
        check = getattr(self, "is_" + name.replace("-", "_"), None)
        if check is None:
            raise Failed(f"line {number}: nothing is known of {name!r}")
        try:
            found = check(*wanted)
        except (Failed, AssertionError, *_UNREADABLE) as error:
            raise Failed(f"line {number}, {' '.join(words)!r}: {_words(error)}") from None
        if found is not True:
            raise Failed(f"line {number}: {' '.join(words)}: found {found}")

    # steps

    def step(self, line: str) -> None:
        words = line.split()
        if words[0].startswith("p") and words[0][1:].isdigit():
            self._player_step(int(words[0][1:]) - 1, words[1:])
        elif words[0] == "deal":
            self._live().deal_hole(int(words[1][1:]) - 1, [card_of(word) for word in words[2:]])
        elif words[0] == "board":
            self._fill()
            self._live().deal_board([card_of(word) for word in words[1:]])
        elif words[0] == "declare":
            self._declare(words[1:])
        elif words[0] == "open":
            self._fill()
            self._live().declare_open(int(words[1][1:]) - 1)
        elif words[0] == "clock":
            waited = int(words[1]) if len(words) > 1 else None
            self._at_desk().call_clock(waited_seconds=waited)
        elif words[0] == "time-up":
            self.last = self._at_desk().clock_ran_out()
        elif words[0] == "run":
            self._fill()
            self._live().run_board(int(words[1]))
        elif words[0] == "check-down":
            self._check_down()
        elif words[0] == "kill":
            self._live().kill_loser(int(words[1][1:]) - 1)
        elif words[0] == "push":
            self._live().push()
        elif words[0] == "override":
            self._override(words[1:])
        elif words[0] == "join-new":
            self.room.may_join_new(self.chips(words[1]), self.chips(words[2]), int(words[3]))
        else:
            self._table_step(words)

    def _check_down(self) -> None:
        hand = self._live()
        self._fill()
        street = hand.street
        while hand.phase == "bet" and hand.street == street:
            hand.check() if hand.can_check() else hand.call()

    def _player_step(self, player: int, words: list[str]) -> None:
        hand = self._live()
        verb, rest = words[0], words[1:]
        if verb not in ("show", "muck"):
            self._fill()
        cards: Callable[[], list[int]] = lambda: [card_of(word) for word in rest]  # noqa: E731
        if len(rest) > _WORDS_MOST.get(verb, len(rest)):
            raise Failed(f"{' '.join(rest)!r} says nothing after {verb!r}")
        if verb in ("fold", "check", "call"):
            getattr(hand, verb)(player)
        elif verb == "bring-in":
            hand.bring_in(player)
        elif verb in ("bet", "raise"):
            hand.raise_to(self.chips(rest[0]), player)
        elif verb == "all-in":
            total = hand.stacks[player] + hand.bets[player]
            hand.raise_to(total, player) if total > hand.level else hand.call(player)
        elif verb == "draw":
            hand.draw(cards(), player)
        elif verb == "pat":
            hand.draw((), player)
        elif verb == "show":
            hand.show(player, cards() if rest else None)
        elif verb == "muck":
            hand.muck_hand(player)
        elif verb == "misbets":
            self._misbet(player, self.chips(rest[0]))
        elif verb == "act":
            facts = dict(word.split("=", 1) for word in rest)
            known(facts, _ACT_FACTS, "the fact")
            choice = facts.pop("choice", "")
            self.last = self._at_desk().act(self._act(player, facts), choice)
        else:
            raise Failed(f"{verb!r} is no act of a player")

    def _act(self, player: int, facts: dict[str, str]) -> Act:
        def chips(name: str) -> tuple[int, ...]:
            return tuple(self.chips(part) for part in facts.get(name, "").split(",") if part)

        return Act(
            player,
            facts.get("says", ""),
            self.chips(facts["amount"]) if "amount" in facts else None,
            chips("chips"),
            chips("later"),
            facts.get("first", "words"),
            facts.get("aware", "yes") == "yes",
            chips("meanings"),
            chips("in-front"),
            facts.get("released", "yes") == "yes",
            facts.get("unfinished", "no") == "yes",
        )

    def _misbet(self, player: int, to: int) -> None:
        """A wager of the wrong size that nobody stopped; an irregularity corrects it."""
        hand = self._live()
        if hand.actor != player:
            raise Failed(f"player {player + 1} is not to act")
        if to <= hand.level:
            amount = to - hand.bets[player]
            hand.stacks[player] -= amount
            hand.bets[player] = to
            hand.acted[player] = hand.seq
            hand.queue.pop(0)
        else:
            hand.records.append(betting.raise_to(hand, player, to))

    def _declare(self, words: list[str]) -> None:
        if words[0] != "wrong-number-of-cards":
            self._fill()
        facts: dict[str, Any] = {}
        for word in words[1:]:
            name, _, value = word.partition("=")
            facts[name.replace("-", "_")] = self._fact(name, value)
        known((name.replace("_", "-") for name in facts), _RULING_FACTS | conditions(), "the fact")
        self.last = self._at_desk().declare(words[0], **facts)

    def _override(self, words: list[str]) -> None:
        facts = {
            name.replace("-", "_"): self._fact(name, value)
            for name, _, value in (word.partition("=") for word in words[2:])
        }
        self.last = self._at_desk().override(words[0], words[1], facts.pop("reason", "fairness"), **facts)

    def _fact(self, name: str, value: str) -> Any:
        if name in ("player", "declares-open"):
            return int(value[1:]) - 1
        if name in ("card", "new", "extra", "chosen"):
            return card_of(value)
        if name in ("amount", "proper"):
            return self.chips(value)
        if value in ("yes", "no"):
            return value == "yes"
        return int(value) if value.lstrip("-").isdigit() and name != "rank" else value

    # steps of a table

    def _table_step(self, words: list[str]) -> None:
        table = self.table
        if table is None:
            raise Failed(f"{' '.join(words)!r} needs seats")
        verb, rest = words[0], words[1:]
        seat = int(rest[0][1:]) if rest and rest[0][1:].isdigit() else 0
        if verb == "hand":
            self.hand = table.deal()
            self.desk = Desk(self.room, self.hand)
        elif verb == "fold":
            self._fill()
            while not self._live().over:
                self._live().fold()
            table.finish()
        elif verb == "finish":
            table.finish()
        elif verb == "sit":
            table.sit(seat, f"seat {seat}", self.chips(rest[1]), drew_for_button="drew" in rest, moved="moved" in rest)
        elif verb in ("leave", "sit-out", "post", "buy-button"):
            getattr(table, verb.replace("-", "_"))(seat)
        elif verb == "sit-in":
            table.sit_in(seat, post="post" in rest)
        elif verb == "move":
            self.must_post = table.change_seat(seat, int(rest[1][1:]), dealt_off="dealt-off" in rest)
        elif verb == "straddle":
            table.straddle(seat, self.chips(rest[1]))
        elif verb == "chop":
            self._fill()
            table.chop()
            table.finish()
        elif verb == "result":
            facts = dict(word.split("=", 1) for word in rest)
            known(facts, _RESULT_FACTS, "the fact")
            self._result(facts)
        elif verb == "redeal":
            self.hand = table.redeal()
            self.desk = Desk(self.room, self.hand)
        elif verb == "lock-out":
            table.lock_out(seat)
        elif verb == "set-stack":
            table.seats[seat].stack = self.chips(rest[1])
        elif verb == "reduce-rake":
            table.reduce_rake(int(rest[0]), self.chips(rest[1]), rest[2])
        elif verb == "kill-pot":
            table.voluntary_kill(seat, int(rest[1]))
        elif verb == "game":
            table.change_game(rest[0], stakes_of(" ".join(rest[1:]), self.unit))
            self.stakes = table.stakes
        elif verb == "draw-for-button":
            table.draw_for_button({int(word.split("=")[0][1:]): card_of(word.split("=")[1]) for word in rest})
        else:
            raise Failed(f"{verb!r} is no step")

    def _result(self, facts: dict[str, str]) -> None:
        """A hand's outcome for the kill button, without playing it."""
        table = self.table
        if table is None or table.kill is None:
            raise Failed("there is no kill in this game")
        winner = int(facts["winner"][1:]) if "winner" in facts else -1
        pot = self.chips(facts.get("pot", 0))
        table.kill.after(
            Won(winner, pot, facts.get("flop", "yes") == "yes", facts.get("scoop", "no") == "yes", pot), self.stakes
        )


def _words(error: BaseException) -> str:
    """What went wrong, for people: an error of the machine is a line that nobody can read."""
    if isinstance(error, Refused | Failed):
        return str(error)
    return f"it cannot be read ({type(error).__name__}: {error})"
