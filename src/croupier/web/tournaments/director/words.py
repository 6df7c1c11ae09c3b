"""A live tournament in words, for its desk and its wall: names, places, clock, levels, why entry is closed."""

from collections.abc import Iterable

from croupier.house.tournaments.poker.plan import Level, form_of
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.house.tournaments.poker.state import CANCELLED, OVER, PLAYING, REGISTERING
from croupier.house.tournaments.poker.wall import Wall, initials
from croupier.web.kit import words
from croupier.web.tournaments.structure_words import chips

ORDINALS = {1: "st", 2: "nd", 3: "rd"}


class Labels:
    """Players as the desk calls them: initials on the tables, whole names where one is chosen."""

    def __init__(self, game: PokerTournament) -> None:
        self._game = game

    def full(self, name: str) -> str:
        player = self._game.players.get(name)
        return player.label if player is not None and player.label else words.badge_words(name)

    def short(self, name: str) -> str:
        return initials(self.full(name))

    def apart(self, name: str, others: Iterable[str]) -> str:
        """Initials where nobody else has the same, else the whole name: what is signed is somebody's."""
        short = self.short(name)
        return self.full(name) if any(self.short(one) == short for one in others if one != name) else short


def clock_words(seconds: int) -> str:
    if seconds < 0:
        return "no end"
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes:02d}:{left:02d}"


PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def place_words(number: int) -> str:
    """`fourth place`; from the eleventh on in figures."""
    return f"{PLACES[number - 1] if number <= len(PLACES) else ordinal(number)} place"


def ordinal(number: int) -> str:
    tail = "th" if number % 100 in (11, 12, 13) else ORDINALS.get(number % 10, "th")
    return f"{number}{tail}"


def level_line(level: Level) -> str:
    """A level as the form of a structure sheet takes it."""
    if level.is_break:
        return f"{level.minutes} break"
    parts = [str(level.minutes), "/".join(str(size) for size in level.blinds)]
    parts += [f"ante {level.ante}"] if level.ante else []
    parts += [f"bets {level.bets[0]}/{level.bets[1]}"] if level.bets else []
    parts += [f"bring-in {level.bring_in}"] if level.bring_in else []
    parts += [f"chip {level.chip}"] if level.chip else []
    parts += [f"game {level.form}"] if level.form else []
    parts += [f"structure {level.structure}"] if level.structure else []
    return " ".join(part for part in parts if part)


def level_words(game: PokerTournament, face: Wall, level: Level) -> str:
    if game.state == REGISTERING:
        return "Not begun"
    if game.state in (OVER, CANCELLED):
        return "Over" if game.state == OVER else "Cancelled"
    if face.state == "break":
        return f"Break · after level {face.level}"
    return f"Level {face.level} of {face.levels} · {level.minutes} min"


def next_level(game: PokerTournament, index: int) -> Level | None:
    here = game.plan.levels[index]
    return next((one for one in game.plan.levels[index + 1 :] if not one.is_break), None) if here.is_break else here


def sizes_words(level: Level) -> str:
    """What is bet, at a glance: the blinds, else both sizes of a limit, else the forced bet."""
    sizes = level.blinds or level.bets or ((level.bring_in,) if level.bring_in else ())
    return " / ".join(chips(size) for size in sizes)


def beside_words(game: PokerTournament, level: Level) -> str:
    """What stands beside it: the game of a mixed event, a limit's sizes beside blinds, the ante, the bring-in."""
    plan = game.plan
    parts = [form_of(plan, level, game.asked.room).title.split(",")[0]] if len(plan.forms) > 1 else []
    parts += [f"bets {chips(level.bets[0])} and {chips(level.bets[1])}"] if level.bets and level.blinds else []
    parts += [f"ante {chips(level.ante)}"] if level.ante else []
    parts += [f"bring-in {chips(level.bring_in)}"] if level.bring_in else []
    return ", ".join(parts)


def break_words(game: PokerTournament, now: int) -> str:
    """Which level the next break follows; breaks are not counted."""
    levels = game.plan.levels
    coming = next(n for n in range(game.level_index(now) + 1, len(levels)) if levels[n].is_break)
    return f"after level {sum(not level.is_break for level in levels[:coming])}"


def re_words(game: PokerTournament, now: int) -> str:
    if not game.plan.reentry_minutes:
        return "not sold"
    return "open" if game.within(game.plan.reentry_minutes, now) and game.state == PLAYING else "closed"


def add_on_words(game: PokerTournament) -> str:
    return f"{chips(game.plan.add_on_chips)} chips each" if game.plan.add_on else "not sold"


def posted(game: PokerTournament, face: Wall) -> str:
    when = f"in {clock_words(face.registration_s)}" if face.registration_s else "when registration closes"
    fewer = len(game.tables) > 1 and len(game.left()) <= (len(game.tables) - 1) * game.plan.seats
    before = "; one breaks before with a reason" if fewer and game.state == PLAYING else ""
    return f"posted {when}{before}"


def why_closed(game: PokerTournament, now: int) -> str:
    if game.entries >= game.plan.most:
        return f"All {game.plan.most} entries are taken."
    if game.registers(now):
        return ""
    if game.state == REGISTERING:
        return f"Registration opens {words.moment(game.plan.opens_us)}."
    late = game.plan.late_minutes
    return f"Registration closed {f'{late} minutes after' if late else 'at'} the start."


def registration(game: PokerTournament, face: Wall, now: int) -> str:
    if game.entries >= game.plan.most:
        return "Full"
    if game.registers(now):
        return f"Open {clock_words(face.registration_s)} more" if game.state == PLAYING else "Open until the start"
    if game.state == REGISTERING:
        return f"Opens {words.moment(game.plan.opens_us)}"
    return "Closed"


def sales(game: PokerTournament, now: int) -> str:
    """When rebuys and add-ons are sold, where they are."""
    plan = game.plan
    if not plan.rebuy and not plan.add_on:
        return ""
    what = " and ".join([*(["Rebuys"] if plan.rebuy else []), *(["add-ons"] if plan.add_on else [])])
    over = game.state != REGISTERING and not game.within(plan.rebuy_minutes, now)
    when = "were sold" if over else "are sold"
    return f"{what[0].upper()}{what[1:]} {when} in the first {plan.rebuy_minutes} minutes of play."


def reenters(game: PokerTournament, labels: Labels, now: int) -> tuple[tuple[str, str, str], ...]:
    """Who is out and may come in again, or buy chips: the last to go first."""
    open_ = game.state == PLAYING and (
        (game.plan.reentry_minutes and game.within(game.plan.reentry_minutes, now))
        or (game.plan.rebuy and game.within(game.plan.rebuy_minutes, now))
    )
    out = [player for player in game.players.values() if not player.table]
    out.sort(key=lambda player: -game.out_at.get(player.name, 0))
    return tuple((player.name, labels.full(player.name), player.card) for player in out) if open_ else ()
