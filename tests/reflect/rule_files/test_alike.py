"""Which lessons a rule file states already."""

from __future__ import annotations

from typing import Any

from reflect.rule_files.alike import unsaid


def test_what_a_file_says_already_is_not_said_again() -> None:
    """Nor reworded; our own section does not count."""
    rows: list[Any] = [
        {"constraint": "Run the tests before you push."},
        {"constraint": "Use tabs."},
    ]
    text = "- Always run the tests before pushing.\n<!-- lessonboard:begin -->\n- Use tabs.\n"
    assert unsaid(rows, text + "<!-- lessonboard:end -->\n") == rows[1:]
