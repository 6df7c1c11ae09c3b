"""The pit board: the tiles, the alerts, the figures of the day."""

from croupier.equipment.money import money, short_money
from croupier.house.papers.documents import FLOWS
from croupier.house.people.gaming_day import span
from croupier.house.people.persons import Person
from croupier.house.plan.changes import in_words as house_words
from croupier.house.plan.staff import in_words as staff_words
from croupier.house.record.faults import TABLE
from croupier.house.tables.board import STOPPED
from croupier.house.tables.board import Alert as BoardAlert
from croupier.house.tables.board import Tile as BoardTile
from croupier.house.tables.life import CLOSED, FloorTable
from croupier.rulebook import Posting
from croupier.web.kit import words
from croupier.web.kit.context import Floor, property_title
from croupier.web.kit.persons import shown_person
from croupier.web.pit.shown import Alert, PitView, Tile
from croupier.web.slips.shown import SlipView

STOPS = ("chain-broken", "table-stopped", "jackpot", "irregularity")
ICONS = {
    "jackpot": "flag",
    "irregularity": "flag",
    "call": "bell",
    "declared": "flag",
    "cards-due": "cards",
    "stub-due": "cards",
    "cut": "cards",
    "new-dealer": "cards",
    "inspection-due": "wheel",
    "fill-waiting": "cash",
    "inventory-low": "cash",
    "pace": "clock",
    "payout-limit": "bell",
    "count-differs": "warning",
    "variance": "warning",
    "compromised": "warning",
    "clock-moved": "clock",
    "disk-low": "warning",
    "record-upgraded": "warning",
    "writing-hung": "warning",
    "anchor-kept-back": "warning",
}
KINDS = {
    "jackpot": "neg",
    "irregularity": "neg",
    "chain-broken": "neg",
    "table-stopped": "neg",
    "fill-waiting": "info",
    "call": "info",
    "declared": "info",
}
STATE_WORDS = {"closed": "Closed", "opening": "Opening", "open": "Open", "closing": "Closing"}


def tile(board: BoardTile, limits: str, current: bool, opens: bool = True) -> Tile:
    """A table on the board; whoever opens none is told what it waits for and led to its page, no more."""
    table = board.table
    alerts = board.alerts
    stopped = bool(board.out_of_order) or (table.state == "open" and any(a.kind in STOPS for a in alerts))
    state_words = "Stopped" if stopped else STATE_WORDS.get(table.state, table.state)
    state_words = "Out of order" if board.out_of_order else state_words
    first = alerts[0] if alerts else None
    dealer = f"badge {table.dealer}" if table.dealer else "electronic" if table.mode == "electronic" else "no dealer"
    lacks = " ".join(lack.words for lack in board.lacks[:2])
    button = ""
    if table.state == "closed":
        lacks, button = "Closed. A supervisor begins the opening.", "Open table" if opens else "See the table"
    elif table.state == "opening":
        button = "Go on with the opening" if board.lacks else "Open table" if opens else "See the table"
        lacks = lacks or "Nothing is lacking: a signature opens it."
    elif table.state == "closing":
        button = "Go on with the closing"
        lacks = lacks or "Nothing is lacking: a signature closes it."
    return Tile(
        table=table.id,
        pit=table.pit,
        title=board.title,
        state="stopped" if stopped else table.state,
        state_words=state_words,
        game=board.title,
        limits=limits,
        drop=board.drop_cents,
        win=board.win_cents,
        pace=board.rounds_per_hour,
        target=table.settings.rounds_per_hour,
        seats=board.seats,
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


def _out_of_order(floor: Floor, house: str) -> list[Alert]:
    """What else than a table can't be read: papers, promotions, tournaments, rulebooks of this property."""
    return [
        Alert(
            id=f"{fault.kind}-{fault.subject}",
            table=fault.subject,
            words=f"Out of order: {fault.why}",
            kind=STOPPED,
            button="See to it",
            link=f"/out-of-order/{fault.kind}/{fault.subject}",
        )
        for fault in floor.house.faults.all()
        if fault.kind != TABLE and fault.property in (house, "")
    ]


def alert(board: BoardTile, found: BoardAlert) -> Alert:
    link, button = f"/pit/{board.table.id}", "Look"
    if found.kind == "jackpot":
        link, button = f"/pit/{board.table.id}#jackpots", "Verify"
    elif found.kind == STOPPED:
        link, button = f"/out-of-order/{TABLE}/{board.table.id}", "See to it"
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


def over(table: FloorTable) -> bool:
    """A table of a tournament that has ended is opened no more."""
    return bool(table.settings.tournament) and table.state == CLOSED


def takings(boards: list[BoardTile], at: str) -> tuple[tuple[str, str, str], ...]:
    """The day's drop and win of all tables, closed ones too. Demo chips are no money: they stand apart."""
    real, demo = ([b for b in boards if b.table.settings.demo is kind] for kind in (False, True))
    shown, note = (real, "") if real else (demo, "demo chips, ") if demo else ([], "")
    drop, win = sum(b.drop_cents for b in shown), sum(b.win_cents for b in shown)
    share = f"{100 * win / drop:.1f}% of drop".replace("-", "−") if drop else "no drop yet"
    apart = ("", "")
    if real and demo:
        sums = sum(b.drop_cents for b in demo), sum(b.win_cents for b in demo)
        apart = (f", demo {short_money(sums[0])} apart", f", demo {short_money(sums[1])} apart")
    return (
        ("Drop today", short_money(drop), f"{note}{at}{apart[0]}"),
        ("Win today", short_money(win), f"{note}{share}{apart[1]}"),
    )


def _with_tables(floor: Floor, who: Person) -> list[str]:
    """The properties of this house that have tables, and at which somebody has a role."""
    return sorted({table.property for table in floor.tables()} & set(floor.places_of(who)))


def _proposals(floor: Floor, who: Person) -> tuple[tuple[str, str, str], ...]:
    """Changes of staff and of the house that wait for this person's signature; of all properties alike."""
    made = []
    if who.may("people.confirm"):
        made += [(d, staff_words(d), "/people") for d in floor.staff_desk.waiting()]
    if who.may("house.confirm"):
        made += [(d, house_words(d), "/house") for d in floor.house_desk.waiting()]
    return tuple((d.title, says, page) for d, says, page in made if d.by("propose") != who.badge)


async def pit(floor: Floor, who: Person, house: str, slip: SlipView | None = None) -> PitView:
    boards = [b for b in await floor.pit.board(house) if not over(b.table)]
    now = floor.house.sources.now_us()
    open_ = [b for b in boards if b.table.state in ("open", "closing")]
    alerts = [*_out_of_order(floor, house), *(alert(b, a) for b in boards for a in b.alerts)]
    alerts.sort(key=lambda a: not a.stops)
    stops = sum(a.stops for a in alerts)
    seats = sum(b.seats for b in open_)
    with floor.house.storage.reading() as conn:
        waiting = floor.house.documents.find(conn, property_=house, unfinished=True, limit=40)
        gaming_day = span(conn, now).date
    figures = (
        *takings(boards, f"at {words.clock(now)[:5]}"),
        ("Tables", f"{len(open_)} of {len(boards)}", f"{stops} stopped"),
        ("Patrons", str(sum(b.taken for b in open_)), f"of {seats} seats"),
        (
            "Alerts",
            str(len(alerts)),
            f"{stops} {'stops' if stops == 1 else 'stop'} a table" if stops else "none stops a table",
        ),
    )
    mixed = len({b.table.settings.demo for b in boards}) > 1

    def sign(board: BoardTile) -> str:
        """The limits; beside tables that deal for money, the others are marked."""
        return floor.limits(board.table) + (" · demo chips" if mixed and board.table.settings.demo else "")

    pits, opens = sorted({b.table.pit for b in boards}), who.may("table.open", house)
    return PitView(
        me=shown_person(who, None),
        title=pits[0] if len(pits) == 1 else "Pit board",
        property=house,
        property_title=property_title(house),
        day=gaming_day.isoformat(),
        clock=words.clock(now),
        figures=figures,
        alerts=tuple(alerts),
        tiles=tuple(tile(b, sign(b), slip is not None and slip.table == b.table.id, opens) for b in boards),
        slip=slip,
        houses=tuple((p, property_title(p)) for p in _with_tables(floor, who)),
        may_add=who.may("table.add"),
        may_audit=who.may("audit.read"),
        proposals=_proposals(floor, who),
        slips=tuple((d.id, f"{FLOWS[d.kind].title} {d.number:06d}", d.table_id, words.plain(d.state)) for d in waiting),
    )
