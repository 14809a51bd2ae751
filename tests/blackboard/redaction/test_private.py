"""What stands between private tags is never written, whichever way it comes in."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.importer import import_files
from blackboard.redaction.private import MARK, hide, hide_all
from blackboard.redaction.redact import redact, redact_all
from blackboard.sources.lines import read_lines
from lessonboard.hooks.capture import pending
from lessonboard.hooks.hook_event import HookEvent
from lessonboard.mcp.arguments import check
from lessonboard.mcp.definitions import DEFINITIONS
from tests.blackboard.records import (
    answer,
    function,
    human,
    item,
    meta,
    model,
    queued,
    result,
    spoken,
    use,
    write,
)  # fmt: skip
from tests.lessonboard.hooks.agents import cursor, unrecorded
from tests.long_runs import rounds

SECRET = "heliotrope"
_WITHOUT_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
_LONG = "~"
"""Stands for more words than are kept of a text, whose middle is then left out."""

_PADDING = st.sampled_from(["", " x", "\n", f" {_LONG} "])
_OPEN = st.sampled_from(["<private>", "<PRIVATE>", "<Private >", "<priVate>"])
_CLOSE = st.sampled_from(["</private>", "</PRIVATE>", "</prIvate>"])


class Marked(NamedTuple):
    """A text with private spans, and what is left of it."""

    text: str
    left: str


_plain = st.text(st.sampled_from("ab .\n\"'<>/{}:[]\\"), max_size=12).filter(
    lambda text: "<p" not in text.lower()
)


def _span(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds("{}{}{}{}".format, _OPEN, inside, st.just(SECRET), _CLOSE)


_inside = st.recursive(
    st.builds("{}{}{}".format, _PADDING, st.just(SECRET), _plain),
    lambda below: st.builds("{}{}{}".format, below, _span(below), _plain),
    max_leaves=4,
)


@st.composite
def marked(draw: st.DrawFn) -> Marked:
    """Public words around spans, which may be nested; the last one may be left open."""
    text = left = draw(_plain)
    for _ in range(draw(st.integers(0, 3))):
        between = draw(_PADDING) + draw(_plain)
        text += draw(_span(_inside)) + between
        left += MARK + between
    if draw(st.booleans()):
        return Marked(text + draw(_OPEN) + draw(_inside), left + MARK)
    return Marked(text, left)


@given(marked())
def test_what_is_private_goes_and_all_else_stays(text: Marked) -> None:
    """Spans become a mark each, nested, in any case, closed or not; redaction hides the same."""
    assert hide(text.text).value == text.left
    assert SECRET not in redact(text.text).value
    assert hide(text.left) == (text.left, 0)


@pytest.mark.parametrize(
    "text",
    [
        "</private> a",
        "<privateKey>x</privateKey>",
        "<private-key>x",
        "< private>x",
        "a private <p>",
    ],
)
def test_what_only_looks_alike_stays(text: str) -> None:
    """A closing tag alone, other elements and the bare word hide nothing."""
    assert hide(text) == (text, 0)


@given(st.text(max_size=40), st.text(max_size=40))
def test_lines_keep_their_numbers(before: str, inside: str) -> None:
    """In files whose lines are cited, a span leaves its line breaks."""
    text = f"{before}<private>{inside}</private>\nlast"
    assert hide(text, keep_lines=True).value.count("\n") == text.count("\n")


@given(
    st.recursive(
        marked().map(lambda each: each.text), lambda each: st.lists(each, max_size=3), max_leaves=4
    )
)
def test_every_string_of_a_value_is_looked_at(value: Any) -> None:
    """Names of fields too."""
    given = {"a": value, f"<private>{SECRET}</private>": 1}
    assert SECRET not in json.dumps(hide_all(given).value)
    assert SECRET not in json.dumps(redact_all(given).value)


def test_arguments_stay_arguments() -> None:
    """A tag left open in one argument of a call takes neither the others nor the call's shape."""
    call = {"arguments": json.dumps({"cmd": f"grep <private>{SECRET}", "workdir": "/kite"})}
    inside = json.loads(hide_all(call).value["arguments"])
    assert inside == {"cmd": f"grep {MARK}", "workdir": "/kite"}


def escaped(line: bytes) -> bytes:
    """The same JSON with its letters written as escapes."""
    return re.sub(rb"<(/?)[pP]", rb"\\u003c\1\\u0070", line)


@given(st.lists(marked(), min_size=9, max_size=9), st.booleans())
@settings(max_examples=15, phases=_WITHOUT_SHRINKING)
def test_no_private_word_of_a_transcript_is_written(texts: list[Marked], escape: bool) -> None:
    """Wherever in a transcript a person or a tool's echo of his words stands."""
    said = [text.text.replace(_LONG, "words " * 3_500) for text in texts]
    for records in (_claude(said), _codex(said), _messages(said)):
        lines = [json.dumps(each).encode() for each in records]
        events = _imported([escaped(line) if escape else line for line in lines])
        assert len(events) >= 4
        assert not [event for event in events if SECRET in event]


def _claude(said: list[str]) -> list[Any]:
    denied = f"The user doesn't want to proceed with this tool use. the user said: {said[5]}"
    return [
        human(said[0]), human(f"<command-name>/x</command-name><command-args>{said[1]}"),
        model(said[2], use("t1", command=said[3], edits=[{said[6]: said[7]}])),
        result("t1", said[4]),
        model(use("t2", command="ls")), result("t2", f"{said[8]} {denied}", is_error=True),
        queued("enqueue", said[1]), queued("remove"), human("done"),
    ]  # fmt: skip


def _codex(said: list[str]) -> list[Any]:
    script = f"const r = await tools.exec_command({json.dumps({'cmd': said[5]})}); // {said[6]}"
    return [
        meta(), spoken("user", said[0]), spoken("assistant", said[1]),
        function("c1", "exec_command", cmd=said[2], about=[said[3]]), answer("c1", said[4]),
        item("custom_tool_call", call_id="c2", name="exec", input=script),
        item("custom_tool_call_output", call_id="c2", output=f"Exit code: 1\nOutput:\n{said[7]}"),
        spoken("user", said[8]),
    ]  # fmt: skip


def _messages(said: list[str]) -> list[Any]:
    call = {"id": "c1", "function": {"name": "run", "arguments": json.dumps({"a": said[2]})}}
    return [
        {"role": "user", "content": [{"type": "text", "text": said[0]}]},
        {"role": "assistant", "content": said[1], "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": said[3]},
        {"role": "assistant", "content": [use("t1", a=said[4], b={said[5]: said[6]})]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1",
                                      "content": said[7]}]},
        {"role": "user", "content": said[8]},
    ]  # fmt: skip


_MANY = "words " * 4_000
_REFUSED = "The user doesn't want to proceed with this tool use."
_SCRIPT = rf'exec_command({{"cmd": "{_MANY} \u003cprivate> {_MANY} {SECRET}</private>"}})'


@pytest.mark.parametrize(
    "records",
    [
        [human(f"a <private> {_MANY} {_MANY} {SECRET}</private>")],
        [model(use("t", command="x")),
         result("t", f"<private>{_REFUSED} the user said: {SECRET}</private>", is_error=True),
         human("b")],
        [human(f"<private><command-name>x</command-name><command-args>{SECRET}</command-args>")],
        [meta(), item("custom_tool_call", call_id="c", name="exec", input=_SCRIPT),
         item("custom_tool_call_output", call_id="c", output="done")],
    ],
    ids=["a long text is cut", "feedback", "arguments of a command", "a script's string"],
)  # fmt: skip
def test_what_readers_take_out_of_a_span_stays_hidden(records: list[Any]) -> None:
    """A reader may keep a part that holds no tag itself, or cut a tag away."""
    assert not [each for each in _imported(map(orjson.dumps, records)) if SECRET in each]


def _imported(lines: Iterable[bytes]) -> list[str]:
    """Everything on a board after the import of a file, an event a text."""
    with tempfile.TemporaryDirectory() as folder, Board.open(":memory:") as board:
        import_files(board, [write(Path(folder) / "s1.jsonl", list(lines))])
        board.catch_up()
        rows = [str(row) for row in board.view("sessions")]
        return [json.dumps(event.as_json()) for event in board.read()] + rows


@given(st.lists(marked(), min_size=4, max_size=4))
@settings(max_examples=rounds(12, 60), phases=_WITHOUT_SHRINKING)
def test_no_private_word_of_a_hook_is_written(texts: list[Marked]) -> None:
    """Where the agent keeps no transcript, hooks note prompts and calls."""
    said = [text.text for text in texts]
    shell: dict[str, Any] = {
        "tool_name": "run_shell_command",
        "tool_input": {"command": said[1], said[2]: 1},
    }
    for told in (
        unrecorded("BeforeAgent", "/kite", prompt=said[0]),
        unrecorded("AfterTool", "/kite", **shell, tool_response={"llmContent": said[3]}),
        cursor("beforeSubmitPrompt", "/kite", prompt=said[0]),
        cursor("afterShellExecution", "/kite", command=said[1], output=said[2]),
        cursor("postToolUseFailure", "/kite", tool_name="Shell", tool_use_id="t",
               error_message=said[3], tool_input={"command": said[2]}),
    ):  # fmt: skip
        found = [event.payload for event in pending(_json(), HookEvent(_json(), json.dumps(told)))]
        assert found or not said[0].strip()
        assert not [payload for payload in found if SECRET in payload]


def _json() -> Any:
    from blackboard.storage.sqlite_json import Json

    return Json()


@given(marked())
def test_no_private_word_of_a_tools_arguments_is_passed_on(text: Marked) -> None:
    """What agents tell the MCP server."""
    tool = next(each for each in DEFINITIONS if each.name == "context")
    words = f"x{text.text}"[:19_000]
    found = check(tool, {"prompt": words, "paths": [words], "error": words})
    assert SECRET not in json.dumps(found)


def test_the_quick_look_at_a_line_misses_nothing(tmp_path: Path) -> None:
    """Lines that hold no tag are not gone through; those that write it as escapes are."""
    tags = [b'{"a": "<private>x"}', rb'{"a": "\u003cprivate>x"}', rb'{"a": "<\u0070RIVATE>x"}']
    path = write(tmp_path / "a.jsonl", [*tags, b'{"a": "plain"}'])
    with path.open("rb") as file:
        assert [line.private for line in read_lines(file, 0)] == [True, True, True, False]


def test_an_import_says_that_something_was_left_out(board: Board, tmp_path: Path) -> None:
    """The mark stays in its place, and the summary counts the lines."""
    path = write(
        tmp_path / "s1.jsonl", [human(f"my pin is <private>{SECRET}</private>."), human("b")]
    )
    assert import_files(board, [path]).private == 1
    assert [e.payload["text"] for e in board.read(types=["message.recorded"]) if e.payload] == [
        f"my pin is {MARK}.", "b",
    ]  # fmt: skip
