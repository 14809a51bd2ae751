"""Lessons of a merged change, from its reviews and rework."""
