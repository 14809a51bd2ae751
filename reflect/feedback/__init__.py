"""What people tell agents about how to work: which of their sentences are lasting, and why.

A sentence is weighed by named signals (`signals.py`), most of them about what it says and some
about when it was said: after a refused call, or as an answer to what the agent had just done.
"""
