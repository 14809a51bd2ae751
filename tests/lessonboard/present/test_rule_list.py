"""The list of lessons: by project, the best first, a line each."""

from __future__ import annotations

from typing import Any

from lessonboard.present.rule_list import groups, list_lines
from lessonboard.present.screen import Screen

LESSON: Any = {
    "id": "lesson-aaaa11112222", "constraint": "Use uv.", "symptom": "", "status": "candidate",
    "project": "github.com/ada/app", "scope": "project", "resting": 0, "pinned": 0, "sessions": [],
    "evidence": [], "confidence": 0.5, "last_seen_at": 0, "harm": [], "despite": [], "author": "",
    "trust": "tool",
}  # fmt: skip
HERE = "github.com/ada/here"


def lesson(name: str, project: str | None = "github.com/ada/app", **more: Any) -> Any:
    """Return a lesson of one of a few projects."""
    return LESSON | {"id": f"lesson-{name}", "project": project, "constraint": name} | more


def texts(rows: list[Any], limit: int = 20, here: str | None = None, width: int = 80) -> list[str]:
    """Return the list's lines on a terminal."""
    return [line.text for line in list_lines(rows, here, limit, Screen(width), "")]


def test_the_project_one_stands_in_comes_first_then_where_most_is() -> None:
    """However many lessons the others have."""
    rows = [lesson("a"), lesson("b"), lesson("c", None, scope="global"), lesson("d", HERE)]
    found = [(group.place, len(group.rows)) for group in groups(rows, HERE)]
    assert found == [("ada/here", 1), ("ada/app", 2), ("everywhere", 1)]
    assert next(group.place for group in groups(rows, None)) == "ada/app"


def test_what_a_person_approved_is_first_then_what_came_back_most() -> None:
    """Sessions count, and among as many the newer one."""
    rows = [
        lesson("once"), lesson("often", sessions=["s1", "s2"]),
        lesson("approved", status="approved"), lesson("newer", last_seen_at=5),
    ]  # fmt: skip
    (group,) = groups(rows, None)
    assert [row["id"].removeprefix("lesson-") for row in group.rows] == [
        "approved",
        "often",
        "newer",
        "once",
    ]


def test_a_lesson_is_one_line_that_fits_and_ends_with_a_word() -> None:
    """Its id is short; a pipe has lines of 100 columns."""
    row = lesson("a", sessions=["s1", "s2"])
    row["constraint"] = "Use the tool uv, not pip. " * 9
    for width in (70, 80, 100):
        _, line = texts([row], width=width)
        assert line.startswith("  a  candidate  2 sessions  Use the tool")
        assert len(line) <= width
        assert line.removesuffix("…").split()[-1] in ("Use", "the", "tool", "uv,", "not", "pip.")
    piped = [line.text for line in list_lines([row], None, 9, Screen(), "")]
    assert piped == texts([row], width=100)


def test_the_limit_is_shared_among_projects_and_what_is_left_out_is_said() -> None:
    """The best of each is shown before the second best of one."""
    rows = [lesson(f"a{n}") for n in range(5)] + [lesson("d", HERE)]
    assert texts(rows, limit=3, here=HERE) == [
        "ada/here  (1)",
        "  d  candidate  stated      d",
        "ada/app  (2 of 5)",
        "  a4  candidate  stated      a4",
        "  a3  candidate  stated      a3",
        "3 of 6; --limit 6 lists all, `lessonboard lesson ID` shows one.",
    ]
    assert texts(rows, limit=1)[-1].startswith("1 of 6 and 1 more project; ")


def test_harm_and_a_colleagues_word_are_named_in_the_line() -> None:
    """As wherever a lesson is shown."""
    harmful = lesson("h", harm=["deletes"])
    theirs = lesson("t", signed_by="Bob")
    assert "candidate, harmful: deletes" in texts([harmful])[1]
    assert 'Bob says: "t"' in texts([theirs])[1]
