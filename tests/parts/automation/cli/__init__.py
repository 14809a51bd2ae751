"""Tests of the commands of the automation."""
