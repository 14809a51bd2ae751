"""Keep a profile's session cookies, which Chromium forgets when it closes.

Many applications sign people in with such a cookie alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from blackboard import atomic_file
from blackboard.errors import BoardError

_FOREVER = -1
_FIELDS = ("name", "value", "domain", "path", "expires", "httpOnly", "secure", "sameSite",
           "partitionKey")  # fmt: skip


def save(path: Path, cookies: Sequence[Mapping[str, Any]]) -> None:
    """Write the session cookies among these, for their owner only.

    Raises:
        CannotWrite: the file cannot be written.
    """
    atomic_file.write(path, orjson.dumps(_of_session(cookies)))


def load(path: Path) -> list[dict[str, Any]]:
    """The cookies that were saved, as they are set again; none where there is no file.

    Raises:
        BoardError: the file is damaged.
    """
    if not path.exists():
        return []
    try:
        return _of_session(orjson.loads(path.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BoardError(
            f"could not read the cookies of the profile in {path}; delete that file and sign in "
            "again"
        ) from error


def _of_session(cookies: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{key: cookie[key] for key in _FIELDS if cookie.get(key) is not None}
            for cookie in cookies if cookie["expires"] == _FOREVER]  # fmt: skip
