"""Recordings on the pages of MiniWoB++: recorded at one seed, run at others by parameters alone.

Every task is recorded once by a program that acts as a person would, reflected on by rules, and run
again at five other seeds. A run gets the new values through its parameters and in no other way, and
the reward of the page itself says what the run did. README.md says which tasks are in and why.
A new task is an entry in `tasks.py`.
"""
