"""The lessons of a repository, as its git objects hold them: one of the media of sharing.

What the default branch of `origin` holds is approved: a merge approves, a deletion withdraws. What
only the commits of the checked-out branch hold is a proposal of their authors.
"""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from blackboard.delivery.keys import command_keys, lesson_key
from blackboard.events.team import LessonShared
from blackboard.redaction.redact import redact, redact_all
from blackboard.repositories.lesson_folder import FOLDER, README, source_of
from blackboard.sanitise import clean
from blackboard.sources.repository import project_of, repository_of
from lessonboard.parts.team.sharing import git_objects
from lessonboard.parts.team.sharing.git_objects import Commit, Entry, Heads
from lessonboard.parts.team.sharing.lesson_file import (
    ID,
    MOST_BYTES,
    FiledLesson,
    WrongFile,
    parse,
)

log = logging.getLogger(__name__)

_PASSED_OVER = (README, ".gitattributes", ".gitkeep")
_MOST_FILES = 5_000
_MOST_PATHS = 500
"""Files that are named to git; of more its whole folder is looked at."""

_MOST_IN_ALL = 32 << 20
_LONGEST_NAME = 200
_SECOND = 1_000_000
_MOST_KEYS = 100
_FORMAT = 2
"""Raise it when the same files would be read as other lessons."""


class Place(NamedTuple):
    """A checkout: its top, its git folder, what its source is called, and its project."""

    top: Path
    git: str
    source: str
    project: str
    has_remote: bool


class Found(NamedTuple):
    """A lesson of a repository: its file, the commit of its words, whether it is approved.

    Until `authored` walked the history, `walk` is where from, and `commit` the one it begins at,
    without an author.
    """

    lesson: FiledLesson
    path: str
    commit: Commit
    approved: bool
    walk: tuple[Path, str] | None = None


class Reading(NamedTuple):
    """What a repository holds: lessons by id, and of each refused file its name and the reason."""

    lessons: Mapping[str, Found]
    refused: tuple[str, ...]


def place_of(folder: Path | str) -> Place | None:
    """The checkout that a folder is in; None outside of any."""
    found = repository_of(str(folder), port=True)
    if found is None:
        return None
    top, git, remotes = found
    remote = remotes.get("origin", "")
    return Place(Path(top), git, source_of(remote or git), project_of(top), bool(remote))


def mark_of(places: Iterable[tuple[Place, Heads]]) -> int:
    """A number that is another one whenever other commits count."""
    told = [_FORMAT, *((str(place.top), place.source, *heads) for place, heads in places)]
    return int.from_bytes(sha256(repr(told).encode()).digest()[:6])


def read(place: Place, heads: Heads) -> Reading:
    """All lessons of a checkout; see `authored` for who wrote those of whole histories.

    Raises:
        CannotRead: git cannot read it.
    """
    approved = _approved(place, heads)
    lessons: dict[str, Found] = {}
    refused: list[str] = []
    if approved:
        lessons, refused = _of_commit(place, approved, [], approved=True)
    if heads.local and heads.local != approved:
        since = [heads.local, f"^{approved}"] if approved else []
        proposed, wrong = _of_commit(place, heads.local, since, approved=False)
        lessons = {**proposed, **lessons}
        refused += [f"{each} (proposed)" for each in wrong]
    return Reading(lessons, tuple(refused))


def why_no_default(place: Place, heads: Heads) -> str:
    """Why a checkout has no approved lessons; empty where it can have some."""
    if not place.has_remote:
        return "it has no remote `origin`, so its lessons are proposals"
    if not _approved(place, heads):
        return ("no default branch of `origin` is known, so its lessons are proposals; `git remote "
                "set-head origin --auto` asks for it")  # fmt: skip
    return ""


def _approved(place: Place, heads: Heads) -> str:
    """The commit of the default branch, where the remote's HEAD names a branch of that remote."""
    is_known = place.has_remote and heads.approved and git_objects.default_branch(place.top)
    return heads.approved if is_known else ""


def _of_commit(
    place: Place, commit: str, since: Sequence[str], *, approved: bool
) -> tuple[dict[str, Found], list[str]]:
    """The lessons of a commit's tree; where `since` selects commits, those that they changed."""
    entries = git_objects.files_below(place.top, commit, FOLDER)
    changes: dict[str, str] = {}
    if entries and since:
        changes = git_objects.last_changes(place.top, since, [f"{FOLDER}/"])
        entries = [each for each in entries if each.path in changes]
    refused: list[str] = []
    wanted = list(_fitting(entries, refused))
    contents = git_objects.contents(place.top, [each.object for each in wanted])
    made_by = git_objects.commits(place.top, [*changes.values(), commit])
    begin = made_by.get(commit, Commit(commit, "", 0, signed=False))._replace(author="")
    walk = None if since else (place.top, commit)
    by_id: dict[str, list[Found]] = defaultdict(list)
    for each in wanted:
        try:
            lesson = _parsed(contents.get(each.object), each.path, refused)
        except WrongFile as error:
            refused.append(f"{_shown(each.path)} {error}")
            continue
        made = made_by.get(changes.get(each.path, ""), begin)
        by_id[lesson.id].append(Found(lesson, each.path, made, approved, walk))
    return dict(_single(by_id, refused)), refused


def authored(found: Iterable[Found]) -> Iterator[Found]:
    """The same with the commits of their words; without where their history is too long to walk.

    It is a walk through a whole history, so that it is only for lessons that are new.
    """
    by_walk: dict[tuple[Path, str] | None, list[Found]] = defaultdict(list)
    for each in found:
        by_walk[each.walk].append(each)
    for walk, those in by_walk.items():
        yield from _authored(*walk, those) if walk else those


def _authored(top: Path, commit: str, found: list[Found]) -> Iterator[Found]:
    paths = [each.path for each in found] if len(found) <= _MOST_PATHS else [f"{FOLDER}/"]
    try:
        changes = git_objects.last_changes(top, [commit], paths)
    except git_objects.CannotRead as error:
        log.warning("who wrote lessons in %s is not known: %s", top, error)
        changes = {}
    made_by = git_objects.commits(top, changes.values())
    for each in found:
        made = made_by.get(changes.get(each.path, ""), each.commit)
        yield each._replace(commit=made, walk=None)


def _parsed(content: bytes | None, path: str, refused: list[str]) -> FiledLesson:
    if content is None:
        raise WrongFile("is not in this clone")
    parsed = parse(content)
    if parsed.unknown:
        names = ", ".join(map(repr, parsed.unknown[:5]))
        refused.append(f"{_shown(path)} is read without what is not known here: {names}")
    if vain := [each for each in parsed.lesson.commands if not _is_matched(each)]:
        refused.append(f"{_shown(path)} is shown at no {', '.join(map(repr, vain[:5]))}: a command "
                       "needs what it does, such as `make test`")  # fmt: skip
    return parsed.lesson


def _is_matched(command: str) -> bool:
    """Whether a command that somebody wrote as a key, or the key of it, is that of any command."""
    return not {command, lesson_key(command)}.isdisjoint(command_keys(command, None))


def _fitting(entries: Sequence[Entry], refused: list[str]) -> Iterator[Entry]:
    """The files that may be lessons; the others are refused by name."""
    size = number = 0
    for each in entries:
        name = each.path.removeprefix(f"{FOLDER}/")
        if name in _PASSED_OVER:
            continue
        size, number = size + max(0, each.size), number + 1
        why = _unfit(name, each)
        if not why and (number > _MOST_FILES or size > _MOST_IN_ALL):
            why = f"comes after {_MOST_FILES} files or {_MOST_IN_ALL >> 20} MB"
        if why:
            refused.append(f"{_shown(each.path)} {why}")
        else:
            yield each


def _unfit(name: str, entry: Entry) -> str:
    if entry.size < 0:
        return "is no regular file of this clone"
    if not re.fullmatch(rf"{ID}\.md", name):
        return "is not called ID.md, with at most 64 letters, digits and . _ + - in the ID"
    return f"is larger than {MOST_BYTES >> 10} KB" if entry.size > MOST_BYTES else ""


def _single(
    by_id: Mapping[str, list[Found]], refused: list[str]
) -> Iterator[tuple[str, Found]]:  # fmt: skip
    """One file for each id: of several the one that is named after it, if there is one."""
    for name, found in by_id.items():
        named = [each for each in found if each.path == f"{FOLDER}/{name}.md"]
        chosen = next(iter(found if len(found) == 1 else named), None)
        refused += [f"{_shown(each.path)} has the id {name!r} of another file"
                    for each in found if each is not chosen]  # fmt: skip
        if chosen is not None:
            yield name, chosen


def _shown(path: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in clean(path))[:200]


def payload_of(found: Found, revision: int, now: int) -> LessonShared | None:
    """What a lesson of a repository shares, nothing of it later than now; None where it cannot be.

    Who commits says when, so that a day to come would make it the newest for years.
    """
    lesson, commit = found.lesson, found.commit
    day = datetime.fromisoformat(lesson.since).replace(tzinfo=UTC) if lesson.since else None
    since = int(day.timestamp()) if day else commit.at
    keys = dict.fromkeys((*lesson.commands, *map(lesson_key, lesson.commands)))
    said = redact_all({
        "phase": lesson.phase, "category": lesson.kind, "severity": lesson.severity,
        "symptom": lesson.symptom, "root_cause": lesson.reason, "resolution": "",
        "constraint": lesson.sentence, "paths": list(lesson.paths),
        "commands": list(filter(None, keys))[:_MOST_KEYS], "signatures": list(lesson.errors),
    }).value  # fmt: skip
    author = redact(clean(" ".join(commit.author.split()))).value[:_LONGEST_NAME]
    of_commit = {"id": commit.id, "author": author, "at": commit.at, "signed": commit.signed}
    try:
        return LessonShared.model_validate(said | {
            "lesson": lesson.id, "revision": revision, "seen": max(1, lesson.evidence),
            "says": "approved" if found.approved else None, "git": of_commit,
            "first_seen_at": min(since * _SECOND, now),
            "last_seen_at": min(max(since, commit.at) * _SECOND, now),
        })  # fmt: skip
    except ValidationError:
        return None
