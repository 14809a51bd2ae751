"""Moved to `lessonboard.parts.recordings.sources.source_file`; it works for one minor version."""

from blackboard.plugins.moved import moved

__getattr__ = moved(__name__, "lessonboard.parts.recordings.sources.source_file")
