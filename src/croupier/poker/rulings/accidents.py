"""What a ruling does to a hand: cards replaced, hands killed, chips given back, rounds voided.

These are the remedies that rulebooks name. Which of them an irregularity gets is in the rulebook, and who
may declare it and when is in `desk.py`. With a deck the replacing cards come off it; where the cards are
keyed the dealer names them.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.equipment.cards import JOKER, card_name
from croupier.poker import dealing
from croupier.poker.errors import Player
from croupier.poker.records import (
    UNKNOWN,
    BoardDealt,
    BroughtIn,
    Burned,
    Called,
    Carried,
    Checked,
    Dealt,
    Folded,
    Raised,
    Record,
    Refunded,
)

if TYPE_CHECKING:
    from croupier.poker.hand import Hand

ACTIONS = (Folded, Checked, Called, Raised, BroughtIn)


def actions(hand: "Hand") -> list[Record]:
    """Every act of a player in turn so far; posts are none."""
    return [record for record in hand.records if isinstance(record, ACTIONS)]


def voluntary_actions(hand: "Hand") -> int:
    """Acts of players other than the forced bet of stud, which is no more an action than a blind."""
    return sum(not isinstance(record, BroughtIn) for record in actions(hand))


def money_actions(hand: "Hand") -> int:
    return sum(isinstance(record, Called | Raised) for record in actions(hand))


def has_acted(hand: "Hand", i: int) -> bool:
    """On this street or an earlier one."""
    return any(record.player == i for record in hand.records if isinstance(record, ACTIONS))


def players_acted(hand: "Hand") -> int:
    """Players who have acted after the forced bets."""
    return len({record.player for record in actions(hand) if isinstance(record, Folded | Checked | Called | Raised)})


def pot_plays(hand: "Hand") -> bool:
    """A jacks-or-better pot that was raised, called twice, or bet to the end before the draw plays, openers or not."""
    if hand.street or hand.phase != "bet":
        return True
    raised = sum(isinstance(record, Raised) for record in hand.records)
    return raised > 1 or sum(isinstance(record, Called) for record in hand.records) > 1


# chips


def void(hand: "Hand", keep: Sequence[int] = ()) -> None:
    """The round is void and every player has back what he put in; `keep` forfeit theirs to the next deal."""
    forfeited = 0
    for i, chips in hand.aside.items():
        hand.stacks[i] += chips
    hand.aside = {}
    brought = hand.pot + sum(hand.stacks) + hand.collected - sum(hand.start)  # money carried in from before
    for i in range(hand.n):
        amount = hand.start[i] - hand.stacks[i]
        if i in keep:
            forfeited += amount
            continue
        if amount:
            hand.stacks[i] += amount
            hand.records.append(Refunded(i, amount))
    hand.collected = 0
    hand.bets, hand.put = [0] * hand.n, [0] * hand.n
    hand.pot_dead = 0
    hand.carried = forfeited + brought
    if hand.carried:
        hand.records.append(Carried(hand.carried))
    hand.finish()


def forfeit(hand: "Hand", i: int, chips: int) -> int:
    """Chips that a player leaves in the pot with his hand: no more than the call, and only in pots that they reach."""
    amount = max(0, min(chips, hand.stacks[i], hand.level - hand.bets[i]))
    hand.stacks[i] -= amount
    hand.bets[i] += amount
    return amount


def kill(hand: "Hand", i: int, *, return_raise: bool = False, refund: bool = False, keep: int | None = None) -> int:
    """The hand is dead. Its chips stay, unless a raise that nobody called, all above `keep`, or all goes back."""
    if not hand.alive[i]:
        raise hand.refuse("dead-hand", "{who} has no live hand", who=Player(i))
    returned = 0
    if refund:
        returned = hand.put[i] + hand.bets[i]
        hand.put[i] = hand.bets[i] = 0
    elif return_raise and hand.bets[i] == hand.level and hand.raiser == i:
        matched = max(bet for j, bet in enumerate(hand.bets) if j != i)
        returned = max(0, hand.bets[i] - matched)
        hand.bets[i] -= returned
        _withdraw_raise(hand, max(matched, 0))
    elif keep is not None and hand.bets[i] > keep:
        returned, raised = hand.bets[i] - keep, hand.bets[i] == hand.level and hand.raiser == i
        hand.bets[i] = keep
        if raised:
            _withdraw_raise(hand, max(hand.bets))
    if returned:
        hand.stacks[i] += returned
        hand.records.append(Refunded(i, returned))
    hand.kill(i)
    if i in hand.queue:
        hand.queue.remove(i)
    if hand.phase == "bet" and hand.bring_in_due and hand.live > 1:
        hand.begin_betting()  # the forced bet falls to the next card
    elif hand.phase == "bet":
        hand.settle_queue()
    elif hand.phase == "draw" and not hand.queue and hand.live > 1:
        dealing._finish_draw(hand) if hand.auto else dealing._keyed_draw_done(hand)
    elif hand.live == 1:
        hand.end_round()
    return returned


def _withdraw_raise(hand: "Hand", level: int) -> None:
    """The bet is again what it was before; who had matched it need not act again."""
    hand.raise_size = max(level, hand.stakes.small) if hand.raises <= 2 else hand.raise_size
    hand.level = hand.full_level = level
    hand.raises -= 1
    hand.queue = [j for j in hand.queue if hand.bets[j] < level or hand.acted[j] < 0]


def retrieve(hand: "Hand", i: int) -> None:
    """A hand thrown away comes back: it is clearly identified."""
    if hand.alive[i]:
        raise hand.refuse("dead-hand", "{who} still has his hand", who=Player(i))
    if hand.phase not in ("bet", "show"):
        raise hand.refuse("phase", "the hand cannot be given back now")
    hand.alive[i] = True
    hand.live += 1
    for card in hand.hole[i]:
        if card in hand.muck:
            hand.muck.remove(card)
    if hand.phase == "bet" and hand.bets[i] < hand.level and hand.stacks[i]:
        hand.queue.insert(0, i)


# single cards


def _top(hand: "Hand", keyed: int | None) -> int:
    if not hand.auto:
        if keyed is None:
            raise hand.refuse("card", "name the card that replaces it")
        dealing.check_cards(hand, [keyed])
        dealing.learn(hand, [keyed])
        return keyed
    if hand.top >= len(hand.deck):
        raise hand.refuse("deck", "no card is left in the deck")
    card = hand.deck[hand.top]
    hand.top += 1
    return card


def identified(hand: "Hand", i: int, card: int) -> int:
    """A card of a player's hand by its face; where nobody has keyed the hand, one of those that nobody has seen."""
    held = hand.hole[i]
    if card not in held and not hand.auto and UNKNOWN in held and (card == JOKER or card in hand.form.deck):
        if card != JOKER:
            dealing.check_cards(hand, [card])
            dealing.learn(hand, [card])
        held[held.index(UNKNOWN)] = card
    return card


def replace(hand: "Hand", i: int, card: int, *, then: str, new: int | None = None) -> int:
    """A player's card is replaced by the top card of the deck; the old one is the next burn, or a discard."""
    identified(hand, i, card)
    if card not in hand.hole[i]:
        raise hand.refuse(
            "card", "{who} does not hold {card}", who=Player(i), card=card_name(card) if card >= 0 else "that card"
        )
    at = hand.hole[i].index(card)
    if not hand.auto and new is None and not hand.up[i][at]:
        new = UNKNOWN  # it lies face down, and nobody sees it
    fresh = _top(hand, new)
    hand.hole[i][at] = fresh
    if then == "burn":
        hand.next_burn.append(card)
    else:
        hand.muck.append(card)
    hand.records.append(Dealt(i, (fresh,), (hand.up[i][at],)))
    return fresh


def extra_card(hand: "Hand", i: int) -> int:
    """One card too many off the deck goes back and is the next burn."""
    card = _top(hand, UNKNOWN if not hand.auto else None)
    hand.next_burn.append(card)
    return card


def missing_card(hand: "Hand", i: int, new: int | None = None) -> int:
    """The top card completes a hand that was dealt one short."""
    if not hand.auto and hand.phase == "deal" and hand.owed[i]:
        new = UNKNOWN if new is None else new  # it lies face down
        hand.deal_hole(i, [new])
        return new
    due = sum(street.down + street.up for street in hand.form.streets[: hand.street + 1])
    if len(hand.hole[i]) >= due:
        raise hand.refuse("card-count", f"{{who}} has all his {due} cards", who=Player(i))
    card = _top(hand, UNKNOWN if new is None and not hand.auto else new)
    hand.hole[i].append(card)
    hand.up[i].append(False)
    hand.records.append(Dealt(i, (card,), (False,)))
    return card


# the board


def flop_too_many(hand: "Hand", extra: int, chosen: int) -> list[int]:
    """The flop has too many cards: they are scrambled, one is chosen as the burn of the turn, three stay."""
    _flop_open(hand)
    if hand.auto:
        hand.board.append(hand.deck[hand.top])
        hand.top += 1
    else:
        dealing.check_cards(hand, [extra])
        dealing.learn(hand, [extra])
        hand.board.append(extra)
    return _choose_burn(hand, chosen)


def flop_without_burn(hand: "Hand", chosen: int, new: int | None = None) -> list[int]:
    """The flop came without a burn: one of its cards is chosen as the burn, the top of the stub completes it."""
    _flop_open(hand)
    if hand.auto:  # what was burned belongs to the flop, and its last card is still the top of the stub
        burned = hand.burns.pop()
        dealt = [burned, *hand.board[:2]]
        fresh = hand.board[2]
    else:
        dealt = list(hand.board)
        fresh = _top(hand, new)
    card = dealt.pop(chosen % len(dealt)) if chosen not in dealt else dealt.pop(dealt.index(chosen))
    hand.burns.append(card)
    hand.boards[0] = [*dealt, fresh]
    hand.records.append(Burned(card))
    hand.records.append(BoardDealt(tuple(hand.board)))
    return hand.board


def _flop_open(hand: "Hand") -> None:
    at_flop = hand.street == 1 and len(hand.board) == 3
    acted = hand.phase == "bet" and any(acted >= 0 for acted in hand.acted)
    if not at_flop or acted:
        raise hand.refuse("flop", "the flop can be put right only before anyone has acted on it")


def _choose_burn(hand: "Hand", chosen: int) -> list[int]:
    at = hand.board.index(chosen) if chosen in hand.board else chosen % len(hand.board)
    card = hand.board.pop(at)
    hand.next_burn.append(card)
    hand.records.append(BoardDealt(tuple(hand.board)))
    return hand.board


def premature_board(hand: "Hand", cards: Sequence[int] = ()) -> list[int]:
    """Board cards came before the betting was complete: they do not play, whoever folds.

    A turn card goes back into the stub before the river, which is dealt without a burn; the card that would
    have been the river is the turn. A flop or a river is reshuffled with the stub and dealt again.
    """
    street = hand.street + 1
    if hand.phase != "bet" or street >= len(hand.form.streets) or not hand.form.streets[street].board:
        raise hand.refuse("phase", "no board card can have come too early now")
    count = hand.form.streets[street].board
    if hand.auto:
        dealing.burn(hand)
        cards = hand.deck[hand.top : hand.top + count]
        hand.top += count
    else:
        dealing.check_cards(hand, cards)
        hand.burns.append(UNKNOWN)
    last = len(hand.form.streets) - 1
    back = last if street == last - 1 else street
    hand.repairs[back] = ("reshuffle", list(cards))
    return list(cards)


def board_card_burned(hand: "Hand", new: int) -> int:
    """No card was burned: the last board card should have been, and the next card takes its place."""
    fresh = _top(hand, new)
    card = hand.board.pop()
    hand.burns[-1] = card
    hand.board.append(fresh)
    hand.records.append(Burned(card))
    hand.records.append(BoardDealt((fresh,)))
    return card


def two_burned(hand: "Hand") -> None:
    """Two cards were burned: the second is put back and is the next burn."""
    if hand.auto:
        hand.next_burn.append(hand.deck[hand.top])
        hand.top += 1


# stud


def premature_stud(hand: "Hand", count: int, rest_of_street: bool) -> None:
    """Cards of the next street came too early: they leave the game, and more with them after the betting."""
    if hand.form.family != "stud" or hand.phase != "bet":
        raise hand.refuse("phase", "no card of the next street can have come too early now")
    if hand.auto:
        dealing.burn(hand)
        hand.removed += hand.deck[hand.top : hand.top + count]
        hand.top += count
    hand.repairs[hand.street + 1] = ("eliminate", [count, int(rest_of_street)])


def lost_last_card(hand: "Hand", i: int) -> None:
    """The last card went into the muck by mistake, and the hand was ruled live without it."""
    if len(hand.hole[i]) == hand.form.cards:
        hand.muck.append(hand.hole[i].pop())
        hand.up[i].pop()
    hand.ruled_live.add(i)


def face_up_last(hand: "Hand", i: int) -> None:
    """A last card dealt face up counts among the up-cards."""
    if not hand.up[i]:
        raise hand.refuse("phase", "it applies once the last card has been dealt")
    hand.up[i][-1] = True
