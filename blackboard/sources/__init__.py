"""Where events come from: one file per agent or format.

A new format is a file here with a `Reader` (see `source.py`), a line in SOURCES (`readers.py`),
and a test on a real file. Readers take in what a human, the model or a tool really said, and
nothing else.
"""
