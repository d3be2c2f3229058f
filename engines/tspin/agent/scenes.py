"""A game to watch, move by move, and as a fumen document that the community's viewers open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engines.agents import Played, Scene
from engines.contract import BadParameter
from engines.tspin.agent.bag import Bags
from engines.tspin.agent.catalogue import FORMS
from engines.tspin.agent.game import Move, moves_of_record
from engines.tspin.forms import fumen
from engines.tspin.forms.link import operation_on
from engines.tspin.rules.pieces import PIECES, Cell
from engines.tspin.rules.placements import cells_of
from engines.tspin.rules.spins import FULL, MINI

VISIBLE = 20
WIDTH = 10
NEXT = 5
MOST_PAGES = 1000  # of one document: viewers get slow with more

NAMES = {1: ("single", "シングル"), 2: ("double", "ダブル"), 3: ("triple", "トリプル")}
EMPTY_ROW = "." * WIDTH


class Watched:
    """The board in colours, what is held and what comes, as a game goes on."""

    def __init__(self, game: Played) -> None:
        self._bags = Bags(game.seed, game.number)
        self.rows: list[str] = []  # from the bottom
        self.hold = ""
        self.gone = 0
        self.attack = 0
        self.tees = 0  # T pieces placed
        self.spins = 0  # of them T-spins

    def shown(self) -> dict[str, str]:
        queue = "".join(PIECES[piece] for piece in self._bags.pieces(self.gone, NEXT + 1))
        share = f"{100 * self.spins / self.tees:.0f} %" if self.tees else "-"
        return {
            "hold": self.hold or "-",
            "piece": queue[0],
            "next": queue[1:],
            "attack": str(self.attack),
            "T-spin efficiency": share,
        }

    def board(self) -> tuple[str, ...]:
        """The visible rows from the top."""
        rows = self.rows[:VISIBLE] + [EMPTY_ROW] * (VISIBLE - len(self.rows))
        return tuple(reversed(rows))

    def put(self, move: Move) -> list[Cell]:
        """Lock a piece, full rows staying for the moment; its cells."""
        if move.piece != self.piece(move):
            raise ValueError(f"{move.piece} is not the piece that comes")
        cells = list(cells_of(PIECES.index(move.piece), move.code))
        for x, y in cells:
            self.rows += [EMPTY_ROW] * (y + 1 - len(self.rows))
            if self.rows[y][x] != ".":
                raise ValueError(f"{move.piece} where something is already")
            self.rows[y] = self.rows[y][:x] + move.piece + self.rows[y][x + 1 :]
        return cells

    def piece(self, move: Move) -> str:
        """The piece that a move has to place: the current one, or what comes for it out of the hold."""
        if move.held and self.hold:
            return self.hold
        return PIECES[self._bags.pieces(self.gone + (1 if move.held else 0), 1)[0]]

    def finish(self, move: Move) -> None:
        """Clear full rows, and let the hold and the queue follow."""
        left = [row for row in self.rows if "." in row]
        if len(self.rows) - len(left) != move.lines:
            raise ValueError(f"{move.lines} lines where {len(self.rows) - len(left)} clear")
        self.rows = left
        if move.held:
            current = PIECES[self._bags.pieces(self.gone, 1)[0]]
            self.gone += 1 if self.hold else 2
            self.hold = current
        else:
            self.gone += 1
        self.attack += move.attack
        self.tees += move.piece == "T"
        self.spins += move.spin == FULL


def _said(move: Move) -> tuple[str, str]:
    if move.lines == 0:
        return "", ""
    name, ja = NAMES.get(move.lines, ("four lines", "4ライン"))
    if move.spin == FULL:
        name, ja = f"T-spin {name}", f"T-spin {ja}"
    elif move.spin == MINI:
        name, ja = f"T-spin mini {name}", f"T-spin ミニ {ja}"
    if not move.attack:
        return name.capitalize(), ja
    return f"{name[0].upper()}{name[1:]}: {move.attack} sent", f"{ja}: 攻撃 {move.attack}"


def scenes(game: Played) -> Iterator[Scene]:
    """The empty board, then each move with its piece just locked, full rows still there, then the end."""
    watched = Watched(game)
    yield Scene((watched.board(),), said="The game begins", said_ja="ゲーム開始", shown=watched.shown())
    for move in moves_of_record(game.moves):
        cells = watched.put(move)
        board = watched.board()
        changed = tuple((0, x, VISIBLE - 1 - y) for x, y in cells if y < VISIBLE)
        said, said_ja = _said(move)
        watched.finish(move)
        event = move.spin == FULL or move.lines == 4
        yield Scene((board,), changed, said, said_ja, watched.shown(), event)
    blocked = game.measures["blocked"] > 0
    said, said_ja = ("Blocked out", "ゲームオーバー") if blocked else ("The inputs are used up", "入力終了")
    yield Scene((watched.board(),), said=said, said_ja=said_ja, shown=watched.shown(), event=True)


def write_game(game: Played, form: str) -> str:
    """The game as a fumen document, one page a move, its first MOST_PAGES moves; it ends before a piece that lies
    higher than the 23 rows that a fumen has."""
    if form not in FORMS:
        raise BadParameter(f"unknown form {form!r}: choose from {', '.join(FORMS)}")
    pages: list[fumen.Page] = []
    page = fumen.Page(colorize=True, comment=_title(game))
    for move in moves_of_record(game.moves[:MOST_PAGES]):
        cells = cells_of(PIECES.index(move.piece), move.code)
        if any(y >= fumen.HEIGHT for _, y in cells):
            break
        said = _said(move)[0]
        pages.append(replace(page, operation=operation_on(move.piece, cells), comment=said or page.comment))
        page = fumen.Page(fumen.after(pages[-1]))
    return fumen.encode(pages or [page])


def _title(game: Played) -> str:
    return f"{game.agent}, seed {game.seed}, game {game.number}"
