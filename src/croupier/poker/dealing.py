"""Cards: the streets in their order, burns, the draw, and what happens when the deck runs out.

With a deck (`hand.auto`) the cards come off it in the order of the deal. Without one the dealer keys
them: the hand says what it waits for in `hand.owed` and `hand.owed_board`.
"""

import random
from collections.abc import Sequence
from itertools import repeat
from typing import TYPE_CHECKING

from croupier.equipment.cards import JOKER, card_name
from croupier.poker import showdown
from croupier.poker.errors import Player
from croupier.poker.records import UNKNOWN, BoardDealt, Burned, Dealt, Record, RunsAgreed

if TYPE_CHECKING:
    from croupier.poker.hand import Hand


def begin_street(hand: "Hand", street: int) -> None:
    hand.street = street
    at = hand.form.streets[street]
    if at.draw:
        _begin_draw(hand)
        return
    if hand.auto:
        if hand.ask_runs and at.board and _runs_open(hand):
            hand.phase = "runs"
            return
        if at.board:
            _deal_board(hand, at.board)
        elif street:
            _deal_stud(hand, at.down, at.up)
        else:
            _deal_first(hand, at.down, at.up)
        _after_cards(hand)
        return
    hand.phase = "deal"
    count = at.down + at.up
    hand.owed = [count if hand.alive[i] else 0 for i in range(hand.n)]
    hand.owed_board = at.board
    if hand.form.family == "stud" and street:
        _stud_from_hand(hand)


def _after_cards(hand: "Hand") -> None:
    """The cards of the street are out: the house takes its share of the round before, and betting opens."""
    if hand.house is not None and hand.street:
        hand.house.at_street(hand)
    hand.begin_betting()


# from a deck


def _deal_first(hand: "Hand", down: int, up: int) -> None:
    """Starting hands, one card at a time around the table."""
    n, count = hand.n, down + up
    deck, top = hand.deck, hand.top
    need = n * count
    if len(deck) - top < need:
        raise hand.refuse("deck", f"{len(deck)} cards do not give {n} players {count} each")
    faces = (False,) * down + (True,) * up
    end = top + need
    hand.hole = [deck[first:end:n] for first in range(top, top + n)]
    hand.up = list(map(list, repeat(faces, n)))
    hand.records += map(Dealt, range(n), map(tuple, hand.hole), repeat(faces))
    hand.top = end


def burn(hand: "Hand") -> None:
    """The top card, or the one that a ruling put there."""
    if hand.next_burn:
        card = hand.next_burn.pop(0)
    else:
        card = hand.deck[hand.top]
        hand.top += 1
    hand.burns.append(card)
    hand.records.append(Burned(card))


def _deal_board(hand: "Hand", count: int) -> None:
    repair = hand.repairs.pop(hand.street, None) if hand.repairs else None
    if repair and repair[0] == "reshuffle":  # a card that came too early goes back into the stub; nothing is burned
        hand.deck = hand.deck[: hand.top] + _scramble(hand, hand.deck[hand.top :] + repair[1])
    else:
        burn(hand)
    top = hand.top
    hand.top = end = top + count
    cards = hand.deck[top:end]
    hand.boards[0] += cards
    hand.records.append(BoardDealt(tuple(cards)))


def stub(hand: "Hand") -> int:
    """Cards left in the deck."""
    if hand.auto:
        return len(hand.deck) - hand.top
    seen = sum(map(len, hand.hole)) + sum(map(len, hand.boards)) + len(hand.burns) + len(hand.discards)
    return hand.form.deck_size - seen


def _deal_stud(hand: "Hand", down: int, up: int) -> None:
    seats = [i for i in range(hand.n) if hand.alive[i] or hand.ghosts[i]]
    repair, facts = hand.repairs.pop(hand.street, ("", []))
    if repair == "eliminate":  # the rest of the cards that would have come, or a whole set, leave the game too
        more = max(0, len(seats) - facts[0]) if facts[1] else len(seats)
        hand.removed += hand.deck[hand.top : hand.top + more]
        hand.top += more
    count = len(seats) * (down + up)
    left = stub(hand)
    if left > count:
        burn(hand)
        _deal_round(hand, seats, up > 0)
        return
    SHORTAGES[hand.rules.stud_short](hand, seats, up > 0)


def _deal_round(hand: "Hand", seats: Sequence[int], up: bool) -> None:
    for i in seats:
        give(hand, i, hand.deck[hand.top], up)
        hand.top += 1


def give(hand: "Hand", i: int, card: int, up: bool) -> None:
    """One card to a seat; a ghost's card goes straight to the muck."""
    if hand.alive[i]:
        hand.hole[i].append(card)
        hand.up[i].append(up)
        hand.records.append(Dealt(i, (card,), (up,)))
    else:
        hand.muck.append(card)


def _scramble(hand: "Hand", cards: list[int]) -> list[int]:
    """The order that a scramble gives; it follows from the deck, so that a replay repeats it."""
    order = sorted(cards)
    random.Random(f"scramble:{hand.deck}:{hand.top}").shuffle(order)
    return order


def _restock(hand: "Hand", kept: list[int]) -> None:
    """Scramble the stub with the burns (and cards set aside) into a new stub, after the `kept` ones."""
    pool = hand.deck[hand.top :] if not kept else hand.deck[hand.top + len(kept) :]
    pool = pool + hand.burns + hand.removed
    hand.deck = hand.deck[: hand.top] + kept + _scramble(hand, pool)
    hand.burns, hand.removed = [], []


def common_card(hand: "Hand") -> None:
    """The last card of a deck is dealt without a burn; when a nine-handed table has used up even that, folded cards."""
    if hand.auto and not stub(hand):
        hand.deck = hand.deck[: hand.top] + _scramble(hand, hand.muck)
        hand.muck = []
    if stub(hand) > 1 or hand.next_burn:
        burn(hand)
    card = hand.deck[hand.top]
    hand.top += 1
    hand.board.append(card)
    hand.records.append(BoardDealt((card,)))


def _short_scramble_last(hand: "Hand", seats: Sequence[int], up: bool) -> None:
    """All but the last card are dealt, the last is scrambled with the burns; a common card if that fails too."""
    left = stub(hand)
    if left + len(hand.burns) + len(hand.removed) < len(seats):
        if left < 2:
            _restock(hand, [])
        common_card(hand)
        return
    kept = hand.deck[hand.top : hand.top + max(left - 1, 0)]
    _restock(hand, kept)
    _deal_round(hand, seats, up)


def _short_scramble_all(hand: "Hand", seats: Sequence[int], up: bool) -> None:
    """The stub and the burns together, if they give every player a card with two over; else a common card."""
    left, needed = stub(hand), len(seats) + 2
    if left >= needed:
        burn(hand)
        _deal_round(hand, seats, up)
    elif left + len(hand.burns) >= needed:
        _restock(hand, [])
        burn(hand)
        _deal_round(hand, seats, up)
    else:
        if left <= 2:
            _restock(hand, [])
        common_card(hand)


def _short_common(hand: "Hand", seats: Sequence[int], up: bool) -> None:
    """A common card at once; the burns are shuffled for it if one card or none is left."""
    if stub(hand) <= 1:
        _restock(hand, [])
    common_card(hand)


def _stud_from_hand(hand: "Hand") -> None:
    """Where the dealer keys the cards: a burn and a card each, or what the rules have for a short deck."""
    ghosts = sum(1 for i in range(hand.n) if hand.ghosts[i] and not hand.alive[i])
    seats, left, burned = hand.live + ghosts, stub(hand), len(hand.burns)
    rule, enough = hand.rules.stud_short, left > seats
    if enough:
        hand.burns.append(UNKNOWN)
    elif rule == "scramble-last" and left + burned + len(hand.removed) >= seats:
        enough, hand.burns, hand.removed = True, [], []  # all of them are back in the stub
    elif rule == "scramble-all" and left + burned >= seats + 2:
        enough, hand.burns = True, [UNKNOWN]
    if enough:
        hand.discards += [UNKNOWN] * ghosts
    else:  # the common card, and the burn before it
        hand.owed, hand.owed_board = [0] * hand.n, 1


SHORTAGES = {
    "scramble-last": _short_scramble_last,
    "scramble-all": _short_scramble_all,
    "common-card": _short_common,
}


# the draw


def _begin_draw(hand: "Hand") -> None:
    hand.phase = "draw"
    hand.queue = [i for i in range(hand.n) if hand.alive[i]]
    hand.late = []
    hand.owed = [0] * hand.n
    if hand.auto:
        if stub(hand):
            burn(hand)
    else:
        hand.burns.append(UNKNOWN)


def verify_draw(hand: "Hand", i: int, discards: Sequence[int]) -> None:
    if len(discards) > hand.form.draw_most:
        raise hand.refuse("draw-count", f"{len(discards)} cards cannot be drawn: at most {hand.form.draw_most}")
    held = list(hand.hole[i])
    for card in discards:
        if card != UNKNOWN and card not in hand.form.deck:
            raise hand.refuse("card", f"{card} is no card of {hand.form.title}")
        if card in held:
            held.remove(card)
        elif UNKNOWN in held and not hand.auto and (card == UNKNOWN or card not in hand.known):
            held.remove(UNKNOWN)
        elif card == UNKNOWN and held:
            held.pop()
        else:
            raise hand.refuse("discard", f"{{who}} does not hold {card_name(card)}", who=Player(i))


def draw(hand: "Hand", i: int, discards: Sequence[int]) -> None:
    hole, up = hand.hole[i], hand.up[i]
    for card in discards:
        if card in hole:
            hole.remove(card)
        elif UNKNOWN in hole:
            hole.remove(UNKNOWN)
        else:
            hole.pop()
        up.pop()
        hand.discards.append(card)
        if card != UNKNOWN:
            hand.known.add(card)
    count = len(discards)
    if hand.auto:
        at_once = min(count, hand.rules.draw_at_once)
        _replace(hand, i, at_once)
        if count > at_once:
            hand.late.append(i)
        if not hand.queue:
            _finish_draw(hand)
        return
    hand.owed[i] = count
    if not hand.queue:
        _keyed_draw_done(hand)


def _replace(hand: "Hand", i: int, count: int) -> None:
    """New cards for a draw; if the deck does not suffice, the discards made so far are shuffled into it."""
    if not count:
        return
    own = len(hand.hole[i])
    for _ in range(count):
        if not stub(hand):
            _reshuffle_discards(hand, i)
        hand.hole[i].append(hand.deck[hand.top])
        hand.up[i].append(False)
        hand.top += 1
    cards = tuple(hand.hole[i][own:])
    hand.records.append(Dealt(i, cards, (False,) * count))


def _reshuffle_discards(hand: "Hand", i: int) -> None:
    pool = hand.discards + hand.muck + hand.burns
    if not pool:
        raise hand.refuse("deck", "no cards are left for the draw, and nothing was discarded")
    hand.deck = hand.deck[: hand.top] + _scramble(hand, pool)
    hand.discards, hand.muck, hand.burns = [], [], []


def _finish_draw(hand: "Hand") -> None:
    """The fifth card of those who drew five comes after everyone has drawn, the last player's after a burn."""
    for i in hand.late:
        if i == max(j for j in range(hand.n) if hand.alive[j]) and stub(hand) > 1:
            burn(hand)
        _replace(hand, i, hand.form.hand_size - len(hand.hole[i]))
    hand.late = []
    _after_cards(hand)


def _keyed_draw_done(hand: "Hand") -> None:
    if any(hand.owed):
        hand.phase = "deal"
    else:
        _after_cards(hand)


# keyed by the dealer


def check_cards(hand: "Hand", cards: Sequence[int]) -> None:
    """Cards that are keyed are of this deck, and nowhere else on the table."""
    seen = set()
    known = hand.known
    if hand.form.family == "draw" and hand.street:  # discards may have been shuffled in again
        known = {card for i in range(hand.n) if hand.alive[i] for card in hand.hole[i]}
    for card in cards:
        if card == UNKNOWN:
            continue
        if card not in hand.form.deck:
            what = "the joker is not in use" if card == JOKER else f"{card} is no card"
            raise hand.refuse("card", f"{what} in {hand.form.title}")
        if card in seen or card in known:
            raise hand.refuse("card-twice", f"{card_name(card)} is already on the table")
        seen.add(card)


def learn(hand: "Hand", cards: Sequence[int]) -> None:
    hand.known.update(card for card in cards if card != UNKNOWN)


def deal_hole(hand: "Hand", i: int, cards: Sequence[int]) -> Record:
    """Key the cards of one player: all that the street owes him, or the first of them."""
    if hand.phase not in ("deal", "draw") or hand.auto:
        raise hand.refuse("phase", f"no card is due to a player: the hand is at {hand.phase}")
    if not 0 <= i < hand.n or not hand.owed[i]:
        raise hand.refuse("card-count", "no card is due to {who}", who=Player(i))
    if len(cards) > hand.owed[i]:
        raise hand.refuse("card-count", f"{len(cards)} cards for {{who}}: {hand.owed[i]} are due", who=Player(i))
    check_cards(hand, cards)
    at = hand.at
    first_up = at.down + at.up - hand.owed[i]
    faces = [False] * len(cards) if at.draw else [first_up + j >= at.down for j in range(len(cards))]
    learn(hand, cards)
    hand.hole[i].extend(cards)
    hand.up[i].extend(faces)
    hand.owed[i] -= len(cards)
    record = Dealt(i, tuple(cards), tuple(faces))
    hand.records.append(record)
    hand.ops.append(("deal_hole", i, tuple(cards)))
    open_betting_if_dealt(hand)
    return record


def open_betting_if_dealt(hand: "Hand") -> None:
    """The street goes on once no card is due to anybody."""
    if hand.phase == "deal" and not any(hand.owed) and not hand.owed_board:
        _after_cards(hand)


def deal_board(hand: "Hand", cards: Sequence[int]) -> Record:
    """Key the board cards of the street; when the board is run several times, one run after the other."""
    if hand.phase != "deal" or hand.auto or not hand.owed_board:
        raise hand.refuse("phase", f"no board card is due: the hand is at {hand.phase}")
    number, due = hand.plan[0] if hand.plan else (0, hand.owed_board)
    if len(cards) != due:
        raise hand.refuse("card-count", f"{len(cards)} cards for the {hand.at.name}: {due} are due")
    check_cards(hand, cards)
    learn(hand, cards)
    hand.burns.append(UNKNOWN)
    hand.boards[number].extend(cards)
    hand.owed_board -= due
    record = BoardDealt(tuple(cards), number)
    hand.records.append(record)
    hand.ops.append(("deal_board", tuple(cards)))
    if hand.plan:
        hand.plan.pop(0)
        if not hand.plan:
            showdown.begin(hand)
    elif not any(hand.owed):
        _after_cards(hand)
    return record


# running the board more than once


def _runs_open(hand: "Hand") -> bool:
    """Two players who can bet no more, and board cards to come."""
    if hand.rules.runs_most < 2 or hand.form.family != "board" or hand.live != 2 or hand.runs > 1:
        return False
    return min(hand.stacks[i] for i in range(hand.n) if hand.alive[i]) == 0


def agree_runs(hand: "Hand", times: int) -> Record:
    """Two players, both committed, run the rest of the board several times."""
    if not 1 <= times <= hand.rules.runs_most:
        raise hand.refuse("runs", f"the board may be run at most {hand.rules.runs_most} times here, not {times}")
    waiting = hand.phase == "runs" or (hand.phase == "deal" and hand.owed_board)
    if not waiting or not _runs_open(hand):
        raise hand.refuse("runs", "the board is run again only between two players who are all-in")
    rest = [street.board for street in hand.form.streets[hand.street :]]
    if stub(hand) < sum(count + 1 for count in rest) * times:
        raise hand.refuse("runs", f"{stub(hand)} cards do not suffice for {times} runs")
    record = RunsAgreed(times)
    hand.records.append(record)
    hand.ops.append(("run_board", times))
    hand.runs = times
    hand.boards = [list(hand.board) for _ in range(times)]
    plan = [(number, count) for number in range(times) for count in rest]
    hand.street = len(hand.form.streets) - 1
    if not hand.auto:
        hand.phase = "deal"
        hand.plan = plan
        hand.owed_board = sum(count for _, count in plan)
        return record
    for number, count in plan:
        burn(hand)
        cards = hand.deck[hand.top : hand.top + count]
        hand.top += count
        hand.boards[number].extend(cards)
        hand.records.append(BoardDealt(tuple(cards), number))
    showdown.begin(hand)
    return record
