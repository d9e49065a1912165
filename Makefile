# `make solve` and `make test` work in a fresh clone: they set up a .venv of their own.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
OLDEST := $(VENV)/oldest

QUICK := "not slow and not long"

.DELETE_ON_ERROR:
.PHONY: solve serve test quick slow test-long lint coverage oldest pythons bench fuzz docs clean

# A table from a real game: 42 tiles in 12 sets with two jokers, and 16 tiles on the rack.
TABLE := O6O7JO9O10/B2B3B4B5B6/B12K12R12/B11O11R11/B10K10O10/JK12R12/R2R3R4/B8B9B10/B4K4O4R4/B1K1O1/K11B11O11/R5O5K5B5
RACK := O2B7B9K1K4O3O5O12R1R3R9R9R8K7B3O4

solve: $(VENV)/core
	@$(BIN)/rummikub solve $(TABLE) $(RACK) --rules free

# The page for the phone, on this machine.
serve: $(VENV)/web
	@$(BIN)/rummikub serve

test: lint
	$(BIN)/python -m pytest -q -n 2 --maxschedchunk 1

# What needs neither many positions nor other processes: under a minute.
quick: $(VENV)/test
	$(BIN)/python -m pytest -q -n 2 -m $(QUICK)

# The rest of `make test`.
slow: $(VENV)/test
	$(BIN)/python -m pytest -q -n 2 --maxschedchunk 1 -m "slow and not long"

test-long: $(VENV)/test
	$(BIN)/python -m pytest -q -n 2 -m long

# Model and answers with the oldest dependencies that pyproject.toml allows.
oldest: $(OLDEST)/ready
	$(OLDEST)/bin/python -m pytest -q tests/model tests/advice/test_known.py tests/advice/test_back_ends.py

lint: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The share of lines and branches that the quick tests alone run through.
coverage: $(VENV)/test
	$(BIN)/python -m pytest -q -n 2 -m $(QUICK) --cov --cov-report=term:skip-covered

# The quick tests under every other Python on the path, each in a .venv of its own.
pythons:
	@for python in $$($(PYTHON) tests/pythons.py); do \
	    echo "$$python" >&2; \
	    $(MAKE) --no-print-directory quick PYTHON=$$python VENV=$(VENV)-$$(basename $$python) || exit 1; \
	done

bench: $(VENV)/test
	$(BIN)/rummikub bench --peer --process

fuzz: $(VENV)/test
	$(BIN)/python tests/fuzz/random_bytes.py --seconds 60

docs: $(VENV)/core
	$(BIN)/python docs/cli_reference.py
	$(BIN)/python docs/readme_examples.py
	$(BIN)/python docs/notebook_outputs.py

%/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.12 ...")'
	@$(PYTHON) -m venv $* || { $(PYTHON) -m venv --clear --without-pip $* \
	    && $(PYTHON) -m pip --python $*/bin/python install --quiet pip; }

$(VENV)/core: pyproject.toml | $(VENV)/bin/pip
	@echo "Setting up $(VENV) ..." >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -C editable_mode=compat --editable .
	@# An editable installation is compiled when it is first run; this way it starts fast even where that is not kept.
	@$(BIN)/python -m compileall -q solver cli.py
	@touch $@

$(VENV)/web: pyproject.toml | $(VENV)/bin/pip
	@echo "Setting up $(VENV) for the page ..." >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -C editable_mode=compat --editable '.[web]'
	@$(BIN)/python -m compileall -q solver cli.py
	@touch $@ $(VENV)/core

$(VENV)/test: pyproject.toml | $(VENV)/bin/pip
	@echo "Setting up $(VENV) for the tests ..." >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -C editable_mode=compat --editable '.[test]'
	@$(BIN)/python -m compileall -q solver cli.py
	@touch $@ $(VENV)/core $(VENV)/web

$(OLDEST)/ready: pyproject.toml | $(VENV)/bin/pip $(OLDEST)/bin/pip
	@echo "Setting up $(OLDEST) ..." >&2
	@$(OLDEST)/bin/python -m pip install --quiet --disable-pip-version-check $$($(OLDEST)/bin/python tests/oldest.py pyproject.toml)
	@touch $@

clean:
	rm -rf $(VENV) $(VENV)-* build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
