"""The pit board and its slips."""

import datetime

from croupier.equipment.money import money, short_money
from croupier.floor.board import Alert as BoardAlert
from croupier.floor.board import Tile as BoardTile
from croupier.floor.chips import DENOMINATIONS, Chips, differences, value
from croupier.floor.documents import DIFFERS, FLOWS, VOID, Document
from croupier.floor.errors import Refused
from croupier.floor.people import Person
from croupier.floor.permissions import PERMITS, ROLES, WORDS
from croupier.floor.slips import chips_of
from croupier.floor.tables import CLOSED, FloorTable
from croupier.games.progressive import in_words
from croupier.rulebook import Posting, properties
from croupier.web import words
from croupier.web.adapt.station import shown_person
from croupier.web.context import Floor, property_title
from croupier.web.views_pit import Alert, PitView, Signature, SlipLine, SlipView, Tile

STOPS = ("chain-broken", "table-stopped", "jackpot", "irregularity")
ICONS = {
    "jackpot": "flag",
    "irregularity": "flag",
    "call": "bell",
    "cards-due": "cards",
    "stub-due": "cards",
    "inspection-due": "wheel",
    "fill-waiting": "cash",
    "inventory-low": "cash",
    "pace": "clock",
    "count-differs": "warning",
    "variance": "warning",
    "compromised": "warning",
}
KINDS = {
    "jackpot": "neg",
    "irregularity": "neg",
    "chain-broken": "neg",
    "table-stopped": "neg",
    "fill-waiting": "info",
    "call": "info",
}
STATE_WORDS = {"closed": "Closed", "opening": "Opening", "open": "Open", "closing": "Closing"}
STEP_TITLES = {
    "request": "Requested",
    "prepare": "Prepared",
    "carry": "Carried",
    "count": "Counted",
    "confirm": "Confirmed",
    "receive": "Received",
    "verify": "Verified",
    "inspect": "Inspected",
    "remove": "Removed",
    "witness": "Witnessed",
    "distribute": "Distributed",
    "review": "Reviewed",
    "sign": "Signed",
    "surveil": "Confirmed on video",
    "pay": "Paid",
    "void": "Voided",
}
BUTTONS = {
    "request": "Request",
    "prepare": "Sign: prepared",
    "carry": "Sign: carried",
    "count": "Sign the count",
    "confirm": "Confirm and sign",
    "receive": "Sign: received",
    "verify": "Verify and sign",
    "inspect": "Sign the inspection",
    "remove": "Sign: removed",
    "witness": "Sign: witnessed",
    "distribute": "Approve and sign",
    "sign": "Sign the list",
    "surveil": "Confirm and sign",
    "pay": "Sign: paid",
}
WITH_CHIPS = {
    ("fill", "prepare"),
    ("fill", "count"),
    ("credit", "count"),
    ("credit", "receive"),
    ("opening", "count"),
    ("opening", "verify"),
    ("closing", "count"),
    ("closing", "verify"),
}
# What is chosen on a line: the field's name, its caption, and the choices.
CHOICES = {
    ("closing", "verify"): ("container", "Where the locked container waits", ("cage", "table")),
    ("jackpot", "pay"): ("from", "Paid from", ("inventory", "cage")),
}
FACTS = {"container": "The locked container waits", "from": "Paid from", "cents": "Amount counted", "label": "Set"}
PLACES = {"cage": "in the cage", "table": "secured to the table"}
JACKPOTS = {
    "keyed": "to verify",
    "verified": "waits for surveillance",
    "confirmed": "verified",
    "settled": "settled, to be signed as paid",
    "paid": "paid",
    "cancelled": "cancelled",
}
WITH_CENTS = {("drop", "count"), ("drop", "verify"), ("tokes", "count")}


def tile(board: BoardTile, limits: str, current: bool) -> Tile:
    table = board.table
    alerts = board.alerts
    stopped = table.state == "open" and any(a.kind in STOPS for a in alerts)
    first = alerts[0] if alerts else None
    dealer = f"badge {table.dealer}" if table.dealer else "electronic" if table.mode == "electronic" else "no dealer"
    lacks = " ".join(lack.words for lack in board.lacks[:2])
    button = ""
    if table.state == "closed":
        lacks, button = "Closed. A supervisor begins the opening.", "Open table"
    elif table.state == "opening":
        button = "Go on with the opening" if board.lacks else "Open table"
        lacks = lacks or "Nothing is lacking: a signature opens it."
    return Tile(
        table=table.id,
        title=board.title,
        state="stopped" if stopped else table.state,
        state_words="Stopped" if stopped else STATE_WORDS.get(table.state, table.state),
        game=board.title,
        limits=limits,
        drop=board.drop_cents,
        win=board.win_cents,
        pace=board.rounds_per_hour,
        target=table.settings.rounds_per_hour,
        seats=min(board.seats, 16),
        taken=min(board.taken, 16),
        dealer=dealer,
        alert=first.words if first else "",
        alert_kind=KINDS.get(first.kind, "warn") if first else "",
        alert_icon=ICONS.get(first.kind, "bell") if first else "",
        more=max(0, len(alerts) - 1),
        lacks=lacks,
        button=button,
        link=f"/pit/{table.id}",
        current=current,
    )


def alert(board: BoardTile, found: BoardAlert) -> Alert:
    link, button = f"/pit/{board.table.id}", "Look"
    if found.kind == "jackpot":
        link, button = f"/pit/{board.table.id}#jackpots", "Verify"
    elif found.kind == "irregularity":
        link, button = f"/deal/{board.table.id}", "Go to the table"
    return Alert(
        id=found.notice or f"{board.table.id}-{found.kind}",
        table=board.table.id,
        words=found.words,
        kind=found.kind,
        stops=found.kind in STOPS,
        button=button,
        link=link,
        clause=found.clause,
    )


def present_limits(posting: Posting) -> dict[str, str]:
    """The least and most of the table in dollars, as its form shows them."""
    base = [posting.limits[w.name] for w in posting.wagers.values() if w.kind == "base"]
    if not base:
        return {}
    ends = {"least": min(b.least for b in base), "most": max(b.most for b in base)}
    return {key: money(cents).lstrip("$").replace(",", "").removesuffix(".00") for key, cents in ends.items()}


def meter_title(name: str) -> str:
    """`hard-rock-cincinnati-three-card` -> `Three card progressive`."""
    place = next((p for p in properties() if name.startswith(f"{p}-")), "")
    return f"{words.plain(name.removeprefix(f'{place}-'))} progressive"


def over(table: FloorTable) -> bool:
    """A table of a tournament that has ended is opened no more."""
    return bool(table.settings.tournament) and table.state == CLOSED


async def pit(floor: Floor, who: Person, house: str, slip: SlipView | None = None) -> PitView:
    boards = [b for b in await floor.pit.board(house) if not over(b.table)]
    now = floor.house.sources.now_us()
    open_ = [b for b in boards if b.table.state in ("open", "closing")]
    drop, win = sum(b.drop_cents for b in open_), sum(b.win_cents for b in open_)
    alerts = [alert(b, a) for b in boards for a in b.alerts]
    alerts.sort(key=lambda a: not a.stops)
    stops = sum(a.stops for a in alerts)
    seats = sum(b.seats for b in open_)
    share = f"{100 * win / drop:.1f}% of drop".replace("-", "−") if drop else "no drop yet"
    with floor.house.storage.reading() as conn:
        waiting = floor.house.documents.find(conn, property_=house, unfinished=True, limit=40)
    figures = (
        ("Drop today", short_money(drop), f"at {words.clock(now)[:5]}"),
        ("Win today", short_money(win), share),
        ("Tables", f"{len(open_)} of {len(boards)}", f"{stops} stopped"),
        ("Patrons", str(sum(b.taken for b in open_)), f"of {seats} seats"),
        (
            "Alerts",
            str(len(alerts)),
            f"{stops} {'stops' if stops == 1 else 'stop'} a table" if stops else "none stops a table",
        ),
    )
    pits = sorted({b.table.pit for b in boards})
    return PitView(
        me=shown_person(who, None),
        title=pits[0] if len(pits) == 1 else "Pit board",
        property=house,
        property_title=property_title(house),
        day=datetime.date.fromisoformat(words.day(now)).isoformat(),
        clock=words.clock(now),
        figures=figures,
        alerts=tuple(alerts),
        tiles=tuple(tile(b, floor.limits(b.table), slip is not None and slip.table == b.table.id) for b in boards),
        slip=slip,
        houses=tuple((p, property_title(p)) for p in sorted({t.property for t in floor.tables()})),
        may_add=who.may("table.add"),
        may_audit=who.may("audit.read"),
        slips=tuple((d.id, f"{FLOWS[d.kind].title} {d.number:06d}", d.table_id, words.plain(d.state)) for d in waiting),
    )


# ---- slips


def slip_view(floor: Floor, who: Person, document: Document, dealers: tuple[str, ...] = ()) -> SlipView:
    flow = FLOWS[document.kind]
    waits = flow.after(document.state) if document.state not in (VOID, DIFFERS) else None
    lines = _lines(document)
    total = sum(line.denomination * line.count for line in lines)
    step = waits.name if waits else ""
    may, why = _may_sign(who, document, waits.act if waits else "")
    agrees, kind, counted = _agreement(document, total)
    final = document.state == flow.final
    state_kind = "pos" if final else "neg" if document.state in (VOID, DIFFERS) else "info"
    notes = {
        "fill": "A void needs a reason and two signatures. Chips join the inventory when the last line is signed.",
        "credit": "A void needs a reason and two signatures. Chips leave the inventory when they are counted.",
    }
    return SlipView(
        id=document.id,
        title=f"{flow.title} {document.number:06d}",
        table=document.table_id,
        subtitle=f"{document.table_id} · begun {words.moment(document.opened_us)}",
        state=words.plain(document.state),
        seen=document.state,
        state_kind=state_kind,
        lines=lines,
        total=total,
        signatures=_signatures(floor, document),
        agrees=agrees,
        agrees_kind=kind,
        counted=counted,
        step=step,
        step_title=STEP_TITLES.get(step, words.plain(step)),
        step_button=BUTTONS.get(step, "Sign"),
        may_sign=may,
        why_not=why,
        needs_chips=(document.kind, step) in WITH_CHIPS,
        needs_cents=(document.kind, step) in WITH_CENTS,
        needs_choice=CHOICES.get((document.kind, step)),
        sharers=dealers if step == "distribute" else (),
        ticked=tuple(str(item) for signed in document.signed for item in signed.data.get("items", ())),
        note=notes.get(document.kind, ""),
        voidable=not final and document.state != VOID and who.may("document.void"),
        expected=tuple(expected(document, step).items()),
        facts=(*_won(floor, document), *_facts(document), *_counted(floor, document)),
        denominations=tuple(d for d in DENOMINATIONS if d >= 100),
    )


def _lines(document: Document) -> tuple[SlipLine, ...]:
    for step in ("request", "count"):
        data = document.data(step)
        if data.get("chips"):
            try:
                chips = chips_of(data, step)
            except Refused:
                continue
            return tuple(SlipLine(denomination=d, count=n) for d, n in chips.items())
    return ()


def _facts(document: Document) -> tuple[tuple[str, str], ...]:
    rows = []
    for signed in document.signed:
        for key, found in signed.data.items():
            if key in ("chips", "items", "jackpot"):
                continue
            rows.append((FACTS.get(key) or words.plain(key), _stated(key, found)))
    return tuple(rows)


def _won(floor: Floor, document: Document) -> tuple[tuple[str, str], ...]:
    """What a jackpot's slip is about: the amount, the hand, the meter, the patron."""
    name = str(document.data("verify").get("jackpot", "")) if document.kind == "jackpot" else ""
    if not name:
        return ()
    with floor.house.storage.reading() as conn:
        jackpot = floor.house.progressives.get(conn, name)
    share = f"{jackpot.share_ppm / 10_000:g}%"
    return (
        ("Amount", money(jackpot.amount)),
        ("Hand", f"{words.plain(in_words(jackpot.outcome))}, position {jackpot.position}"),
        ("Patron", words.badge_words(jackpot.patron)),
        ("Meter", f"{meter_title(jackpot.meter)}, {share} of {money(jackpot.shown)}"),
        ("Round", f"entry {jackpot.entry} of {jackpot.journal}"),
        ("Jackpot", JACKPOTS[jackpot.state]),
    )


def _counted(floor: Floor, document: Document) -> tuple[tuple[str, str], ...]:
    """What a count found against the book."""
    with floor.house.storage.reading() as conn:
        count = floor.house.ledger.count_of(conn, document.id) if document.kind in ("opening", "closing") else None
    if count is None:
        return ()
    return (
        ("On the book", money(count.book)),
        ("Counted", money(count.counted)),
        ("Variance", words.signed(count.variance)),
    )


def expected(document: Document, step: str) -> Chips:
    """The chips that the next count is held against."""
    first = {"fill": "request", "credit": "request", "opening": "count", "closing": "count"}.get(document.kind, "")
    if (document.kind, step) not in WITH_CHIPS or step == first:
        return {}
    try:
        return chips_of(document.data(first), first)
    except Refused:
        return {}


def _stated(key: str, found: object) -> str:
    """What somebody stated when he signed, in words."""
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, int):
        return money(found) if key in ("cents", "amount") else f"{found:,}"
    if key == "container":
        return PLACES.get(str(found), str(found))
    if key == "from":
        return {"inventory": "the table inventory", "cage": "the cage"}.get(str(found), str(found))
    if isinstance(found, dict):
        return ", ".join(f"{name} {_stated('', value)}" for name, value in found.items())
    return str(found)


def _signatures(floor: Floor, document: Document) -> tuple[Signature, ...]:
    flow = FLOWS[document.kind]
    made = []
    done = {signed.step: signed for signed in document.signed}
    waits = flow.after(document.state) if document.state not in (VOID, DIFFERS) else None
    for number, step in enumerate(flow.steps, 1):
        title = STEP_TITLES.get(step.name, words.plain(step.name))
        if step.name in done:
            signed = done[step.name]
            made.append(
                Signature(
                    title=title,
                    who=f"{words.ROLES.get(signed.role, signed.role)}, badge {signed.by}",
                    at=words.clock(signed.at_us),
                    state="done",
                    number=number,
                )
            )
        else:
            may = _roles(step.act)
            made.append(
                Signature(
                    title=title,
                    who=f"{may[:1].upper()}{may[1:]}, not yet signed here",
                    number=number,
                    state="now" if waits and step.name == waits.name else "next",
                )
            )
    for signed in document.signed:
        if signed.step == VOID:
            made.append(
                Signature(
                    title="Voided",
                    who=f"{words.ROLES.get(signed.role, signed.role)}, badge {signed.by}",
                    at=words.clock(signed.at_us),
                    state="done",
                    number=len(made) + 1,
                )
            )
    return tuple(made)


def _roles(act: str) -> str:
    """Who may do it: `a supervisor or a manager`, `surveillance`."""
    return " or ".join(WORDS[role] for role in ROLES if role in PERMITS[act])


def _may_sign(who: Person, document: Document, act: str) -> tuple[bool, str]:
    if not act:
        return False, ""
    if not who.may(act):
        return False, f"This line is signed by {_roles(act)}."
    for signed in document.signed:
        if signed.by == who.badge:
            done = STEP_TITLES.get(signed.step, signed.step).lower()
            return False, f"Badge {who.badge} {done} this {document.kind}. Another person signs the next line."
    return True, ""


def _agreement(document: Document, total: int) -> tuple[str, str, int | None]:
    if document.state == DIFFERS:
        return f"The counts differ: the slip can only be voided.{_differed(document)}", "neg", None
    counts = [s for s in document.signed if s.step in ("count", "prepare", "receive", "verify") and s.data.get("chips")]
    if document.kind in ("fill", "credit") and counts:
        try:
            counted = value(chips_of(counts[-1].data, counts[-1].step))
        except Refused:
            return "", "pos", None
        return f"Agrees with the slip, variance {money(counted - total)}", "pos", counted
    return "", "pos", None


def _differed(document: Document) -> str:
    """Where the last count was off."""
    last = document.signed[-1] if document.signed else None
    if last is None or not last.data.get("chips"):
        return ""
    try:
        counted = chips_of(last.data, last.step)
    except Refused:
        return ""
    slip = expected(document, last.step)
    return f" {differences(slip, counted)} ({words.signed(value(counted) - value(slip))})." if slip else ""
