"""At which property something is, so that whoever asks about it is looked at as he stands there."""

from collections.abc import Mapping

from sqlalchemy import Connection, select

from croupier.house.record import kept_books, schema
from croupier.house.record.errors import NotFound
from croupier.house.record.faults import BOOK, CLAIM, DRAFT, HEATS, PAPER, PROMOTION
from croupier.house.tournaments.table import store as tables_of_tournaments

POKER = "poker-tournaments"


def place_of(conn: Connection, path: str, named: Mapping[str, str]) -> str:
    """The property that a path and its parameters are about: the one they name, or that of the table, slip,
    tournament or promotion that they name; empty where they are about none."""
    if given := named.get("property") or named.get("house"):
        return given
    if table := named.get("table_id") or named.get("table") or named.get("journal", "").rpartition(".")[0]:
        return _table(conn, table)
    if document := named.get("document_id") or named.get("slip"):
        return conn.scalar(select(schema.document.c.property).where(schema.document.c.id == document)) or ""
    if tournament := named.get("tournament"):
        return _tournament(conn, tournament, poker=POKER in path)
    if promotion := named.get("promotion") or _promotion_of(conn, named.get("claim", "")):
        return _promotion(conn, promotion)
    if subject := named.get("subject"):  # what is out of order
        return _broken(conn, named.get("kind", ""), subject)
    if notice := named.get("notice_id"):
        about = conn.scalar(select(schema.notice.c.table_id).where(schema.notice.c.id == notice)) or ""
        return _table(conn, about) or about
    return ""


def _table(conn: Connection, table_id: str) -> str:
    table = schema.floor_table.c
    return conn.scalar(select(table.property).where(table.id == table_id)) or ""


def _tournament(conn: Connection, name: str, poker: bool) -> str:
    if poker:
        table = schema.poker_tournament.c
        return conn.scalar(select(table.property).where(table.id == name)) or ""
    try:
        return tables_of_tournaments.place_of(conn, name)
    except NotFound:
        return ""


def _broken(conn: Connection, kind: str, subject: str) -> str:
    """Of a table, a tournament, a promotion, a claim, a paper; the lists of a room are called after it."""
    if kind == HEATS:
        return _tournament(conn, subject, poker=False)
    if kind in (PROMOTION, CLAIM):
        return _promotion(conn, subject if kind == PROMOTION else _promotion_of(conn, subject))
    if kind == DRAFT:
        return conn.scalar(select(schema.rule_draft.c.property).where(schema.rule_draft.c.id == subject)) or ""
    if kind == BOOK:
        return (kept_books.key_of(conn, subject) or "").partition("/")[0]
    if kind == PAPER:
        return conn.scalar(select(schema.document.c.property).where(schema.document.c.id == subject)) or ""
    return _table(conn, subject) or _tournament(conn, subject, poker=True) or subject


def _promotion(conn: Connection, name: str) -> str:
    return conn.scalar(select(schema.promotion.c.property).where(schema.promotion.c.id == name)) or ""


def _promotion_of(conn: Connection, claim: str) -> str:
    table = schema.promotion_claim.c
    return conn.scalar(select(table.promotion).where(table.id == claim)) or "" if claim else ""
