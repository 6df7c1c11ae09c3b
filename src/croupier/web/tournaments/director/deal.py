"""A division of the prizes as a director tries it: for those who are left, or for so many before the final table."""

from collections.abc import Sequence

from croupier.house.tournaments.poker.live.director_desk import foreseeable, foreseen_stacks, tried
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.house.tournaments.poker.prizes import pools
from croupier.house.tournaments.poker.state import PLAYING
from croupier.rounds import refusal
from croupier.web.felt.shown import View
from croupier.web.tournaments.director.view import deal_may_be_tried
from croupier.web.tournaments.director.words import Labels, place_words

FORESEEN = 4  # players of whom a deal is tried first while more are left


class DealRow(View, frozen=True, kw_only=True):
    patron: str
    label: str
    stack: int
    known: int  # as it was counted, or is foreseen
    share: int


class Deal(View, frozen=True, kw_only=True):
    how: str
    rows: tuple[DealRow, ...]
    chips: int
    sum: int
    keeps: int
    keeps_place: str  # the place whose prize each keeps before the rest is divided by chips
    allowed: bool
    why: str  # and if it is not, why not
    clause: str
    wrong: str = ""
    ahead: tuple[int, ...] = ()  # before the final table: for how many players it may be tried


def deal(
    game: PokerTournament, how: str, stacks: dict[str, int], players: int = 0, sums: dict[str, int] | None = None
) -> Deal | None:
    """A trial for those who are left; what can't be divided says why, with what was typed."""
    if not deal_may_be_tried(game):
        return _deal_ahead(game, how, stacks, players, sums or {})
    stacks = {name: chips for name, chips in stacks.items() if name in game.players}
    known = {name: game.stack(name) for name in game.left()}
    tried_with = known | {name: stacks[name] for name in stacks if name in known}
    labels, order = Labels(game), sorted(known, key=lambda name: -tried_with[name])
    rows = [(name, labels.apart(name, order), tried_with[name], known[name]) for name in order]
    return _shown(game, how, rows, sums or {}, _not_yet(game))


def _not_yet(game: PokerTournament) -> str:
    """Why those who are left agree to nothing now, in so many words as a button has."""
    if not game.asked.value("deals"):
        return "no deals are posted"
    return "chips are still sold" if game.sells(game.now_us) else ""


def _deal_ahead(
    game: PokerTournament, how: str, typed: dict[str, int], players: int, sums: dict[str, int]
) -> Deal | None:
    """Before the final table: so many stacks, whoever will hold them, with the chips that are in play."""
    if game.state != PLAYING or len(game.left()) <= 2:
        return None
    possible = foreseeable(game)
    count = players if players in possible else min(FORESEEN, possible[-1])
    known = foreseen_stacks(game, count)
    rows = [(name, f"Stack {name}", typed.get(name, stack), stack) for name, stack in known.items()]
    why = "from the final table" if game.asked.value("deals") else _not_yet(game)
    return _shown(game, how, rows, sums, why, ahead=tuple(possible))


def _shown(
    game: PokerTournament,
    how: str,
    rows: Sequence[tuple[str, str, int, int]],
    typed: dict[str, int],
    why: str,
    *,
    ahead: tuple[int, ...] = (),
) -> Deal:
    """The trial of these stacks: whose, what he is called, his stack, and as it is known; own sums begin even."""
    stacks = {name: stack for name, _, stack, _ in rows}
    players = len(rows) if ahead else 0
    found, wrong, sums = None, "", {}
    try:
        if how == pools.OWN:
            sums = typed if {*typed} == {*stacks} else tried(game, pools.EVEN, stacks, players).shares
        found = tried(game, how, stacks, players, sums)
    except refusal.Refused as refused:
        wrong = refused.says
    shares = found.shares if found else sums
    return Deal(
        how=how,
        rows=tuple(
            DealRow(patron=name, label=label, stack=stack, known=known, share=shares.get(name, 0))
            for name, label, stack, known in rows
        ),
        chips=sum(stacks.values()),
        sum=sum(shares.values()),
        keeps=found.keeps if found else 0,
        keeps_place=place_words(len(rows)),
        allowed=not why and not wrong,
        why=why,
        clause=game.asked.clause("deals"),
        wrong=wrong,
        ahead=ahead,
    )
