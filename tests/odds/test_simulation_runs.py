"""Runs in shards: one seed, one result anywhere; what was stopped goes on; a lost worker does not matter."""

import os
import signal
import socket
import threading

import numpy as np
import pytest

from croupier.odds.lines import lines_of
from croupier.odds.posting import BadInput
from croupier.odds.simulate import run as simulation
from croupier.odds.simulate.run import Spec, run_shard, sessions, shards_for, simulate, simulator_for, spec_of
from croupier.rulebook import rulebook

HARD_ROCK = "hard-rock-cincinnati"
FAR = 4.0


@pytest.fixture(autouse=True)
def own_shards(tmp_path, monkeypatch):
    """Shards of a run in a folder of its own; kernels and results where they are."""
    monkeypatch.setattr("croupier.odds.shards.folder", lambda kind: _folder(tmp_path / kind))
    return tmp_path / "shards"


def _folder(path):
    path.mkdir(exist_ok=True)
    return path


def spec(game, players=1, **options):
    return spec_of(HARD_ROCK, game, None, {k.replace("_", "-"): v for k, v in options.items()}, players)


def figures(run):
    return [(wager.name, wager.note, wager.edge.house_edge) for wager in run.wagers]


# -------------------------------------------------------------------------- agreement with the exact


def agreement(game, rounds, property=HARD_ROCK):
    """How far each simulated wager lies from its exact edge, in standard deviations."""
    run = simulate(spec(game), rounds, seed=20240911)
    lines = lines_of(rulebook(property, game), every=False)
    found = {}
    for wager in run.wagers:
        fitting = [line for line in lines if line.wager == wager.name and not line.reading and line.edge is not None]
        if "alone" in wager.note:
            fitting = [line for line in fitting if "alone" in line.conditions and "Bonus" not in line.pay_table]
        elif wager.note and not wager.main:
            fitting = [line for line in fitting if wager.note in line.conditions] or fitting
        if fitting and wager.edge.interval:
            exact = float(fitting[0].edge.house_edge)
            deviation = wager.edge.interval / 2.5758293035489004
            found[wager.name, wager.note] = (float(wager.edge.house_edge) - exact) / deviation
    return found


@pytest.mark.parametrize(
    ("game", "rounds"),
    [("roulette", 2_000_000), ("big-six", 2_000_000), ("craps", 4_000_000), ("crapless-craps", 4_000_000),
     ("mini-midi-baccarat", 2_000_000), ("rock-bac-w-super-6-commission-free", 2_000_000),
     ("dragon-bonus-baccarat-commission-free", 2_000_000), ("blackjack", 1_000_000), ("three-card-poker", 1_000_000),
     ("let-it-ride", 1_000_000), ("mississippi-stud", 1_000_000), ("crazy-four-poker", 500_000),
     ("dj-wild-stud-poker", 500_000), ("high-card-flush", 500_000)],
)  # fmt: skip
def test_every_wager_agrees_with_its_exact_edge(game, rounds):
    scores = agreement(game, rounds)
    assert len(scores) >= 3
    assert {name: z for name, z in scores.items() if abs(z) >= FAR} == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    ["roulette", "big-six", "craps", "crapless-craps", "mini-midi-baccarat", "blackjack", "rockn-21",
     "free-bet-blackjack", "zappit-blackjack", "zombie-blackjack", "three-card-poker", "four-card-poker",
     "crazy-four-poker", "let-it-ride", "mississippi-stud", "ultimate-texas-holdem", "texas-holdem-bonus",
     "criss-cross-poker", "dj-wild-stud-poker", "high-card-flush", "i-luv-suits-poker", "pai-gow-poker"],
)  # fmt: skip
def test_a_hundred_million_rounds_agree(game):
    scores = agreement(game, 100_000_000)
    assert {name: z for name, z in scores.items() if abs(z) >= FAR} == {}


# ------------------------------------------------------------------------------ shards and workers


def test_shards_follow_from_the_rounds_and_streams_from_spawning():
    roulette = spec("roulette")
    assert shards_for(roulette, 10**9) == 250
    assert shards_for(roulette, 3) == 3
    children = np.random.SeedSequence(9).spawn(3)
    again = [np.random.SeedSequence(9, spawn_key=(n,)) for n in range(3)]
    assert [tuple(c.generate_state(4)) for c in children] == [tuple(c.generate_state(4)) for c in again]
    first, second = (run_shard(roulette, 9, 1000, 2, n)["places"] for n in range(2))
    assert first.sum() == second.sum() == 500 and (first != second).any()


def test_two_processes_give_what_one_gives():
    rounds = 40_000
    one = simulate(spec("roulette"), rounds, seed=5)
    two = simulate(spec("roulette"), rounds, seed=5, workers=2)
    other = simulate(spec("roulette"), rounds, seed=6)
    assert figures(one) == figures(two) != figures(other)


def test_a_run_that_was_stopped_goes_on(own_shards):
    roulette, done = spec("roulette"), []

    def stop(count, total):
        done.append(count)
        if count == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(roulette, 80_000, seed=3, report=stop)
    assert len(list(own_shards.glob("*/*.npz"))) == 5
    again = simulate(roulette, 80_000, seed=3)
    assert again.resumed == 5
    assert figures(again) == figures(simulate(roulette, 80_000, seed=3))
    assert not list(own_shards.glob("*/*.npz"))


def test_a_pool_that_loses_a_worker_is_made_anew(tmp_path):
    marker = tmp_path / "died"
    os.environ["CROUPIER_TEST_DIES"] = str(marker)
    try:
        dying = DyingSpec(HARD_ROCK, "roulette", "2019-12-05")
        parts = dict(simulation._in_processes(dying, 5, 8000, 4, [0, 1, 2, 3], 2))
    finally:
        del os.environ["CROUPIER_TEST_DIES"]
    assert marker.exists() and sorted(parts) == [0, 1, 2, 3]
    assert sum(int(part["places"].sum()) for part in parts.values()) == 8000


class DyingSpec(Spec, frozen=True):
    """Kills the first worker that receives it."""

    def __reduce__(self):
        return _arrive, (self.property, self.game, self.approved)


def _arrive(property, game, approved):
    marker = os.environ.get("CROUPIER_TEST_DIES", "")
    if marker and not os.path.exists(marker):
        open(marker, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return Spec(property, game, approved)


# -------------------------------------------------------------------------------------- a cluster


@pytest.fixture(scope="module")
def cluster():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as found:
        yield found


def test_a_cluster_gives_what_one_core_gives_and_survives_the_loss_of_a_worker(cluster):
    rounds = 24_000_000
    killed = []

    def kill(done, total):
        if done >= 1 and not killed:
            victim = next(iter(cluster.workers.values()))
            killed.append(victim.process.pid)
            threading.Thread(target=os.kill, args=(victim.process.pid, signal.SIGKILL)).start()

    alone = simulate(spec("roulette"), rounds, seed=11)
    shared = simulate(spec("roulette"), rounds, seed=11, cluster=cluster.scheduler_address, report=kill)
    assert killed and figures(shared) == figures(alone)


def test_a_cluster_that_does_not_answer_is_told_at_once(monkeypatch):
    monkeypatch.setattr(simulation, "CLUSTER_SECONDS", 1)
    distributed = pytest.importorskip("distributed")
    waits = []

    def client(address, timeout, **given):
        waits.append(timeout)
        raise TimeoutError("nobody there")

    monkeypatch.setattr(distributed, "Client", client)
    with pytest.raises(BadInput, match="no Dask scheduler answers"):
        simulate(spec("roulette"), 1000, seed=1, cluster="tcp://127.0.0.1:9")
    assert waits == [], "where nobody listens no client tries again and again"
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(BadInput, match="no Dask scheduler answers"):
        simulate(spec("roulette"), 1000, seed=1, cluster=f"tcp://127.0.0.1:{other.getsockname()[1]}")
    assert waits == [1]
    for wrong in ("nohost", "tcp://", "tcp://127.0.0.1"):
        with pytest.raises(BadInput, match="expected an address"):
            simulate(spec("roulette"), 1000, seed=1, cluster=wrong)


# ----------------------------------------------------------------------------------- several players


def test_several_players_lose_as_one_and_the_table_spreads_wider():
    five = simulate(spec("blackjack", players=5), 200_000, seed=2)
    exact = 0.00615389
    assert abs(float(five.main.edge.house_edge) - exact) < five.main.edge.interval
    mean, deviation = five.table
    assert mean == pytest.approx(-5 * float(five.main.edge.house_edge), abs=1e-9)
    alone = five.main.edge.standard_deviation
    assert 5**0.5 * alone < deviation < 5 * alone


def test_several_players_at_a_poker_table_share_the_dealer():
    three = simulate(spec("three-card-poker", players=3), 4_000, seed=2)
    assert abs(float(three.main.edge.house_edge) - 0.0337298) < three.main.edge.interval
    assert three.table[1] > 3**0.5 * three.main.edge.standard_deviation


def test_players_who_bet_alike_at_a_wheel_win_and_lose_together():
    run = simulate(spec("roulette", players=4), 10_000, seed=2)
    assert run.table[1] == pytest.approx(4 * run.wagers[0].edge.standard_deviation)


# --------------------------------------------------------------------------------------- bankrolls


def test_a_small_bankroll_is_ruined_more_often():
    run = simulate(spec("roulette"), 200_000, seed=8)
    small, large = sessions(run, 20, 500), sessions(run, 200, 500)
    assert small.risk_of_ruin > large.risk_of_ruin
    assert sessions(run, 20, 500).results == small.results
    assert list(large.drawdowns) == sorted(large.drawdowns)


@pytest.mark.parametrize(
    ("rounds", "more", "words"),
    [(-5, {}, "--rounds -5"), (0, {}, "--rounds 0"), (10, {"workers": 0}, "--workers"), (10, {"seed": -1}, "--seed")],
)
def test_bad_numbers_are_refused(rounds, more, words):
    with pytest.raises(BadInput, match=words):
        simulate(spec("roulette"), rounds, **more)


def test_no_table_has_so_many_players():
    with pytest.raises(BadInput, match="players"):
        simulator_for(spec("roulette", players=90))
