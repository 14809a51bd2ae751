"""The variables that a repository's programs are given: by a list of names, never all but some."""

from __future__ import annotations

from collections.abc import Mapping

from blackboard.redaction.redact import redact
from blackboard.variables import BASE
from lessonboard.parts.automation.isolation.allowed import SET_HERE, Allowed

_NEVER_ASKED_FOR = frozenset(("_", "PWD", "OLDPWD", "SHLVL", "PS1", "PS2", "IFS", "OPTIND"))


def environment(allowed: Allowed, given: Mapping[str, str]) -> dict[str, str]:
    """The variables of a repository's program, without the folders of its run.

    A value of the list that holds what looks like a secret is left out too; what the person
    allowed by name is given as it is.
    """
    return {
        name: value
        for name, value in given.items()
        if name in allowed.variables or (name in BASE and not redact(value).secrets)
    }


def withheld(allowed: Allowed, given: Mapping[str, str]) -> list[str]:
    """The names of the variables that a repository's program is not given, sorted."""
    kept = {*environment(allowed, given), *SET_HERE, *_NEVER_ASKED_FOR}
    return sorted(
        name
        for name in given
        if name not in kept and not name.startswith(("XDG_", "LESSONBOARD_", "BASH_FUNC_"))
    )


def folders(home: str, temporary: str) -> dict[str, str]:
    """The variables that name the folders of a run."""
    return {
        "HOME": home,
        "TMPDIR": temporary,
        "XDG_CACHE_HOME": f"{home}/.cache",
        "XDG_CONFIG_HOME": f"{home}/.config",
        "XDG_DATA_HOME": f"{home}/.local/share",
        "XDG_STATE_HOME": f"{home}/.local/state",
    }
