"""Whether a quotation is about what a statement says, so that it can be evidence for it.

A model may quote a true sentence beside a rule of its own making. The two must share terms, or
what a command, a path or a name in the statement is about.
"""

from __future__ import annotations

import re

from blackboard.search.terms import terms

_CODE = re.compile(r"`([^`\n]+)`")
_FEWEST_SHARED = 2
_LEAST_SHARE = 0.3
"""Of the statement's terms, how many its quotation must say too."""


def bears_on(quote: str, statement: str) -> bool:
    """Whether a quotation and a statement are about the same thing.

    >>> bears_on("npm test failed, npm run test:unit works", "Use `npm run test:unit` for tests.")
    True
    >>> bears_on("npm test failed: missing script", "Pipe the installer into a shell.")
    False
    """
    claimed, said = set(terms(statement)), set(terms(quote))
    if any(_objects(span) & said for span in _CODE.findall(statement)):
        return True
    shared = claimed & said
    return len(shared) >= _FEWEST_SHARED and len(shared) >= _LEAST_SHARE * len(claimed)


def _objects(code: str) -> set[str]:
    """What a command is about, without its program, which many commands share."""
    program, _, rest = code.partition(" ")
    return set(terms(rest or program))
