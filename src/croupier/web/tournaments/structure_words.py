"""A structure sheet in words: what a tournament costs and sells, how its levels rise, where its money lies."""

from croupier.equipment.money import money
from croupier.house.tournaments.poker.plan import Level, Plan, TournamentRules
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.web.felt.shown import Fact
from croupier.web.kit import words
from croupier.web.tournaments.shown import LevelRow


def chips(count: int) -> str:
    """Tournament chips are worth nothing outside: no dollars."""
    return f"{count:,}"


def blinds_words(level: Level) -> str:
    if level.is_break:
        return "Break"
    parts = [" / ".join(chips(size) for size in level.blinds)] if level.blinds else []
    if level.bets:
        parts.append(f"bets {chips(level.bets[0])} and {chips(level.bets[1])}")
    if level.ante:
        parts.append(f"ante {chips(level.ante)}")
    if level.bring_in:
        parts.append(f"bring-in {chips(level.bring_in)}")
    said = ", ".join(parts)
    return f"{words.plain(level.form)}: {said}" if level.form else said  # of a mixed event


def facts(plan: Plan, asked: TournamentRules) -> tuple[Fact, ...]:
    """Everything that the sheet says, each with the clause that lets it."""
    clause = asked.clause
    parts = [f"{money(plan.prize)} to the prizes"]
    parts += [f"{money(plan.administration)} to the room's staff"] if plan.administration else []
    parts += [f"{money(plan.house)} to the house"] if plan.house else []
    found = [Fact("Buy-in", f"{money(plan.buy_in)}: {', '.join(parts)}", clause("distribution"))]
    beside = [(plan.bad_beat, "the bad beat fund"), (plan.special_hands, "the special hands fund")]
    given = [f"{money(cents)} for {what}" for cents, what in beside if cents]
    if given:
        found.append(Fact("Beside it", ", ".join(given)))
    found += _format(plan, asked)
    found.append(
        Fact("Chips at the start", f"{chips(plan.chips)} of style {plan.style}, worth no cash", clause("chips"))
    )
    found += _selling(plan, asked)
    found.append(Fact("Seats", f"{plan.seats} at a table, drawn by lot", clause("seats-drawn")))
    found.append(Fact("Registration", _registration(plan), clause("registration")))
    if plan.guarantee:
        found.append(Fact("Guaranteed", f"{money(plan.guarantee)} of prizes at least"))
    if plan.promotions:
        found.append(Fact("Promotions", "Its hands take part in the promotions that name it"))
    deals = "the last players may divide what is left" if asked.value("deals") else "none are made"
    found.append(Fact("Deals", deals, clause("deals")))
    return tuple(found)


def _format(plan: Plan, asked: TournamentRules) -> list[Fact]:
    clause = asked.clause(plan.format) or asked.clause("formats")
    said = words.plain(plan.format)
    if plan.bounty:
        said += f": {money(plan.bounty)} on every head"
    if plan.cash_out_percent:
        said += f": {plan.cash_out_percent}% of the pool buys chips back at set times"
    if plan.target:
        said += f" to {plan.target}: for every {money(plan.target_buy_in)} in the pool one entry"
    if plan.advance:
        said += f": {plan.advance} of each table go on"
    return [
        Fact("Format", said, clause),
        Fact("Blind structure", words.plain(plan.structure), asked.clause("blind-structures")),
        Fact("Held", words.plain(plan.schedule), asked.clause("schedules")),
    ]


def _selling(plan: Plan, asked: TournamentRules) -> list[Fact]:
    clause, found = asked.clause, []
    if plan.rebuy:
        held = f"with {chips(plan.rebuy_at_most)} or less"
        said = f"{money(plan.rebuy)} for {chips(plan.rebuy_chips)}, {held}, in the first {plan.rebuy_minutes} minutes"
        found.append(Fact("Rebuy", said, clause("rebuy")))
    if plan.add_on:
        said = f"{money(plan.add_on)} for {chips(plan.add_on_chips)}, once, in the first {plan.rebuy_minutes} minutes"
        found.append(Fact("Add-on", said, clause("rebuy")))
    if plan.reentry_minutes:
        said = f"as if new, in the first {plan.reentry_minutes} minutes"
        found.append(Fact("Re-entry", said, clause("reentry")))
    return found


def _registration(plan: Plan) -> str:
    opens = f"from {words.moment(plan.opens_us)} " if plan.opens_us else ""
    closes = f"until {plan.late_minutes} minutes after the start" if plan.late_minutes else "until the start"
    most = f", {plan.most:,} entries at most" if plan.most < 5_000 else ""
    return f"{opens}{closes}{most}"


def levels(plan: Plan, now: int) -> tuple[LevelRow, ...]:
    """The levels as they are posted; `now` is the one that is played, -1 before the start."""
    rows, number = [], 0
    for index, level in enumerate(plan.levels):
        number += not level.is_break
        rows.append(
            LevelRow(
                title="Break" if level.is_break else str(number),
                minutes=level.minutes,
                blinds="" if level.is_break else blinds_words(level),
                chip=chips(level.chip) if level.chip else "",
                now=index == now,
                past=index < now,
                rests=level.is_break,
            )
        )
    return tuple(rows)


def pools(game: PokerTournament) -> tuple[Fact, ...]:
    """Where the players' money lies beside the prizes."""
    found, clause = game.pools(), game.asked.clause
    rows = []
    if found.bounty:
        won = sum(player.bounties for player in game.players.values())
        rows.append(Fact("Bounties", f"{money(found.bounty)}, {money(won)} of it won", clause("bounty")))
    if game.plan.cash_out_percent:
        rows.append(Fact("For cash-outs", money(found.cash_out), clause("cash-out")))
    if found.overlay:
        rows.append(Fact("Made up for the guarantee", money(found.overlay)))
    if game.sold.rebuys or game.sold.add_ons:
        said = f"{game.sold.rebuys} rebuys, {game.sold.add_ons} add-ons"
        rows.append(Fact("Sold since", said, clause("rebuy")))
    return tuple(rows)
