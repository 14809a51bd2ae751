"""What will be written: files before and after, worked out without touching any."""

from __future__ import annotations

import codecs
import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from blackboard import BoardError
from blackboard.agents.registration import Option, Registration
from lessonboard.install import offers, settings_json, settings_toml
from lessonboard.install.json_read import BrokenSettings

How = Literal["created", "changed", "unchanged", "restored", "cleaned", "deleted"]
ServerAt = tuple[str, ...]

OWN_MARK = "lessonboard init"
"""What files that are ours alone say of who wrote them."""

_WHOLE = (".js", ".md")


@dataclass(frozen=True)
class Change:
    """One file, before and after; None is a file that is not there.

    Attributes:
        agent: whose file it is; empty for our own.
        path: the file.
        before: its bytes now.
        after: its bytes then.
        how: `restored` gives back the bytes of before us, `cleaned` takes out only what is ours.
        what: what it holds for Lessonboard, in words.
        server_at: where it holds MCP servers.
        offers: the options of `init` that would add something to it.
    """

    agent: str
    path: Path
    before: bytes | None
    after: bytes | None
    how: How
    what: str = ""
    server_at: ServerAt = ("mcpServers",)
    offers: tuple[Option, ...] = ()

    def diff(self) -> str:
        """Return the difference as `diff -u` shows it."""
        name = str(self.path)
        lines = difflib.unified_diff(
            _lines(self.before),
            _lines(self.after),
            "/dev/null" if self.before is None else name,
            "/dev/null" if self.after is None else name,
        )
        return "".join(_ended(line) for line in lines)


def registering(before: bytes | None, wanted: Registration) -> Change:
    """Return what makes a file hold what is wanted.

    Raises:
        BrokenSettings: the file cannot be read as what it should be.
    """
    if wanted.content is not None:
        return _whole(before, wanted, wanted.content)
    mark, text = _decoded(before or b"", str(wanted.path))
    editor = settings_toml if _is_toml(wanted.path) else settings_json
    new = editor.registered(text, wanted)
    after = mark + _encoded(new, wanted.path)
    how: How = "created" if before is None else "unchanged" if after == before else "changed"
    more = offers.open_in(new, wanted) if wanted.offers else ()
    return Change(
        wanted.agent, wanted.path, before, after, how, str(wanted), wanted.server_at, more
    )


def _whole(before: bytes | None, wanted: Registration, content: str) -> Change:
    """Return a file that is ours alone.

    Raises:
        BoardError: there is one of that name that is not ours.
    """
    if before is not None and not _is_ours_alone(before, wanted.path):
        raise BoardError(
            f"{wanted.path} is not ours, so it is left as it is; move it away, or leave out "
            f"{wanted.agent}"
        )
    after = content.encode()
    how: How = "created" if before is None else "unchanged" if after == before else "changed"
    return Change(wanted.agent, wanted.path, before, after, how, str(wanted), wanted.server_at)


def is_whole(path: Path) -> bool:
    """Return whether a file of this name is ours alone, as plugins and skills are."""
    return path.suffix in _WHOLE


def _is_ours_alone(data: bytes, path: Path) -> bool:
    return is_whole(path) and OWN_MARK.encode() in data


def without_ours(
    now: bytes, path: Path, servers: Iterable[ServerAt], original: bytes | None
) -> bytes:
    """Return a file's bytes without entries of Lessonboard.

    Raises:
        BrokenSettings: the file cannot be read as what it should be.
    """
    if is_whole(path):
        return b"" if _is_ours_alone(now, path) else now
    mark, text = _decoded(now, str(path))
    old = None if original is None else _decoded(original, str(path))[1]
    editor = settings_toml if _is_toml(path) else settings_json
    for server_at in servers:
        text = editor.unregistered(text, str(path), server_at, old)
    return mark + _encoded(text, path)


def is_bare(data: bytes, path: Path) -> bool:
    """Return whether a file holds nothing worth keeping."""
    _, text = _decoded(data, str(path))
    if is_whole(path):
        return not text.strip()
    return settings_toml.is_bare(text) if _is_toml(path) else settings_json.is_bare(text)


def _is_toml(path: Path) -> bool:
    return path.suffix == ".toml"


def _decoded(data: bytes, path: str) -> tuple[bytes, str]:
    """Return the byte order mark, if there is one, and the text."""
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    body = data[len(mark) :]
    try:
        return mark, body.decode()
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        column = error.start - (body.rfind(b"\n", 0, error.start) + 1) + 1
        raise BrokenSettings(path, line, column, "this is not UTF-8") from error


def _encoded(text: str, path: Path) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise BoardError(
            f"{path} cannot name a program or folder whose path is not UTF-8; install lessonboard, "
            "or keep the board, in another folder"
        ) from error


def _lines(data: bytes | None) -> list[str]:
    text = (data or b"").decode(errors="replace")
    return [f"{line}\n" for line in text.split("\n")[:-1]] + [last for last in [
        text.rpartition("\n")[2]] if last]  # fmt: skip


def _ended(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
