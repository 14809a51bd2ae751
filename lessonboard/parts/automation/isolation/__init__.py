"""What a repository's own programs (checks, git hooks) may see of the person who runs them."""
