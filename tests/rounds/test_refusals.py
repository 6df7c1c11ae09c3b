"""What somebody is told when the table waits for something else: words of the floor, no names of the program."""

import pytest

from croupier.games import open_game
from croupier.rounds import acts, requests
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.refusal import Refused

WRONG = (
    acts.Fall(3),
    acts.Falls((1, 2)),
    acts.Thrown((1, 2)),
    acts.Landed("7"),
    acts.Saw(True),
    acts.Done(),
    acts.Chosen("play", 1),
    acts.Staked(500, 1),
    acts.Arranged((1, 2), 1),
    acts.Reads(100),
    acts.Close(),
    acts.Bet(1, "ante", 1000),
    acts.Shuffled(0),
)
NAMES = {kind.__name__ for kind in (*acts.BETTING, *acts.FACTS, *map(type, WRONG))} | {
    name for name in vars(requests) if name[0].isupper()
}


@pytest.mark.parametrize("game", ["three-card-poker", "craps", "roulette", "blackjack"])
def test_no_class_of_the_program_is_named(game: str) -> None:
    driver = Driver(open_game("hard-rock-cincinnati", game), mode="dealer")
    said = [refusal(driver, act) for act in WRONG]
    assert sum(map(bool, said)) > 8
    assert not [words for words in said if NAMES & set(words.replace(";", " ").replace(".", " ").split())]


def refusal(driver: Driver, act: acts.Act) -> str:
    try:
        driver.check(By("manager", "boss"), act)
    except Refused as refused:
        return refused.says
    return ""


def test_it_says_when_wagers_are_taken() -> None:
    driver = Driver(open_game("hard-rock-cincinnati", "three-card-poker"), mode="dealer")
    with pytest.raises(Refused, match="waits for the cards, shuffled and cut; wagers are placed"):
        driver.check(By("dealer", "d"), acts.Bet(1, "ante", 1000))
    with pytest.raises(Refused, match="shuffled and cut") as refused:
        driver.check(By("dealer", "d"), acts.Done())
    assert refused.value.says == "the table waits for the cards, shuffled and cut"
