"""How two invocations of a command differ, and whether that explains why one of them failed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz.distance import Indel

from blackboard.search.complaint import is_about_form, is_about_number
from reflect.invocation import Invocation

_MOST_CHANGED = 6
_NO_FIX = frozenset(
    """
    --help --list sudo -h --version
    --no-verify --force -f --force-with-lease --no-check --skip-checks
    --dry-run --allow-empty -y --yes --legacy-peer-deps --break-system-packages
    """.split()
)
"""Asking for help mends nothing, and getting round a check is nothing to learn."""

_SKIPS = re.compile(r"(?i)\w*SKIP\w*=|HUSKY=|NO_VERIFY=|\w*DISABLE\w*=")
_FORCEFUL = frozenset(("git", "rm", "ln", "mv", "cp", "docker", "npm"))
_LEAST_SHARED = 0.4
_REPAIRS = re.compile(r"(?i)fix|format|fmt|write")
_QUOTED = re.compile(r"""["'`]([^"'`\s]{2,60})["'`]""")


class Change(NamedTuple):
    """How the command that worked differs from the one that did not."""

    removed: tuple[str, ...]
    added: tuple[str, ...]


def change(failed: Invocation, worked: Invocation) -> Change | None:
    """The difference, or None when the commands are not one and the same in two forms."""
    if failed.words == worked.words:
        return _other_surroundings(failed, worked)
    if _is_moved(failed, worked) or (failed.folder != worked.folder and worked.folder):
        return None
    removed, added = _difference(failed.words, worked.words)
    wrapped = not removed or (not added and failed.words[-len(worked.words) :] == worked.words)
    shared = Indel.normalized_similarity(failed.words, worked.words)
    if not wrapped and (not _is_same(failed, worked) or shared < _LEAST_SHARED):
        return None
    if len(removed) + len(added) > _MOST_CHANGED or _is_elsewhere(removed, added):
        return None
    if _gets_round(failed.words[0], added + _news(failed.settings, worked.settings)):
        return None
    return Change(removed, added + _news(failed.settings, worked.settings))


def _is_same(failed: Invocation, worked: Invocation) -> bool:
    """Whether both run the same program, perhaps one by way of another or from elsewhere."""
    return failed.program in [word.rsplit("/", 1)[-1] for word in worked.words[:3]]


def _gets_round(program: str, added: Sequence[str]) -> bool:
    """Whether what was added forces, skips or asks, rather than mends."""
    return any(
        word in _NO_FIX
        or _SKIPS.match(word)
        or (program in _FORCEFUL and re.match(r"^(?:-\w*[fn]\w*|\+.*)$", word))
        for word in added
    )


def _is_elsewhere(removed: Sequence[str], added: Sequence[str]) -> bool:
    """Whether only absolute paths differ: the same thing was done to something else."""
    return bool(removed) and all(
        word.strip("\"'").startswith(("/", "~")) for word in (*removed, *added)
    )


def _is_moved(failed: Invocation, worked: Invocation) -> bool:
    """Whether the same program was only called by another path."""
    return failed.words[1:] == worked.words[1:] and failed.program == worked.program


def _other_surroundings(failed: Invocation, worked: Invocation) -> Change | None:
    """The same words elsewhere, or with something set."""
    added = _news(failed.settings, worked.settings)
    if _gets_round(failed.words[0], added):
        return None
    if failed.folder != worked.folder:
        return Change((), (*added, f"cd {worked.folder or '.'}"))
    return Change((), added) if added else None


def _news(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    return tuple(each for each in after if each not in before)


def _difference(
    before: Sequence[str], after: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    removed: list[str] = []
    added: list[str] = []
    for operation in Indel.opcodes(before, after):
        removed += (
            before[operation.src_start : operation.src_end] if operation.tag == "delete" else []
        )
        added += (
            after[operation.dest_start : operation.dest_end] if operation.tag == "insert" else []
        )
    return tuple(removed), tuple(added)


def explains(change: Change, error: str) -> bool:
    """Whether the difference has to do with the error."""
    if is_about_form(error):
        return any(_REPAIRS.search(word) for word in change.added)
    if is_about_number(error) and change.removed and not change.added:
        return True
    if not (change.added and change.removed):
        return bool(change.added) or _is_wrapper(change) or _named(change, error)
    return _named(change, error)


def _is_wrapper(change: Change) -> bool:
    return len(change.removed) == 1 and change.removed[0].isalpha()


def _named(change: Change, error: str) -> bool:
    told = error.lower()
    if any(_is_in(_bare(word), told) for word in change.removed if len(_bare(word)) > 1):
        return True
    if len(change.removed) == len(change.added) == 1 and _extends(change):
        return True
    gone, come = " ".join(change.removed).lower(), " ".join(change.added).lower()
    return any(each in gone and each not in come for each in _QUOTED.findall(told))


def _is_in(word: str, told: str) -> bool:
    """Whether a word, or the folder that a path begins with, is in what was said."""
    folder = word.rpartition("/")[0]
    return word in told or bool(folder and re.search(rf"(?<!\w){re.escape(folder)}(?!\w)", told))


def _extends(change: Change) -> bool:
    """Whether the new word is the full name of which the old one was a part."""
    old, new = _bare(change.removed[0]), _bare(change.added[0])
    return len(old) > 3 and new != old and (new.endswith((f"-{old}", f":{old}", f"/{old}")))


def _bare(word: str) -> str:
    return word.strip("\"'-./,").lower()
