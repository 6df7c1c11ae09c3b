"""The accounts of one house table under their names in the ledger, and what an act moves between them."""

from croupier.house.money.progressives import Jackpot, jackpot_account
from croupier.house.record import accounts
from croupier.house.record.errors import Broken
from croupier.house.record.ledger import Line
from croupier.house.tables.life import FloorTable
from croupier.house.tables.table_unit import Asked
from croupier.rounds import acts, coupons


class TableAccounts:
    def __init__(self, table: FloorTable, links: dict[str, str]) -> None:
        self._table = table
        self._links = links
        self._found: dict[str, str] = {}  # of the table -> in the ledger, where that does not hang on the act

    def lines(
        self,
        command: Asked,
        before: dict[str, int],
        after: dict[str, int],
        paid: tuple[Jackpot, ...],
        leaving: str,
    ) -> list[Line]:
        """The change of every account at the table, under the ledger's names; `leaving`: the patron who gets up."""
        had = before.get
        moved = [(name, cents) for name, now in after.items() if (cents := now - had(name, 0))]
        if gone := before.keys() - after.keys():  # whoever left took all he had
            moved += [(name, -before[name]) for name in sorted(gone) if before[name]]
        lines: list[Line] = []
        for name, cents in moved:
            if paid and name.startswith("meter:"):
                lines += [(jackpot_account(j.id), -j.amount) for j in paid]
                cents += sum(j.amount for j in paid)
            if cents:
                lines.append((self._account(name, command, leaving), cents))
        return lines

    def _account(self, name: str, command: Asked, leaving: str) -> str:
        if name == "cash":
            return self._purse(command, leaving)
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._named(name)
        return found

    def _named(self, name: str) -> str:
        table, place = self._table.id, self._table.property
        if name.startswith("patron:"):
            return accounts.at_table(name[7:], table)
        if name.startswith("meter:"):
            return accounts.meter(meter_behind(self._links, name[6:]))
        if name.startswith(coupons.HELD):
            return accounts.coupon(place, name.removeprefix(coupons.HELD))
        if name.startswith(coupons.LAID):
            return accounts.coupon_laid(table, name.removeprefix(coupons.LAID))
        known = {
            "layout": accounts.layout(table),
            "inventory": accounts.inventory(table),
            "drop": accounts.drop(table),
            coupons.PAID: accounts.coupons_paid(table),
            coupons.ENDED: accounts.coupons(place, self._table.settings.demo),
            "toke-pool": (accounts.demo_tokes if self._table.settings.demo else accounts.toke_pool)(place),
        }
        if name not in known:
            raise Broken(f"table {table} moved money of an account {name!r} that the floor does not know")
        return known[name]

    def _purse(self, command: Asked, leaving: str) -> str:
        """Where bought chips are paid from and chips carried away go: a patron's own credit, or cash on the table."""
        act = command.act
        if isinstance(act, acts.Leave):
            return accounts.patron(leaving)
        if command.by.role == "player":
            return accounts.patron(command.by.badge)
        return accounts.outside(self._table.property)


def meter_behind(links: dict[str, str], kind: str) -> str:
    """The house's meter behind a progressive of the rulebook: `three-card` at this table is the linked one."""
    return links.get("progressive", kind)
