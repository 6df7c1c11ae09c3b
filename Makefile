# make run    set everything up and open the house
# make test   set everything up and pass every test
# make bench  measure, beside the peers
# make proof  the slow proofs: full enumerations and soak runs
# make pack   the odds that come with the package: counts what is stale or missing, which may take long
# make docs   the documentation site in build/site, links checked; pictures and summaries under docs/ made anew

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready

# A test starts many programs: each of them reads what the first one has compiled, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test tests bench proof pack docs site lint clean

run: $(STAMP)
	$(BIN)/croupier floor --demo --open $(ARGS)

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Croupier needs Python 3.11 or newer; this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $(STAMP)

lint: $(STAMP)
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check --quiet src tests bench
	$(BIN)/mypy
	$(BIN)/lint-imports

# The types are looked at beside the tests: neither waits for the other, and both must pass.
test: $(STAMP)
	$(MAKE) --no-print-directory -j2 lint tests

# Each worker takes whole files, so that a house is furnished once and no test finds another's in another order; which
# come first is said in tests/conftest.py. There are two more workers than cores: who waits for a browser or a database
# leaves his core to another.
WORKERS = $(shell $(PYTHON) -c 'import os; print(len(os.sched_getaffinity(0)) + 2)' 2>/dev/null || echo auto)
tests: $(STAMP)
	$(BIN)/python -m compileall -q -j 0 src  # once, not by every worker at the same time
	$(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder -m 'not slow'

proof: $(STAMP)
	$(BIN)/pytest -m slow

bench: $(STAMP)
	$(BIN)/python -m bench

pack: $(STAMP)
	$(BIN)/python -m croupier.odds.pack
	$(BIN)/python -m croupier.odds.protection

docs: pack site
	$(BIN)/croupier coverage --summary docs/coverage.md
	$(BIN)/python -m croupier.web.screenshots docs/images

site: .venv/.docs build/odds.md
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

.venv/.docs: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	touch .venv/.docs

# Every figure of every rulebook takes long: counted again only when what it follows from has changed.
FIGURES := $(shell find src/croupier/odds src/croupier/games src/croupier/hands src/croupier/rulebook src/croupier/rulebooks -name '*.py' -o -name '*.toml')
build/odds.md: $(STAMP) $(FIGURES)
	mkdir -p build
	$(BIN)/croupier odds --all --write build/odds.md --summary docs/odds.md

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
