"""The playing rules that a hand is dealt under: what rooms, and cash and tournament play, do differently.

A room's rulebook resolves to one `PlayingRules` (`room.py`); the engine asks nothing else of the rulebook
while a hand is played. Every value here is a choice that some room makes; the numbers come from its book.
"""

import msgspec

FULL_RAISE = "full-raise"  # only a full bet or raise reopens the betting
CUMULATIVE = "cumulative"  # short all-ins that add up to a full raise reopen it too
LOOSE = "loose"  # as CUMULATIVE, and the first wager of a round is always a full one: no room, but PHH's engine
HALF_BET = "half-bet"  # in limit play half a bet or more counts as a full one

ODD_LEFT_OF_BUTTON = "left-of-button"
ODD_BY_SUIT = "by-suit"  # the high card by suit; in low hands the low card by suit
ODD_BEST_FIVE = "best-five"  # the high card by suit among the five cards played


class PlayingRules(msgspec.Struct, frozen=True, kw_only=True):
    tournament: bool = False
    # betting
    reopen: str = FULL_RAISE  # pot and no limit
    reopen_limit: str = HALF_BET  # fixed and spread limit
    short_completes: bool = True  # in limit play a short all-in is completed; otherwise a full bet is added to it
    raises_most: int = 0  # raises after the bet in limit play; 0 for no cap
    cap_heads_up: bool = False  # the cap holds between two players too
    two_left: bool = False  # only two players are left in the tournament
    full_bring_in: bool = True  # a short blind does not lower what it costs to come in
    check_raise: bool = True
    effective_stacks: bool = False  # a raise that puts every opponent all-in may be smaller than a full one
    # dealing
    ghost_seats: bool = False  # a stud hand folded without a bet keeps its place in the deal
    ghost_forced: bool = False  # and so does the forced bet that folds to a raise, until the next bet
    stud_short: str = "common-card"  # what happens when the cards do not suffice: see dealing.py
    draw_at_once: int = 5  # cards of a draw dealt together; the rest after everyone has drawn
    runs_most: int = 1  # how often the board may be run when two players are all-in
    # showdown
    all_in_face_up: bool = False
    losers_may_muck: bool = True
    # the pot
    antes_layered: bool = True  # antes count towards side pots; otherwise they all lie in the main pot
    merge_pots: bool = False  # pots that the same hands can still win are split as one: no room, but PHH's engine
    odd_unit: int = 1  # the smallest chip of a split pot
    excess_below_ante: bool = False  # in stud the excess of a high-low split is no more than the ante
    odd_one_each: bool = True  # nobody receives two odd chips of one pot
    odd_turns: bool = False  # a second odd chip of one share goes to the next in order, whatever he had elsewhere
    odd_board: str = ODD_LEFT_OF_BUTTON
    odd_stud: str = ODD_BY_SUIT
    clauses: dict[str, str] = msgspec.field(default_factory=dict)  # rule name -> the room's clause

    def clause(self, rule: str) -> str:
        return self.clauses.get(rule, "")


# Without a room: no cap on raises, since how many there may be is for a rulebook to say.
CASH = PlayingRules()
TOURNAMENT = PlayingRules(
    tournament=True,
    reopen=CUMULATIVE,
    cap_heads_up=True,
    all_in_face_up=True,
    losers_may_muck=True,
    odd_stud=ODD_BEST_FIVE,
)
