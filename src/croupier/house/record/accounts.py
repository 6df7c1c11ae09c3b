"""The names of the ledger's accounts."""

import hashlib


def patron(badge: str) -> str:
    """What a patron has with the house: tickets, credit, chips carried away from a table."""
    return f"patron:{badge}"


def at_table(badge: str, table_id: str) -> str:
    """A patron's chips in front of him at one table."""
    return f"patron:{badge}@{table_id}"


def layout(table_id: str) -> str:
    return f"layout:{table_id}"


def inventory(table_id: str) -> str:
    return f"inventory:{table_id}"


def drop(table_id: str) -> str:
    return f"drop:{table_id}"


def jackpot_drop(table_id: str) -> str:
    """The second box of a poker table: drops for the jackpot, kept apart from the rake."""
    return f"drop:{table_id}/jackpot"


def of_table(table_id: str) -> tuple[str, ...]:
    return (layout(table_id), inventory(table_id), drop(table_id))


def cage(property_: str) -> str:
    return f"cage:{property_}"


def outside(property_: str) -> str:
    """The world beyond the cage: cash that comes in and goes out."""
    return f"outside:{property_}"


def transit(property_: str) -> str:
    """Chips on their way between the cage and a table."""
    return f"transit:{property_}"


def count_room(property_: str) -> str:
    """Drop boxes that were removed and are not counted yet."""
    return f"count-room:{property_}"


def toke_pool(property_: str) -> str:
    return f"toke-pool:{property_}"


def demo_tokes(property_: str) -> str:
    """Tips in demo chips: they are counted in no pool and paid to nobody."""
    return f"toke-pool:{property_}/demo"


def variance(property_: str) -> str:
    """What counts found over or short."""
    return f"variance:{property_}"


def house(property_: str) -> str:
    """The house's own money: it funds the cage, the meters and their reserves."""
    return f"house:{property_}"


def of_property(property_: str) -> tuple[str, ...]:
    names = (cage, outside, transit, count_room, toke_pool, variance, house)
    return tuple(name(property_) for name in names)


def ticket(code: str) -> str:
    """What a ticket is worth. Whoever knows its code may redeem it, so the code itself is not on record. It may come
    as somebody copied it from paper: in groups, in capitals."""
    typed = "".join(letter for letter in code.lower() if letter not in " -")
    return f"ticket:{hashlib.sha256(typed.encode()).hexdigest()[:32]}"


def coupon(property_: str, number: int | str) -> str:
    """What a match play coupon in a patron's hands is made out for."""
    return f"coupon:{property_}/{number}"


def coupon_laid(table_id: str, number: int | str) -> str:
    """The same while it lies on a layout."""
    return f"layout:{table_id}/coupon/{number}"


def coupons(property_: str, demo: bool = False) -> str:
    """The house's coupons: below zero by what is out, for money or for demo chips."""
    return f"coupons:{property_}/demo" if demo else f"coupons:{property_}"


def coupons_paid(table_id: str) -> str:
    """Coupons that a table took in for chips that it paid on them: what a promotion has cost there."""
    return f"coupons-paid:{table_id}"


def slot_team(property_: str) -> str:
    """Gratuities on jackpots and manual payouts at stations."""
    return f"toke-pool:{property_}/slot-team"


def meter(name: str) -> str:
    return f"meter:{name}"


def reserve(name: str) -> str:
    """What was set aside for the next seed of a meter."""
    return f"reserve:{name}"


def cart(name: str) -> str:
    """A chip cart of a poker room."""
    return f"cart:{name}"


def token_box(property_: str, badge: str) -> str:
    """A dealer's own tips from cash games, until they are cashed out."""
    return f"toke-pool:{property_}/box/{badge}"


def staffing(property_: str, tournament: str) -> str:
    """Staffing money of one tournament, until the pay period is over."""
    return f"toke-pool:{property_}/staffing/{tournament}"


def clerk_tips(property_: str) -> str:
    """What dealers gave to the clerks, until the pay period is over."""
    return f"toke-pool:{property_}/clerks"


def cage_tokens(property_: str) -> str:
    """The cage cashiers' own pool."""
    return f"toke-pool:{property_}/cage"


def payroll(badge: str) -> str:
    """What is owed to somebody with the next paycheck."""
    return f"payroll:{badge}"


def in_words(name: str) -> str:
    """An account as people on the floor call it: `Patron ann at BJ-1`, `Table inventory BJ-1`, `Cage`."""
    kind, _, rest = name.partition(":")
    if kind == "patron":
        badge, _, table = rest.partition("@")
        return f"Patron {badge} at {table}" if table else f"Patron {badge}"
    said = {"inventory": "Table inventory", "drop": "Drop box", "toke-pool": "The toke pool"}.get(kind)
    said = said or kind[:1].upper() + kind[1:].replace("-", " ")
    return f"{said} {rest}" if kind in ("inventory", "drop", "layout", "meter") else said
