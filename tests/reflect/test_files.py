"""Files: where things are, learnt from looking in the wrong place first."""

from __future__ import annotations

import pytest

from blackboard.event import NewEvent
from reflect.miner.files import files
from tests.reflect.talks import ROOT, called, edited, looked, ran, ran_by_codex, recorded


def _lessons(*talk: NewEvent) -> list[str]:
    return [finding.text.constraint for finding in files(recorded(*talk), ROOT)]


def _absent(path: str, said: str = "File does not exist.") -> NewEvent:
    return called("Read", said, fails=True, file_path=f"{ROOT}/{path}")


TAUGHT = {
    "the same file in another folder": (
        (
            _absent("cmd/redact/redact.go"),
            ran("find . -name x"),
            looked(f"{ROOT}/redact/redact.go"),
        ),
        "Look for `redact.go` in `redact/`, not in `cmd/redact/`.",
    ),
    "what the error suggests": (
        (_absent("a.yml", "File does not exist. Did you mean a.yaml?"), looked(f"{ROOT}/a.yaml")),
        "Look for `a.yaml`, not for `a.yml`.",
    ),
    "a folder that is not there": (
        (
            called("Grep", "Path does not exist: cmd/cli/sub", fails=True, path="cmd/cli/sub"),
            called("Glob", "cmd/cli/setup.go", pattern="**/*.go"),
            looked(f"{ROOT}/cmd/cli/setup.go"),
        ),
        "Look in `cmd/cli/` itself for files such as `setup.go`; it has no `sub/`.",
    ),
    "by the shell": (
        (
            ran_by_codex(
                "sed -n 1,9p src/graders/a.ts",
                "sed: can't read src/graders/a.ts: No such file or directory",
                fails=True,
            ),
            ran_by_codex("sed -n 1,9p src/eval/graders/a.ts", "text"),
        ),
        "Look for `a.ts` in `src/eval/graders/`, not in `src/graders/`.",
    ),
    "a script that was run": (
        (
            ran("scripts/x.sh go", "zsh:1: no such file or directory: scripts/x.sh", fails=True),
            ran("/home/ada/.skills/kite/scripts/x.sh go"),
        ),
        "Look for `x.sh` in `/home/ada/.skills/kite/scripts/`, not in `scripts/`.",
    ),
}


@pytest.mark.parametrize(("talk", "lesson"), TAUGHT.values(), ids=TAUGHT)
def test_where_it_was_found_is_a_lesson(talk: tuple[NewEvent, ...], lesson: str) -> None:
    """What was looked for in one place and found in another is taught with both."""
    assert _lessons(*talk) == [lesson]


NOTHING = {
    "never found": (_absent("src/a.py"),),
    "another file": (_absent("src/a.py"), looked(f"{ROOT}/lib/b.py")),
    "another file of that name": (_absent("one/src/a.py"), looked(f"{ROOT}/two/lib/a.py")),
    "read after another": (
        _absent("x/a/b.py"),
        looked(f"{ROOT}/c.py"),
        looked(f"{ROOT}/y/a/b.py"),
    ),
    "it was made": (_absent("x/a/b.py"), edited("y/a/b.py"), looked(f"{ROOT}/y/a/b.py")),
    "the agent stood in another folder": (
        called("Grep", "Path does not exist: cmd/cli", fails=True, path="cmd/cli"),
        looked(f"{ROOT}/cmd/cli/a.go"),
    ),
    "another place altogether": (
        called("Grep", "Path does not exist: cli/sub", fails=True, path="cli/sub"),
        looked(f"{ROOT}/cmd/other/a.go"),
    ),
    "a secret": (_absent(".env.example", "Did you mean .env?"), looked(f"{ROOT}/.env")),
    "a throw-away folder": (
        called("Read", "File does not exist.", fails=True, file_path="/tmp/x/a.py"),
        called("Read", "text", file_path="/tmp/y/x/a.py"),
    ),
    "an empty search": (ran("grep -rn kite src", fails=True), looked(f"{ROOT}/src/a.py")),
    "a program that lacks its file": (
        ran("seed data/a.csv", "data/a.csv: No such file or directory", fails=True),
        looked(f"{ROOT}/other/data/b.csv"),
    ),
}


@pytest.mark.parametrize("talk", NOTHING.values(), ids=NOTHING)
def test_a_guess_is_no_lesson(talk: tuple[NewEvent, ...]) -> None:
    """What was never found, or not right after, or is another thing, teaches nothing."""
    assert _lessons(*talk) == []


def test_the_lesson_comes_to_mind_at_the_file() -> None:
    """The path where it is belongs to the lesson."""
    (finding,) = files(recorded(_absent("a/x/y.go"), looked(f"{ROOT}/x/y.go")), ROOT)
    assert finding.paths == ("x/y.go",)
