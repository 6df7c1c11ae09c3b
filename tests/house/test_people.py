"""People: sign-in, sessions, signatures, permissions in force at once, everything logged."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from croupier.house.people import permissions
from croupier.house.people.persons import (
    IDLE_US_MAX,
    PROOF_US_MAX,
    SESSION_US_MAX,
    People,
    Person,
)
from croupier.house.people.wrong_passwords import FAILURES_ANYWHERE_MAX, FAILURES_OF_BADGE_MAX, FAILURES_US, network
from croupier.house.record import schema
from croupier.house.record.clock import MINUTE_US, HandClock
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Forbidden, NotFound, Refused, WrongPassword
from croupier.house.record.writer import Writer

PASSWORD = "a long enough password"


@pytest.fixture
def admin(people: People) -> Person:
    password = people.first_start()
    assert password is not None
    return people.sign_in("admin", password)[0]


@pytest.fixture
def dealer(people: People, admin: Person) -> Person:
    people.add(admin, "d-7", "Dealer Seven", "dealer", PASSWORD)
    return Person("d-7", "Dealer Seven", "dealer", True, False)


def test_the_first_start_makes_one_administrator_with_a_one_time_password(people: People) -> None:
    password = people.first_start()
    assert password is not None
    assert people.first_start() is None
    person, _ = people.sign_in("admin", password)
    assert (person.role, person.must_change) == ("administrator", True)
    people.set_password("admin", password, PASSWORD)
    assert not people.sign_in("admin", PASSWORD)[0].must_change
    with pytest.raises(Refused, match="do not match"):
        people.sign_in("admin", password)


def test_passwords_are_stored_as_argon2_and_tokens_as_digests(people: People, storage: Storage, dealer: Person) -> None:
    _, token = people.sign_in("d-7", PASSWORD)
    with storage.reading() as conn:
        stored = conn.scalar(select(schema.person.c.password).where(schema.person.c.badge == "d-7"))
        digests = [bytes(row.digest) for row in conn.execute(select(schema.session))]
    assert stored is not None
    assert stored.startswith("$argon2id$")
    assert all(token.encode() not in digest and bytes.fromhex(token) != digest for digest in digests)


@pytest.mark.parametrize("badge", ["d-7", "nobody"])
def test_a_wrong_password_and_an_unknown_badge_read_the_same(people: People, dealer: Person, badge: str) -> None:
    with pytest.raises(Refused, match="Badge and password do not match"):
        people.sign_in(badge, "wrong password!!")


def test_guessing_is_slowed_down_by_badge(people: People, dealer: Person, clock: HandClock) -> None:
    for _ in range(5):
        with pytest.raises(Refused, match="do not match"):
            people.sign_in("d-7", "wrong password!!", "10.0.0.1")
    with pytest.raises(Forbidden, match="Too many"):
        people.sign_in("d-7", PASSWORD, "10.0.0.1")
    clock.advance(FAILURES_US + 1)
    people.sign_in("d-7", PASSWORD, "10.0.0.1")


def test_who_guesses_keeps_nobody_away_from_another_screen(people: People, dealer: Person, clock: HandClock) -> None:
    for _ in range(FAILURES_OF_BADGE_MAX):
        with pytest.raises(WrongPassword):
            people.sign_in("d-7", "a guess", "10.0.0.9")
    with pytest.raises(Forbidden, match="Too many"):
        people.sign_in("d-7", "a guess", "10.0.0.9")
    people.sign_in("d-7", PASSWORD, "10.0.0.1")
    for n in range(FAILURES_ANYWHERE_MAX - FAILURES_OF_BADGE_MAX):
        with pytest.raises(WrongPassword):
            people.sign_in("d-7", "a guess", f"10.0.1.{n}")
    with pytest.raises(Forbidden, match="Too many"):
        people.sign_in("d-7", PASSWORD, "10.0.7.7")
    people.sign_in("d-7", PASSWORD, "10.0.0.1")  # where its owner has signed in before


def test_a_browser_that_is_known_has_a_count_of_its_own(people: People, dealer: Person) -> None:
    """Whoever guesses from the owner's own network, a proxy's or a phone's, shuts himself out and not the owner."""
    marks = people.guesses.marked("d-7", people.guesses.marked("admin", ""))
    for _ in range(FAILURES_OF_BADGE_MAX):
        with pytest.raises(WrongPassword):
            people.sign_in("d-7", "a guess", "10.0.0.1")
    for stranger in ("", people.guesses.marked("admin", ""), marks.replace(".", ".0"), "~".join("x" * 300)):
        with pytest.raises(Forbidden, match="Too many"):
            people.sign_in("d-7", PASSWORD, "10.0.0.1", marks=stranger)
    people.sign_in("d-7", PASSWORD, "10.0.0.1", marks=marks)
    assert people.guesses.marked("d-7", marks) == marks, "one mark a badge"
    for _ in range(FAILURES_OF_BADGE_MAX):
        with pytest.raises(WrongPassword):
            people.sign_in("d-7", "a guess", "10.0.0.2", marks=marks)
    with pytest.raises(Forbidden, match="Too many"):
        people.sign_in("d-7", PASSWORD, "10.0.0.2", marks=marks)
    people.sign_in("d-7", PASSWORD, "10.0.0.2")  # a stolen mark shuts out nobody else


def test_guesses_from_one_network_are_counted_together() -> None:
    assert network("2001:db8:1:2:3:4:5:6") == network("2001:db8:1:2::9") != network("2001:db8:1:3::9")
    assert network("::ffff:10.0.0.1") == "10.0.0.1"
    assert network("testclient") == "testclient"


def test_strangers_who_guess_keep_nobody_from_signing(people: People, dealer: Person, clock: HandClock) -> None:
    for _ in range(FAILURES_OF_BADGE_MAX):
        with pytest.raises(WrongPassword):
            people.sign_in("d-7", "a guess", "10.0.0.9")
    with pytest.raises(Forbidden, match="failed sign-ins"):
        people.sign_in("d-7", PASSWORD, "10.0.0.9")
    assert people.prove("d-7", PASSWORD).badge == "d-7", "who has a session goes on signing"
    for _ in range(FAILURES_OF_BADGE_MAX):
        with pytest.raises(WrongPassword):
            people.prove("d-7", "a guess")
    with pytest.raises(Forbidden, match="failed signatures"):
        people.prove("d-7", PASSWORD)
    clock.advance(FAILURES_US)
    people.prove("d-7", PASSWORD)


def test_guesses_by_signing_close_the_sign_in_too(people: People, dealer: Person) -> None:
    for _ in range(FAILURES_OF_BADGE_MAX):
        with pytest.raises(WrongPassword):
            people.prove("d-7", "a guess")
    with pytest.raises(Forbidden, match="failed sign-ins"):
        people.sign_in("d-7", PASSWORD)


def test_many_guesses_at_once_are_no_more_guesses(people: People, dealer: Person) -> None:
    def guess(n: int) -> str:
        try:
            people.sign_in(dealer.badge, f"not the password {n}")
        except Forbidden:
            return "closed"
        except WrongPassword:
            return "wrong"
        return "in"

    with ThreadPoolExecutor(16) as pool:
        said = list(pool.map(guess, range(32)))
    assert (said.count("wrong"), said.count("closed")) == (5, 27)


def test_a_sign_in_under_way_does_not_outlive_the_password(
    people: People, dealer: Person, admin: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify = people._verify

    def slow(badge: str, password: str) -> int:
        found = verify(badge, password)
        people.reset_password(admin, badge)  # just now: the old one is known to somebody
        return found

    monkeypatch.setattr(people, "_verify", slow)
    with pytest.raises(WrongPassword):
        people.sign_in(dealer.badge, PASSWORD)


def test_nobody_resets_their_own_password(people: People, admin: Person) -> None:
    with pytest.raises(Refused, match="their own"):
        people.reset_password(admin, admin.badge)


def test_guessing_is_slowed_down_by_address(people: People, dealer: Person) -> None:
    for number in range(30):
        with pytest.raises(Refused, match="do not match"):
            people.sign_in(f"x{number}", "wrong password!!", "10.0.0.1")
    with pytest.raises(Forbidden, match="Too many"):
        people.sign_in("d-7", PASSWORD, "10.0.0.1")
    people.sign_in("d-7", PASSWORD, "10.0.0.9")


def test_a_session_ends_by_idling_by_age_and_by_signing_out(people: People, dealer: Person, clock: HandClock) -> None:
    _, token = people.sign_in("d-7", PASSWORD)
    assert people.who(token).person == dealer
    clock.advance(IDLE_US_MAX)
    with pytest.raises(Forbidden, match="expired"):
        people.who(token)
    _, token = people.sign_in("d-7", PASSWORD)
    for _ in range(SESSION_US_MAX // (20 * MINUTE_US) - 1):
        clock.advance(20 * MINUTE_US)
        people.who(token)
        people.log_refusal("d-7", "x", "y", "wait for the writer")
    clock.advance(20 * MINUTE_US)
    with pytest.raises(Forbidden, match="expired"):
        people.who(token)
    _, token = people.sign_in("d-7", PASSWORD)
    people.sign_out(token)
    with pytest.raises(Forbidden, match="ended"):
        people.who(token)
    with pytest.raises(Forbidden):
        people.who("no such token")


def test_a_session_can_be_ended_from_elsewhere(people: People, storage: Storage, dealer: Person, admin: Person) -> None:
    _, token = people.sign_in("d-7", PASSWORD)
    with storage.reading() as conn:
        (session,) = people.sessions(conn, "d-7")
    other = Person("p", "P", "player", True, False)
    people.add(admin, "p", "P", "player", PASSWORD)
    with pytest.raises(Forbidden):
        people.end_session(other, "d-7", session.handle)
    people.end_session(admin, "d-7", session.handle)
    with pytest.raises(Forbidden, match="ended"):
        people.who(token)


def test_a_dismissal_is_in_force_at_once(people: People, writer: Writer, dealer: Person, admin: Person) -> None:
    _, token = people.sign_in("d-7", PASSWORD)
    proof = people.prove("d-7", PASSWORD)
    people.set_active(admin, "d-7", False)
    with pytest.raises(Forbidden, match="ended"):
        people.who(token)
    with pytest.raises(Forbidden, match="no longer active"):
        writer.run(lambda tx: people.sign(tx, proof, "fill.count", "fill 1"))
    with pytest.raises(Refused, match="do not match"):
        people.sign_in("d-7", PASSWORD)


def test_a_change_of_role_is_in_force_at_once(people: People, writer: Writer, dealer: Person, admin: Person) -> None:
    proof = people.prove("d-7", PASSWORD)
    people.set_role(admin, "d-7", "supervisor")
    with pytest.raises(Forbidden, match="not for a supervisor"):
        writer.run(lambda tx: people.sign(tx, proof, "fill.count", "fill 1"))
    assert writer.run(lambda tx: people.sign(tx, proof, "fill.request", "fill 1")).role == "supervisor"


def test_nobody_promotes_themselves_and_only_an_administrator_adds(
    people: People, dealer: Person, admin: Person
) -> None:
    with pytest.raises(Refused, match="their own"):
        people.set_role(admin, "admin", "manager")
    with pytest.raises(Forbidden):
        people.add(dealer, "x", "X", "manager", PASSWORD)
    with pytest.raises(Forbidden):
        people.set_role(dealer, "admin", "player")
    with pytest.raises(Refused, match="taken"):
        people.add(admin, "d-7", "X", "manager", PASSWORD)
    with pytest.raises(Refused, match="no role"):
        people.add(admin, "x", "X", "king", PASSWORD)
    with pytest.raises(NotFound):
        people.set_role(admin, "x", "manager")


def test_a_signature_needs_the_password_again_and_grows_old(
    people: People, storage: Storage, writer: Writer, dealer: Person, clock: HandClock
) -> None:
    proof = people.prove("d-7", PASSWORD)
    writer.run(lambda tx: people.sign(tx, proof, "fill.count", "fill 1"))
    with storage.reading() as conn:
        line = people.logged(conn, by="d-7")[0]
    assert (line.act, line.subject, line.outcome) == ("fill.count", "fill 1", "signed")
    clock.advance(PROOF_US_MAX + 1)
    with pytest.raises(Forbidden, match="too old"):
        writer.run(lambda tx: people.sign(tx, proof, "fill.count", "fill 2"))
    proof = people.prove("d-7", PASSWORD)
    people.set_password("d-7", PASSWORD, PASSWORD + " anew")
    with pytest.raises(Forbidden, match="too old"):
        writer.run(lambda tx: people.sign(tx, proof, "fill.count", "fill 2"))


def test_refusals_are_logged(people: People, storage: Storage, dealer: Person) -> None:
    with pytest.raises(Refused):
        people.sign_in("d-7", "wrong password!!", "10.0.0.1")
    people.log_refusal("d-7", "fill.request", "T1", Refused("No.", "Ask a supervisor."))
    with storage.reading() as conn:
        lines = people.logged(conn, by="d-7", limit=2)
    assert [(line.act, line.outcome) for line in lines] == [("fill.request", "refused"), ("sign-in", "refused")]
    assert lines[0].reason == "No. Ask a supervisor."


@pytest.mark.parametrize("password", ["short", "d-7" + "x" * 11, "x" * 201])
def test_weak_passwords_are_refused(people: People, admin: Person, password: str) -> None:
    with pytest.raises(Refused):
        people.add(admin, "d-7", "D", "dealer", password)


def test_the_staff_list_is_read_without_guests(people: People, storage: Storage, dealer: Person, admin: Person) -> None:
    guest, _ = people.guest()
    with storage.reading() as conn:
        assert guest.badge in {p.badge for p in people.everybody(conn)}
        assert {p.badge for p in people.everybody(conn, guests=False)} == {dealer.badge, admin.badge}


def test_a_guest_is_a_player_who_can_sign_nothing(people: People, writer: Writer) -> None:
    person, token = people.guest("Visitor")
    assert people.who(token).person.role == "player"
    with pytest.raises(Refused, match="do not match"):
        people.prove(person.badge, "")


def test_a_token_outlives_idling(people: People, dealer: Person, clock: HandClock) -> None:
    token = people.new_token("d-7", "bot")
    clock.advance(IDLE_US_MAX * 10)
    session = people.who(token)
    assert (session.kind, session.label) == ("token", "bot")


def test_every_act_names_roles_that_exist_and_nobody_does_everything() -> None:
    assert all(roles and roles <= set(permissions.ROLES) for roles in permissions.PERMITS.values())
    assert sorted(permissions.LEADING) == sorted(permissions.ROLES), "whoever has a role acts in one"
    for role in permissions.ROLES:
        assert not all(permissions.may(role, act) for act in permissions.PERMITS)
    assert not any(
        permissions.may("surveillance", act) or permissions.may("commission", act)
        for act in permissions.PERMITS
        if act.partition(".")[0] in ("fill", "credit", "count", "drop", "cage")
    )


@pytest.mark.parametrize(
    "password",
    [
        "password1234",
        "Passw0rd!2024",
        "qwertyuiop12",
        "aaaaaaaaaaaaaaa",
        "abcabcabcabc",
        "123456789012",
        "casino poker",
        "letmein letmein",
        "1q2w3e4r5t6y",
        "20240131201012",
    ],
)
def test_what_anybody_would_try_first_is_no_password(people: People, password: str) -> None:
    one_time = people.first_start()
    assert one_time is not None
    with pytest.raises(Refused, match="anybody would try"):
        people.set_password("admin", one_time, password)


@pytest.mark.parametrize("password", ["correct horse battery", "my own word for this house", "9f3a2b-77aa01-cc9d11"])
def test_unrelated_words_are_a_password(people: People, password: str) -> None:
    one_time = people.first_start()
    assert one_time is not None
    people.set_password("admin", one_time, password)
    people.sign_in("admin", password)


def test_badges_that_differ_in_capitals_alone_are_one_badge(people: People, admin: Person, dealer: Person) -> None:
    with pytest.raises(Refused, match="Badge d-7 is taken"):
        people.add(admin, "D-7", "Another", "dealer", PASSWORD)
