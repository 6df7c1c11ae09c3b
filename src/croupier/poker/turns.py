"""The round of betting: who acts first, whose turn it is, and what comes when nobody is left to act."""

from operator import add
from typing import TYPE_CHECKING

from croupier.poker import dealing, showdown
from croupier.poker.book.forms import BLINDS, BUTTON, HIGH_CARD, HIGH_HAND, LOW_CARD, LOW_HAND, OPENER, Street
from croupier.poker.ranking import by_suit_high, by_suit_low, showing_high, showing_low
from croupier.poker.records import UNKNOWN, BroughtIn, Called, Carried, Checked, Folded, Raised, Returned

if TYPE_CHECKING:
    from croupier.poker.hand import Hand


def begin_betting(hand: "Hand") -> None:
    """Open the street's betting, or pass over it when nobody can bet."""
    n, number, stakes = hand.n, hand.street, hand.stakes
    street = hand.form.streets[number]
    hand.seq = hand.largest = hand.raises = 0
    hand.capped = hand.bring_in_due = False
    hand.raiser = hand.first_open = -1
    hand.acted = [-1] * n
    hand.checked = [False] * n
    bets, stacks = hand.bets, hand.stacks
    level, hand.shallowest = (max(bets), min(map(add, stacks, bets))) if any(bets) else (0, min(stacks))
    start = 0 if street.first == BUTTON else first_to_act(hand, street, level)
    hand.seen = bets.copy()
    hand.unit = stakes.big if hand.limit and street.big else stakes.small
    if not number:
        if level and hand.rules.full_bring_in:
            level = max(level, stakes.big_blind, *hand.blinds)
        hand.bring_in_due = stakes.bring_in > 0 and hand.form.family == "stud"
    if number or not hand.raise_size:
        hand.raise_size = stakes.small
    hand.level = hand.full_level = level
    if level and level >= hand.unit:
        hand.raises = 1
    alive = hand.alive
    hand.queue = [i for i in hand.twice_around[start : start + n] if alive[i] and stacks[i]]
    hand.phase = "bet"
    if hand.absent and not number:
        _kill_absent(hand)
    settle_queue(hand)


def force_bet(hand: "Hand", i: int) -> BroughtIn:
    """The first player, who has left the queue, brings it in."""
    amount = min(hand.stakes.bring_in, hand.stacks[i])
    hand.stacks[i] -= amount
    hand.bets[i] += amount
    hand.bring_in_due = False
    hand.level = hand.stakes.bring_in if hand.rules.full_bring_in else amount
    hand.full_level = 0
    hand.acted[i] = hand.seq
    hand.seen[i] = hand.level
    record = BroughtIn(i, amount)
    hand.records.append(record)
    return record


def _kill_absent(hand: "Hand") -> None:
    """Who was not at his seat when the deal was complete has a dead hand; ante, blind and forced bet stay."""
    if hand.bring_in_due and hand.queue and hand.queue[0] in hand.absent:
        force_bet(hand, hand.queue.pop(0))
    for i in sorted(hand.absent):
        if hand.alive[i] and hand.live > 1:
            hand.kill(i)
            hand.records.append(Folded(i))
    hand.queue = [i for i in hand.queue if hand.alive[i]]


def first_to_act(hand: "Hand", street: Street, level: int) -> int:
    first = street.first
    if first == BUTTON:
        return 0
    if first == BLINDS:
        if hand.first >= 0:
            return hand.first
        if not level:
            return 0
        chips = hand.blinds
        if not hand.rules.full_bring_in:
            chips = [bet if blind else 0 for bet, blind in zip(hand.bets, chips)]
        return (hand.n - chips[::-1].index(max(chips))) % hand.n  # left of the largest, of equals the last
    if first == OPENER and hand.opener >= 0:
        return hand.opener
    if first in (LOW_CARD, HIGH_CARD, HIGH_HAND, LOW_HAND):
        return _first_by_cards(hand, first)
    return 0


def _first_by_cards(hand: "Hand", first: str) -> int:
    live = [i for i in range(hand.n) if hand.alive[i]]
    ups = {i: [*hand.up_cards(i), *hand.board] for i in live}
    unseen = [i for i in live if UNKNOWN in ups[i] or not ups[i]]
    if unseen:  # the first to act is whoever then acts
        hand.first_open = len(hand.records)
        live = [i for i in live if i not in unseen] or [live[0]]
        if UNKNOWN in ups[live[0]]:
            return live[0]
    if first == LOW_CARD:
        return min(live, key=lambda i: min(map(by_suit_high, ups[i])))
    if first == HIGH_CARD:
        return max(live, key=lambda i: max(map(by_suit_low, ups[i])))
    if first == HIGH_HAND:
        return max(live, key=lambda i: (showing_high(ups[i]), -i))
    return min(live, key=lambda i: (showing_low(ups[i]), i))


def settle_queue(hand: "Hand") -> None:
    """Move on if the round is over: one player left, nobody to act, or nobody to act against."""
    if hand.barred or hand.binding:
        _forget_rulings(hand)
    queue = hand.queue
    if len(queue) > 1 and hand.live > 1:
        return
    if not queue or hand.live == 1:
        end_round(hand)
        return
    i = queue[0]
    alive, stacks, bets = hand.alive, hand.stacks, hand.bets
    highest = 0
    for j in range(hand.n):
        if j != i and alive[j]:
            if stacks[j]:
                return
            if bets[j] > highest:
                highest = bets[j]
    if bets[i] >= highest:  # nobody can answer; not even the forced bet of stud is made
        end_round(hand)


def _forget_rulings(hand: "Hand") -> None:
    """A ruling on a player's next turn ends with that turn."""
    last = hand.records[-1]
    if isinstance(last, Checked | Called | Raised | Folded):
        hand.barred.discard(last.player)
        hand.binding.pop(last.player, None)


def end_round(hand: "Hand") -> None:
    hand.queue = []
    if hand.barred or hand.binding:
        hand.barred.clear()
        hand.binding.clear()
    hand.bring_in_due = False
    bets = hand.bets
    if any(bets):
        _return_uncalled(hand)
        hand.put = list(map(add, hand.put, bets))
        hand.bets = [0] * hand.n
    hand.level = 0
    if hand.live == 1:
        showdown.win_alone(hand)
    elif hand.form.openers and hand.street == 0 and hand.opener < 0 and not all_in(hand):
        _pass_out(hand)
    elif hand.street + 1 < len(hand.form.streets):
        if hand.rules.all_in_face_up and hand.auto_show and all_in(hand):
            showdown.table_hands(hand)
        dealing.begin_street(hand, hand.street + 1)
    else:
        showdown.begin(hand)


def all_in(hand: "Hand") -> bool:
    """No more betting is possible."""
    return sum(1 for i in range(hand.n) if hand.alive[i] and hand.stacks[i]) <= 1


def _return_uncalled(hand: "Hand") -> None:
    bets = hand.bets
    top = max(bets)
    if bets.count(top) > 1:
        return
    i = bets.index(top)
    second = max(bets[:i] + bets[i + 1 :])
    if hand.alive[i]:  # the chips of a dead hand stay, unless a ruling has given them back
        bets[i] = second
        hand.stacks[i] += top - second
        hand.returned += top - second
        hand.records.append(Returned(i, top - second))


def _pass_out(hand: "Hand") -> None:
    """Nobody opened: the antes stay for the next deal."""
    hand.carried = hand.pot
    hand.records.append(Carried(hand.carried))
    hand.finish()
