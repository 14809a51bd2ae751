"""Files that may be imported beside transcripts: exported events, and rules for agents."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from blackboard import Board, BoardError
from blackboard.errors import NotATranscript
from blackboard.redaction.private import hide
from blackboard.sources.lines import open_bytes, read_lines
from blackboard.sources.repository import project_of
from blackboard.vocabulary import Trust
from lessonboard import anchors
from lessonboard.discovery import claude_home, codex_home
from lessonboard.exclusion import omission
from lessonboard.exporting.owning import is_own
from lessonboard.exporting.registry import known
from lessonboard.exporting.restoring import Restored, is_exported, restore
from lessonboard.rule_places import named_after, repository_root
from reflect.pipeline.ingest import Critic
from reflect.rule_files.ingest import IngestedRules, RuleFile, ingest_file
from reflect.rule_files.markers import without_markers
from reflect.rule_files.names import is_auto_memory, is_rule_file

_LARGEST = 2_000_000


@dataclass
class Sorted:
    """Files by what they hold."""

    transcripts: list[Path] = field(default_factory=list)
    events: list[Path] = field(default_factory=list)
    rules: list[Path] = field(default_factory=list)


def sort_files(files: Iterable[Path]) -> Sorted:
    """Return what each file is: rules for agents by its name, exported events by its first line."""
    found = Sorted()
    for path in files:
        if is_rule_file(path.absolute()) or _is_memory(path.absolute()):
            found.rules.append(path)
        elif _holds_events(path):
            found.events.append(path)
        else:
            found.transcripts.append(path)
    return found


def is_own_export(path: Path) -> bool:
    """Return whether a file holds the whole log of the user's own board, as its anchor here proves.

    Raises:
        NotATranscript: it cannot be read.
    """
    with open_bytes(path) as content:
        return is_own(read_lines(content, 0), anchors.of_own_boards())


def restore_file(
    board: Board, path: Path, *, untrusted: bool, progress: Callable[[int], None]
) -> Restored:
    """Take in a file of exported events.

    Raises:
        NotATranscript: it cannot be read.
    """
    out = omission(board)
    with open_bytes(path) as content:
        lines = read_lines(content, 0)
        return restore(board, lines, untrusted=untrusted, omission=out, progress=progress)


def why_rules_are_out(board: Board, path: Path, project: str | None) -> str:
    """Return why a file of rules is left out; empty where it is not."""
    folder = str(path.resolve().parent)
    return omission(board).why_off(project or project_of(folder), folder, None)


def take_in_rules(
    board: Board, path: Path, critic: Critic, *, project: str | None, untrusted: bool
) -> IngestedRules:
    """Take in a file of rules.

    Raises:
        BoardError: it cannot be read, is no text, or its agent is unknown.
    """
    return ingest_file(board, _rule_file(board, path, project, untrusted=untrusted), critic)


def _holds_events(path: Path) -> bool:
    try:
        with open_bytes(path) as content:
            first = next(read_lines(content, 0), None)
    except (NotATranscript, OSError, EOFError):
        return False  # the import will say what is wrong with it
    return first is not None and is_exported(first.record)


def _rule_file(board: Board, path: Path, project: str | None, *, untrusted: bool) -> RuleFile:
    text, at = _text(path)
    if not _was_exported(board, path):
        text = without_markers(text)
    whole = path.resolve()
    root = repository_root(whole.parent)
    if root is None or _is_memory(path.absolute()):
        owner = project or _owner(board, path.absolute())
        return RuleFile(_from_home(path.absolute()), text, owner, "imported", at)
    name = whole.relative_to(root).as_posix()
    trust: Trust = "imported" if untrusted else "repository"
    return RuleFile(name, text, project or project_of(str(root)), trust, at)


def _was_exported(board: Board, path: Path) -> bool:
    """Return whether this board wrote our section in a file.

    A colleague's section counts as the repository's word.
    """
    if board.path is None:
        return False
    return path.resolve() in {each.path.resolve() for each in known(Path(board.path))}


def _text(path: Path) -> tuple[str, int]:
    """Return what a file says, without what is marked as private, and when it was last changed.

    The time is in microseconds since 1970.
    """
    try:
        raw, changed = path.read_bytes(), path.stat().st_mtime_ns // 1000
    except OSError as error:
        raise BoardError(f"could not be read: {error.strerror}") from error
    if b"\0" in raw or len(raw) > _LARGEST:
        raise BoardError("is no text, or too large for a file of rules")
    text = raw.decode("utf-8-sig", "replace")
    return hide(text, keep_lines=True).value, changed


def _is_memory(path: Path) -> bool:
    """Return whether a file is a memory of Claude Code, wherever it is configured to keep them."""
    kept = path.parent.name == "memory" and path.is_relative_to(claude_home() / "projects")
    return is_auto_memory(path) or (kept and path.suffix == ".md")


def _owner(board: Board, path: Path) -> str | None:
    """Return the project of a file outside of any repository.

    It is None for what its user wants everywhere.

    Raises:
        BoardError: it is an agent's memory of a folder that no session on the board was in.
    """
    if path.parent in (claude_home(), codex_home()):
        return None
    if not _is_memory(path):
        return project_of(str(path.parent))
    for folder in (str(Path.cwd()), *board.values("sessions", "cwd")):
        root = repository_root(Path(folder)) if folder else None
        names = {named_after(Path(each)) for each in (folder, root) if each}
        if path.parent.parent.name in names:
            return project_of(folder)
    raise BoardError("is the memory of a folder that the board does not know; give --project")


def _from_home(path: Path) -> str:
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)
