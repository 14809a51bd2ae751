"""Lessons without a model: what failed and then worked, and what a human corrected.

Each kind of lesson is a file with a pure function from a session's events to findings; a new
one adds a line to MINERS in `mine.py`.
"""
