"""Replaying a journal: every answer again, every settlement compared, every seal opened."""

from collections.abc import Callable, Iterable, Iterator

from croupier.equipment.shoe import seal
from croupier.rounds.acts import Opened, Shuffled
from croupier.rounds.driver import Driver
from croupier.rounds.game import Game
from croupier.rounds.journal import Broken, Entry, MemoryJournal

GameOf = Callable[[Opened], Game]


def start(entry: Entry, game_of: GameOf) -> Driver:
    """A table as a journal's first entry describes it, before anything happened at it."""
    opened = entry.act
    if not isinstance(opened, Opened):
        raise Broken("entry 1 is not the opening of a table")
    seats = int(opened.options.get("seats", "7"))
    return Driver(
        game_of(opened),
        seats=seats,
        mode=opened.mode,
        journal=MemoryJournal(),
        name=opened.table,
        inventory=opened.inventory,
        resume=True,
    )


def steps(entries: Iterable[Entry], game_of: GameOf) -> Iterator[tuple[Entry, Driver]]:
    """The table after each entry. Raises Broken at the first difference between record and replay."""
    driver: Driver | None = None
    for entry in entries:
        if driver is None:
            driver = start(entry, game_of)
        if isinstance(entry.act, Shuffled):
            _check_seal(driver, entry)
        driver.follow(entry)
        assert isinstance(driver.journal, MemoryJournal)
        made = driver.journal.last
        assert made is not None
        if made.events != entry.events:
            raise Broken(f"entry {entry.number}: the record says {_words(entry)}, the rules give {_words(made)}")
        yield entry, driver


def replay(entries: Iterable[Entry], game_of: GameOf) -> Driver:
    """The table where its journal ends."""
    last = None
    for step in steps(entries, game_of):
        last = step
    if last is None:
        raise Broken("the journal is empty")
    return last[1]


def _check_seal(driver: Driver, entry: Entry) -> None:
    """An opened seal must be the one that was set, on the cards that were dealt."""
    act = entry.act
    assert isinstance(act, Shuffled)
    shoe = driver.table.shoe
    if not shoe.commitment:
        return
    order = bytes.fromhex(act.order)
    if seal(order, bytes.fromhex(act.salt)) != shoe.commitment:
        raise Broken(f"entry {entry.number}: the opened order is not the one that was sealed")
    if bytes(shoe.seen) != order[: len(shoe.seen)]:
        raise Broken(f"entry {entry.number}: the cards dealt are not those of the sealed order")


def _words(entry: Entry) -> str:
    return "; ".join(f"{type(e).__name__} {e}" for e in entry.events) or "nothing settled"
