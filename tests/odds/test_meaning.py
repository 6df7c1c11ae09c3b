"""A digest of code by its meaning: what changes no number changes nothing, what may change one changes it."""

import textwrap

import pytest

from croupier.odds import meaning

COUNT = """
    from croupier.probe.tools import double as twice, Table

    START = 3

    def edge(rows: list[int]) -> int:
        table = Table(START)
        return twice(table.total(rows))
"""
TOOLS = """
    RATE = 2
    OTHER = 5

    def double(value):
        return RATE * value

    def unused(value):
        return value * OTHER

    class Table:
        COLOUR = "green"

        def __init__(self, start):
            self.start = start

        def total(self, rows):
            return sum(rows, self.start)

        def shown(self):
            return self.COLOUR
"""


@pytest.fixture
def digest_of(tmp_path, monkeypatch):
    caches = [meaning.path_of, meaning.module_of, meaning.final, meaning.members, meaning.said_of]

    def made(count=COUNT, tools=TOOLS, root="edge", **more):
        folder = tmp_path / "probe"
        folder.mkdir(exist_ok=True)
        for name, text in {"__init__": "", "count": count, "tools": tools, **more}.items():
            (folder / f"{name}.py").write_text(textwrap.dedent(text))
        for each in caches:
            each.cache_clear()
        return meaning.digest([("croupier.probe.count", root)])

    monkeypatch.setattr(meaning, "SOURCES", tmp_path)
    yield made
    for each in caches:
        each.cache_clear()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return RATE * value", "return RATE * value  # why"),
        ("def double(value):", 'def double(value: int) -> int:\n        """Twice as much."""\n'),
        ("OTHER = 5", "OTHER = 6"),
        ("return value * OTHER", "return value"),
        ('COLOUR = "green"', 'COLOUR = "red"'),
        ("return self.COLOUR", "return self.start"),
    ],
)
def test_words_and_what_nothing_asks_for_are_no_part_of_it(digest_of, old, new):
    assert old in TOOLS
    assert digest_of(tools=TOOLS.replace(old, new)) == digest_of()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("RATE = 2", "RATE = 3"),
        ("return RATE * value", "return RATE + value"),
        ("return sum(rows, self.start)", "return sum(rows)"),
        ("self.start = start", "self.start = 0"),
        ("RATE = 2", "RATE = 2\n    RATE += 1"),
        ("RATE = 2", "RATE = 2\n    if OTHER > 4:\n        RATE = 7"),
        ("class Table:", "class Table(list):"),
    ],
)
def test_what_is_reached_is(digest_of, old, new):
    assert old in TOOLS
    assert digest_of(tools=TOOLS.replace(old, new)) != digest_of()


def test_names_places_and_ways_of_importing_are_no_part_of_it(digest_of):
    renamed = TOOLS.replace("Table", "Sheet").replace("RATE", "FACTOR")
    count = (
        COUNT.replace("double as twice, Table", "double, Sheet")
        .replace("twice(", "double(")
        .replace("Table(", "Sheet(")
    )
    assert digest_of(count=count, tools=renamed) == digest_of()
    by_module = COUNT.replace(
        "from croupier.probe.tools import double as twice, Table", "from croupier.probe import tools"
    )
    assert digest_of(count=by_module.replace("twice", "tools.double").replace("Table(", "tools.Table(")) == digest_of()
    inside = COUNT.replace("    from croupier.probe.tools import double as twice, Table\n", "")
    inside = inside.replace("-> int:\n", "-> int:\n        from .tools import Table, double as twice\n\n")
    assert digest_of(count=inside) == digest_of()
    handed_on = COUNT.replace("croupier.probe.tools", "croupier.probe")
    assert digest_of(count=handed_on, __init__="from croupier.probe.tools import Table, double\n") == digest_of()


def test_a_local_name_is_not_the_module_s_own(digest_of):
    shadowed = COUNT.replace("table = Table(START)", "OTHER = 1\n        table = Table(START + OTHER)")
    assert digest_of(count=shadowed + "\n    OTHER = 9\n") == digest_of(count=shadowed + "\n    OTHER = 8\n")
    assert digest_of(count=shadowed) != digest_of()


def test_a_method_that_calls_what_bears_its_own_name_reaches_the_function(digest_of):
    tools = TOOLS.replace("def total(self, rows):\n            return sum(rows, self.start)",
                          "def total(self, rows):\n            return total(rows) + self.start")  # fmt: skip
    assert tools != TOOLS
    more = tools + "\n    def total(rows):\n        return sum(rows)\n"
    assert digest_of(tools=more) != digest_of(tools=more.replace("return sum(rows)\n", "return max(rows)\n"))


def test_what_is_done_to_a_name_at_the_module_s_level_counts(digest_of):
    count = COUNT.replace("START = 3", "START = 3\n    NETS = {}\n    NETS[1] = 2").replace(
        "(START)", "(START + NETS[1])"
    )
    assert digest_of(count=count) != digest_of(count=count.replace("NETS[1] = 2", "NETS[1] = 4"))
