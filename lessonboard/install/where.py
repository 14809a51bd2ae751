"""Where settings may be on this machine."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from blackboard import BoardError
from blackboard.agents.registration import AgentSettings, Places


class NoHome(BoardError):
    """There is no home folder to find the agents' settings in."""

    def __init__(self) -> None:
        super().__init__(
            "could not find your home folder: HOME is not set to an absolute path; set it and "
            "try again"
        )


def places() -> Places:
    """Return the places of this process.

    Raises:
        NoHome: the home folder is not known.
    """
    home = os.environ.get("USERPROFILE" if os.name == "nt" else "HOME", "")
    if not Path(home).is_absolute():
        raise NoHome
    here = Path.cwd()
    top = next((each for each in (here, *here.parents) if (each / ".git").exists()), None)
    return Places(Path(home), top, os.environ)


def is_here(agent: AgentSettings, where: Places) -> bool:
    """Return whether an agent's settings or its program are on this machine."""
    path = where.environment.get("PATH")
    return agent.folder(where).is_dir() or shutil.which(agent.program, path=path) is not None
