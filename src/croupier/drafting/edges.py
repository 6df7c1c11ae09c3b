"""A wager on which the players have the edge: nothing forbids it, and nobody means it, so the check says the figure."""

from collections.abc import Iterator

from croupier.games import class_of
from croupier.games.baccarat.game import Baccarat
from croupier.games.dice.money import DiceMoney
from croupier.games.wheels.wheelgame import WheelGame
from croupier.rulebook import NotFound, Rulebook
from croupier.rulebook.faults import Found

UNDECIDED = (Baccarat, DiceMoney, WheelGame)  # games without decisions are worked out in a blink
PART_OF_ANOTHER = ("raise", "odds", "progressive", "envy")  # judged with the wager they belong to, or by a meter


def players_edges(book: Rulebook, *, every: bool) -> Iterator[Found]:
    """A warning for each wager whose edge is the players', with the figure; all games only where that was asked for."""
    try:
        game = class_of(book)
    except NotFound:
        return  # nothing is wagered against the house
    if not every and not issubclass(game, UNDECIDED):
        return
    from croupier.odds.posting import lines_of  # compiled code is loaded only where it is used

    try:
        lines = lines_of(book, every=False)
    except Exception as error:  # one failing analysis costs its own figures, not the check
        yield Found("", f"the odds could not be worked out: {error}", warning=True)
        return
    seen = set()
    for line in lines:
        place = _table_of(book, line.wager, line.pay_table, line.line)
        if not place or line.edge is None or line.reading:
            continue
        whole = issubclass(game, UNDECIDED) or place not in seen  # a wager with its raises stands before its parts
        seen.add(place)
        if whole and line.edge.house_edge < 0:
            held = f" ({line.conditions})" if line.conditions else ""
            words = f"the players have an edge of {float(-line.edge.house_edge) * 100:.4g} % on {line.wager}{held}"
            yield Found(place, words, warning=True)


def _table_of(book: Rulebook, wager: str, label: str, line: int) -> str:
    """The address of the pay table that a figure is of; empty where it is no wager's main one."""
    rule = book.wagers.get(wager)
    if rule is None or rule.kind in PART_OF_ANOTHER:
        return ""
    for number, table in enumerate(rule.pay_tables, 1):
        if table.name == "main" and table.line == line and label in (table.label, rule.title, ""):
            return f"wagers.{wager}.pay-tables[{number}]"
    return ""
