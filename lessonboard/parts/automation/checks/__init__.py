"""Checks that were made of lessons: publishing them, and seeing whether they hold."""
