"""Accounts: what happened with lessons in later sessions, and what that proves.

`judge.py` appends what each session did with the lessons that concern it, `account.py` counts that
for a lesson, `digest.py` sums up a week.
"""
