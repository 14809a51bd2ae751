"""The command line: one file per group of commands, each translating and nothing more.

A new command is a function in the file of its topic, or a new file listed in `main.py`.
"""
