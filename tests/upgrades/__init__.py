"""Boards of released versions, opened by this one."""
