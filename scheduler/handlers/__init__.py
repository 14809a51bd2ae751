"""Handlers: one file for each kind of work, wired where the settings are known."""
