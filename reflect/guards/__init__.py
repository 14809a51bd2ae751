"""Guards: which lessons may refuse what they warn of, by the board's history, and for how long.

`switching` turns them on and off, `follow_up` finds the outcome of their refusals. What hooks need
to refuse is in `blackboard/guards`.
"""
