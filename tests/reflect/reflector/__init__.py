"""Tests of the reflector."""
