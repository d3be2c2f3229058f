"""Which sources decide what a stage writes. They are found by reading the sources, never listed by hand.

A stage is decided by its own module, by all that this module imports (directly or not), and by the parts of the
engine that these modules use. An engine is reached by name at run time, so no import shows it. Its parts are found
like this:

1. Every attribute that the modules read (`maker.solve`, `getattr(maker, "solve")`) and that the engine's class has,
   of its own or from a base, is a part in use.
2. The body of that part names what it needs. A name that is imported brings in that module with its imports, and so
   does a text that is a module's name; a name of the same file brings in its definition. What stands in the
   brackets of a base is a type and brings in nothing.
3. What the parts bring in from outside the game's folder may read further parts: the same again.

So an edit to the solver makes proofs anew, and an edit to a caption does not. What is read too broadly (another
object with an attribute of the same name) costs work, never a stale row. What cannot be followed is refused.

Reading them all takes seconds, in every process that knows the assets. So what was found is kept beside the bytecode,
for as long as no source is another.

The packages that a module stands in count by their own text, not by what they import. Two files are left out.
Settings count by value: what a stage reads of them is among its facts. So do tables: a stage counts the columns and
keys of those that it reads and writes (`Stage.code_version`). Libraries do not count.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import sys
import tokenize
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("engines", "warehouse", "quality", "assets")  # what stages are made of
BY_VALUE = ("warehouse/schema.py", "assets/core/settings.toml")
BY_TABLE = ("quality/suites.py", "quality/rules.py", "quality/played.py")  # a stage counts its own tables' checks
NO_ROWS = (
    "assets/core/progress.py",  # tells people how far the work is
    "assets/core/compute.py",  # has tasks done; what they give comes in their order, wherever it was made
    "assets/core/ready.py",  # takes rows that the same recipe made, and compares their digests
    "assets/core/sources.py",  # finds out what decides rows, and decides none
)
NOT_WHOLE = (*BY_VALUE, *BY_TABLE, *NO_ROWS)
LIBRARIES = ("lightgbm", "llvmlite", "numba", "numpy")  # another version of these may give other numbers
# Modules that use no engine to decide a row: the contract describes it, settings check themselves against it.
NO_CALLERS = (
    "assets/core/settings.py",
    "assets/core/sources.py",
    "assets/core/stage.py",
    "warehouse/",
    "quality/",
    "engines/engine.py",
    "engines/registry.py",
    "engines/kernels/",
)
MODULE = re.compile(r"\w+(\.\w+)+")  # how the name of a module looks
DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
TEXTS = (ast.Constant, ast.JoinedStr)
BY_NAME = ("getattr", "hasattr", "attrgetter", "methodcaller")  # they read an attribute whose name they are told


@dataclass(frozen=True)
class Import:
    """A name that an import makes known, the file it comes from if that is ours, and what it is called there."""

    known: str
    file: Path | None
    original: str


@dataclass(frozen=True)
class Source:
    """What a file says of others."""

    digest: bytes
    imports: frozenset[Path]  # files of this project that it imports, wherever in it, and data files that it names
    reads: frozenset[str]  # names of attributes
    suites: frozenset[tuple[Path, str]]  # what it takes from files that count by table
    libraries: frozenset[str]  # those of `LIBRARIES` that it imports


@dataclass
class Sources:
    """The sources below a root, each read once."""

    root: Path = ROOT
    known: dict[Path, Source] = field(default_factory=dict)
    modules: dict[str, Path | None] = field(default_factory=dict)
    engines: dict[Path, Engine] = field(default_factory=dict)
    scopes: dict[Path, Scope] = field(default_factory=dict)
    names: dict[Path, str] = field(default_factory=dict)

    def source(self, path: Path) -> Source:
        if path not in self.known:
            content = path.read_bytes()
            nodes = list(running(ast.parse(content))) if path.suffix == ".py" else []
            brought = [found for node in nodes for found in self.brought_by(node)]
            imports = {found.file for found in brought if found.file} | set(data_files(path, nodes))
            foreign = {each.known for node in nodes if isinstance(node, ast.Import) for each in self.brought_by(node)}
            suites = {
                (found.file, found.original.rpartition(".")[2])
                for found in brought
                if found.file and self.relative(found.file) in BY_TABLE
            }
            libraries = {found.original.partition(".")[0] for found in brought if not found.file} & set(LIBRARIES)
            self.known[path] = Source(
                hashlib.sha256(said(content.decode()).encode() if path.suffix == ".py" else content).digest(),
                frozenset(imports),
                frozenset(attributes(nodes, foreign)),
                frozenset(suites),
                frozenset(libraries),
            )
        return self.known[path]

    def module(self, name: str) -> Path | None:
        """The file of a module or package of this project."""
        if name not in self.modules:
            base = self.root.joinpath(*name.split("."))
            there = (path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file())
            self.modules[name] = next(there, None)
        return self.modules[name]

    def brought_by(self, node: ast.AST) -> Iterator[Import]:
        """What an import statement makes known."""
        if isinstance(node, ast.ImportFrom):
            if node.level or any(alias.name == "*" for alias in node.names):
                raise ValueError(f"cannot follow {ast.unparse(node)!r}: name the module and what you take from it")
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield Import(alias.asname or alias.name, self.module(full) or self.module(node.module or ""), full)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                known = alias.asname or alias.name.partition(".")[0]
                yield Import(known, self.module(alias.name), alias.name)

    def named_by(self, node: ast.AST) -> Iterator[Import]:
        """The module that a text names, to be imported when it is needed: "engines.tspin.agent.met"."""
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and MODULE.fullmatch(text) and (file := self.module(text)):
            yield Import(text, file, text)

    def closure(self, starts: Iterable[Path]) -> frozenset[Path]:
        """Some files and all that they import, directly or not."""
        found: set[Path] = set()
        waiting = list(starts)
        while waiting:
            path = waiting.pop()
            if path in found or self.relative(path) in NOT_WHOLE:
                continue
            found.add(path)
            waiting += self.source(path).imports
        return frozenset(found)

    def relative(self, path: Path) -> str:
        if path not in self.names:
            inside = path.is_relative_to(self.root)
            self.names[path] = path.relative_to(self.root).as_posix() if inside else path.name
        return self.names[path]

    def packages(self, paths: Iterable[Path]) -> frozenset[Path]:
        """What runs before a module does: the packages that it stands in."""
        standing = {path.parent for path in paths}
        folders = {above for folder in standing for above in (folder, *folder.parents) if self.root in above.parents}
        return frozenset(init for folder in folders if (init := folder / "__init__.py").is_file())

    def attributes_read(self, paths: Iterable[Path], game: Path) -> frozenset[str]:
        """The attributes that modules read which may hold an engine. The game's own modules make it up."""
        others = (f"{self.relative(game)}/", *NO_CALLERS)
        callers = (path for path in paths if not self.relative(path).startswith(others))
        return frozenset(name for path in callers for name in self.source(path).reads)

    def scope(self, path: Path) -> Scope:
        if path not in self.scopes:
            self.scopes[path] = Scope(self, path)
        return self.scopes[path]

    def engine(self, package: Path) -> Engine:
        """The class behind `ENGINE`, which a game's package defines or imports."""
        if package not in self.engines:
            scope = self.scope(package)
            elsewhere = scope.imported.get("ENGINE")
            self.engines[package] = self.engine(elsewhere.file) if elsewhere and elsewhere.file else Engine(scope)
        return self.engines[package]


class Scope:
    """The names of one file: what it imports, what it defines, and what it does besides."""

    def __init__(self, sources: Sources, path: Path) -> None:
        self.sources, self.path = sources, path
        text = path.read_text()
        self.lines: dict[int, list[str]] = {}
        for line, token in tokens(text):
            self.lines.setdefault(line, []).append(token)
        body = [node for node in ast.parse(text).body if not for_types_only(node)]
        self.imported = {found.known: found for node in body for found in sources.brought_by(node)}
        self.defined = by_name(body)
        named = (ast.Import, ast.ImportFrom)
        self.besides = [node for node in body if not isinstance(node, named) and not only_defines(node)]

    def text(self, node: ast.stmt | ast.expr) -> str:
        """What a statement says, with what decorates it."""
        return self.between(first_line(node), node.end_lineno or node.lineno)

    def header(self, node: ast.ClassDef) -> str:
        """A class without its body."""
        return self.between(first_line(node), node.body[0].lineno - 1)

    def between(self, first: int, last: int) -> str:
        return " ".join(token for line in range(first, last + 1) for token in self.lines.get(line, ()))


@dataclass(frozen=True)
class Piece:
    """What makes a name in an engine's file, or in one that it inherits from: all statements that define it."""

    scope: Scope
    name: str
    nodes: tuple[ast.stmt | ast.expr, ...]

    @property
    def text(self) -> str:
        return "\n".join(map(self.scope.text, self.nodes))


class Engine:
    """A game's engine as its sources show it: a class whose members are made of what other modules have."""

    def __init__(self, scope: Scope) -> None:
        self.bases: set[Path] = set()
        self.members: dict[str, Piece] = {}
        self.headers: list[str] = []
        made = made_by(scope)
        self.always = [Piece(scope, "ENGINE", tuple(told(made)))]
        self.inherit(scope, name_of(made.func))
        self.always += [Piece(scope, f"{number}:", (node,)) for number, node in enumerate(scope.besides)]
        self.always += [piece for name, piece in self.members.items() if name.startswith("__")]

    def inherit(self, scope: Scope, name: str) -> None:
        """Take up the members of a class and of its bases, wherever they are; the class itself comes first."""
        imported, (node, *others) = scope.imported.get(name), scope.defined.get(name, (None,))
        if imported and imported.file:
            self.bases.add(imported.file)
            self.inherit(scope.sources.scope(imported.file), imported.original.rpartition(".")[2])
        if not isinstance(node, ast.ClassDef):
            return
        if others:
            raise ValueError(f"cannot follow {name}: it is defined twice")
        self.headers.append(scope.header(node))
        self.always.append(Piece(scope, f"{name}@", (*node.decorator_list, *(each.value for each in node.keywords))))
        for each in node.body:
            if not only_defines(each) and not does_nothing(each):
                raise ValueError(f"cannot follow {ast.unparse(each)!r} in {name}: only define members there")
        for known, nodes in by_name(node.body).items():
            self.members.setdefault(known, Piece(scope, known, nodes))
        for base in map(without_types, node.bases):
            if not isinstance(base, ast.Name):
                raise ValueError(f"cannot follow the base {ast.unparse(base)!r} of {name}: import the class itself")
            self.inherit(scope, base.id)

    def parts(self, names: Iterable[str]) -> tuple[set[Path], list[str]]:
        """Where the members of these names come from: files, and pieces of the engine's own file."""
        files = set(self.bases)
        pieces: dict[str, str] = {}
        waiting = [*self.always, *(self.members[name] for name in names if name in self.members)]
        while waiting:
            piece = waiting.pop()
            key = f"{piece.scope.sources.relative(piece.scope.path)} {piece.name}"
            if key not in pieces:
                needed = list(self.needed(piece))
                waiting += [found for found in needed if isinstance(found, Piece)]
                imports = [found for found in needed if isinstance(found, Import)]
                files.update(found.file for found in imports if found.file)
                origins = sorted({f"{found.known} is {found.original}" for found in imports})
                pieces[key] = "\n".join([key, piece.text, *origins])
        return files, [*self.headers, *(pieces[key] for key in sorted(pieces))]

    def needed(self, piece: Piece) -> Iterator[Piece | Import]:
        """What a piece names: imports, definitions beside it, and members."""
        scope = piece.scope
        for node in (inner for outer in piece.nodes for inner in ast.walk(outer)):
            yield from scope.sources.brought_by(node)
            yield from scope.sources.named_by(node)
            if isinstance(node, ast.Name):
                if node.id in scope.imported:
                    yield scope.imported[node.id]
                elif node.id in scope.defined:
                    yield Piece(scope, f":{node.id}", scope.defined[node.id])
                elif node.id in self.members:  # a class's body names what stands above
                    yield self.members[node.id]
            elif isinstance(node, ast.Attribute) and of_self(node) and node.attr in self.members:
                yield self.members[node.attr]


def said(text: str) -> str:
    """What a Python source says, without what is for people alone: comments, docstrings, the breaking of lines.

    Every Python that can read the source gives the same."""
    return " ".join(token for _, token in tokens(text))


def tokens(text: str) -> Iterator[tuple[int, str]]:
    """The tokens of a source that say something, each with its line. A text with places to fill in is one token, as
    it was before Python 3.12."""
    lines = text.splitlines(keepends=True)
    found: list[tuple[int, str, str]] = []  # the line, the kind, the text
    depth, began = 0, (0, 0)
    for token in tokenize.generate_tokens(StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        if kind in ("FSTRING_START", "TSTRING_START"):
            began = token.start if not depth else began
            depth += 1
        elif kind in ("FSTRING_END", "TSTRING_END"):
            depth -= 1
            if not depth:
                found.append((began[0], "TEXT", cut_out(lines, began, token.end)))
        elif depth or kind in ("COMMENT", "NL", "ENCODING", "ENDMARKER"):
            continue
        elif kind in MARKS:
            line = found[-1][0] if found and kind != "INDENT" else token.start[0]
            if kind == "NEWLINE" and len(found) > 1 and found[-1][1] == "STRING" and found[-2][1] in MARKS:
                found.pop()  # a docstring, or another text that stands for itself
            elif kind == "NEWLINE" and len(found) == 1 and found[0][1] == "STRING":
                found.pop()
            else:
                found.append((line, kind, MARKS[kind]))
        else:
            found.append((token.start[0], kind, token.string))
    return ((line, shown) for line, _, shown in found)


# What stands for the end of a statement and for the beginning and the end of what is indented.
MARKS = {"NEWLINE": "\n", "INDENT": "\t", "DEDENT": "\b"}


def cut_out(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    """What stands between two places, as it is written."""
    (first, left), (last, right) = start, end
    if first == last:
        return lines[first - 1][left:right]
    return "".join([lines[first - 1][left:], *lines[first : last - 1], lines[last - 1][:right]])


def checks_of(
    tables: Iterable[str], starts: Iterable[tuple[Path, str]], sources: Sources
) -> tuple[set[Path], list[str]]:
    """What decides how some tables are checked: of the files that count by table, the definitions that these tables'
    suites need, and the other files that those import."""
    files: set[Path] = set()
    pieces: dict[str, str] = {}
    waiting = [piece for path, name in starts for piece in definition(sources.scope(path), name)]
    wanted = set(tables)
    while waiting:
        piece = waiting.pop()
        key = f"{sources.relative(piece.scope.path)} {piece.name}"
        if key in pieces:
            continue
        pieces[key] = f"{key}\n{piece.text}"
        for node in (inner for outer in piece.nodes for inner in ast.walk(outer) if isinstance(inner, ast.Name)):
            brought = piece.scope.imported.get(node.id)
            if node.id == SUITES and node.id in piece.scope.defined:
                waiting += suites_in(piece.scope, wanted)
            elif brought and brought.file and sources.relative(brought.file) in BY_TABLE:
                waiting += definition(sources.scope(brought.file), brought.original.rpartition(".")[2])
            elif brought and brought.file:
                files.add(brought.file)
            elif node.id in piece.scope.defined:
                waiting += definition(piece.scope, node.id)
    return files, [pieces[key] for key in sorted(pieces)]


SUITES = "SPECIFIC"  # the name of the table of suites in quality/suites.py


def definition(scope: Scope, name: str) -> list[Piece]:
    """What defines a name in a file, and what the file does besides; nothing if the name is not defined there."""
    if name not in scope.defined:
        return []
    besides = [Piece(scope, f"{number}:", (node,)) for number, node in enumerate(scope.besides)]
    return [Piece(scope, name, scope.defined[name]), *besides]


def suites_in(scope: Scope, tables: Collection[str]) -> list[Piece]:
    """The suites of some tables in the table of all."""
    (node,) = scope.defined[SUITES]
    entries = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
    if not isinstance(entries, ast.Dict):
        raise ValueError(f"cannot follow {SUITES}: write it out as a dict")
    pairs = zip(entries.keys, entries.values, strict=True)
    named = [(str(key.value), value) for key, value in pairs if isinstance(key, ast.Constant)]
    return [Piece(scope, f"{SUITES} {table}", (value,)) for table, value in named if table in tables]


def made_by(scope: Scope) -> ast.Call:
    """The call that makes an engine: `Tiny()` of `ENGINE = Tiny()`."""
    made = scope.defined["ENGINE"]
    value = made[0].value if len(made) == 1 and isinstance(made[0], ast.Assign | ast.AnnAssign) else None
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
        raise ValueError("cannot follow ENGINE: make it once, by calling a class by its name")
    return value


def told(call: ast.Call) -> list[ast.expr]:
    """What a call is given."""
    return [*call.args, *(each.value for each in call.keywords)]


def of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


def without_types(base: ast.expr) -> ast.expr:
    """The class itself: `Engine` of `Engine[Puzzle]`."""
    return base.value if isinstance(base, ast.Subscript) else base


def first_line(node: ast.stmt | ast.expr) -> int:
    """Where a statement begins: what decorates it stands above."""
    decorators = node.decorator_list if isinstance(node, DEFINITIONS) else []
    return min((each.lineno for each in decorators), default=node.lineno)


def for_types_only(node: ast.AST) -> bool:
    """Whether only a type checker looks at a statement."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def running(tree: ast.Module) -> Iterator[ast.AST]:
    """All nodes but those that only a type checker looks at."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and for_types_only(node):
            waiting += node.orelse
            continue
        yield node
        waiting += ast.iter_child_nodes(node)


def attributes(nodes: Iterable[ast.AST], foreign: Collection[str]) -> Iterator[str]:
    """Names after a dot, and those that `getattr` and its like are told.

    What has none of an engine's: `self`, outside its class, what a library's module holds (`np.linalg.solve`), and a
    text that is written out (`"x".encode()`)."""
    for node in nodes:
        if isinstance(node, ast.Attribute):
            of_another = of_self(node) or root_of(node) in foreign or isinstance(node.value, TEXTS)
            if isinstance(node.ctx, ast.Load) and not of_another:
                yield node.attr
        elif isinstance(node, ast.Call) and name_of(node.func) in BY_NAME:
            for told in node.args:
                if isinstance(told, ast.Constant) and isinstance(told.value, str):
                    yield told.value


def root_of(node: ast.expr) -> str:
    """The name that a chain of attributes begins with; nothing if it begins otherwise."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def name_of(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def data_files(path: Path, nodes: Iterable[ast.AST]) -> Iterator[Path]:
    """Files beside a module that it names in a text of its own: "trained.json"."""
    beside = {file.name: file for file in path.parent.iterdir() if file.is_file() and file.suffix != ".py"}
    if beside:
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in beside:
                yield beside[node.value]


def targets_of(node: ast.stmt) -> list[ast.expr]:
    """What a statement gives a value to."""
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AnnAssign) else []


def defined_by(node: ast.stmt) -> list[str]:
    """The names that a statement defines: `table["one"] = 1` and `Class.member = 1` define none."""
    if isinstance(node, DEFINITIONS):
        return [node.name]
    return [name.id for target in targets_of(node) for name in plain(target) if isinstance(name, ast.Name)]


def plain(target: ast.expr) -> list[ast.expr]:
    """The single targets of one that may be a tuple."""
    return target.elts if isinstance(target, ast.Tuple | ast.List) else [target]


def only_defines(node: ast.stmt) -> bool:
    """Whether a statement defines names and does nothing besides."""
    targets = [each for target in targets_of(node) for each in plain(target)]
    return isinstance(node, DEFINITIONS) or (bool(targets) and all(isinstance(each, ast.Name) for each in targets))


def does_nothing(node: ast.stmt) -> bool:
    """A docstring, or `pass`."""
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def by_name(body: Iterable[ast.stmt]) -> dict[str, tuple[ast.stmt, ...]]:
    """The statements that define each name, in their order: the last holds, and may rest on those before it."""
    found: dict[str, tuple[ast.stmt, ...]] = {}
    for node in body:
        for known in defined_by(node):
            found[known] = (*found.get(known, ()), node)
    return found


def sources_of(starts: Iterable[Path], package: Path, sources: Sources) -> tuple[frozenset[Path], list[str]]:
    """All that decides what some modules do with a game: files, and pieces of the engine's own file."""
    files, game = sources.closure(starts), sources.engine(package)
    while True:
        parts, pieces = game.parts(sources.attributes_read(files, package.parent))
        further = files | sources.closure(parts)
        if further == files:
            return files | sources.packages(files), pieces
        files = further


def version_of(starts: Iterable[Path], package: Path, sources: Sources, tables: Iterable[str] = ()) -> str:
    """Twelve hex digits that change whenever a source does that decides what these modules do with a game, what the
    checks of these tables say, or the version of a library that they use."""
    files, pieces = sources_of(starts, package, sources)
    suites = {taken for path in files for taken in sources.source(path).suites}
    needed, checks = checks_of(tables, sorted(suites), sources)
    files |= sources.closure(needed)
    digest = hashlib.sha256("\0".join([*pieces, *checks]).encode())
    for path in sorted(files, key=sources.relative):
        digest.update(f"{sources.relative(path)}\0".encode() + sources.source(path).digest)
    for library in sorted({name for path in files for name in sources.source(path).libraries}):
        digest.update(f"{library} {version(library)}\0".encode())
    return digest.hexdigest()[:12]


HERE = Sources()
KEPT = Path(__file__).parent / "__pycache__" / "versions.json"


@cache
def stage_version(modules: tuple[str, ...], package: str, tables: tuple[str, ...] = ()) -> str:
    """`version_of` for modules and a game's package by their names, in this process."""
    asked = "; ".join(map(" ".join, (modules, (package,), tables)))
    kept = kept_versions(KEPT, first_state())
    if asked not in kept:
        made = version_of([found(name) for name in modules], found(package), HERE, tables)
        if (
            package.partition(".")[0] not in FOLDERS or state() != first_state()
        ):  # edited where, or when, none would see
            return made
        kept[asked] = made
        keep_versions(KEPT, first_state(), kept)
    return kept[asked]


def state() -> str:
    """All that a version may depend on."""
    return " ".join([digest_of_sources(), *(f"{name} {version(name)}" for name in LIBRARIES), sys.version])


@cache
def first_state() -> str:
    """When this process first asked."""
    return state()


@cache
def kept_versions(file: Path, of: str) -> dict[str, str]:
    """What another process found in this state."""
    with suppress(OSError, ValueError, KeyError):
        written = json.loads(file.read_text())
        if written["state"] == of:
            return dict(written["versions"])
    return {}


def keep_versions(file: Path, of: str, versions: dict[str, str]) -> None:
    """Write them down, if Python may write beside the sources at all."""
    if sys.dont_write_bytecode:
        return
    staged = file.with_name(f".{file.name}.{os.getpid()}")
    with suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        staged.write_text(json.dumps({"state": of, "versions": versions}))
        os.replace(staged, file)


def found(name: str) -> Path:
    """The file of a module or package, wherever it is."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(name)
    return Path(spec.origin)


@cache
def press_version() -> str:
    """A hash of every source that a release depends on."""
    return digest_of_sources()


def digest_of_sources() -> str:
    digest = hashlib.sha256()
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
