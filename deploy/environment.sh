#!/bin/sh
# Makes .venv and installs the project into it, at the versions of constraints.txt.
#
#   sh deploy/environment.sh            what a night needs
#   sh deploy/environment.sh dev        and what the tests need
#   sh deploy/environment.sh dqn        and PyTorch
#   sh deploy/environment.sh postgres   and what a log of players in PostgreSQL needs
#
# uv installs in seconds what takes pip a minute or two, and brings a Python where there is none that fits. It is used
# if it is there or can be had; if not, pip does the same.
set -eu
cd "$(dirname "$0")/.."

extra=${1:-}
venv=.venv
oldest=11 newest=14  # Python 3.11 to 3.14, as in pyproject.toml

say() { echo "tsume: $*" >&2; }

fits() {  # whether a command is a Python that will do
    "$1" -c "import sys; sys.exit(not (3, $oldest) <= sys.version_info[:2] <= (3, $newest))" 2>/dev/null
}

python_that_fits() {
    if [ -n "${PYTHON:-}" ]; then
        if fits "$PYTHON"; then echo "$PYTHON"; fi
        return
    fi
    for name in python3.11 python3.12 python3.13 python3.14 python3; do
        if fits "$name"; then echo "$name"; return; fi
    done
}

fail() {
    say "$*"
    exit 1
}

refuse() {
    rm -rf "$venv"
    fail "$*"
}

uv_in() {  # installs uv into an environment, quietly; says where it is
    "$1/bin/python" -m pip install -qq --disable-pip-version-check --constraint constraints.txt uv >/dev/null 2>&1 &&
        echo "$1/bin/uv"
}

environment() {
    fitting=$(python_that_fits)
    if [ -z "$fitting" ] && [ -n "${PYTHON:-}" ]; then
        found=$("$PYTHON" --version 2>/dev/null || echo "no Python")
        refuse "PYTHON=$PYTHON is $found, and Python 3.$oldest to 3.$newest is needed"
    fi
    if [ -n "$fitting" ]; then
        say "making $venv with $("$fitting" --version)"
        if command -v uv >/dev/null; then
            uv venv -q --python "$(command -v "$fitting")" "$venv" 2>/dev/null && return
        fi
        "$fitting" -m venv "$venv" >/dev/null 2>&1 && return
        refuse "$fitting has no module venv: install it (Debian: apt-get install python3-venv)"
    fi
    found=$(python3 --version 2>/dev/null || echo "no Python")
    say "found $found; asking uv for Python 3.$oldest"
    if command -v uv >/dev/null; then
        uv venv -q --python "3.$oldest" "$venv" 2>/dev/null && return
    elif python3 -m venv "$venv.uv" >/dev/null 2>&1 && brought=$(uv_in "$venv.uv"); then
        "$brought" venv -q --python "3.$oldest" "$venv" 2>/dev/null && { rm -rf "$venv.uv"; return; }
    fi
    rm -rf "$venv.uv"
    if command -v uv >/dev/null; then
        refuse "needs Python 3.$oldest to 3.$newest, found $found, and uv could bring none: install one of them"
    fi
    refuse "needs Python 3.$oldest to 3.$newest, found $found: install one of them, or uv, which brings one"
}

check_environment() {  # one that was made before stays as it is: it may have more in it than we know
    there=$("$venv/bin/python" --version 2>/dev/null || echo "no Python")
    fits "$venv/bin/python" || fail "$venv has $there, and Python 3.$oldest to 3.$newest is needed: run make clean"
    if [ -n "${PYTHON:-}" ]; then
        wanted=$("$PYTHON" --version 2>/dev/null || echo "no Python")
        [ "$there" = "$wanted" ] || fail "$venv has $there, and PYTHON=$PYTHON is $wanted: run make clean first"
    fi
}

install() {  # by uv, or else by pip
    what=".${extra:+[$extra]}" pins=constraints.txt
    if [ "$extra" != dqn ]; then  # PyTorch is large: pip's own settings may know of a smaller build
        uv=$(command -v uv || { [ -x "$venv/bin/uv" ] && echo "$venv/bin/uv"; } || uv_in "$venv" || true)
        if [ -n "$uv" ]; then
            say "installing ${extra:-the press} with uv (10 to 60 s, once)"
            "$uv" pip install $quiet --python "$venv/bin/python" --editable "$what" --constraint $pins && return
        fi
    fi
    say "installing ${extra:-the press} with pip (one to three minutes, once)"
    "$venv/bin/python" -m pip --version >/dev/null 2>&1 || "$venv/bin/python" -m ensurepip >/dev/null
    "$venv/bin/python" -m pip install $quieter --disable-pip-version-check --editable "$what" --constraint $pins ||
        fail "could not install ${extra:-the press}: is there a network?"
}

quiet=-q quieter=-qq
if [ -t 2 ]; then quiet='' quieter=''; fi  # somebody watches: the installer shows how far it is

if [ -e "$venv/bin/python" ] || [ -L "$venv/bin/python" ]; then check_environment; else environment; fi
install
