"""Claude Code in print mode, as a program that gives recorded answers."""

from __future__ import annotations

import json
import sys

from bench.quality.recorded_answers import Answer, mark_of, read_answers, with_quotations
from bench.quality.repositories import OWN

_NOTHING: Answer = {"lessons": [], "seen_again": [], "taken_back": []}


def main() -> None:
    """Print a version, or the recorded answer to the question on standard input."""
    if "--version" in sys.argv:
        print("2.1.330 (Claude Code)")
        return
    question = sys.stdin.read()
    known = read_answers(OWN.name)
    found = known.get(mark_of(question)) if "<<<" in question else None
    answer = with_quotations(found, question) if found else _NOTHING
    used = {"input_tokens": len(question) // 4, "output_tokens": 300}
    print(json.dumps({"result": "", "structured_output": answer, "usage": used}))


if __name__ == "__main__":
    main()
