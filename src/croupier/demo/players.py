"""Answers that anybody might give: for simulated days, load and demonstrations. Legal as far as a person can see."""

from croupier.equipment.entropy import Entropy
from croupier.equipment.shoe import UNSEEN
from croupier.rounds import acts
from croupier.rounds.driver import Driver
from croupier.rounds.requests import (
    Amount,
    Arrange,
    Card,
    Decide,
    Do,
    Peek,
    Request,
    Roll,
    Shuffle,
    Spin,
    Stack,
    Together,
    Turn,
)

COIN_SIDES = 2


def wager(entropy: Entropy, driver: Driver, position: int, tries: int = 6) -> acts.Bet | None:
    """A wager that this position may place now, small against its chips; None if none was found."""
    offers = [o for o in driver.game.offers(driver.table, position) if not o.blocked and not o.placed]
    base = [o for o in offers if driver.game.posting.wagers[o.wager].kind == "base"]
    if base and entropy.below(COIN_SIDES):  # what the round needs, before what may be beside it
        offers = base
    chips = driver.table.chips(position)
    for _ in range(tries if offers else 0):
        offer = offers[entropy.below(len(offers))]
        steps = max(1, min(offer.most, chips // 10) // offer.step)
        least = -(-offer.least // offer.step)
        amount = offer.step * (least + entropy.below(max(1, min(steps - least, 4))))
        bet = acts.Bet(position, offer.wager, amount, offer.on)
        if amount <= chips and _fits(driver, bet):
            return bet
    return None


def _fits(driver: Driver, bet: acts.Bet) -> bool:
    patron = driver.table.position(bet.position).patron
    return driver.can(acts.By("player", patron), bet)


def decision(entropy: Entropy, driver: Driver, request: Request | None = None) -> acts.Answer | None:
    """What a player at the position that is asked might say; None where no player is asked."""
    asked = request or driver.pending
    match asked:
        case Together():
            return decision(entropy, driver, asked.parts[entropy.below(len(asked.parts))])
        case Decide(position=position):
            chips = driver.table.chips(position) if position else 0
            open_ = [c for c in asked.choices if not c.blocked and c.cost <= chips] or list(asked.choices)
            return acts.Chosen(open_[entropy.below(len(open_))].name, position)
        case Amount(position=position):
            return acts.Staked(_amount(entropy, asked, driver.table.chips(position)), position)
        case Arrange(position=position, count=count):
            hand = driver.table.hand(f"{position}.{asked.hand}" if position else "dealer")
            cards = list(hand.cards)
            chosen = [cards.pop(entropy.below(len(cards))) for _ in range(count)]
            return acts.Arranged(tuple(chosen), position)
    return None


def _amount(entropy: Entropy, asked: Amount, chips: int) -> int:
    amounts = [a for a in asked.among or (asked.least, asked.most) if a <= chips]
    if not amounts or (asked.may_decline and entropy.below(COIN_SIDES)):
        return 0
    return amounts[entropy.below(len(amounts))]


def fact(entropy: Entropy, driver: Driver) -> acts.Answer | None:
    """What a dealer might key: cards that can still fall, dice, the ball; None where a player is asked."""
    asked = driver.pending
    match asked:
        case Card(face=face):
            return acts.Fall(UNSEEN if face != "up" else _cards(entropy, driver, 1)[0])
        case Stack(face=face, count=count):
            return acts.Falls((UNSEEN,) * count if face != "up" else _cards(entropy, driver, count))
        case Turn(count=count):
            return acts.Falls(_cards(entropy, driver, count))
        case Shuffle(cut=cut):
            return acts.Shuffled(cut, cover=acts.AS_THE_CLAUSE_SAYS)
        case Roll(count=count):
            return acts.Thrown(tuple(entropy.below(6) + 1 for _ in range(count)))
        case Spin(pockets=pockets):
            return acts.Landed(pockets[entropy.below(len(pockets))])
        case Peek():
            return acts.Saw(False)
        case Do():
            return acts.Done()
        case Decide(by="dealer", choices=choices):
            return acts.Chosen(choices[entropy.below(len(choices))].name)
    return None


def _cards(entropy: Entropy, driver: Driver, count: int) -> tuple[int, ...]:
    shoe = driver.table.shoe
    left = [card for card in range(53) if shoe.copies(card) for _ in range(shoe.unseen(card))]
    return tuple(left.pop(entropy.below(len(left))) for _ in range(count))
