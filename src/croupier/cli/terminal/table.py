"""A table in the terminal: reads a line, does what it says, shows what happened."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from croupier.cli import Mistake, parse_options
from croupier.cli.terminal.asking import irregularities_text, offers_text, request_text, required, wager_text
from croupier.cli.terminal.layout import draw
from croupier.cli.terminal.telling import told
from croupier.cli.terminal.words import find_wager, read, unknown_wager
from croupier.equipment.entropy import SeededEntropy, SystemEntropy
from croupier.equipment.money import parse_money
from croupier.games import game_of, open_game
from croupier.rounds import acts, events
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance, FileVault, MemoryVault
from croupier.rounds.driver import Driver, utc_now
from croupier.rounds.game import Game
from croupier.rounds.journal import FileJournal
from croupier.rounds.refusal import Refused
from croupier.rounds.replay import replay
from croupier.rounds.requests import Amount, Arrange, Betting, Card, Decide, Shuffle, Stack
from croupier.rulebook.printing import show

DEALER, SUPERVISOR = By("dealer"), By("supervisor")
OPEN = "[bold]Wagers are open.[/bold] [dim]WAGER AMOUNT places one, Enter closes them.[/dim]"
COMMANDS = """\
[POSITION] WAGER [ON] AMOUNT         place a wager; ? WAGER tells all about it
take [POSITION] WAGER [ON] [AMOUNT]  take it back, whole or in part
call [POSITION] WORD [WAGER] [ON]    such as call off place 6, where it exists
same, close or Enter                 last round's wagers; no more wagers
buy-in AMOUNT, sit POSITION NAME AMOUNT, leave POSITION, rules, quit"""


class Terminal:
    def __init__(self, driver: Driver, lines: Iterator[str], console: Console, *, strict: bool) -> None:
        self.driver, self.lines, self.console = driver, lines, console
        self.strict = strict  # a script stops at its first mistake
        self.last_bets: list[acts.Bet] = []
        self.bets: list[acts.Bet] = []
        self.drawn = 0  # the round whose beginning has been drawn
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
        """Seat whoever waits, after the first shuffle."""
        while self.waiting and isinstance(self.driver.pending, Shuffle):
            self.driver.answer(DEALER, acts.Shuffled(self.driver.pending.cut))
        while self.waiting and self.driver.seating:
            number, chips = self.waiting.pop(0)
            if not self.driver.felt.positions[number - 1].patron:
                self.driver.answer(By("player", f"patron{number}"), acts.Sit(number, f"patron{number}", chips))

    # The loop

    def run(self) -> None:
        if self.driver.betting or not self.hands():
            self.console.print(draw(self.driver))
        self.console.print("[dim]? shows what is possible, ? WAGER one wager, rules the rulebook, quit leaves.[/dim]")
        if self.driver.betting:
            self.console.print(OPEN)
            self.drawn = self.driver.felt.round
        self.ask()
        for number, raw in enumerate(self.lines, 1):
            line = raw.split("#")[0].strip()
            if line.lower() in ("quit", "exit", "q"):
                break
            if not line and raw.strip():
                continue  # nothing but a comment; an empty line is Enter
            if self.strict:
                self.console.print(f"> {line or '(Enter)'}", style="dim", markup=False)
            try:
                self.do(line)
            except Refused as refused:
                if self.strict:
                    raise Mistake(f"line {number}, {repr(line) if line else 'Enter'}: {refused}") from None
                self.console.print(str(refused), style="red", markup=False)
        journal = self.driver.journal
        if isinstance(journal, FileJournal):
            journal.close()
            self.console.print(f"[dim]Journal: {journal.path}, {self.driver.entry} entries.[/dim]")

    def do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        asking = word.lower() in ("?", "help") and not self._face_down_card(line)
        if asking:
            self.help(rest.split())
        elif word.lower() == "rules":
            show(self.driver.game.posting.rulebook, self.console)
        elif word.lower() == "same" and self.driver.betting:
            self.repeat()
        else:
            self.act(read(self.driver, line))
            self.ask()

    def _face_down_card(self, line: str) -> bool:
        """At a dealer-operated table question marks are cards that lie face down."""
        return (
            not line.replace("?", "").strip()
            and isinstance(self.driver.pending, Card | Stack)
            and self.driver.pending.face != "up"
            and not self.driver.table.electronic
        )

    def repeat(self) -> None:
        if not self.last_bets:
            raise Refused("no wagers of an earlier round are known here; place some first")
        for bet in self.last_bets:
            self.answer(bet)
        self.ask()

    def act(self, act: acts.Anything) -> None:
        driver = self.driver
        if isinstance(act, acts.Declared):
            self.tell(driver.declare(SUPERVISOR, act.when, act.position))
        elif isinstance(act, acts.Undone):
            undone = driver.undo(DEALER, act.entry or None)
            self.console.print(f"[yellow]Entry {undone.entry} taken back.[/yellow]")
        else:
            self.answer(act)

    def answer(self, act: acts.Act) -> None:
        driver = self.driver
        was_betting = driver.betting
        happened = driver.answer(self.who(act), act)
        if isinstance(act, acts.Bet):
            self.bets.append(act)
        elif was_betting and isinstance(act, acts.Close):
            self.last_bets, self.bets = self.bets or self.last_bets, []
        self.tell(happened)

    def who(self, act: acts.Act) -> By:
        """The person at the keyboard is player, dealer and supervisor in turn."""
        pending = self.driver.pending
        if isinstance(pending, Decide) and pending.by != "player":
            return By(pending.by)
        if isinstance(pending, Decide | Amount | Arrange) and pending.position:
            return By("player", self.driver.table.position(pending.position).patron)
        if isinstance(act, acts.Sit):
            return By("player", act.patron)
        position = getattr(act, "position", 0)
        return By("player", self.driver.table.position(position).patron) if position else DEALER

    # Showing

    def tell(self, happened: list[events.Happening]) -> None:
        several = sum(bool(p.patron) for p in self.driver.felt.positions) > 1
        for line in told(happened, self.driver.table, several=several):
            self.console.print(line)

    def ask(self) -> None:
        self.seat()
        driver, pending = self.driver, self.driver.pending
        if not driver.betting:
            if self.hands():
                self.console.print(draw(driver))
            self.console.print(request_text(pending, driver))
            return
        if self.drawn != driver.felt.round:
            self.console.print(draw(driver))
            self.console.print(OPEN)
            self.drawn = driver.felt.round
        if missing := required(driver):
            words = ", ".join(missing)
            self.console.print(f"[dim]Still required: {words}. Without it the wagers are given back.[/dim]")

    def hands(self) -> bool:
        """Whether cards lie on the layout."""
        felt = self.driver.felt
        return bool(felt.dealer.cards) or any(p.hands[0].cards for p in felt.positions)

    def help(self, words: list[str]) -> None:
        driver, pending = self.driver, self.driver.pending
        position = next((p.number for p in driver.felt.positions if p.patron), 1)
        if words and words[0].lower().startswith("irregular"):
            self.console.print(irregularities_text(driver))
        elif words:
            found = find_wager(driver, words)
            if found is None:
                raise Refused(unknown_wager(driver, words[0]))
            self.console.print(wager_text(driver, found[0], position))
        elif isinstance(pending, Betting):
            self.console.print(draw(driver))
            self.console.print(offers_text(driver, position))
            self.console.print(COMMANDS, style="dim", markup=False)
        else:
            self.console.print(request_text(pending, driver))
        if not words and (here := driver.declarable()):
            self.console.print(
                f"irregularity NAME [POSITION]         ? irregularities lists {len(here)}",
                style="dim",
                markup=False,
            )


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
    if path is None:
        chance = Chance(entropy, MemoryVault()) if entropy is not None else None
        return Driver(game, mode=mode, chance=chance, name="table")
    if path.is_dir():
        raise Mistake(f"--journal {path}: that is a folder; name a file in it")
    if not path.parent.is_dir():
        raise Mistake(f"--journal {path}: there is no folder {path.parent}")
    sealed = path.with_name(path.name + ".sealed")
    if path.exists():
        return _resumed(game, mode, entropy, path, sealed)
    chance = Chance(entropy, FileVault(sealed)) if entropy is not None else None
    return Driver(game, mode=mode, chance=chance, journal=FileJournal(path, new=True), name=path.stem)


def _resumed(game: Game, mode: str, entropy: Any, path: Path, sealed: Path) -> Driver:
    """The table where its journal ends; an entry that was never finished was never acknowledged, and is dropped."""
    if not path.stat().st_size:
        raise Mistake(f"{path}: empty; expected a journal with its opening entry, or the name of a new file")
    journal = FileJournal(path)
    driver = replay(list(journal.entries()), game_of)
    mine, theirs = game.posting, driver.opened
    if (theirs.posting, theirs.mode) != (mine.digest, mode):
        raise Mistake(
            f"{path} is the journal of {theirs.game} at {theirs.property}, approved {theirs.approved}, "
            f"{theirs.mode}; name another file"
        )
    if entropy is not None:
        commitment = driver.table.shoe.commitment if driver.felt.shoes else ""
        if commitment and not (sealed.exists() and commitment in sealed.read_text()):
            raise Mistake(f"{path} can't be resumed: {sealed} with the sealed order of its cards is missing")
        if isinstance(entropy, SeededEntropy):  # go on from here, not from the beginning again
            entropy = SeededEntropy(f"{entropy.kind}:{driver.entry}")
        driver.chance = Chance(entropy, FileVault(sealed))
    driver.journal, driver.clock = journal, utc_now
    driver.run_chance()
    return driver


def choose_table() -> None:
    """The menu: a property, a game, and off it goes."""
    from rich.columns import Columns

    from croupier.rulebook import catalogue, properties

    console = Console(highlight=False)
    games = {house: [game for game in found if _playable(game)] for house, found in catalogue().items()}
    houses = [house for house in games if games[house]]
    if not sys.stdin.isatty():
        for name in houses:
            console.print(f"[bold]{name}[/bold]: {', '.join(games[name])}")
        console.print("[dim]croupier play PROPERTY GAME, or croupier deal PROPERTY GAME; --help has the rest[/dim]")
        return
    console.print("[bold]Croupier[/bold]: the rules of real houses, as approved.\n")
    for number, name in enumerate(houses, 1):
        console.print(f"  {number}  {properties()[name].title}  [dim]{properties()[name].about}[/dim]")
    house = _choose("Property", houses, console)
    if not house:
        return
    lines = [f"{number:>2}  {name}" for number, name in enumerate(games[house], 1)]
    console.print(Columns(lines, padding=(0, 3), column_first=True))
    game = _choose("Game", games[house], console)
    if game:
        console.print(f"[dim]The same again: croupier play {house} {game}[/dim]")
        Terminal.play(house, game, None, 1, None, None, "$1,000", None, None)


def _choose(what: str, names: list[str], console: Console) -> str:
    """One of these by its number or the beginning of its name; nothing where the person leaves."""
    while True:
        try:
            word = console.input(f"{what}, a number or a name (Enter: {names[0]}): ").strip().lower()
        except EOFError:
            console.print()
            return ""
        if word in ("quit", "exit", "q"):
            return ""
        if word.isdecimal() and 1 <= int(word) <= len(names):
            return names[int(word) - 1]
        meant = [n for n in names if n == word.replace(" ", "-")]
        meant = meant or [n for n in names if n.startswith(word.replace(" ", "-"))]
        if not word or len(meant) == 1:
            return meant[0]
        console.print(f"{word!r} is none of them; type 1 to {len(names)}, a name, or quit", style="red", markup=False)


def _playable(game: str) -> bool:
    from croupier.games import module_of

    return module_of(game) is not None
