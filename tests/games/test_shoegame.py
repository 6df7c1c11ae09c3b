"""The shoe over many rounds: when it is shuffled, what is burned, which batch or side is in play."""

from collections import Counter

from croupier.equipment.cards import parse_card
from croupier.equipment.entropy import SeededEntropy
from croupier.games import game_of, open_table
from croupier.games.random_players import Busy
from croupier.games.shoegame import burn_value, is_red
from croupier.rounds import acts, events
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.replay import replay
from croupier.rounds.requests import Card, Shuffle


def table(mode: str = "electronic", seed: int = 1, property: str = "jack-cleveland", **options: object) -> Driver:
    chance = Chance(SeededEntropy(seed)) if mode == "electronic" else None
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return open_table(property, "blackjack", None, chosen, mode=mode, chance=chance)


def shuffles(driver: Driver) -> int:
    return sum(isinstance(entry.act, acts.Shuffled) for entry in driver.journal.entries())


def play_rounds(driver: Driver, count: int, seats: int = 2, seed: int = 3) -> None:
    busy = Busy(driver, seed, seats=seats)
    last = driver.felt.round + count
    while driver.felt.round < last:
        driver.answer(*busy.act())


def test_a_burn_card_by_value() -> None:
    assert [burn_value(parse_card(card)) for card in ("Ac", "2d", "9h", "Ts", "Kc")] == [1, 2, 9, 10, 10]
    assert is_red(parse_card("Td"))
    assert not is_red(parse_card("Ts"))


def test_the_shoe_is_shuffled_when_its_cutting_card_has_come_out_and_not_before() -> None:
    driver = table(decks=2, penetration=50, small_game="shoe")
    busy = Busy(driver, 1, seats=2)
    for _ in range(600):
        before, dealt, past = shuffles(driver), driver.table.shoe.dealt, driver.table.shoe.past_cut
        over = driver.felt.round
        driver.answer(*busy.act())
        if shuffles(driver) > before:
            assert driver.felt.round == over + 1  # between two rounds
        elif driver.felt.round > over:
            assert not driver.table.shoe.past_cut, (dealt, past)


def test_one_card_is_burned_from_every_new_shoe() -> None:
    driver = table(mode="dealer")
    driver.answer(By("dealer"), acts.Shuffled(234))
    assert isinstance(driver.pending, Card)
    assert driver.pending.to == "burn"
    driver.answer(By("dealer"), acts.Fall(-1))
    assert driver.table.shoe.dealt == 1
    assert driver.betting


def test_two_batches_alternate() -> None:
    driver = table(decks=1, batches=2, penetration=50, small_game="shoe")
    busy = Busy(driver, 1, seats=2)
    while driver.felt.round < 20:
        driver.answer(*busy.act())
        assert driver.felt.shoe == (shuffles(driver) - 1) % 2
    assert shuffles(driver) > 4


def test_a_continuous_shuffler_starts_every_round_with_all_its_cards() -> None:
    for mode in ("electronic", "dealer"):
        driver = table(mode, dealing="continuous", decks=1)
        play_rounds(driver, 6)
        while not driver.betting:
            driver.answer(*Busy(driver, 1).act())
        assert driver.table.shoe.dealt == 0
        assert shuffles(driver) == (driver.felt.round if mode == "electronic" else 0)


def test_a_shoe_that_runs_out_is_filled_with_the_discards_and_the_seal_holds() -> None:
    found = 0
    for seed in range(6):
        driver = table(seed=seed, decks=1, penetration=75, small_game="shoe")
        busy = Busy(driver, seed, seats=6)
        for _ in range(500):
            happened = driver.answer(*busy.act())
            found += any(isinstance(e, events.Ruled) and e.when == "insufficient-cards" for e in happened)
            lying = Counter(
                card for to, hand in driver.table.hands() for card in hand.cards if to not in ("burn", "discards")
            )
            if driver.felt.stage not in ("shuffle", "betting"):
                assert max(lying.values(), default=0) <= 1, "no card lies twice on the table"
        assert replay(driver.journal.entries(), game_of).journal.head == driver.journal.head
    assert found > 3


def test_only_the_side_whose_cutting_card_came_is_shuffled() -> None:
    driver = table(dealing="double-shoe", decks=1, penetration=50, small_game="shoe")
    busy = Busy(driver, 2, seats=2)
    shuffled = Counter[int]()
    last = [shoe.commitment for shoe in driver.felt.shoes]
    for _ in range(900):
        past = [shoe.past_cut for shoe in driver.felt.shoes]
        out = [shoe.left for shoe in driver.felt.shoes]
        driver.answer(*busy.act())
        for side, shoe in enumerate(driver.felt.shoes):
            if shoe.commitment != last[side]:
                shuffled[side] += 1
                last[side] = shoe.commitment
                assert past[side] or out[side] < 40
    assert min(shuffled[0], shuffled[1]) > 2


def test_a_determinant_card_sends_the_round_to_the_side_of_its_color() -> None:
    driver = table("dealer", dealing="double-shoe", decks=1, small_game="shoe")
    while isinstance(driver.pending, Shuffle):
        driver.answer(By("dealer"), acts.Shuffled(39))
    driver.answer(By("player", "ann"), acts.Sit(1, "ann", 100_00))
    driver.answer(By("player", "ann"), acts.Bet(1, "blackjack", 10_00))
    driver.answer(By("dealer"), acts.Close())
    driver.answer(By("dealer"), acts.Fall(parse_card("Ks")))
    assert driver.felt.shoe == 1  # hearts and diamonds stand for the left side
    assert driver.felt.places["segregated"].cards == [parse_card("Ks")]
    assert driver.felt.shoes[0].dealt == 1
    assert driver.felt.shoes[1].dealt == 0
