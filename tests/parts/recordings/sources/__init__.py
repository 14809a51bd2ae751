"""Tests of the recording source."""
