"""Screenshots with a mark at the clicked place."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blackboard.errors import BoardError
from lessonboard.parts.recordings.sources import Recording, Screenshot, Step

if TYPE_CHECKING:
    from PIL.Image import Image

_MOST_PIXELS = 80_000_000
_RED, _WHITE = (230, 30, 30), (255, 255, 255)


class Unreadable(BoardError):
    """A screenshot is missing, damaged, or far too large."""


def marked(shot: Screenshot, step: Step, screen: tuple[float, float] | None) -> bytes:
    """The screenshot in its own format, with a mark at the step's position.

    Raises:
        Unreadable: the image cannot be read.
    """
    image = _marked(_opened(shot.path), step, screen)
    if shot.path.suffix.lower() in (".jpg", ".jpeg"):
        return _encoded(image, "JPEG", quality=95)
    return _encoded(image, "PNG")


def has_mark(step: Step) -> bool:
    """Whether a step has a position on the screen."""
    return bool(_points(step.action))


def screen_of(recording: Recording) -> tuple[float, float] | None:
    """The screen size in the units of the actions, if recorded."""
    for name in ("screen", "viewport"):
        size = recording.config.get(name)
        if isinstance(size, Mapping):
            width, height = size.get("width"), size.get("height")
            if (across := _number(width)) and (along := _number(height)):
                return across, along
    return None


def _points(action: Mapping[str, Any]) -> tuple[tuple[float, float], ...]:
    pairs = (("x1", "y1"), ("x2", "y2")) if "x1" in action else (("x", "y"),)
    found = [(_number(action.get(x)), _number(action.get(y))) for x, y in pairs]
    return tuple((x, y) for x, y in found if x is not None and y is not None)


def _number(value: Any) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and math.isfinite(value) and value >= 0 else None


def _opened(path: Path) -> Image:
    try:
        from PIL import Image
    except ImportError as error:
        raise Unreadable(
            "the package `pillow` is not installed, so no screenshot can be marked; "
            "install it with: pip install 'lessonboard[recordings]'"
        ) from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", Image.DecompressionBombWarning
            )  # the size is checked below
            with Image.open(path) as image:
                if image.width * image.height > _MOST_PIXELS:
                    raise Unreadable(f"{path} has {image.width} x {image.height} pixels")
                return image.convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise Unreadable(f"{path} cannot be read as an image: {error}") from error


def _marked(image: Image, step: Step, screen: tuple[float, float] | None) -> Image:
    from PIL import ImageDraw

    width, height = screen or (image.width, image.height)
    points = [(x * image.width / width, y * image.height / height) for x, y in _points(step.action)]
    inside = [p for p in points if 0 <= p[0] <= image.width and 0 <= p[1] <= image.height]
    draw = ImageDraw.Draw(image)
    radius = max(image.width, image.height) / 70
    thick = max(2, round(radius / 5))
    if len(inside) == 2:
        draw.line(inside, fill=_RED, width=thick)
    for x, y in inside:
        for colour, size in ((_WHITE, radius + thick), (_RED, radius)):
            draw.ellipse((x - size, y - size, x + size, y + size), outline=colour, width=thick)
    return image


def _encoded(image: Image, form: str, **options: Any) -> bytes:
    into = io.BytesIO()
    image.save(into, form, **options)
    return into.getvalue()
