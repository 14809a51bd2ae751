"""The commands of `lessonboard automation`."""
