"""`croupier studio FILE`: one file in the studio's editor, without a house."""

import re
from pathlib import Path

import pytest

from croupier.drafting.on_disk import OwnFile
from croupier.rulebook import rulebook
from croupier.web.studio.own_file import create_file_app

from .lab import Client

KEY = "the-key-of-this-test"
ACES = "wagers.aces-up.pay-tables[1]"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    book = Path(rulebook("oneida", "four-card-poker").path)
    path = tmp_path / book.name
    path.write_bytes(book.read_bytes())
    path.chmod(0o640)
    return path


@pytest.fixture
def browser(file: Path) -> Client:
    return Client(create_file_app(OwnFile(file), KEY), base_url="http://127.0.0.1", follow_redirects=False)


def form_of(page: str) -> dict[str, str]:
    """What the page's own form would send."""
    inner = page[page.index('<form class="studio-entry"') : page.index("</form>")]
    found = dict(re.findall(r'<input[^>]*?name="([^"]+)"\s+value="([^"]*)"', inner))
    return {name: said for name, said in found.items() if not name.startswith(ACES) or said}


def test_a_row_typed_over_changes_exactly_its_line_of_the_file(file: Path, browser: Client) -> None:
    before = file.read_bytes().split(b"\n")
    page = browser.get(f"/{KEY}?at=wagers.aces-up")
    assert page.status_code == 200
    assert "default-src 'self'" in page.headers["content-security-policy"]
    typed = form_of(page.text)
    (row,) = [name for name, said in typed.items() if name.endswith(".odds") and said == "50"]
    # while typing, the fault stands at its row, and nothing is written
    check = browser.post(f"/{KEY}/check", data={**typed, row: "fifty"}, headers={"x-csrf": typed["csrf"]}).json()
    assert [found["where"] for found in check["found"]] == [row.removesuffix(".odds") + "[2]"]
    saved = browser.post(f"/{KEY}/edit", data={**typed, "act": "save", row: "45"})
    assert (saved.status_code, saved.headers["location"]) == (303, f"/{KEY}?at=wagers.aces-up")
    after = file.read_bytes().split(b"\n")
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == 1 and changed[0][1] == changed[0][0].replace(b"50 to 1", b"45 to 1")
    assert (file.stat().st_mode & 0o777, list(file.parent.iterdir())) == (0o640, [file])
    # the same form once more was made before the file changed: nothing is saved, in words, and what was typed stays
    again = browser.post(f"/{KEY}/edit", data={**typed, "act": "save", row: "44 to 1"})
    assert again.status_code == 409
    assert "has changed on disk" in again.text and 'value="44 to 1"' in again.text
    assert file.read_bytes().split(b"\n") == after


def test_nothing_is_shown_or_written_without_key_and_token(file: Path, browser: Client) -> None:
    before = file.read_bytes()
    typed = form_of(browser.get(f"/{KEY}?at=wagers.aces-up").text) | {"act": "remove"}
    for path, sent, headers, status in (
        ("/another-key/edit", typed, {}, 404),
        (f"/{KEY}/edit", typed | {"csrf": "0" * 56}, {}, 403),
        (f"/{KEY}/edit", typed, {"sec-fetch-site": "cross-site"}, 403),
        (f"/{KEY}/edit", typed, {"host": "elsewhere.example"}, 400),
        (f"/{KEY}/edit", typed | {"at": "wagers.no-such"}, {}, 422),
        (f"/{KEY}/edit", typed | {"act": "save", "at": "nowhere", "nowhere.clause": "1"}, {}, 422),
        (f"/{KEY}/edit", typed | {"act": "save", "at": "wagers.ante.", "wagers.ante..clause": "1"}, {}, 422),
    ):
        assert browser.post(path, data=sent, headers=headers).status_code == status, (path, headers)
    for path in ("/", "/another-key", "/another-key/text", f"/{KEY}/nowhere"):
        assert browser.get(path).status_code == 404
    assert file.read_bytes() == before
    file.write_text("title = ")
    broken = browser.get(f"/{KEY}")
    assert broken.status_code == 422 and f"{file}:1:" in broken.text
