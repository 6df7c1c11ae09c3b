"""The lists of a poker room: who waits for which game, in order; who was called; which seats are locked up.

Like a table, the lists are what their journal makes them: acts go in, and the state follows. Which seat is open is
the tables' business; here is only who comes next and what becomes of his place.
"""

from typing import Any

import msgspec

from croupier.house.poker_room.lists.acts import (
    FROM_PEOPLE,
    Anything,
    Apart,
    Ask,
    Away,
    Bar,
    Broke,
    Call,
    Change,
    Forget,
    Here,
    Join,
    Lock,
    Ousted,
    Page,
    Pass,
    PlayOn,
    Rolled,
    Take,
    TakeBack,
    Undoable,
    Unlock,
    Withdraw,
)
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.journals import to_us
from croupier.poker import Room
from croupier.poker.ranking import by_suit_high
from croupier.rounds.acts import By

__all__ = [
    "CALLED",
    "FROM_PEOPLE",
    "KIND",
    "MOVES",
    "WAITING",
    "Anything",
    "Apart",
    "Ask",
    "Away",
    "Bar",
    "Barred",
    "Broke",
    "Call",
    "Change",
    "Entry",
    "Forget",
    "Here",
    "Join",
    "Lists",
    "Lock",
    "Locked",
    "Moving",
    "Name",
    "Ousted",
    "Page",
    "Paged",
    "Pass",
    "PlayOn",
    "Rolled",
    "Take",
    "TakeBack",
    "Undoable",
    "Unlock",
    "Was",
    "Wish",
    "Withdraw",
    "decode",
    "encode",
    "follow",
    "present",
]

WAITING, CALLED = "waiting", "called"
MOVES = "moves"  # why a seat is locked up: for one who plays on elsewhere before he comes
NAMES_MAX = 400
TAKEN_BACK_MAX = 8  # acts, one after the other
PAGED_MAX = 8


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    number: int
    at: str
    by: By
    request: int
    kind: str
    act: Anything
    book: str  # the rulebook by which the lists were kept then


KIND = "poker-list"
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Entry).decode


class Name(msgspec.Struct):
    """One name on one list."""

    patron: str
    game: str
    since_us: int
    first: bool = False
    phone: bool = False  # not in the room yet
    away: bool = False  # said that he goes away
    status: str = WAITING
    table: str = ""
    seat: int = 0
    called_us: int = 0
    order_us: int = 0  # his place among those who must move, kept though he does not play; 0: none


class Locked(msgspec.Struct):
    table: str
    seat: int
    patron: str
    since_us: int
    reason: str = ""


class Wish(msgspec.Struct):
    """Another seat at the same table, or a seat at another table of the same game."""

    patron: str
    table: str
    since_us: int
    seat: int = 0
    to: str = ""


class Moving(msgspec.Struct):
    """A player who plays on before he moves: to which seat and until when, once one has opened."""

    patron: str
    table: str
    blind: bool = False
    to: str = ""
    seat: int = 0
    until: str = ""
    hands: int = 0


class Paged(msgspec.Struct):
    patron: str
    words: str
    at_us: int


class Barred(msgspec.Struct):
    patron: str
    game: str
    until_us: int
    reason: str = ""


class Was(msgspec.Struct):
    """The lists before the last act, as long as nothing hangs on it."""

    act: str
    patron: str
    names: list[Name]
    locks: list[Locked]
    wishes: list[Wish]
    bars: list[Barred]
    apart: list[tuple[str, str]]
    moving: list[Moving]


class Lists(msgspec.Struct):
    """All lists of one room. Plain data, so that a checkpoint is its JSON."""

    number: int = 0
    names: list[Name] = []
    locks: list[Locked] = []
    wishes: list[Wish] = []
    bars: list[Barred] = []
    apart: list[tuple[str, str]] = []
    moving: list[Moving] = []
    paged: list[Paged] = []  # the latest last
    before: Was | None = None
    earlier: list[Was] = []  # and before the acts that came before that one, the latest last

    # ---- what stands

    def on(self, game: str) -> list[Name]:
        return [name for name in self.names if name.game == game]

    def find(self, patron: str, game: str) -> Name:
        found = next((n for n in self.names if n.patron == patron and n.game == game), None)
        if found is None:
            raise NotFound("This name is not on the list.")
        return found

    def next(self, game: str, room: Room, now_us: int) -> Name | None:
        """Who is to be called: the first who is in hearing, was not called yet and may come back to the game."""
        return next((n for n in self.on(game) if self.callable(n, room, now_us)), None)

    def ahead(self, patron: str, game: str, room: Room, now_us: int) -> int:
        """How many in hearing wait for a game whom nobody passes by sitting down."""
        return sum(1 for name in self.on(game) if name.patron != patron and present(name, room, now_us))

    def callable(self, name: Name, room: Room, now_us: int) -> bool:
        barred = self.barred(name.patron, name.game, now_us) is not None
        return name.status == WAITING and present(name, room, now_us) and not barred

    def lock_on(self, table: str, seat: int) -> Locked | None:
        return next((lock for lock in self.locks if (lock.table, lock.seat) == (table, seat)), None)

    def locked(self, table: str) -> list[int]:
        return [lock.seat for lock in self.locks if lock.table == table]

    def moving_of(self, patron: str) -> Moving | None:
        return next((one for one in self.moving if one.patron == patron), None)

    def barred(self, patron: str, game: str, now_us: int) -> Barred | None:
        return next((b for b in self.bars if (b.patron, b.game) == (patron, game) and b.until_us > now_us), None)

    def kept_from(self, patron: str) -> set[str]:
        return {b if a == patron else a for a, b in self.apart if patron in (a, b)}

    # ---- acting

    def apply(self, act: Anything, at_us: int, room: Room) -> None:
        """Do an act; Refused: nothing has changed."""
        before = self._was(act)
        _DO[type(act)](self, act, at_us, room)
        if isinstance(act, TakeBack):
            self.before = self.earlier.pop() if self.earlier else None
        elif before is None:  # it can't be taken back, and neither can what it followed from
            self.before, self.earlier = None, []
        else:
            kept = [*self.earlier, self.before] if self.before is not None else []
            self.before, self.earlier = before, kept[-TAKEN_BACK_MAX + 1 :]
        self.number += 1

    def _was(self, act: Anything) -> Was | None:
        """A copy of what an act may change, where a person may take that act back."""
        if not isinstance(act, Undoable):
            return None
        replace = msgspec.structs.replace
        return Was(
            type(act).__name__.lower(),
            getattr(act, "patron", "") or getattr(act, "one", ""),
            [replace(one) for one in self.names],
            [replace(one) for one in self.locks],
            [replace(one) for one in self.wishes],
            [replace(one) for one in self.bars],
            list(self.apart),
            [replace(one) for one in self.moving],
        )

    def _take_back(self, act: TakeBack, at_us: int, room: Room) -> None:
        was = self.before
        if act.seen and act.seen != self.number:
            raise Refused("The lists have moved on since.", "Look at the last acts again: nothing was taken back.")
        if was is None:
            raise Refused("Nothing can be taken back.", "Something has followed from the last act, or there was none.")
        self.names, self.locks, self.wishes = was.names, was.locks, was.wishes
        self.bars, self.apart, self.moving = was.bars, was.apart, was.moving

    def _page(self, act: Page, at_us: int, room: Room) -> None:
        self.paged = [*self.paged, Paged(act.patron, act.words, at_us)][-PAGED_MAX:]

    def _join(self, act: Join, at_us: int, room: Room) -> None:
        bar = self.barred(act.patron, act.game, at_us)
        if bar is not None:
            minutes = -((at_us - bar.until_us) // MINUTE_US)
            raise Refused(f"Not on this list for {minutes} minutes more.", bar.reason, room.clause("must-move"))
        if any(n.patron == act.patron for n in self.on(act.game)):
            raise Refused("This name is on the list.", clause=room.clause("list-order"))
        if len(self.names) >= NAMES_MAX:
            raise Refused("The list is full.")
        first = act.first and room.value("list-first") is not None
        name = Name(act.patron, act.game, at_us, first, act.phone)
        mine = self.on(act.game)
        if act.top:
            at = self.names.index(mine[0]) if mine else len(self.names)
        elif first:
            others = [n for n in mine if not n.first]
            at = self.names.index(others[0]) if others else len(self.names)
        else:
            at = len(self.names)
        self.names.insert(at, name)

    def _withdraw(self, act: Withdraw, at_us: int, room: Room) -> None:
        mine = [n for n in self.names if n.patron == act.patron and act.game in ("", n.game)]
        if not mine:
            raise NotFound("This name is not on the list.")
        for name in mine:
            self._off(name)

    def _off(self, name: Name) -> None:
        self.names.remove(name)
        self.locks = [k for k in self.locks if (k.patron, k.table, k.seat) != (name.patron, name.table, name.seat)]

    def _away(self, act: Away, at_us: int, room: Room) -> None:
        self._mark(act.patron, True)

    def _here(self, act: Here, at_us: int, room: Room) -> None:
        self._mark(act.patron, False)

    def _mark(self, patron: str, away: bool) -> None:
        mine = [n for n in self.names if n.patron == patron]
        if not mine:
            raise NotFound("This name is not on the list.")
        for name in mine:
            name.away = away
            name.phone = name.phone and away

    def _call(self, act: Call, at_us: int, room: Room) -> None:
        name = self.find(act.patron, act.game)
        if name.status == CALLED:
            raise Refused("This name has been called.")
        if act.seat and self.lock_on(act.table, act.seat):
            raise Refused(f"Seat {act.seat} is locked up.", clause=room.clause("new-game-seats"))
        name.status, name.table, name.seat, name.called_us = CALLED, act.table, act.seat, at_us
        if act.seat:
            self.locks.append(Locked(act.table, act.seat, act.patron, at_us, "called"))

    def _pass(self, act: Pass, at_us: int, room: Room) -> None:
        name = self.find(act.patron, act.game)
        if act.struck:
            self._off(name)
            return
        self.locks = [k for k in self.locks if (k.patron, k.table, k.seat) != (name.patron, name.table, name.seat)]
        name.status, name.table, name.seat, name.called_us = WAITING, "", 0, 0
        name.away = name.away or act.away

    def _take(self, act: Take, at_us: int, room: Room) -> None:
        """A seat taken takes the name off this game's list; a seat locked up for him is his, or free again."""
        for name in [n for n in self.on(act.game) if n.patron == act.patron]:
            self._off(name)
        self.locks = [k for k in self.locks if k.patron != act.patron and (k.table, k.seat) != (act.table, act.seat)]
        self.wishes = [w for w in self.wishes if w.patron != act.patron]
        self.moving = [m for m in self.moving if m.patron != act.patron]

    def _lock(self, act: Lock, at_us: int, room: Room) -> None:
        if self.lock_on(act.table, act.seat):
            raise Refused(f"Seat {act.seat} is locked up.", clause=room.clause("new-game-seats"))
        self.locks.append(Locked(act.table, act.seat, act.patron, at_us, act.reason))

    def _unlock(self, act: Unlock, at_us: int, room: Room) -> None:
        lock = self.lock_on(act.table, act.seat)
        if lock is None:
            raise NotFound(f"Seat {act.seat} of {act.table} is not locked up.")
        self.locks.remove(lock)

    def _ask(self, act: Ask, at_us: int, room: Room) -> None:
        if any((w.patron, w.table, w.seat) == (act.patron, act.table, act.seat) for w in self.wishes):
            raise Refused("You have asked for this seat.", clause=room.clause("seat-change-first"))
        self.wishes.append(Wish(act.patron, act.table, at_us, act.seat))

    def _change(self, act: Change, at_us: int, room: Room) -> None:
        if any(w.patron == act.patron and w.to for w in self.wishes):
            raise Refused("You have asked to change tables.")
        self.wishes.append(Wish(act.patron, act.table, at_us, 0, act.to))

    def _forget(self, act: Forget, at_us: int, room: Room) -> None:
        self.wishes = [w for w in self.wishes if w.patron != act.patron]
        self._stays(act.patron)

    def _stays(self, patron: str) -> None:
        """He moves nowhere: the seat that he was to come to is free again."""
        self.moving = [m for m in self.moving if m.patron != patron]
        self.locks = [k for k in self.locks if (k.patron, k.reason) != (patron, MOVES)]

    def _play_on(self, act: PlayOn, at_us: int, room: Room) -> None:
        held = self.lock_on(act.to, act.seat) if act.to else None
        if held is not None and (held.patron, held.reason) != (act.patron, MOVES):
            raise Refused(f"Seat {act.seat} is locked up.", clause=room.clause("new-game-seats"))
        self._stays(act.patron)
        self.moving.append(Moving(act.patron, act.table, act.blind, act.to, act.seat, act.until, act.hands))
        if act.to:
            self.locks.append(Locked(act.to, act.seat, act.patron, at_us, MOVES))

    def _roll(self, act: Rolled, at_us: int, room: Room) -> None:
        """Below all names of the game for so many minutes; without minutes among those who keep their order."""
        for name in [n for n in self.on(act.game) if n.patron == act.patron]:
            self._off(name)
        self._stays(act.patron)
        name = Name(act.patron, act.game, at_us, order_us=act.order_us)
        if act.minutes:
            self.names.append(name)
            self.bars = [b for b in self.bars if b.until_us > at_us and (b.patron, b.game) != (act.patron, act.game)]
            self.bars.append(Barred(act.patron, act.game, at_us + act.minutes * MINUTE_US, act.reason))
            return
        later = [n for n in self.on(act.game) if not n.order_us or n.order_us > act.order_us]
        self.names.insert(self.names.index(later[0]) if later else len(self.names), name)

    def _bar(self, act: Bar, at_us: int, room: Room) -> None:
        self.bars = [b for b in self.bars if b.until_us > at_us and (b.patron, b.game) != (act.patron, act.game)]
        self.bars.append(Barred(act.patron, act.game, at_us + act.minutes * MINUTE_US, act.reason))
        for name in [n for n in self.on(act.game) if n.patron == act.patron]:
            self._off(name)

    def _oust(self, act: Ousted, at_us: int, room: Room) -> None:
        self.names = [n for n in self.names if n.patron != act.patron]
        self.locks = [k for k in self.locks if k.patron != act.patron]
        self.wishes = [w for w in self.wishes if w.patron != act.patron]
        self.moving = [m for m in self.moving if m.patron != act.patron]

    def _keep_apart(self, act: Apart, at_us: int, room: Room) -> None:
        pair = (min(act.one, act.other), max(act.one, act.other))
        if act.one == act.other:
            raise Refused("These are not two players.")
        self.apart = [p for p in self.apart if p != pair]
        if act.apart:
            self.apart.append(pair)

    def _broke(self, act: Broke, at_us: int, room: Room) -> None:
        """Those who got no seat stand at the top of the list, in the order of the cards drawn for them."""
        order = sorted(act.drawn, key=lambda patron: by_suit_high(act.drawn[patron]), reverse=True)
        mine = self.on(act.game)
        at = self.names.index(mine[0]) if mine else len(self.names)
        known = {n.patron for n in mine}
        for patron in order:
            if patron not in known:
                self.names.insert(at, Name(patron, act.game, at_us, away=patron in act.absent))
                at += 1
        self.wishes = [w for w in self.wishes if w.table != act.table]
        self.locks = [k for k in self.locks if k.table != act.table]
        for one in [m for m in self.moving if act.table in (m.table, m.to)]:
            self._stays(one.patron)


def present(name: Name, room: Room, now_us: int) -> bool:
    """Whether a name is called in its turn: a telephoned one is after its time."""
    minutes = room.value("phone-in-minutes", 0)
    phoned = name.phone and now_us - name.since_us < minutes * MINUTE_US
    return not name.away and not phoned


_DO: dict[type, Any] = {
    Join: Lists._join,
    Withdraw: Lists._withdraw,
    Away: Lists._away,
    Here: Lists._here,
    Call: Lists._call,
    Pass: Lists._pass,
    Take: Lists._take,
    Lock: Lists._lock,
    Unlock: Lists._unlock,
    Ask: Lists._ask,
    Change: Lists._change,
    Forget: Lists._forget,
    Bar: Lists._bar,
    Ousted: Lists._oust,
    Apart: Lists._keep_apart,
    Broke: Lists._broke,
    PlayOn: Lists._play_on,
    Page: Lists._page,
    TakeBack: Lists._take_back,
    Rolled: Lists._roll,
}


def follow(lists: Lists, entry: Entry, room: Room) -> None:
    """One entry of the lists' journal again."""
    lists.apply(entry.act, to_us(entry.at), room)
