"""The curator: which insights are kept, and which lessons are approved, promoted or retired.

Every decision is an event, by a person (`decisions.py`) or by a policy (`policy.py`), and can be
undone.
"""
