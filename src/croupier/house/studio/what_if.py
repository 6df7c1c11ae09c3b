"""What if: the rounds of a period settled again under a draft, act by act as their journals have them.

Every round begins as it began, at the table as it stood. Where the draft asks for something else than what was
answered, or where a rule that a player decides by has changed, nobody can say what would have been done: the round is
undecidable and is counted as such. Nothing is estimated.
"""

import collections
import datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from croupier.games import game_of
from croupier.house.record import journals, kept_books, schema
from croupier.house.record.database.storage import Storage
from croupier.house.tables.life import Settings
from croupier.rounds.driver import Driver
from croupier.rounds.events import Settled
from croupier.rounds.game import Game
from croupier.rounds.journal import Broken, MemoryJournal
from croupier.rounds.refusal import Refused
from croupier.rounds.replay import start
from croupier.rounds.requests import PLAYERS
from croupier.rulebook import BadOption, NotFound, Rulebook
from croupier.rulebook.compare import compare
from croupier.rulebook.load import parse

ROUNDS_SHOWN = 40
BY_CARDS_ALONE = ("side", "progressive", "envy")  # wagers whose pay nobody decides by


class Differing(msgspec.Struct, frozen=True):
    """One round that the draft would have settled differently; cents to the patrons, less is negative."""

    table: str
    journal: str
    round: int
    cents: int
    says: str


class Cause(msgspec.Struct, frozen=True):
    """One row or rule that made the difference, and how often."""

    says: str
    times: int
    cents: int


class Again(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one journal's rounds, or of several together."""

    table: str = ""
    journal: str = ""
    rounds: int = 0
    more: int = 0
    less: int = 0
    cents: int = 0
    undecidable: dict[str, int] = {}
    causes: tuple[Cause, ...] = ()
    differing: tuple[Differing, ...] = ()

    @property
    def unknown(self) -> int:
        return sum(self.undecidable.values())


def journals_of(conn: Connection, property_: str, game: str, since_us: int, until_us: int) -> list[tuple[str, str]]:
    """(journal, table) of every table of a game with a round in a period; tables to try drafts at are none."""
    tables, heads, rounds = schema.floor_table, schema.journal_head, schema.round_played
    mine = select(tables.c.id, tables.c.settings).where(tables.c.property == property_, tables.c.game == game)
    names = [row.id for row in conn.execute(mine) if not msgspec.json.decode(row.settings, type=Settings).book]
    played = select(rounds.c.journal_id).where(rounds.c.at_us >= since_us, rounds.c.at_us < until_us)
    query = select(heads.c.id, heads.c.table_id).where(heads.c.table_id.in_(names), heads.c.id.in_(played))
    return [(row.id, row.table_id) for row in conn.execute(query.order_by(heads.c.id))]


def rounds_of(conn: Connection, journals_: list[tuple[str, str]], since_us: int, until_us: int) -> int:
    """How many rounds these journals have in a period."""
    rounds = schema.round_played
    mine = rounds.c.journal_id.in_([journal for journal, _ in journals_])
    query = select(func.count()).where(mine, rounds.c.at_us >= since_us, rounds.c.at_us < until_us)
    return int(conn.scalar(query) or 0)


def settle_again(url: str, journal: str, table: str, raw: bytes, key: str, since_us: int, until_us: int) -> Again:
    """One journal's rounds of a period; runs in a process of its own."""
    storage = Storage(url)
    try:
        with storage.reading() as conn:
            return replayed(conn, journal, table, parse(raw, Path(key)), since_us, until_us)
    finally:
        storage.close()


def replayed(conn: Connection, journal: str, table: str, draft: Rulebook, since_us: int, until_us: int) -> Again:
    books = kept_books.of_journal(conn, journal)

    def drafted(name: str, game: str, on: datetime.date | str | None = None) -> Rulebook:
        return draft if (name, game) == (draft.property, draft.game) else books(name, game, on)

    tally = _Tally(table, journal)
    then: Driver | None = None
    trial: _Trial | None = None
    for stored in journals.entries(conn, journal):
        if stored.at_us >= until_us and trial is not None and then is not None and then.betting:
            break
        entry = stored.entry
        if then is None:
            then = start(entry, lambda opened: game_of(opened, books))
            then.follow(entry)
            try:
                trial = _Trial(game_of(entry.act, drafted), then)  # type: ignore[arg-type]
            except (BadOption, NotFound, ValueError) as error:
                trial = _Trial(None, then, f"the table's options do not fit the draft: {error}")
            continue
        assert trial is not None
        round_ = then.felt.round
        trial.ask(then)
        then.follow(entry)
        trial.follow(entry)
        if then.felt.round != round_:
            if stored.at_us >= since_us:
                tally.add(round_, trial)
            trial.begin(then)
    return tally.done()


class _Trial:
    """The same table under the draft, put back to where the real one stood at the beginning of each round."""

    def __init__(self, game: Game | None, then: Driver, hopeless: str = "") -> None:
        self._driver: Driver | None = None
        self._hopeless = hopeless
        if game is not None:
            seats = int(then.opened.options.get("seats", "7"))
            mode, name = then.opened.mode, then.opened.table
            self._driver = Driver(game, seats=seats, mode=mode, journal=MemoryJournal(), name=name, resume=True)
            self._decides = _decides(then.game.posting.rulebook, game.posting.rulebook)
        else:
            self._decides = ""
        self.begin(then)

    def begin(self, then: Driver) -> None:
        self.wagered = False
        self.why, self.pairs = self._hopeless, list[tuple[Settled, Settled | None]]()
        if self._driver is not None:
            self._driver.journal = MemoryJournal()
            try:
                self._driver.stand(then.standing())
            except Exception as error:  # wagers that stand from the last round and that the draft does not know
                self.why = f"the draft does not know what lies on the layout: {error}"

    def ask(self, then: Driver) -> None:
        """Before an answer: is it a player's decision, and would the draft have asked the same?"""
        wants = then.pending
        if isinstance(wants, PLAYERS) and getattr(wants, "by", "player") == "player" and not self.why:
            if self._decides:
                self.why = f"a decision was made by a rule that the draft changes: {self._decides}"
            elif self._driver is not None and getattr(self._driver.pending, "choices", None) != getattr(
                wants, "choices", None
            ):
                self.why = "the draft would have offered other decisions"

    def follow(self, entry: Any) -> None:
        settled = [event for event in entry.events if isinstance(event, Settled)]
        self.wagered = self.wagered or bool(settled)
        if self.why or self._driver is None:
            return
        try:
            self._driver.follow(entry)
        except (Broken, Refused, KeyError, ValueError, LookupError, AssertionError) as error:
            self.why = f"the draft would have gone on differently: {type(error).__name__.lower()}"
            return
        last = self._driver.journal.last if isinstance(self._driver.journal, MemoryJournal) else None
        made = [event for event in (last.events if last else ()) if isinstance(event, Settled)]
        for event in settled:
            other = next((m for m in made if _place(m) == _place(event)), None)
            if other is not None:
                made.remove(other)
            self.pairs.append((event, other))


def _place(event: Settled) -> tuple[object, ...]:
    return event.position, event.wager, event.on, event.table, event.hand, event.to


def _decides(old: Rulebook, new: Rulebook) -> str:
    """The first thing that differs and that a player decides by: a rule, an option, the pay of a wager that he may
    raise or give up. Empty: only what the cards alone settle has changed."""
    for found in compare(old, new):
        if found.section in ("rules", "options", "stages"):
            return f"{found.name} ({found.now_clause or found.was_clause})"
        if found.section in ("wagers", "pay-tables") and found.kind != "added":
            name = found.name.partition(":")[0].partition(" ")[0]
            rule = old.wagers.get(name) or new.wagers.get(name)
            if rule is not None and rule.kind not in BY_CARDS_ALONE:
                return f"what {rule.title} pays ({found.now_clause or found.was_clause})"
    return ""


class _Tally:
    """Adds rounds up."""

    def __init__(self, table: str, journal: str) -> None:
        self._table, self._journal = table, journal
        self._rounds = self._more = self._less = self._cents = 0
        self._undecidable: collections.Counter[str] = collections.Counter()
        self._causes: dict[str, tuple[int, int]] = {}
        self._differing: list[Differing] = []

    def add(self, round_: int, trial: _Trial) -> None:
        if not trial.wagered:
            return
        self._rounds += 1
        missing = next((event for event, other in trial.pairs if other is None), None)
        why = trial.why or (f"the draft does not settle {missing.wager} there" if missing else "")
        if why:
            self._undecidable[why] += 1
            return
        gain, said = 0, []
        for event, other in trial.pairs:
            assert other is not None
            if other.net == event.net:
                continue
            gain += other.net - event.net
            wager, now, was = event.wager.replace("-", " "), other.odds or other.result, event.odds or event.result
            says = f"{wager}: {other.outcome.replace('-', ' ')}, {now} for {was}"
            times, cents = self._causes.get(says, (0, 0))
            self._causes[says] = times + 1, cents + other.net - event.net
            said.append(says)
        if said:
            self._more += gain > 0
            self._less += gain < 0
            self._cents += gain
            self._differing.append(Differing(self._table, self._journal, round_, gain, "; ".join(said)))

    def done(self) -> Again:
        return Again(
            table=self._table,
            journal=self._journal,
            rounds=self._rounds,
            more=self._more,
            less=self._less,
            cents=self._cents,
            undecidable=dict(self._undecidable),
            causes=tuple(Cause(says, *found) for says, found in self._causes.items()),
            differing=tuple(self._differing[:ROUNDS_SHOWN]),
        )


def together(parts: list[Again], table: str = "") -> Again:
    """Several journals' rounds as one."""
    undecidable: collections.Counter[str] = collections.Counter()
    causes: dict[str, tuple[int, int]] = {}
    for part in parts:
        undecidable.update(part.undecidable)
        for cause in part.causes:
            times, cents = causes.get(cause.says, (0, 0))
            causes[cause.says] = times + cause.times, cents + cause.cents
    ordered = sorted(causes.items(), key=lambda found: -abs(found[1][1]))
    return Again(
        table=table,
        rounds=sum(p.rounds for p in parts),
        more=sum(p.more for p in parts),
        less=sum(p.less for p in parts),
        cents=sum(p.cents for p in parts),
        undecidable=dict(undecidable.most_common()),
        causes=tuple(Cause(says, *found) for says, found in ordered),
        differing=tuple(d for p in parts for d in p.differing)[:ROUNDS_SHOWN],
    )


def by_table(parts: list[Again]) -> list[Again]:
    names = dict.fromkeys(part.table for part in parts)
    return [together([part for part in parts if part.table == name], name) for name in names]
