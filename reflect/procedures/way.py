"""The way of a session: what it ran after its last change, if a check of its own passed there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from blackboard.calls import goes_on, shell_line
from blackboard.delivery.keys import TOOLS, lesson_key
from blackboard.event import Event
from blackboard.events.reflection import FailedForm, PassedStep, SessionPassed
from blackboard.fixes.changes import QUOTED, is_check
from blackboard.harm.fetching import FETCHERS
from blackboard.search.complaint import complaint, is_misspoken
from blackboard.search.file_names import kind_of_file
from reflect.invocation import Invocation, pieces
from reflect.miner.attempt import attempt, calls_of, has_failed, is_temporary, looks, worked
from reflect.miner.remedy import short
from reflect.procedures.fetched import downloaded, runs_any
from reflect.trajectory import changed_by, is_edit, payload_of

MOST_STEPS = 8
"""The last steps of a way that are kept: with more of them everything has something in common."""

_MOST_FILES, _MOST_FAILED = 50, 20
_PIPES = ("|", "|&")
_SEPARATORS = re.compile(r"[;\n]")
"""A line's exit code says nothing of what is before one of these."""

_NOT_RUN = (126, 127)
"""Exit codes of a shell that could not run a command at all."""

_VERSION_CONTROL = frozenset("git gh glab hg jj svn".split())
_NO_STEPS = TOOLS | FETCHERS | _VERSION_CONTROL
_BUILDS = re.compile(r"(?:^|[:_-])(?:build|compile)(?:$|[:_-])")
_WRITES = re.compile(
    r"""(?x) (?<![\d&<>=-]) >{1,2} \s* (?! & | /dev/ | "?/tmp/ | "?\$TMP | > ) [\w./~$"'{-]
    | \b(?:sed|perl) \s+ (?:-\w+\s+)* -\w*i | \bpatch\s+-p
    | \bgit \s+ (?:apply|am|stash\s+(?:pop|apply)|merge|rebase|pull|cherry-pick|revert|checkout
      |switch|restore|reset)\b"""
)
"""A shell line that changes files of the folder: by a redirection, in place, or by git."""

_ASIDE = re.compile(r"(?<![&<>|])&(?![&>\d])")
"""What is before it goes on by itself."""

_PROVES_NOTHING = re.compile(
    r"!|--(?:dry-?run|collect-only|co|setup-plan|just-print|recon|question|touch|ignore-errors"
    r"|no-?run|exit-zero|passWithNoTests)(?:=.*)?"
)
"""Words by which a command does not do its work, or whose end says another thing than it did."""

_OF_MAKE = re.compile(r"-(?![CfIloOWj])[a-zA-Z]*[inqt][a-zA-Z]*")
_MAKES = frozenset(("make", "gmake"))
_DRY_BY_N = frozenset("just ninja rake task go".split())

_UNIQUE = re.compile(r"(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{8}")
"""A part of a call's id that was drawn by chance, as of `toolu_01A09q90qw90lq91`."""

_HEREDOC = re.compile(r"<<-?\s*[\"']?\w+")


def way_of(events: Sequence[Event], session: str, root: str | None) -> SessionPassed | None:
    """What a session ran after its last change, up to its last check that passed.

    None where it changed nothing, where no test, linter or build is known to have passed after the
    last change (its exit code is attested, and no other command's), or where one found faults. A
    command that was run several times counts where it passed last, and not at all where it failed
    since.

    Args:
        events: the session's events in order, with their authors.
        session: its id.
        root: the folder in which it was started.
    """
    calls = calls_of(events)
    last = max((number for number, call in enumerate(calls) if _changes(call)), default=None)
    if last is None:
        return None
    after, names = calls[last + 1 :], downloaded(calls)
    steps = _passed(after, root, names)
    while steps and not steps[-1].checks:
        steps.pop()
    if not steps or _found_faults(after, root):
        return None
    edits = (path for call in calls if is_edit(call) for path in changed_by(call))
    inside = (_inside(path, root) for path in edits)
    files = dict.fromkeys(each for each in inside if each and _is_plain(kind_of_file(each)))
    return SessionPassed(
        subject=session,
        first=_name_of(calls[0]),
        steps=steps[-MOST_STEPS:],
        files=list(files)[:_MOST_FILES],
        failed=_never_passed(calls, root)[:_MOST_FAILED],
    )


def ran(call: Event, root: str | None) -> Iterator[tuple[Invocation, bool]]:
    """The commands that a call ran for what they do, each with whether its end is known.

    Version control, downloads, tools of the shell, and what is thrown away are no steps of a way.
    """
    tried = attempt(call, root)
    parts = tried.pieces if tried else ()
    last = _SEPARATORS.split(_bare(call))[-1]
    for number, each in enumerate(parts):
        is_known = number >= len(parts) - len(pieces(last, root))
        if each.operator not in _PIPES and _is_step(each.invocation):
            yield each.invocation, is_known


def form_of(command: Invocation) -> FailedForm | None:
    """A command as it is known again: exactly as it was run, and where.

    None where something of it was of the moment, such as a setting or a file: it is another command
    without that. None where it would not end where it is quoted.
    """
    folder = _folder(command)
    is_same = short(command) == command.command
    if not is_same or not all(map(_is_plain, (folder, *command.words))):
        return None
    return FailedForm(command=command.command, folder=folder)


def is_checking(words: Sequence[str]) -> bool:
    """Whether a command tests, lints or builds.

    >>> is_checking(["npm", "run", "build"]), is_checking(["npm", "install"])
    (True, False)
    """
    named = (word for word in words[1:4] if not word.startswith("-"))
    return is_check(words) or any(map(_BUILDS.search, named))


def _passed(calls: Sequence[Event], root: str | None, names: set[str]) -> list[PassedStep]:
    """The steps of these calls that passed, each where it did last; none runs a downloaded file."""
    steps: dict[FailedForm, PassedStep] = {}
    for call in calls:
        has_worked = worked(call) and _has_ended(call) and payload_of(call).get("said_by") == "tool"
        for command, is_known in ran(call, root):
            form = form_of(command)
            if form is None or runs_any(command, names):
                continue
            if is_known or not has_worked:
                steps.pop(form, None)
            if is_known and has_worked:
                steps[form] = PassedStep(
                    event_id=call.id, command=form.command, folder=form.folder,
                    checks=is_checking(command.words),
                )  # fmt: skip
    return list(steps.values())


def could_not_run(call: Event) -> bool:
    """Whether a failed call says nothing of the files: it was called wrongly, or is not there."""
    payload = payload_of(call)
    said = complaint(str(payload.get("output", "")))
    return payload.get("exit_code") in _NOT_RUN or bool(said and is_misspoken(said))


def _found_faults(calls: Sequence[Event], root: str | None) -> bool:
    """Whether a check among these calls failed when it was run last."""
    last: dict[tuple[str, str], bool] = {}
    for call in calls:
        for command, _ in ran(call, root):
            if is_checking(command.words):
                name = (_folder(command), lesson_key(command.command))
                last[name] = has_failed(call) and not could_not_run(call)
    return any(last.values())


def _never_passed(calls: Sequence[Event], root: str | None) -> list[FailedForm]:
    """The commands that failed in a session each time."""
    failed: dict[FailedForm, bool] = {}
    for call in calls:
        for command, _ in ran(call, root):
            if form := form_of(command):
                failed[form] = failed.get(form, True) and has_failed(call)
    return [form for form, always in failed.items() if always]


def _name_of(call: Event) -> str:
    """What a fork of a session keeps of a call: its id, and the time where that is a mere number.

    A fork of Codex has the ids of its origin, and other times.
    """
    name = str(payload_of(call).get("call", ""))
    return name if _UNIQUE.search(name) else f"{name} {call.occurred_at}"


def _changes(call: Event) -> bool:
    """Whether a call changed files, by a tool for it or by the shell."""
    if is_edit(call):
        return True
    return bool(_WRITES.search(_bare(call))) and not has_failed(call)


def _bare(call: Event) -> str:
    """A shell line up to a here-document, without what is in quotation marks."""
    line = shell_line(payload_of(call)) or ""
    return QUOTED.sub("x", _HEREDOC.split(line)[0]).strip()


def _is_step(command: Invocation) -> bool:
    program = command.program
    is_tool = program in _NO_STEPS or command.is_filter
    is_away = is_temporary(command.words[0]) or is_temporary(command.folder)
    is_no_work = command.has_text or looks(command) or _proves_nothing(command.words)
    return not (is_tool or is_away or is_no_work)


def _proves_nothing(words: Sequence[str]) -> bool:
    """Whether a command passes whatever it finds: it only says what it would do, or ignores it."""
    programs = {word.rsplit("/", 1)[-1] for word in words}
    return (
        any(map(_PROVES_NOTHING.fullmatch, words))
        or bool(programs & _MAKES and any(map(_OF_MAKE.fullmatch, words)))
        or bool(programs & _DRY_BY_N and "-n" in words)
    )


def _has_ended(call: Event) -> bool:
    """Whether what a call says is the end of all that it ran."""
    return not goes_on(payload_of(call)) and not _ASIDE.search(_bare(call))


def _is_plain(word: str) -> bool:
    """Whether a word stays one between backticks, and is seen as it is: others may say anything."""
    return word.isprintable() and not set(" `…") & set(word)


def _folder(command: Invocation) -> str:
    return "" if command.folder == "." else command.folder.removeprefix("./")


def _inside(path: str, root: str | None) -> str:
    """A path within the session's folder; empty for any other."""
    inside = path.removeprefix(f"{root.rstrip('/')}/") if root else path
    return "" if inside.startswith(("/", "~", "..")) else inside.removeprefix("./")
