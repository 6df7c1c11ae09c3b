"""What a player did at the table, and what it counts as: words against chips, chips of odd sizes, motions.

An act is the bare facts (what was said, which chips went forward, in which order). `meaning` applies the
room's rules and says which fold, check, call or raise it is. Nothing here changes the hand.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from croupier.poker import betting
from croupier.poker.book.stakes import FIXED, NO, POT
from croupier.poker.errors import Refused

if TYPE_CHECKING:
    from croupier.poker.book.room import Room
    from croupier.poker.hand import Hand

FOLD, CHECK, CALL, RAISE = "fold", "check", "call", "raise"


class Act(msgspec.Struct, frozen=True):
    """`says` is a word (fold, check, call, bet, raise, all-in, pot) and `amount` the number said with it.

    `chips` are the denominations put forward in the first motion, `later` those added after going back to
    the stack. `first` says what came first when words and chips differ: "words", "chips" or "together".
    """

    player: int
    says: str = ""
    amount: int | None = None
    chips: tuple[int, ...] = ()
    later: tuple[int, ...] = ()
    first: str = "words"
    aware: bool = True  # he knew of the bet that he faced
    meanings: tuple[int, ...] = ()  # sizes that an unclear number could mean
    in_front: tuple[int, ...] = ()  # chips of his earlier bet that have not been pulled in
    released: bool = True  # the chips left his hand
    unfinished: bool = False  # he said with the first chips that more would follow


def told_act(player: int, told: msgspec.Struct) -> Act:
    """An act of a table's journal as the rules look at it: its fields are called alike."""
    given = msgspec.structs.asdict(told)
    return Act(player, **{name: given[name] for name in Act.__struct_fields__ if name in given and name != "player"})


class Meaning(msgspec.Struct, frozen=True):
    """What the act counts as. `change` goes back to the player; `choices` are his, where the rule gives a choice."""

    verb: str
    to: int = 0
    change: int = 0
    rule: str = ""
    clause: str = ""
    choices: tuple[str, ...] = ()


def meaning(hand: "Hand", room: "Room", act: Act) -> Meaning:
    """What this act is, for the player whose turn it is."""
    words = act.says.lower().replace("_", "-")
    if act.meanings:
        return _unclear(hand, room, act)
    if act.unfinished and act.later and room.value("bet-not-complete", False):
        act = msgspec.structs.replace(act, chips=act.chips + act.later, later=())
    if words in (FOLD, CHECK, CALL) and act.chips and act.first == "chips" and _first_counts(room):
        return _silent(hand, room, msgspec.structs.replace(act, says="", amount=None))
    if words in (FOLD, CHECK):
        return Meaning(words, rule="verbal", clause=room.clause("verbal-binding"))
    if words == "rap":
        return Meaning(CHECK, rule="rap", clause=room.clause("rap"))
    if words == "all-in":
        return _all_in(hand, room, act)
    if words == "pot":
        return _bet_the_pot(hand, room, act)
    if words == CALL:
        return Meaning(
            CALL,
            change=max(0, sum(act.chips) - _owed(hand, act.player)),
            rule="verbal",
            clause=room.clause("verbal-binding"),
        )
    if words in ("bet", "complete", RAISE):
        return _declared(hand, room, act)
    if words:
        raise Refused("words", f"{act.says!r} is no declaration: fold, check, call, bet, raise, complete, all-in, pot")
    if not act.chips:
        raise Refused("words", "nothing was said and nothing was put forward")
    return _silent(hand, room, act)


def _first_counts(room: "Room") -> bool:
    """Where words and chips differ, whichever came first is the act."""
    return bool(room.value("words-against-chips") == "first")


def _total(hand: "Hand", i: int) -> int:
    return hand.stacks[i] + hand.bets[i]


def _owed(hand: "Hand", i: int) -> int:
    return min(hand.level - hand.bets[i], hand.stacks[i])


def _least(hand: "Hand", i: int) -> int:
    """The smallest bet or raise, whole."""
    options = betting.options(hand) if hand.queue and hand.queue[0] == i else None
    if options is not None and options.may_raise:
        return options.least
    return min(hand.level + hand.raise_size, _total(hand, i))


def _proper(hand: "Hand", room: "Room", i: int, to: int) -> Meaning:
    """A bet or raise to this much, brought to a size that the rules allow."""
    least = _least(hand, i)
    total = _total(hand, i)
    stakes = hand.stakes
    if stakes.kind == FIXED:
        amounts = betting.options(hand).amounts or (least,)
        return Meaning(
            RAISE,
            min(amounts, key=lambda amount: (abs(amount - to), amount)),
            rule="fixed-bet",
            clause=room.clause("least-raise"),
        )
    if to < least:
        return Meaning(RAISE, min(least, total), rule="min-raise", clause=room.clause("least-raise"))
    if stakes.kind == POT:
        most = min(betting.pot_maximum(hand, i), total)
        if to > most:
            return Meaning(RAISE, most, to - most, "pot-limit", room.clause("pot-limit-over"))
    if stakes.step > 1 and to != total:
        nearest = (to + stakes.step // 2) // stakes.step * stakes.step
        if nearest != to:
            return Meaning(RAISE, max(nearest, least), to - nearest, "increment", room.clause("increments"))
    return Meaning(RAISE, min(to, total), max(0, to - total), "bet", room.clause("verbal-binding"))


def _declared(hand: "Hand", room: "Room", act: Act) -> Meaning:
    """A bet or raise was announced, with or without a number, before or after the chips."""
    i = act.player
    if room.value("raise-motions") == "until-rest" and act.later:  # no motion ends it before his hands rest
        act = msgspec.structs.replace(act, chips=act.chips + act.later, later=())
    put = sum(act.chips)
    if act.amount is not None:
        if put and put != act.amount and act.first == "chips" and _first_counts(room):
            return _silent(hand, room, msgspec.structs.replace(act, says="", amount=None))
        return _proper(hand, room, i, act.amount)
    if not act.chips:
        return _proper(hand, room, i, _least(hand, i))
    if len(act.chips) == 1 and put + hand.bets[i] >= _least(hand, i):
        # The word raise with a single large chip: as much as is allowed, up to the chip.
        return _proper(hand, room, i, put + _front(hand, act))
    owed = _owed(hand, i)
    if put == owed and act.later:
        return _proper(hand, room, i, hand.level + sum(act.later))  # one more motion after the exact call
    if owed < put and put + hand.bets[i] < _least(hand, i):
        return Meaning(RAISE, _least(hand, i), rule="min-raise", clause=room.clause("least-raise"))
    return _proper(hand, room, i, put + hand.bets[i])


def _all_in(hand: "Hand", room: "Room", act: Act) -> Meaning:
    """All his chips, or as many of them as the structure allows."""
    total = _total(hand, act.player)
    if total <= hand.level or betting.why_no_raise(hand, act.player):
        return Meaning(RAISE, total, rule="verbal", clause=room.clause("verbal-binding"))
    found = _proper(hand, room, act.player, total)
    return msgspec.structs.replace(found, rule="verbal") if found.to == total else found


def _front(hand: "Hand", act: Act) -> int:
    return hand.bets[act.player] if act.in_front else 0


def _silent(hand: "Hand", room: "Room", act: Act) -> Meaning:
    """Chips without a word. Chips added after going back to the stack are a string raise, and go back."""
    i = act.player
    put = sum(act.chips)
    owed = _owed(hand, i)
    string = sum(act.later)
    if owed <= 0:
        return _opening_chips(hand, room, act, put)
    if put < owed:
        return _short_call(hand, room, act, put, owed)
    if act.in_front and len(act.chips) == 1:
        found = _second_chip(hand, room, act)
        if found is not None:
            return found
    if _only_a_call(room, act.chips, owed):
        return Meaning(
            CALL,
            change=put - owed + string,
            rule="oversized-chip",
            clause=room.clause("multiple-chips" if len(act.chips) > 1 else "oversized-chip"),
        )
    rise = put + hand.bets[i] - hand.level
    if rise and (why := betting.why_no_raise(hand, i)):
        return Meaning(CALL, change=put - owed + string, rule=why, clause=hand.rules.clause(why))
    if not rise:
        rule, setting = ("string-raise", "string-raise") if string else ("call", "in-turn")
        return Meaning(CALL, change=string, rule=rule, clause=room.clause(setting))
    size = _raise_unit(hand)
    if put + hand.bets[i] >= _least(hand, i):
        return _proper(hand, room, i, put + hand.bets[i])
    if 2 * rise >= size:
        return Meaning(RAISE, _least(hand, i), rule="half-raise", clause=room.clause("half-raise"))
    return Meaning(CALL, change=put - owed + string, rule="half-raise", clause=room.clause("half-raise"))


def _raise_unit(hand: "Hand") -> int:
    return hand.unit if hand.stakes.kind == FIXED else hand.raise_size


def _opening_chips(hand: "Hand", room: "Room", act: Act, put: int) -> Meaning:
    """Nobody has bet: the chips released are the bet, at least the minimum; a blind's chips add to his blind."""
    clause = room.clause("oversized-chip" if len(act.chips) == 1 else "forward-motion")
    if not act.released:
        return Meaning(RAISE, _least(hand, act.player), rule="forward-motion", clause=room.clause("forward-motion"))
    found = _proper(hand, room, act.player, put + hand.bets[act.player])
    if found.rule == "bet":
        return Meaning(RAISE, found.to, found.change, "chip", clause)
    return found


def _only_a_call(room: "Room", chips: Sequence[int], owed: int) -> bool:
    """One chip larger than the bet is a call; in tournaments so are several of one kind, if all are needed."""
    if len(chips) == 1:
        return chips[0] > owed
    alike = len(set(chips)) == 1
    return bool(room.value("multiple-chips", False)) and alike and sum(chips) - chips[0] < owed < sum(chips)


def _second_chip(hand: "Hand", room: "Room", act: Act) -> Meaning | None:
    """A second single chip beside one in play: more than half of the bet faced makes it a raise."""
    if not room.value("second-chip", False) or len(act.in_front) != 1:
        return None
    chip, front = act.chips[0], act.in_front[0]
    faced = hand.level
    if 2 * chip > faced and front >= hand.bets[act.player]:
        to = max(_least(hand, act.player), chip + front)
        return Meaning(RAISE, min(to, _total(hand, act.player)), rule="second-chip", clause=room.clause("second-chip"))
    return None


def _short_call(hand: "Hand", room: "Room", act: Act, put: int, owed: int) -> Meaning:
    """Fewer chips than the bet: the call is completed, unless he did not know of the bet."""
    if act.aware:
        return Meaning(CALL, hand.level, rule="short-call", clause=room.clause("short-call"))
    return Meaning(
        CALL, hand.level, rule="unaware-call", clause=room.clause("unaware-call"), choices=("forfeit", "call")
    )


def _unclear(hand: "Hand", room: "Room", act: Act) -> Meaning:
    """A number that can mean several sizes means the smallest of those that are reasonable."""
    least = _least(hand, act.player)
    sizes = sorted(size for size in act.meanings if size >= least) or [least]
    return Meaning(RAISE, sizes[0], rule="unclear-bet", clause=room.clause("unclear-bet"))


def _bet_the_pot(hand: "Hand", room: "Room", act: Act) -> Meaning:
    i = act.player
    if hand.stakes.kind == POT:
        most = min(betting.pot_maximum(hand, i), _total(hand, i))
        return Meaning(RAISE, most, rule="pot", clause=room.clause("pot-limit"))
    if hand.stakes.kind == NO:
        return Meaning(RAISE, _least(hand, i), rule="bet-the-pot", clause=room.clause("bet-the-pot"))
    raise Refused("words", "the pot cannot be bet in a limit game")
