"""`lessonboard session import`: transcripts in, lessons out."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from blackboard import Board, BoardError
from blackboard.importer import Summary, import_files
from blackboard.redaction.breadth import finder
from blackboard.transcript_files import find
from lessonboard import anchors
from lessonboard.backtesting import bring_up
from lessonboard.bootstrap import App
from lessonboard.cli.options import as_json
from lessonboard.cli.output import counted, one_line, print_json, progress, reaching
from lessonboard.cli.put_back import print_put_back
from lessonboard.cli.who_decides import decides, given
from lessonboard.discovery import transcript_folders, transcripts
from lessonboard.exclusion import excluded
from lessonboard.exporting.restoring import Restored
from lessonboard.importing import (
    Sorted,
    is_own_export,
    restore_file,
    sort_files,
    take_in_rules,
    why_rules_are_out,
)
from reflect.critic.critic import Critic
from reflect.guards.prohibiting import propose
from reflect.guards.qualifying import qualify
from reflect.miner.mine import Mined, mine
from reflect.reconsider import reconsider
from reflect.rule_files.ingest import IngestedRules


@click.command("import")
@decides(given("trusted"))
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--project", help="The project of sessions that do not say theirs.")
@click.option(
    "--mine/--no-mine", "mining", default=None, help="Whether to look for lessons afterwards."
)
@click.option(
    "--trusted",
    is_flag=True,
    help="The files are your own, as those of an old machine: believe who wrote what in them.",
)
@click.option(
    "--untrusted",
    is_flag=True,
    help="The files are somebody else's: import only lessons, with little trust.",
)
@as_json
@click.pass_obj
def import_(
    app: App,
    paths: tuple[Path, ...],
    project: str | None,
    mining: bool | None,
    trusted: bool,
    untrusted: bool,
    as_json: bool,
) -> None:
    """Import transcripts: files or folders, or all that are found on this machine.

    It reads Claude Code, Codex, Gemini CLI, OpenCode, Copilot CLI, Antigravity, Cursor, Pi, Qwen
    Code, Kimi Code, Cline, SpecStory, Aider, and plain lists of messages; docs/agents.md says where
    each keeps them. Importing again reads only what is new. Secrets are removed before
    anything is written.

    The author of transcripts outside of the agents' folders is unknown: what is learnt from them
    waits for your approval, unless you give --trusted.

    Files that are named may also hold what `admin events --output` wrote: all of it where it is
    proved to be a board of this machine or with --trusted, else the lessons alone, as candidates.
    They may hold rules for agents, by their names: CLAUDE.md, AGENTS.md, GEMINI.md, MEMORY.md,
    .claude/rules/*.md, .cursor/rules/*.mdc.
    """
    started = time.monotonic()
    given = sort_files(find(paths)) if paths else Sorted(_found(app))
    files = given.transcripts
    empty = [path for path in paths if path.is_dir() and not any(find([path]))]
    with app.open() as board:
        with progress("Reading", sum(_size(file) for file in files)) as report:
            summary = import_files(
                board,
                files,
                project=project,
                excluded=excluded(),
                progress=report,
                more_secrets=finder(),
                trusted=trusted,
            )
        summary.failed += [(str(path), "holds no transcripts") for path in empty]
        restored = _restore(board, given.events, None if untrusted else trusted, summary)
        taken = _ingest(app, board, given.rules, project, untrusted, summary)
        mine_too = mining is not False
        _observe(board)
        mined = _mine(app, board) if mine_too else Mined()
        put_back = reconsider(board, app.config.curator)
        with reaching("Indexing", board.log.head()) as step:
            board.index(step)  # so that the first search is quick
        if mine_too:
            with reaching("Looking at what came back", 100) as step:
                bring_up(app, board, lambda done, total: step(100 * done // total))
        anchors.remember(board, time.time_ns() // 1000)
    print_put_back(put_back, err=as_json)
    seconds = round(time.monotonic() - started, 3)
    if as_json:
        told = {"restored": restored.as_json(), "rules": vars(taken)}
        print_json({**_as_json(summary, mined, seconds), **told})
    else:
        _print(summary, mined, seconds, only=not (given.events or given.rules))
        _print_restored(restored, bool(given.events))
        _print_taken(taken, bool(given.rules))
        named = [(f"{file}:{line}", f"left out: {reason}") for file, line, reason in summary.faults]
        for file, reason in (*named, *summary.failed):
            click.echo(f"lessonboard: {one_line(file)}: {one_line(reason)}", err=True)
    if summary.failed:
        raise SystemExit(1)


def _restore(board: Board, files: list[Path], trusted: bool | None, summary: Summary) -> Restored:
    """Take in exported events; a line that is refused counts as a failure of its file.

    Those of others bring their lessons alone, as candidates. With None all are those of others.
    """
    whole = Restored()
    for path in files:
        summary.files += 1
        is_own = trusted is not None and (trusted or is_own_export(path))
        with progress("Restoring", _size(path)) as report:
            restored = restore_file(board, path, untrusted=not is_own, progress=report)
        if not is_own and trusted is not None and (restored.events or restored.left_out):
            click.echo(
                f"{one_line(str(path))} is not proved to be your own: its lessons alone are taken, "
                "as candidates; --trusted takes all of it.",
                err=True,
            )
        for line, reason in restored.refused:
            summary.failed.append((f"{path}:{line}", reason))
        whole.add(restored)
    return whole


def _ingest(
    app: App,
    board: Board,
    files: list[Path],
    project: str | None,
    untrusted: bool,
    summary: Summary,
) -> IngestedRules:
    """Import rule files; one that cannot be imported is reported, never fatal."""
    whole = IngestedRules()
    critic = Critic(app.config.reflection.in_force())
    for path in files:
        summary.files += 1
        reason = why_rules_are_out(board, path, project)
        if reason:
            summary.left_out.append((str(path), reason))
            continue
        try:
            taken = take_in_rules(board, path, critic, project=project, untrusted=untrusted)
        except BoardError as error:
            summary.failed.append((str(path), str(error)))
        else:
            whole.add(taken)
    return whole


def _print_restored(restored: Restored, any_file: bool) -> None:
    if not any_file:
        return
    click.echo(
        f"Restored {counted(restored.events, 'event')}; {restored.known} were known, "
        f"{restored.forgotten} forgotten here, {restored.left_out} left out."
    )
    if restored.still_here:
        one = restored.still_here[0]
        click.echo(
            f"{counted(len(restored.still_here), 'event')} forgotten there, but still here: "
            f"`lessonboard forget {one_line(one)} --reason ...` erases the first."
        )


def _print_taken(taken: IngestedRules, any_file: bool) -> None:
    if not any_file:
        return
    click.echo(
        f"Read {counted(taken.rules, 'rule')}: {counted(taken.created, 'new lesson')}, "
        f"{taken.revised} revised, {taken.recurred} that say what a lesson says, "
        f"{taken.known} known, {taken.refused} refused by the gate or the critic."
    )
    if taken.secrets:
        click.echo(f"Left out {counted(taken.secrets, 'rule')} with a secret.")


def _found(app: App) -> list[Path]:
    """Return the transcripts of the agents on this machine, and those that the settings add."""
    extra = app.config.import_.paths
    folders = transcript_folders(extra)
    if not any(folder.exists() for folder in folders):
        looked = ", ".join(map(str, folders))
        raise BoardError(
            f"found no transcripts: looked in {looked}; name files or folders to import"
        )
    more = (folder for each in extra if (folder := Path(each).expanduser()).exists())
    return [*sorted(Path(each.path) for each in transcripts()), *find(more)]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # the import will say what is wrong with it


def _observe(board: Board) -> None:
    """See which of the sessions' folders are one repository now, before lessons are looked for."""
    from scheduler.git.repositories import observe

    observe(board, [*board.values("sessions", "cwd"), str(Path.cwd())])


def _mine(app: App, board: Board) -> Mined:
    board.catch_up()
    with progress("Learning", 100) as report:
        done = 0

        def step(number: int, total: int) -> None:
            nonlocal done
            reached = number * 100 // max(1, total)
            report(reached - done)
            done = reached

        mined = mine(board, step, app.config.reflection.in_force())
    propose(board)
    qualify(board)
    return mined


def _as_json(summary: Summary, mined: Mined, seconds: float) -> dict[str, Any]:
    lists = ("failed", "left_out", "left_out_in_part")
    told = {name: [{"file": file, "reason": reason} for file, reason in getattr(summary, name)]
            for name in lists}  # fmt: skip
    return {
        **asdict(summary),
        **told,
        "faults": [fault._asdict() for fault in summary.faults],
        "lessons": mined.created,
        "recurrences": mined.recurred,
        "foreign_messages": mined.foreign,
        "seconds": seconds,
    }


def _print(summary: Summary, mined: Mined, seconds: float, *, only: bool) -> None:
    if not only and not (summary.events or summary.faults or summary.left_out or mined.created):
        return
    skipped = f"; nothing new in {counted(summary.skipped, 'file')}" if summary.skipped else ""
    click.echo(
        f"Read {counted(summary.files, 'file')} in {seconds:.1f} s: "
        f"{counted(summary.sessions, 'new session')}, {counted(summary.messages, 'message')}, "
        f"{counted(summary.tool_calls, 'tool call')}, {counted(summary.failures, 'failure')}"
        f"{skipped}."
    )
    if summary.redactions:
        secrets = counted(summary.redactions, "secret")
        click.echo(f"Took out {secrets} before anything was written.")
    if summary.private:
        click.echo(f"Left out what is marked as private in {counted(summary.private, 'line')}.")
    parts = (("", summary.left_out), ("parts of ", summary.left_out_in_part))
    for what, files in parts:
        for reason, number in Counter(reason for _, reason in files).items():
            click.echo(f"Left out {what}{counted(number, 'file')}: {one_line(reason)}.")
    if summary.unknown_lines or summary.torn:
        unknown = counted(summary.unknown_lines, "unknown line")
        click.echo(f"Passed over {unknown} and {counted(summary.torn, 'torn line')}.")
    click.echo(
        f"Learnt {counted(mined.created, 'lesson')}, and saw known ones again "
        f"{counted(mined.recurred, 'time')}."
    )
    if mined.foreign:
        click.echo(
            f"Read no rules in {counted(mined.foreign, 'message')} of another language than "
            "English; what failed and what worked is learnt in any."
        )
    if mined.created:
        click.echo("See them with: lessonboard lesson")
