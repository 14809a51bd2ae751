"""Tests of `reflect/procedures`."""
