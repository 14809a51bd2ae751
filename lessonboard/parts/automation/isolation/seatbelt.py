"""A view carried out by macOS's `sandbox-exec`: places are refused there, and none is replaced.

So the home is another folder, with links to the person's tools and caches, which may be read.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from lessonboard.parts.automation.isolation.view import IsolatedView

PROGRAM = "/usr/bin/sandbox-exec"

_KEYCHAIN = (
    '(deny mach-lookup (global-name "com.apple.SecurityServer")'
    ' (global-name "com.apple.securityd.xpc"))'
)
_OWN = ("/dev/null", "/dev/zero", "/dev/tty", "/dev/dtracehelper")


def command(view: IsolatedView, words: Sequence[str]) -> list[str]:
    """The command line that runs a program in a view."""
    return [PROGRAM, "-p", profile(view), *words]


def profile(view: IsolatedView) -> str:
    """The rules; of those that match, the last one counts."""
    hidden = [each.target for each in view.mounts if each.source != each.target]
    own = [each.source for each in view.mounts if each.kind == "write" and each.source]
    shown = [each.source for each in view.mounts if each.source and each.source == each.target]
    kept = [each.source for each in view.mounts if each.kind == "read"]
    rules = ["(version 1)", "(allow default)", "(deny file-write*)"]
    rules += [_rule("deny file-read-data file-write*", hidden)]
    rules += [_rule("allow file-read*", [*shown, *own])]
    rules += [_rule("allow file-write*", [*own, *_OWN]), _rule("deny file-write*", kept)]
    rules.append(_KEYCHAIN)
    if not view.network:
        rules += [
            "(deny network*)",
            '(allow network* (local ip "localhost:*"))',
            '(allow network-outbound (remote ip "localhost:*"))',
            _rule("allow network*", own),  # sockets of its own
        ]
    return "\n".join(each for each in rules if each)


def _rule(what: str, places: Sequence[str]) -> str:
    paths = [place for place in dict.fromkeys(places) if place != "/dev"]
    return f"({what} {' '.join(f'(subpath {_quoted(path)})' for path in paths)})" if paths else ""


def _quoted(path: str) -> str:
    """A path as the rules compare it: `/tmp` is a link on macOS."""
    escaped = os.path.realpath(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
