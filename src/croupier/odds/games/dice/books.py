"""The odds of Craps and Crapless Craps from their rulebooks: each wager until it is decided, with its rolls.

Supplemental wagers are shown by multiples of the flat wager. Buy and Lay wagers are shown with the vigorish
charged always and on wins only where the house may choose. Where the text allows several readings (which rows a
Fire Bet has, whether Almost and The Tenor are one wager), each is computed and marked as a reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from croupier.games.dice import throws as rules
from croupier.games.dice import wagers as cw
from croupier.odds.games.dice import exact as dice
from croupier.odds.games.dice.exact import DiceEdge, Line, Vigorish
from croupier.odds.posting import Analyst, Axes, Figure, Table, pays, table, tables
from croupier.rulebook import Posting

MULTIPLES = (1, 2, 3, 5, 10, 20, 100)
THREE_FOUR_FIVE = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
ROUNDED_STAKE = 25  # dollars
SIX_TIMES = 6  # what a lay of 3-4-5 times odds is to win, whatever the point
NUMBERS = {word: int(number) for number, word in cw.WORDS.items()}


def line_of(posting: Posting) -> Line:
    return Line(wins=frozenset(posting["come-out-wins"]), loses=frozenset(posting["come-out-loses"]))


def totals(mask: int) -> list[int]:
    return [total for total in range(2, 13) if rules.holds(mask, total)]


def _figure(wager: str, shown: Table, found: DiceEdge, note: str = "", *, depends: tuple[str, ...] = ()) -> Figure:
    rolls = f"{float(found.rolls):.6g} rolls to decide"
    notes = "; ".join(part for part in (note, shown.note) if part)
    return Figure(
        wager=wager, table=shown.label, line=shown.line, edge=found.edge, note=notes, depends=depends,
        detail=rolls if found.rolls != 1 else "",
    )  # fmt: skip


def craps(posting: Posting) -> Iterator[Figure]:
    offered = posting.wagers
    for wager in offered:
        if wager in ("pass", "come", "dont-pass", "dont-come"):
            yield from _flat(posting, wager)
        elif wager in cw.SUPPORTS:
            yield from _supplemental(posting, wager)
        elif wager == "put":
            yield from _put(posting)
        elif wager in ("place", "buy", "lay", "hardway"):
            yield from _on_numbers(posting, wager)
        elif wager in cw.ONE_ROLL:
            for shown in tables(posting, wager):
                odds = dict.fromkeys(totals(cw.ONE_ROLL[wager]), shown.pays["win"])
                yield _figure(wager, shown, dice.one_roll(odds))
        elif wager in cw.COMBINED:
            yield from _combined(posting, wager)
        elif wager == "field":
            yield from _field(posting)
        elif wager == "hop":
            yield from _hops(posting)
        elif wager == "fire":
            yield from _fire(posting)
        elif wager in cw.COLLECTED:
            yield from _collecting(posting, wager)


# ---------------------------------------------------------------------------- line and odds


def odds_rows(posting: Posting, wager: str) -> dict[int, Fraction]:
    """What a supplemental wager pays on each point."""
    shown = table(posting, wager).pays
    points = line_of(posting).points
    return {point: shown.get(cw.WORDS[str(point)], shown.get(cw.pair_of(str(point)), Fraction(0))) for point in points}


def _flat(posting: Posting, wager: str) -> Iterator[Figure]:
    line, against = line_of(posting), wager.startswith("dont")
    support = f"{wager}-odds"
    for shown in tables(posting, wager):
        flat = shown.pays["win"]
        bars = posting.get("come-out-bars", [])
        if against:
            yield _figure(wager, shown, dice.dont_pass(line, bars, flat))
        else:
            yield _figure(wager, shown, dice.pass_line(line, flat))
    if support not in posting.wagers:
        return
    supported = table(posting, wager, "with-odds") if (wager, "with-odds") in posting.tables else table(posting, wager)
    flat, rows = supported.pays["win"], odds_rows(posting, support)
    for multiple in MULTIPLES:
        if against:
            found = dice.dont_pass(line, bars, flat, multiple, rows)
            note = f"odds laid to win {multiple} times the flat wager"
        else:
            found = dice.pass_line(line, flat, multiple, rows)
            note = f"with {multiple} times odds"
        yield _figure(wager, supported, found, note)
    if set(line.points) == set(THREE_FOUR_FIVE):
        if against:
            found = dice.dont_pass(line, bars, flat, SIX_TIMES, rows)
            yield _figure(wager, supported, found, "odds laid against 3-4-5 times odds")
        else:
            yield _figure(wager, supported, dice.pass_line(line, flat, THREE_FOUR_FIVE, rows), "with 3-4-5 times odds")


def _supplemental(posting: Posting, wager: str) -> Iterator[Figure]:
    shown, laid = table(posting, wager), wager in cw.LAID
    rows = odds_rows(posting, wager)
    for point in sorted(rows, key=lambda p: (abs(7 - p), p)):
        if point > 7:
            continue  # the number as far from seven has the same odds
        name = f"on {point} or {14 - point}" if point != 7 else "on 7"
        yield _figure(wager, shown, dice.supplemental(point, rows[point], laid), name)


def _put(posting: Posting) -> Iterator[Figure]:
    shown = table(posting, "put")
    rows = odds_rows(posting, "put-odds") if "put-odds" in posting.wagers else {}
    for point in line_of(posting).points:
        if point > 7:
            continue
        name = f"on {point} or {14 - point}"
        yield _figure("put", shown, dice.put(point, shown.pays["win"]), name)
        for multiple in MULTIPLES if rows else ():
            found = dice.put(point, shown.pays["win"], multiple, rows)
            yield _figure("put", shown, found, f"{name}; with {multiple} times odds")


# ------------------------------------------------------------------- numbers, before a seven


def vigorish(posting: Posting, wager: str, always: bool) -> Vigorish:
    rate = Fraction(int(posting[f"{wager}-vigorish"]), 100)
    return Vigorish(rate=rate, always=always)


def _on_numbers(posting: Posting, wager: str) -> Iterator[Figure]:
    for shown in tables(posting, wager):
        for word, odds in shown.pays.items():
            number = NUMBERS[word]
            if wager == "place":
                yield _figure(wager, shown, dice.place(number, odds), f"on {number}")
            elif wager == "hardway":
                yield _figure(wager, shown, dice.hardway(number, odds), f"on {number}")
            else:
                yield from _with_vigorish(posting, wager, shown, number, odds)


def _with_vigorish(posting: Posting, wager: str, shown: Table, number: int, odds: Fraction) -> Iterator[Figure]:
    rate = int(posting[f"{wager}-vigorish"])
    when = posting.rulebook.settings["vigorish-when"]
    moments = list(when.choices) if when.optional and "vigorish-when" not in posting.chosen else [
        posting["vigorish-when"]]  # fmt: skip
    for moment in moments:
        always = moment == "on-wager"
        base = dice.buy if wager == "buy" else dice.lay
        words = "of the wager" if wager == "buy" else "of what it could win"
        taken = "always" if always else "on wins only"
        note = f"on {number}; vigorish {rate} % {words}, {taken}"
        found = base(number, vigorish(posting, wager, always), odds)
        yield _figure(wager, shown, found, note)
        if always:  # as such wagers are often quoted: the vigorish is put down with the wager
            together = msgspec.structs.replace(found, edge=found.edge.per(found.edge.average_stake))
            yield _figure(wager, shown, together, f"{note}; per wager and vigorish together")
        yield _rounded(posting, wager, shown, number, odds, always)


def _rounded(posting: Posting, wager: str, shown: Table, number: int, odds: Fraction, always: bool) -> Figure:
    """The same with the vigorish rounded down to whole dollars, at a wager where that matters."""
    taken = "always" if always else "on wins only"
    charge = Vigorish(rate=vigorish(posting, wager, always).rate, always=always, unit_cents=100, rounding="down")
    base = dice.buy if wager == "buy" else dice.lay
    stake = ROUNDED_STAKE if wager == "buy" else 2 * ROUNDED_STAKE
    note = f"on {number}; vigorish in whole dollars rounded down, {taken}; wager of ${stake}"
    return _figure(wager, shown, base(number, charge, odds, stake * 100), note)


# ----------------------------------------------------------------------------- one roll


def _field(posting: Posting) -> Iterator[Figure]:
    for shown in tables(posting, "field"):
        extremes = shown.pays.get("two-or-twelve")
        odds = dict.fromkeys(totals(rules.FIELD), shown.pays["other"])
        odds[2] = shown.pays.get("two", extremes if extremes is not None else shown.pays["other"])
        odds[12] = shown.pays.get("twelve", extremes if extremes is not None else shown.pays["other"])
        yield _figure("field", shown, dice.one_roll(odds))


def _hops(posting: Posting) -> Iterator[Figure]:
    for shown in tables(posting, "hop"):
        hard = {odds for name, odds in shown.pays.items() if name == "hard" or (name[0] == name[2])}
        easy = {odds for name, odds in shown.pays.items() if name == "easy" or ("-" in name and name[0] != name[2])}
        for odds in sorted(hard):
            yield _figure("hop", shown, dice.hop((3, 3), odds), "a pair")
        for odds in sorted(easy):
            yield _figure("hop", shown, dice.hop((3, 4), odds), "two different faces")


def part_odds(posting: Posting, name: str) -> dict[int, Fraction]:
    """What one part of a combined wager pays on each total, by the rows of the wager that it stands for."""
    return dict.fromkeys(totals(cw.ONE_ROLL[name]), pays(posting, name))


def _parts(posting: Posting, wager: str, high: str = "") -> list[tuple[Fraction, dict[int, Fraction]]]:
    found: list[tuple[Fraction, dict[int, Fraction]]] = []
    for row in posting.rows(wager, "parts"):
        share = row.odds.value
        if row.outcome == "high":
            found.append((share, part_odds(posting, cw.HORN[high])))
        elif row.outcome in cw.COMBINED:
            found += [(share * part, odds) for part, odds in _parts(posting, row.outcome)]
        else:
            found.append((share, part_odds(posting, row.outcome)))
    return found


def _combined(posting: Posting, wager: str) -> Iterator[Figure]:
    chosen = posting.tables[wager, "parts"]
    shown = Table(chosen.label, chosen.line, {})
    if wager == "horn-high":
        for high in cw.HORN:
            yield _figure(wager, shown, dice.parts(_parts(posting, wager, high)), f"high {high}")
    else:
        yield _figure(wager, shown, dice.parts(_parts(posting, wager)))


# -------------------------------------------------------------------------- a shooter's hand


def _fire(posting: Posting) -> Iterator[Figure]:
    line, counted = line_of(posting), totals(rules.FIRE_POINTS)
    for shown in tables(posting, "fire"):
        rows = {int(name.split("-")[0]): odds for name, odds in shown.pays.items()}
        yield _figure("fire", shown, dice.fire_bet(rows, line, counted))
        if min(rows) < 4:
            without = {points: odds for points, odds in rows.items() if points >= 4}
            found = dice.fire_bet(without, line, counted)
            yield _reading(_figure("fire", shown, found, "reading: fewer than four points lose"))
        as_printed_for = {points: odds - 1 for points, odds in rows.items()}
        found = dice.fire_bet(as_printed_for, line, counted)
        yield _reading(_figure("fire", shown, found, "reading: the rows are odds for one"))
        if len(line.points) > len(counted):  # the last row speaks of its points "or more"
            every = {points: rows[min(points, max(rows))] for points in range(min(rows), len(line.points) + 1)}
            found = dice.fire_bet(every, line, line.points)
            yield _reading(_figure("fire", shown, found, f"reading: all {len(line.points)} points count"))


def _collecting(posting: Posting, wager: str) -> Iterator[Figure]:
    wanted = totals(cw.COLLECTED[wager])
    for shown in tables(posting, wager):
        if "win" in shown.pays:
            yield _figure(wager, shown, dice.collecting(wanted, {len(wanted): shown.pays["win"]}))
            continue
        nine, ten = shown.pays["nine-of-ten"], shown.pays["ten-of-ten"]
        yield _figure(wager, shown, dice.collecting(wanted, {9: nine, 10: ten}), "nine or ten numbers, one wager")
        readings = {
            "The Tenor as a wager of its own": {10: ten},
            "Almost as a wager of its own, nine numbers only": {9: nine},
            "Almost as a wager of its own, nine or ten numbers": {9: nine, 10: nine},
        }
        for words, rows in readings.items():
            yield _reading(_figure(wager, shown, dice.collecting(wanted, rows), f"reading: {words}"))


def _reading(figure: Figure) -> Figure:
    return msgspec.structs.replace(figure, reading=True)


ANALYSTS: dict[str, tuple[Analyst, Axes]] = {"craps": (craps, ()), "crapless-craps": (craps, ())}
