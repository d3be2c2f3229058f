"""Machine code for kernels that Python calls, and none for those that only kernels call.

numba gives every function wrappers, an optimisation of all that it calls, machine code and a cache file of its own,
however deep inside others it stands. Here a kernel is two things:

* the *entry*, which Python calls. It is optimised together with all that it calls, once, and cached;
* the *inner* kernel, which other kernels call. It ends as plain LLVM code. Whatever entry needs it takes it in.

So a kernel deep inside is optimised once for an entry, not once for each of its callers. Everything that numba itself
brings in (array functions and the like) is inner, too. This halves the time that compiling takes, and more.

numba also counts, at run time, who holds an array, each time that one is given to a kernel or a row is taken of it.
The numbers of a search took up to two thirds of its time. A kernel that only *borrows* arrays does without: whoever
gave them holds them until it is done.

This module uses parts of numba that are not public: its version is pinned.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

from llvmlite import binding
from numba import types
from numba.core import ir
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.runtime import rtsys
from numba.core.typed_passes import NativeLowering

ENVIRONMENT = "_ZN08NumbaEnv"  # how the names of environments begin, which hold constants of functions

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy"}
NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class Inner(JITCodeLibrary):
    """LLVM code of one function that waits for the entries that need it."""

    _shared_module: Any

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # there is no machine code: Python cannot call it

    def own_module(self) -> Any:
        """This function alone, in a form that may be linked into any number of others."""
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            for function in self._shared_module.functions:
                if not function.is_declaration and function.linkage == binding.Linkage.external:
                    function.linkage = "linkonce_odr"
        return self._shared_module

    def _get_module_for_linking(self) -> Any:
        """With all that it calls, for whoever links it in numba's own way."""
        module = self.own_module().clone()
        for library in needed_by(self)[1:]:
            module.link_in(own_module(library), preserve=True)
        return module


class Entry(JITCodeLibrary):
    """LLVM code of a function that Python calls, to be optimised with all that it calls."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        needed = needed_by(self)[1:]
        for library in needed:
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(own_module(library), preserve=True)
        self._linking_libraries = []
        circle = [gv.name for gv in self._final_module.global_variables if gv.name.startswith(RuntimeLinker.PREFIX)]
        assert not circle, f"kernels that call each other in a circle: {circle}"
        super().finalize()


def own_module(library: JITCodeLibrary) -> Any:
    return library.own_module() if isinstance(library, Inner) else library._get_module_for_linking()


def needed_by(library: JITCodeLibrary) -> list[JITCodeLibrary]:
    """A library and all that it links, directly or not, each once."""
    found, waiting = {library: None}, [library]
    while waiting:
        for other in waiting.pop()._linking_libraries:
            if other not in found:
                found[other] = None
                if isinstance(other, Inner):
                    waiting.append(other)
    return list(found)


@contextmanager
def inner_only() -> Iterator[None]:
    """While an entry is compiled, everything but itself is inner."""
    codegen = cpu_target.target_context.codegen()
    if "create_library" in vars(codegen):  # an entry that is compiled while another is
        yield
        return
    rtsys.initialize(cpu_target.target_context)
    plain_environment = codegen.set_env

    def create_library(name: str, **given: Any) -> Inner:
        return Inner(codegen, name, **given)

    def set_env(name: str, environment: Any) -> None:
        if codegen._engine.is_symbol_defined(name):
            plain_environment(name, environment)

    codegen.create_library, codegen.set_env = create_library, set_env
    try:
        yield
    finally:
        del codegen.create_library, codegen.set_env


def only_borrows(state: Any) -> bool:
    """Whether a function that has its types only reads and fills arrays that somebody else holds: it makes none and
    returns none."""
    models = state.targetctx.data_model_manager

    def counted(kind: types.Type) -> bool:
        return bool(models[kind].contains_nrt_meminfo())

    def borrowed(value: Any) -> bool:
        if not isinstance(value, ir.Expr):
            return not isinstance(value, ir.Yield)
        if value.op in ("getitem", "static_getitem"):
            return is_view(state.typemap[value.value.name], _index_of(value, state.typemap))
        return value.op in ("getattr", "cast", "build_tuple", "exhaust_iter", "getiter", "iternext", "phi")

    def harmless(statement: Any) -> bool:
        if isinstance(statement, ir.Assign):
            return not counted(state.typemap[statement.target.name]) or borrowed(statement.value)
        if isinstance(statement, ir.SetItem | ir.StaticSetItem):
            return not counted(state.typemap[statement.value.name])
        return isinstance(statement, ir.Del | ir.Jump | ir.Branch | ir.Return | ir.StaticRaise)

    statements = (statement for block in state.func_ir.blocks.values() for statement in block.body)
    return not counted(state.return_type) and all(harmless(statement) for statement in statements)


def _index_of(value: ir.Expr, typemap: Any) -> types.Type | None:
    """The type of an index; None if it stands in the text."""
    index = value.index if value.op == "getitem" else value.index_var
    return None if index is None else typemap[index.name]


def is_view(whole: types.Type, index: types.Type | None) -> bool:
    """Whether what is taken out of something is a part of it and no copy."""
    if isinstance(whole, types.BaseTuple):
        return True
    indices = tuple(index) if isinstance(index, types.BaseTuple) else (index,)
    plain = types.Integer | types.SliceType | types.EllipsisType
    return isinstance(whole, types.Array) and all(isinstance(each, plain) for each in indices)


@register_pass(mutates_CFG=False, analysis_only=True)
class Borrowing(AnalysisPass):
    """Leave the counting out where a function only borrows."""

    _name = "borrowing"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        if only_borrows(state):
            state.targetctx = state.targetctx.subtarget(enable_nrt=False)
        return False


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):
    """Lowering into a library that is to have machine code."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        codegen = state.targetctx.codegen()
        state.library = Entry(codegen, state.func_id.func_qualname)
        state.library.enable_object_caching()
        done = bool(super().run_pass(state))
        for name in [gv.name for gv in state.library._final_module.global_variables]:
            if name.startswith(ENVIRONMENT) and (environment := lookup_environment(name)) is not None:
                codegen.set_env(name, environment)
        return done


class InnerCompiler(CompilerBase):
    lowering = NativeLowering

    def define_pipelines(self) -> list[Any]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        at = next(place for place, (step, _) in enumerate(manager.passes) if step is NativeLowering)
        manager.passes[at : at + 1] = [(Borrowing, "borrowing"), (self.lowering, "lowering")]
        manager.finalize()
        return [manager]


class EntryCompiler(InnerCompiler):
    lowering = EntryLowering

    def compile_extra(self, func: FunctionType) -> Any:
        with inner_only():
            return super().compile_extra(func)


class InnerKernel(CPUDispatcher):
    """A kernel as other kernels see it."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile it once for an argument's type, not once more for every constant that some caller writes."""
        return super().get_call_template(
            tuple(map(types.unliteral, args)), {name: types.unliteral(kind) for name, kind in kws.items()}
        )


class EntryKernel(CPUDispatcher):
    """A kernel as Python sees it. To kernels that name it, it is the inner kernel."""

    def __init__(self, function: FunctionType) -> None:
        super().__init__(function, targetoptions=OPTIONS, pipeline_class=EntryCompiler)
        self.inner = InnerKernel(copied(function), targetoptions=OPTIONS | NO_WRAPPERS, pipeline_class=InnerCompiler)
        self.enable_caching()

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self.inner)


def copied(function: FunctionType) -> FunctionType:
    """The same function as another object: numba takes an entry that calls itself for two functions."""
    copy = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    return copy
