"""Workflows for those who have no board: a test, or a skill."""

from __future__ import annotations

from lessonboard.parts.recordings.export.pytest_file import pytest_file
from lessonboard.parts.recordings.export.skill import skill_page

__all__ = ["pytest_file", "skill_page"]
