"""Rulebooks of a house that exists in tests only: a printed book with other rules, and wagers of its own."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.equipment.entropy import SeededEntropy
from croupier.games import game_class
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.bots import DEALER, SUPERVISOR
from croupier.rounds.chance import Chance, Stacked
from croupier.rounds.driver import Driver
from croupier.rounds.events import Happening, Settled
from croupier.rounds.requests import Amount, Betting, Decide, Do, Together
from croupier.rulebook.library import SHELF
from croupier.rulebook.load import load
from croupier.rulebook.model import Rulebook
from croupier.rulebook.posting import Posting

BOOKS = {
    "blackjack": "blackjack@2020-09-08",
    "craps": "craps@2020-04-28",
    "roulette": "roulette@2019-12-05",
    "baccarat": "mini-midi-baccarat@2019-12-05",
    "big-six": "big-six@2019-12-05",
    "three-card-poker": "three-card-poker@2019-12-05",
    "ultimate-texas-holdem": "ultimate-texas-holdem@2019-12-05",
    "let-it-ride": "let-it-ride@2019-12-05",
    "four-card-poker": "four-card-poker@2019-12-05",
    "pai-gow-poker": "pai-gow-poker@2019-12-05",
}
ANN = By("player", "ann")


def printed(game: str) -> str:
    """The text of the book that a made-up one starts from."""
    return (SHELF / "hard-rock-cincinnati" / f"{BOOKS[game]}.toml").read_text()


def book(folder: Path, game: str, more: str = "", *changes: tuple[str, str]) -> Rulebook:
    """A printed book of Hard Rock's with some of its text replaced and more put to its end."""
    text = printed(game)
    for old, new in changes:
        assert old in text, f"{game} does not say {old!r}"
        text = text.replace(old, new)
    path = folder / f"{BOOKS[game]}.toml"
    path.write_text(text + more.replace("LINE", str(_line(text))))
    return load(path)


def rule(name: str, value: str) -> str:
    """One more rule."""
    return f'\n[rules.{name}]\nvalue = {value}\nclause = "of the house"\nline = LINE\nsays = "A rule of this house."\n'


def wager(name: str, sees: str, outcomes: dict[str, str], rows: dict[str, str], **keys: str) -> str:
    """A described wager as a rulebook writes it; `keys` are further keys, hyphens as underscores."""
    lines = [f"[wagers.{name}]", f'title = "{name.title()}"', 'kind = "side"', 'clause = "of the house"', "line = LINE"]
    lines += ['says = "A wager of this house."', f'sees = "{sees}"']
    lines += [f"{key.replace('_', '-')} = {value}" for key, value in keys.items()]
    lines += [f"[wagers.{name}.outcomes]", *(f"{outcome} = {{ {terms} }}" for outcome, terms in outcomes.items())]
    lines += [f"[[wagers.{name}.pay-tables]]", 'clause = "of the house"', "line = LINE"]
    lines += ["rows = [" + ", ".join(f'["{outcome}", "{odds}"]' for outcome, odds in rows.items()) + "]"]
    return "\n" + "\n".join(lines) + "\n"


def _line(text: str) -> int:
    """A line inside the book's section, to cite."""
    return int(text.split("lines = [", 1)[1].split(",", 1)[0])


# ------------------------------------------------------------------------------------------- playing


def table(
    rulebook: Rulebook, *falls: acts.Act, options: dict[str, Any] | None = None, seed: int | None = None
) -> Driver:
    """An electronic table under a book with one patron; cards, dice and ball fall as given, or by a seed."""
    game = game_class(rulebook.game)(Posting(rulebook, options))
    chance = Stacked(*falls) if seed is None else Chance(SeededEntropy(seed))
    driver = Driver(game, chance=chance, seats=2)
    driver.answer(DEALER, acts.Sit(1, "ann", 10_000_000_00))
    return driver


def bet(driver: Driver, **wagers: int) -> list[Happening]:
    """Wagers of the patron in dollars (hyphens as underscores, what one is on behind `__`), then no more bets."""
    for name, dollars in wagers.items():
        kind, _, on = name.partition("__")
        driver.answer(DEALER, acts.Bet(1, kind.replace("_", "-"), dollars * 100, on.replace("_", "-")))
    return driver.answer(DEALER, acts.Close())


def choose(driver: Driver, *names: str) -> list[Happening]:
    """The patron's decisions, one after the other."""
    happened: list[Happening] = []
    for name in names:
        happened += driver.answer(ANN, acts.Chosen(name, 1))
    return happened


def finish(driver: Driver, *wanted: str) -> list[Happening]:
    """Decide until the round is over: the first of the wanted choices that there is, else the first choice."""
    happened: list[Happening] = []
    while not isinstance(driver.pending, Betting):
        request = driver.pending.parts[0] if isinstance(driver.pending, Together) else driver.pending
        if isinstance(request, Do):
            happened += driver.answer(SUPERVISOR, acts.Done())
        elif isinstance(request, Amount):
            happened += driver.answer(ANN, acts.Staked(0, request.position))
        else:
            assert isinstance(request, Decide), request
            there = [choice.name for choice in request.choices if not choice.blocked]
            name = next((name for name in wanted if name in there), there[0])
            happened += driver.answer(ANN, acts.Chosen(name, request.position))
    return happened


def settled(happened: list[Happening]) -> dict[str, tuple[str, int]]:
    """wager -> (outcome, net in cents) of everything that was settled."""
    return {event.wager: (event.outcome, event.net) for event in happened if isinstance(event, Settled)}


def outcomes_of(
    driver: Driver, kind: str, rounds: int, wanted: tuple[str, ...] = ("stand", "play", "fold"), **wagers: int
) -> Counter[str]:
    """How often each outcome of one wager came in so many rounds, placed again whenever it does not stand."""
    found: Counter[str] = Counter()
    for _ in range(rounds):
        standing = {wager.kind for wager in driver.felt.wagers}
        due = {
            name: dollars
            for name, dollars in wagers.items()
            if name.replace("_", "-").partition("--")[0] not in standing
        }
        happened = bet(driver, **due) + finish(driver, *wanted)
        found.update(event.outcome for event in happened if isinstance(event, Settled) and event.wager == kind)
    return found


def apart(counts: Counter[str], chances: dict[str, float]) -> Iterator[tuple[str, float]]:
    """By how many standard deviations each count lies apart from its chance."""
    total = sum(counts.values())
    for name in {*counts, *chances}:
        p = chances.get(name, 0.0)
        spread = (total * p * (1 - p)) ** 0.5
        yield name, abs(counts[name] - total * p) / spread if spread else float(counts[name] != total * p)
