"""Tests of `scheduler/checks`, with the real git."""
