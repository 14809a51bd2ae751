"""What the documents say is executed, and every command is documented."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import click
import pytest

from blackboard.agents.registry import BUILT_IN
from lessonboard.cli.lazy import own_command
from lessonboard.cli.table import COMMANDS

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
README = ROOT / "README.md"
COMPARISON = DOCS / "comparison.md"
PAGES = [README, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted(DOCS.rglob("*.md"))]
REFERENCE = [
    DOCS / "cli.md", *sorted(DOCS.glob("cli/*.md")), *sorted(DOCS.glob("parts/*/cli.md")),
    DOCS / "parts" / "automation" / "pull-requests.md",
]  # fmt: skip
"""The index of all commands, and a page for each group of them."""

PACKAGES = ("blackboard", "reflect", "scheduler", "lessonboard")


def name_of(page: Path) -> str:
    """A page's path, for the names of tests."""
    return str(page.relative_to(ROOT))


def test_every_cell_of_the_comparison_has_a_note() -> None:
    """What the table says was run or read, and the page says how."""
    rows = re.findall(r"^\| (\d+) \|", COMPARISON.read_text(), re.MULTILINE)
    assert len(rows) == 10
    notes = re.findall(r"^- \*\*(\d+[a-e])\*\* ", COMPARISON.read_text(), re.MULTILINE)
    assert notes == [f"{row}{column}" for row in rows for column in "abcde"]


def test_the_agents_that_we_count_are_those_in_the_code() -> None:
    """In the comparison and in the README; a plain list of messages is no agent."""
    agents = [agent for agent in BUILT_IN if agent.name != "messages"]
    hooked = [agent for agent in agents if agent.hooks is not None]
    assert f"history of {len(agents)}, hooks for {len(hooked)} |" in COMPARISON.read_text()
    assert len(agents) - len(hooked) == 7
    assert "the history of seven more" in README.read_text()


def python_blocks(page: Path) -> list[str]:
    """The Python that a page shows."""
    return re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)


@pytest.mark.parametrize("page", [page for page in PAGES if python_blocks(page)], ids=name_of)
def test_every_python_block_in_a_page_runs(page: Path) -> None:
    """It is not only there to be looked at."""
    for block in python_blocks(page):
        exec(compile(block, str(page), "exec"), {})


def test_every_link_in_a_page_leads_somewhere() -> None:
    """A link to a file of this repository, or a heading of a page, names one that is there."""
    links = [(page, target) for page in PAGES
             for target in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text())]  # fmt: skip
    assert len(links) > 100
    assert [(name_of(page), target) for page, target in links if not leads(page, target)] == []


def leads(page: Path, target: str) -> bool:
    """Whether a link of a page has an end."""
    path, _, anchor = target.partition("#")
    there = page.parent / path if path else page
    return there.exists() and (not anchor or anchor in anchors(there))


def reference() -> str:
    """All pages about commands."""
    return "\n".join(page.read_text() for page in REFERENCE)


def test_the_index_has_each_command_with_its_line_of_help() -> None:
    """The table of all commands says what `--help` says, and leads to the command's section."""
    index = (DOCS / "cli.md").read_text()
    rows = re.findall(r"^\| \[`([^`]+)`\]\(([^)]*)\) \| (.*) \|$", index, re.MULTILINE)
    assert {name: said for name, _, said in rows} == {
        name: command.help for name, command in COMMANDS.items()
    }
    for name, target, _ in rows:
        page, _, anchor = target.partition("#")
        assert anchor in anchors(DOCS / (page or "cli.md")), name


def anchors(page: Path) -> list[str]:
    """What the headings of a page are called in links, as GitHub does it."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


def test_every_command_is_documented() -> None:
    """The reference names each command, and each command and option has a help text."""
    headings = re.findall(r"^### `lessonboard ([^`]*)`", reference(), re.MULTILINE)
    for name in COMMANDS:
        assert [each for each in headings if f"{each} ".startswith(f"{name} ")], name
        command = own_command(name)
        assert command is not None, name
        assert command.help, name
        for parameter in command.params:
            assert not isinstance(parameter, click.Option) or parameter.help, (name, parameter.opts)


def section(name: str) -> tuple[str, str]:
    """The heading of a command in the reference, without its name, and what is below it."""
    found = re.search(rf"^### `lessonboard {name}( [^`]*)?`\n(.*?)(?=^##|\Z)", reference(),
                      re.MULTILINE | re.DOTALL)  # fmt: skip
    assert found, name
    return (found[1] or "").strip(), found[2]


def test_the_options_of_a_rerun_are_in_its_section() -> None:
    """All but hidden ones; of two that exclude each other one is enough."""
    command = own_command("recording run")
    assert command is not None
    options = [
        each for each in command.params if isinstance(each, click.Option) and not each.hidden
    ]
    said = set(re.findall(r"--[a-z-]+", section("recording run")[1]))
    assert [each.opts for each in options
            if not said & {*each.opts, *each.secondary_opts}] == []  # fmt: skip
    assert "`--mend` |" in section("recording run")[1]


def test_a_path_to_import_may_be_missing() -> None:
    """The heading says so, for a session is imported without one."""
    assert section("recording import")[0] == "[PATH...]"


def test_the_keys_of_a_compiled_recording_are_documented() -> None:
    """All that `session reflect --json` prints of one; see `tests/.../cli/test_reflect.py`."""
    keys = ("session", "steps", "new_cards", "file", "outcome", "doubts", "waiting")
    assert [key for key in keys if f"`{key}`" not in section("session reflect")[1]] == []


def with_examples(package: str) -> list[str]:
    """The modules of a package whose docstrings show examples."""
    paths = [path for path in sorted((ROOT / package).rglob("*.py")) if ">>> " in path.read_text()]
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]


@pytest.mark.parametrize("package", PACKAGES)
def test_examples_in_docstrings_hold(package: str) -> None:
    """An example in a docstring prints what it says."""
    tried = {name: doctest.testmod(importlib.import_module(name.removesuffix(".__init__")))
             for name in with_examples(package)}  # fmt: skip
    assert [name for name, result in tried.items() if result.failed] == []
    assert sum(result.attempted for result in tried.values()) > 0
