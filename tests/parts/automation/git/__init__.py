"""Tests of worktrees."""
