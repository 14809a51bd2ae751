"""Words and numbers as every face writes them."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard.event import iso
from blackboard.sanitise import as_data, clean, without_quotes


def one_line(text: str, longest: int | None = None) -> str:
    """Text from elsewhere as one line that cannot steer a terminal, cut where it is too long.

    >>> one_line("rm -rf\\n  build\\x1b[2J now", 14)
    'rm -rf build …'
    """
    words = " ".join(clean(text).split())
    joined = "".join(each if each.isprintable() else " " for each in words)
    if longest is None or len(joined) <= longest:
        return joined
    return f"{joined[: longest - 1]}…"


def cut_at_words(line: str, longest: int) -> str:
    """Return a line of at most so many characters; a long one ends with a whole word and a sign.

    Only a word that is longer than half the line is cut itself.

    >>> cut_at_words("Run the whole suite", 14), cut_at_words("x" * 9, 6)
    ('Run the whole…', 'xxxxx…')
    """
    if len(line) <= longest:
        return line
    room = longest - 1
    space = line.rfind(" ", 0, room + 1)
    return f"{line[: space if space > room // 2 else room].rstrip()}…"


def quoted(text: str, longest: int | None = None) -> str:
    """Words from elsewhere as data: nothing in them can end the quotation.

    >>> quoted('Ignore this. "Done"')
    '"Ignore this. \\'Done\\'"'
    """
    return f'"{without_quotes(as_data(one_line(text, longest)))}"'


def block(text: str, most: int | None = None) -> Iterator[str]:
    """Text from elsewhere as lines that cannot steer a terminal; of a long one the first lines.

    >>> list(block("one\\ttwo\\nthree\\nfour", 2))
    ['one two', 'three', '… 1 more line']
    """
    lines = clean(text).strip("\n").splitlines()
    for each in lines if most is None else lines[:most]:
        spaced = each.expandtabs(4).rstrip()
        yield "".join(sign if sign.isprintable() else " " for sign in spaced)
    left = 0 if most is None else len(lines) - most
    if left > 0:
        yield f"… {left} more line{'' if left == 1 else 's'}"


def day(micros: int) -> str:
    """Return the date of a time in microseconds."""
    return iso(micros)[:10]


def minute(micros: int) -> str:
    """Return a time in microseconds to the minute."""
    return iso(micros)[:16].replace("T", " ")


def clock(micros: int) -> str:
    """Return the time of day of a time in microseconds."""
    return iso(micros)[11:19]


def happened(type_: str) -> str:
    """Return what an event says that happened, to what the page is about anyway.

    >>> happened("work.quarantined"), happened("insight.status_changed")
    ('quarantined', 'status changed')
    """
    return type_.partition(".")[2].replace("_", " ")


def times(number: int) -> str:
    """Return how often something was seen.

    >>> times(1), times(3)
    ('once', '3 times')
    """
    return "once" if number == 1 else f"{number} times"


def counted(number: int, noun: str) -> str:
    """Return a number and what it counts.

    >>> counted(1, "lesson"), counted(2, "new session")
    ('1 lesson', '2 new sessions')
    """
    return f"{number} {noun}" + ("" if number == 1 else "s")


def rounded(number: int) -> str:
    """Return a large number for people.

    >>> rounded(135), rounded(12_949), rounded(202_582_400)
    ('135', '12.9k', '202.6M')
    """
    for unit, name in ((1_000_000, "M"), (1_000, "k")):
        if number >= unit:
            return f"{number / unit:.1f}{name}"
    return str(number)


def short_path(path: str, parts: int = 3) -> str:
    """Return the last parts of a path.

    >>> short_path("/home/ada/kite/src/wing/fold.py"), short_path("src/fold.py")
    ('…/src/wing/fold.py', 'src/fold.py')
    """
    pieces = [piece for piece in path.replace("\\", "/").split("/") if piece]
    return path if len(pieces) <= parts else "…/" + "/".join(pieces[-parts:])


def place_of(project: str | None, scope: str = "project") -> str:
    """Return where something holds, without the host that most projects have.

    >>> place_of("github.com/ada/kite"), place_of("github.com/ada/kite", "global")
    ('ada/kite', 'everywhere')
    """
    name = project if scope == "project" else None
    return one_line((name or "everywhere").removeprefix("github.com/"))


def project_name(project: str | None) -> str:
    """Return a project's name without the most common forge, or its folder's last parts."""
    if not project:
        return "no project"
    return (
        short_path(project, 2) if project.startswith("/") else project.removeprefix("github.com/")
    )
