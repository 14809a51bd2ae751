"""Tests of a team."""
