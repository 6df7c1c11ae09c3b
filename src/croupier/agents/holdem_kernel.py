"""No-limit hold'em at many tables at once, compiled: the same rules as the engine's, for cash and tournament rooms.

A table is one record. `croupier.poker` is the authority: tests play the same decks and moves through both and compare
every mask, bet size and result. Place 0 is the first to the left of the button; heads-up the button is place 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.hands.compiled import compiled
from croupier.hands.kernels import best5_nb
from croupier.odds.simulate.streams import State, below, draw_pairs

SEATS_MOST, HOLE, BOARD, RIVER = 10, 2, 5, 3
FOLD, CHECK, CALL, BRING_IN, FIRST_RAISE = range(5)
EMPTY, FACE_DOWN = -1, 53
BETTING, OVER = 0, 2  # as `poker_seeing.PHASES` counts them

# Places in the vector of rules.
SEATS, SMALL, BIG, STACK, STEP, CUMULATIVE, ODD_UNIT, PROGRAM, PLACE, MOVES = range(10)
SELF, CALLER, RANDOM = range(3)  # who plays the other seats
ANY_PLACE = -1
LEAST, MOST = 0, -1  # sizes that are no part of the pot, in the first column of `sizes`

TABLE = np.dtype(
    [
        ("deck", np.uint8, (52,)),
        ("start", np.int64, (SEATS_MOST,)),
        ("stacks", np.int64, (SEATS_MOST,)),
        ("bets", np.int64, (SEATS_MOST,)),
        ("put", np.int64, (SEATS_MOST,)),
        ("seen", np.int64, (SEATS_MOST,)),
        ("acted", np.int64, (SEATS_MOST,)),
        ("alive", np.int8, (SEATS_MOST,)),
        ("waits", np.int8, (SEATS_MOST,)),
        ("value", np.int64, (SEATS_MOST,)),
        ("targets", np.int64, (16,)),
        ("level", np.int64),
        ("raise_size", np.int64),
        ("raises", np.int64),
        ("live", np.int64),
        ("street", np.int64),
        ("actor", np.int64),
        ("place", np.int64),
        ("over", np.int8),
        ("collect", np.int8),
    ]
)
SEEN = np.dtype(
    [
        ("street", np.int64),
        ("phase", np.int64),
        ("place", np.int64),
        ("pot", np.int64, (1,)),
        ("call", np.int64, (1,)),
        ("raise", np.int64, (2,)),
        ("stacks", np.int64, (SEATS_MOST,)),
        ("bets", np.int64, (SEATS_MOST,)),
        ("cards", np.int8, (SEATS_MOST, HOLE)),
        ("board", np.int8, (BOARD,)),
        ("in_hand", np.int8, (SEATS_MOST,)),
        ("drawn", np.int8, (SEATS_MOST,)),
    ]
)
RuleNumbers = NDArray[np.int64]
Sizes = NDArray[np.int64]
Mask = NDArray[np.int8]


@compiled(error_model="numpy")
def deal(table: Any, rules: RuleNumbers) -> None:
    """Blinds are posted and the betting opens; the deck lies shuffled."""
    n = rules[SEATS]
    for i in range(n):
        table.stacks[i] = table.start[i]
        table.bets[i] = table.put[i] = 0
        table.alive[i] = True
    for k in range(2):
        i = 1 - k if n == 2 else k  # heads-up the button, place 1, has the small blind
        blind = min(rules[SMALL + k], table.stacks[i])
        table.stacks[i] -= blind
        table.bets[i] = blind
    table.over = False
    table.live = n
    table.street = 0
    open_round(table, n, 1 if n == 2 else 2, rules[BIG], rules[BIG])
    advance(table, rules)


@compiled(error_model="numpy")
def open_round(table: Any, n: int, first: int, level: int, least: int) -> None:
    table.level = level
    table.raise_size = least
    table.raises = 0
    table.actor = first
    for i in range(n):
        table.acted[i] = -1
        table.seen[i] = table.bets[i]
        table.waits[i] = table.alive[i] and table.stacks[i] > 0


@compiled(error_model="numpy")
def advance(table: Any, rules: RuleNumbers) -> None:
    """To the next player who has something to decide, or to the end of the hand."""
    n = rules[SEATS]
    while round_over(table, n):
        collect_bets(table, n)
        if table.live == 1 or table.street == RIVER:
            award(table, n, rules[ODD_UNIT])
            table.over = True
            return
        table.street += 1
        open_round(table, n, 0, 0, rules[BIG])


@compiled(error_model="numpy")
def round_over(table: Any, n: int) -> bool:
    """One player left, nobody to act, or nobody to act against; otherwise `actor` is whose turn it is."""
    if table.live == 1:
        return True
    waiting, first, i = 0, -1, table.actor
    for _ in range(n):
        if table.waits[i]:
            waiting += 1
            if first < 0:
                first = i
        i = i + 1 if i + 1 < n else 0
    if waiting == 0:
        return True
    table.actor = first
    if waiting == 1:
        highest = 0
        for j in range(n):
            if j != first and table.alive[j]:
                if table.stacks[j] > 0:
                    return False
                highest = max(highest, table.bets[j])
        return table.bets[first] >= highest  # type: ignore[no-any-return]
    return False


@compiled(error_model="numpy")
def collect_bets(table: Any, n: int) -> None:
    """What nobody called goes back; the rest goes into the middle."""
    top = 0
    for i in range(1, n):
        if table.bets[i] > table.bets[top]:
            top = i
    second = 0
    for i in range(n):
        if i != top:
            second = max(second, table.bets[i])
    if table.bets[top] > second and table.alive[top]:
        table.stacks[top] += table.bets[top] - second
        table.bets[top] = second
    for i in range(n):
        table.put[i] += table.bets[i]
        table.bets[i] = 0


@compiled(error_model="numpy")
def award(table: Any, n: int, unit: int) -> None:
    """Each pot to its best hands; odd chips go one by one from the left of the button."""
    alone = table.live == 1
    for i in range(n):
        table.value[i] = 0
        if table.alive[i]:
            table.value[i] = 1 if alone else value(table, n, i)
    under = 0
    while True:
        level, last = next_level(table, n, under)
        if level == 0:
            return
        amount = 0
        for i in range(n):
            amount += (table.put[i] if last else min(table.put[i], level)) - min(table.put[i], under)
        share_pot(table, n, unit, level, amount)
        under = level


@compiled(error_model="numpy")
def next_level(table: Any, n: int, under: int) -> tuple[int, bool]:
    """The next larger amount that a living player has put in, and whether it is the largest; 0 after that."""
    level, largest = 0, 0
    for i in range(n):
        if table.alive[i]:
            chips = table.put[i]
            largest = max(largest, chips)
            if chips > under and (level == 0 or chips < level):
                level = chips
    return level, level == largest


@compiled(error_model="numpy")
def share_pot(table: Any, n: int, unit: int, level: int, amount: int) -> None:
    best, winners, players = -1, 0, 0
    for i in range(n):
        if table.alive[i] and table.put[i] >= level:
            players += 1
            if table.value[i] > best:
                best, winners = table.value[i], 1
            elif table.value[i] == best:
                winners += 1
    if amount == 0 or winners == 0:
        return
    if players == 1:
        share, odd, dust = amount, 0, 0
    else:
        share = amount // (winners * unit) * unit
        odd, dust = divmod(amount - share * winners, unit)
    for i in range(n):
        if table.alive[i] and table.put[i] >= level and table.value[i] == best:
            table.stacks[i] += share + dust
            dust = 0
            if odd > 0:
                table.stacks[i] += unit
                odd -= 1


@compiled(error_model="numpy")
def value(table: Any, n: int, i: int) -> int:
    deck, top = table.deck, 2 * n
    return best5_nb(  # type: ignore[no-any-return]
        deck[i], deck[n + i], deck[top + 1], deck[top + 2], deck[top + 3], deck[top + 5], deck[top + 7]
    )


@compiled(error_model="numpy")
def pot(table: Any, n: int) -> int:
    chips = 0
    for i in range(n):
        chips += table.put[i] + table.bets[i]
    return chips


@compiled(error_model="numpy")
def may_raise(table: Any, rules: RuleNumbers) -> bool:
    i, n = table.actor, rules[SEATS]
    if table.stacks[i] + table.bets[i] <= table.level:
        return False
    answered = False
    for j in range(n):
        if j != i and table.alive[j] and table.stacks[j] > 0 and table.stacks[j] + table.bets[j] > table.level:
            answered = True
            break
    if not answered:
        return False
    if table.acted[i] == table.raises:  # he has acted, and no full raise was made since
        return bool(rules[CUMULATIVE] != 0 and table.level - table.seen[i] >= table.raise_size)
    return True


@compiled(error_model="numpy")
def find_moves(table: Any, rules: RuleNumbers, sizes: Sizes, mask: Mask) -> int:
    """Which moves are open to the player in turn, and how many; `targets` is what his bet becomes by each size."""
    i, step = table.actor, rules[STEP]
    mask[:] = 0
    owed = table.level - table.bets[i]
    mask[FOLD] = 1
    mask[CHECK if owed <= 0 else CALL] = 1
    for k in range(sizes.shape[0]):
        table.targets[k] = 0
    if not may_raise(table, rules):
        return 2
    count = 2
    most = table.stacks[i] + table.bets[i]
    least = table.level + table.raise_size
    least = min(least + -least % step, most)
    chips = pot(table, rules[SEATS]) + max(0, owed)
    for k in range(sizes.shape[0]):
        if sizes[k, 0] == LEAST:
            to = least
        elif sizes[k, 0] == MOST:
            to = most
        else:
            part = chips * sizes[k, 0]
            to = table.level + (part if sizes[k, 1] == 1 else part // sizes[k, 1])
            if to < least:
                continue
            to -= to % step
            if to < least or to >= most:
                continue
        fresh = True
        for other in range(k):
            fresh = fresh and table.targets[other] != to
        if fresh:
            table.targets[k] = to
            mask[FIRST_RAISE + k] = 1
            count += 1
    return count


@compiled(error_model="numpy")
def play(table: Any, rules: RuleNumbers, move: int) -> None:
    """Make a move that is open."""
    i, n = table.actor, rules[SEATS]
    table.waits[i] = False
    if move == FOLD:
        table.alive[i] = False
        table.live -= 1
    elif move in (CHECK, CALL):
        chips = min(table.level - table.bets[i], table.stacks[i])
        if move == CALL:
            table.stacks[i] -= chips
            table.bets[i] += chips
        table.acted[i] = table.raises
        table.seen[i] = table.level
    else:
        to = table.targets[move - FIRST_RAISE]
        rise = to - table.level
        if rise >= table.raise_size:
            table.raise_size = rise
            table.raises += 1
        table.stacks[i] -= to - table.bets[i]
        table.bets[i] = table.level = table.seen[i] = to
        table.acted[i] = table.raises
        for j in range(n):
            table.waits[j] = j != i and table.alive[j] and table.stacks[j] > 0
    table.actor = i + 1 if i + 1 < n else 0
    advance(table, rules)


@compiled(error_model="numpy")
def programs_play(table: Any, state: State, rules: RuleNumbers, sizes: Sizes, mask: Mask) -> None:
    """The other seats play until the learner is asked or the hand is over; the mask is left as it then is."""
    while not table.over:
        theirs = rules[PROGRAM] != SELF and table.actor != table.place
        if theirs and rules[PROGRAM] == CALLER:
            play(table, rules, CHECK if table.bets[table.actor] >= table.level else CALL)
            continue
        count = find_moves(table, rules, sizes, mask)
        if not theirs:
            return
        chosen = below(state, count)
        for move in range(mask.size):
            if mask[move]:
                if chosen == 0:
                    play(table, rules, move)
                    break
                chosen -= 1


@compiled(error_model="numpy")
def begin(table: Any, state: State, rules: RuleNumbers, sizes: Sizes, mask: Mask, given: bool) -> None:
    """The next hand, up to the learner's first decision; a hand that ends before it waits to be collected.

    Where deck and stacks are given they are played as they lie.
    """
    n = rules[SEATS]
    if not given:
        for i in range(n):
            table.start[i] = rules[STACK]
        draw_pairs(state, table.deck, 0, n + 4)  # as many as can come: two each, three burns and the board
    table.place = below(state, n) if rules[PLACE] == ANY_PLACE else rules[PLACE]
    deal(table, rules)
    programs_play(table, state, rules, sizes, mask)
    table.collect = table.over
    if table.over:
        mask[:] = 0
        mask[CHECK] = 1


@compiled(error_model="numpy")
def look(table: Any, rules: RuleNumbers, mask: Mask, seen: Any) -> None:
    """What the learner sees: himself first, then the others around the table."""
    n = rules[SEATS]
    player = table.actor if rules[PROGRAM] == SELF and not table.over else table.place
    seen.street = table.street
    seen.phase = OVER if table.over else BETTING
    seen.place = player
    seen.pot[0] = 0 if table.over else pot(table, n)
    seen.call[0] = 0
    seen["raise"][0] = seen["raise"][1] = 0
    if not table.over:
        owed = table.level - table.bets[player]
        seen.call[0] = max(0, min(owed, table.stacks[player]))
        if may_raise(table, rules):
            most = table.stacks[player] + table.bets[player]
            least = table.level + table.raise_size
            seen["raise"][0] = min(least + -least % rules[STEP], most)
            seen["raise"][1] = most
    for row in range(n):
        i = player + row if player + row < n else player + row - n
        seen.stacks[row] = table.stacks[i]
        seen.bets[row] = table.bets[i]
        seen.in_hand[row] = table.alive[i]
        seen.drawn[row] = -1
        for k in range(HOLE):
            hidden = FACE_DOWN if table.alive[i] else EMPTY
            seen.cards[row, k] = table.deck[k * n + i] if row == 0 else hidden
    for k in range(BOARD):
        out = k < 3 if table.street == 1 else k < table.street + 2
        at = 2 * n + (k + 1 if k < 3 else 5 if k == 3 else 7)
        seen.board[k] = table.deck[at] if out and table.street > 0 else EMPTY


@compiled(error_model="numpy")
def reset_all(
    tables: Any, states: NDArray[np.uint64], rules: RuleNumbers, sizes: Sizes, masks: NDArray[np.int8], seen: Any,
    which: NDArray[np.bool_], given: bool,
) -> None:  # fmt: skip
    for k in range(tables.size):
        if which[k]:
            begin(tables[k], states[k], rules, sizes, masks[k], given)
        look(tables[k], rules, masks[k], seen[k])


@compiled(error_model="numpy")
def step_all(
    tables: Any, states: NDArray[np.uint64], rules: RuleNumbers, sizes: Sizes, moves: NDArray[np.int64],
    masks: NDArray[np.int8], seen: Any, last: Any, nets: NDArray[np.int64], rewards: NDArray[np.float64],
    done: NDArray[np.bool_],
) -> None:  # fmt: skip
    """One move at each table. A table whose hand is over is dealt anew at once; `last` keeps how it ended."""
    n = rules[SEATS]
    for k in range(tables.size):
        table, mask, move = tables[k], masks[k], moves[k]
        rewards[k], done[k] = 0.0, False
        if 0 <= move < mask.size and mask[move]:
            mover = table.actor if rules[PROGRAM] == SELF else table.place
            if not table.collect:
                play(table, rules, move)
                programs_play(table, states[k], rules, sizes, mask)
            if table.over:
                done[k] = True
                for i in range(n):
                    nets[k, i] = table.stacks[i] - table.start[i]
                table.place = mover
                rewards[k] = nets[k, mover] / rules[BIG]
                look(table, rules, mask, last[k])
                begin(table, states[k], rules, sizes, mask, False)
        look(table, rules, mask, seen[k])
