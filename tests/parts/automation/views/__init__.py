"""Tests of the views of the automation."""
