"""The lists of the room's board: one a game, those that are spread first, then those that people ask for."""

from collections.abc import Collection

from croupier.house.poker_room.lists.acts import Anything
from croupier.house.poker_room.lists.desk import key_of
from croupier.house.poker_room.lists.state import CALLED, Lists, Name
from croupier.house.poker_room.table.acts import Plan
from croupier.house.poker_room.table.live import RoomTable
from croupier.house.poker_room.table.view import Wanted, game_key, plan_of, sizes_of, sizes_words, stakes_words, wanted
from croupier.house.record.clock import MINUTE_US
from croupier.house.tables.life import OPEN, FloorTable
from croupier.poker import Room, form
from croupier.poker.book.stakes import FIXED, NO, POT, SPREAD
from croupier.web.kit.persons import initials
from croupier.web.poker.board.shown import GameList, NameRow

# As the floor calls a game on a board that is read at a glance.
CALLED_SHORT = {
    "omaha-8": "Omaha 8",
    "big-o": "Big O",
    "five-card-omaha": "Omaha 5",
    "stud": "Stud",
    "stud-high-low": "Stud high-low",
    "stud-8": "Stud 8",
    "five-card-stud": "5-card stud",
    "draw": "Draw",
    "draw-low": "Draw low",
    "draw-jacks": "Jacks",
    "draw-joker": "Jacks, joker",
    "lowball": "Lowball",
    "lowball-joker": "Lowball, joker",
    "deuce-to-seven": "2-7 lowball",
    "triple-draw": "2-7 triple",
    "short-deck": "Short deck",
}
LIMITS_SHORT = {NO: "NL", POT: "PL", SPREAD: "spread", FIXED: "limit"}
SOON_MIN = 10  # what lapses within so many minutes is said aloud


def game_lists(
    state: Lists,
    tables: list[FloorTable],
    lives: dict[str, RoomTable],
    book: Room,
    short: dict[str, str],
    named: Collection[str],
    now: int,
    chosen: dict[str, str],
) -> tuple[GameList, ...]:
    """One list a game: those that are spread first, then those that people have an interest in."""
    spread: dict[str, FloorTable] = {}
    for table in tables:
        if table.state == OPEN:
            plan = plan_of(table)
            spread.setdefault(game_key(plan.form, plan.stakes), table)
    plays = {seat.name: live.table.id for live in lives.values() for seat in live.game.table.seats.values()}
    found = []
    for game in (*spread, *dict.fromkeys(n.game for n in state.names if n.game not in spread)):
        names = state.on(game)
        plan_ = plan_of(spread[game]) if game in spread else None
        open_ = sum(
            len([s for s in live.game.free if s not in state.locked(live.table.id)])
            for live in lives.values()
            if key_of(live.game) == game
        )
        asked = wanted(game) if plan_ is None else None
        stakes = stakes_words(plan_.stakes) if plan_ else asked.stakes if asked else "not spread"
        found.append(
            GameList(
                game=game,
                brief=brief_of(plan_) if plan_ else brief(asked.form, asked.kind, asked.sizes) if asked else game,
                title=form(plan_.form).title if plan_ else asked.title if asked else game,
                stakes=stakes,
                spread=plan_ is not None,
                enough=_enough(asked, book) if asked else 0,
                open=open_,
                longest=max(((now - n.since_us) // MINUTE_US for n in names), default=0),
                tables=tuple(live.table.id for live in lives.values() if key_of(live.game) == game),
                names=tuple(_name(i, n, state, book, short, named, now, chosen, plays) for i, n in enumerate(names, 1)),
            )
        )
    return tuple(found)


def brief(form_key: str, limit: str, sizes: tuple[int, ...]) -> str:
    """`Omaha 8 limit $4–$8`: form and sizes; antes and bring-ins stand in the whole title."""
    title = CALLED_SHORT.get(form_key) or form(form_key).title
    return f"{title} {LIMITS_SHORT[limit]} {sizes_words(sizes)}"


def brief_of(plan: Plan) -> str:
    return brief(plan.form, plan.stakes.kind, sizes_of(plan.stakes))


def _enough(asked: Wanted, book: Room) -> int:
    """How many names fill a new game so far that whoever does not play in it loses his place."""
    empty = int(book.value("keep-place-empty-seats", 0))
    return book.seats(asked.form) - empty if empty and asked.form in book.forms() else 0


def to_spread(game: str) -> dict[str, str]:
    """The fields of the form that spreads the game of an interest list."""
    asked = wanted(game)
    if asked is None:
        return {}
    small, big = (*(f"{size / 100:g}" for size in asked.sizes), "", "")[:2]
    ante = {"ante": f"{asked.ante / 100:g}"} if asked.ante else {}
    return {"form": asked.form, "limit": asked.kind, "small": small, "big": big} | ante


def _name(
    place: int,
    name: Name,
    state: Lists,
    book: Room,
    short: dict[str, str],
    named: Collection[str],
    now: int,
    chosen: dict[str, str],
    plays: dict[str, str],
) -> NameRow:
    words, kind = _how(name, state, book, now)
    known = f"badge {name.patron}" if name.patron in named else "walked in"
    known = f"from {plays[name.patron]}" if name.patron in plays else known
    source = "by phone" if name.phone else "away, keeps his place" if name.away else known
    if name.status == CALLED:
        source = f"{name.table}{f' seat {name.seat}' if name.seat else ''}"
    return NameRow(
        place=place,
        patron=name.patron,
        initials=short.get(name.patron, initials(name.patron)),
        source=source,
        words=words,
        kind=kind,
        called=name.status == CALLED,
        table=name.table,
        seat=name.seat,
        first=name.first,
        away=name.away or name.phone,
        current=chosen.get("name") == name.patron and chosen.get("game") == name.game,
    )


def _how(name: Name, state: Lists, book: Room, now: int) -> tuple[str, str]:
    """How a name stands, with the time that is left or has passed."""
    waited = (now - name.since_us) // MINUTE_US
    if name.status == CALLED:
        ago = (now - name.called_us) // 1_000_000
        limit = int(book.value("lock-up-minutes", 0)) * 60
        left = limit - ago
        if limit and left <= SOON_MIN * 60:
            return (f"{max(0, left) // 60}:{max(0, left) % 60:02d} left" if left > 0 else "lapsed"), "warn"
        return f"called {ago // 60}:{ago % 60:02d} ago", "warn"
    bar = state.barred(name.patron, name.game, now)
    if bar is not None:
        return f"out {-((now - bar.until_us) // MINUTE_US)} min more", "warn"
    if name.order_us:
        return "keeps his must-move place", "info"
    held = int(book.value("phone-in-minutes", 0)) - waited
    if name.phone and held > 0:
        return f"held {held} min", "warn" if held <= SOON_MIN else "t2"
    return f"waits {waited} min", ""


# The last acts on the lists, as the board tells them.
DONE = {
    "join": "is on the list",
    "withdraw": "was taken off the list",
    "away": "went away",
    "here": "is here again",
    "call": "was called",
    "pass": "was passed over",
    "take": "took the seat",
    "lock": "has a seat locked up",
    "unlock": "has no seat locked up any more",
    "ask": "asked for another seat",
    "change": "asked for another table",
    "forget": "took a wish back",
    "bar": "is out for refusing to move",
    "rolled": "does not play short-handed",
    "playon": "plays on before moving",
    "page": "was paged",
    "apart": "is kept apart",
}


def done_words(act: Anything, short: dict[str, str], briefs: dict[str, str]) -> str:
    """An act on the lists as the board tells it; nothing of those that another page tells."""
    did = DONE.get(type(act).__name__.lower(), "")
    if not did:
        return ""
    patron = getattr(act, "patron", "") or getattr(act, "one", "")
    seat, game = getattr(act, "seat", 0), getattr(act, "game", "")
    where = getattr(act, "table", "") or briefs.get(game, game)
    where = ", " * bool(where) + where + (f" seat {seat}" if seat else "")
    return f"{short.get(patron, initials(patron)) if patron else 'The room'} {did}{where}"
