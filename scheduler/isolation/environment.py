"""The variables that a repository's programs are given: by a list of names, never all but some.

A new variable that tools need and that holds no secret adds its name to a tuple.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from blackboard.redaction.redact import redact
from scheduler.isolation.allowed import SET_HERE, Allowed

LANGUAGE = (
    "LANG", "LANGUAGE", "LC_ALL", "LC_ADDRESS", "LC_COLLATE", "LC_CTYPE", "LC_IDENTIFICATION",
    "LC_MEASUREMENT", "LC_MESSAGES", "LC_MONETARY", "LC_NAME", "LC_NUMERIC", "LC_PAPER",
    "LC_TELEPHONE", "LC_TIME", "TZ",
)  # fmt: skip
"""By name: servers accept any `LC_...` from a client, so that names of secrets hide there."""

TERMINAL = ("TERM", "COLORTERM", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR",
            "CLICOLOR_FORCE")  # fmt: skip
PERSON = ("USER", "LOGNAME", "SHELL", "HOSTNAME", "CI")
TOOLS = (
    "PATH", "LD_LIBRARY_PATH", "PKG_CONFIG_PATH", "MANPATH", "VIRTUAL_ENV", "CONDA_PREFIX",
    "JAVA_HOME", "GOROOT", "GOPATH", "CARGO_HOME", "RUSTUP_HOME", "PYENV_ROOT", "RBENV_ROOT",
    "NVM_DIR", "VOLTA_HOME", "ASDF_DIR", "ASDF_DATA_DIR", "MISE_DATA_DIR", "SDKMAN_DIR",
    "PNPM_HOME", "BUN_INSTALL", "NIX_PATH", "NIX_PROFILES", "NIX_SSL_CERT_FILE", "SSL_CERT_FILE",
    "SSL_CERT_DIR", "SOURCE_DATE_EPOCH", "DEVELOPER_DIR", "SDKROOT", "MSYSTEM", "SYSTEMROOT",
    "COMSPEC", "PATHEXT", "WINDIR",
)  # fmt: skip
BASE = frozenset((*LANGUAGE, *TERMINAL, *PERSON, *TOOLS))

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


def only(names: Iterable[str], given: Mapping[str, str]) -> dict[str, str]:
    """The variables of some names; a name that ends in `*` stands for all that begin so."""
    exact = {name for name in names if not name.endswith("*")}
    begins = tuple(name[:-1] for name in names if name.endswith("*"))
    return {
        name: value for name, value in given.items()
        if name in exact or (begins and name.startswith(begins))
    }  # fmt: skip
