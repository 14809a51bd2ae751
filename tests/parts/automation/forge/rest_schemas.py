"""Whether a request is one that GitHub's published description allows (rest_schemas.json)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

_FILE = Path(__file__).with_suffix(".json")


def complaint(method: str, path: str, query: Mapping[str, str], body: Any) -> str:
    """What is wrong with a request, empty where nothing is.

    GitHub overlooks fields that it does not know; here they are mistakes.
    """
    for route, validator in _validators("queries" if method == "GET" else "bodies"):
        if re.fullmatch(route, f"{method} {path}"):
            data = _typed(query) if method == "GET" else body
            return "; ".join(error.message for error in validator.iter_errors(data))
    return ""


@cache
def _validators(kind: str) -> list[tuple[str, Draft202012Validator]]:
    schemas = json.loads(_FILE.read_text())[kind]
    return [
        (
            re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(route)),
            Draft202012Validator({**schema, "additionalProperties": False}),
        )
        for route, schema in schemas.items()
    ]


def _typed(query: Mapping[str, str]) -> dict[str, Any]:
    return {name: int(each) if each.isdigit() else each for name, each in query.items()}
