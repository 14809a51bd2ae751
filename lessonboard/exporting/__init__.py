"""Lessons and events in forms that other programs read: one file for each form."""
