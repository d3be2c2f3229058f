"""Words that stand in tables are written once, and the engines' own are the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from engines import contract
from engines.people import groups, scale
from warehouse import vocabulary

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("engines", "warehouse", "quality", "assets", "orchestration", "player", "benchmarks")
HOMES = {"warehouse/vocabulary.py", "engines/contract.py", "engines/people/groups.py"}
# Lists of words of the vocabulary; two words may well stand side by side elsewhere by chance.
LISTS = {
    name: frozenset(value)
    for name, value in vars(vocabulary).items()
    if name.isupper() and isinstance(value, tuple) and all(isinstance(word, str) for word in value)
}


def test_the_engines_have_the_same_words() -> None:
    assert contract.VERDICTS == vocabulary.VERDICTS
    assert groups.TARGETS == vocabulary.TARGETS
    assert groups.GROUPS == vocabulary.RATER_GROUPS
    assert groups.AUDIENCES == vocabulary.AUDIENCES
    assert (scale.LOWEST, scale.HIGHEST) == vocabulary.SCALE


def written(tree: ast.AST) -> Iterator[tuple[int, frozenset[str]]]:
    """Tuples, lists and sets of nothing but texts, each with its line. Keys of dictionaries may tell of each word."""
    for node in ast.walk(tree):
        parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else []
        words = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        if words and len(words) == len(parts):
            yield node.lineno, frozenset(words)


def typed_again(text: str) -> list[tuple[int, str]]:
    """Lists of the vocabulary that a source writes out, in any order, by line."""
    lists = written(ast.parse(text))
    return [(line, name) for line, words in lists for name, known in LISTS.items() if words == known]


def test_no_list_of_words_is_written_again() -> None:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.relative_to(ROOT).as_posix() not in HOMES:
                assert not typed_again(path.read_text()), path.relative_to(ROOT)


def test_a_list_that_is_written_again_is_noticed() -> None:
    text = 'for target in ("difficulty", "interest"):\n    x = ["easy", "hard", "medium"]\n    y = ["easy", "hard"]'
    assert typed_again(text) == [(1, "TARGETS"), (2, "LEVELS")]


SCRIPTS = (
    "player/static",
    "assets/release/gallery/static",
)  # they get these words from the service and the catalogue
LIST = re.compile(r"\[\s*((?:[\"'][^\"']*[\"']\s*,?\s*)+)\]")
PROVENANCE = re.compile(r"provenance\w*\s*[!=]==?\s*[\"']")


def typed_in_a_script(text: str) -> list[str]:
    """Lists of the vocabulary that a script writes out, and words that it compares a provenance with."""
    lists = [frozenset(re.findall(r"[\"']([^\"']*)[\"']", found)) for found in LIST.findall(text)]
    names = [name for words in lists for name, known in LISTS.items() if words >= known]
    return [*names, *(["PROVENANCES"] if PROVENANCE.search(text) else [])]


def test_no_script_writes_words_of_tables_again() -> None:
    for folder in SCRIPTS:
        paths = sorted((ROOT / folder).glob("*.js"))
        assert paths
        for path in paths:
            assert not typed_in_a_script(path.read_text()), path.relative_to(ROOT)


def test_a_script_that_writes_them_again_is_noticed() -> None:
    assert typed_in_a_script('const RATED = ["interest", "difficulty", "comment"];') == ["TARGETS"]
    assert typed_in_a_script("new Set(['tonight', 'day', 'survey'])") == ["MIXED_KINDS"]
    assert typed_in_a_script('after.provenance === "simulated"') == ["PROVENANCES"]
    assert typed_in_a_script('["interest", "other"]; after.provenance === vocabulary().simulated') == []
