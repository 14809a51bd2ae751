"""Moved to `lessonboard.parts.automation.forge.forge`; it works for one minor version."""

from blackboard.plugins.moved import moved

__getattr__ = moved(__name__, "lessonboard.parts.automation.forge.forge")
