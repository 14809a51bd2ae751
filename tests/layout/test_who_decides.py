"""Each command either has the mark of those that only a person may give, or a reason why not."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from lessonboard.bootstrap import App
from lessonboard.cli import who_decides
from lessonboard.cli.lazy import own_command
from lessonboard.cli.main import cli
from lessonboard.cli.table import COMMANDS
from lessonboard.cli.who_decides import is_marked
from lessonboard.who_may_decide import Circumstances, OnlyPerson

ROOT = Path(__file__).parent.parent.parent

DECIDE = {
    "lesson add": "Run\\ the\\ tests; Run\\ the\\ tests --insight",
    "lesson keep": "ID; ID --everywhere; ID --pin; ID --no-pin; ID --wake",
    "lesson drop": "ID; ID --outdated", "lesson edit": "ID --severity low",
    "lesson undo": "ID", "lesson mute": "ID; ID --undo",
    "lesson guard": "ID; ID --undo", "lesson review": "--all",
    "automation compile": "ID --pr", "off": "--undo", "forget": "ID --reason x; --retention",
    "session import": "--trusted", "admin restore": "backup.db", "admin part": "on team",
    "admin verify": "--accept", "uninstall": "--purge --yes",
    "web": "--no-browser; --export FOLDER --sessions; --export FOLDER --sessions --yes",
    "admin project": "ONE OTHER --merge; ONE --split; ONE OTHER --split; ID --undo",
    "recording accept": "ID", "recording edit": "ID; ID --undo",
    "recording run": "ID --mend", "recording import": "--session ID --worked",
    "recording allow": "ID", "automation enable": "--for-real",
    "automation run": "ID; --resume ID; --measure",
    "team join": "PLACE --all-projects; --undo", "team sync": "--yes",
    "team share": "--undo --all; --all", "team trust": "NAME; --unsigned; --yes",
    "team key": "--replace --yes; --add KEY; --confirm NAME FINGERPRINT",
    "admin mcp-projects": "--all; NAME", "automation allow": "network",
    "init": "--model claude-code; --allow-reading; --status-line; --allow-scripts",
    "admin model allow": "claude-code", "admin model exclude": "NAME --undo",
}  # fmt: skip
"""Commands that only a person may give, with words by which they decide, parted by semicolons."""

FREE = {
    "lesson add": "--file x", "lesson guard": "ID --backtest; ", "lesson review": "--json",
    "recording allow": "ID --undo", "recording run": "ID; ID --dry-run",
    "recording import": "--session ID",
    "team join": "PLACE --create", "team sync": "--dry-run", "team trust": "NAME --undo; --undo",
    "team key": "--json",
}  # fmt: skip
"""Words by which some of these commands do not decide."""

OTHERS = {
    "only read, or write files that were asked for": """
        admin backup, doctor, admin events, fix, handoff, search, admin model,
        lesson, lesson context, lesson export, lesson report,
        admin queue, session, session export, status-line, automation,
        recording, recording check, recording export, team, team init""",
    "note what happened; what is learnt of it waits for a person or the policy": """
        lesson critique, automation pr, automation record, session reflect,
        recording start""",
    "do what was decided before, within its limits": """
        hook, mcp, admin queue add, admin queue claim, admin queue finish,
        admin worker""",
    "end what the next session begins again": "stop",
    "drive a browser, as who may run commands could do without this": """
        recording login""",
}
"""Why the others need no mark."""


def _others() -> set[str]:
    return {name.strip() for names in OTHERS.values() for name in names.split(",")}


def test_every_command_is_marked_or_has_a_reason_why_not() -> None:
    """A new command is neither, until somebody decided about it."""
    assert COMMANDS.keys() - DECIDE.keys() - _others() == set(), "add them to one of the tables"
    assert (DECIDE.keys() | _others()) - COMMANDS.keys() == set(), "there are no such commands"
    assert DECIDE.keys() & _others() == set()
    marked = {name for name in COMMANDS if (command := own_command(name)) and is_marked(command)}
    assert marked == DECIDE.keys()


def test_the_page_lists_what_only_a_person_may_do() -> None:
    """`docs/cli.md` names each such command, and no other."""
    _, _, rest = (ROOT / "docs" / "cli.md").read_text().partition("## Who may decide\n")
    rows = [line for line in rest.partition("\n## ")[0].splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    assert {name for name in named if not name.startswith("--")} == DECIDE.keys()


def test_what_is_marked_does_nothing_in_an_agents_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a terminal nor the settings help; the board is not even made."""
    seen = Circumstances({"CLAUDECODE": "1"}, (), has_terminal=True, allows_scripts=True)
    monkeypatch.setattr(who_decides, "observed", lambda app: seen)
    monkeypatch.chdir(tmp_path)
    board = tmp_path / "board.db"
    forms = [(name, form) for name, words in DECIDE.items() for form in words.split("; ")]
    for name, words in forms:
        if name == "team sync":  # which looks at the board whether it is the first
            continue
        line = [*name.split(), *shlex.split(words)]
        done = CliRunner().invoke(
            cli, line, obj=App(str(board)), env={"LESSONBOARD_DB": str(board)}
        )
        assert isinstance(done.exception, OnlyPerson), (name, done.output, done.exception)
        assert "a session of Claude Code (CLAUDECODE is set)" in str(done.exception), name
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("name", "words"), FREE.items())
def test_reads_and_what_only_narrows_stay_free(
    name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent may give the same commands where they decide nothing."""
    seen = Circumstances({"CLAUDECODE": "1"}, (), has_terminal=True, allows_scripts=True)
    monkeypatch.setattr(who_decides, "observed", lambda app: seen)
    monkeypatch.chdir(tmp_path)
    line = ["--db", "board.db", *name.split(), *shlex.split(words)]
    done = CliRunner().invoke(cli, line, obj=App("board.db"))
    assert not isinstance(done.exception, OnlyPerson)


def test_no_tool_and_no_hook_decides() -> None:
    """But for what a person typed in a prompt: that it be remembered, or told no more."""
    decides = ("reflect.curator.decisions", "reflect.pipeline.stated", "reflect.guards.switching",
               "lessonboard.project_decisions", "lessonboard.switching", "lessonboard.parts.team",
               "blackboard.forgetting",
               "lessonboard.parts.automation.improvements.automation")  # fmt: skip
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for folder in ("mcp", "hooks")
        for place in ("", "parts/*/")
        for path in (ROOT / "lessonboard").glob(f"{place}{folder}/**/*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        for name in _imported(node)
        if name.startswith(decides)
    }
    assert found == {"lessonboard/mcp/giving_feedback.py: reflect.curator.decisions"}


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [each.name for each in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{each.name}" for each in node.names]
    return []


READS = {
    "off": "", "lesson guard": "", "admin project": "", "admin mcp-projects": "",
    "admin verify": "", "admin model allow": "--undo",
}  # fmt: skip
"""Forms of these commands that decide nothing, or only narrow: an agent may give them."""


def test_what_decides_nothing_is_not_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mark of a merged command is about the form that was typed."""
    seen = Circumstances({"CLAUDECODE": "1"}, (), has_terminal=False, allows_scripts=False)
    monkeypatch.setattr(who_decides, "observed", lambda app: seen)
    board = str(tmp_path / "board.db")
    for name, words in READS.items():
        done = CliRunner().invoke(cli, ["--db", board, *name.split(), *words.split()])
        assert done.exit_code == 0, (name, done.output, done.exception)
