"""Tests of guards: what they refuse."""
