"""A moving picture: commands that are typed one after the other, in an SVG that needs no script.

It moves by CSS. Where a reader wants no motion, or a viewer has none, the last step is shown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from examples.pictures.drawing import drawn, folded
from examples.pictures.terminal import COLUMNS

_ROWS = 12
_WIDTH, _HEIGHT = 12.2, 24.4
"""Of a letter, as `drawing` draws it; the text begins at these points of the picture."""
_LEFT, _TOP, _BACKGROUND = 9.0, 42.0, "#181a1f"

_PER_LETTER, _PAUSE = 0.03, 0.5


class Step(NamedTuple):
    """What is said above a command, the command, and how many seconds its output is shown."""

    said: str
    command: str
    seconds: float


class _Times(NamedTuple):
    """When a step begins, is typed, and ends, in seconds."""

    begins: float
    typed: float
    ends: float


def moving(name: str, title: str, steps: Sequence[Step], printed: Sequence[str]) -> str:
    """An SVG of a terminal in which each command is typed and prints its output."""
    times = _times(steps)
    screens = map(_screen, steps, printed)
    pictures = [drawn(f"{name}-{number}", title, each) for number, each in enumerate(screens)]
    box = re.search(r'viewBox="[^"]+"', pictures[0])
    assert box is not None
    rules = "".join(_rules(number, each, times[-1].ends) for number, each in enumerate(times))
    parts = "\n".join(_part(number, picture, len(steps[number].command) + 2)
                      for number, picture in enumerate(pictures))  # fmt: skip
    last = len(steps) - 1
    return (
        f'<svg {box[0]} xmlns="http://www.w3.org/2000/svg">\n<style>\n'
        f".step, .cover {{ opacity: 0 }}\n.step-{last} {{ opacity: 1 }}\n"
        f".cover {{ transform-box: fill-box; transform-origin: right }}\n{rules}"
        "@media (prefers-reduced-motion: reduce) { .step, .cover { animation: none } }\n"
        f"</style>\n{parts}\n</svg>\n"
    )


def _screen(step: Step, output: str) -> str:
    """A step's words, command and output, always in as many rows."""
    rows = folded(output.rstrip("\n"))
    if len(rows) > _ROWS:
        rows = [*rows[: _ROWS - 1], "…"]
    rows += [""] * (_ROWS - len(rows))
    return "\n".join((f"\x1b[90m# {step.said}\x1b[0m", f"\x1b[32m$\x1b[0m {step.command}", *rows))


def _times(steps: Sequence[Step]) -> list[_Times]:
    found: list[_Times] = []
    for step in steps:
        begins = found[-1].ends if found else 0.0
        typed = begins + _PAUSE + len(step.command) * _PER_LETTER
        found.append(_Times(begins, typed, typed + _PAUSE + step.seconds))
    return found


def _part(number: int, picture: str, letters: int) -> str:
    """One step: its screen, and what covers the command and its output until they come."""
    width, row = COLUMNS * _WIDTH, _TOP + _HEIGHT
    covers = (
        f'<rect class="cover typed-{number}" x="{_LEFT + 2 * _WIDTH:.1f}" y="{row:.1f}" '
        f'width="{(letters - 2) * _WIDTH:.1f}" height="{_HEIGHT}" fill="{_BACKGROUND}"/>',
        f'<rect class="cover output-{number}" x="{_LEFT}" y="{row + _HEIGHT:.1f}" '
        f'width="{width:.1f}" height="{_ROWS * _HEIGHT:.1f}" fill="{_BACKGROUND}"/>',
    )
    return f'<g class="step step-{number}">\n{picture}{covers[0]}\n{covers[1]}\n</g>'


def _rules(number: int, times: _Times, total: float) -> str:
    """The style by which a step is seen, typed and answered, again and again."""
    begins, typed, ends = (f"{100 * each / total:.2f}%" for each in times)
    answered = f"{100 * (times.typed + _PAUSE) / total:.2f}%"
    before = "" if times.begins == 0 else "0% { opacity: 0 } "
    after = "" if ends == "100.00%" else f" {ends} {{ opacity: 0 }}"
    return (
        f"@keyframes step-{number} {{ {before}{begins} {{ opacity: 1 }}{after} }}\n"
        f"@keyframes typed-{number} {{ 0%, {begins} {{ opacity: 1; transform: none }} "
        f"{typed}, 100% {{ opacity: 1; transform: scaleX(0) }} }}\n"
        f"@keyframes output-{number} {{ 0% {{ opacity: 1 }} {answered} {{ opacity: 0 }} }}\n"
        f".step-{number} {{ animation: step-{number} {total:.1f}s step-end infinite }}\n"
        f".typed-{number} {{ animation: typed-{number} {total:.1f}s steps(60) infinite }}\n"
        f".output-{number} {{ animation: output-{number} {total:.1f}s step-end infinite }}\n"
    )
