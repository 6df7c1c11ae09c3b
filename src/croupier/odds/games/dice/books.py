"""The odds of Craps and Crapless Craps from their rulebooks: each wager until it is decided, with its rolls.

Supplemental wagers are shown by multiples of the flat wager. Buy and Lay wagers are shown with the vigorish
charged always and on wins only where the house may choose. Where the text allows several readings (which rows a
Fire Bet has, whether Almost and The Tenor are one wager), each is computed and marked as a reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

import msgspec

from croupier.equipment.money import money
from croupier.games.dice import throws as rules
from croupier.games.dice import wagers as cw
from croupier.games.dice.money import DiceMoney
from croupier.odds.analysis import Analysis, later
from croupier.odds.games.dice import exact as dice
from croupier.odds.games.dice.exact import ComeOut, DiceEdge, Vigorish
from croupier.odds.posting import Figure, Table, Unanalysed, game_under, part, pays, table, tables
from croupier.rulebook import Posting
from croupier.rulebook.vocabulary import paid_as

MULTIPLES = (1, 2, 3, 5, 10, 20, 100)
THREE_FOUR_FIVE = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
ROUNDED_STAKE = 25  # dollars
SIX_TIMES = 6  # what a lay of 3-4-5 times odds is to win, whatever the point
OFF = "odds off on come-outs"
ON_WAGER = "on-wager"  # when a vigorish is taken whatever becomes of its wager


def line_of(posting: Posting) -> ComeOut:
    """What the come-out decides; a total that is said to win and to lose wins, as at the table."""
    wins = frozenset(posting["come-out-wins"])
    loses = frozenset(posting["come-out-loses"]) - wins
    if rules.SEVEN not in wins | loses:
        raise Unanalysed("come-out-wins: a seven that neither wins nor loses at once would be a point")
    return ComeOut(wins=wins, loses=loses)


def dice_game(posting: Posting) -> DiceMoney:
    game = game_under(posting)
    assert isinstance(game, DiceMoney)
    return game


def totals(mask: int) -> list[int]:
    return [total for total in range(2, 13) if rules.holds(mask, total)]


def _figure(
    wager: str, shown: Table, found: DiceEdge, note: str = "", *, on: Iterable[str | int] = (), charged: str = ""
) -> Figure:
    rolls = f"{float(found.rolls):.6g} rolls to decide"
    notes = "; ".join(text for text in (note, shown.note) if text)
    return Figure(
        wager=wager, table=shown.label, line=shown.line, edge=found.edge, note=notes, on=tuple(map(str, on)),
        charged=charged, detail=rolls if found.rolls != 1 else "",
    )  # fmt: skip


def craps(posting: Posting) -> Iterator[Figure]:
    for wager in posting.wagers:
        yield from part(posting, wager, _wager(posting, wager))


def _wager(posting: Posting, wager: str) -> Iterator[Figure]:
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
            odds = dict.fromkeys(totals(cw.ONE_ROLL[wager]), shown.nets["win"])
            yield _figure(wager, shown, dice.one_roll(odds))
    elif wager in cw.COMBINED:
        yield from _combined(posting, wager)
    elif wager == "field":
        for shown in tables(posting, "field"):
            yield _figure("field", shown, dice.one_roll(field_odds(shown.nets)))
    elif wager == "hop":
        yield from _hops(posting)
    elif wager == "fire":
        yield from _fire(posting)
    elif wager in cw.COLLECTED:
        yield from _collecting(posting, wager)


# ---------------------------------------------------------------------------- line and odds


def odds_rows(posting: Posting, wager: str) -> dict[int, Fraction]:
    """What a supplemental wager pays on each point."""
    nets = table(posting, wager).nets
    return {point: nets[cw.WORDS[str(point)]] for point in line_of(posting).points}


def multiples(posting: Posting) -> list[int]:
    """The multiples of the flat wager that are shown: all, or up to the most that the house may take, and that one."""
    setting = posting.rulebook.settings["odds-multiple"]
    fixed = not setting.optional or "odds-multiple" in posting.chosen
    most = int(posting["odds-multiple"]) if fixed else setting.most
    return [*MULTIPLES] if not most else [multiple for multiple in MULTIPLES if multiple < most] + [int(most)]


def multiples_by_point(posting: Posting) -> dict[int, int]:
    """How many times the flat wager the odds may be on each point; nothing where the points do not differ."""
    by_point = {int(number): int(times) for number, times in dict(posting.get("odds-by-point", {})).items()}
    usual = int(posting["odds-multiple"])
    return {point: by_point.get(point, usual) for point in line_of(posting).points} if by_point else {}


def with_odds(posting: Posting, wager: str) -> Table:
    """What pays a wager that odds support: rows of its own where the book prints them."""
    return table(posting, wager, "with-odds" if (wager, "with-odds") in posting.tables else "main")


def by_likeness(rows: Mapping[int, Fraction]) -> Iterator[tuple[int, ...]]:
    """The points, those as far from seven together where they are paid alike."""
    for point in sorted(rows, key=lambda p: (abs(7 - p), p)):
        other = 14 - point
        alike = other in rows and rows[other] == rows[point]
        if not alike or point == other:
            yield (point,)
        elif point < other:
            yield point, other


def on_words(points: Iterable[int]) -> str:
    return f"on {' or '.join(map(str, points))}"


def is_off(posting: Posting, wager: str) -> bool:
    """Whether come-outs leave a wager alone; odds go back where the wager that they support is decided by one."""
    return dice_game(posting).on_come_out(wager) is False


def _flat(posting: Posting, wager: str) -> Iterator[Figure]:
    line, against = line_of(posting), wager.startswith("dont")
    support = f"{wager}-odds"
    bars = posting.get("come-out-bars", [])
    for shown in tables(posting, wager):
        flat = shown.nets["win"]
        found = dice.dont_pass(line, bars, flat) if against else dice.pass_line(line, flat)
        yield _figure(wager, shown, found)
    if support not in posting.wagers:
        return
    supported, rows = with_odds(posting, wager), odds_rows(posting, support)
    at_once = table(posting, wager).nets["win"]  # before there can be odds
    off = is_off(posting, support)

    def beside(multiple: Mapping[int, int] | int) -> DiceEdge:
        flat = supported.nets["win"]
        if against:
            return dice.dont_pass(line, bars, flat, multiple, rows, at_once=at_once)
        return dice.pass_line(line, flat, multiple, rows, at_once=at_once, odds_off=off)

    tail = f"; {OFF}" if off else ""
    if times := multiples_by_point(posting):
        points = {n: " or ".join(str(p) for p in times if times[p] == n) for n in sorted({*times.values()})}
        words = ", ".join(f"{n} times on {on}" for n, on in points.items())
        yield _figure(wager, supported, beside(times), f"odds {'laid to win ' if against else ''}{words}{tail}")
        return
    shown_multiples = multiples(posting)
    for multiple in shown_multiples:
        note = f"odds laid to win {multiple} times the flat wager" if against else f"with {multiple} times odds"
        yield _figure(wager, supported, beside(multiple), note + tail)
    if set(line.points) == set(THREE_FOUR_FIVE) and max(shown_multiples, default=0) >= SIX_TIMES:
        note = "odds laid against 3-4-5 times odds" if against else "with 3-4-5 times odds"
        yield _figure(wager, supported, beside(SIX_TIMES if against else THREE_FOUR_FIVE), note + tail)


def _supplemental(posting: Posting, wager: str) -> Iterator[Figure]:
    shown, laid = table(posting, wager), wager in cw.LAID
    rows, line = odds_rows(posting, wager), line_of(posting)
    for points in by_likeness(rows):
        point, name = points[0], on_words(points)
        if not is_off(posting, wager):
            yield _figure(wager, shown, dice.supplemental(point, rows[point], laid), name, on=points)
            continue
        found = dice.supplemental(point, rows[point], laid, dice.decided_on_come_out(line, point))
        yield _figure(wager, shown, found, f"{name}; {OFF}", on=points)


def _put(posting: Posting) -> Iterator[Figure]:
    shown, supported = table(posting, "put"), with_odds(posting, "put")
    rows = odds_rows(posting, "put-odds") if "put-odds" in posting.wagers else {}
    for points in sorted(by_likeness(rows or dict.fromkeys(line_of(posting).points, Fraction(0)))):
        point, name = points[0], on_words(points)
        yield _figure("put", shown, dice.put(point, shown.nets["win"]), name, on=points)
        times = multiples_by_point(posting)
        for multiple in ([times[point]] if times else multiples(posting)) if rows else ():
            found = dice.put(point, supported.nets["win"], multiple, rows)
            yield _figure("put", supported, found, f"{name}; with {multiple} times odds", on=points)


# ------------------------------------------------------------------- numbers, before a seven


def vigorish(posting: Posting, wager: str, always: bool) -> Vigorish:
    rate = Fraction(int(posting[f"{wager}-vigorish"]), 100)
    return Vigorish(rate=rate, always=always)


def numbers_paid(posting: Posting, wager: str, shown: Table) -> dict[int, Fraction]:
    """The numbers that a wager may be on, with what each pays, in the order of the book's rows."""
    numbers = cw.HARD_NUMBERS if wager == "hardway" else dice_game(posting).points
    fallbacks = cw.OUTCOMES[wager]["main"]
    rows = {number: paid_as(cw.WORDS[number], shown.pays, fallbacks) for number in numbers}
    printed = list(shown.pays)
    offered = sorted(
        (number for number in numbers if rows[number] in printed), key=lambda n: printed.index(str(rows[n]))
    )
    return {int(number): shown.nets[cw.WORDS[number]] for number in offered}


def _on_numbers(posting: Posting, wager: str) -> Iterator[Figure]:
    for shown in tables(posting, wager):
        for number, odds in numbers_paid(posting, wager, shown).items():
            if wager in cw.WITH_VIGORISH:
                yield from _with_vigorish(posting, wager, shown, number, odds)
                continue
            found = dice.place(number, odds) if wager == "place" else dice.hardway(number, odds)
            found = _waiting(posting, wager, number, found)
            yield _figure(wager, shown, found, on_words([number]), on=[number])


def _waiting(posting: Posting, wager: str, number: int, found: DiceEdge) -> DiceEdge:
    """A wager on a number with the rolls that it takes where come-outs leave it alone."""
    if not is_off(posting, wager):
        return found
    return msgspec.structs.replace(found, rolls=dice.rolls_off_on_come_outs(line_of(posting), number))


def _with_vigorish(posting: Posting, wager: str, shown: Table, number: int, odds: Fraction) -> Iterator[Figure]:
    rate = int(posting[f"{wager}-vigorish"])
    when = posting.rulebook.settings["vigorish-when"]
    open_choice = when.optional and "vigorish-when" not in posting.chosen
    for moment in map(str, when.choices if open_choice else [posting["vigorish-when"]]):
        always = moment == ON_WAGER
        base = dice.buy if wager == "buy" else dice.lay
        words = "of the wager" if wager == "buy" else "of what it could win"
        taken = "always" if always else "on wins only"
        note = f"on {number}; vigorish {rate} % {words}, {taken}"
        found = _waiting(posting, wager, number, base(number, vigorish(posting, wager, always), odds))
        yield _figure(wager, shown, found, note, on=[number], charged=moment)
        if always:  # as such wagers are often quoted: the vigorish is put down with the wager
            together = msgspec.structs.replace(found, edge=found.edge.per(found.edge.average_stake))
            told = f"{note}; per wager and vigorish together"
            yield _figure(wager, shown, together, told, on=[number], charged=moment)
        unit = coin(posting)
        if unit > 1:
            yield _rounded(posting, wager, shown, number, odds, moment, unit)


def coin(posting: Posting) -> int:
    """The cents to which a vigorish is rounded: as the house says, or the most that it may choose."""
    setting = posting.rulebook.settings["vigorish-unit"]
    open_choice = setting.optional and "vigorish-unit" not in posting.chosen
    return max(map(int, setting.choices)) if open_choice and setting.choices else int(posting["vigorish-unit"])


def _rounded(posting: Posting, wager: str, shown: Table, number: int, odds: Fraction, moment: str, unit: int) -> Figure:
    """The same with the vigorish rounded down to a coin, at a wager where that matters."""
    always = moment == ON_WAGER
    taken = "always" if always else "on wins only"
    charge = Vigorish(rate=vigorish(posting, wager, always).rate, always=always, unit_cents=unit, rounding="down")
    base = dice.buy if wager == "buy" else dice.lay
    stake = ROUNDED_STAKE if wager == "buy" else 2 * ROUNDED_STAKE
    coins = "whole dollars" if unit == 100 else f"steps of {money(unit)}"
    note = f"on {number}; vigorish in {coins} rounded down, {taken}; wager of ${stake}"
    found = base(number, charge, odds, stake * 100)
    return _figure(wager, shown, _waiting(posting, wager, number, found), note, on=[number], charged=moment)


# ----------------------------------------------------------------------------- one roll


def field_odds(nets: Mapping[str, Fraction]) -> dict[int, Fraction]:
    """What each total of the field pays."""
    named = {2: "two", 12: "twelve"}
    return {total: nets[named.get(total, "other")] for total in totals(rules.FIELD)}


def _hops(posting: Posting) -> Iterator[Figure]:
    for shown in tables(posting, "hop"):
        for pair, words in ((True, "a pair"), (False, "two different faces")):
            by_odds: dict[Fraction, list[str]] = {}
            for hop in cw.HOPS:
                if (hop[0] == hop[2]) == pair and paid_as(hop, shown.pays, cw.OUTCOMES["hop"]["main"]) != "lose":
                    by_odds.setdefault(shown.nets[hop], []).append(hop)
            for odds, hops in sorted(by_odds.items()):
                named = words if len(by_odds) == 1 else f"{words}: {', '.join(hops)}"
                dice_of = (int(hops[0][0]), int(hops[0][2]))
                yield _figure("hop", shown, dice.hop(dice_of, odds), named, on=hops)


def part_odds(posting: Posting, name: str) -> dict[int, Fraction]:
    """What one part of a combined wager pays on each total, by the rows of the wager that it stands for."""
    return dict.fromkeys(totals(cw.ONE_ROLL[name]), pays(posting, name))


def _combined(posting: Posting, wager: str) -> Iterator[Figure]:
    chosen = posting.tables[wager, "parts"]
    shown, game = Table(chosen.label, chosen.line, {}), dice_game(posting)
    for on in game.selections(wager):
        parts = [(share, part_odds(posting, kind)) for kind, share in game.parts(wager, on).items()]
        yield _figure(wager, shown, dice.parts(parts), f"high {on}" if on else "", on=[on] if on else ())


# -------------------------------------------------------------------------- a shooter's hand


def fire_rows(nets: Mapping[str, Fraction], pays: Mapping[str, Fraction]) -> dict[int, Fraction]:
    """What so many different points pay; less than the fewest that a row names lose."""
    return {int(name.split("-")[0]): nets[name] for name in cw.OUTCOMES["fire"]["main"] if name in pays}


def _fire(posting: Posting) -> Iterator[Figure]:
    line, counted = line_of(posting), totals(rules.FIRE_POINTS)
    for shown in tables(posting, "fire"):
        rows = fire_rows(shown.nets, shown.pays)
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
        if "win" in shown.nets:
            yield _figure(wager, shown, dice.collecting(wanted, {len(wanted): shown.nets["win"]}))
            continue
        nine, ten = shown.nets["nine-of-ten"], shown.nets["ten-of-ten"]
        yield _figure(wager, shown, dice.collecting(wanted, {9: nine, 10: ten}), "nine or ten numbers, one wager")
        if "nine-of-ten" not in shown.pays:
            continue
        readings = {
            "The Tenor as a wager of its own": {10: ten},
            "Almost as a wager of its own, nine numbers only": {9: nine},
            "Almost as a wager of its own, nine or ten numbers": {9: nine, 10: nine},
        }
        for words, rows in readings.items():
            yield _reading(_figure(wager, shown, dice.collecting(wanted, rows), f"reading: {words}"))


def _reading(figure: Figure) -> Figure:
    return msgspec.structs.replace(figure, reading=True)


CRAPS = CRAPLESS_CRAPS = Analysis(figures=craps, simulator=later("simulate.games:Dice"))
