"""The money of a poker tournament in the ledger: buy-ins divided, bounties and cash-outs, guarantees, refunds.

Everything that players pay for prizes lies in the tournament's own account until it is paid out; fees go to the staff's
and the house's, promotional money to the room's funds. Chips stand in no account.
"""

from collections.abc import Sequence

from sqlalchemy import Connection

from croupier.house.money import purses
from croupier.house.money.poker_funds import BAD_BEAT, SPECIAL_HANDS, fund
from croupier.house.record import accounts
from croupier.house.record.ledger import Group, Ledger, Line
from croupier.house.record.writer import Tx
from croupier.house.tournaments.poker.acts import WALK_IN, Register
from croupier.house.tournaments.poker.plan import Plan

CARD_MAX = 40


def purse(tournament: str) -> str:
    return f"tournament:{tournament}"


def voucher(tournament: str, badge: str) -> str:
    """An entry that a patron has won: it is good for the buy-in of this tournament."""
    return f"tournament:{tournament}/entry/{badge}"


def holder(name: str, card: str) -> str:
    """Whose an entry is that was won: a patron's by badge; who has no account is known by his card."""
    return f"card-{card.strip()[:CARD_MAX]}" if name.startswith(WALK_IN) else name


def withheld(property_: str) -> str:
    """Money kept back from prizes for claims of the state."""
    return f"intercept:{property_}"


def won_part(ledger: Ledger, conn: Connection, tournament: str, sold: Sequence[Register], act: Register) -> int:
    """What of an entry was paid by one that its player had won, by the ledger; `sold` are all, in their order."""
    own = holder(act.name, act.card)
    mine, account = [one for one in sold if holder(one.name, one.card) == own], voucher(tournament, own)
    lines = ledger.statement(conn, account) if account in ledger.balances(conn, account) else []
    used = [line for line in lines if line.cents < 0]
    for at, one in enumerate(mine, 1):
        before_next = bool(used) and (at == len(mine) or used[0].at_us <= mine[at].at_us)
        paid = -used.pop(0).cents if before_next and used[0].at_us >= one.at_us else 0
        if one is act:
            return paid
    return 0


class Till:
    def __init__(self, ledger: Ledger, tournament: str, plan: Plan) -> None:
        self._ledger, self.tournament, self.plan = ledger, tournament, plan

    def payer(self, name: str) -> str:
        """Where a player's money comes from and goes to: his account, or cash over the desk."""
        return accounts.outside(self.plan.property) if name.startswith(WALK_IN) else accounts.patron(name)

    def _demo(self, tx: Tx, payer: str = "") -> bool:
        """Whether it is played for demo chips: as its purse is, or as whoever pays into it first."""
        kind = purses.fund_holds(tx, purse(self.tournament))
        if not kind and payer.startswith("patron:"):
            kind = purses.holds(tx.conn, payer.removeprefix("patron:"))
        return kind == purses.DEMO

    def _entry_lines(self, demo: bool) -> tuple[Line, ...]:
        plan = self.plan
        place = plan.property
        return (
            (purse(self.tournament), plan.prize),
            (accounts.demo_tokes(place) if demo else accounts.staffing(place, self.tournament), plan.administration),
            (accounts.house(place), plan.house),
            (fund(place, BAD_BEAT, demo=demo), plan.bad_beat),
            (fund(place, SPECIAL_HANDS, demo=demo), plan.special_hands),
        )

    def enter(self, tx: Tx, by: str, badge: str, card: str = "") -> int:
        """A buy-in divided into its parts; an entry that was won pays for it as far as it goes."""
        won, patron = voucher(self.tournament, holder(badge, card)), self.payer(badge)
        demo = self._demo(tx, patron)
        lines = self._entry_lines(demo)
        self._ledger.open(tx, won, patron, *(name for name, _ in lines))
        used = min(self._ledger.balance_in(tx, won), self.plan.entry)
        if used:
            purses.check_entry(tx, won, purse(self.tournament), demo)
        self._ledger.require(tx, patron, self.plan.entry - used)
        purses.check_fund(tx, purse(self.tournament), patron)
        sources: tuple[Line, ...] = ((won, -used), (patron, used - self.plan.entry))
        return self._post(tx, "tournament-entry", by, (*sources, *lines))

    def give_back(self, tx: Tx, by: str, act: Register, sold: Sequence[Register]) -> int:
        """All that an entry cost: what one that was won has paid is such an entry again, and no cash."""
        won = won_part(self._ledger, tx.conn, self.tournament, sold, act)
        own = voucher(self.tournament, holder(act.name, act.card))
        lines = tuple((name, -cents) for name, cents in self._entry_lines(self._demo(tx)))
        for name, cents in lines:
            self._ledger.require(tx, name, -cents)
        back = ((own, won), (self.payer(act.name), self.plan.entry - won))
        return self._post(tx, "tournament-refund", by, (*lines, *back))

    def buy(self, tx: Tx, by: str, badge: str, cents: int) -> int:
        """A rebuy or an add-on: all of it to the prizes."""
        self._ledger.open(tx, self.payer(badge))
        lines = ((self.payer(badge), -cents), (purse(self.tournament), cents))
        self._ledger.require(tx, self.payer(badge), cents)
        purses.check_fund(tx, purse(self.tournament), self.payer(badge))
        return self._post(tx, "tournament-rebuy", by, lines)

    def buy_back(self, tx: Tx, by: str, badge: str, cents: int) -> int:
        """A rebuy or an add-on that was taken back."""
        lines = ((purse(self.tournament), -cents), (self.payer(badge), cents))
        return self._post(tx, "tournament-refund", by, lines)

    def take_back(self, tx: Tx, by: str, badge: str, cents: int) -> int:
        """A bounty that was paid for a knock-out which was none."""
        self._ledger.require(tx, self.payer(badge), cents)
        return self._post(tx, "tournament-refund", by, ((self.payer(badge), -cents), (purse(self.tournament), cents)))

    def pay(self, tx: Tx, kind: str, by: str, badge: str, cents: int) -> int:
        """A bounty or a cash-out, at once."""
        self._ledger.open(tx, self.payer(badge))
        purses.check_fund(tx, purse(self.tournament), self.payer(badge))
        return self._ledger.move(tx, kind, by, purse(self.tournament), self.payer(badge), cents)

    def make_up(self, tx: Tx, by: str, cents: int) -> int:
        """What a guarantee lacks: from the special hands fund, and from the house where that does not reach."""
        place = self.plan.property
        source = fund(place, SPECIAL_HANDS, demo=self._demo(tx))
        self._ledger.open(tx, source, accounts.house(place), purse(self.tournament))
        has = min(cents, self._ledger.balance_in(tx, source))
        lines = ((source, -has), (accounts.house(place), has - cents), (purse(self.tournament), cents))
        return self._post(tx, "tournament-guarantee", by, lines)

    def balance(self, tx: Tx) -> int:
        self._ledger.open(tx, purse(self.tournament))
        return self._ledger.balance_in(tx, purse(self.tournament))

    def _post(self, tx: Tx, kind: str, by: str, lines: tuple[Line, ...]) -> int:
        kept = tuple((name, cents) for name, cents in lines if cents)
        return self._ledger.post(tx, Group(kind=kind, by=by, lines=kept, memo=self.tournament))
