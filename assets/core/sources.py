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

The packages that a module stands in count by their own text, not by what they import. Two files are left out.
Settings count by value: what a stage reads of them is among its facts. So do tables: a stage counts the columns and
keys of those that it reads and writes (`Stage.code_version`). Libraries do not count.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("engines", "warehouse", "quality", "assets")  # what stages are made of
BY_VALUE = ("warehouse/schema.py", "assets/core/settings.toml")
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


@dataclass
class Sources:
    """The sources below a root, each read once."""

    root: Path = ROOT
    known: dict[Path, Source] = field(default_factory=dict)
    modules: dict[str, Path | None] = field(default_factory=dict)
    engines: dict[Path, Engine] = field(default_factory=dict)
    names: dict[Path, str] = field(default_factory=dict)

    def source(self, path: Path) -> Source:
        if path not in self.known:
            content = path.read_bytes()
            nodes = list(running(ast.parse(content))) if path.suffix == ".py" else []
            brought = [found for node in nodes for found in self.brought_by(node)]
            imports = {found.file for found in brought if found.file} | set(data_files(path, nodes))
            foreign = {each.known for node in nodes if isinstance(node, ast.Import) for each in self.brought_by(node)}
            reads = frozenset(attributes(nodes, foreign))
            self.known[path] = Source(hashlib.sha256(content).digest(), frozenset(imports), reads)
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
            if path in found or self.relative(path) in BY_VALUE:
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

    def engine(self, package: Path) -> Engine:
        """The class behind `ENGINE`, which a game's package defines or imports."""
        if package not in self.engines:
            scope = Scope(self, package)
            elsewhere = scope.imported.get("ENGINE")
            self.engines[package] = self.engine(elsewhere.file) if elsewhere and elsewhere.file else Engine(scope)
        return self.engines[package]


class Scope:
    """The names of one file: what it imports, what it defines, and what it does besides."""

    def __init__(self, sources: Sources, path: Path) -> None:
        self.sources, self.path = sources, path
        text = path.read_text()
        self.lines = text.splitlines()
        body = [node for node in ast.parse(text).body if not for_types_only(node)]
        self.imported = {found.known: found for node in body for found in sources.brought_by(node)}
        self.defined = by_name(body)
        named = (ast.Import, ast.ImportFrom)
        self.besides = [node for node in body if not isinstance(node, named) and not only_defines(node)]

    def text(self, node: ast.stmt | ast.expr) -> str:
        """A statement as it is written, with what decorates it."""
        return "\n".join(self.lines[first_line(node) - 1 : node.end_lineno])

    def header(self, node: ast.ClassDef) -> str:
        """A class without its body."""
        return "\n".join(self.lines[first_line(node) - 1 : node.body[0].lineno - 1])


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
            self.inherit(Scope(scope.sources, imported.file), imported.original.rpartition(".")[2])
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


def version_of(starts: Iterable[Path], package: Path, sources: Sources) -> str:
    """Twelve hex digits that change whenever a source does that decides what these modules do with a game."""
    files, pieces = sources_of(starts, package, sources)
    digest = hashlib.sha256("\0".join(pieces).encode())
    for path in sorted(files, key=sources.relative):
        digest.update(f"{sources.relative(path)}\0".encode() + sources.source(path).digest)
    return digest.hexdigest()[:12]


HERE = Sources()


@cache
def stage_version(modules: tuple[str, ...], package: str) -> str:
    """`version_of` for modules and a game's package by their names, in this process."""
    return version_of([found(name) for name in modules], found(package), HERE)


def found(name: str) -> Path:
    """The file of a module or package, wherever it is."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(name)
    return Path(spec.origin)


@cache
def press_version() -> str:
    """A hash of every source that a release depends on."""
    digest = hashlib.sha256()
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
