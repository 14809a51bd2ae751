"""Workflows: read from Markdown, run step by step, each step shown by evidence."""
