"""The tools as the protocol shows them: a list that costs little, and calls that bring the rest."""

from __future__ import annotations

import gc
import os
import threading
import time
from functools import cached_property, partial
from typing import Any

from lessonboard.mcp.added import added_definitions, own_definitions
from lessonboard.mcp.definitions import Definition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lessonboard.mcp.answer import Answer
    from lessonboard.mcp.context import ServerContext

_JUST_BEFORE = 10_000_000
"""Microseconds; an agent starts its session and this server in any order."""


class Tools:
    """The tools of one server, with the board that was asked for."""

    def __init__(self, database: str | None, wait: float) -> None:
        self._database = database
        self._wait = wait
        self._began = int(time.time() * 1_000_000) - _JUST_BEFORE
        self._turn = threading.Lock()

    def listed(self) -> list[dict[str, Any]]:
        """Return all tools, those of plug-ins last.

        These are looked for only now: they may be slow to import, and calls need none of them.
        """
        _log_to_standard_error()
        return [_shown(each) for each in (*own_definitions(), *added_definitions().values())]

    def called(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return the result of a call."""
        with self._turn:  # importing the same modules in two threads may show one of them half
            call = self._call
        answer = call(name, arguments)
        content: list[dict[str, Any]] = [{"type": "text", "text": answer.text}]
        content += map(_image, answer.images)
        return {"content": content, "isError": answer.failed}

    def prompted(self, name: str, given: str) -> dict[str, Any]:
        """Return the text of a prompt, as the user's word to the model."""
        with self._turn:
            shared = self._shared
            from lessonboard.mcp.prompting import prompted
        text = {"type": "text", "text": prompted(shared, name, given)}
        return {"messages": [{"role": "user", "content": text}]}

    @cached_property
    def _call(self) -> Callable[[str, dict[str, Any]], Answer]:
        shared = self._shared
        from lessonboard.mcp.tools import call

        return partial(call, shared)

    @cached_property
    def _shared(self) -> ServerContext:
        gc.disable()  # what is imported stays: looking through it costs a tenth of the first call
        _log_to_standard_error()
        import lessonboard.mcp.tools  # noqa: F401
        from lessonboard.bootstrap import App
        from lessonboard.mcp.context import ServerContext

        gc.freeze()
        gc.enable()
        return ServerContext(App(self._database), _name(), self._wait, self._began)


def _shown(definition: Definition) -> dict[str, Any]:
    return {
        "name": definition.name,
        "description": definition.says,
        "inputSchema": definition.schema,
        **({"annotations": definition.hints} if definition.hints else {}),
    }


def _image(png: bytes) -> dict[str, Any]:
    import base64

    return {"type": "image", "data": base64.b64encode(png).decode(), "mimeType": "image/png"}


def _log_to_standard_error() -> None:
    import logging

    logging.basicConfig(level=logging.WARNING, format="lessonboard mcp: %(message)s")


def _name() -> str:
    import socket

    return f"{socket.gethostname()}:mcp:{os.getpid()}:{os.urandom(3).hex()}"
