"""A round as auditors read it: journal, table at a step, proof."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from croupier.equipment.money import money, short_money
from croupier.equipment.shoe import UNSEEN
from croupier.games import class_of
from croupier.house.people.persons import Person
from croupier.house.record.database.storage import Reading
from croupier.house.replays import Replays, Stepped
from croupier.rounds import acts
from croupier.rounds.driver import Driver
from croupier.rounds.events import Ruled, Settled
from croupier.rounds.journal import START
from croupier.rounds.requests import place_words
from croupier.rulebook.posting import Posting
from croupier.web.audit.shown import AuditView, EntryView, SettledView
from croupier.web.felt import kinds
from croupier.web.felt.addressed import to_dealer
from croupier.web.felt.causes import clauses, sentence
from croupier.web.felt.choices import choice_title
from croupier.web.felt.reasons import STATES, hand_title
from croupier.web.felt.recent_rounds import Played
from croupier.web.kit import words
from croupier.web.kit.context import Floor, property_title
from croupier.web.kit.links import book_link
from croupier.web.kit.persons import shown_person
from croupier.web.station.view import station


def audit(floor: Floor, replays: Replays, who: Person, table_id: str, journal: str, round_: int, at: int) -> AuditView:
    house = floor.house
    with house.storage.reading() as conn:
        table = house.tables.get(conn, table_id)
        span = replays.span(conn, journal, round_)
        at = at or span.last
        at = max(span.first, min(span.last, at))
        posting = replays.game(conn, journal).posting
        entries, felt, settled, agrees = [], None, [], True
        shown: Stepped | None = None
        played = Played(round_, 0, span.last)
        for stepped, driver in replays.steps(conn, journal, span.first, span.last):
            entries.append(entry_view(posting, stepped, round_))
            if stepped.entry.number <= at:
                settled += [e for e in stepped.entry.events if isinstance(e, Settled)]
                agrees = agrees and stepped.agrees
                fell(played, stepped)
            if stepped.entry.number == at:
                shown = stepped
                played.events = list(settled)
                felt = _still(driver, table, played, round_, at)
                commitment = driver.table.shoe.commitment if driver.felt.shoes else ""
        assert shown is not None and felt is not None
        ok, fault, count = replays.chain(conn, journal)
        proofs = _proofs(replays, conn, journal, commitment, at, agrees)
        ledger = _ledger(floor, conn, journal, span.first, span.last)
    last = settled[-1] if settled else None
    split = {event.position for event in settled if event.hand}
    about = _clause(posting, last)
    previous = shown.stored.prev if shown.stored.prev != START else "none"
    return AuditView(
        me=shown_person(who, None),
        table=table_id,
        title=posting.rulebook.title,
        journal=journal,
        round=round_,
        subtitle=" · ".join(
            (f"{table_id} {posting.rulebook.title}", property_title(table.property), words.day(shown.stored.at_us))
        ),
        entries=tuple(entries),
        at=at,
        first=span.first,
        last=span.last,
        before=span.before,
        after=span.after,
        felt=felt,
        settled=tuple(_settled(posting, e, e.position in split, settled) for e in reversed(settled)),
        agrees="" if not settled else "Recomputed, agrees" if agrees else "Recomputed, differs",
        agrees_kind="pos" if agrees else "neg",
        chain_ok=ok,
        chain="Hash chain verified" if ok else f"The chain is broken. {fault}",
        chain_note=f"{count:,} entries of {table_id}, none missing" if ok else "Rounds after it are unverified.",
        previous=_short(previous),
        this=_short(shown.stored.hash),
        proofs=proofs,
        rulebook_link=book_link(posting),
        ledger=tuple(
            (words.account_words(name), money(cents, sign=True) if cents else money(0)) for name, cents in ledger
        ),
        ledger_sum=money(sum(cents for _, cents in ledger)),
        **about,
    )


def _short(digest: str) -> str:
    return f"{digest[:10]}…{digest[-6:]}" if len(digest) > 20 else digest


def fell(played: Played, stepped: Stepped) -> None:
    """Dice and balls of a round are told with what it settled."""
    act = stepped.entry.act
    if isinstance(act, acts.Thrown):
        played.fell = "-".join(map(str, act.faces))
    elif isinstance(act, acts.Landed):
        played.fell = act.pocket


def _still(driver: Driver, table: Any, played: Played, round_: int, at: int) -> Any:
    """The table at one step, drawn as a station that nobody sits at, with every recorded face."""
    live = SimpleNamespace(
        turns=None,  # a replay is over and waits for nobody
        driver=driver,
        table=table,
        held=(),
        ready=set(),
        occupancy=sum(1 for p in driver.felt.positions if p.patron),
    )
    return station(live, None, [played], 0, property_title(table.property), reveal=True)  # type: ignore[arg-type]


def entry_view(posting: Posting, stepped: Stepped, round_: int) -> EntryView:
    entry = stepped.entry
    title, note, icon, kind = act_words(posting, entry.act, stepped.asked)
    results = [e for e in entry.events if isinstance(e, Settled)]
    rulings = [e for e in entry.events if isinstance(e, Ruled)]
    if results:
        net = sum(e.net for e in results)
        note = " · ".join(
            filter(
                None,
                [note, f"settled {len(results)} {'wager' if len(results) == 1 else 'wagers'}, {money(net, sign=True)}"],
            )
        )
        icon = "cash"
    if rulings:
        note = " · ".join(
            filter(None, [note, f"ruled: {words.plain(rulings[0].ruling).lower()} · {rulings[0].clause}"])
        )
        icon = "flag"
    return EntryView(
        number=entry.number,
        icon=icon,
        title=title,
        note=note,
        at=words.clock(stepped.stored.at_us),
        kind=kind,
        settles=bool(results),
    )


def act_words(posting: Posting, act: acts.Act, place: str) -> tuple[str, str, str, str]:
    """Title, note, icon and kind of an entry."""
    where = place_words(place) if place else ""
    match act:
        case acts.Opened(table=table, game=game):
            return f"Table {table} opened", words.plain(game), "flag", "flag"
        case acts.Sit(position=position, patron=patron, chips=chips):
            return (
                f"Patron sat down, position {position}",
                f"{words.badge_words(patron)} · {money(chips)}",
                "person",
                "person",
            )
        case acts.Leave(position=position):
            return f"Patron left, position {position}", "", "person", "person"
        case acts.Buy(position=position, chips=chips):
            return f"Buy-in, position {position}", money(chips), "cash", "person"
        case acts.Bet(position=position, wager=wager, amount=amount, on=on):
            title = words.wager_title(posting, wager, on)
            return f"Wager placed, position {position}", f"{title} {short_money(amount)}", "person", "person"
        case acts.Take(position=position, wager=wager, on=on):
            return f"Wager taken back, position {position}", words.wager_title(posting, wager, on), "undo", "person"
        case acts.Coupon(position=position, wager=wager, number=number, amount=amount):
            beside = f"{words.wager_title(posting, wager, '')} {short_money(amount)}"
            return f"Coupon {number} laid down, position {position}", beside, "ticket", "person"
        case acts.Close():
            return "Wagers closed", posting.clause("betting"), "flag", "flag"
        case acts.Fall(card=card):
            face = "face down" if card == UNSEEN else words.marked(card)
            return f"Dealt to {where or 'the table'}: {face}", "", "cards", "cards"
        case acts.Falls(cards=cards):
            faces = (
                "face down"
                if all(c == UNSEEN for c in cards)
                else " ".join(words.marked(c) for c in cards if c != UNSEEN)
            )
            return (
                f"Dealt to {where or 'the table'}: {faces}",
                "1 card" if len(cards) == 1 else f"{len(cards)} cards",
                "cards",
                "cards",
            )
        case acts.Shuffled(commitment=commitment, cover=cover):
            more = f"order sealed {commitment[:12]}" if commitment else _cut(cover)
            return "Cards shuffled and cut", more, "again", "cards"
        case acts.Thrown(faces=faces):
            return f"Dice thrown: {' and '.join(map(str, faces))}", f"total {sum(faces)}", "dice", "cards"
        case acts.Landed(pocket=pocket):
            felt = kinds.of(class_of(posting.rulebook).FELT)
            where = felt.fell(pocket)
            return f"Came to rest {felt.LANDED[1]} {where}", "", "wheel", "cards"
        case acts.Saw(yes=yes):
            return f"Card reader: {'blackjack' if yes else 'no blackjack'}", "", "flag", "flag"
        case acts.Chosen(name=name, position=position):
            by = f", position {position}" if position else ""
            return f"Decision{by}: {choice_title(name).lower()}", "", "person", "person"
        case acts.Staked(amount=amount, position=position):
            return f"Decision, position {position}: {short_money(amount)}", "", "person", "person"
        case acts.Arranged(cards=cards, position=position):
            return f"Hand set, position {position}", " ".join(words.marked(c) for c in cards), "person", "person"
        case acts.Declared(when=when):
            return f"Irregularity declared: {words.plain(when).lower()}", "", "warning", "flag"
        case acts.Undone(entry=entry):
            return f"Taken back: entry {entry:,}", "", "undo", "flag"
        case acts.Done():
            said = place.partition(": ")[0].rstrip(".")
            return f"{said}: done" if said else "Done", "", "check", "flag"
        case acts.Reads(cents=cents):
            return f"Meter read: {money(cents)}", "", "trophy", "cash"
    return words.plain(type(act).__name__), "", "flag", "flag"


def _cut(cover: int) -> str:
    if cover == acts.AS_THE_CLAUSE_SAYS:
        return "cut as the clause says"
    return f"cut below {cover} cards" if cover else ""


def _settled(posting: Posting, event: Settled, several: bool, ended: Sequence[Settled]) -> SettledView:
    title = hand_title(posting, event.wager, event.on, event.hand, several)
    why = to_dealer(sentence(posting, event)) if event.because else words.plain(event.outcome).lower()
    if event.coupon:
        why += f" With {money(event.coupon)} on the coupon."
    if event.vigorish:
        why += f" Less {money(event.vigorish)} vigorish."
    return SettledView(
        wager=f"{title}, position {event.position}",
        state=STATES.get(event.result, "void"),
        words=why,
        odds=event.odds,
        clause=", ".join(clauses(posting, event, ended)),
        stake=money(event.stake),
        paid=_paid(event),
    )


def _paid(event: Settled) -> str:
    """What went to the patron beside his wager, or that the wager went back."""
    if event.result in ("push", "returned"):
        return f"returned {money(event.stake + event.net)}"
    return money(max(0, event.net))


def _clause(posting: Posting, event: Settled | None) -> dict[str, Any]:
    if event is None or not event.clause:
        return {}
    book = posting.rulebook
    note = f"{property_title(book.property)}, {book.title}, approved {book.approved}."
    if event.result == "returned":  # by a ruling, or because a wager could not stand: the pay table has no part in it
        return {"clause": event.clause, "clause_title": event.because, "pay_rows": (), "clause_note": note}
    title = words.wager_title(posting, event.wager)
    rows = tuple(
        (words.plain(r.outcome), str(r.odds), r.outcome == event.outcome)
        for r in posting.rows(event.wager, event.table)
    )
    rule = posting.wagers.get(event.wager)
    says = rule.says if rule else ""
    return {
        "clause": event.clause,
        "clause_title": f"{title}: {says}" if says else title,
        "pay_rows": rows,
        "clause_note": note,
    }


def _proofs(
    replays: Replays, conn: Reading, journal: str, commitment: str, at: int, agrees: bool
) -> tuple[tuple[str, str, str], ...]:
    made = []
    shoe, kind = replays.shoe_proof(conn, journal, commitment, at)
    if shoe:
        made.append(("Shoe order", shoe, kind))
    made.append(("Replay", "Same settlements" if agrees else "Differs from the record", "pos" if agrees else "neg"))
    return tuple(made)


def _ledger(floor: Floor, conn: Reading, journal: str, first: int, last: int) -> list[tuple[str, int]]:
    sums: dict[str, int] = {}
    for group in floor.house.ledger.groups(conn, journal=journal, entries=(first, last)):
        for name, cents in group.lines:
            sums[name] = sums.get(name, 0) + cents
    return sorted(sums.items())


def whole_rounds(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One line a round, however often it was settled: what was staked and won in it together."""
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for row in rows:  # the latest settlement first
        key = row["journal_id"], row["round"]
        first = found.setdefault(key, row | {"staked": 0, "house_net": 0, "patrons": "", "rulings": ""})
        first["staked"] += row["staked"]
        first["house_net"] += row["house_net"]
        for name in ("patrons", "rulings"):
            first[name] = " ".join(dict.fromkeys(f"{first[name]} {row[name]}".split()))
    return list(found.values())
