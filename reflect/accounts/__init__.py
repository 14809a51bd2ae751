"""Accounts: what became of lessons in later sessions, and what that proves.

`judge.py` tells as events what each session did with the lessons that concern it, `account.py`
counts them for a lesson, `digest.py` sums up a week.
"""
