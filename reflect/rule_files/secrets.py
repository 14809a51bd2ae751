"""Find secrets in a rule file, and report their kind and line but never the value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from blackboard.redaction.redact import redact
from reflect.markdown.blocks import lines_of
from reflect.rule_files.remark import Audited, Remark

_MARK = re.compile(r"\[redacted ([\w-]+)\]")
_KEY = "PRIVATE KEY-----"
_MADE_UP = re.compile(
    r"(?i)your|example|sample|dummy|placeholder|change[_-]?me|replace|insert|fake|redacted"
    r"|x{4,}|\.\.\.|\*{3,}|0123456|1234567|abcdef|<[^>]+>|\$\{|^(?:user(?:name)?|pass(?:word)?"
    r"|secret|postgres|root|admin|test|guest|dev|mysecret\w*|hunter2)$"
)
_LOCAL = re.compile(r"@(?:localhost|127\.0\.0\.1|host\.docker\.internal|db|postgres|redis)\b")


def secrets(file: Audited) -> Iterator[Remark]:
    """The lines that hold a secret; placeholders, which are common in documents, do not count."""
    for number, line in enumerate(lines_of(file.text), 1):
        if _KEY in line and "BEGIN" in line:
            yield _remark(file, number, "private-key")
            continue
        for kind, value in _found(line):
            is_local = kind == "url-password" and _LOCAL.search(line)
            if not is_local and not _MADE_UP.search(value):
                yield _remark(file, number, kind)


def _found(line: str) -> list[tuple[str, str]]:
    """The kind and value of each secret in a line."""
    redacted: str = redact(line).value
    if redacted == line:
        return []
    kinds = [kind for kind in _MARK.findall(redacted) if f"[redacted {kind}]" not in line]
    parts = _MARK.split(redacted)[::2]
    match = re.fullmatch("(.*?)".join(map(re.escape, parts)), line)
    values = match.groups() if match and len(parts) == len(kinds) + 1 else ("",) * len(kinds)
    return list(zip(kinds, values, strict=False))


def _remark(file: Audited, line: int, kind: str) -> Remark:
    what = "a secret" if kind == "secret" else f"a secret ({kind})"
    return Remark(file.path, line, "secret", f"holds {what}: take it out, and change it")
