"""The house's keys: sealed orders are encrypted, changed under an open house, and a missing key is named."""

import asyncio
import os
import re
from pathlib import Path

import pytest
from sqlalchemy import select

from croupier.house import proving
from croupier.house.keys import changing as keys
from croupier.house.keys.keyring import Keyring, key_of, ring
from croupier.house.record import schema
from croupier.house.record.errors import Broken

from .conftest import CHEAP
from .houses import Floor
from .test_backups import run

OTHER = "5c" * 32


def test_what_is_sealed_is_opened_by_its_key_and_for_its_subject_alone() -> None:
    one, two = Keyring((b"first",)), Keyring((b"second", b"first"))
    kept = one.seal(b"order", "commitment")
    assert b"order" not in kept and key_of(kept) == one.names[0]
    assert two.open(kept, "commitment") == one.open(kept, "commitment") == b"order"
    assert key_of(two.seal(b"order", "commitment")) == two.names[0] != one.names[0]
    assert one.seal(b"order", "commitment") != kept, "the same twice does not look the same"
    for ours, about, match in ((one, "another", "changed"), (Keyring(), "commitment", one.names[0])):
        with pytest.raises(Broken, match=match):
            ours.open(kept, about)
    with pytest.raises(Broken, match="changed"):
        one.open(kept[:-1] + bytes([kept[-1] ^ 1]), "commitment")
    assert Keyring().seal(b"\x00\x33", "x") == b"\x00\x33" == one.open(b"\x00\x33", "x"), "from before there was a key"


def test_the_key_is_changed_while_tables_deal_and_a_missing_one_is_named(
    url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "house.key"
    file.write_text(os.environ["CROUPIER_KEY"] + "\n")
    old = ring().names[0]

    async def opens() -> None:
        floor = Floor(url, hasher=CHEAP)
        floor.staff()
        await floor.electronic()
        await floor.fund("player-1", 1_000_00)
        await floor.sit("E-1", "player-1", 1)
        await floor.play("E-1", 1)
        with floor.storage.reading() as conn:
            assert {key_of(bytes(order)) for order in conn.scalars(select(schema.vault.c.order))} == {old}
        code, said = run("keys", "--new", file)
        assert code == 0 and file.stat().st_mode & 0o777 == 0o600
        monkeypatch.setenv("CROUPIER_KEY", file.read_text())
        code, said = run("keys", "--database", url, "--renew")
        new = ring().names[0]
        assert code == 0 and re.search(rf"{new} +in use: [1-9].*\s{old} +old: nothing", said), said
        await floor.play("E-1", 1)
        await floor.house.stop()
        floor.storage.close()

    async def opens_again() -> None:
        floor = Floor(url, hasher=CHEAP, seed="again")
        await floor.play("E-1", 1)
        with floor.storage.reading() as conn:
            assert not list(proving.faults(conn, floor.house.ledger))
            assert any(line.act == keys.ACT for line in floor.house.people.logged(conn))
        await floor.house.stop()
        floor.storage.close()

    asyncio.run(opens())
    monkeypatch.setenv("CROUPIER_KEY", file.read_text().splitlines()[0])  # the old one is in the safe
    asyncio.run(opens_again())
    monkeypatch.setenv("CROUPIER_KEY", OTHER)
    code, said = run("keys", "--database", url)
    assert code == 1 and "MISSING" in said
    code, said = run("doctor", "--database", url)
    assert "which is not here" in said, said
    assert run("verify", "--database", url)[0] == 0, "what is sealed is proved without any key"
    if url.startswith("sqlite"):
        copied, again = tmp_path / "copy.db", tmp_path / "again.db"
        assert run("backup", copied, "--database", url)[0] == 0
        code, said = run("restore", copied, "--database", again)
        assert code == 0 and "The record is whole" in said and "under a key that is not here" in said, said


def test_a_key_is_not_made_and_used_in_one_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = run("keys", "--new", tmp_path / "k", "--renew")
    assert code != 0 and "not both at once" in said and not (tmp_path / "k").exists()
    monkeypatch.delenv("CROUPIER_KEY")
    empty = tmp_path / "empty"
    empty.write_text("\n")
    assert "is empty" in run("keys", "--key", empty, "--database", tmp_path / "none")[1]
