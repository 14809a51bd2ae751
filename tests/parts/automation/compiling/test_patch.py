"""Patches, and the hostile files of a repository."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lessonboard.parts.automation.compiling.checkout import Checkout
from lessonboard.parts.automation.compiling.kind import Proposal, Unfit
from lessonboard.parts.automation.compiling.patch import patch, shown
from lessonboard.parts.automation.compiling.rule_line import RuleLine
from tests.long_runs import rounds
from tests.parts.automation.compiling.given import subject

_texts = st.text(alphabet="ab \r\n", max_size=30)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository that changes nothing in line ends."""
    root = tmp_path_factory.mktemp("kite")
    subprocess.run(["git", "init", "-q", root], check=True)
    subprocess.run(["git", "-C", root, "config", "core.autocrlf", "false"], check=True)
    return root


@settings(max_examples=rounds(5, 25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.none() | _texts, _texts)
def test_git_applies_a_patch_to_the_byte(repository: Path, before: str | None, after: str) -> None:
    """New files, other line ends and a last line without an end included."""
    if before == after or not (before or after):
        return
    file = repository / "a b.md"
    file.unlink(missing_ok=True)
    if before is not None:
        file.write_bytes(before.encode())
    text = patch(Proposal("a b.md", before, after, ("x",), "", ""))
    command = ["git", "-C", str(repository), "apply", "--whitespace=nowarn", "-"]
    subprocess.run(command, input=text.encode(), check=True)
    assert file.read_bytes() == after.encode()


def test_a_patch_cannot_steer_a_terminal() -> None:
    """Its context is whatever the repository has."""
    assert list(shown("+a\x1b[31m\tb\n\u202ec")) == ["+a [31m\tb", " c"]


def test_what_is_there_needs_no_patch() -> None:
    """It is empty."""
    assert patch(Proposal("a", "x", "x", ("x",), "", "")) == ""


@pytest.mark.parametrize(
    "path",
    ["/etc/hosts", "../a", "a/../../b", ".git/config", ".GIT/config", "", "a//b", "a\nb", "a\\b"],
)
def test_no_path_leads_out_of_the_repository(path: str, tmp_path: Path) -> None:
    """Nor into git's own folder."""
    with pytest.raises(Unfit, match="no plain path"):
        Checkout(tmp_path).read(path)


def test_links_are_not_followed(tmp_path: Path) -> None:
    """Neither to a file nor through a folder; of two rule files the one that is none is used."""
    (tmp_path / "secret").write_text("key")
    root = tmp_path / "kite"
    root.mkdir()
    (root / "AGENTS.md").symlink_to(tmp_path / "secret")
    (root / "docs").symlink_to(tmp_path)
    for path in ("AGENTS.md", "docs/secret"):
        with pytest.raises(Unfit, match="symbolic link"):
            Checkout(root).read(path)
    with pytest.raises(Unfit, match="symbolic link"):
        RuleLine().propose(subject("Sew."), Checkout(root))
    (root / "CLAUDE.md").write_text("Be kind.\n")
    assert RuleLine().propose(subject("Sew."), Checkout(root)).file == "CLAUDE.md"


def test_what_is_no_text_of_a_usual_size_is_not_read(tmp_path: Path) -> None:
    """Whole megabytes, other encodings, folders, pipes."""
    (tmp_path / "large").write_text("a" * 1_000_001)
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    (tmp_path / "binary").write_bytes(b"a\0b")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for path in ("large", "latin", "binary", "folder", "pipe"):
        with pytest.raises(Unfit):
            Checkout(tmp_path).read(path)
    assert Checkout(tmp_path).read("none") is None
    assert Checkout(tmp_path).read("latin/none") is None


def test_a_large_file_that_may_not_be_written_is_enough_for_a_patch(tmp_path: Path) -> None:
    """It is only read."""
    (tmp_path / "AGENTS.md").write_text("# Kites\n\n" + "Fly low.\n\n" * 5_000)
    (tmp_path / "AGENTS.md").chmod(0o444)
    found = RuleLine().propose(subject("Sew every longeron."), Checkout(tmp_path))
    assert patch(found).count("\n") < 20
