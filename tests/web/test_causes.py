"""Reasons are reasons: a sentence for every outcome of every wager of every game, and the clause that settles."""

import re

import pytest

from croupier.demo.furnish import playable
from croupier.equipment.cards import RANK_WORDS
from croupier.games import open_game
from croupier.games.busy import Busy
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.events import Settled
from croupier.rulebook.posting import Posting
from croupier.web.felt.causes import sentence
from croupier.web.felt.reasons import reason
from croupier.web.kit import words

HOUSES = sorted(playable())
RANK = "|".join(RANK_WORDS)  # a Low hand is said by its two ranks: five-three
IDENTIFIER = re.compile(
    rf"\b[a-z]+(?:-[a-z]+){{2,}}\b|\b(?:three|four|five|two|full|straight|royal)-(?!(?:card|{RANK})\b)[a-z]+\b"
)
GENERIC = re.compile(r"^(?:Folded|Surrendered|Lost|Won|Push|You lose|You win|Paid beside the wager)\.$")


def _faults(posting: Posting, event: Settled) -> list[str]:
    """What is wrong with the reason of an ended wager."""
    said = sentence(posting, event)
    found = [] if event.because else ["has no fact on record"]
    if len(said.split()) < 5 or not said.endswith(".") or GENERIC.match(said):
        found.append("is no sentence")
    if IDENTIFIER.search(said.replace(words.wager_title(posting, event.wager, event.on), "")):
        found.append("has an identifier")
    if not reason(posting, event).clauses:
        found.append("cites no clause")
    return [f"{event.wager} {event.outcome}: {said!r} {fault}" for fault in found]


@pytest.mark.parametrize(("place", "game"), HOUSES)
def test_every_row_and_every_loss_of_every_wager_has_a_sentence(place: str, game: str) -> None:
    posting = open_game(place, game).posting
    wrong = []
    for name, rule in posting.wagers.items():
        rows = [("main", row.outcome, str(row.odds)) for row in posting.rows(name)]
        for table, outcome, odds in [*rows, ("main", "lose", "")]:
            lost = outcome == "lose"
            result = "lost" if lost else "push" if outcome == "push" else "won"
            net = -1000 if lost else 1000
            fact = "You hold Js Td 4d."
            event = Settled(2, name, "", 1000, result, outcome, net, odds, rule.clause, 0, table, because=fact)
            wrong += _faults(posting, event)
    assert wrong == []


@pytest.mark.parametrize(("place", "game"), [house for house in HOUSES if house[0] == "hard-rock-cincinnati"])
def test_what_really_happens_at_a_table_says_why(place: str, game: str) -> None:
    driver = Driver(open_game(place, game), chance=Chance())
    busy = Busy(driver, 7, seats=2)
    wrong: list[str] = []
    for _ in range(90):
        for event in driver.answer(*busy.act()):
            if isinstance(event, Settled):
                wrong += _faults(driver.game.posting, event)
    assert wrong == []


@pytest.mark.parametrize(
    ("wager", "on", "result", "because", "said"),
    [
        ("pass", "", "lost", "The dice show 1-2, 3.", "3 is craps on the come-out: Pass Bet loses."),
        ("pass", "", "lost", "The dice show 3-4, 7.", "A seven came before the point: Pass Bet loses."),
        ("pass", "", "won", "The dice show 5-6, 11.", "11 is a natural on the come-out: Pass Bet wins."),
        ("pass", "", "won", "The dice show 4-4, 8.", "The point 8 was made before a seven: Pass Bet wins."),
        ("place", "6", "won", "The dice show 5-1, 6.", "6 came before a seven: Place Bet 6 wins."),
        ("hardway", "8", "lost", "The dice show 5-3, 8.", "5 and 3 is 8 the easy way: Hardway Bet 8 loses."),
    ],
)
def test_the_dice_say_why_a_wager_ends(wager: str, on: str, result: str, because: str, said: str) -> None:
    posting = open_game("hard-rock-cincinnati", "craps").posting
    event = Settled(2, wager, on, 1000, result, "lose", -1000, because=because)
    assert sentence(posting, event) == said


def test_a_side_bet_names_what_it_needs() -> None:
    posting = open_game("hard-rock-cincinnati", "three-card-poker").posting
    held = "You hold Js Td 4d, jack high."
    lost = Settled(2, "pair-plus", "", 500, "lost", "lose", -500, because=held)
    assert sentence(posting, lost).startswith(f"{held} Pair Plus needs a")
    won = Settled(2, "pair-plus", "", 500, "won", "straight", 3000, odds="6 to 1", because="You hold 4s 5d 6d.")
    assert sentence(posting, won) == "You hold 4s 5d 6d. A straight pays 6 to 1."
