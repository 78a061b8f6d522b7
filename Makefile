# Everything runs in a private environment, .venv, made on first use.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help run test long check bench clean

help:
	@echo "make run    play: the box in this terminal"
	@echo "make test   all tests"
	@echo "make long   tests that take a quarter of an hour"
	@echo "make check  types and lint"
	@echo "make bench  measurements, printed as ratios"
	@echo "make clean  remove what was made"

$(VENV)/ready: pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "There is no '$(PYTHON)' here: install Python 3.11 or newer, or say which to use: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$$($(PYTHON) --version) is too old: Python 3.11 or newer is needed (make PYTHON=python3.12 … picks another)."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "This Python can't make environments: on Debian, Ubuntu and Raspberry Pi OS, 'sudo apt install python3-venv' adds what is missing."; exit 1; }
	@echo "Setting up $(VENV) (once; a minute or so) …"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --config-settings editable_mode=compat --editable '.[sim,dev]' || { echo "The packages could not be installed: is there a network connection? Nothing else was changed; run the same command again."; exit 1; }
	@touch $@

run: $(VENV)/ready
	@$(BIN)/commune sim

test: $(VENV)/ready
	@echo "Testing …"
	@$(BIN)/python -m pytest -n auto

long: $(VENV)/ready
	@echo "Playing every recorded game through the box, then a million random presses …"
	@$(BIN)/python -m pytest -n auto -m long
	@$(BIN)/python -m tests.device.soak

check: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/ready
	@for bench in $(basename $(notdir $(wildcard tests/bench/*.py))); do \
		echo "== $$bench"; $(BIN)/python -m tests.bench.$$bench || exit 1; done

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
