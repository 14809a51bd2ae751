"""Tests of the way from a recording to a workflow."""
