"""The demonstration's submissions: one at every state, none of them dealt by today."""

import asyncio
from collections import Counter
from pathlib import Path

from croupier.demo.furnish import PASSWORD, furnish
from croupier.demo.submissions import PLACE, SHOWN, furnish_submissions
from croupier.house.house import House
from croupier.house.record.clock import HandClock, Sources
from croupier.house.record.database.storage import Storage

from .conftest import CHEAP


def test_a_visitor_finds_a_submission_at_every_state(tmp_path: Path) -> None:
    storage = Storage.file(tmp_path / "house.sqlite3")
    storage.migrate()

    async def made() -> House:
        house = House(storage, Sources.seeded("submissions", HandClock()), CHEAP)
        house.start()
        house.people.first_start()
        await furnish(house, games=[])
        for _ in range(2):  # the second time there is nothing to do
            await furnish_submissions(house, PASSWORD)
        return house

    house = asyncio.run(made())
    with storage.reading() as conn:
        cases = house.approvals.cases(conn, PLACE)
        found = Counter("asked" if case.questions else case.state for case in cases)
        assert found + Counter(["draft"]) == Counter(shown.state for shown in SHOWN)
        polled = next(case for case in cases if case.state == "polled")
        assert (polled.count("support"), polled.count("oppose"), bool(polled.conditions)) == (2, 1, True)
        assert not any(case.in_force(case.asked.replace(year=2019)) for case in cases if case.asked)
    storage.close()
