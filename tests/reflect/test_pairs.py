"""Failure-fix pairs: what a mended command teaches, and the many that teach nothing."""

from __future__ import annotations

import pytest

from blackboard.event import NewEvent
from reflect.miner.pairs import WITHIN_CALLS, pairs
from tests.reflect.talks import ROOT, edited, looked, ran, ran_by_codex, recorded


def _lessons(*steps: NewEvent) -> list[str]:
    return [finding.text.constraint for finding in pairs(recorded(*steps), ROOT)]


TAUGHT = [
    ("npm test", 'npm error Missing script: "test"', "npm run test:unit"),
    ("pytest -q", "ModuleNotFoundError: No module named 'kite'", "PYTHONPATH=src pytest -q"),
    ("python -m pytest", "E   No module named 'kite'", "env PYTHONPATH=src python -m pytest"),
    ("seed --quick", "error: unknown option --quick", "seed --fast"),
    (
        "seed data",
        "error: no configuration given, --config is required",
        "seed data --config d.toml",
    ),
    ("gh pr view --json bodyx", 'Unknown JSON field: "bodyx"', "gh pr view --json body"),
    ("pip install kite", "bash: pip: command not found", "uv pip install kite"),
    ("rtk bun test", "error: unrecognized subcommand 'bun'", "bun test"),
    ("make unit", "make: *** No rule to make target 'unit'.", "make tests"),
    ("npx eslint .", "12 problems, 3 potentially fixable", "npx eslint . --fix"),
    ("ruff format --check .", "Would reformat: a.py", "ruff format --fix ."),
    ("migrate up", "error: database is locked", "migrate up --wait 60"),
    ("kubectl get pods", "error: no configuration has been provided", "kubectl get pods -n dev"),
]


@pytest.mark.parametrize(("failed", "output", "worked"), TAUGHT)
def test_a_mended_command_is_a_lesson(failed: str, output: str, worked: str) -> None:
    """The same command, changed in what its error is about, is taught in place of the other."""
    (lesson,) = _lessons(ran(failed, output, fails=True), ran(worked))
    assert failed in lesson
    assert worked.removeprefix("env ") in lesson


def test_looking_around_does_not_hide_the_fix() -> None:
    """Reading files and listing folders between failure and fix is how fixes are found."""
    lessons = _lessons(
        ran("npm test", 'npm error Missing script: "test"', fails=True),
        looked("package.json"),
        ran("ls"),
        ran("npm run test:unit"),
    )
    assert lessons == ["Use `npm run test:unit` instead of `npm test`."]


def test_the_right_folder_is_a_lesson() -> None:
    """The same command from another folder teaches where to run it."""
    (lesson,) = _lessons(
        ran("npm run build", "ENOENT: no such file or directory, open 'package.json'", fails=True),
        ran("cd web && npm run build"),
    )
    assert "`web`" in lesson


def test_paths_below_the_project_are_relative() -> None:
    """The project's own folder is left out of what is taught."""
    (lesson,) = _lessons(
        ran("npm run build", "npm error ENOENT package.json", fails=True),
        ran(f"cd {ROOT}/web && npm run build"),
    )
    assert ROOT not in lesson
    assert "`web`" in lesson


def test_a_lesson_says_where_it_comes_from() -> None:
    """Symptom, cause and fix are told, with the two calls as evidence, verbatim."""
    events = recorded(
        ran("seed", "Seeding.\nerror: --config is required\n", fails=True),
        ran("seed --config dev.toml"),
    )
    (finding,) = pairs(events, ROOT)
    assert finding.text.symptom == "`seed` fails: error: --config is required"
    assert "--config dev.toml" in finding.text.root_cause
    assert [each.event_id for each in finding.evidence] == [events[1].id, events[2].id]
    assert finding.evidence[0].quote == "error: --config is required"
    assert finding.evidence[1].quote == "seed --config dev.toml"
    assert (finding.trust, finding.commands) == ("tool", ("seed",))
    assert finding.signatures == ("error: --config is required",)
    assert finding.occasion == "s1-1"


_MISSING = "error: --config is required"
NOTHING = {
    "another command came before it, and both may have been needed": (
        ran("npm run print", 'npm error Missing script: "print"', fails=True),
        ran("npm run pages && npm run press"),
    ),
    "it began alone, and passed only after another": (
        ran("npm run print", 'npm error Missing script: "print"', fails=True),
        ran("npm run press", "press: nothing to press", fails=True),
        ran("npm run pages && npm run press"),
    ),
    "the code was edited between": (
        ran("seed", _MISSING, fails=True),
        edited(),
        ran("seed --config dev.toml"),
    ),
    "a failing test": (
        ran("pytest -q", "FAILED tests/test_a.py::test_b - assert 1 == 2", fails=True),
        ran("pytest -q tests/test_a.py"),
    ),
    "the same command again": (ran("seed", _MISSING, fails=True), ran("seed")),
    "only other paths": (
        ran("cp /a/one.txt /b", "cp: /a/one.txt: No such file or directory", fails=True),
        ran("cp /a/two.txt /c"),
    ),
    "asking for help": (ran("seed", _MISSING, fails=True), ran("seed --help", "usage: seed")),
    "getting round a hook": (
        ran("git commit -m x", "error: the pre-commit hook must run clean", fails=True),
        ran("git commit -m x --no-verify"),
    ),
    "getting round a hook by its short name": (
        ran("git commit -m x", "error: the pre-commit hook must run clean", fails=True),
        ran("git commit -n -m x"),
    ),
    "getting round a hook by a setting": (
        ran("git commit -m x", "error: the pre-commit hook must run clean", fails=True),
        ran("SKIP=lint git commit -m x"),
    ),
    "becoming root": (
        ran("npm install -g kite", "npm error EACCES: permission denied", fails=True),
        ran("sudo npm install -g kite"),
    ),
    "forcing by a bundle of flags": (
        ran("rm build", "rm: cannot remove 'build': it must be a file", fails=True),
        ran("rm -rf build"),
    ),
    "forcing": (
        ran("git push", "! [rejected] error: refusing to update", fails=True),
        ran("git push --force"),
    ),
    "a forced push by a plus": (
        ran("git push origin main", "error: refusing to update main", fails=True),
        ran("git push origin +main"),
    ),
    "a pipe that hides failure": (
        ran("seed", _MISSING, fails=True),
        ran("seed --quick | tail -3", "error: unknown option --quick"),
    ),
    "the second one fails too": (
        ran("seed", _MISSING, fails=True),
        ran("seed --config x", "error: x does not exist", fails=True),
    ),
    "a refused call": (
        ran("seed", _MISSING, fails=True),
        ran("seed --config x", "no", denied=True),
    ),
    "a here-document": (
        ran("python - <<'E'\nimport kite\nE", "No module named 'kite'", fails=True),
        ran("PYTHONPATH=src python - <<'E'\nimport kite\nE"),
    ),
    "an inline program": (
        ran("python -c 'import kite'", "No module named 'kite'", fails=True),
        ran("python -c 'import kites'"),
    ),
    "a probe": (
        ran("ls src/kites", "ls: src/kites: No such file or directory", fails=True),
        ran("ls src/kite"),
    ),
    "another program": (ran("seed", _MISSING, fails=True), ran("migrate --config dev.toml")),
    "another subcommand that has nothing to do with the error": (
        ran("git push origin main", "fatal: unable to find remote", fails=True),
        ran("git status --short --branch"),
    ),
    "a command that did not fail": (ran("seed", _MISSING), ran("seed --config dev.toml")),
    "a test failure in a long output that mentions a flag": (
        ran("pytest -q", "ok\n" * 80 + "E  error: unknown option --x\n1 failed", fails=True),
        ran("pytest -q tests/test_a.py"),
    ),
    "a formatter that was not repaired": (
        ran("ruff format --check .", "Would reformat: a.py", fails=True),
        ran("ruff format --check src"),
    ),
    "a list of what there is": (
        ran("npm test", 'npm error Missing script: "test"', fails=True),
        ran("npm run", "Scripts available in kite: test:unit"),
    ),
    "only another name of one of many": (
        ran("tree add fix-a-b", "error: the branch already exists", fails=True),
        ran("tree add fix-a-c"),
    ),
    "a program called by another path": (
        ran("scripts/x.sh --all", "no such file or directory: scripts/x.sh", fails=True),
        ran("/opt/x/scripts/x.sh --all"),
    ),
    "only how it is shown": (
        ran("bd status --short", "error: unknown flag: --short", fails=True),
        ran("bd status"),
    ),
    "looking at it instead": (
        ran("bd update k-1 --claim", "Error: issue already claimed", fails=True),
        ran("bd show k-1"),
    ),
    "a throw-away folder": (
        ran("cd /tmp/try && seed", "no such file or directory: seed", fails=True),
        ran(f"cd {ROOT} && seed"),
    ),
    "a loop": (
        ran("for f in a b; do seed $f; done", _MISSING, fails=True),
        ran("for f in a b; do seed $f --config d; done"),
    ),
}


MENDED = {
    "one command of several": (
        ran("make gen && seed --quick", "error: unknown option --quick", fails=True),
        ran("make gen && seed --fast"),
        "Use `seed --fast` instead of `seed --quick`.",
    ),
    "after a file was changed, for words on the command line are not mended by that": (
        ran("seed --quick", "error: unknown option --quick", fails=True),
        edited(),
        ran("seed --fast"),
        "Use `seed --fast` instead of `seed --quick`.",
    ),
    "though the work itself went wrong after it": (
        ran("rtk bun test", "error: unrecognized subcommand 'bun'", fails=True),
        ran("bun test", "(fail) adds numbers\n 1 fail", fails=True),
        "Use `bun test` instead of `rtk bun test`.",
    ),
    "another filter for one that knows no such option": (
        ran("sed -n 3p a.py | cat -A", "cat: illegal option -- A", fails=True),
        ran("sed -n 3p a.py | od -c"),
        "Use `od -c` instead of `cat -A`.",
    ),
    "an argument too many": (
        ran("gh pr diff 7 -- src/a.py", "accepts at most 1 arg(s), received 2", fails=True),
        ran("gh pr diff 7"),
        "Leave file paths out of `gh pr diff 7`.",
    ),
    "a flag that is not known": (
        ran("snapshot make --head", "error: unknown flag: --head", fails=True),
        ran("snapshot make"),
        "Leave `--head` out of `snapshot make`.",
    ),
    "a file that is not taken": (
        ran(
            "git add a.py dist/a.css", "ignored by one of your .gitignore files:\ndist", fails=True
        ),
        ran("git add a.py"),
        "Leave `dist/a.css` out of `git add a.py`.",
    ),
    "a full name": (
        ran("npx lint-x .", "npm error could not determine executable to run", fails=True),
        ran("npx github-lint-x ."),
        "Use `npx github-lint-x .` instead of `npx lint-x .`.",
    ),
    "a setting, though the work went on to fail": (
        ran("git add a && git rebase --continue", "Standard input is not a terminal", fails=True),
        ran("GIT_EDITOR=true git rebase --continue", "CONFLICT (content) in a", fails=True),
        "Use `GIT_EDITOR=true git rebase --continue` instead of `git rebase --continue`.",
    ),
    "a long command without what is the same in both": (
        ran(
            "kites eval run features/one/evals/data.yaml --filter case-one-a --dry-run",
            "  features/one/evals/data.yaml --filter case-one-a\n  ^ Unknown arguments",
            fails=True,
        ),
        ran("kites eval run features/one/evals/data.yaml --test-id case-one-a --dry-run"),
        "Use `kites eval run … --test-id …` instead of `kites eval run … --filter …`.",
    ),
}


@pytest.mark.parametrize("talk", MENDED.values(), ids=MENDED)
def test_what_was_mended_is_named_and_no_more(talk: tuple[NewEvent | str, ...]) -> None:
    """The lesson is what changed in the one command at fault, without what it was done to."""
    assert _lessons(*(each for each in talk if isinstance(each, NewEvent))) == [talk[-1]]


def test_another_agents_shell_teaches_the_same() -> None:
    """What the shell tool is called, and how it is told the folder, makes no difference."""
    mine = _lessons(
        ran_by_codex("cd web && seed --quick", "error: unknown option --quick", fails=True),
        ran_by_codex("cd web && seed --fast"),
    )
    assert mine == ["Use `seed --fast` instead of `seed --quick`."]


@pytest.mark.parametrize("steps", NOTHING.values(), ids=NOTHING)
def test_this_teaches_nothing(steps: tuple[NewEvent, ...]) -> None:
    """What does not show how a command must be run is no lesson."""
    assert _lessons(*steps) == []


def test_what_comes_much_later_is_no_fix() -> None:
    """A success after many other calls was for something else."""
    between = [looked(f"src/{n}.py") for n in range(WITHIN_CALLS)]
    failed, worked = ran("seed", _MISSING, fails=True), ran("seed --config dev.toml")
    assert _lessons(failed, *between, worked) == []
    assert len(_lessons(failed, *between[1:], worked)) == 1


def test_the_first_success_counts() -> None:
    """Of several successes, the first is the fix."""
    lessons = _lessons(
        ran("seed", _MISSING, fails=True),
        ran("seed --config dev.toml"),
        ran("seed --config prod.toml"),
    )
    assert lessons == ["Use `seed --config dev.toml` instead of `seed`."]


@pytest.mark.parametrize(
    "line", ["", " ", "|", "&&", "'", '"', "a |", "cd", "cd x", "A=1", "env", "\0", "-", "()"]
)
def test_no_shell_line_is_an_error(line: str) -> None:
    """Lines that no shell would take break nothing."""
    assert len(_lessons(ran(line, _MISSING, fails=True), ran(f"{line} --config x"))) <= 1
