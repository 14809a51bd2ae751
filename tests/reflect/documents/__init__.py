"""Tests of what documents state."""
