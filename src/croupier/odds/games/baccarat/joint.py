"""What several wagers on one coup net together, over every coup of the shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from croupier.odds.games.baccarat import books
from croupier.odds.games.baccarat import exact as baccarat
from croupier.odds.money.stakes import Joint, Stake
from croupier.odds.posting import table
from croupier.rulebook import Posting


def coups(posting: Posting, stakes: Sequence[Stake]) -> Joint:
    counts = baccarat.coups(int(posting["decks"]), books.drawing_table(posting))
    charges = books.charges_of(posting)
    terms = [(stake, table(posting, stake.wager).nets) for stake in stakes]
    joint: Joint = Counter()
    for coup, count in counts.items():
        joint[tuple(
            baccarat.net_of(coup, one.wager, one.on, nets, charges if one.wager == baccarat.BANKER else None)
            for one, nets in terms
        )] += count  # fmt: skip
    return joint
