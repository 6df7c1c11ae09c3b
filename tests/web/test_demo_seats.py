"""Visitors who walk from one demo table to another keep having chips to play with."""

import httpx

from croupier.house.record import accounts
from croupier.rounds import acts

from .server import Server, caller, csrf


def visitor(server: Server) -> httpx.Client:
    return caller(server.address, follow_redirects=True)


def sit(client: httpx.Client, table: str) -> None:
    client.post(f"/tables/{table}/sit", data={"csrf": csrf(client.get("/").text)}).raise_for_status()


def chips(server: Server, table: str) -> dict[str, int]:
    """patron -> chips in front of him."""

    async def look() -> dict[str, int]:
        driver = (await server.house.table(table)).driver
        return {p.patron: driver.table.chips(p.number) for p in driver.felt.positions if p.patron}

    found: dict[str, int] = server.do(look)
    return found


def test_the_chips_of_an_idle_seat_come_along(server: Server) -> None:
    first, second = server.fresh_table("blackjack"), server.fresh_table("roulette")
    client = visitor(server)
    sit(client, first)
    (badge,) = chips(server, first)
    assert chips(server, first) == {badge: 1_000_00}
    sit(client, second)
    assert chips(server, first) == {}
    assert chips(server, second) == {badge: 1_000_00}


def test_a_seat_with_a_wager_is_kept_and_the_next_table_has_fresh_chips(server: Server) -> None:
    first, second = server.fresh_table("blackjack"), server.fresh_table("roulette")
    client = visitor(server)
    sit(client, first)
    (badge,) = chips(server, first)

    async def bet() -> None:
        seat = next(p.number for p in (await server.house.table(first)).driver.felt.positions if p.patron == badge)
        with server.house.storage.reading() as conn:
            who = server.house.people.get(conn, badge)
        await server.house.answer(first, who, acts.Bet(seat, "blackjack", 25_00))

    server.do(bet)
    sit(client, second)
    assert chips(server, first) == {badge: 975_00}
    assert chips(server, second) == {badge: 1_000_00}
    with server.house.storage.reading() as conn:
        assert server.house.ledger.balance(conn, accounts.patron(badge)) == 0
