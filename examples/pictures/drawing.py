"""From what a terminal was sent to an SVG that needs no font and no request."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from examples.pictures.terminal import COLUMNS

_THEME = TerminalTheme(
    (24, 26, 31),
    (214, 217, 222),
    [
        (24, 26, 31), (224, 108, 117), (143, 190, 120), (229, 192, 123),
        (97, 175, 239), (198, 146, 221), (86, 182, 194), (214, 217, 222),
    ],
    [
        (139, 145, 157), (240, 136, 144), (170, 212, 149), (240, 211, 156),
        (137, 197, 246), (215, 175, 234), (126, 205, 215), (255, 255, 255),
    ],
)  # fmt: skip

# As rich's own template, without the font that it fetches.
_SVG = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px;
}}
.{unique_id}-title {{ font-family: system-ui, sans-serif; font-size: 16px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def drawn(name: str, title: str, printed: str) -> str:
    """An SVG of a terminal; `printed` has the escapes for colours as a program sends them."""
    console = Console(
        record=True, width=COLUMNS, file=StringIO(), force_terminal=True, color_system="truecolor",
        legacy_windows=False,
    )  # fmt: skip
    for line in _folded(Text.from_ansi(printed)):
        console.print(line, no_wrap=True, crop=False, highlight=False)
    return console.export_svg(title=title, theme=_THEME, code_format=_SVG, unique_id=name)


def folded(printed: str) -> list[str]:
    """The same lines as text, without colours."""
    return [line.plain for line in _folded(Text.from_ansi(printed))]


def _folded(text: Text) -> Iterator[Text]:
    """The lines as a terminal breaks them: in the middle of a word, where its width ends."""
    for line in text.split(allow_blank=True):
        yield from line.divide(range(COLUMNS, len(line), COLUMNS)) if line else [line]
