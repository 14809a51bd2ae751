"""Hooks run at a commit of the automation, and see and change nothing of the person's."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from examples.stand_ins.workplace import git
from lessonboard.parts.automation.git.worktree import GitFailed, Repository, Worktree
from lessonboard.parts.automation.isolation.allowed import Allowed
from lessonboard.parts.automation.isolation.means import means
from tests.parts.automation.isolation.secret_variables import secrets
from tests.parts.automation.workflow.world import World

APART = pytest.mark.skipif(
    not means().replaces, reason="this system cannot keep the files of a person from a hook"
)


def made(world: World) -> Worktree:
    """A worktree on its branch, with a change."""
    tree = Repository(world.checkout).worktree(world.runs / "run-1" / "web")
    tree.switch("feat/issue-1-better")
    (tree.path / "a").write_text("a")
    return tree


def hook(world: World, script: str, name: str = "pre-commit") -> None:
    """Install a hook, as the person would."""
    path = world.checkout / ".git" / "hooks" / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_a_hook_is_given_no_secret(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of more than two hundred; what is allowed by name is given."""
    for name, value in secrets().items():
        if name not in ("LD_PRELOAD", "GIT_CONFIG_GLOBAL"):
            monkeypatch.setenv(name, value)
    hook(world, "env > variables.txt; git add variables.txt")
    tree = made(world)
    tree.commit("A", Allowed(variables=frozenset({"NPM_TOKEN"})))
    variables = git(tree.path, "show", "HEAD:variables.txt")
    assert [value for value in secrets().values() if f"={value}\n" in variables] == [
        secrets()["NPM_TOKEN"]
    ]


def test_the_person_is_the_author_though_hooks_see_no_settings(world: World) -> None:
    """His name is in settings of git that lie in his home."""
    git(world.checkout, "config", "--unset", "user.name")
    hook(world, "git config user.name && exit 1; exit 0")
    tree = made(world)
    tree.commit("A")
    assert git(tree.path, "show", "-s", "--format=%an <%ae>") == "A Person <person@example.com>"


def test_every_hook_of_a_commit_runs_where_the_person_has_them(world: World) -> None:
    """Also in a folder that his own settings name, with the programs that they call."""
    hooks = world.folder / "my-hooks"
    hooks.mkdir()
    own = world.folder / "my-programs" / "said"
    own.parent.mkdir()
    own.write_text('#!/bin/sh\necho "$1" >> said.txt; git add said.txt\n')
    own.chmod(0o755)
    with (world.folder / "gitconfig").open("a") as settings:
        settings.write(f"[core]\nhooksPath = {hooks}\n")
    for name in ("pre-commit", "commit-msg", "post-commit"):
        (hooks / name).write_text(f"#!/bin/sh\n{own} {name}\n")
        (hooks / name).chmod(0o755)
    tree = made(world)
    tree.commit("A")
    said = (tree.path / "said.txt").read_text().split()
    assert set(said) == {"pre-commit", "commit-msg", "post-commit"}


@APART
def test_a_hook_changes_neither_settings_nor_hooks_nor_what_leads_to_them(world: World) -> None:
    """Whoever writes those runs programs as the person, at his next command."""
    inside = world.checkout / ".git"
    tree = made(world)
    own = inside / "worktrees" / "web"
    targets = [
        inside / "config", inside / "commondir", inside / "hooks" / "post-checkout",
        inside / "info" / "attributes", own / "commondir", own / "gitdir", own / "config.worktree",
        tree.path / ".git", world.folder / "gitconfig", Path.home() / ".gitconfig",
    ]  # fmt: skip
    before = {path: path.read_bytes() if path.exists() else b"" for path in targets}
    lines = [f"echo hostile >> '{path}'; rm -f '{path}'; mv '{path}' '{path}.moved'"
             for path in targets if path.parent != Path.home()]  # fmt: skip
    hook(world, "{ " + "; ".join(lines) + "; } 2>/dev/null; exit 0")
    tree.commit("A")
    assert {path: path.read_bytes() if path.exists() else b"" for path in targets} == before
    assert git(tree.path, "log", "-1", "--format=%s") == "A"


@APART
def test_a_hook_that_lacks_something_is_no_passing_failure(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would lack it at the next try as well; the failure names what to allow."""
    monkeypatch.setenv("NPM_TOKEN", "value")
    hook(world, "echo 'curl: (6) Could not resolve host'; echo ${NPM_TOKEN:?is needed}")
    with pytest.raises(GitFailed) as failed:
        made(world).commit("A")
    assert str(failed.value).endswith(
        "withheld: network, NPM_TOKEN; `lessonboard automation allow network`, "
        "`lessonboard automation allow env NPM_TOKEN`"
    )
    assert not failed.value.passing


def test_a_repository_inside_runs_nothing(world: World) -> None:
    """Git would run the filters of its settings to compare it; it is not staged either."""
    tree = made(world)
    inner = tree.path / "inner"
    trace = world.folder / "trace"
    git(world.folder, "init", "--quiet", str(inner))
    (inner / "file").write_text("one\n")
    (inner / ".gitattributes").write_text("* filter=evil\n")
    git(inner, "add", ".")
    git(inner, "commit", "--quiet", "-m", "Inner")
    git(inner, "config", "filter.evil.clean", f"touch {trace}; cat")
    for is_linked in (False, True):
        if is_linked:
            git(tree.path, "add", "inner")
            trace.unlink(missing_ok=True)
        (inner / "file").write_text("two\n")
        os.utime(inner / "file", (0, 0))
        tree.tree()
        tree.commit("A")
        (tree.path / "a").write_text(f"changed {is_linked}")
        assert not trace.exists(), is_linked
    assert git(tree.path, "show", "HEAD~1:a") == "a"


@pytest.mark.full
@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="no ssh-keygen to sign with")
def test_a_commit_is_signed_where_the_person_signs_his(world: World) -> None:
    """With a key that no hook sees."""
    key = world.folder / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    with (world.folder / "gitconfig").open("a") as settings:
        settings.write(f"[gpg]\nformat = ssh\n[user]\nsigningKey = {key}\n[commit]\ngpgSign = on\n")
    hook(world, f"test ! -e {key}" if means().replaces else "exit 0")
    tree = made(world)
    tree.commit("A")
    assert "SSH SIGNATURE" in git(tree.path, "cat-file", "commit", "HEAD")
