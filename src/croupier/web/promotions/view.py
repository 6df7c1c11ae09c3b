"""Promotions of a poker room in words: what runs, what the funds hold, which hands were called and what they got."""

import asyncio
import contextlib

from croupier.equipment.money import money
from croupier.house.money.poker_funds import FUNDS, Unused
from croupier.house.money.purses import DEMO_FUND
from croupier.house.people.persons import Person
from croupier.house.promotions import store
from croupier.house.promotions.claim_slip import POSTED, shares_of, taxable_above
from croupier.house.promotions.denials import grounds
from croupier.house.promotions.games import DRAWN, TABLE_DRAWN, board, tickets
from croupier.house.promotions.rules import (
    BAD_BEAT,
    BANKROLL,
    BY_HAND,
    FREEROLL,
    HIGH_HAND,
    RANKS,
    SPLASH,
    SQUARES,
    Finding,
)
from croupier.house.promotions.searches import asks
from croupier.house.promotions.store import CALLED, CONFIRMED, DENIED, PAID, RUNNING, VERIFIED, Claim, Item, Promotion
from croupier.house.promotions.tournament_hands import called
from croupier.house.record.faults import OutOfOrder
from croupier.house.tournaments.poker import store as events
from croupier.house.tournaments.poker.state import PLAYING, State
from croupier.poker.book.forms import FORMS
from croupier.rulebook import Rulebook
from croupier.web.felt.shown import Fact
from croupier.web.kit import words
from croupier.web.kit.context import Floor, property_title
from croupier.web.kit.links import book_path
from croupier.web.promotions.shown import ClaimRow, FundRow, OfferRow, PromotionCard, PromotionView

KINDS = (*BY_HAND, SPLASH, *DRAWN, BANKROLL, FREEROLL)
STATES = {
    CALLED: ("Called, to be verified", "warn"),
    VERIFIED: ("Verified, to be confirmed on video", "info"),
    CONFIRMED: ("Confirmed, to be paid", "info"),
    PAID: ("Paid", "pos"),
    DENIED: ("Denied", ""),
    "chosen": ("Has a square", "pos"),
}
STEPS = {CALLED: "verify", VERIFIED: "surveil", CONFIRMED: "pay"}
AS = {"loser": "the losing hand", "winner": "the winning hand", "table": "the table", "holder": "the hand"}
FUND_TITLES = {"bad-beat": "Bad beat jackpot", "special-hands": "Special hands"}


def kinds(book: Rulebook) -> tuple[str, ...]:
    return tuple(kind for kind in KINDS if kind in book.settings)


# ---- the list


async def book(floor: Floor, house: str) -> Rulebook:
    """The property's book of promotions that is in force."""

    def read() -> Rulebook:
        with floor.house.storage.reading() as conn:
            return floor.promotions.books.today(conn, house)

    return await asyncio.to_thread(read)


async def cards(floor: Floor, house: str) -> tuple[PromotionCard, ...]:
    """Those that run first."""

    def read() -> tuple[PromotionCard, ...]:
        with floor.house.storage.reading() as conn:
            found = store.all_of(conn, house)
            claims = {one.id: store.claims(conn, one.id, shown=True) for one in found}
            book = floor.promotions.books.today(conn, house)
        found.sort(key=lambda one: (one.state != RUNNING, one.id))
        return tuple(card(book, one, claims[one.id]) for one in found)

    return await asyncio.to_thread(read)


def card(book: Rulebook, made: Promotion, claims: list[Claim]) -> PromotionCard:
    terms = made.terms
    setting = book.settings.get(made.kind)  # a kind that no rulebook has was not written by the house
    waiting = sum(one.state in STEPS for one in claims)
    return PromotionCard(
        id=made.id,
        title=words.plain(made.kind),
        kind=made.kind,
        house=made.property,
        says=setting.says if setting else "The rulebook has no such promotion: it is out of order.",
        clause=setting.clause if setting else "",
        book=book_path(book),
        pays=_pays(made, book),
        state=made.state,
        state_words="Running" if made.state == RUNNING else "Ended",
        link=f"/promotions/{made.id}",
        where=", ".join((*terms.tables, *terms.tournaments)) or "no table is designated",
        when=_when(terms.from_us, terms.to_us),
        qualifier=_qualifier(made, book) if setting else "",
        leads=_leads(made, claims),
        waiting=waiting,
    )


def _pays(made: Promotion, book: Rulebook) -> str:
    if made.kind == BAD_BEAT:
        setting = book.settings.get("share-percent")
        percent = made.terms.share_percent or (int(setting.value) if setting else 100)
        return f"{percent}% of the bad beat jackpot"
    if made.terms.prizes:
        return ", ".join(money(prize) for prize in made.terms.prizes)
    each = " after each quarter" if made.kind == SQUARES else ""
    return f"{money(made.terms.amount)}{each}"


def _when(first: int, last: int) -> str:
    if first and last:
        return f"from {words.moment(first)} to {words.moment(last)}"
    return f"until {words.moment(last)}" if last else f"from {words.moment(first)}" if first else "until it is ended"


def _qualifier(made: Promotion, book: Rulebook) -> str:
    """The least hand: posted for the day, or the book's."""
    terms = made.terms
    if terms.least_category:
        return _hand(terms.least_category, terms.least_rank)
    if made.kind == BAD_BEAT and (setting := book.settings.get("qualifier")):
        return _hand(str(setting.value.get("category", "")), str(setting.value.get("rank", "")))
    value = book.settings[made.kind].value
    least = value.get("least", "") if isinstance(value, dict) else ""
    return _hand(str(least), "") if least else ""


def _hand(category: str, rank: str) -> str:
    said = category.replace("-", " ")
    names = dict(zip(RANKS, ("deuces", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens",
                             "jacks", "queens", "kings", "aces")))  # fmt: skip
    return f"{said}, {names[rank]}, or better" if rank in names else f"{said} or better"


def _leads(made: Promotion, claims: list[Claim]) -> str:
    """The best hand of a high hand so far."""
    alive = [one for one in claims if one.state != DENIED]
    if made.kind != HIGH_HAND or not alive:
        return ""
    best = max(alive, key=lambda one: (one.finding.value, -one.began_us))
    return f"{best.finding.words} at {best.table_id}"


async def funds(floor: Floor, house: str) -> tuple[FundRow, ...]:
    def read() -> tuple[dict[str, dict[str, int]], Rulebook, list[Unused]]:
        with floor.house.storage.reading() as conn:
            kept, book = floor.promotions.funds, floor.promotions.books.today(conn, house)
            return kept.by_type(conn, house), book, kept.unused(conn, book, floor.house.sources.now_us())

    held, book, unused = await asyncio.to_thread(read)
    shares = book.settings["allocation"]
    made = []
    for game in ("", *(game for game in held if game in FORMS)):
        for name in FUNDS:
            kinds = [kind for kind in ("", DEMO_FUND) if name + kind in held.get(game, {})]
            for kind in kinds or [""]:
                about = (f", {FORMS[game].title}" if game else "") + (", demo chips" if kind else "")
                made.append(
                    FundRow(
                        name=name,
                        title=FUND_TITLES[name] + about,
                        cents=held.get(game, {}).get(name + kind, 0),
                        note=f"{shares.value.get(name, 0)}% of what is collected{_late(unused, name + kind, game)}",
                        clause=shares.clause,
                        game=game,
                        demo=bool(kind),
                    )
                )
    return tuple(made)


def _late(unused: list[Unused], name: str, game: str) -> str:
    """What of a fund should have been used by now, and of which months."""
    late = [one for one in unused if (one.fund, one.game) == (name, game)]
    if not late:
        return ""
    return f"; {money(sum(one.cents for one in late))} of {', '.join(one.month for one in late)} is overdue: use it"


async def offers(floor: Floor, table: str) -> tuple[str, tuple[OfferRow, ...]]:
    """The last hand of a poker table: what it meets, or lacks, of every promotion that hands win."""
    place, facts = await called(floor.room, table)

    def read() -> dict[str, Finding]:
        with floor.house.storage.reading() as conn:
            return floor.promotions.offered(conn, place, facts)

    found = await asyncio.to_thread(read)
    rows = tuple(
        OfferRow(
            promotion=name,
            title=words.plain(one.kind),
            words=one.words,
            qualifies=one.qualifies,
            missing=tuple(Fact("", reason.words, reason.clause) for reason in one.missing),
        )
        for name, one in found.items()
    )
    pot = f"{facts.pot:,}" if facts.tournament else money(facts.pot)
    return f"Hand of {words.moment(facts.began_us)}, {pot} in the pot", rows


# ---- one promotion


async def view(floor: Floor, who: Person | None, name: str) -> PromotionView:
    def read() -> tuple[Promotion, list[Claim], list[Item], Rulebook, dict[str, Rulebook]]:
        with floor.house.storage.reading() as conn:
            made, claims, books = store.get(conn, name), store.claims(conn, name, shown=True), floor.promotions.books
            of_claims = {one.id: books.of_claim(conn, made, one) for one in claims}
            return made, claims, store.items(conn, name), books.today(conn, made.property), of_claims

    made, claims, items, book, of_claims = await asyncio.to_thread(read)
    staff = who is not None and who.role != "player"
    me = who.badge if who is not None else ""
    squares = board(items)
    taken = {at: _name(badge, staff, me) for at, badge in squares.squares.items()}
    rows = tuple(_claim(of_claims[one.id], made, one, staff, me) for one in claims)
    return PromotionView(
        card=card(book, made, claims),
        house_title=property_title(made.property),
        facts=_facts(made, book),
        claims=tuple(reversed(rows)),
        key=f"{made.state}.{'.'.join(one.state + one.holders for one in rows)}.{len(items)}",
        posted=tuple((words.moment(i.at_us), i.amount) for i in items if i.key.startswith(POSTED))[-5:],
        gathered=_gathered(made, items, staff, me),
        quarters=tuple(book.settings[SQUARES].value["pays-at"]) if made.kind == SQUARES else (),
        scores=_scores(items),
        rows=squares.rows,
        columns=squares.columns,
        squares=taken,
        searches=asks(book),
        papers=_values(book, "paid-in", "supported-by"),
        reasons=_values(book, "no-inquiry", "reasons"),
        grounds=grounds(book),
        drawn=tuple(i.patron for i in items if i.key.startswith(TABLE_DRAWN) and not i.amount),
    )


def _values(book: Rulebook, name: str, key: str) -> tuple[str, ...]:
    """What a procedure of the book lists, if it has any."""
    procedure = book.procedure(name)
    return tuple(procedure.values.get(key, ())) if procedure else ()


def _name(badge: str, staff: bool, me: str) -> str:
    return "You" if badge == me else words.badge_words(badge) if staff else "taken"


def _facts(made: Promotion, book: Rulebook) -> tuple[Fact, ...]:
    """What is posted, and what the book asks for beside it."""
    terms, settings = made.terms, book.settings
    found = [Fact("Pays", _pays(made, book), settings[made.kind].clause)]
    if said := _qualifier(made, book):
        clause = settings["qualifier"].clause if made.kind == BAD_BEAT and "qualifier" in settings else ""
        found.append(Fact("Least hand", said, clause))
    found.append(Fact("Tables", ", ".join(terms.tables) or "none is designated"))
    if terms.tournaments:
        found.append(Fact("Tournaments", ", ".join(terms.tournaments), _clause(book, "tournament-eligible")))
    found.append(Fact("Time", _when(terms.from_us, terms.to_us)))
    if terms.minutes:
        what = f"an entry to {terms.target}" if made.kind == FREEROLL else "a ticket"
        found.append(Fact("Played for", f"{terms.minutes} minutes earn {what}"))
    names: tuple[str, ...] = ("eligible", "players") if made.kind in BY_HAND else ()
    if made.kind == BAD_BEAT:
        names += ("three-on-board", "distribution", "amount-of-the-day", "several-bad-beats")
    elif made.kind in BY_HAND:
        names += ("several-special-hands",)
    found += [Fact(words.plain(name), settings[name].says, settings[name].clause) for name in names if name in settings]
    if terms.shares:
        found.append(Fact("Shared", ", ".join(f"{AS.get(k, k)} {v}%" for k, v in terms.shares.items())))
    above = taxable_above(book, made)
    found.append(Fact("Tax form", f"for more than {money(above)}", _clause(book, "taxable-above-dollars")))
    return tuple(found)


def _clause(book: Rulebook, name: str) -> str:
    setting = book.settings.get(name)
    return setting.clause if setting else ""


def _claim(book: Rulebook, made: Promotion, one: Claim, staff: bool, me: str) -> ClaimRow:
    """A player sees when and where, and whether it is his; not who else was there."""
    finding = one.finding
    named = [*finding.holders, *finding.winners, *finding.others]
    said, kind = STATES.get(one.state, (words.plain(one.state), ""))
    squares = made.kind == SQUARES and one.facts is not None
    above = taxable_above(book, made)
    shares: tuple[tuple[str, str, int, bool], ...] = ()
    if staff and one.amount:
        shares = tuple((s.name, AS.get(s.role, s.role), s.cents, s.cents > above) for s in shares_of(book, made, one))
    return ClaimRow(
        id=one.id,
        table=one.table_id,
        hand=one.hand.rpartition("/")[2],
        words=finding.words,
        clause=finding.clause,
        when=words.moment(one.began_us),
        state=one.state,
        state_words="To choose a square" if squares and one.state == CALLED else said,
        kind=kind,
        amount=one.amount,
        yours=bool(me) and me in named,
        holders=", ".join(words.badge_words(name) for name in finding.holders) if staff else "",
        shares=shares,
        step="" if squares else STEPS.get(one.state, ""),
        square=squares and one.state == CALLED,
        wants_winner=made.kind == SPLASH and not finding.holders and one.state not in (PAID, DENIED),
        drawn=one.facts is None,
        may_tie=made.kind == BAD_BEAT and one.state == CALLED and not one.amount,
    )


def _gathered(made: Promotion, items: list[Item], staff: bool, me: str) -> tuple[tuple[str, int, str], ...]:
    played = [item for item in items if item.key.startswith("played-")]
    given = {item.patron for item in items if item.key.startswith("entry-")}
    earned = tickets(made, played) if made.kind == BANKROLL else {}
    rows = []
    for item in played:
        if not staff and item.patron != me:
            continue
        said = f"{earned[item.patron]} tickets" if made.kind == BANKROLL else ""
        if made.kind == FREEROLL:
            said = "has the entry" if item.patron in given else "may have the entry"
            said = said if item.amount >= made.terms.minutes else f"of {made.terms.minutes}"
        rows.append((_name(item.patron, staff, me), item.amount, said))
    return tuple(rows)


def _scores(items: list[Item]) -> tuple[tuple[str, str], ...]:
    """A score is stored as one figure: home times a thousand, and the visitors'."""
    found = [item for item in items if item.key.startswith("quarter-")]
    return tuple(
        (words.plain(item.key.removeprefix("quarter-")), f"home {item.amount // 1_000}, visitors {item.amount % 1_000}")
        for item in found
    )


async def tables_that_deal(floor: Floor, house: str) -> tuple[str, ...]:
    """Where a hand may be called: cash tables, and the tables of tournaments under way."""
    cash = await asyncio.to_thread(poker_tables, floor, house)
    names = await asyncio.to_thread(_events_played, floor, house)
    played: list[str] = []
    for name in names:
        with contextlib.suppress(OutOfOrder):  # it costs only itself
            game: State = (await floor.poker_tournaments.live(name)).game
            played += (f"{name}/{n}" for n, felt in sorted(game.tables.items()) if felt.table.hands)
    return (*cash, *played)


def _events_played(floor: Floor, house: str) -> list[str]:
    """Tournaments whose sheets say that they take part in promotions."""
    with floor.house.storage.reading() as conn:
        found = events.all_of(conn, house)
    return [event.id for event in found if event.state == PLAYING and event.plan.promotions]


def poker_tables(floor: Floor, house: str) -> tuple[str, ...]:
    return tuple(table.id for table in floor.room.open_tables(house))
