"""Finds the hook's modules in one file: to look for each by itself and read it takes longer.

The launcher runs this before anything else of the package, so it imports only what Python has
loaded by then. A module is taken from the bundle while its source has the size and the time of
change that are noted, just as with a `.pyc`; otherwise Python looks for it as always.
"""

import marshal
import os
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import ExtensionFileLoader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

Kept = tuple[str, int, int, bytes]
"""A module's file, its time of change in ns, its size, and its code; none for a C library."""


class _Loader:
    """Runs the code that was kept; it names its source, so tracebacks are as always."""

    def __init__(self, file: str, code: bytes) -> None:
        self._file = file
        self._code = code

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave that to Python."""

    def exec_module(self, module: "ModuleType") -> None:
        module.__file__ = self._file
        exec(marshal.loads(self._code), module.__dict__)  # noqa: S102, S302  # as for a .pyc


class Bundle:
    """A finder of the modules that were kept."""

    def __init__(self, modules: dict[str, Kept]) -> None:
        self._modules = modules

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """How to load a module; None for one that was not kept, or has changed since."""
        if name not in self._modules:
            return None
        file, _, _, code = kept = self._modules[name]
        if not is_fresh(kept):
            return None
        if not code:
            spec = ModuleSpec(name, ExtensionFileLoader(name, file), origin=file)
            spec.has_location = True
            return spec
        spec = ModuleSpec(name, _Loader(file, code), origin=file)  # type: ignore[arg-type]
        if file.endswith("__init__.py"):
            spec.submodule_search_locations = [os.path.dirname(file)]
        return spec


def is_fresh(kept: Kept) -> bool:
    """Whether a module's source is still the one whose code was kept."""
    file, changed, size, _ = kept
    try:
        now = os.stat(file)
    except OSError:
        return False
    return (now.st_mtime_ns, now.st_size) == (changed, size)


def use(modules: dict[str, Kept]) -> None:
    """Look for these modules here before anywhere else."""
    sys.meta_path.insert(0, Bundle(modules))
