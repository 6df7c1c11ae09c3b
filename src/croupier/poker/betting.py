"""Bets and raises: what is allowed, how large, and whether a wager reopens the betting.

`hand.level` is the bet to match, `hand.full_level` the last level that counted as a full bet or raise.
`hand.seq` counts full bets and raises of the round; a player may raise if one was made since he acted.
"""

from typing import TYPE_CHECKING

from croupier.poker.book.rules import CUMULATIVE, HALF_BET, LOOSE
from croupier.poker.book.stakes import BLIND_AS_BIG, FIXED, NO, POT, SPREAD
from croupier.poker.errors import Player
from croupier.poker.options import Options
from croupier.poker.ranking import open_pair
from croupier.poker.records import Raised

if TYPE_CHECKING:
    from croupier.poker.hand import Hand


def why_no_raise(hand: "Hand", i: int) -> str:
    """The rule that keeps this player from raising, or nothing."""
    short = hand.level >= hand.shallowest  # else everybody has chips to raise with, and to answer
    if short and hand.stacks[i] + hand.bets[i] <= hand.level:
        return "table-stakes"
    if hand.barred and i in hand.barred:
        return "barred"
    if short and not _is_answered(hand, i):
        return "nobody-to-answer"
    if hand.acted[i] == hand.seq and not _reopened(hand, i):
        return "reopen"
    if hand.restricts:
        return _restricted(hand, i)
    return ""


def _is_answered(hand: "Hand", i: int) -> bool:
    """Whether somebody else could put in more than the bet."""
    level, bets, alive = hand.level, hand.bets, hand.alive
    return any(alive[j] and j != i and stack and stack + bets[j] > level for j, stack in enumerate(hand.stacks))


def _restricted(hand: "Hand", i: int) -> str:
    """Which of the rules that some rooms have keeps him from raising."""
    rules = hand.rules
    if rules.reopen == LOOSE and hand.level - hand.bets[i] < hand.largest:
        return "reopen"
    if hand.raises > rules.raises_most > 0 and hand.stakes.limit and _capped(hand, i):
        return "cap"
    if hand.level and hand.checked[i] and not rules.check_raise:
        return "check-raise"
    return ""


def _reopened(hand: "Hand", i: int) -> bool:
    """Short all-ins since this player acted add up to a full raise."""
    rules = hand.rules
    mode = rules.reopen_limit if hand.stakes.limit else rules.reopen
    if mode == CUMULATIVE:
        return hand.level - hand.seen[i] >= hand.raise_size
    return mode == LOOSE and hand.full_level == hand.level


def _capped(hand: "Hand", i: int) -> bool:
    """The bet and all its raises are in; heads-up it does not hold, unless it was reached before."""
    rules = hand.rules
    if hand.capped:
        return True
    if rules.cap_heads_up:
        return not rules.two_left
    return sum(1 for j in range(hand.n) if j != i and hand.alive[j] and hand.stacks[j]) >= 2


def fixed_units(hand: "Hand") -> tuple[int, ...]:
    """The bet sizes of this round: with an open pair on fourth street, the smaller or the larger."""
    stakes = hand.stakes
    if hand.form.open_pair and hand.street == 1 and hand.unit == stakes.small:
        for i in range(hand.n):
            if hand.alive[i] and open_pair(hand.up_cards(i)):
                return (stakes.small, stakes.big)
    return (hand.unit,)


def _fixed_targets(hand: "Hand", i: int) -> tuple[int, ...]:
    level, full = hand.level, hand.full_level
    completes = hand.rules.short_completes
    brought_in = hand.street == 0 and hand.stakes.bring_in > 0
    targets = []
    for unit in fixed_units(hand):
        if level < unit and not hand.raises and (completes or not level or brought_in):
            target = unit  # open, or complete a bring-in or a short all-in bet
        elif level > full and completes:
            target = full + unit  # complete a short all-in raise
        else:
            target = level + unit
        targets.append(min(target, hand.stacks[i] + hand.bets[i]))
        if hand.rules.effective_stacks:
            targets.insert(0, min(targets[-1], _covered(hand, i)))
    return tuple(dict.fromkeys(target for target in targets if target > level))


def _covered(hand: "Hand", i: int) -> int:
    """The most that any opponent could call."""
    return max(hand.stacks[j] + hand.bets[j] for j in range(hand.n) if j != i and hand.alive[j])


def _bounds(hand: "Hand", i: int) -> tuple[int, int]:
    """The least and the most that a bet or raise may be, outside fixed limit."""
    most = hand.stacks[i] + hand.bets[i]
    least = hand.level + hand.raise_size
    stakes = hand.stakes
    kind, step = stakes.kind, stakes.step
    if step > 1:
        least += -least % step
    if kind == POT:
        pot = pot_maximum(hand, i)
        if step > 1:
            pot -= pot % step
        most = min(max(pot, least), most)
    elif kind != NO:
        most = min(hand.level + stakes.big, most)
    if hand.rules.effective_stacks:
        least = min(least, _covered(hand, i))
    return min(least, most), most


def pot_maximum(hand: "Hand", i: int) -> int:
    """The most that pot limit allows: the pot after the call, on top of the call."""
    pot = hand.pot_dead + sum(hand.put) + sum(hand.bets) - hand.collected
    if hand.stakes.pot_counts == BLIND_AS_BIG and hand.street == 0:
        pot += _little_blind_lacks(hand, i)
    return 2 * hand.level - hand.bets[i] + pot


def _little_blind_lacks(hand: "Hand", i: int) -> int:
    """What a little blind that has not put in more lacks of the big one, until the big blind has acted.

    For the little blind himself nothing: his call puts it in.
    """
    blinds = hand.stakes.blinds
    if len(blinds) < 2 or blinds[0] not in hand.blinds or blinds[1] not in hand.blinds:
        return 0
    little, big = hand.blinds.index(blinds[0]), hand.blinds.index(blinds[1])
    if i == little or hand.acted[big] >= 0:
        return 0
    return max(0, blinds[1] - hand.bets[little])


def options(hand: "Hand") -> Options:
    """Everything the player in turn may do."""
    if hand.phase != "bet":
        return Options(hand.actor)
    i = hand.queue[0]
    level, stack, bet = hand.level, hand.stacks[i], hand.bets[i]
    check, call, bring_in, may_fold = False, 0, 0, True
    if hand.bring_in_due:
        bring_in, may_fold = min(hand.stakes.bring_in, stack), False
    elif bet < level:
        call = level - bet if level - bet < stack else stack
    else:
        check = level > 0 or hand.street > 0 or not hand.form.pass_and_out
    why = why_no_raise(hand, i)
    if why:
        return Options(i, may_fold, check, call, bring_in, why_no_raise=why)
    if hand.plain_sizes and may_fold:
        least, most, kind = level + hand.raise_size, stack + bet, "raise" if level else "bet"
        return Options(i, True, check, call, 0, True, (), least if least < most else most, most, 1, kind)
    if hand.stakes.kind == FIXED:
        amounts = _fixed_targets(hand, i)
        return Options(i, may_fold, check, call, bring_in, True, amounts, amounts[0], amounts[-1], 1, kind_of(hand))
    least, most = _bounds(hand, i)
    return Options(i, may_fold, check, call, bring_in, True, (), least, most, hand.stakes.step, kind_of(hand))


def kind_of(hand: "Hand") -> str:
    if not hand.level or hand.bring_in_due:
        return "bet"
    if hand.stakes.kind == FIXED and not hand.raises:
        return "complete"
    return "raise"


_WHY = {
    "table-stakes": "all his chips do not exceed the bet: he may only call all-in",
    "nobody-to-answer": "nobody who is left has chips to answer a raise",
    "reopen": "he has acted, and no full bet or raise was made since: he may call or fold",
    "cap": "the betting is capped",
    "barred": "a ruling keeps him from betting or raising at this turn",
    "check-raise": "this game does not allow check and raise",
}


def verify_raise(hand: "Hand", i: int, to: int) -> None:
    why = why_no_raise(hand, i)
    if why:
        raise hand.refuse(why, "{who} may not raise: {why}", who=Player(i), why=_WHY[why])
    total = hand.stacks[i] + hand.bets[i]
    if to > total:
        raise hand.refuse("table-stakes", "{to} is more than the {total} on the table", to=to, total=total)
    if hand.plain_sizes and hand.level + hand.raise_size <= to:  # nearly always
        return
    stakes = hand.stakes
    kind = kind_of(hand)
    if stakes.kind == FIXED:
        targets = _fixed_targets(hand, i)
        if to not in targets:
            sizes = {f"size{n}": size for n, size in enumerate(targets)}
            named = " or ".join(f"{{{name}}}" for name in sizes)
            words = f"a {kind} to {{to}} is not the size of this round: {named}"
            raise hand.refuse("fixed-bet", words, to=to, **sizes)
        return
    least, most = _bounds(hand, i)
    if to < least:
        rule = "min-bet" if kind == "bet" else "min-raise"
        raise hand.refuse(rule, f"a {kind} to {{to}} is too small: at least {{least}}", to=to, least=least)
    if to > most:
        rule = {POT: "pot-limit", SPREAD: "spread"}.get(stakes.kind, "table-stakes")
        raise hand.refuse(rule, f"a {kind} to {{to}} is too large: at most {{most}}", to=to, most=most)
    if to % stakes.step and to != total:
        raise hand.refuse("increment", "{to} is not in increments of {step}", to=to, step=stakes.step)


def raise_to(hand: "Hand", i: int, to: int) -> Raised:
    """Put the chips in; the wager has been verified."""
    kind, rise = kind_of(hand), to - hand.level
    stacks, bets = hand.stacks, hand.bets
    if hand.rules.reopen == LOOSE:
        full = _full_loosely(hand, to, rise)
    elif hand.limit:
        full = _full_in_limit(hand, to, rise)
    elif rise >= hand.raise_size:
        full = True
        hand.raise_size = rise
    else:
        full = False
    stack = stacks[i] = stacks[i] - to + bets[i]
    bets[i] = hand.level = hand.seen[i] = to
    if full:
        hand.seq += 1
        hand.full_level = to
        hand.raises += 1
    hand.bring_in_due = False
    hand.acted[i] = hand.seq
    hand.raiser = i
    hand.voluntary += 1
    if True in hand.ghosts:
        hand.ghosts = [False] * hand.n  # seats folded without a bet are killed by one
    if hand.opener < 0 and hand.street == 0:
        hand.opener = i
        hand.opener_cards = tuple(hand.hole[i])
    alive = hand.alive
    hand.queue = [j for j in hand.twice_around[i + 1 : i + hand.n] if alive[j] and stacks[j]]
    if full and hand.raises > hand.rules.raises_most > 0 and len(hand.queue) + (stack > 0) >= 3:
        hand.capped = True
    return Raised(i, to, kind, not stack, full)


def open_all_in(hand: "Hand", i: int) -> Raised:
    if not hand.form.openers or hand.phase != "bet" or hand.street or hand.opener >= 0:
        raise hand.refuse("openers", "the pot cannot be declared open now")
    if not 0 <= i < hand.n or not hand.alive[i] or hand.stacks[i]:
        raise hand.refuse("openers", "{who} is not all-in: he opens with a bet at his turn", who=Player(i))
    hand.opener, hand.opener_cards = i, tuple(hand.hole[i])
    hand.level = hand.full_level = hand.unit
    hand.raises, hand.raiser = 1, i
    hand.seq += 1
    hand.queue = [j for j in hand.twice_around[i + 1 : i + hand.n] if hand.alive[j] and hand.stacks[j]]
    return Raised(i, hand.unit, "bet", True)


def _full_loosely(hand: "Hand", to: int, rise: int) -> bool:
    full = rise >= hand.largest
    hand.largest = max(hand.largest, rise)
    hand.raise_size = max(hand.largest, hand.unit)
    if not full and to - hand.full_level >= hand.largest:
        hand.full_level = to  # short all-ins have added up
    return full


def _full_in_limit(hand: "Hand", to: int, rise: int) -> bool:
    """In limit play half a bet or more counts as a full bet; completing a short one is full too."""
    stakes = hand.stakes
    if stakes.kind == SPREAD:
        full = rise >= hand.raise_size or (hand.rules.reopen_limit == HALF_BET and 2 * rise >= hand.raise_size)
        if full:
            hand.raise_size = max(rise, stakes.small)
        return full
    units = fixed_units(hand)
    base = 0 if not hand.raises else hand.full_level
    added = to - base
    unit = units[0]
    if len(units) > 1 and added >= stakes.big:
        unit = hand.unit = stakes.big  # a raise of the larger size makes all later ones as large
    hand.raise_size = unit
    if hand.rules.reopen_limit == HALF_BET:
        return 2 * added >= unit
    return rise >= unit or (not hand.raises and to >= unit)
