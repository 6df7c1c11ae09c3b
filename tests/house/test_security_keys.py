"""Security keys: enrolled with the password, signing once and for one name, counted, removed, reset."""

from typing import Any

import pytest

from croupier.house.people.factors import CodeNeeded, WrongCode
from croupier.house.people.second_factor import SecondFactor
from croupier.house.people.security_keys import GOOD_US, Site
from croupier.house.record.clock import HandClock
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.writer import Writer

from .crew import PASSWORD, Crew
from .soft_key import SoftKey

BADGE = "cage-1"
HOME = Site("tables.example", "https://tables.example")


@pytest.fixture
def factor(crew: Crew, writer: Writer) -> SecondFactor:
    return SecondFactor(crew.people, writer)


def enrolled(factor: SecondFactor, key: SoftKey, code: str = "", badge: str = BADGE) -> None:
    options = factor.keys.begin(badge, PASSWORD, code, HOME)
    factor.keys.add(badge, options["challenge"], key.enrolled(options, HOME.origin), "blue", HOME)


def code(factor: SecondFactor, key: SoftKey, badge: str = BADGE) -> str:
    options = factor.keys.ask(badge, HOME)
    return factor.keys.answer(options["challenge"], key.signed(options, HOME.origin), HOME)


def test_a_key_is_enrolled_and_asked_for_at_every_door(
    crew: Crew, factor: SecondFactor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a key of the house too: what is kept of it is public."""
    monkeypatch.delenv("CROUPIER_KEY")
    key = SoftKey()
    _, before = crew.people.sign_in(BADGE, PASSWORD)
    enrolled(factor, key)
    with pytest.raises(Forbidden, match="ended"):
        crew.people.who(before)
    with pytest.raises(CodeNeeded, match="touch it"):
        crew.people.sign_in(BADGE, PASSWORD)
    with pytest.raises(WrongCode, match="no authenticator"):
        crew.people.sign_in(BADGE, PASSWORD, code="123456")
    given = code(factor, key)
    with pytest.raises(Refused, match="password do not match"):
        crew.people.sign_in(BADGE, "the wrong password", code=given)
    person, _ = crew.people.sign_in(BADGE, PASSWORD, code=given)
    assert person.badge == BADGE
    with pytest.raises(WrongCode, match="was used"):
        crew.people.sign_in(BADGE, PASSWORD, code=given)
    assert crew.people.prove(BADGE, PASSWORD, code(factor, key)).coded
    (shown,) = factor.keys.of(BADGE)
    assert (shown.label, shown.host) == ("blue", HOME.host)
    standing = factor.standing(BADGE)
    assert (standing.set_up, standing.authenticator, standing.security_keys) == (True, False, 1)


def test_what_does_not_hold_is_refused_and_gives_no_code(crew: Crew, factor: SecondFactor, clock: HandClock) -> None:
    key, keys = SoftKey(), factor.keys
    enrolled(factor, key)
    options = keys.ask(BADGE, HOME)
    challenge = options["challenge"]

    def refused(said: dict[str, Any], match: str, asked: str = challenge, site: Site = HOME) -> None:
        with pytest.raises(Refused, match=match):
            keys.answer(asked, said, site)

    refused(key.signed(options, "https://tables.example.evil"), "does not hold")
    refused(key.signed(options, HOME.origin, host="evil"), "does not hold")
    refused(key.signed({**options, "challenge": "AAAA"}, HOME.origin), "does not hold")
    refused(SoftKey().signed(options, HOME.origin), "does not hold")
    refused(SoftKey(b"another").signed(options, HOME.origin), "not one of this badge")
    refused({"id": key.enrolled({**options, "rp": {"id": HOME.host}}, HOME.origin)["id"]}, "does not hold")
    refused(key.signed(options, HOME.origin), "Nothing waits", asked="AAAA")
    refused(key.signed(options, HOME.origin), "was asked for", site=Site("other.example", "https://other.example"))
    said = key.signed(options, HOME.origin)
    assert keys.answer(challenge, said, HOME)
    refused(said, "Nothing waits")
    later = keys.ask(BADGE, HOME)
    key.count = 0
    refused(key.signed(later, HOME.origin), "does not hold", asked=later["challenge"])
    key.count = 100
    clock.advance(GOOD_US)
    refused(key.signed(later, HOME.origin), "Nothing waits", asked=later["challenge"])
    given = code(factor, key)
    enrolled(factor, other := SoftKey(b"other"), badge="cage-2")
    with pytest.raises(WrongCode):  # somebody else's
        crew.people.sign_in("cage-2", PASSWORD, code=given)
    clock.advance(GOOD_US)
    with pytest.raises(WrongCode, match="too old"):
        crew.people.sign_in(BADGE, PASSWORD, code=given)
    crew.people.sign_in("cage-2", PASSWORD, code=code(factor, other, "cage-2"))


def test_nobody_adds_or_removes_one_by_the_password_alone(crew: Crew, factor: SecondFactor) -> None:
    first, second = SoftKey(), SoftKey(b"second")
    enrolled(factor, first)
    with pytest.raises(Forbidden, match="with the one that there is"):
        enrolled(factor, second)
    with pytest.raises(Forbidden, match="with the one that there is"):
        factor.begin(BADGE, PASSWORD)
    enrolled(factor, second, code(factor, first))
    options = factor.keys.begin(BADGE, PASSWORD, code(factor, first), HOME)
    with pytest.raises(Stale, match="enrolled already"):
        factor.keys.add(BADGE, options["challenge"], second.enrolled(options, HOME.origin), "", HOME)
    assert factor.begin(BADGE, PASSWORD, code(factor, second)).secret
    one, two = (key.id for key in factor.keys.of(BADGE))
    with pytest.raises(Forbidden, match="second factor"):
        factor.keys.remove(BADGE, one, PASSWORD, "")
    with pytest.raises(NotFound):
        factor.keys.remove(BADGE, "no such", PASSWORD, code(factor, first))
    factor.keys.remove(BADGE, one, PASSWORD, code(factor, second))
    with crew.storage.reading() as conn:
        admin = crew.people.get(conn, "administrator-1")
    factor.require(admin, "cage", True)
    with pytest.raises(Forbidden, match="wants a second factor"):
        factor.keys.remove(BADGE, two, PASSWORD, code(factor, second))
    person, _ = crew.people.sign_in(BADGE, PASSWORD, code=code(factor, second))
    assert not person.must_enrol
    factor.reset(admin, BADGE)
    person, _ = crew.people.sign_in(BADGE, PASSWORD)
    assert person.must_enrol and not factor.keys.of(BADGE)
