"""The commands of `lessonboard automation` and `pr`, and of compiled checks."""
