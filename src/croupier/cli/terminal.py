"""A table in the terminal: reads a line, does what it says, shows what happened."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from croupier.cli import Mistake, parse_options
from croupier.cli.layout import card_text, draw, offers_grid, request_text
from croupier.cli.replaying import settled_words
from croupier.equipment.entropy import SeededEntropy, SystemEntropy
from croupier.equipment.money import parse_money
from croupier.games import game_of, open_game
from croupier.rounds import acts, events
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance, FileVault, MemoryVault
from croupier.rounds.driver import Driver, utc_now
from croupier.rounds.game import Game
from croupier.rounds.journal import FileJournal, Journal, MemoryJournal, read_journal
from croupier.rounds.refusal import Refused
from croupier.rounds.replay import replay
from croupier.rounds.requests import Amount, Arrange, Betting, Card, Decide, Shuffle, Stack
from croupier.rounds.script import parse
from croupier.rulebook.printing import show

DEALER, SUPERVISOR = By("dealer"), By("supervisor")


class Terminal:
    def __init__(self, driver: Driver, lines: Iterator[str], console: Console, *, strict: bool) -> None:
        self.driver, self.lines, self.console = driver, lines, console
        self.strict = strict  # a script stops at its first mistake
        self.last_bets: list[acts.Bet] = []
        self.bets: list[acts.Bet] = []
        self.waiting: list[tuple[int, int]] = []  # positions and chips of players who have no seat yet

    # Opening

    @classmethod
    def play(
        cls,
        property: str,
        game: str,
        on: str | None,
        seats: int,
        option: list[str] | None,
        seed: str | None,
        chips: str,
        script: Path | None,
        journal: Path | None,
    ) -> None:
        entropy = SeededEntropy(seed) if seed is not None else SystemEntropy()
        cls._open(
            open_game(property, game, on, parse_options(option)), "electronic", entropy, seats, chips, script, journal
        )

    @classmethod
    def deal(
        cls,
        property: str,
        game: str,
        on: str | None,
        seats: int,
        option: list[str] | None,
        chips: str,
        script: Path | None,
        journal: Path | None,
    ) -> None:
        cls._open(open_game(property, game, on, parse_options(option)), "dealer", None, seats, chips, script, journal)

    @classmethod
    def _open(
        cls, game: Game, mode: str, entropy: Any, seats: int, chips: str, script: Path | None, journal: Path | None
    ) -> None:
        try:
            buy_in = parse_money(chips)
        except ValueError as error:
            raise Mistake(f"--chips: {error}") from None
        positions = int(game.posting.get("positions", 7))
        if seats > positions:
            raise Mistake(f"--seats {seats}: this table has {positions} positions")
        lines, strict = _lines(script)
        driver = _driver(game, mode, entropy, journal)
        terminal = cls(driver, lines, Console(highlight=False), strict=strict)
        terminal.waiting = [(number, buy_in) for number in range(1, seats + 1)]
        terminal.seat()
        terminal.run()

    def seat(self) -> None:
        """Seat whoever waits once wagers are open: a new shoe is shuffled before, and its burn cards are keyed."""
        while self.waiting and isinstance(self.driver.pending, Shuffle):
            self.driver.answer(DEALER, acts.Shuffled(self.driver.pending.cut))
        while self.waiting and isinstance(self.driver.pending, Betting):
            number, chips = self.waiting.pop(0)
            if not self.driver.felt.positions[number - 1].patron:
                self.driver.answer(By("player", f"patron{number}"), acts.Sit(number, f"patron{number}", chips))

    # The loop

    def run(self) -> None:
        self.console.print(draw(self.driver, self.viewer()))
        self.console.print("[dim]? shows what is possible, rules the rulebook, quit leaves.[/dim]")
        self.ask()
        for raw in self.lines:
            line = raw.split("#")[0].strip()
            if line.lower() in ("quit", "exit", "q"):
                break
            if self.strict:
                if not line:
                    continue
                self.console.print(f"[dim]> {line}[/dim]")
            try:
                self.do(line)
            except Refused as refused:
                if self.strict:
                    raise
                self.console.print(f"[red]{refused}[/red]")
            else:
                self.ask()
        journal = self.driver.journal
        if isinstance(journal, FileJournal):
            journal.close()
            self.console.print(f"[dim]Journal: {journal.path}, {self.driver.entry} entries.[/dim]")

    def do(self, line: str) -> None:
        word = line.split()[0].lower() if line else ""
        if word in ("?", "help") and len(line.split()) == 1 and not self._face_down_card(line):
            self.help()
        elif word == "rules":
            show(self.driver.game.posting.rulebook, self.console)
        elif word == "same" and isinstance(self.driver.pending, Betting):
            for bet in self.last_bets:
                self.answer(bet)
        else:
            self.act(parse(self.driver, self._full(line)))

    def _face_down_card(self, line: str) -> bool:
        """At a dealer-operated table a lone question mark is a card that lies face down."""
        return line == "?" and isinstance(self.driver.pending, Card | Stack) and self.driver.pending.face != "up"

    def _full(self, line: str) -> str:
        """Fill in what a person leaves out: Enter closes wagers, a wager's name alone is a bet at position 1."""
        if not isinstance(self.driver.pending, Betting):
            return line or ("shuffle" if isinstance(self.driver.pending, Shuffle) else "")
        if not line:
            return "close"
        words = line.split()
        if words[0] in self.driver.game.posting.wagers:
            words = ["bet", "1", *words]
        elif words[0] in ("bet", "take", "call") and len(words) > 1 and not words[1].isdigit():
            words.insert(1, "1")
        return " ".join(words)

    def act(self, act: acts.Anything) -> None:
        driver = self.driver
        if isinstance(act, acts.Declared):
            self.show(driver.declare(SUPERVISOR, act.when, act.position))
        elif isinstance(act, acts.Undone):
            undone = driver.undo(DEALER, act.entry or None)
            self.console.print(f"[yellow]Entry {undone.entry} taken back.[/yellow]")
        else:
            self.answer(act)

    def answer(self, act: acts.Act) -> None:
        driver = self.driver
        was_betting = isinstance(driver.pending, Betting)
        happened = driver.answer(self.who(act), act)
        if isinstance(act, acts.Bet):
            self.bets.append(act)
        elif was_betting and isinstance(act, acts.Close):
            self.last_bets, self.bets = self.bets, []
        self.show(happened)

    def who(self, act: acts.Act) -> By:
        """The person at the keyboard is player, dealer and supervisor in turn."""
        pending = self.driver.pending
        if isinstance(pending, Decide) and pending.by != "player":
            return By(pending.by)
        if isinstance(pending, Decide | Amount | Arrange) and pending.position:
            return By("player", self.driver.table.position(pending.position).patron)
        position = getattr(act, "position", 0)
        if position and not isinstance(act, acts.Sit):
            return By("player", self.driver.table.position(position).patron)
        return DEALER

    # Showing

    def viewer(self) -> By:
        """At an electronic table the player sees his own cards; the dealer sees what lies face up."""
        if not self.driver.table.electronic:
            return DEALER
        position = getattr(self.driver.pending, "position", 0) or 1
        return By("player", self.driver.table.position(position).patron)

    def ask(self) -> None:
        self.seat()
        pending = self.driver.pending
        if self.driver.felt.dealer.cards or any(p.hands[0].cards for p in self.driver.felt.positions):
            self.console.print(draw(self.driver, self.viewer()))
        if isinstance(pending, Betting):
            self.console.print(
                "[bold]Wagers are open.[/bold] [dim]WAGER AMOUNT to place one, Enter to close them.[/dim]"
            )
        else:
            self.console.print(request_text(pending, self.driver))

    def show(self, happened: list[events.Happening]) -> None:
        marks = {
            "won": "[green]✓[/green]",
            "lost": "[red]✗[/red]",
            "push": "[cyan]=[/cyan]",
            "returned": "[cyan]↩[/cyan]",
        }
        for event in happened:
            match event:
                case events.Settled():
                    self.console.print(
                        f" {marks[event.result]} {settled_words(event).replace('[', '(').replace(']', ')')}"
                    )
                case events.Fell():
                    self.console.print(f" [bold]{event.what}[/bold]")
                case events.Noted():
                    self.console.print(f" [dim]{event.says}{f' ({event.clause})' if event.clause else ''}[/dim]")
                case events.Ruled():
                    self.console.print(
                        f" [yellow]Ruling on {event.when}: {event.ruling}, clause {event.clause}. {event.says}[/yellow]"
                    )
                case events.Voided():
                    self.console.print(f" [yellow]The round is void (clause {event.clause}).[/yellow]")
                case events.Turned(to=to, card=card) if to == "dealer":
                    self.console.print(" Dealer turns ", card_text(card))
                case _:
                    pass

    def help(self) -> None:
        driver, pending = self.driver, self.driver.pending
        if isinstance(pending, Betting):
            for position in driver.felt.positions:
                if position.patron:
                    self.console.print(f"[bold]Position {position.number}[/bold]")
                    self.console.print(offers_grid(driver.game.offers(driver.table, position.number)))
                    break
            self.console.print(
                "bet POSITION WAGER (ON) AMOUNT · take POSITION WAGER (ON) · call POSITION WORD · same · close",
                style="dim",
            )
        else:
            self.console.print(request_text(pending, driver))
        here = driver.declarable()
        self.console.print(f"[dim]irregularity {' | '.join(here)}[/dim]" if here else "", end="\n" if here else "")


def _lines(script: Path | None) -> tuple[Iterator[str], bool]:
    if script is None:
        return (_keyboard() if sys.stdin.isatty() else iter(sys.stdin)), not sys.stdin.isatty()
    if str(script) == "-":
        return iter(sys.stdin), True
    return iter(script.read_text().splitlines()), True


def _keyboard() -> Iterator[str]:
    while True:
        try:
            yield input("> ")
        except EOFError:
            return


def _driver(game: Game, mode: str, entropy: Any, path: Path | None) -> Driver:
    """A new table, or the one whose journal stands in the file."""
    vault = MemoryVault() if path is None else FileVault(path.with_name(path.name + ".sealed"))
    chance = Chance(entropy, vault) if entropy is not None else None
    if path is not None and path.exists():
        journal = FileJournal(path)
        driver = replay(read_journal(path), game_of)
        mine, theirs = game.posting, driver.opened
        if (theirs.posting, theirs.mode) != (mine.digest, mode):
            raise Mistake(
                f"{path} is the journal of {theirs.game} at {theirs.property}, approved {theirs.approved}, "
                f"{theirs.mode}; name another file"
            )
        driver.journal, driver.chance, driver.clock = journal, chance, utc_now
        driver.run_chance()
        return driver
    kept: Journal = FileJournal(path, new=True) if path is not None else MemoryJournal()
    return Driver(game, mode=mode, chance=chance, journal=kept, name=path.stem if path else "table")


def choose_table() -> None:
    """The menu: a property, a game, and off it goes."""
    from rich.prompt import IntPrompt

    from croupier.rulebook import catalogue, properties

    console = Console(highlight=False)
    houses = [name for name, games in catalogue().items() if any(_playable(g) for g in games)]
    if not sys.stdin.isatty():
        for name in houses:
            console.print(f"[bold]{name}[/bold]: {', '.join(g for g in catalogue()[name] if _playable(g))}")
        console.print("[dim]croupier play PROPERTY GAME, or croupier deal PROPERTY GAME[/dim]")
        return
    console.print("[bold]Croupier[/bold]: the rules of real houses, as approved.\n")
    for number, name in enumerate(houses, 1):
        console.print(f"  {number}  {properties()[name].title}  [dim]{properties()[name].about}[/dim]")
    house = houses[IntPrompt.ask("Property", choices=[str(n) for n in range(1, len(houses) + 1)], default=1) - 1]
    games = [g for g in catalogue()[house] if _playable(g)]
    for number, name in enumerate(games, 1):
        console.print(f"  {number}  {name}")
    game = games[IntPrompt.ask("Game", choices=[str(n) for n in range(1, len(games) + 1)], default=1) - 1]
    Terminal.play(house, game, None, 1, None, None, "$1,000", None, None)


def _playable(game: str) -> bool:
    import importlib.util

    return importlib.util.find_spec("croupier.games." + game.replace("-", "_")) is not None
