"""Who may do what: one table of acts and roles, asked in one place, in force at once."""

from typing import NamedTuple

from croupier.house.record.errors import Forbidden, Refused


class Role(NamedTuple):
    words: str  # within a sentence
    title: str  # beside a name


_ROLES = {
    "player": Role("a player", "Patron"),
    "dealer": Role("a dealer", "Dealer"),
    "clerk": Role("a poker clerk", "Poker clerk"),
    "supervisor": Role("a supervisor", "Table Games Supervisor"),
    "manager": Role("a manager", "Manager"),
    "cage": Role("the cage", "Cage cashier"),
    "security": Role("security", "Security officer"),
    "surveillance": Role("surveillance", "Surveillance"),
    "commission": Role("the commission", "Commission"),
    "administrator": Role("an administrator", "Administrator"),
    "attendant": Role("a slot attendant", "Slot attendant"),
    "slot-supervisor": Role("a slot supervisor", "Slot supervisor"),
}
ROLES = tuple(_ROLES)
ROLE_TITLES = {name: role.title for name, role in _ROLES.items()}
SLOTS = ("attendant", "slot-supervisor")  # whom a stadium has beside the table games' staff (003:7569, 7574)

CONFIRMS = "people.confirm"  # what another has proposed for the staff list
NOBODY = ""  # the role of somebody who has none at the property in question

WORDS = {NOBODY: "somebody without a role at this property"} | {name: role.words for name, role in _ROLES.items()}
# As what somebody acts who has several roles at one place, where nothing else says: the first of these.
LEADING = (
    "manager",
    "supervisor",
    "clerk",
    "dealer",
    "slot-supervisor",
    "attendant",
    "cage",
    "security",
    "surveillance",
    "commission",
    "administrator",
    "player",
)

_EVERYBODY = frozenset(ROLES)
_STAFF = _EVERYBODY - {"player"}
_FLOOR = frozenset({"supervisor", "manager"})  # "table games supervisor or above"
_PIT = _FLOOR | {"dealer"}
_CLERK = _FLOOR | {"clerk"}  # "poker clerk or above"
_WATCHERS = frozenset({"surveillance", "commission", "manager", "administrator"})

PERMITS: dict[str, frozenset[str]] = {
    # at the table
    "table.see": _EVERYBODY,
    "table.play": frozenset({"player"}),
    "table.deal": _PIT,
    "table.declare": _PIT,
    "table.undo": _PIT,
    "table.call-supervisor": _PIT | {"player"},
    "table.rule": _FLOOR,
    "table.void": _FLOOR,
    # the life of a table
    "table.add": frozenset({"manager", "administrator"}),
    "table.open": _FLOOR,
    "table.close": _FLOOR,
    "table.limits": _FLOOR,
    "procedure.override": _FLOOR,  # a table deals on though something is overdue
    "table.give-up": _FLOOR,  # what is out of order: a supervisor and a manager together
    "table.dealer": _FLOOR,
    "table.watch": _STAFF,
    "notice.settle": _FLOOR,
    # equipment
    "inspection.inspect": _PIT,
    "inspection.verify": _FLOOR,
    "cards.count": _PIT,
    "wheel.review": _FLOOR,
    "checklist.sign": _PIT,
    # counts, fills, credits, drop, tips
    "count.dealer": frozenset({"dealer"}),
    "count.supervisor": _FLOOR,
    "fill.request": _FLOOR,
    "fill.prepare": frozenset({"cage"}),
    "fill.carry": frozenset({"security"}),
    "fill.count": frozenset({"dealer"}),
    "fill.confirm": _FLOOR,
    "credit.request": _FLOOR,
    "credit.count": frozenset({"dealer"}),
    "credit.carry": frozenset({"security"}),
    "credit.receive": frozenset({"cage"}),
    "credit.confirm": _FLOOR,
    "document.void": _FLOOR | {"cage"},
    "document.read": _STAFF,
    "drop.remove": frozenset({"security"}),
    "drop.witness": _FLOOR,
    "drop.count": frozenset({"cage"}),
    "drop.verify": frozenset({"cage", "manager"}),
    "toke.count": frozenset({"cage"}),
    "toke.distribute": frozenset({"manager"}),
    "cage.exchange": frozenset({"cage"}),
    "cage.witness": _FLOOR | {"cage", "slot-supervisor"},  # the second person of a large exchange
    "currency.report": frozenset({"cage", "manager", *SLOTS}),  # who pays or takes the cash files it
    "payout.hand": frozenset({"manager", *SLOTS}),  # "a Slot Attendant or above"
    "cage.own": frozenset({"player"}),
    "coupon.issue": frozenset({"cage", "manager"}),
    "coupon.approve": _FLOOR | {"cage"},
    # progressives
    "meter.configure": frozenset({"manager"}),
    "jackpot.verify": _FLOOR,
    "jackpot.surveil": frozenset({"surveillance"}),
    "jackpot.pay": _FLOOR | {"cage"},
    # audit and people
    "audit.read": _WATCHERS,
    "ledger.read": _WATCHERS | {"cage"},
    "ledger.correct": frozenset({"manager"}),
    "people.read": frozenset({"administrator", "manager", "commission"}),
    "people.manage": frozenset({"administrator"}),
    "people.confirm": frozenset({"administrator", "manager"}),  # what another has proposed
    "house.post": frozenset({"administrator", "manager"}),
    "house.plan": frozenset({"administrator"}),  # which properties, name, time zone, chips, pits
    "house.confirm": frozenset({"administrator", "manager"}),
    "commission.notify": _FLOOR,
    # tournaments at tables
    "tournament.plan": frozenset({"manager"}),
    "tournament.run": _FLOOR,
    "tournament.pay": frozenset({"manager"}),
    # the poker room: its lists
    "room.list": _CLERK,
    "room.hook": frozenset({"manager", "administrator"}),  # where messages of the room are sent
    "room.record": _CLERK | {"dealer"},  # racks, playover boxes, late reports, chips found
    "room.report": _WATCHERS | _FLOOR | {"cage"},
    "card.register": _CLERK,  # a patron's card, with which the one that he shows is compared
    "box.attach": _PIT | {"security"},
    # the poker room: conduct
    "conduct.report": _CLERK | {"dealer", "security", "surveillance"},
    "conduct.decide": _FLOOR,  # the room's book says who may bar
    "conduct.lift": frozenset({"manager"}),
    "conduct.read": _STAFF,
    # the poker room: racks, carts, containers, decks
    "bank.set": frozenset({"manager"}),
    "bank.read": _STAFF,
    "rack.count": frozenset({"dealer"}),
    "rack.carry": _CLERK,
    "rack.exchange": frozenset({"cage"}),
    "exchange.verify": _FLOOR,
    "cart.use": _CLERK,
    "container.key": _FLOOR,  # the cage and whoever carries inventories have no part in it
    "deck.receive": _FLOOR,
    "deck.inspect": frozenset({"dealer"}),
    "deck.verify": _FLOOR,
    "deck.remove": _PIT,
    "deck.call": _FLOOR | {"commission"},  # the room's book says on whose word a deck leaves before its time
    "deck.replace": _FLOOR,
    # the poker room: tips
    "tips.give": frozenset({"player"}),
    "tips.box": frozenset({"dealer"}),
    "tips.own": frozenset({"dealer", "clerk"}),  # the room's book says whose tips go into a box
    "tips.cash": frozenset({"cage"}),
    "tips.collect": _CLERK | {"cage"},
    "tips.work": frozenset({"dealer", "clerk", "supervisor", "cage"}),
    "tips.confirm": _FLOOR,
    "tips.read": _WATCHERS | {"cage"},
    # poker tournaments and promotions
    "event.register": _CLERK,
    "event.deal": _PIT,
    "event.play": frozenset({"player"}),
    "event.read": _EVERYBODY,
    "prize.check": _CLERK,
    "prize.intercept": frozenset({"manager"}),
    "prize.escort": frozenset({"security"}),
    "prize.receive": frozenset({"player"}),
    "prize.witness": _CLERK,  # at a live tournament the patron signs on paper
    "prize.read": _CLERK | {"cage", "surveillance", "commission", "administrator"},
    "promotion.plan": frozenset({"manager"}),
    "promotion.give-up": frozenset({"manager", "administrator"}),  # the second person: a fund goes to the other
    "promotion.log": _WATCHERS | _FLOOR | {"cage"},
    "promotion.run": _FLOOR,
    "promotion.claim": _PIT,
    "promotion.verify": _FLOOR,
    "promotion.surveil": frozenset({"surveillance"}),
    "promotion.pay": _FLOOR | {"cage"},
    # drafts of rules, and their approval
    "draft.edit": frozenset({"manager"}),
    "draft.read": _WATCHERS | {"supervisor"},
    "draft.comment": _WATCHERS | {"supervisor"},
    "approval.submit": frozenset({"manager"}),
    "approval.decide": frozenset({"commission"}),
    "approval.record": frozenset({"commission", "administrator"}),
}


# What somebody new, or new in a role, does not sign before the cooling time is over: whatever moves money or people.
MONEY = frozenset(
    act
    for act in PERMITS
    if act.startswith(("fill.", "credit.", "count.", "drop.", "toke.", "jackpot.", "rack.", "cart.", "container."))
    or act.startswith(("coupon.", "payout."))
    or act == "exchange.verify"
    or act in ("cage.exchange", "cage.witness", "currency.report", "document.void", "ledger.correct", "meter.configure")
    or act in ("bank.set", "house.post")
    or act in ("tournament.pay", "tips.cash", "tips.collect", "tips.confirm")
    or act in ("promotion.plan", "promotion.give-up", "promotion.run")
    or act in ("promotion.verify", "promotion.surveil", "promotion.pay")
    or act in ("prize.check", "prize.witness", "prize.intercept", "prize.escort")
    or act in ("people.manage", "people.confirm")
)


def check_role(role: str) -> None:
    if role not in ROLES:
        raise Refused(f"There is no role {role!r}.", f"Roles are {', '.join(ROLES)}.")


def may(role: str, act: str) -> bool:
    return role in PERMITS[act]


def takes(act: str) -> str:
    """Who may do this, in words."""
    return " or ".join(WORDS[role] for role in ROLES if role in PERMITS[act])


def require(role: str, act: str) -> None:
    """Refuse what this role may not do, naming who may."""
    if role == NOBODY or not may(role, act):
        raise Forbidden(f"This is not for {WORDS[role]}.", f"It takes {takes(act)}.")
