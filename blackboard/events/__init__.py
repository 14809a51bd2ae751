"""The types of events, one file per topic; `catalogue.py` lists them all.

Importing a topic imports pydantic, which reads of the board do without: closed sets of words are
in `blackboard/vocabulary.py`, and payloads of older versions are lifted by `upcast.py`.
"""
