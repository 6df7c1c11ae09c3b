"""The showdown: who shows first, which hands win which pot, and the chips pushed."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING

from croupier.equipment.cards import JOKER
from croupier.poker.book.rules import ODD_BEST_FIVE, ODD_BY_SUIT
from croupier.poker.errors import Player
from croupier.poker.pots import Pot, contested, divide, less_collected, side_pots
from croupier.poker.ranking import by_suit_high, by_suit_low, jacks_or_better, rankers
from croupier.poker.records import UNKNOWN, Awarded, Mucked, Record, Shown

if TYPE_CHECKING:
    from croupier.poker.hand import Hand


def order(hand: "Hand") -> list[int]:
    """As `_around`, but players of a side pot show before those who are all-in for the main pot only."""
    put, around = hand.put, _around(hand)
    most = max([put[i] for i in around])
    in_side = [i for i in around if put[i] == most]
    if 1 < len(in_side) < len(around):
        return in_side + [i for i in around if put[i] != most]
    return around


def _around(hand: "Hand") -> list[int]:
    """The last aggressor of the last round first; if nobody bet, the player who acted first."""
    alive, first = hand.alive, hand.raiser
    if first >= 0:
        return [i for i in hand.twice_around[first : first + hand.n] if alive[i]]
    first = hand.first_to_act(hand.at, 0)
    around = [i for i in hand.twice_around[first : first + hand.n] if alive[i]]
    for at, i in enumerate(around):
        if hand.acted[i] >= 0:  # a player who is all-in has not acted on the last round
            return around[at:] + around[:at] if at else around
    return around


def begin(hand: "Hand") -> None:
    alive = hand.alive
    hand.phase = "show"
    hand.contenders = tuple([i for i in range(hand.n) if alive[i]])
    if hand.auto and hand.auto_show:
        _show_and_award(hand)
        return
    hand.queue = [i for i in order(hand) if not hand.shown[i]]
    if not hand.queue:
        award(hand)


def table_hands(hand: "Hand") -> None:
    """All hands face up, once a player is all-in and the betting is over.

    A hand whose faces nobody has keyed is still to be shown: with them, before or after the last cards.
    """
    for i in range(hand.n):
        if hand.alive[i] and UNKNOWN not in hand.hole[i]:
            _table(hand, i)


def _show_and_award(hand: "Hand") -> None:
    """Show in order; a hand that is beaten everywhere may be mucked unseen."""
    pots = side_pots(hand, hand.contenders)
    values = {i: values_of(hand, i) for i in hand.contenders}
    if len(pots) == 1 and len(hand.boards) == 1 and len(hand.form.halves) == 1:
        best, may_muck = -1, hand.rules.losers_may_muck
        for i in _around(hand):
            value = values[i][0][0]
            if value >= best:
                best = value
                _table(hand, i)
            elif not may_muck or hand.shown[i]:
                _table(hand, i)
            else:
                hand.records.append(Mucked(i))
    else:
        for i in order(hand):
            if hand.shown[i] or not hand.rules.losers_may_muck or _still_good(hand, i, pots, values):
                _table(hand, i)
            else:
                hand.records.append(Mucked(i))
    _award(hand, pots, values)


def _table(hand: "Hand", i: int) -> None:
    if not hand.shown[i]:
        hand.shown[i] = True
        hand.records.append(Shown(i, tuple(hand.hole[i])))


Values = tuple[tuple[int, ...], ...]


def _still_good(hand: "Hand", i: int, pots: Sequence[Pot], values: dict[int, Values]) -> bool:
    mine = values[i]
    for pot in pots:
        if i not in pot.players:
            continue
        rivals = [values[j] for j in pot.players if hand.shown[j]]
        for number, board in enumerate(mine):
            for half, value in enumerate(board):
                if value and all(value >= rival[number][half] for rival in rivals):
                    return True
    return False


def values_of(hand: "Hand", i: int) -> Values:
    """The hand's value in each half of the pot, for each board; a wrong number of cards is worth nothing."""
    form, hole, boards = hand.form, hand.hole[i], hand.boards
    ranks = rankers(form)
    held = len(hole) + (len(boards[0]) if form.family == "stud" else 0)
    if held != form.cards - (i in hand.ruled_live):
        return tuple([(0,) * len(ranks) for _ in boards])
    if len(ranks) == 1 and len(boards) == 1:
        return ((ranks[0](hole, boards[0]),),)
    return tuple([tuple([rank(hole, board) for rank in ranks]) for board in boards])


def award(hand: "Hand") -> None:
    """Push the pots among the hands that are still in."""
    live = [i for i in range(hand.n) if hand.alive[i]]
    pots = contested(hand)
    blank = tuple((0,) * len(hand.form.halves) for _ in hand.boards)
    unseen = any(UNKNOWN in board for board in hand.boards)
    values = {i: blank if unseen or UNKNOWN in hand.hole[i] else values_of(hand, i) for i in live}
    if hand.dealer_pushes and hand.phase == "show" and len(live) > 1:
        able = {i: blank if i == _false_opener(hand) else values[i] for i in live}
        kept = {i for pot in _merged(hand, pots, able) for i in pot.players}
        hand.losers = set(live) - kept
        hand.phase = "push"
        hand.queue = []
        return
    _award(hand, pots, values)


def win_alone(hand: "Hand") -> None:
    """Nobody else is left: the pot is his, whatever he holds and whatever cards are still to come."""
    if hand.house is not None:
        hand.house.at_end(hand)
    winner, amount = hand.alive.index(True), hand.pot
    pay(hand, winner, amount, Awarded(winner, amount))
    close(hand)


def kill_loser(hand: "Hand", player: int) -> Mucked:
    if hand.phase != "push" or player not in hand.losers:
        raise hand.refuse("losing-hands", "{who} has no losing hand to be killed", who=Player(player))
    hand.losers.remove(player)
    hand.kill(player)
    record = Mucked(player)
    hand.records.append(record)
    hand.ops.append(("kill_loser", player))
    return record


def push(hand: "Hand") -> list[Record]:
    if hand.phase != "push":
        raise hand.refuse("phase", f"no pot is pushed now: the hand is at {hand.phase}")
    if hand.losers:
        raise hand.refuse(
            "losing-hands", f"kill the losing hands first: players {', '.join(str(i + 1) for i in sorted(hand.losers))}"
        )
    before = len(hand.records)
    hand.ops.append(("push",))
    award(hand)
    return hand.records[before:]


def _award(hand: "Hand", pots: Sequence[Pot], values: dict[int, Values]) -> None:
    if hand.house is not None:
        hand.house.at_end(hand)
    pots = less_collected(hand, pots)
    if hand.rules.merge_pots and len(pots) > 1:
        pots = _merged(hand, pots, values)
    barred = _false_opener(hand)
    boards = len(hand.boards)
    for number in range(len(pots) - 1, -1, -1):  # side pots before the main pot
        pot = pots[number]
        players = [i for i in pot.players if i != barred] if barred >= 0 else []
        players = players or list(pot.players)
        unit = hand.rules.odd_unit
        part = pot.amount // (boards * unit) * unit
        had: set[int] = set()
        for board in range(boards):
            amount = part if board else pot.amount - part * (boards - 1)
            _award_board(hand, players, amount, number, board, values, had)
    close(hand)


def close(hand: "Hand") -> None:
    """The hand is over; chips that were set aside are in front of their players again."""
    hand.finish()
    for i, chips in hand.aside.items():
        hand.stacks[i] += chips
    hand.aside = {}


def _merged(hand: "Hand", pots: Sequence[Pot], values: dict[int, Values]) -> list[Pot]:
    winners: set[int] = set()
    for pot in pots:
        for number in range(len(hand.boards)):
            for half in range(len(hand.form.halves)):
                best = max(values[i][number][half] for i in pot.players)
                winners |= {i for i in pot.players if best and values[i][number][half] == best}
    merged: list[Pot] = []
    for pot in pots:
        players = tuple(i for i in pot.players if i in winners) or pot.players
        if merged and merged[-1].players == players:
            merged[-1] = Pot(merged[-1].amount + pot.amount, players)
        else:
            merged.append(Pot(pot.amount, players))
    return merged


def odd_order(hand: "Hand", winners: Iterable[int], low: bool) -> list[int]:
    """Who comes first for an odd chip: by place left of the button, or by a card's suit."""
    winners = sorted(winners)
    rule = hand.rules.odd_stud if hand.form.family == "stud" else hand.rules.odd_board
    if len(winners) < 2 or rule not in (ODD_BY_SUIT, ODD_BEST_FIVE):
        return winners
    if rule == ODD_BEST_FIVE:
        return sorted(winners, key=lambda i: -max(map(by_suit_high, playing_cards(hand, i, low)), default=0))
    cards = {i: [card for card in hand.hole[i] if 0 <= card < JOKER] for i in winners}
    if low:
        return sorted(winners, key=lambda i: min(map(by_suit_low, cards[i]), default=99))
    return sorted(winners, key=lambda i: -max(map(by_suit_high, cards[i]), default=-1))


def _award_board(
    hand: "Hand", players: list[int], amount: int, pot: int, board: int, values: dict[int, Values], had: set[int]
) -> None:
    if len(players) == 1:
        pay(hand, players[0], amount, Awarded(players[0], amount, pot, "", board))
        return
    halves = []
    for half in range(len(hand.form.halves)):
        best = max([values[i][board][half] for i in players])
        if best or not half:
            halves.append((half, [i for i in players if values[i][board][half] == best]))
    rules = hand.rules
    if len(halves) == 1:
        parts = [amount]
    else:
        unit = gcd(rules.odd_unit, hand.stakes.ante) if rules.excess_below_ante else rules.odd_unit
        low = amount // (2 * unit) * unit
        parts = [amount - low, low]
    for (half, winners), part in zip(halves, parts):
        low_hand = hand.form.halves[half] not in ("high", "short")
        name = "low" if low_hand else "high"
        if len(winners) == 1:  # nothing is divided, and no chip is odd
            if part:
                pay(hand, winners[0], part, Awarded(winners[0], part, pot, name, board))
            continue
        turns = rules.odd_turns
        one_each, had_one = rules.odd_one_each or turns, set() if turns else had
        shares = divide(part, odd_order(hand, winners, low_hand), rules.odd_unit, one_each, had_one)
        for i, share in shares:
            if share:
                pay(hand, i, share, Awarded(i, share, pot, name, board))


def pay(hand: "Hand", i: int, amount: int, record: Awarded) -> None:
    hand.stacks[i] += amount
    hand.won[i] += amount
    hand.records.append(record)


def _false_opener(hand: "Hand") -> int:
    """The opener who cannot prove openers cannot win the pot."""
    i = hand.opener
    if not hand.form.openers or i < 0 or not hand.alive[i] or UNKNOWN in hand.opener_cards:
        return -1
    return -1 if jacks_or_better(hand.opener_cards) else i


def playing_cards(hand: "Hand", i: int, low: bool) -> tuple[int, ...]:
    """The five cards that make a hand in one half of the pot."""
    half = len(hand.form.halves) - 1 if low and hand.form.high_low else 0
    rank = rankers(hand.form)[half]
    cards = [card for card in (*hand.hole[i], *hand.board) if card != UNKNOWN]
    if len(cards) <= 5:
        return tuple(cards)
    best = rank(cards, ())
    return next(five for five in combinations(cards, 5) if rank(five, ()) == best)
