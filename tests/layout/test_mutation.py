"""`./run mutate`: what a mutant is, and how one gets into a process that has the module already."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import time
from pathlib import Path

import pytest

from blackboard.guards import pattern
from blackboard.guards.pattern import fits_path
from tests.concerning import concerning
from tests.mutation.forking import outcomes
from tests.mutation.importing import OPTIONS
from tests.mutation.listed import DRAWN, LISTED, PROMISED
from tests.mutation.mutants import ROOT, Mutant, _meaning
from tests.mutation.runner import AT_IMPORT, FAILED, PASSED
from tests.mutation.swapping import functions_of, swaps

MODULE = "blackboard/guards/pattern.py"


def mutant(before: str, after: str) -> Mutant:
    """The module with one change."""
    source = (ROOT / MODULE).read_text()
    assert source.count(before) == 1
    return Mutant(
        MODULE, source[: source.index(before)].count("\n") + 1, source.replace(before, after)
    )


def test_a_change_in_a_function_is_put_into_it_where_it_stands() -> None:
    """Whoever imported it before calls the changed one."""
    changes = swaps(
        mutant("return name == pattern", "return name != pattern"), functions_of(MODULE)
    )
    assert changes is not None
    [(function, code)] = changes
    kept = function.__code__
    assert function is pattern._fits_name
    function.__code__ = code
    try:
        assert fits_path("a", "b")
    finally:
        function.__code__ = kept
    assert not fits_path("a", "b")


def test_a_change_of_what_runs_at_import_is_not_for_functions() -> None:
    """A default, a table, a decorator, the body of a class."""
    changed = mutant('__slots__ = ("settings", "words")', '__slots__ = ("settings",)')
    assert swaps(changed, functions_of(MODULE)) is None


def test_a_module_that_is_imported_changed_is_another_one() -> None:
    """In a process of its own, through every way that imports it."""
    code = (
        "from tests.mutation.mutants import Mutant; from tests.mutation.swapping import Finder;"
        "from pathlib import Path; import sys;"
        f"Finder(Mutant({MODULE!r}, 1, Path({MODULE!r}).read_text() + 'MORE = 7')).install();"
        "from blackboard.guards import pattern; print(pattern.MORE, pattern.__file__)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True,
                          check=True)  # fmt: skip
    assert done.stdout.split() == ["7", str(ROOT / MODULE)]


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("def f(a: int | None) -> str: ...", "def f(a: int & None) -> bytes: ...", True),
        ("a: int = 1", "a: str = 1", True),
        ("if TYPE_CHECKING: import a", "if not TYPE_CHECKING: import a", True),
        ("def f(a=1): ...", "def f(a=2): ...", False),
        ("a = 1", "a = 1  # one", True),
        ("a < b", "a <= b", False),
    ],
)
def test_what_does_nothing_is_no_mutant(before: str, after: str, same: bool) -> None:
    """Annotations, and what is for type checkers alone."""
    assert (_meaning(before) == _meaning(after)) is same
    assert _meaning("a = ") == ""


def test_a_mutant_is_noticed_by_the_tests_that_fail_with_it(tmp_path: Path) -> None:
    """And by nothing else: one that changes nothing survives, also behind tests of other files."""
    made = [
        mutant("return name == pattern", "return name != pattern"),
        mutant("return name == pattern", "return pattern == name"),
        mutant('__slots__ = ("settings", "words")', '__slots__ = ("settings",)'),
    ]
    asked = tmp_path / "mutants.pickle"
    asked.write_bytes(pickle.dumps(made))
    tests = ("tests/blackboard/guards", "tests/layout/test_layout.py")
    command = [sys.executable, "-m", "pytest", *OPTIONS, "-p", "tests.mutation.runner",
               "--mutants", str(asked), *tests]  # fmt: skip
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    assert json.loads(asked.with_suffix(".json").read_text()) == [FAILED, PASSED, AT_IMPORT]


def test_a_job_ends_with_its_time() -> None:
    """One that hangs is killed; others are told by their code, and an error is one."""

    def hang() -> int:
        while True:
            time.sleep(60)

    def fail() -> int:
        raise RuntimeError

    jobs = [(60.0, lambda: 0), (0.05, hang), (60.0, fail), (60.0, lambda: 7)]
    assert dict(outcomes(jobs)) == {0: 0, 1: -1, 2: 1, 3: 7}


def test_a_job_has_a_temporary_folder_that_goes_with_it(tmp_path: Path) -> None:
    """So that thousands of test runs leave nothing behind."""
    said = tmp_path / "said"

    def work() -> int:
        return said.write_text(os.environ["TMPDIR"]) and 0

    assert dict(outcomes([(60.0, work)])) == {0: 0}
    assert not Path(said.read_text()).exists()


def test_what_is_listed_is_there() -> None:
    """Each module and its tests; twelve on which promises rest, nine by chance."""
    assert (len(PROMISED), len(DRAWN)) == (12, 9)
    for module, concern in LISTED.items():
        assert (ROOT / module).is_file(), module
        assert [each for each in (*concern.own, *concern.others)
                if not (ROOT / each).exists()] == [], module  # fmt: skip


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("blackboard/sanitise.py", ["tests/blackboard/test_sanitise.py"]),
        ("blackboard/guards", ["tests/blackboard/guards"]),
        ("blackboard/guards/pattern.py", ["tests/blackboard/guards/test_pattern.py"]),
        ("blackboard/views/work.py", ["tests/blackboard"]),
        ("lessonboard/parts/web", ["tests/parts/web"]),
        ("lessonboard/parts/web/access.py", ["tests/parts/web/test_access.py"]),
        ("lessonboard/parts/team/sharing", ["tests/parts/team/sharing"]),
        ("docs/ladder.md", ["tests/docs"]),
        ("tests/layout/test_layout.py", ["tests/layout/test_layout.py"]),
    ],
)
def test_a_path_has_its_tests(path: str, tests: list[str]) -> None:
    """Those that are called after it, else the nearest folder that mirrors it."""
    assert concerning(path) == tests


@pytest.mark.parametrize("path", ["nowhere.py", "pyproject.toml"])
def test_a_path_without_tests_is_said(path: str) -> None:
    """With what to name instead."""
    with pytest.raises(SystemExit, match=path):
        concerning(path)
