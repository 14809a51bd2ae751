"""The lines that a lesson from a review cites, confirmed by the final diff."""

from __future__ import annotations

from pathlib import Path

from blackboard import Board
from blackboard.events.payload import Evidence
from reflect.freshness.diffs import hunks, shown_lines
from reflect.freshness.span import digest
from reflect.merge.by_rules import by_rules
from reflect.reflecting import reflect_on_merge
from tests.reflect.merge.changes import (
    MEANS,
    asked,
    merged,
    opened,
    remark,
    reviewed,
    reworked,
    told,
)
from tests.reflect.merge.changes import shown as recorded

RULE = "Always close the file when a tile leaves the cache."
REMARKED = """@@ -0,0 +1,4 @@
+import functools
+
+def tile(path):
+    return open(path, mode='rb').read()"""
HEAD = "diff --git a/src/tiles.py b/src/tiles.py\n--- a/src/tiles.py\n+++ b/src/tiles.py\n"
MENDING = f"""{HEAD}@@ -1,4 +1,5 @@
 import functools

 def tile(path):
-    return open(path, mode='rb').read()
+    with open(path, mode='rb') as file:
+        return file.read()
"""
AT_THE_END = f"""{HEAD.replace("--- a/src/tiles.py", "--- /dev/null")}@@ -0,0 +1,6 @@
+# Tiles.
+import functools
+
+def tile(path):
+    with open(path, mode='rb') as file:
+        return file.read()
"""
MENDED = "\ndef tile(path):\n    with open(path, mode='rb') as file:\n        return file.read()"


def cited(board: Board, hunk: str, *after: str, end: str = "") -> list[Evidence]:
    """The evidence with lines when this was remarked upon, then changed so, and ended so."""
    reworks = [reworked(diff=each) for each in after]
    final = [recorded(end, "diff")] if end else []
    told_ = (opened(), reviewed("", remark(RULE, diff_hunk=hunk)), *reworks, *final, merged())
    (finding,) = by_rules(told(board, *told_))
    return [each for each in finding.evidence if each.path]


def test_what_the_rework_made_of_it_is_cited(board: Board) -> None:
    """With path, final line numbers, and hash."""
    (evidence,) = cited(board, REMARKED, MENDING, end=AT_THE_END)
    assert (evidence.path, evidence.first_line, evidence.last_line) == ("src/tiles.py", 4, 6)
    assert evidence.sha256 == digest(MENDED)
    rework = next(board.read(types=["rework.completed"]))
    assert evidence.event_id == rework.id


def test_what_was_left_alone_is_cited_as_it_stood_at_the_end(board: Board) -> None:
    """The remark was about something that was missing elsewhere."""
    end = REMARKED.replace("+1,4 @@", "+11,4 @@")
    (evidence,) = cited(board, REMARKED, "", end=f"{HEAD}{end}\n")
    assert (evidence.first_line, evidence.last_line) == (11, 14)
    assert evidence.sha256 == digest("import functools\n\ndef tile(path):\n    "
                                     "return open(path, mode='rb').read()")  # fmt: skip


def test_what_the_record_does_not_show_is_not_cited(board: Board) -> None:
    """What was remarked upon is what was then changed: it would have drifted at once."""
    assert cited(board, REMARKED, "") == []


def test_what_a_later_change_took_away_is_not_cited(tmp_path: Path) -> None:
    """By the difference at the end, or by a later rework of the file where there is none."""
    gone = AT_THE_END.replace("file.read()", "file.read(1024)")
    with Board.open(tmp_path / "one.db") as board:
        assert cited(board, REMARKED, MENDING, end=gone) == []
    with Board.open(tmp_path / "two.db") as board:
        assert cited(board, REMARKED, MENDING, MENDING) == []


def test_the_lines_reach_the_board(board: Board) -> None:
    """And reflecting again adds nothing."""
    remarks = reviewed("", remark(RULE, diff_hunk=REMARKED))
    past = told(board, opened(), remarks, asked(RULE), reworked(diff=MENDING), merged())
    for _ in range(2):
        reflect_on_merge(board, past, MEANS)
    (row,) = board.view("lessons")
    assert row["freshness"] == "fresh"
    assert [each["path"] for each in row["evidence"] if "path" in each] == ["src/tiles.py"]


def test_hunks_are_read_as_git_writes_them() -> None:
    """Also of renamed files, without a line's end, and empty lines that were trimmed."""
    text = (
        "diff --git a/old.py b/new.py\nrename from old.py\nrename to new.py\n"
        "--- a/old.py\n+++ b/new.py\t2026\n@@ -3 +3,3 @@ def f():\n-a\n+b\n\n+c\n"
        "\\ No newline at end of file\n"
    )
    assert [(each.path, each.first_line, each.after) for each in hunks(text)] == []
    (hunk,) = hunks(text.replace("-3 +3,3", "-3,2 +3,3"))
    assert (hunk.path, hunk.first_line, hunk.before, hunk.after) == (
        "new.py", 3, ("a", ""), ("b", "", "c"))  # fmt: skip


def test_a_hunk_that_was_cut_proves_nothing() -> None:
    """Long differences are shortened; a deleted file has no lines afterwards."""
    assert list(hunks(f"{HEAD}@@ -1,9 +1,9 @@\n a\n b\n")) == []
    assert list(hunks(MENDING.replace("+++ b/src/tiles.py", "+++ /dev/null"))) == []


def test_a_remark_on_a_line_that_went_shows_nothing() -> None:
    """The lines of the file then are those that were added or stayed."""
    assert shown_lines("@@ -1,2 +1,1 @@\n a\n-b") == []
    assert shown_lines("@@ -1,2 +1,2 @@\n a\n-b\n+c") == ["a", "c"]
    assert shown_lines("") == []
