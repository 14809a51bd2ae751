"""Anchors: what the log's last event was at a moment, kept outside of the board's file.

Digests chain the events of a file, so a writer of the file can also compute a new chain.
Such a change shows only to somebody who knows an earlier digest from another place: a state file of
the user's, a git repository, or the output of a command of the user (a signature, a post).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import platformdirs

from blackboard import Board, BoardError
from blackboard.atomic_file import write
from blackboard.event import iso


class Anchor(NamedTuple):
    """An event that was on the log: its position, its digest in hex, and when that was seen.

    `seen_at` is in microseconds since 1970; 0 where unknown.
    """

    position: int
    digest: str
    seen_at: int = 0

    def line(self) -> str:
        """Return the anchor as one line of JSON."""
        return json.dumps(self._asdict(), separators=(",", ":"))


def state_file(board: Path) -> Path:
    """Return the user's own file with the newest anchor of a board."""
    name = sha256(str(board.absolute()).encode()).hexdigest()[:16]
    folder = platformdirs.user_state_dir("lessonboard", appauthor=False)
    return Path(folder) / "anchors" / f"{name}.json"


def parse(line: str) -> Anchor:
    """Return the anchor of a line that `Anchor.line` made, or of `POSITION:DIGEST`.

    Raises:
        BoardError: it is neither.
    """
    try:
        if line.lstrip().startswith("{"):
            fields = json.loads(line)
            anchor = Anchor(
                int(fields["position"]), str(fields["digest"]), int(fields.get("seen_at", 0))
            )
        else:
            position, _, digest = line.strip().partition(":")
            anchor = Anchor(int(position), digest.lower())
        bytes.fromhex(anchor.digest)
    except (ValueError, KeyError, TypeError) as error:
        raise BoardError(
            f"{line[:100]!r} is no anchor; write POSITION:DIGEST as "
            "`lessonboard admin verify` prints it"
        ) from error
    return anchor


def newest(board: Board, now: int) -> Anchor | None:
    """Return the anchor of the last event; None on an empty log."""
    head = board.log.head()
    return _at(board, head)._replace(seen_at=now) if head else None


def problems(board: Board, anchors: Iterable[Anchor]) -> Iterator[str]:
    """Yield what is no longer on the log as it was when an anchor was made."""
    head = board.log.head()
    for anchor in anchors:
        when = f" on {iso(anchor.seen_at)[:10]}" if anchor.seen_at else ""
        if anchor.position > head:
            yield (f"the log went back: it had {anchor.position} events{when} and has {head} now")
        elif _at(board, anchor.position).digest != anchor.digest:
            yield f"event {anchor.position} is another than{when or ' the one expected'}"


def _at(board: Board, position: int) -> Anchor:
    (event,) = board.read(position - 1, limit=1)
    return Anchor(event.position, event.digest.hex())


def remembered(board: Path) -> list[Anchor]:
    """Return the anchor in the user's state file, or none.

    Raises:
        BoardError: the file cannot be read or holds something else.
    """
    file = state_file(board)
    try:
        return [parse(file.read_text())]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise BoardError(f"could not read {file}: {error.strerror}") from error


def of_own_boards() -> set[tuple[int, str]]:
    """Return the positions and digests of all anchors that are kept for boards on this machine."""
    folder = state_file(Path()).parent
    found = set()
    for file in folder.glob("*.json") if folder.is_dir() else ():
        try:
            anchor = parse(file.read_text())
        except (OSError, BoardError):
            continue  # `verify` of its board says what is wrong with it
        found.add((anchor.position, anchor.digest))
    return found


def remember(board: Board, now: int, *, accept: bool = False) -> None:
    """Keep the anchor of the last event, unless the log contradicts the one that is kept.

    With `accept` whatever was kept: a person restored a backup.
    """
    path = board.path
    anchor = newest(board, now) if path else None
    if path is None or anchor is None:
        return
    if accept or not any(problems(board, remembered(path))):
        write(state_file(path), anchor.line().encode())
