"""Every game as something that can be simulated in shards: its kernel made ready from a posting, its counts read.

A simulator plays so many rounds on one random stream and gives arrays of counts; counts of shards add up. Outcomes
are settled by the posting's own rows, so that one run serves all wagers of the table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Protocol

import msgspec
import numpy as np

from croupier.games import module_of
from croupier.games.dice import wagers as cw
from croupier.games.twentyone import counting as twentyone
from croupier.games.wheels.roulette import Roulette as RouletteGame
from croupier.games.wheels.roulette_layout import EVEN_MONEY
from croupier.odds.analysis import analysis_of
from croupier.odds.exact import NORMAL_99, Edge, merged
from croupier.odds.games.baccarat import books as books_baccarat
from croupier.odds.games.baccarat import exact as baccarat
from croupier.odds.games.baccarat import simulated as sim_baccarat
from croupier.odds.games.dice import books as books_dice
from croupier.odds.games.dice import simulated as sim_dice
from croupier.odds.games.dice.exact import ComeOut
from croupier.odds.games.twentyone import books as books_twentyone
from croupier.odds.games.twentyone import sidebets
from croupier.odds.games.twentyone import simulated_run as sim_blackjack_run
from croupier.odds.games.twentyone.game import solve
from croupier.odds.games.twentyone.hands import value_of
from croupier.odds.games.twentyone.simulated import CODES, strategy
from croupier.odds.games.wheels import books as books_wheels
from croupier.odds.games.wheels import simulated as sim_wheels
from croupier.odds.posting import BadInput, Wager, game_under, pays, table, undescribed
from croupier.odds.simulate.described import WithDescribed
from croupier.odds.simulate.engine import Engine
from croupier.odds.simulate.kernels import Kernel, run_shard
from croupier.odds.simulate.kernels import figures as kernel_figures
from croupier.odds.simulate.streams import stream
from croupier.odds.simulate.table import PLAYERS_MOST, kernel_shard, play_table, scale_of, spread
from croupier.odds.work import Part
from croupier.rulebook import Posting


class Simulator(Protocol):
    unit: str

    def shard(self, seed: np.random.SeedSequence, rounds: int) -> Part: ...

    def wagers(self, part: Part) -> list[Wager]: ...

    def table(self, part: Part) -> tuple[float, float] | None:
        """Mean and deviation of the whole table's result in a round, in wagers, where several play."""


def as_simulated(edge: Edge, rounds: int) -> Edge:
    """An edge read off simulated counts, with the interval that its number of trials gives."""
    interval = NORMAL_99 * edge.standard_deviation / math.sqrt(max(rounds, 1))
    return msgspec.structs.replace(edge, method="simulated", interval=interval)


def simulator(posting: Posting, players: int = 1) -> Simulator:
    """The game of a posting, ready to be played; wagers that the rulebook describes are dealt beside its kernel."""
    if not 1 <= players <= PLAYERS_MOST:
        raise BadInput(f"--players {players}: a table has 1 to {PLAYERS_MOST} players")
    compiled = _compiled(undescribed(posting), players)
    if compiled is not None and any(rule.sees for rule in posting.wagers.values()):
        return WithDescribed(compiled, posting)
    if compiled is not None:
        return compiled
    game = posting.rulebook.plays
    if module_of(game) is None:
        raise BadInput(f"{game}: no wager of it is against the house")
    return Engine(posting, players)


def _compiled(posting: Posting, players: int) -> Simulator | None:
    """The simulator that an analysis brings; none where only the engine plays the game."""
    found = analysis_of(posting.rulebook.plays)
    if found is not None and found.simulator is not None:
        return found.simulator(posting, players)
    if found is not None and found.kernel is not None:
        ready, names = found.kernel(posting)
        return Poker(found.own, ready, names, players)
    return None


class Alike:
    """Games in which all players face one outcome: a table of many who bet alike wins and loses as one."""

    unit = "rounds"

    def __init__(self, posting: Posting, players: int) -> None:
        self.posting, self.players = posting, players

    def wagers(self, part: Part) -> list[Wager]:
        raise NotImplementedError

    def table(self, part: Part) -> tuple[float, float] | None:
        if self.players == 1:
            return None
        edge = self.wagers(part)[0].edge
        return -float(edge.house_edge) * self.players, edge.standard_deviation * self.players


class Poker:
    unit = "rounds"

    def __init__(self, own: int, kernel: Kernel, names: dict[str, str], players: int) -> None:
        self.own, self.kernel, self.names, self.players = own, kernel, names, players

    def shard(self, seed: np.random.SeedSequence, rounds: int) -> Part:
        if self.players == 1:
            return run_shard(self.kernel, rounds, seed)
        return kernel_shard(self.kernel, self.own, self.players, seed, rounds)

    def wagers(self, part: Part) -> list[Wager]:
        found = []
        for group, figures in kernel_figures(self.kernel, part["counts"]).items():
            if group == "base":
                together = len(figures.wagers) > 1
                note = "all wagers of the hand together" if together else ""
                found.append(Wager(self.names["base"], note, figures.whole, True))
                parts = figures.wagers.items() if together else ()
                found += [Wager(name, "alone, as part of the game", edge) for name, edge in parts]
            elif group in self.names:
                found.append(Wager(self.names[group], "", figures.whole))
        return found

    def table(self, part: Part) -> tuple[float, float] | None:
        return spread(part["table"], 1) if "table" in part else None


class TwentyOne:
    unit = "hands"

    def __init__(self, posting: Posting, players: int) -> None:
        self.posting, self.players = posting, players
        self.solution = solve(books_twentyone.rules_of(posting))
        nets = [sim_blackjack_run.net_of(self.solution.rules, code) for code in range(CODES)]
        self.scale = scale_of(nets)
        self.scaled = np.array([int(net * self.scale) for net in nets], np.int64)

    def shard(self, seed: np.random.SeedSequence, rounds: int) -> Part:
        if self.players > 1:
            return self._several(seed, rounds)
        found = sim_blackjack_run.simulate(self.solution, stream(seed), rounds)
        return {
            "codes": found.codes,
            "added": np.array([found.added, rounds]),
            "pairs": found.pairs,
            "threes": found.threes,
            "busts": found.busts,
            "twenty-twos": found.twenty_twos,
            "crowns": np.array([found.crowns]),
        }

    def _several(self, seed: np.random.SeedSequence, rounds: int) -> Part:
        plan = strategy(self.solution)
        shoe = sim_blackjack_run.whole_shoe(self.solution.rules)
        if len(shoe) < 8 * (self.players + 1):
            raise BadInput(f"--players {self.players}: too many for {self.solution.rules.decks} deck(s)")
        values = np.array([value_of(card) for card in range(52)], dtype=np.uint8)
        codes, money, table = (np.zeros(size, np.int64) for size in (CODES, 1, 3))
        play_table(
            stream(seed), rounds, self.players, shoe, values, plan.options, plan.by_up, plan.free_split,
            plan.free_double, plan.first, plan.action, plan.draws, plan.child, plan.total, plan.pair,
            plan.dealer_next, self.scaled, codes, money, table,
        )  # fmt: skip
        return {"codes": codes, "added": np.array([money[0], rounds * self.players]), "table": table}

    def wagers(self, part: Part) -> list[Wager]:
        rounds = int(part["added"][1])
        rules = self.solution.rules
        nets: dict[Fraction, int] = {}
        for code, count in enumerate(part["codes"].tolist()):
            if count:
                net = sim_blackjack_run.net_of(rules, code)
                nets[net] = nets.get(net, 0) + count
        stake = 1 + Fraction(int(part["added"][0]), rounds)
        main = Edge.simulated(nets, average_stake=stake, strategy=self.solution.strategy)
        found = [Wager("blackjack", "with doubles and splits", main, True)]
        if "pairs" in part:
            counted = sim_blackjack_run.Rounds(
                rules=rules, rounds=rounds, codes=part["codes"], added=int(part["added"][0]), pairs=part["pairs"],
                threes=part["threes"], busts=part["busts"], twenty_twos=part["twenty-twos"],
                crowns=int(part["crowns"][0]),
            )  # fmt: skip
            found += self._sides(counted)
        return found

    def _sides(self, counted: sim_blackjack_run.Rounds) -> Iterator[Wager]:
        readers: dict[str, Callable[[], Mapping[str, int]]] = {
            "bet-the-set": lambda: counted.two_cards(twentyone.PAIRS, twentyone.bet_the_set),
            "royal-match": lambda: counted.two_cards(twentyone.ROYAL_MATCH, twentyone.royal_match),
            "house-money": lambda: counted.two_cards(twentyone.HOUSE_MONEY, twentyone.house_money),
            "kings-bounty": lambda: kings_bounty(counted),
            "trilux": counted.trilux,
            "rock-n-21-side-bet": counted.rockn_21,
            "buster": counted.buster,
            "push-22": counted.push_22,
        }
        notes = {"royal-match": "without Crown Treasure", "house-money": "the win never added to the wager"}
        for wager in self.posting.wagers:
            if wager in readers:
                nets = books_twentyone.side_nets(self.posting, wager, table(self.posting, wager))
                edge = sidebets.edge_of(readers[wager](), nets)
                yield Wager(wager, notes.get(wager, ""), as_simulated(edge, counted.rounds))

    def table(self, part: Part) -> tuple[float, float] | None:
        return spread(part["table"], self.scale) if "table" in part else None


def kings_bounty(counted: sim_blackjack_run.Rounds) -> dict[str, int]:
    names = twentyone.KINGS_BOUNTY
    counts = dict.fromkeys(names, 0)
    for blackjack in (0, 1):
        for a in range(52):
            for b in range(52):
                name = names[twentyone.kings_bounty(a, b, bool(blackjack))]
                counts[name] += int(counted.pairs[blackjack, a, b])
    return counts


class Baccarat(Alike):
    unit = "coups"

    def shard(self, seed: np.random.SeedSequence, rounds: int) -> Part:
        draws = books_baccarat.drawing_table(self.posting)
        found = sim_baccarat.simulate(stream(seed), rounds, int(self.posting["decks"]), draws)
        codes = np.zeros(sim_baccarat.CODES, np.int64)
        for coup, count in found.items():
            codes[sim_baccarat.code_of(coup)] = count
        return {"codes": codes}

    def wagers(self, part: Part) -> list[Wager]:
        counts: dict[baccarat.Coup, int] = {
            sim_baccarat.coup_of(code): count for code, count in enumerate(part["codes"].tolist()) if count
        }
        rounds = int(part["codes"].sum())
        found = []
        for wager in self.posting.wagers:
            for on, edge in books_baccarat.edges(self.posting, wager, table(self.posting, wager), counts):
                edge = as_simulated(edge, rounds)
                found.append(Wager(wager, books_baccarat.on_words(on), edge, wager == "banker", on))
        return found


class Roulette(Alike):
    unit = "spins"

    def shard(self, seed: np.random.SeedSequence, rounds: int) -> Part:
        return {"places": sim_wheels.simulate(stream(seed), rounds, books_wheels.places(self.posting))}

    def wagers(self, part: Part) -> list[Wager]:
        places, spins = part["places"], int(part["places"].sum())
        game = game_under(self.posting)
        assert isinstance(game, RouletteGame)
        found = []
        for wager in self.posting.wagers:
            if wager not in game.layout:
                continue  # this layout has no place for it
            on, pockets = next(iter(game.layout[wager].items()))
            hits = sum(int(places[pocket]) for pocket in pockets)
            zeros = int(places[0]) + int(places[37:].sum()) if wager in EVEN_MONEY else 0
            edge = Edge.simulated(
                merged(
                    (pays(self.posting, wager), hits),
                    (Fraction(-1), spins - hits - zeros),
                    *self._zeros(wager, zeros, len(pockets), len(places)),
                )
            )
            found.append(Wager(wager, f"on {on}" if on else "", edge, wager == "red"))
        return found

    def _zeros(self, wager: str, hits: int, covered: int, places: int) -> Iterator[tuple[Fraction, int]]:
        """What came of zeros: by their row; from prison as many are given back as the next spin gives on average."""
        if not hits:
            return
        prison = str(self.posting.get("en-prison", "none"))
        if prison == "none":
            yield pays(self.posting, wager, "zero"), hits
            return
        decided = places - (places - 36 if prison == "second-zero-stays" else 0)
        back = hits * covered // decided
        yield Fraction(0), back
        yield Fraction(-1), hits - back


class BigSix(Alike):
    unit = "spins"

    def shard(self, seed: np.random.SeedSequence, rounds: int) -> Part:
        return {"places": sim_wheels.simulate(stream(seed), rounds, sum(self.posting["sections"].values()))}

    def wagers(self, part: Part) -> list[Wager]:
        spins, start, hits = int(part["places"].sum()), 0, {}
        for sign, sections in self.posting["sections"].items():
            hits[sign] = int(part["places"][start : start + sections].sum())
            start += sections
        found = []
        for number, wager in enumerate(self.posting.wagers):
            won = hits[books_wheels.insignia(self.posting, wager)]
            edge = Edge.simulated(merged((pays(self.posting, wager), won), (Fraction(-1), spins - won)))
            found.append(Wager(wager, "", edge, number == 0))
        return found


class Dice(Alike):
    unit = "rolls"

    def shard(self, seed: np.random.SeedSequence, rounds: int) -> Part:
        found = sim_dice.simulate(stream(seed), rounds, books_dice.line_of(self.posting))
        arrays = msgspec.structs.asdict(found)
        return {name: value for name, value in arrays.items() if name != "rolls"}

    def wagers(self, part: Part) -> list[Wager]:
        throws = sim_dice.Throws(rolls=int(part["combinations"].sum()), **part)
        return [Wager(name, note, edge, name == "pass") for name, note, edge in self._edges(throws)]

    def _edges(self, throws: sim_dice.Throws) -> Iterator[tuple[str, str, Edge]]:
        line = books_dice.line_of(self.posting)
        for wager in self.posting.wagers:
            if wager in ("pass", "come"):
                yield wager, "", Edge.simulated(self._line(throws, line, pays(self.posting, wager)))
            elif wager in ("dont-pass", "dont-come"):
                yield wager, "", Edge.simulated(self._against(throws, line, pays(self.posting, wager)))
            elif wager in ("place", "hardway"):
                for number, odds in books_dice.numbers_paid(self.posting, wager, table(self.posting, wager)).items():
                    hard = wager == "hardway"
                    rows = throws.hardway(number, odds) if hard else throws.wager({number: odds}, (7,))
                    yield wager, f"on {number}", Edge.simulated(rows)
            elif wager in cw.ONE_ROLL:
                yield wager, "", self._one_roll(throws, books_dice.part_odds(self.posting, wager))
            elif wager == "field":
                yield wager, "", self._one_roll(throws, books_dice.field_odds(table(self.posting, wager).nets))
            elif wager == "fire":
                shown = table(self.posting, wager)
                yield wager, "", self._counted(throws.unique_points, books_dice.fire_rows(shown.nets, shown.pays))
            elif wager in ("six-string", "fab-four"):
                seen = throws.six_string if wager == "six-string" else throws.fab_four
                yield wager, "", self._counted(seen, {1: pays(self.posting, wager)})
            elif wager == "tenor":
                nets = table(self.posting, wager).nets
                yield wager, "", self._counted(throws.collected, {9: nets["nine-of-ten"], 10: nets["ten-of-ten"]})

    def _line(self, throws: sim_dice.Throws, line: ComeOut, odds: Fraction) -> dict[Fraction, int]:
        ends = throws.line(line)
        won = ends["natural"] + sum(n for name, n in ends.items() if name.startswith("made"))
        lost = ends["craps"] + sum(n for name, n in ends.items() if name.startswith("missed"))
        return merged((odds, won), (Fraction(-1), lost))

    def _against(self, throws: sim_dice.Throws, line: ComeOut, odds: Fraction) -> dict[Fraction, int]:
        """Don't Pass and Don't Come: the other way round, but for the totals that are barred."""
        bars = self.posting.get("come-out-bars", [])
        points = [point for point in line.points if point not in bars]
        barred = sum(int(throws.come_out[total]) for total in bars)
        won = sum(int(throws.come_out[total]) for total in line.loses if total not in bars)
        lost = sum(int(throws.come_out[total]) for total in line.wins if total not in bars)
        won += sum(int(throws.missed[point]) for point in points)
        lost += sum(int(throws.made[point]) for point in points)
        return merged((odds, won), (Fraction(-1), lost), (Fraction(0), barred))

    def _one_roll(self, throws: sim_dice.Throws, odds: Mapping[int, Fraction]) -> Edge:
        totals = throws.totals()
        rows: dict[Fraction, int] = {}
        for total, count in totals.items():
            net = odds.get(total, Fraction(-1))
            rows[net] = rows.get(net, 0) + count
        return Edge.simulated(rows)

    def _counted(self, counts: Any, odds: Mapping[int, Fraction]) -> Edge:
        rows: dict[Fraction, int] = {}
        for number, count in enumerate(counts.tolist()):
            net = odds.get(number, Fraction(-1))
            rows[net] = rows.get(net, 0) + count
        return Edge.simulated(rows)
