"""Tests of `scheduler/git`, with the real git."""
