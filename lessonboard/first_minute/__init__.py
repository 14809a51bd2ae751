"""The first minute: what a new user is shown of their own history, read newest first."""
