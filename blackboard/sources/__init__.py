"""Where events come from: one file per agent or format.

A new format is a file here with a `Reader` (`agents/reader.py`) that its agent names in
`blackboard/agents/`, and a sample for the contract of all agents (`tests/contract`). Readers take
in what a human, the model or a tool really said, and nothing else.
"""
