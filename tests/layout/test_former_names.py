"""What the product prints, installs and documents says today's names of commands."""

from __future__ import annotations

import re
from pathlib import Path

from blackboard.plugins import contents
from lessonboard.cli.former import FORMER

ROOT = Path(__file__).parent.parent.parent
_ELSEWHERE = ("docs/decisions/", "lessonboard/cli/former.py")
"""What says how it was."""


def _texts() -> dict[str, str]:
    places = [ROOT / "README.md", ROOT / "SECURITY.md", ROOT / "CONTRIBUTING.md", ROOT / "run"]
    for folder in ("blackboard", "reflect", "scheduler", "lessonboard", "docs", "examples",
                   "plugins", ".claude-plugin", ".ci"):  # fmt: skip
        places += [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    named = {str(path.relative_to(ROOT)): path for path in places}
    return {
        name: path.read_text()
        for name, path in named.items()
        if not name.startswith(_ELSEWHERE)
        and path.suffix in ("", ".py", ".md", ".html", ".json", ".toml", ".js", ".mjs", ".sh")
    }


def test_no_text_says_a_former_name() -> None:
    """Neither a message, a page, a template, a plug-in for an agent, nor a script."""
    former = {*FORMER, *(entry.name for entry in contents.part_entries("former"))}
    names = "|".join(sorted(map(re.escape, former), key=len, reverse=True))
    said = re.compile(rf"(?<![\w./-])(?<!from )lessonboard[ \n]+({names})(?![\w-])")
    found = [(name, match[1]) for name, text in _texts().items() for match in said.finditer(text)]
    assert found == []
