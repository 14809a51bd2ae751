"""Python source: templates as expressions, and lines broken as `ruff format` breaks them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lessonboard.parts.recordings.compiler.template import Part, parse

SITE = Part("{site}", is_parameter=True)
"""The local variable with the address of the site where a task begins."""

_WIDTH = 88
_CHANGING = re.compile(r"((?<=/)[\w+-]+={1,2}(?=/|$)|[0-9a-f]{8}[0-9a-f-]{4,}|\d+)")
_SPECIAL = re.compile(r"([\\.^$*+?{}\[\]|()])")
_SIGN = re.compile(r"""[rf]*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|[()\[\],]""")


def text(template: str, *before: Part) -> str:
    """A template as an expression.

    >>> text("{song}"), text("play {song} {{now}}"), text('say "hi"')
    ('SONG', 'f"play {SONG} {{now}}"', '\\'say "hi"\\'')
    """
    parts = [*before, *parse(template)]
    is_name = len(parts) == 1 and parts[0].is_parameter and not before
    return parts[0].text.upper() if is_name else _string(parts, "{%s}", is_raw=False)


def similar(template: str, before: str = "^", after: str = "$", *, counts: bool = False) -> str:
    """The text itself, or a pattern where it has numbers or identifiers of its own."""
    has = any(_CHANGING.search(part.text) for part in parse(template) if not part.is_parameter)
    return pattern(template, after, Part(before), counts=counts) if has else text(template)


def pattern(template: str, after: str, *before: Part, counts: bool = False) -> str:
    r"""A regular expression for a text with other numbers; `counts`: none is not some.

    >>> pattern("order {song}/17", "$", Part("^"))
    're.compile(rf"^order {re.escape(SONG)}/\\d+$")'
    """
    parts = [part if part.is_parameter else Part(_expression(part.text, counts))
             for part in parse(template)]  # fmt: skip
    is_raw = all(part.text.isprintable() and '"' not in part.text for part in parts)
    whole = [*before, *parts, Part(after)]
    return f"re.compile({'r' * is_raw}{_string(whole, '{re.escape(%s)}', is_raw=is_raw)})"


def broken(statements: Iterable[str]) -> Iterator[str]:
    """Indented statements as lines that are not too long."""
    for line in statements:
        code = line.lstrip(" ")
        yield from _broken(code, len(line) - len(code))


def _broken(code: str, indent: int, tail: str = "") -> Iterator[str]:
    """The lines of a statement, of an argument, or of what follows a closing bracket."""
    is_long, opened, groups = indent + len(code + tail) > _WIDTH, 0, []
    for at, sign, depth in _signs(code) if is_long else ():
        if sign in "([" and depth == 1:
            opened = at
        elif sign in ")]" and depth == 0 and 0 < opened < at - 1 and indent + opened < _WIDTH:
            groups.append((opened, at))
    name, _, said = code.partition(" = ")
    if is_long and said.endswith('"') and indent + 4 + len(said) <= _WIDTH:
        groups, code = [(len(name) + 3, len(code) + 1)], f"{name} = ({said})"
    if not groups:
        yield " " * indent + code + tail
        return
    start, close = groups[-1]
    body, is_tuple, deeper = code[start + 1 : close], code.startswith("for "), indent + 4
    commas = [at for at, sign, depth in _signs(body) if sign == "," and depth == 0]
    yield " " * indent + code[: start + 1]
    if not commas or (deeper + len(body) <= _WIDTH and not is_tuple):
        yield from _broken(body, deeper)
    else:
        for one, other in zip([-1, *commas], [*commas, len(body)], strict=True):
            yield from _broken(body[one + 1 : other].strip(), deeper, ",")
    yield from _broken(code[close:], indent, tail)


def _signs(code: str) -> Iterator[tuple[int, str, int]]:
    """The strings, brackets and commas, each with the depth after it."""
    depth = 0
    for match in _SIGN.finditer(code):
        depth = max(0, depth + (match[0] in "([") - (match[0] in ")]"))
        yield match.start(), match[0], depth


def _string(parts: list[Part], name: str, *, is_raw: bool) -> str:
    """A string literal; `name` is how a parameter is written in it."""
    said = "".join(part.text for part in parts if not part.is_parameter)
    quote = "'" if said.count('"') > said.count("'") else '"'
    is_formatted, body = any(part.is_parameter for part in parts), ""
    for part in parts:
        if part.is_parameter:
            body += part.text if part is SITE else name % part.text.upper()
            continue
        one = part.text if is_raw else "".join(
            f"\\{each}" if each in ("\\", quote) else each if each.isprintable()
            else each.encode("unicode_escape").decode() for each in part.text)  # fmt: skip
        body += one.replace("{", "{{").replace("}", "}}") if is_formatted else one
    return f"{'f' * is_formatted}{quote}{body}{quote}"


def _expression(said: str, counts: bool) -> str:
    pieces = _CHANGING.split(said)
    pieces[::2] = [_SPECIAL.sub(r"\\\1", piece) for piece in pieces[::2]]
    some = r"[1-9]\d*" if counts else r"\d+"
    pieces[1::2] = ["[^/]+" if not piece.isdecimal() else "0" if counts and not piece.strip("0")
                    else some for piece in pieces[1::2]]  # fmt: skip
    return "".join(pieces)
