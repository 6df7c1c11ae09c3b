"""Match play coupons over HTTP: made out by two, laid down once beside chips, paid at their own odds, kept apart."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record import accounts
from croupier.house.record.clock import HOUR_US

from .lab import Lab, csrf, lab

PLACE, TABLE = "oneida", "ON-CR"
COUPONS, ACTS = "/api/v1/coupons", f"/api/v1/tables/{TABLE}/acts"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("coupons"), "big-six") as made:
        new = {"id": TABLE, "property": PLACE, "game": "craps", "mode": "dealer", "demo": True}
        ok(made.program("manager").post("/api/v1/tables", json=new), 201)
        life = f"/api/v1/tables/{TABLE}/life"
        supervisor = made.program("supervisor")
        ok(supervisor.post(life, json={"act": "begin-opening"}))
        for table in made.program("manager").get("/api/v1/pit").json():
            if table["table"]["dealer"] == "dealer":
                ok(supervisor.post(f"/api/v1/tables/{table['table']['id']}/life", json={"act": "dealer-out"}))
        ok(supervisor.post(life, json={"act": "dealer-in", "badge": "dealer"}))
        ok(supervisor.post(life, json={"act": "open", "password": PASSWORD}))
        yield made


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, (answer.status_code, answer.text)
    return answer.json()


def coupon(floor: Lab, patron: str, cents: int, status: int = 201, by: str = "cage", **changed: Any) -> Any:
    about = {"property": PLACE, "patron": patron, "cents": cents, "demo": True, "password": PASSWORD}
    about |= {"second_badge": "manager", "second_password": PASSWORD} | changed
    return ok(floor.program(by).post(COUPONS, json=about), status)


def act(floor: Lab, by: Any, status: int = 200, **about: Any) -> Any:
    return ok(by.post(ACTS, json={"act": about}), status)


def seated(floor: Lab, position: int) -> tuple[Any, str]:
    client, patron = floor.guest()
    act(floor, client, act="sit", position=position, patron=patron, chips=100_00)
    return client, patron


def throw(floor: Lab, a: int, b: int) -> list[dict[str, Any]]:
    """The dealer closes the wagers and keys a throw; how wagers ended."""
    dealer = floor.program("dealer")
    act(floor, dealer, act="close")
    thrown = act(floor, dealer, act="thrown", faces=[a, b])
    return [e for e in thrown["happened"] if e["event"] == "settled"]


def balance(floor: Lab, *names: str) -> list[int]:
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == []
        return [floor.house.ledger.balance(conn, name) for name in names]


def laid(position: int, made: Any, wager: str = "pass", **changed: Any) -> dict[str, Any]:
    about = {"act": "coupon", "position": position, "wager": wager, "number": made["number"], "amount": made["cents"]}
    return about | changed


def test_two_people_make_out_a_coupon_within_what_the_house_posts(floor: Lab) -> None:
    _, patron = floor.guest()
    assert "signed twice" in coupon(floor, patron, 25_00, 403, second_badge="cage")["error"]
    assert "not made out" in coupon(floor, patron, 100_01, 422)["error"]
    assert "No patron has badge" in coupon(floor, "nobody-9", 25_00, 422)["error"]
    assert "is no patron" in coupon(floor, "dealer", 25_00, 422)["error"]
    for badge in ("dealer", "supervisor", "player"):
        assert "not for" in coupon(floor, patron, 25_00, 403, by=badge)["error"]
    made = coupon(floor, patron, 60_00)
    assert "this gaming day" in coupon(floor, patron, 40_01, 422)["error"]
    paper = accounts.coupon(PLACE, made["number"])
    assert balance(floor, paper) == [60_00]
    listed = ok(floor.program("surveillance").get(COUPONS, params={"property": PLACE}))
    assert (listed[0]["number"], listed[0]["patron"], listed[0]["state"]) == (made["number"], patron, "good")
    _, other = floor.guest()
    assert ok(floor.guest()[0].get(COUPONS)) == [] and other != patron


def test_a_coupon_is_laid_beside_chips_on_the_line_alone_and_is_paid_once(floor: Lab) -> None:
    client, patron = seated(floor, 1)
    stranger, _ = seated(floor, 2)
    made = coupon(floor, patron, 20_00)
    paper, paid, layout = (
        accounts.coupon(PLACE, made["number"]),
        accounts.coupons_paid(TABLE),
        accounts.coupon_laid(TABLE, made["number"]),
    )
    assert "takes $20.00 in chips" in act(floor, client, 422, **laid(1, made))["error"]
    act(floor, client, act="bet", position=1, wager="field", amount=20_00)
    refused = act(floor, client, 422, **laid(1, made, "field"))
    assert "Pass" in refused["error"] and refused["clause"] == "E.2"
    act(floor, client, act="bet", position=1, wager="pass", amount=20_00)
    act(floor, stranger, act="bet", position=2, wager="pass", amount=20_00)
    assert "not made out for" in act(floor, stranger, 422, **laid(2, made))["error"]
    assert "is made out for $20.00" in act(floor, client, 422, **laid(1, made, amount=10_00))["error"]
    assert "no coupon 999" in act(floor, client, 422, **laid(1, made, number=999))["error"]
    assert "not yours" in act(floor, stranger, 403, **laid(1, made))["error"]
    act(floor, client, **laid(1, made))
    assert balance(floor, paper, layout) == [0, 20_00]
    assert "already" in act(floor, client, 422, **laid(1, made))["error"]
    won = next(e for e in throw(floor, 3, 4) if e["position"] == 1 and e["wager"] == "pass")
    assert (won["net"], won["coupon"]) == (40_00, 20_00)
    assert balance(floor, paper, layout, paid) == [0, 0, 20_00]
    act(floor, client, act="bet", position=1, wager="pass", amount=20_00)
    assert "laid down before" in act(floor, client, 422, **laid(1, made))["error"]


def test_a_coupon_is_lost_with_its_wager_and_comes_back_from_a_tie_or_when_taken_down(floor: Lab) -> None:
    client, patron = seated(floor, 3)
    made = coupon(floor, patron, 15_00)
    paper, ended = accounts.coupon(PLACE, made["number"]), accounts.coupons(PLACE, demo=True)
    act(floor, client, act="bet", position=3, wager="dont-pass", amount=30_00)
    act(floor, client, **laid(3, made, "dont-pass"))
    assert "lies there" in act(floor, client, 422, act="take", position=3, wager="dont-pass", amount=20_00)["error"]
    act(floor, client, act="take", position=3, wager="dont-pass")
    assert balance(floor, paper) == [15_00]
    act(floor, client, act="bet", position=3, wager="dont-pass", amount=30_00)
    act(floor, client, **laid(3, made, "dont-pass"))
    throw(floor, 6, 6)  # barred: a tie
    assert balance(floor, paper) == [15_00]
    if not any(w["kind"] == "dont-pass" for w in wagers(client, 3)):
        act(floor, client, act="bet", position=3, wager="dont-pass", amount=30_00)
    out = balance(floor, ended)[0]
    act(floor, client, **laid(3, made, "dont-pass"))
    throw(floor, 3, 4)
    assert balance(floor, paper, ended) == [0, out + 15_00]


def wagers(client: Any, position: int) -> list[dict[str, Any]]:
    shown = ok(client.get(f"/api/v1/tables/{TABLE}"))
    return list(next(p for p in shown["positions"] if p["number"] == position)["wagers"])


def test_a_coupon_goes_down_with_its_wager_and_not_once_the_point_stands(floor: Lab) -> None:
    client, patron = seated(floor, 4)
    made = coupon(floor, patron, 20_00)
    act(floor, client, act="bet", position=4, wager="dont-pass", amount=20_00)
    throw(floor, 2, 2)
    assert "laid down with its wager" in act(floor, client, 422, **laid(4, made, "dont-pass"))["error"]
    throw(floor, 3, 4)


def test_the_pages_of_cage_station_and_dealer_do_the_same(floor: Lab) -> None:
    client, patron = seated(floor, 5)
    cage = floor.browser("cage")
    form = {"house": PLACE, "patron": patron, "amount": "10", "demo": "1", "password": PASSWORD}
    form |= {"second": "supervisor", "second-password": PASSWORD}
    done = cage.post("/cage/coupon", data={**form, "csrf": csrf(cage.get("/cage").text)})
    assert done.status_code == 200 and "is made out for" in done.text
    (made,) = ok(client.get(COUPONS))
    act(floor, client, act="bet", position=5, wager="pass", amount=10_00)
    dealer = floor.browser("dealer")
    assert "Take a coupon" in dealer.get(f"/deal/{TABLE}").text
    wrong = dealer.post(
        f"/deal/{TABLE}/mark", json={"what": "coupon", "position": 5, "wager": "field", "coupon": made["number"]}
    )
    assert wrong.status_code == 422 and "only" in wrong.text
    right = dealer.post(
        f"/deal/{TABLE}/mark", json={"what": "coupon", "position": 5, "wager": "pass", "coupon": made["number"]}
    )
    assert right.status_code == 200, right.text
    assert wagers(client, 5)[0]["memo"]["coupon"] == made["number"]


def test_a_coupon_for_money_is_taken_at_no_table_for_demo_chips(floor: Lab) -> None:
    client, patron = seated(floor, 6)
    made = coupon(floor, patron, 10_00, demo=False)
    act(floor, client, act="bet", position=6, wager="pass", amount=10_00)
    assert "deals for demo chips" in act(floor, client, 422, **laid(6, made))["error"]


def test_a_coupon_runs_out_as_posted_and_two_people_cancel_one_that_was_not_laid_down(floor: Lab) -> None:
    client, patron = seated(floor, 9)
    old, wrong = (coupon(floor, patron, 10_00)["number"] for _ in range(2))
    act(floor, client, act="bet", position=9, wager="pass", amount=20_00)
    about = {"property": PLACE, "reason": "made out twice", "password": PASSWORD, "second_badge": "manager"}

    def cancelled(number: int, status: int, by: str = "cage", **changed: Any) -> Any:
        given = about | {"second_password": PASSWORD} | changed
        return ok(floor.program(by).post(f"{COUPONS}/{number}/cancel", json=given), status)

    cancelled(wrong, 403, second_badge="cage")
    cancelled(wrong, 403, by="dealer")
    cancelled(wrong, 422, reason=" ")
    assert cancelled(wrong, 200)["state"] == "cancelled"
    assert "no coupon" in cancelled(wrong, 422)["error"]
    refused = act(floor, client, 422, act="coupon", position=9, wager="pass", number=wrong, amount=10_00)
    assert "There is no coupon" in refused["error"]
    posted = {"value": 2, "password": PASSWORD, "second_badge": "admin-demo", "second_password": PASSWORD}
    ok(floor.program("manager").post("/api/v1/posted/coupon-hours", json=posted))
    floor.clock.advance(2 * HOUR_US)
    dealer = floor.program("dealer")  # the patron's session has ended meanwhile
    refused = act(floor, dealer, 422, act="coupon", position=9, wager="pass", number=old, amount=10_00)
    assert "has expired" in refused["error"] and "2 hours" in refused["error"]
    assert [one["state"] for one in ok(floor.program("cage").get(COUPONS)) if one["number"] == old] == ["expired"]
    page = floor.browser("cage")
    form = {"csrf": page.headers["x-csrf"], "house": PLACE, "number": str(old), "reason": "run out"}
    form |= {"password": PASSWORD, "second": "manager", "second-password": PASSWORD}
    assert f"Coupon {old} over $10.00 is cancelled." in page.post("/cage/coupon-cancel", data=form).text
    with floor.storage.reading() as conn:
        assert floor.house.ledger.balance(conn, accounts.coupon(PLACE, old)) == 0
        assert floor.house.ledger.audit(conn) == []
    act(floor, dealer, act="take", position=9, wager="pass")


def test_the_cage_offers_a_coupon_only_where_a_rulebook_takes_it(floor: Lab) -> None:
    page = floor.browser("cage").get("/cage").text
    form = page.partition('action="/cage/coupon"')[2].partition("</form>")[0]
    assert f'value="{PLACE}"' in form and 'value="hard-rock-cincinnati"' not in form
    assert 'value="hard-rock-cincinnati"' in page  # cash is exchanged there all the same
    refused = coupon(floor, "player", 500, 422, property="hard-rock-cincinnati")
    assert refused["error"].startswith("No rulebook of this property takes match play.")


def test_a_role_of_two_words_is_no_code_on_a_page(floor: Lab) -> None:
    page = floor.browser("admin-demo").get("/people").text
    assert "<td>Slot supervisor</td>" in page and "Slot-supervisor" not in page
    assert "Slot supervisor, badge" in floor.browser("slot-supervisor").get("/slots").text
