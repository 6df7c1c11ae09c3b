"""Every wager that a rulebook describes itself has its own area on the desk's felt and on the phone's, by its title."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from croupier.games import game_class
from croupier.house.people.persons import Person
from croupier.house.tables.life import FloorTable, Settings
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rulebook.posting import Posting
from croupier.web.felt.shown import StationView
from croupier.web.station import compose as pages
from croupier.web.station.view import station
from tests import side_bets
from tests.made_up import book, rule

DICE = side_bets.SMALL + side_bets.TALL + side_bets.ALL + side_bets.BIG_SIX + side_bets.PLACE_TO_LOSE
BACCARAT = side_bets.PANDA_8 + side_bets.DRAGON_7 + side_bets.PLAYER_PAIR + side_bets.EITHER_PAIR + side_bets.BIG
CARDS = side_bets.PERFECT_PAIRS + side_bets.LUCKY_LADIES + side_bets.TOP_THREE
ORDER = rule("triple-zero-order", str(["0", "000", "00", *map(str, range(1, 37))]).replace("'", '"'))
THREE_ZEROS = ('"double-zero-as-single-zero"]\ndefault = "double-zero"',
               '"double-zero-as-single-zero", "triple-zero"]\ndefault = "triple-zero"')  # fmt: skip


def view_of(folder: Path, game: str, text: str, *changes: tuple[str, str]) -> StationView:
    rules = book(folder, game, text, *changes)
    driver = Driver(game_class(rules.game)(Posting(rules)), chance=Chance())
    driver.answer(By("player", "2001"), acts.Sit(2, "2001", 100_000))
    state = ("Pit 1", "electronic", "open", "X-1.1", 1, "", 0, Settings(demo=True))
    place = FloorTable("X-1", rules.property, rules.game, *state)
    live = SimpleNamespace(driver=driver, table=place, held=(), ready=set(), turns=None, occupancy=1)
    return station(live, Person("2001", "Pat", "player", True, False), [], 100_000, "House")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "text", "changes"),
    [
        ("blackjack", CARDS, ()),
        ("baccarat", BACCARAT, ()),
        ("craps", DICE, ()),
        ("roulette", side_bets.NEIGHBOURS, ()),
        ("roulette", side_bets.NEIGHBOURS + ORDER, (THREE_ZEROS,)),
        ("three-card-poker", side_bets.THREE_CARDS + side_bets.SIX_CARDS, ()),
    ],
    ids=["blackjack", "baccarat", "craps", "roulette", "three zeros", "three card poker"],
)
def test_a_described_wager_is_drawn(tmp_path: Path, game: str, text: str, changes: tuple[tuple[str, str], ...]) -> None:
    view = view_of(tmp_path, game, text, *changes)
    drawn = pages.felt_of(view)
    desk, phone = (set(re.findall(r'data-wager="([^"]+)"', felt)) for felt in (drawn.desk, drawn.phone))
    hops, rest, boxed = pages.sheet_parts(view)
    listed = [spot for _, of_total in hops for spot in of_total] + [spot for _, spot in rest]
    sheet = {spot.wager for spot in listed}
    wanted = {spot.wager for spot in view.spots}
    assert wanted - desk - (sheet - boxed) == set() and wanted - phone - sheet == set()
    described = set(re.findall(r"\[wagers\.([^.\]]+)\]", text)) - {"place-to-lose"}
    assert described <= desk, "each has a place of its own"
    if changes:
        assert "straight:000" in desk
