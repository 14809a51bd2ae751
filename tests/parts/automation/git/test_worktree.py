"""Git for runs: found again after an accident, never forced, never on the default branch."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.stand_ins.workplace import git
from lessonboard.parts.automation.git.worktree import (
    GitFailed,
    Repository,
    Worktree,
    branch_name,
    run_git,
    stat_of,
)
from tests.parts.automation.workflow.world import World

BRANCH = "feat/issue-1-better"


def made(world: World) -> Worktree:
    """A worktree on its branch."""
    tree = Repository(world.checkout).worktree(world.folder / "cache" / "web")
    tree.switch(BRANCH)
    return tree


def test_a_worktree_begins_at_the_newest_default_branch(world: World) -> None:
    """The remote's current one, whatever the checkout has."""
    other = world.folder / "other"
    git(world.folder, "clone", "--quiet", str(world.remote), str(other))
    (other / "newer").write_text("newer")
    git(other, "add", ".")
    git(other, "commit", "--quiet", "-m", "Newer")
    git(other, "push", "--quiet", "origin", "main")
    git(world.checkout, "switch", "--quiet", "-c", "somewhere-else")
    tree = made(world)
    assert tree.head == git(other, "rev-parse", "HEAD")
    assert (tree.path / "newer").exists()
    assert git(world.checkout, "branch", "--show-current") == "somewhere-else"


def test_what_is_there_is_found_again(world: World) -> None:
    """With everything in it that is not committed yet."""
    (made(world).path / "half.txt").write_text("half")
    assert (made(world).path / "half.txt").read_text() == "half"
    assert world.worktrees() == 1


def test_a_worktree_that_was_only_half_made_is_made_again(world: World) -> None:
    """Killed while git wrote its files: the marker is missing."""
    path = made(world).path
    path.with_name("web.made").unlink()
    (path / "README.md").unlink()
    again = made(world)
    assert (again.path / "README.md").exists()
    assert world.worktrees() == 1


def test_a_folder_in_the_way_is_no_worktree(world: World) -> None:
    """It is recreated, and git's worktree list is pruned."""
    path = world.folder / "cache" / "web"
    path.mkdir(parents=True)
    (path / "junk").write_text("junk")
    assert not (made(world).path / "junk").exists()


def test_a_branch_that_only_the_remote_has_is_gone_on_with(world: World) -> None:
    """Pushed from here once, and then the checkout was made anew."""
    tree = made(world)
    (tree.path / "a").write_text("a")
    pushed = tree.commit("A") and tree.push()
    tree.repository.remove_worktree(tree.path)
    git(world.checkout, "branch", "-D", BRANCH)
    assert made(world).head == pushed


def test_all_files_count_committed_or_not(world: World) -> None:
    """Those that git ignores do not."""
    tree = made(world)
    (tree.path / ".gitignore").write_text("*.log\n")
    (tree.path / "noise.log").write_text("noise")
    (tree.path / "src" / "new.py").write_text("1\n2\n")
    tree.commit("One")
    (tree.path / "src" / "old.py").unlink()
    (tree.path / "a name with blanks").write_text("1\n")
    stat = tree.stat(tree.tree())
    assert stat.files == [".gitignore", "a name with blanks", "src/new.py", "src/old.py"]
    assert (stat.components, stat.lines) == ([".", "src"], 5)


def test_a_state_of_the_files_can_be_put_back(world: World) -> None:
    """New, changed and deleted files alike."""
    tree = made(world)
    (tree.path / "new").write_text("new")
    (tree.path / "README.md").unlink()
    state = tree.tree()
    (tree.path / "README.md").write_text("again")
    (tree.path / "later").write_text("later")
    git(tree.path, "add", ".")
    tree.restore(state)
    assert tree.tree() == state
    assert not (tree.path / "later").exists()


def test_a_commit_may_be_asked_for_twice(world: World) -> None:
    """The second is the first."""
    tree = made(world)
    (tree.path / "a").write_text("a")
    assert tree.commit("A") == tree.commit("A")
    assert git(tree.path, "rev-list", "--count", "HEAD") == "2"


def test_a_hook_that_mends_files_is_asked_once_more(world: World) -> None:
    """As formatters do: they fail when they have changed something."""
    hook = world.checkout / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\ngrep -q tidy a && exit 0\necho tidy > a\nexit 1\n")
    hook.chmod(0o755)
    tree = made(world)
    (tree.path / "a").write_text("untidy things are tidied\n".replace("tid", "t1d"))
    tree.commit("A")
    assert git(tree.path, "show", "HEAD:a") == "tidy"


def test_a_push_may_be_asked_for_twice(world: World) -> None:
    """It returns the remote's commit."""
    tree = made(world)
    (tree.path / "a").write_text("a")
    commit = tree.commit("A")
    assert tree.push() == tree.push() == commit
    assert git(world.remote, "rev-parse", BRANCH) == commit


@pytest.mark.parametrize("branch", ["main", "master", "fix/this", ""])
def test_only_branches_of_runs_are_pushed(world: World, branch: str) -> None:
    """Never the default branch, nor a branch that may be another person's."""
    tree = Repository(world.checkout).worktree(world.folder / "cache" / "web")
    if branch:
        with pytest.raises(GitFailed, match="is not a branch of a run"):
            tree.switch(branch)
        git(tree.path, "checkout", "--quiet", "--ignore-other-worktrees", "-B", branch)
    (tree.path / "a").write_text("a")
    tree.commit("A")
    with pytest.raises(GitFailed, match="is not a branch of a run"):
        tree.push()
    assert world.branches() == ["main"]


def test_a_default_branch_that_is_named_like_ours_is_refused_too(world: World) -> None:
    """The remote decides which one is the default, not its name."""
    git(world.remote, "branch", "-m", "main", BRANCH)
    tree = Repository(world.checkout).worktree(world.folder / "cache" / "web")
    with pytest.raises(GitFailed, match="never"):
        tree.switch(BRANCH)


def test_a_history_that_went_another_way_is_not_overwritten(world: World) -> None:
    """Git refuses a push that is not a fast-forward."""
    tree = made(world)
    (tree.path / "a").write_text("a")
    tree.commit("A")
    first = tree.push()
    git(tree.path, "commit", "--quiet", "--amend", "-m", "Another")
    with pytest.raises(GitFailed) as raised:
        tree.push()
    assert not raised.value.passing
    assert git(world.remote, "rev-parse", BRANCH) == first


def test_a_remote_out_of_reach_is_told_from_one_that_refuses(world: World) -> None:
    """The first passes with time."""
    git(world.checkout, "remote", "set-url", "origin", "http://127.0.0.1:9/web.git")
    with pytest.raises(GitFailed) as raised:
        Repository(world.checkout).worktree(world.folder / "cache" / "web")
    assert raised.value.passing


def test_a_checkout_without_a_remote_is_told_what_it_lacks(tmp_path: Path) -> None:
    """With the command that adds one."""
    git(tmp_path, "init", "--quiet", str(tmp_path / "alone"))
    with pytest.raises(GitFailed, match="git remote add origin"):
        _ = Repository(tmp_path / "alone").remote


def test_an_only_remote_of_another_name_will_do(world: World) -> None:
    """As where people call it upstream."""
    git(world.checkout, "remote", "rename", "origin", "upstream")
    tree = made(world)
    (tree.path / "a").write_text("a")
    tree.commit("A")
    assert tree.push()


def test_git_that_is_asked_from_within_a_hook_is_not_led_astray(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Variables that git sets for its hooks name another repository."""
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert run_git(world.checkout, "rev-parse", "--show-toplevel") == str(world.checkout)


_LEAVES_A_TRACE = "#!/bin/sh\necho ran >> {trace}\nenv > {trace}.env\n"


@pytest.fixture
def hostile(world: World, tmp_path: Path) -> Path:
    """A checkout whose settings and hooks run a program; it appends to the file returned."""
    trace = tmp_path / "trace"
    program = tmp_path / "program"
    program.write_text(_LEAVES_A_TRACE.format(trace=trace))
    program.chmod(0o755)
    hooks = world.checkout / ".git" / "hooks"
    for name in ("pre-commit", "post-checkout", "post-index-change", "reference-transaction"):
        (hooks / name).write_text(program.read_text())
        (hooks / name).chmod(0o755)
    git(world.checkout, "config", "core.fsmonitor", str(program))
    git(world.checkout, "config", "remote.evil.url", f"ext::{program}")
    trace.unlink(missing_ok=True)
    return trace


def test_looking_at_a_repository_runs_none_of_its_programs(world: World, hostile: Path) -> None:
    """Neither hooks nor the file monitor, in the checkout and in a worktree of our own."""
    Repository(world.checkout).state()
    tree = made(world)
    (tree.path / "a").write_text("a")
    tree.tree()
    assert not hostile.exists()


def test_a_remote_may_not_name_a_program(world: World, hostile: Path) -> None:
    """Git's `ext::` would run one."""
    with pytest.raises(GitFailed, match=r"ext.*not allowed"):
        run_git(world.checkout, "ls-remote", "evil")
    assert not hostile.exists()


def test_only_talking_to_a_remote_needs_a_token(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An alias of the user's shows what git is given."""
    monkeypatch.setenv("GH_TOKEN", "made-up-value")
    shown = run_git(world.checkout, "-c", "alias.show-env=!env", "show-env")
    assert "GH_TOKEN" not in shown


def test_names_of_branches_are_tame() -> None:
    """Whatever the title holds."""
    assert branch_name(7, "r", "../../etc; rm -rf ~ --force") == "feat/issue-7-etc-rm-rf-force"
    assert branch_name(None, "request-1", "Änderung") == "feat/request-1-nderung"
    assert branch_name(7, "r", "!!!") == "feat/issue-7"
    assert len(branch_name(7, "r", "long " * 50)) < 70


def test_a_binary_file_counts_as_a_line() -> None:
    """Git reports no line numbers for it."""
    assert stat_of("-\t-\ta/b.png\x00").lines == 1
