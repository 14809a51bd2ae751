"""Tests of the agents as models."""
