"""Steps: what had to be run before, and what merely came between."""

from __future__ import annotations

import pytest

from blackboard.event import NewEvent
from reflect.miner.steps import WITHIN_CALLS, steps
from tests.reflect.talks import ROOT, edited, looked, ran, ran_by_codex, recorded


def _lessons(*talk: NewEvent) -> list[str]:
    return [finding.text.constraint for finding in steps(recorded(*talk), ROOT)]


_NO_VITE = ran("npm run build", "error: Cannot find module 'vite'", fails=True)
_BUILT = ran("npm run build")
TAUGHT = {
    "an installation": (
        (_NO_VITE, ran("npm ci"), _BUILT),
        "Run `npm ci` before `npm run build` when it says \"error: Cannot find module 'vite'\".",
    ),
    "a step in the same line": (
        (_NO_VITE, ran("npm ci && npm run build")),
        "Run `npm ci` before `npm run build` when it says \"error: Cannot find module 'vite'\".",
    ),
    "looking between": (
        (_NO_VITE, looked("package.json"), ran("ls"), ran("git status"), ran("npm ci"), _BUILT),
        "Run `npm ci` before `npm run build` when it says \"error: Cannot find module 'vite'\".",
    ),
    "a trusted folder": (
        (
            ran("mise run x", "ERROR Config files in /a/mise.toml are not trusted.", fails=True),
            ran("mise trust"),
            ran("mise run x"),
        ),
        "Run `mise trust` before `mise run x`.",
    ),
    "a remote set right": (
        (
            ran_by_codex("git fetch origin && git status", "fatal: 'x' not found", fails=True),
            ran_by_codex("git remote set-url origin https://host/x.git && git fetch origin"),
        ),
        "Run `git remote set-url origin https://host/x.git` before `git fetch origin`"
        " when it says \"fatal: 'x' not found\".",
    ),
    "leftovers": (
        (
            ran("bun test", "error: no module in tmp/clones/a1b2/x.ts", fails=True),
            ran(f"rm -rf {ROOT}/tmp/clones/a1b2"),
            ran("bun test"),
        ),
        "Delete what is left in `tmp/clones/` before `bun test`.",
    ),
    "the script that formats": (
        (
            ran("mise run lint", "a.go is not properly formatted", fails=True),
            ran("mise run fmt"),
            ran("mise run lint"),
        ),
        "Run `mise run fmt` when `mise run lint` complains about formatting.",
    ),
}


@pytest.mark.parametrize(("talk", "lesson"), TAUGHT.values(), ids=TAUGHT)
def test_what_was_run_between_is_the_step(talk: tuple[NewEvent, ...], lesson: str) -> None:
    """The same command, failing and then not, with one other between them, teaches that one."""
    assert _lessons(*talk) == [lesson]


NOTHING = {
    "nothing was run between": (_NO_VITE, _BUILT),
    "two things were": (_NO_VITE, ran("npm ci"), ran("make gen"), _BUILT),
    "a file was changed": (_NO_VITE, ran("npm ci"), edited(), _BUILT),
    "the step failed": (_NO_VITE, ran("npm ci", "no", fails=True), _BUILT),
    "it went on failing": (_NO_VITE, ran("npm ci"), _NO_VITE),
    "a folder was made": (
        ran("seed /x/out", "error: no such file or directory", fails=True),
        ran("mkdir /x/out"),
        ran("seed /x/out"),
    ),
    "git moved the work": (
        ran("git push", "error: failed to push some refs, not allowed", fails=True),
        ran("git pull --rebase"),
        ran("git push"),
    ),
    "a check was got round": (
        ran("git push", "error: hook is required", fails=True),
        ran("git config core.hooksPath x --force"),
        ran("git push"),
    ),
    "only a test was run": (
        ran("make all", "error: unit failed", fails=True),
        ran("pytest -q"),
        ran("make all"),
    ),
    "something that has nothing to do with it": (
        ran("pytest -q", "FAILED test_a - assert 1 == 2", fails=True),
        ran("xyz now"),
        ran("pytest -q"),
    ),
    "an inline program": (
        ran("node - <<'E'\nx\nE", "Error: not found", fails=True),
        ran("npm ci"),
        ran("node - <<'E'\ny\nE"),
    ),
    "it came much later": (_NO_VITE, *[looked(f"{n}.py") for n in range(WITHIN_CALLS)], _BUILT),
}


@pytest.mark.parametrize("talk", NOTHING.values(), ids=NOTHING)
def test_this_is_no_step(talk: tuple[NewEvent, ...]) -> None:
    """What does not show that one command needs another is no lesson."""
    assert _lessons(*talk) == []


def test_a_step_says_where_it_comes_from() -> None:
    """The failure is cited first, then the step, each verbatim."""
    events = recorded(_NO_VITE, ran("npm ci"), _BUILT)
    (finding,) = steps(events, ROOT)
    assert [each.event_id for each in finding.evidence] == [events[1].id, events[2].id]
    assert [each.quote for each in finding.evidence][1] == "npm ci"
    assert finding.commands == ("npm run build",)
