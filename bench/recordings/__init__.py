"""Recordings on real applications whose pages and data changed since, beside Playwright's script.

Every task is recorded once by a program that acts as a person would, reflected on by rules, and
run again on a fresh database after each kind of change. What a run did is read from the
application's own database and not from what the run reports: it was right, it stopped, or it was
wrong. Playwright's code generator watches the same person, and its script runs on the same changes.
A new task is an entry in `tasks/`, a new kind of change one in `changes.py`.
"""
