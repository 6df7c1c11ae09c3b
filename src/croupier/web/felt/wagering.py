"""Several wagers at one tap: the same as before, twice as much, none at all, and down before one leaves.

Each is a plan of ordinary acts, sent one after the other through the table's own door. A plan asks the table before
each act and keeps what it refuses for later: a side bet goes down once the main wager lies there, whatever the order
in which the last round settled them.
"""

from collections.abc import Container, Sequence

import msgspec

from croupier.equipment.money import money, short_money
from croupier.games.dice.wagers import COMBINED
from croupier.house.people.persons import Person
from croupier.house.record import journals
from croupier.house.record.commands import receipts
from croupier.house.record.commands.repeated import COMMAND_CHARS_MAX
from croupier.house.record.errors import Refused
from croupier.house.record.sentences import listed
from croupier.house.tables.life import CLOSING
from croupier.house.tables.live import Live
from croupier.rounds import acts, refusal
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.felt import Wager
from croupier.rounds.game import Game
from croupier.web.felt import kinds
from croupier.web.felt.addressed import to_you
from croupier.web.felt.recent_rounds import Played
from croupier.web.felt.table_view import Look
from croupier.web.kit import words
from croupier.web.kit.context import Floor


class Left(msgspec.Struct, frozen=True):
    """A wager that stayed out of a plan, and why."""

    title: str
    why: str


class Outcome(msgspec.Struct, frozen=True):
    """What a plan did: cents moved, and what stayed as it was."""

    cents: int
    left: tuple[Left, ...] = ()

    def sentence(self, verb: str) -> str:
        """For who asked: empty where all went as asked, since the felt shows it."""
        if not self.left:
            return ""
        kept = "; ".join(f"{one.title}: {one.why}" for one in self.left)
        return f"{short_money(self.cents)} {verb}. Not moved: {kept}."


# ---- what would be done


def last_wagers(look: Look) -> list[acts.Bet]:
    """What this reader wagered in the last round he played, the main wager first."""
    for played in look.own_rounds:
        if found := _settled(look, played) if kinds.of(look.family).STANDS else _laid(look, played):
            bets = [acts.Bet(seat, kind, stake, on) for (seat, kind, on), stake in found.items()]
            return sorted(bets, key=lambda bet: _rank(look.game, bet.wager))
    return []


def _laid(look: Look, played: Played) -> dict[tuple[int, str, str], int]:
    """What he put down before the cards, whatever they and he made of it: doubled for less, withdrawn, back to life."""
    found: dict[tuple[int, str, str], int] = {}
    for _, patron, act in played.laid:
        seat = act.position if act.position in look.mine else look.position
        key = seat, act.wager, act.on
        if patron != look.badge or not _placeable(look.game, act.wager):
            continue
        lies = found.get(key, 0)
        found[key] = lies + act.amount if isinstance(act, acts.Bet) else lies - (act.amount or lies)
    return {key: cents for key, cents in found.items() if cents > 0}


def _settled(look: Look, played: Played) -> dict[tuple[int, str, str], int]:
    """What ended: other wagers of a layout on which they stand from roll to roll lie there still."""
    found = {key: cents for key, cents in _laid(look, played).items() if key[1] in COMBINED}  # settled by its parts
    for event in played.of(look.badge):
        if event.on in COMBINED or event.table != "main" or event.hand or not _placeable(look.game, event.wager):
            continue
        seat = event.position if event.position in look.mine else look.position
        # A come wager that moved to a number is placed where it started.
        on = event.on if event.on in look.game.selections(event.wager) else ""
        found[seat, event.wager, on] = event.stake
    return found


def same(look: Look) -> list[acts.Bet]:
    """What of the last wagers does not lie there now."""
    missing = []
    for bet in last_wagers(look):
        placed = look.table.wager(bet.wager, bet.position, bet.on)
        lacks = bet.amount - (placed.stake if placed else 0)
        if lacks > 0:
            missing.append(msgspec.structs.replace(bet, amount=lacks))
    return missing


def doubled(look: Look) -> list[acts.Bet | acts.Take]:
    """As much again on everything of his that may grow now, each to its most.

    Wagers that must be equal can't grow one by one: they are taken back and placed anew, twice as large.
    """
    own = sorted(_own(look), key=lambda w: (_rank(look.game, w.kind), w.id))
    anew = sum(wager.kind in _equal(look.game) for wager in own) > 1
    bets: list[acts.Bet | acts.Take] = list(cleared(look)) if anew else []
    for wager in own:
        if not _placeable(look.game, wager.kind) or wager.hand or wager.on not in look.game.selections(wager.kind):
            continue
        if anew:
            limits = look.posting.limits[wager.kind]
            room = (limits.most - wager.stake) // limits.step * limits.step
            bets.append(acts.Bet(wager.position, wager.kind, wager.stake + max(0, min(wager.stake, room)), wager.on))
            continue
        limits = look.game.limits(look.table, wager.position, wager.kind, wager.on)
        room = (limits.most - wager.stake) // limits.step * limits.step
        if room > 0 and not look.game.blocked(look.table, wager.position, wager.kind, wager.on):
            bets.append(acts.Bet(wager.position, wager.kind, min(wager.stake, room), wager.on))
    return bets


def raised_together(look: Look, bet: acts.Bet, lie: Sequence[acts.Bet]) -> list[acts.Bet | acts.Take]:
    """More on one of several wagers that must be equal is as much more on each: taken back and placed anew.

    Nothing where the others don't lie there yet; they are as large as the first when they come.
    """
    own = sorted(lie, key=lambda one: _rank(look.game, one.wager))
    equal = [one for one in own if one.position == bet.position and one.wager in _equal(look.game)]
    if len(equal) < 2 or bet.amount <= 0 or all(one.wager != bet.wager for one in equal):
        return []
    if not all(_placeable(look.game, one.wager) for one in own):
        return []
    back = sorted(own, key=lambda one: _rank(look.game, one.wager), reverse=True)
    more = [msgspec.structs.replace(one, amount=one.amount + bet.amount) if one in equal else one for one in own]
    return [*(acts.Take(one.position, one.wager, one.on) for one in back), *more]


def _equal(game: Game) -> Sequence[str]:
    """Wagers of a game that must be equal."""
    return getattr(game, "EQUAL", ())


def cleared(look: Look) -> list[acts.Take]:
    """Everything of his taken back, what needs another wager before it."""
    own = sorted(_own(look), key=lambda w: (-_rank(look.game, w.kind)[0], -w.id))
    return [acts.Take(w.position, w.kind, w.on) for w in own if not w.hand]


def newest(driver: Driver, mine: Container[int]) -> Wager | None:
    """The last of his wagers that may be taken back: one that the rules hold where it lies is passed over."""
    own = [wager for wager in driver.felt.wagers if wager.position in mine and not wager.hand]
    return next((w for w in sorted(own, key=lambda w: -w.id) if _held(driver, w) is None), None)


def _held(driver: Driver, wager: Wager) -> refusal.Refused | None:
    """Why a wager can't be taken back now; nothing where it can."""
    try:
        driver.game.may_take(driver.table, wager, 0)
    except refusal.Refused as refused:
        return refused
    return None


def _own(look: Look) -> list[Wager]:
    return [wager for wager in look.driver.felt.wagers if wager.position in look.mine]


def _placeable(game: Game, kind: str) -> bool:
    rule = game.posting.wagers.get(kind)
    return rule is not None and kind not in game.PLACED_LATER and rule.kind != "odds" and not kind.endswith("odds")


def _rank(game: Game, kind: str) -> tuple[int, int]:
    """How many wagers must lie there first; among equals what the rulebook requires, then main wagers, then others."""
    rule = game.posting.wagers[kind]
    needed = [_rank(game, other)[0] for other in rule.requires if other in game.posting.wagers and other != kind]
    return 1 + max(needed) if needed else 0, 0 if rule.mandatory else 1 if rule.kind == "base" else 2


# ---- as the station's buttons say it


class Buttons(msgspec.Struct, frozen=True):
    """Words of the buttons that move several wagers; empty where a button has nothing to do."""

    same: str = ""
    short: str = ""  # why the same can't be wagered again
    double: str = ""
    clear: str = ""
    back: str = ""  # the newest wager that may be taken back
    kept: str = ""  # why something of his stays where it lies
    leave: str = ""  # what leaving takes down first
    stays: str = ""  # why one can't leave now


def buttons(look: Look) -> Buttons:
    """What the tray and the way out offer this reader now."""
    if not look.mine or look.live.table.settings.tournament:
        return Buttons()
    own = _own(look)
    if not look.driver.betting:
        return Buttons(stays="A round is being played: you leave when it is over." if own else "")
    down, kept = may_go(look)
    leave = f"Take down {short_money(down)} and leave" if down and not kept else ""
    why = f"{kept[0].title}: {kept[0].why}" if kept else ""
    stays = f"{why}. You leave when it is settled." if kept else ""
    if not look.wagering:
        return Buttons(leave=leave, stays=stays)
    again, more, last = same(look), _cost(look, doubled(look)), newest(look.driver, look.mine)
    cost, chips = _cost(look, again), sum(map(look.table.chips, look.mine))
    return Buttons(
        same=f"Same wagers {short_money(cost)}" if again and cost <= chips else "",
        short=f"They cost {short_money(cost)}; you have {short_money(chips)}" if cost > chips else "",
        double=f"Double {short_money(more)}" if more > 0 else "",
        clear=f"Clear {short_money(down)}" if down else "",
        back=f"Take back {short_money(last.stake)}" if last else "",
        kept=why,
        leave=leave,
        stays=stays,
    )


def _cost(look: Look, plan: Sequence[acts.Bet | acts.Take]) -> int:
    """What a plan adds to the layout."""
    back = [look.table.wager(a.wager, a.position, a.on) for a in plan if isinstance(a, acts.Take)]
    return sum(a.amount for a in plan if isinstance(a, acts.Bet)) - sum(w.stake for w in back if w)


def may_go(look: Look) -> tuple[int, tuple[Left, ...]]:
    """Cents that could be taken down now, and the wagers that stay."""
    going = {(t.position, t.wager, t.on) for t in cleared(look)}
    cents, kept = 0, []
    for wager in _own(look):
        apart = "" if (wager.position, wager.kind, wager.on) in going else "it belongs to a hand"
        held = _held(look.driver, wager)
        if why := _because(held, look) if held else apart:
            kept.append(Left(words.wager_title(look.posting, wager.kind, wager.on), why))
        else:
            cents += wager.stake
    return cents, tuple(kept)


def _because(refused: refusal.Refused, look: Look) -> str:
    said = to_you(refused.says, sorted(look.mine)).rstrip(".")
    return f"{said}{' · ' + refused.clause if refused.clause else ''}"


# ---- doing it


async def rewager(floor: Floor, who: Person, table_id: str, way: str, command: str | None, said: str = "") -> Outcome:
    """`same`, `double` or `clear`, through the table's own door; what can't be afforded is refused as a whole."""
    look = await _look(floor, who, table_id)
    if not look.mine:
        raise Refused("You have no position at this table.", "Sit down first.")
    if not look.driver.betting:
        raise Refused("Wagers are closed.", "They open again after this round.")
    done = frozenset(_begun(floor, who, command))
    if way == "clear":
        return await _send(floor, who, table_id, cleared(look), command, said, done)
    if look.live.table.state == CLOSING:
        raise Refused("This table is closing: no more wagers.", "Take your chips with you.")
    if way == "same" and not last_wagers(look):
        raise Refused("You wagered nothing here before.", "Place a wager first.")
    whole: Sequence[acts.Bet | acts.Take] = same(look) if way == "same" else doubled(look)
    plan = [act for act in whole if _named(command, act) not in done]
    if way == "same" and not plan:  # asked for twice, they lie there once
        return Outcome(0)
    cost, chips = _cost(look, plan), look.table.chips(look.position)
    if cost > chips:
        what = "The same wagers cost" if way == "same" else "To double costs"
        raise Refused(f"{what} {money(cost)}; you have {money(chips)}.", "Nothing was placed.")
    return await _send(floor, who, table_id, plan, command, said, done)


async def raise_together(
    floor: Floor, who: Person, table_id: str, bet: acts.Bet, command: str | None, said: str = ""
) -> str | None:
    """What was done where one of several equal wagers grew; None where a wager stands for itself."""
    look = await _look(floor, who, table_id)
    if not look.driver.betting or look.live.table.state == CLOSING:
        return None
    done = _begun(floor, who, command)
    whole = raised_together(look, bet, _before(floor, look, done))
    plan = [act for act in whole if _named(command, act) not in done]
    if not whole:
        return "" if done else None
    raised = [act for act in whole if isinstance(act, acts.Bet) and act.wager in _equal(look.game)]
    names = listed([words.wager_title(look.posting, act.wager, act.on) for act in raised])
    for act in raised:
        limits = look.posting.limits[act.wager]
        if not limits.least <= act.amount <= limits.most or act.amount % limits.step:
            steps = "" if limits.step == 1 else f" in steps of {short_money(limits.step)}"
            raise Refused(
                f"{names} are equal: each would be {money(act.amount)}.",
                f"Wager {money(limits.least)} to {money(limits.most)}{steps} on each.",
            )
    cost, chips = _cost(look, plan), look.table.chips(look.position)
    if cost > chips:
        raise Refused(
            f"{names} are equal: {short_money(bet.amount)} more on each costs {money(cost)}; you have {money(chips)}.",
            "Nothing was placed.",
        )
    moved = await _send(floor, who, table_id, plan, command, said, frozenset(done))
    return f"{names} are equal: {short_money(bet.amount)} more on each. {moved.sentence('placed')}".strip()


def _begun(floor: Floor, who: Person, command: str | None) -> dict[str, int]:
    """What of a command is done already, with its entry: one whose answer was lost is sent again."""
    if not command:
        return {}
    with floor.house.storage.reading() as conn:
        return receipts.begun(conn, command, who.badge)


def _before(floor: Floor, look: Look, done: dict[str, int]) -> list[acts.Bet]:
    """What of this reader's lay there when a command came: where some of it is done, by the journal of the round."""
    if not done:
        return [acts.Bet(w.position, w.kind, w.stake, w.on) for w in _own(look)]
    stakes: dict[tuple[int, str, str], int] = {}
    with floor.house.storage.reading() as conn:
        since, first = look.live.played_at, min(done.values())
        for one in journals.entries(conn, look.live.pages.journal_id, after=since, upto=first - 1):
            act = one.entry.act
            if isinstance(act, acts.Bet | acts.Take) and act.position in look.mine:
                key = act.position, act.wager, act.on
                lies = stakes.get(key, 0)
                stakes[key] = lies + act.amount if isinstance(act, acts.Bet) else lies - (act.amount or lies)
    return [acts.Bet(seat, kind, stake, on) for (seat, kind, on), stake in stakes.items() if stake > 0]


def _named(command: str | None, act: acts.Bet | acts.Take) -> str | None:
    return (
        f"{command}.{type(act).__name__.lower()}.{act.position}.{act.wager}.{act.on}"[:COMMAND_CHARS_MAX]
        if command
        else None
    )


async def take_down(floor: Floor, who: Person, table_id: str, command: str | None = None, said: str = "") -> None:
    """Every wager of a patron down, before he leaves; where one must stay, nothing is touched."""
    look = await _look(floor, who, table_id)
    if not _own(look) or not look.driver.betting:
        return
    if kept := may_go(look)[1]:
        raise Refused(f"{kept[0].title}: {kept[0].why}.", "Nothing was taken down.")
    await rewager(floor, who, table_id, "clear", command, said)


async def _look(floor: Floor, who: Person, table_id: str) -> Look:
    live = await floor.house.table(table_id)
    return Look(live, who, floor.recent.rounds(live.pages.journal_id, live.played_at))


async def _send(
    floor: Floor,
    who: Person,
    table_id: str,
    plan: Sequence[acts.Bet | acts.Take],
    command: str | None,
    said: str,
    done_before: frozenset[str],
) -> Outcome:
    """The acts of a plan, each once the table takes it: a refused one is tried again after the others.

    Each is a command of its own, named after the click and the wager: sent twice, it is done once.
    """
    moved, waiting = 0, list(plan)
    mixed = len({type(act) for act in plan}) > 1  # what is taken back to be placed anew has not moved
    refused: dict[acts.Bet | acts.Take, refusal.Refused] = {}
    while waiting:
        done = []
        for act in waiting:
            live = await floor.house.table(table_id)
            cents = act.amount or _stake(live, act)
            sign = -1 if isinstance(act, acts.Take) and mixed else 1
            try:
                live.driver.check(By("player", who.badge), act)
            except refusal.Refused as why:
                refused[act] = why
                continue
            await floor.house.answer(table_id, who, act, None, _named(command, act), said)
            done.append(act)
            moved += sign * cents
        if not done:
            break
        waiting = [act for act in waiting if act not in done]
    if not moved and not done_before:
        if not waiting:
            raise Refused("Nothing of yours lies on the layout that could move.", "Place a wager first.")
        raise refused[waiting[0]]
    look = await _look(floor, who, table_id)
    return Outcome(moved, tuple(_left(look, act, refused[act]) for act in waiting))


def _stake(live: Live, act: acts.Bet | acts.Take) -> int:
    wager = live.driver.table.wager(act.wager, act.position, act.on)
    return wager.stake if wager else 0


def _left(look: Look, act: acts.Bet | acts.Take, refused: refusal.Refused) -> Left:
    title = words.wager_title(look.posting, act.wager, act.on)
    return Left(title, _because(refused, look).removeprefix(f"{title}: "))
