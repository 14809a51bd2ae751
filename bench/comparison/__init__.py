"""Inputs and a stopwatch for comparing Lessonboard with other memories: docs/comparison.md."""
