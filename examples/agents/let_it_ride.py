"""Learns which wagers to leave at Let It Ride, by playing, and says how far from the best it ended up.

python examples/agents/let_it_ride.py --property jack-cleveland --rounds 300000
"""

import argparse
import time
from collections import defaultdict

import gymnasium

import croupier.agents  # noqa: F401 - registers the tables
from croupier.agents.evaluating import let_it_ride_game
from croupier.agents.seeing import FACE_DOWN

parser = argparse.ArgumentParser()
parser.add_argument("--property", required=True, help="whose rulebook is played")
parser.add_argument("--rounds", type=int, default=300_000)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()


def state(cards):
    """How the cards look to a player: paired, suited, how far from a straight, how many of them high."""
    ranks = sorted(card >> 2 for card in cards)
    paired = tuple(sorted((ranks.count(rank), rank >= 8) for rank in set(ranks) if ranks.count(rank) > 1))
    if paired:
        return len(cards), paired
    suited = len({card & 3 for card in cards}) == 1
    low = sorted((rank + 1) % 13 for rank in ranks)  # an ace may be the lowest card too
    spread = min(ranks[-1] - ranks[0], low[-1] - low[0])
    high = sum(rank >= 8 for rank in ranks)
    if len(cards) == 3:
        return (3, spread - high, 0 in low and high == 1) if suited and spread <= 4 else (3,)
    return (4, "suited") if suited else (4, min(spread, 5), 0 in low and spread <= 4, high)


table = gymnasium.make("croupier/let-it-ride-v0", property=options.property)
moves = [move.name for move in table.unwrapped.moves.list]
ride, withdraw = moves.index("ride"), moves.index("withdraw")
sums, counts = defaultdict(float), defaultdict(int)


def rides(cards):
    """A wager stays while it has not been seen to lose with such cards."""
    here = state(cards)
    return sums[here] >= 0 if counts[here] else True


began = time.perf_counter()
seen, info = table.reset(seed=options.seed)
for _ in range(options.rounds):
    cards = [int(card) for card in seen["own"][0, :3]]
    stays = rides(cards)
    seen, *_ = table.step(ride if stays else withdraw)
    four = [*cards, next(int(card) for card in seen["table"][0] if 0 <= card < FACE_DOWN)]
    left = 1 + stays + rides(four)
    _, reward, _, _, _ = table.step(ride if rides(four) else withdraw)
    for here in (state(cards), state(four)):  # every wager that stayed has won or lost the same
        sums[here] += reward / left
        counts[here] += 1
    seen, info = table.reset()
took = time.perf_counter() - began

worth = let_it_ride_game(table.unwrapped.game.posting, rides)
print(f"{options.rounds:,} rounds in {took:.1f} s")
print(f"learned {100 * worth.learned:.4f} %, best {100 * worth.best:.4f} %: {worth.points:.4f} points given away")
