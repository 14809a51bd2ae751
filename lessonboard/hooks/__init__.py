"""What agents call at each step: quick, silent when unsure, and never in the way.

Everything here, and all that it imports, is of the standard library's quick part: a test keeps
the list (`tests/lessonboard/hooks/test_imports.py`).
"""
