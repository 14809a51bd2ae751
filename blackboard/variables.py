"""The variables that any program we start may have, and how some are picked out of all.

A new variable that tools need and that holds no secret adds its name to a tuple.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

CHILD = "LESSONBOARD_CHILD"
"""Set for every agent that is started here; hooks that see it keep still."""

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


def only(names: Collection[str], given: Mapping[str, str]) -> dict[str, str]:
    """The variables of some names; a name that ends in `*` matches all that begin so."""
    exact = {name for name in names if not name.endswith("*")}
    begins = tuple(name[:-1] for name in names if name.endswith("*"))
    return {
        name: value for name, value in given.items()
        if name in exact or (begins and name.startswith(begins))
    }  # fmt: skip
