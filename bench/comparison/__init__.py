"""Inputs and a stopwatch for comparing Lessonboard with other tools: docs/comparison.md."""
