"""Stand-ins for the model services of Claude Code and Codex that answer from a script."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.agents.scripted_server import Body, Call, Say, ScriptedModel, Turn, new_id, tokens

__all__ = ["Call", "Say", "ScriptedAnthropic", "ScriptedModel", "ScriptedOpenAI", "Turn"]

FREE_TEXT_TOOLS = frozenset({"apply_patch", "exec"})
"""Tools of Codex that take one text, given as the argument `input`, instead of JSON."""

_TITLE = "single-line task title"
"""In a terminal Codex asks for one beside the conversation, with the same tools."""


class ScriptedAnthropic(ScriptedModel):
    """Plays a script as Anthropic's Messages API."""

    path = "/v1/messages"

    def is_conversation(self, body: Body) -> bool:
        """Only the agent's own requests offer tools; titles and quota checks offer none."""
        tools = body.get("tools")
        return isinstance(tools, list) and any(tool.get("name") == "Bash" for tool in tools)

    def whole(self, turn: Turn, body: Body) -> Body:
        """A message with one or two content blocks."""
        content = _anthropic_content(turn)
        return {
            "id": new_id("msg_"),
            "type": "message",
            "role": "assistant",
            "model": body.get("model"),
            "content": content,
            "stop_reason": "tool_use" if isinstance(turn, Call) else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": tokens(body), "output_tokens": tokens(content)},
        }

    def events(self, turn: Turn, body: Body) -> Iterator[Body]:
        """The same message, first empty, then block by block, then the reason of its end."""
        message = self.whole(turn, body)
        reason = {"stop_reason": message["stop_reason"], "stop_sequence": None}
        yield {"type": "message_start", "message": message | {"content": [], "stop_reason": None}}
        for index, block in enumerate(_anthropic_content(turn)):
            opened, delta = _anthropic_pieces(block)
            yield {"type": "content_block_start", "index": index, "content_block": opened}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
            yield {"type": "content_block_stop", "index": index}
        yield {"type": "message_delta", "delta": reason, "usage": message["usage"]}
        yield {"type": "message_stop"}


class ScriptedOpenAI(ScriptedModel):
    """Plays a script as OpenAI's Responses API."""

    path = "/v1/responses"

    def is_conversation(self, body: Body) -> bool:
        """Only the agent's own requests offer tools, newer models' as items of the input."""
        items = body.get("input")
        kinds = [item.get("type") for item in items] if isinstance(items, list) else []
        if isinstance(items, list) and _TITLE in json.dumps(items[-1:]):
            return False
        return bool(body.get("tools")) or "additional_tools" in kinds

    def whole(self, turn: Turn, body: Body) -> Body:
        """A response with its output items and a count of tokens."""
        return _openai_response(_openai_items(turn), body)

    def events(self, turn: Turn, body: Body) -> Iterator[Body]:
        """The same response, announced, then item by item, then whole."""
        items = _openai_items(turn)
        response = _openai_response(items, body)
        yield {"type": "response.created", "response": {"id": response["id"]}}
        for item in items:
            yield {"type": "response.output_item.done", "item": item}
        yield {"type": "response.completed", "response": response}


def _anthropic_content(turn: Turn) -> list[Body]:
    content: list[Body] = [{"type": "text", "text": turn.text}] if turn.text else []
    if isinstance(turn, Call):
        use = {"type": "tool_use", "id": new_id("toolu_"), "name": turn.tool}
        content.append(use | {"input": turn.arguments})
    return content


def _anthropic_pieces(block: Body) -> tuple[Body, Body]:
    """A content block as it is streamed: opened empty, and filled by one delta."""
    if block["type"] == "text":
        return block | {"text": ""}, {"type": "text_delta", "text": block["text"]}
    arguments = json.dumps(block["input"])
    return block | {"input": {}}, {"type": "input_json_delta", "partial_json": arguments}


def _openai_response(items: list[Body], body: Body) -> Body:
    sent, said = tokens(body), tokens(items)
    usage = {"input_tokens": sent, "output_tokens": said, "total_tokens": sent + said}
    return {"id": new_id("resp_"), "output": items, "usage": usage}


def _openai_items(turn: Turn) -> list[Body]:
    items: list[Body] = []
    if turn.text:
        content = [{"type": "output_text", "text": turn.text}]
        items.append(
            {"type": "message", "id": new_id("msg_"), "role": "assistant", "content": content}
        )
    if isinstance(turn, Call):
        items.append(_openai_call(turn))
    return items


def _openai_call(call: Call) -> Body:
    ids: Body = {"id": new_id("fc_"), "call_id": new_id("call_"), "name": call.tool}
    if call.tool.startswith("mcp__"):  # a server's tools are in a namespace
        namespace, _, name = call.tool.rpartition("__")
        ids |= {"namespace": namespace, "name": name}
    if call.tool in FREE_TEXT_TOOLS:
        return ids | {"type": "custom_tool_call", "input": call.arguments["input"]}
    return ids | {"type": "function_call", "arguments": json.dumps(call.arguments)}
