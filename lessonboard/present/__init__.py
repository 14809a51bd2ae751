"""How things are shown: rows to lines, Markdown and JSON; written once, for every face.

Pure functions: what they need to know of the terminal is in `Screen`.
"""
