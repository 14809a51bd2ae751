"""Tests of plug-ins that add to the automation."""
