"""The odds of Casino War, exactly: two cards, and two more of what is left where the first two tie."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from croupier.odds.analysis import Analysis
from croupier.odds.exact import Edge
from croupier.odds.posting import Figure, pays, table
from croupier.odds.strategy import Strategy
from croupier.rulebook import Posting

Nets = dict[Fraction, Fraction]


def first_tie(posting: Posting) -> Fraction:
    decks = int(posting["decks"])
    return Fraction(4 * decks - 1, 52 * decks - 1)


def war_tie(posting: Posting) -> Fraction:
    """A second tie, after a tie: of one rank two cards are gone. What is burnt unseen changes nothing."""
    decks = int(posting["decks"])
    left = 52 * decks - 2
    same, others = 4 * decks - 2, 4 * decks
    return Fraction(same * (same - 1) + 12 * others * (others - 1), left * (left - 1))


def war(posting: Posting) -> Nets:
    """What going to war nets, in Antes."""
    tie, rows = war_tie(posting), table(posting, "raise").pays
    decided = (1 - tie) / 2
    nets: Nets = {}
    for net, chance in ((rows["win"], decided), (rows.get("tie", rows["win"]), tie), (Fraction(-2), decided)):
        nets[net] = nets.get(net, Fraction(0)) + chance
    return nets


def worth(nets: Nets) -> Fraction:
    return sum((net * chance for net, chance in nets.items()), Fraction(0))


def choices(posting: Posting) -> dict[str, Fraction]:
    return {"war": worth(war(posting)), "surrender": pays(posting, "ante", "surrender")}


def figures(posting: Posting) -> Iterator[Figure]:
    tie = first_tie(posting)
    best = max(choices(posting), key=lambda name: choices(posting)[name])
    after = war(posting) if best == "war" else {choices(posting)["surrender"]: Fraction(1)}
    nets: Nets = {pays(posting, "ante"): (1 - tie) / 2, Fraction(-1): (1 - tie) / 2}
    for net, chance in after.items():
        nets[net] = nets.get(net, Fraction(0)) + tie * chance
    shown = table(posting, "ante")
    stake = 1 + tie * (best == "war")
    edge = Edge.from_distribution(nets.items(), average_stake=stake, strategy=f"{best} on every tie")
    yield Figure(wager="ante", table=shown.label, line=shown.line, edge=edge, depends=("decks",))
    if "tie" in posting.wagers:
        shown = table(posting, "tie")
        edge = Edge.from_distribution([(shown.pays["win"], tie), (Fraction(-1), 1 - tie)])
        yield Figure(wager="tie", table=shown.label, line=shown.line, edge=edge, depends=("decks",))


def strategy(posting: Posting) -> Strategy:
    values = choices(posting)
    best = max(values, key=lambda name: values[name])
    words = ", ".join(f"{name} {float(value):+.4f}" for name, value in values.items())
    return Strategy("casino-war", rules=(f"On every tie: {best}. What each is worth, in Antes: {words}.",))


def advise(posting: Posting, position: Any) -> dict[str, Fraction]:
    if len(position.hand) != 1 or position.up is None or position.hand[0] >> 2 != position.up >> 2:
        raise ValueError("something is decided only when one card ties with the dealer's (--up)")
    return choices(posting)


ANALYSIS = Analysis(figures=figures, axes=("decks",), strategy=strategy, advise=advise)
