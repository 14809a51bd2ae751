"""Where and since when a rule holds, as far as every rule of a project holds there anyway."""

from __future__ import annotations

import re

HERE = r"in (?:this|the|our) (?:repo(?:sitory)?|project|code ?base|workspace|monorepo|package)"
"""The whole project."""

_SCOPE = re.compile(
    rf"(?i),?\s*\b(?:{HERE}|(?:from now|from here) on|going forward|as a rule|around here"
    r"|(?:here |please )*(?:again|any ?more|any longer)(?=\s*(?:[.!,;]|$)))(?!\w)"
    r"|^(?:from now on|going forward|as a rule),?\s*"
)


def without_scope(rule: str) -> str:
    """A rule without where and since when it holds; as it is where nothing else would be left.

    >>> without_scope("Don't use tabs in this repo."), without_scope("Use tabs from now on.")
    ("Don't use tabs.", 'Use tabs.')
    >>> without_scope("Run the tests again after a rebase")
    'Run the tests again after a rebase'
    """
    bare = _SCOPE.sub("", rule).strip(" ,")
    return bare if any(map(str.isalnum, bare)) else rule
