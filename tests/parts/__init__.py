"""Tests of the parts, each in its own folder."""
