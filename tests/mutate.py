"""`./run mutate MODULE`: change a module in many small ways, and see which changes no test notices.

MODULE is a file or a package, such as `blackboard/delivery/choice.py`. Cosmic Ray makes the changes
in a copy of the repository, where the tests that concern the module run once for each of them.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent

CONCERNS = {
    "blackboard/delivery/words.py": ("tests/blackboard/delivery/test_situation.py",),
    "blackboard/delivery/titles.py": ("tests/blackboard/delivery/test_situation.py",),
    "blackboard/delivery/limits.py": ("tests/blackboard/delivery/test_situation.py",),
    "blackboard/delivery/holdout.py": ("tests/blackboard/delivery/test_deliver.py",),
    "blackboard/delivery/events.py": ("tests/blackboard/delivery/test_deliver.py",),
    "blackboard/delivery/result.py": ("tests/blackboard/delivery/test_deliver.py",),
    "blackboard/delivery/candidates.py": (
        "tests/blackboard/delivery/test_choice.py",
        "tests/blackboard/delivery/test_relevance.py",
    ),
}
"""The tests of a module, where they are not called after it (`_tests_of`)."""

_PURE = ("tests/blackboard/delivery",)
"""Tests that use no fixtures of all tests: without those they start in a third of the time."""

_QUICK_START = "--noconftest -p no:hypothesispytest -p no:anyio"

_LEFT_OUT = (".git", ".venv*", ".mypy_cache", ".ruff_cache", ".pytest_cache", "__pycache__")
_PYTEST = "-x -q -p no:cacheprovider -p no:xdist"
_SECONDS = 60.0
"""A test run that lasts longer is caught in an endless loop."""

_CONFIG = """\
[cosmic-ray]
module-path = {modules}
timeout = {seconds}
excluded-modules = []
test-command = {command}
distributor.name = "local"

[cosmic-ray.filters.operators-filter]
exclude-operators = [
  "core/ReplaceBinaryOperator_BitOr_.*",  # nearly all are annotations, which nobody evaluates
]
"""


def main(arguments: list[str] | None = None) -> int:
    """Mutate what is asked for; 1 when the share of killed mutants is below what is asked for."""
    asked = _parser().parse_args(arguments)
    modules = _modules(asked.module)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*_LEFT_OUT))
        tests = asked.tests or _tests_of(asked.module)
        results = list(_mutants(copy, modules, tests))
    killed = sum(survivor is None for survivor in results)
    for survivor in filter(None, results):
        print(survivor)
    share = killed / len(results) if results else 1.0
    print(f"{asked.module}: {killed} of {len(results)} mutants killed ({share:.0%})")
    return int(share < asked.least)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./run mutate", description=__doc__)
    parser.add_argument("module", help="a file or a folder of the product")
    parser.add_argument("tests", nargs="*", help="the tests to run; default: those of its name")
    parser.add_argument("--least", type=float, default=0.0, help="the least share, such as 0.85")
    return parser


def _modules(module: str) -> list[str]:
    path = ROOT / module
    if not path.exists():
        sys.exit(f"there is no {module}; give a file or a folder, such as blackboard/delivery")
    files = [path] if path.is_file() else sorted(path.rglob("*.py"))
    return [str(file.relative_to(ROOT)) for file in files]


def _tests_of(module: str) -> list[str]:
    """The tests that are called after a module, or the folder that mirrors it."""
    if module in CONCERNS:
        return list(CONCERNS[module])
    path = Path(module)
    folder = ROOT / "tests" / path.with_suffix("")
    called = sorted((ROOT / "tests" / path.parent).glob(f"test_{path.stem}*.py"))
    found = called or [each for each in (folder, folder.parent) if each.is_dir()][:1]
    if not found:
        sys.exit(f"no tests are called after {module}; name them behind it")
    return [str(test.relative_to(ROOT)) for test in found]


def _mutants(copy: Path, modules: list[str], tests: list[str]) -> Iterator[str | None]:
    """Of each mutant None if it was killed, else what it changed."""
    is_pure = all(test.startswith(_PURE) for test in tests)
    options = f"{_PYTEST} {_QUICK_START}" if is_pure else _PYTEST
    command = f"{sys.executable} -m pytest {options} {' '.join(tests)}"
    config, session = "mutation.toml", "mutants.sqlite"
    (copy / config).write_text(_CONFIG.format(
        modules=json.dumps(modules), seconds=_SECONDS, command=json.dumps(command)))  # fmt: skip
    _compile_others(copy, modules)
    _run(copy, "cosmic-ray baseline", config)
    _run(copy, "cosmic-ray init", config, session)
    _run(copy, "cr-filter-operators", session, config)
    print(f"{len(_dump(copy, session))} mutants, each with {' '.join(tests)} ...", file=sys.stderr)
    _run(copy, "cosmic-ray exec", config, session)
    for item, result in _dump(copy, session):
        yield _survivor(item, result)


def _compile_others(copy: Path, modules: list[str]) -> None:
    """Leave compiled code beside all modules but those that change, which must never have any.

    Python takes compiled code for fresh while size and second of change are the same.
    """
    compileall.compile_dir(copy, quiet=2)
    for module in modules:
        for compiled in (copy / module).parent.glob(f"__pycache__/{Path(module).stem}.*"):
            compiled.unlink()


def _dump(copy: Path, session: str) -> list[tuple[dict[str, Any], dict[str, Any] | None]]:
    """Each change and what came of it, without those that are left out or for type checkers."""
    lines = _run(copy, "cosmic-ray dump", session).splitlines()
    pairs = [json.loads(line) for line in lines]
    return [(item, result) for item, result in pairs if result is None or _counts(result)]


def _counts(result: dict[str, Any]) -> bool:
    is_for_type_checkers = any(f"\n+{sign}TYPE_CHECKING" in (result["diff"] or "")
                               for sign in ("", "if not "))  # fmt: skip
    return result["worker_outcome"] != "skipped" and not is_for_type_checkers


def _survivor(item: dict[str, Any], result: dict[str, Any] | None) -> str | None:
    if result is not None and result["test_outcome"] in ("killed", "incompetent"):
        return None
    where = "".join(f"{each['module_path']}:{each['start_pos'][0]}" for each in item["mutations"])
    diff = (result or {}).get("diff") or "not run"
    changed = [line for line in diff.splitlines() if line[:1] in "+-" and line[:3] not in _HEADS]
    return "\n".join([f"survived: {where}", *changed])


_HEADS = ("+++", "---")


def _run(folder: Path, tool: str, *arguments: str) -> str:
    name, *command = tool.split()
    program = Path(sys.executable).with_name(name)
    done = subprocess.run(
        [program, *command, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{tool} failed with {done.returncode}:\n{done.stdout[-2_000:]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
