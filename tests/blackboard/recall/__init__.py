"""Searching everything at once."""
