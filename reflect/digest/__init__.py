"""Digests: a session or a change as a careful reader sees it, numbered and bounded.

What a digest holds is all that leaves the machine when a model is asked. Digests are pure functions
of events: the same events give the same bytes.
"""
