"""Tests of the work of the automation."""
