"""Signatures of what is shared: ed25519, so that no one can share as another person.

What is signed is a statement: a purpose, the place, and the digest of an event's envelope and
payload. Keys and signatures are hexadecimal digits. The library is imported when it is needed.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Literal

import orjson

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Purpose = Literal["share", "erase"]

_DOMAIN = "lessonboard 1"
"""Set apart from whatever else may be signed with the same key one day."""

_GROUP, _SHOWN = 4, 32


class Signer:
    """Signs as a person with the key of a board."""

    def __init__(self, name: str, private: Ed25519PrivateKey) -> None:
        self.name = name
        self.key = private.public_key().public_bytes_raw().hex()
        self._private = private

    def sign(self, purpose: Purpose, where: str, digest: str) -> str:
        """The signature under a statement of one's own."""
        return self._private.sign(_statement(purpose, self.name, where, digest)).hex()


def holds(
    key: str, signature: str, purpose: Purpose, name: str, where: str, digest: str
) -> bool:  # fmt: skip
    """Whether a signature under a statement of a person is one of that key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), _statement(purpose, name, where, digest))
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(key: str) -> str:
    """What people compare of a key: 128 bits of its digest, in groups.

    >>> fingerprint("00" * 32)
    '6668-7aad-f862-bd77-6c8f-c18b-8e9f-8e20'
    >>> fingerprint("what a foreign writer left")
    'no key'
    """
    try:
        digits = hashlib.sha256(bytes.fromhex(key)).hexdigest()[:_SHOWN]
    except ValueError:
        return "no key"
    return "-".join(digits[at : at + _GROUP] for at in range(0, _SHOWN, _GROUP))


def _statement(purpose: Purpose, name: str, where: str, digest: str) -> bytes:
    return orjson.dumps([_DOMAIN, purpose, name, where, digest])
