"""Lessons that sessions write down themselves, harvested from memory and rule files.

`writes` finds what a session wrote into such files, `passages` splits it, `worth` tells lessons
from the rest, `wording` phrases them, and `harvest` is the miner. `follow` looks after a harvested
lesson in later sessions: whether its passage was kept, rewritten or deleted.
"""
