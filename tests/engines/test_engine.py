"""The contract of engines: what each must have, what holds for one that does not say otherwise."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from typing import Any, get_args

import numpy as np
import pytest

from engines.contract import BadParameter, BadPuzzle, Frame, Japanese, Verdict
from engines.engine import Engine, NotOffered, Offer
from engines.registry import GAMES, engine
from tests.conftest import ROOT
from tests.smallest import ENGINE as PICK
from tests.smallest import Pick, PickEngine

ENGINES = [*map(engine, GAMES), PICK]
CALLED: dict[str, Callable[..., Any]] = {
    name: member for name, member in vars(Engine).items() if inspect.isfunction(member) and not name.startswith("_")
}
PROBES = {  # what is asked of something else than an engine
    "quality/referee/__init__.py": "a module of that name may be no referee",
    "orchestration/display.py": "a thread that may have no task",
    "player/api/problems.py": "an error that may have words of its own",
}


# The smallest game without anything that is optional.
NEEDED = Engine.__abstractmethods__ | {name for name in Engine.__annotations__ if name not in vars(Engine)}
Bare: Any = type(
    "Bare",
    (Engine,),
    {name: value for name, value in vars(PickEngine).items() if name in NEEDED or re.match("_[a-z]", name)},
)
BARE: Engine[Pick] = Bare()
PUZZLE, SOLUTION = Pick((1, 2, 3), 3), [0, 1]
VERDICTS = [Verdict("unique", 1, (SOLUTION,), 3)]


def shape(member: Callable[..., Any]) -> list[tuple[str, Any]]:
    """Names and defaults of what a function takes, without `self`."""
    return [(p.name, p.default) for p in inspect.signature(member).parameters.values() if p.name != "self"]


@pytest.mark.parametrize("game", ENGINES, ids=lambda game: game.name)
@pytest.mark.parametrize("name", CALLED)
def test_members_take_what_the_contract_says(game: Engine[Any], name: str) -> None:
    own = getattr(type(game), name)
    assert shape(own) == shape(CALLED[name])


@pytest.mark.parametrize("game", ENGINES, ids=lambda game: game.name)
def test_an_engine_offers_what_it_has(game: Engine[Any]) -> None:
    own = {name for name in get_args(Offer) if getattr(type(game), name) is not CALLED[name]}
    assert set(game.offers) == own


def test_an_engine_has_what_is_abstract() -> None:
    class Lacking(PickEngine):
        solve = Engine.solve

    with pytest.raises(TypeError, match="solve"):
        Lacking()  # type: ignore[abstract]


def test_what_holds_for_an_engine_that_says_nothing() -> None:
    assert (BARE.rules, BARE.style, BARE.offers, BARE.agents, BARE.judges) == (None, "", (), {}, ())
    assert not BARE.japanese
    assert Japanese(title="x")
    assert "tsume solve" in BARE.solution_form
    assert (BARE.trait_values, BARE.trait_words, BARE.traits(PUZZLE, SOLUTION)) == ({}, {}, {})
    assert BARE.method_of("pick-5", 0) == "random"
    assert BARE.told_length(3) == 3
    assert BARE.evenness([PUZZLE], VERDICTS) == {}
    features, labels = BARE.appraise([PUZZLE], VERDICTS)
    assert np.array_equal(features, BARE.measure([PUZZLE], VERDICTS))
    assert labels == BARE.labels([PUZZLE], VERDICTS) == [("neighbours",)]
    drawn = [BARE.draw(PUZZLE, shown, "page") for shown in (None, SOLUTION)]
    assert BARE.frames(PUZZLE, SOLUTION, "page") == [Frame(svg, "") for svg in drawn]
    assert (BARE.judge([PUZZLE], VERDICTS), BARE.move_ja("x")) == ([None], "x")
    assert BARE.idle_parameter({"rows": 3}, "") == ""
    for call in (lambda: BARE.play_game("first", 1, 0), lambda: BARE.own_weights("slack")):
        with pytest.raises(BadParameter):
            call()


@pytest.mark.parametrize("name", get_args(Offer))
def test_what_an_engine_does_not_offer_says_so(name: str) -> None:
    needed = [one for one in inspect.signature(getattr(BARE, name)).parameters.values() if one.default is one.empty]
    with pytest.raises(NotOffered, match=name):
        getattr(BARE, name)(*("x" for _ in needed))


def test_links_are_the_forms_that_are_addresses() -> None:
    class Linked(Bare):  # type: ignore[misc]
        forms = ("json", "link", "unwritten")

        def write(self, puzzle: Pick, form: str, solution: Any | None = None) -> str:
            if form == "unwritten":
                raise BadPuzzle("cannot be written so")
            return f"https://example.org/{solution}" if form == "link" else "{}"

    assert Linked().links(PUZZLE) == [("link", "https://example.org/None")]
    assert Linked().links(PUZZLE, 3) == [("link", "https://example.org/3")]


def probes(text: str) -> int:
    """How often a source asks whether something is there: `hasattr`, or `getattr` with what holds if it is not."""
    calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    return sum(
        isinstance(call.func, ast.Name)
        and (call.func.id == "hasattr" or (call.func.id == "getattr" and len(call.args) == 3))
        for call in calls
    )


def test_nobody_asks_an_engine_what_it_has() -> None:
    assert [probes(text) for text in ('hasattr(x, "y")', 'getattr(x, "y", 3)', 'getattr(x, "y")')] == [1, 1, 0]
    found = {
        path.relative_to(ROOT).as_posix()
        for folder in ("engines", "warehouse", "quality", "assets", "player", "orchestration", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if probes(path.read_text())
    }
    assert found == set(PROBES)


WIRED = ("roster", "choosers", "catalogue", "play_game", "scenes", "met", "judges", "judge")


@pytest.mark.parametrize("game", GAMES)
def test_agents_are_wired_alike(game: str) -> None:
    """The same modules for the same things, and each agent of the roster has what makes its choices."""
    folder = ROOT / "engines" / game / "agent"
    names = {path.stem for path in folder.glob("*.py")}
    assert names >= {*WIRED}
    assert ("tune" in names) == bool(engine(game).tuners)
    makers = import_module(f"engines.{game}.agent.choosers").MAKERS
    assert set(makers) == set(engine(game).agents)
    for maker in makers.values():
        assert len(signature(maker).parameters) == 2
