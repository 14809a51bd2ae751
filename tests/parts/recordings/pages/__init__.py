"""Tests of the pages of recordings."""
