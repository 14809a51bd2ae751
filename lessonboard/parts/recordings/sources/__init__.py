"""Read GUI recordings: a folder is checked and cleaned into steps with their screenshots.

Public names:

- `read_recording(folder) -> Recording`; raises `NotARecording`. It only reads the folder.
- `Recording(id, name, description, platform, created_at, config, folder, steps, end, events,
  manifest_sha256, screenshots, problems, end_details)`; `screenshots` maps "screenshots/3.png" to
  a SHA-256, `end` is the last frame and `end_details` the attributes of its page,
  `.cleaned_lines()` are the manifest lines of the cleaned recording.
- `Step(index, action_type, value, details, pre, post, sensitive, kind, action, timestamp, last)`:
  `action_type` is one of CLICK, TYPE, SCROLL, KEYPRESS, DRAG, HOVER, UPLOAD, DIALOG, DOWNLOAD,
  CHECK and EXTRACT, and `value` what a step card's `action_value` is ("down 3", "double", "CTRL+A",
  "DOWN*12", the text, None); see `values.value_of`. `index` is the place of its first manifest
  line, counted from 0 without blank lines. `kind` and `action` are the manifest's
  `action_type` and `action_details`. `.target` is `details["target"]` or {}.
- `Screenshot(name, path, sha256)`; None in a step means missing or damaged.
- `Problem(index, kind, text)`: something dropped or suspicious; never fatal. `.is_loss` says that
  an action is missing.
- `SECRET` ("[secret]"), `is_secret_field(target) -> bool`: whether text typed there must
  never be stored. `keys.normal(key) -> str`: the normalised name of a key or chord.
- `converting.convert(file, into) -> list[Path]` converts a file of another tool to such folders:
  a DevTools recording or a Playwright script;
  `writing.write_recording(into, metadata, lines, images)` writes one.
- `ADDRESS_BAR`: the target of an address typed into the browser during a recording.
- `lessonboard.parts.recordings.importing.ingest(board, recording, project)` imports one into the
board.

Typing: where a line has a page and a target, its text is the whole value of the field, unless
`details.fill` is false; elsewhere it is the added text. Scrolling: `dy` < 0 is down and `dx` > 0
is right, in notches of a wheel (about 100 pixels).
"""

from __future__ import annotations

from lessonboard.parts.recordings.sources.model import (
    ADDRESS_BAR,
    SECRET,
    NotARecording,
    Problem,
    Recording,
    Screenshot,
    Step,
)
from lessonboard.parts.recordings.sources.reading import read_recording
from lessonboard.parts.recordings.sources.sensitive import is_secret_field

__all__ = [
    "ADDRESS_BAR",
    "SECRET",
    "NotARecording",
    "Problem",
    "Recording",
    "Screenshot",
    "Step",
    "is_secret_field",
    "read_recording",
]
