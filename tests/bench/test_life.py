"""What an ordinary month enters is seen in every process: commands, hooks and servers."""

from __future__ import annotations

from pathlib import Path

from bench.life.functions import looked_at, summed
from bench.life.home import NOTES
from bench.life.month import MONTH, played

_KINDS = (
    "lessonboard --help",
    "lessonboard init --agent claude --no-history --model none",
    'hook claude SessionStart {"source": "startup"}',
    "mcp tools/list",
    "page /lessons",
    "! lessonboard lesson lesson-zz",
)
_ENTERED = {
    "lessonboard/cli/init.py": "init",
    "lessonboard/hooks/client.py": "main",
    "lessonboard/mcp/server.py": "serve",
    "lessonboard/parts/web/pages/lessons.py": "lessons",
}


def test_a_line_of_each_kind_is_played_and_what_it_enters_is_noted(tmp_path: Path) -> None:
    """What only the page enters is entered; a command that was not given is not imported."""
    assert played(_KINDS, tmp_path / "life") == []
    modules = {str(each.path): each for each in looked_at(tmp_path / "life" / NOTES)}
    for path, name in _ENTERED.items():
        assert name in modules[path].entered
    assert not modules["lessonboard/cli/forget.py"].is_imported
    core = summed(modules.values())[0]
    assert 0 < core.entered < core.defined
    assert 0 < core.never_lines < core.lines


def test_every_line_of_the_month_names_who_does_it() -> None:
    """A misspelt line would be found only when the whole month is played."""
    first = {line.removeprefix("! ").partition(" ")[0] for line in MONTH}
    assert first <= {"lessonboard", "hook", "mcp", "page", "press", "transcript", "file"}
