"""Tests of reading pull requests."""
