"""The API for programs, version 1: everything the pages do, with a token.

POST /api/v1/guests                       a guest with demo chips, and a token
GET  /api/v1/tables                       what is open
POST /api/v1/tables/{id}/acts             one act: sit, bet, choose, key a card
GET  /api/v1/tables/{id}                  the table as you may see it, and what it asks of you
"""

from croupier.web.api import (
    approvals,
    audit,
    factor,
    floor,
    poker_tournaments,
    procedures,
    promotions,
    room,
    rulebooks,
    session,
    tables,
    tournaments,
)

ROUTERS = (
    session.api,
    factor.api,
    tables.api,
    floor.api,
    tournaments.api,
    poker_tournaments.api,
    promotions.api,
    approvals.api,
    room.api,
    procedures.api,
    audit.api,
    rulebooks.api,
)
