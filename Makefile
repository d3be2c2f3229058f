# Everything sets itself up: the first target on a fresh machine makes .venv from constraints.txt.
PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
# Bytecode of libraries is kept, whatever the shell says: else every process compiles them anew, for seconds.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help nightly play ui dqn test test-all lint bench docs founding clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

nightly: $(VENV)/.run ## make tonight's release
	$(BIN)/tsume nightly

play: $(VENV)/.run ## the page where people play; makes a night first if there is none
	$(BIN)/tsume play --make

ui: $(VENV)/.run ## the Dagster UI with its daemon
	$(BIN)/tsume ui

dqn: $(VENV)/.dqn ## install PyTorch, which training a network needs

test: $(VENV)/.dev ## the tests
	$(BIN)/python -m assets.core.kernels
	$(BIN)/python -m pytest -m "not heavy" -n 3 --dist worksteal

test-all: $(VENV)/.dev ## the tests, heavy proofs included
	$(BIN)/python -m assets.core.kernels
	$(BIN)/python -m pytest -n 3 --dist worksteal

lint: $(VENV)/.dev ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.run ## every stated speed beside its peer's
	$(BIN)/tsume bench

docs: $(VENV)/.run ## write the generated parts of docs/ again
	$(BIN)/python -m warehouse.document

founding: $(VENV)/.run ## make the founding panel and models anew that come with the project
	$(BIN)/python -m assets.stages.founding

clean: ## remove the environment and all caches; data/ stays
	rm -rf $(VENV) $(VENV).uv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# deploy/environment.sh does the work; PYTHON=... says with which Python.
$(VENV)/.run: pyproject.toml constraints.txt deploy/environment.sh
	@PYTHON="$(PYTHON)" sh deploy/environment.sh
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	@sh deploy/environment.sh dev
	@touch $@

$(VENV)/.dqn: $(VENV)/.run
	@sh deploy/environment.sh dqn
	@touch $@
