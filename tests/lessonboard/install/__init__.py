"""Registering with coding agents."""
