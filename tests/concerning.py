"""Which tests concern a file or folder of the product: those called after it, or its mirror.

python -m tests.concerning PATH... prints them, for `./run test PATH`.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def concerning(path: str) -> list[str]:
    """The tests of a path, relative to the repository; itself where it is tests already.

    Raises:
        SystemExit: there is no such path, or nothing mirrors it.
    """
    given = Path(path)
    if not (ROOT / given).exists():
        sys.exit(f"there is no {path} here; name a file or folder, such as blackboard/guards")
    if given.parts[:1] == ("tests",):
        return [str(given)]
    given = _mirrored(given)
    called = sorted((ROOT / "tests" / given.parent).glob(f"test_{given.stem}*.py"))
    called = called if (ROOT / path).is_file() else []
    mirror = [
        ROOT / "tests" / given.with_suffix(""),
        *(ROOT / "tests" / each for each in given.parents),
    ]
    found = called or [each for each in mirror if each.is_dir() and each != ROOT / "tests"][:1]
    if not found:
        sys.exit(f"no tests are called after {path}, and no folder of tests mirrors it")
    return [str(each.relative_to(ROOT)) for each in found]


def _mirrored(given: Path) -> Path:
    """Where tests mirror a path; those of parts are beside those of the four packages."""
    is_of_a_part = given.parts[:2] == ("lessonboard", "parts")
    return given.relative_to("lessonboard") if is_of_a_part else given


if __name__ == "__main__":
    print(*dict.fromkeys(test for path in sys.argv[1:] for test in concerning(path)))
