# Everything runs in a private environment, .venv, made on first use.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help run test long soak check bench pictures deb package-test vm-test vm-test-long clean

help:
	@echo "make run       play: the box in this terminal"
	@echo "make test      all tests"
	@echo "make long      tests that take some minutes"
	@echo "make soak      a million random presses, ten minutes"
	@echo "make check     types and lint"
	@echo "make bench     measurements, printed as ratios"
	@echo "make deb       the Debian package for a Pi, in dist/"
	@echo "make package-test  install, upgrade and purge it in clean Debians; needs root, some minutes"
	@echo "make vm-test   play on a small Debian that boots here, and pull its plug; needs root, minutes"
	@echo "make vm-test-long  the same with a hundred power cuts, thousands computed, and against lgpio; an hour or so"
	@echo "make pictures  draw the README's pictures, and accept the tests' as they are drawn now"
	@echo "make clean     remove what was made"

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
	@echo "Playing every recorded game through the box, and killing it 200 times …"
	@$(BIN)/python -m pytest -n auto -m 'long and not vm'

soak: $(VENV)/ready
	@echo "A million random presses …"
	@$(BIN)/python -m tests.device.soak

check: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/ready
	@for bench in $(basename $(notdir $(wildcard tests/bench/*.py))); do \
		echo "== $$bench"; $(BIN)/python -m tests.bench.$$bench || exit 1; done

pictures: $(VENV)/ready
	@echo "Playing docs/evening.script for the pictures in docs/pictures …"
	@state=$$(mktemp -d) && trap 'rm -rf "$$state"' EXIT && \
		$(BIN)/commune players --state "$$state" add Anna Ben Chloe David && \
		$(BIN)/commune sim --state "$$state" --script docs/evening.script --shots docs/pictures --scale 4 --seed 1 >/dev/null && \
		$(BIN)/commune sim --state "$$state/reader" --script docs/reader.script --shots docs/pictures --scale 4 --seed 1 >/dev/null
	@echo "Accepting the tests' pictures as they are drawn now: look at each that changed before you commit it."
	@ACCEPT_PICTURES=1 $(BIN)/python -m pytest tests/device/panel tests/device/screens/*pictures*.py tests/device/screens/test_setup.py tests/device/screens/test_teach.py
	@$(BIN)/python -m docs.wiring >/dev/null
	@git status --short -- docs/pictures docs/wiring tests/device/panel/pictures 2>/dev/null || true

deb:
	@debian/build

package-test: $(VENV)/ready
	@echo "Trying the package in a clean trixie and a clean bookworm, kept in ~/.cache/commune-package …"
	@$(BIN)/python -m pytest -m package tests/package -s

vm-test vm-test-long: $(VENV)/ready
	@$(BIN)/python -m tests.vm.build $(if $(filter %-long,$@),--compare)
	@$(BIN)/python -m pytest tests/vm -vv --exitfirst --durations=5 -m $(if $(filter %-long,$@),vm,'vm and not long')

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
