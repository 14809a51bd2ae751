"""Git: running the command, worktrees and branches of our own, and what a folder's repository is."""
