"""The files of a repository: found below its root, and never outside."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from reflect.freshness.files import MOST_BYTES, NoFolder, Tree, Unreadable


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A real repository with a file in a folder, and a secret beside it."""
    place = tmp_path / "kite"
    (place / "src").mkdir(parents=True)
    (place / "src" / "tile.py").write_text("one\ntwo\n")
    (tmp_path / "secret.txt").write_text("secret")
    subprocess.run(["git", "init", "-q", place], check=True)
    return place


def test_a_path_is_relative_to_the_repository_or_to_the_folder(root: Path) -> None:
    """Sessions work in folders of a repository; pull requests name files from its root."""
    for folder in (root, root / "src"):
        assert Tree(folder).find("src/tile.py") == ["src/tile.py"]
    assert Tree(root / "src").find("tile.py") == ["src/tile.py"]
    assert Tree(root).find("tile.py") == []
    assert Tree(root).lines("src/tile.py") == ["one", "two"]


@pytest.mark.parametrize("path", ["../secret.txt", "/etc/passwd", "src/../../secret.txt"])
def test_a_path_that_leads_out_is_refused(root: Path, path: str) -> None:
    """Whether or not there is such a file."""
    with pytest.raises(Unreadable, match="leads out"):
        Tree(root).find(path)


def test_a_link_that_leads_out_is_refused(root: Path) -> None:
    """A link to a file, a folder on the way, to nowhere, and in a circle."""
    (root / "link.txt").symlink_to(root.parent / "secret.txt")
    (root / "away").symlink_to(root.parent)
    (root / "nowhere").symlink_to(root / "missing")
    (root / "circle").symlink_to(root / "circle")
    for path in ("link.txt", "away/secret.txt", "nowhere", "circle"):
        with pytest.raises(Unreadable):
            Tree(root).find(path)
        with pytest.raises(Unreadable):
            Tree(root).lines(path)


def test_a_link_inside_is_followed(root: Path) -> None:
    """Such as AGENTS.md that is CLAUDE.md."""
    (root / "same.py").symlink_to(root / "src" / "tile.py")
    assert Tree(root).find("same.py") == ["same.py"]
    assert Tree(root).lines("same.py") == ["one", "two"]


def test_large_and_binary_files_and_pipes_are_not_read(root: Path) -> None:
    """A pipe would keep a worker waiting for ever."""
    (root / "large.txt").write_bytes(b"x" * (MOST_BYTES + 1))
    (root / "picture.png").write_bytes(b"\x89PNG\0\0")
    os.mkfifo(root / "pipe")
    for path in ("large.txt", "picture.png", "pipe"):
        with pytest.raises(Unreadable):
            Tree(root).lines(path)


def test_what_a_missing_file_may_have_become(root: Path) -> None:
    """First what still ends so, then its name elsewhere, then its kind beside it."""
    for path in ("web/src/kite.py", "lib/kite.py", "src/glider.py", "src/note.md",
                 "node_modules/kite.py", "copy/kite.py"):  # fmt: skip
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x")
    (root / "copy" / ".git").write_text("gitdir: elsewhere")
    (root / "loop").symlink_to(root)
    found = Tree(root).namesakes("src/kite.py")
    assert found == ["web/src/kite.py", "lib/kite.py", "src/glider.py", "src/tile.py"]


def test_a_folder_that_is_gone_or_empty_says_so(root: Path, tmp_path: Path) -> None:
    """Nothing is concluded from either."""
    with pytest.raises(NoFolder, match="no such folder here"):
        Tree(root / "missing")
    bare = tmp_path / "bare"
    subprocess.run(["git", "init", "-q", bare], check=True)
    assert Tree(bare).is_empty
    assert not Tree(root).is_empty
