"""Twenty corrections, each typed once: in the next session of each real agent they come first.

The corrections are half "b" of the bench's, which nobody looked at while the product was changed;
a model's recorded answers stand for the model. The program sees no question here, since nobody sits
at these sessions: what counts is what the first request says.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from bench.quality.asking import Recorded
from bench.quality.recorded_answers import read_answers
from bench.quality.said_once import answered as said_once
from bench.quality.said_once.measure import by_rules, is_wish, taken_in
from bench.quality.said_once.sessions import Correction, corrections
from blackboard import Board
from tests.agents.scripted_server import Say
from tests.end_to_end.agents import ClaudeCode, Codex
from tests.end_to_end.machine import Machine
from tests.end_to_end.other_agents import Gemini, OpenCode
from tests.optional_parts import CLAUDE, CODEX, GEMINI, OPENCODE

pytestmark = pytest.mark.full

KINDS = ("repository", "command", "path", "topic")
OF_EACH = 5
LEAST = 0.8


@dataclass(frozen=True)
class InRepository(Machine):
    """The machine, with an agent in another repository of it."""

    name: str = ""

    @property
    def repository(self) -> Path:
        """A repository by the name of its remote."""
        return self.root / self.name


def twenty() -> Iterator[Correction]:
    """Five of each kind."""
    for kind in KINDS:
        yield from islice((one for one in corrections("b") if one.kind == kind), OF_EACH)


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(ClaudeCode, marks=CLAUDE.needed, id="claude-code"),
        pytest.param(Codex, marks=CODEX.needed, id="codex"),
        pytest.param(OpenCode, marks=OPENCODE.needed, id="opencode"),
        pytest.param(Gemini, marks=GEMINI.needed, id="gemini"),
    ],
)
def test_most_are_in_the_first_request(
    kind: type[ClaudeCode | Codex | OpenCode | Gemini], machine: Machine
) -> None:
    """Before any act of the next session; each agent is a process, the model is scripted."""
    machine.lessonboard("init", "--agent", kind(machine).name.removesuffix("-code"))
    with Board.open(machine.database) as board:
        _learn(board)
    found = {one.id: _is_first(kind, machine, one) for one in twenty()}
    late = sorted(name for name, is_first in found.items() if not is_first)
    sys.stdout.write(f"{kind.__name__}: {len(found) - len(late)} of {len(found)}, not {late}\n")
    assert len(late) <= (1 - LEAST) * len(found)


def _learn(board: Board) -> None:
    taken_in(board)
    by_rules(board)
    endpoint = Recorded(read_answers(said_once.NAME))
    said_once.understand_all(board, endpoint)
    assert endpoint.open == []
    board.catch_up()


def _is_first(
    kind: type[ClaudeCode | Codex | OpenCode | Gemini], machine: Machine, one: Correction
) -> bool:
    place = InRepository(machine.root, machine.variables, one.id)
    place.repository.mkdir()
    for arguments in (["init", "--quiet"],
                      ["remote", "add", "origin", f"https://{one.project}.git"]):  # fmt: skip
        subprocess.run(["git", *arguments], cwd=place.repository, env=place.environment, check=True)
    session = kind(place).run(one.next_prompt, [Say("Done.")])
    first = json.dumps(session.requests[0], ensure_ascii=False)
    return any(is_wish(one, line) for line in first.split("\\n") if "; lesson-" in line)
