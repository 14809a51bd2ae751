"""What calls write, in the format of each agent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.event import NewEvent
from reflect.harvest.shell_writes import shell_writes
from reflect.harvest.writes import Write, writes
from tests.reflect.harvest.wrote import RULES, harvested, replaced, rules_of, wrote
from tests.reflect.talks import called, ran, ran_by_codex, recorded

_RULE = "Always run `make seed` before the browser tests."
_LINE = f"- {_RULE}"
_PATCH = f"""*** Begin Patch
*** Update File: AGENTS.md
@@
 ## Tests
-- Nothing yet.
+{_LINE}
*** End Patch"""


@pytest.mark.parametrize(
    "step",
    [
        wrote(_LINE),
        replaced("## Tests", f"## Tests\n\n{_LINE}"),
        called("MultiEdit", file_path=RULES, edits=[{"old_string": "", "new_string": _LINE}]),
        called("apply_patch", input=_PATCH),
        called("write", filePath="AGENTS.md", content=_LINE),
        called("edit", filePath="AGENTS.md", oldString="x", newString=_LINE),
        called("write_file", file_path="GEMINI.md", content=_LINE),
        called("replace", file_path="GEMINI.md", old_string="x", new_string=_LINE),
        called("create", path=".github/copilot-instructions.md", file_text=_LINE),
        called("edit_file", target_file=".cursor/rules/tests.mdc", contents=_LINE),
        called("edit", path="AGENTS.md", edits=[{"oldText": "x", "newText": _LINE}]),
        called("insert", path="AGENTS.md", insert_line=3, insert_text=_LINE),
        called("save_memory", fact=_RULE),
        called("mcp__serena__write_memory", memory_name="tests", content=_LINE),
        ran(f"cat >> CLAUDE.md <<'EOF'\n{_LINE}\nEOF"),
        ran(f"cd docs && cat > ../LESSONS.md << EOF\n{_LINE.replace('`', chr(92) + '`')}\nEOF"),
        ran(f"tee -a .learnings/LEARNINGS.md <<'EOF' > /dev/null\n{_LINE}\nEOF"),
        ran(f"echo '{_LINE}' >> CLAUDE.md"),
        ran_by_codex(f"cat <<'MD' >> AGENTS.md\n{_LINE}\nMD"),
        ran_by_codex(f"apply_patch <<'EOF'\n{_PATCH}\nEOF"),
    ],
    ids=lambda step: f"{step.payload['name']}-{str(step.payload['input'])[:40]}",
)
def test_every_agents_way_of_writing_is_seen(step: NewEvent) -> None:
    """A rule that is written into a rule file is harvested, whatever tool wrote it."""
    assert rules_of(step) == [_RULE]


@pytest.mark.parametrize(
    "step",
    [
        wrote(_LINE)._replace(payload={**wrote(_LINE).payload, "failed": True}),
        wrote(_LINE)._replace(payload={**wrote(_LINE).payload, "denied": True}),
        ran(f"cat >> CLAUDE.md <<'EOF'\n{_LINE}\nEOF", fails=True),
    ],
    ids=["failed", "refused", "shell"],
)
def test_what_was_not_written_is_nothing(step: NewEvent) -> None:
    """An edit that failed, or that the human refused, wrote nothing."""
    assert not harvested(step)


def test_a_patch_tells_files_apart() -> None:
    """Each hunk belongs to its file; what is removed is old, what is new is new."""
    patch = """*** Begin Patch
*** Add File: a.md
+one
*** Update File: b.md
@@
 same
-two
+three
*** Delete File: c.md
*** End Patch"""
    (call,) = recorded(called("apply_patch", input=patch))[1:]
    assert writes(call) == [
        Write("a.md", None, "one"),
        Write("b.md", "same\ntwo", "same\nthree"),
        Write("c.md", None, None),
    ]


def test_what_a_shell_fills_in_is_not_known() -> None:
    """Text with substitutions is not what came into the file."""
    assert not list(shell_writes('echo "- Use $TOOL always." >> CLAUDE.md'))
    assert not list(shell_writes("grep -h Rule *.md > CLAUDE.md"))


@given(st.text(max_size=300))
def test_any_line_can_be_read(line: str) -> None:
    """Whatever a shell line is, reading what it writes ends and yields paths."""
    for each in shell_writes(f"cat > CLAUDE.md <<EOF\n{line}"):
        assert each.path
