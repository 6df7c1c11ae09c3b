"""A slip as a page shows it: its lines, who signed and who signs next."""

from croupier.web.felt.shown import View


class SlipLine(View, frozen=True, kw_only=True):
    denomination: int
    count: int


class Signature(View, frozen=True, kw_only=True):
    title: str
    who: str
    at: str = ""
    note: str = ""  # who may sign it although he signed before
    state: str = "next"  # done, now, next
    number: int = 0


class SlipView(View, frozen=True, kw_only=True):
    id: str
    title: str
    table: str
    property: str
    subtitle: str
    state: str
    seen: str = ""  # the state as the record names it, for what is signed on the strength of it
    state_kind: str = "info"
    lines: tuple[SlipLine, ...] = ()
    signatures: tuple[Signature, ...] = ()
    total: int = 0
    agrees: str = ""
    agrees_kind: str = "pos"
    counted: tuple[str, int] | None = None  # by whom, and how much
    step: str = ""
    step_title: str = ""
    step_button: str = ""
    may_sign: bool = False
    why_not: str = ""
    needs_chips: bool = False
    needs_cents: bool = False
    needs_choice: tuple[str, str, tuple[tuple[str, str], ...]] | None = None  # the field, its caption, choices in words
    sharers: tuple[str, ...] = ()  # among whom a pool is shared, by half hours dealt
    ticked: tuple[str, ...] = ()  # what was gone through, one by one
    expected: tuple[tuple[int, int], ...] = ()  # denomination, count: what a count is held against
    note: str = ""
    voidable: bool = False
    facts: tuple[tuple[str, str], ...] = ()
    denominations: tuple[int, ...] = ()
