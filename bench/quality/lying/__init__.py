"""A model that lies in every form that a digest gives room for, and what the product makes of it.

The lies are derived from each session by form (`forms.py`, `planted.py`), never from particular
strings; `liar.py` answers all questions with them, and `measure.py` counts what became of each.
"""
