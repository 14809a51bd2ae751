"""What a failed program lacked, by evidence in what it was and printed; nothing is guessed."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable

_NO_NETWORK = re.compile(
    r"\b(?:ENOTFOUND|EAI_AGAIN|EAI_NONAME|ENETUNREACH|EHOSTUNREACH|ENETDOWN|UnknownHostException"
    r"|NoRouteToHostException|NameResolutionError|gaierror)\b"
    r"|(?i:temporary failure in name resolution|name or service not known"
    r"|could not resolve (?:host|proxy)|couldn't resolve host|failed to (?:lookup|resolve) address"
    r"|nodename nor servname provided|unknown host\b|no such host\b|name does not resolve"
    r"|network is (?:unreachable|down)|no route to host|server misbehaving"
    r"|dns error|failed to resolve '|could not resolve hostname)"
)
_REFUSED = re.compile(
    r"(?i:connection refused|ECONNREFUSED|connect: operation not permitted|connect EPERM)"
)
_ADDRESS = re.compile(r"(?<![\w.:])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])")
_RESOLVER = re.compile(r"(?<![\w.])127\.0\.0\.5[34]:53\b")

_SURE = 8
"""A word of so many letters that is the name of a variable is hardly anything else."""

_BEFORE = r"(?:\$\{?|\$env:|%|\b(?:environ\S*?|getenv|env|ENV|KeyError)\W{1,3})"
_AFTER = r"\W{1,3}(?:(?:is|was|must be|has to be) )?(?:not set|unset|set|missing|required|env)"
"""How a variable is written, unlike a plain word: `$MAIL`, `EDITOR is not set`."""


def lacks(command: str, output: str, withheld: Iterable[str], *, has_network: bool) -> list[str]:
    """What a failed program lacked: `network`, or `env` and a name, as `automation allow` takes it.

    Args:
        command: its command line.
        output: what it printed.
        withheld: the names of the variables that it was not given.
        has_network: whether it had one.
    """
    text = f"{command}\n{output}"
    found = ["network"] if not has_network and _wanted_network(output) else []
    return found + [f"env {name}" for name in sorted(withheld) if _names(text, name)]


def advice(lacking: Iterable[str], project: str | None = None) -> str:
    """What was withheld, and the commands that allow it; empty for nothing.

    >>> advice(["env NPM_TOKEN"])
    'withheld: NPM_TOKEN; `lessonboard automation allow env NPM_TOKEN`'
    """
    listed = list(lacking)
    where = f" --project {project}" if project else ""
    names = ", ".join(each.removeprefix("env ") for each in listed)
    commands = ", ".join(f"`lessonboard automation allow {each}{where}`" for each in listed)
    return f"withheld: {names}; {commands}" if listed else ""


def _wanted_network(output: str) -> bool:
    return _NO_NETWORK.search(output) is not None or any(
        _RESOLVER.search(line) or any(map(_is_elsewhere, _ADDRESS.findall(line)))
        for line in output.splitlines()
        if _REFUSED.search(line)
    )


def _is_elsewhere(address: str) -> bool:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return not (parsed.is_loopback or parsed.is_unspecified)


def _names(text: str, name: str) -> bool:
    """Whether a text names a variable: a plain short word only where it is written as a variable.

    `MAIL` and `EDITOR` are words too; `NPM_TOKEN` can be nothing else.
    """
    if name not in text:
        return False
    begins, word = r"(?<![A-Za-z0-9_])", rf"{re.escape(name)}(?![A-Za-z0-9_])"
    if "_" in name.strip("_") or len(name) >= _SURE:
        return re.search(begins + word, text) is not None
    return re.search(f"{_BEFORE}{word}|{begins}{word}{_AFTER}", text) is not None
