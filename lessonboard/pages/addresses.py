"""Addresses within the page: of a lesson, a session, the next part of a list; all in one place."""

from __future__ import annotations

from urllib.parse import quote, urlencode


def address(path: str, /, **query: object) -> str:
    """Return a path with a query; what is None or empty is left out.

    >>> address("/lessons", q="a b", project=None)
    '/lessons?q=a+b'
    """
    given = {name: str(value) for name, value in query.items() if value not in (None, "")}
    return f"{quote(path)}?{urlencode(given)}" if given else quote(path)


def of_rule(name: str) -> str:
    """Return the page of a lesson or insight.

    >>> of_rule("lesson-1"), of_rule("insight-7 b")
    ('/lessons/lesson-1', '/insights/insight-7%20b')
    """
    return address(f"/{'insights' if name.startswith('insight-') else 'lessons'}/{name}")


def of_session(name: str, position: int | None = None) -> str:
    """Return the page of a session, or the part of it around an event.

    >>> of_session("a1/sub", 7)
    '/sessions/a1/sub?at=7#e7'
    """
    found = address(f"/sessions/{name}", at=position)
    return found if position is None else f"{found}#e{position}"


def at_moment(path: str, moment: int | None) -> str:
    """Return the same page as of a position in the log.

    >>> at_moment("/lessons?q=a#b", 12), at_moment("/", None)
    ('/lessons?q=a&as-of=12#b', '/')
    """
    if moment is None:
        return path
    before, sign, anchor = path.partition("#")
    joint = "&" if "?" in before else "?"
    return f"{before}{joint}as-of={moment}{sign}{anchor}"


def is_ours(page: str) -> bool:
    r"""Return whether an address is one of this site.

    >>> is_ours("/review?at=a"), is_ours("//a.test"), is_ours("/\\a.test"), is_ours("")
    (True, False, False, False)
    """
    return page.startswith("/") and not page.startswith(("//", "/\\"))
