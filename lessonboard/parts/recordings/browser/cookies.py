"""Keep a profile's session cookies, which Chromium forgets when it closes.

Many applications sign people in with such a cookie alone; without it a kept profile would be
signed out at every start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from blackboard import atomic_file
from blackboard.errors import BoardError

if TYPE_CHECKING:
    from playwright._impl._api_structures import SetCookieParam

_FOREVER = -1
_FIELDS = ("name", "value", "domain", "path", "expires", "httpOnly", "secure", "sameSite",
           "partitionKey")  # fmt: skip


def session_cookies(cookies: Sequence[Mapping[str, Any]]) -> list[SetCookieParam]:
    """The cookies that end with the browser, in the form in which they are set again."""
    kept: Any = [
        {key: cookie[key] for key in _FIELDS if cookie.get(key) is not None}
        for cookie in cookies
        if cookie["expires"] == _FOREVER
    ]
    return list(kept)


def save(path: Path, cookies: Sequence[Mapping[str, Any]]) -> None:
    """Write the session cookies among these, for their owner only.

    Raises:
        CannotWrite: the file cannot be written.
    """
    atomic_file.write(path, orjson.dumps(session_cookies(cookies)))


def load(path: Path) -> list[SetCookieParam]:
    """The cookies that were saved; none where there is no file.

    Raises:
        BoardError: the file is damaged.
    """
    if not path.exists():
        return []
    try:
        cookies = orjson.loads(path.read_bytes())
        return session_cookies(cookies)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BoardError(
            f"could not read the cookies of the profile in {path}; delete that file and sign in "
            "again"
        ) from error
