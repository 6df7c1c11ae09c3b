"""A poker room: its rulebook with the house's options chosen, resolved into what the engine asks for."""

import datetime
import functools
from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.equipment.money import parse_money
from croupier.poker.blinds import ALL, Fewer
from croupier.poker.book.circumstances import applies
from croupier.poker.book.forms import BUTTON, FORMS, OPENER, Form, form
from croupier.poker.book.rules import PlayingRules
from croupier.poker.book.stakes import NO, Stakes
from croupier.poker.errors import Refused
from croupier.poker.kill import KillRule
from croupier.poker.money import Cut, RakeChange, Schedule, Time
from croupier.rulebook.library import rulebook, rulebooks
from croupier.rulebook.model import Irregularity, Remedy, Rulebook, Setting

# What the engine's refusals are called in a rulebook: rule of the engine -> setting whose clause is cited.
_CITED = {
    "min-raise": "least-raise",
    "min-bet": "least-bet",
    "cap": "raises-most",
    "reopen": "reopen",
    "increment": "increments",
    "pot-limit": "pot-limit",
    "table-stakes": "table-stakes",
    "turn": "in-turn",
    "bring-in": "bring-in",
    "runs": "runs-most",
    "check-raise": "check-raise",
    "players": "forms",
    "pass-and-out": "pass-and-out",
    "draw-count": "draw-at-once",
    "fixed-bet": "least-raise",
    "losing-hands": "losing-hands",
}
_RULES: dict[str, str] = {  # field of PlayingRules -> setting
    "reopen": "reopen",
    "reopen_limit": "reopen-limit",
    "raises_most": "raises-most",
    "cap_heads_up": "cap-heads-up",
    "full_bring_in": "full-bring-in",
    "check_raise": "check-raise",
    "ghost_seats": "ghost-seats",
    "ghost_forced": "ghost-forced",
    "stud_short": "stud-short",
    "draw_at_once": "draw-at-once",
    "all_in_face_up": "all-in-face-up",
    "losers_may_muck": "losers-may-muck",
    "antes_layered": "antes-layered",
    "odd_one_each": "odd-chip-one-each",
    "odd_turns": "odd-chip-turns",
    "odd_board": "odd-chip-board",
    "odd_stud": "odd-chip-stud",
}


class Room:
    """The rules of one room, for cash or tournament play."""

    def __init__(self, book: Rulebook, options: Mapping[str, Any] | None = None, *, tournament: bool = False) -> None:
        self.book = book
        self.tournament = tournament
        self.chosen = dict(options or {})
        for name, value in self.chosen.items():
            self._check_option(name, value)

    def _check_option(self, name: str, value: Any) -> None:
        setting = self.book.settings.get(name)
        if setting is None or not setting.optional:
            names = ", ".join(sorted(n for n, s in self.book.settings.items() if s.optional))
            raise Refused("option", f"{name!r} is not for the house to choose; it may choose {names}")
        if setting.choices and value not in setting.choices:
            raise Refused("option", f"{name} is one of {list(setting.choices)}, not {value!r}", setting.clause)
        if setting.least is not None and not (
            isinstance(value, int) and setting.least <= value <= (setting.most or value)
        ):
            raise Refused("option", f"{name} is from {setting.least} to {setting.most}, not {value!r}", setting.clause)

    # settings

    def setting(self, name: str) -> Setting | None:
        """The rule or option, the tournament's own where it differs."""
        if self.tournament and (own := self.book.settings.get(f"tournament-{name}")):
            return own
        return self.book.settings.get(name)

    def value(self, name: str, default: Any = None) -> Any:
        setting = self.setting(name)
        if setting is None:
            return default
        return self.chosen.get(setting.name, setting.value)

    def clause(self, name: str) -> str:
        """The clause of a rule, an option or a procedure."""
        setting = self.setting(name) or self.book.procedure(name)
        return setting.clause if setting is not None else ""

    # what the engine asks for

    def seats(self, key: str) -> int:
        """The most players of a form; refused if the room does not spread it."""
        forms: dict[str, int] = self.value("forms", {})
        if key not in forms:
            raise Refused("form", f"{key!r} is not spread here: {', '.join(forms)}", self.clause("forms"))
        return forms[key]

    def forms(self) -> dict[str, Form]:
        """The forms that the room spreads, with its own numbers of players."""
        return {key: self.form(key) for key in self.value("forms", {}) if key in FORMS}

    def form(self, key: str) -> Form:
        changes: dict[str, Any] = {"seats_most": self.seats(key)}
        shape = form(key)
        if shape.open_pair and not self.value("open-pair", True):
            changes["open_pair"] = False
        if key == "big-o" and self.value("big-o") == "high":
            changes["halves"] = ("high",)
        if shape.pass_and_out and not self.value("pass-and-out", True):
            changes["pass_and_out"] = False
        if key == "lowball" and self.value("low-ball-ranking") == "high-inverse":
            changes["halves"] = ("inverse",)
        if shape.family == "draw" and self.value("draw-leads") == "button":
            changes["streets"] = tuple(
                msgspec.structs.replace(street, first=BUTTON) if street.first == OPENER else street
                for street in shape.streets
            )
        return msgspec.structs.replace(shape, **changes)

    def rules(
        self, shape: Form | None = None, *, two_left: bool = False, time_game: bool = False, pot_limit: bool = False
    ) -> PlayingRules:
        """The playing rules of a hand of this form."""
        fields: dict[str, Any] = {}
        for name, setting in _RULES.items():
            value = self.value(setting)
            if value is not None:
                fields[name] = value
        if shape is not None:
            for setting, name in (
                ("draw-at-once", "draw_at_once"),
                ("check-raise", "check_raise"),
                ("odd-chip-board", "odd_board"),
            ):
                by_form = self.value(f"{setting}-{shape.key}")
                if by_form is not None:
                    fields[name] = by_form
            fields["excess_below_ante"] = shape.family == "stud" and self.value("odd-chip-excess") == "ante"
        unit = self.value("odd-chip")
        if unit and not self.tournament:
            fields["odd_unit"] = parse_money(unit)
        fields["runs_most"] = self._runs(shape, time_game, pot_limit)
        clauses = {rule: self.clause(setting) for rule, setting in _CITED.items()}
        return PlayingRules(tournament=self.tournament, two_left=two_left, clauses=clauses, **fields)

    def _runs(self, shape: Form | None, time_game: bool, pot_limit: bool) -> int:
        most = self.value("runs-most", 1)
        if shape is None or shape.family != "board" or self.tournament or not isinstance(most, int):
            return 1
        omaha = self.value("runs-where") == "omaha-and-time" and shape.hole_used == 2 and pot_limit
        return most if omaha or time_game else 1

    def fewer_blinds(self) -> Fewer:
        """How many blinds are left where players are too few for all of them."""
        value = self.value("blinds-short")
        if not value:
            return ALL
        return Fewer(value["least"], value["players-over"], value["moving-button"] == "big-goes-on")

    def time(self) -> Time | None:
        value = self.value("time")
        if not value and self.value("rake-method") == "time":  # the house charges time at whatever stakes
            every = int(self.value("time-every-minutes", 60))
            minutes = tuple(range(0, 60, every))
            return Time(limit_from=0, blind_from=0, minutes=minutes, clause=self.clause("rake-method"))
        if not value:
            return None
        return Time(
            limit_from=parse_money(value["limit-from"]),
            blind_from=parse_money(value["blind-from"]),
            minutes=tuple(value["minutes"]),
            clause=self.clause("time"),
        )

    def time_game(self, stakes: Stakes) -> bool:
        time = self.time()
        return time is not None and not self.tournament and time.instead_of_rake(stakes)

    def increment(self, stakes: Stakes) -> int:
        """The step of all wagers in a game that has one of its own, or 0."""
        for blinds, step in self.value("increment-games", {}).items() if not self.tournament else ():
            if stakes.kind == NO and stakes.blinds == tuple(parse_money(part) for part in blinds.split("-")):
                return parse_money(step)
        return 0

    def time_due(self, seats: int, locked_up: int, fee: int, *, first_down: bool = False) -> int:
        """One collection of a time game; the first down of a new game may be free."""
        time = self.time()
        if time is None:
            raise Refused("time", "no time is collected here", self.clause("time"))
        locked = locked_up if self.value("time-locked-seats", False) else 0
        return time.due(seats, locked, fee, free=first_down and bool(self.value("time-first-down-free", False)))

    def boxes(self) -> set[str]:
        """The boxes that must be on the table before it opens."""
        if self.tournament:
            return set()
        rule = self.value("boxes", {"cash": ["drop"], "jackpot": ["bad-beat"]})
        return {*rule["cash"], *(rule["jackpot"] if self.value("jackpot", False) else ())}

    def cut(self, stakes: Stakes, *, half: bool = False, reduced: RakeChange | None = None) -> Cut | None:
        """The rake and the drops of a cash hand at these stakes; nothing where time is collected."""
        if self.tournament:
            return None
        rake = (
            None
            if self.time_game(stakes) or self.value("rake-method") == "time"
            else self._schedule("rake", "rake-method")
        )
        if rake is not None and reduced is not None:
            rake = msgspec.structs.replace(rake, percent=reduced.percent, most=reduced.most, levels=())
        elif rake is not None and half:
            rake = rake.halved()
        drops = self._schedule("jackpot-drop", "jackpot") if self.value("jackpot", True) else None
        return Cut(rake, drops, first_round_free=bool(self.value("no-flop-no-drop", True)))

    def _schedule(self, name: str, method: str) -> Schedule | None:
        value = self.value(name)
        if value is None and name == "jackpot-drop" and self.value("jackpot-fee"):
            value = {"levels": [["$0", f"{self.value('jackpot-fee') / 100:.2f}"]]}
        if not value:
            return None
        if self.value(method) == "incremental" and "levels" in value:
            value = {key: part for key, part in value.items() if key != "percent"}
        elif method == "rake-method" and "percent" in value:
            value = {key: part for key, part in value.items() if key != "levels"}
        levels = tuple((parse_money(reached), parse_money(add)) for reached, add in value.get("levels", ()))
        percent = self.value("rake-percent", value.get("percent", 0)) if method == "rake-method" else 0
        return Schedule(
            percent=percent if "percent" in value else 0,
            most=_cents(value.get("most")),
            step=_cents(value.get("step")) or 1,
            levels=levels,
            clause=self.clause(name),
        )

    def half_rake(self, shape: Form, players: int, requested: bool) -> bool:
        """Whether half rake may be granted."""
        limits = self.value("half-rake", {})
        family = "stud" if shape.family == "stud" else "flop"
        return requested and bool(limits) and players <= limits.get(family, 0)

    def least_buy_in(self, stakes: Stakes) -> int:
        times = self.value("buy-in-bets", 0)
        return times * stakes.small if stakes.limit else 0

    def brings(self, stakes: Stakes, stack: int, *, forced: bool) -> int:
        """What a player from another game must have before him: moved by the house, neither more nor less."""
        return stack if forced else max(stack, self.least_buy_in(stakes))

    def may_join_new(self, stack: int, most: int, minutes: int) -> None:
        """Refused to a player with more than the largest buy-in, until so much time has passed."""
        wait = self.value("new-game-wait-minutes", 0)
        if most and stack > most and minutes < wait:
            raise Refused(
                "new-game",
                f"{stack} is more than the largest buy-in of {most}: not within {wait} minutes",
                self.clause("new-game-wait-minutes"),
            )

    def kill(self, shape: Form, half: bool = False, qualifying: int = 0) -> KillRule:
        """The room's kill for a form; refused where it has none."""
        rules: dict[str, Any] = self.value("kill", {})
        trigger = "scoop" if shape.high_low else "consecutive"
        if trigger not in rules or (rules[trigger].get("forms") and shape.key not in rules[trigger]["forms"]):
            raise Refused("kill", f"{shape.title} is not played with a kill here", self.clause("kill"))
        sizes: dict[str, str] = self.value("kill-size", {"full": "2", "half": "3/2"})
        numerator, _, denominator = sizes["half" if half else "full"].partition("/")
        rule = rules[trigger]
        voluntary = self.value("voluntary-kill", {})
        return KillRule(
            numerator=int(numerator),
            denominator=int(denominator or 1),
            trigger=trigger,
            first_leg_needs_flop=rule.get("first-leg-needs-flop", False),
            second_leg_blinds=rule.get("second-leg-blinds", 0),
            scoop_bets=rule.get("scoop-bets", 0),
            qualifying=qualifying,
            clause=self.clause("kill"),
            voluntary_blinds=voluntary.get("stack-in-kill-blinds", 0),
            voluntary_cards=voluntary.get("cards-seen", 0),
        )

    # irregularities

    def irregularity(self, when: str, facts: Mapping[str, Any]) -> Irregularity:
        """The rulebook's entry for what went wrong; its conditions must hold, and the closest one is taken."""
        fits = [entry for entry in self.book.irregularities if entry.when == when and self._fits(entry, facts)]
        if not fits:
            known = sorted({entry.when for entry in self.book.irregularities})
            if when in known:
                cases = [_conditions(entry) for entry in self.book.irregularities if entry.when == when]
                raise Refused("ruling", f"the book rules on {when.replace('-', ' ')}, but only {applies(cases)}")
            raise Refused("ruling", f"the book has no ruling on {when!r}; it knows {', '.join(known)}")
        return max(fits, key=lambda entry: len(_conditions(entry)))

    def may_fit(self, entry: Irregularity, facts: Mapping[str, Any] | None, known: frozenset[str]) -> bool:
        """Whether an entry may hold: what is known of the hand does not rule it out. Without a hand: in this room."""
        conditions = _conditions(entry)
        told = {
            name: wanted for name, wanted in conditions.items() if _bare(name) in known or name in self.book.settings
        }
        if facts is None:
            told = {name: wanted for name, wanted in told.items() if name == "play" or name in self.book.settings}
        return self._holds(told, facts or {})

    def _fits(self, entry: Irregularity, facts: Mapping[str, Any]) -> bool:
        return self._holds(_conditions(entry), facts)

    def _holds(self, conditions: dict[str, Any], facts: Mapping[str, Any]) -> bool:
        play = conditions.pop("play", None)
        if play is not None and play != ("tournament" if self.tournament else "cash"):
            return False
        for name, wanted in conditions.items():
            value = facts.get(name, self.value(name))
            if isinstance(wanted, list):
                if value not in wanted:
                    return False
            elif name.endswith("-least"):
                if int(facts.get(name[:-6], 0)) < wanted:
                    return False
            elif name.endswith("-most"):
                if int(facts.get(name[:-5], 0)) > wanted:
                    return False
            elif value != wanted:
                return False
        return True


def _conditions(entry: Irregularity) -> dict[str, Any]:
    """When an entry holds: its `with.where` table, beside the rulebook's own conditions on options."""
    where: dict[str, Any] = dict(entry.remedy.terms.get("where", {}))
    where.update({name: list(values) for name, values in entry.condition.items()})
    return where


case_of = _conditions  # the circumstances under which an entry holds


def _bare(name: str) -> str:
    return name.removesuffix("-least").removesuffix("-most")


@functools.cache
def conditions() -> frozenset[str]:
    """The circumstances that any room's entries ask about."""
    entries = [entry for book in rulebooks(game="poker") for entry in book.irregularities]
    names = {name for entry in entries for name in _conditions(entry)}
    return frozenset(name.removesuffix("-least").removesuffix("-most") for name in names)


def terms(remedy: Remedy) -> dict[str, Any]:
    """What a remedy carries beside its conditions."""
    return {key: value for key, value in remedy.terms.items() if key != "where"}


def _cents(text: str | None) -> int:
    return parse_money(text) if text else 0


def open_room(
    name: str,
    *,
    on: datetime.date | str | None = None,
    tournament: bool = False,
    options: Mapping[str, Any] | None = None,
) -> Room:
    """A room by the name of its property: `open_room("oneida")`."""
    return Room(rulebook(name, "poker", on), options, tournament=tournament)
