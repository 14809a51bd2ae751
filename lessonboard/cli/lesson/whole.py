"""One lesson or insight with its evidence and the decisions about it, for a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from blackboard.delivery.contradicted import kept_back
from blackboard.delivery.voice import NOT_YOURS, author_shown, colleague_of
from blackboard.views.freshness import STALE
from blackboard.views.rows import LessonRow, RuleRow
from lessonboard.cli.lesson.opposed import opposed_line
from lessonboard.cli.output import day, one_line, print_lines, screen
from lessonboard.decided import Decided
from lessonboard.present.rows import marked, rule_lines, seen_in, team_lines
from lessonboard.present.text import quoted

_FAILED = (
    "resting: one of its steps could not be run in a session that was shown it; agents are not "
    "shown it until another session passes that way"
)


def print_whole(row: RuleRow, me: str = "") -> None:
    """Print a lesson or insight with its evidence and the decisions about it."""
    if "constraint" in row:
        _print_lesson(row, me)
    else:
        print_lines(rule_lines(row, screen(), me))
        click.echo(f"  learnt from {one_line(row['learned_from'])}, trust {row['trust']}")
    click.echo("  evidence:" if row["evidence"] else "  no evidence was given")
    _print_history(row)


def _print_lesson(row: LessonRow, me: str) -> None:
    """Print what a lesson says and its status; a colleague's words are quoted."""
    who, rule = colleague_of(row, me), row["constraint"]
    shown = f"{author_shown(who)} says: {quoted(rule)} {NOT_YOURS}" if who else one_line(rule)
    click.secho(shown, bold=True)
    for name in ("symptom", "root_cause", "resolution"):
        if row[name]:
            words = quoted(row[name]) if who else one_line(row[name])
            click.echo(f"  {name.replace('_', ' ')}: {words}")
    about = (row["phase"], row["category"], f"{row['severity']} severity", *row["tags"])
    click.echo(f"  {one_line(', '.join(about))}")
    project = one_line(row["project"] or "no project")
    pinned = ", pinned" if row["pinned"] else ""
    status = f"{row['status']}{pinned}{marked(row)}"
    click.echo(f"  {one_line(row['id'])}  {status}  {row['scope']} scope, {project}")
    click.echo(
        f"  {seen_in(row)}, "
        f"{day(row['created_at'])} to {day(row['last_seen_at'])}; "
        f"trust {row['trust']}, confidence {row['confidence']:.2f}"
    )
    for line in team_lines(row):
        click.echo(f"  {line}")
    if row["compiled"]:
        click.echo(f"  {_check(row)}")
    elif row["resting"]:
        click.echo(f"  {_FAILED}")
    if row["freshness"]:
        click.secho(f"  {_freshness(row)}", fg="yellow" if row["freshness"] in STALE else None)


def print_pairs(row: LessonRow, against: Sequence[tuple[RuleRow, str]]) -> None:
    """Print what contradicts a lesson, or may, and whether agents are shown it anyway."""
    for other, verdict in against:
        click.secho(f"  {opposed_line(other, verdict)}", fg="yellow")
    reasons = (kept_back(dict(row), dict(other), ()) for other, _ in against)
    if reason := next(filter(None, reasons), ""):
        click.secho(f"  agents are not shown this lesson: {one_line(reason)}", fg="yellow")


def _check(row: LessonRow) -> str:
    """Return the check that was made of a lesson, and whether agents are shown it anyway."""
    check = row["compiled"]
    if row["resting"]:
        found = f"resting: {check['file']} has its check ({check['kind']})"
        return one_line(f"{found}; agents are not shown this lesson while it has")
    where = f" (pull request {check['url']})" if check["url"] else ""
    return one_line(
        f"a check was made of it: {check['kind']} in {check['file']}{where}, not merged"
    )


def _freshness(row: LessonRow) -> str:
    """Return the state of the lines that a lesson cites, and since when that is known."""
    checked = row["checked"]
    if row["freshness"] != checked.get("freshness"):
        return "cites a file: fresh, as it was recorded"
    told = f": {checked['reason']}" if checked["reason"] else ""
    return f"cites a file: {row['freshness']} since {day(checked['at'])}{one_line(told)}"


def _print_history(row: RuleRow) -> None:
    """Print the evidence of a lesson or insight, and the decisions about it with reasons."""
    for each in row["evidence"]:
        where = f"{_lines_cited(each)}  " if each.get("path") else ""
        click.echo(f"    {where}{one_line(each['quote'])[:160]}")
        click.echo(f"      {_place(each)}")
    for each in row["decisions"]:
        parts = (day(each["at"]), each["type"], each["event"], each["actor"], each["reason"])
        click.echo(f"  {'  '.join(one_line(part) for part in parts if part)}")


def print_beside(found: Sequence[Decided]) -> None:
    """Print the decisions about a lesson's guard, and where it is muted."""
    for each in found:
        parts = (day(each.at), each.what, each.event, each.by, each.reason)
        click.echo(f"  {'  '.join(one_line(part) for part in parts if part)}")


def _place(evidence: dict[str, Any]) -> str:
    """Return the command that shows where evidence is, or its event where it is of no session."""
    event, session = one_line(evidence["event_id"]), evidence.get("session")
    return f"lessonboard session {one_line(session)} --from {event}" if session else event


def _lines_cited(evidence: dict[str, Any]) -> str:
    """Return the file that evidence points into, with the lines where they are known."""
    first, last = evidence.get("first_line"), evidence.get("last_line")
    return one_line(evidence["path"]) + (f":{first}-{last}" if first else "")
