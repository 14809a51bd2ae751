"""Tests of patterns that sessions have in common."""
