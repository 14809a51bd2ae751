"""Git: the command itself, worktrees and branches of our own, and which repository a folder is."""
