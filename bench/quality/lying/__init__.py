"""A model that lies in every form that a digest gives room for, and what the product makes of it.

The lies are derived from each session by form (`forms.py`, `planted.py`), never from particular
strings; `liar.py` answers all questions with them, `measure.py`
asks it, `shown.py` looks where a lie comes up, and `told.py` counts.
"""
