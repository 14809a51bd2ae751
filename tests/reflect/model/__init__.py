"""Asking a model: over real HTTP, of servers that play their part by script."""
