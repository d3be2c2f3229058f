"""The commands with Puyo puzzles: settled boards, links of both kinds, boards played out."""

from __future__ import annotations

import json
from typing import Any

from tests.conftest import tsume

QUERY = "80080080oM0oM098_4141__u03"  # its one solution is 4N56
PAGE = "https://ishikawapuyo.net/simu/pn.html?"
FLOATING = (
    '{"game":"puyo","goal":{"kind":"chain","n":1},"queue":["rr"],"board":["....r.","......",".r...."],"name":"a"}'
)


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_links_are_solved_and_written_with_the_answer() -> None:
    done = tsume("convert", "--to", "ips", "--answer", stdin=QUERY)
    assert (done.returncode, done.stdout) == (0, f"{PAGE}80080080oM0oM098_464k__u03\n")
    link = tsume("convert", "--to", "link", "--answer", stdin=done.stdout).stdout
    assert "&steps=br4Nbr56&" in link
    for solved in objects(tsume("solve", stdin=link + QUERY).stdout):
        assert (solved["verdict"], solved["solutions"]) == ("unique", ["4N56"])
        assert solved["queue"] == ["br", "br"]


def test_forms_of_another_game_are_refused_line_by_line() -> None:
    board = '{"game":"tspin","goal":"tsd","queue":"S","board":["X...XXXXXX","XX.XXXXXXX"]}'
    hard = '{"game":"puyo","goal":{"clear":"all"},"queue":["rr",{"hard":[1,1,1,1,1,1]}],"board":[]}'
    done = tsume("convert", "--to", "ips", stdin=f"{board}\n{QUERY}\n{hard}\n")
    assert done.returncode == 2
    first, second, third = done.stdout.splitlines()
    assert "cannot be written as ips: choose from json, text, link" in json.loads(first)["error"]
    assert second == PAGE + QUERY
    assert json.loads(third) == {"line": 3, "error": "an ips link cannot have step 2: hard puyos do not fall there"}
    assert len(done.stderr.splitlines()) == 2


def test_what_floats_is_refused_or_settled() -> None:
    refused = tsume("solve", stdin=FLOATING)
    reason = "'r' in column 5, row 3 (from the bottom) floats: there is nothing below it"
    assert (refused.returncode, refused.stderr) == (2, f"tsume: line 1: {reason}\n")
    for command in (["solve"], ["convert", "--to", "json"]):
        settled = tsume(*command, "--settle", stdin=FLOATING)
        assert settled.returncode == 0
        [line] = objects(settled.stdout)
        assert (line["board"], line["name"]) == ([".r..r."], "a")


def test_simulate() -> None:
    lines = [
        '{"game":"puyo","board":["..b...","..bbyb","rrrrbb"],"name":"two"}',
        '{"board":["rrrr.."],"chains":"old"}',
        "puyo",
        "rrrr..",
        f"{PAGE}{QUERY}",
        '{"game":"tspin","board":[]}',
        '{"game":"puyo","board":["rrrr."]}',
        "what",
    ]
    done = tsume("simulate", stdin="\n".join(lines))
    assert done.returncode == 2
    two, old, text, link, other, short, words = objects(done.stdout)
    assert two == {
        "game": "puyo",
        "board": ["....y."],
        "name": "two",
        "chains": 2,
        "score": 700,
        "rounds": [
            {"vanished": {"r": 4}, "groups": [["r", 4]], "points": 40},
            {"vanished": {"b": 6}, "groups": [["b", 6]], "points": 660},
        ],
        "all_clear": False,
    }
    assert (old["chains"], old["score"], old["board"], old["all_clear"]) == (1, 40, [], True)
    assert text == {**old, "game": "puyo"}
    assert (link["game"], link["chains"], len(link["board"])) == ("puyo", 0, 6)
    assert other == {"line": 6, "error": "T-spin puzzles have nothing to simulate"}
    assert short == {"line": 7, "error": "board row 1 (from the top) has 5 cells, not 6"}
    assert words["line"] == 8
    assert [line.split(":")[1] for line in done.stderr.splitlines()] == [" line 6", " line 7", " line 8"]
