"""Codes of the second factor: the standard's own examples, one use each, wanted of roles, reset by an administrator."""

import os

import pytest
from sqlalchemy import update

from croupier.house import proving
from croupier.house.keys import changing as keys
from croupier.house.keys.keyring import Keyring, ring
from croupier.house.people import one_time_codes as totp
from croupier.house.people.factors import CodeNeeded, Factors
from croupier.house.people.persons import People
from croupier.house.people.second_factor import SecondFactor
from croupier.house.people.wrong_passwords import FAILURES_OF_BADGE_MAX
from croupier.house.record import schema
from croupier.house.record.clock import HOUR_US, SECOND_US, HandClock, Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.ledger import Ledger
from croupier.house.record.writer import Writer

from .crew import PASSWORD, Crew

BADGE = "cage-1"
STEP_US = totp.STEP_S * SECOND_US

# RFC 6238, appendix B: seconds since 1970 and the eight digits of HMAC-SHA-1.
VECTORS = [
    (59, "94287082"),
    (1111111109, "07081804"),
    (1111111111, "14050471"),
    (1234567890, "89005924"),
    (2000000000, "69279037"),
    (20000000000, "65353130"),
]


@pytest.fixture
def factor(crew: Crew, writer: Writer) -> SecondFactor:
    return SecondFactor(crew.people, writer)


def secret_of(crew: Crew, badge: str = BADGE) -> bytes:
    with crew.storage.reading() as conn:
        found = crew.people.factors.find(conn, badge)
    assert found is not None
    return crew.people.factors.secret(found)


def set_up(crew: Crew, factor: SecondFactor, clock: HandClock, badge: str = BADGE) -> bytes:
    factor.begin(badge, PASSWORD)
    secret = secret_of(crew, badge)
    factor.confirm(badge, totp.code(secret, totp.step_of(clock())))
    clock.advance(STEP_US)
    return secret


def now(secret: bytes, clock: HandClock, ahead: int = 0) -> str:
    return totp.code(secret, totp.step_of(clock()) + ahead)


@pytest.mark.parametrize(("seconds", "digits"), VECTORS)
def test_codes_are_those_of_the_standard(seconds: int, digits: str) -> None:
    secret = b"12345678901234567890"
    assert totp.code(secret, totp.step_of(seconds * SECOND_US), 8) == digits
    assert totp.code(secret, totp.step_of(seconds * SECOND_US)) == digits[2:]


def test_the_secret_is_shown_as_letters_and_as_an_address(crew: Crew, factor: SecondFactor) -> None:
    shown = factor.begin(BADGE, PASSWORD)
    secret = secret_of(crew)
    assert shown.secret.replace(" ", "") == totp.text(secret).replace(" ", "")
    assert len(shown.secret.replace(" ", "")) == 32
    assert shown.uri.startswith(f"otpauth://totp/Croupier:{BADGE}?secret={shown.secret.replace(' ', '')}&")


def test_a_factor_counts_once_its_first_code_was_given(crew: Crew, factor: SecondFactor, clock: HandClock) -> None:
    people = crew.people
    factor.begin(BADGE, PASSWORD)
    people.sign_in(BADGE, PASSWORD)  # not yet
    with pytest.raises(Refused, match="does not match"):
        factor.confirm(BADGE, "000000")
    _, before = people.sign_in(BADGE, PASSWORD)
    factor.confirm(BADGE, now(secret_of(crew), clock))
    with pytest.raises(Forbidden, match="ended"):
        people.who(before)
    with pytest.raises(CodeNeeded):
        people.sign_in(BADGE, PASSWORD)
    with pytest.raises(Stale, match="already"):
        factor.begin(BADGE, PASSWORD)


def test_signing_in_takes_password_and_code(crew: Crew, factor: SecondFactor, clock: HandClock) -> None:
    secret = set_up(crew, factor, clock)
    with pytest.raises(Refused, match="password do not match"):
        crew.people.sign_in(BADGE, "the wrong password", code=now(secret, clock))
    with pytest.raises(Refused, match="code does not match"):
        crew.people.sign_in(BADGE, PASSWORD, code="123456")
    person, token = crew.people.sign_in(BADGE, PASSWORD, code=f" {now(secret, clock)[:3]} {now(secret, clock)[3:]} ")
    assert person.badge == BADGE
    assert crew.people.who(token).person.badge == BADGE


def test_a_code_is_used_once_and_none_before_it_again(crew: Crew, factor: SecondFactor, clock: HandClock) -> None:
    secret = set_up(crew, factor, clock)
    clock.advance(10 * STEP_US)
    earlier, code = now(secret, clock, -1), now(secret, clock)
    crew.people.sign_in(BADGE, PASSWORD, code=code)
    for used in (code, earlier):
        with pytest.raises(Refused, match="was used"):
            crew.people.sign_in(BADGE, PASSWORD, code=used)
    clock.advance(STEP_US)
    crew.people.sign_in(BADGE, PASSWORD, code=now(secret, clock))


@pytest.mark.parametrize(("ahead", "good"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_clocks_may_differ_by_half_a_minute(
    crew: Crew, factor: SecondFactor, clock: HandClock, ahead: int, good: bool
) -> None:
    secret = set_up(crew, factor, clock)
    clock.advance(10 * STEP_US)
    if good:
        crew.people.sign_in(BADGE, PASSWORD, code=now(secret, clock, ahead))
    else:
        with pytest.raises(Refused):
            crew.people.sign_in(BADGE, PASSWORD, code=now(secret, clock, ahead))


def test_codes_can_not_be_guessed_one_after_the_other(crew: Crew, factor: SecondFactor, clock: HandClock) -> None:
    secret = set_up(crew, factor, clock)
    for guess in range(FAILURES_OF_BADGE_MAX):
        with pytest.raises(Refused, match="does not match"):
            crew.people.sign_in(BADGE, PASSWORD, code=f"{guess:06}")
    with pytest.raises(Forbidden, match="Too many"):
        crew.people.sign_in(BADGE, PASSWORD, code=now(secret, clock))
    clock.advance(HOUR_US)
    crew.people.sign_in(BADGE, PASSWORD, code=now(secret, clock))
    factor.begin("cage-2", PASSWORD)
    for guess in range(FAILURES_OF_BADGE_MAX):
        with pytest.raises(Refused):
            factor.confirm("cage-2", f"{guess:06}")
    with pytest.raises(Forbidden, match="Too many"):
        factor.confirm("cage-2", now(secret_of(crew, "cage-2"), clock))


def test_one_removes_ones_own_with_password_and_code(crew: Crew, factor: SecondFactor, clock: HandClock) -> None:
    secret = set_up(crew, factor, clock)
    with pytest.raises(Refused):
        factor.remove(BADGE, "the wrong password", now(secret, clock))
    with pytest.raises(Refused):
        factor.remove(BADGE, PASSWORD, "123456")
    factor.remove(BADGE, PASSWORD, now(secret, clock))
    crew.people.sign_in(BADGE, PASSWORD)
    assert not factor.standing(BADGE).set_up


def test_a_role_of_which_the_house_wants_one_does_nothing_without(
    crew: Crew, factor: SecondFactor, clock: HandClock
) -> None:
    with crew.storage.reading() as conn:
        admin, manager = (crew.people.get(conn, badge) for badge in ("administrator-1", "manager-1"))
    with pytest.raises(Forbidden):
        factor.require(manager, "cage", True)
    _, token = crew.people.sign_in(BADGE, PASSWORD)
    factor.require(admin, "cage", True)
    assert crew.people.who(token).person.must_enrol, "in force at once, in sessions that are open too"
    secret = set_up(crew, factor, clock)
    person, _ = crew.people.sign_in(BADGE, PASSWORD, code=now(secret, clock))
    assert not person.must_enrol
    clock.advance(STEP_US)
    with pytest.raises(Forbidden, match="wants a second factor of the cage"):
        factor.remove(BADGE, PASSWORD, now(secret, clock))
    both = crew.proof("administrator-1"), crew.proof("manager-1")
    factor.require(admin, "cage", False, both)
    factor.remove(BADGE, PASSWORD, now(secret, clock))


def test_an_administrator_resets_what_was_lost_and_it_is_in_the_log(
    crew: Crew, factor: SecondFactor, clock: HandClock
) -> None:
    secret = set_up(crew, factor, clock)
    _, token = crew.people.sign_in(BADGE, PASSWORD, code=now(secret, clock))
    with crew.storage.reading() as conn:
        admin, manager = (crew.people.get(conn, badge) for badge in ("administrator-1", "manager-1"))
    with pytest.raises(Forbidden):
        factor.reset(manager, BADGE)
    with pytest.raises(Refused, match="Another administrator"):
        factor.reset(admin, admin.badge)
    factor.reset(admin, BADGE)
    with pytest.raises(Forbidden, match="ended"):
        crew.people.who(token)
    crew.people.sign_in(BADGE, PASSWORD)
    with pytest.raises(NotFound):
        factor.reset(admin, BADGE)
    with crew.storage.reading() as conn:
        lines = crew.people.logged(conn, by=admin.badge, subject=BADGE)
    assert [(line.act, line.reason) for line in lines] == [("people.manage", "second factor reset")]


def test_the_record_does_not_hold_the_secret(
    storage: Storage, writer: Writer, sources: Sources, people: People, crew: Crew, factor: SecondFactor
) -> None:
    """Neither in words nor as bytes; another key of the house makes another secret of the same row."""
    factor.begin(BADGE, PASSWORD)
    secret = secret_of(crew)
    with storage.reading() as conn:
        row = people.factors.find(conn, BADGE)
        logged = people.logged(conn, by=BADGE)
    assert row is not None
    assert secret not in row.salt
    assert totp.text(secret) not in str(logged)
    assert secret not in row.sealed
    with pytest.raises(Refused, match=r"under the key [0-9a-f]{8}, which is none"):
        Factors(sources, Keyring((b"another key of the house",))).secret(row)


def test_no_staff_member_has_an_authenticator_without_a_key(
    crew: Crew, factor: SecondFactor, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player may: he risks his own. What was set up under a key says which one is missing."""
    set_up(crew, factor, clock)
    monkeypatch.delenv("CROUPIER_KEY")
    with pytest.raises(Refused, match="has no key"):
        factor.begin("cage-2", PASSWORD)
    assert factor.begin("player-1", PASSWORD).secret
    with pytest.raises(Refused, match="under the key"):
        crew.people.sign_in(BADGE, PASSWORD, code="123456")


def test_the_key_of_the_house_is_changed_and_nobody_enrols_anew(
    crew: Crew, factor: SecondFactor, clock: HandClock, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = set_up(crew, factor, clock)
    monkeypatch.setenv("CROUPIER_KEY", f"{'2e' * 32}\n{os.environ['CROUPIER_KEY']}\n")
    new, old = ring().names
    crew.people.sign_in(BADGE, PASSWORD, code=now(secret, clock))
    with crew.storage.reading() as conn:
        assert keys.standing(conn)[new].secrets == 1, "the next code does it"
    factor.begin("cage-2", PASSWORD)
    monkeypatch.setenv("CROUPIER_KEY", f"{'3d' * 32}\n{'2e' * 32}")
    done = keys.renew(writer, crew.people.sources, ring())
    assert done.secrets == 2 and done.key not in (new, old)
    monkeypatch.setenv("CROUPIER_KEY", "3d" * 32)
    clock.advance(STEP_US)
    crew.people.sign_in(BADGE, PASSWORD, code=now(secret, clock))
    with crew.storage.reading() as conn:
        assert set(keys.standing(conn)) == {done.key} and not keys.missing(conn, ring())
        assert not list(proving.faults(conn, Ledger(crew.people.sources)))


def test_an_authenticator_from_before_secrets_were_kept_goes_on(
    crew: Crew, factor: SecondFactor, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its secret follows from one of the keys: the next right code says from which, and keeps it."""
    secret = set_up(crew, factor, clock)
    with crew.storage.writing() as conn:
        conn.execute(update(schema.second_factor).values(sealed=None))
    monkeypatch.setenv("CROUPIER_KEY", f"{'2e' * 32}\n{os.environ['CROUPIER_KEY']}\n")
    crew.people.sign_in(BADGE, PASSWORD, code=now(secret, clock))
    with crew.storage.reading() as conn:
        assert keys.standing(conn)[ring().names[0]].secrets == 1
