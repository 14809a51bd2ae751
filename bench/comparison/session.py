"""A synthetic Claude Code session with two fake secrets and unique words.

python -m bench.comparison.session > secret.jsonl
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

SESSION = "11111111-2222-4333-8444-555555555555"
KEY = "AKIA" + "Q7ZRFAKEKEY2MNOP"  # in two parts, for scanners of repositories
PASSWORD = "hunter2-" + "Zebra-91"
_COMMON = {"sessionId": SESSION, "cwd": "/srv/quokka", "version": "2.1.330", "gitBranch": "main"}


def _call(id_: str, command: str) -> list[dict[str, Any]]:
    return [{"type": "tool_use", "id": id_, "name": "Bash", "input": {"command": command}}]


def _result(id_: str, text: str, *, failed: bool) -> list[dict[str, Any]]:
    return [{"type": "tool_result", "tool_use_id": id_, "is_error": failed, "content": text}]


def _answer(text: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": text}]


_TURNS: tuple[tuple[str, Any], ...] = (
    (
        "user",
        f"Deploy the quokkalantern service. Use password={PASSWORD} for the database and key "
        f"{KEY}.",
    ),
    ("assistant", _call("t1", f"AWS_ACCESS_KEY_ID={KEY} quokkadeploy --pasword {PASSWORD}")),
    (
        "user",
        _result(
            "t1",
            "Exit code 2\nquokkadeploy: unknown option --pasword (did you mean --password?) "
            f"password={PASSWORD}",
            failed=True,
        ),
    ),
    ("assistant", _call("t2", f"AWS_ACCESS_KEY_ID={KEY} quokkadeploy --password {PASSWORD}")),
    ("user", _result("t2", "deployed quokkalantern", failed=False)),
    ("assistant", _answer("The quokkalantern service is deployed; the flag is --password.")),
    ("user", "No, never deploy the quokkalantern service on Fridays, always ask me first."),
    ("assistant", _answer("Understood.")),
)


def lines() -> Iterator[str]:
    """The transcript's lines, five seconds apart."""
    for number, (role, content) in enumerate(_TURNS):
        message: dict[str, Any] = {"role": role, "content": content}
        if role == "assistant":
            message |= {"id": f"m{number}", "model": "x"}
        row = {
            "type": role,
            "uuid": f"u{number}",
            "parentUuid": f"u{number - 1}" if number else None,
            "timestamp": f"2026-11-21T10:00:{5 * number:02}.000Z",
            "message": message,
        }
        yield json.dumps({**_COMMON, "isSidechain": False, "userType": "external", **row})


if __name__ == "__main__":
    print("\n".join(lines()))
