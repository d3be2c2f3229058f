# Everything sets itself up: the first target on a fresh machine makes .venv from constraints.txt.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help nightly ui dqn test test-all lint bench docs clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

nightly: $(VENV)/.run ## make tonight's release
	$(BIN)/tsume nightly

ui: $(VENV)/.run ## the Dagster UI with its daemon
	$(BIN)/tsume ui

dqn: $(VENV)/.dqn ## install PyTorch, which training a network needs

test: $(VENV)/.dev ## the tests
	$(BIN)/python -m pytest -m "not heavy" -n 3 --dist worksteal

test-all: $(VENV)/.dev ## the tests, heavy proofs included
	$(BIN)/python -m pytest -n 3 --dist worksteal

lint: $(VENV)/.dev ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.run ## every stated speed beside its peer's
	$(BIN)/tsume bench

docs: $(VENV)/.run ## write the generated parts of docs/ again
	$(BIN)/python -m warehouse.document

clean: ## remove the environment and all caches; data/ stays
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/pip:
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || python3 -m venv $(VENV)
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || \
	  { echo "tsume needs Python 3.11; found $$($(BIN)/python --version)" >&2; rm -rf $(VENV); exit 1; }

$(VENV)/.run: $(VENV)/bin/pip pyproject.toml constraints.txt
	@echo "Setting up $(VENV) from constraints.txt (one to three minutes, once) ..."
	@$(BIN)/pip install -qq --editable . --constraint constraints.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	@$(BIN)/pip install -qq --editable '.[dev]' --constraint constraints.txt
	@touch $@

$(VENV)/.dqn: $(VENV)/.run
	@$(BIN)/pip install -qq --editable '.[dqn]' --constraint constraints.txt
	@touch $@
