"""What became of a branch is read off the default branch, however it came in."""

from __future__ import annotations

from pathlib import Path

import pytest

from lessonboard.parts.automation.forge.forge import ForgeUnavailable
from lessonboard.parts.automation.forge.git_forge import GitForge
from tests.parts.automation.forge.git_remote import (
    delete_branch,
    go_on,
    merge_branch,
    remote_with_branches,
    revert_merge,
    rework,
)

PROJECT = "forge.example/acme/web"


@pytest.fixture
def forge(tmp_path: Path) -> GitForge:
    """A forge with a draft for the branch `fix`."""
    made = GitForge(remote_with_branches(tmp_path), PROJECT, tmp_path / "requests")
    made.create_draft("Fix the seed", "It fails.", "fix", "main")
    return made


@pytest.mark.parametrize("how", ["--no-ff", "--ff-only", "--squash"])
@pytest.mark.parametrize("is_deleted", [False, True])
def test_a_branch_is_merged_by_commit_fast_forward_or_squash(
    forge: GitForge, how: str, is_deleted: bool
) -> None:
    """Also when its branch was deleted afterwards, and the default branch went on."""
    assert forge.state_of(1) == "open"
    merge_branch(forge, how)
    if is_deleted:
        delete_branch(forge)
    go_on(forge)
    assert forge.state_of(1) == "merged"
    (merged,) = [event for event in forge.history_of(1) if event.type == "pr.merged"]
    assert merged.project == PROJECT
    assert not forge.is_reverted(1)


@pytest.mark.parametrize("amend", [False, True])
def test_a_branch_that_was_reworked_or_forced_is_known_by_its_newest_commit(
    forge: GitForge, amend: bool
) -> None:
    """What was pushed first is not what was merged."""
    rework(forge, amend=amend)
    assert forge.state_of(1) == "open"
    merge_branch(forge)
    delete_branch(forge)
    assert forge.state_of(1) == "merged"


def test_a_branch_that_is_gone_and_not_merged_was_closed(forge: GitForge) -> None:
    """Somebody decided against it."""
    go_on(forge)
    delete_branch(forge)
    assert forge.state_of(1) == "closed"


@pytest.mark.parametrize("how", ["--no-ff", "--squash"])
def test_a_merge_that_was_taken_back_is_reverted(forge: GitForge, how: str) -> None:
    """By what `git revert` writes."""
    merge_branch(forge, how)
    revert_merge(forge)
    assert forge.is_reverted(1)


def test_a_request_is_a_file_that_a_person_reads(forge: GitForge, tmp_path: Path) -> None:
    """Private, with a head, the title, the text and the comments, each once."""
    for _ in range(2):
        forge.comment(1, "Every step showed its evidence.", "ready:run1")
    path = tmp_path / "requests" / "0001-pull-request.md"
    text = path.read_text()
    assert text.startswith("---\nkind: pull-request\ntitle: Fix the seed\nbranch: fix\n")
    assert "\n\nIt fails.\n" in text
    assert text.count("Every step showed its evidence.") == 1
    assert path.stat().st_mode & 0o077 == 0


def test_a_file_that_is_no_request_is_left_alone(forge: GitForge, tmp_path: Path) -> None:
    """People may keep notes beside them."""
    note = tmp_path / "requests" / "0007-note.md"
    note.write_text("no head here")
    assert forge.create_issue("Seed fails", "text", (), "0f3a").number == 2
    assert note.read_text() == "no head here"


def test_a_branch_that_was_not_pushed_is_refused(forge: GitForge) -> None:
    """With what to do next."""
    with pytest.raises(ForgeUnavailable, match="push it first"):
        forge.create_draft("Fix", "text", "nowhere", "main")


def test_a_title_cannot_write_the_head(forge: GitForge) -> None:
    """A line break in a title or label is a blank."""
    made = forge.create_issue("Seed\nstate: closed\n---", "text", ["a\nstate: closed"], "0f3a")
    assert made.state == "open"
    assert forge.find_issue("0f3a") == made


def test_a_revert_that_was_reverted_leaves_the_merge_standing(forge: GitForge) -> None:
    """The change is there again."""
    merge_branch(forge)
    revert_merge(forge)
    revert_merge(forge)
    assert not forge.is_reverted(1)


def test_a_fast_forward_does_not_say_when_it_was_merged(forge: GitForge) -> None:
    """The commit may be old: the merge counts from when it was seen, not from the commit."""
    merge_branch(forge, "--ff-only")
    (merged,) = [event for event in forge.history_of(1) if event.type == "pr.merged"]
    assert merged.occurred_at is None


def test_a_recorded_title_cannot_act_in_the_file(forge: GitForge, tmp_path: Path) -> None:
    """Whatever an error message said, it is code there."""
    forge.create_issue("[x](javascript:alert(1)) <img src=x> @ada", "text", (), "0f3a")
    text = (tmp_path / "requests" / "0002-issue.md").read_text()
    heading = next(line for line in text.splitlines() if line.startswith("# "))
    assert not set("[<@(") & set(heading.removeprefix("# <code>").removesuffix("</code>"))


def test_a_quoted_marker_is_no_comment(forge: GitForge) -> None:
    """An issue that quotes one is told all the same."""
    made = forge.create_issue("Seed", "<!-- lessonboard-comment:measured-r1 -->", (), "0f3a")
    forge.comment(made.number, "Seen in 1 of 3.", "measured-r1")
    assert "Seen in 1 of 3." in Path(made.url.removeprefix("file://")).read_text()


def test_what_a_person_edited_meanwhile_stays(forge: GitForge, tmp_path: Path) -> None:
    """A state set by hand while a branch was fetched is not written over."""
    path = tmp_path / "requests" / "0001-pull-request.md"
    rework(forge, amend=False)
    path.write_text(path.read_text().replace("state: open", "state: closed") + "\nNot now.\n")
    assert forge.state_of(1) == "closed"
    assert "Not now." in path.read_text()
