"""Learns when to play on at three card poker, by playing, and says how far from the best it ended up.

python examples/agents/three_card_poker.py --property oneida --rounds 250000
"""

import argparse
import random
import time
from collections import defaultdict

import gymnasium

import croupier.agents  # noqa: F401 - registers the tables
from croupier.agents.evaluating import three_card_poker
from croupier.hands import rank3
from croupier.hands.three import category3

parser = argparse.ArgumentParser()
parser.add_argument("--property", required=True, help="whose rulebook is played")
parser.add_argument("--rounds", type=int, default=250_000)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()


def state(cards):
    """What kind of hand it is, and of nothing better than high cards the two highest."""
    kind = category3(rank3(*cards))
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    return (kind, *ranks[:2]) if kind == "high-card" else (kind,)


table = gymnasium.make("croupier/three-card-poker-v0", property=options.property)
moves = [move.name for move in table.unwrapped.moves.list]
play, fold = moves.index("play"), moves.index("fold")
sums, counts = defaultdict(float), defaultdict(int)
choose = random.Random(options.seed)
began = time.perf_counter()
seen, info = table.reset(seed=options.seed)
for _ in range(options.rounds):
    here = state([int(card) for card in seen["own"][0, :3]])
    # A fold is known to lose one; a hand is played as long as it may still be worth more than that.
    doubt = 4.0 / (counts[here] + 1) ** 0.5
    tries = sums[here] / max(1, counts[here]) + doubt > -1 or choose.random() < 0.02
    _, reward, _, _, _ = table.step(play if tries else fold)
    if tries:
        sums[here] += reward
        counts[here] += 1
    seen, info = table.reset()
took = time.perf_counter() - began

worth = three_card_poker(
    table.unwrapped.game.posting, lambda cards: sums[state(cards)] / max(1, counts[state(cards)]) > -1
)
print(f"{options.rounds:,} rounds in {took:.1f} s")
print(f"learned {100 * worth.learned:.4f} %, best {100 * worth.best:.4f} %: {worth.points:.4f} points given away")
