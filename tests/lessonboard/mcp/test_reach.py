"""Agents in a folder are answered about its project and what holds everywhere, by every tool."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from lessonboard.bootstrap import App
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.prompting import prompted
from lessonboard.mcp.prompts import PROMPTS
from lessonboard.mcp.reach import OPENS
from lessonboard.mcp.tools import call
from lessonboard.switching import subjects, switch_off
from scheduler.work.queue import Queue
from tests.blackboard.lessons import ELSEWHERE, HERE, lesson, told

MARK = "zanzibar"
"""Stands in everything of the other project, and nowhere else."""

ERROR = f"ModuleNotFoundError: No module named '{MARK}'"
THEIRS, OURS, GLOBAL = "lesson-theirs", "lesson-ours", "lesson-global"
SECRETS = (f"{MARK} comb", "theirs-session")


def _session(name: str, project: str, words: str, error: str) -> Iterator[NewEvent]:
    about = {"session": name, "agent": "claude-code"}
    shell = {"call": "1", "name": "Bash", "input": {"command": "make"}, "kind": "shell",
             "command": "make", "output": error, "failed": True, "exit_code": 2}  # fmt: skip
    message = {"role": "user", "text": words, "said_by": "human"}
    for type_, payload in (
        ("session.started", {"cwd": f"/{project}"}),
        ("message.recorded", message),
        ("tool.called", {**shell, "said_by": "tool"}),
    ):
        yield NewEvent(type_, f"session:{name}", {**about, **payload}, project=project,
                       correlation=name)  # fmt: skip


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ServerContext:
    """A server in a folder of one project, on a board that knows two."""
    folder = tmp_path / "kite"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git/config").write_text(f'[remote "origin"]\n\turl = https://{HERE}.git\n')
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    with Board.open(tmp_path / "board.db") as board:
        rule = f"Oil the {MARK} comb before `make sails`."
        board.append([
            lesson(THEIRS, rule, project=ELSEWHERE, trust="human", commands=["make sails"]),
            lesson(OURS, "Wax the quokka comb before `make kites`.", trust="human"),
            lesson(GLOBAL, "Count the gulls before `make kites`.", trust="human", scope="global"),
            told("lesson.approved", OURS, by="human"), told("lesson.approved", GLOBAL, by="human"),
            NewEvent("lesson.approved", f"lesson:{THEIRS}", {"lesson": THEIRS, "by": "human"},
                     project=ELSEWHERE),
            *_session("theirs-session", ELSEWHERE, f"Mend the {MARK} comb.", ERROR),
            *_session("ours-session", HERE, "Mend the quokka comb.", "make: no rule for sails"),
        ])  # fmt: skip
        Queue(board, "x").create("comb", {"about": f"{MARK} comb"}, project=ELSEWHERE)
    return ServerContext(App(str(tmp_path / "board.db")), "server", 5.0)


def _names() -> list[str]:
    """Ways to write the other project's name, and to mean all."""
    last = ELSEWHERE.rpartition("/")[2]
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in last)
    return [
        ELSEWHERE, last, ELSEWHERE.upper(), f" {ELSEWHERE} ", f"https://{ELSEWHERE}.git", wide,
        unicodedata.normalize("NFD", ELSEWHERE), f"/{ELSEWHERE}", f"{HERE}/../{last}", "*", "%",
        f"{ELSEWHERE}\u200b", f"{HERE} {ELSEWHERE}", "glid*",
    ]  # fmt: skip


def _attempts(item: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Calls of every tool that name the other project, or a thing of it."""
    words = (f"{MARK} comb", ERROR, "make sails", f'"{MARK}"', f"{MARK[:4]}*", "comb -quokka")
    ids = (THEIRS, THEIRS[:10], THEIRS.removeprefix("lesson-"), "theirs-session", item)
    for word, name in product(words, [*_names(), None]):
        place = {} if name is None else {"project": name}
        yield "recall", {"query": word, **place}
        yield "fix", {"error": word, **place}
        yield "context", {"prompt": f"Please oil the {word} now.", "command": "make sails", **place}
    for name in [*_names(), None]:
        place = {} if name is None else {"project": name}
        yield from (("list", {"what": what, **place}) for what in ("sessions", "work"))
    for id in ids:
        yield "show", {"id": id}
        yield from (("feedback", {"id": id, "outcome": outcome, "reason": "so"})
                    for outcome in ("helped", "wrong", "mute"))  # fmt: skip
        yield from (("work", {"do": do, "item": id}) for do in ("complete", "fail", "release"))
        yield from (("workflow", {"action": way, "id": id}) for way in ("dry_run", "run"))
    yield "work", {"do": "claim"}
    yield "work", {"do": "list"}


def test_nothing_of_another_project_is_answered(shared: ServerContext) -> None:
    """By no tool, whatever names it."""
    with shared.board() as board:
        (item,) = board.keys("work")
    attempts = list(_attempts(item))
    assert len(attempts) >= 200
    for tool, arguments in attempts:
        said = call(shared, tool, arguments).text
        given = " ".join(map(str, arguments.values()))
        leaked = [each for each in SECRETS if each in said.replace(given, "")
                  and each not in given]  # fmt: skip
        assert not leaked, (tool, arguments, said)
        assert "Oil the" not in said, (tool, arguments, said)
    for prompt, given in product(PROMPTS, (THEIRS, f"{MARK}", ELSEWHERE, "")):
        assert "Oil the" not in prompted(shared, prompt.name, given), (prompt.name, given)


def test_an_id_of_another_project_is_answered_like_an_unknown_one(shared: ServerContext) -> None:
    """Word for word, but for the id itself."""
    with shared.board() as board:
        (item,) = board.keys("work")
    calls: list[tuple[str, dict[str, Any], str, str]] = [
        ("show", {}, "id", THEIRS),
        ("feedback", {"outcome": "helped", "reason": "so"}, "id", THEIRS),
        ("feedback", {"outcome": "mute"}, "id", THEIRS),
        ("workflow", {"action": "dry_run"}, "id", THEIRS),
        ("work", {"do": "complete"}, "item", item),
        ("recall", {"query": "quokka"}, "project", ELSEWHERE),
    ]
    for tool, arguments, name, known in calls:
        unknown = "x" * len(known)
        theirs = call(shared, tool, {**arguments, name: known})
        nobodys = call(shared, tool, {**arguments, name: unknown})
        assert theirs.failed, (tool, theirs)
        assert theirs.text.replace(known, unknown) == nobodys.text, tool


def test_what_is_here_and_everywhere_is_answered(shared: ServerContext) -> None:
    """Also by the beginning of an id that others begin with, too."""
    assert "Wax the quokka comb" in call(shared, "show", {"id": OURS}).text
    assert "Count the gulls" in call(shared, "show", {"id": GLOBAL}).text
    assert "quokka comb" in call(shared, "recall", {"query": "quokka"}).text
    assert "Nothing is ready." in call(shared, "work", {"do": "claim"}).text


def test_a_refusal_counts_what_lies_elsewhere_and_names_the_command(shared: ServerContext) -> None:
    """And nothing else of it."""
    refused = call(shared, "recall", {"query": MARK, "project": ELSEWHERE})
    assert refused.failed
    assert refused.text.endswith(
        f"2 hits lie in other projects; the user opens it with `{OPENS} {ELSEWHERE}`"
    )
    nothing = call(shared, "recall", {"query": MARK})
    assert "2 hits lie in other projects" in nothing.text


@pytest.mark.parametrize("opens", [f'projects = ["{ELSEWHERE}"]', "all_projects = true"])
def test_what_a_person_opened_is_answered_unless_it_is_off(
    shared: ServerContext, tmp_path: Path, opens: str
) -> None:
    """In the user's own settings; a repository's file opens nothing."""
    (tmp_path / ".config/lessonboard").mkdir(parents=True)
    (tmp_path / ".config/lessonboard/config.toml").write_text(f"[mcp]\n{opens}\n")
    mine = ServerContext(App(shared.app.database), "server", 5.0)
    asked = {"query": MARK, "project": ELSEWHERE}
    assert f"{MARK} comb" in call(mine, "recall", asked).text
    assert "Oil the" in call(mine, "show", {"id": THEIRS}).text
    with mine.board() as board:
        switch_off(board, subjects(board, ELSEWHERE, None))
    assert f"{MARK} comb" not in call(mine, "recall", asked).text
    assert f"{MARK} comb" not in call(mine, "recall", {"query": MARK, "project": "*"}).text
    assert "there is no lesson" in call(mine, "show", {"id": THEIRS}).text


def test_a_folder_outside_of_any_repository_is_a_project_of_its_own(
    shared: ServerContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent that starts in a home is not told what all projects hold."""
    monkeypatch.chdir(tmp_path)
    mine = ServerContext(App(shared.app.database), "server", 5.0)
    for word in (MARK, "quokka"):
        assert call(mine, "recall", {"query": word}).text.startswith("Nothing fits")
    assert "Count the gulls" in call(mine, "recall", {"query": "gulls"}).text
