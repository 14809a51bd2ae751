"""Flags of a harness that this version does not know: a prompt with one is nobody's."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from blackboard.agents import AGENTS
from blackboard.agents.claude_code import author_of, own_command
from blackboard.agents.claude_code.transcript import ClaudeCode
from blackboard.agents.codex.transcript import Codex
from blackboard.agents.provenance import is_about_origin, is_typed
from blackboard.sources.readers import reader_of
from blackboard.sources.source import Record
from tests.blackboard.agents.forgeries import RULE
from tests.blackboard.records import human, line, meta, model, read, refused, rollout, spoken, use

KNOWN: Record = {
    "origin": {"kind": "human"}, "promptSource": "typed", "entrypoint": "cli", "isMeta": False,
    "userType": "external", "permissionMode": "default", "isSidechain": False, "agentId": None,
    "type": "user", "isCompactSummary": False,
}  # fmt: skip
"""A prompt of a person, with the fields that say so."""

NEW_ORIGINS = (
    "submittedBy", "relayedFrom", "sentVia", "isAutomated", "isRobot", "promptOrigin", "source",
    "injectedContext", "webhookId", "scheduledTask", "agentRole", "parent_agent", "channelName",
    "cronJob", "remoteClient", "synthetic", "pastedContents", "authorKind", "hookName", "botName",
    "permissionTier", "triggeredBy", "invokedBy", "system_prompt_id", "is_generated",
)  # fmt: skip
NEW_BUT_UNRELATED: Record = {
    "effort": "high", "theme": "dark", "durationMs": 12, "worktree": "a", "terminalWidth": 80,
    "locale": "de", "fastMode": True, "cost": {"usd": 1}, "gitCommit": "a1", "labels": ["x"],
}  # fmt: skip
STRANGE: tuple[Any, ...] = ("a-new-value", "", 7, True, [], ["human"], {}, {"kind": "new"})


def _claude(**fields: Any) -> str:
    return author_of({**human(RULE), **KNOWN, **fields})


def _codex(head: Record, item: Record, note: Record) -> set[str]:
    prompt = spoken("user", RULE)
    prompt["payload"] |= item
    noted = rollout("event_msg", type="user_message", message=RULE)
    noted["payload"] |= note
    events, _ = read(Codex, [meta(**{"source": "cli", **head}), prompt, noted])
    return {e.payload["said_by"] for e in events if e.type == "message.recorded"}


def _failing(cases: Iterable[tuple[str, Any]], decide: Callable[[str, Any], Any]) -> list[Any]:
    return [(name, value) for name, value in cases if decide(name, value)]


def test_a_known_prompt_is_a_persons_whatever_else_is_new() -> None:
    """Fields that are not about who sent it change nothing, in any agent's records."""
    assert _claude() == "human"
    assert _failing(NEW_BUT_UNRELATED.items(), lambda name, value: _claude(**{name: value})
                    != "human") == []  # fmt: skip
    assert _codex({}, {}, {}) == {"human"}
    everywhere = _codex(NEW_BUT_UNRELATED, NEW_BUT_UNRELATED, NEW_BUT_UNRELATED)
    assert everywhere == {"human"}


def test_an_unknown_value_of_a_known_field_fails_closed() -> None:
    """Of each field that says where a prompt came from."""
    strange = [(name, value) for name in KNOWN for value in STRANGE]
    assert _failing(strange, lambda name, value: _claude(**{name: value}) == "human") == []
    fields = ("source", "thread_source", "originator", "parent_thread_id", "agent_role")
    heads = [(name, value) for name in fields for value in STRANGE]
    assert _failing(heads, lambda name, value: _codex({name: value}, {}, {}) == {"human"}) == []
    assert "human" not in _codex({}, {}, {"kind": "user_instructions"})


def test_an_unknown_field_about_origin_fails_closed() -> None:
    """At each place of a record that can hold one, with any value but null and false."""
    places: dict[str, Callable[[str, Any], bool]] = {
        "line": lambda name, value: _claude(**{name: value}) == "human",
        "origin": lambda name, value: _claude(origin={"kind": "human", name: value}) == "human",
        "message": lambda name, value: (
            _claude(message={"role": "user", "content": RULE, name: value}) == "human"
        ),
        "block": lambda name, value: (
            _claude(message={"content": [{"type": "text", "text": RULE, name: value}]}) == "human"
        ),
        "inside of a new field": lambda name, value: (
            _claude(context={name: value, "a": 1}) == "human"
        ),
        "head of a rollout": lambda name, value: (
            name != "source" and _codex({name: value}, {}, {}) == {"human"}
        ),
        "prompt of a rollout": lambda name, value: _codex({}, {name: value}, {}) == {"human"},
        "note of a rollout": lambda name, value: _codex({}, {}, {name: value}) == {"human"},
    }
    let_in = [
        (place, name, value)
        for place, is_human in places.items()
        for name in NEW_ORIGINS
        for value in ("x", True, {"by": "x"})
        if is_human(name, value)
    ]
    assert let_in == []
    assert _claude(isAutomated=False, source=None) == "human"


def test_a_command_of_ours_with_an_unknown_flag_is_nobodys() -> None:
    """What was typed after it is taken from a known prompt alone."""
    text = (
        "<command-message>lessonboard</command-message>\n<command-name>/lessonboard</command-name>"
        f"\n<command-args>{RULE}</command-args>"
    )
    typed = {**human(text), **KNOWN}
    assert own_command(typed) == f"/lessonboard {RULE}"
    assert own_command({**typed, "submittedBy": "cron"}) == ""
    assert own_command({**typed, "permissionMode": "new"}) == ""


def test_a_refusal_with_an_unknown_flag_is_nobodys() -> None:
    """A new kind of refusal may be a program's."""
    for fields, author in (({}, "human"), ({"denialKind": "classifier"}, "unknown")):
        events, _ = read(ClaudeCode, [model(use("c1", command="x")), {**refused("c1", RULE),
                                                                      **fields}])  # fmt: skip
        [call] = [each.payload for each in events if each.type == "tool.called"]
        assert call["said_by"] == author


def test_no_other_agent_proves_a_person() -> None:
    """A table is needed for that; none of the other agents' readers has one."""
    proving = ("claude-code", "codex")
    readers = [
        reader_of(each) for name, each in AGENTS.items() if name not in proving and each.reader
    ]
    records = [
        line("user", **KNOWN, message={"role": "user", "content": RULE}),
        {"type": "user.message", "id": "1", "data": {"content": RULE}},
        {"type": "user", "id": "1", "content": [{"text": RULE}]},
        {"role": "user", "content": RULE, "origin": {"kind": "user"}},
    ]
    for reader in readers:
        for record in records:
            try:
                events = list(reader("s1", {}).read(record, 0))
            except (KeyError, TypeError, AttributeError):
                continue
            assert "human" not in {each.payload.get("said_by") for each in events}, reader


@given(st.text(max_size=12), st.none() | st.booleans() | st.text(max_size=3))
def test_a_field_that_is_not_about_origin_decides_nothing(name: str, value: object) -> None:
    """And one that is decides unless it is null or false."""
    decides = is_about_origin(name) and value is not None and value is not False
    assert is_typed({name: value}, {}) is not decides
