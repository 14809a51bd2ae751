"""`lessonboard admin queue`: an item's life by hand, in plain lines and in JSON."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from blackboard.board import Board
from lessonboard.cli.main import main
from scheduler.work.queue import Queue
from tests.command_line import Run
from tests.commands import Ran

KEYS = {
    "item", "kind", "project", "priority", "state", "depends_on", "waiting_for", "dependents",
    "needs", "input", "dedup_key", "attempts", "worker", "not_before", "lease_expires_at",
    "outcome", "reason", "created_at", "last_at", "stuck_on",
}  # fmt: skip
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")


@pytest.fixture
def typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Runs the command as `run` does, within this process."""
    return within(tmp_path, monkeypatch, capsys)


def within(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Does what `run` does without a process for each command, which is a hundred times quicker."""
    home = tmp_path / "home"
    home.mkdir()
    Board.open(tmp_path / "board.db").close()
    monkeypatch.chdir(home)
    for name in [each for each in os.environ if each.startswith("XDG_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("LESSONBOARD_DB", str(tmp_path / "board.db"))

    def run(*arguments: str, **variables: str) -> Ran:
        code = 0
        with monkeypatch.context() as here:
            for name, value in variables.items():
                here.setenv(name, value)
            here.setattr(sys, "argv", ["lessonboard", *arguments])
            try:
                main()
            except SystemExit as end:
                code = int(end.code or 0)
        return Ran(code, *capsys.readouterr())

    return run


def one_line(done: Ran) -> str:
    """The error of a command that failed: one line, exit code 1, nothing else."""
    assert (done.code, done.out) == (1, "")
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith("lessonboard: ")
    return done.err


def test_a_terminal_holds_an_item_from_command_to_command(run: Run) -> None:
    """Each command is a process of its own, and still it is the same one who claimed."""
    item = run(
        "admin", "queue", "add", "paint", "--input", '{"wall": 3}', "--project", "p"
    ).out.strip()
    assert run("admin", "queue", "claim").out == f'{item}  paint  {{"wall":3}}\n'
    assert "completed" in run("admin", "queue", "finish", item).out


def test_an_item_goes_from_hand_to_hand(typed: Run) -> None:
    """Claimed, given back, claimed and failed; then it waits a while."""
    item = typed("admin", "queue", "add", "paint").out.strip()
    typed("admin", "queue", "claim")
    assert typed("admin", "queue", "claim").out == "Nothing is ready.\n"
    assert (
        "ready"
        in typed("admin", "queue", "finish", "--release", item, "--reason", "out of paint").out
    )
    typed("admin", "queue", "claim", "--kind", "paint")
    assert (
        "ready, attempt 2"
        in typed("admin", "queue", "finish", "--failed", item, "--reason", "it rains").out
    )
    assert typed("admin", "queue", "claim").out == "Nothing is ready.\n"
    assert one_line(typed("admin", "queue", "finish", "--failed", item, "--reason", "again")) == (
        f"lessonboard: {item} is ready: claim it first\n"
    )
    assert one_line(typed("admin", "queue", "finish", "--retry", item)).endswith(
        "only what failed can be retried\n"
    )


def test_what_waits_in_vain_says_so(typed: Run) -> None:
    """Directly or through another item, in lines and in JSON, until a person retries the one."""
    first = typed("admin", "queue", "add", "paint").out.strip()
    second = typed("admin", "queue", "add", "dry", "--after", first).out.strip()
    third = typed("admin", "queue", "add", "hang", "--after", second).out.strip()
    assert "is quarantined" not in typed("admin", "queue").out
    typed("admin", "queue", "claim")
    typed("admin", "queue", "finish", "--failed", first, "--reason", "no wall", "--no-retry")
    said = f"  waits for {first}, which is quarantined; see `lessonboard admin queue {first}`"
    assert typed("admin", "queue").out.count(said) == 2
    assert said in typed("admin", "queue", third).out
    stuck_on = {each["item"]: each["stuck_on"] for each in typed("admin", "queue", "--json").json}
    assert stuck_on == {first: [], second: [first], third: [first]}
    typed("admin", "queue", "finish", "--retry", first)
    assert typed("admin", "queue", third, "--json").json["stuck_on"] == []


def test_what_cannot_succeed_waits_for_a_person(typed: Run) -> None:
    """It is shown with its reason, put back by hand, and completed with an outcome."""
    item = typed("admin", "queue", "add", "paint").out.strip()
    typed("admin", "queue", "claim")
    assert (
        "quarantined"
        in typed(
            "admin", "queue", "finish", "--failed", item, "--reason", "no wall", "--no-retry"
        ).out
    )
    assert "reason: cannot succeed: no wall" in typed("admin", "queue", item).out
    assert (
        typed("admin", "queue", "finish", "--retry", item, "--reason", "built one").out
        == f"{item} is ready again\n"
    )
    assert typed("admin", "queue", "claim", "--json").json[0]["attempt"] == 1
    assert "completed" in typed("admin", "queue", "finish", item, "--outcome", '{"coats": 2}').out
    assert typed("admin", "queue", item, "--json").json["outcome"] == {"coats": 2}


def test_every_read_is_json_with_times_that_can_be_read(typed: Run) -> None:
    """`list`, `show` and `claim`; what only the queue needs is not in it."""
    item = typed("admin", "queue", "add", "paint", "--json").json
    assert item["new"] is True
    [claimed] = typed("admin", "queue", "claim", "--json").json
    assert set(claimed) == {
        "id", "kind", "project", "input", "attempt", "worker", "lease_expires_at",
    }  # fmt: skip
    assert TIME.fullmatch(claimed["lease_expires_at"])
    [listed] = typed("admin", "queue", "--json").json
    assert set(listed) == KEYS
    assert listed == typed("admin", "queue", item["item"], "--json").json
    assert listed["lease_expires_at"] == claimed["lease_expires_at"]
    for name in ("created_at", "last_at"):
        assert TIME.fullmatch(listed[name])
    assert listed["not_before"] is None
    typed("admin", "queue", "finish", "--failed", claimed["id"], "--reason", "it rains")
    failed = typed("admin", "queue", claimed["id"], "--json").json
    assert TIME.fullmatch(failed["not_before"])
    assert failed["lease_expires_at"] is None


def test_the_list_is_narrowed_down_and_answers_for_the_past(typed: Run) -> None:
    """By state and kind, before the limit; as of then."""
    assert typed("admin", "queue").out == "No work.\n"
    first = typed(
        "admin", "queue", "add", "paint", "--priority", "P1", "--dedup-key", "k"
    ).out.strip()
    assert (
        typed("admin", "queue", "add", "paint", "--dedup-key", "k").out
        == f"{first} (it was there already)\n"
    )
    second = typed("admin", "queue", "add", "sand", "--after", first).out.strip()
    lines = typed("admin", "queue").out.splitlines()
    assert [line.split()[:3] for line in lines] == [
        [second, "P2", "blocked"],
        [first, "P1", "ready"],
    ]
    assert typed("admin", "queue", "--state", "ready", "--limit", "1").out.startswith(first)
    assert typed("admin", "queue", "--kind", "sand").out.startswith(second)
    assert f'waiting for: ["{first}"]' in typed("admin", "queue", second).out
    assert typed("admin", "queue", "--as-of", "1", "--json").json[0]["item"] == first
    assert one_line(typed("admin", "queue", second, "--as-of", "1"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("add", "paint", "--input", "{"), "--input is no JSON"),
        (("add", "paint", "--input", "[1]"), "--input must be a JSON object"),
        (("add", "paint", "--after", "work-nobody"), "there is no work item 'work-nobody'"),
        (("add", "paint", "--input", "\udcff"), "is no JSON"),
        (("work-nobody",), "there is no work item 'work-nobody'"),
        (("finish", "work-nobody"), "there is no work item"),
        (("finish", "work-nobody", "--outcome", "null"), "--outcome must be a JSON object"),
        (("finish", "work-nobody", "--outcome", "x"), "--outcome is no JSON"),
        (("finish", "work-nobody", "--release"), "there is no work item"),
        (("finish", "work-nobody", "--retry"), "there is no work item"),
    ],
)
def test_what_cannot_be_done_is_one_line(typed: Run, arguments: tuple[str, ...], said: str) -> None:
    """With what was found, and no traceback."""
    assert said in one_line(typed("admin", "queue", *arguments))


def test_only_who_holds_an_item_can_finish_it(typed: Run) -> None:
    """A name is that of this terminal, or the one that is given."""
    item = typed("admin", "queue", "add", "paint").out.strip()
    typed("admin", "queue", "claim", "--worker", "ada")
    for options in ((), ("--release",), ("--failed", "--reason", "x")):
        done = typed("admin", "queue", "finish", item, *options)
        assert "no longer held by" in one_line(done)
    assert "no longer held by bob" in one_line(
        typed("admin", "queue", "finish", item, "--worker", "bob")
    )
    assert "completed" in typed("admin", "queue", "finish", item, "--worker", "ada").out


def test_text_from_elsewhere_cannot_steer_the_terminal(typed: Run, tmp_path: Path) -> None:
    """Kinds, projects, inputs and reasons are shown as one line of what can be printed."""
    with Board.open(tmp_path / "board.db") as board:
        queue = Queue(board, "ada")
        item = queue.create("pa\x1b[2Jint\nx", {"a": "\x1b[31m"}, project="p")[0]
        queue.fail(queue.claim()[0], "no\x1b[31m\nway")
    for words in ((), (item,)):
        shown = typed("admin", "queue", *words).out
        assert "\x1b" not in shown
        assert shown.splitlines()[0].startswith(item)
