"""What a view's row offers to be found by."""

from __future__ import annotations

from typing import NamedTuple


class Document(NamedTuple):
    """The searchable text of one row, in three columns of falling weight.

    `constraint` is the sentence that near-duplicates are judged by. `offered` documents may be
    put before an agent; `paths`, `commands` and `signatures` are the moments that call for them.
    One that is not `by_words` is put before an agent at these moments alone, whatever words it
    shares with a prompt, and one that is `signed` only where its signer is trusted. `failures` are
    signatures too, of what is only asked for.
    """

    project: str | None
    head: str
    middle: str
    rest: str
    constraint: str = ""
    offered: bool = False
    paths: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    by_words: bool = True
    signed: bool = False
    failures: tuple[str, ...] = ()
