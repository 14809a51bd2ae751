"""The lines that a human's correction cites: where the agent then wrote what the rule names."""

from __future__ import annotations

import pytest

from blackboard.event import NewEvent
from blackboard.events.payload import Evidence
from reflect.feedback.feedback import feedback
from reflect.freshness.span import digest
from tests.reflect.talks import ROOT, called, edited, looked, recorded, says

RULE = "No, always use `open_tile` for tiles in this repository."
PATH = f"{ROOT}/src/tile.py"
NEW = (
    "\n".join(
        [
            "def first(path):",
            "    with open_tile(path) as tile:",
            "        picture = tile.decode()",
            "    return picture.scaled(2)",
            "",
        ]
    )
    + "    "
)
INSIDE = "\n".join(NEW.split("\n")[1:-1])


def edit(new: str, old: str = "pass", path: str = PATH) -> NewEvent:
    """A change of a file by Claude Code."""
    return called("Edit", file_path=path, old_string=old, new_string=new)


WRONG = edit("def first(path):\n    return open(path)\n")


def cited(*steps: NewEvent, rule: str = RULE) -> list[Evidence]:
    """The cited lines for a user's correction after the first step."""
    first, *after = steps
    (finding,) = feedback(recorded(first, says(rule), *after), ROOT)
    return [each for each in finding.evidence if each.path]


def test_what_was_written_to_follow_the_rule_is_cited() -> None:
    """The complete inner lines, without line numbers."""
    (evidence,) = cited(WRONG, edit(NEW))
    assert (evidence.path, evidence.first_line, evidence.session) == ("src/tile.py", None, "s1")
    assert evidence.sha256 == digest(INSIDE)


def test_a_file_that_was_written_whole_has_lines() -> None:
    """They begin at 1."""
    (evidence,) = cited(WRONG, called("Write", file_path=PATH, content=INSIDE))
    assert (evidence.first_line, evidence.last_line) == (1, 3)


def test_a_part_that_was_read_counts_as_an_edit() -> None:
    """The human saw what the agent looked at."""
    read = called("Read", file_path=PATH, offset=3, limit=9)
    assert len(cited(read, edit(NEW))) == 1
    assert cited(looked(PATH), edit(NEW)) == []


@pytest.mark.parametrize(
    ("steps", "rule"),
    [
        ((WRONG,), RULE),
        ((edit(NEW), edit(NEW)), RULE),
        ((WRONG, edit(NEW, path=f"{ROOT}/other.py")), RULE),
        ((WRONG, edit(NEW)), "Never commit without asking me in this repository."),
        ((WRONG, edit(NEW), edit("return tile", old="    return picture.scaled(2)")), RULE),
        ((WRONG, edit(NEW), called("Write", file_path=PATH, content="x = 1")), RULE),
        ((WRONG, called("Edit", fails=True, file_path=PATH, old_string="a", new_string=NEW)), RULE),
        ((edit("a", path="/etc/hosts"), edit(NEW, path="/etc/hosts")), RULE),
        ((edited(), edit("x = open_tile(y)", path="src/kite.py")), RULE),
    ],
    ids=["nothing", "as before", "elsewhere", "no name", "changed", "rewritten", "failed",
         "outside", "short"],
)  # fmt: skip
def test_what_is_not_certain_is_not_cited(steps: tuple[NewEvent, ...], rule: str) -> None:
    """The lesson is kept without a citation."""
    assert cited(*steps, rule=rule) == []
