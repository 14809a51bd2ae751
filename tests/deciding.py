"""Tests give commands as scripts of a person who lets them decide.

They run below whatever starts them, perhaps an agent, and have homes without settings, so what a
command sees of its parents and of that setting is put in its place here. How it is really seen is
tested by `tests/lessonboard/test_who_decides.py`.
"""

from __future__ import annotations

import os
from pathlib import Path

from lessonboard.bootstrap import App
from lessonboard.cli import who_decides
from lessonboard.who_may_decide import Circumstances

SETTING = "[decide]\nscripts = true\n"
"""What a person's settings say then, for commands that are started anew."""


def observed(app: App) -> Circumstances:
    """A script that may decide, in the environment that the test gave."""
    return Circumstances(os.environ, (), has_terminal=False, allows_scripts=True)


def let_scripts_decide() -> None:
    """Let commands in this process, and in those that are forked from it, decide."""
    who_decides.observed = observed


def allow_scripts(home: Path) -> None:
    """Write the setting into a home, for a command that is started anew there."""
    file = home / ".config" / "lessonboard" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(SETTING)
