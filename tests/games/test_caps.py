"""One ceiling over all hands of a round: every payment is worked out first, then all are cut in proportion."""

import pytest

from croupier.equipment.cards import parse_card
from croupier.games import game_of, open_table
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.driver import TOGETHER, Driver
from croupier.rounds.events import Settled
from croupier.rounds.journal import MemoryJournal
from croupier.rounds.replay import replay

DEALER = By("dealer", "d")
ROYAL = ("Th Jh Qh Kh Ah", "Td Jd Qd Kd Ad")  # two hands of the best natural outcome
PLACES = ("hard-rock-cincinnati", "horseshoe-cleveland", "jack-cleveland")


class Kept(MemoryJournal):
    """Every entry, to be replayed."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[object] = []

    def append(self, entry: object) -> None:  # type: ignore[override]
        self.entries.append(entry)
        super().append(entry)  # type: ignore[arg-type]


def cards(words: str) -> tuple[int, ...]:
    return tuple(parse_card(word) for word in words.split())


def two_royals(place: str) -> tuple[Driver, list[Settled], Kept]:
    """DJ Wild dealt by hand to two patrons, one of whom wagers three times as much, each with a natural royal flush."""
    kept = Kept()
    options = {"least": "$10", "most": "$30,000"}
    driver = open_table(place, "dj-wild-stud-poker", options=options, mode="dealer", journal=kept)
    while not driver.betting:
        driver.answer(DEALER, acts.Shuffled(0))
    happened = []
    for number, stake in ((1, 30_00), (2, 10_00)):
        by = By("player", f"p{number}")
        driver.answer(by, acts.Sit(number, by.name, 1_000_000_00))
        for wager in ("ante", "blind", "trips"):
            if wager in driver.game.posting.wagers:
                driver.answer(by, acts.Bet(number, wager, stake * (10 if wager != "trips" else 1)))
    driver.answer(DEALER, acts.Close())
    while driver.felt.stage == "dealing":
        driver.answer(DEALER, acts.Falls((-1,) * 5) if "Stack" in type(driver.pending).__name__ else acts.Fall(-1))
    hands = {"dealer": cards("2c 3d 5s 7c 9h"), "1": cards(ROYAL[0]), "2": cards(ROYAL[1])}
    while driver.felt.round == 1:
        request = driver.pending
        if position := getattr(request, "position", 0):
            happened += driver.answer(By("player", f"p{position}"), acts.Chosen("play", position))
        else:
            happened += driver.answer(DEALER, acts.Falls(hands[request.to]))  # type: ignore[attr-defined]
    return driver, [e for e in happened if isinstance(e, Settled)], kept


@pytest.mark.parametrize("place", PLACES)
def test_two_winners_of_one_round_share_the_limit_in_proportion_to_what_they_won(place: str) -> None:
    driver, settled, kept = two_royals(place)
    (ceiling,) = driver.game.posting.ceilings
    won = {n: sum(e.net for e in settled if e.position == n and e.to == "player") for n in (1, 2)}
    full = any(not e.capped and e.net > 0 for e in settled)
    assert sum(won.values()) == ceiling.cents and not full
    assert won[2] > 0 and abs(won[1] - 3 * won[2]) <= 12  # a cent a payment, at most
    assert replay(kept.entries, game_of).felt.accounts == driver.felt.accounts  # type: ignore[arg-type]


def test_a_journal_from_before_is_followed_hand_by_hand() -> None:
    driver = open_table("hard-rock-cincinnati", "dj-wild-stud-poker", mode="dealer")
    assert driver.opened.options[TOGETHER] == "yes" and driver.table.together
    before = {key: value for key, value in driver.opened.options.items() if key != TOGETHER}
    import msgspec

    old = Driver(game_of(driver.opened), mode="dealer", journal=MemoryJournal(), resume=True)
    old._follow_opening(msgspec.structs.replace(driver.opened, options=before))
    assert not old.table.together


def test_a_game_whose_limit_is_a_hands_own_says_nothing_of_it() -> None:
    assert TOGETHER not in open_table("hard-rock-cincinnati", "three-card-poker", mode="dealer").opened.options
