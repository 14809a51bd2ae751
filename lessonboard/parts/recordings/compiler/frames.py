"""Screenshots for a model and for a person: scaled down, with a mark at the clicked place."""

from __future__ import annotations

import base64
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

LONGEST_SIDE = 1280
"""Pixels of what is sent: text of a full-screen window can still be read, and an image then
costs about 1,500 tokens, which is what the budget reserves for it."""

VERSION = "1"
"""The version of the drawing; a new one makes the screenshots be drawn again."""

_QUALITY = 85
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


def data_url(shot: Screenshot, step: Step | None, screen: tuple[float, float] | None) -> str:
    """The screenshot for a model: scaled down, with the step's mark if there is one.

    Raises:
        Unreadable: the image cannot be read.
    """
    image = _opened(shot.path)
    if step is not None:
        image = _marked(image, step, screen)
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    encoded = base64.b64encode(_encoded(image, "JPEG", quality=_QUALITY)).decode("ascii")
    return f"data:image/jpeg;base64,{encoded}"


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


def region(step: Step, screen: tuple[float, float] | None) -> str:
    """The part of the screen where a step happened, in words; empty if unknown.

    >>> region(Step(0, "CLICK", None, {}, None, None, action={"x": 900, "y": 20}), (1000, 800))
    'the upper right of the screen'
    """
    points = _points(step.action)
    size = screen or _size(step.pre)
    if not points or size is None:
        return ""
    x, y = points[0][0] / size[0], points[0][1] / size[1]
    if not (0 <= x <= 1 and 0 <= y <= 1):
        return ""
    upright = "upper " if y < 1 / 3 else "lower " if y > 2 / 3 else ""
    across = "left" if x < 1 / 3 else "right" if x > 2 / 3 else "middle"
    return f"the {upright or ('' if across == 'middle' else 'middle ')}{across} of the screen"


def _size(shot: Screenshot | None) -> tuple[float, float] | None:
    if shot is None:
        return None
    try:
        from PIL import Image
    except ImportError:
        return None  # without pillow, the target alone describes a step
    try:
        with Image.open(shot.path) as image:  # reads only the header
            return float(image.width), float(image.height)
    except (OSError, ValueError, SyntaxError):
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
