"""The betting areas of a rulebook as one reader may use them, with the rows that the layout prints."""

from croupier.house.tables.life import CLOSING
from croupier.rounds.requests import Shuffle
from croupier.web.felt import kinds
from croupier.web.felt.shown import Spot
from croupier.web.felt.table_view import Look
from croupier.web.kit import words


def spots(look: Look) -> tuple[Spot, ...]:
    """The betting areas of this rulebook as this reader may use them."""
    position = look.position or 1
    betting = look.wagering
    made = []
    closed = closed_words(look)[0] or "Sit down to wager."
    touched = {name for reading in look.posting.rulebook.readings for name in reading.touches}
    for offer in look.game.offers(look.table, position):
        rule = look.posting.wagers[offer.wager]
        if look.area(offer.wager) != offer.wager:
            continue
        on_felt = offer.wager in look.game.PLACED_LATER
        blocked = offer.blocked
        open_ = betting and bool(look.mine) and not blocked and not on_felt
        reason = (
            "" if open_ else f"{blocked[:1].upper()}{blocked[1:]} · {offer.clause}" if blocked and betting else closed
        )
        made.append(
            Spot(
                wager=words.key_of(offer.wager, offer.on),
                title=words.wager_title(look.posting, offer.wager, offer.on),
                odds=offer.odds,
                clause=offer.clause,
                least=offer.least,
                most=offer.most,
                step=offer.step,
                open=open_,
                why=reason,
                rows=_rows(look, offer.wager, offer.on),
                reading=_reading(look, rule.name) if rule.name in touched else "",
            )
        )
    return tuple(made)


def _reading(look: Look, wager: str) -> str:
    for reading in look.posting.rulebook.readings:
        if wager in reading.touches:
            return f"{reading.gap} Read as: {reading.read_as}"
    return ""


FIELD = {"two": ("2",), "twelve": ("12",), "two-or-twelve": ("2", "12"), "other": ("other",)}


def _rows(look: Look, wager: str, on: str) -> tuple[tuple[str, str], ...]:
    """Rows of a wager as the layout prints them; a posting never changes, so they are kept by its digest."""
    key = (look.posting.digest, wager, bool(on))
    if key not in _KEPT_ROWS:
        if len(_KEPT_ROWS) > 4096:
            _KEPT_ROWS.clear()
        _KEPT_ROWS[key] = _read_rows(look, wager, on)
    return _KEPT_ROWS[key]


_KEPT_ROWS: dict[tuple[str, str, bool], tuple[tuple[str, str], ...]] = {}


def _read_rows(look: Look, wager: str, on: str) -> tuple[tuple[str, str], ...]:
    rows = [(r.outcome, str(r.odds)) for r in look.posting.rows(wager)]
    if wager == "field":
        return tuple((name, odds) for outcome, odds in rows for name in FIELD.get(outcome, (outcome,)))
    if on and kinds.of(look.family).SURFACE.shared:
        return ()
    return tuple((words.plain(outcome), odds) for outcome, odds in rows)


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
