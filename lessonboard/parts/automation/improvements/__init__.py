"""Automation: decide whether a pattern deserves an improvement, and request it.

It is off until a person enables it, and starts as a dry run.
"""
