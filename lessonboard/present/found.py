"""What a search found, as lines: where, and the words in their line."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard.delivery.voice import NOT_YOURS, shown_name
from blackboard.event import iso
from blackboard.search.found import Found
from lessonboard.present.line import Line
from lessonboard.present.screen import Screen
from lessonboard.present.text import one_line

_LONGEST_TITLE = 100
_WIDEST_PLACE = len("workflow")


def found_lines(found: Found, screen: Screen) -> Iterator[Line]:
    """Yield the lines of a result: what it is, its subject, and its hits with the words marked."""
    about = (screen.when(found.at), found.kind, screen.id(found.id), found.agent, found.project)
    whose = f"  {shown_name(found.says)} says {NOT_YOURS}" if found.says else ""
    harm = f"  harmful: {', '.join(found.harm)}" if found.harm else ""
    yield Line("  ".join(one_line(each) for each in about if each) + whose + harm, "strong")
    if (
        found.title
        and not found.says
        and not found.hits[0].excerpt.text.startswith(one_line(found.title)[:20])
    ):
        yield Line(f"  {screen.cut(found.title, used=2, most=_LONGEST_TITLE)}")
    start, end = screen.marks
    for hit in found.hits:
        minute = iso(hit.at)[5:16].replace("T", " ")
        words = hit.excerpt.marked(start, end)
        if found.says:  # nothing in a colleague's words can end the quotation
            words = '"' + words.replace('"', "'") + '"'
        yield Line(f"  {minute}  {hit.place:{_WIDEST_PLACE}}  {words}")
    if found.more:
        yield Line(f"  and {found.more} more")
