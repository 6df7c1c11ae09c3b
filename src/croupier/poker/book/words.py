"""What the book of a poker room may say of the play: its rules with what each may be, and what a ruling may be given.

Every rule is optional but the forms that are spread: where a book is silent, the engine plays as `rules.py` says. A
rule may stand a second time as `tournament-RULE`, and some by form as `RULE-FORM`.
"""

from collections.abc import Iterator

from croupier.poker.book.forms import FORMS
from croupier.poker.book.rules import CUMULATIVE, FULL_RAISE, HALF_BET, ODD_BEST_FIVE, ODD_BY_SUIT, ODD_LEFT_OF_BUTTON
from croupier.poker.rulings.remedies import REMEDIES
from croupier.rulebook.agreement import address_of
from croupier.rulebook.faults import Found
from croupier.rulebook.model import Rulebook
from croupier.rulebook.shapes import Either, Entry, Expected, Keys, ListOf, Money, Span, Times
from croupier.rulebook.vocabulary import Terms, Vocabulary

FORM_NAMES = tuple(FORMS)
STRUCTURES = ("fixed", "spread", "pot", "no")
_MINUTES = Span(1)
_LEVELS = ListOf(Entry((Money(), Money())), rising=True)  # from this pot on, so much more
_KILL = Keys(
    may={
        "forms": ListOf(FORM_NAMES),
        "first-leg-needs-flop": bool,
        "second-leg-blinds": Span(1),
        "scoop-bets": Span(1),
    }
)

# How wagers are made
BETTING: dict[str, Expected] = {
    "table-stakes": bool,
    "in-turn": bool,
    "all-in": bool,
    "verbal-binding": bool,
    "words-against-chips": ("words", "first"),
    "forward-motion": bool,
    "string-raise": bool,
    "raise-motions": Either((bool, ("until-rest",))),
    "terms": ListOf(str),
    "rap": bool,
    "bets-in-chips": bool,
    "bet-not-complete": bool,
    "oversized-chip": bool,
    "multiple-chips": bool,
    "second-chip": bool,
    "exact-counts": str,
    "short-call": bool,
    "unaware-call": bool,
    "unclear-bet": bool,
    "bet-the-pot": bool,
    "increments": bool,
    "increment-games": Keys(other=Money()),
    "least-bet": bool,
    "least-raise": bool,
    "half-raise": Span(1, 100),
    "check-raise": bool,
    "raises-most": Span(0),
    "big-bet-raises": str,
    "cap-heads-up": bool,
    "reopen": (FULL_RAISE, CUMULATIVE),
    "reopen-limit": (HALF_BET, FULL_RAISE, CUMULATIVE),
    "pot-limit": bool,
    "pot-limit-over": bool,
    "pot-counts": ("true", "blind-as-big"),
    "bring-in": bool,
    "bring-in-chips": bool,
    "full-bring-in": bool,
    "ante-and-forced-bet": bool,
    "completion-is-no-raise": bool,
    "open-pair": bool,
    "structure": STRUCTURES,
    "clock-seconds": Span(0),
    "clock-after-minutes": _MINUTES,
}
# Blinds, button, straddles, kills
FORCED_BETS: dict[str, Expected] = {
    "button": ("moving", "dead"),
    "button-start": ListOf(("right-of-dealer", "single-card")),
    "blind-positions": Keys(must={"small": Span(1), "big": Span(1)}),
    "blind-option": bool,
    "blinds-short": Keys(
        must={"least": Span(1, 3), "players-over": Span(0), "moving-button": ("big-goes-on", "next-player")}
    ),
    "heads-up-button": str,
    "new-game-active": bool,
    "new-player-post": ("big-blind", "none"),
    "post-required": bool,
    "missed-small-blind": ("live", "dead"),
    "buy-button": ("small-blind-dead", "not-allowed"),
    "busted-grace-rounds": Span(0),
    "seat-change-free": Span(0),
    "seat-change-antes": bool,
    "deals-off": bool,
    "straddle": bool,
    "straddle-most-blinds": Span(1),
    "straddle-limit-blinds": Span(1),
    "straddle-raise": ("increment", "full"),
    "straddle-first-raise": Keys(must={"no": bool, "pot": bool, "fixed": bool}),
    "lowball-posts-short-handed": Span(1),
    "ante-only-player": bool,
    "single-blind": Keys(may={"full-from-percent": Span(1, 100), "missed": str}),
    "chop": bool,
    "draw-for-button": Keys(must=dict.fromkeys(("high", "high-low", "low"), ("highest", "lowest"))),
    "antes-layered": bool,
    "antes-most-deals": Span(1),
    "kill": Keys(may={"consecutive": _KILL, "scoop": _KILL}),
    "kill-size": Keys(must={"full": Times(), "half": Times()}),
    "kill-one-blind": bool,
    "kill-qualifying": str,
    "kill-action": str,
    "kill-neutral": ListOf(("new-game", "winner-quit", "split", "no-flop")),
    "kill-obligation": Keys(may={"first-offence": str}),
    "kill-in-pot": Keys(may={"kills": Span(1)}),
    "kill-game-type": str,
    "voluntary-kill": Keys(may={"stack-in-kill-blinds": Span(1), "cards-seen": Span(0)}),
    "voluntary-kill-lowball": bool,
}
# Dealing, showdown, splitting the pot
HANDS: dict[str, Expected] = {
    "pass-and-out": bool,
    "draw-leads": ("opener", "button"),
    "draw-at-once": Span(1, 5),
    "draw-limits": Keys(may={"after": Span(1)}),
    "draw-short": str,
    "ghost-seats": bool,
    "ghost-forced": bool,
    "stud-short": ("common-card", "scramble-last", "scramble-all"),
    "stud-premature": ("rest-of-street", "full-set"),
    "runs-most": Span(1),
    "runs-where": ("omaha-and-time", "time-only"),
    "significant-action": (
        "three-actions-or-two-bets", "two-players-acted", "two-voluntary-bets", "two-actions-one-bet-or-three",
    ),
    "significant-action-lowball": ("two-players-acted",),
    "callers-of-all-in-opener": str,
    "checked-down-first": str,
    "losers-may-muck": bool,
    "losing-hands": str,
    "all-in-face-up": bool,
    "odd-chip": Money(),
    "odd-chip-excess": ("ante",),
    "odd-chip-one-each": bool,
    "odd-chip-turns": bool,
    "odd-chip-board": (ODD_LEFT_OF_BUTTON, ODD_BY_SUIT),
    "odd-chip-stud": (ODD_BY_SUIT, ODD_BEST_FIVE),
    "odd-chip-high": bool,
    "pots-split-separately": bool,
    "low-qualifier": Span(5, 9),
    "low-ball-ranking": ("ace-to-five", "high-inverse"),
    "big-o": ("high-low", "high"),
    "big-o-cards": Span(4, 6),
    "hold-em-hand": str,
    "omaha-hand": Keys(must={"hole": Span(1), "board": Span(1)}),
    "razz-hand": str,
    "razz-limits": Keys(may={"lower": Span(1)}),
    "stud-high-low-hand": str,
    "lowball-hand": str,
    "deuce-to-seven-hand": str,
    "joker-a5": bool,
    "joker-announced": bool,
    "joker-draw": ListOf(("ace", "straight", "flush", "straight-flush")),
    "suit-order": ListOf(("spades", "hearts", "diamonds", "clubs"), least=4),
    "announce": ("any", "listed"),
}  # fmt: skip
# Seats, lists and games of the room; what the house takes
ROOM: dict[str, Expected] = {
    "shuffling": ("by-hand", "device", "counting-device"),
    "least-players": Span(2),
    "buy-in-bets": Span(0),
    "playing-behind": str,
    "forced-transfer": str,
    "players-need-one-bet": bool,
    "new-game-wait-minutes": Span(0),
    "smallest-chip": Money(),
    "cash-plays": ("all", "hundreds", "none"),
    "seat-permission": bool,
    "one-seat": bool,
    "return-minutes": _MINUTES,
    "absence-minutes": _MINUTES,
    "felted-minutes": _MINUTES,
    "lock-up-minutes": _MINUTES,
    "list-order": str,
    "list-first": str,
    "phone-in-minutes": _MINUTES,
    "most-in-need": bool,
    "kept-apart": bool,
    "new-game-seats": ("arrival", "draw"),
    "extra-player": Span(0),
    "must-move": Keys(must={"refused-minutes": _MINUTES, "roll-from": Span(1), "roll-to": Span(1)}),
    "must-move-blinds": ("dead", "live"),
    "keep-place-empty-seats": Span(0),
    "seat-change-first": bool,
    "move-at-once-names": Span(1),
    "play-button": bool,
    "stud-hands-before-move": Keys(must={"waiting": Span(0), "nobody": Span(0)}),
    "rack-up": Keys(must={"until": ("big-blind",)}),
    "playover": Keys(must={"by": ("floor",), "games": ("time", "all"), "box": bool}),
    "report-delay": Keys(must={"affects": bool, "pot-until": ("next-deal",)}),
    "draw-count": Keys(must={"until": ("action",)}),
    "race-found": Keys(must={"exchanged": ("equal-value",), "rest": ("removed",)}),
    "chip-inventory": Keys(must={"main": ListOf(str), "tournament": bool}),
    "boxes": Keys(must={"cash": ListOf(str), "jackpot": ListOf(str)}),
    "broken-game-draw": bool,
    "limit-change-objections": Span(1),
    "limit-raise-by": ("floor-supervisor", "lead-supervisor"),
    "own-chips": ("player",),
    "collect-before-deal": bool,
    "dealer-push": Keys(must={"minutes": ListOf(Span(0, 59), rising=True)}),
    "rake": Keys(may={"percent": Span(0, 100), "most": Money(), "step": Money(), "levels": _LEVELS}),
    "rake-percent": Span(0, 100),
    "rake-percent-most": Span(0, 100),
    "rake-method": ("percentage", "incremental", "time"),
    "rake-as-it-goes": bool,
    "uncalled-bet-excluded": bool,
    "half-rake": Keys(must={"flop": Span(0), "stud": Span(0)}),
    "opening-rake": str,
    "no-flop-no-drop": bool,
    "time": Keys(must={"limit-from": Money(), "blind-from": Money(), "minutes": ListOf(Span(0, 59), rising=True)}),
    "time-every-minutes": Span(1, 60),
    "time-locked-seats": bool,
    "time-first-down-free": bool,
    "jackpot": bool,
    "jackpot-fee": Span(0),
    "jackpot-drop": Keys(must={"levels": _LEVELS}, may={"most": Money()}),
    "fairness": bool,
    "lead-supervisor-final": bool,
    "dispute-until": str,
    "impound": bool,
}
COUNTED = ("acted-behind", "count", "live", "position")
# What a ruling may ask of the facts (`with = { where = { ... } }`): so, and for counts `-least` and `-most`.
FACTS: dict[str, Expected] = {
    "play": ("cash", "tournament"),
    "form": Either((FORM_NAMES, ListOf(FORM_NAMES))),
    "family": ("board", "stud", "draw"),
    "structure": Either((STRUCTURES, ListOf(STRUCTURES))),
    "rank": Either((tuple("23456789TJQKA"), ListOf(tuple("23456789TJQKA")))),
    "viewer": Either((("to-act", "out", "later"), ListOf(("to-act", "out", "later")))),
    "found": ("in-play", "stub"),
    "source": ("dealer", "player"),
    "retrieved-by": ("player", "supervisor"),
    "street": Span(0),
    "phase": str,
    "cards": Span(0),
    "live": Span(0),
    **{f"{count}-{end}": Span(0) for count in COUNTED for end in ("least", "most")},
    **dict.fromkeys(
        (
            "acted", "acted-behind", "acted-on", "all-acted", "all-in", "announced-before-looking", "any-action",
            "any-bet-on-street", "button", "card-dealt", "claims-better", "considered", "damaged", "deliberate",
            "entitled", "facing-bet", "first", "front-pending", "in-sequence", "initial-deal", "limit", "looked-at",
            "low", "next-acted", "over", "posted", "pot-plays", "protected", "same-number", "significant", "tabled",
            "to-act",
        ),
        bool,
    ),
}  # fmt: skip
TERMS: Terms = {"where": Keys(may=FACTS), "check-bars-raising": bool, "fold-binds": bool, "choice": str}
_RULES = BETTING | FORCED_BETS | HANDS | ROOM
_BY_FORM = ("draw-at-once", "check-raise", "odd-chip-board")


def _rakes(book: Rulebook) -> Iterator[Found]:
    """No share that is taken, or that the house may choose, is above the most that the book itself allows."""
    allowed = book.settings.get("rake-percent-most")
    if allowed is None or type(allowed.value) is not int:
        return
    taken: list[tuple[str, object]] = []
    if chosen := book.settings.get("rake-percent"):
        taken += [(address_of(chosen), value) for value in (*chosen.choices, chosen.most, chosen.value)]
    if (rake := book.settings.get("rake")) and isinstance(rake.value, dict):
        taken.append(("rules.rake.value.percent", rake.value.get("percent")))
    for where in dict.fromkeys(where for where, _ in taken):
        most = max((value for place, value in taken if place == where and type(value) is int), default=0)
        if most > allowed.value:
            yield Found(where, f"expected no more than rules.rake-percent-most, {allowed.value}, found {most}")


POKER = Vocabulary(
    settings={"forms": Keys(other=Span(2, 11), names=FORM_NAMES)},
    optional=_RULES
    | {f"tournament-{name}": expected for name, expected in _RULES.items()}
    | {f"{name}-{form}": _RULES[name] for name in _BY_FORM for form in FORM_NAMES},
    rulings=dict.fromkeys(REMEDIES, TERMS),
    procedures={
        "card-change": Keys(may={"hours": Span(1)}),
        "cut": Keys(may={"cards-least": Span(1)}),
        "deck-count": Keys(may={"minutes": _MINUTES}),
        "decks": Keys(may={"decks": Span(1), "hours": Span(1)}),
        "table": Keys(may={"seats-most": Span(2)}),
        "tips-colored-up": Keys(may={"chips-most": Span(1)}),
        "tips-shared": Keys(may={"clerks-percent": Span(0, 100)}),
    },
    together=_rakes,
)
