"""Promotions through their pages: posted, funded, hands called and signed for, squares, drawings; what is refused."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.promotions import store
from croupier.house.record.clock import DAY_US
from croupier.web.kit.context import property_title

from .lab import Lab, lab, sent
from .money_table import SIGNED, WITH_ADMIN_FORM
from .test_room_api import look, opened

ROOM = "horseshoe-baltimore"
ROOT = "/promotions"
FUNDS = f"{ROOT}/funds/{ROOM}"

BEAT = {"id": "BEAT", "property": ROOM, "kind": "bad-beat", "tables": "PK-1, PK-2, PK-3"}


@pytest.fixture
def floor(tmp_path: Any) -> Iterator[Lab]:
    with lab(tmp_path, "big-six") as made:
        made.clock.advance(365 * DAY_US)
        yield made


def done(floor: Lab, badge: str, path: str, **form: str) -> None:
    """The same form sent twice: it acts once."""
    for _ in range(2):
        answer = sent(floor, badge, path, **form, command=f"{path}-{form.get('kind', '')}{form.get('table', '')}"[-90:])
        assert answer.status_code == 303, answer.text


def seeded(floor: Lab) -> None:
    for fund in ("bad-beat", "special-hands"):
        assert (
            sent(floor, "manager", FUNDS, what="seed", fund=fund, cents="10,000", **WITH_ADMIN_FORM).status_code == 303
        )


def keyed(table: str, number: str, names: list[str], board: str = "7s 7h 8s 9s Kd") -> dict[str, str]:
    """Four sevens beaten by a straight flush, as a dealer keys it."""
    form = {"table": table, "hand": number, "day": "2020-05-01", "pot": "60", "board": board, "game": "holdem"}
    form |= {"name-1": names[0], "cards-1": "7d 7c", "name-2": names[1], "cards-2": "Js Ts", "won-2": "60"}
    for n, name in enumerate(names[2:], 3):
        form |= {f"name-{n}": name, f"folded-{n}": "yes"}
    return form


def claims(floor: Lab, name: str) -> list[store.Claim]:
    with floor.storage.reading() as conn:
        return store.claims(conn, name)


def people(floor: Lab, count: int) -> list[str]:
    return [floor.guest()[1] for _ in range(count)]


def test_a_promotion_is_posted_only_as_the_book_offers_it(floor: Lab) -> None:
    assert sent(floor, "supervisor", f"{ROOT}/new", **BEAT).status_code == 403
    for change, words in (
        ({"kind": "lottery"}, "no promotion of horseshoe-baltimore"),
        ({"kind": "flop-pot"}, "What it pays is set beforehand"),
        ({"kind": "high-hand", "amount": "200"}, "The time within which it may be won"),
        ({"kind": "high-hand", "amount": "200", "from": "soon"}, "is no time"),
        ({"kind": "flop-pot", "amount": "much"}, "is no amount of money"),
        ({"id": "no name!"}, "names no promotion"),
        ({"least-category": "five of a kind"}, "is no hand"),
    ):
        refused = sent(floor, "manager", f"{ROOT}/new", **BEAT | change)
        assert (refused.status_code, words in refused.text) == (422, True), change
        assert 'value="PK-1, PK-2, PK-3"' in refused.text, "what was typed stays"
    of_omaha = BEAT | {"id": "OMAHA", "game": "omaha"}
    assert sent(floor, "manager", f"{ROOT}/new", **of_omaha).status_code == 303
    posted = floor.program("manager").get("/api/v1/promotions/OMAHA").json()["promotion"]
    assert posted["terms"]["game"] == "omaha"
    done(floor, "manager", f"{ROOT}/OMAHA/end")
    done(floor, "manager", f"{ROOT}/new", **BEAT)
    again = sent(floor, "manager", f"{ROOT}/new", **BEAT)
    assert (again.status_code, "There is a promotion BEAT" in again.text) == (409, True)
    page = floor.anybody().get(f"{ROOT}/BEAT").text
    for words in ("100% of the bad beat jackpot", "four of a kind, sevens, or better", "20.BQ.2", "20.BQ.5a.1-3"):
        assert words in page
    listed = floor.anybody().get(f"{ROOT}?house={ROOM}").text
    assert "BEAT" in listed and property_title(ROOM) in listed
    assert "Post a promotion" not in listed and "Seed a fund" not in listed
    assert floor.anybody().get(f"{ROOT}?house=horseshoe-cleveland").status_code == 200
    for path in (f"{ROOT}/NONE", f"{ROOT}?house=hard-rock-cincinnati"):
        assert floor.anybody().get(path).status_code == 404


def test_funds_are_seeded_allocated_and_given_up(floor: Lab) -> None:
    little = sent(floor, "manager", FUNDS, what="seed", fund="bad-beat", cents="500", **WITH_ADMIN_FORM)
    assert (little.status_code, "20.BB.1" in little.text, 'value="500"' in little.text) == (422, True, True)
    done(floor, "manager", FUNDS, what="seed", fund="bad-beat", cents="2,500", **WITH_ADMIN_FORM)
    assert "$2,500.00" in floor.anybody().get(f"{ROOT}?house={ROOM}").text
    empty = sent(floor, "manager", FUNDS, what="allocate", cents="100", table="PK-1")
    assert empty.status_code in (409, 422) and "Nothing was changed" in empty.text
    assert sent(floor, "manager", FUNDS, what="burn").status_code == 400
    alone = {"what": "give-up", "fund": "bad-beat", "password": PASSWORD, "second-password": PASSWORD}
    for second, words in (("", "Nothing was"), ("manager", "signed twice"), ("supervisor", "not for a supervisor")):
        refused = sent(floor, "manager", FUNDS, **alone, second=second)
        assert refused.status_code in (403, 422) and words in refused.text, second
    assert sent(floor, "manager", FUNDS, **alone, second="admin-demo").status_code == 303
    with floor.storage.reading() as conn:
        held = floor.app.state.floor.promotions.balances(conn, ROOM)
    assert held == {"bad-beat": 0, "special-hands": 250_000}


def test_bad_beats_are_called_tied_verified_confirmed_and_paid(floor: Lab) -> None:
    opened(floor, "PK-1", demo=True)  # a demonstration's room: its funds and what it pays are demo chips
    seeded(floor)
    sent(floor, "manager", f"{ROOT}/new", **BEAT)
    names = people(floor, 8)
    short = sent(floor, "dealer", f"{ROOT}/BEAT/claim", **keyed("PK-9", "5", names[:3]))
    assert short.status_code == 422
    for words in ("20.BQ.3", "20.BQ.7", 'value="PK-9"', 'value="7d 7c"'):  # every clause, and what was keyed
        assert words in short.text
    for change, words in (
        ({"cards-1": "7s 7c"}, "A card is there twice"),
        ({"name-1": names[1]}, "A player is there twice"),
        ({"board": "7x"}, "7x"),
        ({"hand": ""}, "no number"),
    ):
        odd = sent(floor, "dealer", f"{ROOT}/BEAT/claim", **keyed("PK-3", "5", names[:4]) | change)
        assert (odd.status_code, words in odd.text) == (422, True), (change, odd.text[-3000:])
    done(floor, "dealer", f"{ROOT}/BEAT/claim", **keyed("PK-3", "5", names[:4]) | {"tabled": "2019-12-30T20:00"})
    done(floor, "dealer", f"{ROOT}/BEAT/claim", **keyed("PK-2", "6", names[4:]) | {"tabled": "2019-12-30T20:01"})
    first, second = claims(floor, "BEAT")
    steps = f"{ROOT}/claims/{second.id}"
    wrong = sent(floor, "supervisor", f"{steps}/verify", password="no")
    assert wrong.status_code in (403, 422) and f"{second.id}-password-error" in wrong.text
    early = sent(floor, "supervisor", f"{steps}/verify", **SIGNED)
    assert (early.status_code, "comes first" in early.text) == (409, True)
    one = sent(floor, "surveillance", f"{ROOT}/BEAT/tie", **{f"claim-{first.id}": "yes"})
    assert (one.status_code, "20.MQ.2a" in one.text) == (422, True)
    done(floor, "surveillance", f"{ROOT}/BEAT/tie", **{f"claim-{first.id}": "yes", f"claim-{second.id}": "yes"})
    done(floor, "supervisor", f"{steps}/verify", **SIGNED)
    page = floor.browser("cage").get(f"{ROOT}/BEAT").text
    assert "$2,500.00" in page and "the losing hand, taxable" in page
    unseen = sent(floor, "cage", f"{steps}/pay", **SIGNED)
    assert unseen.status_code == 409 and "Nothing was changed" in unseen.text
    done(floor, "surveillance", f"{steps}/surveil", **SIGNED)
    untaxed = sent(floor, "cage", f"{steps}/pay", **SIGNED)
    assert (untaxed.status_code, "The tax form is signed first" in untaxed.text) == (422, True)
    forms = {f"w2g-{name}": "yes" for name in names[4:]}
    done(floor, "cage", f"{steps}/pay", **SIGNED | forms)
    assert floor.app.state.floor.cage.demo_purse(names[4]), "no cash for it"
    assert floor.app.state.floor.purse(names[4]) == 100_000 + 250_000
    public = floor.anybody().get(f"{ROOT}/BEAT").text
    assert "Paid" in public and names[4] not in public and names[4][6:12] not in public
    denied = f"{ROOT}/claims/{first.id}/deny"
    assert sent(floor, "supervisor", denied, reason=" ", **SIGNED).status_code == 409
    done(floor, "supervisor", denied, reason="exposed card", **SIGNED)
    done(floor, "supervisor", f"{ROOT}/BEAT/end")
    over = sent(floor, "dealer", f"{ROOT}/BEAT/claim", **keyed("PK-3", "7", names[:4]))
    assert over.status_code == 409 and "Nothing was changed" in over.text


def test_the_last_hand_of_a_table_is_looked_at_and_called(floor: Lab) -> None:
    opened(floor, "PK-1", demo=True, pause_s=60)  # no next hand meanwhile
    sent(floor, "manager", f"{ROOT}/new", **BEAT)
    path = f"{ROOT}?house={ROOM}&table=PK-1"
    assert "has no finished hand" in floor.browser("dealer").get(path).text
    assert "Look at it" not in floor.browser("player").get(path).text
    for seat in (1, 2):
        client, _ = floor.guest()
        sit = {"act": {"act": "sit", "seat": seat, "cents": 20_000}}
        client.post("/api/v1/room/tables/PK-1/acts", json=sit).raise_for_status()
    floor.clock.advance(61_000_000)
    look(floor)
    game = floor.do(lambda: floor.app.state.floor.room.table("PK-1")).game
    folds = {"act": {"act": "play", "seat": game.turn, "verb": "fold"}}
    name = game.table.seats[game.turn].name
    floor.program(name).post("/api/v1/room/tables/PK-1/acts", json=folds).raise_for_status()
    page = floor.browser("dealer").get(path).text
    assert "Does not qualify" in page and "20.BQ.7" in page
    refused = sent(floor, "dealer", f"{ROOT}/BEAT/call", table="PK-1")
    assert (refused.status_code, "20.BQ.7" in refused.text) == (422, True)


def test_squares_are_chosen_and_a_score_wins(floor: Lab) -> None:
    seeded(floor)
    squares = {"id": "SQ", "property": ROOM, "kind": "football-squares", "amount": "100", "tables": "PK-1"}
    sent(floor, "manager", f"{ROOT}/new", **squares)
    names = people(floor, 4)
    straight = keyed("PK-1", "9", names, "5s 6h 7h Kd Kh") | {"cards-1": "8d 9c", "cards-2": "2c 3c"}
    done(floor, "dealer", f"{ROOT}/SQ/claim", **straight)
    (claim,) = claims(floor, "SQ")
    early = sent(floor, "supervisor", f"{ROOT}/SQ/score", quarter="final", home="7", visitors="10")
    assert (early.status_code, "not numbered" in early.text) == (409, True)
    done(floor, "supervisor", f"{ROOT}/SQ/number")
    with floor.storage.reading() as conn:
        digits = {item.key: item.patron for item in store.items(conn, "SQ")}
    at = f"{digits['digits-rows'].index('0')}-{digits['digits-columns'].index('7')}"
    none = sent(floor, "supervisor", f"{ROOT}/claims/{claim.id}/square", square="")
    assert (none.status_code, "No square is chosen" in none.text) == (422, True)
    done(floor, "supervisor", f"{ROOT}/claims/{claim.id}/square", square=at)
    done(floor, "supervisor", f"{ROOT}/SQ/score", quarter="final", home="7", visitors="10")
    page = floor.browser("supervisor").get(f"{ROOT}/SQ").text
    assert "home 7, visitors 10" in page and "Final: 7 to 10" in page
    assert "taken" in floor.anybody().get(f"{ROOT}/SQ").text


def test_tables_tickets_and_entries_are_drawn_and_given(floor: Lab) -> None:
    seeded(floor)
    times = {"from": "2019-01-01T00:00", "to": "2030-01-01T00:00"}
    (name,) = people(floor, 1)
    for kind, more in (("splash-pot", {}), ("bankroll", {"minutes": "30"}), ("freeroll", {"minutes": "30"})):
        form = {"id": kind, "property": ROOM, "kind": kind, "amount": "100", "tables": "PK-1", "target": "SUN"}
        assert sent(floor, "manager", f"{ROOT}/new", **form | times | more).status_code == 303
    other = sent(floor, "supervisor", f"{ROOT}/splash-pot/splash", tables="PK-9")
    assert (other.status_code, 'value="PK-9"' in other.text) == (422, True)
    done(floor, "supervisor", f"{ROOT}/splash-pot/splash", tables="PK-1, PK-2")
    (splashed,) = claims(floor, "splash-pot")
    nobody = sent(floor, "supervisor", f"{ROOT}/claims/{splashed.id}/winner", patron="no-one")
    assert (nobody.status_code, 'value="no-one"' in nobody.text) == (422, True)
    done(floor, "supervisor", f"{ROOT}/claims/{splashed.id}/winner", patron=name)
    assert claims(floor, "splash-pot")[0].finding.holders == (name,)
    nobody = sent(floor, "supervisor", f"{ROOT}/bankroll/drawing")
    assert (nobody.status_code, "Nobody has a ticket" in nobody.text) == (409, True)
    for kind in ("bankroll", "freeroll"):
        done(floor, "supervisor", f"{ROOT}/{kind}/played", patron=name, minutes="65")
    assert "2 tickets" in floor.browser("supervisor").get(f"{ROOT}/bankroll").text
    done(floor, "supervisor", f"{ROOT}/bankroll/drawing")
    mixed = sent(floor, "supervisor", f"{ROOT}/freeroll/entry", patron=name)
    assert (mixed.status_code, "has demo chips; this promotion pays money" in mixed.text) == (422, True)
    sent(floor, "supervisor", f"{ROOT}/freeroll/played", patron="player", minutes="65")
    done(floor, "supervisor", f"{ROOT}/freeroll/entry", patron="player")
    assert "has the entry" in floor.browser("supervisor").get(f"{ROOT}/freeroll").text
    assert sent(floor, "supervisor", f"{ROOT}/bankroll/seat", patrons=name).status_code == 422
    assert sent(floor, "supervisor", f"{ROOT}/bankroll/dance").status_code == 400
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == []
