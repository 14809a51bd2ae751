"""Regular expressions that are compiled when they are first used: a hook needs few of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

METHODS = ("findall", "finditer", "fullmatch", "match", "search", "sub")

if TYPE_CHECKING:
    Expression = re.compile
else:

    class Expression:
        """What `re.compile` gives, later: to compile them all takes longer than a hook."""

        __slots__ = (
            "_flags",
            "_pattern",
            "findall",
            "finditer",
            "fullmatch",
            "match",
            "search",
            "sub",
        )

        def __init__(self, pattern: str, flags: int = 0) -> None:
            self._pattern = pattern
            self._flags = flags

        def __getattr__(self, name: str) -> object:
            compiled = re.compile(self._pattern, self._flags)
            for method in METHODS:
                setattr(self, method, getattr(compiled, method))
            return getattr(compiled, name)
