"""`python -m croupier.demo.weeks --days 14 --seed spring`: days one by one; the seed of a failure."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from croupier.demo.day_plan import Failed
from croupier.demo.weeks.weeks import Weeks, simulate
from croupier.house.record.database.storage import Storage


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulate days of a whole house under faults, and check its promises.")
    parser.add_argument("--days", type=int, default=7)
    parser.add_argument("--seed", default="1", help="the same seed gives the same days, and the same failure")
    parser.add_argument("--steps", type=int, default=200, help="what happens in a day; each is several acts")
    parser.add_argument("--url", help="an empty database; a temporary SQLite file if not given")
    chosen = parser.parse_args()
    began = time.monotonic()

    def tell(weeks: Weeks) -> None:
        faults = sum(weeks.faults.values())
        words = f"{weeks.promises.commands:,} commands, {faults:,} faults, {weeks.promises.entries:,} entries"
        print(f"day {weeks.day}: {words}, {time.monotonic() - began:.0f} s", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        url = chosen.url or f"sqlite:///{Path(folder) / 'weeks.db'}"
        storage = Storage(url)
        storage.migrate()
        storage.close()
        try:
            ran = simulate(url, chosen.seed, chosen.days, chosen.steps, tell)
        except Failed as failed:
            again = f"python -m croupier.demo.weeks --seed {chosen.seed} --days {chosen.days} --steps {chosen.steps}"
            sys.exit(f"{failed}\nAgain: {again}")
    print(msgspec.json.format(msgspec.json.encode(ran)).decode())


if __name__ == "__main__":
    main()
