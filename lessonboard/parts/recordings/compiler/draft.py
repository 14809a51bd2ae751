"""A parameter of a workflow while it is compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["text", "choice", "row", "file", "secret", "date", "number"]
"""What a parameter's value is: typed text, an option, what a row says, a file's path, ..."""


@dataclass(frozen=True)
class Parameter:
    """A value that may differ between runs; a sensitive one has no example."""

    name: str
    description: str = ""
    example: str = ""
    sensitive: bool = False
    kind: Kind = "text"
