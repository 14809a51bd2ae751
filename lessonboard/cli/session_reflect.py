"""`lessonboard session reflect`: what is learnt from sessions and pull requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

import click

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.plugins import contents
from blackboard.views.rows import SessionRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json, progress
from lessonboard.cli.question import show_question
from reflect.curator.curate import curate
from reflect.due import remember_all, went_on
from reflect.examine import examine
from reflect.guards.prohibiting import propose
from reflect.guards.qualifying import qualify
from reflect.merge.history import history
from reflect.miner.mine import mine
from reflect.reflecting import (
    ReflectionOutcome,
    ReflectionTools,
    reflect_on_conventions,
    reflect_on_merge,
    reflect_on_sessions,
)


@click.command()
@click.option("--session", "session_id", metavar="ID", help="This session or recording.")
@click.option("--pr", "number", type=click.IntRange(1), help="This pull request.")
@click.option(
    "--since", type=options.TimeParam(), metavar="WHEN", help="Sessions since 2026-03-01, 12h, 7d."
)
@click.option("--all", "everything", is_flag=True, help="All sessions with something new.")
@click.option("--project", help="Only of this project; its remote, its path, or the last part.")
@click.option("--show", "shown", metavar="ID", help="Print what a model is sent of this session.")
@click.option("--no-model", is_flag=True, help="By rules alone, whatever model is configured.")
@options.as_json
@click.pass_obj
def reflect(
    app: App,
    session_id: str | None,
    number: int | None,
    since: int | None,
    everything: bool,
    project: str | None,
    shown: str | None,
    no_model: bool,
    as_json: bool,
) -> None:
    """Reflect on sessions, pull requests or recordings, and keep what is learnt.

    Choose with --session, --pr, --since or --all. Lessons are mined by rules; a configured model
    ([model] name) is asked for insights and reviews of lessons. What was reflected on before is
    skipped until there is more of it.
    """
    if shown is not None:
        show_question(app, shown, as_json=as_json)
        return
    of_sessions = session_id is not None or since is not None or everything
    if number is None and not of_sessions:
        raise click.UsageError("say what to look at: --session ID, --pr N, --since WHEN or --all")
    if number is not None and of_sessions:
        raise click.UsageError("--pr looks at a pull request alone; leave out what names sessions")
    with app.open() as board:
        tools = app.tools(board, use_model=not no_model)
        for look in _subjects(board, session_id):
            look(app, tools, project, as_json=as_json)
            return
        if number is not None:
            looked = [_merge(app, board, project, number, tools)]
            mined = Counter[str]()
        else:
            mined = Counter(asdict(mine(board, settings=app.config.reflection.in_force())))
            head = board.log.head()
            sessions = _sessions(board, session_id, since, project, tools)
            looked = list(_watched(board, sessions, tools, asked=session_id is not None))
            subjects = {each.subject for each in looked}
            examine(board, examined=subjects, until=head)
            projects = {row["project"] for row in sessions if row["id"] in subjects}
            mined["conventions"] = reflect_on_conventions(board, projects, tools)
            if everything and project is None and not any(each.failure for each in looked):
                remember_all(board, head, with_model=tools.model is not None)
        decided = curate(board, tools.curator)
        propose(board)
        qualify(board)
    failures = [*tools.critic.failures, *(each.failure for each in looked if each.failure)]
    if as_json:
        print_json(_as_json(looked, mined, decided, failures))
    else:
        _print(looked, mined, decided)
    for failure, times in Counter(failures).items():
        again = f" ({times} times)" if times > 1 else ""
        click.echo(f"lessonboard: looked by rules instead: {one_line(failure)}{again}", err=True)


def _subjects(board: Board, name: str | None) -> Iterator[Callable[..., None]]:
    """Yield what parts look at by that name instead of a session."""
    for subject in contents.part("subject") if name else ():
        if look := subject(board, name):
            yield look


def _merge(
    app: App, board: Board, project: str | None, number: int, tools: ReflectionTools
) -> ReflectionOutcome:
    """Look at one pull request of a project, the working folder's when none is named."""
    named = options.the_project(app, board, project) if project is None else project
    for each in board.projects(project) if project else [named]:
        past = history(board, each, number)
        if not past.is_empty:
            return reflect_on_merge(board, past, tools)
    raise NotFound(
        f"nothing is recorded about pull request {number} of {named}: no review, rework or "
        f"document; record it first: lessonboard automation pr {number} --fetch"
    )


def _sessions(
    board: Board,
    session_id: str | None,
    since: int | None,
    project: str | None,
    tools: ReflectionTools,
) -> list[SessionRow]:
    """Return the sessions that are meant.

    Unless one is named, these are those that continued since a reflection.
    """
    where: dict[str, Any] = {"child": 0}
    if session_id is not None:
        where["id"] = options.session_named(board, session_id)
    if since is not None:
        where["last_at>="] = since
    if project is not None:
        where["project"] = board.projects(project)
    if session_id is not None:
        return board.view("sessions", where=where)
    return went_on(board, where, with_model=tools.model is not None)


def _watched(
    board: Board, sessions: list[SessionRow], tools: ReflectionTools, *, asked: bool
) -> Iterator[ReflectionOutcome]:
    with progress("Reflecting", len(sessions)) as report:
        done = 0
        for looked in reflect_on_sessions(board, sessions, tools, asked=asked):
            done += 1
            report(1)
            yield looked
        report(len(sessions) - done)


def _as_json(
    looked: list[ReflectionOutcome], mined: Counter[str], decided: Counter[str], failures: list[str]
) -> dict[str, Any]:
    return {
        "looked_at": [_looked(each) for each in looked],
        "mined": dict(mined),
        "decided": dict(decided),
        "failures": failures,
    }


def _looked(each: ReflectionOutcome) -> dict[str, Any]:
    result = each.result
    return {
        "subject": each.subject,
        "patterns": [pattern.model_dump() for pattern in result.patterns] if result else [],
        "suggestions": list(result.suggestions) if result else [],
        "automation_priority": result.automation_priority if result else "none",
        "kept": each.kept,
        "lessons": asdict(each.lessons),
        "failure": each.failure,
    }


def _print(looked: list[ReflectionOutcome], mined: Counter[str], decided: Counter[str]) -> None:
    merged = sum((Counter(asdict(each.lessons)) for each in looked), Counter[str]())
    insights = sum(each.kept for each in looked if each.result) + mined["conventions"]
    lessons = mined["created"] + merged["created"]
    again = mined["recurred"] + merged["recurred"]
    click.echo(
        f"Reflected {counted(len(looked), 'time')}: "
        f"{counted(lessons, 'new lesson')}, {counted(insights, 'insight')} kept; "
        f"known lessons were seen again {counted(again, 'time')}."
    )
    patterns = Counter(
        (pattern.severity, pattern.type)
        for each in looked
        if each.result
        for pattern in each.result.patterns
    )
    for (severity, name), count in sorted(patterns.items()):
        click.echo(f"  {name.replace('_', ' ')} ({severity}): {counted(count, 'session')}")
    for name, count in sorted(decided.items()):
        kind, done = name.split(".")
        click.echo(f"  {counted(count, kind)} {done} by the policy")
    if len(looked) == 1 and looked[0].result:
        for suggestion in looked[0].result.suggestions:
            click.echo(f"  - {one_line(suggestion)}")
