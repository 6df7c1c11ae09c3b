"""Paying the prizes of poker tournaments: identification and card shown, the intercept search, signatures, tax forms.

A prize is paid by one of two documents. `tournament-payout`: staff check and search, the patron signs and is paid.
`tournament-intercept`: the search has found money to withhold; the poker manager fills in the Paid In slip and tells
Security and Surveillance, Security goes along, the patron signs and gets what remains. At a live tournament the patron
signs on paper, and staff who see it sign for that; who has no account is paid in cash.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection

from croupier.equipment.money import money
from croupier.house.money import purses
from croupier.house.papers.documents import Document
from croupier.house.people.gaming_day import span
from croupier.house.people.persons import Person, Proof
from croupier.house.poker_room.procedures.desk import PokerDesk
from croupier.house.record.clock import Sources
from croupier.house.record.desk import using
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.house.record.ledger import Group, Ledger, Line
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tournaments.poker import store
from croupier.house.tournaments.poker.plan import TournamentRules
from croupier.house.tournaments.poker.prizes.pools import ENTRY
from croupier.house.tournaments.poker.prizes.till import Till, holder, purse, voucher, withheld
from croupier.house.tournaments.poker.store import CHECKED, DUE, PAID, Due

PAYOUT, INTERCEPT = "tournament-payout", "tournament-intercept"
ON_PAPER = {PAYOUT: "tournament-payout-paper", INTERCEPT: "tournament-intercept-paper"}  # at a live tournament
TOLD = ("security", "surveillance")
TEXT_MAX = 200


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """What the payout staff saw and found."""

    identification: str
    card: str
    searched: bool = False
    claim: str = ""  # the claim reference number of a match
    withhold: int = 0  # cents that the match says


class ReportLine(msgspec.Struct, frozen=True):
    """One line of the Tournament Financial Report."""

    place: int
    patron: str
    prize: int
    kind: str
    taxable: bool
    search: str  # "No Match", the claim's number, or that none was asked for
    withheld: int
    paid: int
    state: str
    signed_by: tuple[str, ...]


class PrizeSlip:
    """What signing either document does: the prize is held, then paid, once."""

    def __init__(self, ledger: Ledger, sources: Sources) -> None:
        self._ledger, self._sources = ledger, sources

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        about = document.data("check")
        found = self._due(tx, about)
        event = store.get(tx.conn, found.tournament)
        asked = TournamentRules(event.plan, dict(event.options), store.books(tx.conn, event.id))
        if step == "check":
            self._check(tx, document, found, asked, about)
        elif step == "manage":
            self._manage(asked, about, data)
        elif step == "receive":
            self._receive(tx, document, found, asked, by, data)
        return None

    def _due(self, tx: Tx, about: dict[str, Any]) -> Due:
        tournament, number = about.get("tournament"), about.get("prize")
        if not isinstance(tournament, str) or type(number) is not int or not 0 < number < 2**31:
            raise Refused("The slip names no prize.", "Its tournament and its number.")
        return store.prize(tx.conn, tournament, number, lock=True)

    def _check(self, tx: Tx, document: Document, found: Due, asked: TournamentRules, about: dict[str, Any]) -> None:
        clause = asked.clause("payout")
        if found.state != DUE:
            raise Stale(f"Prize {found.number} is {found.state}.", "It is paid once.", clause)
        search = _search(about, clause)
        if not search.identification.strip() or not search.card.strip():
            raise Refused("The player shows identification and card.", "Both are written down.", clause)
        if taxable(found, asked) and not search.searched:
            raise Refused(f"{money(found.cents)} is taxable.", "The intercept search comes first.", clause)
        match = document.kind in (INTERCEPT, ON_PAPER[INTERCEPT])
        if match != bool(search.withhold) or search.withhold < 0 or (match and not search.searched):
            raise Refused("A search that found money to withhold is paid in.", "Otherwise as usual.", clause)
        if match and not search.claim.strip():
            raise Refused("The claim reference number is missing.", "", asked.clause("paid-in"))
        if match and found.kind == ENTRY:
            raise Refused("An entry to another tournament is no money.", "Nothing can be withheld from it.", clause)
        kept = min(found.cents, search.withhold)
        values = {"state": CHECKED, "withheld": kept, "claim": search.claim[:TEXT_MAX], "document_id": document.id}
        store.change_prize(tx, found, self._sources.now_us(), **values)

    def _manage(self, asked: TournamentRules, about: dict[str, Any], data: dict[str, Any]) -> None:
        """The Paid In slip: its reason, the claim's number again with initials, who was told."""
        if not _text(data, "reason") or not _text(data, "initials"):
            raise Refused("The slip states its reason, and initials.", "", asked.clause("paid-in"))
        if _text(data, "claim") != str(about.get("claim", "")).strip():
            raise Refused("The claim reference number differs from the search's.", "", asked.clause("paid-in"))
        told = data.get("told")
        if not isinstance(told, list) or set(TOLD) - {word for word in told if isinstance(word, str)}:
            words = "Security Dispatch and Surveillance are told first."
            raise Refused(words, "", asked.clause("intercept-notices"))

    def _receive(
        self, tx: Tx, document: Document, found: Due, asked: TournamentRules, by: Person, data: dict[str, Any]
    ) -> None:
        on_paper = document.kind in ON_PAPER.values()
        if by.badge != found.patron and not on_paper:
            raise Forbidden(f"The prize is badge {found.patron}'s.", "Who won it signs for it.")
        if found.state != CHECKED or found.document_id != document.id:
            raise Stale(f"Prize {found.number} is {found.state}.", "It is paid once.")
        if taxable(found, asked) and data.get("w2g") is not True:
            raise Refused("The tax form is signed first.", "", asked.clause("intercept-told"))
        event = store.get(tx.conn, found.tournament)
        own = Till(self._ledger, event.id, event.plan).payer(found.patron)
        if found.kind == ENTRY:
            card = str(document.data("check").get("card", ""))
            own = voucher(event.plan.target, holder(found.patron, card))
        kept = withheld(event.property)
        self._ledger.open(tx, own, kept)
        purses.check_fund(tx, purse(found.tournament), own)
        shares: tuple[Line, ...] = ((own, found.cents - found.withheld), (kept, found.withheld))
        lines = ((purse(found.tournament), -found.cents), *(share for share in shares if share[1]))
        kind = "tournament-prize"
        self._ledger.post(tx, Group(kind=kind, by=by.badge, lines=lines, document=document.id))
        store.change_prize(tx, found, self._sources.now_us(), state=PAID)

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """Taken back before it was paid: the prize is due again."""
        found = store.prize_on(tx.conn, document.id)
        if found is not None and found.state == CHECKED:
            values = {"state": DUE, "withheld": 0, "claim": "", "document_id": ""}
            store.change_prize(tx, found, self._sources.now_us(), **values)


class Payouts:
    """The commands of payouts, and what is read of them."""

    def __init__(self, house: PokerDesk) -> None:
        self.house = house
        slip = PrizeSlip(house.ledger, house.sources)
        house.documents.effects |= dict.fromkeys((PAYOUT, INTERCEPT, *ON_PAPER.values()), slip)

    # ---- commands

    async def check(
        self, proof: Proof, tournament: str, number: int, search: Search, command: str | None = None
    ) -> Document:
        """The first signature: what was shown and found decides which document it is."""
        kind = INTERCEPT if search.withhold else PAYOUT
        data = {"tournament": tournament, "prize": number} | msgspec.to_builtins(search)
        work = using(self._check_in, proof, tournament, kind, data)
        asked = f"check {tournament} {number} {search}"
        return await self._do(proof, "prize.check", tournament, asked, work, command)

    def _check_in(self, tx: Tx, proof: Proof, tournament: str, kind: str, data: Any) -> Document:
        event = store.get(tx.conn, tournament)
        paper = ON_PAPER[kind] if event.plan.live else kind
        return self.house.documents.begin(tx, paper, event.property, tournament, proof, data)

    async def sign(
        self,
        proof: Proof,
        tournament: str,
        number: int,
        step: str,
        data: dict[str, Any] | None = None,
        command: str | None = None,
    ) -> Document:
        with self.house.storage.reading() as conn:
            found = store.prize(conn, tournament, number)
        if not found.document_id:
            raise Stale("The prize has not been checked.", "Identification and card come first.")
        work = using(self.house.documents.sign, found.document_id, step, proof, data)
        act = self.right(tournament, step)
        done = await self._do(proof, act, tournament, f"sign {tournament} {number} {step} {data}", work, command)
        self.house.hub.publish(News(f"patron:{found.patron}", "balance"))
        return done

    def right(self, tournament: str, step: str) -> str:
        """What it takes to sign a step: at a live tournament staff see the patron sign."""
        if step != "receive":
            return {"check": "prize.check", "manage": "prize.intercept", "escort": "prize.escort"}[step]
        with self.house.storage.reading() as conn:
            live = any(event.id == tournament and event.plan.live for event in store.all_of(conn))
        return "prize.witness" if live else "prize.receive"

    async def _do(
        self, proof: Proof, act: str, tournament: str, asked: str, work: Any, command: str | None
    ) -> Document:
        house = self.house
        done: Document = await house.command(proof.badge, act, tournament, asked, Document, work, command)
        house.hub.publish(News("floor", "tournament", data=tournament))
        house.hub.publish(News(f"tournament:{tournament}", "paid"))
        return done

    # ---- reading

    def report(self, conn: Connection, tournament: str) -> list[ReportLine]:
        """The Tournament Financial Report."""
        event = store.get(conn, tournament)
        asked = TournamentRules(event.plan, dict(event.options), store.books(conn, event.id))
        no_match = str(asked.book.procedure("no-match").values["writes"])  # type: ignore[union-attr]
        lines = []
        for found in store.prizes(conn, tournament):
            signed: tuple[str, ...] = ()
            search = ""
            if found.document_id:
                document = self.house.documents.get(conn, found.document_id)
                signed = tuple(one.by for one in document.signed)
                searched = bool(document.data("check").get("searched"))
                search = found.claim or (no_match if searched else "not taxable")
            paid = found.cents - found.withheld if found.state == PAID else 0
            about = (found.place, found.patron, found.cents, found.kind, taxable(found, asked), search)
            lines.append(ReportLine(*about, found.withheld, paid, found.state, signed))
        return lines

    def intercepts(self, conn: Connection, property_: str, day_us: int) -> list[Due]:
        """Prizes of a gaming day from which money was withheld: what goes to Accounting."""
        found, day = [], span(conn, day_us)
        for one in store.prizes(conn):
            if (
                one.withheld
                and one.state == PAID
                and day.holds(one.changed_us)
                and store.get(conn, one.tournament).property == property_
            ):
                found.append(one)
        return found

    def tracked(self, conn: Connection, property_: str) -> list[Due]:
        """The tracking sheet: prizes of which nothing was left for the guest."""
        kept = [one for one in store.prizes(conn) if one.state == PAID and one.withheld == one.cents]
        return [one for one in kept if store.get(conn, one.tournament).property == property_]


def taxable(found: Due, asked: TournamentRules) -> bool:
    above = asked.value("taxable-above-dollars")
    assert isinstance(above, int)
    return found.cents - found.paid_in > above * 100


def _search(about: dict[str, Any], clause: str) -> Search:
    given = {key: value for key, value in about.items() if key in Search.__struct_fields__}
    try:
        return msgspec.convert(given, Search)
    except msgspec.ValidationError as error:
        raise Refused(f"The slip can't be read: {error}.", "", clause) from None


def _text(data: dict[str, Any], key: str) -> str:
    value = data.get(key, "")
    return value.strip()[:TEXT_MAX] if isinstance(value, str) else ""
