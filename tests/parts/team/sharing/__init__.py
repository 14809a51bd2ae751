"""Tests of what a team shares."""
