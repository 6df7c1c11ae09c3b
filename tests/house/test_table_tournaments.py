"""Tournaments at tables: what their rules must state, whose turn it is, what is not allowed, who goes on."""

import datetime
import random

import pytest

from croupier.demo.table_tournament_players import play, play_table
from croupier.equipment.cards import parse_cards
from croupier.equipment.entropy import SeededEntropy
from croupier.games import game_of, open_game
from croupier.house.record import accounts
from croupier.house.record.clock import MINUTE_US, HandClock
from croupier.house.record.errors import NotFound, Refused, Stale
from croupier.house.tournaments.table.play import DEALER, Purse, TableTournament, TournamentTable
from croupier.house.tournaments.table.rules import Approved, Plan, asked, book_of, faults
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.chance import Stacked
from croupier.rounds.refusal import Refused as AtTable
from croupier.rounds.replay import replay
from croupier.rulebook import rulebook, rulebooks

from .crew import HOUSE, Crew

DIRECTOR = Approved("Executive Director", datetime.date(2020, 1, 1), "a letter")
GAMES = [
    ("hard-rock-cincinnati", "blackjack"),
    ("hard-rock-cincinnati", "zombie-blackjack"),
    ("hard-rock-cincinnati", "mini-midi-baccarat"),
    ("hard-rock-cincinnati", "dragon-bonus-baccarat-commission-free"),
    ("hard-rock-cincinnati", "rock-bac-w-super-6-commission-free"),
    ("hard-rock-cincinnati", "craps"),
    ("jack-cleveland", "blackjack"),
    ("jack-cleveland", "mini-midi-baccarat"),
    ("jack-cleveland", "craps"),
    ("horseshoe-cleveland", "blackjack"),
    ("horseshoe-cleveland", "mini-midi-baccarat"),
]


def plan_of(property_: str = HOUSE, game: str = "blackjack", **changes: object) -> Plan:
    craps = game == "craps"
    about: dict[str, object] = {
        "name": "Friday", "property": property_, "game": game, "rounds": 8, "seats": 4, "advance": 2,
        "betting_order": "" if craps else "button", "first_shooter": "draw" if craps else "",
        "dice_pass": "clockwise" if craps else "", "approved": DIRECTOR,
    }  # fmt: skip
    return Plan(**(about | changes))  # type: ignore[arg-type]


def table_of(plan: Plan, players: int = 3, falls: tuple[acts.Act, ...] = ()) -> TournamentTable:
    table = TournamentTable(plan, [f"p{n}" for n in range(1, players + 1)], SeededEntropy(3), HandClock())
    table.button = 1
    if falls:
        table.driver.chance = Stacked(*falls)  # type: ignore[arg-type]
    return table


def bet(table: TournamentTable, n: int, wager: str, dollars: int, on: str = "") -> None:
    table.answer(By("player", f"p{n}"), acts.Bet(n, wager, dollars * 100, on))


# ---- what the rules of a tournament must state


def test_every_section_with_tournaments_says_what_it_asks() -> None:
    found = {(b.property, b.game) for b in rulebooks() if b.procedure("tournament")}
    assert found == set(GAMES)
    for place, game in GAMES:
        rules = asked(rulebook(place, game))
        assert bool(rules.one_of) == ((place, game) != ("horseshoe-cleveland", "mini-midi-baccarat"))
        assert (rules.approved_by == "Executive Director") == (place != "horseshoe-cleveland")
    with pytest.raises(NotFound):
        asked(rulebook(HOUSE, "roulette"))


def test_a_plan_without_what_the_book_asks_for_may_not_begin() -> None:
    """Hard Rock, lines 2693-2697 (craps) and 5910-5914 (baccarat): all that is missing is named at once."""
    bare = plan_of(game="craps", rounds=0, first_shooter="", dice_pass="", approved=None)
    words = "; ".join(faults(bare))
    for missing in ("time limit or a number of rounds", "first shooter", "dice pass", "not approved by the Executive"):
        assert missing in words
    assert "betting order" in "; ".join(faults(plan_of(game="mini-midi-baccarat", betting_order="")))
    assert faults(plan_of("horseshoe-cleveland", approved=None)) == []  # no approval is printed there
    with pytest.raises(Refused, match="may not begin"):
        TableTournament(bare, SeededEntropy(1), HandClock())
    for wrong in ({"least": 2_000_00}, {"seats": 40}, {"advance": 4}):
        assert faults(plan_of(**wrong))


# ---- at the table


@pytest.mark.parametrize(("property_", "game"), GAMES)
def test_a_tournament_is_played_to_its_places(property_: str, game: str) -> None:
    plan = plan_of(property_, game, rounds=12)
    tournament = TableTournament(plan, SeededEntropy(11), HandClock())
    for number in range(1, 10):
        assert tournament.enter(f"e{number}") == number
    heats = play(tournament, random.Random(11))
    first = [heat for heat in heats if heat.stage == 1]
    assert sorted(s.name for heat in first for s in heat.standings) == sorted(tournament.entries)
    assert [len(heat.standings) for heat in first] == [3, 3, 3]
    for heat in heats:
        assert [s.chips for s in heat.standings] == sorted((s.chips for s in heat.standings), reverse=True)
        assert list(heat.advanced) == [s.name for s in heat.standings[: len(heat.advanced)]]
    assert len(heats[-1].standings) >= 2 and tournament.places()[0] == heats[-1].standings[0].name
    with pytest.raises(Stale, match="Entries are closed"):
        tournament.enter("late")


@pytest.mark.parametrize(("property_", "game"), [GAMES[0], GAMES[2], GAMES[5]])
def test_a_tournament_table_replays_and_keeps_every_chip(property_: str, game: str) -> None:
    table = table_of(plan_of(property_, game, rounds=20), players=4)
    play_table(table, random.Random(2))
    table.driver.table.audit()
    assert replay(table.driver.journal.entries(), game_of).journal.head == table.driver.journal.head
    assert table.over and (table.played == 20 or len(table.playing()) < 2)


def test_wagers_go_round_from_the_button() -> None:
    table = table_of(plan_of(rounds=4))
    with pytest.raises(Refused, match="Position 1 wagers before position 2"):
        bet(table, 2, "blackjack", 25)
    bet(table, 1, "blackjack", 50)
    bet(table, 1, "blackjack", 25)  # still his turn: nobody has followed
    bet(table, 2, "blackjack", 25)
    with pytest.raises(Stale, match="turn has gone on"):
        bet(table, 1, "blackjack", 25)
    with pytest.raises(Refused, match="Position 3 has no Blackjack wager"):
        table.answer(DEALER, acts.Close())
    with pytest.raises(AtTable, match="outside this table's limits"):
        bet(table, 3, "blackjack", 20)
    bet(table, 3, "blackjack", 25)
    table.answer(DEALER, acts.Close())
    play_round(table)
    assert (table.played, table.button) == (1, 2)
    with pytest.raises(Refused, match="Position 2 wagers before position 1"):
        bet(table, 1, "blackjack", 25)


def play_round(table: TournamentTable) -> None:
    """Everybody stands and declines."""
    while not table.driver.betting:
        request = table.driver.pending
        part = getattr(request, "parts", (request,))[0]
        by = By("player", f"p{part.position}")
        if hasattr(part, "choices"):
            table.answer(by, acts.Chosen("stand" if any(c.name == "stand" for c in part.choices) else "wait",
                                         part.position))  # fmt: skip
        else:
            table.answer(by, acts.Staked(0, part.position))


def test_chips_are_neither_bought_nor_carried_away() -> None:
    table = table_of(plan_of())
    for act in (acts.Buy(1, 100_00), acts.Leave(1), acts.Sit(1, "p9", 5_00)):
        with pytest.raises(Refused, match="neither bought nor taken away"):
            table.answer(By("player", "p1"), act)


def test_blackjack_pays_two_to_one_and_insurance_goes_by_twenty_five() -> None:
    """Hard Rock, lines 713 and 715: insurance in multiples of $25 up to half the wager; a blackjack 2 to 1."""
    cards = parse_cards("Ac 10d Ad Kc 7d 9h")  # p1 has blackjack, p2 17; the dealer an ace and a 9
    table = table_of(plan_of(options={"burn": "none"}), 2, tuple(acts.Fall(c) for c in cards))
    bet(table, 1, "blackjack", 100)
    bet(table, 2, "blackjack", 120)
    table.answer(DEALER, acts.Close())
    parts = {part.position: part for part in table.driver.pending.parts}  # type: ignore[attr-defined]
    assert (parts[2].step, parts[2].most) == (25_00, 50_00)  # half of 120 is 60: two chips of 25
    with pytest.raises(AtTable):
        table.answer(By("player", "p2"), acts.Staked(60_00, 2))
    play_round(table)
    assert table.worth(1) == 1_200_00


def test_aces_are_split_again_only_where_the_rules_of_the_tournament_say_so() -> None:
    """Hard Rock, line 712; Horseshoe Cleveland, line 431: up to four hands."""
    assert open_game(HOUSE, "blackjack", options={"tournament": True}).posting["tournament-ace-hands"] == 2
    more = plan_of(options={"tournament-ace-hands": 4})
    assert table_of(more).driver.game.posting["tournament-ace-hands"] == 4
    old = table_of(plan_of("horseshoe-cleveland"))
    assert old.driver.game.posting["tournament-ace-hands"] == 4


def test_baccarat_takes_banker_or_player_but_not_both_and_no_vigorish() -> None:
    """Hard Rock, lines 5915 and 5918."""
    cards = parse_cards("2c 9d 10c 10d 10h")  # player 2 draws a ten; banker 9, a natural
    table = table_of(plan_of(game="mini-midi-baccarat"), 2)
    bet(table, 1, "banker", 100)
    with pytest.raises(Refused, match="One or the other"):
        bet(table, 1, "player", 25)
    with pytest.raises(Refused, match="always has a Banker or Player wager"):
        table.answer(By("player", "p1"), acts.Take(1, "banker"))
    bet(table, 1, "tie", 25)
    bet(table, 2, "player", 25)
    table.driver.chance = Stacked(*(acts.Fall(c) for c in cards))
    table.answer(DEALER, acts.Close())
    assert (table.worth(1), table.worth(2)) == (1_075_00, 975_00)


def test_craps_has_a_line_wager_at_all_times() -> None:
    """Hard Rock, line 2699."""
    table = table_of(plan_of(game="craps"), 2)
    bet(table, 1, "pass", 25)
    with pytest.raises(Refused, match="One or the other"):
        bet(table, 1, "dont-pass", 25)
    with pytest.raises(Refused, match="Position 2 has no Pass Bet or Don't Pass Bet wager"):
        table.answer(DEALER, acts.Close())
    bet(table, 2, "dont-pass", 25)
    with pytest.raises(Refused, match="always has a Pass Bet or Don't Pass Bet"):
        table.answer(By("player", "p2"), acts.Take(2, "dont-pass"))
    table.driver.chance = Stacked(acts.Thrown((4, 2)), acts.Thrown((5, 4)))
    table.answer(DEALER, acts.Close())
    assert table.driver.felt.memo["point"] == 6 and table.turn() == 0


def test_craps_allows_two_kinds_on_a_number_and_one_side_of_it() -> None:
    """Hard Rock, lines 2698 and 2700-2702."""
    table = table_of(plan_of(game="craps", chips=5_000_00), 2)
    bet(table, 1, "pass", 25)
    bet(table, 2, "dont-pass", 25)
    table.driver.chance = Stacked(acts.Thrown((4, 2)), acts.Thrown((4, 1)))
    table.answer(DEALER, acts.Close())  # the point is 6
    bet(table, 1, "place", 30, "6")
    with pytest.raises(Refused, match="At most 2 kinds"):
        bet(table, 1, "buy", 30, "6")
    with pytest.raises(Refused, match="other side of 6"):
        bet(table, 1, "lay", 30, "6")
    with pytest.raises(Refused, match="other side of 6"):
        bet(table, 2, "place", 30, "6")
    bet(table, 1, "pass-odds", 25)  # odds belong to the wager that they support
    bet(table, 1, "field", 25)
    bet(table, 1, "hardway", 5, "6")  # the proposition area is open
    bet(table, 1, "come", 25)
    with pytest.raises(Refused, match="Come and Don't Come"):
        bet(table, 1, "dont-come", 25)
    bet(table, 2, "lay", 60, "5")
    with pytest.raises(Refused, match="other side of 5"):
        bet(table, 2, "place", 25, "5")


def test_a_time_limit_ends_a_table_between_rounds() -> None:
    clock = HandClock()
    plan = plan_of(rounds=0, minutes=20)
    table = TournamentTable(plan, ["p1", "p2"], SeededEntropy(3), clock)
    table.button = 1
    bet(table, 1, "blackjack", 25)
    clock.advance(21 * MINUTE_US)
    assert not table.over  # a round that has begun is finished
    bet(table, 2, "blackjack", 25)
    table.answer(DEALER, acts.Close())
    play_round(table)
    assert table.over
    with pytest.raises(Stale, match="has ended"):
        bet(table, 1, "blackjack", 25)


def test_who_has_less_than_the_least_wager_is_out() -> None:
    table = table_of(plan_of(chips=100_00, least=100_00, rounds=50), 2)
    while not table.over:
        for position in table.playing():
            bet(table, position, "blackjack", 100)
        table.answer(DEALER, acts.Close())
        play_round(table)
    assert len(table.playing()) == 1 and table.played < 50, "one of them was out before the rounds were"
    assert table.standings()[0].chips >= table.standings()[1].chips


def test_a_heat_counts_only_when_its_table_has_ended_and_somebody_always_leaves() -> None:
    tournament = TableTournament(plan_of(rounds=2, advance=3), SeededEntropy(4), HandClock())
    for number in range(8):
        tournament.enter(f"e{number}")
    with pytest.raises(Refused, match="can't enter again"):
        tournament.enter("e1")
    tables = tournament.draw_tables()
    assert len(tables) == 2
    with pytest.raises(Stale, match="still plays"):
        tournament.end_table(1, tables[0], 2)
    with pytest.raises(Stale, match="not over"):
        tournament.places()
    for number, table in enumerate(tables, 1):
        play_table(table, random.Random(number))
        assert len(tournament.end_table(number, table, 2).advanced) == 3
    assert len(play(tournament, random.Random(1))[-1].standings) <= 4


def test_fees_and_prizes_are_money_and_the_purse_never_owes(crew: Crew) -> None:
    purse = Purse(crew.ledger, "Friday")
    cage = accounts.cage(HOUSE)
    for _ in range(4):
        crew.writer.run(lambda tx: purse.collect(tx, "cage-1", cage, 50_00))
    assert crew.balances(purse.account) == [200_00]
    crew.writer.run(lambda tx: purse.pay(tx, "cage-1", cage, 150_00))
    with pytest.raises(Refused, match=r"holds \$50.00"):
        crew.writer.run(lambda tx: purse.pay(tx, "cage-1", cage, 50_01))
    assert crew.balances(purse.account) == [50_00]


def test_the_plan_finds_the_rulebook_of_its_day() -> None:
    assert book_of(plan_of("jack-cleveland", "craps", on="2018-01-01")).approved == datetime.date(2016, 4, 20)
