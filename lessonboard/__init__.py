"""The faces of Lessonboard; each only translates. Wiring is in `bootstrap.py`."""
