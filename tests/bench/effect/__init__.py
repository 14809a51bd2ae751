"""Tests of what measures reach and effect."""
