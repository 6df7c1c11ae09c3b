"""Craps and crapless craps: every wager in closed form or as a Markov chain, in exact fractions.

A wager's figures are stated per wager made and followed until it is resolved, with the expected number
of rolls that takes, so that they can also be stated per roll. Odds are passed as `Fraction`s of "to 1".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from itertools import combinations

import msgspec

from croupier.odds.exact import Edge, merged

Roll = tuple[int, int]
ROLLS: tuple[Roll, ...] = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
WAYS: dict[int, int] = {total: sum(1 for a, b in ROLLS if a + b == total) for total in range(2, 13)}
SEVEN = 7

Number = Fraction | int
# Winning totals, or winning pairs of dice in either order, with what they pay.
Pays = Mapping[int, Number] | Mapping[int, Fraction] | Mapping[int, int] | Mapping[Roll, Number]


class DiceEdge(msgspec.Struct, frozen=True):
    """The edge of a wager until it is resolved, and how many rolls that takes on average."""

    edge: Edge
    rolls: Fraction


class ComeOut(msgspec.Struct, frozen=True):
    """What the come-out roll decides: what wins and loses at once; every other total is a point."""

    wins: frozenset[int]
    loses: frozenset[int]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(total for total in WAYS if total not in self.wins and total not in self.loses)


CRAPS = ComeOut(wins=frozenset({7, 11}), loses=frozenset({2, 3, 12}))
CRAPLESS = ComeOut(wins=frozenset({7}), loses=frozenset())


def true_odds(number: int) -> Fraction:
    """What a wager that the number comes before a seven pays without any advantage to the house."""
    return Fraction(WAYS[SEVEN], WAYS[number])


def point_is_made(point: int) -> Fraction:
    return Fraction(WAYS[point], WAYS[point] + WAYS[SEVEN])


def rolls_to_decide(ways: int) -> Fraction:
    """Expected rolls until one of so many of the 36 combinations falls."""
    return Fraction(36, ways)


# ------------------------------------------------------------------------------------- the line


def pass_line(
    line: ComeOut = CRAPS,
    pays: Fraction | int = 1,
    odds: Mapping[int, Fraction | int] | Fraction | int = 0,
    odds_pay: Callable[[int], Fraction] | Mapping[int, Fraction] = true_odds,
    *,
    at_once: Fraction | int | None = None,
    odds_off: bool = False,
) -> DiceEdge:
    """Pass or Come, with a supplemental wager of so many times the flat one once a point stands.

    `odds` is one multiple for every point or one for each (3-4-5 times odds); `at_once` is what a first throw pays,
    where that differs. `odds_off`: odds go back where a Come is decided on a come-out.
    """
    rows: list[tuple[Fraction | int, Fraction]] = [
        (pays if at_once is None else at_once, Fraction(sum(WAYS[t] for t in line.wins), 36)),
        (-1, Fraction(sum(WAYS[t] for t in line.loses), 36)),
    ]
    stake, rolls = Fraction(1), Fraction(1)
    for point in line.points:
        reached = Fraction(WAYS[point], 36)
        multiple = _multiple(odds, point)
        made = point_is_made(point)
        off = decided_on_come_out(line, point) if odds_off else Fraction(0)
        rows += [
            (pays, reached * made * off),
            (-1, reached * (1 - made) * off),
            (pays + multiple * _payment(odds_pay, point), reached * made * (1 - off)),
            (-1 - multiple, reached * (1 - made) * (1 - off)),
        ]
        stake += reached * multiple
        rolls += reached * rolls_to_decide(WAYS[point] + WAYS[SEVEN])
    return DiceEdge(Edge.from_distribution(rows, average_stake=stake), rolls)


def dont_pass(
    line: ComeOut = CRAPS,
    bar: Collection[int] = (12,),
    pays: Fraction | int = 1,
    lay_to_win: Mapping[int, Fraction | int] | Fraction | int = 0,
    odds_pay: Callable[[int], Fraction] | Mapping[int, Fraction] | None = None,
    *,
    at_once: Fraction | int | None = None,
) -> DiceEdge:
    """Don't Pass or Don't Come; `bar` pushes on the come-out.

    `lay_to_win` is how many times the flat wager the supplemental wager is to win; `at_once` is what a first throw
    pays, where that differs.
    """
    lay_pays = odds_pay if odds_pay is not None else (lambda point: 1 / true_odds(point))
    rows: list[tuple[Fraction | int, Fraction]] = [
        (-1, Fraction(sum(WAYS[t] for t in line.wins if t not in bar), 36)),
        (pays if at_once is None else at_once, Fraction(sum(WAYS[t] for t in line.loses if t not in bar), 36)),
        (0, Fraction(sum(WAYS[t] for t in WAYS if t in bar), 36)),
    ]
    stake, rolls = Fraction(1), Fraction(1)
    for point in (p for p in line.points if p not in bar):
        reached = Fraction(WAYS[point], 36)
        to_win = _multiple(lay_to_win, point)
        laid = to_win / _payment(lay_pays, point)
        made = point_is_made(point)
        rows.append((-1 - laid, reached * made))
        rows.append((pays + to_win, reached * (1 - made)))
        stake += reached * laid
        rolls += reached * rolls_to_decide(WAYS[point] + WAYS[SEVEN])
    return DiceEdge(Edge.from_distribution(rows, average_stake=stake), rolls)


def put(
    point: int,
    pays: Fraction | int = 1,
    odds: Fraction | int = 0,
    odds_pay: Callable[[int], Fraction] | Mapping[int, Fraction] = true_odds,
) -> DiceEdge:
    """A flat wager put straight on a point, with a supplemental wager of so many times its amount."""
    won = (pays + odds * _payment(odds_pay, point), WAYS[point])
    edge = Edge.from_counts(merged(won, (-1 - odds, WAYS[SEVEN])), average_stake=1 + Fraction(odds))
    return DiceEdge(edge, rolls_to_decide(WAYS[point] + WAYS[SEVEN]))


def supplemental(point: int, pays: Fraction, lay: bool = False, off: Fraction = Fraction(0)) -> DiceEdge:
    """The supplemental wager alone: taken (point before seven) or laid (seven before point); `off` is how likely it
    goes back instead."""
    found = place_to_lose(point, pays) if lay else place(point, pays)
    if not off:
        return found
    rows = [(net, chance * (1 - off)) for net, chance in found.edge.distribution]
    return DiceEdge(Edge.from_distribution([*rows, (0, off)]), found.rolls)


def standing_points(line: ComeOut) -> dict[int, Fraction]:
    """How often each total is the point, of all throws while one stands."""
    throws = {point: Fraction(WAYS[point], WAYS[point] + WAYS[SEVEN]) for point in line.points}
    return {point: share / sum(throws.values()) for point, share in throws.items()}


def decided_on_come_out(line: ComeOut, number: int) -> Fraction:
    """How likely a Come on a number is decided by a come-out roll, however it ends.

    The chain walks over the table's point: made, it leads to a come-out, on which another is established. The Come was
    made on any throw while a point stood, and that throw may have made the point.
    """
    decide, standing = WAYS[number] + WAYS[SEVEN], standing_points(line)
    # From another point: how likely a come-out follows before the Come is decided.
    out = {point: Fraction(WAYS[point], WAYS[point] + decide) for point in line.points if point != number}
    again = sum((WAYS[point] * chance for point, chance in out.items()), Fraction(0))
    from_come_out = decide / (decide + sum(WAYS[point] for point in out) - again)
    return from_come_out * (standing[number] + sum(standing[point] * chance for point, chance in out.items()))


def rolls_off_on_come_outs(line: ComeOut, number: int) -> Fraction:
    """Expected rolls until a wager on a number that come-outs leave alone is decided, made while a point stands."""
    decide, standing = WAYS[number] + WAYS[SEVEN], standing_points(line)
    established = sum(WAYS[point] for point in line.points)
    ways = {point: WAYS[point] if point != number else 0 for point in line.points}  # that lead to a come-out
    rolls = {point: Fraction(36, decide + ways[point]) for point in line.points}  # before that, or the decision
    out = {point: Fraction(ways[point], decide + ways[point]) for point in line.points}
    once = sum((WAYS[point] * rolls[point] for point in line.points), Fraction(36)) / established
    again = sum((WAYS[point] * out[point] for point in line.points), Fraction(0)) / established
    from_come_out = once / (1 - again)
    return sum((standing[point] * (rolls[point] + out[point] * from_come_out) for point in line.points), Fraction(0))


def _multiple(odds: Mapping[int, Fraction | int] | Fraction | int, point: int) -> Fraction:
    return Fraction(odds.get(point, 0)) if isinstance(odds, Mapping) else Fraction(odds)


def _payment(pays: Callable[[int], Fraction] | Mapping[int, Fraction], point: int) -> Fraction:
    return Fraction(pays[point]) if isinstance(pays, Mapping) else pays(point)


# --------------------------------------------------------- place, buy, lay and the hardways


def before_seven(win: int, lose: int, pays: Fraction | int) -> DiceEdge:
    """A wager won by `win` of the 36 combinations, lost by `lose`, and standing on the others."""
    return DiceEdge(Edge.from_counts(merged((pays, win), (-1, lose))), rolls_to_decide(win + lose))


def place(number: int, pays: Fraction | int) -> DiceEdge:
    return before_seven(WAYS[number], WAYS[SEVEN], pays)


def place_to_lose(number: int, pays: Fraction | int) -> DiceEdge:
    return before_seven(WAYS[SEVEN], WAYS[number], pays)


def hardway(number: int, pays: Fraction | int) -> DiceEdge:
    """The number as a pair before it comes easy and before a seven."""
    if number not in (4, 6, 8, 10):
        raise ValueError(f"{number} cannot be thrown the hard way: 4, 6, 8 and 10 can")
    return before_seven(1, WAYS[number] - 1 + WAYS[SEVEN], pays)


class Vigorish(msgspec.Struct, frozen=True):
    """A commission: how much, when it is taken, and to what coin it is rounded.

    `stake_cents` matters only when `unit_cents` is given: the commission is then rounded to a multiple
    of that coin, `up`, `down` or to the `nearest`, and is never less than one coin when `at_least_one`.
    """

    rate: Fraction
    always: bool = True
    unit_cents: int = 0
    rounding: str = "down"
    at_least_one: bool = False

    def of(self, amount: Fraction, stake_cents: int | None) -> Fraction:
        """The commission on an amount (a share of the stake), as a share of the stake."""
        exact = amount * self.rate
        if not self.unit_cents or stake_cents is None:
            return exact
        cents = rounded(exact * stake_cents, self.unit_cents, self.rounding)
        if self.at_least_one:
            cents = max(cents, self.unit_cents)
        return Fraction(cents, stake_cents)


def rounded(cents: Fraction, unit_cents: int, how: str) -> int:
    """An amount of cents in whole coins of a unit."""
    units = cents / unit_cents
    if how == "down":
        whole = units.numerator // units.denominator
    elif how == "up":
        whole = -((-units.numerator) // units.denominator)
    elif how == "nearest":
        half_up = units + Fraction(1, 2)
        whole = half_up.numerator // half_up.denominator
    else:
        raise ValueError(f"amounts are rounded down, up or nearest, not {how!r}")
    return whole * unit_cents


def buy(
    number: int,
    vigorish: Vigorish,
    pays: Fraction | None = None,
    stake_cents: int | None = None,
) -> DiceEdge:
    """A place wager at true odds for a commission on the amount wagered.

    A commission taken always is money put down with the wager: the edge is stated as a share of the
    wager, the element of risk as a share of wager and commission together.
    """
    odds = true_odds(number) if pays is None else pays
    return _commissioned(WAYS[number], WAYS[SEVEN], odds, Fraction(1), vigorish, stake_cents)


def lay(
    number: int,
    vigorish: Vigorish,
    pays: Fraction | None = None,
    stake_cents: int | None = None,
) -> DiceEdge:
    """A wager on the seven at true odds for a commission on what it could win."""
    odds = 1 / true_odds(number) if pays is None else pays
    return _commissioned(WAYS[SEVEN], WAYS[number], odds, max(odds, Fraction(0)), vigorish, stake_cents)


def _commissioned(
    win: int, lose: int, pays: Fraction, base: Fraction, vigorish: Vigorish, stake_cents: int | None
) -> DiceEdge:
    commission = vigorish.of(base, stake_cents)
    lost = commission if vigorish.always else Fraction(0)
    edge = Edge.from_counts(merged((pays - commission, win), (-1 - lost, lose)), average_stake=1 + lost)
    return DiceEdge(edge, rolls_to_decide(win + lose))


# ------------------------------------------------------------------------------ one-roll wagers


def one_roll(pays: Pays) -> DiceEdge:
    """A wager decided by the next roll: totals, or exact dice, that win, with what they pay."""
    return parts([(Fraction(1), pays)])


def parts(
    wagers: Iterable[tuple[Fraction, Pays]],
) -> DiceEdge:
    """A one-roll wager settled as several: each with its share of the whole and its own odds."""
    shares = list(wagers)
    if sum((share for share, _ in shares), Fraction(0)) != 1:
        raise ValueError("the parts of a wager must add up to the whole")
    counts: dict[Fraction, int] = {}
    for dice in ROLLS:
        net = Fraction(0)
        for share, pays in shares:
            odds = _one_roll_odds(pays, dice)
            net += share * (Fraction(odds) if odds is not None else -1)
        counts[net] = counts.get(net, 0) + 1
    return DiceEdge(Edge.from_counts(counts), Fraction(1))


def _one_roll_odds(pays: Pays, dice: Roll) -> Fraction | None:
    total = sum(dice)
    for key, odds in pays.items():
        if key in (total, dice, dice[::-1]):
            return Fraction(odds)
    return None


def hop(dice: Roll, pays: Fraction | int) -> DiceEdge:
    return one_roll({dice: pays})


def horn(pays: Mapping[int, Fraction | int], high: int | None = None) -> DiceEdge:
    """A quarter each on 2, 3, 11 and 12; with a high number a fifth each and a fifth more on it."""
    units = [2, 3, 11, 12] + ([high] if high is not None else [])
    return parts([(Fraction(1, len(units)), {total: pays[total]}) for total in units])


# -------------------------------------------------------------------- wagers on a shooter's hand


def unique_points(line: ComeOut = CRAPS, counted: Collection[int] = (4, 5, 6, 8, 9, 10)) -> dict[int, Fraction]:
    """How likely a shooter makes so many different points of those counted before a seven-out.

    The chain walks over the set of counted points already made; a point made twice, or one that does
    not count, leaves the set as it was. A total that the come-out decides is no point: nobody makes it.
    """
    counted = [point for point in counted if point in line.points]
    established = sum(WAYS[point] for point in line.points)
    made = {p: Fraction(WAYS[p], established) * point_is_made(p) for p in line.points}
    seven_out = 1 - sum(made.values(), Fraction(0))
    reach: dict[frozenset[int], Fraction] = {frozenset(): Fraction(1)}
    result: dict[int, Fraction] = {}
    for size in range(len(counted) + 1):
        for chosen in combinations(sorted(counted), size):
            state = frozenset(chosen)
            here = reach.get(state, Fraction(0))
            new = {p: made[p] for p in counted if p not in state}
            leaving = seven_out + sum(new.values(), Fraction(0))
            result[size] = result.get(size, Fraction(0)) + here * seven_out / leaving
            for point, chance in new.items():
                after = state | {point}
                reach[after] = reach.get(after, Fraction(0)) + here * chance / leaving
    return result


def shooter_rolls(line: ComeOut = CRAPS) -> Fraction:
    """Expected rolls of a shooter from a come-out until he sevens out."""
    established = sum(WAYS[point] for point in line.points)
    come_out = rolls_to_decide(established)
    decision = sum(Fraction(WAYS[p], established) * rolls_to_decide(WAYS[p] + WAYS[SEVEN]) for p in line.points)
    lost = sum(Fraction(WAYS[p], established) * (1 - point_is_made(p)) for p in line.points)
    return (come_out + decision) / lost


def fire_bet(
    pays: Mapping[int, Fraction | int],
    line: ComeOut = CRAPS,
    counted: Collection[int] = (4, 5, 6, 8, 9, 10),
) -> DiceEdge:
    """Paid once, on the seven-out, for the number of different points made."""
    unique = unique_points(line, counted)
    rows = [(Fraction(pays.get(count, -1)), chance) for count, chance in unique.items()]
    return DiceEdge(Edge.from_distribution(rows), shooter_rolls(line))


def numbers_before_seven(wanted: Collection[int]) -> dict[int, Fraction]:
    """How likely so many of the wanted totals are thrown at least once before any seven."""
    numbers = sorted(set(wanted))
    if SEVEN in numbers:
        raise ValueError("a seven cannot be thrown before a seven")
    none_of: list[Fraction] = [Fraction(0)] * (len(numbers) + 1)
    for size in range(len(numbers) + 1):
        for missing in combinations(numbers, size):
            none_of[size] += Fraction(WAYS[SEVEN], WAYS[SEVEN] + sum(WAYS[t] for t in missing))
    return {len(numbers) - k: _exactly(none_of, k) for k in range(len(numbers) + 1)}


def _exactly(sums: list[Fraction], k: int) -> Fraction:
    """Exactly k events happen, from the sums over all choices of j events that do (inclusion-exclusion)."""
    total = Fraction(0)
    for j in range(k, len(sums)):
        sign = -1 if (j - k) % 2 else 1
        total += sign * _choose(j, k) * sums[j]
    return total


def _choose(n: int, k: int) -> int:
    result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result


def collecting(wanted: Collection[int], pays: Mapping[int, Fraction | int]) -> DiceEdge:
    """A wager paid by how many of the wanted totals fall before any seven; settled on that seven.

    Six String: `collecting({4,5,6,8,9,10}, {6: 12})`. The readings of Almost and Tenor differ only in the
    rows given: separate wagers `{9: 20}` or `{9: 20, 10: 20}` and `{10: 80}`, or one `{9: 20, 10: 80}`.
    """
    chances = numbers_before_seven(wanted)
    rows = [(Fraction(pays.get(count, -1)), chance) for count, chance in chances.items()]
    return DiceEdge(Edge.from_distribution(rows), rolls_to_decide(WAYS[SEVEN]))
