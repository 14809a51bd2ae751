"""Automation: whether a pattern is worth an improvement, and what exactly is asked for.

Off until a person switches it on, and even then only shown until he says that it is meant.
"""
