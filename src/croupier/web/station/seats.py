"""What lies at the seats and before the dealer as one reader may see it: hands, stakes, what a round left there."""

from typing import Any

from croupier.equipment.cards import ACE, rank_of
from croupier.games.cards.described import DEALER_CARDS
from croupier.rounds.events import Settled
from croupier.web.felt import hand_names as hands
from croupier.web.felt import kinds
from croupier.web.felt.shown import Chips, Hand, Seat
from croupier.web.felt.table_view import Look
from croupier.web.kit import words
from croupier.web.station import pills
from croupier.web.station.split import several_hands

LYING = {  # another patron's closed hand of these: packs, what is said of it, whether it is out
    "set": (2, "Set", False),
    "house-way": (2, "Set", False),
    "surrender": (1, "Surrendered", True),
    "fold": (1, "Folded", True),
}


def plays_common(look: Look) -> bool:
    return look.game.LAYOUT.common


def common_cards(look: Look) -> tuple[int | None, ...]:
    cards: list[int | None] = []
    for name, hand in look.shown["places"].items():
        if name not in ("burn", "discards", "player", "banker", "aside"):
            cards += hand["cards"]
    return tuple(cards)


def dealer(look: Look) -> Hand:
    cards = tuple(look.shown["dealer"]["cards"])
    if not cards:
        return Hand()
    parted, both = hands.as_set(cards, look.driver.felt.dealer.memo.get("low"))
    if parted:
        return Hand(cards=parted, label=both, rows=hands.PARTED)
    name = hands.label(look.name, cards, common_cards(look))
    if look.twenty_one and [rank_of(card) for card in hands.known(cards)] == [ACE]:
        name = "Ace"  # it is not known yet whether it counts eleven
    over = hands.over_21(look.name, cards)
    return Hand(cards=cards, label=name, kind="lost" if over else "", over=over)


def dealer_note(look: Look) -> str:
    """Of cards that the dealer parts after everybody else, while they lie closed."""
    cards = look.shown["dealer"]["cards"]
    if (
        "house-way" not in look.posting.settings
        or look.driver.betting
        or not cards
        or any(c is not None for c in cards)
    ):
        return ""
    clause = look.posting.clause("house-way")
    return f"Set the house way|after the last player{' · ' + clause if clause else ''}"


def dealer_label(look: Look) -> str:
    only_common = plays_common(look) and DEALER_CARDS not in getattr(look.game, "SHOWS", (DEALER_CARDS,))
    if only_common or not kinds.of(look.family).has_dealers_hand(look):
        return ""  # no hand of the dealer's: the cards in the middle are everybody's
    cards = look.shown["dealer"]["cards"]
    return "Dealer shows" if any(c is None for c in cards) and any(c is not None for c in cards) else "Dealer"


def seat(look: Look, shown: dict[str, Any]) -> Seat:
    number = shown["number"]
    own = number in look.mine
    was = look.ended_at(number)
    ended = was if not shown["wagers"] else []
    early = look.settled_early(number) if not shown["wagers"] and not ended else []
    drawn = []
    for index, hand in enumerate(shown["hands"]):
        # Cards of the last round keep its sign until the next are dealt, whatever is wagered meanwhile.
        over = [e for e in was or early if e.hand == index and e.table == "main"]
        laid = look.driver.felt.positions[number - 1].hands[index].memo.get("low") if number else None
        drawn.append(_hand(look, hand, index, own, over, laid))
    stakes = _stakes(look, shown["wagers"], own) + _ended(look, ended, own)
    stakes += _ended(look, look.settled_aside(number, {stake.wager for stake in stakes}), own)
    stakes += [chips for chips in _ended(look, early, own) if chips.state != "lost"]  # those are collected at once
    if look.twenty_one and len(drawn) > 1:
        drawn = several_hands(look, shown, drawn, ended)
        main = look.main_wager
        stakes = [stake for stake in stakes if stake.wager != main]
    pill, kind = pills.early(look, early) if early else pills.of_position(look, own, shown["wagers"], ended)
    if not number:
        pill = "All stations"
    pending = getattr(look.driver.pending, "position", -1)
    return Seat(
        position=number,
        taken=bool(shown["patron"]),
        own=own,
        acting=pending == number,
        hands=tuple(drawn),
        chips=tuple(stakes),
        pill=pill,
        pill_kind=kind,
    )


def _hand(look: Look, hand: dict[str, Any], index: int, own: bool, ended: list[Settled], low: object = None) -> Hand:
    """A hand as its reader may see it; `low`: two of its cards that were set as the Low hand."""
    cards = tuple(hand["cards"])
    name = hands.label(
        look.name, cards, common_cards(look), "split" if index else (hand["memo"].get("split") and "split") or ""
    )
    kind = "own" if own else ""
    over = hands.over_21(look.name, cards)
    dim = over or hand["state"] in ("folded", "dead", "bust")
    if dim:
        kind = "lost"
    if hand["state"] in ("folded", "dead"):
        name = words.plain(hand["state"])
    if ended:
        on_hand = [e for e in ended if look.posting.wagers[e.wager].kind in ("base", "raise")]
        net = sum(e.net for e in on_hand or ended)  # a bonus says nothing of the hand itself
        kind = "won" if net > 0 else "lost" if net < 0 else "push"
        if all(e.result == "returned" for e in ended):
            kind, name = "void", "Void"
    rows = hands.PARTED if look.game.HANDS == hands.HIGH_AND_LOW and len(cards) == sum(hands.PARTED) else ()
    parted, both = hands.as_set(cards, low)
    if parted:
        cards, name = parted, both
    packs = 0
    if rows and not own and not hands.known(cards):  # another's, closed
        packs, name, dim = LYING.get(hand["state"], (1, "Setting", False))
    return Hand(
        cards=cards,
        packs=packs,
        label=name,
        kind=kind,
        sideways=bool(hand["memo"].get("doubled")) and len(cards) == 3,
        dim=dim,
        over=over,
        rows=rows,
    )


def _stakes(look: Look, wagers: list[dict[str, Any]], own: bool) -> list[Chips]:
    found: dict[str, Chips] = {}
    for wager in wagers:
        area = words.key_of(look.area(wager["kind"]), wager["on"])
        before = found[area].amount if area in found else 0
        found[area] = Chips(wager=area, amount=before + wager["stake"], position=wager["position"], own=own)
    return list(found.values())


def _ended(look: Look, ended: list[Settled], own: bool) -> list[Chips]:
    """What lay there when the round ended: stake, mark and payout, until wagers are placed anew."""
    if not ended:
        return []
    found: dict[str, list[Settled]] = {}
    for event in ended:
        if event.result != "returned" and event.to == "player":
            found.setdefault(words.key_of(look.area(event.wager), event.on), []).append(event)
    made = []
    for area, group in found.items():
        net = sum(e.net for e in group)
        stake = sum({(e.wager, e.hand): e.stake for e in group}.values())
        state = "won" if net > 0 else "lost" if net < 0 else "push"
        made.append(Chips(wager=area, amount=stake, state=state, paid=max(0, net), own=own))
    return made
