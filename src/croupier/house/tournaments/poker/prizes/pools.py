"""Pools and prizes of a poker tournament, to the last cent: by entries, survivors, satellites, ties, deals."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

import msgspec

from croupier.equipment.money import money
from croupier.house.record.errors import Refused
from croupier.house.tournaments.poker.plan import CASH_OUT, SATELLITE, SURVIVOR, WHOLE, Plan, TournamentRules

CASH, ENTRY = "cash", "entry"
EVEN, CHIPS, ICM, OWN = "even", "chips", "icm", "own"
WAYS = (CHIPS, ICM, EVEN)
ICM_MOST = 12  # players: the chances of all orders are counted
ONE = 1 << 256  # a certainty; what is lost in dividing is far below a cent


class Sold(msgspec.Struct, frozen=True):
    """What was sold: entries with re-entries, rebuys, add-ons."""

    entries: int = 0
    rebuys: int = 0
    add_ons: int = 0


class Pools(msgspec.Struct, frozen=True):
    """Where the players' money lies, in cents. `overlay` is what the guarantee lacks."""

    prize: int
    bounty: int
    cash_out: int
    overlay: int

    @property
    def all(self) -> int:
        return self.prize + self.bounty + self.cash_out


class Prize(msgspec.Struct, frozen=True):
    place: int
    name: str
    cents: int
    kind: str = CASH  # or an entry to the greater tournament
    tied: int = 1  # how many share the places from here


def pools_of(plan: Plan, asked: TournamentRules, sold: Sold, cashed_out: int = 0, closed: bool = False) -> Pools:
    """The pools as they stand; a cash-out pool that is closed has gone back to the prizes."""
    bounty = sold.entries * plan.bounty
    bought = sold.entries * plan.prize + sold.rebuys * plan.rebuy + sold.add_ons * plan.add_on
    overlay = max(0, plan.guarantee - bought)
    whole = bought + overlay - bounty
    aside = 0
    if plan.format == CASH_OUT:
        step = asked.cents("cash-out", "pool-step")
        aside = min(whole, -(-(whole * plan.cash_out_percent) // (100 * step)) * step)
    left = 0 if closed else aside - cashed_out
    return Pools(whole - cashed_out - left, bounty, left, overlay)


def price(pool: int, chips: int) -> Fraction:
    """What one chip is worth in a cash-out, in cents."""
    return Fraction(pool, chips) if chips else Fraction(0)


def shares_of(plan: Plan, entries: int) -> tuple[int, ...]:
    rows = [row for row in plan.pays if row.entries <= entries]
    return (rows[-1] if rows else plan.pays[0]).shares


def amounts(plan: Plan, asked: TournamentRules, pool: int, entries: int) -> list[tuple[int, str]]:
    """(cents, kind) by place, the best first; together the whole pool."""
    if plan.format == SURVIVOR:
        a_prize = asked.number("survivor", "players-a-prize")
        full = entries // a_prize
        each = pool * a_prize // max(1, entries)
        found = [(each, CASH)] * full
        rest = pool - full * each
        return [*found, (rest, CASH)] if rest else found
    if plan.format == SATELLITE:
        seats = min(pool // plan.target_buy_in, entries)
        rest = pool - seats * plan.target_buy_in
        entered = [(plan.target_buy_in, ENTRY)] * seats
        return [*entered, (rest, CASH)] if rest else entered
    shares = shares_of(plan, entries)
    paid = [pool * share // WHOLE for share in shares]
    paid[0] += pool - sum(paid)
    return [(cents, CASH) for cents in paid]


def ends_with(plan: Plan, asked: TournamentRules, pool: int, entries: int) -> int:
    """How many are left when it is over: one, or all who have won the same."""
    if plan.format == SURVIVOR:
        return max(1, entries // asked.number("survivor", "players-a-prize"))
    if plan.format == SATELLITE:
        return max(1, min(pool // plan.target_buy_in, entries))
    return 1


def award(places: Sequence[Sequence[str]], paid: Sequence[tuple[int, str]]) -> list[Prize]:
    """Prizes by finishing order; who share places share their prizes, an odd cent to the first named.

    Entries to another tournament are not divided: among ties they are taken in order, cash after them.
    """
    prizes: list[Prize] = []
    place = 1
    for group in places:
        at = list(paid[place - 1 : place - 1 + len(group)])
        if any(kind == ENTRY for _, kind in at) or len(group) == 1:
            prizes += [Prize(place + n, name, *at[n]) for n, name in enumerate(group) if n < len(at)]
        elif at:
            each, odd = divmod(sum(cents for cents, _ in at), len(group))
            prizes += [Prize(place, name, each + (n < odd), CASH, len(group)) for n, name in enumerate(group)]
        place += len(group)
    left = sum(cents for cents, _ in paid[place - 1 :])  # more prizes than players: the winner has them
    if left and prizes:
        prizes[0] = msgspec.structs.replace(prizes[0], cents=prizes[0].cents + left)
    return [prize for prize in prizes if prize.cents]


# ---- what the last players divide among themselves


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


def check_sums(sums: Mapping[str, int], names: Collection[str], due: int, clause: str) -> None:
    """Refuse sums that players agreed among themselves unless each of `names` has one and they make what is `due`."""
    words = f"All {len(names)} who are left divide {money(due)} among themselves."
    if {*sums} != {*names}:
        without = len({*names} - {*sums})
        raise Refused(words, f"{without} without a sum." if without else "A sum is of somebody else.", clause)
    if min(sums.values(), default=0) < 0:
        raise Refused(words, "Nobody pays.", clause)
    if apart := sum(sums.values()) - due:
        more = "too much" if apart > 0 else "too little"
        raise Refused(words, f"These sums make {money(sum(sums.values()))}, {money(abs(apart))} {more}.", clause)


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
