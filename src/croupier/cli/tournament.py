"""`croupier poker-tournament`: a poker tournament played whole by programs under a room's rules."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli import parse_amount

if TYPE_CHECKING:
    from croupier.house.tournaments.poker.play import PokerTournament


def register(app: typer.Typer) -> None:
    app.command("poker-tournament")(poker_tournament)


def poker_tournament(
    room: Annotated[str, typer.Argument(help="A room with tournament rules; default: the first.")] = "",
    form: Annotated[str, typer.Argument(help="A form, such as holdem, omaha, omaha-8, stud.")] = "holdem",
    entries: Annotated[int, typer.Option(help="How many register.", min=2, max=1000)] = 27,
    sheet: Annotated[
        str, typer.Option(help="A structure sheet: daily, ante, pot-limit, limit, stud, three-blind.")
    ] = "",
    format: Annotated[str, typer.Option(help="standard, bounty, survivor, shootout, heads-up, satellite...")] = "",
    buy_in: Annotated[str, typer.Option(help="What an entry costs.")] = "$100",
    seats: Annotated[int, typer.Option(help="Seats at a table; 0: as the format has them.", min=0, max=10)] = 0,
    guarantee: Annotated[str, typer.Option(help="The least prize pool.")] = "$0",
    seed: Annotated[str, typer.Option(help="The same seats, cards and players again.")] = "tournament",
    on: Annotated[str | None, typer.Option(help="The day whose rules apply.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only the places and the prizes.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Places and prizes as JSON, amounts in cents.")] = False,
    live: Annotated[
        bool,
        typer.Option("--live", help="Real cards: a director's evening at high speed, with walk-ins."),
    ] = False,
) -> None:
    """Play a poker tournament: seats drawn, levels by the clock, tables broken and balanced, prizes.

    For example:
        croupier poker-tournament horseshoe-baltimore holdem --entries 45
        croupier poker-tournament horseshoe-baltimore stud --entries 20
        croupier poker-tournament --format bounty --entries 30 --seed friday
        croupier poker-tournament --live --entries 540
    """
    from croupier.rulebook import first_property

    room = room or first_property("tournaments")
    if live:
        run_live(_plan(room, form, sheet, format, buy_in, seats, guarantee, on), entries, seed, quiet, as_json)
        return
    run(room, form, entries, sheet, format, buy_in, seats, guarantee, seed, on, quiet, as_json)


def run(
    room: str,
    form: str,
    entries: int,
    sheet: str = "",
    format: str = "",
    buy_in: str = "$100",
    seats: int = 0,
    guarantee: str = "$0",
    seed: str = "tournament",
    on: str | None = None,
    quiet: bool = False,
    as_json: bool = False,
) -> None:
    from rich.console import Console

    from croupier.demo.poker_tournament_players import HandSeconds, play
    from croupier.equipment.entropy import SeededEntropy
    from croupier.house.tournaments.poker.director import Director
    from croupier.house.tournaments.poker.play import PokerTournament

    console = Console(highlight=False)
    event = PokerTournament(_plan(room, form, sheet, format, buy_in, seats, guarantee, on))
    clock, entropy = HandSeconds(), SeededEntropy(seed)
    director = Director(event, entropy, clock)
    for number in range(1, entries + 1):
        event.do(director.register(f"entry-{number}"))
    if not as_json:
        _greet(console, event)

    def tell(words: str) -> None:
        if words and not (quiet or as_json):
            level = event.level_index(event.now_us) + 1
            console.print(f"[dim]level {level:>2}[/dim]  {words}")

    play(event, entropy, clock, seed, tell)
    if as_json:
        typer.echo(json.dumps(_plain(event, seed), indent=1))
    else:
        _show(console, event)


def run_live(plan: Any, entries: int, seed: str, quiet: bool, as_json: bool) -> None:
    """Nobody plays cards: chance says who goes out, and the house's own desk does everything else."""
    import msgspec
    from rich.console import Console

    from croupier.demo.live_event import simulate
    from croupier.equipment.money import money

    console = Console(highlight=False)
    late = sum(level.minutes for level in plan.levels[:2])
    again = 0 if plan.rebuy or plan.staged else late
    plan = msgspec.structs.replace(plan, live=True, late_minutes=late, reentry_minutes=again)

    def tell(words: str) -> None:
        if not (quiet or as_json):
            console.print(words)

    night, prizes = simulate(plan, entries, seed, tell)
    if as_json:
        found = msgspec.to_builtins(night) | {"prizes": [[one.place, one.patron, one.cents] for one in prizes]}
        typer.echo(json.dumps(found, indent=1))
        return
    done = ", ".join(f"{count} {what}" for what, count in sorted(night.confirmed.items()))
    console.print(
        f"[bold]{night.entries} entries[/bold] ({night.again} of them again) at {night.tables} tables; "
        f"{night.acts:,} acts on record, {night.undone} taken back; confirmed: {done}"
    )
    for one in prizes:
        console.print(f"{one.place:>4}  {one.patron:<14}{money(one.cents):>12}")
    console.print(f"due {money(sum(one.cents for one in prizes))} of {money(night.pool)}")


def _plan(
    room: str, form: str, sheet: str, format: str, buy_in: str, seats: int, guarantee: str, on: str | None
) -> Any:
    from croupier.house.record.errors import Refused
    from croupier.house.tournaments.poker.plan import book_of, faults, room_of
    from croupier.house.tournaments.structure_sheets import plan_from

    stud = room_of(room, on).form(form).family == "stud"
    sheet = sheet or ("stud" if stud else {"omaha": "pot-limit", "omaha-8": "limit"}.get(form, "daily"))
    cents, format = parse_amount(buy_in, "--buy-in"), format or "standard"
    usual = {"heads-up": 2, "single-table": 10, "shootout": 10, "bracket": 8}.get(format, 8 if stud else 9)
    share = int(book_of(room, on).settings["prize-pool-least-percent"].value)
    prize = -(-cents * share // 100)
    fee = (cents - prize) * 6 // 10
    given: dict[str, Any] = {"prize": prize, "administration": fee, "house": cents - prize - fee}
    more: dict[str, dict[str, Any]] = {
        "bounty": {"bounty": prize // 4},
        "satellite": {"target": "main-event", "target_buy_in": 5 * cents},
        "cash-out": {"cash_out_percent": 25},
        "bracket": {"advance": 2},
        "rebuy": {"rebuy": cents, "rebuy_chips": 10_000, "rebuy_minutes": 60},
    }
    given |= {"guarantee": parse_amount(guarantee, "--guarantee"), "seats": seats or usual, "form": form, "on": on}
    given |= {"format": format, **more.get(format, {})}
    plan = plan_from(sheet, name="The tournament", property=room, **given)
    wrong = faults(plan)
    if wrong:
        raise Refused(f"It may not be played: {'; '.join(wrong)}")
    return plan


def _greet(console: Any, event: "PokerTournament") -> None:
    from croupier.equipment.money import money

    plan, pools = event.plan, event.pools()
    parts = f"{money(plan.prize)} prizes, {money(plan.administration)} staff, {money(plan.house)} house"
    title = event.asked.room.form(plan.form).title
    console.print(
        f"[bold]{title}[/bold], {plan.format}, {plan.structure} structure, by the rules of {plan.property} "
        f"({event.asked.book.approved})"
    )
    console.print(
        f"{event.entries} entries of {money(plan.buy_in)} ({parts}), {plan.chips:,} chips each, "
        f"{len(event.tables)} table{'s' * (len(event.tables) > 1)}; pool {money(pools.all)}"
        + (f", {money(pools.overlay)} of it from the special hands fund" if pools.overlay else "")
    )


def _plain(event: "PokerTournament", seed: str) -> dict[str, Any]:
    prizes = {prize.name: prize for prize in event.prizes()}
    places, place = [], 1
    for group in event.places():
        for name in group:
            won = prizes[name].cents if name in prizes else 0
            places.append({"place": place, "name": name, "prize": won, "bounties": event.players[name].bounties})
        place += len(group)
    plan, pools = event.plan, event.pools()
    return {
        "property": plan.property,
        "form": plan.form,
        "format": plan.format,
        "seed": seed,
        "entries": event.entries,
        "buy_in": plan.buy_in,
        "pool": pools.all,
        "overlay": pools.overlay,
        "hands": event.hands,
        "seconds": event.elapsed_us(event.now_us) // 1_000_000,
        "level": event.level_index(event.now_us) + 1,
        "places": places,
    }


def _show(console: Any, event: "PokerTournament") -> None:
    from croupier.equipment.money import money

    prizes = {prize.name: prize for prize in event.prizes()}
    hours, minutes = divmod(event.elapsed_us(event.now_us) // 60_000_000, 60)
    console.print(
        f"[bold]{event.hands} hands[/bold], {hours} h {minutes:02d} by the clock, level "
        f"{event.level_index(event.now_us) + 1}; {event.in_play():,} chips in play, {event.removed:,} removed"
    )
    place = 1
    for group in event.places():
        for name in group:
            prize = prizes.get(name)
            if prize is None:
                continue
            tied = f"  tied with {prize.tied - 1}" if prize.tied > 1 else ""
            what = "an entry worth " if prize.kind == "entry" else ""
            console.print(f"{place:>4}  {name:<14}{what}{money(prize.cents):>12}{tied}")
        place += len(group)
    bounties = {p.name: p.bounties for p in event.players.values() if p.bounties}
    for name, cents in sorted(bounties.items(), key=lambda item: -item[1])[:10]:
        console.print(f"      {name:<14}{money(cents):>12}  in bounties")
    console.print(
        f"paid {money(sum(p.cents for p in prizes.values()) + sum(bounties.values()))} of {money(event.pools().all)}"
    )
