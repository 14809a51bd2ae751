"""Variables with secrets in them, as people have them: a generator of names, not a list."""

from __future__ import annotations

from itertools import product

_WHOSE = (
    "AWS", "NPM", "PG", "ANTHROPIC", "OPENAI", "GITHUB", "GITLAB", "STRIPE", "TWINE", "DOCKER",
    "LC", "LANG", "PATH", "USER", "MY_SERVICE", "lower_case",
)  # fmt: skip
_WHAT = (
    "TOKEN", "SECRET", "PASSWORD", "KEY", "ACCESS_KEY", "_CREDENTIALS", "PAT", "AUTH", "DSN",
    "CONNECTION_STRING", "COOKIE", "SIGNING", "PASSPHRASE",
)  # fmt: skip
_WELL_KNOWN = (
    "AWS_SECRET_ACCESS_KEY", "NPM_TOKEN", "ANTHROPIC_API_KEY", "PGPASSWORD", "SSH_AUTH_SOCK",
    "DATABASE_URL", "PIP_INDEX_URL", "UV_INDEX_URL", "NODE_AUTH_TOKEN", "KUBECONFIG", "VAULT_ADDR",
    "GOOGLE_APPLICATION_CREDENTIALS", "SENTRY_DSN", "HTTP_PROXY", "http_proxy", "GPG_AGENT_INFO",
    "DBUS_SESSION_BUS_ADDRESS", "BASH_ENV", "ENV", "NODE_OPTIONS", "PYTHONSTARTUP", "GIT_ASKPASS",
    "LD_PRELOAD", "GIT_CONFIG_GLOBAL", "MAVEN_OPTS", "CARGO_REGISTRY_TOKEN",
)  # fmt: skip

NAMES = list(
    dict.fromkeys((*_WELL_KNOWN, *(f"{who}_{what}" for who, what in product(_WHOSE, _WHAT))))
)
"""More than two hundred."""


def secrets() -> dict[str, str]:
    """Each name with a value of its own, which no rule of the redactor knows."""
    return {name: f"value-of-{number}-kept" for number, name in enumerate(NAMES)}
