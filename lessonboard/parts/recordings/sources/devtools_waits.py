"""Convert the waits of a DevTools flow to checks."""

from __future__ import annotations

from typing import Any

from lessonboard.parts.recordings.sources.lines import line, omitted

Record = dict[str, Any]

_TEXTS = {"value": "value", "innerText": "text", "textContent": "text"}
"""The properties of an element that a check can compare."""


def wait_lines(step: Record, details: Record, where: str) -> list[Record]:
    """The checks that a `waitForElement` makes; what else it waits for is reported."""
    if step["type"] == "waitForExpression":
        text = f"{where} waits for an expression of JavaScript, which is not evaluated"
        return [omitted(text, details)]
    if "target" not in details:
        return [omitted(f"{where} does not say for what it waits", details)]
    lines = [_presence(step, details, where)]
    for kind in ("attributes", "properties"):
        wanted = step.get(kind)
        for name, value in (wanted if isinstance(wanted, dict) else {}).items():
            lines.append(_compared(name, value, details, where))
    return lines


def _presence(step: Record, details: Record, where: str) -> Record:
    count, operator = step.get("count", 1), step.get("operator", ">=")
    if step.get("visible") is False or (count == 0 and operator in ("==", "<=")):
        return line("check", {"what": "hidden"}, details)
    if type(count) is int and operator == "==" and count != 1:
        return line("check", {"what": "count", "value": str(count)}, details)
    if count == 1 and operator in ("==", ">="):
        return line("check", {"what": "visible"}, details)
    text = f"{where} waits for {_short(operator)} {_short(count)} elements, which is not compared"
    return omitted(text, details)


def _compared(name: object, value: object, details: Record, where: str) -> Record:
    if name == "checked" and isinstance(value, bool):
        return line("check", {"what": "checked" if value else "unchecked"}, details)
    if name in _TEXTS and isinstance(value, str):
        return line("check", {"what": _TEXTS[str(name)], "value": value}, details)
    return omitted(f"{where} waits for the property {_short(name)}", details)


def _short(value: object) -> str:
    return repr(value)[:40]
