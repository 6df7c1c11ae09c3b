"""Why each wager ended as it did: from the recorded settlements to the panel's lines."""

from collections.abc import Sequence

from croupier.equipment.money import money, short_money
from croupier.rounds.events import Ruled, Settled, Voided
from croupier.rulebook.posting import Posting
from croupier.web.felt.cards_in_sight import Lying
from croupier.web.felt.causes import clauses, sentence
from croupier.web.felt.craps import vigorish
from croupier.web.felt.high_and_low import against, in_brief
from croupier.web.felt.kinds.kind import FeltKind
from croupier.web.felt.recent_rounds import Played
from croupier.web.felt.shown import Reason, ReasonRound
from croupier.web.kit import words

NOTHING_LIES = Lying()
STATES = {"won": "won", "lost": "lost", "push": "push", "returned": "void"}


def hand_title(posting: Posting, wager: str, on: str, hand: int, several: bool) -> str:
    """`Blackjack, hand 2`: a wager of split hands is named after its hand, never after the split that made it."""
    rule = posting.wagers.get(wager)
    if not several or rule is None or rule.kind not in ("base", "raise"):
        return words.wager_title(posting, wager, on)
    if wager.endswith("split"):
        wager = next((w.name for w in posting.wagers.values() if w.kind == "base"), wager)
    return f"{words.wager_title(posting, wager, on)}, hand {hand + 1}"


def reason(
    posting: Posting,
    event: Settled,
    several: bool = False,
    ended: Sequence[Settled] = (),
    lying: Lying = NOTHING_LIES,
) -> Reason:
    title = hand_title(posting, event.wager, event.on, event.hand, several)
    if event.to != "player":
        return Reason(
            title=title,
            state="toke",
            amount=money(event.net),
            sentence=sentence(posting, event),
            terms=f"{short_money(event.stake)} at {event.odds}." if " to " in event.odds else "",
            clauses=(event.clause,) if event.clause else (),
        )
    if event.table != "main":
        title = f"{title}, {words.plain(event.table).lower()}"
    state = STATES.get(event.result, "void")
    amount = money(event.net, sign=True) if event.net else money(0)
    if state == "void":
        amount = money(event.stake)  # its state is the word "returned"
    beside, terms = against(event, lying), ""
    says = in_brief(event) if beside else lying.over_21(posting, event) or sentence(posting, event)
    if state == "won" and event.odds:
        terms = f"Your wager: {short_money(event.stake)}."
        if event.odds not in says:
            terms = f"{short_money(event.stake)} at {event.odds}."
    elif state == "push":
        terms = f"Your {short_money(event.stake)} is returned."
    if event.coupon:
        terms += f" With {money(event.coupon)} on the coupon."
    if event.vigorish:
        terms += f" Less {money(event.vigorish)} vigorish."
    if again := vigorish.taken_again(posting, event):
        terms += f" Less {money(again)} vigorish, as it stays up."
    if event.capped:
        terms += " Held to the table's payout limit."
    return Reason(
        title=title,
        state=state,
        amount=amount,
        sentence=says,
        terms=terms.strip(),
        clauses=clauses(posting, event, ended),
        against=beside,
    )


def void_rulings(played: Played) -> list[Ruled]:
    """What was ruled in a round that was voided."""
    void = any(isinstance(e, Voided) for e in played.events)
    return [e for e in played.events if isinstance(e, Ruled)] if void else []


def of_round(
    posting: Posting,
    played: Played,
    patron: str,
    kind: FeltKind,
    live: bool = False,
    lying: Lying = NOTHING_LIES,
) -> ReasonRound:
    """One round as it ended for one patron; `lying`: its cards, while they can be seen."""
    mine = played.of(patron)
    net = sum(e.net for e in mine if e.to == "player")
    note = f"settled {words.clock(played.at_us)}"
    if played.fell:
        note = f"{kind.fell(played.fell)}, {note}"
    void = bool(void_rulings(played))
    back = sum(e.stake for e in mine if e.result == "returned")
    if void and not live:
        note = f"void, {note}"
    split = {e.position for e in mine if e.hand}
    rulings = [
        Reason(
            title=f"Ruling: {words.plain(e.when).lower()}",
            state="voided" if void else "ruled",
            amount=f"returned {money(back)}" if void and back else "",
            sentence=e.says,
            clauses=(e.clause,) if e.clause else (),
        )
        for e in played.events
        if isinstance(e, Ruled)
    ]
    return ReasonRound(
        title=f"{kind.ROUND} {played.round:,}",
        note="in play" if live else note,
        amount=money(net, sign=True) if mine and not live else "" if live else money(0),
        kind="won" if net > 0 else "lost" if net < 0 else "",
        reasons=tuple(rulings + [reason(posting, e, e.position in split, mine, lying) for e in reversed(mine)]),
    )
