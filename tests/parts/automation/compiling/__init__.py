"""Checks that are made of lessons."""
