"""Find lessons from a rule file whose rule was removed from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from blackboard.views.rows import LessonRow
from reflect.rule_files.remark import Audited, Remark

_MOST_SHOWN = 100


def gone(
    files: Sequence[Audited], rows: Sequence[LessonRow], paths: Mapping[str, str]
) -> Iterator[Remark]:
    """A remark for each lesson whose rule was removed from its file.

    Args:
        files: the audited files.
        rows: the lessons from rule files.
        paths: the file of each event that recorded a rule file.
    """
    for file in files:
        name = file.path if file.folder is None else _in_repository(file)
        quotes = {rule.quote.strip() for rule in file.document.rules}
        for row in rows:
            cited = [
                evidence["quote"]
                for evidence in row["evidence"]
                if paths.get(evidence["event_id"]) == name
            ]
            if cited and not quotes.intersection(cited):
                words = row["constraint"][:_MOST_SHOWN]
                message = f"the lesson {row['id']} was read from here, but no rule says {words!r}"
                yield Remark(file.path, 1, "gone", message, row["id"])


def _in_repository(file: Audited) -> str:
    name = file.path.rsplit("/", 1)[-1]
    return f"{file.folder}/{name}" if file.folder not in (None, "", ".") else name
