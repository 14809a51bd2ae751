"""Tests of `reflect/rules`: what a sentence asks, and whether two ask the same."""
