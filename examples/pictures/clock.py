"""Runs `lessonboard` with a clock that stands still, so that "2 h ago" is the same in every run.

python -m examples.pictures.clock SECONDS ARGUMENT...
"""

from __future__ import annotations

import sys
from unittest.mock import patch

from lessonboard.start import main

if __name__ == "__main__":
    now = int(sys.argv.pop(1))
    with (
        patch("time.time", return_value=float(now)),
        patch("time.time_ns", return_value=now * 1_000_000_000),
    ):
        main()
