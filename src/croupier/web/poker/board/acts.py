"""What the forms of the room's board ask for, each through the same service as the API's."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from croupier.house.money.chips import DENOMINATIONS as ALL
from croupier.house.people.persons import Person, Proof
from croupier.house.poker_room.lists import state as lists
from croupier.house.poker_room.procedures.boxes import KNOWN as BOXES
from croupier.house.poker_room.procedures.desk import RoomDesk
from croupier.house.poker_room.procedures.patron_cards import Card, ShownCard
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table.acts import Plan
from croupier.house.poker_room.table.refusals import refusal
from croupier.house.poker_room.table.view import game_key, plan_of
from croupier.house.record.errors import Refused
from croupier.poker import Refused as PokerRefused
from croupier.poker import Stakes
from croupier.poker.book.forms import FORMS
from croupier.web.kit.context import Floor, integer, words
from croupier.web.kit.forms import cents_of, count_of

__all__ = ["ACTS", "BOXES", "DENOMINATIONS", "SIGNED", "Asked"]
DENOMINATIONS = tuple(chip for chip in ALL if 1_00 <= chip <= 1_000_00)
SIGNED = ("slip", "sign", "rack", "deck", "checklist")


class Asked(msgspec.Struct, frozen=True):
    """A form that was sent: by whom, with what, once."""

    floor: Floor
    who: Person
    house: str
    values: dict[str, Any]
    command: str | None
    proof: Proof | None

    def text(self, name: str, most: int = 80) -> str:
        return words(self.values, name, most=most).strip()

    def number(self, name: str) -> int:
        return integer(self.values, name, 0)

    def ticked(self, name: str) -> bool:
        return bool(self.values.get(name))

    def cents(self, name: str, empty: int = 0) -> int:
        return cents_of(self.values, name, "", empty) if self.text(name) else empty

    def signed(self) -> Proof:
        assert self.proof is not None, "the page asked for a signature"
        return self.proof


Handler = Callable[[Asked], Awaitable[Any]]


# ---- the lists


async def _listed(asked: Asked, act: lists.Anything, card: ShownCard | None = None) -> None:
    await asked.floor.list_desk.act(asked.house, asked.who, act, asked.command, card)


async def join(asked: Asked) -> None:
    """A name is put on a list, by telephone or in the room, first where his card says so."""
    form = asked.text("new-form")
    game = game_key(form, _stakes(asked, form)) if form else asked.text("new-game") or asked.text("game")
    first = asked.ticked("first")
    card = ShownCard(asked.text("card"), asked.text("card-name"), asked.text("card-expires")) if first else None
    await _listed(asked, lists.Join(game, asked.text("patron"), asked.ticked("phone"), first), card)


async def call(asked: Asked) -> None:
    game, patron, reason = asked.text("game"), asked.text("name"), asked.text("reason", 200)
    await _listed(asked, lists.Call(game, asked.text("to"), asked.number("to-seat"), patron, reason))


async def passed(asked: Asked) -> None:
    await _listed(asked, lists.Pass(asked.text("game"), asked.text("name"), asked.ticked("struck"), "passed over"))


async def page(asked: Asked) -> None:
    await _listed(asked, lists.Page(asked.text("name"), asked.text("words", 120)))


async def withdraw(asked: Asked) -> None:
    await _listed(asked, lists.Withdraw(asked.text("game"), asked.text("name")))


async def away(asked: Asked) -> None:
    await _listed(asked, lists.Away(asked.text("name")))


async def here(asked: Asked) -> None:
    await _listed(asked, lists.Here(asked.text("name")))


async def lock(asked: Asked) -> None:
    about = (asked.text("to"), asked.number("to-seat"), asked.text("name") or asked.text("patron"))
    await _listed(asked, lists.Lock(*about, asked.text("reason", 120)))


async def unlock(asked: Asked) -> None:
    await _listed(asked, lists.Unlock(asked.text("table"), asked.number("seat")))


async def ask(asked: Asked) -> None:
    await _listed(asked, lists.Ask(asked.text("table"), asked.number("wanted"), asked.text("patron")))


async def change(asked: Asked) -> None:
    await _listed(asked, lists.Change(asked.text("table"), asked.text("to"), asked.text("patron")))


async def forget(asked: Asked) -> None:
    await _listed(asked, lists.Forget(asked.text("patron")))


async def apart(asked: Asked) -> None:
    await _listed(asked, lists.Apart(asked.text("one"), asked.text("other"), not asked.ticked("together")))


async def undo(asked: Asked) -> None:
    await _listed(asked, lists.TakeBack(asked.number("entry")))


# ---- seats


async def give(asked: Asked) -> None:
    """One step of an opening, or all steps that lead to one seat."""
    counted = asked.cents("counted", -1)
    about = (asked.text("table"), asked.number("seat"), asked.text("patron"), counted, asked.text("reason", 200))
    await asked.floor.moves.give_seat(asked.who, asked.house, *about, asked.command)


async def all_steps(asked: Asked) -> None:
    """Everything that can be done now about the open seats of a table, one after the other."""
    await asked.floor.moves.give_all(asked.who, asked.house, asked.text("table"))


async def seat(asked: Asked) -> None:
    """Somebody sits down: who was called, or who comes where nobody waits."""
    table, number = asked.text("to"), asked.number("to-seat")
    patron, cents = asked.text("name") or asked.text("patron"), cents_of(asked.values, "cents")
    sit = acts.Sit(number, cents, patron, asked.text("called", 20), cash=asked.ticked("cash"))
    await asked.floor.room.act(table, asked.who, sit, None, asked.command)


async def leave(asked: Asked) -> None:
    made = acts.Leave(asked.number("seat"), "", asked.cents("counted", -1))
    await asked.floor.room.act(asked.text("table"), asked.who, made, None, asked.command)


async def out(asked: Asked) -> None:
    await asked.floor.room.act(asked.text("table"), asked.who, acts.Out(asked.number("seat")), None, asked.command)


async def back(asked: Asked) -> None:
    await asked.floor.room.act(asked.text("table"), asked.who, acts.Back(asked.number("seat")), None, asked.command)


async def play_on(asked: Asked) -> None:
    await asked.floor.moves.lets_play_on(asked.who, asked.text("source"), asked.text("patron"), asked.ticked("blind"))


async def refuse(asked: Asked) -> None:
    about = (asked.text("table"), asked.text("patron"), asked.text("refuses"), asked.cents("counted", -1))
    await asked.floor.moves.refuse_move(asked.who, *about)


# ---- tables


def _stakes(asked: Asked, form: str) -> Stakes:
    """What is bet in one game: blinds, or the antes and the bring-in of a game that has them."""
    kind, small, big = asked.text("limit") or "no", asked.cents("small"), asked.cents("big")
    shape, unlimited = FORMS.get(form), kind in ("no", "pot")
    if shape is None:
        raise Refused(f"{form!r} is no game of poker.", "Choose one of the list.")
    by_ante = shape.family == "stud" or shape.openers
    blinds = (small, big) if unlimited else tuple(b for b in (small // 2, small) if b)
    try:
        return Stakes(
            kind, big if unlimited else small, 0 if unlimited else big, () if by_ante else blinds,
            ante=asked.cents("ante") if by_ante or unlimited else 0,
            bring_in=asked.cents("bring-in") if shape.family == "stud" else 0,
        )  # fmt: skip
    except PokerRefused as refused:
        raise refusal(refused) from None


def _legs(asked: Asked, form: str) -> tuple[acts.Leg, ...]:
    """The rotation of a mixed game, the first game and those that were ticked; nothing where none was."""
    ticked = [str(value) for name, value in asked.values.items() if name.startswith("leg-") and value != form]
    return tuple(acts.Leg(one, _stakes(asked, one)) for one in (form, *ticked)) if ticked else ()


async def spread(asked: Asked) -> None:
    """A game is spread; what it lacks is listed until it has it."""
    mode, form = asked.text("mode") or "dealer", asked.text("form")
    has_jackpot = "jackpot" in asked.floor.list_desk.book(asked.house).book.settings
    options = {"jackpot": asked.ticked("jackpot")} if mode == "dealer" and has_jackpot else {}
    made = Plan(
        form=form, stakes=_stakes(asked, form), options=options,
        seats=count_of(asked.values, "seats", "Seats") if asked.text("seats") else 0, least=asked.cents("least"),
        most=asked.cents("most"), kill=asked.text("kill"), fee=asked.cents("fee"), main=asked.text("main"),
        keyed=(asked.text("keyed") or acts.HANDS) if mode == "dealer" else "", games=_legs(asked, form),
    )  # fmt: skip
    spread_ = asked.floor.spread
    demo = asked.ticked("demo") and asked.floor.demo
    await spread_.open(asked.who, asked.text("id", 40), asked.house, made, mode=mode, demo=demo, command=asked.command)


async def open_table(asked: Asked) -> None:
    await asked.floor.spread.open_planned(asked.who, asked.text("table"), asked.command)


async def limits(asked: Asked) -> None:
    """Other stakes for a game that runs, and who objects."""
    table = asked.text("table")
    stakes = _stakes(asked, plan_of(asked.floor.room.floor_table(table)).form)
    objectors = tuple(asked.text("objectors", 300).replace(",", " ").split())
    await asked.floor.spread.change_limits(asked.who, table, stakes, objectors, asked.command)


async def close(asked: Asked) -> None:
    await asked.floor.spread.close(asked.who, asked.text("table"), asked.command)


async def break_game(asked: Asked) -> None:
    counts = {k.removeprefix("counted-"): cents_of(asked.values, k) for k in asked.values if k.startswith("counted-")}
    await asked.floor.moves.break_game(asked.who, asked.text("table"), counts or None)


async def dealer(asked: Asked) -> None:
    await asked.floor.pit.dealer_in(asked.who, asked.text("table"), asked.text("dealer"), asked.command)


async def push(asked: Asked) -> None:
    await asked.floor.staffing.push(asked.who, asked.house, asked.text("dealer"), (), asked.command)


async def collect(asked: Asked) -> None:
    made = acts.Collect(asked.ticked("waived"))
    await asked.floor.room.act(asked.text("table"), asked.who, made, None, asked.command)


async def drop(asked: Asked) -> None:
    made = acts.Drop(cents_of(asked.values, "cents"), asked.text("kind") or "rake")
    await asked.floor.room.act(asked.text("table"), asked.who, made, None, asked.command)


# ---- the floor's word


async def _floors(asked: Asked, act: acts.Override | acts.HalfRake | acts.Rake | acts.Impound | acts.Release) -> None:
    await asked.floor.room.act(asked.text("table"), asked.who, act, None, asked.command)


async def override(asked: Asked) -> None:
    """Management rules otherwise than the letter, and says why."""
    await _floors(asked, acts.Override(asked.text("ruling"), asked.text("reason", 300), asked.number("seat")))


async def half_rake(asked: Asked) -> None:
    await _floors(asked, acts.HalfRake(asked.ticked("half")))


async def rake(asked: Asked) -> None:
    percent = count_of(asked.values, "percent", "Rake")
    await _floors(asked, acts.Rake(percent, cents_of(asked.values, "most"), asked.text("reason", 300)))


async def impound(asked: Asked) -> None:
    await _floors(asked, acts.Impound(asked.number("seat"), cents_of(asked.values, "cents"), asked.text("reason", 300)))


async def release(asked: Asked) -> None:
    await _floors(asked, acts.Release(asked.text("reason", 300), asked.number("seat")))


# ---- papers


def _stated(asked: Asked) -> dict[str, Any]:
    """What was counted or ticked on a slip."""
    data: dict[str, Any] = {}
    chips = {chip: count_of(asked.values, f"chips-{chip}") for chip in DENOMINATIONS if asked.text(f"chips-{chip}")}
    if chips:
        data["chips"] = {str(chip): count for chip, count in chips.items()}
    items = [str(value) for name, value in asked.values.items() if name.startswith("item-")]
    if items:
        data["items"] = items
    for name in ("deck", "shift", "container"):
        if asked.text(name):
            data[name] = asked.text(name)
    return data


async def slip(asked: Asked) -> None:
    desk = RoomDesk(asked.floor.house)
    about = (asked.text("kind"), asked.text("table"), _stated(asked))
    await desk.begin(asked.signed(), asked.house, *about, asked.command)


async def sign(asked: Asked) -> None:
    about = (asked.text("slip"), asked.text("step"), _stated(asked))
    await RoomDesk(asked.floor.house).sign(asked.signed(), asked.house, *about, asked.command)


async def checklist(asked: Asked) -> None:
    await asked.floor.pit.begin_document(
        asked.signed(), "checklist", asked.text("table"), _stated(asked), asked.command
    )


async def rack(asked: Asked) -> None:
    about = (asked.text("table"), "rack", cents_of(asked.values, "par"))
    await RoomDesk(asked.floor.house).set_bank(asked.signed(), asked.house, *about, asked.command)


async def deck(asked: Asked) -> None:
    await RoomDesk(asked.floor.house).receive_deck(
        asked.signed(), asked.house, asked.text("deck"), "set", asked.command
    )


async def card(asked: Asked) -> None:
    about = (asked.text("tier"), asked.text("card"), asked.text("card-name"), asked.text("card-expires"))
    made = Card(asked.house, asked.text("patron"), *about, asked.ticked("companion"))
    await RoomDesk(asked.floor.house).register_card(asked.who, made, asked.command)


async def hook(asked: Asked) -> None:
    await asked.floor.hooks.set(asked.who, asked.house, asked.text("url", 300), asked.command)


ACTS: dict[str, Handler] = {
    "join": join, "call": call, "pass": passed, "page": page, "withdraw": withdraw, "away": away, "here": here,
    "lock": lock, "unlock": unlock, "ask": ask, "change": change, "forget": forget, "apart": apart, "undo": undo,
    "give": give, "all": all_steps, "seat": seat, "leave": leave, "out": out, "back": back, "play-on": play_on,
    "refuse": refuse, "spread": spread, "open": open_table, "limits": limits, "close": close, "break": break_game,
    "dealer": dealer, "push": push, "collect": collect, "drop": drop, "slip": slip, "sign": sign, "deck": deck,
    "checklist": checklist, "rack": rack, "card": card, "hook": hook, "override": override, "half-rake": half_rake,
    "rake": rake, "impound": impound, "release": release,
}  # fmt: skip
