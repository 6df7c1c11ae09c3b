"""The betting areas of a rulebook as one reader may use them, with the rows that the layout prints."""

from functools import lru_cache

from croupier.house.tables.life import CLOSING
from croupier.rounds.game import Offer
from croupier.rounds.requests import Shuffle
from croupier.rulebook.posting import Posting
from croupier.web.felt import kinds
from croupier.web.felt.outcome_words import caption
from croupier.web.felt.shown import Spot
from croupier.web.felt.table_view import Look
from croupier.web.kit import words


def spots(look: Look) -> tuple[Spot, ...]:
    """The betting areas of this rulebook as this reader may use them."""
    betting, placing = look.wagering, look.wagering and bool(look.mine)
    shared = kinds.of(look.family).SURFACE.shared
    made = []
    closed = closed_words(look)[0] or "Sit down to wager."
    for offer in look.game.offers(look.table, look.position or 1):
        if look.area(offer.wager) != offer.wager:
            continue
        blocked = offer.blocked
        open_ = placing and not blocked and offer.wager not in look.game.PLACED_LATER
        reason = (
            "" if open_ else f"{blocked[:1].upper()}{blocked[1:]} · {offer.clause}" if blocked and betting else closed
        )
        made.append(_spot(look.posting, offer, open_, reason, shared))
    return tuple(made)


@lru_cache(maxsize=1 << 14)
def _spot(posting: Posting, offer: Offer, open_: bool, why: str, seatless: bool) -> Spot:
    return Spot(
        wager=words.key_of(offer.wager, offer.on),
        title=words.wager_title(posting, offer.wager, offer.on),
        odds=offer.odds,
        clause=offer.clause,
        least=offer.least,
        most=offer.most,
        step=offer.step,
        open=open_,
        why=why,
        rows=_rows(posting, offer.wager, offer.on, seatless),
        reading=_reading(posting, offer.wager),
    )


def _reading(posting: Posting, wager: str) -> str:
    for reading in posting.rulebook.readings:
        if wager in reading.touches:
            return f"{reading.gap} Read as: {reading.read_as}"
    return ""


FIELD = {"two": ("2",), "twelve": ("12",), "two-or-twelve": ("2", "12"), "other": ("other",)}


def _rows(posting: Posting, wager: str, on: str, seatless: bool) -> tuple[tuple[str, str], ...]:
    """Rows of a wager as the layout prints them."""
    rows = [(r.outcome, str(r.odds)) for r in posting.rows(wager)]
    if wager == "field":
        return tuple((name, odds) for outcome, odds in rows for name in FIELD.get(outcome, (outcome,)))
    if on and seatless:
        return ()
    return tuple((caption(outcome), odds) for outcome, odds in rows)


def closed_words(look: Look) -> tuple[str, str]:
    if look.driver.seating and look.live.table.state == CLOSING:
        return "This table is closing: no more wagers.", "Take your chips with you: Cash out, or Leave the table"
    if look.out_of_turn:
        return look.out_of_turn, "" if look.live.turns is None or look.live.turns.over else "Wait for your turn"
    if look.driver.betting:
        return ("", "") if look.mine else ("You are watching.", "Sit down to wager.")
    if look.driver.seating:
        doing = "The dealer shuffles." if isinstance(look.driver.pending, Shuffle) else "The next round is prepared."
        return doing, "Wagers open next" if look.mine else "Sit down meanwhile; wagers open next"
    clause = look.posting.clause("betting")
    return f"Wagers are closed{' · ' + clause if clause else ''}", "They open again after this round"
