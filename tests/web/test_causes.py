"""Reasons are reasons: a sentence for every outcome of every wager of every game, and the clause that settles."""

import re

import pytest

from croupier.demo.furnish import playable
from croupier.equipment.cards import RANK_WORDS
from croupier.games import module_of, open_game
from croupier.games.random_players import Busy
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.events import Settled
from croupier.rulebook.posting import Posting
from croupier.web.books.view import sentences, sheets
from croupier.web.felt.addressed import to_dealer
from croupier.web.felt.causes import clauses, sentence
from croupier.web.felt.reasons import reason
from croupier.web.kit import words

HOUSES = sorted((place, game) for place, game in playable() if str(module_of(game)).startswith("croupier."))
RANK = "|".join(RANK_WORDS)  # a Low hand is said by its two ranks: five-three
IDENTIFIER = re.compile(
    rf"\b[a-z]+(?:-[a-z]+){{2,}}\b|\b(?:three|four|five|two|full|straight|royal)-(?!(?:card|{RANK})\b)[a-z]+\b"
)
CLUMSY = re.compile(
    r"\ba (?:[aeio]|un)[a-z]|or better or better|\ba \w+s or better|\. (?:Two|Three|Four|Five|Six) [a-z]+s pays\b"
    r"|\ban? (?:flush|straight) \d"
)
CAUSE = re.compile(
    r"needs|loses to|over 21|against|folded|surrendered|rests|came|fell|craps|natural|field|made| is \d|no blackjack"
    r"|makes|ties|tie:|qualify|returns|is paid|does not|required|barred|won and one|less than|foul|with [^.]*:"
)
LEFT = "A player left during the round: his wagers may be treated as lost."
KEPT = "A progressive wager is collected when it wins too."
GENERIC = re.compile(r"^(?:Folded|Surrendered|Lost|Won|Push|You lose|You win|Paid beside the wager)\.$")


def _faults(posting: Posting, event: Settled) -> list[str]:
    """What is wrong with the reason of an ended wager."""
    said = sentence(posting, event)
    found = [] if event.because else ["has no fact on record"]
    if len(said.split()) < 5 or not said.endswith(".") or GENERIC.match(said):
        found.append("is no sentence")
    if event.result == "won" and " loses to " in said and not re.search("qualify|pays? ", said):
        found.append("tells of a loss")
    if CLUMSY.search(said):
        found.append("is clumsy")
    if IDENTIFIER.search(said.replace(words.wager_title(posting, event.wager, event.on), "")):
        found.append("has an identifier")
    if not reason(posting, event).clauses:
        found.append("cites no clause")
    return [f"{event.wager} {event.outcome}: {said!r} {fault}" for fault in found]


def _without_cause(posting: Posting, event: Settled) -> list[str]:
    """A wager that was not won says what it lacked or what was against it."""
    said = sentence(posting, event)
    if event.result == "won" or event.to != "player" or CAUSE.search(said.lower()):
        return []
    return [f"{event.wager} {event.outcome}: {said!r} names no cause"]


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


@pytest.mark.parametrize(("place", "game"), HOUSES)
def test_what_really_happens_at_a_table_says_why(place: str, game: str) -> None:
    driver = Driver(open_game(place, game), chance=Chance())
    busy = Busy(driver, 7, seats=3)
    wrong: list[str] = []
    for _ in range(150):
        for event in driver.answer(*busy.act()):
            if isinstance(event, Settled):
                wrong += _faults(driver.game.posting, event) + _without_cause(driver.game.posting, event)
    assert wrong == []


@pytest.mark.parametrize(
    ("wager", "result", "because", "said"),
    [
        ("red", "lost", "Your Jc beats the dealer's 2s.", "Your Jc beats the dealer's 2s. Red loses."),
        ("red", "won", "Your 2s loses to the dealer's Jc.", "Your 2s loses to the dealer's Jc. Red wins."),
        ("red", "push", "Your Jc beats the dealer's 2s.", "Your Jc beats the dealer's 2s. Red is returned."),
        ("red", "won", "Your Jc beats the dealer's 2s.", "Your Jc beats the dealer's 2s."),
        ("red", "lost", "the left cup was empty", "The left cup was empty. Red loses."),
        ("red", "won", "The left cup held it.", "The left cup held it. Red wins."),
        ("red", "push", "Nobody turned a cup.", "Nobody turned a cup. Red is returned."),
        ("red", "returned", "Nobody turned a cup.", "Nobody turned a cup. Red is returned."),
        ("red", "lost", "", "Red loses."),
    ],
)
def test_what_a_game_of_another_package_recorded_is_its_reason(
    wager: str, result: str, because: str, said: str
) -> None:
    """Its own sentence and clause, whatever it says; of a dealer who must qualify only where a rule speaks of one."""
    posting = open_game("hard-rock-cincinnati", "roulette").posting
    outcome = {"won": "win", "lost": "lose"}.get(result, "push")
    event = Settled(2, wager, "", 1000, result, outcome, 0, clause="7.X", because=because)
    assert sentence(posting, event) == said
    assert clauses(posting, event)[-1] == "7.X"


def test_sevens_that_count_are_those_of_the_first_two_cards() -> None:
    posting = open_game("hard-rock-cincinnati", "blackjack").posting
    held = "You hold Ah 7h 7d."  # the third is the dealer's
    won = Settled(2, "progressive", "", 500, "won", "one-seven", 1000, "$10", "5.B", because=held)
    assert sentence(posting, won) == f"{held} A seven in the first two cards pays $10."


@pytest.mark.parametrize(
    ("wager", "on", "result", "because", "said"),
    [
        ("pass", "", "lost", "The dice show 1-2, 3.", "3 is craps on the come-out: Pass Bet loses."),
        ("pass", "", "lost", "The dice show 3-4, 7.", "A seven came before the point: Pass Bet loses."),
        ("pass", "", "won", "The dice show 5-6, 11.", "11 is a natural on the come-out: Pass Bet wins."),
        ("pass", "", "won", "The dice show 4-4, 8.", "The point 8 was made before a seven: Pass Bet wins."),
        ("place", "6", "won", "The dice show 5-1, 6.", "6 came before a seven: Place Bet 6 wins."),
        ("hardway", "8", "lost", "The dice show 5-3, 8.", "5 and 3 is 8 the easy way: Hardway Bet 8 loses."),
        ("any-craps", "", "lost", "The dice show 5-3, 8.", "5 and 3 is 8, no craps: Any Craps loses."),
        ("hop", "1-3", "lost", "The dice show 5-3, 8.", "5 and 3 fell: Hop Bet 1, 3 needs exactly those two dice."),
    ],
)
def test_the_dice_say_why_a_wager_ends(wager: str, on: str, result: str, because: str, said: str) -> None:
    posting = open_game("hard-rock-cincinnati", "craps").posting
    event = Settled(2, wager, on, 1000, result, "lose", -1000, because=because)
    assert sentence(posting, event) == said


@pytest.mark.parametrize(
    ("wager", "on", "result", "number", "said"),
    [
        ("red", "", "lost", "8, black", "The ball rests in 8, black: Red loses."),
        ("even", "", "won", "8, black", "The ball rests in 8, even: Even wins."),
        ("19-36", "", "lost", "8, black", "The ball rests in 8, in the lower half: 19 - 36 loses."),
        ("dozen", "2nd-12", "lost", "8, black", "The ball rests in 8, in the 1st dozen: Dozen 2nd 12 loses."),
        ("column", "2nd", "won", "8, black", "The ball rests in 8, in the 2nd column: 2nd column wins."),
        ("odd", "", "lost", "00, green", "The ball rests in 00, neither even nor odd: Odd loses."),
        ("straight", "20", "lost", "8, black", "The ball rests in 8: Straight 20 needs that number."),
        ("split", "17-20", "lost", "0, green", "The ball rests in 0: Split 17, 20 needs one of them."),
        ("straight", "0", "won", "0, green", "The ball rests in 0: Straight 0 wins."),
        ("three-numbers", "10-11-12", "won", "10, black", "The ball rests in 10: Three Numbers 10, 11, 12 wins."),
    ],
)
def test_the_ball_says_why_a_wager_ends(wager: str, on: str, result: str, number: str, said: str) -> None:
    posting = open_game("hard-rock-cincinnati", "roulette").posting
    event = Settled(2, wager, on, 1000, result, "lose", -1000, because=f"The ball rests in {number}.")
    assert sentence(posting, event) == said


def test_the_odds_stand_once_beside_the_stake() -> None:
    posting = open_game("hard-rock-cincinnati", "roulette").posting
    won = Settled(2, "even", "", 1000, "won", "win", 1000, odds="1 to 1", because="The ball rests in 8, black.")
    assert reason(posting, won).terms == "$10 at 1 to 1."
    posting = open_game("hard-rock-cincinnati", "three-card-poker").posting
    won = Settled(2, "pair-plus", "", 500, "won", "straight", 3000, odds="6 to 1", because="You hold 4s 5d 6d.")
    assert (reason(posting, won).sentence + reason(posting, won).terms).count("6 to 1") == 1


@pytest.mark.parametrize(
    ("game", "lost", "clause"),
    [
        ("mississippi-stud", ("ante",), "10.B"),
        ("mississippi-stud", ("ante", "third-street"), "10.C, 10.D"),
        ("mississippi-stud", ("ante", "third-street", "fourth-street"), "10.E, 10.F"),
        ("criss-cross-poker", ("ante-across", "ante-down"), "6.B"),
        ("criss-cross-poker", ("ante-across", "ante-down", "across", "down"), "6.E, 6.F"),
    ],
)
def test_a_fold_cites_the_street_at_which_the_hand_was_folded(game: str, lost: tuple[str, ...], clause: str) -> None:
    posting = open_game("hard-rock-cincinnati", game).posting
    ended = [Settled(2, wager, "", 1000, "lost", "lose", -1000, because="Folded.") for wager in lost]
    others = Settled(3, "third-street", "", 1000, "lost", "lose", -1000, because="Folded.")  # another hand
    assert {clauses(posting, event, [*ended, others]) for event in ended} == {(clause,)}


@pytest.mark.parametrize(
    ("game", "wager", "result", "outcome", "because", "said", "clause"),
    [
        (
            "three-card-poker",
            "ante",
            "lost",
            "lose",
            "Your As Kd 4s (ace high) loses to the dealer's pair.",
            "",
            "10.D",
        ),
        ("three-card-poker", "ante", "lost", "lose", "Folded.", "You folded: Ante is lost.", "10.B"),
        ("blackjack", "blackjack", "push", "push", "Your 20 ties with the dealer's 20.", "", "4.C"),
        ("three-card-poker", "play", "push", "push", "Your 9s 6d 4s ties with the dealer's 9h 6c 4d.", "", "12.C"),
        ("ultimate-texas-holdem", "blind", "push", "push", "On a board, your 2c 3c ties with 2d 3d.", "", "10.I.iii"),
        ("ultimate-texas-holdem", "ante", "lost", "lose", "Folded.", "You folded: Ante is lost.", "10.D, 10.E"),
        ("texas-holdem-bonus", "ante", "lost", "lose", "Folded.", "You folded: Ante is lost.", "10.A"),
        ("texas-holdem-bonus", "turn", "push", "push", "On a board, your 2c 3c ties with 2d 3d.", "", "10.J.iii"),
        ("blackjack", "buster", "lost", "lose", "The dealer has 20 in 2 cards.", "needs a dealer over 21.", "15.B"),
        ("blackjack", "rock-n-21-side-bet", "lost", "lose", "Your cards are 7d 4d.", "needs a blackjack.", "15.A"),
        (
            "mississippi-stud",
            "ante",
            "lost",
            "lose",
            "3h 3c with Tc 7c 6s.",
            "needs a pair of sixes or better.",
            "11.B",
        ),
        ("craps", "pass", "lost", "lose", "The dice show 1-2, 3.", "3 is craps on the come-out", "3.A.i"),
        ("crapless-craps", "pass-odds", "won", "win", "The dice show 1-2, 3.", "The point 3 was made", "6.A.ii"),
        ("mini-midi-baccarat", "banker", "push", "push", "Player makes 7; Banker makes 7.", "The hands tie", "8.A.i"),
        (
            "mini-midi-baccarat",
            "dragon-bonus",
            "lost",
            "lose",
            "Player makes 7; Banker makes 5.",
            "by 4 points",
            "8.A.iv",
        ),
        ("high-card-flush", "raise", "push", "push", "Your Qh (queen) against Kd (king).", "does not qualify", "10.H"),
        (
            "high-card-flush",
            "raise",
            "push",
            "push",
            "Your 8d 4d 2d (flush, eight high) against the dealer's 8c 7c 6c (flush, eight high).",
            "four against seven. The dealer's hand does not qualify",
            "10.H",
        ),
        (
            "crazy-four-poker",
            "play",
            "won",
            "win",
            "Your 4d 2c 8s 3d 7s (eight high) loses to the dealer's Td 6h 8h 5d 2d (ten high).",
            "The dealer's hand does not qualify: Play wins.",
            "10.E to 10.J",
        ),
        (
            "four-card-poker",
            "ante",
            "lost",
            "lose",
            "Your As Th 7s 4c Qd (ace high) loses to the dealer's Td 7h 2h 5c Kd Ah (ace high).",
            "(ace high), queen against king.",
            "10.E, 10.F",
        ),
        (
            "criss-cross-poker",
            "ante-across",
            "lost",
            "lose",
            "Ks As with Qc 6s Ts: ace high.",
            "Ante Across goes with Across, which needs a pair of sixes or better.",
            "6.G",
        ),
        (
            "let-it-ride",
            "let-it-ride-bonus",
            "lost",
            "lose",
            "The chip was collected when the deal began.",
            "is paid, and its chip stays with the house",
            "8",
        ),
        (
            "free-bet-blackjack",
            "blackjack",
            "push",
            "push",
            "Your 17 is returned against the dealer's 22, over 21.",
            "the dealer's 22",
            "4.B.i, 4.C.iii",
        ),
        ("crazy-four-poker", "ante", "returned", "void", "the Super Bonus is required", "was not placed", "7.A.i"),
        ("crazy-four-poker", "super-bonus", "lost", "lose", LEFT, f"{LEFT} Super Bonus is lost.", "7.C"),
    ],
)
def test_a_wager_without_a_row_cites_what_settles_it(
    game: str, wager: str, result: str, outcome: str, because: str, said: str, clause: str
) -> None:
    posting = open_game("hard-rock-cincinnati", game).posting
    rule = posting.wagers[wager]
    event = Settled(2, wager, "", 1000, result, outcome, -1000, clause=rule.clause, because=because)
    assert said in sentence(posting, event)
    assert reason(posting, event).clauses == (clause,)


def test_a_meter_and_several_cards_are_said_as_people_say_them() -> None:
    posting = open_game("hard-rock-cincinnati", "blackjack").posting
    held = Settled(2, "progressive", "", 500, "won", "three-sevens-coloured", 900, "10%", because="You hold 7h 7d 7h.")
    assert sentence(posting, held) == "You hold 7h 7d 7h. Three sevens of one colour pay 10% of the meter."
    chip = Settled(2, "progressive", "", 500, "lost", "lose", -500, because=KEPT)
    assert " is paid, and its chip stays with the house" in sentence(posting, chip)
    toke = Settled(2, "buster", "", 500, "won", "four-cards", 100, "$1", "15.B", 0, "dealer-pays", "toke-pool", KEPT)
    assert reason(posting, toke).sentence.startswith("Four cards: ")
    assert to_dealer("You folded: Ante is lost.") == "The patron folded: Ante is lost."
    posting = open_game("hard-rock-cincinnati", "pai-gow-poker").posting
    outcome = "seven-card-straight-flush-joker"
    joker = Settled(2, "fortune", "", 500, "won", outcome, 900, "9 to 1", because="You hold it.")
    assert sentence(posting, joker) == "You hold it. A seven-card straight flush with the joker pays 9 to 1."


def test_a_part_of_a_combined_wager_is_named_with_the_whole() -> None:
    posting = open_game("hard-rock-cincinnati", "craps").posting
    why = "The dice show 1-2, 3. Part of a Horn Bet."
    event = Settled(2, "craps-two", "horn", 100, "lost", "lose", -100, because=why)
    assert sentence(posting, event) == "1 and 2 is 3: Craps Two of the Horn Bet loses."


def test_a_side_bet_names_what_it_needs() -> None:
    posting = open_game("hard-rock-cincinnati", "three-card-poker").posting
    held = "You hold Js Td 4d, jack high."
    lost = Settled(2, "pair-plus", "", 500, "lost", "lose", -500, because=held)
    assert sentence(posting, lost).startswith("You hold Js Td 4d: jack high. Pair Plus needs a")
    won = Settled(2, "pair-plus", "", 500, "won", "straight", 3000, odds="6 to 1", because="You hold 4s 5d 6d.")
    assert sentence(posting, won) == "You hold 4s 5d 6d. A straight pays 6 to 1."


def test_a_wager_with_rows_that_lost_to_the_dealer_says_so_and_not_what_its_rows_ask_for() -> None:
    posting = open_game("hard-rock-cincinnati", "ultimate-texas-holdem").posting
    for held, said in (
        ("Your Ks Kd (pair of kings) loses to the dealer's As Ad (pair of aces).", ""),
        ("Ks Kd (pair of kings) against As Ad (pair of aces).", " The dealer's hand wins: Blind loses."),
    ):
        lost = Settled(2, "blind", "", 500, "lost", "lose", -500, because=held)
        assert sentence(posting, lost) == held + said
        assert clauses(posting, lost) == ("10.G, 10.I, 10.J",)


@pytest.mark.parametrize(
    ("result", "low", "said"),
    [
        ("push", "king-jack", "copy, which the dealer wins. One hand won and one did not: Pai Gow Poker is returned."),
        (
            "lost",
            "king-jack",
            "The Low hands are a copy, which the dealer wins. Both hands are the dealer's: Pai Gow Poker loses.",
        ),
        ("push", "king-ten", "king-jack against king-ten. One hand won and one did not: Pai Gow Poker is returned."),
    ],
)
def test_a_copy_of_the_low_hands_is_said_to_be_the_dealers(result: str, low: str, said: str) -> None:
    posting = open_game("hard-rock-cincinnati", "pai-gow-poker").posting
    fact = f"Pair of fours against pair of threes; king-jack against {low}."
    event = Settled(2, "pai-gow", "", 1000, result, "push" if result == "push" else "lose", 0, because=fact)
    assert sentence(posting, event).endswith(said)


@pytest.mark.parametrize(
    ("result", "because", "brief", "ended"),
    [
        (
            "push",
            "Pair of tens against pair of queens; ace-eight against king-jack.",
            "One hand each.",
            ("won", "lost"),
        ),
        ("push", "Pair of tens against pair of nines; ace-eight against ace-eight.", "One hand each.", ("copy", "won")),
        (
            "won",
            "Flush against two pair; pair of fours against ace-king.",
            "Both of your hands are higher.",
            ("won", "won"),
        ),
        (
            "lost",
            "Ace high against ace high; king-two against king-three.",
            "Neither of your hands is higher.",
            ("lost", "lost"),
        ),
    ],
)
def test_two_hands_are_told_one_by_one(result: str, because: str, brief: str, ended: tuple[str, str]) -> None:
    posting = open_game("hard-rock-cincinnati", "pai-gow-poker").posting
    told = reason(
        posting,
        Settled(1, "pai-gow", "", 2500, result, {"won": "win", "lost": "lose"}.get(result, result), 0, because=because),
    )
    assert told.sentence == brief
    assert [(hand.name, hand.outcome) for hand in told.against] == [("Low", ended[0]), ("High", ended[1])]
    high, low = because.rstrip(".").split("; ")
    assert f"{told.against[0].yours} against {told.against[0].dealers}" == low
    assert f"{told.against[1].yours} against {told.against[1].dealers}" == high[:1].lower() + high[1:]


@pytest.mark.parametrize(
    ("game", "wager", "result", "because", "clause"),
    [
        ("three-card-poker", "play", "push", "The dealer's 2d 7c 6c (seven high) does not play.", "12.A"),
        ("pai-gow-poker", "pai-gow", "lost", "Surrendered.", "13.C"),
        ("three-card-poker", "ante", "lost", "Folded.", "10.B"),
        ("blackjack", "insurance", "lost", "The dealer has no blackjack.", "9.A"),
    ],
)
def test_a_dealer_who_is_not_in_the_game_and_a_hand_given_up_cite_what_says_so(
    game: str, wager: str, result: str, because: str, clause: str
) -> None:
    posting = open_game("hard-rock-cincinnati", game).posting
    assert clauses(posting, Settled(2, wager, "", 1000, result, result, 0, because=because)) == (clause,)


NAMED = re.compile(  # a card, a figure, the dice or a seven, an insignia, two hands that are told in a table; or an act
    r"\b[2-9TJQKA][shdc]\b|\d|\bseven\b|No point|clapper rests|hole card|blackjack|of your hands|One hand each"
    r"|folded|surrendered|required|toke pool|chip stays with the house"
)


@pytest.mark.parametrize(("place", "game"), HOUSES)
def test_a_reason_names_what_fell_and_its_clause_leads_into_the_rulebook(place: str, game: str) -> None:
    driver = Driver(open_game(place, game), chance=Chance())
    posting = driver.game.posting
    told = [*sentences(posting.rulebook), *sheets(posting.rulebook)]
    anchors = {part.strip() for one in told for part in one.clause.split(",")}
    busy, wrong = Busy(driver, 23, seats=3), set()
    for _ in range(300):
        for event in driver.answer(*busy.act()):
            if not isinstance(event, Settled):
                continue
            found = reason(posting, event)
            if not NAMED.search(found.sentence):
                wrong.add(f"{event.wager} {event.outcome}: {found.sentence!r} names nothing that fell")
            for clause in found.clauses:
                if clause.split(",")[0].strip() not in anchors:
                    wrong.add(f"{event.wager} {event.outcome}: no place in the rulebook for clause {clause}")
    assert wrong == set()


@pytest.mark.parametrize(
    ("game", "wager", "result", "table", "because", "said"),
    [
        (
            "mini-midi-baccarat", "banker", "lost", "main",
            "Player 9d 8c makes 7; Banker Qs Kh 3s makes 3.", "The Player is nearer to nine: Banker loses.",
        ),
        (
            "mini-midi-baccarat", "tie", "won", "main",
            "Player 5d Qh Ks makes 5; Banker Ad 4h makes 5.", "The hands tie: Tie wins.",
        ),
        ("big-six", "dollar-10", "lost", "main", "The clapper rests on the $1.", "rests on the $1, not on the $10."),
        (
            "big-six", "logo", "won", "main",
            "The clapper rests on the logo.", "rests on the property name: Property name wins.",
        ),
        (
            "dj-wild-stud-poker", "bad-beat", "lost", "main",
            "Your Jc 2s 7d 2c Qc (three queens) beats the dealer's Th 7h 4c 3d Jk (pair of tens).",
            "is paid on the hand that is beaten, if that is three of a kind or better.",
        ),
        (
            "zombie-blackjack", "blackjack", "won", "back-to-life",
            "Back to Life: your 23 against the dealer's 23.", "The dealer went over too: Zombie Blackjack wins.",
        ),
        (
            "zombie-blackjack", "blackjack", "lost", "back-to-life",
            "Back to Life: your 23 against the dealer's 22.", "The dealer's 22 does not bring it back",
        ),
        (
            "zombie-blackjack", "blackjack", "lost", "back-to-life",
            "Back to Life: your 23 against the dealer's 19.", "The dealer did not go over: Zombie Blackjack loses.",
        ),
        ("craps", "fire", "lost", "main", "0 different points were made; the dice show 3-4, 7.", "No point was made"),
        (
            "three-card-poker", "pair-plus", "lost", "main",
            "You hold Js Td 4d, jack high.", "You hold Js Td 4d: jack high. Pair Plus needs a pair or better.",
        ),
    ],
)  # fmt: skip
def test_what_decided_is_said_and_not_that_it_did(
    game: str, wager: str, result: str, table: str, because: str, said: str
) -> None:
    posting = open_game("hard-rock-cincinnati", game).posting
    outcome = "lose" if result == "lost" else posting.rows(wager, table)[0].outcome
    event = Settled(2, wager, "", 1000, result, outcome, 0, table=table, because=because)
    assert said in sentence(posting, event)
    if table == "back-to-life":
        assert clauses(posting, event) == ("4.E.i.a",) or result == "won"


def test_a_beaten_hand_that_is_paid_is_said_to_be_the_one_that_is_beaten() -> None:
    posting = open_game("hard-rock-cincinnati", "dj-wild-stud-poker").posting
    held = "Your 5s 9s Jk 6s 7c (straight, nine high) loses to the dealer's Ac 2c Tc 5c 9c (flush, ace high)."
    won = Settled(2, "bad-beat", "", 200, "won", "straight", 10_000, "50 to 1", because=held)
    assert sentence(posting, won) == f"{held} The hand that is beaten is a straight: Two Way Bad Beat pays 50 to 1."
    posting = open_game("horseshoe-cleveland", "blackjack").posting
    held = "Your first two cards are Ks Qs."
    won = Settled(2, "royal-match", "", 100, "won", "royal-match", 2500, "25 to 1", because=held)
    assert sentence(posting, won) == f"{held} A king and queen of one suit pay 25 to 1."
