"""Of several clones the one that has fetched more counts, whatever dates its commits claim."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.parts.team.repository.clones import Clone, clone, origin, text


def _commit_dated(person: Clone, date: str) -> None:
    """Commit and push as somebody whose clock says what they like."""
    person.git("add", "-A")
    subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x"],
                   cwd=person.top, check=True,
                   env={"PATH": os.environ["PATH"], "GIT_COMMITTER_DATE": date})  # fmt: skip
    person.git("push", "-q", "origin", "HEAD:main")


@pytest.mark.parametrize("date", ["2090-01-01T00:00:00Z", "2020-01-01T00:00:00Z"])
@pytest.mark.parametrize("fetching", ["first", "second"])
def test_a_deletion_that_one_clone_fetched_counts(tmp_path: Path, fetching: str, date: str) -> None:
    """In whichever of two, after a commit of any date."""
    bare = origin(tmp_path)
    anna, one = clone(tmp_path, bare, "anna"), clone(tmp_path, bare, "one")
    two = Clone(clone(tmp_path, bare, "two").top, one.board)
    anna.write("seed.md", text("seed"))
    _commit_dated(anna, date)
    for each in (one, two):
        each.git("fetch", "-q")
        each.trust()
    assert one.status() == "approved"
    anna.git("rm", "-q", ".lessonboard/lessons/seed.md")
    anna.git("commit", "-qm", "no longer")
    anna.git("push", "-q", "origin", "HEAD:main")
    (one if fetching == "first" else two).git("fetch", "-q")
    one.sync()
    assert one.status() == "retired"
    anna.board.close()
    one.board.close()
