"""What a guard that is switched on refuses, and in which words; as plain data, for hooks."""

from __future__ import annotations

import os.path

from blackboard.guards.forbidden import forbidden_command
from blackboard.guards.pattern import (
    CommandPattern,
    fits_path,
    form_of,
    instead_of,
    place,
    wrong_command,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from blackboard.guards.active import ActiveGuard

MARK = "Refused once by lessonboard"
"""How each reason begins, by which a transcript shows that a call was not run."""

_REF = "ref: refs/heads/"
_LONGEST_HEAD = 4_096
_LONGEST_RULE = 600
_LONGEST_SHOWN = 160


class Attempt:
    """A call that an agent is about to make: a shell line, or an edit of files.

    `root` is the folder of the repository, `cwd` the folder that the shell is in.
    """

    __slots__ = ("cwd", "line", "paths", "root")

    def __init__(self, root: str, cwd: str, line: str = "", paths: Sequence[str] = ()) -> None:
        self.root = root
        self.cwd = cwd
        self.line = line
        self.paths = tuple(paths)


class Refusal:
    """A guard that speaks, the command or file that it refuses, and the command to use instead.

    `instead` is empty where that cannot be said word by word.
    """

    __slots__ = ("guard", "instead", "what")

    def __init__(self, guard: ActiveGuard, what: str, instead: str = "") -> None:
        self.guard = guard
        self.what = what
        self.instead = instead


def refusal_of(
    guards: Iterable[ActiveGuard], attempt: Attempt, before: Collection[str]
) -> Refusal | None:
    """The refusal of a call, if a guard surely means it.

    Args:
        guards: those of the project.
        attempt: the call.
        before: the lessons whose guards refused a call in this session already.
    """
    for guard in guards:
        if guard.lesson not in before and (refusal := _refusal(guard, attempt)):
            return refusal
    return None


def _refusal(guard: ActiveGuard, attempt: Attempt) -> Refusal | None:
    if guard.forbids:
        return _forbidden(guard, attempt)
    return _edited(guard, attempt) if guard.paths else _run(guard, attempt)


def reason(guard: ActiveGuard, what: str, instead: str = "") -> str:
    """Why a call is refused, what to do instead, and that the same call passes next time.

    Facts, not orders: agents take wording that commands them for an injection.
    """
    deed = "editing " if guard.paths else ""
    rule = " ".join(guard.rule.split())[:_LONGEST_RULE].rstrip(".")
    advice = f"What works in its place: `{shortened(instead)}`. " if instead else ""
    return (
        f"{MARK}: {deed}`{shortened(what)}`. In this repository that failed in {guard.failed} of "
        f"{guard.uses} uses. {advice}"
        f"What was learnt from that: {rule} (lesson {guard.lesson}). "
        "If it is meant all the same, the same call again passes."
    )


def shortened(text: str) -> str:
    """A command or file as it is shown: one line, of limited length."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_SHOWN else f"{line[: _LONGEST_SHOWN - 1]}…"


def _run(guard: ActiveGuard, attempt: Attempt) -> Refusal | None:
    """The refusal of a shell line that has the failing command, where that failed before."""
    if not (attempt.line and guard.wrong and guard.right):
        return None
    pattern = CommandPattern(form_of(guard.wrong), form_of(guard.right))
    command = wrong_command(pattern, attempt.line)
    if command is None or place(attempt.root, attempt.cwd, command.folder) not in guard.places:
        return None
    what = " ".join((*command.settings, *command.words))
    return Refusal(guard, what, instead_of(pattern, command))


def _forbidden(guard: ActiveGuard, attempt: Attempt) -> Refusal | None:
    """The refusal of a shell line that has a command which a person forbade."""
    if not attempt.line:
        return None
    what = forbidden_command(guard.forbids, attempt.line, attempt.root, attempt.cwd, current_branch)
    return Refusal(guard, what) if what else None


def _edited(guard: ActiveGuard, attempt: Attempt) -> Refusal | None:
    """The refusal of an edit of a file that the guard keeps as it is."""
    for path in attempt.paths:
        file = place(attempt.root, attempt.cwd, path)
        if file and any(fits_path(pattern, file) for pattern in guard.paths):
            return Refusal(guard, file)
    return None


def current_branch(folder: str) -> str:
    """The branch that is checked out where a folder is; empty where that cannot be read."""
    place = os.path.join(root_of(folder), ".git")
    try:
        if os.path.isfile(place):
            place = os.path.join(root_of(folder), _read(place).removeprefix("gitdir: "))
        head = _read(os.path.join(place, "HEAD"))
    except OSError:
        return ""
    return head.removeprefix(_REF) if head.startswith(_REF) else ""


def _read(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read(_LONGEST_HEAD).strip()


def root_of(folder: str, otherwise: str = "") -> str:
    """The root of the repository, or of the worktree, that a folder is in.

    Where there is none on this machine, `otherwise` if the folder is in it, else the folder itself.
    """
    at = folder
    while not os.path.exists(os.path.join(at, ".git")):
        above = os.path.dirname(at)
        if above == at:
            inside = otherwise and place(otherwise, folder, "") is not None
            return otherwise if inside else folder
        at = above
    return at
