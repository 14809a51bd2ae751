"""A long history is walked for lessons that are new, and for no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lessonboard.parts.team.sharing import git_objects
from tests.parts.team.repository.clones import Clone, clone, origin, text


@pytest.fixture
def anna(tmp_path: Path) -> Iterator[Clone]:
    """Anna's clone of a repository with a lesson, which she trusts."""
    found = clone(tmp_path, origin(tmp_path), "anna")
    found.write("seed.md", text("seed"))
    found.merge()
    found.trust()
    yield found
    found.board.close()


@pytest.fixture
def walks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What `git log` is asked for."""
    asked: list[tuple[str, ...]] = []
    real = git_objects.git

    def noted(folder: Path, *words: str, given: bytes = b"") -> bytes:
        if words[0] == "log":
            asked.append(words[words.index("--format=%x00%H") + 1 :])
        return real(folder, *words, given=given)

    monkeypatch.setattr(git_objects, "git", noted)
    return asked


def test_a_commit_of_ones_own_walks_no_further_than_the_default_branch(
    anna: Clone, walks: list[tuple[str, ...]]
) -> None:
    """It can bring proposals alone."""
    approved = anna.git("rev-parse", "origin/HEAD")
    anna.git("commit", "-q", "--allow-empty", "-m", "x")
    anna.sync()
    assert [each[1] for each in walks] == [f"^{approved}"]


def test_a_merge_is_walked_for_what_is_new_in_it(anna: Clone, walks: list[tuple[str, ...]]) -> None:
    """Its author is known; a merge without lessons is not walked."""
    anna.git("commit", "-q", "--allow-empty", "-m", "x")
    anna.git("push", "-q", "origin", "HEAD:main")
    anna.sync()
    assert walks == []
    anna.write("new.md", text("new"))
    anna.merge()
    anna.sync()
    assert [each[1:] for each in walks] == [("--", ".lessonboard/lessons/new.md")]
    row = anna.board.row("lessons", f"new@{anna.place.source}")
    assert row["colleagues"][row["author"]]["git"]["author"] == "Anna"


def test_without_a_default_branch_new_lessons_alone_are_walked_for(
    anna: Clone, walks: list[tuple[str, ...]]
) -> None:
    """All are proposals then, of any commit."""
    anna.git("symbolic-ref", "--delete", "refs/remotes/origin/HEAD")
    anna.sync()
    walks.clear()
    anna.git("commit", "-q", "--allow-empty", "-m", "x")
    anna.sync()
    assert (walks, anna.status()) == ([], "candidate")


def test_a_history_that_takes_too_long_leaves_the_author_out(
    anna: Clone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lessons are there."""
    real = git_objects.git

    def slow(folder: Path, *words: str, given: bytes = b"") -> bytes:
        if words[0] == "log":
            raise git_objects.CannotRead("`git log` took longer than 60 s")
        return real(folder, *words, given=given)

    monkeypatch.setattr(git_objects, "git", slow)
    anna.write("new.md", text("new"))
    anna.merge()
    [done] = anna.sync()
    assert (done.fault, anna.status("new")) == ("", "approved")
    row = anna.board.row("lessons", f"new@{anna.place.source}")
    assert row["colleagues"][row["author"]]["git"]["author"] == ""
