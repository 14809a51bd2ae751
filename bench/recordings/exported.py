"""The exported test, run by a Python with pytest-playwright, as a person without a board does."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.recordings.ours import Workflow
from bench.recordings.run import Ran
from lessonboard.parts.recordings.browser.chromium import launching
from lessonboard.parts.recordings.export import pytest_file
from lessonboard.parts.recordings.export.skill import named
from lessonboard.parts.recordings.workflow.plan import variable

_CONFTEST = '''"""Uses the browser of this machine, and waits as long as the other sides."""
import pytest


@pytest.fixture(scope="session")
def browser_type_launch_args():
    return {launching!r}


@pytest.fixture(autouse=True)
def waits(context):
    context.set_default_timeout({timeout})
'''


@dataclass(frozen=True)
class Exported:
    """A workflow as a test in a folder of its own."""

    workflow: Workflow
    python: str
    file: Path

    def run(self, others: Mapping[str, str]) -> Ran:
        """Run the test; `others` are recorded texts and what stands for them now."""
        values, left = self.workflow.values(others)
        if left:
            return Ran(False, f"no parameter for {', '.join(sorted(left))}")
        given = {variable(each): values[each.name] for each in self.workflow.plan.parameters}
        done = subprocess.run(
            [self.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(self.file)],
            cwd=self.file.parent, capture_output=True, text=True, check=False,
            env={"PATH": os.environ["PATH"], "HOME": os.environ["HOME"], **given},
        )  # fmt: skip
        errors = [line[2:].strip() for line in done.stdout.splitlines() if line.startswith("E ")]
        return Ran(done.returncode == 0, errors[0] if errors else "")


def export(workflow: Workflow, python: str, folder: Path) -> Exported:
    """Write the test of a workflow.

    Raises:
        BoardError: a test cannot say it.
    """
    folder = folder / "exported" / named(workflow.task.name)
    folder.mkdir(parents=True, exist_ok=True)
    options = launching("", headless=True)
    conftest = _CONFTEST.format(launching=options, timeout=workflow.timeout * 1000)
    (folder / "conftest.py").write_text(conftest)
    file = folder / f"test_{named(workflow.task.name).replace('-', '_')}.py"
    file.write_text(pytest_file(workflow.plan))
    return Exported(workflow, python, file)
