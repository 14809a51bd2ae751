"""What is particular about an agent stands in `blackboard/agents/`, and nowhere behind it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from blackboard.agents import AGENTS, Agent, arguments
from blackboard.sources.readers import reader_of

ROOT = Path(__file__).parent.parent.parent
BEHIND = [
    path
    for folder in ("reflect", "scheduler", "lessonboard", "blackboard/views", "blackboard/search")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
_OTHER_TRADES = (
    "lessonboard/install/bundle.py",
    "lessonboard/parts/recordings/browser/",
    "lessonboard/parts/recordings/compiler/",
    "reflect/model/agents/",
)
"""The bundle is found out by calling a hook as an agent does; recordings have actions of their own,
not tools; an agent that is asked as a model has switches called after what they switch off."""

TOOLS = {name for agent in AGENTS.values() for name in agent.tools}
ARGUMENTS = {*arguments.COMMAND, *arguments.FOLDER, *arguments.PATHS, "old_string", "new_string"}
_COMMON = {
    "command", "cwd", "path", "paths", "script", "directory",  # fields of our own have these names
    "Agent", "Delete", "Edit", "Read", "Shell", "Task", "Write",  # words of English
}  # fmt: skip


def test_nothing_behind_the_agents_knows_their_tools() -> None:
    """No text in the code is the name of a tool or of a tool's argument."""
    names = {name for name in TOOLS | ARGUMENTS if not name.islower() or "_" in name}
    wanted = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names - _COMMON)))})\b")
    keys = {"cmd", "workdir"}
    found = [
        f"{path.relative_to(ROOT)}: {text[:60]!r}"
        for path in _files()
        for text in _texts(path)
        if wanted.search(text) or text in keys
    ]
    assert found == []


def test_nothing_behind_the_agents_picks_from_an_input() -> None:
    """The input of a call is in its agent's terms: what is in it is asked of `blackboard.calls`."""
    picks = re.compile(r"""["']input["'](?:,\s*\{\})?[\])]\s*(?:\.get\(|\[)\s*["']""")
    # The input of work items.
    hands = {"scheduler/handlers", "automation/handlers", "scheduler/dispatch.py"}
    found = [
        str(path.relative_to(ROOT))
        for path in _files()
        if picks.search(path.read_text()) and not any(each in str(path) for each in hands)
    ]
    assert found == []


@pytest.mark.parametrize("agent", AGENTS.values(), ids=str)
def test_an_agent_has_a_folder_of_its_own(agent: Agent) -> None:
    """It is found by its name, and holds the reader and the settings that it names."""
    name = agent.name.replace("-", "_")
    assert (ROOT / "blackboard" / "agents" / name / "__init__.py").is_file()
    for named in (agent.reader, agent.settings):
        assert not named or str(named).startswith(f"blackboard.agents.{name}.")


def test_readers_have_the_names_of_their_agents() -> None:
    """What is recorded under a name is described under it."""
    for agent in AGENTS.values():
        if agent.reader:
            assert reader_of(agent).name == agent.name


def _files() -> Iterator[Path]:
    for path in BEHIND:
        if not str(path.relative_to(ROOT)).startswith(_OTHER_TRADES):
            yield path


def _texts(path: Path) -> Iterator[str]:
    """The texts in the code of a file, without docstrings."""
    tree = ast.parse(path.read_text())
    told = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told:
            yield node.value
