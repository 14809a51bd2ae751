"""One repository is one project, however its names came to be known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board, NewEvent
from blackboard.errors import UnknownProject
from blackboard.repositories.ties import Tie, of_call
from tests.conftest import FixedClock
from tests.long_runs import rounds

APP, FORK = "github.com/ada/app", "github.com/eve/app"
HERE, THERE = "/src/app", "/Users/ada/app"


def started(session: str, project: str | None, cwd: str | None) -> NewEvent:
    """A session whose project was found out to be so."""
    payload = {"session": session, "agent": "codex", "cwd": cwd, "repository": project}
    kept = {name: value for name, value in payload.items() if value is not None}
    return NewEvent("session.started", f"session:{session}", kept, project=project)


def called(
    session: str, project: str | None, command: str, output: str = "", **more: Any
) -> NewEvent:
    """A command of a session, and what it printed."""
    payload = {
        "session": session,
        "call": command,
        "name": "Bash",
        "input": {"command": command},
        "output": output,
        "failed": False,
        **more,
    }
    return NewEvent("tool.called", f"session:{session}", payload, project=project)


def observed(root: str, first: str | None = None, **remotes: str) -> NewEvent:
    """A repository as it was seen on disk."""
    payload = {"root": root, "git_folder": f"{root}/.git", "remotes": remotes,
               **({"first_commit": first} if first else {})}  # fmt: skip
    return NewEvent("repository.observed", f"repository:{root}", payload)


def moved(root: str, other: str) -> NewEvent:
    """A folder that is gone, and where its history was found."""
    return NewEvent("repository.moved", f"repository:{root}", {"root": root, "other": other})


def decided(kind: str, **payload: str) -> NewEvent:
    """What a person said about projects."""
    return NewEvent(f"project.{kind}", "project:x", payload, actor="human")


def projects(board: Board, *events: NewEvent) -> dict[str, str]:
    """The project of each name that the sessions were recorded under."""
    board.append(list(events))
    names = {each.project for each in board.read() if each.project}
    return {name: board.project(name) or "" for name in sorted(names)}


def are_one(board: Board, *events: NewEvent) -> bool:
    """Whether all sessions are of one project."""
    return len(set(projects(board, *events).values())) == 1


SAME = {
    "a rollout names folder and remote": [started("s1", HERE, HERE), started("s2", APP, HERE)],
    "git remote -v": [
        started("s1", HERE, HERE), started("s2", APP, THERE),
        called("s1", HERE, "git remote -v", "origin\tgit@github.com:ada/app.git (fetch)"),
    ],
    "a push": [
        started("s1", HERE, HERE), started("s2", APP, THERE),
        called("s1", HERE, "git push", "To https://github.com/ada/app.git\n   1a2b..3c4d  main"),
    ],
    "a clone": [
        started("s0", None, "/src"), started("s1", "/src/app", "/src/app"),
        called("s0", None, "git clone https://github.com/ada/app"), started("s2", APP, THERE),
    ],
    "a subfolder that is gone": [
        started("s1", APP, HERE), started("s2", f"{HERE}/packages/web", f"{HERE}/packages/web"),
    ],
    "the root above a subfolder that named the remote": [
        started("s1", APP, f"{HERE}/packages/web"), started("s2", HERE, HERE),
    ],
    "a worktree": [
        started("s1", APP, HERE), started("s2", "/src/app-fix", "/src/app-fix"),
        called("s1", APP, "git worktree add ../app-fix"),
    ],
    "capitals": [started("s1", "github.com/Ada/App", HERE), started("s2", APP, THERE)],
    "a remote added": [started("s1", HERE, HERE), observed(HERE, "c1"),
                       observed(HERE, "c1", origin=APP), started("s2", APP, HERE)],
    "a remote removed": [started("s1", APP, HERE), observed(HERE, "c1", origin=APP),
                         observed(HERE, "c1"), started("s2", HERE, HERE)],
    "a remote changed": [
        started("s1", APP, HERE), observed(HERE, "c1", origin=APP),
        started("s2", "gitlab.com/ada/app2", HERE),
        observed(HERE, "c1", origin="gitlab.com/ada/app2"),
    ],
    "a remote changed in a repository without commits": [
        started("s1", APP, HERE), observed(HERE, origin=APP),
        started("s2", "gitlab.com/ada/new", HERE), observed(HERE, origin="gitlab.com/ada/new"),
    ],
    "renamed at the forge": [
        started("s1", APP, HERE), started("s2", "github.com/ada/renamed", THERE),
        called("s1", APP, "git push", "remote: This repository moved. Please use the new location:"
               "\nremote:   https://github.com/ada/renamed.git\nTo github.com:ada/app.git"),
    ],
    "set-url": [
        started("s1", APP, HERE), started("s2", "github.com/org/app", THERE),
        called("s1", APP, "git remote set-url origin git@github.com:org/app.git"),
    ],
    "a folder moved, without a remote": [
        started("s1", HERE, HERE), observed(HERE, "c1"),
        started("s2", "/new/place", "/new/place"), observed("/new/place", "c1"),
        moved("/new/place", HERE),
    ],
    "a folder moved, which then got a remote": [
        started("s1", HERE, HERE), observed(HERE, "c1"), moved("/new/place", HERE),
        started("s2", APP, "/new/place"), observed("/new/place", "c1", origin=APP),
    ],
    "a clone of a local folder": [
        started("s1", HERE, HERE), observed(HERE, "c1"),
        started("s2", HERE[1:], "/src/second"), observed("/src/second", "c1", origin=HERE[1:]),
    ],
    "merged by a person": [
        started("s1", HERE, HERE), started("s2", APP, THERE),
        decided("merged", project=HERE, into=APP),
    ],
}  # fmt: skip

APART = {
    "equal folder names": [started("s1", "/a/app", "/a/app"), started("s2", "/b/app", "/b/app")],
    "a fork with the same history": [
        started("s1", APP, HERE), observed(HERE, "c1", origin=APP),
        started("s2", FORK, THERE), observed(THERE, "c1", origin=FORK),
    ],
    "a fork that keeps its upstream": [
        started("s1", APP, HERE), observed(HERE, "c1", origin=APP),
        started("s2", FORK, HERE), observed(HERE, "c1", origin=FORK, upstream=APP),
    ],
    "a mirror on another host": [
        started("s1", APP, HERE), observed(HERE, "c1", origin=APP),
        started("s2", "gitlab.com/ada/app", THERE),
        observed(THERE, "c1", origin="gitlab.com/ada/app"),
    ],
    "copies without a remote": [
        started("s1", HERE, HERE), observed(HERE, "c1"),
        started("s2", "/src/other", "/src/other"), observed("/src/other", "c1"),
    ],
    "a clone of a starter that another folder still has": [
        started("s1", "github.com/x/starter", HERE),
        observed(HERE, "c1", origin="github.com/x/starter"),
        started("s2", "github.com/ada/new", HERE),
        observed(HERE, "c1", origin="github.com/ada/new"),
        started("s3", "github.com/x/starter", THERE),
        observed(THERE, "c1", origin="github.com/x/starter"),
    ],
    "two projects made from one starter": [
        observed(HERE, "c1", origin="github.com/x/starter"),
        started("s1", "github.com/ada/one", HERE),
        observed(HERE, "c1", origin="github.com/ada/one"),
        observed(THERE, "c1", origin="github.com/x/starter"),
        started("s2", "github.com/ada/two", THERE),
        observed(THERE, "c1", origin="github.com/ada/two"),
    ],
    "set-url to another name": [
        started("s1", "github.com/x/starter", HERE), started("s2", "github.com/ada/new", THERE),
        called("s1", "github.com/x/starter", "git remote set-url origin git@github.com:ada/new"),
    ],
    "folders moved that have remotes of their own": [
        started("s1", APP, HERE), observed(HERE, "c1", origin=APP), moved(THERE, HERE),
        started("s2", FORK, THERE), observed(THERE, "c1", origin=FORK),
    ],
    "a folder used for something else": [
        started("s1", APP, HERE), observed(HERE, "c1", origin=APP),
        started("s2", "github.com/ada/other", HERE),
        observed(HERE, "c2", origin="github.com/ada/other"),
    ],
    "a remote of another folder": [
        started("s1", HERE, HERE), started("s2", APP, THERE),
        called("s1", HERE, "cd /elsewhere && git remote -v", f"origin\thttps://{APP} (fetch)"),
    ],
    "one look at a repository of another name": [
        started("s1", "/src/site", "/src/site"), started("s2", APP, THERE),
        called("s1", "/src/site", "git remote -v", "origin\tgit@github.com:ada/app (fetch)"),
    ],
    "a push that failed": [
        started("s1", HERE, HERE), started("s2", APP, THERE),
        called("s1", HERE, "git push", "To github.com:ada/app.git", failed=True),
    ],
    "the settings in a home that is a repository": [
        started("s1", "github.com/ada/dotfiles", "/home/ada"),
        started("s2", "/home/ada/secret", "/home/ada/secret"),
    ],
    "split by a person": [
        started("s1", APP, HERE), started("s2", HERE, HERE),
        decided("separated", name=HERE, project=APP),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_names_of_one_repository_are_one_project(board: Board, name: str) -> None:
    """What ties two names makes one project of their sessions."""
    assert are_one(board, *SAME[name])


@pytest.mark.parametrize("name", SAME)
def test_the_order_of_events_does_not_matter(board: Board, name: str) -> None:
    """A tie that comes after the sessions, when views are folded, does what an early one does."""
    sessions = [each for each in SAME[name] if each.type == "session.started"]
    others = [each for each in SAME[name] if each.type != "session.started"]
    for event in [*sessions, *others]:
        board.append([event])
        board.view("sessions")
    found = {row["project"] for row in board.view("sessions")}
    assert len(found - {None}) == 1


@pytest.mark.parametrize("name", APART)
def test_two_repositories_stay_apart(board: Board, name: str) -> None:
    """What may be two is two, until a person says otherwise."""
    assert not are_one(board, *APART[name])


def test_a_merge_can_be_undone_and_made_again(board: Board) -> None:
    """Decisions are folded in their order, and each can be taken back."""
    sessions = [started("s1", HERE, HERE), started("s2", APP, THERE)]
    board.append([*sessions, decided("merged", project=HERE, into=APP)])
    merge = list(board.read())[-1].id
    assert are_one(board)
    assert not are_one(board, decided("restored", decision=merge))
    assert {row["project"] for row in board.view("sessions")} == {HERE, APP}
    assert are_one(board, decided("merged", project=APP, into=HERE))
    assert not are_one(board, decided("separated", name=APP, project=HERE))
    assert are_one(board, decided("merged", project=APP, into=HERE))


def test_the_latest_remote_gives_the_name(board: Board, clock: FixedClock) -> None:
    """A project goes by the remote that was seen last, or by the name a person chose."""
    board.append([started("s1", APP, HERE), observed(HERE, "c1", origin=APP)])
    clock.advance(1_000_000)
    found = projects(board, observed(HERE, "c1", origin=FORK), started("s2", FORK, HERE))
    assert set(found.values()) == {FORK}
    found = projects(board, decided("merged", project=FORK, into=APP))
    assert set(found.values()) == {APP}


def test_readers_use_the_project_and_all_its_names(board: Board) -> None:
    """Views, search, and the log answer alike, whichever name is given."""
    board.append([started("s1", HERE, HERE), started("s2", APP, HERE)])
    for name in (HERE, APP, "app"):
        assert board.projects(name) == [APP]
    assert len(board.view("sessions", where={"project": HERE})) == 2
    assert len(list(board.read(project=APP, types=["session.started"]))) == 2


def test_an_unknown_project_is_an_error_with_the_nearest_name(board: Board) -> None:
    """Nothing is silently empty for a name that nobody knows."""
    board.append([started("s1", APP, HERE)])
    with pytest.raises(UnknownProject, match=r"did you mean github\.com/ada/app"):
        board.projects("ap")


def test_the_past_has_the_projects_of_then(board: Board) -> None:
    """As of a moment before the tie was known there were two projects."""
    board.append([started("s1", HERE, HERE), started("s2", APP, THERE)])
    board.append([decided("merged", project=HERE, into=APP)])
    with board.as_of(2) as past:
        assert {row["project"] for row in past.view("sessions")} == {HERE, APP}
    assert {row["project"] for row in board.view("sessions")} == {APP}


names = st.sampled_from([APP, FORK, HERE, THERE, f"{HERE}/web", "/a/app"])
folders = st.sampled_from([HERE, THERE, f"{HERE}/web", "/a/app"])
events = st.one_of(
    st.builds(started, st.sampled_from("abcdef"), names, folders),
    st.builds(observed, folders, st.sampled_from(["c1", "c2", None]),
              origin=st.sampled_from([APP, FORK])),
    st.builds(lambda one, other: decided("merged", project=one, into=other), names, names),
    st.builds(lambda one, other: decided("separated", name=one, project=other), names, names),
    st.builds(lambda of: called("a", of, "git push", "To github.com:ada/app.git"), names),
)  # fmt: skip


@settings(max_examples=rounds(8, 40))
@given(st.lists(events, max_size=10), st.integers(0, 10))
def test_rows_that_were_renamed_are_those_of_a_rebuild(sequence: list[NewEvent], at: int) -> None:
    """Whenever the views caught up, their projects are what a replay gives."""
    with Board.open(":memory:") as board:
        board.append(sequence[:at])
        board.view("sessions")
        board.append(sequence[at:])
        found = board.view("sessions", order="id")
        board.replay()
        assert board.view("sessions", order="id") == found


@given(st.text(max_size=200), st.text(max_size=200))
def test_no_command_or_output_breaks_the_ties(command: str, output: str) -> None:
    """Whatever a transcript holds, a name never has credentials in it."""
    for prefix in ("git remote -v ", "git clone ", "git push ", ""):
        call = {"input": {"command": prefix + command}, "output": f"To https://u:pw@{output}"}
        assert not any("pw@" in tie.other for tie in of_call(call))


def test_a_remote_with_credentials_is_kept_without_them(tmp_path: Path) -> None:
    """A token in a remote's address is never on the board."""
    call = {"command": "git remote -v",
            "output": "origin\thttps://ada:s3cret@github.com/ada/app.git (fetch)"}  # fmt: skip
    assert of_call(call) == [Tie("remote", APP)]


def test_an_empty_name_ties_nothing(board: Board) -> None:
    """Nor does it keep the views from being folded."""
    found = projects(
        board,
        decided("separated", name="", project=""),
        decided("merged", project="", into=APP),
        observed("", origin=APP),
        started("s", None, HERE),
    )
    assert found == {}
