"""Failures that are not marked as such: what a command says of itself where its exit code is lost.

A pipe, a last command that succeeds, or a wrapper hides that a command failed. What it printed
still says so: it refused how it was called, or a runner's summary counts failures.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SIGNS = (
    "not found", "unrecognized", "unexpected argument", "unknown", "illegal option",
    "invalid option", "not defined", "no such", "--- FAIL", "task failed", "exited with code",
    "ERR!", "FAILED", " failed",
)  # fmt: skip
"""One of these is in whatever counts; most outputs have none, and are done with."""

_REFUSED = re.compile(
    r"""(?ix) ^(?: (?:\(eval\)|(?:/\S+/)?(?:[zbdf]a?i?)?sh)
      (?::\ ?(?:line\ )?\d+)?:\ .*\bnot\ found\b.*
    | [\w./-]+:\ (?:command\ not\ found|(?:illegal|invalid|unrecognized|unknown)\ option\b).*
    | error:\ (?:unrecognized\ subcommand|unexpected\ argument|unknown\ (?:command|flag|option)).*
    | unknown\ (?:flag|shorthand\ flag|command|subcommand|option)\b.*
    | flag\ provided\ but\ not\ defined.* | no\ such\ (?:command|subcommand|option).*
    )$"""
)
_SUMMARY = re.compile(
    r"""(?x) ^(?: ---\ FAIL:\ .* | .*\bERROR\ task\ failed\b.*
    | error:\ script\ ".*"\ exited\ with\ code\ [1-9].* | npm\ (?:ERR!|error)\ .*
    | (?:=+\ )?(?:FAILED\ \(|[1-9]\d*\ failed\b).* | \s*Tests:\s+[1-9]\d*\ failed.*
    | test\ result:\ FAILED.* )$"""
)
_BRIEF, _END = 12, 40
"""Lines of an output that is only about the refusal, and of the end of any other."""


@lru_cache(maxsize=1024)  # every miner asks it of the same calls
def hidden_failure(output: str) -> str | None:
    """The line by which a command that was said to succeed shows that it failed, or None.

    >>> hidden_failure("error: unrecognized subcommand 'bun'\\n\\nUsage: rtk [OPTIONS]")
    "error: unrecognized subcommand 'bun'"
    >>> hidden_failure("ok\\t1.2s") is None
    True
    """
    if not any(sign in output for sign in _SIGNS):
        return None
    lines = [line for line in output.splitlines() if line.strip()]
    if len(lines) <= _BRIEF:
        found = next((line for line in lines if _REFUSED.match(line.strip())), None)
        if found:
            return found.strip()
    return next((line.strip() for line in lines[-_END:] if _SUMMARY.match(line)), None)
