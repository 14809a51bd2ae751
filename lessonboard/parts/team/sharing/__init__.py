"""Sharing with a team: what leaves a board, how it is exchanged, and what comes back."""
