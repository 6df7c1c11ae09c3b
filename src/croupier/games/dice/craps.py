"""Craps: a round is one throw; the point, the shooter and the wagers that no throw has decided stand over rounds."""

from __future__ import annotations

from typing import Any, ClassVar

from croupier.equipment.dice import dice_name
from croupier.equipment.money import money
from croupier.games.dice import described as described_dice
from croupier.games.dice import shooter as craps_shooter
from croupier.games.dice import throws as dice
from croupier.games.dice import tournament as craps_tournament
from croupier.games.dice.money import DiceMoney, vigorish_key
from croupier.games.dice.wagers import (
    COLLECTED,
    COMBINED,
    LAID,
    LINE,
    NUMBERS,
    ONE_ROLL,
    ONE_THROW,
    OUTCOMES,
    SUPPORTS,
    WITH_VIGORISH,
)
from croupier.rounds import acts
from croupier.rounds.felt import Wager
from croupier.rounds.game import Expected, Outcomes, Procedure
from croupier.rounds.procedure import LOOK_AGAIN, ask, betting
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import Roll
from croupier.rounds.table import Table
from croupier.rulebook.described.conditions import ON
from croupier.rulebook.described.dice import SHOWN, THROW
from croupier.rulebook.model import Irregularity
from croupier.rulebook.shapes import Keys, ListOf, Span

KEPT_RESULTS = 20
STAY_UP = ("place", "buy", "lay", "hardway")  # wagers that the dealer leaves up when they have won


class Craps(DiceMoney):
    NAME = "craps"
    TITLE = "Craps"
    FAMILY = "dice"
    FELT = "craps"
    LETTERS = "CR"
    EQUIPMENT = ("dice",)
    STAGES = ("betting", "throw", "settlement")
    RULINGS = ("pass-dice",)
    OUTCOMES: ClassVar[dict[str, Outcomes]] = OUTCOMES
    SETTINGS: ClassVar[dict[str, Expected]] = {
        "positions": int,
        "come-out-wins": ListOf(Span(2, 12), least=0),
        "come-out-loses": ListOf(Span(2, 12), least=0),
        "come-out-bars": ListOf(Span(2, 12), least=0),
        "place-on-come-out": bool,
        "hardways-on-come-out": bool,
        "lay-on-come-out": bool,
        "come-odds-on-come-out": bool,
        "odds-multiple": int,
        "odds-excess": bool,
        "buy-vigorish": Span(0, 100),
        "lay-vigorish": Span(0, 100),
        "vigorish-when": ("on-wager", "on-win"),
        "vigorish-unit": Span(1),
        "winning-wagers-stay": bool,
        "unpayable-wagers": ("rounded-down", "refused"),
    }
    OPTIONAL: ClassVar[dict[str, Expected]] = {
        **{f"{wager}-area": bool for wager in COMBINED},  # whether the layout has a place for it
        "odds-by-point": Keys(may=dict.fromkeys(NUMBERS, Span(1))),  # 3, 4 or 5 times odds by the point
        "fire-bet-until": ("first-point", "first-roll"),
        "fire-bet-areas": Span(1),
        "tournament-kinds-on-a-number": Span(1),
    }

    # Wagers that the rulebook describes itself

    DESCRIBES = SHOWN

    def settle_described(self, table: Table, wager: Wager, a: int, b: int, point: int, why: str) -> None:
        """What the throw does to a described wager; one that nothing decides remembers it and stands."""
        throw = described_dice.memory_of(wager.memo).after(a, b, point)
        seen = {THROW: throw, ON: wager.on}
        described = self.described[wager.kind]
        outcome = described.outcome(seen, self.paid_outcomes(wager.kind))
        if outcome:
            table.settle(wager, outcome, because=why)
        else:
            described_dice.remember(described, wager.memo, throw)

    def blocked(self, table: Table, position: int, wager: str, on: str) -> str:
        """The time for each wager: the line before the come-out, Come after it, odds with what they support."""
        memo = table.felt.memo
        point = memo["point"]
        if self.posting.get("tournament", False):
            most = int(self.posting["tournament-kinds-on-a-number"])
            if why := craps_tournament.fault(table, position, wager, on, most):
                return why
        if wager == "dont-pass" and point:
            return "placed before the come-out roll only"
        if wager in ("come", "dont-come", "put") and not point:
            return "placed after the come-out roll, while a point stands"
        if wager in SUPPORTS and self.supported(table, position, wager, on) is None:
            return f"needs a {self.posting.wagers[SUPPORTS[wager]].title} on a point"
        if wager == "fire":
            return self.fire_blocked(table, position)
        if wager in COLLECTED:
            return self.collecting_blocked(table, position, wager)
        if described := self.described.get(wager):
            standing = table.wager(wager, position, on)
            before = standing is not None and standing.round < table.felt.round
            if why := described_dice.placing_blocked(described, memo, before):
                return why
        return super().blocked(table, position, wager, on)

    def fire_blocked(self, table: Table, position: int) -> str:
        memo = table.felt.memo
        if position > self.posting.get("fire-bet-areas", position):
            return "there is no area for it at this position"
        if table.wager("fire", position):
            return "may not be increased"
        if self.posting.get("fire-bet-until") == "first-roll":
            return "placed before a new shooter's first come-out roll" if memo["point"] or memo["come-outs"] else ""
        return "placed before the first point after a seven-out" if memo["point-since-seven-out"] else ""

    def collecting_blocked(self, table: Table, position: int, wager: str) -> str:
        memo = table.felt.memo
        standing = table.wager(wager, position)
        if standing and standing.round < table.felt.round:
            return "stands already; it may not be changed once the dice have rolled"
        if memo["throws"] and memo["last"] != dice.SEVEN:
            return "placed for a new shooter, or after a roll of seven"
        return ""

    # Making, calling and removing wagers

    def after_betting(self, table: Table, act: acts.Act) -> None:
        if isinstance(act, acts.Bet) and (parts := self.broken_down(act.wager, act.on)):
            wager = table.wager(act.wager, act.position, act.on)
            assert wager is not None
            table.take_down(wager)
            for kind, share in parts.items():
                table.bet(act.position, kind, int(act.amount * share))
        elif isinstance(act, acts.Bet | acts.Take) and act.wager in WITH_VIGORISH:
            self.collect_vigorish(table, act.position, act.wager, act.on)
        elif isinstance(act, acts.Leave):
            craps_shooter.leave(table.felt.memo, act.position)

    def may_take(self, table: Table, wager: Wager, cents: int) -> None:
        clause = self.posting.wagers[wager.kind].clause
        if wager.kind == "pass" and table.felt.memo["point"]:
            raise Refused("a Pass wager may not be removed or reduced once the point is established", clause)
        if wager.kind == "come" and wager.on:
            raise Refused("a Come wager may not be removed or reduced once it stands on a point", clause)
        whole = not 0 < cents < wager.stake
        if whole and self.posting.get("tournament", False) and craps_tournament.holds_others(table, wager):
            raise Refused("in a tournament the line wager stays while other wagers stand", clause)
        if wager.kind == "fire":
            raise Refused("a Fire Bet may not be removed or reduced before a loser seven", clause)
        described = self.described.get(wager.kind)
        if described and described_dice.REMEMBERED in wager.memo and described_dice.remembers(described):
            raise Refused("may not be removed or reduced once the dice have rolled", clause)
        locked = wager.memo.get("locked", 0)
        if wager.stake - (cents or wager.stake) < locked:
            raise Refused(f"{money(locked)} may not be removed or reduced once the dice have rolled", clause)
        for odds, base in SUPPORTS.items():
            if wager.kind == base and table.wager(odds, wager.position, "" if base in LINE else wager.on):
                raise Refused("take the odds down first", clause)

    def check_call(self, table: Table, call: acts.Call) -> None:
        """`off` and `on` for wagers that the come-out roll may leave out; `pass-dice` and `take-dice`."""
        if call.word == "pass-dice":
            return craps_shooter.check_pass_dice(table, call.position, self.posting.clause("throw"))
        if call.word == "take-dice":
            if call.position not in table.felt.memo["declined"]:
                raise Refused("the dice were not let pass; a line wager takes them", self.posting.clause("throw"))
            return None
        if call.word not in ("on", "off"):
            raise Refused("say on or off and the wager, or pass-dice, or take-dice")
        if call.wager not in self.posting.wagers or self.on_come_out(call.wager) is None:
            raise Refused(f"{call.wager or 'that'} is not called on or off", self.posting.clause("throw"))
        if not self.called(table, call):
            raise Refused(f"position {call.position} has no such wager", self.posting.wagers[call.wager].clause)
        return None

    def called(self, table: Table, call: acts.Call) -> list[Wager]:
        return [w for w in table.wagers(call.wager, call.position) if not call.on or w.on == call.on]

    def call(self, table: Table, call: acts.Call) -> None:
        if call.word == "pass-dice":
            craps_shooter.pass_dice(table, call.position)
        elif call.word == "take-dice":
            table.felt.memo["declined"].remove(call.position)
        else:
            for wager in self.called(table, call):
                wager.memo["called"] = call.word
            table.note(f"{self.posting.wagers[call.wager].title} {call.on} is {call.word} on the come-out roll.")

    def works(self, wager: Wager, point: int) -> bool:
        usual = self.on_come_out(wager.kind)
        if point or usual is None:
            return True
        return bool(wager.memo["called"] == "on") if "called" in wager.memo else usual

    def check_close(self, table: Table) -> None:
        super().check_close(table)
        if not craps_shooter.next_shooter(table):
            line = " or ".join(self.posting.wagers[k].title for k in LINE if k in self.posting.wagers)
            raise Refused(f"the dice need a shooter, who needs a {line}", self.posting.clause("throw"))

    def outlives(self, wager: Wager) -> bool:
        described = self.described.get(wager.kind)
        return described.waits if described else wager.kind not in ONE_THROW

    # The round

    def round(self, table: Table) -> Procedure[None]:
        yield from betting(self, table)
        table.at("throw")
        craps_shooter.take_dice(table)
        answer = yield from ask(Roll())
        table.at("settlement")
        table.fell(dice_name(answer.faces))
        self.settle_throw(table, *answer.faces)
        self.move_on(table, sum(answer.faces))

    # Settlement

    def settle_throw(self, table: Table, a: int, b: int) -> None:
        travelling: list[Wager] = []
        staying: list[Wager] = []
        why = f"The dice show {a}-{b}, {a + b}."
        point = table.felt.memo["point"]
        for wager in list(table.felt.wagers):
            if wager.kind in COMBINED:
                self.settle_parts(table, wager, a, b)
                continue
            if wager.kind in self.described:
                self.settle_described(table, wager, a, b, point, why)
                continue
            self.mark(wager, a + b, point)
            verdict = self.verdict(wager, a, b, point)
            if verdict == dice.POINT:
                travelling.append(wager)
            elif verdict != dice.STANDS:
                if verdict == dice.WINS and wager.kind in STAY_UP and self.posting["winning-wagers-stay"]:
                    staying.append(wager)
                self.settle_one(table, wager, verdict, a, b, why)
        table.conclude()
        for wager in travelling:
            if wager.kind not in LINE:
                wager.on = str(a + b)
        for wager in staying:
            again = table.bet(wager.position, wager.kind, wager.stake, wager.on)
            again.memo.update(wager.memo)
            if again.kind in WITH_VIGORISH:
                self.collect_vigorish(table, again.position, again.kind, again.on)
        for wager in table.felt.wagers:
            if wager.kind == "put" or wager.kind in COLLECTED:
                wager.memo["locked"] = wager.stake

    def verdict(self, wager: Wager, a: int, b: int, point: int) -> int:
        """What the throw does to a wager."""
        kind, total = wager.kind, a + b
        number = int(wager.on) if wager.on.isdecimal() else 0
        if not self.works(wager, point):
            return self.off(wager, total, number)
        if kind in ("pass", "come"):
            return self.line(total, point if kind == "pass" else number)
        if kind in ("dont-pass", "dont-come"):
            stands = point if kind == "dont-pass" else number
            return dice.against_the_dice(total, stands, self.wins, self.loses, self.bars)
        if kind in LAID:
            return dice.seven_before(total, number or point)
        if kind in SUPPORTS or kind in ("put", "place", "buy"):
            return dice.before_seven(total, number or point)
        if kind == "hardway":
            return dice.hardway(a, b, number)
        if kind == "hop":
            return dice.hop(a, b, int(wager.on[0]), int(wager.on[2]))
        if kind in COLLECTED or kind == "fire":  # counted on any seven, a Fire Bet on a loser seven
            return dice.WINS if total == dice.SEVEN and (point or kind != "fire") else dice.STANDS
        return dice.one_roll(total, dice.FIELD if kind == "field" else ONE_ROLL[kind])

    def off(self, wager: Wager, total: int, number: int) -> int:
        """A wager that is off stands, but odds go back when the wager they support is decided."""
        decided = wager.kind in SUPPORTS and dice.before_seven(total, number) != dice.STANDS
        return dice.PUSHES if decided else dice.STANDS

    def mark(self, wager: Wager, total: int, point: int) -> None:
        """Markers of the bonus wagers: points made for a Fire Bet, totals thrown for Hard Rock'n Dice."""
        counts = wager.kind == "fire" and point == total and dice.holds(dice.FIRE_POINTS, total)
        if counts or (wager.kind in COLLECTED and dice.holds(COLLECTED[wager.kind], total)):
            marked = wager.memo.setdefault("marked", [])
            if total not in marked:
                marked.append(total)

    def settle_one(self, table: Table, wager: Wager, verdict: int, a: int, b: int, why: str) -> None:
        outcome = self.outcome(table, wager, verdict, a + b)
        vigorish = 0
        if wager.kind in WITH_VIGORISH:
            table.felt.memo["vigorish"].pop(vigorish_key(wager.kind, wager.position, wager.on), None)
            if outcome not in ("lose", "push") and self.posting["vigorish-when"] == "on-win":
                vigorish = self.vigorish(wager.kind, wager.on, wager.stake)
        if verdict == dice.PUSHES and wager.kind in SUPPORTS:
            why += " Odds are off on the come-out roll."
        row_of = "with-odds" if outcome == "win" and self.has_odds(table, wager) else "main"
        table.settle(wager, outcome, table=row_of, because=why + self.bonus_words(wager), vigorish=vigorish)

    def has_odds(self, table: Table, wager: Wager) -> bool:
        """Whether odds support a wager, and this rulebook prints what it is then paid."""
        if self.posting.row(wager.kind, "win", "with-odds") is None:
            return False
        on = "" if wager.kind in LINE else wager.on
        return any(base == wager.kind and table.wager(odds, wager.position, on) for odds, base in SUPPORTS.items())

    def outcome(self, table: Table, wager: Wager, verdict: int, total: int) -> str:
        """The row that a decided wager is paid by."""
        if verdict == dice.LOSES:
            return "lose"
        if verdict == dice.PUSHES:
            return "push"
        kind = wager.kind
        if kind == "fire":
            points = f"{len(wager.memo.get('marked', []))}-points"
            return self.resolve("fire", points) if points in self.OUTCOMES["fire"]["main"] else "lose"
        if kind in COLLECTED:
            return self.collected(kind, dice.mask(wager.memo.get("marked", [])))
        if kind == "field":
            return self.resolve("field", {2: "two", 12: "twelve"}.get(total, "other"))
        if kind in SUPPORTS and not wager.on:
            return self.paid_as(kind, str(table.felt.memo["point"]))
        return self.paid_as(kind, wager.on)

    def collected(self, kind: str, rolled: int) -> str:
        missing = dice.missing(COLLECTED[kind], rolled)
        if kind == "tenor":
            return self.resolve(kind, "nine-of-ten" if missing else "ten-of-ten") if missing <= 1 else "lose"
        return "lose" if missing else "win"

    def bonus_words(self, wager: Wager) -> str:
        marked = len(wager.memo.get("marked", []))
        if wager.kind == "fire":
            return f" {marked} different point{'s were' if marked != 1 else ' was'} made."
        if wager.kind in COLLECTED:
            return f" {marked} of {dice.count(COLLECTED[wager.kind])} numbers came before it."
        return ""

    def settle_parts(self, table: Table, wager: Wager, a: int, b: int) -> None:
        """A combined wager is paid as if each of its parts had been made as a wager of its own."""
        table.felt.wagers.remove(wager)
        left = wager.stake
        parts = self.parts(wager.kind, wager.on)
        for number, (kind, share) in enumerate(parts.items(), 1):
            stake = left if number == len(parts) else int(wager.stake * share)
            left -= stake
            part = Wager(wager.id, kind, wager.position, stake, wager.kind, 0, wager.round)
            table.felt.wagers.append(part)
            verdict = dice.one_roll(a + b, ONE_ROLL[kind])
            why = f"The dice show {a}-{b}, {a + b}. Part of a {self.posting.wagers[wager.kind].title}."
            table.settle(part, "win" if verdict == dice.WINS else "lose", because=why)

    # After the throw: the point, the shooter

    def move_on(self, table: Table, total: int) -> None:
        memo = table.felt.memo
        point = memo["point"]
        memo["last"] = total
        memo["results"] = [total, *memo.get("results", [])][:KEPT_RESULTS]
        memo["throws"] += 1
        if not point:
            memo["come-outs"] += 1
            if self.line(total, 0) == dice.POINT and any(table.wagers(kind) for kind in LINE):
                memo.update({"point": total, "point-since-seven-out": True})
                table.note(f"The point is {total}.")
        elif total == point:
            memo["point"] = 0
            table.note(f"The point of {total} is made." + self.fire_marker(table, total))
        elif total == dice.SEVEN:
            memo["point"] = 0
            craps_shooter.seven_out(memo)
            table.note("Seven out; the dice are offered to the next player.")

    def fire_marker(self, table: Table, total: int) -> str:
        """Which marker goes on the point just made, where Fire Bets wait for it."""
        made = max((len(w.memo.get("marked", [])) for w in table.wagers("fire")), default=0)
        return f" Put Fire Bet marker {made} on {total}." if made and dice.holds(dice.FIRE_POINTS, total) else ""

    # Rulings of its own

    def rule_pass_dice(self, table: Table, irregularity: Irregularity, declared: acts.Declared) -> Procedure[Any]:
        """The boxperson orders the shooter to pass the dice."""
        shooter = craps_shooter.next_shooter(table)
        if not shooter:
            raise Refused("nobody has the dice", irregularity.clause)
        table.felt.memo["shooter"] = shooter
        craps_shooter.pass_dice(table, shooter)
        table.note(irregularity.says, irregularity.clause)
        return LOOK_AGAIN
        yield


GAME = Craps
