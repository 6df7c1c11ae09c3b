"""The money side of craps: what a wager may be on, how much may lie there, and the vigorish on Buy and Lay wagers."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

from croupier.equipment.money import money, round_down, round_up
from croupier.games.dice import described as described_dice
from croupier.games.dice import shooter as craps_shooter
from croupier.games.dice import throws as dice
from croupier.games.dice.wagers import (
    COMBINED,
    HARD_NUMBERS,
    HOPS,
    HORN,
    LAID,
    LINE,
    NUMBERS,
    ON_A_NUMBER,
    OUTCOMES,
    SUPPORTS,
    WITH_VIGORISH,
    WORDS,
    pair_of,
)
from croupier.rounds import acts
from croupier.rounds.felt import Felt, Wager
from croupier.rounds.game import Game
from croupier.rounds.refusal import Refused
from croupier.rounds.table import Table
from croupier.rulebook.described import Described
from croupier.rulebook.faults import Found, one_of
from croupier.rulebook.model import Rulebook
from croupier.rulebook.payouts import Odds
from croupier.rulebook.posting import Limits, Posting


class DiceMoney(Game):
    """Offers, limits and vigorish of a game of two dice."""

    @classmethod
    def never_seen(cls, book: Rulebook, described: Described) -> list[Found]:
        decided = {dice.SEVEN}
        for name in ("come-out-wins", "come-out-loses"):
            decided |= set(book.settings[name].value) if name in book.settings else set()
        return described_dice.never_thrown(described, [n for n in map(int, NUMBERS) if n not in decided])

    @classmethod
    def faults(cls, book: Rulebook) -> list[Found]:
        """Besides what every game asks: a come-out total decides one way, and odds are paid on every possible point."""
        found = super().faults(book)
        if found:
            return found
        wins, loses = (book.settings[name].value for name in ("come-out-wins", "come-out-loses"))
        if dice.SEVEN not in (*wins, *loses):
            words = "expected a seven here or in come-out-loses: it is no point, so it decides the come-out roll"
            found.append(Found("rules.come-out-wins.value", words))
        for place, total in enumerate(loses, 1):
            if total in wins:
                words = f"{total} can't lose the come-out roll that it wins"
                found.append(Found(f"rules.come-out-loses.value[{place}]", words))
        bars = book.settings.get("come-out-bars")
        for place, total in enumerate(bars.value if bars else (), 1):
            if total not in loses:
                words = f"expected a total that loses the come-out roll, {', '.join(map(str, loses))}, found {total}"
                found.append(Found(f"rules.come-out-bars.value[{place}]", words))
        points = [n for n in NUMBERS if int(n) not in {*wins, *loses, dice.SEVEN}]
        found += _point_faults(book, points)
        for wager in [name for name in book.wagers if name in SUPPORTS]:
            rows = {outcome for table in book.wagers[wager].pay_tables for outcome, _ in table.rows}
            lacking = [n for n in points if not rows & {WORDS[n], pair_of(n)}]
            found += [Found(f"wagers.{wager}", f"no row for {n}") for n in lacking]
            for place, table in enumerate(book.wagers[wager].pay_tables if wager in LAID else (), 1):
                for number, (_, odds) in enumerate(table.rows, 1):
                    if odds.profit(1) <= 0:
                        words = f"expected odds such as 1 to 2: nobody can lay enough to win by {odds}"
                        found.append(Found(f"wagers.{wager}.pay-tables[{place}].rows[{number}]", words))
        return found + cls._share_faults(book)

    @classmethod
    def _share_faults(cls, book: Rulebook) -> list[Found]:
        """The parts of a combined wager are the whole of it."""
        found = []
        for wager in [name for name in COMBINED if name in book.wagers]:
            for number, table in enumerate(book.wagers[wager].pay_tables, 1):
                if sum(odds.value for _, odds in table.rows) != 1:
                    where = f"wagers.{wager}.pay-tables[{number}].rows"
                    found.append(Found(where, f"the shares of {wager} are not 100% together"))
        return found

    def __init__(self, posting: Posting) -> None:
        super().__init__(posting)
        self.wins = dice.mask(posting["come-out-wins"])
        self.loses = dice.mask(posting["come-out-loses"])
        self.bars = dice.mask(posting.get("come-out-bars", []))
        self.points = tuple(n for n in NUMBERS if self.line(int(n), 0) == dice.POINT)
        self._selections = {wager: self._on(wager) for wager in posting.wagers}
        for wager in COMBINED:
            if wager in posting.wagers and sum(self.shares(wager).values()) != 1:
                raise ValueError(f"{posting.rulebook.key}: the shares of {wager} are not 100% together")

    def new_felt(self, seats: int, inventory: int) -> Felt:
        felt = super().new_felt(seats, inventory)
        craps_shooter.start(felt)
        return felt

    def line(self, total: int, point: int) -> int:
        return dice.with_the_dice(total, point, self.wins, self.loses)

    # What a wager may be on, and when

    def _on(self, wager: str) -> tuple[str, ...]:
        if wager in self.described:
            return self.described[wager].rule.on or ("",)
        if wager == "horn-high":
            return tuple(HORN)
        if wager in ON_A_NUMBER or wager in ("hardway", "hop"):
            numbers = {"hardway": HARD_NUMBERS, "hop": HOPS}.get(wager, self.points)
            return tuple(on for on in numbers if self.paid_as(wager, on) != "lose")
        return ("",)

    def selections(self, wager: str) -> tuple[str, ...]:
        return self._selections[wager]

    def on_come_out(self, kind: str) -> bool | None:
        """Whether a wager works on the come-out unless called otherwise; None: it always works."""
        if kind == "hardway":
            return bool(self.posting["hardways-on-come-out"])
        setting = {"place": "place", "buy": "place", "lay": "lay", "come-odds": "come-odds"}.get(kind)
        works = self.posting.get(f"{setting}-on-come-out", True) if setting else True
        return None if works else False

    def paid_as(self, wager: str, on: str) -> str:
        """The row that pays a wager on a number or a hop; `win` where it does not matter what it is on."""
        if wager in self.described:
            return ""  # its rows are its outcomes, not what it is on
        outcome = WORDS.get(on, on)
        return self.resolve(wager, outcome) if outcome in self.OUTCOMES[wager].get("main", {}) else "win"

    def odds_words(self, wager: str, on: str) -> str:
        row = self.posting.row(wager, self.paid_as(wager, on))
        if row:
            return str(row.odds)
        return "as its parts" if wager in COMBINED else super().odds_words(wager, on)

    def odds_now(self, table: Table, position: int, wager: str, on: str) -> str:
        if wager in SUPPORTS and self.supported(table, position, wager, on) is not None:
            return str(self._odds_on_point(table, wager, on))
        return super().odds_now(table, position, wager, on)

    def supported(self, table: Table, position: int, odds: str, on: str) -> Wager | None:
        """The wager that an odds wager supports: it must stand on a point."""
        base = SUPPORTS[odds]
        if base in LINE:
            return table.wager(base, position) if table.felt.memo["point"] else None
        return table.wager(base, position, on) if on else None

    # Wagers made of several

    def shares(self, wager: str) -> dict[str, Fraction]:
        return {row.outcome: row.odds.value for row in self.posting.rows(wager, "parts")}

    def parts(self, wager: str, on: str) -> dict[str, Fraction]:
        """The one-roll wagers that a combined wager is paid as, each with its share of the whole."""
        shares = self.shares(wager)
        if "high" in shares:
            shares[HORN[on]] += shares.pop("high")
        if "horn" in shares:
            horn = shares.pop("horn")
            shares = {part: horn * share for part, share in self.parts("horn", "").items()} | shares
        return shares

    def broken_down(self, wager: str, on: str) -> dict[str, Fraction]:
        """Where the layout has no area for a wager, the two wagers that the dealer makes of it; else none."""
        if self.posting.get(f"{wager}-area", True):
            return {}
        shares = self.shares(wager)
        if "high" not in shares:
            return shares
        return {"horn": 1 - shares["high"], HORN[on]: shares["high"]}

    # How much

    def limits(self, table: Table, position: int, wager: str, on: str) -> Limits:
        limits = super().limits(table, position, wager, on)
        if wager in SUPPORTS:
            return self.odds_limits(table, position, wager, on, limits)
        step = limits.step
        if self.posting["unpayable-wagers"] == "refused":
            step = lcm(step, self.payable(wager, on, self.posting.get("payout-unit", 1)))
        if step == limits.step:
            return limits
        return Limits(-(-limits.least // step) * step, limits.most // step * step, step)

    def payable(self, wager: str, on: str, unit: int) -> int:
        """The least amount that can be paid in whole units at every row it may win by."""
        if wager in COMBINED:
            shares = self.parts(wager, on).items()
            return lcm(*(self.payable(kind, "", unit) * share.denominator for kind, share in shares))
        row = self.posting.row(wager, self.paid_as(wager, on))
        rows = [row] if row else self.posting.rows(wager)
        return lcm(*(whole_stake(row.odds.value, unit) for row in rows))

    def odds_limits(self, table: Table, position: int, wager: str, on: str, posted: Limits) -> Limits:
        """Odds go up to a multiple of the wager they support, rounded up so that they can be paid in whole chips."""
        base = self.supported(table, position, wager, on)
        if base is None:
            return posted
        pays = self.odds_pay(table, wager, on)
        payable = whole_stake(pays, posted.step)
        step = payable if self.posting["unpayable-wagers"] == "refused" else posted.step
        number = on or str(table.felt.memo["point"])
        multiple = self.odds_by_point.get(number, self.posting["odds-multiple"])
        if multiple:
            most = Fraction(multiple * base.stake) / (pays if wager in LAID else 1)
            most_cents = round_up(most, payable if self.posting["odds-excess"] else 1)
        else:
            placed = table.wager(wager, position, on)
            most_cents = table.chips(position) + (placed.stake if placed else 0)
        return Limits(step, max(step, most_cents // step * step), step)

    @cached_property
    def odds_by_point(self) -> dict[str, int]:
        """How many times the flat wager the odds may be on each point, where the house says it point by point."""
        return {str(number): int(times) for number, times in dict(self.posting.get("odds-by-point", {})).items()}

    def odds_pay(self, table: Table, wager: str, on: str) -> Fraction:
        return Fraction(self._odds_on_point(table, wager, on).profit(1))

    def _odds_on_point(self, table: Table, wager: str, on: str) -> Odds:
        number = on or str(table.felt.memo["point"])
        row = self.posting.row(wager, self.paid_as(wager, number))
        assert row is not None, f"{wager} has no row for {number}"
        return row.odds

    def check_bet(self, table: Table, bet: acts.Bet) -> None:
        super().check_bet(table, bet)
        cost = bet.amount + self.vigorish_due(table, bet.position, bet.wager, bet.on, bet.amount)
        if cost > table.chips(bet.position):
            raise Refused(f"with its vigorish the wager costs {money(cost)}", self.posting.clause("vigorish-when"))
        for kind, share in self.broken_down(bet.wager, bet.on).items():
            placed = table.wager(kind, bet.position)
            if (placed.stake if placed else 0) + bet.amount * share > self.posting.limits[kind].most:
                raise Refused(f"its part on {self.posting.wagers[kind].title} would be over the limit")

    # Vigorish: a share of the wager bought, or of what a wager laid could win

    def vigorish(self, wager: str, on: str, stake: int) -> int:
        if wager not in WITH_VIGORISH:
            return 0
        row = self.posting.row(wager, self.paid_as(wager, on))
        base = row.odds.won(stake) if wager == "lay" and row else Fraction(stake)
        return round_down(base * self.posting[f"{wager}-vigorish"] / 100, self.posting["vigorish-unit"])

    def vigorish_due(self, table: Table, position: int, wager: str, on: str, more: int) -> int:
        """What is to be paid, when it is paid with the wager, to put so much more on it."""
        if wager not in WITH_VIGORISH or self.posting["vigorish-when"] != "on-wager":
            return 0
        placed = table.wager(wager, position, on)
        stake = (placed.stake if placed else 0) + more
        paid: int = table.felt.memo["vigorish"].get(vigorish_key(wager, position, on), 0)
        return self.vigorish(wager, on, stake) - paid

    def collect_vigorish(self, table: Table, position: int, wager: str, on: str) -> None:
        """Bring the vigorish that was paid in line with what lies there: more for more, back for less."""
        due = self.vigorish_due(table, position, wager, on, 0)
        account, paid = table.account(position), table.felt.memo["vigorish"]
        key = vigorish_key(wager, position, on)
        if due > 0:
            table.move(account, "inventory", due, f"vigorish on {wager}")
        elif due < 0:
            table.move("inventory", account, -due, f"vigorish on {wager} returned")
        paid[key] = paid.get(key, 0) + due
        if not paid[key]:
            del paid[key]


def _point_faults(book: Rulebook, points: list[str]) -> list[Found]:
    """Rows for numbers that no wager can be on: the come-out roll decides them, so they are no points."""
    found = []
    known = [WORDS[n] for n in points]
    for wager in [name for name in book.wagers if name in ON_A_NUMBER or name in SUPPORTS]:
        paid = known + list(dict.fromkeys(map(pair_of, points))) if wager in SUPPORTS else known
        for place, table in enumerate(book.wagers[wager].pay_tables, 1):
            for number, (outcome, _) in enumerate(table.rows, 1):
                if outcome not in paid and outcome in OUTCOMES[wager].get(table.name, {}) and outcome != "win":
                    why = f"{outcome!r} is never paid: the come-out roll decides it, so it is no point"
                    where = f"wagers.{wager}.pay-tables[{place}].rows[{number}]"
                    found.append(Found(where, f"{why}; {one_of(outcome, paid)}"))
    return found


def whole_stake(pays: Fraction, unit: int) -> int:
    """The least stake, in cents, that wins a whole number of units at these odds."""
    return pays.denominator * unit // gcd(pays.numerator, pays.denominator * unit)


def vigorish_key(wager: str, position: int, on: str) -> str:
    return f"{wager}.{position}.{on}"
