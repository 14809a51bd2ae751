"""Home folders in words that leave a machine: the name of its user is private."""

from __future__ import annotations

import re

_NAME = r"[^/\\\s\"'`]+"
_NAMES = rf"(?:{_NAME}(?: {_NAME})?(?=[/\\])|{_NAME})"
"""A name with a blank is one where a path goes on after it."""

_ABOVE = r"(?:/[\w.-]+){0,3}?"
_INTO = r"/+(?:\./+)*"
_HOME = re.compile(
    rf"(?<![\w.-])(?:{_ABOVE}/home{_INTO}{_NAME}|{_ABOVE}/Users{_INTO}{_NAMES}"
    rf"|(?i:[a-z]:[\\/]+users[\\/]+|/(?:mnt/|cygdrive/)?[a-z]/users{_INTO}){_NAMES})"
    rf"|(?<![\w.:-])\\(?:\\wsl[^\s\\]*\\[^\s\\]+\\home|(?i:users))\\{_NAMES}"
    r"|(?i:%2f)(?:home|Users)(?i:%2f)(?:(?!%2[fF])[^\s/\\\"'`&])+"
    r"|(?<![\w.-])/root(?![\w-]|\.\w)"
    r"|(?<!\w)-(?:home|Users)-[^-\s/\\\"'`]+"
)
"""On Linux, macOS and Windows, and as agents write them in the names of folders.

In lower case `/users/` is left as it is: that is rather a route of a web service."""


def without_homes(text: str, own: str) -> str:
    r"""The text with `~` for each home folder.

    Args:
        text: any words.
        own: the home folder of this machine's user, which may be anywhere.

    >>> without_homes("run /home/ada/kite/x in /srv/ada", "/srv/ada")
    'run ~/kite/x in ~'
    >>> without_homes(r"open C:\Users\Ada King\kite, then GET /users/7", "/root")
    'open ~\\kite, then GET /users/7'
    """
    if own.strip("/\\"):
        text = re.sub(rf"(?<![\w.-]){re.escape(own)}(?![\w-]|\.\w)", "~", text)
    return _HOME.sub("~", text)
