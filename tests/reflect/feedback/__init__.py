"""Tests of what is taken from what people say."""
