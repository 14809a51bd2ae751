"""Moved to `lessonboard.pages.page`; it works for one minor version."""

from blackboard.plugins.moved import moved

__getattr__ = moved(__name__, "lessonboard.pages.page")
