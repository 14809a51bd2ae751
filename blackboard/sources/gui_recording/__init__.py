"""GUI recordings: a folder is read, checked and cleaned into steps, each with what was seen
before and after it.

What others use:

- `read_recording(folder) -> Recording`; raises `NotARecording`. Pure but for reading the folder.
- `Recording(id, name, description, platform, created_at, config, folder, steps, end, events,
  manifest_sha256, screenshots, problems, end_details)`; `screenshots` maps "screenshots/3.png" to
  a SHA-256, `end` is the last frame and `end_details` what was seen of its page,
  `.cleaned_lines()` are the manifest lines of the cleaned recording.
- `Step(index, action_type, value, details, pre, post, sensitive, kind, action, timestamp, last)`:
  `action_type` is CLICK|TYPE|SCROLL|KEYPRESS|DRAG and `value` what a step card's `action_value`
  is ("down 3", "double", "CTRL+A", the text, None). `index` is the place of its first manifest
  line, counted from 0 over all lines that are not blank. `kind` and `action` are the manifest's
  `action_type` and `action_details`. `.target` is `details["target"]` or {}.
- `Screenshot(name, path, sha256)`; a step has None where the image is missing or damaged.
- `Problem(index, kind, text)`: what was left out or looks wrong; never fatal.
- `SECRET` ("[secret]"), `is_secret_field(target) -> bool`: whether what is typed there must
  never be written. `keys.normal(key) -> str`: the one name of a key or chord.
- `converting.convert(file, into) -> Path` makes such a folder of a DevTools Recorder file or a
  Playwright trace; `writing.write_recording(into, metadata, lines, images)` writes one.
- `ADDRESS_BAR`: the target of a typed address that the browser was given in the middle.
- `blackboard.recording_import.ingest(board, recording, project)` puts one on the board.

Typing: where a line tells its page and target, its text is the whole value of the field, unless
`details.fill` is false; elsewhere it is what was added. Scrolling: `dy` < 0 is down and `dx` > 0
is right, in notches of a wheel (about 100 pixels).
"""

from __future__ import annotations

from blackboard.sources.gui_recording.model import (
    ADDRESS_BAR,
    SECRET,
    NotARecording,
    Problem,
    Recording,
    Screenshot,
    Step,
)
from blackboard.sources.gui_recording.reading import read_recording
from blackboard.sources.gui_recording.sensitive import is_secret_field

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
