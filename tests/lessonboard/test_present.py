"""How things are shown: nothing that was recorded can steer a terminal or leave its place."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from blackboard.conversation import conversation
from blackboard.event import NewEvent
from blackboard.views.sessions import SESSIONS
from blackboard.views.view import fold
from lessonboard.present.conversation import conversation_lines, heading
from lessonboard.present.conversation_markdown import conversation_markdown
from lessonboard.present.rows import session_lines
from lessonboard.present.screen import Screen
from lessonboard.present.text import block, one_line
from tests.reflect.talks import called, edited, looked, ran, recorded, says

_EVIL = st.sampled_from(
    [
        "\x1b[2J",
        "\x1b]0;x\x07",
        "\r",
        "\x9b31m",
        "\u202e",
        "\x00",
        "```",
        "````",
        "\n# You\n",
        "-->",
    ]
)
_text = st.lists(_EVIL | st.text(max_size=5), max_size=6).map("".join)
_step = st.one_of(
    st.builds(says, _text, st.sampled_from(["user", "assistant"])),
    st.builds(ran, _text, _text, fails=st.booleans()),
    st.builds(edited, _text),
    st.builds(looked, _text),
    st.builds(lambda text: called("Task", text, description=text), _text),
    st.builds(lambda text: NewEvent("context.injected", "", {"items": ["a"], "text": text}), _text),
    st.builds(lambda text: NewEvent("session.ended", "", {"reason": text}), _text),
)  # fmt: skip


@given(_text)
def test_a_line_is_one_printable_line(text: str) -> None:
    """And a block is several of them."""
    assert one_line(text) == "" or one_line(text).isprintable()
    assert all(each == "" or each.isprintable() for each in block(text))


@given(st.lists(_step, max_size=8), st.text(max_size=20))
def test_whatever_was_recorded_is_shown_safely(steps: list[NewEvent], title: str) -> None:
    """As a conversation, in a list, and as a document."""
    events = recorded(*steps)
    row: Any = {**fold(SESSIONS, events)["s1"], "title": title, "branch": title}
    entries = list(conversation(events))
    lines = [*(each.text for each in heading(row, "s1")),
             *(each.text for each in session_lines(row, Screen())),
             *(each.text for each in conversation_lines(entries)),
             *conversation_markdown(row, entries)]  # fmt: skip
    assert all(each == "" or each.isprintable() for each in lines)


@given(st.lists(_step, max_size=8))
def test_no_output_can_end_its_place_in_a_document(steps: list[NewEvent]) -> None:
    """Every fence that is opened is closed by one of its own length."""
    events = recorded(*[step for step in steps if step.type == "tool.called"])
    row: Any = fold(SESSIONS, events)["s1"]
    opened = ""
    for each in conversation_markdown(row, conversation(events)):
        fence = re.match(r"(`{3,})[^`]*$", each)
        if not opened and fence:
            opened = fence[1]
        elif opened and each == opened:
            opened = ""
    assert opened == ""


def test_quiet_work_is_told_in_one_line() -> None:
    """Looks beside each other are one; what failed, was changed or was said stands alone."""
    steps = [says("go"), looked("a.py"), looked("b.py"), ran("git diff"), edited("a.py"),
             looked("c.py"), ran("npm test", "error: no wing", fails=True)]  # fmt: skip
    lines = [each.text[17:] for each in conversation_lines(conversation(recorded(*steps)))]
    assert lines[-6:] == [
        "You: go", "looked at a.py, b.py, git diff", "Edit a.py", "Read c.py",
        "$ npm test  [exit 1]", "error: no wing",
    ]  # fmt: skip


def test_a_long_message_is_cut_and_says_so() -> None:
    """An export has all of it."""
    events = recorded(says("\n".join(f"line {n}" for n in range(100))))
    one_line = [each.text.strip() for each in conversation_lines(conversation(events))]
    assert one_line[-1] == "… 70 more lines"
    row: Any = fold(SESSIONS, events)["s1"]
    assert "> line 99" in list(conversation_markdown(row, conversation(events)))
