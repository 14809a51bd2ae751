"""Lessons in a repository."""
