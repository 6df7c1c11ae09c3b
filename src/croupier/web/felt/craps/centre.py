"""The centre of a craps table: propositions, hardways and the house's bonuses, only those of the rulebook."""

from croupier.web.draw import colours as c
from croupier.web.draw.dice import pair
from croupier.web.draw.svg import rect, text
from croupier.web.felt.craps.boxes import HARD, Box
from croupier.web.felt.shown import Spot

LEFT, RIGHT, TOP, BOTTOM = 752.0, 1050.0, 17.0, 640.0
ONE_ROLL = (("three", (1, 2), "3"), ("two", (1, 1), "2"), ("twelve", (6, 6), "12"))
NAMES: dict[str, tuple[str, ...]] = {
    "any-seven": ("any-seven",),
    "any-craps": ("any-craps",),
    "two": ("craps-two", "two"),
    "three": ("craps-three", "three"),
    "twelve": ("craps-twelve", "twelve"),
    "eleven": ("eleven", "yo", "eleven-in-one-roll"),
    "horn": ("horn",),
    "world": ("world",),
    "ce": ("craps-eleven", "c-and-e", "c-and-e-bet"),
}
# Wagers reached through the sheet, by the head of their name.
SHEET = ("hop", "horn-high", "put", "buy", "call", "come-odds", "dont-come-odds", "put-odds", "place-to-lose")
ELSEWHERE = (
    "pass",
    "dont-pass",
    "come",
    "dont-come",
    "field",
    "place",
    "lay",
    "place-to-win",
    "pass-odds",
    "dont-pass-odds",
)


def spot_of(spots: dict[str, Spot], name: str) -> Spot | None:
    return next((spots[key] for key in NAMES[name] if key in spots), None)


HARD_HIGH = 64  # marker, stack and pill of two rows, one over the other, touch nothing
LOW, NARROW = 45.0, 110.0  # boxes of one line of letters; boxes with room for an amount, not for a word before it


def hardway_of(spots: dict[str, Spot], number: str) -> Spot | None:
    word = {"4": "four", "6": "six", "8": "eight", "10": "ten"}[number]
    names = (f"hardway:{number}", f"hard-{number}", f"{word}-the-hardway", f"hard-{word}")
    return next((spots[key] for key in names if key in spots), None)


class Column:
    """Boxes from the top down; heights shrink together when a house offers more."""

    def __init__(
        self, spots: tuple[Spot, ...], left: float = LEFT, right: float = RIGHT, top: float = TOP, scale: float = 1.0
    ) -> None:
        self.spots = {s.wager: s for s in spots}
        self.left, self.right, self.y, self.scale = left, right, top, scale
        self.boxes: list[Box] = []
        self.frame: list[str] = []

    def caption(self, words: str, note: str = "") -> None:
        self.y += 17 * self.scale
        if note:
            self.frame.append(
                text(words, self.left, self.y - 4, 11.5, fill=c.IVORY, letter_spacing=1, text_anchor="start")
            )
            self.frame.append(text(note, self.right, self.y - 4, 11, font_weight=600, fill=c.IVORY, text_anchor="end"))
        else:
            self.frame.append(
                text(words, (self.left + self.right) / 2, self.y - 4, 11.5, fill=c.IVORY, letter_spacing=1)
            )
        self.y += 3

    def gap(self, size: float) -> None:
        self.y += size * self.scale

    def row(self, cells: list[tuple[Spot, str]], high: float, others: float = 11.0) -> None:
        """Equal cells side by side; `cells` are spots with what is lettered, drawn around 0, 0.

        `others` is how far from a cell's left edge the chips of other patrons begin.
        """
        high *= self.scale
        wide = (self.right - self.left) / len(cells)
        for place, (spot, letters) in enumerate(cells):
            x = self.left + place * wide
            moved = f'<g transform="translate({x + wide / 2:.2f} {self.y + high / 2:.2f})">{letters}</g>'
            at, raised, r = x + wide - 22, 0.0, 13.0
            if len(cells) == 1:
                at = x + (wide * 0.5 if high < LOW else wide - 92)
                raised = 0.0 if high < LOW else -10.0 * self.scale  # beside the rows, under the tag of a reading
            elif high < HARD_HIGH * self.scale:  # without a marker over them chips lie higher: the amount stays inside
                raised, r = (7.0, 11.0) if high < LOW else (5.0, 13.0)
            self.boxes.append(
                Box(
                    wager=spot.wager,
                    name=spot.title,
                    outline=rect(x, self.y, wide, high),
                    letters=moved,
                    r=r,
                    filled=True,
                    x=at,
                    y=self.y + high / 2 - raised,
                    under=len(cells) > 1,
                    narrow=wide < NARROW,
                    joined=len(cells) == 1,
                    low=(x + others, self.y + high - 9),
                )
            )
        self.y += high

    def wide(self, name: str, words: str) -> None:
        spot = spot_of(self.spots, name)
        if spot:
            half = (self.right - self.left) / 2
            letters = text(
                words, -half + 14, 5.5, 16.5, font_weight=800, fill=c.CORAL, text_anchor="start", letter_spacing=0.6
            )
            letters += text(_plain(spot.odds), half - 14, 5, 14, font_weight=800, fill=c.GOLD, text_anchor="end")
            self.row([(spot, letters)], 40)


def _plain(odds: str) -> str:
    return odds.removeprefix("up to ")


def _with_dice(faces: tuple[int, int], words: str, odds: str, half: float) -> str:
    return (
        pair(*faces, -half + 32, -7, 22, ivory=True)
        + text(words, -half + 60, -11, 12.5, font_weight=700, fill=c.IVORY, text_anchor="start")
        + text(odds, -half + 60, 5, 12.5, font_weight=700, fill=c.GOLD, text_anchor="start")
    )


def _one_roll(faces: tuple[int, int], words: str, odds: str, half: float) -> str:
    """Dice and odds at the left of a box: its chips and their amount lie at the right."""
    wide = half > NARROW / 2
    dice = pair(*faces, -half + 29, -12, 19, ivory=True) if wide else pair(*faces, -half + 26, -12, 17, ivory=True)
    if not wide:  # between the dice and the chips
        dice += text(words, -half + 48, -8, 12, font_weight=700, fill=c.IVORY, text_anchor="start")
    said = f"{words} · {odds}" if wide else odds
    return dice + text(said, -half + 8, 16, 12, fill=c.GOLD, text_anchor="start")


def bonuses(spots: tuple[Spot, ...]) -> list[Spot]:
    """Wagers of this house that have no place elsewhere: Fire Bet, Hard Rock'n Dice, 6-7-8."""
    taken = {key for keys in NAMES.values() for key in keys}
    hard = {s.wager for s in (hardway_of({s.wager: s for s in spots}, k) for k in HARD) if s}
    return [
        s
        for s in spots
        if s.wager not in taken
        and s.wager not in hard
        and not s.wager.partition(":")[0].startswith(SHEET)
        and s.wager.partition(":")[0] not in ELSEWHERE
    ]


def sheet(spots: tuple[Spot, ...]) -> list[Spot]:
    """What the sheet lists: every wager with no box of its own."""
    return [s for s in spots if s.wager.partition(":")[0].startswith(SHEET)]


def centre(spots: tuple[Spot, ...]) -> tuple[list[Box], str]:
    tall = _build(spots, 1.0)
    room, used = BOTTOM - TOP, tall.y - TOP
    built = tall if used <= room else _build(spots, room / used)
    return built.boxes, "".join(built.frame)


def _build(spots: tuple[Spot, ...], scale: float) -> Column:
    column = Column(spots, LEFT, RIGHT, TOP, scale)
    find = column.spots
    half = (RIGHT - LEFT) / 4
    column.wide("any-seven", "ANY SEVEN")
    hard = {k: s for k in ("6", "10", "8", "4") if (s := hardway_of(find, k))}
    if hard:
        column.caption("HARDWAYS")
        cells = [(s, _with_dice(HARD[k], f"Hard {k}", _plain(s.odds), half)) for k, s in hard.items()]
        for place in range(0, len(cells), 2):
            column.row(cells[place : place + 2], HARD_HIGH)
    single = [(s, faces, words) for name, faces, words in ONE_ROLL if (s := spot_of(find, name))]
    if single:
        column.caption("ONE ROLL")
        column.row(
            [
                (s, _one_roll(faces, words, _plain(s.odds), (RIGHT - LEFT) / 2 / len(single)))
                for s, faces, words in single
            ],
            56,
        )
    _eleven_and_horn(column, half)
    column.wide("any-craps", "ANY CRAPS")
    last = [
        (s, text(words, -half * 2 / 3 + 9, 5, 13.5, font_weight=800, fill=c.IVORY, text_anchor="start"))
        for name, words in (("ce", "C & E"), ("world", "WORLD"))
        if (s := spot_of(find, name))
    ]
    more = sheet(spots)
    if more:
        label = "HOP" if any(s.wager.startswith("hop") for s in more) else "MORE"
        chevron = '<path d="M0-4l4 4-4 4" transform="translate(2 0)" fill="none" stroke="#EFE9D6" stroke-width="2"/>'
        last.append(
            (
                Spot(wager="sheet", title="Hops and more wagers", open=True),
                text(label, -half * 2 / 3 + 9, 5, 13.5, font_weight=800, fill=c.IVORY, text_anchor="start") + chevron,
            )
        )
    if last:
        column.row(last, 40)
    _bonus_rows(column, bonuses(spots))
    return column


def _eleven_and_horn(column: Column, half: float) -> None:
    find = column.spots
    cells = []
    if eleven := spot_of(find, "eleven"):
        cells.append((eleven, _with_dice((5, 6), "11", _plain(eleven.odds), half)))
    if horn := spot_of(find, "horn"):
        cells.append(
            (
                horn,
                text("HORN", -half + 14, -8, 16.5, font_weight=800, fill=c.IVORY, letter_spacing=1, text_anchor="start")
                + text("2 · 3 · 11 · 12", -half + 14, 6, 11.5, fill=c.IVORY, text_anchor="start"),
            )
        )
    if cells:
        column.row(cells, 56)


def _bonus_rows(column: Column, spots: list[Spot]) -> None:
    if not spots:
        return
    paired = [s for s in spots if len(s.rows) <= 1]
    whole = [s for s in spots if len(s.rows) > 1]
    half = (column.right - column.left) / 4
    if paired:
        column.caption("HOUSE WAGERS", paired[0].why if not paired[0].open and len(paired[0].why) < 24 else "")
    for place in range(0, len(paired), 2):
        cells = []
        two = paired[place : place + 2]
        for spot in two:
            edge = half if len(two) == 2 else 2 * half
            letters = text(_short(spot.title), -edge + 10, -4, 12.5, fill=c.IVORY, text_anchor="start")
            letters += text(_plain(spot.odds), -edge + 10, 14, 12, fill=c.GOLD, text_anchor="start")
            cells.append((spot, letters))
        column.row(cells, 50, others=72.0)  # clear of the odds in the lower line
    for spot in whole:
        column.gap(12)
        title = _short(spot.title).upper()
        letters = text(title, -2 * half + 12, -8, 14, font_weight=800, fill=c.CORAL, text_anchor="start")
        first, *others = spot.rows[:4]
        rows = " · ".join([f"{first[0]}: {first[1]}", *(f"{name.split()[0]}: {odds}" for name, odds in others)])
        size = min(11.5, (column.right - column.left - 124) / len(rows) / 0.52)
        if size >= 10.5:
            lines = [rows]
        else:  # too much for one line: what each of two says stays legible
            size, parts = 11.0, rows.split(" · ")
            upper = -(-len(parts) // 2)
            lines = [" · ".join(parts[:upper]), " · ".join(parts[upper:])]
        for number, words in enumerate(lines):
            y = 13.0 if len(lines) == 1 else 8.0 + 14 * number
            letters += text(words, -2 * half + 12, y, size, font_weight=600, fill=c.IVORY, text_anchor="start")
        if spot.reading:
            letters += rect(2 * half - 76, -25, 66, 21, rx=10.5, fill="#12263F", stroke="#A9CCFF") + text(
                "Reading", 2 * half - 43, -10.5, 11.5, fill="#A9CCFF"
            )
        column.row([(spot, letters)], 58)


def _short(title: str) -> str:
    return title.split(":")[-1].strip().split(" (")[0]
