"""Registering with coding agents: what is written into their settings, and how it comes out."""
