"""Irregularities of a rulebook, those possible now first, and what declaring one would move."""

from collections.abc import Sequence

from croupier.equipment.money import money
from croupier.house.people.persons import Person
from croupier.house.tables import corrections
from croupier.house.tables.live import Live
from croupier.house.tables.pit.desk import void_grounds
from croupier.rounds import acts, refusal
from croupier.rounds import checkpoints as resume
from croupier.rounds.acts import By
from croupier.rounds.authority import RANK
from croupier.rounds.events import Happening, Settled
from croupier.rulebook.model import Irregularity, Remedy
from croupier.web.dealer.shown import IrregularityView, RulingView
from croupier.web.felt.recent_rounds import Played
from croupier.web.kit import words

VOID = "void-round"
RULINGS = {
    VOID: "All hands void, wagers returned",
    "go-on": "Noted, play goes on",
    "no-roll": "No roll, thrown again",
    "no-spin": "No spin, spun again",
    "no-spin-inspect-ball": "No spin, the ball is inspected",
    "discard-card": "The card is discarded",
    "use-as-next-card": "Use it as the next card",
    "reshuffle": "The cards are shuffled again",
    "void-hand": "The hand is void",
    "step": "Something is done first",
    "supervisor-decides": "The supervisor decides",
    "player-decides": "The player decides",
}
NO_HANDS = "All wagers void and returned"  # a void where dice or a wheel decide
# What the button does, as the ruling has it.
BUTTONS = {
    VOID: "Declare and void round",
    "void-hand": "Declare and void hand",
    "reshuffle": "Declare and reshuffle",
    "no-roll": "Declare no roll",
    "no-spin": "Declare no spin",
    "no-spin-inspect-ball": "Declare no spin",
    "go-on": "Declare and play on",
    "discard-card": "Declare and discard the card",
    "use-as-next-card": "Declare and use the card next",
    "supervisor-decides": "Declare, for the supervisor to decide",
    "player-decides": "Declare, for the player to decide",
}
PLAYER = "player-decides"
DONE = {"returned": "Return", "lost": "Collect", "won": "Pay", "push": "Return"}  # what the dealer does with the chips
UNDER_WAY = "A ruling is being given: finish it first"


def irregularities(live: Live, who: Person) -> tuple[IrregularityView, ...]:
    driver = live.driver
    possible = set(driver.declarable())
    found = {}
    for item in driver.game.posting.irregularities():
        here = item.when in possible and (not item.at or driver.felt.stage in item.at)
        if item.when in found and not here:
            continue
        why = "" if here else f"Only during {', '.join(words.STAGES.get(s, words.plain(s)).lower() for s in item.at)}"
        if here and RANK.get(who.role, -1) < RANK[item.by]:
            here, why = False, f"Declared by the {item.by}"
        if here and driver.ruling:
            here, why = False, UNDER_WAY
        found[item.when] = IrregularityView(
            when=item.when,
            title=words.plain(item.when),
            clause=item.clause,
            possible=here,
            why=why,
            by=item.by,
            ruling=_brief(live, item),
        )
    listed = sorted(found.values(), key=lambda i: not i.possible)
    return (*_keyed_wrong(live), *listed)


def _brief(live: Live, item: Irregularity) -> str:
    """What the ruling does, in a few words."""
    game, ruling = live.driver.game, item.remedy.ruling
    if ruling == VOID and (game.FAMILY == "dice" or "wheel" in game.EQUIPMENT):
        return NO_HANDS
    return RULINGS.get(ruling, item.remedy.says or words.plain(ruling))


def under_way(live: Live) -> Irregularity | None:
    """The irregularity whose ruling is being given: what is asked until it has ruled stands under its clause."""
    if not live.driver.ruling:
        return None
    declared = [act.when for _, _, act in live.driver.recent() if isinstance(act, acts.Declared)]
    return _here(live, declared[-1]) if declared else None


def _keyed_wrong(live: Live) -> tuple[IrregularityView, ...]:
    """A wrong card in a hand that Enter has kept, where one was kept in this round or the last."""
    entry, why = corrections.last_confirmed(live.driver), ""
    if not entry:
        return ()
    try:
        live.driver.check_undo(By("supervisor"), acts.Undone(entry))
    except refusal.Refused as refused:
        why = f"{refused.says[:1].upper()}{refused.says[1:]}"
    return (
        IrregularityView(
            when=corrections.WHEN,
            title="A wrong card was keyed",
            clause="",
            by="supervisor",
            possible=not why,
            why=why,
            ruling="A supervisor signs, the hand is keyed again",
        ),
    )


def voiding(live: Live, who: Person, played: Sequence[Played] = ()) -> tuple[RulingView, ...]:
    """Why this round may be voided as it stands, each with what it would move."""
    return tuple(ruling(live, who, when, played) for when in void_grounds(live, who))


def _here(live: Live, when: str) -> Irregularity | None:
    stage = live.driver.felt.stage
    return next(
        (i for i in live.driver.game.posting.irregularities() if i.when == when and (not i.at or stage in i.at)), None
    )


def ruling(live: Live, who: Person, when: str, played: Sequence[Played] = (), position: int = 0) -> RulingView:
    """The ruling, the clause and every cent that would move, tried on a copy of the table; of a void also what would
    not: a wager that this round has settled lies on the layout no more. What touches one hand moves nothing until
    it is said whose."""
    if when == corrections.WHEN:
        return _correction(live)
    item = _here(live, when)
    by = By(who.role, who.badge)
    live.driver.check_declare(by, acts.Declared(when))
    assert item is not None
    touches_one = item.remedy.ruling in ("void-hand", PLAYER) or any(c.ruling == "void-hand" for c in item.choices)
    positions = tuple(live.driver.table.betting_positions()) if touches_one else ()
    at = position if position in positions else positions[0] if len(positions) == 1 else 0
    declared = acts.Declared(when, at)
    open_yet = bool(positions) and not at  # whose hand it is has not been said
    lines = () if item.choices or open_yet else _effect(live, by, declared)
    refused = "" if item.choices or open_yet else _refused(live, by, declared)
    note = refused or "Nothing has changed yet. The pit is told."
    stays = _settled_before(live, played) if item.remedy.ruling == VOID else ()
    if stays:
        lines += stays
        note = f"{note} What lies on the layout is returned; what this round has settled stays settled."
    decides = "player" if item.remedy.ruling == PLAYER else "supervisor"
    if item.choices:
        note = f"Nothing has changed yet. The {decides} decides after it is declared."
    elif open_yet:
        note = "Nothing has changed yet. Choose the position to see what moves."
    return RulingView(
        when=when,
        title=words.plain(when),
        says=item.remedy.says or item.says,
        clause=item.clause,
        lines=lines,
        note=note,
        button=BUTTONS.get(item.remedy.ruling, "Declare"),
        danger=item.remedy.ruling in (VOID, "void-hand"),
        refused=bool(refused),
        choices=tuple(_choice(live, by, declared, choice, decides, open_yet) for choice in item.choices),
        decides=decides,
        positions=positions,
        position=at,
    )


def _correction(live: Live) -> RulingView:
    """What is taken back, and every position whose chips would change, tried on a copy of the table."""
    driver, entry = live.driver, corrections.last_confirmed(live.driver)
    cards = corrections.confirmed(driver, entry)
    if not entry:
        raise refusal.Refused("No confirmed hand can be taken back now")
    driver.check_undo(By("supervisor"), acts.Undone(entry))
    copy = resume.load(resume.save(driver), driver.game)
    copy.undo(By("supervisor"), entry)
    moved = []
    for position in driver.felt.positions:
        if position.patron:
            change = copy.table.chips(position.number) - driver.table.chips(position.number)
            said = f"{'+' if change > 0 else ''}{money(change)}"
            moved += [(f"Position {position.number}, chips", said)] if change else []
    return RulingView(
        when=corrections.WHEN,
        title="A wrong card was keyed",
        says=f"{' '.join(map(words.marked, cards))} come off the record, with all that followed from them.",
        clause="",
        lines=tuple(moved) or (("No chips move", money(0)),),
        note="Nothing has changed yet. A supervisor compares the cards with the record and signs.",
        button="Sign and key the hand again",
        danger=True,
        signs=True,
    )


def _settled_before(live: Live, played: Sequence[Played]) -> tuple[tuple[str, str], ...]:
    """What this round has paid and collected, position by position: a void does not take it back."""
    now = next((one for one in played if one.round == live.driver.felt.round), None)
    lines: dict[int, int] = {}
    for event in now.settled if now else ():
        lines[event.position] = lines.get(event.position, 0) + (event.net if event.to == "player" else 0)
    return tuple((f"Settled before, position {at}: stays", money(net, sign=True)) for at, net in sorted(lines.items()))


def _choice(
    live: Live, by: By, declared: acts.Declared, choice: Remedy, decides: str, open_yet: bool
) -> tuple[str, str, str]:
    """A choice that the clause leaves: its name, what it says, and what it moves where people deal."""
    name, says = str(choice.terms.get("choice", choice.ruling)), choice.says or words.plain(choice.ruling)
    if open_yet or live.driver.table.electronic:  # a machine would deal on, on the copy
        return name, says, ""
    happened = _tried(live, by, declared, acts.Chosen(name, declared.position if decides == "player" else 0))
    if happened is None:
        return name, says, ""
    moved: dict[str, int] = {}
    for event in happened:
        if isinstance(event, Settled):
            moved[DONE[event.result]] = moved.get(DONE[event.result], 0) + _cents(event)
    told = ", ".join(f"{word.lower()} {money(cents)}" for word, cents in moved.items())
    return name, says, f"{told[:1].upper()}{told[1:]}." if told else "No chips move."


def _tried(live: Live, by: By, declared: acts.Declared, *answers: acts.Answer) -> list[Happening] | None:
    """What would happen if it were declared now and answered so, on a copy of the table."""
    driver = live.driver
    try:
        copy = resume.load(resume.save(driver), driver.game)
        happened = list(copy.declare(by, declared.when, declared.position))
        for answer in answers:
            happened += copy.answer(By("supervisor", by.name), answer)
    except (refusal.Refused, NotImplementedError):
        return None
    return happened


def _refused(live: Live, by: By, declared: acts.Declared) -> str:
    """Why the table would not take it now, where only the ruling itself can tell."""
    driver = live.driver
    try:
        resume.load(resume.save(driver), driver.game).declare(by, declared.when, declared.position)
    except refusal.Refused as refused:
        return f"{refused.says[:1].upper()}{refused.says[1:].rstrip('.')}."
    except NotImplementedError:
        return ""
    return ""


def _cents(event: Settled) -> int:
    return event.net if event.result == "won" else event.stake


def _effect(live: Live, by: By, declared: acts.Declared) -> tuple[tuple[str, str], ...]:
    """What would be returned, lost or paid if it were declared now."""
    posting = live.driver.game.posting
    groups: dict[tuple[str, str], list[Settled]] = {}
    for event in _tried(live, by, declared) or ():
        if isinstance(event, Settled):
            title = words.wager_title(posting, event.wager, event.on)
            groups.setdefault((event.result, title), []).append(event)
    lines = []
    for (result, title), events in groups.items():
        positions = ", ".join(str(n) for n in sorted({e.position for e in events}))
        where = f"{'positions' if ',' in positions else 'position'} {positions}"
        lines.append((f"{DONE[result]} {title}, {where}", money(sum(map(_cents, events)))))
    return tuple(lines)
