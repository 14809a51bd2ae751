"""The private key of a board: a file beside it that only its owner may read.

It is no part of the board: it is not exported, and forgetting does not touch it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from blackboard import atomic_file
from blackboard.errors import BoardError
from lessonboard.places import KEY_ENDING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_MARK = "ed25519"


def key_path(board: Path | str) -> Path:
    """Where the key of the board in a file is."""
    return Path(f"{board}{KEY_ENDING}")


def public_key(path: Path) -> str:
    """The public half of the key in a file, by its first line; empty where there is none."""
    try:
        with path.open(encoding="utf-8") as file:
            mark, _, key = file.readline().strip().rpartition(" ")
    except (OSError, ValueError):
        return ""
    return key if mark == _MARK else ""


def load(path: Path) -> Ed25519PrivateKey | None:
    """The key in a file; None where there is no file.

    Raises:
        BoardError: the file cannot be read, or holds no such key.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BoardError(f"could not read the key in {path}: {error.strerror}") from error
    try:
        found = load_pem_private_key(text, None)
    except ValueError as error:
        raise BoardError(f"{path} holds no private key; put back the one that was there") from error
    if not isinstance(found, Ed25519PrivateKey):
        raise BoardError(f"{path} holds a key of another kind; put back the one that was there")
    return found


def make(path: Path) -> Ed25519PrivateKey:
    """A new key in a file of mode 0600, which takes the place of what was there.

    Raises:
        CannotWrite: the file cannot be written.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
    )

    made = Ed25519PrivateKey.generate()
    text = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    mark = f"{_MARK} {made.public_key().public_bytes_raw().hex()}\n"
    atomic_file.write(path, mark.encode() + text)
    return made
