"""Exports, and the way back."""
