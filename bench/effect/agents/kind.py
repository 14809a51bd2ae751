"""What is particular about a real agent, and what is read of what it printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from bench.effect.agents.player import Options
from bench.effect.arms.arm import Place
from bench.effect.judge import Ran
from bench.effect.session import Shown


class Read(NamedTuple):
    """What an agent printed, read.

    Attributes:
        ran: its calls; one that a hook refused was not made.
        shown: what the memory showed, as far as the agent prints it.
        tokens: all that the model took and gave.
        model: its name.
        problem: why it is no session, such as an endpoint that failed; empty if it is one.
    """

    ran: list[Ran]
    shown: list[Shown]
    tokens: int = 0
    model: str = ""
    problem: str = ""


class Kind(Protocol):
    """What is particular about an agent.

    Attributes:
        name: as an arm registers itself for it, and the name of its program.
        keys: the variables that sign it in.
        variables: the others that it is given.
        fixed: what is set for it.
        files: of the person's home, copied where no key is given.
        own_file: what it reads of its own accord in a repository.
    """

    name: str
    keys: tuple[str, ...]
    variables: tuple[str, ...]
    fixed: Mapping[str, str]
    files: tuple[str, ...]
    own_file: str

    def prepare(self, place: Place, options: Options, given: Mapping[str, str]) -> None:
        """Add to its settings in the home."""

    def words(self, place: Place, options: Options, given: Mapping[str, str]) -> Sequence[str]:
        """The arguments of its program; `given` is its whole environment."""

    def read(self, printed: Sequence[Mapping[str, Any]], place: Place) -> Read:
        """Read the objects that it printed, and what it left in the home."""
