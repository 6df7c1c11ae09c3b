"""What a tournament's clock shows to everybody in the room: level, time, blinds, players, pool, one notice."""

import msgspec

from croupier.house.tournaments.poker.keeper import Live
from croupier.house.tournaments.poker.plan import Level
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.house.tournaments.poker.state import CANCELLED, MINUTE_US, OVER, PLAYING, REGISTERING

SECOND_US = 1_000_000


class Wall(msgspec.Struct, frozen=True, kw_only=True):
    """Times are seconds; -1 where there is none."""

    tournament: str
    name: str
    acts: int
    state: str  # registering, playing, break, stopped, over, cancelled
    level: int  # of those that are played; breaks are not counted
    levels: int
    left_s: int  # of the level or the break
    level_s: int  # how long it is in all
    runs: bool
    blinds: tuple[int, ...]
    bets: tuple[int, ...]
    ante: int
    bring_in: int
    next_blinds: tuple[int, ...]
    next_bets: tuple[int, ...]
    next_ante: int
    next_break_s: int
    game: str  # the form of this level
    players: int
    entries: int
    average: int
    pool: int
    first: int
    places: int
    registration_s: int  # until it closes; 0: it is closed
    hand_for_hand: bool
    final_table: bool
    winner: str  # initials, once it is over
    at_us: int


def wall(live: Live, now_us: int) -> Wall:
    game = live.game
    game.tick(now_us)
    index = game.level_index(now_us)
    level, then = game.plan.levels[index], _played(game, index + 1)
    rests = game.resting_us(now_us)
    on_break = game.state == PLAYING and (level.is_break or rests > 0)
    here = then if level.is_break and then is not None else level
    paid = [cents for cents, _ in game.pays()]
    left = len(game.left())
    return Wall(
        tournament=live.event.id,
        name=game.plan.name,
        acts=live.event.acts,
        state=_state(game, on_break),
        level=sum(not one.is_break for one in game.plan.levels[: index + 1]),
        levels=sum(not one.is_break for one in game.plan.levels),
        left_s=-(-rests // SECOND_US) if rests else level_left_s(game, now_us),
        level_s=(game.rest[1] - game.rest[0]) // SECOND_US if rests else level.minutes * 60,
        runs=game.state == PLAYING and not game.stopped_us,
        blinds=here.blinds,
        bets=here.bets or (),
        ante=here.ante,
        bring_in=here.bring_in,
        next_blinds=then.blinds if then else (),
        next_bets=(then.bets or ()) if then else (),
        next_ante=then.ante if then else 0,
        next_break_s=next_break_s(game, now_us),
        game=here.form or game.plan.form,
        players=left,
        entries=game.entries,
        average=game.in_play() // max(1, left),
        pool=game.pools().prize,
        first=paid[0] if paid else 0,
        places=len(paid),
        registration_s=registration_s(game, now_us),
        hand_for_hand=game.hand_for_hand(now_us),
        final_table=game.state == PLAYING and len(game.tables) == 1 and not game.sells(now_us),
        winner=_winner(game),
        at_us=now_us,
    )


def _state(game: PokerTournament, on_break: bool) -> str:
    if game.state == PLAYING:
        return "stopped" if game.stopped_us else "break" if on_break else "playing"
    return {REGISTERING: "registering", OVER: "over", CANCELLED: "cancelled"}[game.state]


def _played(game: PokerTournament, index: int) -> Level | None:
    """The next level with blinds."""
    return next((level for level in game.plan.levels[index:] if not level.is_break), None)


def level_left_s(game: PokerTournament, now_us: int) -> int:
    """Seconds until the next level; -1 in the last one, which has no end."""
    index = game.level_index(now_us)
    if index + 1 == len(game.plan.levels) and game.elapsed_us(now_us) >= game.level_us(index + 1):
        return -1
    return max(0, -(-(game.level_us(index + 1) - game.elapsed_us(now_us)) // SECOND_US))


def next_break_s(game: PokerTournament, now_us: int) -> int:
    """Seconds of the clock until the next break of the sheet; -1 when none comes."""
    index = game.level_index(now_us)
    coming = [n for n in range(index + 1, len(game.plan.levels)) if game.plan.levels[n].is_break]
    return (game.level_us(coming[0]) - game.elapsed_us(now_us)) // SECOND_US if coming else -1


def registration_s(game: PokerTournament, now_us: int) -> int:
    if game.state != PLAYING or not game.registers(now_us):
        return 0
    return max(0, (game.plan.late_minutes * MINUTE_US - game.elapsed_us(now_us)) // SECOND_US)


def initials(words: str) -> str:
    """A name as the room shows it: A.K. for Anna Klein, G.17 for Guest 17, one word as it is."""
    parts = words.replace(".", " ").split()
    named = [part for part in parts if part[:1].isalpha()]
    if len(named) == 1 and len(parts) == 2 and parts[1].isdigit():
        return f"{named[0][0].upper()}.{parts[1]}"
    return "".join(f"{part[0].upper()}." for part in named[:3]) if len(named) > 1 else words[:12]


def _winner(game: PokerTournament) -> str:
    if game.state != OVER:
        return ""
    first = game.places()[0][0]
    numbers = {name: n for n, name in enumerate(game.players, 1)}
    label = game.players[first].label
    return initials(label) if label else f"Entry {numbers[first]}"
