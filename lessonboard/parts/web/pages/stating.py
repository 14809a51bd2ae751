"""A new rule: while it is typed, when it would have been shown and what it meets; then kept."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, get_args

from blackboard import Board
from blackboard.harm import harms
from blackboard.vocabulary import Severity
from lessonboard.pages.addresses import address, of_rule
from lessonboard.pages.page import Asked, BadRequest, Moved, Shown
from lessonboard.pages.undoing import Taken
from lessonboard.present.text import one_line
from reflect.backtest.of_rule import RulePreview, preview
from reflect.pipeline.stated import Rule, add

EVERYWHERE = "*"
"""As the project of a form: the rule holds in every project."""

_AT_ONCE = 0.15
"""Seconds of the processor after which a preview shows what it has found so far."""

_LONGEST = 600
"""Characters of a rule."""

_FIELDS = ("rule", "project", "commands", "files", "severity")
_SEPARATOR = re.compile(r"[,\n]")


def new(asked: Asked) -> Shown:
    """The form of a rule, and what is known of the rule that is typed."""
    given = {name: asked.query.get(name, "").strip() for name in _FIELDS}
    return _form(asked, given, asked.query.get("whole") == "yes")


def _form(
    asked: Asked, given: dict[str, str], is_whole: bool, problem: str = "", status: int = 200
) -> Shown:
    """The form with what was given; `problem` is why it was not kept."""
    projects = _projects(asked.board)
    given["project"] = given["project"] or next(iter(projects), EVERYWHERE)
    given["severity"] = given["severity"] or "medium"
    found: RulePreview | None = None
    if given["rule"]:
        rule, project = _rule(given), _project(asked.board, given["project"])
        found = preview(asked.board, rule, project, asked.app.critic(), asked.now,
                        _never if is_whole else _soon())  # fmt: skip
    return Shown("new_rule.html", {
        "given": given, "projects": projects, "severities": get_args(Severity), "found": found,
        "everywhere": EVERYWHERE, "longest": _LONGEST, "problem": problem,
        "ticked": asked.form.get("despite", []),
        "rest": address("/lessons/new", **given, whole="yes"),
    }, status)  # fmt: skip


def kept(asked: Asked) -> Moved | Shown:
    """Keep the rule of the form, approved; as `lessonboard lesson add` does.

    A rule whose harm was not ticked is shown again, with all that was given.
    """
    given = {name: asked.text(name) for name in _FIELDS}
    given["rule"] = asked.needed("rule")
    rule, project = _rule(given), _project(asked.board, asked.needed("project"))
    despite = tuple(asked.form.get("despite", []))
    if unnamed := [each for each in harms(rule.text) if each not in despite]:
        problem = f"Nothing was kept: the rule {', '.join(unnamed)}; tick that you saw it below, "
        return _form(asked, given, False, problem + "or rewrite it", 422)
    with asked.board.transaction():
        added = add(asked.board, rule._replace(despite=despite), project, asked.app.critic(),
                    asked.clock)  # fmt: skip
    row = added.row
    said = f"{'Kept' if added.is_new else 'It was known, and is approved'}: "
    said += one_line(row["constraint"], 90)
    approved = [each["event"] for each in row["decisions"] if each["type"] == "lesson.approved"]
    undo = asked.undoing.add(Taken((("lessons", row["id"], tuple(approved[-1:])),), said,
                                   of_rule(row["id"]))) if approved else ""  # fmt: skip
    return Moved(of_rule(row["id"]), said, undo)


def _projects(board: Board) -> list[str]:
    """The projects on the board, that of the latest session first."""
    last = board.view("sessions", where={"child": 0}, order="-last_at", limit=1)
    names: dict[Any, None] = dict.fromkeys(row["project"] for row in last)
    names |= dict.fromkeys(board.values("sessions", "project"))
    names |= dict.fromkeys(board.values("lessons", "project"))
    return [name for name in names if name]


def _project(board: Board, name: str) -> str | None:
    """Where a rule holds; None is everywhere.

    Raises:
        BadRequest: the name may mean several projects.
        UnknownProject: there is no such project.
    """
    if name == EVERYWHERE:
        return None
    found = board.projects(name)
    if len(found) > 1:
        raise BadRequest(f"nothing was kept: {name!r} may mean {', '.join(found[:5])}")
    return found[0]


def _rule(given: dict[str, str]) -> Rule:
    """The rule that a form states.

    Raises:
        BadRequest: it is too long, or its severity is none.
    """
    severity = given["severity"]
    if severity not in get_args(Severity):
        raise BadRequest(
            f"nothing was kept: {severity[:40]!r} is no severity; there are "
            f"{', '.join(get_args(Severity))}"
        )
    if len(given["rule"]) > _LONGEST:
        raise BadRequest(
            f"nothing was kept: the rule has {len(given['rule']):,} characters, and may have "
            f"{_LONGEST}; say it in one sentence"
        )
    return Rule(given["rule"], _listed(given["commands"]), _listed(given["files"]),
                severity=severity)  # type: ignore[arg-type] # it is one of them  # fmt: skip


def _listed(text: str) -> tuple[str, ...]:
    """What a field lists, separated by commas.

    >>> _listed("npm test, make ,")
    ('npm test', 'make')
    """
    return tuple(filter(None, (each.strip() for each in _SEPARATOR.split(text))))


def _soon() -> Callable[[], bool]:
    end = time.thread_time() + _AT_ONCE
    return lambda: time.thread_time() > end


def _never() -> bool:
    return False
