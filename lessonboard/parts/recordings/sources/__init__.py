"""Read GUI recordings: a folder is checked and cleaned into steps with their screenshots.

- `read_recording(folder) -> Recording` only reads the folder; raises `NotARecording`.
- `Recording`, `Step`, `Screenshot` and `Problem` are what was read; a screenshot that is missing or
  damaged is None in a step. `Problem.is_loss` says that an action is missing.
- `Step.value` is what a step card's `action_value` is ("down 3", "CTRL+A", the text, None); see
  `kinds.value_of`.
- `converting.convert(file, into)` converts a file of another tool to such folders.

Typing: where a line has a page and a target, its text is the whole value of the field, unless
`details.fill` is false; elsewhere it is the added text. Scrolling: `dy` < 0 is down and `dx` > 0
is right, in notches of a wheel (about 100 pixels).
"""

from lessonboard.parts.recordings.sources.model import (
    NotARecording,
    Problem,
    Recording,
    Screenshot,
    Step,
)
from lessonboard.parts.recordings.sources.reading import read_recording

__all__ = ["NotARecording", "Problem", "Recording", "Screenshot", "Step", "read_recording"]
