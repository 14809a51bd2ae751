"""What a tool call did is told from its name and input, whatever an agent writes there."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.agents import BUILT_IN
from blackboard.agents.tools import describe, kind_by_words
from blackboard.calls import difference, replacements, target_of
from blackboard.event import Event
from blackboard.events.session import ToolCalled
from blackboard.events.upcast import UPCASTERS, latest
from blackboard.search.passages import passage
from blackboard.vocabulary import ToolKind
from reflect.trust import trust_of
from tests.memory_log import MemoryLog
from tests.reflect.talks import called

_KEYS = st.sampled_from(
    ["command", "cmd", "workdir", "cwd", "path", "paths", "file_path", "input", "edits", "content",
     "old_string", "new_string", "pattern", "description", "x"]
)  # fmt: skip
_TEXTS = st.sampled_from(
    ["", "npm test", "bash -lc 'x", "*** Begin Patch\n*** Add File: a.py", "é"]
)
_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), _TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_KEYS, inner, max_size=3)),
    max_leaves=8,
)
_NAMES = st.one_of(
    st.sampled_from(sorted(name for agent in BUILT_IN for name in agent.tools)),
    st.text(max_size=20),
)


@given(_NAMES, st.dictionaries(_KEYS, _values, max_size=6), st.sampled_from(["", "codex", "other"]))
def test_any_call_is_described_and_can_be_read(
    name: str, given: dict[str, Any], agent: str
) -> None:
    """No name and no input makes a payload that its model refuses or that a reader breaks on."""
    payload = {"session": "s", "call": "c", "name": name, "input": given,
               **describe(name, given, agent)}  # fmt: skip
    ToolCalled.model_validate(payload)
    assert isinstance(target_of(payload), str)
    assert isinstance(difference(payload), str)
    assert passage(ToolCalled.type, payload)


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("Bash", {"command": "ls"}, {"kind": "shell", "command": "ls"}),
        ("bash", {"cmd": "ls"}, {"kind": "shell", "command": "ls"}),
        ("shell_command", {"command": "ls", "workdir": "/a"},
         {"kind": "shell", "command": "ls", "cwd": "/a"}),
        ("shell", {"command": ["bash", "-lc", "ls | wc"]}, {"kind": "shell", "command": "ls | wc"}),
        ("shell", {"command": ["ls", "a b"]}, {"kind": "shell", "command": "ls 'a b'"}),
        ("exec_command", {"cmd": "zsh -lc 'npm test'"}, {"kind": "shell", "command": "npm test"}),
        ("Bash", {"command": "bash -c 'a' && b"}, {"kind": "shell", "command": "bash -c 'a' && b"}),
        ("run_shell_command", {"command": "ls", "dir_path": "web"},
         {"kind": "shell", "command": "ls", "cwd": "web"}),
        ("write_stdin", {"session_id": 1, "chars": "y"}, {"kind": "shell"}),
        ("Shell", {"command": "ls"}, {"kind": "shell", "command": "ls"}),
        ("Read", {"file_path": "a.py"}, {"kind": "read", "paths": ["a.py"]}),
        ("read", {"filePath": "a.py"}, {"kind": "read", "paths": ["a.py"]}),
        ("read_many_files", {"paths": ["a", "b", 3]}, {"kind": "read", "paths": ["a", "b"]}),
        ("grep_search", {"query": "x"}, {"kind": "search"}),
        ("replace", {"file_path": "a", "old_string": "x"}, {"kind": "edit", "paths": ["a"]}),
        ("apply_patch", {"input": "*** Begin Patch\n*** Update File: a\n*** Move to: b"},
         {"kind": "edit", "paths": ["a", "b"]}),
        ("exec", {"input": "text(1)"}, {"kind": "shell"}),
        ("mcp__github__get_issue", {"path": "a"}, {"kind": "mcp", "paths": ["a"]}),
        ("run_in_terminal", {"url": "x"}, {"kind": "other"}),
    ],
)  # fmt: skip
def test_the_tools_of_agents_are_known(
    name: str, given: dict[str, Any], told: dict[str, Any]
) -> None:
    """Each agent's own words become the same few."""
    assert describe(name, given) == told


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("runCommand", "shell"), ("execute_bash", "shell"), ("view_file", "read"),
        ("read_text_file", "read"), ("ListDirectory", "search"), ("find_files", "search"),
        ("str_replace_in_file", "edit"), ("create_file", "edit"), ("http_get", "fetch"),
        ("browser.click", "mcp"), ("search_web", "fetch"), ("github__list", "mcp"),
        ("read_mail", "other"), ("search", "other"), ("search_issues", "other"),
        ("list_comments", "other"), ("create_issue", "other"), ("delete_user", "other"),
        ("view_ticket", "other"), ("think", "other"), ("", "other"),
    ],
)  # fmt: skip
def test_a_name_is_believed_only_where_every_word_is_plain(name: str, kind: ToolKind) -> None:
    """A tool that may show anybody's words is never taken for one that shows files."""
    assert kind_by_words(name) == kind


@given(st.text(alphabet="abehmailrcdsg_XY", max_size=14))
def test_a_name_that_nobody_knows_is_trusted_least(name: str) -> None:
    """Whatever it is called: more trust needs words that are known."""
    if kind_by_words(name) == "other" and not any(name in agent.tools for agent in BUILT_IN):
        assert trust_of(_event(name)) == "imported"


def test_lifting_twice_is_lifting_once() -> None:
    """Events that were lifted say so, and are left as they are."""
    once = list(latest([_event("Bash", command="bash -lc 'ls'")]))
    assert list(latest(once)) == once
    assert once[0].schema == ToolCalled.version
    assert UPCASTERS[ToolCalled.type, 1]({"session": "s"}) == {"session": "s", "kind": "other"}


@pytest.mark.parametrize(
    ("given", "texts"),
    [
        ({"old_string": "a", "new_string": "b"}, [("a", "b")]),
        ({"oldString": "a", "newString": "b"}, [("a", "b")]),
        ({"old_str": "a"}, [("a", "")]),
        ({"content": "all"}, [(None, "all")]),
        ({"new_source": "cell"}, [("", "cell")]),
        ({"edits": [{"old_string": "a", "new_string": "b"}, 7, {}]}, [("a", "b")]),
        ({"edits": "x", "path": "y"}, []),
    ],
)
def test_what_an_edit_wrote(given: dict[str, Any], texts: list[tuple[str | None, str]]) -> None:
    """The old text and the new one, by the words of any agent; a whole file has no old one."""
    assert [tuple(each) for each in replacements({"input": given})] == texts


def _event(name: str, **given: Any) -> Event:
    step = called(name, **given)
    payload = {"session": "s", "call": "c", **step.payload}
    (event,) = MemoryLog().append([step._replace(stream="session:s", payload=payload)])
    return event
