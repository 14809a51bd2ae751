"""Makes `required_fields.py` of the published schemas: `python -m blackboard.events.generate`."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("required_fields.py")
SCHEMAS = Path(__file__).parents[2] / "schemas"

_HEAD = '''\
"""The required fields of each event and version; made by `python -m blackboard.events.generate`."""
# fmt: off

from __future__ import annotations

REQUIRED: dict[tuple[str, int], dict[str, str]] = {'''


def text(folder: Path = SCHEMAS) -> str:
    """The whole file, of the schemas in a folder."""
    lines = []
    for path in sorted(folder.glob("*.v*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        type_, _, version = path.stem.rpartition(".v")
        lines += textwrap.wrap(
            f'("{type_}", {version}): {{{_fields(schema)}}},', 98,
            initial_indent=" " * 4, subsequent_indent=" " * 8,
        )  # fmt: skip
    return "\n".join([_HEAD, *lines, "}\n"])


def _fields(schema: dict[str, Any]) -> str:
    names = schema.get("required", ())
    kinds = {name: _kind(schema["properties"][name], schema) for name in names}
    return ", ".join(f'"{name}": "{kind}"' for name, kind in kinds.items())


def _kind(field: dict[str, Any], schema: dict[str, Any]) -> str:
    """The one JSON type of a field.

    Raises:
        ValueError: it may be of several, which the table cannot say.
    """
    if "$ref" in field:
        return _kind(schema["$defs"][field["$ref"].rpartition("/")[2]], schema)
    kinds = (
        {_kind(each, schema) for each in field["anyOf"]} if "anyOf" in field else {field["type"]}
    )
    if len(kinds) != 1:
        raise ValueError(f"{schema['$id']}: a required field is one of {sorted(kinds)}")
    return str(kinds.pop())


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
