"""A division of the prizes as a director tries it: for those who are left, or for so many before the final table."""

from collections.abc import Callable, Sequence

from croupier.house.tournaments.poker import prizes
from croupier.house.tournaments.poker.director_desk import Trial, foreseen, tried
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.house.tournaments.poker.state import PLAYING
from croupier.rounds import refusal
from croupier.web.felt.shown import View
from croupier.web.tournaments.director_view import Labels, deal_may_be_tried

FORESEEN = 4  # players of whom a deal is tried first while more are left


class DealRow(View, frozen=True, kw_only=True):
    patron: str
    label: str
    stack: int
    share: int


class Deal(View, frozen=True, kw_only=True):
    how: str
    rows: tuple[DealRow, ...]
    chips: int
    sum: int
    keeps: int
    allowed: bool
    clause: str
    wrong: str = ""
    ahead: tuple[int, ...] = ()  # before the final table: for how many players it may be tried


def deal(game: PokerTournament, how: str, stacks: dict[str, int], players: int = 0) -> Deal | None:
    """A trial for those who are left; what can't be divided says why, with the stacks as they were typed."""
    if not deal_may_be_tried(game):
        return _deal_ahead(game, how, stacks, players)
    stacks = {name: chips for name, chips in stacks.items() if name in game.players}
    known = {name: stacks.get(name, game.stack(name)) for name in game.left()}
    labels = Labels(game)
    rows = [(name, labels.short(name), known[name]) for name in sorted(known, key=lambda name: -known[name])]
    allowed = bool(game.asked.value("deals")) and not game.sells(game.now_us)
    return _shown(game, how, rows, lambda: tried(game, how, stacks), allowed=allowed)


def _deal_ahead(game: PokerTournament, how: str, typed: dict[str, int], players: int) -> Deal | None:
    """Before the final table: so many stacks, whoever will hold them, with the chips that are in play."""
    if game.state != PLAYING or len(game.left()) <= 2:
        return None
    possible = range(2, min(prizes.ICM_MOST, len(game.left())) + 1)
    count = players if players in possible else min(FORESEEN, possible[-1])
    names = [str(place) for place in range(1, count + 1)]
    stacks = {name: typed[name] for name in names} if {*typed} == {*names} else _scaled(game, names)
    rows = [(name, f"Stack {name}", stacks[name]) for name in names]
    return _shown(game, how, rows, lambda: foreseen(game, how, stacks), ahead=tuple(possible))


def _shown(
    game: PokerTournament,
    how: str,
    rows: Sequence[tuple[str, str, int]],
    trial: Callable[[], Trial],
    *,
    allowed: bool = False,
    ahead: tuple[int, ...] = (),
) -> Deal:
    """The trial of these stacks, each with whose it is and what it is called."""
    found, wrong = None, ""
    try:
        found = trial()
    except refusal.Refused as refused:
        wrong = refused.says
    return Deal(
        how=how,
        rows=tuple(
            DealRow(patron=name, label=label, stack=stack, share=found.shares[name] if found else 0)
            for name, label, stack in rows
        ),
        chips=sum(stack for _, _, stack in rows),
        sum=found.sum if found else 0,
        keeps=found.keeps if found else 0,
        allowed=allowed,
        clause=game.asked.clause("deals"),
        wrong=wrong,
        ahead=ahead,
    )


def _scaled(game: PokerTournament, names: list[str]) -> dict[str, int]:
    """The largest stacks of now in their proportion, grown to all chips in play."""
    largest = sorted((game.stack(name) for name in game.left()), reverse=True)[: len(names)]
    whole, most = game.in_play(), max(1, sum(largest))
    grown = {name: stack * whole // most for name, stack in zip(names, largest)}
    grown[names[0]] += whole - sum(grown.values())
    return grown
