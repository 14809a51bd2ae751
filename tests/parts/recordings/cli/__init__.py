"""Tests of the commands of recordings."""
