"""Freshness: whether the lines of a file that a lesson cites are still there.

Use `span.py` to cite lines, and `check.py` to look whether they still stand.
"""
