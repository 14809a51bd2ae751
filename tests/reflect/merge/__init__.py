"""Tests of the lessons of merged changes."""
