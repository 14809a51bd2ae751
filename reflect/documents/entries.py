"""The labelled parts of a document, put together as entries: a decision with its reason, say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from reflect.documents.blocks import Block, Section
from reflect.documents.labels import Role, parts, role_of

_STARTS: tuple[Role, ...] = ("lesson", "decision", "symptom", "remark", "advice")
"""The parts that begin a new entry where the entry has one already."""

_ENDS = ".!?:;,\u3002"
_PAIR = 2
_NEAR = 2
"""Lines between a label and its text: code or a table between them is text of its own."""


@dataclass(frozen=True)
class Placed:
    """A part of an entry with its lines; `role` is None for what has no label."""

    role: Role | None
    text: str
    first: int
    last: int


@dataclass(frozen=True)
class Entry:
    """Parts that belong together, below a title, which may be empty."""

    title: str
    parts: tuple[Placed, ...]

    def text(self, *roles: Role) -> str:
        """The text of the parts of these roles; of several roles, the first that is there."""
        texts = [[part.text for part in self.parts if part.role == role] for role in roles]
        return next((_joined(each) for each in texts if any(each)), "")

    def lines(self, *roles: Role) -> tuple[int, int]:
        """The first and the last line of the parts of these roles."""
        found = [part for part in self.parts if part.role in roles and part.text]
        return min(part.first for part in found), max(part.last for part in found)


def _joined(texts: Iterable[str]) -> str:
    """Texts as one; what ends without a sign is ended by a semicolon."""
    found = [text.strip() for text in texts if text]
    ended = [text if text[-1] in _ENDS else f"{text};" for text in found[:-1]]
    return " ".join([*ended, *found[-1:]])


def entries(section: Section) -> Iterator[Entry]:
    """The entries of a section: of items with parts of their own, and of the blocks beside them."""
    beside: list[Placed] = []
    for block in section.blocks:
        if block.kind == "row":
            beside += _of_row(block)
            continue
        own = [Placed(*part, block.first, _last_of_text(block)) for part in parts(block.text)]
        inner = [part for child in block.inner for part in _flat(child)]
        roles = {part.role for part in (*own, *inner)} - {None, "aside", "planned"}
        lead = own[0].text if own and own[0].role is None else ""
        if block.kind == "item" and roles and (lead or len(roles) > 1):
            yield from _split(lead or section.heading, _filled([*own, *inner]))
        else:
            beside += [*own, *inner]
    yield from _split(section.heading, _filled(beside))


def by_headings(run: Sequence[Section]) -> Iterator[Entry]:
    """The entries of sections whose headings are the labels of their text."""
    placed = [
        Placed(role_of(section.heading), text, first, last)
        for section in run
        for text, first, last in [_whole(section)]
        if text
    ]
    yield from _split(run[0].headings[-2] if len(run[0].headings) > 1 else "", placed)


def _whole(section: Section) -> tuple[str, int, int]:
    """A section's blocks as one text: a short list is read as its sentences."""
    flat = [part for block in section.blocks for part in _texts(block)]
    text = "\n".join(_ended(text) for text, _, _ in flat)
    return text, section.first, max((last for _, _, last in flat), default=section.first)


def _texts(block: Block) -> Iterator[tuple[str, int, int]]:
    if block.text:
        yield block.text, block.first, block.last
    for child in block.inner:
        yield from _texts(child)


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", ":", "\u3002")) else f"{text}."


def _flat(block: Block) -> Iterator[Placed]:
    for text, first, last in _texts(block):
        yield from (Placed(*part, first, last) for part in parts(text))


def _last_of_text(block: Block) -> int:
    return block.inner[0].first - 1 if block.inner else block.last


def _of_row(block: Block) -> Iterator[Placed]:
    """A row of a label and its text; a name in code is that of a field, and no label."""
    cells = [text for _, text in block.cells]
    if len(cells) == _PAIR and "`" not in cells[0] and role_of(cells[0]) and cells[1]:
        yield Placed(role_of(cells[0]), cells[1], block.first, block.last)


def _filled(placed: Iterable[Placed]) -> Iterator[Placed]:
    """The parts; a label without text takes what follows it without a label."""
    waiting: Placed | None = None
    for part in placed:
        if part.role is None and waiting is not None and part.first - waiting.last <= _NEAR:
            waiting = Placed(waiting.role, "", part.first, part.last)
            yield Placed(waiting.role, part.text, part.first, part.last)
            continue
        waiting = part if part.role and not part.text else None
        if waiting is None:
            yield part


def _split(title: str, placed: Iterable[Placed]) -> Iterator[Entry]:
    """Entries, cut where a part comes for the second time that begins one."""
    held: list[Placed] = []
    for part in placed:
        if part.role in _STARTS and any(each.role == part.role for each in held):
            yield Entry(title, tuple(held))
            held = []
        held.append(part)
    if any(part.role for part in held):
        yield Entry(title, tuple(held))
