"""Procedures: the way that sessions took whose own check passed after their last change.

`way.py` reads it off one session, `common.py` finds what several have in common, `wording.py` says
it; all three are pure. `learn.py` is the use case, `failing.py` what ends a procedure again.
"""
