"""Guards: which command or edit a lesson refuses once; pure, and light to import for hooks.

What qualifies as a guard is found in `reflect/guards`, from the board's own history.
"""
