"""The remedies that rulebooks name, by name. Each is a small procedure on the desk and its hand."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from croupier.equipment.cards import JOKER
from croupier.poker import dealing
from croupier.poker.errors import Player
from croupier.poker.records import Carried, Posted, Raised
from croupier.poker.rulings import accidents

if TYPE_CHECKING:
    from croupier.poker.rulings.desk import Desk

FREE = "free-to-act"
Facts = dict[str, Any]
REMEDIES: dict[str, Callable[["Desk", Facts], None]] = {}


def remedy(*names: str) -> Callable[[Callable[["Desk", Facts], None]], Callable[["Desk", Facts], None]]:
    def register(procedure: Callable[["Desk", Facts], None]) -> Callable[["Desk", Facts], None]:
        for name in names:
            REMEDIES[name] = procedure
        return procedure

    return register


def _player(desk: "Desk", facts: Facts) -> int:
    player = facts.get("player", -1)
    if not isinstance(player, int) or not 0 <= player < desk.hand.n:
        raise desk.hand.refuse("player", "say which player it concerns")
    return player


def _card(desk: "Desk", facts: Facts) -> int:
    card = facts.get("card")
    if not isinstance(card, int):
        raise desk.hand.refuse("card", "say which card it concerns")
    return card


def _cents(desk: "Desk", facts: Facts, name: str, words: str) -> int:
    amount = facts.get(name)
    if not isinstance(amount, int) or isinstance(amount, bool):
        raise desk.hand.refuse("amount", f"say {words}")
    return amount


# nothing, or everything


@remedy(
    "play-on",
    "result-stands",
    "action-stands",
    "plays",
    "no-refund",
    "note",
    "no-option",
    "refused",
    "warn",
    "stands",
    "must-take",
    "keep-card",
    "penalty",
    "binding",
    "cards-speak",
    "not-shown",
    "noted",
    "show-to-all",
    "withheld",
    "may-act",
    FREE,
    "declined",
    "deck-removed",
    "reshuffle",
    "recut",
)
def play_on(desk: "Desk", facts: Facts) -> None:
    """Nothing about the hand changes; the ruling is on record."""


def changes_nothing(ruling: str) -> bool:
    return REMEDIES[ruling] is play_on


@remedy("misdeal")
def misdeal(desk: "Desk", facts: Facts) -> None:
    """All chips go back and the hand is dealt again: the button does not move, nobody new is dealt in."""
    accidents.void(desk.hand)
    desk.misdealt = True


@remedy("void-round")
def void_round(desk: "Desk", facts: Facts) -> None:
    accidents.void(desk.hand)


@remedy("forfeit-to-next-deal")
def forfeit_to_next(desk: "Desk", facts: Facts) -> None:
    """The round is void, but a player who tried for a free roll leaves his chips for the next deal."""
    accidents.void(desk.hand, keep=[_player(desk, facts)])


# hands


@remedy("dead-hand", "fold", "no-redress", "kill-hand")
def dead_hand(desk: "Desk", facts: Facts) -> None:
    player = _player(desk, facts)
    hand = desk.hand
    if hand.phase == "bet" and hand.actor == player and hand.can_fold(player):
        hand.fold(player)
    elif hand.over:
        raise hand.refuse("phase", "the pot has been awarded")
    else:
        accidents.kill(hand, player)


@remedy("dead-hand-raise-returned")
def dead_hand_raise_returned(desk: "Desk", facts: Facts) -> None:
    """A raise that nobody has called goes back; the amount of the call is lost."""
    facts["returned"] = accidents.kill(desk.hand, _player(desk, facts), return_raise=True)


@remedy("refund-player")
def refund_player(desk: "Desk", facts: Facts) -> None:
    """A protected hand fouled through no fault of the player: out of the pot comes all that he put in."""
    facts["returned"] = accidents.kill(desk.hand, _player(desk, facts), refund=True)


@remedy("dead-hand-ante-returned")
def dead_hand_ante_returned(desk: "Desk", facts: Facts) -> None:
    hand, i = desk.hand, _player(desk, facts)
    ante = sum(r.amount for r in hand.records if isinstance(r, Posted) and r.player == i and r.kind == "ante")
    ante = min(ante, hand.put[i])
    hand.put[i] -= ante
    hand.stacks[i] += ante
    accidents.kill(hand, i)
    facts["returned"] = ante


@remedy("retrieve-hand")
def retrieve_hand(desk: "Desk", facts: Facts) -> None:
    player = _player(desk, facts)
    if not desk.hand.alive[player]:
        accidents.retrieve(desk.hand, player)


@remedy("live-hand")
def live_hand(desk: "Desk", facts: Facts) -> None:
    """The hand plays; a stud hand that lost its last card plays with the six that are left."""
    hand, player = desk.hand, _player(desk, facts)
    if hand.form.family == "stud" and facts.get("cards") == hand.form.cards - 1 and hand.phase != "over":
        accidents.lost_last_card(hand, player)


@remedy("check")
def counts_as_check(desk: "Desk", facts: Facts) -> None:
    desk.hand.check(_player(desk, facts))


@remedy("dead-hand-or-check")
def dead_or_check(desk: "Desk", facts: Facts) -> None:
    """Facing a bet the hand is dead; with nothing to call it is a check."""
    player = _player(desk, facts)
    if desk.hand.can_check(player):
        desk.hand.check(player)
    else:
        dead_hand(desk, facts)


@remedy("bar-from-raising")
def bar_from_raising(desk: "Desk", facts: Facts) -> None:
    desk.hand.barred.add(_player(desk, facts))


@remedy("lose-right-to-act")
def lose_right_to_act(desk: "Desk", facts: Facts) -> None:
    """A player whom two others passed: his hand is dead if he faces a bet, else he has checked."""
    hand, player = desk.hand, _player(desk, facts)
    if player in hand.queue and hand.queue[0] != player:
        hand.queue.remove(player)
        hand.queue.insert(0, player)
    dead_or_check(desk, facts)


# cards in the hand


@remedy("replace-card-burn")
def replace_card_burn(desk: "Desk", facts: Facts) -> None:
    """Replaced by the top card after the deal; the exposed card is the first burn."""
    facts["new"] = accidents.replace(
        desk.hand, _player(desk, facts), _card(desk, facts), then="burn", new=facts.get("new")
    )


@remedy("replace-card", "replace-boxed", "replace-joker")
def replace_card(desk: "Desk", facts: Facts) -> None:
    """A scrap of paper: replaced by the next card and out of play."""
    hand, player = desk.hand, _player(desk, facts)
    card = facts["card"] if isinstance(facts.get("card"), int) else JOKER if not hand.form.joker else _card(desk, facts)
    if hand.auto and card == JOKER and card not in hand.hole[player] and hand.hole[player]:
        raise hand.refuse("card", "{who} does not hold the joker", who=Player(player))
    facts["new"] = accidents.replace(hand, player, card, then="discard", new=facts.get("new"))


@remedy("scrap")
def scrap(desk: "Desk", facts: Facts) -> None:
    """Cards found face up in the deck are not used and lie with the discards; one that a player has is replaced."""
    hand = desk.hand
    if facts.get("player", -1) >= 0 and "card" in facts:
        replace_card(desk, facts)
    elif hand.auto:
        count = min(int(facts.get("count", 1)), dealing.stub(hand))
        hand.muck += hand.deck[hand.top : hand.top + count]
        hand.top += count


@remedy("extra-card-burn")
def extra_card_burn(desk: "Desk", facts: Facts) -> None:
    facts["burn"] = accidents.extra_card(desk.hand, facts.get("player", 0))


@remedy("deal-top-card")
def deal_top_card(desk: "Desk", facts: Facts) -> None:
    facts["new"] = accidents.missing_card(desk.hand, _player(desk, facts), facts.get("new"))


@remedy("complete-on-draw")
def complete_on_draw(desk: "Desk", facts: Facts) -> None:
    """A hand dealt short receives on the draw what it lacks."""
    player = _player(desk, facts)
    lacking = desk.hand.form.hand_size - len(desk.hand.hole[player])
    if desk.hand.phase == "draw" and desk.hand.auto and lacking > 0:
        dealing._replace(desk.hand, player, lacking)


@remedy("third-card-down")
def third_card_down(desk: "Desk", facts: Facts) -> None:
    """A hole card exposed in stud plays as the up-card, and the up-card lies face down."""
    hand, player = desk.hand, _player(desk, facts)
    card = accidents.identified(hand, player, _card(desk, facts))
    ups = [k for k, up in enumerate(hand.up[player]) if up]
    if hand.street or len(ups) != 1 or card not in hand.hole[player]:
        raise hand.refuse("phase", "a hole card is exchanged with the up-card only when the first cards are dealt")
    at, down = hand.hole[player].index(card), ups[0]
    hand.up[player][at], hand.up[player][down] = True, False
    if hand.phase == "bet" and hand.street == 0 and not accidents.actions(hand):
        hand.begin_betting()


@remedy("discard-cards")
def discard_cards(desk: "Desk", facts: Facts) -> None:
    """Cards dealt to somebody who was not entitled go to the discards, and the hand continues."""
    if "player" in facts and desk.hand.alive[_player(desk, facts)]:
        accidents.kill(desk.hand, facts["player"], refund=True)


@remedy("option-to-stop")
def option_to_stop(desk: "Desk", facts: Facts) -> None:
    """A last card face up: the player may declare himself all-in before the betting starts."""
    hand, player = desk.hand, _player(desk, facts)
    accidents.face_up_last(hand, player)
    if facts.get("declares-all-in"):
        if hand.phase != "bet" or any(acted >= 0 for acted in hand.acted):
            raise hand.refuse("phase", "it can be declared only before the betting starts")
        hand.aside[player] = hand.stacks[player]
        hand.stacks[player] = 0
        hand.begin_betting()
    elif hand.phase == "bet" and not any(acted >= 0 for acted in hand.acted):
        hand.begin_betting()


@remedy("both-face-up")
def both_face_up(desk: "Desk", facts: Facts) -> None:
    for player in range(desk.hand.n):
        if desk.hand.alive[player]:
            accidents.face_up_last(desk.hand, player)
    if desk.hand.phase == "bet":
        desk.hand.begin_betting()


# the board


@remedy("scramble-flop")
def scramble_flop(desk: "Desk", facts: Facts) -> None:
    facts["flop"] = list(accidents.flop_too_many(desk.hand, facts.get("extra", -1), facts.get("chosen", 0)))


@remedy("choose-burn-from-flop")
def choose_burn_from_flop(desk: "Desk", facts: Facts) -> None:
    facts["flop"] = list(accidents.flop_without_burn(desk.hand, facts.get("chosen", 0), facts.get("new")))


@remedy("set-aside-and-reshuffle")
def set_aside(desk: "Desk", facts: Facts) -> None:
    facts["removed"] = accidents.premature_board(desk.hand, facts.get("cards", ()))


@remedy("eliminate-cards")
def eliminate_cards(desk: "Desk", facts: Facts) -> None:
    rest = desk.room.value("stud-premature", "rest-of-street") == "rest-of-street"
    accidents.premature_stud(desk.hand, int(facts.get("count", 1)), rest)


@remedy("put-back-as-next-burn")
def put_back(desk: "Desk", facts: Facts) -> None:
    accidents.two_burned(desk.hand)


@remedy("correct-burn")
def correct_burn(desk: "Desk", facts: Facts) -> None:
    """The error is put right: the card that should have come stands in its place.

    Where the cards are keyed, the board card that came without a burn is the burn, and `new` the next card.
    """
    hand = desk.hand
    if not hand.auto and facts.get("new") is not None and hand.form.family == "board" and hand.board:
        facts["burn"] = accidents.board_card_burned(hand, facts["new"])


# bets


@remedy("correct-bet")
def correct_bet(desk: "Desk", facts: Facts) -> None:
    """A wager of the wrong size is made right by its bettor; those who called may complete or forfeit, not raise."""
    hand, i = desk.hand, _player(desk, facts)
    proper = _cents(desk, facts, "proper", "what the right size of the wager is")
    if hand.phase != "bet" or not hand.bets[i]:
        raise hand.refuse("phase", "the betting round of that wager is over")
    old = hand.bets[i]
    if proper > old:
        more = min(proper - old, hand.stacks[i])
        hand.stacks[i] -= more
        hand.bets[i] += more
    else:
        for j in range(hand.n):  # the bettor, and whoever has called it
            if hand.bets[j] == old:
                hand.stacks[j] += old - proper
                hand.bets[j] = proper
    hand.level = hand.full_level = max(hand.bets)
    hand.raise_size = max(hand.raise_size, hand.level if hand.raises <= 1 else hand.raise_size)
    for j in range(hand.n):
        if j == i or not hand.alive[j]:
            continue
        if hand.bets[j] > hand.level:
            hand.stacks[j] += hand.bets[j] - hand.level
            hand.bets[j] = hand.level
        elif hand.acted[j] >= 0 and 0 < hand.bets[j] < hand.level and hand.stacks[j] and j not in hand.queue:
            hand.queue.append(j)
            hand.barred.add(j)
    facts["to"] = hand.level


@remedy("complete-call")
def complete_call(desk: "Desk", facts: Facts) -> None:
    """The call is for the correct amount, whatever he was told."""
    desk.hand.call(_player(desk, facts))


@remedy("complete-action")
def complete_action(desk: "Desk", facts: Facts) -> None:
    """He must finish what his motion began: a bet, a call or a raise of the proper size."""
    hand, i = desk.hand, _player(desk, facts)
    if hand.can_call(i):
        hand.call(i)
    else:
        options = hand.options()
        hand.raise_to(options.least, i)


@remedy("forfeit-amount")
def forfeit_amount(desk: "Desk", facts: Facts) -> None:
    """The chips put in stay, and the hand is folded."""
    hand, i = desk.hand, _player(desk, facts)
    facts["amount"] = accidents.forfeit(hand, i, int(facts.get("amount", 0)))
    hand.fold(i)


@remedy("return-surplus")
def return_surplus(desk: "Desk", facts: Facts) -> None:
    """A wager above the pot is reduced to it."""
    correct_bet(desk, facts)


@remedy("post-owed")
def post_owed(desk: "Desk", facts: Facts) -> None:
    """A blind that was owed is posted though the hand has begun, even by a player who has folded."""
    hand, i = desk.hand, _player(desk, facts)
    amount = min(_cents(desk, facts, "amount", "what he owes"), hand.stacks[i])
    hand.stacks[i] -= amount
    hand.pot_dead += amount
    hand.records.append(Posted(i, "dead", amount))


@remedy("bring-in-corrected")
def bring_in_corrected(desk: "Desk", facts: Facts) -> None:
    """The wrong player brought it in and nobody has acted since: he takes it back and the real low card bets."""
    hand = desk.hand
    if hand.phase != "bet" or hand.street:
        raise hand.refuse("phase", "the forced bet is put right on the first betting round")
    for i, bet in enumerate(hand.bets):
        if bet:
            hand.stacks[i] += bet
            hand.bets[i] = 0
    hand.begin_betting()


# openers


@remedy("false-opener")
def false_opener(desk: "Desk", facts: Facts) -> None:
    """The opener shows false openers: his hand is dead and his opening bet stays; another may declare the pot open."""
    hand, i = desk.hand, hand_opener(desk)
    other = facts.get("declares-open", -1)
    if other >= 0:
        if not hand.alive[other] or hand.checked[other] or other == i:
            raise hand.refuse(
                "openers", "{who} passed, or has no live hand: he may not declare it open", who=Player(other)
            )
        hand.opener = other
        hand.opener_cards = tuple(hand.hole[other])
        accidents.kill(hand, i)
        return
    _no_other_opener(desk, i)


@remedy("dead-hand-opening-stays")
def false_opener_pot_plays(desk: "Desk", facts: Facts) -> None:
    """The pot plays without the false opener: his opening bet stays, the rest is his until the draw."""
    hand, i = desk.hand, hand_opener(desk)
    first = next(r.to for r in hand.records if isinstance(r, Raised) and r.player == i)
    open_still = hand.phase == "bet" and hand.street == 0
    facts["returned"] = accidents.kill(hand, i, keep=first if open_still else None)


def hand_opener(desk: "Desk") -> int:
    if desk.hand.opener < 0:
        raise desk.hand.refuse("openers", "the pot has not been opened")
    return desk.hand.opener


def _no_other_opener(desk: "Desk", opener: int) -> None:
    """All bets go back except the opener's first; it and the antes lie for the next deal."""
    hand = desk.hand
    first = min(hand.bets[opener], hand.unit)
    kept = first + hand.pot_dead + sum(hand.put) - hand.collected
    for i in range(hand.n):
        back = hand.bets[i] - (first if i == opener else 0)
        hand.stacks[i] += back
        hand.bets[i] = 0
    hand.put = [0] * hand.n
    hand.pot_dead = 0
    hand.carried = kept
    hand.records.append(Carried(kept))
    hand.finish()


@remedy("lose-pot")
def lose_pot(desk: "Desk", facts: Facts) -> None:
    """He cannot win the pot: his hand is out before it is awarded."""
    hand = desk.hand
    if hand.over:
        raise hand.refuse("phase", "the pot has been awarded")
    accidents.kill(hand, _player(desk, facts))
