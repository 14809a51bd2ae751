"""Convert Playwright's assertions to checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lessonboard.parts.recordings.sources.lines import line, omitted
from lessonboard.parts.recordings.sources.scripts.model import Call, Chain, Value
from lessonboard.parts.recordings.sources.scripts.selectors import NotWritten

Record = dict[str, Any]

_PLAIN = {"to_be_visible": "visible", "to_be_attached": "visible", "to_be_in_viewport": "visible",
          "to_be_hidden": "hidden", "to_be_checked": "checked"}  # fmt: skip
_OPPOSITES = {"visible": "hidden", "hidden": "visible", "checked": "unchecked"}
_COMPARED = {"to_have_text": "text", "to_contain_text": "text", "to_have_value": "value",
             "to_have_url": "url", "to_have_title": "title", "to_have_count": "count"}  # fmt: skip
_SWITCHES = {"to_be_checked": "checked", "to_be_visible": "visible", "to_be_attached": "attached"}


def check_line(
    chain: Chain,
    target_of: Callable[[Chain], tuple[Record, list[Call]]],
    resolve: Callable[[Value], Value],
    where: str,
) -> Record:
    """The check that `expect(...)` makes; what cannot be checked is omitted by name."""
    calls = [call for call in chain.calls if call.name not in ("soft", "configure")]
    given = chain.calls[0].arguments if chain.calls else ()
    method = calls[-1]
    name, is_opposite = _method(calls)
    try:
        details, rest = target_of(given[0] if given and isinstance(given[0], Chain) else Chain(""))
    except NotWritten:
        return omitted(f"{where}: {name} of something that is no locator is not checked")
    if rest:
        return omitted(f"{where}: {name} of {rest[0].name} is not checked", details)
    if name in _PLAIN:
        switch = resolve(method.option(_SWITCHES.get(name, "")))
        what = _PLAIN[name]
        turned = is_opposite != (switch is False)
        return line("check", {"what": _OPPOSITES[what] if turned else what}, details)
    value = resolve(method.arguments[0]) if method.arguments else None
    is_known = isinstance(value, str | int) and not isinstance(value, bool)
    if name not in _COMPARED or is_opposite or not is_known:
        return omitted(f"{where}: {name} is not checked", details)
    return line("check", {"what": _COMPARED[name], "value": str(value)}, details)


def _method(calls: list[Call]) -> tuple[str, bool]:
    """The assertion, and whether its opposite is meant."""
    name = calls[-1].name
    is_opposite = name.startswith("not_") or any(
        call.name in ("not", "not_") for call in calls[:-1]
    )
    return name.removeprefix("not_"), is_opposite
