"""House games for programs: every game by every property, and a seat that sees what it may and nothing else."""

import contextlib
import io
import random
import subprocess
import sys
from fractions import Fraction

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import croupier.agents  # noqa: F401
from croupier.agents.house import SEAT, HouseEnv
from croupier.agents.seeing import FACE_DOWN
from croupier.agents.shelf import NotSaid, house_games
from croupier.equipment.shoe import UNSEEN
from croupier.games.conformance import options_at_random
from croupier.rounds.requests import Decide, Together
from croupier.rulebook import NotFound, catalogue
from tests.games.test_conformance import BOOKS

GAMES = list(house_games())
HIDING = ("blackjack", "let-it-ride", "mississippi-stud", "pai-gow-poker", "ultimate-texas-holdem", "zombie-blackjack")
EPISODES = 12
BETS_MOST = 6  # in an episode of a game whose wagers are moves, before the seat lets it be dealt


def choose(table: HouseEnv, mask: np.ndarray, rng: random.Random, step: int) -> int:
    """At random; where the wagers are moves, a few and then the deal."""
    names = [move.name for move in table.moves.list]
    if "deal" in names and step >= BETS_MOST and mask[names.index("deal")]:
        return names.index("deal")
    return rng.choice(np.flatnonzero(mask).tolist())


def play(table: HouseEnv, seed: int, episodes: int = EPISODES) -> list[tuple[int, float, int]]:
    """(move, reward, cents so far) of some episodes played at random."""
    rng = random.Random(seed)
    record = []
    seen, info = table.reset(seed=seed)
    for _ in range(episodes):
        for step in range(60):
            assert table.observation_space.contains(seen)
            move = choose(table, info["action_mask"], rng, step)
            seen, reward, over, _, info = table.step(move)
            assert "refused" not in info
            record.append((move, reward, info["cents"]))
            if over:
                break
        seen, info = table.reset()
    return record


@pytest.mark.parametrize("book", BOOKS, ids=[book.key for book in BOOKS])
def test_every_rulebook_is_played_and_every_choice_is_a_move(book, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in (0, 1):
        options = options_at_random(book, seed)
        table = HouseEnv(book.game, book.property, on=book.approved, options=options)
        asked: set[str] = set()
        answer = table.driver.__class__.answer

        def hear(driver, by, act, number=None, asked=asked, answer=answer):  # type: ignore[no-untyped-def]
            request = driver.pending
            for part in request.parts if isinstance(request, Together) else [request]:
                if isinstance(part, Decide) and part.by == "player":
                    asked.update(choice.name for choice in part.choices if not choice.blocked)
            return answer(driver, by, act, number)

        monkeypatch.setattr(table.driver.__class__, "answer", hear)
        play(table, seed, 6)
        monkeypatch.undo()
        assert asked <= {*table.moves.names, "turn", "cede"}  # who turns the cards at midi baccarat decides nothing
        assert table.driver.table.balance() == 0


@pytest.mark.parametrize("game", GAMES)
def test_gymnasiums_own_checker_passes_every_game(game: str) -> None:
    table = gymnasium.make(f"croupier/{game}-v0", property=house_games()[game][0], render_mode="ansi")
    with contextlib.redirect_stdout(io.StringIO()):
        check_env(table.unwrapped)


@pytest.mark.parametrize("game", GAMES)
def test_no_byte_of_the_observation_depends_on_unseen_cards(game: str) -> None:
    """At every question the faces that lie hidden are exchanged for others of the shoe: the seat sees the same."""
    table = HouseEnv(game, house_games()[game][0])
    rng = random.Random(1)
    hidden = 0
    for episode in range(3 if table.bets_itself else 20):
        _, info = table.reset(seed=episode)
        for step in range(60):
            hidden += exchange(table, rng)
            _, _, over, _, info = table.step(choose(table, info["action_mask"], rng, step))
            if over:
                break
    assert hidden > 0 or game not in HIDING


def exchange(table: HouseEnv, rng: random.Random) -> int:
    """How many hidden cards were exchanged; what the seat sees and may do stays as it was."""
    before, mask = table._look(), table._mask()
    places = [
        (hand, number)
        for name, hand in table.driver.table.hands()
        for number, face in enumerate(hand.faces)
        if hand.cards[number] != UNSEEN and not (face == "u" or (face == "o" and name.split(".")[0] == str(SEAT)))
    ]
    kept = [hand.cards[number] for hand, number in places]
    for hand, number in places:
        hand.cards[number] = rng.randrange(52)
    after = table._look()
    assert all(np.asarray(before[name]).tobytes() == np.asarray(after[name]).tobytes() for name in before)
    assert table._mask().tobytes() == mask.tobytes()
    for (hand, number), card in zip(places, kept):
        hand.cards[number] = card
    return len(places)


@pytest.mark.parametrize("game", ["blackjack", "three-card-poker", "craps", "roulette", "pai-gow-poker"])
def test_a_seed_gives_the_same_evening_and_another_seed_another(game: str) -> None:
    def evening(seed: int) -> list[tuple[int, float, int]]:
        return play(HouseEnv(game, house_games()[game][0]), seed, episodes=3)

    assert evening(3) == evening(3) != evening(4)


@pytest.mark.parametrize("game", GAMES)
def test_rewards_are_the_settlements_in_units_to_the_cent(game: str) -> None:
    table = HouseEnv(game, house_games()[game][-1])
    rng = random.Random(2)
    for episode in range(8):
        _, info = table.reset(seed=episode)
        total = Fraction(0)
        for step in range(80):
            _, reward, over, _, info = table.step(choose(table, info["action_mask"], rng, step))
            assert reward == float(info["reward"])
            total += info["reward"]
            if over:
                break
        assert total == info["units"] == Fraction(info["cents"], info["unit"])
        assert info["cents"] == table.driver.table.chips(SEAT) - table._start + sum(
            wager.stake for wager in table.driver.felt.wagers
        )


def test_a_round_that_ends_before_the_seat_is_asked_waits_to_be_collected() -> None:
    table = HouseEnv("blackjack", "hard-rock-cincinnati")
    collect = [move.name for move in table.moves.list].index("collect")
    found = {}
    for seed in range(120):
        _, info = table.reset(seed=seed)
        if info["action_mask"][collect]:
            assert info["action_mask"].sum() == 1 and info["cents"] == 0
            assert "refused" in table.step(0)[4]
            _, reward, over, _, info = table.step(collect)
            assert over and reward == float(info["units"])
            found[reward] = seed
    assert 1.5 in found and -1.0 in found  # a blackjack of the player's, and one of the dealer's


def test_a_move_that_is_not_open_changes_nothing_and_says_why() -> None:
    table = HouseEnv("three-card-poker", "oneida")
    seen, info = table.reset(seed=1)
    closed = int(np.flatnonzero(info["action_mask"] == 0)[0])
    again, reward, over, _, info = table.step(closed)
    assert info["refused"] and reward == 0 and not over
    assert all(np.array_equal(seen[name], again[name]) for name in seen)
    with pytest.raises(NotSaid, match="a move is a number from 0 to"):
        table.step(99)


def test_the_property_is_said_unless_only_one_has_the_game() -> None:
    with pytest.raises(NotSaid, match="hard-rock-cincinnati, horseshoe-cleveland, jack-cleveland: say which"):
        gymnasium.make("croupier/blackjack-v0")
    with pytest.raises(NotSaid, match="not at 'oneida'"):
        gymnasium.make("croupier/blackjack-v0", property="oneida")
    assert HouseEnv("zappit-blackjack").property == "hard-rock-cincinnati"
    assert HouseEnv("craps", "jack-cleveland", on="2015-01-01").game.posting.rulebook.property == "horseshoe-cleveland"


def test_every_game_of_the_catalogue_is_registered_by_its_name() -> None:
    on_shelf = {game for games in catalogue().values() for game in games}
    assert set(GAMES) < on_shelf and {"poker", "progressives"}.isdisjoint(GAMES)
    assert all(f"croupier/{game}-v0" in gymnasium.registry for game in GAMES)


def test_wagers_and_stakes_are_the_callers() -> None:
    table = HouseEnv("three-card-poker", "hard-rock-cincinnati", wagers={"ante": 25_00, "pair-plus": 5_00})
    table.reset(seed=1)
    assert {(wager.kind, wager.stake) for wager in table.driver.felt.wagers} == {("ante", 25_00), ("pair-plus", 5_00)}
    assert table.unit == 25_00
    assert HouseEnv("blackjack", "jack-cleveland", stake=100_00).unit == 100_00


def test_a_running_shoe_is_dealt_on_and_a_fresh_one_is_not() -> None:
    def left(shoe: str) -> list[int]:
        table = HouseEnv("blackjack", "jack-cleveland", shoe=shoe)
        cards = []
        for number in range(4):
            _, info = table.reset(seed=1 if not number else None)
            cards.append(table.driver.table.shoe.left)
            while not table.step(int(np.flatnonzero(info["action_mask"])[0]))[2]:
                info = table._info()
        return cards

    fresh, running = left("fresh"), left("running")
    assert len(set(fresh)) == 1 and running == sorted(running, reverse=True) and len(set(running)) == 4


def test_the_table_is_drawn_as_its_player_sees_it() -> None:
    table = HouseEnv("blackjack", "jack-cleveland", render_mode="ansi")
    seen, _ = table.reset(seed=3)
    assert FACE_DOWN in seen["dealer"] and "▒▒" in table.render() and "Blackjack" in table.render()
    table.render_mode = "rgb_array"
    assert table.render().shape[2] == 3 and table.render().std() > 5


def test_what_can_not_be_is_refused_in_words() -> None:
    with pytest.raises(NotSaid, match="no house game of the shelf"):
        HouseEnv("poker", "oneida")
    with pytest.raises(NotSaid, match="shoe is fresh or running"):
        HouseEnv("blackjack", "jack-cleveland", shoe="endless")
    with pytest.raises(NotFound, match="no rulebook was in force"):
        HouseEnv("blackjack", "jack-cleveland", on="1999-01-01")
    table = HouseEnv("ultimate-texas-holdem", "jack-cleveland", wagers={"trips": 10_00})
    with pytest.raises(Exception, match=r"required|needs"):
        table.reset()


def test_the_library_itself_loads_none_of_it() -> None:
    code = (
        "import sys, croupier, croupier.cli, croupier.games, croupier.poker, croupier.odds;"
        "assert not {'gymnasium', 'pettingzoo', 'croupier.agents'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
