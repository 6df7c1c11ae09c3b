"""The submission on paper: the whole book, redlined, with its odds, its layout and the notice to post."""

import asyncio
import hashlib
import subprocess
import tempfile
from pathlib import Path

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from croupier.house.record.errors import NotFound, Refused
from croupier.house.studio.desk import READ
from croupier.rulebook.model import Rulebook
from croupier.rulebook.submission import Document, document
from croupier.web.draw.svg import el
from croupier.web.kit import assets, guard, render
from croupier.web.kit.context import floor_of, person, property_title, required
from croupier.web.kit.files import kept_as
from croupier.web.kit.long_work.odds_desk import Odd
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.system_browser import system_browser

pages = Pages()
PDF_S = 60
SPOT = 46  # half the width of a betting area in the drawing


@pages.get("/studio/{draft}/print")
async def draft_print(request: Request, draft: str, odds: str = "yes") -> HTMLResponse:
    """The submission; `odds=no` leaves the appendix with the odds out and waits for none."""
    await required(request, READ)
    return HTMLResponse(await _draft(request, draft, odds != "no"))


@pages.get("/studio/{draft}/print.pdf")
async def draft_pdf(request: Request, draft: str) -> Response:
    await required(request, READ)
    return await _pdf(await _draft(request, draft, True), f"{draft}.pdf")


async def _draft(request: Request, draft_id: str, with_odds: bool) -> str:
    floor = floor_of(request)
    with floor.house.storage.reading() as conn:
        draft = floor.studio.drafts.get(conn, draft_id)
        raw = floor.studio.before(conn, draft).encode()
    if faults := await asyncio.to_thread(floor.studio.faults, draft):
        raise Refused(
            f"The draft has {len(faults)} faults: {faults[0]}.", "What is printed is whole; settle them first."
        )
    book, base = draft.book(), floor.studio.base_of(draft)
    odds = floor.odds.look(book, draft.raw) if with_odds else []
    before = floor.odds.look(base, raw) if base is not None and with_odds else []
    return await asyncio.to_thread(submission, request, document(book, base), odds, before, f"Draft {draft.id}")


@pages.get("/rulebooks/{house}/{game}/{day}/print")
async def book_print(request: Request, house: str, game: str, day: str) -> HTMLResponse:
    """A version of the shelf, or of the house's own record, as a document."""
    await person(request)
    floor = floor_of(request)
    book, raw, before = await asyncio.to_thread(floor.studio.version, house, game, day)
    odds = floor.odds.look(book, raw)
    return HTMLResponse(await asyncio.to_thread(submission, request, document(book, before), odds, [], ""))


def submission(request: Request, doc: Document, odds: list[Odd] | None, before: list[Odd] | None, standing: str) -> str:
    """The document as a page of its own."""
    return render.page(
        "submission.html",
        look=guard.look_of(request),
        csrf="",
        doc=doc,
        odds=odds,
        before={(odd.wager, odd.table, odd.conditions): odd for odd in before or ()},
        standing=standing,
        house_title=property_title(doc.book.property),
        layout=layout(doc.book),
        seal=hashlib.sha256(doc.book.digest.encode()).hexdigest()[:12],
        default_theme="light",
    )


def layout(book: Rulebook) -> Markup:
    """The betting areas of one position as they lie, the first wager nearest to the player, each with its name."""
    spots = [wager for wager in book.wagers.values() if wager.kind not in ("envy",)]
    if not spots or len(spots) > 12:
        return Markup("")
    wide, high = 2 * SPOT + 220, len(spots) * (2 * SPOT + 14) + 20
    drawn = el("rect", x=1, y=1, width=wide - 2, height=high - 2, rx=16, fill="none", stroke="currentColor")
    for place, wager in enumerate(reversed(spots)):
        y = 14 + SPOT + place * (2 * SPOT + 14)
        drawn += el("circle", cx=SPOT + 20, cy=y, r=SPOT, fill="none", stroke="currentColor", stroke_width=2)
        drawn += el(
            "text", _words(wager.title), x=SPOT + 20, y=y + 4, text_anchor="middle", font_size=12, fill="currentColor"
        )
        drawn += el(
            "text", _words(_best(book, wager.name)), x=2 * SPOT + 36, y=y + 4, font_size=11, fill="currentColor"
        )
    return Markup(
        f'<svg viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img" '
        f'aria-label="Betting areas of one position">{drawn}</svg>'
    )


def _words(text: str) -> str:
    return str(Markup.escape(text))


def _best(book: Rulebook, wager: str) -> str:
    tables = book.wagers[wager].pay_tables
    if not tables:
        return ""
    outcome, odds = tables[0].rows[0]
    return f"{outcome.replace('-', ' ')} {odds}"


# ---- PDF


async def _pdf(html: str, name: str) -> Response:
    browser = system_browser()
    if browser is None:
        raise NotFound("No Chromium is installed here.", "Print the page from the browser instead.")
    made = await asyncio.to_thread(_printed, browser, html)
    return Response(made, media_type="application/pdf", headers=kept_as(name, "inline"))


def _printed(browser: str, html: str) -> bytes:
    """The page as a PDF, by the system's browser; its one stylesheet is put into it, and it may reach nothing else."""
    style = assets.stylesheet().body.decode()
    whole = html.replace("</head>", f"<style>{style}</style></head>")
    with tempfile.TemporaryDirectory() as folder:
        page, out = Path(folder) / "page.html", Path(folder) / "page.pdf"
        page.write_text(whole, encoding="utf-8")
        asked = [
            browser,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-pdf-header-footer",
        ]
        asked += [f"--user-data-dir={folder}/profile", f"--print-to-pdf={out}", page.as_uri()]
        try:
            subprocess.run(asked, check=True, capture_output=True, timeout=PDF_S)
            return out.read_bytes()
        except (subprocess.SubprocessError, OSError) as error:
            raise Refused("The browser could not print it.", "Print the page instead.") from error
