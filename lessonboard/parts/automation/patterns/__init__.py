"""Patterns that several sessions of a project have in common."""
