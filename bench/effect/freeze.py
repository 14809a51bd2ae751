"""What was fixed before the first run: a digest of each repository's tasks, and of the judges.

`python -m bench.effect freeze` prints what differs from `frozen.json`; with `--write` it freezes.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.effect.tasks import REPOSITORIES, Task

_HERE = Path(__file__).parent
FROZEN = _HERE / "frozen.json"

_SHORT = 16
_CODE = (
    "tasks.py", "judge.py", "scripted.py", "reach.py", "REGISTERED.md", "analysis/outcomes.py",
    "analysis/chance.py", "analysis/compare.py",
)  # fmt: skip


def digests(root: Path = REPOSITORIES) -> dict[str, str]:
    """The digest of each repository with its tasks and hidden tests, and of each judging file."""
    found = {name: _digest([_HERE / name], (_HERE / name).parent) for name in _CODE}
    for path in sorted(root.glob("*/repository.toml")):
        folder = path.parent
        files = sorted(each for each in folder.rglob("*") if each.is_file())
        found[folder.name] = _digest(files, folder)
    return found


def of_task(task: Task) -> str:
    """The digest of a task with its repository, short: a run says which task was played."""
    folder = task.repository.folder
    alone = [folder / "repository.toml", folder / "tasks" / f"{task.id}.toml"]
    below = [path for each in (folder / "start", task.hidden) for path in each.rglob("*")]
    return _digest(sorted(path for path in (*alone, *below) if path.is_file()), folder)[:_SHORT]


def changed(now: dict[str, str]) -> list[str]:
    """What is not as it was frozen, or not frozen at all."""
    frozen = json.loads(FROZEN.read_text()) if FROZEN.is_file() else {}
    return sorted(name for name in {*frozen, *now} if frozen.get(name) != now.get(name))


def main(arguments: Sequence[str]) -> int:
    """Print what is not frozen, or freeze; 1 if something is not."""
    now = digests()
    if "--write" in arguments:
        FROZEN.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n")
    different = changed(now)
    print("\n".join(f"not as it was frozen: {name}" for name in different) or "all is as frozen")
    return int(bool(different))


def _digest(files: Iterable[Path], root: Path) -> str:
    hashed = hashlib.sha256()
    for path in files:
        name, content = path.relative_to(root).as_posix().encode(), path.read_bytes()
        hashed.update(b"%d %b %d " % (len(name), name, len(content)))
        hashed.update(content)
    return hashed.hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
