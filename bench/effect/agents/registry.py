"""The players by name; a new one is a file of its own and a line here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bench.effect.agents.claude import ClaudeCode
from bench.effect.agents.codex import Codex
from bench.effect.agents.files import Files
from bench.effect.agents.opencode import OpenCode
from bench.effect.agents.player import Options, Player
from bench.effect.agents.real import Real

PLAYERS: dict[str, Callable[[Options], Player]] = {
    "claude": partial(Real, ClaudeCode()),
    "codex": partial(Real, Codex()),
    "opencode": partial(Real, OpenCode()),
    "files": Files,
}
