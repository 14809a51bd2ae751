"""Choosing the few lessons that fit a moment, and putting them into words."""
