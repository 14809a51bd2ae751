"""The faces of Lessonboard; each only translates. Wiring is in `bootstrap.py`."""

__version__ = "0.1.0"
