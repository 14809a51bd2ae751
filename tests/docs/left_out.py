"""At the end of a run of these tests: how many blocks of the pages ran, and why others did not."""

from __future__ import annotations

import pytest

from tests.docs.blocks import counted


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line for each reason that a page gives."""
    reports = [
        each for kind in ("passed", "failed") for each in terminalreporter.stats.get(kind, [])
    ]
    if not any("docs/test_blocks.py" in each.nodeid for each in reports):
        return
    ran, left = counted()
    terminalreporter.write_line(
        f"Blocks of commands in README and docs: {ran} run, {len(left)} not:"
    )
    for block in left:
        terminalreporter.write_line(f"  {block.place}: {block.needs}")
