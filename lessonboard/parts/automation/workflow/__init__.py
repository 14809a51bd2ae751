"""Workflows: parsed from Markdown and run step by step, each step proven by evidence."""
