"""Tests of what `doctor` says of the automation."""
