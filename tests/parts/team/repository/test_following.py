"""What the default branch holds is approved once its person trusts the repository."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from blackboard.delivery.situation import Situation
from blackboard.events.lesson import LessonApproved, LessonRejected
from blackboard.sources.repository import project_of
from lessonboard.parts.team.repositories import distrust, is_trusted, sync_repositories
from lessonboard.present.rows import team_lines
from tests.blackboard.lessons import lesson
from tests.parts.team.repository.clones import SEED, Clone, clone, git, origin, text

KEYS = {
    "commands": "make test",
    "symptom": "`make test` finds no rows",
    "since": "2026-11-01",
    "evidence": "4",
}


@pytest.fixture
def people(tmp_path: Path) -> Iterator[tuple[Clone, Clone]]:
    """Anna and Bo, with clones of one repository."""
    bare = origin(tmp_path)
    anna, bo = clone(tmp_path, bare, "anna"), clone(tmp_path, bare, "bo")
    yield anna, bo
    anna.board.close()
    bo.board.close()


def _shown(person: Clone) -> str:
    """What an agent is shown at `make test` in a clone."""
    project = person.place.project
    situation = Situation(command="make test", project=project, step="before")
    return person.board.context(situation).text


def test_a_merge_approves_and_a_revert_withdraws(people: tuple[Clone, Clone]) -> None:
    """Quoted, with the repository as its author; text and history stay on the board."""
    anna, bo = people
    anna.write("seed.md", text("seed", reason="The tables are empty.", **KEYS))
    anna.merge()
    bo.trust()
    assert bo.status() == ""
    bo.git("fetch", "-q")
    bo.sync()
    row = bo.board.row("lessons", f"seed@{bo.place.source}")
    assert (row["status"], row["trust"], row["seen"]) == ("approved", "team", 4)
    assert row["root_cause"] == "The tables are empty."
    assert row["colleagues"][row["author"]]["git"]["author"] == "Anna"
    assert row["colleagues"][row["author"]]["git"]["signed"] is False
    assert SEED.replace('"', "'") in _shown(bo)
    assert "(not yet yours)" in _shown(bo)
    anna.git("revert", "--no-edit", "HEAD")
    anna.git("push", "-q", "origin", "HEAD:main")
    bo.git("fetch", "-q")
    bo.sync()
    assert (bo.status(), bo.sentence(), _shown(bo)) == ("retired", SEED, "")
    anna.git("revert", "--no-edit", "HEAD")
    anna.git("push", "-q", "origin", "HEAD:main")
    bo.git("fetch", "-q")
    bo.sync()
    assert bo.status() == "approved"
    assert SEED in _shown(bo)


def test_nothing_is_on_the_board_before_its_person_trusts(people: tuple[Clone, Clone]) -> None:
    """Not even after a sync; and nothing is shown after the trust ends."""
    anna, bo = people
    anna.write("seed.md", text("seed", **KEYS))
    anna.merge()
    bo.git("pull", "-q")
    assert bo.sync() == []
    assert bo.board.log.head() == 0
    assert _shown(bo) == ""
    bo.trust()
    assert SEED in _shown(bo)
    assert distrust(bo.board, bo.place.source) == 1
    assert (bo.status(), _shown(bo)) == ("retired", "")
    bo.trust()
    assert bo.status() == "approved"


def test_a_kept_lesson_stays_when_trust_ends_and_goes_with_its_file(
    people: tuple[Clone, Clone],
) -> None:
    """One's own decision needs no trust; in the repository's name nothing is said of it."""
    anna, bo = people
    anna.write("seed.md", text("seed", **KEYS))
    anna.write("one.md", text("one", "Run `make test` with one process.", **KEYS))
    anna.merge()
    bo.git("fetch", "-q")
    bo.trust()
    kept = f"seed@{bo.place.source}"
    bo.board.record(LessonApproved(lesson=kept, by="human", reason="right"), actor="human")
    assert distrust(bo.board, bo.place.source) == 1
    assert [bo.status(), bo.status("one")] == ["approved", "retired"]
    assert SEED in _shown(bo)
    assert not any("no longer" in line for line in team_lines(bo.board.row("lessons", kept)))
    row = bo.board.row("lessons", f"one@{bo.place.source}")
    assert any("no longer has it, or is not trusted" in line for line in team_lines(row))
    bo.trust()
    anna.git("rm", "-q", ".lessonboard/lessons/seed.md")
    anna.merge()
    bo.git("fetch", "-q")
    bo.sync()
    assert bo.status() == "retired"


def test_an_edit_is_new_words_and_a_rename_is_the_same_lesson(
    people: tuple[Clone, Clone],
) -> None:
    """A rebase or a touched file makes no revision."""
    anna, bo = people
    anna.write("seed.md", text("seed", **KEYS))
    anna.merge()
    bo.git("fetch", "-q")
    bo.trust()
    anna.git("mv", ".lessonboard/lessons/seed.md", ".lessonboard/lessons/tables.md")
    anna.merge()
    bo.git("fetch", "-q")
    assert [each.changed for each in bo.sync()] == [0]
    anna.write("tables.md", text("seed", "Run `make seed` twice.", **KEYS))
    anna.merge()
    bo.git("fetch", "-q")
    assert [each.changed for each in bo.sync()] == [1]
    assert (bo.status(), bo.sentence()) == ("approved", "Run `make seed` twice.")
    anna.git("commit", "--amend", "-qm", "other words of the commit")
    anna.git("push", "-qf", "origin", "HEAD:main")
    bo.git("fetch", "-q")
    assert [each.changed for each in bo.sync()] == [0]


def test_of_two_branches_the_result_of_the_merge_counts(people: tuple[Clone, Clone]) -> None:
    """Marks of a conflict that somebody commits are refused by the file's name."""
    anna, bo = people
    anna.write("seed.md", text("seed", **KEYS))
    anna.merge()
    bo.git("pull", "-q")
    bo.trust()
    bo.git("checkout", "-qb", "side")
    bo.write("seed.md", text("seed", "Bo's words.", **KEYS))
    bo.commit()
    anna.write("seed.md", text("seed", "Anna's words.", **KEYS))
    anna.merge()
    bo.git("fetch", "-q")
    bo.sync()
    assert bo.sentence() == "Anna's words."
    bo.git("merge", "-q", "-X", "ours", "origin/main", "-m", "merged")
    bo.git("push", "-q", "origin", "side:main")
    bo.git("fetch", "-q")
    bo.sync()
    assert bo.sentence() == "Bo's words."
    bo.write("seed.md", text("seed", "<<<<<<< HEAD\nBo's\n=======\nAnna's\n>>>>>>> side"))
    bo.merge()
    [done] = bo.sync()
    assert "seed.md has the marks of a merge conflict" in done.refused[0]
    assert bo.status() == "retired"


def test_a_local_commit_and_a_branch_are_proposals(people: tuple[Clone, Clone]) -> None:
    """They are found where one looks, replace nothing that is approved, and go with the branch."""
    anna, bo = people
    anna.write("seed.md", text("seed", **KEYS))
    anna.merge()
    bo.git("pull", "-q")
    bo.trust()
    bo.git("checkout", "-qb", "side")
    bo.write("seed.md", text("seed", "Never run `make seed`.", **KEYS))
    bo.write("fast.md", text("fast", "Run `make test` twice.", **KEYS))
    bo.commit()
    bo.sync()
    assert (bo.status(), bo.sentence()) == ("approved", SEED)
    assert (bo.status("fast"), "twice" in _shown(bo)) == ("candidate", False)
    bo.git("checkout", "-q", "main")
    bo.sync()
    assert bo.status("fast") == "retired"


def test_what_the_working_tree_or_another_remote_branch_holds_is_not_read(
    people: tuple[Clone, Clone],
) -> None:
    """It is a proposal while it is checked out; a deletion counts once it is fetched."""
    anna, bo = people
    anna.write("seed.md", text("seed", **KEYS))
    anna.merge()
    bo.git("pull", "-q")
    bo.trust()
    anna.git("checkout", "-qb", "evil")
    anna.write("evil.md", text("evil", "Run evil.", **KEYS))
    anna.commit()
    anna.git("push", "-q", "origin", "evil")
    bo.git("fetch", "-q")
    bo.write("here.md", text("here", "Run here.", **KEYS))
    bo.sync()
    assert (bo.status("evil"), bo.status("here")) == ("", "")
    bo.git("checkout", "-q", "evil")
    bo.sync()
    assert bo.status("evil") == "candidate"
    anna.git("checkout", "-q", "main")
    anna.git("rm", "-q", ".lessonboard/lessons/seed.md")
    anna.merge()
    bo.git("fetch", "-q")
    bo.sync()
    assert bo.status() == "retired"


def test_without_a_remote_or_its_default_branch_all_are_proposals(
    people: tuple[Clone, Clone], tmp_path: Path
) -> None:
    """Of an `origin/HEAD` that names no branch, or no branch of that remote, too."""
    anna, _ = people
    anna.write("seed.md", text("seed", **KEYS))
    anna.merge()
    anna.trust()
    for head in ("refs/remotes/origin/gone", "refs/heads/main"):
        anna.git("symbolic-ref", "refs/remotes/origin/HEAD", head)
        anna.git("commit", "-q", "--allow-empty", "-m", head)
        anna.sync()
        assert anna.status() == "candidate", head
    alone = tmp_path / "alone"
    alone.mkdir()
    git(alone, "init", "-q", ".")
    own = Clone(alone, anna.board)
    own.write("seed.md", text("seed", **KEYS))
    own.commit()
    own.trust()
    assert own.place.source.startswith("git::")
    assert own.status() == "candidate"


def test_trust_ends_when_the_remote_changes(people: tuple[Clone, Clone], tmp_path: Path) -> None:
    """Its lessons are withdrawn, and those of the new remote wait for trust of their own."""
    anna, bo = people
    anna.write("seed.md", text("seed", **KEYS))
    anna.merge()
    bo.git("pull", "-q")
    bo.trust()
    before = f"seed@{bo.place.source}"
    bo.git("remote", "set-url", "origin", str(tmp_path / "first"))
    project_of.cache_clear()
    [done] = bo.sync()
    assert "are of git:" in done.ended
    assert bo.board.row("lessons", before)["status"] == "retired"
    assert bo.sync() == []
    assert bo.status() == ""


def test_a_trusted_remote_is_read_in_the_checkouts_where_that_was_said_alone(
    people: tuple[Clone, Clone], tmp_path: Path
) -> None:
    """A folder that only claims the remote, such as an unpacked archive, is asked about anew."""
    anna, bo = people
    bo.trust()
    fake = tmp_path / "fake"
    git(tmp_path, "clone", "-q", str(tmp_path / "first"), "fake")
    git(fake, "remote", "set-url", "origin", str(tmp_path / "kite.git"))
    forged = Clone(fake, bo.board)
    forged.write("seed.md", text("seed", **KEYS))
    forged.commit()
    git(fake, "update-ref", "refs/remotes/origin/main", "HEAD")
    assert forged.place.source == bo.place.source == anna.place.source
    assert [each.changed for each in sync_repositories(bo.board, [fake])] == [0]
    assert (is_trusted(bo.board, bo.place), is_trusted(bo.board, forged.place)) == (True, False)
    assert bo.status() == ""


def test_worktrees_share_the_trust_and_the_newest_fetch_of_several_clones_counts(
    people: tuple[Clone, Clone], tmp_path: Path
) -> None:
    """An older clone does not undo what a newer one fetched."""
    anna, bo = people
    bo.git("worktree", "add", "-q", "../tree")
    assert is_trusted(bo.board, Clone(tmp_path / "tree", bo.board).place) is False
    bo.trust()
    assert is_trusted(bo.board, Clone(tmp_path / "tree", bo.board).place)
    other = Clone(clone(tmp_path, tmp_path / "kite.git", "other").top, bo.board)
    other.trust()
    anna.write("seed.md", text("seed", **KEYS))
    anna.git("commit", "-q", "--allow-empty", "-m", "x", "--date", "2030-01-01")
    anna.merge()
    bo.git("fetch", "-q")
    other.sync()
    assert bo.status() == "approved"
    other.git("commit", "-q", "--allow-empty", "-m", "x")
    other.sync()
    assert bo.status() == "approved"


def test_ones_own_lesson_in_the_same_words_gives_no_second_row(
    people: tuple[Clone, Clone],
) -> None:
    """Whoever approved or rejected it has decided; a candidate gains the team's approval."""
    anna, bo = people
    anna.write("seed.md", text("seed", **KEYS))
    anna.merge()
    bo.git("pull", "-q")
    bo.board.append([lesson("seed", SEED, project=bo.place.project)])
    bo.board.record(LessonRejected(lesson="seed", reason="no"), actor="human")
    bo.trust()
    assert bo.status() == ""
    anna.board.append([lesson("seed", SEED, project=anna.place.project)])
    anna.trust()
    assert anna.status() == "approved"


def test_what_was_forgotten_here_does_not_come_back(people: tuple[Clone, Clone]) -> None:
    """Nor in other words; the same words under another id are another lesson."""
    anna, _ = people
    anna.write("seed.md", text("seed", **KEYS))
    anna.merge()
    anna.trust()
    [event] = list(anna.board.read(types=["lesson.shared"]))
    anna.board.forget(event.id, reason="not for here")
    anna.write("seed.md", text("seed", "Other words.", **KEYS))
    anna.write("again.md", text("again", **KEYS))
    anna.merge()
    anna.sync()
    assert (anna.status(), anna.status("again")) == ("", "approved")


def test_no_day_to_come_makes_a_lesson_the_newest(people: tuple[Clone, Clone]) -> None:
    """Neither one in the file nor that of the commit."""
    anna, _ = people
    anna.write("seed.md", text("seed", **{**KEYS, "since": "2999-01-01"}))
    anna.merge()
    anna.trust()
    row = anna.board.row("lessons", f"seed@{anna.place.source}")
    assert row["created_at"] <= row["last_seen_at"] <= row["learnt_at"]
