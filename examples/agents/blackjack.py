"""Learns to play blackjack at a thousand tables at once, and says how far from the best it ended up.

    python examples/agents/blackjack.py --property jack-cleveland --millions 40

Monte Carlo control: once in a round a table may try another move; from there on it plays as well as it knows. What was
done from that move on is credited with how the round ended. Never more than one try: a round that were left out for a
second one would be missed where the first did not end it, and every hit would look worse than it is.
"""

import argparse
import time

import gymnasium
import numpy as np

import croupier.agents  # noqa: F401 - registers the tables
from croupier.agents.evaluating import blackjack

parser = argparse.ArgumentParser()
parser.add_argument("--property", required=True, help="whose rulebook is played")
parser.add_argument("--millions", type=float, default=40, help="decisions")
parser.add_argument("--tables", type=int, default=4096)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()

MEMORY, CARDS, CHOICES = 12, 10, 4  # decisions of a round that are remembered, cards looked at, moves learned
TRIES, DOUBT = 0.5, 2.0  # how often another move is tried, and how much better it is thought at first
AFRESH = 0.2  # after which part of the evening early lessons are forgotten
tables = gymnasium.make_vec("croupier/blackjack-v0", num_envs=options.tables, property=options.property)
names = [move.name for move in tables.unwrapped.moves.list]
assert names[:CHOICES] == ["stand", "hit", "double", "split"]
rows = np.arange(options.tables)
POINTS = np.array([0, *(min(rank + 2, 10) if rank < 12 else 1 for rank in range(13) for _ in range(4)), 0, 0])


def number(total, soft, splits, up):
    """A hand as a number: total, soft or not, may be split or not, the dealer's up card."""
    return ((total * 2 + soft) * 2 + splits) * 11 + up


def states(seen, mask):
    cards = seen["own"][rows, seen["hand"], :CARDS]
    points = POINTS[cards + 1]  # no card is -1
    low = points.sum(axis=1)
    soft = (points == 1).any(axis=1) & (low <= 11)
    return number(np.minimum(low + 10 * soft, 31), soft, mask[:, 3], POINTS[seen["dealer"][:, 0] + 1])


size = number(31, 1, 1, 10) + 1
sums, counts = np.zeros(size * CHOICES), np.full(size * CHOICES, 1e-9)
done = np.zeros((MEMORY, options.tables), dtype=np.int64)  # state and move of each decision since the try
length, won = np.zeros(options.tables, dtype=np.int64), np.zeros(options.tables)
tried = np.zeros(options.tables, dtype=np.bool_)
chance = np.random.default_rng(options.seed)
began = time.perf_counter()
seen, info = tables.reset(seed=options.seed)
decisions, wanted, afresh = 0, options.millions * 1e6, False
while decisions < wanted:
    mask = info["action_mask"] == 1
    choosing, allowed = mask[:, 0], mask[:, :CHOICES]
    here = states(seen, mask) * CHOICES
    cells = here[:, None] + np.arange(CHOICES)
    worth = np.where(counts[cells] < 1, 9.0, sums[cells] / counts[cells])  # what was never tried is tried
    tries = choosing & ~tried & (chance.random(options.tables) < TRIES)
    # A try is among the moves that may still be the best: each is thought as much better as it is uncertain.
    worth[tries] += chance.standard_normal((int(tries.sum()), CHOICES)) * DOUBT / np.sqrt(counts[cells[tries]] + 1)
    worth[~allowed] = -9.0
    move = np.where(choosing, worth.argmax(axis=1), mask.argmax(axis=1))  # declines insurance, collects what is over
    tried |= tries
    learning = choosing & tried
    at = np.minimum(length, MEMORY - 1)[learning]
    done[at, rows[learning]] = (here + move)[learning]
    length[learning] = at + 1
    seen, reward, over, _, info = tables.step(move)
    won += reward
    ended = rows[over]
    for step in range(int(length[ended].max(initial=0))):
        ended = ended[length[ended] > step]
        np.add.at(sums, done[step, ended], won[ended])
        np.add.at(counts, done[step, ended], 1.0)
    won[over], length[over], tried[over] = 0.0, 0, False
    decisions += options.tables
    if decisions > AFRESH * wanted and not afresh:  # what was learned from poor play counts little from here on
        sums, counts, afresh = sums * 0.02, counts * 0.02, True
took = time.perf_counter() - began


def chooses(total, soft, pair, up, two_cards):
    """The learned policy as the exact count asks for it."""
    here = number(total, int(soft), int(pair > 0), up) * CHOICES
    considered = [0, 1] + [2] * two_cards + [3] * (pair > 0)
    tried = [move for move in considered if counts[here + move] >= 1]
    return names[max(tried, key=lambda move: sums[here + move] / counts[here + move])] if tried else "stand"


found = blackjack(tables.unwrapped.game.posting, chooses)
print(f"{decisions:,} decisions in {took:.1f} s")
print(f"learned {100 * found.learned:.4f} %, best {100 * found.best:.4f} %: {found.points:.4f} points given away")
