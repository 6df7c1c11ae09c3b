"""The director's desk in words: clock and figures, what stops play, the tables, who went out, what is proposed."""

from typing import Any

from croupier.equipment.money import money
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.chip_race import odd_chips
from croupier.house.tournaments.poker.keeper import Live
from croupier.house.tournaments.poker.live.director_desk import (
    Proposal,
    entry_parts,
    last_undoable,
    proposal,
    reason,
)
from croupier.house.tournaments.poker.plan import BRACKET
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.house.tournaments.poker.prizes import pools
from croupier.house.tournaments.poker.state import CANCELLED, OVER, PLAYING, Felt
from croupier.house.tournaments.poker.wall import Wall, wall
from croupier.web.kit import words
from croupier.web.tournaments.director.shown import DeskSeat, DeskTable, DirectorView, Due, OutRow, PayRow, Slip
from croupier.web.tournaments.director.words import (
    Labels,
    add_on_words,
    beside_words,
    break_words,
    clock_words,
    level_line,
    level_words,
    next_level,
    ordinal,
    posted,
    re_words,
    reenters,
    registration,
    sales,
    sizes_words,
    why_closed,
)
from croupier.web.tournaments.structure_words import blinds_words, chips

OUTS_SHOWN, STRIP_SHOWN = 6, 3  # looked at, and named in the strip
SAME_HAND_US = 180 * 1_000_000


def view(live: Live, now: int, book: str, csrf: str) -> DirectorView:
    game, plan, labels = live.game, live.game.plan, Labels(live.game)
    face = wall(live, now)
    index = game.level_index(now)
    level = plan.levels[index]
    found = proposal(live) if game.state == PLAYING else None
    due = _due(game, found, labels, now) if found else None
    alert, kind, more = _alerts(game, due, now)
    rest = face.state == "break"
    coming = plan.levels[index + 1 :]
    clause = game.asked.clause
    return DirectorView(
        id=live.event.id,
        link=f"/poker-tournaments/{live.event.id}",
        acts=live.event.acts,
        name=plan.name,
        title=f"Poker room · live cards · {money(plan.entry)} buy-in{', re-entry' if plan.reentry_minutes else ''}",
        clock=face,
        resting=game.state == PLAYING and game.resting_us(now) > 0,
        blinds="Break" if rest else sizes_words(level),
        blinds_note=beside_words(game, level) if not rest else f"then {blinds_words(next_level(game, index) or level)}",
        then=f"next {blinds_words(coming[0]).lower()}" if coming else "the last level",
        at=words.clock(now),
        ends=words.clock(now + face.left_s * 1_000_000) if face.runs and face.left_s > 0 else "",
        level_words=level_words(game, face, level),
        figures=_figures(game, face, now),
        alert=alert,
        alert_kind=kind,
        more=more,
        due=due,
        tables=tuple(_table(game, felt, labels, found) for _, felt in sorted(game.tables.items())),
        outs=_outs(game, labels),
        same_hand=_same_hand(game, labels, now),
        breaking=_break_order(game),
        breaking_note="" if game.breaking else posted(game, face),
        pays=_pays(game),
        pays_note=f"{face.places} of {game.entries} paid" if game.entries else "",
        registers=bool(game.registers(now)) and game.entries < plan.most,
        registers_note=registration(game, face, now),
        why_closed=why_closed(game, now),
        parts=entry_parts(plan),
        entry=plan.entry,
        entry_chips=chips(plan.chips),
        open_seats=len(game.free_places()),
        reenters=reenters(game, labels, now),
        last_table=len(game.left()) if deal_may_be_tried(game) else 0,
        bounty=bool(plan.bounty),
        round_open=face.hand_for_hand and game.state == PLAYING,
        undo=_undo_words(game, labels),
        rebuys=bool(plan.rebuy),
        add_ons=bool(plan.add_on),
        sales=sales(game, now),
        levels="\n".join(level_line(one) for one in coming),
        penalties=game.asked.names("penalties"),
        clauses={rule: clause(rule) for rule in CITED},
        book=book,
        csrf=csrf,
        clock_words=clock_words(face.left_s) if game.state not in (OVER, CANCELLED) else "0:00",
        next_line=index + 2 if coming else 0,
    )


CITED = (
    "registration", "reentry", "rebuy", "balancing", "moved-player", "breaking", "redraws", "chip-race", "levels",
    "penalties", "deals", "payout-schedule", "hand-for-hand", "seats-drawn", "chips", "bounty", "cancel",
)  # fmt: skip


def _figures(game: PokerTournament, face: Wall, now: int) -> tuple[tuple[str, str, str, str], ...]:
    plan, clause = game.plan, game.asked.clause
    again = game.entries - len(game.players)
    big = max(face.blinds, default=face.bring_in)
    counted = f"counted {words.clock(game.counted_us)[:5]}" if game.counted_us else "not counted yet"
    apart = game.counted() - game.in_play()
    if game.counted_us and apart:
        counted = f"counts {chips(abs(apart))} {'over' if apart > 0 else 'short'}"
    sold = game.registers(now)
    places = f"{face.places} {'place' if face.places == 1 else 'places'} paid"
    breaks = face.next_break_s
    return (
        ("Remaining", str(face.players), f"of {game.entries} entries", ""),
        ("Entries", str(len(game.players)), "still open" if sold else "closed", ""),
        ("Re-entries", str(again) if plan.reentry_minutes else "–", re_words(game, now), clause("reentry")),
        ("Add-ons", str(game.sold.add_ons) if plan.add_on else "–", add_on_words(game), clause("rebuy")),
        ("Average stack", chips(face.average), f"{face.average // big} big blinds" if big else "", ""),
        ("Chips in play", chips(game.in_play()), counted, ""),
        ("Prize pool", money(face.pool).removesuffix(".00"), places, ""),
        (
            "Next break",
            clock_words(breaks) if breaks >= 0 else "–",
            break_words(game, now) if breaks >= 0 else "none comes",
            "",
        ),
    )


def _alerts(game: PokerTournament, due: Due | None, now: int) -> tuple[str, str, tuple[str, ...]]:
    """What stops play comes first; everything else is told of beside it."""
    if game.state in (OVER, CANCELLED):
        ended = "It is over: prizes are paid on the tournament's page." if game.state == OVER else "It was cancelled."
        return ended, "info", ()
    found: list[tuple[int, str, str]] = []
    halted = game.halted()
    alone = [number for number, count in sorted(game.counts().items()) if count == 1 and len(game.tables) > 1]
    by_hand = game.round_dealt or (game.state == PLAYING and game.hand_for_hand(now))  # the end of a round comes first
    if alone and due is None and game.state == PLAYING and not game.plan.staged and not by_hand:
        where = f"Table {alone[0]} has" if len(alone) == 1 else f"{len(alone)} tables have"
        found.append((0, f"{where} one player: no hand can be dealt. Break a table below, with the reason.", "neg"))
    for number in halted:
        found.append((0, f"Table {number} stopped: three short or more of the fullest.", "neg"))
    if due is not None:
        found.append((1, due.says, "info"))
    if by_hand:
        found.append((2, "Hand for hand: every table deals one hand and waits.", "warn"))
    raced = [number for number in sorted(game.tables) if game.state == PLAYING and game.race_due(number, now)]
    if raced and (due is None or due.what != "race"):
        found.append((3, f"Chips below {chips(game.chip(now))} are raced off at {len(raced)} tables.", "info"))
    if game.stopped_us:
        found.append((4, "The clock stands.", "warn"))
    found.sort(key=lambda one: one[0])
    if not found:
        return "", "", ()
    return found[0][1], found[0][2], tuple(one[1] for one in found[1:])


def _due(game: PokerTournament, found: Proposal, labels: Labels, now: int) -> Due:
    act, why = found.act, reason(game, found)
    base: dict[str, Any] = {"key": found.key, "what": found.what, "says": why.says, "clauses": why.clauses}
    match act:
        case acts.Move():
            player = game.players[act.name]
            label = labels.short(act.name)
            return Due(
                **base,
                title="Balance",
                button=f"Confirm: {label} to {act.place[0]}, seat {act.place[1]}",
                mover=act.name,
                mover_label=label,
                origin=f"table {player.table}, seat {player.seat}",
                target=f"table {act.place[0]}",
                target_seat=act.place[1],
            )
        case acts.Draw():
            order = sorted(act.seats.items(), key=lambda item: item[1])
            slips = tuple(Slip(label=labels.full(name), table=at[0], seat=at[1]) for name, at in order)
            if act.broken:
                title, button = f"Break table {act.broken}", f"Confirm: table {act.broken} breaks"
            else:
                title, button = "Redraw", "Confirm the redraw"
            return Due(**base, title=title, button=button, slips=slips)
        case acts.Race():
            felt = game.felt(act.table)
            odd = odd_chips(felt, game.chip(now))
            rows = tuple(
                (n, seat.name, labels.short(seat.name), odd[n]) for n, seat in sorted(felt.table.seats.items())
            )
            button = f"Race off table {act.table}"
            return Due(**base, title="Colour up", button=button, race=rows, race_table=act.table)
    return Due(**base, title="The end", button="Close the tournament")


def _table(game: PokerTournament, felt: Felt, labels: Labels, found: Proposal | None) -> DeskTable:
    move = found.act if found is not None and isinstance(found.act, acts.Move) else None
    seats = []
    for number in range(1, max(game.plan.seats, *felt.table.seats, 0) + 1):
        there = felt.table.seats.get(number)
        button = felt.table.positions.button == number
        if there is None:
            arrives = labels.short(move.name) if move is not None and move.place == (felt.number, number) else ""
            seats.append(DeskSeat(number=number, arrives=arrives, button=button))
            continue
        player = game.players[there.name]
        note = "away" if player.away else ""
        seats.append(
            DeskSeat(
                number=number,
                patron=there.name,
                label=labels.short(there.name),
                full=labels.full(there.name),
                chips=chips(game.stack(there.name)),
                button=button,
                moving=move is not None and move.name == there.name,
                note=f"penalty, {player.penalty}" if player.penalty else note,
            )
        )
    mark, kind = _mark(game, felt, move)
    full = max(game.plan.seats, *felt.table.seats, 0)
    keyed = felt.number in game.keyed
    return DeskTable(
        number=felt.number,
        seats=tuple(seats),
        count=f"{felt.players} of {full}" + (" · keyed" if keyed else ""),
        mark=mark,
        kind=kind,
        keyed=keyed,
        others=" ".join(felt.names()),
    )


def _mark(game: PokerTournament, felt: Felt, move: acts.Move | None) -> tuple[str, str]:
    if felt.number in game.halted():
        return "stopped", "neg"
    if move is not None and game.players[move.name].table == felt.number:
        return "gives a player", "info"
    if felt.done:
        return "has done its part", "pos"
    if game.break_due() == felt.number:
        return "breaks now", "info"
    order = _break_order(game)
    if felt.number in order and len(order) > 1 and game.plan.format != BRACKET:
        return f"breaks {ordinal(order.index(felt.number) + 1)}", ""
    return "", ""


def _break_order(game: PokerTournament) -> tuple[int, ...]:
    """As it is posted, or as it will be when registration closes."""
    return game.breaking or tuple(sorted(game.tables, reverse=True))


def _outs(game: PokerTournament, labels: Labels) -> tuple[OutRow, ...]:
    """The last who went out, the latest first."""
    numbers = _knock_outs(game)
    rows, place = [], len(game.left()) + 1
    for groups in game.round_outs.values():
        for one in (one for group in groups for one in group):
            rows.append(_out(game, labels, one, "this round", numbers))
            place += 1
    for group in reversed(game.outs):
        last = place + len(group) - 1
        said = ordinal(place) if last == place else f"{ordinal(place)} to {ordinal(last)}"
        rows += [_out(game, labels, one, said, numbers) for one in group]
        place = last + 1
        if len(rows) >= STRIP_SHOWN:
            break
    return tuple(rows[:STRIP_SHOWN])


def _knock_outs(game: PokerTournament) -> dict[str, int]:
    """The number of the act by which each was knocked out last."""
    return {act.name: n for n, act in enumerate(game.acts, 1) if isinstance(act, acts.Bust) and n not in game.undone}


def _out(game: PokerTournament, labels: Labels, one: acts.Out, place: str, numbers: dict[str, int]) -> OutRow:
    at = game.out_at.get(one.name, 0)
    return OutRow(
        place=place,
        label=labels.short(one.name),
        patron=one.name,
        table=one.table,
        at=words.clock(at) if at else "",
        undo=numbers.get(one.name, 0),
    )


def _same_hand(game: PokerTournament, labels: Labels, now: int) -> tuple[tuple[str, str, int], ...]:
    """Several who went out at one table one after the other: was it one hand? It is asked only then."""
    groups = [group for of in game.round_outs.values() for group in of] or game.outs[-OUTS_SHOWN:]
    recent = [one for group in groups for one in group if now - game.out_at.get(one.name, 0) <= SAME_HAND_US]
    rounds = [n for n, act in enumerate(game.acts, 1) if isinstance(act, acts.Round) and n not in game.undone]
    if rounds:  # one that is over was other hands
        numbers = _knock_outs(game)
        recent = [one for one in recent if numbers.get(one.name, 0) > rounds[-1]]
    tables = [one.table for one in recent]
    asked = [one for one in recent if tables.count(one.table) > 1 and one.table == recent[-1].table]
    names = [one.name for one in asked]
    return tuple((one.name, labels.apart(one.name, names), one.stack) for one in asked)


def _undo_words(game: PokerTournament, labels: Labels) -> str:
    """What went last, for its own button; the last knock-out has one beside its place already."""
    number = last_undoable(game)
    if not number or any(out.undo == number for out in _outs(game, labels)):
        return ""
    act = game.acts[number - 1]
    names = {
        acts.Bust: "knock-out", acts.SameHand: "places of one hand", acts.Round: "round", acts.Count: "count",
        acts.Button: "button", acts.Keyed: "keying", acts.Shift: "change of the clock", acts.Jump: "level",
        acts.Rest: "break", acts.Alter: "levels", acts.Served: "penalty served", acts.Register: "entry",
        acts.Rebuy: "rebuy", acts.Move: "move", acts.Draw: "draw", acts.Correct: "seat", acts.Race: "race",
        acts.Clock: "clock", acts.Penalty: "penalty", acts.Away: "absence", acts.Deal: "deal", acts.Play: "act",
        acts.Dealt: "cards", acts.Push: "push", acts.Say: "words", acts.Timed: "clock on a player",
        acts.TimeBank: "time bank",
    }  # fmt: skip
    who, what = getattr(act, "name", ""), names.get(type(act), "last act")
    if isinstance(act, acts.Rebuy) and act.add_on:
        what = "add-on"
    return f"{what}{' of ' + labels.short(who) if who else ''}"


def _pays(game: PokerTournament) -> tuple[PayRow, ...]:
    paid = [cents for cents, _ in game.pays()]
    whole = sum(paid)

    def share(cents: int) -> str:
        return f"{cents * 100 / whole:.1f}%" if whole else ""

    rows = [PayRow(place=str(n), share=share(cents), prize=money(cents)) for n, cents in enumerate(paid[:4], 1)]
    if len(paid) == 5:
        rows.append(PayRow(place="5", share=share(paid[4]), prize=money(paid[4])))
    elif len(paid) > 5:
        prize = f"{money(paid[4])} to {money(paid[-1])}"
        rows.append(PayRow(place=f"5 to {len(paid)}", share=share(sum(paid[4:])), prize=prize))
    return tuple(rows)


def deal_may_be_tried(game: PokerTournament) -> bool:
    return game.state == PLAYING and len(game.tables) == 1 and 2 <= len(game.left()) <= pools.ICM_MOST
