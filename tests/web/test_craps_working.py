"""Craps at a station: chips in the box where they lie, what is on and off, what the last roll did."""

import re
from html import unescape
from types import SimpleNamespace

import pytest

from croupier.games import open_game
from croupier.house.people.persons import Person
from croupier.house.tables.life import FloorTable, Settings
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.events import Settled
from croupier.web.felt.craps import boxes as craps
from croupier.web.felt.craps import layout as dicefelt
from croupier.web.felt.recent_rounds import Played
from croupier.web.felt.shown import Chips, StationView
from croupier.web.station import compose
from croupier.web.station.view import station

PLACE = "hard-rock-cincinnati"
PATRON, DEALER = By("player", "2001"), By("dealer", "1")


class Table:
    """A craps table dealt by hand with the reader at 2 and somebody at 3."""

    def __init__(self, game: str = "craps", place: str = PLACE) -> None:
        self.driver = Driver(open_game(place, game), mode="dealer")
        self.played: list[Played] = []
        floor = FloorTable("X-1", PLACE, "craps", "Pit 1", "dealer", "open", "X-1.1", 1, "", 0, Settings(demo=True))
        self.live = SimpleNamespace(driver=self.driver, table=floor, held=(), ready=set(), turns=None, occupancy=2)
        for number, name in ((2, "2001"), (3, "2002")):
            self.driver.answer(By("player", name), acts.Sit(number, name, 100_000))

    def bet(self, kind: str, cents: int, on: str = "", who: int = 2) -> None:
        self.driver.answer(By("player", f"200{who - 1}"), acts.Bet(who, kind, cents, on))

    def roll(self, *faces: int) -> None:
        round_ = self.driver.felt.round
        happened = self.driver.answer(DEALER, acts.Close())
        while not self.driver.betting:
            asked = type(self.driver.pending).__name__
            act = acts.Thrown(faces) if asked == "Roll" else acts.Done()
            happened = [*happened, *self.driver.answer(DEALER, act)]
        events = [event for event in happened if isinstance(event, Settled)]
        whose = [f"200{event.position - 1}" for event in events]
        self.played.insert(0, Played(round_, 0, self.driver.entry, list(events), "-".join(map(str, faces)), whose))

    def view(self) -> StationView:
        patron = Person("2001", "Pat", "player", True, False)
        return station(self.live, patron, self.played, 100_000, "House")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "on"), [("hardway", "8"), ("hardway", "4"), ("hardway", "6"), ("place", "8"), ("field", "")]
)
def test_other_peoples_chips_lie_in_the_box_of_their_wager(kind: str, on: str) -> None:
    table = Table()
    table.bet("pass", 1000)
    table.roll(4, 4)
    table.bet(kind, 1200 if kind == "place" else 1000, on, who=3)
    view = table.view()
    key = f"{kind}:{on}".rstrip(":")
    drawn = dicefelt.fragments(view, "f")["f-chips"]
    (chip,) = re.findall(rf'<g class="stake" opacity="0.55" data-wager="{key}"[^>]*><use [^>]*>', drawn)
    x, y = (float(re.search(rf' {name}="([-\d.]+)"', chip)[1]) + dicefelt.PALE for name in "xy")  # type: ignore[index]
    box = next(b for b in dicefelt._layout(dicefelt._key(view.spots), craps.DESK)[0] if b.wager == key)
    if outline := re.search(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', box.outline):
        left, top, wide, high = map(float, outline.groups())
        assert left < x < left + wide and top < y < top + high
    assert "stake" in drawn and "data-own" not in chip


def test_what_can_be_called_says_on_or_off_and_a_call_turns_it() -> None:
    table = Table()
    table.bet("pass", 1000)
    table.roll(4, 4)
    table.bet("place", 1200, "6")
    table.bet("hardway", 500, "8")
    works = {chip.wager: chip.works for chip in table.view().chips if chip.own}
    assert works["place:6"] == "on" and works["hardway:8"] == "on" and works["pass"] == ""
    table.roll(4, 4)  # the point is made: the next roll comes out
    view = table.view()
    works = {chip.wager: chip.works for chip in view.chips if chip.own and chip.state == "play"}
    assert works["place:6"] == "off"
    assert view.off_note == "$12.00 of it off"
    assert [(group.title, group.note) for group in view.why[:2]][1:] == [("On the layout", "2 wagers")]
    assert view.why[0].title == "Roll 2"  # what the last roll did comes first
    (waits,) = [(one.state, one.sentence) for one in view.why[1].reasons if one.title == "Place Bet 6"]
    assert waits == ("off", "Off on the come-out roll.")
    place = next(chip for chip in view.chips if chip.wager == "place:6")
    assert place.call.startswith("on|Place Bet 6 is off. Call it on")
    table.driver.answer(PATRON, acts.Call(2, "on", "place", "6"))
    view = table.view()
    assert next(chip.works for chip in view.chips if chip.wager == "place:6") == "on"
    assert view.off_note == ""
    drawn = compose.felt_fragments(view)["f-chips"]
    assert 'class="marker"' in drawn
    legend = drawn.partition('class="legend"')[2]
    assert "working" in legend and "off, a tap" not in legend and "other patrons" not in legend


def test_a_lay_lies_in_the_place_of_its_word_and_the_sign_of_a_win_beside_no_marker() -> None:
    table = Table()
    table.bet("pass", 1000)
    table.roll(4, 4)
    table.bet("lay", 2500, "10")
    table.bet("place", 1200, "6")
    table.roll(3, 3)
    drawn = compose.felt_fragments(table.view())["f-chips"]
    by_wager = dict(re.findall(r'class="stake" data-wager="([^"]+)"(.*?)(?=class="(?:stake|marker|puck)"|$)', drawn))
    lay = by_wager["lay:10"]
    (chip,) = re.findall(r'<use href="#[^"]+" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', lay)
    pill = float(re.findall(r'<rect x="([\d.]+)"', lay)[-1])
    assert sum(map(float, chip)) < pill  # the amount begins where the chip ends
    for felt in (drawn, dicefelt.fragments(table.view(), "p", craps.PHONE)["p-chips"]):
        (sign,) = re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)" r="7"', felt)
        marker = re.search(r'class="marker".*?<rect x="[\d.]+" y="([\d.]+)" width="29" height="17"', felt)
        assert marker and float(sign) > float(marker[1]) + 17 + 7


@pytest.mark.parametrize(("place", "come_out"), [(PLACE, ""), ("oneida", ", off now")])
def test_odds_are_told_with_the_wager_they_support_and_each_line_says_on_or_off(place: str, come_out: str) -> None:
    table = Table(place=place)
    table.bet("pass", 1000)
    table.roll(4, 4)
    table.bet("pass-odds", 1000)
    table.bet("come", 1000)
    table.roll(2, 3)  # it moves to five
    table.bet("come-odds", 1000, "5")
    table.bet("hardway", 500, "6")
    standing = {one.title: one for one in table.view().why[-1].reasons}
    assert list(standing) == ["Pass Bet, point 8", "Come Bet 5", "Hardway Bet 6"]
    passed, come = standing["Pass Bet, point 8"], standing["Come Bet 5"]
    assert (passed.state, passed.amount) == ("play", "$10.00")
    assert passed.sentence == "Waits for 8 or a seven. Odds of $10 pay 6 to 5."
    assert come.sentence == "Waits for 5 or a seven. Odds of $10 pay 3 to 2."
    assert len(come.clauses) == 2 and standing["Hardway Bet 6"].state == "on"
    table.roll(5, 3)  # the point is made: where a book turns the odds of a come wager off, they say so
    come = next(one for one in table.view().why[1].reasons if one.title == "Come Bet 5")
    assert come.sentence == f"Waits for 5 or a seven. Odds of $10 pay 3 to 2{come_out}."


def test_a_win_is_marked_beside_what_stands_and_a_loss_where_it_lay() -> None:
    table = Table()
    table.bet("pass", 1000)
    table.roll(4, 4)
    table.bet("place", 1200, "6")
    table.bet("field", 1000)
    table.roll(5, 1)
    view = table.view()
    chips = {chip.wager: chip for chip in view.chips if chip.own}
    assert (chips["place:6"].state, chips["place:6"].last) == ("play", "+$14")
    assert (chips["field"].state, chips["field"].amount) == ("lost", 1000)
    assert [words for words, _ in view.roll_sum] == ["+$14.00 Place Bet 6", "−$10.00 Field Bet"]
    drawn = compose.felt_fragments(view)["f-chips"]
    assert "lost $10" in drawn and "+$14" in drawn
    table.bet("field", 1000)  # until the next roll, whatever is wagered meanwhile
    assert next(chip.last for chip in table.view().chips if chip.wager == "place:6") == "+$14"


def test_a_wager_that_is_paid_by_its_parts_ends_where_it_lay() -> None:
    table = Table()
    for kind, on in (("pass", ""), ("horn", ""), ("world", ""), ("eleven", ""), ("hop", "1-3"), ("hop", "1-4")):
        table.bet(kind, 2000, on)
    table.roll(6, 5)
    view = table.view()
    chips = {chip.wager: chip for chip in view.chips if chip.own}
    assert {"horn", "world", "eleven"} <= set(chips)
    assert not any(":horn" in wager or ":world" in wager for wager in chips)
    assert (chips["horn"].state, chips["horn"].amount, chips["horn"].paid) == ("won", 2000, 6000)  # 5 of 20 at 15 to 1
    assert (chips["world"].state, chips["world"].paid) == ("won", 4400)
    assert view.roll_sum[0] == ("+$300.00 11 in One Roll", "pos")
    assert view.roll_sum[-1][0].endswith(" more")
    assert sum(len(words) + 3 for words, _ in view.roll_sum) < 64  # one line of the bar
    drawn = compose.felt_fragments(view)["f-chips"]
    assert len(re.findall('data-wager="hop:', drawn)) == 1 and "−$40" in drawn


CENTRE = [
    "any-seven",
    "any-craps",
    "craps-two",
    "craps-three",
    "craps-twelve",
    "eleven",
    "horn",
    "craps-eleven",
    "world",
]
CENTRE += ["hardway:6", "hardway:10", "six-string", "fab-four", "fire", "tenor"]


@pytest.mark.parametrize("key", CENTRE)
def test_chips_and_amounts_of_the_centre_cover_no_letters(key: str) -> None:
    """Odds stay legible under a wager, lost or in play: nothing that lies in a box is drawn over its words."""
    view = Table().view()
    box = next(box for box in dicefelt._layout(dicefelt._key(view.spots), craps.DESK)[0] if box.wager == key)
    for state in ("play", "lost"):
        lies = dicefelt._stake(Chips(wager=key, amount=2500, own=True, state=state), box.x, box.y, box.r, box)
        taken = [(box.x - box.r, box.y - box.r, box.x + box.r, box.y + box.r), *_pills(lies)]
        for left, top, right, bottom in _letters(box.letters):
            for x, y, end, foot in taken:
                assert end <= left or x >= right or foot <= top or y >= bottom, (state, left, top, right, bottom)


def _pills(markup: str) -> list[tuple[float, float, float, float]]:
    found = re.findall(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"', markup)
    return [(x, y, x + wide, y + high) for x, y, wide, high in (map(float, one) for one in found)]


def _letters(markup: str) -> list[tuple[float, float, float, float]]:
    """Where words stand, by about how wide they are: each letter somewhat more than half as wide as it is high."""
    moved = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", markup)
    assert moved is not None
    boxes = []
    for x, y, given, words in re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)"([^>]*)>([^<]+)<', markup):
        size = float(re.search(r'font-size="([\d.]+)"', given)[1])  # type: ignore[index]
        wide, middle = len(unescape(words)) * size * 0.53, float(x) + float(moved[1])
        left = middle if "start" in given else middle - wide if "end" in given else middle - wide / 2
        foot = float(y) + float(moved[2])
        boxes.append((left, foot - size * 0.72, left + wide, foot))
    return boxes


def test_hops_are_a_grid_by_their_total_and_puts_stand_at_their_number() -> None:
    view = Table().view()
    hops, listed, _ = compose.sheet_parts(view)
    totals = {total: [spot.wager for spot in spots] for total, spots in hops}
    assert totals[7] == ["hop:1-6", "hop:2-5", "hop:3-4"]
    assert all(number for number, spot in listed if spot.wager.startswith(("put", "buy", "come-odds")))
    boxes = {box.wager for box in dicefelt._layout(dicefelt._key(view.spots), craps.DESK)[0]}
    assert {number for number, _ in listed if number} <= {
        wager.partition(":")[2] for wager in boxes if "sheet:" in wager
    }


RECT = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"')


@pytest.mark.parametrize("game", ["craps", "crapless-craps"])
def test_no_box_of_a_phones_felt_lies_on_another(game: str) -> None:
    """Ten points take four rows: Come, Field and the Pass Line lie below them, whatever their number."""
    spots = Table(game).view().spots
    ground = craps.phone_ground(spots)
    lying = [
        (box.wager, *map(float, found.groups()))
        for box in craps.side(spots, ground)
        if (found := RECT.search(box.outline))
    ]
    assert {"come", "pass", "pass-odds"} < {wager for wager, *_ in lying}
    for number, (one, x, y, wide, high) in enumerate(lying):
        for other, ox, oy, owide, ohigh in lying[:number]:
            assert x + wide <= ox + 0.1 or ox + owide <= x + 0.1 or y + high <= oy + 0.1 or oy + ohigh <= y + 0.1, (
                one,
                other,
            )
    field = next(box for box in craps.side(spots, ground) if box.wager == "field")
    come, line = (next(row for row in lying if row[0] == name) for name in ("come", "pass"))
    assert come[2] + come[4] < field.y < line[2]


@pytest.mark.parametrize("game", ["craps", "crapless-craps"])
def test_on_a_phone_no_word_of_the_field_lies_on_another(game: str) -> None:
    drawn = compose.felt_of(Table(game).view()).phone
    name, others = (
        float(re.search(rf'<text x="[\d.]+" y="([\d.]+)"[^>]*>{words}', drawn)[1])  # type: ignore[index]
        for words in ("FIELD", "all others")
    )
    assert name - others > 20  # as high as its letters


@pytest.mark.parametrize("prefix", ["f", "p"])
def test_no_amount_crosses_the_edge_of_its_number(prefix: str) -> None:
    table = Table()
    table.bet("pass", 1000)
    table.roll(4, 4)
    table.bet("come", 1500)
    table.roll(5, 5)
    table.bet("come-odds", 3000, "10")
    for number in ("4", "6"):
        table.bet("place", 1800 if number == "6" else 2500, number)
    table.roll(5, 1)
    table.roll(5, 2)  # everything is lost
    view = table.view()
    ground = craps.DESK if prefix == "f" else craps.PHONE
    drawn = dicefelt.fragments(view, prefix, ground)[f"{prefix}-chips"]
    points = craps.points_of(view.spots)
    for wager in ("come:10", "come-odds:10", "place:4", "place:6"):
        (stake,) = re.findall(rf'<g class="stake" data-wager="{wager}" data-own="1">(.*?)</text>', drawn)
        x, wide = map(float, re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', stake)[-1])
        left, _, column = ground.point_box(wager.partition(":")[2], points, True)
        assert left < x and x + wide < left + column, wager


def test_the_sheet_begins_with_the_centre_and_is_told_what_lies_on_its_wagers() -> None:
    table = Table()
    table.bet("pass", 1000)
    table.roll(4, 4)
    for pair in ("2-5", "3-4"):
        table.bet("hop", 1000, pair)
    view = table.view()
    drawn = compose.sheet(view)
    places = [drawn.index(f'data-wager="{wager}"') for wager in ("hardway:8", "any-seven", "hop:3-4", "put:9", "lay:4")]
    assert places == sorted(places)
    assert 'aria-label="Hop 3 and 4, pays 15 to 1"' in drawn
    for prefix, ground in (("f", craps.DESK), ("p", craps.PHONE)):
        chips = unescape(dicefelt.fragments(view, prefix, ground)[f"{prefix}-chips"])
        assert 'data-mine="{"hop:2-5":1000,"hop:3-4":1000}"' in chips
