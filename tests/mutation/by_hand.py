"""`python -m tests.mutation.by_hand [ID...]`: which faults of `faults.json` no test notices.

Each is put into its file, the tests are run that are called after the file or mirror it, and the
file is put back; nothing else may use the checkout meanwhile.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.concerning import ROOT, concerning

FAULTS = Path(__file__).with_name("faults.json")


def main(ids: list[str]) -> int:
    """Try some faults, or all; 1 where one is not noticed."""
    faults = [each for each in json.loads(FAULTS.read_text()) if not ids or str(each["id"]) in ids]
    found = {each["id"]: _noticed(each) for each in faults}
    tried = [noticed for noticed in found.values() if noticed is not None]
    print(f"{sum(tried)} of {len(tried)} noticed; {len(found) - len(tried)} are not there any more")
    return int(not all(tried))


def _noticed(fault: dict[str, Any]) -> bool | None:
    """Whether a test fails on it; None where its text does not stand in the file any more."""
    file = ROOT / fault["file"]
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    if text.count(fault["old"]) != 1:
        print(f"{fault['id']} {fault['file']}: not there any more", flush=True)
        return None
    file.write_text(text.replace(fault["old"], fault["new"]), encoding="utf-8")
    try:
        noticed = bool(_pytest(concerning(fault["file"])))
    finally:
        file.write_text(text, encoding="utf-8")
    print(f"{fault['id']} {fault['file']}: {'noticed' if noticed else fault['harm']}", flush=True)
    return noticed


def _pytest(tests: list[str]) -> int:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "CI": "1"}, check=False,
                          stdout=subprocess.DEVNULL).returncode  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
