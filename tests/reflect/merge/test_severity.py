"""What a reviewer found is as bad as he says, and as hard to mend as it was."""

from __future__ import annotations

import pytest

from reflect.merge.severity import of_remark


@pytest.mark.parametrize(
    ("passage", "verdict", "reworks", "severity"),
    [
        ("Close the file.", "commented", 9, "medium"),
        ("Close the file.", "changes_requested", 1, "medium"),
        ("Close the file.", "changes_requested", 2, "high"),
        ("Blocking: close the file.", "commented", 1, "high"),
        ("**issue (blocking):** close the file.", "commented", 1, "high"),
        ("Security: never log the key.", "approved", 1, "high"),
        ("nit: close the file.", "changes_requested", 9, "low"),
        ("**suggestion (non-blocking):** close the file.", "changes_requested", 2, "low"),
        ("(nit) close the file.", "commented", 1, "low"),
        ("Minor: close the file.", "commented", 1, "low"),
        ("Critical sections hold the lock.", "commented", 1, "medium"),
        ("Never block in a handler.", "commented", 1, "medium"),
    ],
)
def test_a_remark_is_as_severe_as_its_label_and_its_rework(
    passage: str, verdict: str, reworks: int, severity: str
) -> None:
    """A label outweighs the rework; words in a sentence are no label."""
    assert of_remark(passage, verdict, reworks) == severity
