"""The roads of a shoe: what stands in which column, and what follows from it."""

from croupier.demo import players
from croupier.equipment.entropy import SeededEntropy
from croupier.games import open_game
from croupier.games.baccarat.counting import point_count
from croupier.games.baccarat.game import Baccarat
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.requests import Betting
from croupier.web.felt.seven_spot import roads

PLACE = "hard-rock-cincinnati"


def test_a_tie_stays_with_the_hand_before_it_and_begins_no_column() -> None:
    assert roads.columns("TBBTTPB") == [("B", [1, 2]), ("P", [0]), ("B", [0])]


def test_a_long_run_turns_right_at_the_bottom_and_the_next_begins_at_the_top() -> None:
    seven, after = roads.laid([8, 2])
    assert seven == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5)]
    assert after == [(1, 0), (1, 1)]
    assert roads.laid([8, 7])[1][4:] == [(1, 4), (2, 4), (3, 4)]  # the tail before it is in the way


def test_the_roads_that_follow_are_red_where_the_shoe_repeats_itself() -> None:
    lengths = [2, 2, 3, 1]
    # the second of column 2, the first of 3 and its second and third, the first of column 4
    assert roads.derived(lengths, 1) == [True, True, True, False, False]
    assert roads.derived(lengths, 2) == [True, False, False]  # from the second of column 3, then the first of 4
    assert roads.derived(lengths, 3) == []
    assert roads.derived([3, 3, 1, 1, 2], 3)[:1] == [False]  # the first of column 5: columns 4 and 1 differ


def test_a_shoe_is_read_aloud() -> None:
    drawn = roads.roads(("B", "T", "P", "P"))
    assert 'aria-label="Bead plate, newest first: banker, tie, player, player"' in drawn
    assert 'aria-label="Big road, newest run first: banker 1, player 2"' in drawn
    assert all(name in drawn for name, _ in roads.DERIVED)
    assert roads.in_words(("B", "T", "P", "P")) == "Banker 1, player 2, tie 1"


def test_every_hand_of_a_shoe_is_kept_for_its_roads_and_a_new_shoe_begins_anew() -> None:
    chance, dealer = SeededEntropy("roads"), By("dealer", "dealer")
    driver = Driver(open_game(PLACE, "mini-midi-baccarat"), mode="dealer")
    driver.answer(dealer, acts.Sit(1, "player", 500_00))
    for hands in (1, 2, 3):
        while len(driver.felt.memo.get("results", ())) < hands:
            if isinstance(driver.pending, Betting):
                driver.answer(dealer, acts.Bet(1, "banker", 10_00))
                driver.answer(dealer, acts.Close())
            else:
                fell = players.fact(chance, driver)
                assert fell is not None
                driver.answer(dealer, fell)
        player, banker = (point_count(driver.table.hand(side).cards) for side in ("player", "banker"))
        won = "tie" if player == banker else "player" if player > banker else "banker"
        assert driver.felt.memo["results"][0] == won
    assert len(driver.felt.memo["results"]) == 3
    game = driver.game
    assert isinstance(game, Baccarat)
    next(iter(game.fresh_shoe(driver.table)))
    assert "results" not in driver.felt.memo
