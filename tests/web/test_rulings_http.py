"""Every irregularity of every poker book through HTTP: declared with its facts where it applies, else refused."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.poker import open_room
from croupier.poker.book.circumstances import ASKS
from croupier.poker.book.room import case_of
from croupier.poker.rulings.facts import NEEDS
from croupier.rulebook.model import Irregularity

from .hand_dealt import STAKES, Dealer, seat, spread, stakes_for
from .lab import Lab, lab

BALTIMORE, CLEVELAND, ONEIDA = "horseshoe-baltimore", "horseshoe-cleveland", "oneida"
SEATS = (1, 2, 3, 4)
SPARE = ["7c", "9d", "2h", "Jc"]  # cards that the dealer of these tests keeps out of his deck
STEPS_MAX = 60
PLAIN_COUNTS = {"count": 1, "position": 3}  # one card, and neither of the first two of the deal
SHORT = 4000  # the least buy-in of these stakes; raises put all of it in before the last card


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("rulings"), "big-six") as made:
        yield made


def entries(place: str) -> list[Irregularity]:
    room = open_room(place)
    return [entry for entry in room.book.irregularities if case_of(entry).get("play") != "tournament"]


def forms_for(place: str, entry: Irregularity) -> list[str]:
    """The games of a room in which an entry can hold, the most usual first."""
    case, found = case_of(entry), open_room(place).forms()
    wanted = case.get("form")
    named = [wanted] if isinstance(wanted, str) else wanted
    return [
        key
        for key, form in found.items()
        if (named is None or key in named) and case.get("family", form.family) == form.family
        and case.get("low", form.low) == form.low
    ]  # fmt: skip


def game_for(form: str, entry: Irregularity) -> dict[str, Any]:
    case = case_of(entry)
    if case.get("structure") == "pot" or "over-pot" in entry.when:
        return STAKES["pot"]
    if case.get("limit") is False:
        return STAKES["no"]
    if case.get("limit") is True and form in ("holdem", "omaha"):
        return STAKES["fixed"]
    return STAKES["no"] if form == "holdem" else stakes_for(form)


class Walker(Dealer):
    """Plays along until a ruling on an entry can be given, and gives it."""

    def shuffle(self, shown: dict[str, Any]) -> None:
        super().shuffle(shown)
        self.deck = iter([card for card in self.deck if card not in SPARE])
        self.folded = 0

    supervisor: Any
    page: Any
    eager = False  # whether everybody raises
    leave = 0  # players who fold at the beginning of a hand

    def _deal(self, shown: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        """A deck that a ruling sent away is followed by an inspected one, and by no hand before."""
        self.shuffle(shown)
        answer = self.client.post(f"{self.table}/acts", json={"act": {"act": "deal"}})
        if answer.status_code == 200:
            return dict(answer.json())
        assert "out of play" in answer.json()["error"], answer.text
        asked = {"kind": "cards", "table": self.table.rpartition("/")[2], "password": PASSWORD}
        asked["label"] = f"Blue {len(self.steps)}"
        begun = self.client.post("/api/v1/documents", json=asked)
        assert begun.status_code == 201, begun.text
        refused = self.client.post(f"{self.table}/acts", json={"act": {"act": "deal"}})
        assert "out of play" in refused.json()["error"], refused.text
        path = f"/api/v1/documents/{begun.json()['id']}/steps/verify"
        assert self.supervisor.post(path, json={"password": PASSWORD}).status_code == 200
        return self.act(act="deal")

    def _verb(self, found: dict[str, Any]) -> str:
        """Nobody folds but who must leave; the first to act on a street bets, so that there is a bet to rule on."""
        if found["bring_in"]:
            return "bring-in"
        if found["call"]:
            folded, self.folded = self.folded < self.leave, self.folded + 1
            up = self.eager and (found["amounts"] or found["most"])
            return "fold" if folded else "raise" if up else "call"
        raised = found["kind"] == "bet" and (found["amounts"] or found["most"])
        return "raise" if raised else "check" if found["check"] else "raise"


def facts_for(entry: Irregularity, number: int, board: list[str], asks: list[dict[str, Any]]) -> dict[str, Any]:
    """What the entry's case says, and what its remedy needs; a card of the right rank. What else the table asks for was
    not so."""
    found: dict[str, Any] = {}
    for name, wanted in case_of(entry).items():
        one = wanted[0] if isinstance(wanted, list) else wanted
        bare = name.removesuffix("-least").removesuffix("-most")
        if bare == "rank":
            found["card"] = f"{one}c"
        elif bare in ASKS:
            found[bare] = one
    for remedy in entry.choices or (entry.remedy,):
        for need in NEEDS.get(remedy.ruling, ()):
            found.setdefault(need.name, told_of(need.name, number, board))
    for fact in asks:
        name = fact["name"]
        plain = {"seat": number, "yes-no": False, "count": PLAIN_COUNTS.get(name, 0)}
        if fact.get("needed", True) and fact["kind"] in plain:
            found.setdefault(name, plain[fact["kind"]])
        if name == "did":
            found[name] = "call"
    return {name: value for name, value in found.items() if value is not None}


def told_of(name: str, number: int, board: list[str]) -> Any:
    """What is said of a fact in these tests."""
    cards = {"card": "7c", "new": "9d", "extra": "2h", "chosen": board[-1] if board else "7c"}
    plain: dict[str, Any] = {"seat": number, "proper": 600, "amount": 100, "count": 2, "declares-all-in": False}
    plain["cards"] = SPARE[:3] if not board else SPARE[:1]
    return cards.get(name, plain.get(name))


def ruled(walker: Walker, entry: Irregularity, client: Any, asks: list[dict[str, Any]]) -> bool:
    """Whether the ruling can be given now; if so it is, with the input of its preview, and moves what was shown."""
    shown = walker.look()
    board = shown["hand"]["board"][0] if shown["hand"] else []
    choice = entry.choices[0].ruling if entry.choices else ""
    for number in SEATS:
        given = {"when": entry.when, "choice": choice, "facts": facts_for(entry, number, board, asks)}
        told = client.post(f"{walker.table}/rulings/preview", json=given)
        assert told.status_code in (200, 409, 422), told.text
        if told.status_code != 200:
            words = told.json()["error"]
            assert words.endswith(".") and "{" not in words, (entry.when, words)
            assert "can't be done" not in words, (entry.when, given, words)
            continue
        assert walker.look()["dealing"] == shown["dealing"], "a preview changes nothing"
        would, remedies = told.json(), [remedy.ruling for remedy in entry.choices or (entry.remedy,)]
        if would["ruling"] not in remedies or would["clause"] != entry.clause:
            continue  # another entry of the same name holds now
        page = on_the_page(walker, given, asks)
        assert "Ruling prescribed" in page and f"#c-{entry.clause.split(',')[0]}" in page, (given, page)
        answer = client.post(f"{walker.table}/acts", json={"act": {"act": "declare", **given}})
        assert answer.status_code == 200, (entry.when, answer.text)
        record = [event for event in answer.json()["happened"] if event["type"] == "Ruled"][-1]
        assert (record["when"], record["ruling"]) == (entry.when, told.json()["ruling"])
        after = walker.look()
        moved = {f"Seat {s['seat']}": s["chips"] for s in after["seats"] if s["taken"]}
        was = {f"Seat {s['seat']}": s["chips"] for s in shown["seats"] if s["taken"]}
        previewed = {place: cents for place, cents in told.json()["moves"] if place.startswith("Seat")}
        assert {p: moved[p] - was[p] for p in moved if moved[p] != was[p]} == previewed, entry.when
        return True
    return False


def on_the_page(walker: Walker, given: dict[str, Any], asks: list[dict[str, Any]]) -> str:
    """The dealer's panel, told by the fields that it has."""
    fields = {"when": given["when"], "choice": given["choice"]}
    for fact in asks:
        value = given["facts"].get(fact["name"])
        if isinstance(value, bool):
            value = "yes" if value else "no"
        elif isinstance(value, list):
            value = " ".join(value)
        elif fact["kind"] == "cents" and value is not None:
            value = f"{value / 100:.2f}"
        if value is not None:
            fields[f"fact-{fact['name']}"] = str(value)
    name = walker.table.rpartition("/")[2]
    return str(walker.page.get(f"/room/tables/{name}/ruling", params=fields).text)


def situation(entry: Irregularity) -> str:
    """What must come about at a table that the dealer of these tests does not bring about by himself."""
    case = case_of(entry)
    return "-short" if case.get("all-in") is True else "-two" if case.get("live") == 2 else ""


def tables(floor: Lab, place: str) -> Iterator[tuple[Walker, list[Irregularity]]]:
    """A table for each game that entries need, with the entries to be tried there."""
    wanted: dict[tuple[str, str, str], list[Irregularity]] = {}
    for entry in entries(place):
        for form in forms_for(place, entry)[:1]:
            wanted.setdefault((form, game_for(form, entry)["limit"], situation(entry)), []).append(entry)
    for (form, _, needs), some in wanted.items():
        game = game_for(form, some[0])
        table = spread(floor, f"RU-{place[-4:]}-{form}-{game['limit']}{needs}", place, form=form, **game)
        seat(floor, table, *SEATS, cents=SHORT if needs == "-short" else 20_000)
        walker = Walker(floor.program("dealer"), table, form, f"{place} {form}")
        walker.eager = needs == "-short"
        walker.leave = len(SEATS) - 2 if needs == "-two" else 0
        walker.supervisor, walker.page = floor.program("supervisor"), floor.browser("supervisor")
        yield walker, some


@pytest.mark.parametrize(
    "place", [pytest.param(BALTIMORE, marks=pytest.mark.slow), CLEVELAND, pytest.param(ONEIDA, marks=pytest.mark.slow)]
)
def test_every_entry_is_declared_with_its_facts_where_it_applies(floor: Lab, place: str) -> None:
    supervisor = floor.program("supervisor")
    done, total, never = 0, 0, []
    for walker, some in tables(floor, place):
        total += len(some)
        left = list(some)
        for _ in range(2 * len(some) + 2):
            left, ended = walk(walker, left, supervisor)
            if not left or ended:
                break
        done += len(some) - len(left)
        never += [(entry.when, entry.clause) for entry in left]
    assert done == total and not never, never


def walk(walker: Walker, left: list[Irregularity], client: Any) -> tuple[list[Irregularity], bool]:
    """One hand from its deal to its end; every entry that can be ruled on at a step is. True: nothing more was."""
    before, whole = len(left), not walker.look()["playing"]
    began = not whole
    for _ in range(STEPS_MAX):
        shown = walker.look()
        if began:
            listed = client.get(f"{walker.table}/rulings").json()
            now = {row["when"]: row["asks"] for row in listed if row["open"]}
            for entry in [entry for entry in left if entry.when in now]:
                if ruled(walker, entry, client, now[entry.when]):
                    left.remove(entry)
                    if walker.look()["dealing"]["next"] != shown["dealing"]["next"]:
                        return left, False
        if began and not walker.look()["playing"]:
            break
        walker.one(walker.look())
        began = True
    return left, whole and len(left) == before
