"""Bots play, and whoever listens hears every settlement."""

from croupier.equipment.entropy import SeededEntropy
from croupier.games import open_table, replay_file
from croupier.rounds.bots import Bot, play
from croupier.rounds.chance import Chance
from croupier.rounds.events import Happening, Settled
from croupier.rounds.journal import MemoryJournal


def test_what_is_heard_adds_up_to_the_chips(tmp_path) -> None:  # type: ignore[no-untyped-def]
    table = open_table("jack-cleveland", "blackjack", chance=Chance(SeededEntropy("3")))
    heard: list[Happening] = []
    play(table, [Bot(1, 5000_00), Bot(2, 5000_00, seed=7)], rounds=20, hear=heard.extend)
    net = sum(event.net for event in heard if isinstance(event, Settled))
    assert net == table.table.chips(1) + table.table.chips(2) - 10_000_00 != 0
    assert isinstance(table.journal, MemoryJournal)
    path = tmp_path / "t.journal"
    path.write_bytes(table.journal.dump())
    assert replay_file(str(path)).table.chips(1) == table.table.chips(1)
