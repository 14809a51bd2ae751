"""Real applications that show the same table of customers, each started as a process.

A new application is a file here and a line in `APPLICATIONS` (`application.py`).
"""
