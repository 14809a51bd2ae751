"""The published contract: one JSON Schema per event type and version.

`python -m blackboard.schemas export [FOLDER]` writes the files, `check` compares them; FOLDER is
`schemas` by default.

`released.json` beside the schemas holds the hash of each one that was released; from then on it
may not change, and a new version of the payload gets a file of its own.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

from blackboard.events.catalogue import CATALOGUE

RELEASED = "released.json"


def documents() -> dict[str, str]:
    """Every schema by the name of its file, as text that is the same on every run."""
    found = {}
    for model in CATALOGUE:
        schema = model.model_json_schema()
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        schema["$id"] = f"lessonboard:{model.type}:{model.version}"
        text = json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
        found[f"{model.type}.v{model.version}.json"] = text
    return found


def field_names() -> frozenset[str]:
    """The names of all fields that payloads and their parts have by their schema."""
    found: set[str] = set()
    for model in CATALOGUE:
        schema = model.model_json_schema()
        for part in (schema, *schema.get("$defs", {}).values()):
            found.update(part.get("properties", ()))
    return frozenset(found)


def export(folder: Path) -> list[Path]:
    """Write all schemas into a folder and return the files; those of old versions are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in documents().items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def check(folder: Path) -> list[str]:
    """What in a folder is not as this program would write it, or not as it was released."""
    problems = []
    for name, text in documents().items():
        path = folder / name
        if not path.is_file():
            problems.append(
                f"{path} is missing; run `python -m blackboard.schemas export {folder}`"
            )
        elif path.read_text(encoding="utf-8") != text:
            problems.append(
                f"{path} is out of date; run `python -m blackboard.schemas export {folder}`"
            )
    return problems + _changed_since_release(folder)


def _changed_since_release(folder: Path) -> list[str]:
    released = folder / RELEASED
    if not released.is_file():
        return []
    problems = []
    for name, digest in json.loads(released.read_text(encoding="utf-8")).items():
        path = folder / name
        if not path.is_file():
            problems.append(f"{path} was released and must stay")
        elif hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            problems.append(f"{path} was released and must not change; raise the payload's version")
    return problems


def main(words: list[str]) -> int:
    """Write or check the files of a folder; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m blackboard.schemas")
    parser.add_argument("action", choices=("export", "check"))
    parser.add_argument("folder", type=Path, nargs="?", default=Path("schemas"))
    chosen = parser.parse_args(words)
    if chosen.action == "export":
        sys.stdout.write(f"Wrote {len(export(chosen.folder))} schemas to {chosen.folder}.\n")
        return 0
    problems = check(chosen.folder)
    sys.stderr.writelines(f"{problem}\n" for problem in problems)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
