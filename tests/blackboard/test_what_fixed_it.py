"""What `fix` takes for a remedy: what proves it, and what does not."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.fixes import fixes
from blackboard.fixes.changes import changed_lines, may_change
from blackboard.fixes.remedies import Remedy
from tests.reflect.talks import called, edited, ran, says, session

UNUSED = 'src/kite.go:14:2: "os" imported and not used'
OTHER = "src/wing.go:7:5: undefined: fold"
TEST = "--- FAIL: TestFold (0.01s)\n    fold_test.go:87: expected three wings, got two"


def replaced(path: str, old: str, new: str, **fields: Any) -> NewEvent:
    """An edit of a file, with its texts."""
    return called("Edit", **fields, file_path=path, old_string=old, new_string=new)


def first(board: Board, error: str, *steps: NewEvent, **place: Any) -> Remedy:
    """The best remedy of an error after a session of these steps."""
    board.append(session(steps))
    return fixes(board, error, **place).remedies[0]


BUILD = ran("go build ./...", UNUSED, fails=True)
MENDS = replaced("src/kite.go", 'import "os"\nx', "x")


def test_an_error_that_is_gone_is_mended_though_the_run_fails_of_another(board: Board) -> None:
    """A compiler that now complains of something else got past it."""
    remedy = first(board, UNUSED, BUILD, MENDS, ran("go build ./...", OTHER, fails=True))
    assert (remedy.latest.how, [each.text for each in remedy.steps]) == ("gone", ["src/kite.go"])


@pytest.mark.parametrize(
    "later",
    [
        ran("go build ./...", f"{OTHER}\n{UNUSED}", fails=True),
        ran("go build ./... | head -3", OTHER, fails=True),
        ran("go build ./...", OTHER, fails=True, output_chars=90_000),
        ran("go build ./...", "", fails=True),
    ],
    ids=["it is still there", "a pipe may hide it", "the output was shortened", "nothing was said"],
)
def test_an_error_is_not_gone_where_nobody_knows(board: Board, later: NewEvent) -> None:
    """No remedy is claimed."""
    assert not first(board, UNUSED, BUILD, MENDS, later).worked


def test_a_change_that_has_nothing_to_do_with_it_does_not_make_an_error_go(board: Board) -> None:
    """A run that fails of something else proves nothing then."""
    later = ran("go build ./...", OTHER, fails=True)
    assert not first(board, UNUSED, BUILD, replaced("docs/wing.md", "a", "b"), later).worked


def test_a_failed_test_is_not_gone_where_tests_were_not_run(board: Board) -> None:
    """A compiler's complaint came first."""
    fails, broken = ran("go test ./...", TEST, fails=True), ran("go test ./...", OTHER, fails=True)
    mends = replaced("fold_test.go", "wings", "expected")
    assert not first(board, TEST, fails, mends, broken).worked


def test_only_what_came_after_the_last_failure_is_a_remedy(board: Board) -> None:
    """A try after which the error was still there is none."""
    vain = replaced("src/kite.go", "a", "b")
    remedy = first(board, UNUSED, BUILD, vain, BUILD, MENDS, ran("go build ./..."))
    assert [each.change for each in remedy.steps] == [('-import "os"',)]


def test_what_only_looks_or_checks_is_no_change(board: Board) -> None:
    """Then the command passed by being run again, and that is what is said."""
    steps = (ran("rg 'os|fmt' src"), ran("go vet ./... 2>&1 | tail -3"), ran("go build ./..."))
    remedy = first(board, UNUSED, BUILD, *steps)
    assert (remedy.is_retry, remedy.steps) == (True, ())


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("npm run test:unit", False),
        ("biome check --write .", True),
        ("cat a.txt | grep x", False),
        ("cat > a.txt <<'EOF'\nx\nEOF", True),
        ("make 2>&1", True),
        ("pytest -q 2>/dev/null", False),
        ("grep -n 'a > b' src", False),
    ],
)
def test_what_may_change_something(line: str, *, changes: bool) -> None:
    """A check and a look do not; what writes a file does."""
    assert may_change({"kind": "shell", "command": line}) is changes


@pytest.mark.parametrize(
    "later",
    [
        ran("go test ./... -run TestOther"),
        ran("git commit --no-verify -m x"),
        ran("go test --help"),
        ran("go test ./... | grep ok"),
        ran("go test ./... || true"),
    ],
    ids=[
        "another test",
        "a check is got round",
        "it is read about",
        "a filter hides it",
        "it passes whatever comes of it",
    ],
)
def test_what_does_not_run_the_failed_test_is_no_remedy(board: Board, later: NewEvent) -> None:
    """However well it passes."""
    fails = ran("go test ./...", TEST, fails=True)
    assert not first(board, TEST, fails, edited("fold_test.go"), later).worked


def test_another_argument_is_a_remedy_only_where_the_error_names_the_first(board: Board) -> None:
    """A module is not installed by reading another file."""
    missing = "ModuleNotFoundError: No module named 'yaml'"
    fails = ran("python3 load.py a.yml", missing, fails=True)
    assert not first(board, missing, fails, ran("python3 load.py b.yml")).worked
    gone = "error: a.yml: no such config"
    board.append(session([ran("kite fly a.yml", gone, fails=True), ran("kite fly a.yaml")], "s2"))
    assert fixes(board, gone).remedies[0].worked


def test_a_parameter_that_differs_is_named(board: Board) -> None:
    """Outside the sandbox, elsewhere, with a variable set."""
    error = "Error: getaddrinfo ENOTFOUND registry.example.net"
    fails = called("Bash", error, fails=True, command="npm ci")
    passes = called("Bash", command="cd web && CI=1 npm ci", dangerouslyDisableSandbox=True)
    remedy = first(board, error, fails, passes)
    assert {each.name: each.after for each in remedy.differs} == {
        "folder": "web", "CI": "1", "dangerouslyDisableSandbox": "true",
    }  # fmt: skip


def test_another_edit_of_the_same_file_is_no_remedy(board: Board) -> None:
    """An edit passes by another form of the same text."""
    error = "<tool_use_error>String to replace not found in file.</tool_use_error>"
    fails = replaced("src/kite.py", "def fold(wing):", "def fold(wing, angle):", fails=True,
                     output=error)  # fmt: skip
    other = replaced("src/kite.py", "import os", "import sys")
    again = replaced("src/kite.py", "def fold(wing) :", "def fold(wing, angle):")
    assert not first(board, error, fails, other).worked
    board.append(session([fails, other, again], "s2"))
    assert fixes(board, error).remedies[0].latest.how == "other"


def test_words_that_no_person_is_proved_to_have_written_are_not_said(board: Board) -> None:
    """A harness speaks as the user, too."""
    harness = says("Stop hook feedback: run the tests")
    harness = harness._replace(payload={**harness.payload, "said_by": "harness"})
    steps = (BUILD, harness, MENDS, says("drop the import"), ran("go build ./..."))
    assert first(board, UNUSED, *steps).said == ("drop the import",)


def test_what_destroys_is_not_taken_from_another_project(board: Board) -> None:
    """It is shown where it was done."""
    error = "error: the index is broken beyond its third page"
    steps = [ran("kite sync", error, fails=True), ran("rm -rf .kite"), ran("kite sync")]
    board.append(session(steps))
    assert fixes(board, error, here="github.com/ada/kite").remedies[0].worked
    assert fixes(board, error, here="github.com/bo/fly").remedies == ()


def test_the_closest_occurrence_comes_first(board: Board) -> None:
    """Of one error line in two sessions that whose other lines were given."""
    error = "fatal: not a git repository"
    for name, detail in (("s1", "while adding the remote"), ("s2", "while reading the head")):
        output = f"{detail} of the wing store\n{error}"
        steps = [ran("make sync", output, fails=True), edited(f"{name}.py"), ran("make sync")]
        board.append(session(steps, name))
    found = fixes(board, f"while adding the remote of the wing store\n{error}").remedies
    assert [(each.latest.session, each.close) for each in found] == [("s1", True), ("s2", False)]


def test_a_line_that_no_signature_knows_is_found_word_for_word(board: Board) -> None:
    """The names of failed tests and what differed, among many."""
    names = [f"  {number}) the wing folds at dusk of day {number}" for number in range(40)]
    fails = ran("npm test", "\n".join([*names, "AssertionError: values differ"]), fails=True)
    board.append(session([fails, edited("wing.ts"), ran("npm test")]))
    found = fixes(board, "31) the wing folds at dusk of day 31")
    assert (found.exact, [each.worked for each in found.remedies]) == (True, [True])


@pytest.mark.parametrize(
    "prefix",
    ["main_test.go:87: ", "2026-11-27T10:00:00.123Z ", "[stderr] ", "##[error]", "api-1  | ",
     "src/a.ts(12,3): ", "12:01:02 ERROR main.go:3: "],
)  # fmt: skip
def test_a_prefix_hides_no_error(board: Board, prefix: str) -> None:
    """Neither before what is asked nor before what was recorded."""
    error = "cannot open the wing store: lock is held"
    board.append(session([ran("kite fly", error, fails=True)], "bare"))
    board.append(session([ran("kite glide", f"{prefix}error: {error} by ada", fails=True)], "pre"))
    assert fixes(board, prefix + error).exact
    assert fixes(board, f"error: {error} by ada").exact


def test_the_lines_of_an_edit_that_the_error_names_are_shown_first() -> None:
    """At most four, in their order; a line on both sides is context."""
    old = "\n".join(["same", *(f"old {number}" for number in range(9))])
    new = "\n".join(["same", "uses checkpoint here", *(f"new {number}" for number in range(9))])
    edit = {"input": {"file_path": "a", "old_string": old, "new_string": new}}
    shown = changed_lines(edit, "undefined: checkpoint")
    assert "+uses checkpoint here" in shown
    assert len(shown) == 4
    assert not any("same" in line for line in shown)
