"""No input and no output of a browser's server breaks the import of a session."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from lessonboard.parts.recordings.from_agents.lines import Call
from lessonboard.parts.recordings.from_agents.session import passed
from tests.long_runs import rounds
from tests.parts.recordings.from_agents.test_lines import OPENED, PAGE, lines

REFS = st.sampled_from(["e14", "e20", "e22", "e23", "e25"])
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
NAMES = st.sampled_from(["target", "value", "text"]) | st.text(max_size=3)
JSON = st.recursive(
    PLAIN | REFS | st.sampled_from(["http://[x", "Enter", "High"]),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(NAMES, below, max_size=3),
    max_leaves=4,
)
TOOLS = {
    "navigate": "url", "navigate_page": "url", "tabs": "action url", "click": "target button "
    "doubleClick modifiers", "type": "target text submit", "fill": "target value",
    "fill_form": "fields", "select_option": "target values", "type_text": "text submitKey",
    "press_key": "key", "hover": "target", "drag": "startTarget endTarget", "snapshot": "depth",
    "file_upload": "paths", "upload_file": "uid filePath", "handle_dialog": "action promptText",
    "wait_for": "text textGone", "verify_text_visible": "text", "evaluate": "function",
}  # fmt: skip
PIECES = st.sampled_from([
    *PAGE.splitlines(), "- Page URL: http://[x", "  - link [ref=e25]:", "    - /url: http://[y",
    'uid=1 RootWebArea "A" url="http://[z"', '  uid=2 button "B"', "# Open dialog", "alert: Sure?.",
    '- ["confirm" dialog with message "Sure?"]: can be handled', "1: A (http://[w) [selected]",
])  # fmt: skip
OUTPUTS = st.lists(PIECES | st.text(max_size=20), max_size=12).map("\n".join) | st.just(PAGE)


def called(tool: str) -> st.SearchStrategy[Call]:
    """A call of a tool with any JSON as what it takes; mostly on something that is there."""
    keys = dict.fromkeys(TOOLS[tool].split(), JSON | REFS)
    return st.builds(Call, st.just(tool), st.fixed_dictionaries({}, optional=keys), OUTPUTS)


CALLS = st.sampled_from(sorted(TOOLS)).flatmap(called)


@settings(deadline=None, max_examples=rounds(200, 2000))
@given(st.lists(CALLS, max_size=4))
def test_any_input_and_output_makes_lines_or_lost_actions(calls: list[Call]) -> None:
    """Whatever a server, another version of it, or a model makes up."""
    made = lines(*calls)
    assert made[-1]["action_type"] == "end"
    passed([OPENED, *calls], 'until "Saved"')
