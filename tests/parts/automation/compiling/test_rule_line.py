"""A rule as a line of AGENTS.md or CLAUDE.md."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from lessonboard.parts.automation.compiling.kind import Unfit
from lessonboard.parts.automation.compiling.rule_line import HEADING, RuleLine, as_item
from lessonboard.parts.automation.compiling.text_lines import split
from lessonboard.present.markdown import inline
from reflect.rule_files.markers import with_section
from tests.parts.automation.compiling.given import MemoryFiles, subject

RULE = "Run `make gen` after editing the schema."
LINE = f"- {RULE}"
_HOSTILE = st.lists(
    st.sampled_from(
        ["`", "``", "[x](http://y)", "![i](u)", "<b>", "<!--", "-->", "<script>", "\n", "\r", "---",
         "# ", "- ", "1. ", "*", "**", "_a_", "~~", "\\", "&lt;", "@file", "|", "```", "]: ", "[a]",
         "<http://a.b>", " word", "\u202e", "\x1b[31m", "    "]
    ),
    max_size=12,
).map("".join)  # fmt: skip
_ANY = st.one_of(st.text(max_size=60), _HOSTILE)


def proposed(files: dict[str, str], rule: str = RULE) -> str:
    """The file with the rule."""
    return RuleLine().propose(subject(rule), MemoryFiles(files)).after


@given(_ANY)
def test_a_rule_is_one_item_of_plain_text_and_code(words: str) -> None:
    """Whatever its words hold: no link, image, tag, emphasis, heading or second block."""
    rule = inline(f"Use {words}")
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(f"- {as_item(rule)}")
    assert [token.type for token in tokens] == [
        "bullet_list_open", "list_item_open", "paragraph_open", "inline", "paragraph_close",
        "list_item_close", "bullet_list_close",
    ]  # fmt: skip
    kinds = {child.type for token in tokens for child in token.children or ()}
    assert kinds <= {"text", "code_inline", "text_special"}


@given(st.text(alphabet="ab`~#-<!> \n", max_size=80), st.sampled_from(["\n", "\r\n"]))
def test_everything_else_in_the_file_stays(text: str, end: str) -> None:
    """The lines that are new taken away, it is the file that it was, but for a last line's end."""
    before = text.replace("\n", end)
    try:
        after = proposed({"AGENTS.md": before})
    except Unfit:
        return
    kept = [line for line in split(after) if line.strip() not in (LINE, HEADING)]
    assert "".join(kept).startswith(before)
    assert not "".join(kept)[len(before) :].strip()
    assert after.count(end) == after.count("\n") or end == "\n" or "\n" not in text


def test_the_rule_stands_under_one_heading() -> None:
    """The second rule joins the first, before what comes after that section."""
    text = f"# Kites\n\n{HEADING}\n\n- Fly low.\n\n## Wind\n\nBlows.\n"
    after = proposed({"AGENTS.md": text})
    assert after == text.replace("- Fly low.\n", f"- Fly low.\n{LINE}\n")


def test_a_file_without_the_heading_gets_it_at_its_end() -> None:
    """Also one without a line end, and one with those of Windows."""
    assert proposed({"AGENTS.md": "Be kind."}) == f"Be kind.\n\n{HEADING}\n\n{LINE}\n"
    assert proposed({"AGENTS.md": "Be\r\n"}) == f"Be\r\n\r\n{HEADING}\r\n\r\n{LINE}\r\n"
    assert proposed({}) == f"{HEADING}\n\n{LINE}\n"


@pytest.mark.parametrize("said", [LINE, f"* {RULE}", f"  - {RULE.upper()}", RULE.rstrip(".")])
def test_a_rule_is_not_said_twice(said: str) -> None:
    """The file has it already, and nothing is to be changed."""
    found = RuleLine().propose(subject(RULE), MemoryFiles({"AGENTS.md": f"# Kites\n\n{said}\n"}))
    assert found.is_there


def test_a_rule_in_other_words_is_left_to_a_person() -> None:
    """He may have worded it better."""
    with pytest.raises(Unfit, match="in other words"):
        proposed({"AGENTS.md": "- Always run `make gen` after you edit the schema.\n"})


def test_claude_md_is_used_where_it_is_what_the_repository_has() -> None:
    """AGENTS.md is the first where both are there."""
    files = MemoryFiles({"CLAUDE.md": "Be kind.\n"})
    assert RuleLine().propose(subject(RULE), files).file == "CLAUDE.md"
    files = MemoryFiles({"CLAUDE.md": "Be kind.\n", "AGENTS.md": ""})
    assert RuleLine().propose(subject(RULE), files).file == "AGENTS.md"


@pytest.mark.parametrize("open_block", ["```\ncode", "<!-- note", "~~~"])
def test_a_block_that_is_not_closed_would_swallow_the_rule(open_block: str) -> None:
    """Nobody would read it there."""
    with pytest.raises(Unfit, match="not closed"):
        proposed({"AGENTS.md": f"# Kites\n\n{open_block}\n"})


def test_the_exported_section_is_not_written_into() -> None:
    """The next export would lose the rule."""
    text = with_section(f"{HEADING}\n\n- Fly.\n".encode(), "- Sew.", "AGENTS.md").decode()
    after = proposed({"AGENTS.md": text})
    assert after == text.replace("- Fly.\n", f"- Fly.\n{LINE}\n")


def test_a_heading_in_a_code_block_is_none() -> None:
    """It shows how such a file looks."""
    text = f"```\n{HEADING}\n```\n"
    assert proposed({"AGENTS.md": text}).endswith(f"{HEADING}\n\n{LINE}\n")
