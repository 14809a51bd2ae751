"""`python -m bench.recordings.again FILE SECONDS`: run a kept workflow, and import nothing else."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from lessonboard.parts.recordings.browser.rerun import Options, rerun

if __name__ == "__main__":
    plan, values = pickle.loads(Path(sys.argv[1]).read_bytes())
    sys.exit(not rerun(plan, values, Options(timeout=float(sys.argv[2]))).completed)
