"""The clock on the wall in words and sizes: read from fifteen metres, figures that grow long shrink their row."""

from croupier.equipment.money import money
from croupier.house.tournaments.poker.keeper import Live
from croupier.house.tournaments.poker.plan import form_of
from croupier.house.tournaments.poker.wall import Wall, wall
from croupier.web.felt.shown import View
from croupier.web.kit import words
from croupier.web.tournaments.director.words import clock_words, next_level
from croupier.web.tournaments.poker_view import game_title
from croupier.web.tournaments.structure_words import chips

BAR = 1776  # how long the bar of what is left is
LARGE, ROW, NOTE, FOOT = 208, 88, 48, 44  # sizes of type
GAP, GAP_MOST = 40, 160  # between two figures of the foot, which are spread over it
BLINDS_WIDE, ANTE_WIDE, THEN_WIDE, AVERAGE_WIDE = 1216, 520, 790, 312  # room for each figure beside the next one
BREAK_WIDE, PLAYERS_WIDE, GAME_WIDE = 270, 320, 1240
EMS = {":": 0.3, ",": 0.28, ".": 0.28, " ": 0.26, "/": 0.42}  # how wide a character is; a figure is 0.64
SECOND_US = 1_000_000


class Face(View, frozen=True, kw_only=True):
    acts: int
    name: str
    title: str  # Level 9, Break, Not begun
    beside: str
    game: str
    game_size: int
    time: str
    time_size: int
    ends_s: int
    level_s: int
    runs: bool
    bar: int
    stopped: bool
    blinds: str
    blinds_caption: str
    blinds_size: int
    ante: str
    ante_caption: str
    then: str
    then_note: str
    then_caption: str
    row_size: int
    break_in: str
    break_s: int
    players: str
    players_note: str
    average: str
    pool: str
    first: str
    places: str
    notice: str
    foot_size: int
    foot_gap: int
    spoken: str


def view(live: Live, now_us: int) -> Face:
    face = wall(live, now_us)
    game, plan = live.game, live.game.plan
    over, rest = face.state in ("over", "cancelled"), face.state == "break"
    blinds = _stakes(face.blinds, face.bets, face.bring_in)
    then = _stakes(face.next_blinds, face.next_bets, 0)
    time = _time(face)
    ante = chips(face.ante) if face.ante else chips(face.bring_in) if face.bring_in else "–"
    note = f"ante {chips(face.next_ante)}" if face.next_ante else ""
    next_room = THEN_WIDE - (round(_ems(note) * NOTE) + 16 if note else 0)
    pause = clock_words(face.next_break_s) if face.next_break_s >= 0 else "–"
    players_room = PLAYERS_WIDE - round(_ems(f"of {face.entries}") * NOTE) - 14
    row = _fits(
        ROW, (then, next_room), (chips(face.average), AVERAGE_WIDE), (pause, BREAK_WIDE),
        (str(face.players), players_room),
    )  # fmt: skip
    pool, first = (money(sum_).removesuffix(".00") for sum_ in (face.pool, face.first))
    places, notice = f"{face.places} {'place' if face.places == 1 else 'places'} paid", _notice(face, now_us)
    foot_words = f"Prize pool {pool}First {first}{places}{notice}"
    foot = _fits(FOOT, (foot_words, BAR - 3 * GAP))
    index = game.level_index(now_us)
    now, mixed = next_level(game, index) or plan.levels[index], len(plan.forms) > 1
    coming = next((one for one in plan.levels[index + 1 :] if not one.is_break and one is not now), None)
    title = f"{game_title(game.asked, plan, None if over else now)} · {money(plan.buy_in).removesuffix('.00')}"
    caption = "Coming blinds" if rest else "Blinds" if face.blinds else "Bets"
    then_caption = (
        f"Next level, {_short(form_of(plan, coming, game.asked.room).title)}" if mixed and coming else "Next level"
    )
    spoken = f"{_short(title)}. " * mixed + f"{caption} {blinds}"
    return Face(
        acts=face.acts,
        name=face.name,
        title=_title(face),
        beside=f"of {face.levels}" if face.state in ("playing", "stopped") else "",
        game=title,
        game_size=_fits(NOTE, (title, GAME_WIDE)),
        time=time,
        time_size=500 if len(time) <= 5 else 380,
        ends_s=max(0, face.left_s) if not over else 0,
        level_s=max(1, face.level_s),
        runs=face.runs and face.left_s >= 0,
        bar=BAR * max(0, min(face.left_s, face.level_s)) // max(1, face.level_s) if not over else 0,
        stopped=face.state == "stopped",
        blinds=blinds,
        blinds_caption=caption,
        blinds_size=_fits(LARGE, (blinds, BLINDS_WIDE), (ante, ANTE_WIDE)),
        ante=ante,
        ante_caption="Ante" if face.ante or not face.bring_in else "Bring-in",
        then=then or "the last level",
        then_note=note,
        then_caption=then_caption,
        row_size=row,
        break_in=pause,
        break_s=max(0, face.next_break_s),
        players=str(face.players),
        players_note=f"of {face.entries}",
        average=chips(face.average),
        pool=pool,
        first=first,
        places=places,
        notice=notice,
        foot_size=foot,
        foot_gap=_gap(foot_words, foot),
        spoken=spoken + (f", ante {chips(face.ante)}." if face.ante else "."),
    )


def _short(title: str) -> str:
    """Without the buy-in, and without what a game's title says of its qualifier."""
    return title.split(" · ")[0].split(",")[0]


def _ems(text: str) -> float:
    return sum(EMS.get(letter, 0.56 if letter.islower() else 0.64) for letter in text)


def _fits(size: int, *figures: tuple[str, int]) -> int:
    """The largest type, up to a size, in which every figure of a row has room: the row shrinks together."""
    return min(size, *(int(room / _ems(text)) for text, room in figures if text))


def _gap(foot_words: str, size: int) -> int:
    """What is left of the foot, divided between its four figures."""
    return max(GAP, min(GAP_MOST, int((BAR - _ems(foot_words) * size) / 3)))


def _title(face: Wall) -> str:
    named = {"registering": "Registration", "break": "Break", "over": "Over", "cancelled": "Cancelled"}
    return named.get(face.state, f"Level {face.level}")


def _time(face: Wall) -> str:
    if face.state in ("over", "cancelled"):
        return "0:00"
    return clock_words(face.left_s) if face.left_s >= 0 else "–:–"


def _stakes(blinds: tuple[int, ...], bets: tuple[int, ...], bring_in: int) -> str:
    sizes = blinds or bets or ((bring_in,) if bring_in else ())
    return " / ".join(chips(size) for size in sizes)


def _notice(face: Wall, now_us: int) -> str:
    """One thing that everybody should know."""
    if face.state == "over":
        return f"{face.winner} has won {money(face.first).removesuffix('.00')}" if face.winner else "It is over"
    if face.state == "cancelled":
        return "Cancelled"
    if face.hand_for_hand:
        return "Hand for hand"
    if face.final_table:
        return "Final table"
    if face.registration_s and face.runs:
        return f"Registration closes {words.clock(now_us + face.registration_s * SECOND_US)[:5]}"
    return "Registration is open" if face.state == "registering" else ""
