"""What Enter would do with the cards that a dealer has keyed: tried on a copy of the table, so nothing is recorded."""

from collections.abc import Sequence

from croupier.equipment.money import money
from croupier.equipment.shoe import UNSEEN
from croupier.house.people.persons import Person
from croupier.house.tables.live import Live
from croupier.rounds import acts
from croupier.rounds import checkpoints as resume
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.events import Happening, Noted, Settled
from croupier.rounds.requests import Arrange
from croupier.web.dealer.positions import PLAYS, dealer_plays, plays_words
from croupier.web.dealer.shown import Follows
from croupier.web.dealer.step import NextStep
from croupier.web.felt import hand_names as hands
from croupier.web.kit import words

ENDS = {"won": "pay", "lost": "collect", "push": "push", "returned": "return"}


def on_enter(live: Live, who: Person, given: acts.Answer) -> tuple[Follows, ...]:
    """The hand by its name, whether the dealer plays, what is settled, the next step. Refuses as the table does."""
    driver, by = live.driver, By(who.role, who.badge)
    driver.check(by, given)
    tried = resume.load(resume.save(driver), driver.game)
    to = str(getattr(driver.pending, "to", ""))
    happened = tried.answer(by, given)
    cards = given.cards if isinstance(given, acts.Falls) else ()
    if isinstance(given, acts.Arranged):
        first = Follows(icon="cards", words=_parted(driver, given))
    else:
        first = Follows(icon="cards", words=_kept(tried, cards), place=(_name(tried, cards), ""))
    return (
        first,
        *_foul(driver, given),
        *(_plays(tried) if to == "dealer" else ()),
        *_settled(tried, happened),
        Follows(icon="arrow", kind="warn", words=f"Next: {_next(tried, live, who)}"),
    )


def _kept(tried: Driver, cards: Sequence[int]) -> str:
    faces = " ".join(map(words.marked, cards))
    name = _name(tried, cards)
    return f"The hand is kept: {faces}{', ' + name[:1].lower() + name[1:] if name else ''}."


def _parted(driver: Driver, given: acts.Arranged) -> str:
    """The two hands that are made by setting these cards apart, by their names."""
    asked = driver.pending
    assert isinstance(asked, Arrange)
    lie = driver.table.hand(f"{asked.position}.{asked.hand}" if asked.position else "dealer").cards
    _, name = hands.as_set(lie, list(given.cards))
    apart = " ".join(map(words.marked, given.cards))
    return f"{apart} are set apart{': ' + name[:1].lower() + name[1:] if name else ''}."


def _foul(driver: Driver, given: acts.Answer) -> tuple[Follows, ...]:
    """That the hands would be set the wrong way round, before anything is collected for it."""
    if not isinstance(given, acts.Arranged) or not given.position:
        return ()
    wrong = driver.game.set_wrong(driver.table, given.position, given.cards)
    return (Follows(icon="cross", kind="neg", words=f"{wrong[:1].upper()}{wrong[1:]}."),) if wrong else ()


def _name(tried: Driver, cards: Sequence[int]) -> str:
    return hands.label(tried.game.NAME, cards) if UNSEEN not in cards else ""


def _plays(tried: Driver) -> tuple[Follows, ...]:
    """Whether the dealer's hand plays, where the book asks for one that does and all of it can be seen."""
    found = dealer_plays(tried)
    if found is None:
        return ()
    plays, rule = found
    said = f"The dealer's hand {'plays' if plays else 'does not play'}. {rule.says}"
    sign, kind = ("check", "pos") if plays else ("cross", "warn")
    return (Follows(icon=sign, words=said, clause=rule.clause, kind=kind, place=(PLAYS, plays_words(plays, rule))),)


def _settled(tried: Driver, happened: Sequence[Happening]) -> list[Follows]:
    """One line a position of what would be paid and collected, and what is announced."""
    lines = [
        Follows(icon="info", words=event.says, clause=event.clause) for event in happened if isinstance(event, Noted)
    ]
    ends: dict[int, list[Settled]] = {}
    for event in happened:
        if isinstance(event, Settled):
            ends.setdefault(event.position, []).append(event)
    for position, events in ends.items():
        said = ", ".join(
            f"{ENDS[e.result]} {words.wager_title(tried.game.posting, e.wager, e.on)}"
            f" {money(abs(e.net) or e.stake) if e.result != 'push' else ''}".rstrip()
            for e in events
        )
        lines.append(Follows(icon="cash", words=f"Position {position}: {said}.", clause=events[0].clause))
    return lines


def _next(tried: Driver, live: Live, who: Person) -> str:
    asks = str(NextStep(tried, live.table, who).fields()["asks"])
    return f"{asks[:1].lower()}{asks[1:]}{'' if asks.endswith(('.', '?')) else '.'}"
