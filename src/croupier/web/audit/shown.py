"""What a replay for audit shows: the journal, the table at one entry, the proofs."""

from croupier.web.felt.shown import ShownPerson, StationView, View


class EntryView(View, frozen=True, kw_only=True):
    number: int
    icon: str
    title: str
    note: str = ""
    at: str = ""
    kind: str = ""
    settles: bool = False


class SettledView(View, frozen=True, kw_only=True):
    wager: str
    state: str
    words: str
    odds: str
    clause: str
    stake: str
    paid: str


class AuditView(View, frozen=True, kw_only=True):
    me: ShownPerson
    table: str
    title: str
    subtitle: str
    round: int
    journal: str
    entries: tuple[EntryView, ...]
    at: int  # the entry shown
    first: int
    last: int
    before: int = 0
    after: int = 0
    felt: StationView | None = None
    settled: tuple[SettledView, ...] = ()
    agrees: str = ""
    agrees_kind: str = "pos"
    chain: str = ""
    chain_note: str = ""
    chain_ok: bool = True
    previous: str = ""
    this: str = ""
    proofs: tuple[tuple[str, str, str], ...] = ()  # what, words, kind
    clause: str = ""
    clause_title: str = ""
    pay_rows: tuple[tuple[str, str, bool], ...] = ()
    clause_note: str = ""
    rulebook_link: str = ""
    ledger: tuple[tuple[str, str], ...] = ()
    ledger_sum: str = "$0.00"
