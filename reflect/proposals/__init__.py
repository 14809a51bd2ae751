"""A model proposes lessons, structure proves them, a second question corrects, a third joins.

`understand.py` and `joining.py` are the use cases; everything that they decide with is pure: the
questions (`question.py`), the answers (`answers.py`), the proofs (`prove.py`), the corrections
(`correct.py`) and the relations (`join.py`).

What cannot be proven by structure is a conclusion, and is shown as one.
"""
