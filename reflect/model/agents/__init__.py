"""Agents that a person is signed in to, as models."""
