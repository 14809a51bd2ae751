"""What is only likely to be one repository is suggested with its evidence, and joins nothing."""

from __future__ import annotations

import pytest

from blackboard import Board, NewEvent
from blackboard.repositories.alike import alike
from lessonboard import project_decisions
from lessonboard.project_suggestions import suggested
from tests.blackboard.repositories.test_projects import (
    APP,
    FORK,
    HERE,
    THERE,
    called,
    observed,
    started,
)

MIRROR = "gitlab.com/ada/app"
TEXT = "\n".join(f"{number}\tdef handler_{number}(request):" for number in range(80))
STARTER = "github.com/x/starter"


def read(session: str, path: str, text: str = TEXT) -> NewEvent:
    """A file that an agent read."""
    payload = {"session": session, "call": path, "name": "Read", "input": {}, "kind": "read",
               "paths": [path], "output": text, "failed": False}  # fmt: skip
    return NewEvent("tool.called", f"session:{session}", payload, schema=3)


def reads(session: str, folder: str, number: int, text: str = TEXT) -> list[NewEvent]:
    """Some files that an agent read, each with other lines."""
    return [
        read(session, f"{folder}/src/part{each}.py", text.replace("handler", f"part{each}"))
        for each in range(number)
    ]


def found(board: Board, *events: NewEvent) -> list[tuple[str, str, list[str]]]:
    """What is suggested when these have happened."""
    board.append(list(events))
    return [(each.one, each.other, each.reasons) for each in suggested(board)]


LIKELY = {
    "a mirror": (
        [started("s1", APP, HERE), started("s3", APP, HERE), observed(HERE, "3f2a11", origin=APP),
         started("s2", MIRROR, THERE), observed(THERE, "3f2a11", origin=MIRROR)],
        (MIRROR, APP, ["they share their first commit 3f2a11"]),
    ),
    "a fork": (
        [started("s1", APP, HERE), started("s3", APP, HERE), observed(HERE, "c1", origin=APP),
         started("s2", FORK, THERE), observed(THERE, "c1", origin=FORK)],
        (FORK, APP, ["they share their first commit c1"]),
    ),
    "a fork that keeps its upstream": (
        [started("s1", APP, HERE), started("s2", FORK, THERE), started("s3", FORK, THERE),
         observed(THERE, origin=FORK, upstream=APP)],
        (APP, FORK, [f"{THERE} has both as remotes"]),
    ),
    "copies without a remote": (
        [started("s1", HERE, HERE), observed(HERE, "c1"), started("s3", HERE, HERE),
         started("s2", "/src/other", "/src/other"), observed("/src/other", "c1")],
        ("/src/other", HERE, ["they share their first commit c1"]),
    ),
    "a copy without a remote of what has one": (
        [started("s1", HERE, HERE), observed(HERE, "c1"),
         started("s2", APP, THERE), observed(THERE, "c1", origin=APP)],
        (HERE, APP, ["they share their first commit c1"]),
    ),
    "set-url to another name": (
        [started("s1", STARTER, HERE), started("s2", APP, THERE),
         called("s1", STARTER, "git remote set-url origin git@github.com:ada/app.git")],
        (APP, STARTER, [f"a session set the remote of {STARTER} to {APP}"]),
    ),
    "the same files, read on a machine that is elsewhere": (
        [started("s1", HERE, HERE), *reads("s1", HERE, 4), started("s2", APP, THERE),
         *reads("s2", THERE, 3)],
        (HERE, APP, ["3 of 3 files that agents read in both have the same lines, such as "
                     "src/part0.py, src/part1.py"]),
    ),
}  # fmt: skip
UNLIKELY = {
    "equal folder names": [started("s1", "/a/app", "/a/app"), started("s2", "/b/app", "/b/app")],
    "two files only": [started("s1", HERE, HERE), *reads("s1", HERE, 2),
                       started("s2", APP, THERE), *reads("s2", THERE, 2)],
    "equal paths with other lines": [
        started("s1", HERE, HERE), *reads("s1", HERE, 9), started("s2", APP, THERE),
        *reads("s2", THERE, 9, TEXT.replace("request", "ctx")),
    ],
    "three equal files of many": [
        started("s1", HERE, HERE), *reads("s1", HERE, 9), started("s2", APP, THERE),
        *reads("s2", THERE, 3), *reads("s2", THERE, 9, TEXT.replace("request", "ctx"))[3:],
    ],
    "files of the other project, read from its folder": [
        started("s1", HERE, HERE), *reads("s1", THERE, 5), started("s2", APP, THERE),
        *reads("s2", THERE, 5),
    ],
    "instructions that a person has everywhere": [
        started("s1", HERE, HERE), started("s2", APP, THERE),
        *(read(session, f"{folder}/.claude/skill{each}.md", TEXT) for each in range(5)
          for session, folder in (("s1", HERE), ("s2", THERE))),
    ],
    "what git printed of a repository elsewhere": [
        started("s1", HERE, HERE), started("s2", APP, THERE),
        called("s1", HERE, "cd /x && git remote -v", f"origin\thttps://{APP} (fetch)"),
    ],
    "a template without a history": [
        started("s1", APP, HERE), observed(HERE, "c1", origin=APP),
        started("s2", STARTER, THERE), observed(THERE, "c2", origin=STARTER),
    ],
    "a fork of which there are no sessions": [
        started("s1", APP, HERE), observed(HERE, "c1", origin=APP),
        observed(THERE, "c1", origin=FORK),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", LIKELY)
def test_what_is_likely_is_suggested_and_not_joined(board: Board, name: str) -> None:
    """Each suggestion says what speaks for it, and the name that the project would have."""
    events, expected = LIKELY[name]
    assert found(board, *events) == [expected]
    assert len({row["project"] for row in board.view("sessions")}) == 2


@pytest.mark.parametrize("name", UNLIKELY)
def test_what_proves_nothing_suggests_nothing(board: Board, name: str) -> None:
    """A name alone, or too few files, is no reason to ask a person."""
    assert found(board, *UNLIKELY[name]) == []


def test_sessions_that_began_at_one_commit_suggest_a_merge(board: Board) -> None:
    """An agent that records the commit proves a common history."""
    events = [started("s1", HERE, HERE), started("s2", APP, THERE)]
    events = [
        each._replace(payload={**(each.payload or {}), "commit": "0123456789abcdef"})
        for each in events
    ]
    assert found(board, *events) == [(HERE, APP, ["sessions of both began at the commit 01234567"])]


def test_what_a_person_refused_is_not_suggested_again(board: Board) -> None:
    """Neither after `--split`, nor after a merge that was undone; without the refusal it is."""
    events, (one, other, _) = LIKELY["a mirror"]
    assert found(board, *events)
    refusal = project_decisions.keep_apart(board, one, other)
    assert suggested(board) == []
    board.append([started("s9", MIRROR, THERE), observed(THERE, "3f2a11", origin=MIRROR, x=MIRROR)])
    assert suggested(board) == []
    project_decisions.undo(board, refusal)
    assert suggested(board)
    project_decisions.undo(board, project_decisions.merge(board, one, other))
    assert suggested(board) == []


def test_a_merge_brings_both_evidence_together(board: Board) -> None:
    """Files of a project are those that were read in any of its folders."""
    lines = {"/a": [1, 2, 3], "/b": [4, 5, 6], "/c": [1, 2, 3, 4, 5, 6]}
    rows = [{"id": f"src/{name}.py", "texts": lines} for name in "xyz"]
    [pair] = alike(rows, {"/a": "kite", "/b": "kite", "/c": "other"})
    assert (pair.one, pair.other, len(pair.files)) == ("kite", "other", 3)
