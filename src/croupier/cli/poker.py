"""Poker in the terminal: `croupier poker ROOM FORM`, and where its sister commands are found."""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli import Mistake, parse_amount, parse_options, writable
from croupier.cli.odds.equity import equity
from croupier.rulebook.faults import one_of

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.poker.hand import Hand
    from croupier.poker.table import Table

HELP = """f fold · k check · c call (or bring in) · b 20 bet · r 60 raise to 60 in all · a all-in
d 1 3 draw for your first and third card · k stand pat · enter check, or call · ? this · q leave the table"""


def register(app: typer.Typer) -> None:
    """Add the poker commands to the main command."""
    app.command("poker")(poker)
    app.command("equity")(equity)
    app.command("poker-case")(poker_case)


def poker(
    room: Annotated[str, typer.Argument(help="A room, such as horseshoe-baltimore; none lists them.")] = "",
    form: Annotated[str, typer.Argument(help="A form, such as holdem, omaha-8, stud, razz, lowball.")] = "",
    stakes: Annotated[str, typer.Option(help='The game: "no 1/2", "fixed 4/8", "fixed 4/8 ante 1 bring-in 2".')] = "",
    players: Annotated[int, typer.Option(help="Players at the table, you among them.")] = 6,
    chips: Annotated[str, typer.Option(help="What everybody buys in for.")] = "200",
    hands: Annotated[int, typer.Option(min=0, help="Stop after so many hands; 0 plays on.")] = 0,
    watch: Annotated[bool, typer.Option(help="Only watch the bots play.")] = False,
    tournament: Annotated[bool, typer.Option(help="Play by the tournament rules.")] = False,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="House options: name=value.")] = None,
    on: Annotated[str | None, typer.Option(help="The day whose rules apply.")] = None,
    seed: Annotated[str | None, typer.Option(help="Shuffle the same way again.")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the hands in this .phhs file.")] = None,
) -> None:
    """Play poker by a room's rules against simple bots.

    For example:
        croupier poker horseshoe-baltimore holdem --stakes "no 1/2" --players 6
        croupier poker oneida stud-8 --stakes "fixed 4/8 ante 1 bring-in 2"
        croupier poker horseshoe-baltimore omaha --watch --hands 10 --save evening.phhs
    """
    from croupier.poker.errors import Refused

    writable(save, "--save")  # found before the evening, not after it
    if save is not None and save.exists() and save.stat().st_size:
        raise Mistake(f"--save {save}: there are hands in it already; name another file")
    try:
        _open(room, form, stakes, players, chips, tournament, _options(option), on, watch, seed, save).play(hands)
    except Refused as error:
        raise Refused(error.rule, error.told(_money), error.clause) from None


def _open(
    room: str,
    form: str,
    stakes: str,
    players: int,
    chips: str,
    tournament: bool,
    options: dict[str, Any],
    on: str | None,
    watch: bool,
    seed: str | None,
    save: Path | None,
) -> "Session":
    """The table as it was asked for, with everybody seated."""
    from rich.console import Console

    from croupier.poker.book.room import open_room
    from croupier.poker.errors import Refused
    from croupier.poker.table import Table

    if not room:
        raise Mistake(f"name a room: {', '.join(_rooms())}; and a form, such as holdem")
    if room not in _rooms():
        raise Mistake(f"{room!r} has no poker room: {one_of(room, _rooms())}")
    house = open_room(room, on=on, tournament=tournament, options=options)
    if not form:
        raise Mistake(f"name a form that {room} spreads: {', '.join(house.value('forms', {}))}")
    shape = house.form(form)
    game = _stakes(stakes or shape.usual_stakes)
    if not 2 <= players <= shape.seats_most:
        raise Refused(
            "players", f"{shape.title} plays with two to {shape.seats_most} here, not {players}", house.clause("forms")
        )
    table = Table(house, form, game)
    amount = parse_amount(chips, "--chips")
    if amount < max(game.big_blind, game.small, table.least_stack()):
        raise Refused("buy-in", f"{chips!r} is too little to play {stakes or 'this game'} with")
    for seat in range(1, players + 1):
        table.sit(seat, "you" if seat == 1 and not watch else f"bot {seat}", amount)
    return Session(table, Console(), random.Random(seed), watch, save, amount)


def _rooms() -> list[str]:
    """Properties with rules for poker, under their own name or an earlier one."""
    from croupier.rulebook.library import catalogue, properties

    shelf = catalogue()
    return [
        name
        for name, house in properties().items()
        if "poker" in shelf[name] or (house.successor_of and "poker" in shelf[house.successor_of])
    ]


def _options(pairs: list[str] | None) -> dict[str, Any]:
    plain = {"true": True, "false": False, "yes": True, "no": False}
    return {
        name: plain.get(value.lower(), int(value) if value.isdecimal() else value)
        for name, value in parse_options(pairs, expected="name=value, such as straddle=true").items()
    }


def _stakes(text: str) -> Any:
    import msgspec

    from croupier.poker.scripts.steps import stakes_of

    stakes = stakes_of(text)
    sizes = (stakes.small, stakes.big, stakes.ante, stakes.bring_in, *stakes.blinds)
    whole = stakes.step == 1 and not any(size % 100 for size in sizes)
    return msgspec.structs.replace(stakes, step=100) if whole else stakes  # a dollar game is bet in dollars


_KINDS = {"fixed": "fixed limit", "spread": "spread limit", "pot": "pot limit", "no": "no limit"}


class Session:
    """One evening at the table."""

    def __init__(
        self, table: "Table", console: "Console", rng: random.Random, watch: bool, save: Path | None, chips: int
    ) -> None:
        self.chips = chips
        self.table, self.console, self.rng, self.watch, self.save = table, console, rng, watch, save
        self.kept: list[str] = []
        self.quit = False

    def play(self, hands: int) -> None:
        self._greet()
        try:
            while not self.quit and (not hands or self.table.hands < hands):
                self._hand()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        stacks = ", ".join(f"{seat.name} {_money(seat.stack)}" for seat in self.table.seats.values())
        count = self.table.hands
        self.console.print(f"{count} hand{'s' * (count != 1)}. {stacks}", highlight=False)

    def _greet(self) -> None:
        """Which game it is, by whose rules, and how to ask for help."""
        table, stakes = self.table, self.table.stakes
        book = table.room.book
        sizes = (stakes.small, stakes.big) if stakes.limit else stakes.blinds
        extra = f", ante {_money(stakes.ante)}" if stakes.ante else ""
        extra += f", bring-in {_money(stakes.bring_in)}" if stakes.bring_in else ""
        self.console.print(
            f"{table.form.title}, {_KINDS[stakes.kind]} {'-'.join(map(_money, sizes))}{extra}, "
            f"{len(table.seats)} players with {_money(self.chips)} each. "
            f"Rules of {book.property}, approved {book.approved}.",
            highlight=False,
        )
        if not self.watch:
            self.console.print(HELP, style="dim", highlight=False)

    def _hand(self) -> None:
        from croupier.poker import bots
        from croupier.poker.phh import PHHError, dump, dump_many

        table = self.table
        for seat in table.seats.values():
            if seat.busted or not seat.stack or seat.stack < table.least_stack():
                seat.stack += self.chips
                self.console.print(_conjugated(f"{seat.name} buys in again for {_money(self.chips)}"), highlight=False)
                seat.status, seat.missed, seat.busted = "in", (), False
        cards = list(table.form.deck)
        self.rng.shuffle(cards)
        hand = table.deal(cards, ask_runs=False)
        names = [table.seats[number].name for number in table.order]
        me = names.index("you") if "you" in names else -1
        self.console.rule(f"hand {table.hands} · {table.form.title}")
        told = 0
        while not hand.over:
            told = self._tell(hand, names, me, told)
            if hand.actor == me and not self.watch:
                self._ask(hand, me)
            else:
                bots.steady(hand, self.rng)
        self._tell(hand, names, me, told)
        table.finish()
        if self.save is not None:
            try:
                self.kept.append(dump(hand, {"players": names}))
            except PHHError:
                self.console.print("the PHH format has no name for this game: not kept", style="dim")
                return
            self.save.write_text(dump_many(self.kept), encoding="utf-8")  # an evening that breaks off is kept so far

    def _tell(self, hand: "Hand", names: list[str], me: int, told: int) -> int:
        for record in hand.records[told:]:
            line = _words(record, names, me)
            if line:
                self.console.print(_conjugated(line), highlight=False)
        return len(hand.records)

    def _ask(self, hand: "Hand", me: int) -> None:
        from croupier.equipment.cards import card_names
        from croupier.poker.errors import Refused

        while not self.quit:
            board = f"  board {card_names(hand.board)}" if hand.board else ""
            self.console.print(
                f"[bold]{card_names(hand.hole[me])}[/]{board}  pot {_money(hand.pot)}  "
                f"stack {_money(hand.stacks[me])}  {_may(hand)}",
                highlight=False,
            )
            line = self.console.input("> ").strip().lower()
            if line in ("q", "quit"):
                self.quit = True
                raise EOFError
            try:
                _do(hand, line)
                return
            except Refused as error:
                clause = f" ({error.clause})" if error.clause else ""
                self.console.print(f"{error.told(_money)}{clause}", style="red", highlight=False)
            except (ValueError, IndexError):
                self.console.print(HELP, style="dim", highlight=False)


def _may(hand: "Hand") -> str:
    if hand.phase == "draw":
        return "draw: d and the places of the cards, or k to stand pat"
    options = hand.options()
    parts = []
    if options.bring_in:
        parts.append(f"c bring in {_money(options.bring_in)}")
    if options.check:
        parts.append("k check")
    if options.call:
        parts.append(f"c call {_money(options.call)}")
    if options.amounts:
        parts.append(" or ".join(f"r {_plain(amount)} {options.kind}" for amount in options.amounts))
    elif options.may_raise:
        key = "b" if options.kind == "bet" else "r"
        parts.append(f"{key} {_plain(options.least)} to {_plain(options.most)} {options.kind}")
    return ", ".join(["f fold", *parts] if options.fold else parts)


def _plain(cents: int) -> str:
    return _money(cents).lstrip("$").replace(",", "")


def _do(hand: "Hand", line: str) -> None:
    from croupier.equipment.money import parse_money

    words = line.split()
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if hand.phase == "draw":
        if verb not in ("d", "draw", "k", "check", "pat", ""):
            raise ValueError(line)
        held = hand.hole[hand.actor]
        places = [int(place) for place in rest] if verb in ("d", "draw") else []
        if any(not 1 <= place <= len(held) for place in places):
            raise ValueError(line)
        hand.draw([held[place - 1] for place in places])
        return
    options = hand.options()
    if verb in ("f", "fold"):
        hand.fold()
    elif verb in ("k", "check"):
        hand.check()
    elif verb in ("c", "call", ""):
        if options.bring_in:
            hand.bring_in()
        elif options.check:
            hand.check()
        else:
            hand.call()
    elif verb in ("b", "bet", "r", "raise"):
        hand.raise_to(parse_money(rest[0]))
    elif verb in ("a", "all-in"):
        total = hand.stacks[hand.actor] + hand.bets[hand.actor]
        hand.raise_to(min(total, options.most)) if options.may_raise else hand.call()
    else:
        raise ValueError(line)


def _money(cents: int) -> str:
    from croupier.equipment.money import short_money

    return short_money(cents)


def _conjugated(line: str) -> str:
    """`you calls` is `you call`."""
    for verb in (
        "posts",
        "folds",
        "checks",
        "calls",
        "brings",
        "bets",
        "completes",
        "raises",
        "draws",
        "stands",
        "shows",
        "mucks",
        "wins",
        "buys",
    ):
        line = line.replace(f"you {verb}", f"you {verb[:-1]}")
    return line


def _words(record: Any, names: list[str], me: int) -> str:
    """A record in the words of the floor; cards of others stay unseen until they are shown."""
    from croupier.equipment.cards import card_names
    from croupier.poker import records as r

    who = names[record.player] if getattr(record, "player", -1) >= 0 else ""
    match record:
        case r.Posted(_, kind, amount):
            return f"{who} posts {kind} {_money(amount)}"
        case r.Dealt(player, cards, up):
            seen = " ".join(card_names([card]) if player == me or face else "▒▒" for card, face in zip(cards, up))
            return f"{who}: {seen}" if player == me or any(up) else ""
        case r.BoardDealt(cards, _):
            return f"[bold]board {card_names(cards)}[/]"
        case r.Folded():
            return f"{who} folds"
        case r.Checked():
            return f"{who} checks"
        case r.Called(_, amount, all_in):
            return f"{who} calls {_money(amount)}" + (", all-in" if all_in else "")
        case r.BroughtIn(_, amount):
            return f"{who} brings it in for {_money(amount)}"
        case r.Raised(_, to, kind, all_in, _):
            verb = {"bet": "bets", "complete": "completes to", "raise": "raises to"}[kind]
            return f"{who} {verb} {_money(to)}" + (", all-in" if all_in else "")
        case r.Drew(_, discards):
            return f"{who} draws {len(discards)}" if discards else f"{who} stands pat"
        case r.Returned(_, amount):
            return f"{_money(amount)} goes back to {who}, uncalled"
        case r.Shown(_, cards):
            return f"{who} shows {card_names(cards)}"
        case r.Mucked():
            return f"{who} mucks"
        case r.Collected(kind, amount, clause):
            return f"{kind} {_money(amount)} ({clause})"
        case r.Awarded(_, amount, pot, half, _):
            of = f" of side pot {pot}" if pot else ""
            return f"[green]{who} wins {_money(amount)}{of}{' for ' + half if half else ''}[/]"
        case r.Carried(amount):
            return f"{_money(amount)} stays for the next deal"
        case _:
            return ""


# ---- case files of rulings


def poker_case(files: Annotated[list[Path], typer.Argument(help="Case files (TOML) of poker rulings.")]) -> None:
    """Run case files: rulings as scripts, each with what must follow. Exit status 1 if one does not hold.

    A case that cannot be set up or read costs itself only; a file that is no case file costs that file, and the exit
    status is 2.

    For example:
        croupier poker-case src/croupier/cases/poker_files/*.toml
    """
    from croupier.poker.scripts.steps import Failed, Script

    failed = passed = unread = 0
    for path in files:
        try:
            cases = list(_cases(path))
        except _NoCases as error:
            unread += 1
            typer.echo(f"croupier: {path}: {error}", err=True)
            continue
        for number, case in enumerate(cases, 1):
            try:
                Script(case).run()
                passed += 1
            except Failed as error:
                failed += 1
                typer.echo(f"{path.name}: {case.get('name', case.get('clause', f'case {number}'))}: {error}")
    if unread < len(files):
        typer.echo(f"{passed} cases hold, {failed} do not")
    if failed or unread:
        raise typer.Exit(2 if unread else 1)


class _NoCases(Exception):
    """A file in which no case can be found."""


def _cases(path: Path) -> Iterator[dict[str, Any]]:
    """The cases of a file, each with the file's defaults."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _NoCases(f"it can't be read: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise _NoCases("it is no case file: expected UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise _NoCases(f"it is no case file: {error}") from None
    cases = data.pop("case", None)
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise _NoCases("it holds no cases: expected [[case]] tables")
    for case in cases:
        yield {**data, **case}
