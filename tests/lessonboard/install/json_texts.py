"""JSON texts as people write them: any indentation, line ends, comments, trailing commas."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

COMMENTS = ("", "", "", " // a note", " /* two\n lines */", " // see https://x.test/a,b")
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 9**9), st.text(max_size=8), st.just("héé 🙂 //")
)
KEYS = st.one_of(st.text(max_size=6), st.sampled_from(["hooks", "a", "env", "ключ"]))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=10,
)


@st.composite
def texts(draw: st.DrawFn, values: st.SearchStrategy[Any] = VALUES) -> str:
    """The text of a value in one of many layouts."""
    unit = draw(st.sampled_from(["  ", "    ", "\t", "", " ", None]))
    line_end = draw(st.sampled_from(["\n", "\r\n"]))
    commented = draw(st.booleans()) and unit is not None

    def comment() -> str:
        return draw(st.sampled_from(COMMENTS)) if commented else ""

    def told(value: Any, depth: int) -> str:
        if not isinstance(value, dict | list):
            return json.dumps(value, ensure_ascii=draw(st.booleans()))
        opening, closing = "{}" if isinstance(value, dict) else "[]"
        if not value and draw(st.booleans()):
            return opening + closing
        if isinstance(value, dict):
            parts = [f"{json.dumps(key)}: {told(each, depth + 1)}" for key, each in value.items()]
        else:
            parts = [told(each, depth + 1) for each in value]
        if unit is None or draw(st.integers(0, 4)) == 0:
            return opening + ", ".join(parts) + closing
        lines = [opening + comment()]
        trailing = "," if commented and draw(st.booleans()) else ""
        for place, part in enumerate(parts):
            comma = "," if place < len(parts) - 1 else trailing
            lines.append(f"{unit * (depth + 1)}{part}{comma}{comment()}")
        return "\n".join([*lines, unit * depth + closing])

    text = told(draw(values), 0)
    text = draw(st.sampled_from(["", "", "// above\n"])) * commented + text
    return (text + draw(st.sampled_from(["\n", "", "\n\n"]))).replace("\n", line_end)
