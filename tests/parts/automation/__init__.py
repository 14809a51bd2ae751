"""Tests of the automation."""
