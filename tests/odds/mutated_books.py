"""Rulebooks with rows, rules and options changed at random, and rounds played by them at a table.

A change is drawn from a seed, so a rulebook is known by its game and a number. It must still be one that the game's
own check lets pass: what no table could open with proves nothing.
"""

from fractions import Fraction

import msgspec

from croupier.equipment.entropy import SeededEntropy
from croupier.games import game_class
from croupier.odds.lines import analyst_of
from croupier.odds.posting import open_posting
from croupier.rounds import acts, events
from croupier.rounds.bots import DEALER, SUPERVISOR
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.requests import Amount, Betting, Decide, Do, Together
from croupier.rulebook import rulebooks
from croupier.rulebook.ladders import best_first
from croupier.rulebook.payouts import parse_odds

PLAYER = acts.By("player", "ann")
POOLS = ("toke-pool",)


def books(game):
    """The newest rulebook of a game at each property."""
    newest = {}
    for book in rulebooks(None, game, None):
        newest[book.property] = book
    return list(newest.values())


def book_of(game, wager=""):
    """The newest rulebook of a game that offers a wager."""
    return next(book for book in reversed(books(game)) if not wager or wager in book.wagers)


def with_rows(book, wager, rows, name="main"):
    """The book with other rows in every pay table of that name of a wager."""
    rule = book.wagers[wager]
    tables = tuple(
        msgspec.structs.replace(table, rows=tuple((outcome, parse_odds(odds)) for outcome, odds in rows.items()))
        if table.name == name
        else table
        for table in rule.pay_tables
    )
    changed = {**book.wagers, wager: msgspec.structs.replace(rule, pay_tables=tables)}
    return msgspec.structs.replace(book, wagers=changed)


def with_rule(book, name, value):
    """The book with a rule or option fixed at a value."""
    setting = msgspec.structs.replace(
        book.settings[name], value=value, choices=(), least=None, most=None, optional=False
    )
    return msgspec.structs.replace(book, settings={**book.settings, name: setting})


def with_new_rule(book, name, value):
    """The book with a rule fixed at a value, whether or not it has that rule."""
    first = msgspec.structs.replace(next(iter(book.settings.values())), name=name)
    return with_rule(msgspec.structs.replace(book, settings={name: first, **book.settings}), name, value)


def faults(book):
    return game_class(book.game).check_rulebook(book)


def tables_of(book):
    """Every pay table that pays players by an outcome: (wager, pay table, what each outcome falls back to)."""
    outcomes = game_class(book.game).OUTCOMES
    for wager, rule in book.wagers.items():
        for table in rule.pay_tables:
            if table.to not in POOLS and table.name != "parts":
                yield wager, table, outcomes[wager][table.name]


def random_odds(chance, odds):
    """Other odds of the kind that was there, so that a share of a cent is never paid."""
    if odds is not None and odds.kind == "dollars":
        return f"${chance.randrange(1, 60)}"
    ways = [f"{chance.randrange(1, 13)} to 1", f"{chance.randrange(1, 8)} to 2", f"{chance.randrange(1, 9)} for 1"]
    return chance.choice([*ways, "Push", "0 for 1"] if chance.random() < 0.25 else ways)


def in_order(rows, fallbacks):
    """The same odds, so that no better hand is paid less than a worse one."""
    ranked = [name for name in best_first(fallbacks) if name in rows and not rows[name].startswith("$")]
    odds = sorted((rows[name] for name in ranked), key=lambda text: parse_odds(text).profit(1), reverse=True)
    return {**rows, **dict(zip(ranked, odds))}


def random_rows(chance, book, fixed=()):
    """The book with about half of its rows changed, some left out that may be, some added that may be."""
    for wager, table, fallbacks in list(tables_of(book)):
        if (wager, table.name) in fixed or wager in fixed:
            continue
        rows = {outcome: odds.text for outcome, odds in table.rows}
        for outcome, fallback in fallbacks.items():
            there = table.odds(outcome)
            if there is not None and fallback is not None and chance.random() < 0.2:
                del rows[outcome]
            elif chance.random() < (0.5 if there is not None else 0.2):
                rows[outcome] = random_odds(chance, there)
        changed = with_rows(book, wager, in_order(rows, fallbacks), table.name) if rows else book
        book = changed if not faults(changed) else book
    return book


def one_row_changed(book, wager, table, outcome):
    """The book with one row otherwise than it is, by as little as the rows beside it allow; None where nothing goes."""
    rows = {name: odds.text for name, odds in table.rows}
    now = table.odds(outcome)
    if now is not None and now.kind == "dollars":
        cents = [int(now.value) + step for step in (1_00, -1_00, 777_00)]
        each = (with_rows(book, wager, {**rows, outcome: f"${one // 100}"}, table.name) for one in cents)
        return next((changed for changed in each if not faults(changed)), None)
    near = [now.profit(1) + step for step in (Fraction(1, 4), Fraction(-1, 4))] if now is not None else []
    ways = [f"{(net + 1).numerator} for {(net + 1).denominator}" for net in near if net >= -1]
    ways += ["9 to 2", "Push", "1 to 2", "2000 to 1"]
    for way in ways:
        changed = with_rows(book, wager, {**rows, outcome: way}, table.name)
        if not faults(changed):
            return changed
    return None


def figures(posting):
    """What the analysis says of a posting: edges, or why there is none, by wager, table and words."""
    analyst, _ = analyst_of(posting.rulebook.game)
    return {
        (figure.wager, figure.table, figure.note): figure.refused or figure.edge.house_edge
        for figure in analyst(posting)
        if not figure.reading
    }


def driver_of(book, seed, options=None):
    posting = open_posting(book, options)
    driver = Driver(game_class(book.game)(posting), seats=1, chance=Chance(SeededEntropy(seed)))
    driver.answer(PLAYER, acts.Sit(1, "ann", 100_000_000_00))
    return driver


def play_round(driver, bets, decide):
    """One round with these wagers (wager, cents, on); `decide` names the choice. What the player won by wager."""
    happened = []
    for wager, cents, on in bets:
        happened += driver.answer(PLAYER, acts.Bet(1, wager, cents, on))
    happened += driver.answer(DEALER, acts.Close())
    while not isinstance(driver.pending, Betting):
        request = driver.pending.parts[0] if isinstance(driver.pending, Together) else driver.pending
        if isinstance(request, Do):
            happened += driver.answer(SUPERVISOR, acts.Done())
        elif isinstance(request, Amount):
            happened += driver.answer(PLAYER, acts.Staked(0, 1))
        else:
            assert isinstance(request, Decide), request
            happened += driver.answer(PLAYER, acts.Chosen(decide(driver.table, request), 1))
    return happened


def won(happened):
    """Cents that the player netted, by wager."""
    nets = {}
    for event in happened:
        if isinstance(event, events.Settled) and event.to == "player":
            nets[event.wager] = nets.get(event.wager, 0) + event.net
    return nets
