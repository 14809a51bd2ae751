"""A workflow is one document: the text of `workflow.yaml`, and the payload of its events.

`keys.py` lists what it may hold, `checks.py` says what is wrong with one by `shape.py` and
`rules.py`, `read.py` reads its text, `planning.py` makes it a `Plan`, `file.py` compares the file
with the board.
"""
