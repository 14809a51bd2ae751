"""Which variables of an environment hold secrets, by how their names end."""

from __future__ import annotations

import re

_ENDS = re.compile(
    r"(?i)(?:token|secret|passw(?:or)?d|passphrase|api_?key|access_?key|private_?key|_key"
    r"|credentials?)$"
)


def names_secret(variable: str) -> bool:
    """Whether a variable of that name holds a secret.

    >>> names_secret("GH_TOKEN"), names_secret("OPENAI_APIKEY"), names_secret("MONKEY")
    (True, True, False)
    """
    return _ENDS.search(variable) is not None
