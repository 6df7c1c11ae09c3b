"""The figures of a server in the text form that Prometheus reads."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from croupier import __version__
from croupier.house.readiness import Looked
from croupier.house.record.sealing import seals
from croupier.web.kit.context import Floor
from croupier.web.operations.counting import BOUNDS_S, Counts

TYPE = "text/plain; version=0.0.4; charset=utf-8"
STATES = {"good": 1, "warn": 1, "bad": 0}
Sample = tuple[Mapping[str, str], float]


def text_of(floor: Floor, counts: Counts, looked: Looked) -> str:
    """Every figure; reads the record once."""
    return "".join(line + "\n" for line in (*_passing(counts), *_sockets(floor, counts), *_house(floor, looked)))


def _passing(counts: Counts) -> Iterator[str]:
    yield from family("info", "gauge", "The program that answers.", [({"version": __version__}, 1)])
    yield from family("start_time_seconds", "gauge", "When it started.", [({}, counts.started_s)])
    asked = [({"method": m, "status": str(s)}, n) for (m, s), n in sorted(counts.requests.items())]
    yield from family("requests_total", "counter", "Requests by method and answer.", asked)
    refused = [({"status": str(status)}, count) for status, count in sorted(counts.refusals().items())]
    yield from family("refusals_total", "counter", "Requests that were refused or failed.", refused)
    name, total = "request_seconds", 0
    yield from heading(name, "histogram", "How long requests took.")
    for bound, count in zip((*map(str, BOUNDS_S), "+Inf"), counts.within):
        total += count
        yield line(f"{name}_bucket", {"le": bound}, total)
    yield line(f"{name}_sum", {}, counts.seconds)
    yield line(f"{name}_count", {}, total)


def _sockets(floor: Floor, counts: Counts) -> Iterator[str]:
    places = floor.places
    now = [({"who": "visitor"}, places.anonymous), ({"who": "signed-in"}, places.open - places.anonymous)]
    yield from family("sockets", "gauge", "Pages and programs that follow now.", now)
    yield from family("sockets_total", "counter", "Sockets that were asked for.", [({}, counts.sockets)])


def _house(floor: Floor, looked: Looked) -> Iterator[str]:
    house, writer, proved = floor.house, floor.house.writer, floor.house.proofs.last
    with house.storage.reading() as conn:
        tables, sealed = house.tables.everyone(conn), seals.last(conn).number
    yield from family("commands_total", "counter", "Commands that were done and remembered.", [({}, writer.commands)])
    yield from family("writes_total", "counter", "Works that were committed.", [({}, writer.works)])
    yield from family("commits_total", "counter", "Commits: works at one moment share one.", [({}, writer.commits)])
    silent_s = round(house.scribe.silent_s, 1)
    yield from family("writing_waits_seconds", "gauge", "Since when who writes is silent.", [({}, silent_s)])
    states = Counter((table.property, table.game, table.state) for table in tables)
    shown = [({"property": p, "game": g, "state": s}, n) for (p, g, s), n in sorted(states.items())]
    yield from family("tables", "gauge", "Tables by property, game and state.", shown)
    broken = Counter(fault.kind for fault in house.faults.all())
    kinds = [({"kind": kind}, broken[kind]) for kind in sorted({*house.faults.closers, *broken})]
    yield from family("out_of_order", "gauge", "What can't be read, or fails.", kinds)
    yield from family("tables_served", "gauge", "Tables that this server holds in memory.", [({}, len(house.keepers))])
    yield from family("seal", "gauge", "Number of the last seal of the record.", [({}, sealed)])
    yield from family("seal_proved", "gauge", "Up to which seal it was proved last.", [({}, proved.seal)])
    yield from family("proof_time_seconds", "gauge", "When; 0 before the first proof.", [({}, proved.at_us / 1e6)])
    yield from family("proof_faults", "gauge", "What that proof found wrong.", [({}, len(proved.wrong))])
    yield from family("ready", "gauge", "1 where the server can do its work.", [({}, int(looked.ready))])
    checks = [({"check": check.name}, STATES[check.state]) for check in looked.checks]
    yield from family("check", "gauge", "1 where a check of readiness holds.", checks)
    warned = [({"check": check.name}, int(check.state != "good")) for check in looked.checks]
    yield from family("check_warns", "gauge", "1 where a check has something to say.", warned)


# ---- the form


def family(name: str, kind: str, says: str, samples: Iterable[Sample]) -> Iterator[str]:
    yield from heading(name, kind, says)
    yield from (line(name, labels, value) for labels, value in samples)


def heading(name: str, kind: str, says: str) -> Iterator[str]:
    yield f"# HELP croupier_{name} {says}"
    yield f"# TYPE croupier_{name} {kind}"


def line(name: str, labels: Mapping[str, str], value: float) -> str:
    inside = ",".join(f'{key}="{_escaped(word)}"' for key, word in labels.items())
    return f"croupier_{name}{{{inside}}} {value}" if inside else f"croupier_{name} {value}"


def _escaped(word: str) -> str:
    return word.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
