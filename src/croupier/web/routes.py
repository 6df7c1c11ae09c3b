"""Every page and every route of the API, room by room."""

from fastapi import APIRouter

from croupier.web.approvals import api as approvals_api
from croupier.web.approvals import pages as approvals_pages
from croupier.web.audit import api as audit_api
from croupier.web.audit import log_pages
from croupier.web.audit import own_rounds as own_round_pages
from croupier.web.audit import pages as audit_pages
from croupier.web.audit import periods as period_pages
from croupier.web.books import api as books_api
from croupier.web.books import asking
from croupier.web.books import pages as books_pages
from croupier.web.cage import coupons as coupons_api
from croupier.web.cage import pages as cage_pages
from croupier.web.cage import slots
from croupier.web.cage import tickets as ticket_pages
from croupier.web.dealer import pages as dealer_pages
from croupier.web.house import api as house_api
from croupier.web.house import pages as house_pages
from croupier.web.lobby import api_page
from croupier.web.lobby import pages as lobby_pages
from croupier.web.operations import pages as operations_pages
from croupier.web.people import api as people_api
from croupier.web.people import factor_api, factor_pages, key_api, key_pages
from croupier.web.people import pages as people_pages
from croupier.web.pit import api as pit_api
from croupier.web.pit import out_of_order
from croupier.web.pit import pages as pit_pages
from croupier.web.poker import api as poker_api
from croupier.web.poker import floor_api
from croupier.web.poker import pages as poker_pages
from croupier.web.poker.board import pages as board_pages
from croupier.web.poker.dealer import pages as poker_dealer_pages
from croupier.web.poker.procedures import api as procedures_api
from croupier.web.poker.procedures import conduct
from croupier.web.poker.procedures import pages as papers
from croupier.web.poker.reports import api as reports_api
from croupier.web.poker.reports import pages as report_pages
from croupier.web.promotions import api as promotions_api
from croupier.web.promotions import pages as promotions_pages
from croupier.web.results import api as results_api
from croupier.web.results import pages as results_pages
from croupier.web.slips import pages as slip_pages
from croupier.web.station import api as station_api
from croupier.web.station import pages as station_pages
from croupier.web.studio import api as studio_api
from croupier.web.studio import cases_pages, comments, effect_pages, printing, saving
from croupier.web.studio import pages as studio_pages
from croupier.web.tournaments import dealer_pages as event_dealer_pages
from croupier.web.tournaments import felt_pages, own_api, poker_hands_api, ruling_pages, table_api, table_pages
from croupier.web.tournaments import poker_api as poker_tournament_api
from croupier.web.tournaments import poker_pages as poker_tournament_pages
from croupier.web.tournaments.director import pages as director_pages

# The API for programs, version 1: everything the pages do, with a token. What is asked most often is found first.
API: tuple[APIRouter, ...] = (
    station_api.api,
    poker_api.api,
    people_api.api,
    house_api.api,
    factor_api.api,
    key_api.api,
    pit_api.api,
    coupons_api.api,
    slots.api,
    out_of_order.api,
    table_api.api,
    poker_tournament_api.api,
    poker_hands_api.api,
    own_api.api,
    promotions_api.api,
    approvals_api.api,
    studio_api.api,
    effect_pages.api,
    comments.api,
    cases_pages.api,
    floor_api.api,
    reports_api.api,
    procedures_api.api,
    audit_api.api,
    period_pages.api,
    results_api.api,
    books_api.api,
    asking.api,
)

PAGES: tuple[APIRouter, ...] = (
    lobby_pages.pages,
    poker_pages.pages,
    poker_dealer_pages.pages,
    board_pages.pages,
    report_pages.pages,
    station_pages.pages,
    ticket_pages.pages,
    cage_pages.pages,
    slots.pages,
    conduct.pages,
    papers.pages,
    dealer_pages.pages,
    pit_pages.pages,
    out_of_order.pages,
    slip_pages.pages,
    period_pages.pages,
    log_pages.pages,
    audit_pages.pages,
    own_round_pages.pages,
    results_pages.pages,
    books_pages.pages,
    asking.pages,
    approvals_pages.pages,
    printing.pages,
    effect_pages.pages,
    comments.pages,
    cases_pages.pages,
    saving.pages,
    studio_pages.pages,
    table_pages.pages,
    event_dealer_pages.pages,
    felt_pages.pages,  # before those whose paths end in an act
    director_pages.pages,
    ruling_pages.pages,
    poker_tournament_pages.pages,
    promotions_pages.pages,
    people_pages.pages,
    house_pages.pages,
    factor_pages.pages,
    key_pages.pages,
    api_page.pages,
    operations_pages.pages,
)
