"""Checks of a repository that can be made of a lesson, one file per kind."""
