"""The same part of a file read again and again, though it was unchanged."""

from __future__ import annotations

import re
from collections import Counter

from blackboard.events.reflection import Pattern
from blackboard.search import moments
from reflect.detectors.detector import Detector, medium_from_five
from reflect.detectors.wording import RULES, code, counted, within
from reflect.trajectory import Trajectory, changed_by, is_edit, payload_of, read_by

_TYPE = "repeated_reads"
_LEAST_READS = 3
_MOST = 5
"""Files that a pattern names, those read most often first."""

_NAMED = 2
_LONGEST = 120

_TEMPORARY = re.compile(r"/(?:private/)?(?:tmp|var)/")
"""What lies there was written by a program in between, unless the project does too."""


def _find(trajectory: Trajectory) -> list[Pattern]:
    """One pattern for all files that were read three times or more between two changes."""
    often = _read_often(trajectory)
    if not often:
        return []
    most = next(iter(often.values()))
    listed = list(often)[:_MOST]
    return [
        Pattern(
            type=_TYPE,
            severity=medium_from_five(most),
            count=most,
            suggestion=_suggestion(often, trajectory.root),
            context={
                "files": len(often),
                "about": [within(path, trajectory.root) for path in listed],
                "counts": [often[path] for path in listed],
            },
            samples=[f"{path}: {often[path]} times" for path in listed],
        )
    ]


def _files_read_often(trajectory: Trajectory) -> list[str]:
    """Every file that was read too often, as the repository names it."""
    return [within(path, trajectory.root) for path in _read_often(trajectory)]


def _read_often(trajectory: Trajectory) -> dict[str, int]:
    counts = _reads_between_changes(trajectory)
    return {path: count for path, count in counts.most_common() if count >= _LEAST_READS}


def _suggestion(often: dict[str, int], root: str | None) -> str:
    """What to write down of the files that were read most."""
    files = " and ".join(
        f"{code(within(path, root), _LONGEST)} ({count} times)"
        for path, count in list(often.items())[:_NAMED]
    )
    others = len(often) - _NAMED
    more = f"; {counted(others, 'other file')} too" if others > 0 else ""
    return (
        f"Add to {RULES} what agents look up in {files}: unchanged, it was read again and again "
        f"in one session{more}."
    )


def _reads_between_changes(trajectory: Trajectory) -> Counter[str]:
    """How often the same part of each file was read at most while it stayed as it was."""
    most: Counter[str] = Counter()
    seen: Counter[tuple[str, str]] = Counter()
    for call in trajectory.calls:
        if is_edit(call):
            seen = _unchanged(seen, changed_by(call))
        read = read_by(call)
        if read is None or payload_of(call).get("failed"):
            continue
        if not _TEMPORARY.match(read[0]) or read[0].startswith(trajectory.root or "//"):
            seen[read] += 1
            most[read[0]] = max(most[read[0]], seen[read])
    return most


def _unchanged(seen: Counter[tuple[str, str]], changed: list[str]) -> Counter[tuple[str, str]]:
    return Counter({
        read: count for read, count in seen.items()
        if not any(moments.same_file(read[0], path) for path in changed)
    })  # fmt: skip


def _advice(sample: str, subject: str, often: str) -> str:
    return f"Add to {RULES} what agents look up in {code(subject, _LONGEST)}, read {often}."


REPEATED_READS = Detector(
    _TYPE,
    _find,
    subjects=_files_read_often,
    advice=_advice,
    improvement="performance",
    about="file",
)
