"""A test that fails when code has what a lesson forbids: for Python with pytest."""

from __future__ import annotations

import re

from lessonboard.parts.automation.compiling.kind import Files, Proposal, Subject, Unfit

_FORBIDDEN = re.compile(
    r"(?i)(?:\binstead of|\brather than|, not|\bnever (?:use|call|import|write|add)"
    r"|\b(?:do not|don'?t) (?:use|call|import|write|add)|\bavoid(?: using| calling)?) `([^`\n]+)`"
)
_CODE = re.compile(r"(?:[A-Za-z_]\w*)(?:\.[A-Za-z_]\w*)*\(?\)?")
_IMPORT = re.compile(r"(?:import|from) [A-Za-z_][\w.]*")
_FILE = re.compile(r"(?i)\.(?:py|pyi|js|ts|json|ya?ml|toml|md|txt|lock|sh|cfg|ini|env|html|css)$")
_LONGEST = 100
_TESTS = "tests"

_TEMPLATE = '''\
"""A check that was made of {name}."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RULE = {rule}
FORBIDDEN = re.compile({pattern})
SKIPPED = {{"build", "dist", "node_modules", "site-packages", "venv"}}


def test_{function}() -> None:
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        place = path.relative_to(ROOT)
        if path == Path(__file__).resolve() or any(
            part in SKIPPED or part.startswith(".") for part in place.parts
        ):
            continue
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        found += [f"{{place}}:{{n}}" for n, line in enumerate(lines, 1) if FORBIDDEN.search(line)]
    assert not found, f"{{RULE}} Found in: {{', '.join(found[:20])}}"
'''


class ForbiddenCode:
    """A test in `tests/` that looks for the forbidden words in every Python file."""

    name = "test"
    about = "a test that fails where code has what it forbids (Python with pytest)"
    strength = 20

    def propose(self, subject: Subject, files: Files) -> Proposal:
        """A new file with one test, which passes now."""
        wrong = forbidden_in(subject.rule)
        tests = files.tracked(f"{_TESTS}/test_*.py")
        if not tests:
            raise Unfit("the repository has no tests in tests/test_*.py")
        pattern = pattern_of(wrong)
        function = subject.name.replace("-", "_")
        path = f"{_TESTS}/test_{function}.py"
        before = files.read(path)
        _require_absent(re.compile(pattern), wrong, path, files)
        after = _TEMPLATE.format(
            name=subject.name,
            function=function,
            rule=ascii(subject.rule),
            pattern=ascii(pattern),
        )
        return Proposal(
            path,
            before,
            after,
            tuple(after.splitlines()),
            "Test that code does without something forbidden",
            "it forbids something that code either has or has not",
            function,
        )


def forbidden_in(rule: str) -> str:
    """The one piece of Python that a rule forbids.

    >>> forbidden_in("Use `datetime.now(UTC)` instead of `datetime.utcnow()`.")
    'datetime.utcnow('

    Raises:
        Unfit: there is none, or several, or it is too short to look for.
    """
    found = {match[1].strip() for match in _FORBIDDEN.finditer(rule)}
    code = {each for each in found if _is_code(each)}
    if len(code) != 1 or code != found:
        raise Unfit("it does not forbid one piece of Python that could be looked for")
    return code.pop().removesuffix(")")


def pattern_of(code: str) -> str:
    r"""The expression that finds a piece of code as whole words.

    >>> pattern_of("datetime.utcnow(")
    '(?<![\\w.])datetime\\.utcnow\\s*\\('
    """
    name = code.removesuffix("(")
    words = r"\s+".join(re.escape(word) for word in name.split(" "))
    end = r"\s*\(" if code.endswith("(") else r"(?!\w)"
    return rf"(?<![\w.]){words}{end}"


def _is_code(text: str) -> bool:
    """Whether it is surely Python: a call, a name with a dot, an import; no file, no command."""
    if len(text) > _LONGEST or _FILE.search(text):
        return False
    if _IMPORT.fullmatch(text):
        return True
    return bool(_CODE.fullmatch(text)) and ("." in text or "(" in text)


def _require_absent(pattern: re.Pattern[str], wrong: str, own: str, files: Files) -> None:
    """Refuse a test that would fail immediately: what is there now is fixed first."""
    has = []
    for path in files.tracked("*.py"):
        try:
            text = files.read(path) if path != own else None
        except Unfit:
            continue  # the test itself skips nothing, but a link or a large file says little
        if text is not None and any(map(pattern.search, text.splitlines())):
            has.append(path)
    if has:
        raise Unfit(f"{len(has)} files have `{wrong}` now, such as {has[0]}; mend them first")
