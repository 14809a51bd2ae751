"""Asks an arm's MCP server, as an agent would."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from bench.effect.arms.arm import Place
from bench.life.agents import Server


def answers(place: Place, command: Sequence[str], *calls: tuple[str, dict[str, Any]]) -> list[str]:
    """What the tools of a server say, each for its call; empty for one that fails.

    Args:
        place: where it is started.
        command: a program of the place, or a path, and its arguments.
        calls: names of tools, with arguments.
    """
    program, *rest = command
    server = Server([str(place.bin / program), *rest], place.clone.variables, place.clone.folder)
    found = [server.ask(name, arguments) for name, arguments in calls]
    server.close()
    return ["" if failed else _text(answer) for failed, answer in found]


def _text(answer: str) -> str:
    return "\n".join(each["text"] for each in json.loads(answer)["result"]["content"])
