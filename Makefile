# make run    set everything up and open the house
# make test   set everything up and pass every test
# make bench  measure, beside the peers
# make proof  the slow proofs: full enumerations and soak runs
# make docs   the pages under docs/ that are made by commands, pictures included

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready

# A test starts many programs: each of them reads what the first one has compiled, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test bench proof docs lint clean

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

# Each core goes through whole files, so that a house is furnished once, and helps the other when it is done.
test: $(STAMP) lint
	$(BIN)/pytest -n auto --dist worksteal -m 'not slow'

proof: $(STAMP)
	$(BIN)/pytest -m slow

bench: $(STAMP)
	$(BIN)/python -m bench

docs: $(STAMP)
	$(BIN)/croupier coverage --write docs/coverage.md
	$(BIN)/croupier odds --all --write docs/odds.md
	$(BIN)/python -m croupier.web.screenshots docs/images

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
