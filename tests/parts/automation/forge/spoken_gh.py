"""A fake `gh` runner that passes its requests directly to the fake GitHub."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import parse_qsl, unquote, urlsplit

from lessonboard.parts.automation.forge.gh import Answer
from tests.parts.automation.forge.hub import Dropped, Hub, Reply


class SpokenGh:
    """Takes the arguments that the forge gives, prints what `gh` 2.23 prints."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def __call__(self, arguments: Sequence[str], text: str = "") -> Answer:
        """Ask the hub."""
        assert arguments[0] == "api"
        address = urlsplit(arguments[-1])
        method = arguments[arguments.index("--method") + 1] if "--method" in arguments else "GET"
        assert ("--input" in arguments) == bool(text)
        query = dict(parse_qsl(address.query))
        out, page, pages = "", 0, 1
        while page < pages:
            page += 1
            try:
                reply = self._hub.serve(
                    method,
                    f"/{unquote(address.path)}",
                    {**query, **({"page": str(page)} if page > 1 else {})},
                    json.loads(text) if text else None,
                )
            except Dropped:
                return Answer(1, b"", f'{method.title()} "https://127.0.0.1/": EOF\n')
            out += reply.data if isinstance(reply.data, str) else json.dumps(reply.data)
            if reply.status >= 400:
                return Answer(1, out.encode(), _complaint(reply))
            pages = reply.pages if "--paginate" in arguments else 1
        return Answer(0, out.encode(), "")


def _complaint(reply: Reply) -> str:
    message = reply.data.get("message", "") if isinstance(reply.data, dict) else ""
    return f"gh: {message} (HTTP {reply.status})\n" if message else f"gh: HTTP {reply.status}\n"
