"""Slips and forms: what they state, who signed which line, who signs the next."""

from croupier.equipment.money import money
from croupier.games.progressive import in_words
from croupier.house.money.chips import Chips, value
from croupier.house.money.counts import FIRST_COUNTS, apart, chips_of, unlike, unseen
from croupier.house.papers.documents import DIFFERS, FLOWS, VOID, Document, Signed
from croupier.house.papers.flows import Flow, Step
from croupier.house.people.permissions import ROLE_TITLES, takes
from croupier.house.people.persons import Person
from croupier.house.record.errors import Refused
from croupier.rulebook import NotFound, rulebook
from croupier.web.kit import words
from croupier.web.kit.context import Floor
from croupier.web.slips.shown import Signature, SlipLine, SlipView

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
    ("rack-exchange", "exchange"),
    ("rack-exchange", "verify"),
    ("cart-fill", "verify"),
}
# What is chosen on a line: the field's name, its caption, and the choices.
CHOICES = {
    ("closing", "verify"): ("container", "Where the locked container waits", ("cage", "table")),
}
FACTS = {"container": "The locked container waits", "from": "Paid from", "cents": "Amount counted", "label": "Set"} | {
    "variance": "Variance confirmed",
    "differs": "Counted again",
}
Choice = tuple[str, str, tuple[tuple[str, str], ...]]  # the field, its caption, what may be chosen and its words
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


def slip_view(floor: Floor, who: Person, document: Document, dealers: tuple[str, ...] = ()) -> SlipView:
    document = unseen(document)
    flow = FLOWS[document.kind]
    waits = flow.after(document.state) if document.state not in (VOID, DIFFERS) else None
    lines = _lines(document)
    total = sum(line.denomination * line.count for line in lines)
    step = waits.name if waits else ""
    may, why = _may_sign(who, document, waits)
    agrees, kind, counted = _agreement(document, total)
    final = document.state == flow.final
    notes = {
        "fill": "A void needs a reason and two signatures. Chips join the inventory when the last line is signed.",
        "credit": "A void needs a reason and two signatures. Chips leave the inventory when they are counted.",
    }
    return SlipView(
        id=document.id,
        title=f"{flow.title} {document.number:06d}",
        table=document.table_id,
        property=document.property,
        subtitle=f"{_where(floor, document)} · begun {words.moment(document.opened_us)}",
        state=words.plain(document.state),
        seen=document.state,
        state_kind=state_kind(document),
        lines=lines,
        total=total,
        signatures=_signatures(floor, document),
        agrees=agrees,
        agrees_kind=kind,
        counted=counted,
        step=step,
        step_title=_title(waits) if waits else "",
        step_button=BUTTONS.get(step, "Sign"),
        may_sign=may,
        why_not=why,
        needs_chips=(document.kind, step) in WITH_CHIPS,
        needs_cents=(document.kind, step) in WITH_CENTS,
        needs_choice=_choice(floor, document, step),
        sharers=dealers if step == "distribute" else (),
        ticked=tuple(str(item) for signed in document.signed for item in signed.data.get("items", ())),
        note=notes.get(document.kind, ""),
        voidable=not (final or flow.kept) and document.state != VOID and who.may("document.void"),
        expected=tuple((expected(document, step) or {}).items()),
        facts=(
            *_won(floor, document),
            *_facts(document),
            *_differing(document),
            *_counted(floor, document),
        ),
        denominations=floor.denominations(document.property),
    )


def _where(floor: Floor, document: Document) -> str:
    """The table and its game; a poker table is named by itself."""
    if not document.table_id:
        return "Whole house"
    known = {table.id: table for table in floor.tables(document.property)}
    table = known.get(document.table_id)
    if table is None:
        return document.table_id
    try:
        title = table.settings.title or rulebook(table.property, table.game).title
    except (NotFound, ValueError):  # its book lies on the shelf no more, or in the record alone
        title = words.plain(table.game)
    return f"{table.id} {title}"


def state_kind(document: Document) -> str:
    """How a slip stands: signed to the end, voided or differing, or on its way."""
    if document.state in (VOID, DIFFERS):
        return "neg"
    return "pos" if document.state == FLOWS[document.kind].final else "info"


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
    last = {signed.step: signed for signed in document.signed}
    for signed in document.signed:
        if signed is not last[signed.step] and signed.step != VOID:  # taken again since
            continue
        for key, found in signed.data.items():
            if key in ("chips", "items", "jackpot"):
                continue
            rows.append((FACTS.get(key) or words.plain(key), _stated(key, found)))
    return tuple(dict.fromkeys(rows))  # two people sign one reason


def _won(floor: Floor, document: Document) -> tuple[tuple[str, str], ...]:
    """What a jackpot's slip is about: the amount, the hand, the meter, the patron."""
    name = str(document.data("verify").get("jackpot", "")) if document.kind == "jackpot" else ""
    if not name:
        return ()
    with floor.house.storage.reading() as conn:
        jackpot = floor.house.progressives.get(conn, name)
        called = floor.house.people.names(conn, [jackpot.patron]).get(jackpot.patron, "")
    share = f"{jackpot.share_ppm / 10_000:g}%"
    return (
        ("Amount", money(jackpot.amount)),
        ("Hand", f"{words.plain(in_words(jackpot.outcome))}, position {jackpot.position}"),
        ("Patron", words.patron_words(jackpot.patron, called)),
        ("Meter", f"{words.meter_title(jackpot.meter)}, {share} of {money(jackpot.shown)}"),
        ("Round", f"entry {jackpot.entry} of {jackpot.journal}"),
        ("Jackpot", JACKPOTS[jackpot.state]),
    )


def _choice(floor: Floor, document: Document, step: str) -> Choice | None:
    """What is chosen on a line, each choice in words; of a jackpot's purses those that may pay it."""
    if (document.kind, step) != ("jackpot", "pay"):
        found = CHOICES.get((document.kind, step))
        return found and (*found[:2], _in_words(found[0], found[2]))
    progressives = floor.house.progressives
    with floor.house.storage.reading() as conn:
        jackpot = progressives.get(conn, str(document.data("verify").get("jackpot", "")))
        return ("from", "Paid from", _in_words("from", progressives.purses(conn, jackpot).purses))


def _in_words(key: str, choices: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    said = (_stated(key, choice) for choice in choices)
    return tuple((choice, words[:1].upper() + words[1:]) for choice, words in zip(choices, said, strict=True))


def _differing(document: Document) -> tuple[tuple[str, str], ...]:
    """Counts that were off, each with what was counted instead; they stay on the slip when it is voided."""
    rows = []
    pairs = sum(1 for signed in document.signed if signed.step == "verify") if document.kind == "drop" else 0
    if pairs and (again := pairs - (document.state == "verified")):
        rows.append(("Counts that differed", _again(document) or f"{again}: both count again until they agree"))
    for signed in document.signed:
        slip = expected(document, signed.step)
        if slip is None or not isinstance(signed.data.get("chips"), dict):
            continue
        try:
            counted = chips_of(signed.data, signed.step)
        except Refused:
            continue
        if counted != slip:
            by = f"{money(value(counted))} ({words.signed(value(counted) - value(slip))})"
            said = FLOWS[document.kind].step(signed.step)
            title = _title(said) if said else words.plain(signed.step)
            rows.append((f"{title}, differing", f"{by}: {apart(document, signed.step, slip, counted)}"))
    return tuple(rows)


def _again(document: Document) -> str:
    """What was counted before the two agreed; nothing while the figures of a count apart are kept back."""
    said = (f"{money(one.first)} and {money(one.counted)}" for one in unlike(document))
    return "; ".join(said) + ", counted again until they agreed" if document.state == "verified" else ""


def _counted(floor: Floor, document: Document) -> tuple[tuple[str, str], ...]:
    """What two counts found against the book; while the second is awaited, that neither is shown."""
    flow = FLOWS[document.kind]
    if flow.apart and document.by("count") and (waits := flow.after(document.state)) and waits.to == flow.final:
        return (("First count", "kept back until the second is signed: each of the two counts for himself"),)
    with floor.house.storage.reading() as conn:
        count = floor.house.ledger.count_of(conn, document.id) if document.kind in ("opening", "closing") else None
    if count is None:
        return ()
    return (
        ("On the book", money(count.book)),
        ("Counted", money(count.counted)),
        ("Variance", words.signed(count.variance)),
    )


def expected(document: Document, step: str) -> Chips | None:
    """The chips that a count is held against; None where it is the first."""
    first = FIRST_COUNTS.get(document.kind, "")
    if (document.kind, step) not in WITH_CHIPS or step == first:
        return None
    try:
        return chips_of(document.data(first), first)
    except Refused:
        return None


def _stated(key: str, found: object) -> str:
    """What somebody stated when he signed, in words."""
    if isinstance(found, bool):
        return "yes" if found else "no"
    if key == "variance" and isinstance(found, int):
        return words.signed(found)
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
    taken = flow.steps[: flow.steps.index(waits)] if waits else flow.steps  # a slip that went back takes lines again
    for number, step in enumerate(flow.steps, 1):
        title = _title(step)
        if step.name in done and step in taken:
            signed = done[step.name]
            made.append(
                Signature(
                    title=title,
                    who=f"{ROLE_TITLES.get(signed.role, signed.role)}, badge {signed.by}",
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
                    who=_another(may, bool(done)),
                    note=_same(flow, step, done.get(step.same)),
                    number=number,
                    state="now" if waits and step.name == waits.name else "next",
                )
            )
    for signed in document.signed:
        if signed.step == VOID:
            made.append(
                Signature(
                    title="Voided",
                    who=f"{ROLE_TITLES.get(signed.role, signed.role)}, badge {signed.by}",
                    at=words.clock(signed.at_us),
                    state="done",
                    number=len(made) + 1,
                )
            )
    return tuple(made)


def _roles(act: str) -> str:
    """Who may do it: `a supervisor or a manager`, `surveillance`."""
    return takes(act)


def _another(may: str, begun: bool) -> str:
    """Who signs a line that waits: a person who has signed none of this slip."""
    said = f"{may[:1].upper()}{may[1:]}"
    return f"{said} who has not signed this slip" if begun and may.startswith("a ") else said


def _title(step: Step) -> str:
    """A line by what was done: `Counted`, `Handed in`."""
    return STEP_TITLES.get(step.name) or words.plain(step.to)


def _same(flow: Flow, step: Step, signed: Signed | None) -> str:
    """Every line is signed by another person, except where the flow lets the signer of an earlier one sign again."""
    if not step.same:
        return ""
    earlier = next(_title(line) for line in flow.steps if line.name == step.same)
    who = f"badge {signed.by}, who signed" if signed else "whoever signs"
    return f"May be the same person: {who} “{earlier}”"


def _may_sign(who: Person, document: Document, waits: Step | None) -> tuple[bool, str]:
    if waits is None:
        return False, ""
    if not who.may(waits.act):
        return False, f"This line is signed by {_roles(waits.act)}."
    for signed in document.signed:
        if signed.by == who.badge and signed.step not in (waits.same, waits.name):
            done = next((_title(s) for s in FLOWS[document.kind].steps if s.name == signed.step), signed.step).lower()
            kind = FLOWS[document.kind].title.lower()
            return False, f"Badge {who.badge} {done} this {kind}. Another person signs the next line."
    return True, ""


def _agreement(document: Document, total: int) -> tuple[str, str, tuple[str, int] | None]:
    if document.state == DIFFERS:
        return "The counts differ: the slip can only be voided.", "neg", None
    counts = [s for s in document.signed if s.step in ("count", "prepare", "receive", "verify") and s.data.get("chips")]
    if document.kind in ("fill", "credit") and counts:
        try:
            counted = value(chips_of(counts[-1].data, counts[-1].step))
        except Refused:
            return "", "pos", None
        return f"Agrees with the slip, variance {money(counted - total)}", "pos", (_counter(counts[-1]), counted)
    return "", "pos", None


def _counter(signed: Signed) -> str:
    """`Prepared by the cage cashier`, `Counted by the dealer`."""
    title = STEP_TITLES.get(signed.step, "Counted")
    return f"{title} by the {ROLE_TITLES.get(signed.role, signed.role).lower()}"
