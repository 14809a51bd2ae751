"""Freshness: whether the lines of a file that a lesson cites still exist.

`span.py` cites lines, and `check.py` checks them.
"""
