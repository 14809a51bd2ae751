"""What a person opens for the programs of one repository, beyond what all of them are given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from blackboard.errors import BoardError

What = Literal["network", "env"]

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
SET_HERE = frozenset(("HOME", "TMPDIR", "TMP", "TEMP", "LESSONBOARD_CHILD"))
"""Variables that an isolated program is given with values of its own, and those of `XDG_*`."""


class NotAllowable(BoardError):
    """What was named cannot be allowed."""


@dataclass(frozen=True)
class Allowed:
    """What a repository's programs are given: the network, and variables by their names."""

    network: bool = False
    variables: frozenset[str] = frozenset()


NOTHING = Allowed()


def ensure_variable(name: str) -> None:
    """Refuse what is no name of a variable that can be allowed.

    Raises:
        NotAllowable: it is no name, or one that is set to a folder of the run.
    """
    if not _NAME.fullmatch(name):
        raise NotAllowable(
            f"{name!r} is no name of a variable; give one such as NPM_TOKEN, without its value"
        )
    if name in SET_HERE or name.startswith("XDG_"):
        raise NotAllowable(f"{name} is a folder of the run for every check; it stays so")


def allowed_after(decisions: Iterable[tuple[bool, Mapping[str, Any]]]) -> Allowed:
    """Fold decisions, the oldest first: whether each allows, and its `what` and `name`.

    >>> allowed_after([(True, {"what": "network"}), (True, {"what": "env", "name": "A"})])
    Allowed(network=True, variables=frozenset({'A'}))
    """
    network, variables = False, set[str]()
    for allows, decision in decisions:
        if decision["what"] == "network":
            network = allows
        elif allows:
            variables.add(decision["name"])
        else:
            variables.discard(decision["name"])
    return Allowed(network, frozenset(variables))
