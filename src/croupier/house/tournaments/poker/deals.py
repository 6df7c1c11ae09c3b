"""How the last players of a tournament divide what is left: evenly, by chips, or by the chances of each place."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from croupier.house.record.errors import Refused

EVEN, CHIPS, ICM = "even", "chips", "icm"
WAYS = (CHIPS, ICM, EVEN)
ICM_MOST = 12  # players: the chances of all orders are counted
ONE = 1 << 256  # a certainty; what is lost in dividing is far below a cent


def divided(how: str, paid: Sequence[int], stacks: Mapping[str, int]) -> dict[str, int]:
    """Cents for each player: `paid` are the prizes of the places that are left, one for each, the best first."""
    if how not in WAYS:
        raise Refused(f"{how!r} is no way to divide.", f"One of {', '.join(WAYS)}.")
    if how == EVEN:
        return _whole({name: Fraction(sum(paid), len(stacks)) for name in stacks}, sum(paid), stacks)
    if min(stacks.values()) < 0 or not sum(stacks.values()):
        raise Refused("Stacks are chips.", "Count them first.")
    if how == CHIPS:
        least, total = paid[-1], sum(stacks.values())
        rest = sum(paid) - least * len(stacks)
        return _whole(
            {name: least + Fraction(rest * chips, total) for name, chips in stacks.items()}, sum(paid), stacks
        )
    return _whole(_by_chances(paid, stacks), sum(paid), stacks)


def _by_chances(paid: Sequence[int], stacks: Mapping[str, int]) -> dict[str, Fraction]:
    """Every place is won with the chance of one's chips among those who have no place yet.

    Counted over sets of players who have the better places: how likely each set is, then who comes next.
    """
    names = [name for name in stacks if stacks[name]]
    if len(stacks) > ICM_MOST:
        raise Refused(f"Chances are counted for up to {ICM_MOST} players.", "Divide by chips, or play on.")
    worth = dict.fromkeys(stacks, 0)
    total = sum(stacks.values())
    reached: dict[int, int] = {0: ONE}
    for place in range(len(names)):
        after: dict[int, int] = {}
        for placed, chance in reached.items():
            left = total - sum(stacks[name] for n, name in enumerate(names) if placed >> n & 1)
            for n, name in enumerate(names):
                if placed >> n & 1:
                    continue
                here = chance * stacks[name] // left
                worth[name] += here * paid[place]
                key = placed | 1 << n
                after[key] = after.get(key, 0) + here
        reached = after
    rest = [name for name in stacks if not stacks[name]]  # no chips, no chances: the last places among them
    for name in rest:
        worth[name] = ONE * sum(paid[len(names) :]) // len(rest)
    return {name: Fraction(cents, ONE) for name, cents in worth.items()}


def _whole(shares: Mapping[str, Fraction], due: int, stacks: Mapping[str, int]) -> dict[str, int]:
    """Whole cents that make the sum; odd ones go to the largest remainders, then the larger stacks."""
    found = {name: int(share) for name, share in shares.items()}
    order = sorted(shares, key=lambda name: (found[name] - shares[name], -stacks[name], name))
    for name in order[: due - sum(found.values())]:
        found[name] += 1
    return found
