"""What a search found, as lines: where, and the words in their line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blackboard.delivery.voice import NOT_YOURS, author_shown
from blackboard.event import iso
from blackboard.search.found import Found, Hit
from lessonboard.present.fair import in_turn
from lessonboard.present.line import Line
from lessonboard.present.screen import Screen
from lessonboard.present.text import counted, cut_at_words, one_line, project_name

_LONGEST_TITLE = 100
_WIDEST_PLACE = len("workflow")
_FEWEST = 2
"""Lines of a result: what it is, and its best hit."""

_NARROWEST = 20
_NOT_OURS = 3
"""Lines of a screen for the command, what is said last, and the next prompt."""


def screen_lines(found: Sequence[Found], screen: Screen, most: int) -> Iterator[Line]:
    """Yield what fits on one screen: fewer hits of each result rather than fewer results.

    Args:
        found: the results, best first; those after `most` are only counted.
        screen: where the lines go.
        most: how many results are shown where they fit.
    """
    room = max(screen.height - _NOT_OURS, _FEWEST)
    shown = found[: max(1, min(most, room // _FEWEST))]
    wholes = [list(found_lines(each, screen)) for each in shown]
    for each, lines in zip(shown, in_turn(list(map(len, wholes)), room), strict=True):
        yield from found_lines(each, screen, lines)
    if len(found) > len(shown):
        more = counted(len(found) - len(shown), "more result")
        yield Line(f"{more}: --limit {len(found)} shows all with their hits", "quiet")


def found_lines(found: Found, screen: Screen, most: int | None = None) -> Iterator[Line]:
    """Yield the lines of a result: what it is, its subject, and its hits with the words marked.

    With `most` lines: the best hit, the subject, other hits, and how many more there are, as far as
    they fit.
    """
    title = [Line(f"  {screen.cut(found.title, used=2, most=_LONGEST_TITLE)}")]
    title = title if _says_more(found) else []
    hits = [Line(_hit(each, found, screen)) for each in found.hits]
    more = [Line(f"  and {found.more} more")] if found.more else []
    left = len(title + hits + more) if most is None else most - 1
    if left <= 1:
        title = []
    hits = hits[: max(1, left - len(title))]
    yield Line(_head(found, screen), "strong")
    yield from [*title, *hits, *more][:left]


def _says_more(found: Found) -> bool:
    """Return whether a title says what the best hit does not, and is not a colleague's."""
    if not found.title or found.says:
        return False
    return not found.hits[0].excerpt.text.startswith(one_line(found.title)[:20])


def _head(found: Found, screen: Screen) -> str:
    project = found.project
    if screen.width is not None and project:
        project = project_name(project)
    about = (screen.when(found.at), found.kind, screen.id(found.id), found.agent, project)
    whose = f"  {author_shown(found.says)} says {NOT_YOURS}" if found.says else ""
    harm = f"  harmful: {', '.join(found.harm)}" if found.harm else ""
    text = "  ".join(one_line(each) for each in about if each)
    if screen.width is not None:
        text = cut_at_words(text, max(screen.width - len(whose + harm), _NARROWEST))
    return text + whose + harm


def _hit(hit: Hit, found: Found, screen: Screen) -> str:
    before = f"  {iso(hit.at)[5:16].replace('T', ' ')}  {hit.place:{_WIDEST_PLACE}}  "
    start, end = screen.marks
    excerpt = hit.excerpt
    if screen.width is not None:  # colours take no room
        signs = 0 if screen.coloured else len(start + end) * len(excerpt.marks)
        quotes = 2 if found.says else 0
        excerpt = excerpt.within(max(screen.width - len(before) - signs - quotes, _NARROWEST))
    words = excerpt.marked(start, end)
    if found.says:  # nothing in a colleague's words can end the quotation
        words = '"' + words.replace('"', "'") + '"'
    return before + words
