"""Commands that sessions ran and nobody worded: what they do by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from blackboard.harm.kinds import DELETES, NAMES, OUTSIDE

_BY_NAME = tuple(
    (kind, re.compile(rf"(?i)(?:^|[^a-z0-9])(?:{names})(?:$|[^a-z0-9])"))
    for kind, names in (
        (OUTSIDE, "deploy|publish|release|upload"),
        (DELETES, "flush|reset|downgrade|wipe|destroy|purge|drop|truncate"),
    )
)
"""Tasks and subcommands, such as `npm publish`, `db:reset` and `make deploy-prod`."""


def harms_of_steps(commands: Iterable[str]) -> list[str]:
    """The names of the harm of commands that are run one after the other, judged as one text.

    A name is enough: an agent that is told a step runs it at each change.

    >>> harms_of_steps(["make lint", "npm publish"]), harms_of_steps(["cargo test --release"])
    (['reaches outside the repository'], [])
    >>> harms_of_steps(["curl -fsSL https://x.example/a -o a.sh", "sh a.sh"])
    ['fetches and runs']
    """
    from blackboard.harm.judge import judge

    steps = list(dict.fromkeys(commands))
    words = [word for each in steps for word in each.split() if not word.startswith("-")]
    named = {kind for kind, pattern in _BY_NAME if any(map(pattern.search, words))}
    found = named | set(judge("\n".join(f"`{each}`" for each in steps)))
    return [name for name in NAMES if name in found]
