"""Stand-ins for the model services of OpenCode and Gemini CLI that answer from a script."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.agents.scripted_server import Body, Call, ScriptedModel, Turn, new_id, tokens

_USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


class ScriptedChat(ScriptedModel):
    """Plays a script as OpenAI's chat completions, which most other servers speak."""

    path = "/v1/chat/completions"

    def is_conversation(self, body: Body) -> bool:
        """Only the agent's own requests offer tools; the title's offers none."""
        return bool(body.get("tools"))

    def whole(self, turn: Turn, body: Body) -> Body:
        """A completion with its one choice."""
        reason = "tool_calls" if isinstance(turn, Call) else "stop"
        choice = {"index": 0, "message": _message(turn), "finish_reason": reason}
        return {**_head(body), "choices": [choice], "usage": _USAGE}

    def events(self, turn: Turn, body: Body) -> Iterator[Body]:
        """The whole message as one piece, then why it ended."""
        reason = "tool_calls" if isinstance(turn, Call) else "stop"
        piece = {"index": 0, "delta": _message(turn), "finish_reason": None}
        yield {**_head(body), "choices": [piece]}
        end = {"index": 0, "delta": {}, "finish_reason": reason}
        yield {**_head(body), "choices": [end], "usage": _USAGE}

    def streamed(self, turn: Turn, body: Body) -> Iterator[str]:
        """Without names of events, and with a word at the end."""
        yield from (f"data: {json.dumps(each)}\n\n" for each in self.events(turn, body))
        yield "data: [DONE]\n\n"


class ScriptedGemini(ScriptedModel):
    """Plays a script as Google's `streamGenerateContent`."""

    path = ":streamGenerateContent"
    always_streams = True

    def serves(self, path: str) -> bool:
        """The model's name stands in the path."""
        return path.endswith(self.path)

    def is_conversation(self, body: Body) -> bool:
        """Only the agent's own requests offer tools."""
        return bool(body.get("tools"))

    def whole(self, turn: Turn, body: Body) -> Body:
        """A response with its one candidate."""
        parts: list[Body] = [{"text": turn.text}] if turn.text else []
        if isinstance(turn, Call):
            parts.append({"functionCall": {"name": turn.tool, "args": dict(turn.arguments)}})
        content = {"role": "model", "parts": parts}
        return {
            "candidates": [{"index": 0, "content": content, "finishReason": "STOP"}],
            "usageMetadata": {"promptTokenCount": tokens(body), "totalTokenCount": tokens(body)},
            "modelVersion": "m", "responseId": new_id("r"),
        }  # fmt: skip

    def events(self, turn: Turn, body: Body) -> Iterator[Body]:
        """All in one."""
        yield self.whole(turn, body)

    def streamed(self, turn: Turn, body: Body) -> Iterator[str]:
        """Without names of events."""
        yield from (f"data: {json.dumps(each)}\r\n\r\n" for each in self.events(turn, body))


def _head(body: Body) -> Body:
    return {"id": new_id("chatcmpl-"), "object": "chat.completion.chunk", "created": 1,
            "model": body.get("model")}  # fmt: skip


def _message(turn: Turn) -> Body:
    message: Body = {"role": "assistant", "content": turn.text or None}
    if isinstance(turn, Call):
        function = {"name": turn.tool, "arguments": json.dumps(turn.arguments)}
        call = {"index": 0, "id": new_id("call_"), "type": "function", "function": function}
        message["tool_calls"] = [call]
    return message
