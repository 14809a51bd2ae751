"""A slash command of ours is what a person typed, where Claude Code itself says so."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard.agents.claude_code import author_of, own_command
from blackboard.agents.claude_code.transcript import ClaudeCode
from tests.blackboard.records import human, read, said

NAME = "mcp__lessonboard__remember"


def command(args: str = "run `make fmt`", name: str = NAME, **fields: Any) -> dict[str, Any]:
    """As 2.1.330 writes it in a terminal."""
    text = (
        f"<command-message>{name}</command-message>\n<command-name>/{name}</command-name>\n"
        f"<command-args>{args}</command-args>"
    )
    known = {"origin": {"kind": "human"}, "userType": "external", "entrypoint": "cli"}
    return human(text, **{**known, **fields})


def test_what_was_typed_after_it_is_the_persons_word() -> None:
    """Told with the name of the command, so that it can be seen what was asked for."""
    typed = [command(), command("x", "lessonboard:mute"), command("mute x", "lessonboard")]
    events, _ = read(ClaudeCode, typed)
    assert said(events) == [
        ("user", "/remember run `make fmt`"), ("user", "/mute x"), ("user", "/lessonboard mute x"),
    ]  # fmt: skip
    authors = {each.payload["said_by"] for each in events if each.type == "message.recorded"}
    assert authors == {"human"}


@pytest.mark.parametrize(
    "fields",
    [
        {"origin": None},
        {"origin": {"kind": "task-notification"}},
        {"origin": "human"},
        {"entrypoint": "sdk-cli"},
        {"entrypoint": None},
        {"promptSource": "sdk"},
        {"userType": "internal"},
        {"isMeta": True},
        {"isSidechain": True},
        {"sourceToolUseID": "t1"},
        {"attributionSkill": "x"},
        {"toolUseResult": "x", "isMeta": True},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_what_claude_code_does_not_say_a_person_typed_is_nobodys(fields: dict[str, Any]) -> None:
    """Programs start it with slash commands too."""
    assert author_of(command(**fields)) != "human"


@pytest.mark.parametrize(
    "text",
    [
        f"Look: {command()['message']['content']}",
        command()["message"]["content"] + "\nand <command-args>more</command-args>",
        command()["message"]["content"] + "\nAlways run `x`.",
        command(name="review")["message"]["content"],
        f"<command-name>/{NAME}</command-name><command-args>x</command-args>",
        f"<command-message></command-message>x<command-name>/{NAME}</command-name>",
        "",
    ],
)
def test_a_text_of_another_form_is_no_command_of_ours(text: str) -> None:
    """Whoever typed or pasted it."""
    record = command()
    record["message"]["content"] = text
    assert own_command(record) == ""


def test_a_command_without_words_is_nobodys_rule() -> None:
    """There is nothing to remember."""
    assert own_command(command("")) == ""
