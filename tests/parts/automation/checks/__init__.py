"""Tests of `lessonboard/parts/automation/checks`, with the real git."""
