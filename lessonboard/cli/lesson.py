"""`lessonboard lesson`: listing, searching, showing and importing lessons."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import click

from blackboard import BoardError
from blackboard.delivery.contradicted import kept_back
from blackboard.delivery.voice import NOT_YOURS, colleague_of, shown_name
from blackboard.plugins import contents
from blackboard.search.query import parse
from blackboard.search.ranking import snippet
from blackboard.views.freshness import STALE, cited
from blackboard.views.lessons import ACTIVE_STATUSES, LESSONS
from blackboard.views.rows import LessonRow, RuleRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.opposed import opposed_line
from lessonboard.cli.output import (
    counted,
    day,
    one_line,
    print_json,
    print_lines,
    progress,
    screen,
)
from lessonboard.naming import key_of
from lessonboard.present.as_json import rule_json
from lessonboard.present.rows import lesson_lines, marked, team_lines
from lessonboard.present.text import place_of, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from reflect.accounts.account import Account
    from reflect.pipeline.records import Imported


@click.command("list")
@options.lesson_filters
@click.option("--all", "everything", is_flag=True, help="Also those that are not told any more.")
@click.option("--model", metavar="NAME", help="Proposed by this model or version of a prompt.")
@options.as_of
@options.as_json
@click.pass_obj
def list_(
    app: App,
    /,
    limit: int,
    everything: bool,
    model: str | None,
    as_of: str | None,
    as_json: bool,
    **filters: Any,
) -> None:
    """List lessons, last seen first, without those that are not told any more.

    Rejected, retired and superseded ones are listed with --status, or --all.
    """
    with options.reading(app, as_of) as board:
        where = {
            **({} if everything else {"status": ACTIVE_STATUSES}),
            **options.where(board, **filters),
        }
        most = None if model else limit
        found = board.view("lessons", where=where, order="-last_seen_at", limit=most)
        rows = [row for row in found if not model or model in row["asked"].split()][:limit]
        me = board.person
    _print([(row, 0.0) for row in rows], "", as_json, me)


@click.command()
@click.argument("query")
@options.lesson_filters
@options.as_of
@options.as_json
@click.pass_obj
def search(
    app: App, /, query: str, limit: int, as_of: str | None, as_json: bool, **filters: Any
) -> None:
    """The lessons that fit QUERY best.

    Words are found in any form. "Quoted words" must stand together, word* is a beginning, and
    -word leaves out. Write -- before a QUERY that begins with a dash.
    """
    with options.reading(app, as_of) as board:
        hits = board.search(query, where=options.where(board, **filters), limit=limit)
        me = board.person
    _print([(cast(LessonRow, hit.row), hit.score) for hit in hits], query, as_json, me)


@click.command()
@click.argument("lesson_id", metavar="ID")
@options.as_of
@options.as_json
@click.pass_obj
def show(app: App, lesson_id: str, as_of: str | None, as_json: bool) -> None:
    """One lesson with its evidence; the beginning of its ID is enough.

    In a folder of its project the lines that it cites are looked for in their files.
    """
    from reflect.accounts.ledger import accounts
    from reflect.pipeline.pairs import undecided

    with options.reading(app, as_of) as board:
        row = board.row("lessons", key_of(board, "lessons", lesson_id))
        against = undecided(board, [row]).get(row["id"], [])
        if as_of is None and cited(row) and row["project"] == board.project(app.project):
            from reflect.freshness.check import check

            list(check(board, [row], Path.cwd()))
            row = board.row("lessons", row["id"])
        (account,) = accounts(board, [row])
        more = [about(board, row, account) for about in contents.part("about", "lesson show")]
        me = board.person
    if as_json:
        fields = {name: value for _, each in more for name, value in each.items()}
        print_json([{**_as_json(row, 0.0, ""), **fields}])
    else:
        print_whole(row, me)
        for line in (line for lines, _ in more for line in lines):
            click.echo(f"  {line}")
        print_pairs(row, against)
        _print_effect(row, account)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--project", help="The project of records that do not name one.")
@options.as_json
@click.pass_obj
def import_(app: App, file: Path, project: str | None, as_json: bool) -> None:
    """Import LessonRecords from FILE: one JSON object a line, camelCase or snake_case.

    Each passes what every lesson passes: gate, near-duplicates, critic, contradictions. What is
    refused is named with line and field, and so is what contradicts a lesson. Importing a record
    again changes nothing; one whose words changed under the same id revises the lesson.
    """
    from reflect.pipeline.records import import_lessons

    try:
        content = file.read_bytes()
    except OSError as error:
        raise BoardError(f"could not read {file}: {error.strerror}") from error
    now, lines = time.time_ns() // 1000, content.split(b"\n")
    with app.open() as board:
        critic = app.critic()
        with progress("Importing", len(content)) as report:
            imported = import_lessons(board, lines, critic, now, project, report)
        board.catch_up()  # so that the first to read does not wait for it
    if as_json:
        print_json(imported.as_json())
    else:
        _report(file, imported)
    if imported.problems:
        raise SystemExit(1)


def _report(file: Path, imported: Imported) -> None:
    click.echo(
        f"Imported {counted(imported.created, 'lesson')}, revised {imported.revised}; "
        f"{imported.recurred} say what a known lesson says, {imported.unchanged} were known."
    )
    for each in imported.contradictions:
        click.echo(
            f"{file}:{each.line}: {one_line(each.lesson)} ({each.status}) "
            f"{'contradicts' if each.verdict == 'opposite' else 'may contradict'} "
            f"{one_line(each.other)} ({each.other_status})",
            err=True,
        )
    for problem in imported.problems:
        field = one_line(problem.field) or "record"
        click.echo(f"{file}:{problem.line}: {field}: {one_line(problem.message)}", err=True)


def _print(found: list[tuple[LessonRow, float]], query: str, as_json: bool, me: str) -> None:
    if as_json:
        print_json([_as_json(row, score, query) for row, score in found])
        return
    if not found:
        click.echo("No lessons.")
    where = screen()
    print_lines(line for row, _ in found for line in lesson_lines(row, where, me))


def _print_effect(row: LessonRow, account: Account) -> None:
    """What the account shows, where it was shown or held back at all."""
    from reflect.accounts.words import compared, why_not_measured

    if account.exposures:
        effect = why_not_measured(row, account) or compared(account.pairs)
        click.echo(f"  shown in {counted(account.injected, 'session')}; effect: {effect}")


def place(row: RuleRow) -> str:
    """Where a lesson or insight holds."""
    return place_of(row["project"], row["scope"])


def _as_json(row: LessonRow, score: float, query: str) -> dict[str, Any]:
    document = LESSONS.document(dict(row)) if LESSONS.document else None
    wanted = {word for clause in parse(query).wanted for word in clause.words}
    cut = snippet(document, wanted) if document else ""
    return {**rule_json(row), "score": round(score, 4), "snippet": cut}


def print_whole(row: LessonRow, me: str = "") -> None:
    """A lesson with its evidence and the decisions about it; a colleague's words are quoted."""
    who, rule = colleague_of(row, me), row["constraint"]
    shown = f"{shown_name(who)} says: {quoted(rule)} {NOT_YOURS}" if who else one_line(rule)
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
        f"  seen {counted(row['seen'], 'time')} in {counted(len(row['sessions']), 'session')}, "
        f"{day(row['created_at'])} to {day(row['last_seen_at'])}; "
        f"trust {row['trust']}, confidence {row['confidence']:.2f}"
    )
    for line in team_lines(row):
        click.echo(f"  {line}")
    if row["compiled"]:
        click.echo(f"  {_check(row)}")
    if row["freshness"]:
        click.secho(f"  {_freshness(row)}", fg="yellow" if row["freshness"] in STALE else None)
    click.echo("  evidence:" if row["evidence"] else "  no evidence was given")
    print_history(row)


def print_pairs(row: LessonRow, against: Sequence[tuple[RuleRow, str]]) -> None:
    """What contradicts a lesson, or may, and whether agents are told the lesson in spite of it."""
    for other, verdict in against:
        click.secho(f"  {opposed_line(other, verdict)}", fg="yellow")
    reasons = (kept_back(dict(row), dict(other), ()) for other, _ in against)
    if reason := next(filter(None, reasons), ""):
        click.secho(f"  agents are not told this lesson: {one_line(reason)}", fg="yellow")


def _check(row: LessonRow) -> str:
    """The check that was made of a lesson, and whether agents are told it all the same."""
    check = row["compiled"]
    if row["resting"]:
        found = f"resting: {check['file']} has its check ({check['kind']})"
        return one_line(f"{found}; agents are not told this lesson while it has")
    where = f" (pull request {check['url']})" if check["url"] else ""
    return one_line(
        f"a check was made of it: {check['kind']} in {check['file']}{where}, not merged"
    )


def _freshness(row: LessonRow) -> str:
    """How the lines that a lesson cites stand, and since when that is known."""
    checked = row["checked"]
    if row["freshness"] != checked.get("freshness"):
        return "cites a file: fresh, as it was recorded"
    told = f": {checked['reason']}" if checked["reason"] else ""
    return f"cites a file: {row['freshness']} since {day(checked['at'])}{one_line(told)}"


def print_history(row: RuleRow) -> None:
    """The evidence of a lesson or insight, and the decisions about it with their reasons."""
    for each in row["evidence"]:
        where = f"{_lines_cited(each)}  " if each.get("path") else ""
        click.echo(f"    {one_line(each['event_id'])}  {where}{one_line(each['quote'])[:160]}")
    for each in row["decisions"]:
        parts = (day(each["at"]), each["type"], each["event"], each["actor"], each["reason"])
        click.echo(f"  {'  '.join(one_line(part) for part in parts if part)}")


def _lines_cited(evidence: dict[str, Any]) -> str:
    """The file that evidence points into, with the lines where they are known."""
    first, last = evidence.get("first_line"), evidence.get("last_line")
    return one_line(evidence["path"]) + (f":{first}-{last}" if first else "")
