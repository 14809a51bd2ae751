"""The commands that check a project: the configured ones, or those its files suggest."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path


def commands(configured: Sequence[str], folder: Path) -> list[str]:
    """The check commands for the project in a folder; empty if none are known."""
    if configured:
        return list(configured)
    found = _tests(folder)
    if (folder / ".pre-commit-config.yaml").is_file():
        found.append("pre-commit run --all-files")
    return found


def _tests(folder: Path) -> list[str]:
    """The command that runs the tests; the project's own script comes before any tool."""
    script = folder / "run"
    if script.is_file() and os.access(script, os.X_OK) and "test" in _text(script):
        return ["./run test"]
    if _has_test_script(folder / "package.json"):
        return ["npm test"]
    if "\ntest:" in f"\n{_text(folder / 'Makefile')}":
        return ["make test"]
    if (folder / "Cargo.toml").is_file():
        return ["cargo test"]
    if (folder / "go.mod").is_file():
        return ["go test ./..."]
    return ["python -m pytest -q"] if _is_pytest(folder) else []


def _has_test_script(path: Path) -> bool:
    try:
        return bool(json.loads(_text(path) or "{}").get("scripts", {}).get("test"))
    except (ValueError, AttributeError):
        return False


def _is_pytest(folder: Path) -> bool:
    if (folder / "pytest.ini").is_file() or "pytest" in _text(folder / "pyproject.toml"):
        return True
    return any(folder.glob("tests/**/test_*.py")) or any(folder.glob("test_*.py"))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
