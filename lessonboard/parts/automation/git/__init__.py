"""Worktrees and branches in which runs change a repository."""
