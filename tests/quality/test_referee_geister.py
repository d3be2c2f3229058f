"""The Geister referee against published facts, a still plainer search, hand-made lines, and itself uncompiled."""

import importlib.util
import json
import random
from pathlib import Path

import numpy as np
import pytest

from quality.referee import PATIENCE, Foul, Meter, Unfinished, geister, referee, review
from quality.referee.plain import rule

VECTORS = json.loads((Path(__file__).parent.parent / "engines" / "geister" / "vectors.json").read_text())["vectors"]


def puzzle(board, blue=0, red=0, **more):
    return {"game": "geister", "board": board, "hidden": {"blue": blue, "red": red}} | more


def of_vector(vector, **more):
    """A puzzle as the published facts have it, in the form of this project."""
    return puzzle(vector["board"], vector["hidden_blue"], vector["hidden_red"], **more)


def by_board(vectors):
    return [pytest.param(vector, id=vector["board"]) for vector in vectors]


def looked_at(given, stop_at=2):
    """The positions that a count looks at."""
    meter = Meter()
    geister.count(given, stop_at, meter)
    return meter.positions


# ------------------------------------------------------------------ known facts

WON = [vector for vector in VECTORS if vector["win_plies"] is not None]
LONG = [vector for vector in WON if vector["win_plies"] == 37]
CHEAP = [
    v for v in WON if v["win_plies"] <= 11 or (v["win_plies"] <= 19 and v["hidden_blue"] == v["hidden_red"] == 1)
]
"""Those that take some hundred thousand positions at most."""


@pytest.mark.parametrize("vector", by_board(vector for vector in VECTORS if vector not in LONG))
def test_known_answers(vector):
    """The length, and all first moves that keep it; more plies are allowed than the answer has."""
    given = of_vector(vector, plies=vector["searched_to"])
    assert geister.answer(given) == (vector["win_plies"], vector["best_first_moves"])


def test_the_longest_of_two_against_two_shown(monkeypatch):
    """Of ten million positions each; what was settled for one serves the others, which have the same pieces."""
    notes = geister.new_notes(41)
    monkeypatch.setattr(geister, "new_notes", lambda _: notes)
    assert len(LONG) == 3
    for vector in LONG:
        assert geister.answer(of_vector(vector, plies=39)) == (37, vector["best_first_moves"])


@pytest.mark.parametrize("vector", by_board(CHEAP))
def test_counts_of_known_puzzles(vector):
    plies, number = vector["win_plies"], len(vector["best_first_moves"])
    assert geister.count(of_vector(vector, plies=plies), stop_at=0) == number
    assert geister.count(of_vector(vector, plies=plies)) == min(number, 2)
    assert geister.count(of_vector(vector, plies=plies + 2)) == 0, "there is a shorter win"
    assert geister.count(of_vector(vector, plies=plies - 2)) == 0, "there is no win as short as that"


def test_without_a_length_the_search_goes_on_until_there_is_a_win():
    for vector in CHEAP[:6]:
        assert geister.answer(of_vector(vector)) == (vector["win_plies"], vector["best_first_moves"])
    for vector in VECTORS[2:5]:
        assert geister.answer(of_vector(vector)) == (None, [])
        assert geister.count(of_vector(vector)) == 0


@rule
def wins_of_the_smallest(left, notes, most):
    """How many of all placements of a blue and a red against two hidden pieces are won, by length."""
    lengths = np.zeros(most + 1, np.int64)
    board = np.zeros(36, np.int64)
    for blue in range(36):
        for red in range(36):
            for one in range(36):
                for other in range(one):
                    if blue in (red, one, other) or red in (one, other):
                        continue
                    board[:] = 0
                    board[blue], board[red], board[one], board[other] = 1, 2, 3, 3
                    lengths[0] += 1
                    for plies in range(1, most + 1, 2):
                        if geister.wins(board, left, notes, plies):
                            lengths[plies] += 1
                            break
    return lengths


def test_all_positions_of_two_against_two_hidden():
    """The published table, as far as it takes a second; one table of settled positions serves them all."""
    _, left, _ = geister.read(puzzle("B.R.../....../....../....../....../.u.u..", 1, 1))
    notes = geister.new_notes(5)
    notes.tally[geister.LIMIT] = geister.NO_LIMIT
    lengths = wins_of_the_smallest(left, notes, 5)
    assert lengths.tolist() == [706_860, 39_270, 0, 59_520, 0, 53_868]


# ------------------------------------------------------------------ the rules, one by one


def plies_of(side, board, blue=0, red=0):
    """The names of all plies of a side."""
    task = geister.read(puzzle(board, blue, red))
    return sorted(geister.legal_plies(task.board, task.left, side == "attacker"))


def play(board, blue, red, *names):
    """Make plies from the attacker's on: what they take and how the game stands after the last."""
    task = geister.read(puzzle(board, blue, red))
    kinds = []
    for n, name in enumerate(names):
        taken, stands = geister.make(
            task.board, task.left, geister.legal_plies(task.board, task.left, n % 2 == 0)[name]
        )
        kinds.append(taken)
    return kinds, stands


def test_steps_captures_and_exits():
    board = "BR..../b...../....../....../....../.....r"
    assert plies_of("attacker", board) == ["a6-a5", "a6-exit", "b6-b5", "b6-c6"]
    assert plies_of("defender", board) == ["a5-a4", "a5-a6", "a5-b5", "f1-e1", "f1-f2"]
    middle = "....../....../..r.../.bBR../..u.../......"
    assert plies_of("attacker", middle, 0, 1) == ["c3-b3", "c3-c2", "c3-c4", "d3-d2", "d3-d4", "d3-e3"]


@pytest.mark.parametrize(
    ("side", "board", "hidden", "exits"),
    [
        ("attacker", "B....B/....../..R.../..b.../..r.../......", (0, 0), ["a6-exit", "f6-exit"]),
        ("attacker", "R....R/..B.../....../..b.../..r.../......", (0, 0), []),
        ("attacker", "..R.../....../....../..b.../..r.../B....B", (0, 0), []),
        ("defender", "..R.../..B.../....../....../..r.../b....b", (0, 0), ["a1-exit", "f1-exit"]),
        ("defender", "..R.../..B.../....../....../..b.../r....r", (0, 0), []),
        ("defender", "b....b/..B.../..R.../....../..r.../......", (0, 0), []),
        ("defender", "..R.../..B.../....../....../....../u....u", (1, 1), ["a1-exit", "f1-exit"]),
        ("defender", "..R.../..B.../....../....../..r.../u....u", (2, 0), ["a1-exit", "f1-exit"]),
        ("defender", "..R.../..B.../....../....../..b.../u....u", (0, 2), []),  # all hidden ones are red
    ],
)
def test_who_may_leave_and_where(side, board, hidden, exits):
    assert [name for name in plies_of(side, board, *hidden) if name.endswith("exit")] == exits


@pytest.mark.parametrize(
    ("board", "hidden", "names", "stands"),
    [
        # The attacker takes.
        ("bB..../..R.../....../....../....../....r.", (0, 0), ["b6-a6"], geister.ATTACKER_WINS),
        ("bB..../..R.../....../....../....../...br.", (0, 0), ["b6-a6"], geister.GOES_ON),
        ("bB..../..R.../....../....../....../...ur.", (1, 0), ["b6-a6"], geister.GOES_ON),
        ("bB..../..R.../....../....../....../...ur.", (0, 1), ["b6-a6"], geister.ATTACKER_WINS),
        ("rB..../..R.../....../....../....../....b.", (0, 0), ["b6-a6"], geister.DEFENDER_WINS),
        ("rB..../..R.../....../....../....../...rb.", (0, 0), ["b6-a6"], geister.GOES_ON),
        ("rB..../..R.../....../....../....../...ub.", (0, 1), ["b6-a6"], geister.GOES_ON),
        ("rB..../..R.../....../....../....../...ub.", (1, 0), ["b6-a6"], geister.DEFENDER_WINS),
        ("uB..../..R.../....../....../....../....u.", (1, 1), ["b6-a6"], geister.DEFENDER_WINS),
        ("uB..../..R.../....../....../....../....r.", (1, 0), ["b6-a6"], geister.ATTACKER_WINS),
        ("uB..../..R.../....../....../....../...ur.", (1, 1), ["b6-a6"], geister.GOES_ON),
        ("uB..../u.R.../....../....../....../....r.", (1, 1), ["b6-a6", "e1-d1", "a6-a5"], geister.ATTACKER_WINS),
        ("uB..../u.R.../....../....../....../...br.", (1, 1), ["b6-a6", "e1-e2", "a6-a5"], geister.GOES_ON),
        ("uB..../u.R.../....../....../....../...ur.", (1, 2), ["b6-a6", "e1-e2", "a6-a5"], geister.GOES_ON),
        # The defender takes.
        ("...b../..B.R./....../....../....../....r.", (0, 0), ["c5-d5", "d6-d5"], geister.DEFENDER_WINS),
        ("...b../..B.R./....../....../..B.../....r.", (0, 0), ["c5-d5", "d6-d5"], geister.GOES_ON),
        ("...b../..R.B./....../....../....../....r.", (0, 0), ["c5-d5", "d6-d5"], geister.ATTACKER_WINS),
        ("...b../..R.B./....../....../..R.../....r.", (0, 0), ["c5-d5", "d6-d5"], geister.GOES_ON),
        ("...u../..R.B./....../....../....../....u.", (1, 1), ["c5-d5", "d6-d5"], geister.ATTACKER_WINS),
        # A blue leaves.
        ("B...../..R.B./....../....../....../..br..", (0, 0), ["a6-exit"], geister.ATTACKER_WINS),
        (".B..../..R.B./....../....../....../b..r..", (0, 0), ["b6-a6", "a1-exit"], geister.DEFENDER_WINS),
        (".B..../..R.B./....../....../....../u..u..", (1, 1), ["b6-a6", "a1-exit"], geister.DEFENDER_WINS),
    ],
)
def test_who_wins(board, hidden, names, stands):
    assert play(board, *hidden, *names)[1] == stands


def test_hidden_pieces_are_red_as_long_as_they_can_be():
    board = "uB..../uu...R/u...../....../....../....rb"
    names = ["b6-a6", "e1-d1", "a6-a5", "d1-e1", "a5-a4", "e1-d1", "a4-a5", "d1-e1", "a5-b5"]
    red, blue = geister.HIDDEN_RED, geister.HIDDEN_BLUE
    assert play(board, 1, 3, *names)[0] == [red, 0, red, 0, red, 0, 0, 0, blue]
    assert play(board, 2, 2, *names)[0] == [red, 0, red, 0, blue, 0, 0, 0, blue]
    assert play(board, 4, 0, *names)[0] == [blue, 0, blue, 0, blue, 0, 0, 0, blue]


def test_plies_are_taken_back_without_a_trace():
    draw = random.Random(3)
    taken = set()
    for _ in range(300):
        task = geister.read(random_puzzle(draw))
        before = task.board.tolist(), task.left.tolist()
        for attacker in (True, False):
            for ply in geister.legal_plies(task.board, task.left, attacker).values():
                kind, _ = geister.make(task.board, task.left, ply)
                geister.take_back(task.board, task.left, ply, kind)
                assert (task.board.tolist(), task.left.tolist()) == before
                taken.add(kind)
    assert taken == set(range(geister.KINDS)) - {geister.HIDDEN}


# ------------------------------------------------------------------ a still plainer search


def random_puzzle(draw, attackers=(1, 2), shown=(0, 1), hidden=(0, 1, 2)):
    """A puzzle with so many blues and as many reds, each number drawn, at random places."""
    while True:
        own_blue, own_red = draw.choice(attackers), draw.choice(attackers)
        blue, red, hidden_blue, hidden_red = (draw.choice(numbers) for numbers in (shown, shown, hidden, hidden))
        if blue + hidden_blue and red + hidden_red:
            break
    letters = "B" * own_blue + "R" * own_red + "b" * blue + "r" * red + "u" * (hidden_blue + hidden_red)
    cells = list(letters.ljust(36, "."))
    draw.shuffle(cells)
    return puzzle("/".join("".join(cells[n : n + 6]) for n in range(0, 36, 6)), hidden_blue, hidden_red)


def simply_wins(pieces, blue, red, attacker, plies):
    """Whether the attacker wins within so many plies: every ply is tried, nothing remembered and nothing cut."""
    letters = list(pieces.values())
    if "B" not in letters or not red + letters.count("r"):
        return False
    if "R" not in letters or not blue + letters.count("b"):
        return True
    if plies == 0:
        return False
    for (x, y), piece in pieces.items():
        if (piece in "BR") != attacker:
            continue
        blue_one = piece in "Bb" or (piece == "u" and blue > 0)
        if blue_one and x in (1, 6) and y == (6 if attacker else 1):
            return attacker
        for target in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            there = pieces.get(target, ".")
            if not (0 < target[0] < 7 and 0 < target[1] < 7) or (there != "." and (there in "BR") == attacker):
                continue
            after = {place: other for place, other in pieces.items() if place != (x, y)} | {target: piece}
            less_red, less_blue = int(there == "u" and red > 0), int(there == "u" and red == 0)
            if simply_wins(after, blue - less_blue, red - less_red, not attacker, plies - 1) == attacker:
                return attacker
    return not attacker


def simple_length(given, most):
    """The shortest win by that search, None where there is none."""
    rows = given["board"].split("/")
    pieces = {(x + 1, 6 - n): letter for n, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."}
    for plies in range(1, most + 1, 2):
        if simply_wins(pieces, given["hidden"]["blue"], given["hidden"]["red"], True, plies):
            return plies
    return None


@pytest.mark.parametrize(
    ("most", "number", "kinds"),
    [
        (5, 40, {"attackers": (1,), "shown": (0,), "hidden": (1,)}),
        (5, 20, {"attackers": (1,), "shown": (1,), "hidden": (0,)}),
        (3, 150, {}),
    ],
)
def test_a_plainer_search_finds_the_same(most, number, kinds):
    draw = random.Random(most)
    lengths = set()
    for _ in range(number):
        given = random_puzzle(draw, **kinds)
        length = simple_length(given, most)
        assert geister.answer(given | {"plies": most})[0] == length, given
        lengths.add(length)
    assert lengths == {None, *range(1, most + 1, 2)}


# ------------------------------------------------------------------ what is refused

GOOD = puzzle("...uu./....RB/.u..../....../....../......", 1, 2)
LINE = ["e5-e6", "d6-d5", "f5-f6", "d5-d4", "f6-exit"]
SOLUTION = {"plies": 5, "first_moves": ["e5-e6"], "line": LINE}


def test_a_good_solution_is_replayed():
    geister.replay(GOOD, SOLUTION)
    geister.replay(GOOD | {"plies": 5}, SOLUTION)
    geister.replay(GOOD | {"board": GOOD["board"].split("/")}, SOLUTION)
    geister.replay(GOOD, SOLUTION | {"first_moves": ["f5-f6", "e5-e6"]})
    taking = {"plies": 1, "first_moves": ["b6-a6"], "line": ["b6-a6"]}
    geister.replay({"game": "geister", "board": "bB..../..R.../....../....../....../....r."}, taking)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "puyo"}, "game: expected 'geister'"),
        ({"board": None}, "board: expected six rows"),
        ({"board": "...uu./....RB/.u..../....../......"}, "board: 5 rows, where there are 6"),
        ({"board": ["......"] * 7}, "board: 7 rows"),
        ({"board": "...uu/....RB/.u..../....../....../......"}, "board, row 6: expected 6 of"),
        ({"board": "...uu./....RB/.u..../....../....../...x.."}, "board, row 1: expected 6 of"),
        ({"board": ["......"] * 4 + [6] + ["......"]}, "board, row 2: expected 6 of"),
        ({"board": "...uu./.....B/.u..../....../....../......"}, "the attacker has no red piece"),
        ({"board": "...uu./....R./.u..../....../....../......"}, "the attacker has no blue piece"),
        ({"hidden": {"blue": 0, "red": 3}}, "the defender has no blue piece"),
        ({"hidden": {"blue": 3, "red": 0}}, "the defender has no red piece"),
        ({"hidden": {"blue": 1, "red": 1}}, "1 blue and 1 red do not add up to the 3 of the board"),
        ({"hidden": {"blue": 2, "red": 2}}, "do not add up"),
        ({"hidden": None}, "do not add up"),
        ({"hidden": {"blue": 3}}, "hidden: expected the numbers of blue and red"),
        ({"hidden": {"blue": 1, "red": 2, "purple": 0}}, "hidden: expected the numbers"),
        ({"hidden": [1, 2]}, "hidden: expected the numbers"),
        ({"hidden": {"blue": 4, "red": -1}}, "hidden.red: expected a whole number"),
        ({"hidden": {"blue": True, "red": 2}}, "hidden.blue: expected a whole number"),
        ({"hidden": {"blue": 1.0, "red": 2}}, "hidden.blue: expected a whole number"),
        ({"hidden": {"blue": 1, "red": 10**30}}, "hidden.red: expected a whole number"),
        ({"plies": 4}, "plies: expected an odd number from 1 to 99"),
        ({"plies": -1}, "plies: expected an odd number from 1 to 99"),
        ({"plies": "5"}, "plies: expected an odd number from 1 to 99"),
        ({"plies": True}, "plies: expected an odd number from 1 to 99"),
        ({"plies": 10**30 + 1}, "plies: expected an odd number from 1 to 99"),
    ],
)
def test_a_bad_puzzle_is_refused(change, said):
    bad = GOOD | change
    for ask in (lambda: geister.replay(bad, SOLUTION), lambda: geister.count(bad), lambda: geister.cost(bad)):
        with pytest.raises(Foul, match=said):
            ask()


@pytest.mark.parametrize("given", [None, "......", [GOOD], 3])
def test_what_is_no_object_is_refused(given):
    with pytest.raises(Foul, match="puzzle: expected an object"):
        geister.count(given)


def along(*line, **more):
    """A solution with this line."""
    return {"plies": len(line), "first_moves": [line[0]], "line": list(line)} | more


@pytest.mark.parametrize(
    ("solution", "said"),
    [
        (None, "solution: expected an object"),
        (LINE, "solution: expected an object"),
        (SOLUTION | {"plies": None}, "solution.plies: expected an odd number"),
        (SOLUTION | {"plies": 6}, "solution.plies: expected an odd number"),
        (along(*LINE[:4]), "solution.plies: expected an odd number"),
        (SOLUTION | {"plies": 3}, "solution.line: 5 plies, where 3 are stated"),
        (SOLUTION | {"line": LINE[:3]}, "solution.line: 3 plies, where 5 are stated"),
        (SOLUTION | {"line": []}, "solution.line: expected a list of plies"),
        (SOLUTION | {"line": "e5-e6"}, "solution.line: expected a list of plies"),
        (SOLUTION | {"line": [1, 2, 3, 4, 5]}, "solution.line: expected a list of plies"),
        (SOLUTION | {"first_moves": []}, "solution.first_moves: expected a list of plies"),
        (SOLUTION | {"first_moves": "e5-e6"}, "solution.first_moves: expected a list of plies"),
        (SOLUTION | {"first_moves": ["e5-e6", "e5-e6"]}, "solution.first_moves: the same ply twice"),
        (SOLUTION | {"first_moves": ["e5-e6", "d6-d5"]}, "solution.first_moves: d6-d5 is not a legal first ply"),
        (SOLUTION | {"first_moves": ["f5-f6"]}, "ply 1: e5-e6 is not among the first moves"),
        (along("e5-f5", *LINE[1:]), "e5-f5 is not a legal first ply"),  # onto its own piece
        (along("e5-e7", *LINE[1:]), "e5-e7 is not a legal first ply"),
        (along("e5-e6", "f5-f6", *LINE[2:]), "ply 2: f5-f6 is not a legal ply of the defender"),
        (along("e5-e6", "d6-c5", *LINE[2:]), "ply 2: d6-c5 is not a legal ply of the defender"),  # aslant
        (along("e5-e6", "d6-d4", *LINE[2:]), "ply 2: d6-d4 is not a legal ply"),  # two steps
        (along("e5-e6", "c6-c5", *LINE[2:]), "ply 2: c6-c5 is not a legal ply"),  # nobody there
        (along("e5-e6", "d6-exit", *LINE[2:]), "ply 2: d6-exit is not a legal ply"),
        (along("e5-e6", "pass", *LINE[2:]), "ply 2: pass is not a legal ply"),
        (along("e5-e6", "d6-d5", "f5-exit"), "ply 3: f5-exit is not a legal ply of the attacker"),
        (along("e5-e6", "d6-d5", "e6-f6", "d5-d4", "f6-exit"), "ply 5: f6-exit is not a legal ply"),  # a red one
        (along("e5-e6", "d6-e6", *LINE[2:]), "ply 3: the attacker has won before"),  # it took the last red
        (along(*LINE, "d4-d3", "f5-f6"), "ply 6: the attacker has won before"),
        (along(*LINE[:3]), "ply 3: the attacker has not won"),
        (along(*LINE[:4], "f6-f5"), "ply 5: the attacker has not won"),
    ],
)
def test_a_bad_solution_is_refused(solution, said):
    with pytest.raises(Foul, match=said):
        geister.replay(GOOD, solution)


def test_the_length_is_the_one_that_the_puzzle_states():
    with pytest.raises(Foul, match=r"solution\.plies: 5, where the puzzle states 7"):
        geister.replay(GOOD | {"plies": 7}, SOLUTION)


def test_nobody_plays_on_when_the_defender_has_won():
    leaving = puzzle(".B..../..R.../....../....../....../u....u", 1, 1)
    with pytest.raises(Foul, match="ply 3: the defender has won before"):
        geister.replay(leaving, along("b6-a6", "a1-exit", "a6-exit"))
    last_red = puzzle("uB..../..R.../....../....../....../.....u", 1, 1)
    with pytest.raises(Foul, match="ply 2: the defender has won before"):
        geister.replay(last_red, along("b6-a6", "f1-f2", "a6-exit"))
    with pytest.raises(Foul, match="ply 1: the attacker has not won"):
        geister.replay(last_red, along("b6-a6"))


# ------------------------------------------------------------------ compiled and plain


@pytest.fixture(scope="module")
def plain():
    """The same text, not compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TSUME_REFEREE", "plain")
        spec = importlib.util.spec_from_file_location("plain_geister_referee", geister.__file__)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    assert module.wins is module.wins.py_func
    assert geister.wins is not geister.wins.py_func
    return module


def test_compiled_and_plain_find_the_same(plain):
    tried = [vector for vector in CHEAP if looked_at(of_vector(vector, plies=vector["win_plies"])) < 1000]
    assert len(tried) > 6
    for vector in tried:
        given, meters = of_vector(vector, plies=vector["win_plies"]), (Meter(), Meter())
        assert geister.answer(given, meters[0]) == plain.answer(given, meters[1])
        assert meters[0].positions == meters[1].positions > 0


# ------------------------------------------------------------------ the referee and its review


def test_a_referee_is_found_by_name():
    assert referee("geister") is geister


def test_counting_stops():
    corner = puzzle(".B..B./....../....../..RR../....../..uu..", 1, 1)
    assert geister.answer(corner) == (3, ["b6-a6", "e6-f6"])
    assert [geister.count(corner, stop_at=n) for n in (0, 1, 2, 3)] == [2, 1, 2, 2]
    assert geister.count(corner) == 2


def test_cost_is_of_the_right_size():
    """A proof is not given up, and dear puzzles are told from cheap ones."""
    stated = [of_vector(vector, plies=vector["win_plies"]) for vector in CHEAP]
    costs, positions = ([ask(given) for given in stated] for ask in (geister.cost, looked_at))
    for given, estimate, needed in zip(stated, costs, positions, strict=True):
        assert needed <= PATIENCE * estimate, given
    ranks = [np.argsort(np.argsort(numbers)) for numbers in (costs, positions)]
    assert np.corrcoef(*ranks)[0, 1] > 0.8
    assert sum(needed > estimate / 20 for estimate, needed in zip(costs, positions, strict=True)) > len(stated) / 2


def test_cost_without_a_length_is_a_guess():
    assert 0 < geister.cost(GOOD) < geister.cost(GOOD | {"plies": 41}) <= 10 * 36 * 35 * 34 * 33 * 32


def test_a_count_is_given_up_at_its_limit():
    given = of_vector(CHEAP[-1])
    all_of_it = looked_at(given)
    assert geister.count(given, meter=Meter(all_of_it)) == 1
    for limit in (0, 1, 12, all_of_it - 1):
        meter = Meter(limit)
        with pytest.raises(Unfinished, match=f"not proved within {limit} positions"):
            geister.count(given, meter=meter)
        assert meter.positions == limit


def test_review_finds_what_is_wrong():
    two_ways = puzzle(".B..../.uu..B/....../uu.R../...R../......", 2, 2)
    walk = along("b6-a6", "a3-a4", "a6-exit", first_moves=["b6-a6", "f5-f6"])
    far = puzzle("....../..u.../....../B.uB.R/.B.u../......", 1, 2, plies=17)
    choice = [
        ("good", GOOD | {"plies": 5}, SOLUTION),
        ("ambiguous", two_ways, walk),
        ("too long", GOOD | {"plies": 7}, along(*LINE[:2], "e6-d6", "d5-d4", "f5-f6", "d4-d3", "f6-exit")),
        ("wrong", GOOD, along(*LINE[:4], "f6-f5")),
        ("broken", {"game": "geister"}, None),
        ("dear", far, None),
    ]
    found = review("geister", choice, budget=100_000, seed=1)
    reasons = dict(found.fouls)
    assert (found.replayed, found.proved, found.unproved) == (6, 1, [])
    assert set(reasons) == {"ambiguous", "too long", "wrong", "broken", "dear"}
    assert "more than one solution" in reasons["ambiguous"]


def test_a_puzzle_takes_nothing_from_what_others_left():
    """Neither the number of positions nor the answer depends on what was looked at before."""

    def looked(vector):
        meter = Meter()
        number = geister.count(of_vector(vector, plies=vector["win_plies"]), meter=meter)
        return number, meter.positions

    some = CHEAP[:4]
    first = [looked(vector) for vector in some]
    geister.KEPT.puzzles = geister.MOST_PUZZLES - 2
    assert [looked(vector) for vector in [*some, *some]] == [*first, *first]
    assert geister.KEPT.puzzles < 8, "the numbers begin again, with empty slots"
