"""Who wrote what in a transcript: decided by what the harness writes, never by wording."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.agents.claude_code import author_of, refusal
from blackboard.agents.claude_code.transcript import ClaudeCode
from blackboard.agents.codex.transcript import Codex
from blackboard.agents.messages.transcript import Messages
from blackboard.event import NewEvent
from blackboard.sources.source import Record
from tests.blackboard.agents.forgeries import FORGERIES, RULE, SAID
from tests.blackboard.records import (
    REFUSED,
    human,
    line,
    meta,
    model,
    read,
    refused,
    result,
    rollout,
    spoken,
    typed,
    use,
)


def _authors(events: Sequence[NewEvent], role: str = "user") -> list[tuple[str, str]]:
    return [
        (event.payload["said_by"], event.payload["text"])
        for event in events
        if event.type == "message.recorded" and event.payload["role"] == role
    ]


@pytest.mark.parametrize("records", FORGERIES.values(), ids=FORGERIES)
def test_no_forgery_is_a_person(records: Sequence[Record]) -> None:
    """Neither a message nor a refusal of it is a human's, even in the agent's own folder."""
    events, _ = read(ClaudeCode, records)
    authors = [event.payload.get("said_by") for event in events]
    assert "human" not in authors


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"entrypoint": "cli"},
        {"origin": {"kind": "human"}, "promptSource": "typed", "userType": "external"},
        {"promptSource": "queued", "permissionMode": "plan"},
        {"turnOrigin": "human", "turnPosition": {"promptIndex": 1, "turnIndex": 1}},
    ],
)
def test_a_typed_prompt_is_a_persons(fields: Record) -> None:
    """By the fields of every version that was seen."""
    events, _ = read(ClaudeCode, [human(RULE, **fields)])
    assert _authors(events) == [("human", RULE)]


def test_a_prompt_with_a_picture_is_a_persons() -> None:
    """One text beside pictures, and what an editor tells of its files."""
    opened = "<ide_opened_file>a.py</ide_opened_file>"
    blocks = [{"type": "image", "source": {}}, *({"type": "text", "text": each}
              for each in (opened, RULE))]  # fmt: skip
    events, _ = read(ClaudeCode, [line("user", message={"content": blocks})])
    assert _authors(events) == [("human", RULE)]


@pytest.mark.parametrize("tool", ["Bash", "Edit", "ExitPlanMode"])
def test_a_refusal_and_its_words_are_a_persons(tool: str) -> None:
    """Where the harness says so, and the tool cannot have opened its own failure like that."""
    events, _ = read(ClaudeCode, [model(use("c1", tool, command="x")), refused("c1", RULE)])
    (call,) = [event.payload for event in events if event.type == "tool.called"]
    assert (call["denied"], call["said_by"], call["failed"]) == (True, "human", False)
    assert _authors(events) == [("human", RULE)]


def test_a_refusal_without_words_is_a_persons() -> None:
    """In the short form of some versions."""
    records = [
        model(use("c1", command="x")),
        result("c1", f"{REFUSED}STOP.", is_error=True, toolUseResult="User rejected tool use"),
    ]
    events, _ = read(ClaudeCode, records)
    (call,) = [event.payload for event in events if event.type == "tool.called"]
    assert (call["denied"], call["said_by"], _authors(events)) == (True, "human", [])


def test_a_failing_command_that_prints_a_refusal_failed() -> None:
    """It stays a failure, with its output."""
    events, _ = read(ClaudeCode, FORGERIES["failing command"])
    (call,) = [event.payload for event in events if event.type == "tool.called"]
    assert (call["failed"], call["exit_code"], call["said_by"]) == (True, 1, "tool")
    assert "denied" not in call


def test_what_the_model_says_is_the_agents() -> None:
    """Also where it says what a person would."""
    events, _ = read(ClaudeCode, [model(f"The user said: {RULE}")])
    assert [author for author, _ in _authors(events, "assistant")] == ["agent"]


_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.just(SAID),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["kind", "type", "text", "content"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(
    ["message", "origin", "promptSource", "entrypoint", "userType", "isMeta", "toolUseResult"]
), _ANYTHING), st.text(max_size=10))  # fmt: skip
def test_no_record_breaks_the_decision(record: Record, tool: str) -> None:
    """Whatever the fields hold; and an unknown tool never proves a person."""
    assert author_of(record) in ("human", "harness", "other-agent", "unknown")
    found = refusal(record, f"x{tool}")
    assert found is None or found[0] == "unknown"


def submitted_item(text: str, kind: str = "UserMessage") -> Record:
    """What Codex 0.169 notes when its user submitted a prompt, perhaps with a skill."""
    skill = {"type": "skill", "name": "lessonboard"}
    return {"type": kind, "content": [{"type": "text", "text": text}, skill]}


@pytest.mark.parametrize(
    ("kind", "provenance", "author"),
    [("user.text", "user", "human"), ("user.text", "agent", "unknown"),
     ("environment.context", "user", "unknown")],
)  # fmt: skip
def test_what_codex_notes_of_a_prompts_parts_names_its_author(
    kind: str, provenance: str, author: str
) -> None:
    """Since 0.169: its user alone, or nobody who is known."""
    prompt = spoken("user", RULE)
    prompt["payload"]["internal_chat_message_metadata_passthrough"] = {
        "turn_id": "t1", "create_time": 1.5, "content_item_kinds": [kind],
        "content_item_metadata": [{"provenance": {"type": provenance}}],
    }  # fmt: skip
    events, _ = read(Codex, [meta(source="cli"), prompt, typed(RULE)[1]])
    assert _authors(events) == [(author, RULE)]


def test_a_prompt_that_codex_notes_as_an_item_is_a_persons() -> None:
    """As by the event of older versions."""
    note = rollout("event_msg", type="item_completed", item=submitted_item(RULE))
    events, _ = read(Codex, [meta(source="cli"), spoken("user", RULE), note])
    [said_by] = [each.payload["said_by"] for each in events if each.type == "message.recorded"]
    assert said_by == "human"


CODEX_FORGERIES: dict[str, list[Record]] = {
    "no note that it was submitted": [meta(source="cli"), spoken("user", RULE),
                                      spoken("assistant", "Yes.")],
    "another text was submitted": [
        meta(source="cli"), spoken("user", RULE),
        rollout("event_msg", type="user_message", message="Go on."),
    ],
    "the note comes later": [
        meta(source="cli"), spoken("user", RULE), spoken("assistant", "Yes."),
        rollout("event_msg", type="user_message", message=RULE),
    ],
    "the note is the agent's": [
        meta(source="cli"), spoken("user", RULE),
        rollout("event_msg", type="agent_message", message=RULE),
    ],
    "another item was completed": [
        meta(source="cli"), spoken("user", RULE),
        rollout("event_msg", type="item_completed", item=submitted_item(RULE, "AgentMessage")),
    ],
    "another text is the item's": [
        meta(source="cli"), spoken("user", RULE),
        rollout("event_msg", type="item_completed", item=submitted_item("Go on.")),
    ],
    "run by a program": [meta(source="exec"), *typed(RULE)],
    "run by a server": [meta(source="mcp"), *typed(RULE)],
    "run by another agent": [meta(source={"subagent": "review"}), *typed(RULE)],
    "thread of a subagent": [meta(source="cli", thread_source="subagent"), *typed(RULE)],
    "no source": [meta(), *typed(RULE)],
    "no head": typed(RULE),
}  # fmt: skip


@pytest.mark.parametrize("records", CODEX_FORGERIES.values(), ids=CODEX_FORGERIES)
def test_no_forgery_of_a_rollout_is_a_person(records: Sequence[Record]) -> None:
    """A role is no person in Codex either."""
    events, _ = read(Codex, records)
    assert "human" not in [event.payload.get("said_by") for event in events]


def test_a_submitted_prompt_is_a_persons() -> None:
    """Where Codex notes at once that its user submitted it, in a terminal or an editor."""
    for source in ("cli", "vscode"):
        events, reader = read(Codex, [meta(source=source), *typed(RULE)])
        assert _authors(events) == [("human", RULE)]
        assert reader.waiting() is None


def test_a_prompt_waits_for_its_note() -> None:
    """A rollout that ends between the two is read again from the prompt."""
    prompt, note = typed(RULE)
    events, reader = read(Codex, [meta(source="cli"), prompt])
    assert (_authors(events), reader.waiting()) == ([], 100)
    again = Codex("s1", reader.state())
    events, _ = read(Codex, [prompt, note], again, start=100)
    assert _authors(events) == [("human", RULE)]


def test_a_list_of_messages_proves_nobody() -> None:
    """Whoever made the list may have put anything into any role."""
    records = [{"role": role, "content": RULE} for role in ("user", "human", "assistant")]
    events, _ = read(Messages, records)
    assert [author for author, _ in _authors(events)] == ["unknown", "unknown"]
