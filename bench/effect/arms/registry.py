"""The arms by name.

A new one is a class in a file of its own and a line here, or `--arm PACKAGE.MODULE:CLASS`.
"""

from __future__ import annotations

from importlib import import_module

from bench.effect.arms.aelfrice import Aelfrice
from bench.effect.arms.arm import Arm
from bench.effect.arms.callmem import Callmem
from bench.effect.arms.claude_memory_layer import ClaudeMemoryLayer
from bench.effect.arms.claude_recall import ClaudeRecall
from bench.effect.arms.claude_rework import ClaudeRework
from bench.effect.arms.claude_workshop import ClaudeWorkshop
from bench.effect.arms.cogito_mem import CogitoMem
from bench.effect.arms.cortext_memory import CortextMemory
from bench.effect.arms.kuzu_memory import KuzuMemory
from bench.effect.arms.lessonboard import Answers, Approved, Rules
from bench.effect.arms.memorix import Memorix
from bench.effect.arms.nearest import Nearest
from bench.effect.arms.own_file import OwnFile

_OWN: tuple[type[Arm], ...] = (Arm, OwnFile, Nearest, Rules, Answers, Approved)
_PEERS: tuple[type[Arm], ...] = (
    Aelfrice, Callmem, ClaudeMemoryLayer, ClaudeRecall, ClaudeRework, ClaudeWorkshop, CogitoMem,
    CortextMemory, KuzuMemory, Memorix,
)  # fmt: skip

ARMS: dict[str, type[Arm]] = {each.name: each for each in (*_OWN, *_PEERS)}


def arm(name: str) -> Arm:
    """The arm of a name, or of a class; raises ValueError with the names that there are."""
    if ":" in name:
        module, _, attribute = name.partition(":")
        made: Arm = getattr(import_module(module), attribute)()
        return made
    if name not in ARMS:
        raise ValueError(f"no arm is called {name!r}; there are {', '.join(ARMS)}")
    return ARMS[name]()
