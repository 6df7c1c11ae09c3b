"""Wagers on the dice that a rulebook describes itself: every course that the throws can take until one is decided.

A state is the point and what the wager remembers, cut down to what its conditions can tell apart, so that there are
few of them. The table keeps the whole memory; the proof that every row can happen and the odds walk over the states.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from croupier.rulebook.described import Described
from croupier.rulebook.described import dice as said
from croupier.rulebook.described.conditions import ON
from croupier.rulebook.described.dice import SEVEN, THROW, Memory, Throw
from croupier.rulebook.faults import Found

PAIRS = tuple((a, b, 1 if a == b else 2) for a in range(1, 7) for b in range(a, 7))  # faces, and in how many ways
TOTALS = tuple((max(1, t - 6), min(6, t - 1), min(t - 1, 13 - t)) for t in range(2, 13))  # one pair for each total
WAYS = 36
REMEMBERED = "since-placed"  # where a wager keeps what it remembers: plain data in its memo


class State(NamedTuple):
    """Between two throws: the point that stands, and what the wager remembers."""

    point: int
    memory: Memory


Steps = list[tuple[int, str, State]]  # throws: in how many ways, what they decide ("": nothing), where they lead


class _Cut:
    """Memory cut down to what the conditions of a wager tell apart."""

    def __init__(self, described: Described) -> None:
        caps: dict[str, int] = {}
        for name, cap in described.looks.memory:
            caps[name] = max(caps.get(name, 0), int(cap))
        self.point = bool({"point", "points", "passes"} & caps.keys())
        self.throws = caps.get("throws", 0)
        self.times = tuple(caps.get(f"times.{total}", 0) for total in range(13))
        self.points, self.passes, self.pairs = "points" in caps, caps.get("passes", 0), asks_for_doubles(described)
        self.throws_apart = PAIRS if "faces" in caps else TOTALS

    def memory(self, throw: Throw) -> Memory:
        return Memory(
            min(throw.throws, self.throws),
            tuple(min(n, cap) for n, cap in zip(throw.times, self.times)),
            throw.points if self.points else (),
            min(throw.passes, self.passes),
            throw.pairs if self.pairs else (),
        )


def asks_for_doubles(described: Described) -> bool:
    """Whether it matters which doubles were thrown."""
    return any(name == said.PAIRS for name, _ in described.looks.memory)


def next_point(point: int, total: int, points: Collection[int]) -> int:
    """The point after a throw; `points` are the totals that become one on a come-out roll."""
    if not point:
        return total if total in points else 0
    return 0 if total in (point, SEVEN) else point


def courses(
    described: Described, rows: Collection[str], points: Collection[int], on: str = "", point: int = 0
) -> tuple[State, dict[State, Steps]]:
    """Where a wager placed at this point begins, and every state that throws can lead it to."""
    cut = _Cut(described)
    start = State(point if cut.point else 0, Memory())
    found: dict[State, Steps] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in found:
            continue
        steps = found[state] = []
        for a, b, ways in cut.throws_apart:
            throw = state.memory.after(a, b, state.point)
            outcome = described.outcome({THROW: throw, ON: on}, rows) or ""
            after = State(next_point(state.point, a + b, points) if cut.point else 0, cut.memory(throw))
            steps.append((ways, outcome, after))
            if not outcome and described.waits:
                waiting.append(after)
    return start, found


def unsettled(states: dict[State, Steps]) -> bool:
    """Whether throws can lead to a state from which nothing is ever decided."""
    settles = {state for state, steps in states.items() if any(outcome for _, outcome, _ in steps)}
    grows = True
    while grows:
        more = {s for s, steps in states.items() if s not in settles and any(after in settles for *_, after in steps)}
        settles |= more
        grows = bool(more)
    return len(settles) < len(states)


def remembers(described: Described) -> bool:
    """Whether it matters what was thrown since the wager was placed: then it may not be changed any more."""
    return any(name not in ("point", "faces") for name, _ in described.looks.memory)


def memory_of(memo: dict[str, Any]) -> Memory:
    """What a wager on the layout remembers."""
    kept = memo.get(REMEMBERED)
    if not kept:
        return Memory()
    throws, times, points, passes, *pairs = kept
    return Memory(throws, tuple(times), tuple(points), passes, tuple(pairs[0]) if pairs else ())


def remember(described: Described, memo: dict[str, Any], throw: Throw) -> None:
    """Keep what was thrown; which doubles only where a condition asks, as journals from before that have it."""
    memo[REMEMBERED] = [throw.throws, list(throw.times), list(throw.points), throw.passes]
    if asks_for_doubles(described):
        memo[REMEMBERED].append(list(throw.pairs))


def placing_blocked(described: Described, memo: dict[str, Any], stands_since_before: bool) -> str:
    """Why a described wager may not be placed now, by what the table remembers; or an empty string."""
    if stands_since_before and remembers(described):
        return "stands already; it may not be changed once the dice have rolled"
    when = described.rule.placed
    fresh = not memo["throws"]
    if when == "come-out" and memo["point"]:
        return "placed before the come-out roll only"
    if when == "new-shooter" and not fresh:
        return "placed before a new shooter's first throw"
    if when == "after-seven" and not fresh and memo["last"] != SEVEN:
        return "placed for a new shooter, or after a roll of seven"
    return ""


def never_thrown(described: Described, points: Collection[int]) -> list[Found]:
    """Rows that no course of throws reaches, and a wager that may wait for ever."""
    faults: list[Found] = []
    for number, table in enumerate(described.rule.pay_tables, 1):
        rows = [name for name, _ in table.rows]
        reached: set[str] = set()
        for on in described.rule.on or ("",):
            _, states = courses(described, rows, points, on)
            reached |= {outcome for steps in states.values() for _, outcome, _ in steps}
            if described.waits and unsettled(states):
                words = "throws can come after which nothing ever decides it; say on what it is lost"
                faults.append(Found(f"wagers.{described.name}.outcomes", words))
        where = f"wagers.{described.name}.pay-tables[{number}].rows"
        missing = [n for n, name in enumerate(rows, 1) if name not in reached]
        faults += [Found(f"{where}[{n}]", f"{rows[n - 1]!r} can't happen") for n in missing]
    return list(dict.fromkeys(faults))
