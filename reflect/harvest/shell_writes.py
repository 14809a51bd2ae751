"""What a shell line writes into files: here-documents, `echo` and `printf`, and what it deletes.

Only what stands literally in the line is known; text with substitutions is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from reflect.invocation import pieces

_TARGET = r"(?P<path>[^\s'\";&|<>()]+|\"[^\"\n]+\"|'[^'\n]+')"
_HEREDOC = re.compile(
    r"(?P<head>^|[;&|\n])(?P<before>[^\n;&|]*)<<-?[ ]*(?P<quote>['\"]?)(?P<end>\w+)(?P=quote)"
    r"(?P<after>[^\n]*)\n(?P<text>.*?)\n[\t ]*(?P=end)[ \t]*(?=\n|$|\))",
    re.DOTALL,
)
_REDIRECTED = re.compile(rf"(?<![\d&])(?P<sign>>>?)\s*{_TARGET}")
_TEE = re.compile(rf"\btee\s+(?P<append>(?:-a|--append)\s+)?{_TARGET}")
_ECHO = re.compile(
    rf"(?:^|[;&|\n]\s*)(?:echo(?:\s+-[en]+)?"
    rf"|printf(?:\s+--)?)\s+(?P<mark>['\"])(?P<text>.*?)(?<!\\)(?P=mark)"
    rf"\s*(?P<sign>>>?)\s*{_TARGET}",
    re.DOTALL,
)
_WRITERS = re.compile(r"^\s*(?:sudo\s+)?(?:cat|tee)\b")
_SUBSTITUTED = re.compile(r"\$\(|\$\{?\w+|`[^`]*`")
_ESCAPED = re.compile(r"\\([`$\\])")
_DELETES = ("rm", "unlink")
_PUTS_BACK = (("git", "checkout"), ("git", "restore"))
_LONGEST = 200_000


class ShellWrite(NamedTuple):
    """A text that a line writes into a file; None where it deletes the file or puts it back.

    What is put back is as it was committed last: what this session wrote is gone, not more.
    """

    path: str
    text: str | None
    is_appended: bool = False
    is_put_back: bool = False


def shell_writes(line: str) -> Iterator[ShellWrite]:
    r"""What a shell line writes.

    >>> [tuple(each) for each in shell_writes("cat >> NOTES.md <<'EOF'\n- Run it twice.\nEOF")]
    [('NOTES.md', '- Run it twice.', True, False)]
    """
    rest = line[:_LONGEST]
    if "<<" in rest:
        for found in _HEREDOC.finditer(rest):
            yield from _heredoc(found)
        rest = _HEREDOC.sub(" ", rest)
    prints = ">" in rest and ("echo" in rest or "printf" in rest)
    for found in _ECHO.finditer(rest) if prints else ():
        text = found["text"]
        if found["mark"] == "'" or not _SUBSTITUTED.search(text):
            yield ShellWrite(_bare(found["path"]), text.replace("\\n", "\n"), found["sign"] == ">>")
    if any(word in rest for word in (*_DELETES, "git ")):
        yield from _taken_away(rest)


def _heredoc(found: re.Match[str]) -> Iterator[ShellWrite]:
    line, text = f"{found['before']} {found['after']}", found["text"]
    if not _WRITERS.match(found["before"]):
        return
    if not found["quote"]:
        text = _ESCAPED.sub(r"\1", text)
    tee, redirected = _TEE.search(line), _REDIRECTED.search(line)
    if tee:
        yield ShellWrite(_bare(tee["path"]), text, bool(tee["append"]))
    elif redirected:
        yield ShellWrite(_bare(redirected["path"]), text, redirected["sign"] == ">>")


def _taken_away(line: str) -> Iterator[ShellWrite]:
    for each in pieces(line, None):
        words = [_bare(word) for word in each.invocation.words]
        if words[0] in _DELETES:
            paths, is_put_back = words[1:], False
        elif tuple(words[:2]) in _PUTS_BACK and "--staged" not in words:
            paths = words[words.index("--") + 1 :] if "--" in words else words[2:]
            is_put_back = True
        else:
            continue
        named = (path for path in paths if not path.startswith("-"))
        yield from (ShellWrite(path, None, is_put_back=is_put_back) for path in named)


def _bare(word: str) -> str:
    return word.strip("\"'")
