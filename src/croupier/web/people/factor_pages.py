"""The second factor on the pages: set up, confirmed, removed; the roles of which the house wants one."""

import asyncio

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from croupier.house.people.factors import CodeNeeded, WrongCode
from croupier.web.kit.context import body, floor_of, go, required, words
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.signing import both_proofs
from croupier.web.people.pages import account_page

pages = Pages()


@pages.post("/account/factor")
async def begin(request: Request) -> HTMLResponse:
    """A new secret for an authenticator: shown once, and never again."""
    who = await required(request)
    values = await body(request)
    house = floor_of(request).house
    given = (who.badge, words(values, "password"), words(values, "code"))
    made = await house.people.signing.run(who.badge, house.second_factor.begin, *given)
    return await account_page(request, who, new_factor=made)


@pages.post("/account/factor/confirm")
async def confirm(request: Request) -> Response:
    who = await required(request)
    values = await body(request)
    try:
        await asyncio.to_thread(floor_of(request).house.second_factor.confirm, who.badge, words(values, "code"))
    except (CodeNeeded, WrongCode) as wrong:  # the authenticator holds the secret already: its next code will do
        return await account_page(request, who, wrong_code=wrong)
    return go("/sign-in?changed=1")


@pages.post("/account/factor/remove")
async def remove(request: Request) -> Response:
    who = await required(request)
    values = await body(request)
    given = words(values, "password"), words(values, "code")
    house = floor_of(request).house
    await house.people.signing.run(who.badge, house.second_factor.remove, who.badge, *given)
    return go("/sign-in?changed=1")


@pages.post("/second-factor/roles")
async def roles(request: Request) -> Response:
    who = await required(request, "people.manage")
    values = await body(request)
    wanted = words(values, "wanted") == "yes"
    proofs = None
    if not wanted and words(values, "second"):
        proofs = await both_proofs(request, who.badge, values)
    await asyncio.to_thread(floor_of(request).house.second_factor.require, who, words(values, "role"), wanted, proofs)
    return go("/people")
