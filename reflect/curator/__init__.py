"""The curator: what is kept, what stands, what holds everywhere, and what is let go.

Every decision is an event, by a person (`decisions.py`) or by a policy (`policy.py`), and any of
them can be taken back.
"""
