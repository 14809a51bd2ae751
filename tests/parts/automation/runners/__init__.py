"""Tests of the agent runners, with real programs."""
