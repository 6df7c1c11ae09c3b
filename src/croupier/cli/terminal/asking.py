"""What the table waits for, in words: the question with its choices, the wagers on offer, help on one of them."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.equipment.money import money, short_money
from croupier.rounds.driver import Driver
from croupier.rounds.game import Offer
from croupier.rounds.requests import (
    Amount,
    Arrange,
    Betting,
    Card,
    Choice,
    Decide,
    Meter,
    Peek,
    Request,
    Roll,
    Shuffle,
    Spin,
    Stack,
    Together,
    Turn,
)


def request_text(request: Request, driver: Driver) -> RenderableType:
    """The question, and each choice with what it costs."""
    table = driver.table
    stage = driver.game.posting.stage(driver.felt.stage)
    if isinstance(request, Together):
        return Group(*(request_text(part, driver) for part in request.parts))
    asks = _question(request) or request.asks(table)
    text = Text(asks[0].upper() + asks[1:], style="bold")
    if stage:
        text.append(f"  ({stage.clause})", style="dim")
    parts: list[RenderableType] = [text]
    if isinstance(request, Decide):
        parts.append(_choices(request.choices))
    elif isinstance(request, Amount):
        how = "An amount, or no." if request.may_decline else "An amount."
        parts.append(Padding(Text(how, style="dim"), (0, 0, 0, 2), expand=False))
    else:
        if stage and stage.says and not isinstance(request, Betting):
            parts.append(Padding(Text(stage.says, style="dim"), (0, 0, 0, 2), expand=False))
        if how := how_to_key(request):
            parts.append(Padding(Text(how, style="dim"), (0, 0, 0, 2), expand=False))
    return Group(*parts)


def _question(request: Request) -> str:
    if isinstance(request, Decide) and request.by == "player" and not request.question:
        hand = f", hand {request.hand + 1}" if request.hand else ""
        return f"position {request.position}{hand} decides"
    return ""


def _choices(choices: tuple[Choice, ...]) -> RenderableType:
    grid = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    grid.add_column(no_wrap=True)
    for choice in choices:
        if choice.blocked:
            grid.add_row(Text(choice.name, style="dim"), Text(f"not now: {choice.blocked}", style="dim"))
            continue
        cost = f"adds {money(choice.cost)}: " if choice.cost else ""
        words = cost + choice.says if choice.says else cost.removesuffix(": ") or "no cost"
        grid.add_row(Text(choice.name, style="bold yellow"), Text(words))
    return Padding(grid, (0, 0, 0, 2), expand=False)


def how_to_key(request: Request) -> str:
    """How the answer is typed."""
    down = "; Enter where it lies face down" if isinstance(request, Card | Stack) and request.face != "up" else ""
    match request:
        case Card():
            return f"Key it as Ks or 10d{down}."
        case Stack(count=count):
            return f"Key {count} as Ks 10d 7h{down.replace('it lies', 'they lie')}."
        case Turn(count=count):
            return "Key it as Ks or 10d." if count == 1 else f"Key {count}, such as Ks 10d 7h."
        case Roll(count=count):
            return f"Key the faces, such as {'-'.join('65432'[:count])}."
        case Spin():
            return f"Key it, such as {request.pockets[len(request.pockets) // 2]}."
        case Peek():
            return "Key yes or no."
        case Shuffle():
            return "Enter, or shuffle and how deep the cutting card lies; sit, leave and buy-in meanwhile."
        case Arrange(count=count, exactly=exactly):
            return f"{'' if exactly else 'Up to '}{count} cards, such as {' '.join(('Ks', '9d', '4c', '2h')[:count])}."
        case Meter():
            return "An amount, such as 12500."
    return ""


# The wagers on offer


def offers_text(driver: Driver, position: int) -> RenderableType:
    """What may be bet now with its limits and odds; below, what may not be, and why."""
    kinds: dict[str, list[Offer]] = {}
    for offer in driver.game.offers(driver.table, position):
        kinds.setdefault(offer.wager, []).append(offer)
    grid = Table("wager", "on", "limits", "pays", "clause", box=None, padding=(0, 2, 0, 0), header_style="dim")
    grid.columns[0].no_wrap = grid.columns[2].no_wrap = grid.columns[4].no_wrap = True
    blocked: dict[str, list[str]] = {}
    for name, group in kinds.items():
        now = [offer for offer in group if not offer.blocked]
        if not now:
            blocked.setdefault(group[0].blocked, []).append(name)
            continue
        grid.add_row(name, _some(now), _limits(now[0]), _pays(now), now[0].clause)
    later = [f"{', '.join(names)}: {why}" for why, names in blocked.items()]
    notes = [Padding(Text(line, style="dim"), (0, 0, 0, 2), expand=False) for line in later]
    return Group(grid, *([Text("Not now", style="dim")] if notes else []), *notes)


def _some(offers: list[Offer]) -> str:
    named = [offer.on for offer in offers if offer.on]
    if not named:
        return ""
    if len(named) <= 6:
        return ", ".join(named)
    return f"{', '.join(named[:2])} … ({len(named)})"


def _limits(offer: Offer) -> str:
    step = f" by {short_money(offer.step)}" if offer.step not in (1, 100) else ""
    least, most = short_money(offer.least), short_money(offer.most)
    return (least if least == most else f"{least}-{most}") + step


def _pays(offers: list[Offer]) -> str:
    different = list(dict.fromkeys(offer.odds for offer in offers))
    return ", ".join(different) if len(different) <= 3 else f"{different[0]} and others"


def wager_text(driver: Driver, name: str, position: int) -> RenderableType:
    """Everything about one wager: what it is, on what it may be, its limits, its pay tables."""
    posting = driver.game.posting
    rule = posting.wagers[name]
    parts: list[RenderableType] = [Text(f"{rule.title} ({name})", style="bold").append(f"  {rule.clause}", "dim")]
    if rule.says:
        parts.append(Text(rule.says))
    offers = [driver.game.offer(driver.table, position, name, on) for on in driver.game.selections(name)]
    now = [offer for offer in offers if not offer.blocked]
    parts.append(Text(f"Limits {_limits((now or offers)[0])}. " + ("" if now else f"Not now: {offers[0].blocked}.")))
    by_odds: dict[str, list[str]] = {}
    for offer in offers:
        if offer.on:
            by_odds.setdefault(offer.odds, []).append(offer.on)
    for odds, on in by_odds.items():
        parts.append(Text(f"{odds}  on  ", style="bold").append(", ".join(on), "not bold"))
    if not by_odds:
        parts.append(_pay_rows(driver, name))
    example = offers[0].on or ""
    parts.append(Text(f"Type: {name}{' ' + example if example else ''} {offers[0].least // 100}", style="dim"))
    return Group(*parts)


def _pay_rows(driver: Driver, name: str) -> RenderableType:
    grid = Table(box=None, padding=(0, 3, 0, 0), show_header=False)
    posting = driver.game.posting
    for table in dict.fromkeys(t.name for t in posting.wagers[name].pay_tables):
        for row in posting.rows(name, table):
            grid.add_row("" if table == "main" else table, row.outcome, str(row.odds))
    return grid


def required(driver: Driver) -> list[str]:
    """Wagers that a position with chips on the layout still needs, or it gets them back when wagers are closed."""
    whys = [why for _, why, _ in driver.game.incomplete(driver.table)]
    return list(dict.fromkeys(why.removeprefix("the ").removesuffix(" is required") for why in whys))


def irregularities_text(driver: Driver) -> RenderableType:
    """What may be declared where the round stands, and what the rulebook then prescribes."""
    here = [i for i in driver.game.posting.irregularities() if i.when in driver.declarable()]
    if not here:
        return Text("No irregularity of this rulebook can be declared where the round stands.")
    parts: list[RenderableType] = []
    for found in here:
        ruling = found.remedy.ruling.replace("-", " ")
        parts.append(Text(found.when, style="bold").append(f"  {ruling} ({found.clause})", "not bold"))
        parts.append(Padding(Text(found.says, style="dim"), (0, 0, 0, 2), expand=False))
    return Group(*parts)
