"""A repository's program, kept apart: its command line and its variables, for one run.

Everything that the automation runs of a repository, its checks and its git hooks, goes through
`Isolation`; agents do not (`reflect/model/agents/sign_in.py`).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from blackboard.private_folder import make_private_folder
from blackboard.variables import CHILD
from lessonboard.parts.automation.isolation import environment as variables
from lessonboard.parts.automation.isolation.allowed import NOTHING, Allowed
from lessonboard.parts.automation.isolation.lacking import lacks
from lessonboard.parts.automation.isolation.means import Means, means
from lessonboard.parts.automation.isolation.places import CACHES, TOOLS
from lessonboard.parts.automation.isolation.view import (
    TEMPORARY,
    IsolatedView,
    Person,
    home_in,
    own_home,
    own_temporary,
    program_folders,
    view_of,
)

_RESOLVER = "/etc/resolv.conf"


@dataclass(frozen=True)
class Isolation:
    """How programs of a repository are run in one run.

    Args:
        run: the folder of the run; its home and temporary folder are made there, mode 0700.
        allowed: what the person opened for the repository.
        given: the variables of this process.
        means: by which means they are kept apart; the first that works here.
    """

    run: Path
    allowed: Allowed = NOTHING
    given: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    find_means: Callable[[], Means] = field(default_factory=lambda: means)

    @property
    def means(self) -> Means:
        """By which means."""
        return self.find_means()

    def environment(self) -> dict[str, str]:
        """All variables that a program is given."""
        home, temporary = str(own_home(self.run)), str(own_temporary(self.run))
        if self.means.replaces:
            home, temporary = home_in(_person(self.given), self.run), TEMPORARY[0]
        kept = variables.environment(self.allowed, self.given)
        return {**kept, **variables.folders(home, temporary), CHILD: "1"}

    def command(
        self,
        words: Sequence[str],
        worktree: Path,
        *,
        readable: Sequence[str] = (),
        writable: Sequence[str] = (),
        kept: Sequence[str] = (),
    ) -> list[str]:
        """The command line that runs a program apart; see `view_of` for the other arguments."""
        make_private_folder(own_home(self.run))
        make_private_folder(own_temporary(self.run))
        if self.means.command is None:
            self._link(TOOLS)
            return list(words)
        if not self.means.replaces:
            self._link((*TOOLS, *CACHES))
        seen = (*program_folders(words, self.given), *readable)
        return self.means.command(self._view(worktree, seen, writable, kept), words)

    def lacks(self, command: str, output: str) -> list[str]:
        """What a failed program lacked that the person could allow."""
        withheld = variables.withheld(self.allowed, self.given)
        has_network = self.allowed.network or self.means.command is None
        return lacks(command, output, withheld, has_network=has_network)

    def _view(
        self, worktree: Path, readable: Sequence[str], writable: Sequence[str], kept: Sequence[str]
    ) -> IsolatedView:
        named = [self.given.get(name, "") for name in sorted(self.allowed.variables)]
        named = [each for each in named if each.startswith("/")]
        resolver = [os.path.realpath(_RESOLVER)] if self.allowed.network else []
        return view_of(
            _person(self.given), self.run, worktree, readable=(*readable, *named, *resolver),
            writable=writable, kept=kept, network=self.allowed.network,
        )  # fmt: skip

    def _link(self, places: Sequence[str]) -> None:
        """Link to what may be read, where the home cannot take the place of the person's."""
        home = Path(_homes(self.given)[0])
        for place in places:
            link = own_home(self.run) / place
            if (home / place).exists() and not os.path.lexists(link):
                with suppress(OSError):  # a check may have put something of its own there
                    link.parent.mkdir(parents=True, exist_ok=True)
                    link.symlink_to(home / place)


def remove(run: Path) -> None:
    """Remove the home and the temporary folder of a run, also what is read-only in them."""
    if own_home(run).parent.is_dir():
        shutil.rmtree(own_home(run).parent, onerror=_remove_anyway)


def _remove_anyway(remove_one: Callable[[str], object], path: str, _error: object) -> None:
    """Tools make folders of their caches read-only; they are this run's own."""
    Path(path).parent.chmod(0o700)
    if Path(path).is_dir() and not Path(path).is_symlink():
        Path(path).chmod(0o700)
        shutil.rmtree(path)
    else:
        remove_one(path)


_FOLDERS = ("TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
            "XDG_CACHE_HOME", "GNUPGHOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR")  # fmt: skip
_SOCKETS = ("SSH_AUTH_SOCK", "GPG_AGENT_INFO")


def _person(given: Mapping[str, str]) -> Person:
    """What is this person's: the home folders, and where sockets and settings are elsewhere."""
    return Person(_homes(given), _paths(_FOLDERS, given), _paths(_SOCKETS, given))


def _paths(names: Sequence[str], given: Mapping[str, str]) -> tuple[str, ...]:
    paths = (given.get(name, "").partition(":")[0] for name in names)
    return tuple(dict.fromkeys(os.path.normpath(each) for each in paths if each.startswith("/")))


def _homes(given: Mapping[str, str]) -> tuple[str, ...]:
    """The home folders: that of `HOME`, that of the account, and where links lead."""
    paths = [*_paths(("HOME",), given), *_account()]
    return tuple(dict.fromkeys([*paths, *map(os.path.realpath, paths)])) or ("/",)


def _account() -> list[str]:
    """The home folder of the account; a container may run under a number without one."""
    try:
        import pwd

        return [os.path.normpath(pwd.getpwuid(os.getuid()).pw_dir)]
    except (ImportError, KeyError):
        return []
